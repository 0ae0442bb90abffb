"""`hashi solve`: the best play, proven."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from hashi_solver import app, documents, drawing
from hashi_solver.cli.common import (
    drawn,
    print_blocks,
    print_json,
    remark,
    remark_on,
    source_of,
    working,
)
from hashi_solver.cli.declare import (
    FILE,
    SECONDS,
    Board,
    DeckFile,
    Json,
    argument,
    command,
    file,
    integer,
    option,
    output,
    text,
)
from hashi_solver.cli.outputs import is_picture
from hashi_solver.drawing.svg import board_svg
from hashi_solver.errors import InputError
from hashi_solver.notation.files import read_text, shown_path, write_text
from hashi_solver.notation.records import format_record, parse_record

if TYPE_CHECKING:
    from hashi_solver.solver import SearchProgress


def is_record(path: Path) -> bool:
    """Whether a file is a play that this command wrote: in its own form, without the name of a player."""
    try:
        text = read_text(path)
        record = parse_record(text)
    except InputError:
        return False
    return record.player is None and format_record(record) == text


@command("hashi solve my-game.txt", "hashi solve --layout side-b --seed tuesday --start free")
def solve(
    record: Annotated[Path | None, argument("[RECORD|CODE]", type=FILE, required=False)],
    board: Board,
    order: Annotated[str | None, text("--deck", "CARDS", 'The 17 cards in their order: "5/3 2/1 ...".')],
    deck_file: DeckFile,
    seed: Annotated[str | None, text("--seed", "TEXT", "Shuffle the cards by this seed, the same everywhere.")],
    start: Annotated[
        str | None, text("--start", "4@C3|free", "The start number (default: free, if nothing fixes it).")
    ],
    after: Annotated[Path | None, file("--after", "Find the best play after the rounds of this record.")],
    target: Annotated[
        int | None, integer("--target", 0, 999, "Only check whether this total can be reached.", metavar="TOTAL")
    ],
    time_limit: Annotated[
        float | None,
        option("--time-limit", type=SECONDS, metavar="SECONDS", help="Stop then and show the best play so far."),
    ],
    workers: Annotated[int | None, integer("--workers", 1, 64, hidden=True)],
    svg: Annotated[Path | None, output("--svg", "Write the final board to this file as a picture.", is_picture)],
    record_file: Annotated[Path | None, output("--record", "Write the play to this file as a record.", is_record)],
    as_json: Json,
) -> int:
    """Prove the highest total that an order of cards allows.

    Shows a play that reaches it. The cards come from RECORD (a file, or - for standard input; its Layout, Deck and
    Start count, not its rounds; or the code of a challenge), or from --deck, --deck-file, --seed or --after.

    The same question gets the same play on one machine and version. Ctrl-C and --time-limit end the search with the
    best play so far and the total that could still be.
    """
    if record is not None and after is not None:
        raise InputError("give RECORD or --after, not both: --after plays the rounds of the record, RECORD does not")
    if workers is not None:
        remark("--workers has no effect any more: one thread is quickest")
    cards = app.question.cards_of(deck_file)
    path = record or after
    position = app.question.to_solve(
        None if path is None else source_of(path, or_code=after is None),
        played=after is not None,
        board=board,
        order=order,
        cards=cards,
        seed=seed,
        start=start,
    )
    if after is not None:
        remark_on(position.question)
    prove = app.solving.solve  # loaded before Ctrl-C means: answer with what is known
    with working("looking for a play") as (stop, tell):
        found = prove(
            position,
            time_limit=time_limit,
            target=target,
            on_progress=lambda progress: tell(_so_far(progress)),
            stop=stop,
        )
    solution = found.solution
    if svg is not None:
        write_text(svg, board_svg(solution.final, label=f"{solution.score} points on {solution.game.layout.name}"))
        remark(f"{shown_path(svg)}: the final board")
    if record_file is not None:
        write_text(record_file, format_record(found.record_to_keep))
        remark(f"{shown_path(record_file)}: the play")
    if as_json:
        print_json(documents.solutions.solution_json(solution, target))
    else:
        free = " (of your choice)" if position.state.start is None else ""
        later = f", after round {position.state.round}" if position.played else ""
        opening = f"start {found.record.start}{free}{later}"
        print_blocks(drawing.solutions.solution_blocks(solution, found.verdict, opening, target, drawn))
    return 0


def _so_far(progress: SearchProgress) -> str:
    return f"best so far {progress.best}, more than {progress.bound} is ruled out (Ctrl-C to stop)"
