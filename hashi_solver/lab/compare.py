"""Boards side by side: the same deals on each, so that the luck of the cards cancels out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.measures import Estimate, Span, between, mean_of, share_difference


@dataclass(frozen=True, slots=True)
class Comparison:
    """Boards with the same sample; the others are compared with the first."""

    boards: tuple[Analysis, ...]

    @property
    def first(self) -> Analysis:
        return self.boards[0]

    def best(self, board: Analysis) -> Estimate | None:
        """Return how many more points best play averages on this board."""
        return _mean_difference(board.best.spans, self.first.best.spans)

    def player(self, board: Analysis, name: str) -> Estimate | None:
        """Return how many more points a player averages."""
        return _mean_difference(board.players[name].spans, self.first.players[name].spans)

    def shortfall(self, board: Analysis, name: str) -> Estimate | None:
        """Return how many more points a player loses to best play."""
        losses = []
        for one in (board, self.first):
            optima, games = one.best.spans, one.players[name].spans
            known = games.keys() & optima.keys()
            losses.append({number: _minus(optima[number], games[number]) for number in known})
        return _mean_difference(*losses)

    def at_least(self, board: Analysis, total: int) -> Estimate | None:
        """Return for how many more of the decks, as a share, this total can be reached."""
        here, there = board.best.spans, self.first.best.spans
        common = here.keys() & there.keys()
        if not common:
            return None
        least = Counter((here[number][0] >= total, there[number][1] >= total) for number in common)
        most = Counter((here[number][1] >= total, there[number][0] >= total) for number in common)
        return between(share_difference(least), share_difference(most))


def _mean_difference(one: Mapping[int, Span], other: Mapping[int, Span]) -> Estimate | None:
    """Return the mean difference over the deals that both have; None if there are none."""
    found = Counter(_minus(one[number], other[number]) for number in one.keys() & other.keys())
    return mean_of(found) if found else None


def _minus(one: Span, other: Span) -> Span:
    """Return the least and the most that the difference of two values can be."""
    return one[0] - other[1], one[1] - other[0]
