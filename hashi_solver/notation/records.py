"""Records of play: the lines that a person types from a finished sheet.

    Layout: side-a
    Deck: 5/3 2/1 6/2 ...
    Start: 4@C3
    1. 5@E1 C3-E3 E1=E3
    2. - C3-E3

`Challenge: CODE` stands for Layout and Deck, and for Start where the challenge fixes it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal

from hashi_solver.board import Pair
from hashi_solver.errors import InputError
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.decks import format_cards, parse_cards
from hashi_solver.notation.files import is_plain, shown
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import Play

MOST_ROUNDS = 99
MOST_BRIDGES_WRITTEN = 40
MOST_PLAYER = 60

ISLAND = r"[A-Za-z][1-9][0-9]?(?![0-9])"
_NUMBER = re.compile(rf"([0-9]+)\s*(?:@\s*)?({ISLAND})")
_BRIDGE = re.compile(rf"({ISLAND})\s*([-=])\s*({ISLAND})")
_HEADER = re.compile(r"\s*([A-Za-z][A-Za-z ]*?)\s*:\s*(.*?)\s*")
_ROUND = re.compile(r"\s*([0-9]+)(?:\s*[.:)]|(?=\s)|$)")
_CARDS_ONLY = re.compile(r"\s*[0-9]+/[0-9]+(?:[\s,;]+[0-9]+/[0-9]+)*[\s,;]*")
PLAYED = {"hidden": True, "open": False}
_BLANK = re.compile(r"[\s,;]*")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))  # what word processors make of -


def parse_record(text: str) -> Record:
    """A record from its text. Errors name line and column."""
    headers: dict[str, Any] = {}
    rounds: dict[int, Play] = {}
    last_header = ""
    for number, written in enumerate(text.split("\n"), start=1):
        line = written.partition("#")[0].translate(_DASHES)
        if not line.strip():
            continue
        header = _HEADER.fullmatch(line)
        if header and not line.lstrip()[0].isdigit():
            last_header = _read_header(headers, header, number)
        elif last_header == "deck" and _CARDS_ONLY.fullmatch(line):
            headers["deck"] += parse_cards(line, line=number)
        else:
            last_header = ""
            _read_round(rounds, line, number)
    plays = tuple(rounds.get(number, Play()) for number in range(1, max(rounds, default=0) + 1))
    return Record(plays=plays, **headers)


def parse_start(text: str, *, line: int | None = None, column: int | None = None) -> WrittenStart:
    """`4@C3`."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        message = f"{shown(text, 20)!r} is no start; a start is number@island, for instance 4@C3 (R2a)"
        raise InputError(message, line=line, column=column)
    return WrittenStart(_small(match[1], line, column), match[2].upper())


def parse_turn(text: str, *, line: int | None = None, column: int = 1) -> Play:
    """What stands behind the number of the round: action a, then action b; each may be a dash or missing."""
    text = text.translate(_DASHES)
    number: int | None = None
    island: str | None = None
    bridges: list[Pair] = []
    passes = 0

    def wrong(message: str, position: int) -> InputError:
        return InputError(message, line=line, column=column + position)

    position = _skip(text, 0)
    while position < len(text):
        if match := _BRIDGE.match(text, position):
            pair = (match[1].upper(), match[3].upper())
            if pair[0] == pair[1]:
                raise wrong(f"a bridge from {pair[0]} to itself", position)
            bridges += [pair] * (2 if match[2] == "=" else 1)
            if len(bridges) > MOST_BRIDGES_WRITTEN:
                raise wrong("far too many bridges for one round (R5)", position)
        elif match := _NUMBER.match(text, position):
            if island is not None:
                raise wrong("a second number in one round (R4)", position)
            if bridges or passes > 1:
                raise wrong("the number is written before the bridges (R3)", position)
            if passes:
                raise wrong("a dash says that no number is written, but here is one (R3)", position)
            number, island = _small(match[1], line, column + position), match[2].upper()
        elif text[position] == "-":
            passes += 1
            if bridges or passes + (island is not None) > 2:
                raise wrong("a dash too many: one for a passed number, one for passed bridges (R3)", position)
            position = _skip(text, position + 1)
            continue
        else:
            word = re.split(r"[\s,;]", text[position:], maxsplit=1)[0]
            hint = "a number is 5@E1, one bridge C3-E3, two C3=E3, a pass -"
            raise wrong(f"cannot read {shown(word, 20)!r}: {hint}", position)
        if match.end() < len(text) and not re.match(r"[\s,;]", text[match.end()]):
            tail = shown(text[match.start() : match.end() + 1], 20)
            raise wrong(f"a blank or a comma is missing at the end of {tail!r}", match.end())
        position = _skip(text, match.end())
    if bridges and passes + (island is not None) > 1:
        raise wrong("a dash says that no bridge is drawn, but here is one (R3)", len(text.rstrip()) - 1)
    return Play(number, island, tuple(bridges))


