"""The points of a position by source."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.rules import State
from hashi_solver.scoring import Breakdown


@dataclass(frozen=True, slots=True)
class BonusPoints:
    """The points for a bonus, and the round in which it was scored, or 0."""

    bonus: Bonus
    points: int
    done_in: int

    @property
    def when(self) -> Literal["early", "late", "never"]:
        """Return what the points stand for: at a table, other players may have been first (R8b)."""
        if not self.points:
            return "never"
        return "early" if self.points == self.bonus.early else "late"


def bonus_points(points: Breakdown, state: State) -> tuple[BonusPoints, ...]:
    return tuple(BonusPoints(bonus, points.of(bonus), state.done_in(bonus)) for bonus in BONUSES)
