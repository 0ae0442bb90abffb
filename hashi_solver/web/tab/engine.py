"""The interface in a worker of a browser's tab: requests and answers as text, a solver in another worker, files kept.

Python, here Pyodide, has one thread and no processes. The browser forgets its files with the tab, so whoever calls
takes what has `changed` after each answer and gives it back at the next start.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from hashi_solver import app
from hashi_solver.challenge import encode
from hashi_solver.documents.base import json_text
from hashi_solver.documents.challenges import challenges_json
from hashi_solver.documents.published import Published
from hashi_solver.errors import HashiError, NoSolverError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.languages import LANGUAGES
from hashi_solver.notation.files import make_folder, read_text, write_text
from hashi_solver.table.kept import format_draft, with_draft
from hashi_solver.web.asking import Answer
from hashi_solver.web.games import Games, OpenGame
from hashi_solver.web.interface import HEAVY, answer

DATA = "XDG_DATA_HOME"
DRAFTS = "hashi/drafts"
STEPS = ("tap", "act", "hint", "give-up")  # after which the game may be another one
LOOK_EVERY = 50  # milliseconds between two looks at whether to stop


class Bytes(Protocol):
    """Bytes that belong to JavaScript."""

    def to_bytes(self) -> bytes: ...


class Solver(Protocol):
    """CP-SAT in another worker."""

    def begin(self, model: bytes, parameters: bytes) -> None: ...

    def wait(self, milliseconds: int) -> bool:
        """Return whether it has ended."""
        ...

    def response(self) -> Bytes: ...

    def abandon(self) -> None:
        """End it: what it was doing is lost."""
        ...


class Flag:
    """A stop that JavaScript sets, in memory that is shared: it is seen while Python works."""

    def __init__(self, looked_up: Callable[[], object]) -> None:
        self._looked_up = looked_up

    def is_set(self) -> bool:
        return bool(self._looked_up())


class Tab:
    """The engine of one tab. `solver` is None where the browser allows none; then only searches are refused."""

    def __init__(self, home: str, published: str | None = None, solver: Solver | None = None) -> None:
        os.environ[DATA] = home
        self._home = Path(home)
        self._solver = solver
        self._stop: Stop | None = None
        self._games = Games()
        self._known: dict[str, str] = {}
        if published is not None:
            app.challenges.publish(Published(published))
        app.solving.solve_elsewhere(self._solve)

    @property
    def heavy(self) -> str:
        """The uses that may take seconds, as a JSON list."""
        return json.dumps(sorted(HEAVY))

    def answer(self, request: str, on_progress: Callable[[str], object], stopped: Callable[[], object]) -> str:
        """Answer a request, JSON in and JSON out. Progress is JSON as well: a share, and what is known by then."""

        def progress(share: float, seen: Answer | None = None) -> None:
            on_progress(json.dumps([share, seen], ensure_ascii=False))

        self._stop = Flag(stopped)
        asked = json.loads(request)
        found = answer(asked, games=self._games, on_progress=progress, stop=self._stop)
        if "error" not in found and asked["use"] == "open":
            found = self._with_draft(found, asked)
        elif "error" not in found and asked["use"] in STEPS:
            self._keep_draft(found["game"])
        return json.dumps(found, ensure_ascii=False)

    def put(self, name: str, text: str | None) -> None:
        """Take a file as it was kept, or as another tab has written it; None: it is gone."""
        path = self._home / name
        if text is None:
            path.unlink(missing_ok=True)
            self._known.pop(name, None)
            return
        make_folder(path.parent)
        write_text(path, text)
        self._known[name] = text

    def changed(self) -> str:
        """Return the files that are not as they were, as JSON: names, and texts or null."""
        now = dict(self._files())
        changes: dict[str, str | None] = {name: text for name, text in now.items() if self._known.get(name) != text}
        changes |= dict.fromkeys(self._known.keys() - now.keys())
        self._known = now
        return json.dumps(changes)

    def _files(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self._home.rglob("*")):
            if path.is_file():
                yield path.relative_to(self._home).as_posix(), read_text(path)

    def _draft_of(self, game: OpenGame) -> Path:
        return self._home / DRAFTS / f"{encode(game.session.deal)}.txt"

    def _keep_draft(self, key: str) -> None:
        """Keep a round that is half written: its game is kept when the round is written, and a tab may close before."""
        game = self._games.find(key)
        path, draft = self._draft_of(game), format_draft(game.kept)
        if draft is None:
            path.unlink(missing_ok=True)
        else:
            make_folder(path.parent)
            write_text(path, draft)

    def _with_draft(self, found: Answer, asked: dict[str, Any]) -> Answer:
        game = self._games.find(found["game"])
        path = self._draft_of(game)
        if not path.exists():
            return found
        if asked.get("new"):
            path.unlink()
            return found
        try:
            game.kept = with_draft(game.kept, read_text(path))
        except HashiError:  # the rules or the notation of another version
            path.unlink()
        return answer({**asked, "use": "look", "game": found["game"]}, games=self._games)

    def _solve(self, model: bytes, parameters: bytes, stop: Stop | None) -> bytes:
        if self._solver is None:
            raise NoSolverError
        stop = stop or self._stop  # whoever pressed Stop does not wait for a last, short search either
        if stop is not None and stop.is_set():
            raise Unproven
        self._solver.begin(model, parameters)
        while not self._solver.wait(LOOK_EVERY):
            if stop is not None and stop.is_set():
                self._solver.abandon()
                raise Unproven
        return self._solver.response().to_bytes()


def warm(home: str) -> None:
    """Do once what takes time the first time, in a folder and with games of its own: this memory is kept for later."""
    Tab(home, published=json_text(challenges_json(())))
    games = Games()
    for spoken in LANGUAGES:
        answer({"use": "page", "lang": spoken}, games=games)
        opened = answer({"use": "open", "daily": True, "lang": spoken}, games=games)
        answer({"use": "look", "game": opened["game"], "lang": spoken}, games=games)
    answer({"use": "aims", "game": opened["game"]}, games=games)  # all but the search
