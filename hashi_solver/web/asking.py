"""A request of the page: what it asks, and how its values are read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from hashi_solver import app
from hashi_solver.documents.base import entry, entry_or_null
from hashi_solver.documents.records import parse_any_record
from hashi_solver.errors import InputError, Sentence
from hashi_solver.interrupts import Stop
from hashi_solver.languages import Language
from hashi_solver.library import known_layout_ids
from hashi_solver.web.games import Games, OpenGame
from hashi_solver.web.words import message_in

if TYPE_CHECKING:
    from hashi_solver.app.question import Question

A_DAY = 86_400

Answer = dict[str, Any]


class Progress(Protocol):
    """Hears how far work is, from 0 to 1, and may be shown what is known by now."""

    def __call__(self, share: float, seen: Answer | None = None, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it is being answered."""

    values: Mapping[str, Any]
    games: Games
    language: Language
    on_progress: Progress | None
    stop: Stop | None

    def tell(self, share: float) -> None:
        if self.on_progress is not None:
            self.on_progress(share)

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
    def seconds(self) -> int:
        """The seconds since the page counted last."""
        value = entry_or_null(self.values, "seconds", int) or 0
        if not 0 <= value <= A_DAY:
            raise InputError('"seconds" must be those since the last request')
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


Use = Callable[[Request], Answer]


def pasted(text: str, name: str, language: Language, player: str = "") -> Question:
    """Return the question that a pasted record poses; its board is one that is known here, since a page names no file.

    InputError with every place that cannot be read, each on a line of its own.
    """
    source = app.question.Source(text, name, player)
    try:
        record = parse_any_record(text, name)
        if record.layout not in (None, *known_layout_ids()):
            raise InputError(Sentence("there is no such board here"), source=name)
        return app.question.of_record(record, source)
    except InputError as error:
        raise InputError("\n".join(_unreadable(name, each, language) for each in error.errors)) from None


def _unreadable(name: str, error: InputError, language: Language) -> str:
    values = {"record": name, "line": error.line, "sentence": message_in(language, error)}
    if error.line is None:
        return f"{name}: {values['sentence']}"
    return language.gettext("%(record)s, line %(line)s: %(sentence)s") % values
