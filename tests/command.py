"""Running `hashi` in tests: inside this process, or as a user would."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from unittest import mock

from hashi_solver.cli import run

ROOT = Path(__file__).resolve().parent.parent


# A process that says when it has begun, for tests that interrupt it: when it imports the command, so that it has
# already set out to catch a Ctrl-C. It listens to one even where the tests themselves run in the background of a
# shell, which would make it deaf.
READY = """
import signal
import sys
from hashi_solver.__main__ import main

class Announcement:
    def find_spec(self, name, *others):
        if name == "hashi_solver.cli":
            print("ready", flush=True)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Announcement())
main()
"""


def has_terminals() -> bool:
    """A bare container may have no pseudo-terminals to give."""
    try:
        ends = os.openpty()
    except OSError:
        return False
    for end in ends:
        os.close(end)
    return True


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


def hashi(*arguments: object, stdin: bytes = b"", watched: bool = False) -> Ran:
    """Run the command in this process, which is quick; its output is what a pipe would get.

    `watched`: standard error is a terminal, as far as the command can tell.
    """
    out, err = _Output(), _Output(watched)
    source = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    with (
        mock.patch.object(sys, "argv", ["hashi", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", source),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        code = run()
    return Ran(code, out.text(), err.text())


def refused(*arguments: object) -> str:
    """Return the one sentence with which `hashi` refuses a call."""
    ran = hashi(*arguments)
    assert ran.code == 2, ran
    assert ran.out == ""
    assert len(sentences(ran.err)) == 1
    return ran.err


def sentences(err: str) -> list[str]:
    """Return what `hashi` says on standard error: lines, some with a line of a file and a caret below."""
    assert "Traceback" not in err
    lines = err.splitlines()
    said = [line for line in lines if line.startswith("hashi: ")]
    quoted = [line for line in lines if line.startswith("    ")]
    assert len(said) + len(quoted) == len(lines), err
    assert len(quoted) in range(0, 2 * len(said) + 1, 2)
    return said


def stranger(
    *arguments: object, env: Mapping[str, str] | None = None, stdout: int | IO[str] = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, from the top of the project."""
    return subprocess.run(
        [sys.executable, "-m", "hashi_solver", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )


def completed(typed: str) -> list[str]:
    """Return how bash would complete the last word of a line, in a separate process."""
    ran = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'hashi'; from hashi_solver.__main__ import main; main()"],
        cwd=ROOT,
        env={
            **os.environ,
            "_HASHI_COMPLETE": "bash_complete",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(len(typed.split()) - 1),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return [line.removeprefix("plain,") for line in ran.stdout.splitlines()]


class _Output(io.TextIOWrapper):
    def __init__(self, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def text(self) -> str:
        self.flush()
        self.seek(0)
        return self.read()


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
