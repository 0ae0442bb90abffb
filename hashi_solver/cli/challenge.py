"""`hashi challenge` and `hashi daily`: something to aim at, and the proof of what is possible."""

from __future__ import annotations

import calendar
import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from hashi_solver import app, documents
from hashi_solver.cli.booklets import MOST_SHEETS, write_days, write_found
from hashi_solver.cli.common import (
    board_option,
    json_option,
    live_status,
    print_json,
    print_table,
    remark,
    takes_unicode,
    workers_option,
)
from hashi_solver.cli.declare import examples
from hashi_solver.cli.sheets import Place, options_of, paper_options, place_for, solutions_option, write_sheet
from hashi_solver.errors import InputError, NotFoundError, Unproven
from hashi_solver.interrupts import ctrl_c_stops, interrupts_wait
from hashi_solver.library import output_folder
from hashi_solver.notation.days import parse_day
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.files import expect_writable, make_folder, shown
from hashi_solver.notation.layouts import load_playable_layout

if TYPE_CHECKING:
    from hashi_solver.challenge import Challenge, Kind
    from hashi_solver.challenge.search import Search
    from hashi_solver.challenge.seeded import Starting
    from hashi_solver.documents.kept import ChallengeFolder
    from hashi_solver.sheet import Options

DEFAULT_BOARD = "side-a"
MOST_AT_ONCE = 366
DIFFICULTIES = 5

_kind = click.option("--kind", type=click.Choice(("open", "flip")), help="open: the order of the cards is shown.")
_start = click.option("--start", type=click.Choice(("fixed", "free")), help="free: the player chooses the start.")
_board = board_option(f"The board; {DEFAULT_BOARD} unless you say.")
_no_sheet = click.option("--no-sheet", is_flag=True, help="Only tell what there is to aim at; draw nothing.")


@dataclass(frozen=True, slots=True)
class _Sheets:
    """The sheets that a call wants, and where."""

    options: Options
    place: Place


