"""Means and shares with their intervals; what is not known of a deal is counted both ways.

A deal that is not proven has a total from `score` to `bound`. The score counts for the lower end of an interval and the
bound for the upper, so an interval covers what the sample and what the proofs leave open. The figure is halfway.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.lab.outcome import Outcome
from hashi_solver.players.simulation import NORMAL_95
from hashi_solver.rules import Game

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def interval(self) -> Span:
        return self.low, self.high


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
    (low, below), (high, above) = _mean(lows), _mean(highs)
    return Estimate((low + high) / 2, low - below, high + above)


def share_of(yes: int, unknown: int, of: int) -> Estimate:
    """Return a share with Wilson's interval; the unknown count as no for the lower end and as yes for the upper."""
    return Estimate((yes + unknown / 2) / of, _wilson(yes, of)[0], _wilson(yes + unknown, of)[1])


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
    """The outcomes of one answerer, added up in any order; deals are told apart by their numbers."""

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
        """What is known of the play counts only when it is proven to be a best one."""
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
        return mean_of(Counter[Span](self.spans.values()))

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

    def bridges(self, line: int) -> float:
        """Return the average number of bridges on the line."""
        return self._bridges[line] / self.proven if self.proven else 0.0

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


def _mean(values: Mapping[float, int]) -> tuple[float, float]:
    """Return the mean, and half of its interval."""
    count = sum(values.values())
    mean = sum(value * often for value, often in sorted(values.items())) / count
    if count == 1:
        return mean, 0.0
    squares = sum(often * (value - mean) ** 2 for value, often in sorted(values.items()))
    return mean, NORMAL_95 * sqrt(squares / (count - 1) / count)


def _wilson(yes: int, of: int) -> Span:
    share, z = yes / of, NORMAL_95**2 / of
    middle = (share + z / 2) / (1 + z)
    half = NORMAL_95 * sqrt(share * (1 - share) / of + z / of / 4) / (1 + z)
    return (middle - half if yes else 0.0), (middle + half if yes < of else 1.0)
