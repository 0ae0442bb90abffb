"""Hostile surroundings: no home, no temporary folder, folders and files that cannot be read or written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import ROOT

ANNA = str(ROOT / "docs" / "examples" / "anna.txt")
CALLS = (
    ("layout", "list"),
    ("check", ANNA),
    ("solve", "--layout", "side-a", "--seed", "1"),
    ("play", "--plain", "--seed", "1"),
    ("layout", "sheet", "side-a", "--html"),
    ("doctor",),
)
ENVIRONMENTS: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None},
    "a home that is nowhere": {"HOME": "/dev/null/at/all"},
    "a home that is a file": {"HOME": "/dev/null"},
    "an empty home": {"HOME": ""},
    "no temporary folder": {"TMPDIR": "/dev/null/at/all"},
    "strange folders": {"XDG_DATA_HOME": "/proc/nowhere", "XDG_CACHE_HOME": "/dev/null/x", "HASHI_BOARDS": "/dev/null"},
    "names of boards that no folder can have": {"HASHI_BOARDS": "x" * 5000},
    "no terminal": {"TERM": None, "COLUMNS": "0", "LINES": "-1"},
    "a narrow terminal": {"COLUMNS": "1"},
    "a language that is not there": {"LANG": "xx_XX", "LC_ALL": "xx_XX"},
    "an encoding without dashes": {"PYTHONIOENCODING": "ascii"},
    "a zone that is not there": {"TZ": "Nowhere/Else"},
    "an odd clock": {"SOURCE_DATE_EPOCH": "x"},
    "nothing at all": dict.fromkeys(os.environ),
}


def ran_in(folder: Path, call: tuple[str, ...], environment: dict[str, str | None]) -> None:
    """Run a command and check that it does not crash."""
    wanted = {name: value for name, value in {**os.environ, **environment}.items() if value is not None}
    ran = subprocess.run(
        [sys.executable, "-m", "hashi_solver", *call],
        cwd=folder,
        env={**wanted, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )
    assert ran.returncode in (0, 1, 2), ran
    assert "Traceback" not in ran.stderr, ran
    assert "bug in hashi" not in ran.stderr, ran


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_odd_environments(tmp_path: Path, environment: str) -> None:
    """Choose a different command each time, so that all have their turn."""
    place = list(ENVIRONMENTS).index(environment)
    every = os.environ.get("HASHI_TESTS") == "fuzz"
    for call in CALLS if every else (CALLS[place % len(CALLS)], CALLS[3]):
        ran_in(tmp_path, call, ENVIRONMENTS[environment])


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    for call in CALLS[:3]:
        line = f'{sys.executable} -m hashi_solver "$@" {closed}'
        ran = subprocess.run(
            ["bash", "-c", line, "bash", *call],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode in (0, 2), ran
        assert "Traceback" not in ran.stderr, ran
