"""Many games by one player on one board, on all cores, and their scores."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from hashi_solver.bonuses import Bonus
from hashi_solver.errors import InputError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.players import Dealt, play_all, player_named
from hashi_solver.processes import Pool
from hashi_solver.rules import Game
from hashi_solver.scoring import Breakdown, breakdown
from hashi_solver.seeds import deck_from_seed

NORMAL_95 = 1.96
GAMES_AT_A_TIME = 8  # played side by side by one process


def half_interval(values: Sequence[float]) -> float:
    """Return half the width of the 95 % interval of the average; 0 for a single value."""
    return NORMAL_95 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a bonus was scored, and when."""

    early: float
    late: float

    @property
    def missed(self) -> float:
        return max(0.0, 1.0 - self.early - self.late)


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a player scored in the games of a seed, in order."""

    layout: str
    player: str
    games: tuple[Breakdown, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(points.total for points in self.games)

    @property
    def mean(self) -> float:
        return statistics.fmean(self.totals)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the average."""
        half = half_interval(self.totals)
        return self.mean - half, self.mean + half

    def quantile(self, percent: int) -> int:
        """Return the lowest total that this percentage of the games did not exceed."""
        ordered = sorted(self.totals)
        return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]

    def counts(self) -> dict[int, int]:
        return dict(sorted(Counter(self.totals).items()))

    def rates(self, bonus: Bonus) -> Rates:
        points = [each.of(bonus) for each in self.games]
        early, late = points.count(bonus.early), points.count(bonus.late)
        return Rates(early / len(points), late / len(points))


def simulate(
    player: str,
    game: Game,
    games: int,
    seed: str,
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Simulation:
    """Play games with decks from this seed and a free start, with `workers` processes (default: one per core).

    When `stop` is set, return the games finished so far, or raise Unproven if there are none.
    """
    if games < 1:
        raise InputError("a simulation takes at least one game")
    player_named(player)  # report an unknown name here rather than in a worker process
    seeds = [f"{seed} {number}" for number in range(1, games + 1)]
    played: list[Breakdown] = []
    tables = [seeds[place : place + GAMES_AT_A_TIME] for place in range(0, games, GAMES_AT_A_TIME)]
    with Pool(workers, stop=stop) as pool:
        try:
            for found in pool.map(partial(_play, player, game), tables):
                for points in found:
                    played.append(points)
                    if on_progress:
                        on_progress(len(played))
        except Unproven:
            if not played:
                raise
    return Simulation(game.layout.id, player, tuple(played))


def _play(player: str, game: Game, seeds: Sequence[str]) -> list[Breakdown]:
    deals = [Dealt(deck_from_seed(seed).cards, seed, None) for seed in seeds]
    return [breakdown(playing.final) for playing in play_all(player_named(player), game, deals)]
