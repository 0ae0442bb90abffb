"""What several commands share: parameters, output for people, output for programs."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from hashi_solver.documents.base import json_text
from hashi_solver.documents.records import parse_any_record, read_record
from hashi_solver.drawing import terminal
from hashi_solver.errors import InputError, Violation
from hashi_solver.library import layout_ids
from hashi_solver.notation.codes import LENGTH, canonical_code
from hashi_solver.notation.files import MOST_BYTES, decode, is_plain, shown_path
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.notation.records import format_turn
from hashi_solver.record import Record
from hashi_solver.scoring import BONUS_NAMES, BONUSES, EARLY, Bonus, Breakdown, done

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from hashi_solver.board import Layout
    from hashi_solver.referee import Round, Verdict
    from hashi_solver.rules import State

Command = TypeVar("Command", bound=Callable[..., Any])

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
}
MOST_SEED = 100
INTERRUPTED = 130
WIDTH_OF_A_PIPE = 200


class LayoutParameter(click.ParamType[str]):
    """An id of a board or the path of its file; the shell completes both."""

    name = "id|path"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        ids = [CompletionItem(name) for name in layout_ids() if name.startswith(incomplete)]
        return ids or [CompletionItem(incomplete, type="file")]


class FileParameter(click.ParamType[Path]):
    """A file that is read or written; opening it is left to those who can say what is wrong with it."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


LAYOUT = LayoutParameter()
FILE = FileParameter()

MOST_WORKERS = 512
OF_RECORD = "The board; a record names its own."
OF_YOUR_CARDS = "17 cards: the order. 18 cards: the cards of your own copy."

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
workers_option = click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N", help="Processes; by default one a core."
)


class InOrder(click.Group):
    """Lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def board_option(about: str = OF_RECORD, *, required: bool = False) -> Callable[[Command], Command]:
    return click.option("--layout", "--board", "board", type=LAYOUT, required=required, help=about)


def deck_file_option(about: str = OF_YOUR_CARDS) -> Callable[[Command], Command]:
    return click.option("--deck-file", type=FILE, help=about)


def examples(*calls: str) -> str:
    """What stands at the end of a help: calls that one can type, a line each."""
    return "\n".join(["Examples:", "", "\b", *calls])


def read_named(path: Path, board: str | None = None) -> Record:
    """The record in a file, or on standard input for `-`, with what a Challenge line in it stands for.

    `board` is the board that the call names: it counts instead of the one that the record names.
    """
    if str(path) != "-":
        if not path.exists() and looks_like_a_code(str(path)):
            message = "there is no such file; a code is no record of play, but may stand in one, as Challenge: CODE"
            raise InputError(message, source=shown_path(path))
        return _completed(read_record(path), shown_path(path), board)
    source = "standard input"
    return _completed(parse_any_record(decode(sys.stdin.buffer.read(MOST_BYTES + 1), source), source), source, board)


def read_game(path: Path, board: str | None = None) -> Record:
    """Like `read_named`; where no file has the name, it may be the code of a challenge: a record without rounds."""
    if str(path) == "-" or path.exists() or not looks_like_a_code(str(path)):
        return read_named(path, board)
    try:
        code = canonical_code(str(path))
    except InputError as error:
        raise InputError(
            f"there is no such file, and it is no code: {error.message}", source=shown_path(path)
        ) from None
    return _completed(Record(challenge=code), code, board)


def looks_like_a_code(text: str) -> bool:
    """Whether somebody who typed this meant a code, right or wrong: no folders, no ending, about 15 characters."""
    return re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z\s\u2010-\u2014\u2212-]*", text) is not None and (
        sum(char.isalnum() for char in text) in range(LENGTH - 2, LENGTH + 3)
    )


def _completed(record: Record, source: str, board: str | None) -> Record:
    """The record with what its code stands for. The board keeps the name by which it was found."""
    if record.challenge is None:
        return record
    from hashi_solver.challenge.recorded import completed  # noqa: PLC0415 - most records do without

    named = board or record.layout
    layout = None if named is None else load_playable_layout(named)
    try:
        found = completed(record, layout)
    except InputError as error:
        raise error.at(source) from None
    return found if named is None else replace(found, layout=named)


def layout_of(record: Record, path: Path, override: str | None) -> Layout:
    """The board that a record is of, unless the call names another."""
    if override is None and record.layout is None:
        raise InputError("the record has no Layout line; say which board with --layout", source=shown_path(path))
    return load_playable_layout(override or record.layout or "")


def checked_seed(seed: str) -> str:
    """A seed as a call gives it: any short text."""
    if not 0 < len(seed) <= MOST_SEED:
        raise InputError(f"a seed is a text of 1 to {MOST_SEED} letters")
    if any("\ud800" <= char <= "\udfff" for char in seed):  # bytes that are no UTF-8
        raise InputError("this seed is no text in UTF-8")
    if not all(map(is_plain, seed)):
        raise InputError("a seed has no line breaks and no control characters")
    return seed


@contextmanager
def live_status(first: str) -> Iterator[Callable[[str], None] | None]:
    """One line on standard error that can be told anew; None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415

    with Console(stderr=True).status(first) as status:
        yield status.update


