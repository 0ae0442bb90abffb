"""`hashi layout generate` and `improve`: new boards to a wish, measured."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import click

from hashi_solver import app, documents, drawing
from hashi_solver.cli.common import print_blocks, print_json, remark, working_long
from hashi_solver.cli.declare import (
    LAYOUT,
    Json,
    NumberRange,
    Typed,
    Workers,
    argument,
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

TimeLimit = Annotated[
    float | None,
    option("--time-limit", type=NumberRange(0), metavar="SECONDS", help="Stop then, with the boards found so far."),
]
Progress = Annotated[bool, flag("--progress", "Report progress off a terminal too, a line every ten seconds.")]


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


def span(name: str, low: int, high: int, about: str, *, whole: bool = True) -> Typed:
    return option(name, type=SpanParameter(low, high, whole=whole), metavar=f"{low}..{high}", help=about)


BoardFolder = Annotated[
    Path | None, file("--out", "Where to write the boards [default: output/; none with --json].", metavar="FOLDER")
]


@command("hashi layout generate --seed 7 --count 4", "hashi layout generate --difficulty 4 --symmetry turn")
def generate(
    seed: Annotated[str, text("--seed", "TEXT", "The same seed makes the same boards.", default="1")],
    size: Annotated[str, text("--size", "COLUMNSxROWS", "Each side from 5 to 9 cells.", default="7x7")],
    difficulty: Annotated[
        Ends | None,
        span(
            "--difficulty",
            1,
            5,
            "1 forgiving, 5 cruel; a number or a range such as 2..3.5 [default: all].",
            whole=False,
        ),
    ],
    lines: Annotated[Ends | None, span("--lines", 20, 27, "Dotted lines; a number or a range such as 22..24.")],
    crossings: Annotated[Ends | None, span("--crossings", 2, 14, "Pairs of lines that cross; a number or a range.")],
    symmetry: Annotated[
        Literal["none", "mirror", "turn"], choice("--symmetry", ("none", "mirror", "turn"), default="none")
    ],
    sixty: Annotated[
        float,
        option(
            "--sixty",
            type=NumberRange(0, 100),
            default=0.0,
            metavar="PERCENT",
            help="60 points must be possible with at least this share of the orders of cards.",
        ),
    ],
    count: Annotated[int, integer("--count", 1, 100, default=8)],
    out: BoardFolder,
    workers: Workers,
    time_limit: TimeLimit,
    progress: Progress,
    as_json: Json,
) -> int:
    """Make new boards to a wish, and measure them.

    Boards are drawn, judged by their looks, played on a few deals and, if they promise something, on more; the best
    are changed a little and played again. Those that come out are far from one another in difficulty and crossings, and
    met the wish on deals of their own. Each is written as soon as it is found, as a TOML file with its figures as
    comments. Ctrl-C and --time-limit end the search with those.
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
    board: Annotated[str, argument("ID|PATH", type=LAYOUT)],
    difficulty: Annotated[
        Ends,
        option(
            "--difficulty",
            type=SpanParameter(1, 5, whole=False),
            metavar="1..5",
            required=True,
            help="1 forgiving, 5 cruel; a number or a range such as 2..3.5.",
        ),
    ],
    lock: Annotated[str, text("--lock", "ISLANDS", "Islands that stay as they are, such as A1,C4.", default="")],
    seed: Annotated[str, text("--seed", "TEXT", "The same seed makes the same boards.", default="1")],
    count: Annotated[int, integer("--count", 1, 20, default=1)],
    out: BoardFolder,
    workers: Workers,
    time_limit: TimeLimit,
    progress: Progress,
    as_json: Json,
) -> int:
    """Change a board a little, towards a difficulty.

    A few islands move or change flags, and lines are left out or put back, until the board is as hard as is asked on
    deals that played no part in choosing it. What comes of it has the same size and symmetry, is valid, and is hardly
    uglier. Each is written as a new TOML file with its figures and its changes as comments; the board itself stays as
    it is. Ctrl-C and --time-limit end the search with the boards found so far.
    """
    asked = app.boards.improvement(board, difficulty, lock, seed, count, out=out, write=not as_json)
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
        remark(f"{asked.layout.name} is as hard as that already")
        return 0
    if found.boards and asked.folder is not None:
        remark(f"{len(found.boards)} written to {shown_path(asked.folder)}")
    for line in drawing.boards.search_ended(found):
        remark(line)
    return 0 if found.boards else 1
