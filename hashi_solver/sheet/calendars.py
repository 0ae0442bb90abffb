"""The calendars on the cover of a booklet: days as islands joined by dotted lines, difficulty as stars."""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from hashi_solver.languages import Language
from hashi_solver.sheet.options import Style
from hashi_solver.sheet.pictures import LOOKS, MOST_STARS, STAR

DAYS = 7
WIDTH = 186.0
COLUMN = WIDTH / DAYS
MOST_ROW = 27.0
HEAD = 7.0  # for the names of the days
DOTS = 1.84
SMALL_TYPE = 3.1
MONTHS_IN_A_ROW = 6
SMALL, LARGE = 1.0, 1.4
LEAST_TYPE, LARGE_TYPE = 4.3, 5.7  # millimetres: 12 and 16 pt, in large type


@dataclass(frozen=True, slots=True)
class CalendarIsland:
    """One island of a calendar: a day, or the number of a challenge without a day."""

    column: int
    row: int
    text: str
    above: str  # the name of the month at its first day
    beside: str  # the number of the challenge
    difficulty: int


def days_calendar(
    marked: Mapping[datetime.date, tuple[int, int]], words: str, style: Style, language: Language, height: float
) -> Markup:
    """Draw the weeks from the first day to the last; `marked` has the number and the difficulty of each day."""
    first, last = min(marked), max(marked)
    monday = first - datetime.timedelta((first.weekday() - language.first_weekday) % DAYS)
    mixed = (first.year, first.month) != (last.year, last.month)
    places = []
    for day, (number, difficulty) in sorted(marked.items()):
        row, column = divmod((day - monday).days, DAYS)
        above = language.short_month(day.month) if mixed and (day == first or day.day == 1) else ""
        places.append(CalendarIsland(column, row, str(day.day), above, str(number), difficulty))
    return _drawn(places, language.weekdays(), words, style, height)


