"""Workers that are killed, and signals that end a command: no traceback, and nothing half done."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hashi_solver import processes
from hashi_solver.challenge import challenges
from hashi_solver.generate import improve
from hashi_solver.notation.files import write_bytes
from hashi_solver.targets import Targets
from tests.command import ROOT, hashi
from tests.own_boards import RECORDS
from tests.test_improve import QUICK

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are copies of this one, with what is patched")


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kill the process of the first piece of work of any pool, as if memory were short, and leave this file."""
    mark, work = tmp_path / "killed", processes._work

    def dies_once(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        with contextlib.suppress(FileExistsError):
            mark.touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
        return work(function, arguments)

    dies_once.__module__, dies_once.__qualname__ = work.__module__, work.__qualname__  # by which processes find it
    monkeypatch.setattr(processes, "_work", dies_once)
    return mark


def cheap(game: object, cards: Any, start: object, optimum: int, **_: object) -> Targets:
    return Targets(28, 30, 32, 34, optimum, 3, optimum - 28.5, (0.5, 0.3, 0.1))


@linux
@pytest.mark.usefixtures("own_boards")
@pytest.mark.parametrize(
    "typed",
    [
        "review {folder}/begun --no-fair",
        "hint {folder}/nearly --hidden --card 6/1 --orders 5 --level 3",
        "challenge --count 2 --seed k --board old-pond --no-sheet --workers 2",
        "challenge --optimum 40..60 --seed k --board old-pond --no-sheet --workers 2",
        "challenge --difficulty 3 --seed k --board old-pond --no-sheet --workers 2",
        "daily --days 2 --board old-pond --no-sheet --workers 2",
        "simulate --layout old-pond --player random --games 200 --workers 2",
        "layout analyse old-pond --decks 3 --players random --store {folder}/store --workers 2",
        "layout compare old-pond old-mill --decks 2 --players random --store {folder}/store --workers 2",
        "layout improve old-pond --seed k --difficulty 1..5 --out {folder} --workers 2",
    ],
)
def test_a_worker_that_is_killed_changes_nothing(
    typed: str, deadly: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(challenges, "targets", cheap)
    monkeypatch.setattr(improve, "improve", partial(improve.improve, tuning=QUICK))
    lines = (RECORDS / "anna.txt").read_text().splitlines(keepends=True)
    for name, rounds in ("begun", 2), ("nearly", 15):
        (tmp_path / name).write_text("".join(lines[: 4 + rounds]))
    ran = hashi(*typed.format(folder=tmp_path).split())
    assert deadly.exists(), ran
    assert (ran.code, "Traceback" in ran.err) == (0, False), ran
    assert ran.out


# The command, as far as signals are concerned, with booklets to draw and nothing to solve.
DRAWS = """
import signal
import sys
from pathlib import Path
from hashi_solver import cli
from hashi_solver.__main__ import main

def run():
    from hashi_solver.sheet import Options, volumes
    from tests.test_booklet import make, two_volumes
    list(volumes.write_volumes(two_volumes(Path(sys.argv[1])), make, Options()))
    return 0

if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever started the tests may be deaf to it
    cli.run = run
    main()
"""


# The same with a process that waits for what it will draw.
WAITS = """
    import time
    from hashi_solver.sheet import Options
    from hashi_solver.sheet.writing import Destination, ready_to_draw
    os.cpu_count = lambda: 2
    with ready_to_draw(Options(), Destination(Path(sys.argv[1]), None, html=False)) as process:
        assert process
        time.sleep(60)
    return 0
"""


@linux
@pytest.mark.parametrize("waits", [False, True])
@pytest.mark.parametrize(("ending", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGKILL, -9)])
def test_a_command_that_is_ended_while_it_draws_leaves_nothing(
    ending: int, code: int, waits: bool, tmp_path: Path
) -> None:
    temporary, out, program = (tmp_path / name for name in ("temporary", "out", "draws.py"))
    temporary.mkdir()
    out.mkdir()
    head, drawing, tail = re.split(r"(?<=def run\(\):\n)(.*?return 0\n)", DRAWS, flags=re.DOTALL)
    program.write_text(f"import os{head}{WAITS[1:] if waits else drawing}{tail}")
    run = subprocess.Popen(
        [sys.executable, str(program), str(out)],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until = time.monotonic() + 60
    while not list(temporary.glob("hashi-*/*")):  # the fonts of the pages that are being drawn
        assert run.poll() is None
        assert time.monotonic() < until
        time.sleep(0.01)
    run.send_signal(ending)
    told = run.communicate(timeout=60)  # also until nobody is left who could write there
    assert (run.returncode, *told) == (code, "", "")
    assert not list(temporary.glob("hashi-*"))  # a compiler that ctypes asks for a library may leave files of its own
    assert not list(out.iterdir())


def test_half_a_file_is_never_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(tmp_path / "a.txt", b"half")
    assert not list(tmp_path.iterdir())


ENDED = """
import signal
import sys
from hashi_solver import cli
from hashi_solver.__main__ import main

def run():
    signal.raise_signal(getattr(signal, sys.argv[1]))
    return 0

number = getattr(signal, sys.argv[1])
usual = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
signal.signal(number, signal.SIG_IGN if len(sys.argv) > 2 else usual)
cli.run = run
main()
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_ends_the_command_with_its_own_exit_code_unless_it_is_deaf_to_it(name: str, code: int) -> None:
    if not hasattr(signal, name):
        pytest.skip(f"this system has no {name}")
    for deaf, expected in ((), code), (("deaf",), 0):
        ran = subprocess.run(
            [sys.executable, "-c", ENDED, name, *deaf], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert (ran.returncode, "Traceback" in ran.stderr) == (expected, False), ran
