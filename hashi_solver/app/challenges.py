"""The challenge of a code, a day or a seed, or one that matches a wish."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from hashi_solver.app.question import board_named, checked_seed, coded
from hashi_solver.challenge import Challenge, Deal, Kind, challenge_of, many
from hashi_solver.challenge.challenges import KeptChallenges
from hashi_solver.challenge.search import TRIES, Search, Wish
from hashi_solver.challenge.seeded import Starting, daily_deal, daily_number, day_of, today_of_the_clock
from hashi_solver.documents.kept import ChallengeFolder, to_nobody
from hashi_solver.errors import InputError, NotFoundError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.library import cache_folder
from hashi_solver.notation.codes import LENGTH
from hashi_solver.notation.days import parse_day
from hashi_solver.notation.files import expect_writable, shown
from hashi_solver.targets import GRADES


@dataclass(frozen=True, slots=True)
class Found:
    """The challenges that were asked for, or those that were finished when the work was stopped."""

    challenges: tuple[Challenge, ...]
    wanted: int

    @property
    def stopped(self) -> bool:
        return len(self.challenges) < self.wanted


@dataclass(frozen=True, slots=True)
class Coded:
    """A request for the challenges of codes."""

    deals: tuple[Deal, ...]

    @property
    def wanted(self) -> int:
        return len(self.deals)


@dataclass(frozen=True, slots=True)
class Hunt:
    """A request for the first challenges of a seed, or the first that match a wish."""

    search: Search
    wanted: int

    @property
    def has_wish(self) -> bool:
        return self.search.wish != Wish()

    @property
    def takes_long(self) -> bool:
        """Return whether the search is long enough to be interrupted and resumed."""
        return self.wanted > 1 or self.has_wish

    def seeds_left(self, tried: int, found: int) -> float:
        """Estimate how many seeds are left to try; until one is found, expect one in five to match."""
        missing = self.wanted - found
        return missing * (tried + GRADES) / (found + 1) if self.has_wish else missing


@dataclass(frozen=True, slots=True)
class Series:
    """A request for challenges from easy to hard, or on several boards in turn: searches, and the places they fill."""

    parts: tuple[tuple[Search, tuple[int, ...]], ...]
    wanted: int


@dataclass(frozen=True, slots=True)
class Days:
    """A request for the challenges of some days, with their board, start and kind."""

    days: tuple[datetime.date, ...]
    board: str | None = None
    start: Starting = "fixed"
    kind: Kind = "open"

    @property
    def wanted(self) -> int:
        return len(self.days)

    @property
    def deals(self) -> list[tuple[datetime.date, Deal]]:
        layout = board_named(self.board)
        return [(day, daily_deal(day, layout, self.start, self.kind)) for day in self.days]


def challenge_asked(
    code: str | Sequence[str] = "",
    *,
    seed: str | None = None,
    count: int | None = None,
    difficulty: int | None = None,
    optimum: str | None = None,
    kind: Kind | None = None,
    start: Starting | None = None,
    board: str | None = None,
    tries: int | None = None,
) -> Coded | Hunt:
    """Return a request for the challenges of codes, or for a search that begins with a seed.

    Refuse a search that cannot succeed, and options that contradict one another, before any work starts.
    """
    if code:
        wishes = {"--seed": seed, "--count": count, "--difficulty": difficulty, "--optimum": optimum}
        wishes |= {"--kind": kind, "--start": start, "--tries": tries}
        said = [name for name, value in wishes.items() if value is not None]
        if said:
            raise InputError(f"a code already says everything: leave out {' and '.join(said)}, or leave out the code")
        deals = tuple(deal for each in _codes(code) if (deal := coded(each, board).deal))
        if len({each.kind for each in deals}) > 1:
            raise InputError("open and flip challenges do not go into one booklet: print them one after the other")
        return Coded(deals)
    if seed is None:
        raise InputError(
            "which challenge? Give the CODE of a sheet, or --seed and any text for a new one (hashi daily for today's)"
        )
    search = Search(
        checked_seed(seed),
        board_named(board),
        start or "fixed",
        kind or "open",
        Wish(difficulty, None if optimum is None else parse_range(optimum)),
        tries or TRIES,
    )
    search.refuse_the_impossible()
    if tries is not None and search.wish == Wish():
        raise InputError("--tries needs something to search for: --difficulty or --optimum")
    return Hunt(search, count or 1)


def _codes(typed: str | Sequence[str]) -> list[str]:
    """Return the codes that were typed: several words are several codes, or one code with blanks."""
    words = [typed] if isinstance(typed, str) else list(typed)
    return words if all(sum(map(str.isalnum, word)) >= LENGTH for word in words) else [" ".join(words)]


def series_asked(
    seed: str | None,
    count: int | None,
    *,
    graded: bool,
    boards: Sequence[str] = (),
    kind: Kind | None = None,
    start: Starting | None = None,
) -> Series:
    """Return a request for a series: from one star to five in even steps if `graded`; the boards take turns."""
    if seed is None:
        raise InputError("--graded and --boards make new challenges: give --seed and any text")
    wanted = count or max(GRADES if graded else 1, len(boards))
    if wanted == 1:
        raise InputError("--graded and --boards make a booklet: ask for several challenges with --count")
    layouts = [board_named(each) for each in boards or (None,)]
    places: dict[tuple[int | None, int], list[int]] = {}
    for place in range(wanted):
        grade = 1 + place * GRADES // wanted if graded else None
        places.setdefault((grade, place % len(layouts)), []).append(place)
    searches = []
    for (grade, board), filled in places.items():
        search = Search(checked_seed(seed), layouts[board], start or "fixed", kind or "open", Wish(grade))
        searches.append((search, tuple(filled)))
    return Series(tuple(searches), wanted)


def find_series(
    asked: Series,
    *,
    workers: int | None = None,
    kept: KeptChallenges | None = None,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Return the challenges of a series in their order; progress reports how many are found."""
    found: dict[int, Challenge] = {}
    for search, places in asked.parts:
        looked = (challenge for _, challenge in search.run(len(places), workers=workers, kept=kept, stop=stop))
        for place, challenge in zip(places, looked, strict=False):
            found[place] = challenge
            if on_progress:
                on_progress(len(found))
        made = tuple(found[place] for place in places if place in found)
        expect_found(Hunt(search, len(places)), Found(made, len(places)))
    return Found(tuple(found[place] for place in range(asked.wanted)), asked.wanted)


