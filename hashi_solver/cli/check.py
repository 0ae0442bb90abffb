"""`hashi check`: the referee."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from hashi_solver import app, documents, drawing, sheet, views
from hashi_solver.cli.common import drawn, kept_challenges, print_blocks, print_json, questions, remark_on, working
from hashi_solver.cli.declare import Board, DeckFile, House, Json, Lang, Records, Solo, command, option, output
from hashi_solver.cli.outputs import is_page
from hashi_solver.cli.printing import PaperSize, ReportStyle, write_report
from hashi_solver.errors import InputError

if TYPE_CHECKING:
    from hashi_solver.app.refereeing import Checked
    from hashi_solver.targets import Targets
    from hashi_solver.views.medals import MedalsView
    from hashi_solver.views.ranking import Ranking


@command(
    "hashi check my-game.txt",
    "hashi check anna.txt ben.txt carla.txt --verbose",
    "hashi check *.txt --report evening.pdf",
)
def check(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: House,
    solo: Solo,
    report: Annotated[
        Path | None, output("--report", "Write the results to this .pdf or .html file.", is_page, metavar="FILE")
    ],
    lang: Lang,
    paper: PaperSize,
    style: ReportStyle,
    verbose: Annotated[bool, option("-v", "--verbose", is_flag=True, help="Show every round.")],
    as_json: Json,
) -> int:
    """Referee a record of play: is it legal, and what did it score?

    RECORD is a file, or - for standard input. Two to four records of one board and one deck are a table: each
    player hands the board to the next in the order given, and early means first (R8b).

    Records with a Challenge line are games played alone, any number of them. Each gets its own verdict and medal, and a
    ranking follows. With --solo, all records are games played alone. --report writes the ranking as a page to print,
    with the sums of an evening of several challenges.

    The exit code is 0 for legal play, 1 for illegal play, and 2 for a record that cannot be read.
    """
    sheet.writing.check_report(report)
    found = app.refereeing.check(questions(records, board, deck_file), house=house, solo=solo)
    if report is not None and found.table is not None:
        raise InputError("--report lists games that were played alone: add --solo, or leave out --report")
    for asked, remarks in zip(found.asked, found.remarks, strict=True):
        remark_on(asked, remarks)
    if found.table is not None and as_json:
        print_json(documents.verdicts.table_json(found.table, found.remarks))
    elif found.table is not None:
        print_blocks(drawing.verdict.table_blocks(found.table, verbose))
    elif as_json:
        print_json(documents.verdicts.verdicts_json(found.verdicts, found.remarks))
    if found.table is None and (report is not None or not as_json):
        medals = _medals_of(found)
        if not as_json:
            _print_games(found, medals, verbose)
        options = sheet.Options(lang, paper, style)
        write_report(report, lambda: sheet.results.results_of(_ranking(found, medals), options))
    return 0 if found.legal else 1


def _medals_of(found: Checked) -> dict[int, MedalsView]:
    aims: dict[int, Targets] = {}
    if any(map(found.has_medals, range(len(found.asked)))):
        with working("finding the medals of the challenge") as (stop, _):
            aims = app.refereeing.targets_of(found, kept_challenges(), stop)
    return {
        place: views.medals.medals_view(each, found.verdicts[place].breakdown.total) for place, each in aims.items()
    }


def _print_games(found: Checked, medals: dict[int, MedalsView], verbose: bool) -> None:
    """Print games that were played alone one after the other, each with its medal; several with a ranking."""
    several = len(found.asked) > 1
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


def _ranking(found: Checked, medals: dict[int, MedalsView]) -> Ranking:
    games = []
    for place, (asked, verdict) in enumerate(zip(found.asked, found.verdicts, strict=True)):
        counts = verdict.complete and (verdict.legal or verdict.house)
        layout, code = verdict.final.game.layout, asked.record.challenge or ""
        medal = medals[place].reached if place in medals else None
        games.append(views.ranking.PlayedAlone(asked.player, code, layout, verdict.breakdown, counts, medal))
    return views.ranking.ranking_view(games)
