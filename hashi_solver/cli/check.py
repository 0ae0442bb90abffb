"""`hashi check`: the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from hashi_solver import app, documents, drawing, views
from hashi_solver.cli.common import drawn, kept_challenges, print_blocks, print_json, questions, remark_on, working
from hashi_solver.cli.declare import Board, DeckFile, House, Json, Records, Solo, command, option

if TYPE_CHECKING:
    from hashi_solver.app.refereeing import Checked
    from hashi_solver.targets import Targets


@command("hashi check my-game.txt", "hashi check anna.txt ben.txt carla.txt --verbose")
def check(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: House,
    solo: Solo,
    verbose: Annotated[bool, option("-v", "--verbose", is_flag=True, help="Show every round.")],
    as_json: Json,
) -> int:
    """Referee a record of play: is it legal, and what did it score?

    RECORD is a file, or - for standard input. Two to four records of one board and one deck are a table: each
    player hands the board to the next in the order given, and early means first (R8b).

    Records with a Challenge line are games played alone, any number of them. Each gets its own verdict and medal, and a
    ranking follows. With --solo, all records are games played alone.

    The exit code is 0 for legal play, 1 for illegal play, and 2 for a record that cannot be read.
    """
    found = app.refereeing.check(questions(records, board, deck_file), house=house, solo=solo)
    for asked, remarks in zip(found.asked, found.remarks, strict=True):
        remark_on(asked, remarks)
    if found.table is not None and as_json:
        print_json(documents.verdicts.table_json(found.table, found.remarks))
    elif found.table is not None:
        print_blocks(drawing.verdict.table_blocks(found.table, verbose))
    elif as_json:
        print_json(documents.verdicts.verdicts_json(found.verdicts, found.remarks))
    else:
        _print_games(found, verbose)
    return 0 if found.legal else 1


def _print_games(found: Checked, verbose: bool) -> None:
    """Print games that were played alone one after the other, each with its medal; several with a ranking."""
    several = len(found.asked) > 1
    aims: dict[int, Targets] = {}
    if any(map(found.has_medals, range(len(found.asked)))):
        with working("finding the medals of the challenge") as (stop, _):
            aims = app.refereeing.targets_of(found, kept_challenges(), stop)
    medals = {
        place: views.medals.medals_view(each, found.verdicts[place].breakdown.total) for place, each in aims.items()
    }
    for place, (asked, verdict) in enumerate(zip(found.asked, found.verdicts, strict=True)):
        print_blocks(drawing.verdict.verdict_blocks(verdict, verbose, drawn, asked.player if several else ""))
        code = asked.record.challenge or ""
        if place in medals:
            print_blocks(drawing.verdict.medal_lines(code, medals[place]))
        elif code and verdict.legal and not verdict.complete:
            print_blocks(drawing.verdict.unfinished_lines(code, verdict))
        if several:
            print_blocks([""])
    if several:
        reached = {place: each.reached or "no medal" for place, each in medals.items()}
        ranked = [(found.asked[place].player, found.verdicts[place], reached.get(place, "")) for place in found.ranking]
        print_blocks(drawing.verdict.ranking_blocks(ranked))
