"""`hashi check`: the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, documents, drawing, views
from hashi_solver.bonuses import BONUSES
from hashi_solver.cli.common import (
    print_board,
    print_json,
    print_table,
    questions,
    show,
    working,
)
from hashi_solver.cli.declare import Board, DeckFile, Json, Records, command, flag, option
from hashi_solver.referee import Table, Verdict

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
        show([drawing.verdict.rounds_of(verdict)])
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
    show(drawing.verdict.points_lines(verdict.breakdown, verdict.scored))


def _print_medal(found: Checked) -> None:
    """What the total is worth in its challenge."""
    with working("finding the medals of the challenge") as (stop, _):
        code, aims = app.refereeing.targets_of(found, stop)
    medals = views.medals.medals_view(aims, found.verdicts[0].breakdown.total)
    missing = "" if medals.next is None else f", {medals.next[1]} short of {medals.next[0]}"
    click.echo(f"\nchallenge {code}: par {medals.par}, {drawing.verdict.limits_words(medals)}")
    click.echo(f"{medals.reached or 'no medal'}{missing}")


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
            show([drawing.verdict.rounds_of(seat.verdict)])
            click.echo()
        else:
            for violation in seat.verdict.violations:
                click.echo(f"{seat.player}: {violation}")
    shared = sum(seat.winner for seat in table.seats) > 1
    rows = []
    for seat in table.seats:
        points = map(drawing.verdict.bonus_words, views.points.bonus_points(seat.breakdown, seat.verdict.scored))
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
