"""Deals from seeds and from days: the same everywhere and for ever (docs/formats.md)."""

from __future__ import annotations

import datetime
from functools import lru_cache
from typing import Literal

from hashi_solver.board import Layout
from hashi_solver.cards import Deck
from hashi_solver.challenge.deals import Deal, Kind
from hashi_solver.errors import InputError, Sentence
from hashi_solver.rules import Game, Start, legal_starts
from hashi_solver.seeds import Stream, deck_from_seed

Starting = Literal["fixed", "free"]
FIRST_DAY = datetime.date(2026, 1, 1)
LAST_DAY_LOOKED_FOR = datetime.date(2075, 12, 31)  # a quarter of a second


def deal_of_seed(seed: str, layout: Layout, start: Starting = "fixed", kind: Kind = "open") -> Deal:
    """Return the deck of the seed, with a start drawn among all that R2a allows or left to the player."""
    return Deal(layout, deck_from_seed(seed), start_of_seed(seed, layout) if start == "fixed" else None, kind)


def start_of_seed(seed: str, layout: Layout) -> Start:
    """Return a 3 or a 4 on an island without a flag, each equally likely."""
    return Stream(f"hashi start {seed}").choice(tuple(legal_starts(Game(layout))))


def daily_deal(day: datetime.date, layout: Layout, start: Starting = "fixed", kind: Kind = "open") -> Deal:
    """Return the day's deal on a board: the same for everyone in the world."""
    daily_number(day)
    return deal_of_seed(_seed_of(day, layout.digest), layout, start, kind)


def day_of(deal: Deal, last: datetime.date = LAST_DAY_LOOKED_FOR) -> datetime.date | None:
    """Return the day whose challenge a deal is, or None: a code does not name its day, but the cards do."""
    digest = deal.layout.digest
    start: Starting = "free" if deal.start is None else "fixed"
    for number in range((last - FIRST_DAY).days + 1):
        day = FIRST_DAY + datetime.timedelta(number)
        if _daily_deck(day, digest) == deal.deck:
            return day if daily_deal(day, deal.layout, start, deal.kind) == deal else None
    return None


@lru_cache(maxsize=8192)  # a history asks for all days of a year, once for each of its games
def _daily_deck(day: datetime.date, digest: str) -> Deck:
    return deck_from_seed(_seed_of(day, digest))


def _seed_of(day: datetime.date, digest: str) -> str:
    return f"daily {day.isoformat()} {digest}"


def daily_number(day: datetime.date) -> int:
    """Return the number of a day's challenge; No. 1 was that of 1 January 2026."""
    number = number_of(day)
    if number < 1:
        raise InputError(
            Sentence("there is no daily challenge for %(day)s: No. 1 is that of %(first)s", day=day, first=FIRST_DAY)
        )
    return number


def number_of(day: datetime.date) -> int:
    """Return the number of a day; there are challenges from 1 on."""
    return (day - FIRST_DAY).days + 1


def today_of_the_clock() -> datetime.date:
    """Return today; InputError on a machine whose clock is still before the first challenge."""
    today = datetime.date.today()
    if number_of(today) < 1:
        raise InputError(
            f"the clock of this machine says {today}, but No. 1 was on {FIRST_DAY}: set the clock, or name a day"
        )
    return today


def day_of_number(number: int) -> datetime.date:
    """Return the day of a daily challenge."""
    return FIRST_DAY + datetime.timedelta(number - 1)
