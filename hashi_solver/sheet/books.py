"""What a booklet contains."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi_solver.challenge import Challenge


def whole_month(days: Sequence[datetime.date]) -> tuple[int, int] | None:
    """Return year and month if these are all the days of one month, in order."""
    if not days or days[0].day != 1 or len(days) != calendar.monthrange(days[0].year, days[0].month)[1]:
        return None
    return days[0].year, days[0].month


@dataclass(frozen=True, slots=True)
class Booklet:
    """The challenges of one booklet, and which volume of its request it is."""

    challenges: tuple[Challenge, ...]
    volume: int = 1
    volumes: int = 1
    first: int = 1  # the number of the first challenge if they have no days

    @property
    def days(self) -> tuple[datetime.date, ...]:
        """Return the days of daily challenges; nothing for other challenges."""
        return tuple(each.day for each in self.challenges if each.day is not None)

    @property
    def month(self) -> tuple[int, int] | None:
        """Return year and month if the booklet has exactly the days of one month."""
        return whole_month(self.days)

    @property
    def counted(self) -> tuple[Challenge, ...]:
        """Return the challenges numbered: daily ones have their own numbers, others are counted."""
        if self.days:
            return self.challenges
        return tuple(replace(each, place=place) for place, each in enumerate(self.challenges, start=self.first))
