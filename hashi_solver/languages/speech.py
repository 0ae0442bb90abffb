"""A language: its messages, and how it writes days, months and numbers."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from gettext import NullTranslations

from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

from hashi_solver import scoring
from hashi_solver.errors import InputError
from hashi_solver.languages.catalogues import translations
from hashi_solver.library import language_codes

LANGUAGES = language_codes()
ENGLISH = "en_001"  # international English: 18 November 2026
WEEKDAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


@dataclass(frozen=True, slots=True)
class Language:
    """A language. Jinja's i18n extension needs the four gettext functions."""

    code: str
    locale: Locale
    translations: NullTranslations

    @property
    def name(self) -> str:
        """Return the name that its speakers use: Polski."""
        told = Locale(self.locale.language).get_display_name() or self.code
        return capital(told)

    @property
    def tag(self) -> str:
        """Return the tag for HTML and PDF: pt-PT."""
        return self.code if self.locale.territory in (None, "001") else f"{self.code}-{self.locale.territory}"

    def gettext(self, message: str) -> str:
        return self.translations.gettext(message)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.translations.ngettext(one, many, count)

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of an English word with several meanings; `context` says which one is meant."""
        return self.translations.pgettext(context, message)

    def npgettext(self, context: str, one: str, many: str, count: int) -> str:
        return self.translations.npgettext(context, one, many, count)

    def date(self, day: datetime.date) -> str:
        """Return a date in full: 18 listopada 2026."""
        return format_date(day, "long", self.locale)

    def short_date(self, day: datetime.date) -> str:
        """Return a date without its year, for lists: śr., 18 lis."""
        return format_skeleton("MMMEd", day, locale=self.locale)

    def span(self, first: datetime.date, last: datetime.date) -> str:
        """Return a range of dates: 18 listopada – 18 grudnia 2026."""
        if first == last:
            return self.date(first)
        known = self.locale.interval_formats
        parts = known.get("yMMMMd") or known["yMMMd"]
        unit = "y" if first.year != last.year else "M" if first.month != last.month else "d"
        # Several languages have patterns for abbreviated months only, some of them with 04 for the fourth.
        patterns = (re.sub("d+", "d", re.sub("M+", "MMMM", part)) for part in parts[unit])
        return "".join(
            format_date(day, pattern, self.locale) for day, pattern in zip((first, last), patterns, strict=True)
        )

    def month(self, year: int, month: int) -> str:
        """Return a month and year as a heading: listopad 2026."""
        return format_skeleton("yMMMM", datetime.date(year, month, 1), locale=self.locale)

    def months(self) -> tuple[str, ...]:
        """Return the twelve months as headings: Styczeń."""
        names = self.locale.months["stand-alone"]["wide"]
        return tuple(capital(names[number]) for number in range(1, 13))

    def short_month(self, month: int) -> str:
        """Return the abbreviation of a month: Gru."""
        return capital(self.locale.months["stand-alone"]["abbreviated"][month].rstrip("."))

    @property
    def first_weekday(self) -> int:
        """Return the first day of the week, 0 for Monday, as in `calendar.Calendar`."""
        return self.locale.first_week_day

    def weekdays(self) -> tuple[str, ...]:
        """Return the days of the week in two or three letters each, in the order of a calendar."""
        names = [self.pgettext("weekday", name) for name in WEEKDAYS]
        return tuple(names[self.first_weekday :] + names[: self.first_weekday])

    def number(self, value: float) -> str:
        return format_decimal(value, locale=self.locale)

    def ordinal(self, number: int) -> str:
        """Return the number of a pile as the rulebook writes it: 1, 1º, 1°, I, 1.º."""
        return self.pgettext("number of a pile", str(number))

    def listing(self, items: Iterable[str]) -> str:
        """Return a list in words: A1, B2 i C3."""
        return format_list(list(items), locale=self.locale)

    def board(self, name: str) -> str:
        """Return the name of a board that ships in this language; other boards keep theirs."""
        return self.pgettext("board", name)

    def title(self, total: int) -> str:
        """Return the title for a total, in the rulebook's words."""
        return self.pgettext("title", scoring.title(total))


@cache
def language(code: str) -> Language:
    if code not in LANGUAGES:
        raise InputError(f"there is no language '{code[:20]}'; choose from {', '.join(LANGUAGES)}")
    messages = translations(code)
    return Language(code, Locale.parse(messages.info().get("language", ENGLISH)), messages)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
