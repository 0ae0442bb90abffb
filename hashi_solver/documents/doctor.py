"""`hashi-doctor/1`: whether this machine has what hashi and printing need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict


class CheckEntry(TypedDict):
    """One requirement, and what was found."""

    name: str
    ok: bool
    found: str


class DoctorDocument(TypedDict):
    """All checks, and the commands that install what is missing. The list of checks may change."""

    format: Literal["hashi-doctor/1"]
    ok: bool
    checks: list[CheckEntry]
    mend: list[str]


def doctor_json(checks: Iterable[tuple[str, bool, str]], commands: Sequence[str]) -> DoctorDocument:
    found: list[CheckEntry] = [{"name": name, "ok": ok, "found": what} for name, ok, what in checks]
    ok = all(check["ok"] for check in found)
    return {"format": "hashi-doctor/1", "ok": ok, "checks": found, "mend": list(commands)}
