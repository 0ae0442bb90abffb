"""Sheets to print: challenges, their solutions, blank boards; as PDF, and as HTML for a browser.

A challenge becomes views (`views`, `words`), those become HTML (`pages`, with the templates in `templates/`), and that
becomes a PDF (`pdf`). Only `pdf` needs WeasyPrint and Pango.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hashi_solver.sheet.options import PAPERS, SOLUTIONS, STYLES, Options, Paper, Solutions, Style

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.challenge import Challenge
    from hashi_solver.sheet.pdf import Attached

__all__ = [
    "PAPERS",
    "SOLUTIONS",
    "STYLES",
    "Options",
    "Paper",
    "Solutions",
    "Style",
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

    html = pages.sheets([challenge], options, "print")
    return pdf.write_pdf(html, options.style, [_attached(challenge)], one_sided=challenge.deal.kind == "flip")


def sheet_html(challenge: Challenge, options: Options = Options()) -> str:  # noqa: B008
    """The same page for a browser, standing alone."""
    from hashi_solver.sheet import pages  # noqa: PLC0415

    return pages.sheets([challenge], options, "browser")


def solutions_pdf(challenges: Sequence[Challenge], options: Options = Options()) -> bytes:  # noqa: B008
    """The best plays of these challenges, four a page."""
    from hashi_solver.sheet import pages, pdf  # noqa: PLC0415

    attached = [_attached(challenge) for challenge in challenges]
    return pdf.write_pdf(pages.solutions(challenges, options, "print"), options.style, attached)


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


def _attached(challenge: Challenge) -> Attached:
    """The challenge as a document that programs read, to travel with its sheet."""
    from hashi_solver.challenge.documents import challenge_json  # noqa: PLC0415
    from hashi_solver.notation.results import json_text  # noqa: PLC0415
    from hashi_solver.sheet.pdf import Attached  # noqa: PLC0415

    data = f"{json_text(challenge_json(challenge))}\n".encode()
    return Attached(f"hashi-{challenge.code}.json", data, f"hashi challenge {challenge.code}")
