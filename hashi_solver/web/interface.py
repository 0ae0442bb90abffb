"""What a page can ask and what it is answered: one plain function over `app`, JSON in and JSON out.

A request is a use case and its question: `{"use": "tap", "game": "k3...", "line": "C4-F4", "lang": "pl"}`. The answer
is a view of the game as it is afterwards, or `{"error": ...}` as data. Nothing here waits, listens or starts a thread:
the server calls it, and so can a worker in the browser.
"""

from __future__ import annotations

import datetime
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from hashi_solver import __version__, app
from hashi_solver.app.playing import Aims
from hashi_solver.app.tapping import Action, act, allowed, give_up, tap_island, tap_line, with_session
from hashi_solver.challenge import Deal
from hashi_solver.documents.base import entry, entry_or_null
from hashi_solver.errors import HashiError, IllegalError, InputError, InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.languages import LANGUAGES, Language, language
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.files import shown
from hashi_solver.notation.layouts import load_layout
from hashi_solver.table import Session
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.session import begun
from hashi_solver.views.game import closing_view
from hashi_solver.views.history import share_view
from hashi_solver.web import advice
from hashi_solver.web import shown as seen
from hashi_solver.web.words import page_words, refusal

Answer = dict[str, Any]
Progress = Callable[[float], None]

MOST_OPEN = 100  # games that are kept in mind; the others are read from their files again
ACTIONS: tuple[Action, ...] = ("pass-number", "pass-bridges", "next", "undo", "redo")
HEAVY = frozenset({"aims", "hint", "end", "best", "give-up"})  # what takes seconds


@dataclass(slots=True)
class OpenGame:
    """A game that a page has open, and what there is to aim at in it."""

    kept: KeptGame
    aims: Aims
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def session(self) -> Session:
        return self.kept.session