def find(
    asked: Coded | Hunt,
    *,
    workers: int | None = None,
    kept: KeptChallenges | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Return the challenges that were asked for; report how many seeds were tried and how many matched."""
    if isinstance(asked, Coded):
        made = (challenge_of(deal, day_of(deal), kept=kept, stop=stop) for deal in asked.deals)
        return _until_stopped(made, asked.wanted)
    looked = asked.search.run(asked.wanted, workers=workers, on_progress=on_progress, kept=kept, stop=stop)
    return _until_stopped((challenge for _, challenge in looked), asked.wanted)


def expect_found(asked: Hunt, found: Found) -> None:
    """Raise NotFoundError if a search gave up before it found everything."""
    search, wish = asked.search, []
    if not search.gave_up:
        return
    if search.wish.difficulty is not None:
        wish.append(f"difficulty {search.wish.difficulty}")
    if search.wish.optimum is not None:
        low, high = search.wish.optimum
        wish.append(f"an optimum of {low}" if low == high else f"an optimum of {low} to {high}")
    many_wanted = f", with {len(found.challenges)} of {asked.wanted} found" if asked.wanted > 1 else ""
    tries = counted(search.tries, "seed")
    message = f"gave up after {tries} in a row without {' and '.join(wish)}{many_wanted}; {search.nearest()}"
    raise NotFoundError(message)


def daily(
    asked: Days,
    *,
    workers: int | None = None,
    kept: KeptChallenges | None = None,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Found:
    """Return the challenges of these days; report how many are solved."""
    return _until_stopped(
        each_day(asked, asked.days, workers=workers, on_progress=on_progress, kept=kept, stop=stop), asked.wanted
    )


def each_day(
    asked: Days,
    days: Iterable[datetime.date],
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    kept: KeptChallenges | None = None,
    stop: Stop | None = None,
) -> Iterator[Challenge]:
    """Yield the challenges of some of these days, each as soon as it is ready."""
    return many.daily_challenges(
        days,
        board_named(asked.board),
        asked.start,
        asked.kind,
        workers=workers,
        on_progress=on_progress,
        kept=kept,
        stop=stop,
    )


_published: list[KeptChallenges] = []


def publish(challenges: KeptChallenges) -> None:
    """Look challenges up here from now on, and keep none in the user's cache."""
    _published[:] = [challenges]


def kept_challenges(tell: Callable[[str], None] = to_nobody, *, resumable: bool = False) -> KeptChallenges | None:
    """Return the folder in the user's cache where challenges are kept, or None if it cannot be written.

    Challenges that are published take its place.

    `tell` gets a message about each kept challenge that cannot be right, and, if the work should be `resumable`, about
    a folder that cannot be written.
    """
    if _published:
        return _published[0]
    try:
        folder = cache_folder() / "challenges"
        expect_writable(folder)
    except InputError as error:
        if resumable:
            tell(f"{error}; so results are not cached")
        return None
    return ChallengeFolder(folder, tell)


def parse_range(text: str) -> tuple[int, int]:
    """Read `58..60`, or `58` for that total alone."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:(?:\.\.|-|–)\s*([0-9]{1,3}))?\s*", text)
    if not match:
        raise InputError(f"{shown(text, 20)!r} is not a range of totals; write 58..60, or 58 for that total alone")
    low = int(match[1])
    return low, low if match[2] is None else int(match[2])


def days_of(day: str | None, days: int | None, month: str | None, year: str | None) -> tuple[datetime.date, ...]:
    """Return the days that the options name: a day, several from a day on, or those of a month or a year."""
    spans = {"--days": days, "--month": month, "--year": year}
    said = [name for name, value in spans.items() if value is not None]
    if day is not None and (month or year):
        said.insert(0, "--date")
    if len(said) > 1:
        raise InputError(f"{' and '.join(said)} name different days; give only one of them")
    count = days or 1
    if month is not None:
        match = re.fullmatch(r"([0-9]{4})-([0-9]{2})", month)
        if not match or not 1 <= int(match[2]) <= 12 or match[1] == "0000":
            raise InputError(f"{shown(month, 20)!r} is not a month; write it as year-month, such as 2026-12")
        first = datetime.date(int(match[1]), int(match[2]), 1)
        count = calendar.monthrange(first.year, first.month)[1]
    elif year is not None:
        if not re.fullmatch(r"[0-9]{4}", year) or year == "0000":
            raise InputError(f"{shown(year, 20)!r} is not a year; a year has four digits, such as 2027")
        first = datetime.date(int(year), 1, 1)
        count = 366 if calendar.isleap(first.year) else 365
    else:
        first = today_of_the_clock() if day is None else parse_day(day, datetime.date.today())
    daily_number(first)
    try:
        return tuple(first + datetime.timedelta(number) for number in range(count))
    except OverflowError:
        raise InputError(f"{counted(count, 'day')} from {first} on go past the end of the calendar") from None


def counted(number: int, what: str) -> str:
    """Return `1 seed`, `2 seeds`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _until_stopped(made: Iterable[Challenge], wanted: int) -> Found:
    """Return all of them, or those finished when the work was stopped; raise Unproven if there are none."""
    found: list[Challenge] = []
    try:
        for each in made:
            found.append(each)  # noqa: PERF402 - what is found must outlive the stop
    except Unproven:
        if not found:
            raise
    return Found(tuple(found), wanted)
