"""A refereed game in characters: its rounds with their mistakes, and its points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashi_solver.bonuses import BONUSES
from hashi_solver.drawing.terminal import Block, Columns, Drawn
from hashi_solver.errors import Violation
from hashi_solver.notation.records import format_turn
from hashi_solver.referee import Table, Verdict
from hashi_solver.rules import State
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND, Breakdown, title
from hashi_solver.views.medals import MedalsView
from hashi_solver.views.points import BonusPoints, bonus_points


def verdict_blocks(verdict: Verdict, verbose: bool, drawn: Drawn, player: str = "") -> Iterator[Block]:
    """Yield whether a record is legal, its mistakes or all rounds, the board and the points."""
    who = f", {player}" if player else ""
    yield f"{verdict.final.game.layout.name}{who}, {_rounds(verdict)}: {_judgement(verdict)}"
    if verbose:
        yield rounds_of(verdict)
    else:
        yield from (f"  {violation}" for violation in verdict.violations)
    yield ""
    yield from drawn(verdict.final if verdict.house or verdict.legal else verdict.scored)
    yield ""
    if verdict.house and verdict.void:
        yield f"void by R10: {', '.join(verdict.void)}"
    if not (verdict.house or verdict.legal):
        yield f"The board and the points are those after round {verdict.scored.round}, before the first mistake."
    yield from points_lines(verdict.breakdown, verdict.scored, verdict.complete)


def rounds_words(played: int, of: int) -> str:
    return f"{of} rounds" if played == of else f"{played} of {of} rounds so far"


def unfinished_lines(code: str, verdict: Verdict) -> Iterator[str]:
    """Yield why a challenge has no medal yet."""
    left = len(verdict.cards) - len(verdict.rounds)
    rounds = "1 round is" if left == 1 else f"{left} rounds are"
    last = len(verdict.cards)
    yield f"\nchallenge {code}: {rounds} still to be played; medals are for finished games"
    yield f"(if the game is over, and the last rounds were passed, add the line {last}. -)"


def ranking_blocks(ranked: Sequence[tuple[str, Verdict, str]]) -> Iterator[Block]:
    """Yield a table of games that were played alone: the name of each, its verdict and its medal, the best first."""
    rows, place = [], 1
    for number, (name, verdict, medal) in enumerate(ranked, start=1):
        legal, total = verdict.legal or verdict.house, verdict.breakdown.total
        before = ranked[number - 2][1]
        if number > 1 and (before.breakdown.total, before.complete) != (total, verdict.complete):
            place = number
        words = "not legal" if not legal else medal if verdict.complete else _rounds(verdict)
        counts = legal and verdict.complete
        board = verdict.final.game.layout.name
        rows.append((f"{place}." if counts else "", name, board, str(total), title(total) if counts else "", words))
    yield Columns(("", "player", "board", "total", "", ""), rows, ("", "total"))


def medal_lines(code: str, medals: MedalsView) -> Iterator[str]:
    """Yield the targets of the challenge and the medal reached."""
    missing = "" if medals.next is None else f", {medals.next[1]} short of {medals.next[0]}"
    yield f"\nchallenge {code}: par {medals.par}, {limits_words(medals)}"
    yield f"{medals.reached or 'no medal'}{missing}"


def table_blocks(table: Table, verbose: bool) -> Iterator[Block]:
    """Yield the players at a table, who won, and who scored each bonus first."""
    for seat in table.seats:
        if verbose:
            yield f"{seat.player}: {_judgement(seat.verdict)}"
            yield rounds_of(seat.verdict)
            yield ""
        else:
            yield from (f"{seat.player}: {violation}" for violation in seat.verdict.violations)
    shared = sum(seat.winner for seat in table.seats) > 1
    best = ("shares the win" if shared else "wins") if table.complete else ("is level" if shared else "leads")
    rows = []
    for seat in table.seats:
        points = map(bonus_words, bonus_points(seat.breakdown, seat.verdict.scored))
        words = [best] if seat.winner else []
        if not seat.verdict.complete:
            words.append(_rounds(seat.verdict))
        if not seat.verdict.legal:
            words.append("not legal")
        start = f"{seat.start} by {table.seats[seat.start_by].player}"
        total = str(seat.breakdown.total)
        rows.append((seat.player, start, str(seat.breakdown.islands), *points, total, ", ".join(words)))
    numbers = ("islands", *(bonus.name for bonus in BONUSES), "total")
    yield Columns(("player", "start", *numbers, ""), rows, numbers)
    for bonus in BONUSES:
        when = table.early_in[bonus.place]
        if when:
            first = ", ".join(seat.player for seat in table.seats if seat.verdict.scored.done_in(bonus) == when)
            yield f"{bonus.words} first in round {when}: {first}"


def rounds_of(verdict: Verdict) -> Columns:
    """Return the game as a table of rounds, each mistake below its round."""
    rows = [("start", "", str(verdict.start), "")]
    rows += [_mistake(violation) for violation in verdict.violations if not violation.round]
    for each in verdict.rounds:
        news = ", ".join([*each.finished, *(f"{bonus.words}!" for bonus in each.done)])
        rows.append((str(each.number), str(each.card), format_turn(each.play), news))
        rows += map(_mistake, each.violations)
    return Columns(("round", "card", "play", "finished"), rows, ("round",))


def points_lines(points: Breakdown, state: State, complete: bool = True) -> Iterator[str]:
    """Yield the points, one line per source, and the total, with its title if the game is complete."""
    yield f"islands     {POINTS_FOR_AN_ISLAND} x {points.islands // POINTS_FOR_AN_ISLAND:<2}  {points.islands:>3}"
    for each in bonus_points(points, state):
        told = "  -" if each.when == "never" else f"{each.points:>3}  {each.when}, round {each.done_in}"
        yield f"{each.bonus.words:<11}         {told}"
    yield f"total               {points.total:>4}  {title(points.total) if complete else 'so far'}"


def bonus_words(found: BonusPoints) -> str:
    return "-" if found.when == "never" else f"{found.points} {found.when}"


def limits_words(medals: MedalsView) -> str:
    """Return the total that each medal takes, lowest first."""
    return ", ".join(f"{name} {limit}" for name, limit in medals.limits)


def _rounds(verdict: Verdict) -> str:
    return rounds_words(len(verdict.rounds), len(verdict.cards))


def _judgement(verdict: Verdict) -> str:
    count = len(verdict.violations)
    if not count:
        return "legal"
    mistakes = "1 mistake" if count == 1 else f"{count} mistakes"
    return f"not legal, {mistakes}{', counted by R10' if verdict.house else ''}"


def _mistake(violation: Violation) -> tuple[str, str, str, str]:
    return "", "", f"! {violation.message} ({violation.rule})", ""
