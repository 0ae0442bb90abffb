"""What to aim at in a deal: par, medals, and how hard it is.

The club player, who does not see the deck, plays the deal many times, each time leaning a little another way; the
solver says what the cards allow. Par is what the club player reaches in the mean. A medal is a total that a share of
those games reaches. The difficulty is how far they fall short of the optimum.
"""

from __future__ import annotations

import itertools
import json
import statistics
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from hashi_solver.bonuses import BONUSES
from hashi_solver.cards import Card
from hashi_solver.errors import InputError
from hashi_solver.players import Dealt
from hashi_solver.players.club import Club
from hashi_solver.rules import Game, Start
from hashi_solver.scoring import MEDALS, POINTS_FOR_AN_ISLAND, breakdown

RUNS = 36
LEAN = 0.5  # points by which a run errs in what it thinks a turn is worth
GRADES = 5
SHARES = {"bronze": 0.75, "silver": 0.5, "gold": 0.15}  # of the runs reach it, about


@dataclass(frozen=True, slots=True)
class Targets:
    """What a good player reaches without seeing the deck, and what there is; `difficulty` goes from 1 to 5."""

    par: int
    bronze: int
    silver: int
    gold: int
    perfect: int
    difficulty: int
    shortfall: float  # points between the optimum and the mean of the runs

    def medal(self, total: int) -> str | None:
        """The best of perfect, gold, silver and bronze that a total reaches."""
        return next((name for name in MEDALS if total >= getattr(self, name)), None)


def targets(game: Game, deck: Sequence[Card], start: Start | None, optimum: int, seed: str = "targets") -> Targets:
    """The targets of a deal whose optimum is known. Without a start the players choose one, as the optimum does."""
    totals = club_totals(game, deck, start, seed)
    mean = statistics.fmean(totals)
    bronze, silver, gold = medals(totals, optimum, reachable_totals(game))
    par = max(total for total in reachable_totals(game) if total <= max(mean, 0))
    shortfall = round(optimum - mean, 3)
    return Targets(par, bronze, silver, gold, optimum, grade(shortfall), shortfall)


def club_totals(game: Game, deck: Sequence[Card], start: Start | None, seed: str, runs: int = RUNS) -> tuple[int, ...]:
    """What the club player reaches in so many games of one deal."""
    deals = [Dealt(deck, f"{seed} {run}", start) for run in range(runs)]
    return tuple(breakdown(playing.final).total for playing in Club(lean=LEAN).play_together(game, deals))


def medals(totals: Sequence[int], optimum: int, reachable: Sequence[int]) -> tuple[int, int, int]:
    """Bronze, silver and gold: rising, below the optimum, and totals that can be had (R9).

    Each is the highest total that at least its share of the games reaches, moved up or down where two would be one.
    """
    below = [total for total in reachable if total < optimum]
    if len(below) < len(SHARES):
        raise InputError(f"an optimum of {optimum} leaves no room for {len(SHARES)} medals below it")
    ordered = sorted(totals, reverse=True)
    most, found = len(below) - 1, []
    for lower, share in zip((2, 1, 0), sorted(SHARES.values()), strict=True):
        wanted = ordered[min(len(ordered) - 1, int(share * len(ordered)))]
        place = min(most, max(lower, bisect_right(below, wanted) - 1))
        found.append(below[place])
        most = place - 1
    gold, silver, bronze = found
    return bronze, silver, gold


def grade(shortfall: float) -> int:
    """1 to 5, by thresholds that were set so that random deals spread over all five."""
    return 1 + sum(shortfall > threshold for threshold in _thresholds())


@cache
def reachable_totals(game: Game) -> tuple[int, ...]:
    """The totals that a game can end with, by counting islands and bonuses (R7, R9)."""
    layout, islands = game.layout, len(game.layout.islands)
    found = set()
    for ways in itertools.product(*((0, bonus.late, bonus.early) for bonus in BONUSES)):
        done = [bonus for bonus, points in zip(BONUSES, ways, strict=True) if points]
        if not all(game.needs[bonus.place] for bonus in done):
            continue  # nothing on this board brings it
        finished = {island for bonus in done for island in bonus.islands(layout)}
        fewest = max([len(finished), *(game.needs[bonus.place] for bonus in done)])
        missed = [bonus.islands(layout) for bonus in BONUSES if bonus not in done]
        spoilers = itertools.product(*(set(each) - finished for each in missed if each))  # one unfinished in each set
        unfinished = min((len(set(each)) for each in spoilers), default=islands + 1)
        found |= {POINTS_FOR_AN_ISLAND * count + sum(ways) for count in range(fewest, islands - unfinished + 1)}
    return tuple(sorted(found))


@cache
def _thresholds() -> tuple[float, ...]:
    text = resources.files(__package__).joinpath("difficulty.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["thresholds"])
