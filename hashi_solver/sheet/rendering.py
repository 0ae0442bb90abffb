"""Challenges, booklets and boards to print, or for a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge
from hashi_solver.documents.base import json_text
from hashi_solver.documents.challenges import challenge_json, challenges_json
from hashi_solver.sheet import booklet, pages, results, text
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.options import Options, Part
from hashi_solver.sheet.pdf import Attached, Sides
from hashi_solver.sheet.printed import Printed


def sheet_of(challenge: Challenge, options: Options = Options()) -> Printed:  # noqa: B008 - frozen
    """Return the sheet of a challenge; with `solutions="end"` its solution is the last page."""
    side_by_side = options.style == "large"  # the board and its record
    draw = partial(pages.sheets, [challenge], options)
    told = partial(text.sheets, [challenge], options.language)
    return Printed(draw, options, (_attached(challenge),), "one" if side_by_side else None, text=told)


def cards_of(challenge: Challenge, options: Options = Options()) -> Printed:  # noqa: B008
    """Return the cards of a flip challenge on a strip to cut out."""
    told = partial(text.cards, [challenge], options.language)
    return Printed(partial(pages.cards, [challenge], options), options, sides="one", text=told)


def solutions_of(challenges: Sequence[Challenge], options: Options = Options()) -> Printed:  # noqa: B008
    """Return the best plays of these challenges, four to a page."""
    draw, told = partial(pages.solutions, challenges, options), partial(text.solutions, challenges, options.language)
    return Printed(draw, options, tuple(map(_attached, challenges)), text=told)


def blank_of(layout: Layout, options: Options = Options()) -> Printed:  # noqa: B008
    """Return a board with room for the points of up to four players, to use with the cards of the game."""
    return Printed(partial(pages.blank, layout, options), options, text=partial(text.blank, layout, options.language))


def booklet_of(book: Booklet, options: Options = Options(), identifier: str | None = None) -> Printed:  # noqa: B008
    """Return a booklet, with the solutions if `solutions="end"`. The challenges are attached as JSON."""
    data = f"{json_text(challenges_json(book.challenges))}\n".encode()
    attached = Attached("hashi-challenges.json", data, "The challenges of this booklet")
    draw = partial(booklet.html, book, options)
    told = partial(text.sheets, book.counted, options.language)
    return Printed(draw, options, (attached,), _sides(options), identifier, text=told)


def booklet_cards_of(book: Booklet, options: Options = Options(), identifier: str | None = None) -> Printed:  # noqa: B008
    """Return the cards of a booklet of flip challenges, on strips to cut out."""
    draw = partial(booklet.cards_html, book, options)
    told = partial(text.cards, book.counted, options.language)
    return Printed(draw, options, sides="one", identifier=identifier, text=told)


def booklet_solutions_of(book: Booklet, options: Options = Options(), identifier: str | None = None) -> Printed:  # noqa: B008
    """Return the solutions of a booklet as a separate document."""
    draw = partial(booklet.solutions_html, book, options)
    told = partial(text.solutions, book.counted, options.language)
    return Printed(draw, options, sides="folded" if options.fold else None, identifier=identifier, text=told)


def booklet_form_of(book: Booklet, options: Options = Options(), identifier: str | None = None) -> Printed:  # noqa: B008
    """Return a form for the results of the challenges of a booklet."""
    return results.form_of(book.counted, options, identifier)


BOOKLET_PARTS: dict[Part, Callable[[Booklet, Options, str | None], Printed]] = {
    "sheets": booklet_of,
    "cards": booklet_cards_of,
    "solutions": booklet_solutions_of,
    "results": booklet_form_of,
}


def _sides(options: Options) -> Sides | None:
    return "folded" if options.fold else "facing" if options.faces else None


def _attached(challenge: Challenge) -> Attached:
    """Return the challenge as JSON, to attach to its sheet."""
    data = f"{json_text(challenge_json(challenge))}\n".encode()
    return Attached(f"hashi-{challenge.code}.json", data, f"hashi challenge {challenge.code}")
