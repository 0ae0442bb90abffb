"""The games that pages have open."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from hashi_solver import app
from hashi_solver.app.playing import Aims
from hashi_solver.challenge import Deal
from hashi_solver.errors import InputError
from hashi_solver.notation.files import sync_file
from hashi_solver.table import Session
from hashi_solver.table.kept import KeptGame

MOST_OPEN = 100  # games that are kept in mind; the others are read from their files again


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
        self._unsynced: set[Path] = set()
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

    def forget(self, path: Path) -> None:
        """A file was deleted: the games that it was kept in go with it."""
        with self._lock:
            for key in [key for key, game in self._open.items() if game.kept.path == path]:
                del self._open[key]

    def written(self, path: Path) -> None:
        """A file was written without waiting for the disk."""
        with self._lock:
            self._unsynced.add(path)

    def sync(self) -> None:
        """Wait until all games are on the disk: that takes longer than a tap may, so no answer waits for it."""
        with self._lock:
            paths, self._unsynced = self._unsynced, set()
        for path in paths:
            sync_file(path)

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
