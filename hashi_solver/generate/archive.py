"""A board under measurement: what is expected of it, what was measured, and how likely it is what was asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import NormalDist, fmean

from hashi_solver.board import Layout
from hashi_solver.generate.breeding import GAMES
from hashi_solver.generate.prediction import Belief, believed, predicted
from hashi_solver.generate.sketch import Aim, Range, Sketch, likeness
from hashi_solver.lab.difficulty import HIGHEST, LOWEST, POINTS_A_GRADE, board_grade, shortfall_at

MapPoint = tuple[float, float]  # shortfall and crossings: where a board lies on the map that the archive covers

PERFECT = 60
TOLERANCE = 0.4  # grades by which a board may miss what was asked
CROSSINGS_A_GRADE = 2.5  # that count as much as a grade on the map of difficulty and crossings
MOST_APART = 2.0  # in grades, on that map
# Islands of 18 that two boards of one call may have in common, however they are turned. Since none touch one another,
# boards that have nothing to do with one another share ten, and three pairs in a hundred more than this; a copy with up
# to three small changes shares 16 to 18 with its parent.
MOST_ALIKE = 14

NEAR_PERFECT = 1.0  # points by which optima differ from deal to deal where perfect totals are near
OWN_START = 1.4  # what a start of one's own choice adds to an optimum


@dataclass(frozen=True, slots=True)
class Goal:
    """What one board is drawn for: a place on the map that the archive covers."""

    shortfall: float
    aim: Aim


@dataclass(slots=True, eq=False)
class Candidate:
    """A sketch under measurement."""

    sketch: Sketch
    layout: Layout
    beauty: float
    goal: Goal
    first_sight: float  # what is reached on it at first sight
    optima: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)  # of the club player, which plays on few
    proven: bool = False  # or refuted

    @property
    def decks(self) -> int:
        return len(self.optima)

    @property
    def belief(self) -> Belief:
        """The shortfall, by all that is known."""
        return believed(self.first_sight, GAMES, self.optima, self.totals)

    @property
    def estimate(self) -> float:
        return self.belief.value

    @property
    def surplus(self) -> float:
        """How much harder it is than it seems at first sight."""
        return self.estimate - predicted(self.first_sight)

    @property
    def grade(self) -> float:
        return board_grade(self.estimate)

    def odds(self, asked: Range | None) -> float:
        """The chance to be close to a difficulty that is asked for; beyond the ends of the scale is its end."""
        if asked is None:
            return 1.0
        belief = self.belief
        shortfall = NormalDist(belief.value, math.sqrt(belief.variance))
        low, high = asked.low - TOLERANCE, asked.high + TOLERANCE
        too_easy = shortfall.cdf(shortfall_at(low)) if low > LOWEST else 0.0
        too_hard = 1 - shortfall.cdf(shortfall_at(high)) if high < HIGHEST else 0.0
        return 1 - too_easy - too_hard

    def lacks(self, perfect: float) -> float:
        """By how many points the optima are too low in the mean for such a share of perfect totals.

        Few of few deals are perfect, and none on most boards; the mean tells more, and where to go on.
        """
        if not perfect or not self.optima:
            return 0.0
        rarely = min(0.999, max(0.001, 1 - perfect))
        wanted = PERFECT - 1 - OWN_START - NEAR_PERFECT * NormalDist().inv_cdf(rarely)
        return max(0.0, wanted - fmean(self.optima))

    @property
    def place(self) -> MapPoint:
        return self.estimate, self.layout.crossings

    def resembles(self, other: Candidate) -> bool:
        return likeness(self.layout, other.layout) > MOST_ALIKE


def distance_to_nearest(one: MapPoint, others: Iterable[MapPoint]) -> float:
    """On the map, in grades."""
    return min((_distance(one, other) for other in others), default=MOST_APART)


def _distance(one: MapPoint, other: MapPoint) -> float:
    return abs(one[0] - other[0]) / POINTS_A_GRADE + abs(one[1] - other[1]) / CROSSINGS_A_GRADE
