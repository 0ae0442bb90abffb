"""The bonuses (R7a to R7c), one record each.

A record holds everything that tells two bonuses of one kind apart. Each package that treats the kinds differently does
so in one place: when a bonus is scored (`rules`), its clauses (`model`), how likely it is (`players`). An unknown kind
is an error there; it never passes for another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hashi_solver.board import Layout

# "islands": all islands of a set are finished; "group": N finished islands are joined by bridges.
Kind = Literal["islands", "group"]
Name = Literal["red", "blue", "six"]


def red_flags(layout: Layout) -> tuple[int, ...]:
    return layout.red


def blue_flags(layout: Layout) -> tuple[int, ...]:
    return layout.blue


def no_islands(layout: Layout) -> tuple[int, ...]:
    """Return no islands: a group may be anywhere."""
    return ()


@dataclass(frozen=True, slots=True)
class Bonus:
    place: int  # in BONUSES, and in every tuple with one value per bonus
    name: Name  # in JSON documents, and the field of `scoring.Breakdown`
    words: str
    rule: str
    early: int
    late: int
    piles: int  # early until the last card of this many piles (R8a)
    kind: Kind
    islands: Callable[[Layout], tuple[int, ...]]

    def points(self, done_in: int, early_by: int) -> int:
        """Return the points for scoring it in that round (0: never), if `early_by` is the last early round."""
        if not done_in:
            return 0
        return self.early if done_in <= early_by else self.late


RED = Bonus(0, "red", "red flags", "R7a", 9, 5, 2, "islands", red_flags)
BLUE = Bonus(1, "blue", "blue flags", "R7b", 7, 3, 1, "islands", blue_flags)
SIX = Bonus(2, "six", "six connected", "R7c", 8, 4, 2, "group", no_islands)
BONUSES = (RED, BLUE, SIX)
NONE_DONE = (0,) * len(BONUSES)
