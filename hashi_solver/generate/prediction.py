"""What quick games predict about how hard a board is.

The club player thinks one card ahead. If it trusts its first sight instead, it scores about the same number of points
less on every board, in a fortieth of the time that it takes to solve a deal and to think it through. Optima differ
little from deal to deal. So a few hundred quick games and a few optima predict a board's shortfall as well as many more
deals that the club player plays in earnest (bench/scale.py, bench/README.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from hashi_solver.generate.tuning import PredictionTuning
from hashi_solver.lab.sample import Sample
from hashi_solver.players import Dealt, Player, play_all
from hashi_solver.players.club import FIRST_SIGHT
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown


@dataclass(frozen=True, slots=True)
class Belief:
    """What a number is believed to be: a mean and its variance."""

    value: float
    variance: float

    def after(self, seen: Sequence[float], spread: float) -> Belief:
        """Return the belief after observations, each of which is the number plus luck of this spread."""
        if not seen:
            return self
        luck = spread**2 / len(seen)
        weight = self.variance / (self.variance + luck)
        return Belief(self.value + weight * (fmean(seen) - self.value), weight * luck)


def totals(player: Player, game: Game, sample: Sample) -> list[int]:
    """Return what a player scores on each deal of a sample."""
    deals = [Dealt(deal.cards, f"{deal.number}", deal.start) for deal in sample.deals(game)]
    return [breakdown(played.final).total for played in play_all(player, game, deals)]


def at_first_sight(game: Game, sample: Sample) -> float:
    """Return the average total at first sight over the deals of a sample."""
    return fmean(totals(FIRST_SIGHT, game, sample))


def believed(
    first_sight: float,
    games: int,
    optima: Sequence[int] = (),
    totals: Sequence[int] = (),
    *,
    tuning: PredictionTuning,
) -> Belief:
    """Return what is known of a board's shortfall.

    It is based on the average total of a number of games at first sight, some optima, and some totals of the club
    player.
    """
    variance = tuning.thinking_differs**2 + tuning.total_of_a_deal**2 / games
    player = Belief(first_sight + tuning.thinking_adds, variance).after(totals, tuning.total_of_a_deal)
    expected = Belief(tuning.optimum_base + tuning.optimum_slope * first_sight, tuning.optimum_differs**2)
    optimum = expected.after(optima, tuning.optimum_of_a_deal)
    return Belief(optimum.value - player.value, optimum.variance + player.variance)


def predicted(first_sight: float, tuning: PredictionTuning) -> float:
    """Return the shortfall to expect from the average total at first sight alone."""
    return believed(first_sight, 1, tuning=tuning).value
