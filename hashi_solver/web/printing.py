"""Printing from the page: a challenge, the booklet of a month, a blank board; as documents that the browser saves."""

from __future__ import annotations

import datetime
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from hashi_solver import app, sheet
from hashi_solver.documents.base import entry, entry_or_null
from hashi_solver.errors import InputError, Sentence, Unproven
from hashi_solver.languages import LANGUAGES, Language
from hashi_solver.library import known_layout_ids
from hashi_solver.machine import can_print
from hashi_solver.notation.layouts import parse_playable_layout
from hashi_solver.sheet.options import PAPERS, SOLUTIONS, STYLES, Options
from hashi_solver.targets import GRADES
from hashi_solver.web.asking import Answer, Request, Use
from hashi_solver.web.boards import drawing_in

if TYPE_CHECKING:
    from hashi_solver.app.challenges import Coded, Days, Hunt
    from hashi_solver.challenge import Challenge, Kind
    from hashi_solver.challenge.seeded import Starting
    from hashi_solver.sheet.delivery import Delivered
    from hashi_solver.sheet.writing import Destination, Plan

Choice = TypeVar("Choice", bound=str)

HEAVY = frozenset({"print"})
SHARE_OF_SOLVING = 0.9  # of the time for a booklet; the rest is drawing


def _print(request: Request) -> Answer:
    """Make what is asked for. Without Pango it is HTML, which a browser prints."""
    language, wanted = request.language, request.flag("html")
    options = Options(
        _one_of(request, "sheet_language", LANGUAGES),
        _one_of(request, "paper", PAPERS),
        _one_of(request, "style", STYLES),
        _one_of(request, "solutions", SOLUTIONS),
    )
    able = wanted or can_print()
    html = wanted or not able
    made = _made(request, options, html)
    told = language.gettext("Ready: %(files)s.") % {"files": language.listing(one.name for one in made)}
    if not able:
        missing = language.gettext(
            "A PDF needs the library Pango, which is not installed (hashi doctor says how to install it). This is the "
            "same sheet for a browser: open it and print it from there."
        )
        told = f"{missing} {told}"
    files = [{"name": one.name, "data": b64encode(one.data).decode()} for one in made]
    return {"files": files, "type": "text/html" if html else "application/pdf", "said": told}


def _made(request: Request, options: Options, html: bool) -> list[Delivered]:
    what = request.choice("what", "day", "month", "code", "seed", "board", "drawing")
    if what == "drawing":
        layout = parse_playable_layout(drawing_in(request).text)
        return sheet.delivery.deliver_blank(layout, options, html=html, stop=request.stop)
    if what == "board":
        layout = app.question.board_named(_board(request))
        return sheet.delivery.deliver_blank(layout, options, html=html, stop=request.stop)
    if what == "month":
        return _booklet(_days(request, entry(request.values, "month", str)), request, options, html)
    if what == "day":
        asked: Days | Coded | Hunt = _days(request, None)
    elif what == "code":
        asked = app.challenges.challenge_asked(_text(request, "code", request.language.gettext("Code of a sheet")))
    elif what == "seed":
        asked = app.challenges.challenge_asked(
            seed=_text(request, "seed", request.language.gettext("Any word")),
            difficulty=_difficulty(request),
            kind=_kind(request),
            start=_start(request),
            board=_board(request),
        )
    else:
        raise InputError("what is to be printed? a day, a month, a code, a seed or a board")
    return sheet.delivery.deliver_sheet(_solved(asked, request), options, html=html, stop=request.stop)


def _solved(asked: Days | Coded | Hunt, request: Request) -> Challenge:
    kept = app.challenges.kept_challenges()
    if isinstance(asked, app.challenges.Days):
        return app.challenges.daily(asked, kept=kept, stop=request.stop).challenges[0]
    if isinstance(asked, app.challenges.Coded):
        return app.challenges.find(asked, kept=kept, stop=request.stop).challenges[0]

    def progress(tried: int, found: int) -> None:
        if request.on_progress:
            request.on_progress(tried / (tried + asked.seeds_left(tried, found)))

    found = app.challenges.find(asked, kept=kept, on_progress=progress, stop=request.stop)
    app.challenges.expect_found(asked, found)
    if not found.challenges:
        raise Unproven
    return found.challenges[0]


def _booklet(asked: Days, request: Request, options: Options, html: bool) -> list[Delivered]:
    def make(days: Sequence[datetime.date]) -> Iterator[Challenge]:
        made = app.challenges.each_day(asked, days, kept=app.challenges.kept_challenges(), stop=request.stop)
        for number, challenge in enumerate(made, start=1):
            if request.on_progress:
                request.on_progress(SHARE_OF_SOLVING * number / asked.wanted)
            yield challenge

    def plan(place: Destination) -> Plan:
        return sheet.writing.plan_days(asked.deals, make, options, place)

    return sheet.delivery.deliver_booklet(plan, html=html, stop=request.stop)


def _days(request: Request, month: str | None) -> Days:
    days = app.challenges.days_of(request.text("day") if month is None else None, None, month, None)
    return app.challenges.Days(days, _board(request), _start(request) or "fixed", _kind(request) or "open")


def _text(request: Request, key: str, name: str) -> str:
    text = request.text(key) or ""
    if not text.strip():
        raise InputError(request.language.gettext("%(field)s: this is empty") % {"field": name})
    return text


def _board(request: Request) -> str | None:
    board = request.text("board")
    if board is not None and board not in known_layout_ids():
        raise InputError(Sentence("there is no such board here"))
    return board


def _kind(request: Request) -> Kind | None:
    cards = request.choice("cards", "open", "flip")
    return None if cards is None else "flip" if cards == "flip" else "open"


def _start(request: Request) -> Starting | None:
    start = request.choice("start", "fixed", "free")
    return None if start is None else "free" if start == "free" else "fixed"


def _difficulty(request: Request) -> int | None:
    stars = entry_or_null(request.values, "difficulty", int)
    if stars is not None and not 1 <= stars <= GRADES:
        raise InputError(f'"difficulty" must be 1 to {GRADES}')
    return stars


def _one_of(request: Request, key: str, choices: Sequence[Choice]) -> Choice:
    """Return one of the choices: the first where none is named."""
    named = request.choice(key, *choices)
    return next((each for each in choices if each == named), choices[0])


def page_words(language: Language) -> dict[str, str]:
    return {
        "print": language.gettext("Print"),
        "print-what": language.gettext("What is printed?"),
        "print-month": language.gettext("Month, as a booklet"),
        "print-blank": language.gettext("Blank board"),
        "print-drawing": language.gettext("The board of the editor"),
        "print-difficulty": language.gettext("Difficulty"),
        "print-any": language.gettext("any"),
        "print-paper": language.gettext("Paper"),
        "print-style": language.gettext("Style"),
        "print-normal": language.gettext("normal"),
        "print-large": language.gettext("large type"),
        "print-ink": language.gettext("black only"),
        "print-solutions": language.gettext("Solution"),
        "print-separate": language.gettext("a file of its own"),
        "print-end": language.gettext("on the last page"),
        "print-none": language.gettext("none"),
        "print-format": language.gettext("File"),
        "print-go": language.gettext("Make the file"),
        "print-files": language.gettext("Files"),
    }


USES: dict[str, Use] = {"print": _print}
