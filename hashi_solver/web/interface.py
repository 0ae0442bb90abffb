"""What a page can ask and what it is answered: one plain function over `app`, JSON in and JSON out.

A request is a use case and its question: `{"use": "tap", "game": "k3...", "line": "C4-F4", "lang": "pl"}`. The answer
is a view of the game as it is afterwards, or `{"error": ...}` as data. Nothing here waits, listens or starts a thread:
the server calls it, and so can a worker in the browser.
"""

from __future__ import annotations

import datetime
from typing import Any

from hashi_solver import __version__
from hashi_solver.documents.base import entry, entry_or_null
from hashi_solver.errors import HashiError, IllegalError, InputError, InternalError, NoSolverError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.languages import LANGUAGES, Language, language
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.files import shown
from hashi_solver.notation.layouts import load_layout
from hashi_solver.web import boards, history, paper, play, printing, review, solve
from hashi_solver.web.asking import Answer, Progress, Request, Use
from hashi_solver.web.games import Games, GoneError
from hashi_solver.web.words import page_words, refusal

PLAYERS, PRINTING = ("numpy",), ("jinja2", "weasyprint", "segno", "markupsafe")  # what takes which libraries
# Each has its USES, which of them are HEAVY, and its page_words.
VIEWS = (play, history, paper, review, solve, boards, printing)

GAMES = Games()


def answer(
    request: object, *, games: Games = GAMES, on_progress: Progress | None = None, stop: Stop | None = None
) -> Answer:
    """Answer a request. What is wrong with it, or with what it asks for, is an answer as well.

    Progress goes from 0 to 1. Setting `stop` ends work that takes long.
    """
    spoken = language("en")
    try:
        if not isinstance(request, dict):
            raise InputError("a request is an object")
        use = entry(request, "use", str)
        if use not in USES:
            raise InputError(f'"use" must be one of {", ".join(USES)}')
        named = entry_or_null(request, "lang", str)
        spoken = language(named) if named in LANGUAGES else spoken
        return USES[use](Request(request, games, spoken, on_progress, stop))
    except InternalError:
        raise
    except NoSolverError:
        return _missing(
            spoken.gettext(
                "This browser does not let the page use threads: you can play and check, but nothing can be proven."
            )
        )
    except ModuleNotFoundError as error:
        if error.name in PLAYERS:
            return _missing(spoken.gettext("This needs simulated players, which only hashi web has."))
        if error.name in PRINTING:
            return _missing(spoken.gettext("Only hashi web can print."))
        raise
    except HashiError as error:
        return {"error": error_json(error, spoken)}


def _missing(sentence: str) -> Answer:
    return {"error": {"kind": "missing", "sentence": sentence}}


def is_heavy(request: object) -> bool:
    """Whether a request may take seconds."""
    return isinstance(request, dict) and str(request.get("use")) in HEAVY


def error_json(error: HashiError, spoken: Language) -> dict[str, Any]:
    """Return an error as data: its kind, a sentence, and the rule and the islands where it is one of the game."""
    if isinstance(error, IllegalError):
        first = error.violations[0]
        return {
            "kind": "illegal",
            "rule": first.rule,
            "where": list(first.islands),
            "sentence": refusal(error, spoken),
        }
    kind = "gone" if isinstance(error, GoneError) else "stopped" if isinstance(error, Unproven) else "input"
    sentence = refusal(error, spoken) if isinstance(error, InputError) else str(error)
    return {"kind": kind, "sentence": sentence}


def _page(request: Request) -> Answer:
    """What the page needs before anything is played."""
    words = page_words(request.language)
    for view in VIEWS:
        words |= view.page_words(request.language)
    return {
        "version": __version__,
        "lang": request.language.tag,
        "words": words,
        "languages": [{"code": code, "name": language(code).name} for code in LANGUAGES],
        "boards": [{"id": one, "name": _board_name(one, request.language)} for one in known_layout_ids()],
        "today": datetime.date.today().isoformat(),
    }


def _board_name(layout_id: str, spoken: Language) -> str:
    """A board of one's own may be broken; it is offered by its id, and refused with a sentence when it is chosen."""
    try:
        return shown(spoken.board(load_layout(layout_id).name))
    except HashiError:
        return layout_id


USES: dict[str, Use] = {"page": _page}
for _view in VIEWS:
    USES |= _view.USES
HEAVY = frozenset[str]().union(*(view.HEAVY for view in VIEWS))