def console() -> Console:
    from rich.console import Console  # noqa: PLC0415 - help must not pay for it

    width = None if sys.stdout.isatty() else WIDTH_OF_A_PIPE
    return Console(highlight=False, emoji=False, markup=False, width=width)


def print_table(
    heads: Sequence[str], rows: Iterable[Sequence[str | Text]], *, right: Sequence[str] = (), uncut: bool = False
) -> None:
    """Rows under their heads, the columns named in `right` flush right, without blanks at the ends of lines.

    `uncut`: where a line is too long for the terminal it runs over, rather than that a cell loses its end.
    """
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right" if head in right else "left")
    for row in rows:
        table.add_row(*row)
    out = console()
    if uncut:
        out.width = max(out.width, WIDTH_OF_A_PIPE)
    with out.capture() as captured:
        out.print(table)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())


def print_json(document: object) -> None:
    click.echo(json_text(document))


def remark(message: str) -> None:
    """Something for the person, not for the program that reads the output."""
    click.echo(message, err=True)


def takes_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    return (sys.stdout.encoding or "ascii").lower().startswith("utf")


def print_board(position: State | Layout) -> None:
    from rich.text import Text  # noqa: PLC0415

    strokes = terminal.UNICODE if takes_unicode() else terminal.ASCII
    rows = terminal.draw(position, room=shutil.get_terminal_size().columns, strokes=strokes)
    out = console()
    for row in rows:
        out.print(Text.assemble(*((text, STYLES[style]) for text, style in row)), no_wrap=True, crop=False)


def print_rounds(verdict: Verdict) -> None:
    """The game round by round, each mistake below its round."""
    rows = [("start", "", str(verdict.start), "")]
    rows += [("", "", _mistake(violation), "") for violation in verdict.violations if not violation.round]
    for one in verdict.rounds:
        rows.append((str(one.number), str(one.card), format_turn(one.play), _news(one)))
        rows += [("", "", _mistake(violation), "") for violation in one.violations]
    print_table(("round", "card", "play", "finished"), rows, right=("round",))


def _mistake(violation: Violation) -> str:
    return f"! {violation.message} ({violation.rule})"


def _news(one: Round) -> str:
    return ", ".join([*one.finished, *(f"{BONUS_NAMES[bonus]}!" for bonus in one.done)])


def breakdown_lines(breakdown: Breakdown, state: State) -> list[str]:
    """The points, one line a source, with when it was done."""
    lines = [f"islands     2 x {breakdown.islands // 2:<2}  {breakdown.islands:>3}"]
    for bonus in BONUSES:
        points, when = getattr(breakdown, bonus), done(state, bonus)
        told = f"{points:>3}  {early_or_late(bonus, points)}, round {when}" if points else "  -"
        lines.append(f"{BONUS_NAMES[bonus]:<11}         {told}")
    return lines


def early_or_late(bonus: Bonus, points: int) -> str:
    return "early" if points == EARLY[bonus] else "late"
