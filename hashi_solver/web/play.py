"""Playing on the page: a game is opened, tapped, helped and ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hashi_solver import app
from hashi_solver.app.playing import NewGame
from hashi_solver.app.tapping import Action, act, allowed, give_up, tap_island, tap_line, with_session
from hashi_solver.documents.base import entry
from hashi_solver.errors import InputError, Sentence
from hashi_solver.library import known_layout_ids
from hashi_solver.table import Session
from hashi_solver.table.kept import MOST_SECONDS, keep
from hashi_solver.table.session import begun
from hashi_solver.views.game import closing_view
from hashi_solver.views.history import share_view
from hashi_solver.web import advice
from hashi_solver.web import shown as seen
from hashi_solver.web.asking import Answer, Request, Use
from hashi_solver.web.games import OpenGame
from hashi_solver.web.words import play_words as page_words

__all__ = ["HEAVY", "USES", "page_words"]

ACTIONS: tuple[Action, ...] = ("pass-number", "pass-bridges", "next", "undo", "redo")
HEAVY = frozenset({"aims", "hint", "end", "best", "give-up"})  # what takes seconds


def _open(request: Request) -> Answer:
    """Open a game: one of the folder, else of its deal the unfinished one, else a finished one, else a new one."""
    key = request.text("kept")
    if key is not None:
        return _shown(request, request.games.open(app.history.game_of_key(key)))
    wanted = game_asked(request)
    if not request.flag("new"):
        kept = app.playing.game_of_deal(wanted.deal)
        if kept is not None:
            return _shown(request, request.games.open(kept))
        unwritten = request.games.unwritten(wanted.deal)
        if unwritten is not None:
            return _shown(request, unwritten)
    return _shown(request, request.games.open(wanted.begin()))


def game_asked(request: Request) -> NewGame:
    """Return the game that a page names by its code, its day or its seed."""
    board = request.text("board")
    if board is not None and board not in known_layout_ids():
        raise InputError(Sentence("there is no such board here"))
    deals = [
        request.text("code"),
        request.text("day"),
        request.text("seed"),
        "daily" if request.flag("daily") else None,
    ]
    if sum(deal is not None for deal in deals) != 1:
        raise InputError(Sentence("which game? Name its code, its day or its seed, one of them"))
    if deals[0] is not None and request.text("start") is not None:
        raise InputError(Sentence("the code says how the game starts"))
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
    assert wanted is not None
    return wanted


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
        before, path, in_file = game.session, game.kept.path, game.kept.in_file
        after, seconds = change(before), game.kept.seconds + request.seconds
        game.kept = with_session(replace(game.kept, seconds=min(seconds, MOST_SECONDS)), after, sync=False)
        if game.kept.in_file != in_file:
            request.games.written(game.kept.path)
        found = {**_view(request, game), **seen.said(before, game.session, request.language)}
        if game.kept.path != path:
            moved = request.language.gettext("This game was changed elsewhere. It goes on here as a game of its own.")
            found["said"] = f"{moved} {found['said']}"
        return found


def _clock(request: Request) -> Answer:
    """Count the seconds of somebody who looked on without a step; they are kept with the round."""
    with request.game() as game:
        if not game.kept.over:
            game.kept = replace(game.kept, seconds=min(game.kept.seconds + request.seconds, MOST_SECONDS))
        return {"seconds": game.kept.seconds}


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
        raise InputError(Sentence("the game is not over yet"))
    found = app.playing.possible(game.session, game.aims, request.stop)
    closing = closing_view(game.session, found.best, found.own.score, found.known.targets)
    share = share_view(app.history.result_in(game.kept.path), found.known.targets)
    told = seen.closing_json(game.kept, closing, share, request.language)
    return {**_shown(request, request.key), **told, "kept": app.history.key_of(game.kept.path)}


def _best(request: Request) -> Answer:
    """The best play, step by step: for a game that is over."""
    game = request.games.find(request.key)
    if not game.kept.over:
        raise InputError(Sentence("the game is not over yet"))
    best = game.aims.wait(request.stop).solution
    return {"steps": seen.steps_json(best, request.language)}


def _give_up(request: Request) -> Answer:
    best = request.games.find(request.key).aims.wait(request.stop).solution
    return _step(request, lambda session: give_up(session, best))


def _again(request: Request) -> Answer:
    """Play a finished open game again from a round, as a game of its own."""
    number = entry(request.values, "round", int)
    with request.game() as game:
        if not game.kept.over:
            raise InputError(Sentence("the game is not over yet"))
        kept = app.playing.again(game.kept, number)
    return _shown(request, request.games.open(kept))


def _shown(request: Request, key: str) -> Answer:
    game = request.games.find(key)
    with game.lock:
        return _view(request, game, key)


def _view(request: Request, game: OpenGame, key: str | None = None) -> Answer:
    known = game.aims.known
    return seen.game_json(key or request.key, game.kept, known.targets if known else None, request.language)


USES: dict[str, Use] = {
    "open": _open,
    "look": _look,
    "tap": _tap,
    "act": _act,
    "clock": _clock,
    "aims": _aims,
    "hint": _hint,
    "end": _end,
    "best": _best,
    "give-up": _give_up,
    "again": _again,
}
