"""Means and shares with their intervals, and what deals that are not proven leave open of them.

A deal that is not proven has a total from `score` to `bound`. The score counts for the lower end of an interval and the
bound for the upper, so an interval covers what the sample and what the proofs leave open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.lab.outcome import Outcome
from hashi_solver.players.simulation import NORMAL_95
from hashi_solver.rules import Game
from hashi_solver.scoring import LADDER

OPEN_SHARE, OPEN_POINTS = 0.1, 1.0  # a figure is not known where unproven deals leave more open

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval.

    `open` is the least and the most that the figure of these deals can be, None where all of them are proven. The value
    is then half way between: use `known` where a reader could take it for a fact.
    """

    value: float
    low: float
    high: float
    open: Span | None = None

    @property
    def interval(self) -> Span:
        return self.low, self.high

    @property
    def bounds(self) -> Span:
        return self.open or (self.value, self.value)

    def known(self, within: float) -> float | None:
        """Return the value, or None if unproven deals leave more open than this."""
        least, most = self.bounds
        return self.value if most - least <= within else None

    def through(self, function: Callable[[float], float]) -> Estimate:
        """Return the estimate of a rising function of this figure."""
        ends = None if self.open is None else (function(self.open[0]), function(self.open[1]))
        return Estimate(function(self.value), function(self.low), function(self.high), ends)


def between(least: Estimate, most: Estimate) -> Estimate:
    """Return the estimate of a figure of which the unproven deals counted low and counted high are known."""
    ends = None if least.value == most.value else (least.value, most.value)
    return Estimate((least.value + most.value) / 2, least.low, most.high, ends)


@dataclass(frozen=True, slots=True)
class WhenDone:
    """How often a bonus was scored early, late, or not at all."""

    early: Estimate
    late: Estimate
    missed: Estimate


def mean_of(spans: Mapping[Span, int]) -> Estimate:
    """Return the mean of spans, each with how often it occurs; a single value has no interval but its own span."""
    lows, highs = Counter[float](), Counter[float]()
    for (low, high), count in spans.items():
        lows[low] += count
        highs[high] += count
    return between(_mean(lows), _mean(highs))


def share_of(yes: int, unknown: int, of: int) -> Estimate:
    """Return a share with Wilson's interval; the unknown count as no for the lower end and as yes for the upper."""
    if not of:
        return Estimate(0.5, 0.0, 1.0, (0.0, 1.0))
    return between(*(Estimate(count / of, *_wilson(count, of)) for count in (yes, yes + unknown)))


def share_difference(pairs: Mapping[tuple[bool, bool], int]) -> Estimate:
    """Return how much more often the first of two is true than the second, on the same deals.

    By Newcombe's interval (method 10). Unlike that of a mean it stays honest where all deals agree: forty decks of
    forty do not prove that it is always so.
    """
    both, first, second, neither = (
        pairs.get(pair, 0) for pair in ((True, True), (True, False), (False, True), (False, False))
    )
    of = both + first + second + neither
    one, other = (both + first) / of, (both + second) / of
    (low, high), (other_low, other_high) = _wilson(both + first, of), _wilson(both + second, of)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    product = both * neither - first * second
    alike = (max(product - of / 2, 0) if product > 0 else product) / sqrt(margins) if margins else 0.0

    def reach(down: float, up: float) -> float:
        return sqrt(max(0.0, down**2 - 2 * alike * down * up + up**2))

    value = one - other
    return Estimate(value, value - reach(one - low, other_high - other), value + reach(other - other_low, high - one))


