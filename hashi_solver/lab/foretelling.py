"""What little play tells of how hard a board will be.

Quick games of the club player that trusts its first sight, and a few optima. A quick game takes a fortieth of the time
of a deal that is solved and thought through. The less it reaches, the farther the club player stays behind what the
cards allow; and the more, the higher that is for the same quick games (bench/scale.py, bench/README.md).
"""

from __future__ import annotations

from statistics import fmean

from hashi_solver.lab.sample import Sample
from hashi_solver.players import Dealt
from hashi_solver.players.club import Club
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown

FIRST_SIGHT = Club(thought=1, name="first sight")


def at_first_sight(game: Game, sample: Sample) -> float:
    """What is reached at first sight, in the mean over the deals of a sample."""
    deals = [Dealt(deal.cards, f"{deal.number}", deal.start) for deal in sample.deals(game)]
    return fmean(breakdown(played.final).total for played in FIRST_SIGHT.play_together(game, deals))


def foretold(first_sight: float, optimum: float | None = None) -> float:
    """The shortfall to be expected where this is reached at first sight, and this optimum is known from a few deals."""
    if optimum is None:
        return 23.1 - 0.35 * first_sight
    return 9.3 - 0.67 * first_sight + 0.51 * optimum
