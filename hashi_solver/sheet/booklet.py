"""Booklets: many challenges in one document, with a cover, how to play, an index, and solutions at the end.

Every part has a known number of pages, so that the index can name pages before anything is laid out.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge
from hashi_solver.languages import Language, language
from hashi_solver.languages.speech import capital
from hashi_solver.sheet import calendars, pages, pictures, words
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pages import Target

ROWS, LARGE_ROWS = 31, 16  # of the index, on one page
LEAST_BOARD, MOST_BOARD = 60.0, 120.0  # millimetres, on a cover
MONTHS = 12
FOOT = 20.0  # millimetres, on a cover
HEADS, YEARS, GAPS = {"large": 76.0}, {"large": 42.0}, {"large": 6.0}
HEAD, YEAR = 60.0, 72.0  # in other styles
HOW_TO_PRINT = 24.0


@dataclass(frozen=True, slots=True)
class IndexRow:
    challenge: Challenge
    number: int
    day: str
    anchor: str
    page: int
    week_begins: bool


def html(volume: Booklet, options: Options, target: Target) -> str:
    """Return the HTML of a booklet."""
    chosen = language(options.language)
    if options.half:
        return pages.sheets(volume.counted, options, target, f"Hashi · {full_title(volume, chosen)}")
    return pages.document(
        "booklet.html.j2",
        options,
        target,
        title=f"Hashi · {full_title(volume, chosen)}",
        booklet=volume,
        challenges=volume.counted,
        name=title(volume, chosen),
        boards=boards_of(volume, chosen),
        several_boards=len(_layouts(volume)) > 1,
        foot=full_title(volume, chosen),
        calendar=_calendar(volume, options, chosen),
        year=_year(volume, options, chosen),
        board=_board(volume, options, chosen),
        index=index_rows(volume, options, chosen),
        rows_on_a_page=_rows_on_a_page(options),
        has_notes=_has_notes(len(volume.challenges), options),
    )


def cards_html(volume: Booklet, options: Options, target: Target) -> str:
    """Return the HTML of the hidden cards of a booklet as a separate document."""
    return pages.cards(volume.counted, options, target, full_title(volume, language(options.language)))


def solutions_html(volume: Booklet, options: Options, target: Target) -> str:
    """Return the HTML of the solutions of a booklet as a separate document."""
    chosen = language(options.language)
    heading = chosen.gettext("Solutions")
    told = f"Hashi · {full_title(volume, chosen)} · {heading}"
    if options.solutions == "worked":
        return pages.solutions(volume.counted, options, target, told)
    return pages.document(
        "booklet_solutions.html.j2",
        options,
        target,
        title=told,
        challenges=volume.counted,
        foot=full_title(volume, chosen),
    )


def title(volume: Booklet, chosen: Language) -> str:
    """Return the title: a month such as December 2026, or the first and last day, or the number of challenges."""
    if volume.month:
        return capital(chosen.month(*volume.month))
    if volume.days:
        return chosen.span(volume.days[0], volume.days[-1])
    count = len(volume.challenges)
    told = chosen.ngettext("%(count)s challenge", "%(count)s challenges", count) % {"count": count}
    if volume.volumes > 1:
        return f"{told} · {volume_words(volume, chosen)}"
    return told


def full_title(volume: Booklet, chosen: Language) -> str:
    """Return the title with the boards, for the foot of a page and the title of the document."""
    return f"{title(volume, chosen)} · {boards_of(volume, chosen)}"


def boards_of(volume: Booklet, chosen: Language) -> str:
    """Return the names of the boards, each once."""
    return ", ".join(words.board_name(layout, chosen) for layout in _layouts(volume))


def _layouts(volume: Booklet) -> tuple[Layout, ...]:
    return tuple(dict.fromkeys(each.deal.layout for each in volume.challenges))


def volume_words(volume: Booklet, chosen: Language) -> str:
    return chosen.gettext("Volume %(number)s of %(count)s") % {"number": volume.volume, "count": volume.volumes}


def index_rows(volume: Booklet, options: Options, chosen: Language) -> list[IndexRow]:
    """Return every challenge with the page of its sheet."""
    per_sheet = 2 if options.style == "large" else 1
    first = front_pages(len(volume.challenges), options) + 1
    several = len(_layouts(volume)) > 1
    return [
        IndexRow(
            each,
            each.number or each.place or place,
            _beside(each, several, chosen),
            f"challenge-{place}",
            first + per_sheet * (place - 1),
            each.day is not None and each.day.weekday() == chosen.first_weekday and place > 1,
        )
        for place, each in enumerate(volume.counted, start=1)
    ]


def _beside(challenge: Challenge, several: bool, chosen: Language) -> str:
    """Return the day of a challenge, or its board if the booklet has several."""
    if challenge.day is not None:
        return chosen.short_date(challenge.day)
    return words.board_name(challenge.deal.layout, chosen) if several else ""


def front_pages(count: int, options: Options) -> int:
    """Count the pages before the sheets: the cover, how to play, the index, and sometimes a page for notes."""
    return _counted_front(count, options) + _has_notes(count, options)


def _counted_front(count: int, options: Options) -> int:
    return 1 + (3 if options.style == "large" else 1) + -(-count // _rows_on_a_page(options))


def _has_notes(count: int, options: Options) -> bool:
    """Return whether there is a page for notes, so that a board on the left faces its record on the right."""
    return options.faces and _counted_front(count, options) % 2 == 0


def _rows_on_a_page(options: Options) -> int:
    return LARGE_ROWS if options.style == "large" else ROWS


def _calendar(volume: Booklet, options: Options, chosen: Language) -> Markup:
    height = _calendar_height(volume, options)
    if not volume.days:
        told = chosen.gettext("The challenges and their difficulty; the index lists the same in words.")
        grades = [each.targets.difficulty for each in volume.challenges]
        return calendars.numbers_calendar(grades, volume.first, told, options.style, height)
    told = chosen.gettext("Calendar of %(span)s; the index lists the same in words.") % {"span": title(volume, chosen)}
    marked = {
        each.day: (each.number, each.targets.difficulty)
        for each in volume.challenges
        if each.day is not None and each.number is not None
    }
    return calendars.days_calendar(marked, told, options.style, chosen, height)


def _board(volume: Booklet, options: Options, chosen: Language) -> Markup | None:
    """Draw the board if a short calendar leaves room for it on the cover."""
    weeks = calendars.weeks_of(volume.days, len(volume.challenges), chosen)
    room = _calendar_height(volume, options) - calendars.HEAD - calendars.MOST_ROW * weeks - GAPS.get(options.style, 0)
    if of_a_year(volume) or room < LEAST_BOARD or len(_layouts(volume)) > 1:
        return None
    layout = volume.challenges[0].deal.layout
    told = words.board_words(layout, None, chosen)
    return pictures.board(layout, options.style, told, MOST_BOARD, min(room, MOST_BOARD))


def of_a_year(volume: Booklet) -> bool:
    """Return whether this is one of twelve monthly volumes."""
    return volume.month is not None and volume.volumes == MONTHS


def _calendar_height(volume: Booklet, options: Options) -> float:
    """Return the height between the head and the foot of the cover."""
    room = 269.0 if options.paper == "a4" else 253.0
    head, year = HEADS.get(options.style, HEAD), YEARS.get(options.style, YEAR)
    return room - head - (year if of_a_year(volume) else FOOT) - (HOW_TO_PRINT if options.faces else 0)


def _year(volume: Booklet, options: Options, chosen: Language) -> Markup | None:
    """Draw a calendar of the year for a monthly volume."""
    if not of_a_year(volume) or not volume.month:
        return None
    year, month = volume.month
    told = chosen.gettext("Calendar of the year %(year)s; %(month)s is marked.") % {
        "year": year,
        "month": chosen.months()[month - 1],
    }
    return calendars.year_calendar(year, month, told, options.style, chosen)
