"""What a site shows: its boards, and the challenges of its days."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hashi_solver.app.challenges import Days, daily, days_of
from hashi_solver.app.question import board_named
from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge
from hashi_solver.challenge.challenges import KeptChallenges
from hashi_solver.errors import InputError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.library import DEFAULT_BOARD, LAYOUT_ID, layout_ids


@dataclass(frozen=True, slots=True)
class SitePlan:
    """The boards that a site offers, and the days whose challenges it brings."""

    boards: tuple[Layout, ...]
    days: tuple[datetime.date, ...]


def planned(days: int, first: str | None = None, boards: Sequence[str] = ()) -> SitePlan:
    """Return the plan for so many days from a day on, with these boards or all that ship, and that of the days."""
    named = {DEFAULT_BOARD: board_named(None)}
    for each in boards or layout_ids():
        layout = board_named(each)
        if not LAYOUT_ID.fullmatch(layout.id):
            raise InputError(f"a board of a site needs an id of small letters, digits and dashes, not {layout.id!r}")
        if named.get(layout.id, layout) != layout:
            raise InputError(f"two of the boards have the id {layout.id}")
        named[layout.id] = layout
    return SitePlan(tuple(named.values()), tuple(days_of(first, days, None, None)) if days else ())


def challenges_of(
    plan: SitePlan,
    *,
    workers: int | None = None,
    kept: KeptChallenges | None = None,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> tuple[Challenge, ...]:
    """Return the challenges of the days; raises Unproven if it is stopped before all are known."""
    if not plan.days:
        return ()
    found = daily(Days(plan.days), workers=workers, kept=kept, on_progress=on_progress, stop=stop)
    if found.stopped:
        raise Unproven
    return found.challenges
