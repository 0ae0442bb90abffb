"""Histories: `hashi-history/1`, a player's finished games, with their records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from hashi_solver.documents.base import entry, entry_or_null, object_in, parse_json
from hashi_solver.documents.types import CodeText, Count, form
from hashi_solver.errors import InputError

if TYPE_CHECKING:
    from hashi_solver.views.history import HistoryView, PlayedGame

FORMAT = "hashi-history/1"
MedalName = Literal["perfect", "gold", "silver", "bronze"]


class GameEntry(TypedDict):
    """A finished game. `daily` is the number of its daily challenge, null for other deals.

    `medal` is null if the game has none, or if it is not worked out yet; `medal_known` tells which.
    `again`: it was played a second time from some round on. With `mistakes` the total is what rule R10 leaves.
    """

    file: str
    name: str
    played: Annotated[str, form(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$")]
    challenge: CodeText
    layout: str
    daily: Count | None
    cards: Literal["hidden", "open"]
    total: Count
    title: str
    medal: MedalName | None
    medal_known: bool
    hints: Count
    mistakes: Count
    again: bool
    record: str


class UnfinishedEntry(TypedDict):
    """A game that can be resumed."""

    file: str
    record: str


class HistoryDocument(TypedDict):
    """Finished games, the last one first. Best, average and medals count no game that was played again.

    Only an export has `unfinished`.
    """

    format: Literal["hashi-history/1"]
    games: list[GameEntry]
    best: Count | None
    average: float | None
    medals: dict[MedalName | Literal["none", "unknown"], Count]
    streak: Count
    longest_streak: Count
    unfinished: NotRequired[list[UnfinishedEntry]]


@dataclass(frozen=True, slots=True)
class Carried:
    """A game as one machine writes it for another: the name of its file and its record."""

    file: str
    record: str


def history_json(history: HistoryView, unfinished: Iterable[Carried] | None = None) -> HistoryDocument:
    """Return the document; with `unfinished` it is an export."""
    document: HistoryDocument = {
        "format": "hashi-history/1",
        "games": list(map(_game, history.games)),
        "best": history.best,
        "average": None if history.average is None else round(history.average, 2),
        "medals": dict(history.medals),  # type: ignore[typeddict-item]
        "streak": history.streak,
        "longest_streak": history.longest,
    }
    if unfinished is not None:
        document["unfinished"] = [{"file": game.file, "record": game.record} for game in unfinished]
    return document


def games_of_history(text: str, source: str) -> list[Carried]:
    """Return the games of a history that was exported; InputError where it is none."""
    try:
        document = object_in(parse_json(text, source), "a history", FORMAT)
        games = []
        for game in (*entry(document, "games", list), *(entry_or_null(document, "unfinished", list) or ())):
            if not isinstance(game, dict):
                raise InputError('"games" must be a list of objects')
            games.append(Carried(entry(game, "file", str), entry(game, "record", str)))
    except InputError as error:
        raise error.at(source) from None
    return games


def _game(game: PlayedGame) -> GameEntry:
    result = game.result
    return {
        "file": result.path.name,
        "name": result.name,
        "played": f"{result.when:%Y-%m-%dT%H:%M}",
        "challenge": result.code,
        "layout": result.deal.layout.id,
        "daily": result.number,
        "cards": "hidden" if result.deal.kind == "flip" else "open",
        "total": result.total,
        "title": game.title,
        "medal": game.medal,  # type: ignore[typeddict-item]
        "medal_known": game.medal_known,
        "hints": result.hints,
        "mistakes": result.mistakes,
        "again": result.again,
        "record": result.text,
    }
