"""`hashi layout generate`: new boards to a wish, measured."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hashi_solver import app, documents
from hashi_solver.cli.common import Command, json_option, live_status, print_json, print_table, remark, workers_option
from hashi_solver.cli.declare import FILE, examples
from hashi_solver.errors import InputError
from hashi_solver.generate.wish import CROSSINGS, LINES, BoardWish, Range, Shape
from hashi_solver.interrupts import ctrl_c_stops, interrupts_wait
from hashi_solver.library import output_folder
from hashi_solver.notation.files import expect_writable, make_folder, shown_path, write_text

if TYPE_CHECKING:
    from hashi_solver.generate.search import Generated, NewBoard

_MOST_BOARDS = 100
_SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")


class SpanParameter(click.ParamType[tuple[float, float]]):
    """A number, or two with two dots between them: `22`, `20..24`."""

    name = "number or from..to"

    def __init__(self, low: int, high: int, *, whole: bool) -> None:
        self.low, self.high, self.whole = low, high, whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        low, dots, high = str(value).partition("..")
        try:
            ends = (float(low), float(high if dots else low))
        except ValueError:
            self.fail(f"{value!r} is neither a number nor two with two dots between them, such as {self}.", param, ctx)
        if not all(self.low <= end <= self.high for end in ends):
            self.fail(f"{value} is not within {self}.", param, ctx)
        if ends[0] > ends[1]:
            self.fail(f"{value} is the wrong way round: {high}..{low}?", param, ctx)
        if self.whole and not all(end.is_integer() for end in ends):
            self.fail(f"{value}: these are whole numbers.", param, ctx)
        return ends

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


def _span_option(name: str, low: int, high: int, about: str, *, whole: bool = True) -> Callable[[Command], Command]:
    return click.option(name, type=SpanParameter(low, high, whole=whole), metavar=f"{low}..{high}", help=about)


@click.command(
    epilog=examples("hashi layout generate --seed 7 --count 4", "hashi layout generate --difficulty 4 --symmetry turn")
)
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed makes the same boards.")
@click.option("--size", default="7x7", show_default=True, metavar="COLUMNSxROWS", help="Each side from 5 to 9 cells.")
@_span_option(
    "--difficulty", 1, 5, "1 forgiving, 5 cruel; a number or a range such as 2..3.5. By default all.", whole=False
)
@_span_option("--lines", 20, 27, "Dotted lines; a number or a range such as 22..24.")
@_span_option("--crossings", 2, 14, "Pairs of lines that cross; a number or a range.")
@click.option("--symmetry", type=click.Choice(("none", "mirror", "turn")), default="none", show_default=True)
@click.option(
    "--sixty",
    type=click.FloatRange(0, 100),
    default=0.0,
    metavar="PERCENT",
    help="60 points must be possible with at least this share of the orders of cards.",
)
@click.option("--count", type=click.IntRange(1, _MOST_BOARDS), default=8, show_default=True, metavar="N")
@click.option(
    "--out", type=FILE, metavar="FOLDER", help="Where to write the boards; by default output/, with --json nowhere."
)
@workers_option
@json_option
def generate(
    seed: str,
    size: str,
    difficulty: tuple[float, float] | None,
    lines: tuple[float, float] | None,
    crossings: tuple[float, float] | None,
    symmetry: str,
    sixty: float,
    count: int,
    out: Path | None,
    workers: int | None,
    as_json: bool,
) -> int:
    """Make new boards to a wish, and measure them.

    Boards are drawn, judged by their looks, played on a few deals and, if they promise something, on more; the best
    are changed a little and played again. Those that come out are far from one another in difficulty and crossings, and
    met the wish on deals of their own. Each is written as soon as it is found, as a TOML file with its figures as
    comments. Ctrl-C ends the search with those.
    """
    with interrupts_wait():
        from hashi_solver.generate.board_files import board_file  # noqa: PLC0415
        from hashi_solver.generate.search import generate as search  # noqa: PLC0415 - help must not pay for it

    wish = _wish(size, difficulty, lines, crossings, symmetry, sixty)
    folder = out if out is not None or as_json else output_folder()
    if folder is not None:
        expect_writable(folder)
    how = _call(wish, app.question.checked_seed(seed), count)

    def keep(made: NewBoard) -> None:
        if folder is not None:
            make_folder(folder)
            write_text(folder / f"{made.layout.id}.toml", board_file(made, how))

    with ctrl_c_stops() as stop, live_status("drawing boards") as tell:
        found = search(
            wish,
            seed,
            count,
            workers=workers,
            on_progress=None if tell is None else lambda progress: tell(str(progress)),
            on_found=keep,
            stop=stop,
        )
    if as_json:
        print_json(documents.generated.generated_json(found, seed, how))
    elif found.boards:
        _print(found)
        remark(f"{len(found.boards)} written to {shown_path(folder or '')}")
    return _told(found)


def _wish(
    size: str,
    difficulty: tuple[float, float] | None,
    lines: tuple[float, float] | None,
    crossings: tuple[float, float] | None,
    symmetry: Any,
    sixty: float,
) -> BoardWish:
    match = _SIZE.fullmatch(size.strip().lower())
    if match is None:
        raise InputError("--size is columns x rows, for instance 7x7")
    shape = Shape(int(match[1]), int(match[2]), Range(*(lines or LINES)), Range(*(crossings or CROSSINGS)), symmetry)
    shape.check()
    return BoardWish(shape, None if difficulty is None else Range(*difficulty), sixty / 100)


def _call(wish: BoardWish, seed: str, count: int) -> str:
    """The call that makes these boards again."""
    shape, usual = wish.shape, Shape()
    words = ["hashi layout generate", f"--seed {shlex.quote(seed)}", f"--size {shape.columns}x{shape.rows}"]
    spans = {
        "difficulty": wish.difficulty,
        "lines": None if shape.lines == usual.lines else shape.lines,
        "crossings": None if shape.crossings == usual.crossings else shape.crossings,
    }
    for name, span in spans.items():
        if span is not None:
            words.append(f"--{name} {span.low:g}" + (f"..{span.high:g}" if span.high != span.low else ""))
    if shape.symmetry != usual.symmetry:
        words.append(f"--symmetry {shape.symmetry}")
    if wish.perfect:
        words.append(f"--sixty {100 * wish.perfect:g}")
    return " ".join([*words, f"--count {count}"])


def _print(found: Generated) -> None:
    heads = ("id", "lines", "crossings", "difficulty", "95 %", "optimum", "club", "60", "beauty")
    rows = []
    for made in found.boards:
        figures, difficulty = made.figures, made.figures.difficulty
        rows.append(
            (
                made.layout.id,
                str(len(made.layout.lines)),
                str(made.layout.crossings),
                f"{difficulty.value:.1f}",
                f"{difficulty.low:.1f} to {difficulty.high:.1f}",
                f"{figures.optimum.value:.1f}",
                f"{figures.player.value:.1f}",
                f"{figures.perfect.value:.1%}",
                f"{made.beauty:.2f}",
            )
        )
    print_table(heads, rows, right=("lines", "crossings", "difficulty", "optimum", "club", "60", "beauty"))


def _told(found: Generated) -> int:
    """What went otherwise than asked, and the exit code."""
    there, of = len(found.boards), f"of {found.asked} boards"
    if found.interrupted:
        remark(f"stopped: {there} {of} were found by then")
    elif not found.drawn:
        raise InputError("no pleasant board of this size, with these lines, crossings and symmetry, could be drawn")
    elif there < found.asked:
        remark(f"only {there} {of} were found, after {found.drawn} were drawn and measured; a wider wish finds more")
    return 0 if there else 1
