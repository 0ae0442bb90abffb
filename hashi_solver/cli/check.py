"""`hashi check`: the referee."""

from __future__ import annotations

from typing import Annotated

from hashi_solver import app, documents, drawing, views
from hashi_solver.cli.common import drawn, kept_challenges, print_blocks, print_json, questions, working
from hashi_solver.cli.declare import Board, DeckFile, Json, Records, command, flag, option


@command("hashi check my-game.txt", "hashi check anna.txt ben.txt carla.txt --verbose")
def check(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: Annotated[bool, flag("--house", "Count a record with mistakes by rule R10: what is illegal is void.")],
    verbose: Annotated[bool, option("-v", "--verbose", is_flag=True, help="Show every round.")],
    as_json: Json,
) -> int:
    """Referee a record of play: legal or not, and what it scored.

    RECORD is a file, or - for standard input. Two to four records of one board and one deck are a table: each
    player hands the board to the next in the order given, and early means first (R8b). A record with a Challenge
    line is also told its medal.

    Exit code 0 for legal play, 1 for illegal play, 2 for a record that cannot be read.
    """
    found = app.refereeing.check(questions(records, board, deck_file), house=house)
    if found.table is not None and as_json:
        print_json(documents.verdicts.table_json(found.table))
    elif found.table is not None:
        print_blocks(drawing.verdict.table_blocks(found.table, verbose))
    elif as_json:
        print_json(documents.verdicts.verdict_json(found.verdicts[0]))
    else:
        print_blocks(drawing.verdict.verdict_blocks(found.verdicts[0], verbose, drawn))
        if found.has_medals:
            with working("finding the medals of the challenge") as (stop, _):
                code, aims = app.refereeing.targets_of(found, kept_challenges(), stop)
            print_blocks(
                drawing.verdict.medal_lines(code, views.medals.medals_view(aims, found.verdicts[0].breakdown.total))
            )
    return 0 if found.legal else 1
