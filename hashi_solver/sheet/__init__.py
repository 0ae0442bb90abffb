"""Sheets to print: challenges, their solutions, blank boards; as PDF, and as HTML for a browser.

A challenge becomes views (`views`, `words`), those become HTML (`pages`, with the templates in `templates/`), and that
becomes a PDF (`pdf`). Only `pdf` needs WeasyPrint and Pango.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hashi_solver.sheet.options import PAPERS, SOLUTIONS, STYLES, Options

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.challenge import Challenge

__all__ = [
    "PAPERS",
    "SOLUTIONS",
    "STYLES",
    "Options",
    "blank_html",
    "blank_pdf",
    "sheet_html",
    "sheet_pdf",
    "solutions_html",
    "solutions_pdf",
]


def sheet_pdf(challenge: Challenge, options: Options = Options()) -> bytes:  # noqa: B008 - frozen
    """The sheet of a challenge; with `solutions="end"` its solution is the last page."""
    from hashi_solver.sheet import pages, pdf  # noqa: PLC0415 - who only asks for the options pays for nothing

    return pdf.write_pdf(pages.sheets([challenge], options, "print"), options.style)


def sheet_html(challenge: Challenge, options: Options = Options()) -> str:  # noqa: B008
    """The same page for a browser, standing alone."""
    from hashi_solver.sheet import pages  # noqa: PLC0415

    return pages.sheets([challenge], options, "browser")


def solutions_pdf(challenges: Sequence[Challenge], options: Options = Options()) -> bytes:  # noqa: B008
    """The best plays of these challenges, four a page."""
    from hashi_solver.sheet import pages, pdf  # noqa: PLC0415

    return pdf.write_pdf(pages.solutions(challenges, options, "print"), options.style)


def solutions_html(challenges: Sequence[Challenge], options: Options = Options()) -> str:  # noqa: B008
    from hashi_solver.sheet import pages  # noqa: PLC0415

    return pages.solutions(challenges, options, "browser")


def blank_pdf(layout: Layout, options: Options = Options()) -> bytes:  # noqa: B008
    """A board with room for the points of up to four players, to be used with the cards of the game."""
    from hashi_solver.sheet import pages, pdf  # noqa: PLC0415

    return pdf.write_pdf(pages.blank(layout, options, "print"), options.style)


def blank_html(layout: Layout, options: Options = Options()) -> str:  # noqa: B008
    from hashi_solver.sheet import pages  # noqa: PLC0415

    return pages.blank(layout, options, "browser")
