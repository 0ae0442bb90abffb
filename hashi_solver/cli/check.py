"""`hashi check`: the referee."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.cli.common import (
    FILE,
    board_option,
    breakdown_lines,
    deck_file_option,
    early_or_late,
    examples,
    json_option,
    layout_of,
    live_status,
    print_board,
    print_json,
    print_rounds,
    print_table,
    read_named,
)
from hashi_solver.documents.verdicts import table_json, verdict_json
from hashi_solver.errors import InputError
from hashi_solver.notation.decks import read_deck_file
from hashi_solver.notation.files import shown_path
from hashi_solver.referee import Table, Verdict, judge_record, judge_table
from hashi_solver.rules import Game
from hashi_solver.scoring import BONUS_NAMES, BONUSES, MEDALS, Bonus, Breakdown


@click.command(epilog=examples("hashi check my-game.txt", "hashi check anna.txt ben.txt carla.txt --verbose"))
@click.argument("records", metavar="RECORD...", nargs=-1, required=True, type=FILE)
@board_option()
@deck_file_option()
@click.option("--house", is_flag=True, help="Count a record with mistakes by rule R10: what is illegal is void.")
@click.option("-v", "--verbose", is_flag=True, help="Tell every round.")
@json_option
def check(
    records: tuple[Path, ...], board: str | None, deck_file: Path | None, house: bool, verbose: bool, as_json: bool
) -> int:
    """Referee a record of play: legal or not, and what it scored.

    RECORD is a file, or - for standard input. Two to four records of one board and one deck are a table: each
    player hands the board to the next in the order given, and early means first (R8b). A record with a Challenge
    line is also told its medal.

    Exit code 0 for legal play, 1 for illegal play, 2 for a record that cannot be read.
    """
    box, order = read_deck_file(deck_file) if deck_file else (STANDARD_BOX, None)
    read = [read_named(path, board) for path in records]
    layouts = [layout_of(record, path, board) for record, path in zip(read, records, strict=True)]
    if any(layout != layouts[0] for layout in layouts):
        raise InputError("these records are of different boards; a table plays on one (R8b)")
    game = Game(layouts[0])
    verdicts = []
    for place, (record, path) in enumerate(zip(read, records, strict=True)):
        if record.deck is None and order is not None:
            read[place] = replace(record, deck=order.cards)
        if record.player is None and len(records) > 1:
            read[place] = replace(read[place], player=path.stem)
        try:
            verdicts.append(judge_record(game, read[place], box, house=house))
        except InputError as error:
            raise error.at(shown_path(path)) from None
    if len(records) == 1:
        if as_json:
            print_json(verdict_json(verdicts[0]))
        else:
            _print_verdict(verdicts[0], verbose)
            if read[0].challenge is not None and (house or verdicts[0].legal):
                _print_medal(read[0].challenge, game.layout, verdicts[0].breakdown.total)
        return 0 if verdicts[0].legal else 1
    table = judge_table(game, read, verdicts)
    if as_json:
        print_json(table_json(table))
    else:
        _print_table(table, verbose)
    return 0 if table.legal else 1


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


def _print_medal(code: str, layout: Layout, total: int) -> None:
    """What the total is worth in its challenge."""
    from hashi_solver.challenge import challenge_of, decode  # noqa: PLC0415 - most records do without

    with live_status("finding the medals of the challenge"):
        aims = challenge_of(decode(code, layout), code).targets
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
    numbers = ("islands", "red", "blue", "six", "total")
    print_table(("player", "start", *numbers, ""), rows, right=numbers)
    for bonus in BONUSES:
        when = table.early_in[bonus]
        if when:
            first = ", ".join(seat.player for seat in table.seats if seat.done[bonus] == when)
            click.echo(f"{BONUS_NAMES[bonus]} first in round {when}: {first}")


def _points(breakdown: Breakdown, bonus: Bonus) -> str:
    points: int = getattr(breakdown, bonus)
    return f"{points} {early_or_late(bonus, points)}" if points else "-"
