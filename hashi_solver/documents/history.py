"""Histories: `hashi-history/1`, the finished games of somebody, with their records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from hashi_solver.documents.base import entry, object_in, parse_json
from hashi_solver.documents.types import CodeText, Count, form
from hashi_solver.errors import InputError

if TYPE_CHECKING:
    from hashi_solver.views.history import HistoryView, PlayedGame

FORMAT = "hashi-history/1"
MedalName = Literal["perfect", "gold", "silver", "bronze"]


class GameEntry(TypedDict):
    """A finished game. `daily` is the number of its daily challenge, null for other deals.

    `medal` is null where the game has none, and where nobody has worked it out yet; `medal_known` tells the two apart.
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


class HistoryDocument(TypedDict):
    """Finished games, the last one first. Best, average and medals count no game that was played again."""

    format: Literal["hashi-history/1"]
    games: list[GameEntry]
    best: Count | None
    average: float | None
    medals: dict[MedalName | Literal["none", "unknown"], Count]
    streak: Count
    longest_streak: Count


@dataclass(frozen=True, slots=True)
class Imported:
    """A game as another machine wrote it: the name of its file and its record."""

    file: str
    record: str


def history_json(history: HistoryView) -> HistoryDocument:
    return {
        "format": "hashi-history/1",
        "games": list(map(_game, history.games)),
        "best": history.best,
        "average": None if history.average is None else round(history.average, 2),
        "medals": dict(history.medals),  # type: ignore[typeddict-item]
        "streak": history.streak,
        "longest_streak": history.longest,
    }


def games_of_history(text: str, source: str) -> list[Imported]:
    """Return the games of a history that was exported; InputError where it is none."""
    try:
        document = object_in(parse_json(text, source), "a history", FORMAT)
        games = []
        for game in entry(document, "games", list):
            if not isinstance(game, dict):
                raise InputError('"games" must be a list of objects')
            games.append(Imported(entry(game, "file", str), entry(game, "record", str)))
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
