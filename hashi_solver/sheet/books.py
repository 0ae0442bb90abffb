"""What a booklet is: challenges between two covers."""

from __future__ import annotations

import calendar
import datetime
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashi_solver.challenge import Challenge


@dataclass(frozen=True, slots=True)
class Booklet:
    """What stands between two covers. Several volumes of one request know of each other."""

    challenges: tuple[Challenge, ...]
    volume: int = 1
    volumes: int = 1
    first: int = 1  # the number of the first challenge where they have no days

    @property
    def days(self) -> tuple[datetime.date, ...]:
        """The days, none where the challenges are not those of days."""
        return tuple(each.day for each in self.challenges if each.day is not None)

    @property
    def month(self) -> tuple[int, int] | None:
        """Year and month, where the booklet has every day of one."""
        days = self.days
        if not days:
            return None
        first = days[0]
        whole = len(days) == calendar.monthrange(first.year, first.month)[1] and first.day == 1
        return (first.year, first.month) if whole else None

    @property
    def counted(self) -> tuple[Challenge, ...]:
        """The challenges with something to call them by: a daily one has its number, others are counted."""
        if self.days:
            return self.challenges
        return tuple(replace(each, place=place) for place, each in enumerate(self.challenges, start=self.first))
