"""Challenges, booklets and boards as PDF, or as HTML for a browser."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge
from hashi_solver.documents.base import json_text
from hashi_solver.documents.challenges import challenge_json, challenges_json
from hashi_solver.sheet import booklet, pages, pdf
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pdf import Attached


def sheet_pdf(challenge: Challenge, options: Options = Options()) -> bytes:  # noqa: B008 - frozen
    """Return the sheet of a challenge; with `solutions="end"` its solution is the last page."""
    html = pages.sheets([challenge], options, "print")
    return pdf.write_pdf(html, options.style, [_attached(challenge)], one_sided=challenge.deal.kind == "flip")


def sheet_html(challenge: Challenge, options: Options = Options()) -> str:  # noqa: B008
    """Return the same page for a browser, in a single file."""
    return pages.sheets([challenge], options, "browser")


def solutions_pdf(challenges: Sequence[Challenge], options: Options = Options()) -> bytes:  # noqa: B008
    """Return the best plays of these challenges, four to a page."""
    attached = [_attached(challenge) for challenge in challenges]
    return pdf.write_pdf(pages.solutions(challenges, options, "print"), options.style, attached)


def solutions_html(challenges: Sequence[Challenge], options: Options = Options()) -> str:  # noqa: B008
    return pages.solutions(challenges, options, "browser")


def blank_pdf(layout: Layout, options: Options = Options()) -> bytes:  # noqa: B008
    """Return a board with room for the points of up to four players, to use with the cards of the game."""
    return pdf.write_pdf(pages.blank(layout, options, "print"), options.style)


def blank_html(layout: Layout, options: Options = Options()) -> str:  # noqa: B008
    return pages.blank(layout, options, "browser")


def booklet_pdf(book: Booklet, options: Options = Options(), identifier: str | None = None) -> bytes:  # noqa: B008
    """Return a booklet, with the solutions if `solutions="end"`. The challenges are attached as JSON."""
    data = f"{json_text(challenges_json(book.challenges))}\n".encode()
    attached = [pdf.Attached("hashi-challenges.json", data, "The challenges of this booklet")]
    return pdf.write_pdf(booklet.html(book, options, "print"), options.style, attached, identifier=identifier)


def booklet_html(book: Booklet, options: Options = Options()) -> str:  # noqa: B008
    return booklet.html(book, options, "browser")


def booklet_solutions_pdf(book: Booklet, options: Options = Options(), identifier: str | None = None) -> bytes:  # noqa: B008
    """Return the solutions of a booklet as a separate document."""
    return pdf.write_pdf(booklet.solutions_html(book, options, "print"), options.style, identifier=identifier)


def booklet_solutions_html(book: Booklet, options: Options = Options()) -> str:  # noqa: B008
    return booklet.solutions_html(book, options, "browser")


def _attached(challenge: Challenge) -> Attached:
    """Return the challenge as JSON, to attach to its sheet."""
    data = f"{json_text(challenge_json(challenge))}\n".encode()
    return Attached(f"hashi-{challenge.code}.json", data, f"hashi challenge {challenge.code}")
