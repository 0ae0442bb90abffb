"""Days: `2026-11-18`, or the words for today and the days beside it."""

from __future__ import annotations

import datetime
import re

from hashi_solver.errors import InputError, Sentence
from hashi_solver.notation.files import shown

FROM_TODAY = {"yesterday": -1, "today": 0, "tomorrow": 1}


def parse_day(text: str, today: datetime.date | None = None) -> datetime.date:
    """Read a day; `yesterday`, `today` and `tomorrow` are allowed only if `today` is given."""
    away = FROM_TODAY.get(text.strip().lower())
    if today is not None and away is not None:
        return today + datetime.timedelta(away)
    # Python alone would also take 20261118 and 2026-W47-3
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        try:
            return datetime.date.fromisoformat(text)
        except ValueError:
            raise InputError(Sentence("%(day)s is not in the calendar", day=text)) from None
    if today:
        message = Sentence(
            "%(text)r is not a day; write it as year-month-day, such as 2026-11-18, or %(words)s",
            text=shown(text, 20),
            words=", ".join(FROM_TODAY),
        )
        raise InputError(message)
    raise InputError(
        Sentence("%(text)r is not a day; write it as year-month-day, such as 2026-11-18", text=shown(text, 20))
    )