def weeks_of(days: Sequence[datetime.date], count: int, language: Language) -> int:
    """Count the rows of a calendar of these days, or of `count` challenges without days."""
    if not days:
        return -(-count // DAYS)
    before = (days[0].weekday() - language.first_weekday) % DAYS
    return ((days[-1] - days[0]).days + before) // DAYS + 1


def numbers_calendar(difficulties: Sequence[int], first: int, words: str, style: Style, height: float) -> Markup:
    """Draw a calendar of challenges without days: numbers from `first`, seven in a row."""
    places = [
        CalendarIsland(place % DAYS, place // DAYS, str(first + place), "", "", difficulty)
        for place, difficulty in enumerate(difficulties)
    ]
    return _drawn(places, (), words, style, height)


def year_calendar(year: int, marked: int, words: str, style: Style, language: Language) -> Markup:
    """Draw twelve small months, with the month of the booklet marked."""
    if style == "large":
        return _names_of_months(marked, words, language)
    look, ink = LOOKS[style], LOOKS[style].ink
    across, down = WIDTH / MONTHS_IN_A_ROW, 26.0
    cell, line = 3.75, 2.95
    left = (across - DAYS * cell) / 2
    drawn: list[str] = []
    for number, name in enumerate(language.months(), start=1):
        row, column = divmod(number - 1, MONTHS_IN_A_ROW)
        x, y = across * column, down * row
        paint, soft = ink, look.labels
        if number == marked:
            solid = look.solid
            paint = soft = "#fff" if solid else ink
            drawn.append(
                f'<rect x="{x + 0.4:.2f}" y="{y + 0.4:.2f}" width="{across - 0.8:.2f}" height="{down - 0.8:.2f}" '
                f'rx="1.6" fill="{ink if solid else "none"}" stroke="{ink}" stroke-width=".6"/>'
            )
        drawn.append(_text(x + left + cell / 2 - 1.2, y + 4.3, name, 2.6, 600, paint, "start"))
        for week, days in enumerate(calendar.Calendar(language.first_weekday).monthdayscalendar(year, number)):
            for place, day in enumerate(days):
                if day:
                    at = x + left + cell * (place + 0.5)
                    drawn.append(_text(at, y + 7.6 + line * week, str(day), 2.5, 400, soft))
    return _svg(WIDTH, 2 * down, words, drawn)


def _names_of_months(marked: int, words: str, language: Language) -> Markup:
    """Draw the months as boxes with their names: in large type twelve small months would not fit."""
    ink, across, down = LOOKS["large"].ink, WIDTH / MONTHS_IN_A_ROW, 10.0
    drawn: list[str] = []
    for number, name in enumerate(language.months(), start=1):
        row, column = divmod(number - 1, MONTHS_IN_A_ROW)
        x, y, fill = across * column, down * row, ink if number == marked else "#fff"
        drawn.append(
            f'<rect x="{x + 0.4:.2f}" y="{y + 0.4:.2f}" width="{across - 0.8:.2f}" height="{down - 0.8:.2f}" '
            f'rx="1.6" fill="{fill}" stroke="{ink}" stroke-width=".3"/>'
        )
        drawn.append(_text(x + across / 2, y + 6.6, name, LEAST_TYPE, 600, "#fff" if number == marked else ink))
    return _svg(WIDTH, 2 * down, words, drawn)


def _drawn(
    places: Sequence[CalendarIsland], weekdays: Sequence[str], words: str, style: Style, height: float
) -> Markup:
    look = LOOKS[style]
    scale = LARGE if style == "large" else SMALL
    large = style == "large"
    head = (HEAD + LARGE_TYPE - SMALL_TYPE if large else HEAD) if weekdays else 1.0
    rows = max(place.row for place in places) + 1
    step = min(MOST_ROW, (height - head) / rows)
    radius = 0.29 * step

    def middle(place: CalendarIsland) -> tuple[float, float]:
        return COLUMN * (place.column + 0.5), head + step * place.row + radius + 3.0

    drawn = [
        _text(COLUMN * (column + 0.5), head - 3, name, LARGE_TYPE if large else SMALL_TYPE, 600, look.labels)
        for column, name in enumerate(weekdays)
    ]
    at = {(place.column, place.row): middle(place) for place in places}
    for (column, row), (x, y) in at.items():
        for other in ((column + 1, row), (column, row + 1)):
            if other in at:
                to_x, to_y = at[other]
                drawn.append(
                    f'<path d="M{x:.2f} {y:.2f}L{to_x:.2f} {to_y:.2f}" stroke="{look.dots}" stroke-width=".62" '
                    f'stroke-linecap="round" stroke-dasharray=".01 {DOTS - 0.01:.2f}"/>'
                )
    for place in places:
        drawn += _island(place, *middle(place), radius, style, scale)
    return _svg(WIDTH, head + step * rows, words, drawn)


def _island(place: CalendarIsland, x: float, y: float, radius: float, style: Style, scale: float) -> Iterator[str]:
    look = LOOKS[style]
    size = max(0.9 * radius, LARGE_TYPE if style == "large" else 0)
    yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="#fff" stroke="{look.ink}" stroke-width=".5"/>'
    yield _text(x, y + 0.36 * size, place.text, size, 900, look.ink)
    if place.beside and style != "large":  # where it would be too small to read, or in the way; the index has it
        yield _text(x + 0.95 * radius, y - 0.8 * radius, place.beside, 2.5, 400, look.labels, "start")
    if place.above:
        size = LARGE_TYPE if style == "large" else 2.9
        yield _text(x - 0.95 * radius, y - 0.8 * radius, place.above, size, 600, look.ink, "end")
    star = 0.235 * scale
    width = 11 * MOST_STARS * star
    # A white background keeps the dotted line to the next row away from the stars.
    yield (
        f'<rect x="{x - width / 2 - 0.6:.2f}" y="{y + radius + 0.7:.2f}" width="{width + 1.2:.2f}" '
        f'height="{10 * star + 0.8:.2f}" fill="#fff"/>'
    )
    left, top = x - width / 2, y + radius + 1.1
    for count in range(MOST_STARS):
        paint = look.ink if count < place.difficulty else "none"
        yield (
            f'<path transform="translate({left + 11 * star * count:.2f} {top:.2f}) scale({star})" '
            f'd="{STAR}" fill="{paint}" stroke="{look.ink}" stroke-width=".8" stroke-linejoin="round"/>'
        )


def _text(x: float, y: float, content: str, size: float, weight: int, paint: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:.2f}" font-weight="{weight}" fill="{paint}" '
        f'text-anchor="{anchor}">{escape(content)}</text>'
    )


def _svg(width: float, height: float, words: str, drawn: Sequence[str]) -> Markup:
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.2f} {height:.2f}" width="{width:.2f}mm" '
        f'height="{height:.2f}mm" role="img" font-family="Inter"><title>{escape(words)}</title>{"".join(drawn)}</svg>'
    )
