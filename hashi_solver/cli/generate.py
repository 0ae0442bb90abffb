"""`hashi layout generate` and `improve`: new boards of the kind that is wanted, measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

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

Ends = tuple[float, float]

Progress = Annotated[bool, flag("--progress", "Report progress every ten seconds, even off a terminal.")]


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


def span(name: str, low: int, high: int, about: str, *, whole: bool = True) -> Typed:
    return option(name, type=SpanParameter(low, high, whole=whole), metavar=f"{low}..{high}", help=about)


BoardFolder = Annotated[
    Path | None, file("--out", "Folder for the boards [default: output/; none with --json].", metavar="FOLDER")
]


@command("hashi layout generate --seed 7 --count 4", "hashi layout generate --difficulty 4 --symmetry turn")
def generate(
    seed: Seed,
    size: Annotated[str, text("--size", "COLUMNSxROWS", "Columns and rows, each from 5 to 9.", default="7x7")],
    difficulty: Annotated[
        Ends | None,
        span("--difficulty", 1, 5, "From 1 (forgiving) to 5 (cruel): a number, or a range 2..3.5.", whole=False),
    ],
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
    out: BoardFolder,
    workers: Workers,
    time_limit: TimeLimit,
    progress: Progress,
    as_json: Json,
) -> int:
    """Make new boards of the kind you want, and measure them.

    Boards are drawn, judged by their looks and played on a few deals; promising ones are played on more. The best are
    changed a little and played again. The boards you get differ widely in difficulty and crossings. Each is measured
    on deals that had no part in choosing it, and written as soon as it is found: a TOML file with its figures as
    comments. Ctrl-C and --time-limit end the search and keep the boards found so far.
    """
    asked = app.boards.generation(
        seed,
        size,
        difficulty=difficulty,
        lines=lines,
        crossings=crossings,
        symmetry=symmetry,
        sixty=sixty,
        count=count,
        out=out,
        write=not as_json,
    )
    with working_long("drawing boards", lines=progress) as (stop, tell):
        found = app.boards.generate(
            asked, workers=workers, time_limit=time_limit, on_progress=lambda done: tell(str(done)), stop=stop
        )
    if as_json:
        print_json(documents.generated.generated_json(found, asked.seed, asked.call))
    elif found.boards:
        print_blocks([drawing.boards.generated_table(found.boards)])
        remark(f"{len(found.boards)} written to {shown_path(asked.folder or '')}")
    for line in drawing.boards.search_ended(found):
        remark(line)
    return 0 if found.boards else 1


@command("hashi layout improve side-a --difficulty 2", "hashi layout improve my-board.toml --difficulty 3 --lock A1,C4")
def improve(
    board: OneBoard,
    difficulty: Annotated[
        Ends,
        option(
            "--difficulty",
            type=SpanParameter(1, 5, whole=False),
            metavar="1..5",
            required=True,
            help="From 1 (forgiving) to 5 (cruel): a number, or a range 2..3.5.",
        ),
    ],
    lock: Annotated[str | None, text("--lock", "ISLANDS", "Islands to leave as they are, such as A1,C4.")],
    seed: Seed,
    count: Annotated[int, integer("--count", 1, 20, "How many boards to make.", default=1)],
    out: BoardFolder,
    workers: Workers,
    time_limit: TimeLimit,
    progress: Progress,
    as_json: Json,
) -> int:
    """Change a board a little to make it easier or harder.

    A few islands move or change flags, and lines are removed or restored, until the board is as hard as you want on
    deals that had no part in choosing it. The new board is valid, has the same size and symmetry, and is hardly uglier.
    It is written as a new TOML file with its figures and changes as comments; your board stays as it is. Ctrl-C and
    --time-limit end the search and keep the boards found so far.
    """
    asked = app.boards.improvement(board, difficulty, lock or "", seed, count, out=out, write=not as_json)
    with working_long("measuring the board", lines=progress) as (stop, tell):
        improved = app.boards.improve(
            asked, workers=workers, time_limit=time_limit, on_progress=lambda done: tell(str(done)), stop=stop
        )
    found = improved.generated
    if as_json:
        print_json(documents.generated.improved_json(improved, asked.seed, asked.call))
    else:
        print_blocks(drawing.boards.improved_blocks(improved))
    if improved.meets(asked.difficulty):
        remark(f"{asked.layout.name} already has this difficulty")
        return 0
    if found.boards and asked.folder is not None:
        remark(f"{len(found.boards)} written to {shown_path(asked.folder)}")
    for line in drawing.boards.search_ended(found):
        remark(line)
    return 0 if found.boards else 1
