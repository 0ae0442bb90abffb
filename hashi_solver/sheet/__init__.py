"""Sheets to print: challenges, their solutions, blank boards; as PDF, and as HTML for a browser.

`challenges` and `words` say what to show of a challenge, `pages` turns it into HTML with the templates in `templates/`,
and `pdf` into a PDF. Only `pdf` needs WeasyPrint and Pango. `writing` decides which files to write for a request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand
from hashi_solver.sheet.options import (
    HTML_INSTEAD,
    NO_PANGO,
    PAPERS,
    SOLUTIONS,
    STYLES,
    Options,
    Paper,
    Solutions,
    Style,
)

if TYPE_CHECKING:
    from hashi_solver.sheet import delivery, pages, reports, results, review, writing
    from hashi_solver.sheet.books import Booklet
    from hashi_solver.sheet.rendering import (
        blank_of,
        booklet_cards_of,
        booklet_of,
        booklet_solutions_of,
        cards_of,
        sheet_of,
        solutions_of,
    )

__all__ = [
    "HTML_INSTEAD",
    "NO_PANGO",
    "PAPERS",
    "SOLUTIONS",
    "STYLES",
    "Booklet",
    "Options",
    "Paper",
    "Solutions",
    "Style",
    "blank_of",
    "booklet_cards_of",
    "booklet_of",
    "booklet_solutions_of",
    "cards_of",
    "delivery",
    "pages",
    "reports",
    "results",
    "review",
    "sheet_of",
    "solutions_of",
    "writing",
]

__getattr__ = on_demand(
    __name__,
    "delivery",
    "pages",
    "reports",
    "results",
    "review",
    "text",
    "volumes",
    "writing",
    books=("Booklet",),
    rendering=[name for name in __all__ if name.endswith("_of")],
)
