"""What several commands share: reading records, progress, and printing for people and for programs."""

from __future__ import annotations

import math
import re
import shlex
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from hashi_solver import app, documents
from hashi_solver.drawing import terminal
from hashi_solver.drawing.terminal import Block, Columns, Prose, Row
from hashi_solver.errors import InputError
from hashi_solver.interrupts import ctrl_c_stops
from hashi_solver.notation.files import MOST_BYTES

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from hashi_solver.app.question import Question, Source
    from hashi_solver.board import Layout
    from hashi_solver.challenge.challenges import KeptChallenges
    from hashi_solver.rules import State

STYLES: dict[terminal.Style, str] = {
    "": "",
    "label": "dim",
    "line": "dim",
    "bridge": "bold",
    "island": "",
    "red": "red",
    "blue": "bright_blue",
    "finished": "bold green",
    "void": "strike dim",
    "new": "bold magenta",
    "just finished": "bold reverse green",
    "open": "bold cyan",
    "open red": "bold red",
    "open blue": "bold bright_blue",
    "dim": "dim",
    "strong": "bold",
    "title": "bold",
    "card": "bold",
    "near": "red",
    "urgent": "bold red",
    "hint": "cyan",
    "small": "yellow",
    "large": "red",
    "game-losing": "bold red",
}
WIDTH_OF_A_PIPE = 200
MOST_PROSE = 105
SECONDS_A_LINE = 10  # between two lines of progress where there is no terminal


def source_of(path: Path, *, or_code: bool = False) -> Source:
    """Read a file, or standard input for `-`. With `or_code`, the path may be the code of a challenge."""
    if str(path) == "-":
        try:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        except OSError as error:  # a folder, for instance
            message = f"cannot be read: {error.strerror or error}"
            raise InputError(message, source=app.question.STANDARD_INPUT) from None
        return app.question.bytes_source(data)
    return app.question.file_source(path, or_code=or_code)


def questions(records: Sequence[Path], board: str | None, deck_file: Path | None) -> list[Question]:
    """Return the questions that several records stand for."""
    cards = app.question.cards_of(deck_file)
    return app.question.all_recorded([source_of(path) for path in records], board, cards)


class Elapsed:
    """A line of progress after the time that has passed; in a terminal the time keeps running."""

    def __init__(self, text: str, since: float) -> None:
        self._text, self._since = text, since

    def __str__(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self._since), 60)
        return f"{minutes}:{seconds:02} {self._text}"

    def __rich__(self) -> str:
        return str(self).replace("[", "\\[")


def remark_on(asked: Question, remarks: Sequence[str] | None = None) -> None:
    """Say on standard error what the author of a record should know about how it was read."""
    for each in asked.remarks if remarks is None else remarks:
        remark(f"{asked.source.name}: {each}")


@contextmanager
def live_status(first: str | Elapsed, *, lines: bool = False) -> Iterator[Callable[[str | Elapsed], None]]:
    """Show one changing line on standard error. Off a terminal show nothing, or with `lines` a line now and then."""
    if not sys.stderr.isatty():
        last = -math.inf

        def tell(told: str | Elapsed) -> None:
            nonlocal last
            if lines and time.monotonic() - last >= SECONDS_A_LINE:
                last = time.monotonic()
                remark(str(told))

        tell(first)
        yield tell
        return
    from rich.console import Console  # noqa: PLC0415

    with Console(stderr=True).status(first) as status:  # rich redraws it several times a second
        yield status.update


@contextmanager
def working(first: str) -> Iterator[tuple[threading.Event, Callable[[str], None]]]:
    """Give long work an event that Ctrl-C sets, and a function that shows its progress."""
    with ctrl_c_stops() as stop, live_status(first) as tell:
        yield stop, tell


@contextmanager
def working_long(first: str, *, lines: bool) -> Iterator[tuple[threading.Event, Callable[[str], None]]]:
    """Do the same, and show the time that has passed; with `lines` also off a terminal."""
    since = time.monotonic()
    with ctrl_c_stops() as stop, live_status(Elapsed(first, since), lines=lines) as tell:
        yield stop, lambda text: tell(Elapsed(text, since))


