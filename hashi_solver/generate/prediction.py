"""What quick play tells of how hard a board is.

The club player thinks a card ahead. If it trusts its first sight instead, it reaches about the same number of points
less on every board, in a fortieth of the time that a deal takes which is solved and thought through. And optima differ
little from deal to deal. So a few hundred quick games and a few optima tell a board's shortfall as well as many times
as many deals that the club player plays in earnest (bench/scale.py, bench/README.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from hashi_solver.lab.sample import Sample
from hashi_solver.players import Dealt
from hashi_solver.players.club import Club
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown

FIRST_SIGHT = Club(thought=1, name="first sight")
# What thinking adds to the club player's totals, and by how much that and the optimum, once it is known what is reached
# at first sight, differ from board to board; and by how much totals and optima differ from deal to deal.
THOUGHT, THOUGHTS_DIFFER, OPTIMA_DIFFER = 2.6, 0.25, 0.9
TOTAL_OF_A_DEAL, OPTIMUM_OF_A_DEAL = 5.5, 1.9


@dataclass(frozen=True, slots=True)
class Belief:
    """What a number is believed to be: a mean and its variance."""

    value: float
    variance: float

    def after(self, seen: Sequence[float], spread: float) -> Belief:
        """Once these were seen, each of which is the number and some luck of this spread."""
        if not seen:
            return self
        told = spread**2 / len(seen)
        weight = self.variance / (self.variance + told)
        return Belief(self.value + weight * (fmean(seen) - self.value), weight * told)


def at_first_sight(game: Game, sample: Sample) -> float:
    """What is reached at first sight, in the mean over the deals of a sample."""
    deals = [Dealt(deal.cards, f"{deal.number}", deal.start) for deal in sample.deals(game)]
    return fmean(breakdown(played.final).total for played in FIRST_SIGHT.play_together(game, deals))


def believed(first_sight: float, games: int, optima: Sequence[int] = (), totals: Sequence[int] = ()) -> Belief:
    """The shortfall of a board on which this is reached at first sight in the mean of so many games.

    With what is known besides: some optima, and totals of the club player.
    """
    luck = TOTAL_OF_A_DEAL**2 / games
    player = Belief(first_sight + THOUGHT, THOUGHTS_DIFFER**2 + luck).after(totals, TOTAL_OF_A_DEAL)
    optimum = Belief(26.5 + 0.64 * first_sight, OPTIMA_DIFFER**2).after(optima, OPTIMUM_OF_A_DEAL)
    return Belief(optimum.value - player.value, optimum.variance + player.variance)


def predicted(first_sight: float) -> float:
    """The shortfall to be expected where this is reached at first sight."""
    return believed(first_sight, 1).value
