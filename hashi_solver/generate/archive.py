"""The boards of a search: what is known of each, and an archive of them spread over difficulty and crossings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist, fmean

from hashi_solver.board import Layout
from hashi_solver.difficulty import HIGHEST, LOWEST, POINTS_A_GRADE, board_grade, shortfall_at
from hashi_solver.generate.prediction import Belief, believed, predicted
from hashi_solver.generate.sketch import Aim, Sketch, likeness
from hashi_solver.generate.tuning import ArchiveTuning, Tuning
from hashi_solver.generate.wish import BoardWish, Range, full_lines
from hashi_solver.seeds import Stream

PERFECT = 60

MapPoint = tuple[float, float]  # shortfall and crossings: where a board lies on the map that the archive covers


@dataclass(frozen=True, slots=True)
class Goal:
    """What one board is drawn for: a point on the map that the archive covers."""

    shortfall: float
    aim: Aim


@dataclass(slots=True, eq=False)
class Candidate:
    """A sketch, and what was measured of it."""

    sketch: Sketch
    layout: Layout
    beauty: float
    goal: Goal
    first_sight: float  # the average total at first sight
    tuning: Tuning
    optima: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)  # of the club player, which plays only in proofs
    tried: bool = False  # in a proof
    share: float | None = None  # of the deals of its proof that allow a perfect total

    @property
    def decks(self) -> int:
        return len(self.optima)

    @property
    def belief(self) -> Belief:
        """The shortfall, by all that is known."""
        games, tuning = self.tuning.breeding.games, self.tuning.prediction
        return believed(self.first_sight, games, self.optima, self.totals, tuning=tuning)

    @property
    def estimate(self) -> float:
        return self.belief.value

    @property
    def surplus(self) -> float:
        """How much harder it is than it seems at first sight."""
        return self.estimate - predicted(self.first_sight, self.tuning.prediction)

    @property
    def grade(self) -> float:
        return board_grade(self.estimate)

    @property
    def point(self) -> MapPoint:
        return self.estimate, self.layout.crossings

    def odds(self, asked: Range | None) -> float:
        """Return the chance to be close to a difficulty; beyond the end of the scale counts as the end."""
        if asked is None:
            return 1.0
        belief, tolerance = self.belief, self.tuning.trials.tolerance
        shortfall = NormalDist(belief.value, math.sqrt(belief.variance))
        low, high = asked.low - tolerance, asked.high + tolerance
        too_easy = shortfall.cdf(shortfall_at(low)) if low > LOWEST else 0.0
        too_hard = 1 - shortfall.cdf(shortfall_at(high)) if high < HIGHEST else 0.0
        return 1 - too_easy - too_hard

    @property
    def likely_share(self) -> float:
        """Return the share of deals that allow a perfect total, as far as the optima tell."""
        if self.share is not None or not self.optima:
            return self.share or 0.0
        how = self.tuning.trials
        return 1 - NormalDist().cdf((PERFECT - 1 - how.own_start - fmean(self.optima)) / how.near_perfect)

    def missed(self, wish: BoardWish) -> float:
        """Return how far it is from the wish, in points."""
        lacks = self.lacks(wish.perfect)
        if self.share is not None and self.share < wish.perfect:
            lacks = max(lacks, wish.perfect - self.share)
        return POINTS_A_GRADE * wish.misses(self.grade) + lacks

    def lacks(self, perfect: float) -> float:
        """Return by how many points the average optimum is too low for such a share of perfect totals.

        Most boards have no perfect totals in a few deals; the average says more, and which way to go.
        """
        if not perfect or not self.optima:
            return 0.0
        how = self.tuning.trials
        others = min(how.shares.high, max(how.shares.low, 1 - perfect))
        wanted = PERFECT - 1 - how.own_start - how.near_perfect * NormalDist().inv_cdf(others)
        return max(0.0, wanted - fmean(self.optima))

    def may_meet(self, wish: BoardWish) -> bool:
        """Whether it is worth a proof."""
        return self.odds(wish.difficulty) >= self.tuning.trials.worth_a_proof and not self.lacks(wish.perfect)

    def distance(self, wish: BoardWish) -> tuple[float, float]:
        """Return how far it is from the wish and from its goal; of equals the more beautiful is nearer."""
        missed = POINTS_A_GRADE * wish.misses(self.grade) + self.lacks(wish.perfect)
        return missed + self.tuning.archive.goal_missed * abs(self.estimate - self.goal.shortfall), -self.beauty

    def resembles(self, other: Candidate) -> bool:
        return likeness(self.layout, other.layout) > self.tuning.archive.most_alike


class Archive:
    """The boards that were measured, and those that were shown."""

    def __init__(self, wish: BoardWish, tuning: Tuning) -> None:
        self.wish, self.tuning = wish, tuning
        self.boards: list[Candidate] = []
        self.shown: list[Candidate] = []

    def show(self, one: Candidate) -> None:
        """Note that a board is shown; what resembles it is no parent from now on."""
        self.shown.append(one)
        self.boards = [other for other in self.boards if not one.resembles(other)]

    def goals(self, chance: Stream) -> list[Goal]:
        """Return goals for a group, spread over the wish: of a few at random always the one farthest from the rest."""
        how = self.tuning.archive
        grades = self.wish.difficulty or Range(LOWEST, HIGHEST)
        there = [one.point for one in (*self.boards, *self.shown)]
        goals = []
        for _ in range(self.tuning.trials.group):
            shortfalls = [shortfall_at(_between(grades, chance)) for _ in range(how.places_tried)]
            choices = [(shortfall, _between(self._crossings(shortfall), chance)) for shortfall in shortfalls]
            point = max(choices, key=lambda choice: distance_to_nearest(choice, there, how))
            there.append(point)
            shortfall, crossings = point
            goals.append(Goal(shortfall, Aim(crossings, _between(self._lines(), chance))))
        return goals

    def parent(self, goal: Goal, taken: Sequence[Candidate | None], chance: Stream) -> Candidate | None:
        """Return the board to copy for a goal: mostly the nearest, above all in how it plays. None: draw a new one.

        A new one is drawn if the nearest is hardly nearer than a new one gets, or if it may meet the wish itself: of a
        board and its copies only one is shown. Perfect totals are so rare that they are bred from the best there are.
        """
        how, wish = self.tuning.archive, self.wish
        rare = goal.shortfall not in self.tuning.breeding.as_drawn and not wish.perfect
        if chance.below(how.new_of_rare if rare else how.new) == 0:
            return None
        if wish.perfect and self.boards:
            return chance.choice(sorted(self.boards, key=lambda one: one.distance(wish))[: how.parents])
        candidates = [
            one
            for one in self.boards
            if not wish.difficulty or ((one.tried or not one.may_meet(wish)) and taken.count(one) < how.copies)
        ]

        def distance(one: Candidate) -> float:
            crossings = abs(one.layout.crossings - goal.aim.crossings)
            return abs(one.estimate - goal.shortfall) / POINTS_A_GRADE + crossings / how.crossings_of_parents

        nearest = min(candidates, key=distance, default=None)
        if nearest is None:
            return None
        nearer = how.usual.beyond(goal.shortfall) - abs(nearest.estimate - goal.shortfall)
        return nearest if nearer >= how.worth_a_copy else None

    def promising(self, count: int) -> list[Candidate]:
        """Return boards that seem to meet the wish, far from one another and from those that are shown already."""
        fit = [
            one
            for one in self.boards
            if not one.tried and one.may_meet(self.wish) and not any(map(one.resembles, self.shown))
        ]
        chosen: list[Candidate] = []
        while fit and len(chosen) < count:
            points = [other.point for other in (*self.shown, *chosen)]
            best = max(fit, key=lambda one: self._promise(one, points))
            chosen.append(best)
            fit = [one for one in fit if not one.resembles(best)]
        return chosen

    def _promise(self, one: Candidate, points: Sequence[MapPoint]) -> float:
        """How far from these points, how beautiful, and how sure to pass its proof a board is."""
        how = self.tuning.archive
        apart = min(how.most_apart, distance_to_nearest(one.point, points, how))
        return apart + one.beauty + how.sure * one.odds(self.wish.difficulty)

    def _crossings(self, shortfall: float) -> Range:
        """Where sketches are aimed: for an easy board few of those that are wished for, for a hard one many.

        That is where such boards are found. A search for boards of all grades tries all combinations.
        """
        wished, usual = self.wish.shape.crossings, self.tuning.archive.usual
        middle = (wished.low + wished.high) / 2
        if self.wish.difficulty is None or shortfall in usual:
            return wished
        return Range(wished.low, middle) if shortfall < usual.low else Range(middle, wished.high)

    def _lines(self) -> Range:
        """Where sketches are aimed: near a board that uses every row and column; at more lines for perfect totals."""
        how, shape = self.tuning.archive, self.wish.shape
        full = full_lines(shape.columns, shape.rows)
        least, most = (0, how.lines_for_perfect) if self.wish.perfect else (-how.lines_off, how.lines_off)
        low, high = max(shape.lines.low, full + least), min(shape.lines.high, full + most)
        return Range(low, high) if low <= high else shape.lines


def distance_to_nearest(one: MapPoint, others: Iterable[MapPoint], tuning: ArchiveTuning) -> float:
    """Return the distance on the map, in grades."""
    return min(
        (
            abs(one[0] - other[0]) / POINTS_A_GRADE + abs(one[1] - other[1]) / tuning.crossings_a_grade
            for other in others
        ),
        default=tuning.most_apart,
    )


def _between(range_: Range, chance: Stream) -> float:
    steps = 1000
    return range_.low + (range_.high - range_.low) * chance.below(steps + 1) / steps
