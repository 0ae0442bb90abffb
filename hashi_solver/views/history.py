"""What is shown of finished games: one by one, their best and average, their medals, and the days without a gap."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hashi_solver.scoring import MEDALS, title

if TYPE_CHECKING:
    from hashi_solver.table.results import Result
    from hashi_solver.targets import OnlyBest, Targets

NO_MEDAL = "none"
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game; `medal` is None where it has none, `medal_known` whether that is known."""

    result: Result
    title: str
    medal: str | None
    medal_known: bool


@dataclass(frozen=True, slots=True)
class HistoryView:
    """Finished games, the last one first. Best, average and medals count no game that was played again.

    `streak` counts days in a row whose daily challenge was finished, up to today or yesterday; `longest` is the longest
    there was.
    """

    games: tuple[PlayedGame, ...]
    best: int | None
    average: float | None
    medals: dict[str, int]
    streak: int
    longest: int


@dataclass(frozen=True, slots=True)
class ShareView:
    """A game without what would spoil it: what each round brought, by pile, none of its islands and cards."""

    number: int | None  # of a daily challenge
    code: str
    board: str
    total: int
    medal: str | None
    hints: int
    piles: tuple[tuple[tuple[int, bool], ...], ...]  # for each round its points, and whether a bonus was done


@dataclass(frozen=True, slots=True)
class DayView:
    """A day of a calendar: its challenge's number, None before the first one, and what came of it at best."""

    day: datetime.date
    number: int | None
    total: int | None
    medal: str | None
    unfinished: bool


def month_view(
    weeks: Sequence[Sequence[datetime.date]],
    games: Sequence[PlayedGame],
    unfinished: Collection[int],
    number_of: Callable[[datetime.date], int | None],
) -> tuple[tuple[DayView, ...], ...]:
    """Return the days of a month in weeks; `unfinished` are the numbers of games that can be resumed.

    A game that was played again counts only where there is no other.
    """

    def day_view(day: datetime.date) -> DayView:
        number = number_of(day)
        of_day = [game for game in games if number is not None and game.result.number == number]
        best = max(of_day, key=lambda game: (not game.result.again, game.result.total), default=None)
        total, medal = (None, None) if best is None else (best.result.total, best.medal)
        return DayView(day, number, total, medal, number in unfinished)

    return tuple(tuple(map(day_view, week)) for week in weeks)


def history_view(results: Sequence[Result], aims: Mapping[str, Targets], today: int) -> HistoryView:
    """Return the view; `today` is the number of today's challenge."""
    games = tuple(played_game(result, aims.get(result.code)) for result in results)
    first = [game for game in games if not game.result.again]
    totals = [game.result.total for game in first]
    medals = dict.fromkeys((*MEDALS, NO_MEDAL, UNKNOWN), 0)
    for game in first:
        medals[(game.medal or NO_MEDAL) if game.medal_known else UNKNOWN] += 1
    numbers = {result.number for result in results if result.number is not None and not result.again}
    return HistoryView(
        games,
        max(totals, default=None),
        sum(totals) / len(totals) if totals else None,
        medals,
        max(_days_up_to(today, numbers), _days_up_to(today - 1, numbers)),
        max((_days_up_to(number, numbers) for number in numbers), default=0),
    )


def played_game(result: Result, aims: Targets | None) -> PlayedGame:
    medal = None if aims is None else aims.medal(result.total)
    return PlayedGame(result, title(result.total), medal, aims is not None)


def share_view(result: Result, aims: Targets | OnlyBest | None) -> ShareView:
    rounds = [(points, number in result.bonus_rounds) for number, points in enumerate(result.gains, start=1)]
    piles, first = [], 0
    for size in result.deal.game.piles:
        piles.append(tuple(rounds[first : first + size]))
        first += size
    medal = None if aims is None else aims.medal(result.total)
    return ShareView(result.number, result.code, result.deal.layout.id, result.total, medal, result.hints, tuple(piles))


def _days_up_to(number: int, numbers: Collection[int]) -> int:
    count = 0
    while number - count in numbers:
        count += 1
    return count