@click.command(
    epilog=examples(
        "hashi challenge T4V02-T30QV-JVM9F",
        'hashi challenge --seed "club night" --count 12 --kind flip',
        "hashi challenge --seed hard --difficulty 5",
    )
)
@click.argument("code", nargs=-1, metavar="[CODE]")
@click.option("--seed", metavar="TEXT", help="Any text: the same text gives the same challenge, everywhere.")
@click.option("--count", type=click.IntRange(1, MOST_AT_ONCE), metavar="N", help="So many challenges of the seed.")
@click.option(
    "--difficulty", type=click.IntRange(1, DIFFICULTIES), metavar="N", help="Look for one that is as hard as this."
)
@click.option("--optimum", metavar="58..60", help="Look for one whose best total is this, or lies between these.")
@_kind
@_start
@_board
@click.option(
    "--tries",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Give up after so many seeds in a row; 1000 unless you say.",
)
@workers_option
@paper_options
@solutions_option
@_no_sheet
@json_option
def challenge(
    code: tuple[str, ...],
    seed: str | None,
    count: int | None,
    difficulty: int | None,
    optimum: str | None,
    kind: str | None,
    start: str | None,
    board: str | None,
    tries: int | None,
    workers: int | None,
    lang: str,
    paper: str,
    style: str,
    out: Path | None,
    html: bool,
    solutions: str,
    no_sheet: bool,
    as_json: bool,
) -> None:
    """A challenge to print: par, medals, and the proven best total.

    CODE makes the challenge of a sheet again, in any later version. --seed makes a new one: that of the seed, or with
    --difficulty and --optimum the first of the seeds TEXT, TEXT/2, TEXT/3, ... that is as wished.

    The sheet and its solution are written into output/ unless --out says otherwise. Several become a booklet, more than
    31 of them several. What a search has measured is kept in output/challenges: one that was stopped goes on where it
    was.

    Exit code 1 when the search gives up (after 1000 seeds in a row, unless --tries says otherwise).
    """
    draw = _drawing(no_sheet, as_json, out, html)
    options = options_of(lang, paper, style, solutions)
    if code:
        wishes = {"--seed": seed, "--count": count, "--difficulty": difficulty, "--optimum": optimum}
        wishes |= {"--kind": kind, "--start": start, "--tries": tries}
        said = [name for name, value in wishes.items() if value is not None]
        if said:
            raise InputError(f"a code says everything already: leave out {' and '.join(said)}, or leave out the code")
        from hashi_solver.challenge import challenge_of, decode, encode  # noqa: PLC0415 - help must not pay for it
        from hashi_solver.challenge.seeded import daily_number, day_of  # noqa: PLC0415

        deal = decode(" ".join(code), None if board is None else load_playable_layout(board))
        sheets = _Sheets(options, place_for(out, html, single=True)) if draw else None
        day = day_of(deal)
        with live_status("solving"):
            found = [challenge_of(deal, encode(deal), number=None if day is None else daily_number(day), day=day)]
        _show(found, 1, as_json, sheets)
        return
    if seed is None:
        raise InputError(
            "which challenge? give the CODE of a sheet, or --seed with any text for a new one (hashi daily: today's)"
        )
    with interrupts_wait():
        from hashi_solver.challenge.search import TRIES, Search, Wish  # noqa: PLC0415 - help must not pay for it

    search = Search(
        app.question.checked_seed(seed),
        load_playable_layout(board or DEFAULT_BOARD),
        cast("Starting", start or "fixed"),
        cast("Kind", kind or "open"),
        Wish(difficulty, None if optimum is None else parse_range(optimum)),
        tries or TRIES,
    )
    search.refuse_the_impossible()
    if tries is not None and search.wish == Wish():
        raise InputError("--tries needs something to look for: --difficulty or --optimum")
    wanted = count or 1
    sheets = _Sheets(options, place_for(out, html, single=wanted <= MOST_SHEETS)) if draw else None
    kept = _kept_challenges() if draw and (wanted > 1 or search.wish != Wish()) else None
    with ctrl_c_stops() as stop, live_status("looking for a challenge") as tell:
        told = None if tell is None else lambda tried, found: tell(f"{tried} seeds tried, {found} of {wanted} found")
        looked = search.run(wanted, workers=workers, on_progress=told, kept=kept, stop=stop)
        found = _until_stopped((each for _, each in looked), wanted, goes_on=kept is not None)
    if difficulty is not None or optimum is not None:
        remark(f"{len(found)} of {wanted} found after {_count(search.tried, 'seed')}")
    if found:
        _show(found, wanted, as_json, sheets)
    if search.gave_up:
        raise NotFoundError(_despair(search, len(found), wanted))