def format_record(record: Record) -> str:
    """The text of a record in the one form that `hashi` writes; reading it gives the same record."""
    headers = {
        "Player": record.player,
        "Challenge": record.challenge,
        "Layout": record.layout,
        "Deck": None if record.deck is None else format_cards(record.deck),
        "Start": record.start,
        "Played": None if record.hidden is None else played_word(record.hidden),
    }
    lines = [f"{key}: {value}" for key, value in headers.items() if value is not None]
    lines += [f"{number}. {format_turn(play)}" for number, play in enumerate(record.plays, start=1)]
    return "\n".join(lines) + "\n"


def format_turn(play: Play) -> str:
    """`5@E1 C3-E3 E1=E3`: two bridges in a row on one line become one `=`."""
    number = f"{play.number}@{play.island}" if play.island is not None else "-"
    return f"{number} {format_bridges(play.bridges)}"


def format_bridges(bridges: Sequence[Pair]) -> str:
    """Action b alone, a dash where nothing is drawn."""
    words: list[str] = []
    position = 0
    while position < len(bridges):
        one, other = bridges[position]
        double = tuple(bridges[position + 1 : position + 2]) == ((one, other),)
        words.append(f"{one}{'=' if double else '-'}{other}")
        position += 1 + double
    return " ".join(words) or "-"


def _read_header(headers: dict[str, Any], match: re.Match[str], line: int) -> str:
    key, value, column = match[1].lower(), match[2], match.start(2) + 1
    if key not in HEADERS:
        near = difflib.get_close_matches(key, HEADERS, 1)
        known = ", ".join(header.capitalize() for header in HEADERS)
        hint = f"; did you mean {near[0].capitalize()}?" if near else f"; there are {known}"
        raise InputError(f"unknown entry {shown(match[1], 20)!r}{hint}", line=line, column=match.start(1) + 1)
    field = "hidden" if key == "played" else key
    if field in headers:
        raise InputError(f"a second {key.capitalize()} line", line=line, column=match.start(1) + 1)
    if not value and key != "deck":  # its cards may follow on the next lines
        raise InputError(f"nothing stands behind {key.capitalize()}:", line=line, column=column)
    headers[field] = HEADERS[key](value, line=line, column=column)
    return key


def _layout(value: str, *, line: int, column: int) -> str:
    return value


def _played(value: str, *, line: int, column: int) -> bool:
    if value.lower() not in PLAYED:
        raise InputError(f"{shown(value, 20)!r}: a game was played hidden or open", line=line, column=column)
    return PLAYED[value.lower()]


def played_word(hidden: bool) -> Literal["hidden", "open"]:
    return "hidden" if hidden else "open"


def player_name(name: str, *, line: int | None = None, column: int | None = None) -> str:
    if not (0 < len(name) <= MOST_PLAYER and all(map(is_plain, name)) and name == name.strip() and "#" not in name):
        raise InputError(f"a player's name is a text of 1 to {MOST_PLAYER} letters", line=line, column=column)
    return name


HEADERS: dict[str, Callable[..., Any]] = {
    "layout": _layout,
    "deck": parse_cards,
    "start": parse_start,
    "player": player_name,
    "challenge": canonical_code,
    "played": _played,
}


def _read_round(rounds: dict[int, Play], line: str, number: int) -> None:
    match = _ROUND.match(line)
    if not match:
        column = len(line) - len(line.lstrip()) + 1
        word = shown(line.split(maxsplit=1)[0], 20)
        raise InputError(f"{word!r}: a line begins with the number of its round", line=number, column=column)
    column = match.start(1) + 1
    played = _small(match[1], number, column)
    if not 1 <= played <= MOST_ROUNDS:
        raise InputError(f"there is no round {played}", line=number, column=column)
    if played in rounds:
        raise InputError(f"round {played} is listed twice", line=number, column=column)
    rounds[played] = parse_turn(line[match.end() :], line=number, column=match.end() + 1)


def _small(digits: str, line: int | None, column: int | None) -> int:
    if len(digits) > 4:
        raise InputError(f"{shown(digits, 12)} is far too large a number", line=line, column=column)
    return int(digits)


def _skip(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position
