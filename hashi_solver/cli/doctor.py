"""`hashi doctor`: whether this machine has what hashi and its printing need."""

from __future__ import annotations

import sys
from typing import Annotated

from hashi_solver import documents, machine
from hashi_solver.cli.common import console, live_status, print_json, remark, styled
from hashi_solver.cli.declare import Json, command, flag
from hashi_solver.machine import Check


@command("hashi doctor --fix")
def doctor(
    fix: Annotated[bool, flag("--fix", "Install the libraries for printing if apt-get can without a password.")],
    as_json: Json,
) -> int:
    """Check whether this machine can print, and how to mend it.

    Lists what hashi needs, what of it is missing, and the command that installs it. The exit code is 0 if nothing is
    missing, 1 otherwise.
    """
    checks = [*machine.examine(), _terminal()]
    if fix and any(check.mended_by == "library" for check in checks if not check.ok):
        with live_status("installing the libraries for printing"):
            hindrance = machine.install_libraries()
        if hindrance:
            remark(f"nothing was installed: {hindrance}")
        else:
            checks = [*machine.examine(), _terminal()]
    commands = machine.mending(checks)
    if as_json:
        print_json(documents.doctor.doctor_json([(check.name, check.ok, check.found) for check in checks], commands))
    else:
        _print(checks, commands)
    return 0 if all(check.ok for check in checks) else 1


def _terminal() -> Check:
    encoding = (sys.stdout.encoding or "ascii").lower()
    colours = console().color_system
    told = "no colours here" if colours is None else f"colours ({colours})"
    return Check("terminal", True, f"{encoding}, {told}")


def _print(checks: list[Check], commands: list[str]) -> None:
    out = console()
    width = max(len(check.name) for check in checks)
    for check in checks:
        mark = ("ok     ", "green") if check.ok else ("missing", "bold red")
        out.print(styled([mark, (f"  {check.name:<{width}}  {check.found}", "")]), soft_wrap=True)
    if commands:
        out.print("\nThis mends it:" if len(commands) == 1 else "\nThese mend it:")
        for each in commands:
            out.print(styled([(f"  {each}", "bold")]), soft_wrap=True)
    elif all(check.ok for check in checks):
        out.print("\nAll is well.")