@click.command(epilog=examples("hashi daily", "hashi daily --month 2026-12 --lang es --solutions end"))
@click.option("--date", "day", metavar="2026-11-18", help="The day; today unless you say.")
@click.option("--days", type=click.IntRange(1, MOST_AT_ONCE), metavar="N", help="So many days, from the day on.")
@click.option("--month", metavar="2026-12", help="All days of a month.")
@click.option("--year", metavar="2027", help="All days of a year.")
@_kind
@_start
@_board
@workers_option
@paper_options
@solutions_option
@_no_sheet
@json_option
def daily(
    day: str | None,
    days: int | None,
    month: str | None,
    year: str | None,
    kind: str | None,
    start: str | None,
    board: str | None,
    workers: int | None,
    lang: str,
    paper: str,
    style: str,
    out: Path | None,
    html: bool,
    solutions: str,
    no_sheet: bool,
    as_json: bool,
) -> None:
    """The day's challenge to print, the same for everyone.

    Open, with a fixed start, unless --kind and --start say otherwise. No. 1 was that of 1 January 2026.

    The sheet and its solution are written into output/ unless --out says otherwise. Several days become a booklet, more
    than a month of them a booklet for each month. What is found out about them is kept in output/challenges: a year
    that was stopped goes on where it was.
    """
    draw = _drawing(no_sheet, as_json, out, html)
    wanted = days_of(day, days, month, year)
    with interrupts_wait():
        from hashi_solver.challenge.many import daily_challenges  # noqa: PLC0415 - help must not pay for it
        from hashi_solver.challenge.seeded import daily_deal  # noqa: PLC0415

    layout = load_playable_layout(board or DEFAULT_BOARD)
    starting, sort = cast("Starting", start or "fixed"), cast("Kind", kind or "open")
    make = partial(daily_challenges, layout=layout, start=starting, kind=sort, workers=workers)
    options = options_of(lang, paper, style, solutions)
    sheets = _Sheets(options, place_for(out, html, single=len(wanted) <= MOST_SHEETS)) if draw else None
    if sheets is not None and len(wanted) > 1:
        deals = [(each, daily_deal(each, layout, starting, sort)) for each in wanted]
        with ctrl_c_stops() as stop:
            write_days(deals, partial(make, kept=_kept_challenges(), stop=stop), sheets.options, sheets.place, stop)
        return
    with ctrl_c_stops() as stop, live_status("solving") as tell:
        told = None if tell is None else lambda done: tell(f"{done} of {len(wanted)} days solved")
        found = _until_stopped(make(wanted, on_progress=told, stop=stop), len(wanted))
    _show(found, len(wanted), as_json, sheets)


def parse_range(text: str) -> tuple[int, int]:
    """`58..60`, or `58` for that total alone."""
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:(?:\.\.|-|–)\s*([0-9]{1,3}))?\s*", text)
    if not match:
        raise InputError(f"{shown(text, 20)!r} is no range of totals; it is written 58..60, or 58 for that total alone")
    low = int(match[1])
    return low, low if match[2] is None else int(match[2])


def days_of(day: str | None, days: int | None, month: str | None, year: str | None) -> tuple[datetime.date, ...]:
    """The days that a call means: one, so many from one on, or those of a month or a year."""
    from hashi_solver.challenge.seeded import daily_number  # noqa: PLC0415

    spans = {"--days": days, "--month": month, "--year": year}
    said = [name for name, value in spans.items() if value is not None]
    if day is not None and (month or year):
        said.insert(0, "--date")
    if len(said) > 1:
        raise InputError(f"{' and '.join(said)} mean different days; give one of them")
    count = days or 1
    if month is not None:
        match = re.fullmatch(r"([0-9]{4})-([0-9]{2})", month)
        if not match or not 1 <= int(match[2]) <= 12 or match[1] == "0000":
            raise InputError(f"{shown(month, 20)!r} is no month; a month is year-month, for instance 2026-12")
        first = datetime.date(int(match[1]), int(match[2]), 1)
        count = calendar.monthrange(first.year, first.month)[1]
    elif year is not None:
        if not re.fullmatch(r"[0-9]{4}", year) or year == "0000":
            raise InputError(f"{shown(year, 20)!r} is no year; a year has four digits, for instance 2027")
        first = datetime.date(int(year), 1, 1)
        count = 366 if calendar.isleap(first.year) else 365
    else:
        first = datetime.date.today() if day is None else parse_day(day)
    daily_number(first)
    try:
        return tuple(first + datetime.timedelta(number) for number in range(count))
    except OverflowError:
        raise InputError(f"{_count(count, 'day')} from {first} on are more than the calendar has") from None


def _drawing(no_sheet: bool, as_json: bool, out: Path | None, html: bool) -> bool:
    """Whether sheets are wanted; what would be ignored without a word is refused."""
    if not (no_sheet or as_json):
        return True
    idle = [name for name, said in (("--out", out is not None), ("--html", html)) if said]
    if idle:
        without = "--json prints to standard output" if as_json else "--no-sheet draws nothing"
        raise InputError(f"{without}: leave out {' and '.join(idle)}")
    return False


