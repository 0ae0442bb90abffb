"""`hashi layout generate` and `improve`: new boards of the kind that is wanted, measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import click

from hashi_solver import app, documents, drawing
from hashi_solver.cli.common import print_blocks, print_json, remark, working_long
from hashi_solver.cli.declare import (
    Json,
    NumberRange,
    OneBoard,
    Seed,
    TimeLimit,
    Typed,
    Workers,
    choice,
    command,
    file,
    flag,
    integer,
    option,
    text,
)
from hashi_solver.notation.files import shown_path

if TYPE_CHECKING:
    from hashi_solver.generate.search import Generated

Ends = tuple[float, float]

Answer = TypeVar("Answer")


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
            self.fail(f"{value!r} is neither a number nor a range such as {self}.", param, ctx)
        if not all(self.low <= end <= self.high for end in ends):
            self.fail(f"{value} is not within {self}.", param, ctx)
        if ends[0] > ends[1]:
            self.fail(f"{value} is the wrong way round: {high}..{low}?", param, ctx)
        if self.whole and not all(end.is_integer() for end in ends):
            self.fail(f"{value}: only whole numbers can be used here.", param, ctx)
        return ends

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


def span(name: str, low: int, high: int, about: str) -> Typed:
    return option(name, type=SpanParameter(low, high, whole=True), metavar=f"{low}..{high}", help=about)


DIFFICULTY = "From 1 (forgiving) to 5 (cruel): a number, or a range 2..3.5."


def difficulty_option(**settings: Any) -> Typed:
    kind = SpanParameter(1, 5, whole=False)
    return option("--difficulty", type=kind, metavar="1..5", help=DIFFICULTY, **settings)


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How boards are searched, and where they go, as it is typed."""

    seed: Seed
    out: Annotated[
        Path | None, file("--out", "Folder for the boards [default: output/; none with --json].", metavar="FOLDER")
    ]
    workers: Workers
    time_limit: TimeLimit
    progress: Annotated[bool, flag("--progress", "Report progress every ten seconds, even off a terminal.")]

    def run(self, first: str, search: Callable[..., Answer]) -> Answer:
        """Search, and show how far it is."""
        with working_long(first, lines=self.progress) as (stop, tell):
            return search(
                workers=self.workers,
                time_limit=self.time_limit,
                on_progress=lambda done: tell(str(done)),
                stop=stop,
            )


@command("hashi layout generate --seed 7 --count 4", "hashi layout generate --difficulty 4 --symmetry turn")
def generate(
    size: Annotated[str, text("--size", "COLUMNSxROWS", "Columns and rows, each from 5 to 9.", default="7x7")],
    difficulty: Annotated[Ends | None, difficulty_option()],
    lines: Annotated[Ends | None, span("--lines", 20, 27, "Dotted lines: a number, or a range such as 22..24.")],
    crossings: Annotated[Ends | None, span("--crossings", 2, 14, "Pairs of lines that cross: a number, or a range.")],
    symmetry: Annotated[
        Literal["none", "mirror", "turn"],
        choice("--symmetry", ("none", "mirror", "turn"), "How the board repeats itself.", default="none"),
    ],
    sixty: Annotated[
        float,
        option(
            "--sixty",
            type=NumberRange(0, 100),
            default=0.0,
            metavar="PERCENT",
            help="Share of card orders that must allow 60 points.",
        ),
    ],
    count: Annotated[int, integer("--count", 1, 100, "How many boards to make.", default=8)],
    options: SearchOptions,
    as_json: Json,
) -> int:
    """Make new boards of the kind you want, and measure them.

    Boards are drawn, judged by their looks and played on a few deals; promising ones are played on more. The best are
    changed a little and played again. The boards you get differ widely in difficulty and crossings. Each is measured
    on deals that had no part in choosing it, and written as soon as it is found: a TOML file with its figures as
    comments. Ctrl-C and --time-limit end the search and keep the boards found so far.
    """
    asked = app.boards.generation(
        options.seed,
        size,
        difficulty=difficulty,
        lines=lines,
        crossings=crossings,
        symmetry=symmetry,
        sixty=sixty,
        count=count,
        out=options.out,
        write=not as_json,
    )
    found = options.run("drawing boards", partial(app.boards.generate, asked))
    if as_json:
        print_json(documents.generated.generated_json(found, asked.seed, asked.call))
    elif found.boards:
        print_blocks([drawing.boards.generated_table(found.boards)])
    return _end(found, asked.folder)


@command("hashi layout improve side-a --difficulty 2", "hashi layout improve my-board.toml --difficulty 3 --lock A1,C4")
def improve(
    board: OneBoard,
    difficulty: Annotated[Ends, difficulty_option(required=True)],
    lock: Annotated[str | None, text("--lock", "ISLANDS", "Islands to leave as they are, such as A1,C4.")],
    count: Annotated[int, integer("--count", 1, 20, "How many boards to make.", default=1)],
    options: SearchOptions,
    as_json: Json,
) -> int:
    """Change a board a little to make it easier or harder.

    A few islands move or change flags, and lines are removed or restored, until the board is as hard as you want on
    deals that had no part in choosing it. The new board is valid, has the same size and symmetry, and is hardly uglier.
    It is written as a new TOML file with its figures and changes as comments; your board stays as it is. Ctrl-C and
    --time-limit end the search and keep the boards found so far.
    """
    asked = app.boards.improvement(
        board, difficulty, lock or "", options.seed, count, out=options.out, write=not as_json
    )
    improved = options.run("measuring the board", partial(app.boards.improve, asked))
    if as_json:
        print_json(documents.generated.improved_json(improved, asked.seed, asked.call))
    else:
        print_blocks(drawing.boards.improved_blocks(improved))
    if improved.meets(asked.difficulty):
        remark(f"{asked.layout.name} already has this difficulty")
        return 0
    return _end(improved.generated, asked.folder)


def _end(found: Generated, folder: Path | None) -> int:
    """Say where the boards are, and why there are no more; return the exit code."""
    if found.boards and folder is not None:
        remark(f"{len(found.boards)} written to {shown_path(folder)}")
    for line in drawing.boards.search_ended(found):
        remark(line)
    return 0 if found.boards else 1
