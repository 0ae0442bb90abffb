"""Scoring: early and late bonuses, the total, the winner, the solo ladder (R7 to R9)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.rules import Game, State

POINTS_FOR_AN_ISLAND = 2
MEDALS = ("perfect", "gold", "silver", "bronze")  # the medals of a challenge (see hashi_solver.targets), best first


@dataclass(frozen=True, slots=True)
class Breakdown:
    islands: int = 0
    red: int = 0
    blue: int = 0
    six: int = 0

    def of(self, bonus: Bonus) -> int:
        points: int = getattr(self, bonus.name)
        return points

    @property
    def total(self) -> int:
        return self.islands + sum(self.of(bonus) for bonus in BONUSES)


@dataclass(frozen=True, slots=True)
class Rung:
    """One step of the ladder: totals from `lowest` up to the next rung earn this title (in English here)."""

    lowest: int
    highest: int
    title: str

    @property
    def span(self) -> str:
        if not self.lowest:
            return f"≤{self.highest}"
        return str(self.lowest) if self.lowest == self.highest else f"{self.lowest}–{self.highest}"


LADDER: tuple[Rung, ...] = (
    Rung(0, 40, "Minion"),
    Rung(41, 42, "Dogsbody"),
    Rung(43, 44, "Bamboo binder"),
    Rung(45, 46, "Screw tightener"),
    Rung(47, 48, "Concrete pourer"),
    Rung(49, 50, "Project manager"),
    Rung(51, 51, "Master bridge builder"),
    Rung(52, 52, "Professional planner"),
    Rung(54, 54, "Statics expert"),
    Rung(56, 56, "Ace architect"),
    Rung(58, 58, "Construction genius"),
    Rung(60, 60, "Island god"),
)
TOTALS = tuple(rung.lowest for rung in reversed(LADDER) if rung.lowest)  # 60, 58, 56 ...


def rung(total: int) -> Rung:
    """Return the rung of the ladder that a total reaches (R9)."""
    reached = [each for each in LADDER if each.lowest <= total]
    return (reached or LADDER[:1])[-1]


def title(total: int) -> str:
    """Return the title of a total on the solo ladder (R9).

    >>> title(44)
    'Bamboo binder'
    """
    return rung(total).title


def breakdown(state: State) -> Breakdown:
    """Return the points that this position scores for a solo player (R7, R8a).

    >>> breakdown(begin(Game(load_layout("side-a")), 4, "A6")).total
    0
    """
    return _breakdown(state, [state.game.deadline(bonus) for bonus in BONUSES])


def deadlines(states: Sequence[State]) -> tuple[int, ...]:
    """Return the first round in which any player scored each bonus, or 0 (R8b)."""
    return tuple(min((r for state in states if (r := state.done_in(bonus))), default=0) for bonus in BONUSES)


def table_breakdowns(states: Sequence[State]) -> tuple[Breakdown, ...]:
    """Return the points of each player at one table (R8b)."""
    early_by = deadlines(states)
    return tuple(_breakdown(state, early_by) for state in states)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the players with the highest total; equal totals share the win (R8c)."""
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


def _breakdown(state: State, early_by: Sequence[int]) -> Breakdown:
    points = {bonus.name: bonus.points(state.done_in(bonus), early_by[bonus.place]) for bonus in BONUSES}
    return Breakdown(POINTS_FOR_AN_ISLAND * state.finished_count, **points)


@cache
def reachable_totals(game: Game) -> tuple[int, ...]:
    """Return the totals that a game can end with, by counting islands and bonuses (R7, R9)."""
    layout, islands = game.layout, len(game.layout.islands)
    found = set()
    for ways in itertools.product(*((0, bonus.late, bonus.early) for bonus in BONUSES)):
        done = [bonus for bonus, points in zip(BONUSES, ways, strict=True) if points]
        if not all(game.needs[bonus.place] for bonus in done):
            continue  # no game on this board can score it
        finished = {island for bonus in done for island in bonus.islands(layout)}
        fewest = max([len(finished), *(game.needs[bonus.place] for bonus in done)])
        missed = [bonus.islands(layout) for bonus in BONUSES if bonus not in done]
        spoilers = itertools.product(*(set(each) - finished for each in missed if each))  # one unfinished in each set
        unfinished = min((len(set(each)) for each in spoilers), default=islands + 1)
        found |= {POINTS_FOR_AN_ISLAND * count + sum(ways) for count in range(fewest, islands - unfinished + 1)}
    return tuple(sorted(found))
