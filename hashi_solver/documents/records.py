"""Records: `hashi-record/1`, what one player wrote, as JSON. A solution can be read as a record, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypedDict

from hashi_solver.cards import Card
from hashi_solver.documents.base import entry, entry_or_null, object_in, parse_json, texts
from hashi_solver.documents.types import CardText, CodeText, Count, IslandName, IslandPair, StartText, form
from hashi_solver.errors import InputError, UnreadableError
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.decks import parse_card
from hashi_solver.notation.files import read_text, shown_path
from hashi_solver.notation.records import (
    ISLAND,
    MOST_BRIDGES_WRITTEN,
    MOST_ROUNDS,
    PLAYED,
    parse_record,
    parse_start,
    played_word,
    player_name,
)
from hashi_solver.record import Record
from hashi_solver.rules import Play

FORMATS = ("hashi-record/1", "hashi-solution/1")


class PlayEntry(TypedDict):
    """One round as written: the number and its island, or null for both, and the bridges."""

    round: Annotated[int, form(minimum=1, maximum=MOST_ROUNDS)]
    number: Count | None
    number_on: IslandName | None
    bridges: list[IslandPair]


class RecordHead(TypedDict, total=False):
    """Keys that are present only if the record has them."""

    player: str
    challenge: CodeText


class PlayedEntry(TypedDict, total=False):
    played: Annotated[Literal["hidden", "open"], form(description="whether the cards to come could be seen")]


class RecordDocument(RecordHead, PlayedEntry):
    """A record of play, right or wrong. Rounds that are not listed were passed.

    A `number` of null beside an island stands for the number of the card.
    """

    format: Literal["hashi-record/1"]
    layout: str | None
    deck: list[CardText] | None
    start: StartText | None
    rounds: list[PlayEntry]


def record_json(record: Record) -> RecordDocument:
    """Return a record as a JSON document.

    >>> record_json(read_record(Path("docs/examples/anna.txt")))["start"]
    '4@A6'
    """
    head: RecordHead = {}
    if record.player is not None:
        head["player"] = record.player
    if record.challenge is not None:
        head["challenge"] = record.challenge
    played: PlayedEntry = {} if record.hidden is None else {"played": played_word(record.hidden)}
    return {
        "format": "hashi-record/1",
        **head,
        "layout": record.layout,
        "deck": None if record.deck is None else list(map(str, record.deck)),
        "start": None if record.start is None else str(record.start),
        **played,
        "rounds": [_play_json(number, play) for number, play in enumerate(record.plays, start=1)],
    }


def _play_json(number: int, play: Play) -> PlayEntry:
    bridges = [list(pair) for pair in play.bridges]
    return {"round": number, "number": play.number, "number_on": play.island, "bridges": bridges}


def read_record(path: Path) -> Record:
    """Return the record in a file, text or JSON.

    >>> read_record(Path("docs/examples/anna.txt")).deck[0]
    Card(number=1, bridges=1)
    """
    return parse_any_record(read_text(path), shown_path(path))


def parse_any_record(text: str, source: str) -> Record:
    """Return a record from text or JSON; errors name the source."""
    try:
        return parse_record_json(text) if text.lstrip().startswith("{") else parse_record(text)
    except InputError as error:
        raise error.at(source) from None


def parse_record_json(text: str) -> Record:
    return record_of_document(parse_json(text, ""))


def record_of_document(document: object) -> Record:
    found = object_in(document, "a record", *FORMATS)
    layout, start, player, code, played = (
        entry_or_null(found, key, str) for key in ("layout", "start", "player", "challenge", "played")
    )
    if played is not None and played not in PLAYED:
        raise InputError('"played" is "hidden" or "open"')
    cards = None if found.get("deck") is None else tuple(map(parse_card, texts(found, "deck")))
    rounds: dict[int, Play] = {}
    unreadable: list[InputError] = []
    for place, listed in enumerate(entry(found, "rounds", list) if "rounds" in found else [], start=1):
        try:
            number, play = _round(listed, place, cards)
            if number in rounds:
                raise InputError(f"round {number} is listed twice")
            rounds[number] = play
        except InputError as error:
            unreadable.append(error)
    if unreadable:
        raise UnreadableError(unreadable)
    return Record(
        layout,
        cards,
        None if start is None else parse_start(start),
        player=None if player is None else player_name(player),
        challenge=None if code is None else canonical_code(code),
        hidden=None if played is None else PLAYED[played],
    ).with_rounds(rounds)


def _round(listed: object, place: int, cards: Sequence[Card] | None) -> tuple[int, Play]:
    try:
        if not isinstance(listed, dict):
            raise InputError("must be an object")
        return _play(listed, place, cards)
    except InputError as error:
        raise InputError(f"entry {place} of rounds: {error.message}") from None


def _play(listed: dict[str, Any], place: int, cards: Sequence[Card] | None) -> tuple[int, Play]:
    number = entry(listed, "round", int) if "round" in listed else place
    if not 1 <= number <= MOST_ROUNDS:
        raise InputError(f'"round" must be a number from 1 to {MOST_ROUNDS}')
    island = entry_or_null(listed, "number_on", str)
    if island is not None and not re.fullmatch(ISLAND, island):
        raise InputError('"number_on" must be an island such as "E1", or null')
    written = entry_or_null(listed, "number", int)
    if written is None and island is not None:  # a solution leaves it to the card
        card = listed.get("card")
        if isinstance(card, str):
            written = parse_card(card).number
        elif cards is not None and number > len(cards):
            raise InputError(f'"number" is missing, and the deck has no card for round {number}')
    if written is not None and not 0 <= written <= 99:
        raise InputError('"number" must be a small whole number')
    bridges = entry(listed, "bridges", list) if "bridges" in listed else []
    if not (len(bridges) <= MOST_BRIDGES_WRITTEN and all(map(_is_bridge, bridges))):
        raise InputError('"bridges" must be a list of pairs of islands such as ["C3", "E3"]')
    pairs = tuple((one.upper(), other.upper()) for one, other in bridges)
    return number, Play(None if island is None else written, None if island is None else island.upper(), pairs)


def _is_bridge(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(name, str) and re.fullmatch(ISLAND, name) for name in value)
        and value[0].upper() != value[1].upper()
    )