def console() -> Console:
    from rich.console import Console  # noqa: PLC0415 - help must not pay for it

    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    return Console(highlight=False, emoji=False, markup=False, width=width)


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print lines, tables and rows of drawings; lines and tables without trailing blanks."""
    for block in blocks:
        if isinstance(block, str):
            print_text(block)
        elif isinstance(block, Columns):
            _print_columns(block)
        elif isinstance(block, Prose):
            click.echo(textwrap.fill(block.text, min(MOST_PROSE, shutil.get_terminal_size((MOST_PROSE, 24)).columns)))
        else:
            print_row(block)


def _wrapped(line: str, stream: TextIO) -> str:
    """A line broken between words where a terminal would break it anywhere, below what follows its label."""
    width = shutil.get_terminal_size().columns
    if len(line) <= width or not stream.isatty():
        return line
    label = re.match(r"\S.*?\s{2,}(?=\S)|\s*", line)
    indent = len(label[0]) if label else 0
    return textwrap.fill(
        line, width, subsequent_indent=" " * (indent if indent < width / 2 else 0), break_on_hyphens=False
    )


def _print_columns(block: Columns) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    widths = []
    for place, head in enumerate(block.heads):
        cells = (head, *("".join(map(_piece, row[place])) for row in block.rows))
        widths.append(max(len(word) for cell in cells for word in cell.split() or [""]))
        table.add_column(head, justify="right" if head in block.right else "left", min_width=widths[-1])
    for row in block.rows:
        table.add_row(*(cell if isinstance(cell, str) else text_of(cell) for cell in row))
    out = console()
    out.width = max(out.width, WIDTH_OF_A_PIPE if block.uncut else sum(widths) + 2 * len(widths))  # no word is cut
    with out.capture() as captured:
        out.print(table)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def _piece(piece: str | tuple[str, str]) -> str:
    return piece if isinstance(piece, str) else piece[0]


def text_of(row: Row) -> Text:
    return styled((piece, STYLES[style]) for piece, style in row)


def styled(pieces: Iterable[tuple[str, str]]) -> Text:
    from rich.text import Text  # noqa: PLC0415

    return Text.assemble(*pieces)


def print_text(text: str) -> None:
    """Print lines; those that are longer than the terminal is wide break between words."""
    for line in text.split("\n"):
        click.echo(_wrapped(line, sys.stdout))


def print_json(document: object) -> None:
    click.echo(documents.base.json_text(document))


def remark(message: str) -> None:
    """Print something on standard error: for people, not for the program that reads the output."""
    for line in message.split("\n"):
        click.echo(_wrapped(line, sys.stderr), err=True)


def kept_challenges(*, resumable: bool = False) -> KeptChallenges | None:
    """Return the cache of challenges; what is wrong with it is reported on standard error."""
    return app.challenges.kept_challenges(remark, resumable=resumable)


def duration(seconds: float) -> str:
    """`45 s`, `12 min` or `1.5 h`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class TimeToGo:
    """About how long the rest takes of what consists of equal parts, once some are done; of one part, a share."""

    def __init__(self, parts: int = 1) -> None:
        self.parts, self._begun = parts, time.monotonic()

    def after(self, done: float) -> str:
        """Return `, about 12 min to go`, or nothing where there is nothing worth saying."""
        left = (time.monotonic() - self._begun) / done * (self.parts - done) if done else 0
        return f", about {duration(left)} to go" if left >= 1 else ""


def takes_unicode() -> bool:
    """Return whether standard output can show more than ASCII."""
    return (sys.stdout.encoding or "ascii").lower().startswith("utf")


def typed_path(path: Path) -> str:
    """Return a path as it is typed in the shell of this system."""
    return f'"{path}"' if sys.platform == "win32" else shlex.quote(str(path))


def print_row(row: Row) -> None:
    """Print a row of a drawing in its colours; a row that is too long is not wrapped."""
    console().print(text_of(row), no_wrap=True, crop=False)


def drawn(position: State | Layout) -> list[Row]:
    """Draw a board as the terminal can show it."""
    strokes = terminal.UNICODE if takes_unicode() else terminal.ASCII
    return terminal.draw(position, room=shutil.get_terminal_size().columns, strokes=strokes)
