"""Challenges as JSON, `hashi-challenge/1`, both ways: a document holds everything, its board as well."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from hashi_solver import __version__
from hashi_solver.challenge.codes import decode
from hashi_solver.challenge.deals import Challenge, Deal
from hashi_solver.challenge.seeded import daily_number
from hashi_solver.errors import IllegalError, InputError
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.days import parse_day
from hashi_solver.notation.decks import parse_deck
from hashi_solver.notation.files import parse_json, read_text, write_text
from hashi_solver.notation.layouts import layout_of_document
from hashi_solver.notation.records import parse_start, record_of_document
from hashi_solver.notation.results import breakdown_json, json_text, solution_json
from hashi_solver.rules import State, Turn, advance, begin, judge
from hashi_solver.scoring import breakdown
from hashi_solver.solver import Solution
from hashi_solver.targets import GRADES, Targets, yardstick

FORMAT, LIST_FORMAT = "hashi-challenge/1", "hashi-challenges/1"
TARGETS = ("par", "bronze", "silver", "gold", "perfect")

Value = TypeVar("Value")


def challenge_json(challenge: Challenge) -> dict[str, Any]:
    """The document of a challenge. It holds no seconds, so that the same challenge is always the same document."""
    deal, layout = challenge.deal, challenge.deal.layout
    best = solution_json(challenge.solution)
    del best["seconds"]
    return {
        "format": FORMAT,
        "version": __version__,
        "code": challenge.code,
        "layout": {
            "id": layout.id,
            "name": layout.name,
            "grid": list(layout.grid),
            "no_line": [list(pair) for pair in layout.no_line],
            "digest": layout.digest,
        },
        "deck": list(map(str, deal.deck.cards)),
        "away": str(deal.deck.away),
        "start": None if deal.written_start is None else str(deal.written_start),
        "kind": deal.kind,
        "number": challenge.number,
        "day": None if challenge.day is None else challenge.day.isoformat(),
        "targets": {name: getattr(challenge.targets, name) for name in TARGETS},
        "difficulty": challenge.targets.difficulty,
        "shortfall": challenge.targets.shortfall,
        "best": best,
    }


def challenges_json(challenges: Iterable[Challenge]) -> dict[str, Any]:
    return {"format": LIST_FORMAT, "challenges": list(map(challenge_json, challenges))}


def parse_challenge_json(text: str, source: str = "") -> Challenge:
    """The challenge of a document. What it says is held against its code, and its best play is replayed."""
    try:
        return challenge_of_document(parse_json(text, ""))
    except InputError as error:
        raise error.at(source) if source else error from None


def challenge_of_document(document: object) -> Challenge:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f'a challenge in JSON has "format": "{FORMAT}"')
    code = canonical_code(_entry(document, "code", str))
    board = _entry(document, "layout", dict)
    layout = layout_of_document(board)
    if layout.digest != board.get("digest"):
        raise InputError('"digest" does not fit the board of the document')
    deal = decode(code, layout)
    _hold_against(document, deal)
    number, day = _daily(document)
    return Challenge(deal, code, _targets(document), _best(_entry(document, "best", dict), deal), number, day)


def _hold_against(document: dict[str, Any], deal: Deal) -> None:
    """The deal stands in the code and again in words: both must say the same."""
    cards = [card for card in _entry(document, "deck", list) if isinstance(card, str)]
    start = document.get("start")
    if not isinstance(start, str | None):
        raise InputError('"start" must be a text such as "4@C3", or null')
    said = {
        "deck": parse_deck(" ".join(cards)) == deal.deck,
        "away": document.get("away") == str(deal.deck.away),
        "start": (None if start is None else parse_start(start)) == deal.written_start,
        "kind": document.get("kind") == deal.kind,
    }
    for key, right in said.items():
        if not right:
            raise InputError(f'"{key}" is not what the code says')


def _daily(document: dict[str, Any]) -> tuple[int | None, datetime.date | None]:
    written, number = document.get("day"), document.get("number")
    if written is None and number is None:
        return None, None
    day = parse_day(written if isinstance(written, str) else "")
    if number != daily_number(day):
        raise InputError(f'"number" is not that of {day}')
    return daily_number(day), day


def _targets(document: dict[str, Any]) -> Targets:
    listed = _entry(document, "targets", dict)
    values = [_entry(listed, name, int) for name in TARGETS]
    difficulty = _entry(document, "difficulty", int)
    shortfall = document.get("shortfall")
    if isinstance(shortfall, bool) or not isinstance(shortfall, int | float):
        raise InputError('"shortfall" must be a number')
    if not all(lower < higher for lower, higher in pairwise(values[1:])) or values[0] > values[-1] or values[0] < 0:
        raise InputError('"targets" must rise from bronze to perfect, and par is at most perfect')
    if not 1 <= difficulty <= GRADES:
        raise InputError(f'"difficulty" must be a number from 1 to {GRADES}')
    par, bronze, silver, gold, perfect = values
    return Targets(par, bronze, silver, gold, perfect, difficulty, float(shortfall))


def _best(document: dict[str, Any], deal: Deal) -> Solution:
    """The best play, replayed: the rules must allow it, and it must be worth what the document says."""
    record = record_of_document(document)
    score = _entry(document, "score", int)
    start = record.start
    if start is None or record.deck != deal.deck.cards or len(record.plays) != len(record.deck):
        raise InputError('"best" is no full play of these cards')
    if deal.start is not None and start != deal.written_start:
        raise InputError('"best" has another start than the challenge')
    try:
        state = begin(deal.game, start.number, start.island)
        turns: list[Turn] = []
        for card, play in zip(record.deck, record.plays, strict=True):
            turn, found = judge(state, card, play)
            if found:
                raise IllegalError(found)
            turns.append(turn)
            state = advance(state, card, turn)
    except IllegalError as error:
        raise InputError(f'"best" breaks the rules: {error}') from None
    points = breakdown(state)
    if not points.total == score == document.get("bound") or document.get("status") != "optimal":
        raise InputError(f'"best" is said to be the proven {score}, but its play has {points.total}')
    if document.get("breakdown") != breakdown_json(points):
        raise InputError('"breakdown" is not that of the best play')
    return _solution(deal, tuple(turns), state)


def _solution(deal: Deal, turns: tuple[Turn, ...], final: State) -> Solution:
    points = breakdown(final)
    assert final.start is not None
    cards = deal.deck.cards
    return Solution(
        deal.game, cards, "optimal", points.total, points.total, points, final.start, turns, final, seconds=0.0
    )


def _entry(document: dict[str, Any], key: str, kind: type[Value]) -> Value:
    value = document.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f'"{key}" is missing or no {_KINDS[kind]}')
    return value


_KINDS: dict[type, str] = {str: "text", int: "whole number", list: "list", dict: "object"}


def read_kept(folder: Path, code: str, deal: Deal) -> Challenge | None:
    """The challenge that an earlier run left in a folder; None where there is no good one.

    It must be of this version, and its targets measured with the same as they would be now.
    """
    path = kept_path(folder, code)
    if not path.exists():
        return None
    try:
        document = parse_json(read_text(path), "")
        challenge = challenge_of_document(document)
    except InputError:
        return None  # it will be written anew
    fits = challenge.code == code and challenge.deal == deal and _made_by(document) == (__version__, yardstick())
    return replace(challenge, number=None, day=None) if fits else None


def write_kept(folder: Path, challenge: Challenge) -> None:
    document = {**challenge_json(challenge), "yardstick": yardstick()}
    write_text(kept_path(folder, challenge.code), json_text(document) + "\n")


def _made_by(document: dict[str, Any]) -> tuple[object, object]:
    return document.get("version"), document.get("yardstick")


def kept_path(folder: Path, code: str) -> Path:
    return folder / f"{code}.json"
