"""Days: `2026-11-18`, and nothing else."""

from __future__ import annotations

import datetime
import re

from hashi_solver.errors import InputError
from hashi_solver.notation.files import shown


def parse_day(text: str) -> datetime.date:
    """The day of a text; Python alone would also take `20261118` and `2026-W47-3`."""
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            return datetime.date.fromisoformat(text)
    except ValueError:
        pass  # the 30th of February: told below
    raise InputError(f"{shown(text, 20)!r} is no day; a day is year-month-day, for instance 2026-11-18")