def _kept_challenges() -> ChallengeFolder | None:
    """Where challenges are kept that took long to compute; nowhere in a folder that may not be written into."""
    from hashi_solver.documents.kept import ChallengeFolder  # noqa: PLC0415 - help must not pay for it

    folder = output_folder() / "challenges"
    try:
        expect_writable(folder)
        make_folder(folder)
    except InputError as error:
        remark(f"{error}; so what is found out is not kept")
        return None
    return ChallengeFolder(folder)


def _until_stopped(made: Iterable[Challenge], wanted: int, *, goes_on: bool = False) -> list[Challenge]:
    """All of them, or those that were finished before Ctrl-C."""
    found: list[Challenge] = []
    try:
        for each in made:
            found.append(each)  # noqa: PERF402 - what is there already must outlive the stop
    except Unproven:
        if not found:
            raise
        then = "; the same command goes on where it was" if goes_on else ""
        remark(f"stopped: {len(found)} of {wanted} are finished{then}")
    return found


def _despair(search: Search, found: int, wanted: int) -> str:
    wish = []
    if search.wish.difficulty is not None:
        wish.append(f"difficulty {search.wish.difficulty}")
    if search.wish.optimum is not None:
        low, high = search.wish.optimum
        wish.append(f"an optimum of {low}" if low == high else f"an optimum of {low} to {high}")
    many = f", with {found} of {wanted} found" if wanted > 1 else ""
    tries = _count(search.tries, "seed")
    return f"gave up after {tries} in a row without {' and '.join(wish)}{many}; {search.nearest()}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _show(found: Sequence[Challenge], wanted: int, as_json: bool, sheets: _Sheets | None) -> None:
    """What there is to say, without the order of the cards of a flip and without the best play; then the sheets."""
    if as_json:
        print_json(
            documents.challenges.challenge_json(found[0])
            if wanted == 1
            else documents.challenges.challenges_json(found)
        )
    elif wanted == 1:
        for name, told in _lines(found[0]):
            click.echo(f"{name:<11} {told}")
    else:
        _print_many(found)
    if sheets is not None:
        if len(found) == 1:
            write_sheet(found[0], sheets.options, sheets.place)
        else:
            write_found(found, sheets.options, sheets.place)


def _lines(one: Challenge) -> Iterator[tuple[str, str]]:
    deal, aims = one.deal, one.targets
    if one.number is not None:
        yield "daily", f"No. {one.number}, {one.day}"
    yield "board", deal.layout.name
    yield "challenge", f"{one.code}, {deal.kind}"
    hidden = deal.kind == "flip"
    yield "cards", "turned one by one" if hidden else f"{format_cards(deal.deck.cards)}, {deal.deck.away} put away"
    yield "start", _start_of(one)
    yield "difficulty", _stars(aims.difficulty)
    yield "par", str(aims.par)
    yield "medals", f"bronze {aims.bronze}, silver {aims.silver}, gold {aims.gold}"
    yield "perfect", f"{aims.perfect}, proven"


def _print_many(found: Sequence[Challenge]) -> None:
    names = ("par", "bronze", "silver", "gold", "perfect")
    days = found[0].number is not None
    rows = []
    for one in found:
        when = (str(one.number), str(one.day)) if days else ()
        aims = (str(getattr(one.targets, name)) for name in names)
        rows.append((*when, one.code, _start_of(one), _stars(one.targets.difficulty), *aims))
    heads = (*(("No.", "day") if days else ()), "challenge", "start", "difficulty", *names)
    click.echo(f"{found[0].deal.layout.name}, {found[0].deal.kind}\n")
    print_table(heads, rows, right=("No.", *names), uncut=True)  # half a code is none


def _start_of(one: Challenge) -> str:
    return "free" if one.deal.start is None else str(one.deal.written_start)


def _stars(difficulty: int) -> str:
    if not takes_unicode():
        return f"{difficulty} of {DIFFICULTIES}"
    return "★" * difficulty + "☆" * (DIFFICULTIES - difficulty)
