"""`hashi challenge` and `hashi daily`: targets to aim for, and the proof of what is possible."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

from hashi_solver import app, documents, drawing, sheet
from hashi_solver.cli.common import (
    TimeToGo,
    duration,
    kept_challenges,
    live_status,
    print_blocks,
    print_json,
    remark,
    takes_unicode,
    working,
)
from hashi_solver.cli.declare import (
    DealSeed,
    DefaultBoard,
    Json,
    StartOption,
    Workers,
    argument,
    choice,
    command,
    flag,
    integer,
    text,
)
from hashi_solver.cli.printing import SheetOptions, print_written, remark_on_islands, tell_document
from hashi_solver.errors import InputError

if TYPE_CHECKING:
    from hashi_solver.app.challenges import Found, Hunt, Series
    from hashi_solver.sheet.beside import DrawingProcess
    from hashi_solver.sheet.writing import Destination

MOST_AT_ONCE = 366
DIFFICULTIES = 5

KindOption = Annotated[
    Literal["open", "flip"] | None,
    choice("--kind", ("open", "flip"), "open: all cards in sight; flip: turned one by one."),
]


@command(
    "hashi challenge T4V02-T30QV-JVM9F",
    'hashi challenge --seed "club night" --count 12 --kind flip',
    "hashi challenge --seed hard --difficulty 5",
    "hashi challenge --seed school --count 10 --graded --boards side-a,side-b",
)
def challenge(
    code: Annotated[tuple[str, ...], argument("[CODE]", nargs=-1)],
    seed: DealSeed,
    count: Annotated[int | None, integer("--count", 1, MOST_AT_ONCE, "How many challenges to make from the seed.")],
    difficulty: Annotated[
        int | None,
        integer(
            "--difficulty",
            1,
            DIFFICULTIES,
            "Search for one with this many stars.",
            what="a difficulty is a number of stars",
        ),
    ],
    optimum: Annotated[str | None, text("--optimum", "58..60", "Search for a best total in this range.")],
    kind: KindOption,
    start: StartOption,
    board: DefaultBoard,
    tries: Annotated[int | None, integer("--tries", 1, 1_000_000, "Give up after N seeds in vain (default: 1000).")],
    workers: Workers,
    graded: Annotated[bool, flag("--graded", "A booklet from easy to hard.")],
    boards: Annotated[str | None, text("--boards", "ID,ID", "A booklet on several boards in turn.")],
    sheets: SheetOptions,
    as_json: Json,
) -> None:
    """Print a challenge with par, medals and the proven best total.

    CODE makes the challenge of a printed sheet again, in any later version; several codes make a booklet, whatever
    boards they are on. --seed makes a new one. With --difficulty
    or --optimum, it is the first match among the seeds TEXT, TEXT/2, TEXT/3 and so on.

    The sheet and its solution go to output/, or where --out says. Several challenges become a booklet, more than 31
    several booklets. Results are cached: run the same command again to resume a search.

    The exit code is 1 if the search gives up.
    """
    draw = sheets.wanted(as_json)
    if graded or boards is not None:
        given = {"CODE": code, "--difficulty": difficulty, "--optimum": optimum, "--tries": tries}
        given |= {"--layout": board if boards is not None else None}
        for name in (name for name, said in given.items() if said):
            raise InputError(f"{'--graded' if graded else '--boards'} and {name} do not go together: leave one out")
        own = [each.strip() for each in boards.split(",")] if boards is not None else [board] if board else []
        series = app.challenges.series_asked(seed, count, graded=graded, boards=own, kind=kind, start=start)
        _show_series(series, workers, sheets, sheets.destination_of(series.wanted) if draw else None, as_json)
        return
    asked = app.challenges.challenge_asked(
        code,
        seed=seed,
        count=count,
        difficulty=difficulty,
        optimum=optimum,
        kind=kind,
        start=start,
        board=board,
        tries=tries,
    )
    place = sheets.destination_of(asked.wanted) if draw else None
    if isinstance(asked, app.challenges.Coded) or not asked.takes_long:
        with _ready_to_draw(sheets, place, asked.wanted) as process:
            with working("solving") as (stop, _):
                found = app.challenges.find(asked, kept=kept_challenges(), stop=stop)
            _show(found, as_json, sheets, place, process)
        return
    kept = kept_challenges(resumable=asked.takes_long)
    with working("looking for a challenge") as (stop, tell):
        found = app.challenges.find(
            asked,
            workers=workers,
            kept=kept,
            on_progress=_search_progress(asked, tell),
            stop=stop,
        )
    if found.stopped and not asked.search.gave_up:
        then = "; run the same command again to resume" if kept else ""
        remark(f"stopped: {len(found.challenges)} of {found.wanted} finished{then}")
    if difficulty is not None or optimum is not None:
        seeds = app.challenges.counted(asked.search.tried, "seed")
        remark(f"{len(found.challenges)} of {found.wanted} found after {seeds}")
    if found.challenges:
        _show(found, as_json, sheets, place)
    app.challenges.expect_found(asked, found)


@command("hashi daily", "hashi daily --month 2026-12 --lang es --solutions end")
def daily(
    day: Annotated[str | None, text("--date", "2026-11-18", "The day, or yesterday or tomorrow (default: today).")],
    days: Annotated[int | None, integer("--days", 1, MOST_AT_ONCE, "How many days, beginning with that day.")],
    month: Annotated[str | None, text("--month", "2026-12", "All days of a month.")],
    year: Annotated[str | None, text("--year", "2027", "All days of a year.")],
    kind: KindOption,
    start: StartOption,
    board: DefaultBoard,
    workers: Workers,
    sheets: SheetOptions,
    as_json: Json,
) -> None:
    """Print the day's challenge, the same for everyone.

    The challenge is open and its start is fixed, unless --kind and --start say otherwise. No. 1 was on 1 January 2026.

    The sheet and its solution go to output/, or where --out says. Several days become a booklet, more than a month of
    days one booklet per month. Results are cached: run the same command again to resume.
    """
    draw = sheets.wanted(as_json)
    asked = app.challenges.Days(app.challenges.days_of(day, days, month, year), board, start or "fixed", kind or "open")
    deals = asked.deals
    place = sheets.destination_of(asked.wanted) if draw else None
    if place is not None and asked.wanted > 1:
        remark_on_islands((deal.layout for _, deal in deals), sheets.options)
        with working("solving") as (stop, tell):
            kept = kept_challenges(resumable=True)
            make = partial(app.challenges.each_day, asked, workers=workers, kept=kept, stop=stop)
            first = print_written(sheet.writing.plan_days(deals, make, sheets.options, place), stop, tell)
        sheets.show(first)
        return
    to_go = TimeToGo(asked.wanted)
    with _ready_to_draw(sheets, place, asked.wanted) as process:
        with working("solving") as (stop, tell):
            found = app.challenges.daily(
                asked,
                workers=workers,
                kept=kept_challenges(resumable=asked.wanted > 1),
                on_progress=lambda done: tell(f"{done} of {asked.wanted} days solved{to_go.after(done)}"),
                stop=stop,
            )
        if found.stopped:
            remark(f"stopped: {len(found.challenges)} of {found.wanted} finished")
        _show(found, as_json, sheets, place, process)


def _show_series(
    asked: Series, workers: int | None, sheets: SheetOptions, place: Destination | None, as_json: bool
) -> None:
    with working("looking for challenges") as (stop, tell):
        found = app.challenges.find_series(
            asked,
            workers=workers,
            kept=kept_challenges(resumable=True),
            on_progress=lambda done: tell(f"{done} of {asked.wanted} found"),
            stop=stop,
        )
    _show(found, as_json, sheets, place)


def _ready_to_draw(
    sheets: SheetOptions, place: Destination | None, wanted: int
) -> AbstractContextManager[DrawingProcess | None]:
    if place is None or wanted > 1:  # booklets have processes of their own
        return nullcontext()
    return sheet.writing.ready_to_draw(sheets.options, place)


def _show(
    answer: Found,
    as_json: bool,
    sheets: SheetOptions,
    place: Destination | None,
    process: DrawingProcess | None = None,
) -> None:
    """Print the targets, then write the sheets."""
    found = answer.challenges
    if as_json and answer.wanted == 1:
        print_json(documents.challenges.challenge_json(found[0]))
    elif as_json:
        print_json(documents.challenges.challenges_json(found))
    elif answer.wanted == 1:
        print_blocks(drawing.challenges.challenge_lines(found[0], takes_unicode()))
    else:
        print_blocks(drawing.challenges.challenges_blocks(found, takes_unicode()))
    if place is None:
        return
    remark_on_islands((each.deal.layout for each in found), sheets.options)
    if len(found) > 1:
        with working("solving") as (stop, tell):
            first = print_written(sheet.writing.plan_found(found, sheets.options, place), stop, tell)
    else:
        first = None
        with live_status("drawing"):
            for document in sheet.writing.write_sheet(found[0], sheets.options, place, process):
                first = first or document.path
                tell_document(document)
    sheets.show(first)


def _search_progress(asked: Hunt, tell: Callable[[str], None]) -> Callable[[int, int], None]:
    begun = time.monotonic()

    def on_progress(tried: int, found: int) -> None:
        left = asked.seeds_left(tried, found) * (time.monotonic() - begun) / tried
        tell(f"{tried} seeds tried, {found} of {asked.wanted} found, about {duration(left)} to go")

    return on_progress
