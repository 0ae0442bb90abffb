"""Targets of a deal: par, medals, and how hard it is.

The club player, who does not see the deck, plays the deal many times, each time with slightly different judgement; the
solver says what the cards allow. Par is what the club player reaches on average. A medal is a total that a share of
those games reaches. The difficulty is how far they fall short of the optimum, compared with other deals of the board.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.difficulty import board_grade
from hashi_solver.errors import InputError
from hashi_solver.fifths import STARS, stars
from hashi_solver.interrupts import Stop
from hashi_solver.loading import is_installed
from hashi_solver.rules import Game, Start
from hashi_solver.scoring import MEDALS, breakdown, reachable_totals

RUNS = 36
LEAN = 0.5  # points by which a run misjudges what a turn is worth
GRADES = STARS
SHARES = (0.5, 0.25, 0.1)  # of the runs reach bronze, silver and gold, as near as the totals allow
DIGITS = 6  # of odds: a smaller difference is a tie on every machine


@dataclass(frozen=True, slots=True)
class Targets:
    """What a good player reaches without seeing the deck, and the proven best total.

    `difficulty`, 1 to 5, is the fifth of the board's deals that this one belongs to; `grade` compares it with all
    boards. `reached` are the shares of the club player's games that reach bronze, silver and gold; it is empty if a
    document does not say.
    """

    par: int
    bronze: int
    silver: int
    gold: int
    perfect: int
    difficulty: int
    shortfall: float  # points between the optimum and the mean of the runs
    reached: tuple[float, ...] = ()

    @property
    def grade(self) -> float:
        """Return 1.0 to 5.0, on the scale on which boards are graded."""
        return round(board_grade(self.shortfall), 1)

    @property
    def odds(self) -> tuple[tuple[int, int], ...]:
        """Return for bronze, silver and gold how many of how many games of a good player reach it."""
        return tuple(map(odds, self.reached))

    def medal(self, total: int) -> str | None:
        """Return the best of perfect, gold, silver and bronze that a total reaches, or None."""
        return next((name for name in MEDALS if total >= getattr(self, name)), None)


@dataclass(frozen=True, slots=True)
class OnlyBest:
    """All there is to aim at where no player can measure par and medals: the proven best total."""

    perfect: int

    def medal(self, total: int) -> str | None:
        return "perfect" if total >= self.perfect else None


def measurable() -> bool:
    """Return whether targets can be measured here: players need numpy, which a browser's tab does not have."""
    return is_installed("numpy")


def targets(
    game: Game,
    deck: Sequence[Card],
    start: Start | None,
    optimum: int,
    seed: str = "targets",
    *,
    stop: Stop | None = None,
) -> Targets:
    """Return the targets of a deal whose optimum is known. Without a start the players choose one.

    Raises Unproven when `stop` is set.
    """
    totals = club_totals(game, deck, start, seed, stop=stop)
    par, *medals = par_and_medals(totals, optimum, reachable_totals(game))
    shortfall = round(optimum - statistics.fmean(totals), 3)
    reached = tuple(round(_reached(totals, medal) / len(totals), 3) for medal in medals)
    bronze, silver, gold = medals
    difficulty = stars(game, shortfall, free=start is None)
    return Targets(par, bronze, silver, gold, optimum, difficulty, shortfall, reached)


def club_totals(
    game: Game, deck: Sequence[Card], start: Start | None, seed: str, runs: int = RUNS, *, stop: Stop | None = None
) -> tuple[int, ...]:
    """Return the totals of the club player in `runs` games of one deal."""
    from hashi_solver.players import Dealt  # noqa: PLC0415 - targets that were kept must not pay for numpy
    from hashi_solver.players.club import Club  # noqa: PLC0415

    deals = [Dealt(deck, f"{seed} {run}", start) for run in range(runs)]
    return tuple(breakdown(playing.final).total for playing in Club(lean=LEAN).play_together(game, deals, stop))


def par_and_medals(totals: Sequence[int], optimum: int, reachable: Sequence[int]) -> tuple[int, int, int, int]:
    """Return par, bronze, silver and gold: totals that can be reached (R9); par <= bronze < silver < gold < optimum.

    Par is the average of the games, rounded down, and low enough for three medals. The medals are the three totals, par
    or higher, whose odds in these games come closest to SHARES.
    """
    below = _below(optimum, reachable)
    par = _par(statistics.fmean(totals), below)
    off = {
        (total, share): abs(_log_odds(_smoothed(_reached(totals, total), len(totals))) - _log_odds(share))
        for total in below
        for share in SHARES
    }
    candidates = itertools.combinations([total for total in reversed(below) if total >= par], len(SHARES))
    gold, silver, bronze = min(  # among equals the highest: totals that some games ended with
        candidates, key=lambda medals: round(sum(off[each] for each in zip(medals, SHARES[::-1], strict=True)), DIGITS)
    )
    return par, bronze, silver, gold


def par_of(mean: float, optimum: int, game: Game) -> int:
    """Return the par of a deal in which good players reach this total on average."""
    return _par(mean, _below(optimum, reachable_totals(game)))


def _below(optimum: int, reachable: Sequence[int]) -> list[int]:
    """Return the totals below the optimum: enough of them for par and the medals."""
    below = [total for total in reachable if total < optimum]
    if len(below) < len(SHARES):
        raise InputError(f"an optimum of {optimum} leaves no room for {len(SHARES)} medals below it")
    return below


def _par(mean: float, below: Sequence[int]) -> int:
    return max(total for total in below[: len(below) - len(SHARES) + 1] if total <= max(mean, below[0]))


def odds(share: float) -> tuple[int, int]:
    """Return a share of the games of a deal as odds: one game in N, or all but one in N."""
    likely = _smoothed(share * RUNS, RUNS)
    if likely <= 0.6:
        games = round(1 / likely)
        return 1, games if games <= 10 else round(games, -1)
    won = min(9, round(likely / (1 - likely)))
    return won, won + 1


def _reached(totals: Sequence[int], least: int) -> int:
    return sum(total >= least for total in totals)


def _smoothed(count: float, of: int) -> float:
    """Return the share that a count suggests, which is never 0 or 1."""
    return (count + 0.5) / (of + 1)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))