class Games:
    """The games that pages have open, by keys that say nothing about their files."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, key: str) -> OpenGame:
        with self._lock:
            game = self._open.get(key)
            if game is None:
                raise GoneError
            self._open.move_to_end(key)
            return game

    def open(self, kept: KeptGame) -> str:
        """Return the key of a game; one that is open already keeps its own, with what is written of the round."""
        with self._lock:
            for key, game in self._open.items():
                same = game.kept.path == kept.path and game.kept.session.deal == kept.session.deal
                if same and game.kept.in_file == kept.in_file:
                    return key
            key = secrets.token_urlsafe(9)
            self._open[key] = OpenGame(kept, Aims(kept.session.deal, kept=app.challenges.kept_challenges()))
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
            return key

    def unwritten(self, deal: Deal) -> str | None:
        """Return the key of an open game of a deal that has no file yet."""
        with self._lock:
            for key, game in reversed(self._open.items()):
                if game.kept.in_file is None and game.session.deal == deal:
                    return key
        return None


class GoneError(InputError):
    """A game that is not open here: the page has to open it anew."""

    def __init__(self) -> None:
        super().__init__("this game is not open any more")


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is being answered."""

    values: Mapping[str, Any]
    games: Games
    language: Language
    on_progress: Progress | None
    stop: Stop | None

    def text(self, key: str) -> str | None:
        return entry_or_null(self.values, key, str)

    def flag(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise InputError(f'"{key}" must be true or false')
        return value

    def choice(self, key: str, *choices: str) -> str | None:
        value = self.text(key)
        if value is not None and value not in choices:
            raise InputError(f'"{key}" must be one of {", ".join(choices)}')
        return value

    @property
    def key(self) -> str:
        return entry(self.values, "game", str)

    @contextmanager
    def game(self) -> Iterator[OpenGame]:
        """The game that is meant, which nothing else changes meanwhile."""
        found = self.games.find(self.key)
        with found.lock:
            yield found


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
    except HashiError as error:
        return {"error": error_json(error, spoken)}


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
    return {
        "version": __version__,
        "lang": request.language.tag,
        "words": page_words(request.language),
        "languages": [{"code": code, "name": language(code).name} for code in LANGUAGES],
        "boards": [{"id": one, "name": _board_name(one)} for one in known_layout_ids()],
        "today": datetime.date.today().isoformat(),
    }


def _board_name(layout_id: str) -> str:
    """A board of one's own may be broken; it is offered by its id, and refused with a sentence when it is chosen."""
    try:
        return shown(load_layout(layout_id).name)
    except HashiError:
        return layout_id


def _open(request: Request) -> Answer:
    """Open a game: the unfinished one of this deal, else one that is finished, else a new one."""
    board = request.text("board")
    if board is not None and board not in known_layout_ids():
        raise InputError("there is no such board here")
    cards, start = request.choice("cards", "open", "flip"), request.choice("start", "fixed", "free")
    wanted = app.playing.game_asked(
        request.text("code"),
        daily=request.flag("daily"),
        day=request.text("day"),
        seed=request.text("seed"),
        hidden=None if cards is None else cards == "flip",
        board=board,
        start="free" if start == "free" else "fixed" if start == "fixed" else None,
    )
    if wanted is None:
        raise InputError("which game? say its code, its day or its seed")
    if not request.flag("new"):
        kept = app.playing.game_of_deal(wanted.deal)
        if kept is not None:
            return _shown(request, request.games.open(kept))
        unwritten = request.games.unwritten(wanted.deal)
        if unwritten is not None:
            return _shown(request, unwritten)
    return _shown(request, request.games.open(wanted.begin()))


def _look(request: Request) -> Answer:
    return _shown(request, request.key)


def _tap(request: Request) -> Answer:
    island, line = request.text("island"), request.text("line")
    if (island is None) == (line is None):
        raise InputError("tap an island or a line")
    return _step(request, lambda session: tap_island(session, island) if island else tap_line(session, line or ""))


def _act(request: Request) -> Answer:
    wanted = entry(request.values, "action", str)
    action = next((each for each in ACTIONS if each == wanted), None)
    if action is None:
        raise InputError(f'"action" must be one of {", ".join(ACTIONS)}')
    return _step(request, lambda session: act(session, action))


def _step(request: Request, change: Callable[[Session], Session]) -> Answer:
    """Change a game and keep it. What is refused changes nothing."""
    with request.game() as game:
        before, path = game.session, game.kept.path
        game.kept = with_session(game.kept, change(before))
        found = _view(request, game)
        found["said"] = seen.said(before, game.session, request.language)
        if game.kept.path != path:
            moved = request.language.gettext("This game was changed elsewhere. It goes on here as a game of its own.")
            found["said"] = f"{moved} {found['said']}"
        return found


def _aims(request: Request) -> Answer:
    """Par, medals and what is possible; they take a second or two the first time."""
    game = request.games.find(request.key)
    game.aims.wait(request.stop)
    return _shown(request, request.key)


def _hint(request: Request) -> Answer:
    level = entry(request.values, "level", int)
    if level not in (1, 2, 3):
        raise InputError('"level" must be 1, 2 or 3')
    game = request.games.find(request.key)
    asked = game.session
    if not allowed(asked).hint:
        raise InputError(request.language.gettext("There is no hint just now"))
    found = app.hinting.advise(
        app.playing.position_of(asked), level, on_progress=request.on_progress, stop=request.stop
    )
    with game.lock:
        game.kept = replace(game.kept, hints=game.kept.hints + 1)
        if begun(game.session):
            game.kept = keep(game.kept)
        shown_game = _view(request, game)
    return {**shown_game, **advice.advice_json(found, request.language)}


def _end(request: Request) -> Answer:
    """What a finished game could have been worth, and a line to share."""
    game = request.games.find(request.key)
    if not game.kept.over:
        raise InputError("the game is not over yet")
    found = app.playing.possible(game.session, game.aims, request.stop)
    closing = closing_view(game.session, found.best, found.own.score, found.challenge.targets)
    share = share_view(app.history.result_in(game.kept.path), found.challenge.targets)
    return {**_shown(request, request.key), **seen.closing_json(game.kept, closing, share, request.language)}


def _best(request: Request) -> Answer:
    """The best play, step by step: for a game that is over."""
    game = request.games.find(request.key)
    if not game.kept.over:
        raise InputError("the game is not over yet")
    best = game.aims.wait(request.stop).solution
    return {"steps": seen.best_json(game.session.deal, best, request.language)}


def _give_up(request: Request) -> Answer:
    best = request.games.find(request.key).aims.wait(request.stop).solution
    return _step(request, lambda session: give_up(session, best))


def _again(request: Request) -> Answer:
    """Play a finished open game again from a round, as a game of its own."""
    number = entry(request.values, "round", int)
    with request.game() as game:
        if not game.kept.over:
            raise InputError("the game is not over yet")
        kept = app.playing.again(game.kept, number)
    return _shown(request, request.games.open(kept))


def _shown(request: Request, key: str) -> Answer:
    game = request.games.find(key)
    with game.lock:
        return _view(request, game, key)


def _view(request: Request, game: OpenGame, key: str | None = None) -> Answer:
    known = game.aims.known
    return seen.game_json(key or request.key, game.kept, known.targets if known else None, request.language)


USES: dict[str, Callable[[Request], Answer]] = {
    "page": _page,
    "open": _open,
    "look": _look,
    "tap": _tap,
    "act": _act,
    "aims": _aims,
    "hint": _hint,
    "end": _end,
    "best": _best,
    "give-up": _give_up,
    "again": _again,
}
