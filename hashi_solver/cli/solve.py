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
    AnyStart,
    Board,
    CardOrder,
    DealSeed,
    DeckFile,
    Json,
    TimeLimit,
    argument,
    command,
    file,
    integer,
    output,
    picture,
)
from hashi_solver.cli.outputs import write_and_tell
from hashi_solver.drawing.svg import board_svg
from hashi_solver.errors import InputError
from hashi_solver.notation.files import read_text
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
    order: CardOrder,
    deck_file: DeckFile,
    seed: DealSeed,
    start: AnyStart,
    after: Annotated[Path | None, file("--after", "Find the best play after the rounds of this record.")],
    target: Annotated[
        int | None, integer("--target", 0, 999, "Only check whether this total can be reached.", metavar="TOTAL")
    ],
    time_limit: TimeLimit,
    workers: Annotated[int | None, integer("--workers", 1, 64, hidden=True)],
    svg: Annotated[Path | None, picture("the final board")],
    record_file: Annotated[Path | None, output("--record", "Write the play to this file as a record.", is_record)],
    as_json: Json,
) -> int:
    """Prove the highest total that an order of cards allows.

    Shows a play that reaches it. The cards come from RECORD, or from --deck, --deck-file, --seed or --after. RECORD is
    a file, - for standard input, or the code of a challenge. Its Layout, Deck and Start count; its rounds do not.

    On one machine and version, the same question always gets the same play. After Ctrl-C or --time-limit, hashi shows
    the best play so far and the highest total that is still possible.
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
    label = f"{solution.score} points on {solution.game.layout.name}"
    write_and_tell(svg, lambda: board_svg(solution.final, label=label), "the final board")
    write_and_tell(record_file, lambda: format_record(found.record_to_keep), "the play")
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
