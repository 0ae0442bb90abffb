"""A refereed game in characters: its rounds with their mistakes, and its points."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_solver.drawing.terminal import Columns
from hashi_solver.errors import Violation
from hashi_solver.notation.records import format_turn
from hashi_solver.referee import Verdict
from hashi_solver.rules import State
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND, Breakdown, title
from hashi_solver.views.medals import MedalsView
from hashi_solver.views.points import BonusPoints, bonus_points


def rounds_of(verdict: Verdict) -> Columns:
    """Return the game round by round, each mistake below its round."""
    rows = [("start", "", str(verdict.start), "")]
    rows += [_mistake(violation) for violation in verdict.violations if not violation.round]
    for each in verdict.rounds:
        news = ", ".join([*each.finished, *(f"{bonus.words}!" for bonus in each.done)])
        rows.append((str(each.number), str(each.card), format_turn(each.play), news))
        rows += map(_mistake, each.violations)
    return Columns(("round", "card", "play", "finished"), rows, ("round",))


def points_lines(points: Breakdown, state: State) -> Iterator[str]:
    """Yield the points, a line a source, and their total."""
    yield f"islands     {POINTS_FOR_AN_ISLAND} x {points.islands // POINTS_FOR_AN_ISLAND:<2}  {points.islands:>3}"
    for each in bonus_points(points, state):
        told = "  -" if each.when == "never" else f"{each.points:>3}  {each.when}, round {each.done_in}"
        yield f"{each.bonus.words:<11}         {told}"
    yield f"total               {points.total:>4}  {title(points.total)}"


def bonus_words(found: BonusPoints) -> str:
    return "-" if found.when == "never" else f"{found.points} {found.when}"


def limits_words(medals: MedalsView) -> str:
    """Return the totals that the medals take, the lowest first."""
    return ", ".join(f"{name} {limit}" for name, limit in medals.limits)


def _mistake(violation: Violation) -> tuple[str, str, str, str]:
    return "", "", f"! {violation.message} ({violation.rule})", ""
