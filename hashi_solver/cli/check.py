"""`hashi check`: the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, documents
from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cli.common import (
    breakdown_lines,
    early_or_late,
    print_board,
    print_json,
    print_rounds,
    print_table,
    questions,
    working,
)
from hashi_solver.cli.declare import Board, DeckFile, Json, Records, command, flag, option
from hashi_solver.referee import Table, Verdict
from hashi_solver.scoring import MEDALS, Breakdown

if TYPE_CHECKING:
    from hashi_solver.app.refereeing import Checked


@command("hashi check my-game.txt", "hashi check anna.txt ben.txt carla.txt --verbose")
def check(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: Annotated[bool, flag("--house", "Count a record with mistakes by rule R10: what is illegal is void.")],
    verbose: Annotated[bool, option("-v", "--verbose", is_flag=True, help="Tell every round.")],
    as_json: Json,
) -> int:
    """Referee a record of play: legal or not, and what it scored.

    RECORD is a file, or - for standard input. Two to four records of one board and one deck are a table: each
    player hands the board to the next in the order given, and early means first (R8b). A record with a Challenge
    line is also told its medal.

    Exit code 0 for legal play, 1 for illegal play, 2 for a record that cannot be read.
    """
    found = app.refereeing.check(questions(records, board, deck_file), house=house)
    if found.table is not None:
        if as_json:
            print_json(documents.verdicts.table_json(found.table))
        else:
            _print_table(found.table, verbose)
    elif as_json:
        print_json(documents.verdicts.verdict_json(found.verdicts[0]))
    else:
        _print_verdict(found.verdicts[0], verbose)
        if found.has_medals:
            _print_medal(found)
    return 0 if found.legal else 1


def _print_verdict(verdict: Verdict, verbose: bool) -> None:
    layout = verdict.final.game.layout
    click.echo(f"{layout.name}, {len(verdict.rounds)} rounds: {_judgement(verdict)}")
    if verbose:
        print_rounds(verdict)
    elif verdict.violations:
        for violation in verdict.violations:
            click.echo(f"  {violation}")
    click.echo()
    print_board(verdict.final if verdict.house or verdict.legal else verdict.scored)
    click.echo()
    if verdict.house and verdict.void:
        click.echo(f"void by R10: {', '.join(verdict.void)}")
    if not (verdict.house or verdict.legal):
        click.echo(f"The board and the points are those after round {verdict.scored.round}, before the first mistake.")
    for line in breakdown_lines(verdict.breakdown, verdict.scored):
        click.echo(line)
    click.echo(f"total               {verdict.breakdown.total:>4}  {verdict.title}")


def _print_medal(found: Checked) -> None:
    """What the total is worth in its challenge."""
    total = found.verdicts[0].breakdown.total
    with working("finding the medals of the challenge") as (stop, _):
        code, aims = app.refereeing.targets_of(found, stop)
    medals = f"bronze {aims.bronze}, silver {aims.silver}, gold {aims.gold}, perfect {aims.perfect}"
    reached = aims.medal(total)
    rank = MEDALS.index(reached) if reached else len(MEDALS)
    missing = "" if not rank else f", {getattr(aims, MEDALS[rank - 1]) - total} short of {MEDALS[rank - 1]}"
    click.echo(f"\nchallenge {code}: par {aims.par}, {medals}")
    click.echo(f"{reached or 'no medal'}{missing}")


def _judgement(verdict: Verdict) -> str:
    count = len(verdict.violations)
    if not count:
        return "legal"
    mistakes = "1 mistake" if count == 1 else f"{count} mistakes"
    return f"not legal, {mistakes}{', counted by R10' if verdict.house else ''}"


def _print_table(table: Table, verbose: bool) -> None:
    for seat in table.seats:
        if verbose:
            click.echo(f"{seat.player}: {_judgement(seat.verdict)}")
            print_rounds(seat.verdict)
            click.echo()
        else:
            for violation in seat.verdict.violations:
                click.echo(f"{seat.player}: {violation}")
    shared = sum(seat.winner for seat in table.seats) > 1
    rows = []
    for seat in table.seats:
        points = [_points(seat.breakdown, bonus) for bonus in BONUSES]
        words = ["shares the win" if shared else "wins"] if seat.winner else []
        if not seat.verdict.legal:
            words.append("not legal")
        start = f"{seat.start} by {table.seats[seat.start_by].player}"
        total = str(seat.breakdown.total)
        rows.append((seat.player, start, str(seat.breakdown.islands), *points, total, ", ".join(words)))
    numbers = ("islands", *(bonus.name for bonus in BONUSES), "total")
    print_table(("player", "start", *numbers, ""), rows, right=numbers)
    for bonus in BONUSES:
        when = table.early_in[bonus.place]
        if when:
            first = ", ".join(seat.player for seat in table.seats if seat.verdict.scored.done_in(bonus) == when)
            click.echo(f"{bonus.words} first in round {when}: {first}")


def _points(breakdown: Breakdown, bonus: Bonus) -> str:
    points = breakdown.of(bonus)
    return f"{points} {early_or_late(bonus, points)}" if points else "-"