class Tally:
    """The outcomes of one answerer, added up in any order; deals are identified by their numbers."""

    def __init__(self, game: Game) -> None:
        layout = game.layout
        self.game = game
        self.spans: dict[int, tuple[int, int]] = {}  # by the number of the deal: score and bound
        self.proven = 0
        self._finished = [0] * len(layout.islands)
        self._used = [0] * len(layout.lines)
        self._bridges = [0] * len(layout.lines)
        self._early: Counter[Bonus] = Counter()
        self._late: Counter[Bonus] = Counter()

    def add(self, number: int, outcome: Outcome) -> None:
        """Add an outcome; its play counts only if it is proven to be a best one."""
        self.spans[number] = (outcome.score, outcome.bound)
        if not outcome.proven:
            return
        self.proven += 1
        for island, digit in enumerate(outcome.finished):
            self._finished[island] += digit == "1"
        for line, digit in enumerate(outcome.bridges):
            if digit != "0":
                self._used[line] += 1
                self._bridges[line] += int(digit)
        for bonus in BONUSES:
            when = outcome.done[bonus.place]
            if when:
                (self._early if when <= self.game.deadline(bonus) else self._late)[bonus] += 1

    @property
    def deals(self) -> int:
        return len(self.spans)

    @property
    def unproven(self) -> int:
        return self.deals - self.proven

    @property
    def mean(self) -> Estimate:
        """Return the average total; from 0 to the highest if no deal is known."""
        top = LADDER[-1].lowest
        return mean_of(Counter[Span](self.spans.values())) if self.spans else Estimate(top / 2, 0, top, (0, top))

    def totals(self) -> dict[int, int]:
        """Count how often each total was proven to be the best, or reached by a player."""
        return dict(sorted(Counter(score for score, bound in self.spans.values() if score == bound).items()))

    def open_spans(self) -> dict[tuple[int, int], int]:
        """Count the totals that are only known to lie in a span."""
        return dict(sorted(Counter(span for span in self.spans.values() if span[0] != span[1]).items()))

    def at_least(self, total: int) -> Estimate:
        sure = sum(1 for score, _ in self.spans.values() if score >= total)
        possible = sum(1 for _, bound in self.spans.values() if bound >= total)
        return share_of(sure, possible - sure, self.deals)

    def bonus(self, bonus: Bonus) -> WhenDone:
        early, late = self._early[bonus], self._late[bonus]
        return WhenDone(self._share(early), self._share(late), self._share(self.proven - early - late))

    def finished(self, island: int) -> Estimate:
        return self._share(self._finished[island])

    def used(self, line: int) -> Estimate:
        """Return how often there is a bridge on the line."""
        return self._share(self._used[line])

    def bridges(self, line: int) -> Estimate:
        """Return the average number of bridges on the line, without an interval for the luck of the deals."""
        if not self.deals:
            return Estimate(1.0, 0.0, 2.0, (0.0, 2.0))
        least, most = (count / self.deals for count in (self._bridges[line], self._bridges[line] + 2 * self.unproven))
        return between(Estimate(least, least, least), Estimate(most, most, most))

    def either(self, one: int, other: int) -> Estimate:
        """Return how often one of two crossing lines is used; never both are (R5c)."""
        return self._share(self._used[one] + self._used[other])

    def _share(self, yes: int) -> Estimate:
        return share_of(yes, self.unproven, self.deals)


def shortfall(optima: Tally, games: Tally) -> Counter[Span]:
    """Count by how much a player misses the optimum, deal by deal."""
    found = Counter[Span]()
    for number, (score, _) in games.spans.items():
        if number in optima.spans:
            least, most = optima.spans[number]
            found[least - score, most - score] += 1
    return found


def _mean(values: Mapping[float, int]) -> Estimate:
    count = sum(values.values())
    mean = sum(value * often for value, often in sorted(values.items())) / count
    if count == 1:
        return Estimate(mean, mean, mean)
    squares = sum(often * (value - mean) ** 2 for value, often in sorted(values.items()))
    half = NORMAL_95 * sqrt(squares / (count - 1) / count)
    return Estimate(mean, mean - half, mean + half)


def _wilson(yes: int, of: int) -> Span:
    share, z = yes / of, NORMAL_95**2 / of
    middle = (share + z / 2) / (1 + z)
    half = NORMAL_95 * sqrt(share * (1 - share) / of + z / of / 4) / (1 + z)
    return (middle - half if yes else 0.0), (middle + half if yes < of else 1.0)
