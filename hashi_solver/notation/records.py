"""Records of play: the lines that a person types from a finished sheet.

    Layout: side-a
    Deck: 5/3 2/1 6/2 ...
    Start: 4@C3
    1. 5@E1 C3-E3 E1=E3
    2. - C3-E3

`Challenge: CODE` stands for Layout and Deck, and for Start where the challenge fixes it. What people write on a sheet
or type in play is read as well: `E1` for the number of the card on E1, `c3e3` for a bridge, `pass` for a dash.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hashi_solver.board import Pair
from hashi_solver.errors import InputError, Sentence, UnreadableError
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.decks import MOST_CARDS, format_cards, parse_cards
from hashi_solver.notation.files import is_plain, shown
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import Play

MOST_ROUNDS = 99
MOST_BRIDGES_WRITTEN = 40
MOST_PLAYER = 60
QUOTED = 100  # of a long line only what is around the mistake is quoted

ISLAND = r"[A-Za-z][1-9][0-9]?(?![0-9])"
_NUMBER = re.compile(rf"([0-9]+)\s*(?:@\s*)?({ISLAND})")
_NUMBER_OF_THE_CARD = re.compile(rf"(@\s*)?({ISLAND})(?=[\s,;]|$)")
_BRIDGE = re.compile(rf"({ISLAND})(?:\s*([-=])\s*)?({ISLAND})")
_PASS = re.compile(r"-|pass(?=[\s,;]|$)", re.IGNORECASE)
# Linear, however long the line. A group may not be possessive (`*+`): Python 3.11.2, Debian's, then captures too much.
_HEADER = re.compile(r"\s*+([A-Za-z]++(?: ++[A-Za-z]++)*)\s*+:\s*+(.*)")
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*+"')
_BARE = re.compile(r"[^\s\"#](?:[^#]*[^\s#])?")  # a path that needs no quotes
_ROUND = re.compile(r"\s*([0-9]+)(?:\s*[.:)]|(?=\s)|$)")
_CODE_ONLY = re.compile(r"\s*(?:hashi:\s*)?\w{5}[-\s]?\w{5}[-\s]?\w{5}\s*", re.IGNORECASE)
_CARDS_ONLY = re.compile(r"\s*[0-9]+/[0-9]+(?:[\s,;]+[0-9]+/[0-9]+)*[\s,;]*")
PLAYED = {"hidden": True, "open": False}
_BLANK = re.compile(r"[\s,;]*")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))  # what word processors make of -
ALSO = {"board": "layout", "code": "challenge", "hashi": "challenge"}  # HASHI:CODE is what a phone reads off a sheet


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """What a line says about a round; `settled` if it says what becomes of both actions."""

    play: Play
    settled: bool


def parse_record(text: str) -> Record:
    """Return the record in a text; raise UnreadableError with every line that cannot be read.

    >>> record = parse_record(Path("docs/examples/anna.txt").read_text())
    >>> record.layout, len(record.plays)
    ('side-a', 17)
    """
    headers: dict[str, Any] = {}
    rounds: dict[int, Play] = {}
    unreadable: list[InputError] = []
    last_header = ""
    for number, written in enumerate(text.split("\n"), start=1):
        text_of_line = _without_comment(written)
        line = text_of_line.translate(_DASHES)
        if not line.strip():
            continue
        header = _HEADER.fullmatch(text_of_line)
        try:
            if header and not line.lstrip()[0].isdigit():
                last_header = "unreadable"
                last_header = _read_header(headers, header, number)
            elif last_header in ("deck", "unreadable") and _CARDS_ONLY.fullmatch(line):
                if last_header == "deck":
                    headers["deck"] += parse_cards(line, line=number)
                    if len(headers["deck"]) > MOST_CARDS:
                        last_header = "unreadable"
                        raise InputError(Sentence("too many cards for a deck (R1c)"), line=number)
            elif "challenge" not in headers and (code := _code_alone(line)):
                headers["challenge"] = code
            else:
                last_header = ""
                _read_round(rounds, line, number)
        except InputError as error:
            unreadable.append(_quoting(error, written))
    if len(unreadable) > 1 and not (headers or rounds):
        raise InputError(
            Sentence(
                "this is not a record of play: a record begins with Challenge: CODE, or with the lines Layout, Deck "
                "and Start"
            ),
            line=unreadable[0].line,
        )
    if unreadable:
        raise UnreadableError(unreadable)
    return Record(**headers).with_rounds(rounds)


def lines_of_rounds(text: str) -> dict[int, int]:
    """Return for each round that a text lists its line, from 0, whether the rest of it can be read or not."""
    found: dict[int, int] = {}
    for place, line in enumerate(text.split("\n")):
        match = _ROUND.match(line.translate(_DASHES))
        if match and len(match[1]) <= len(str(MOST_ROUNDS)):
            found.setdefault(int(match[1]), place)
    return found


def parse_start(text: str, *, line: int | None = None, column: int | None = None) -> WrittenStart:
    """Read `4@C3`."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        message = Sentence(
            "%(text)r is not a start; a start is a number and its island: 4@C3 (R2a)", text=shown(text, 20)
        )
        raise InputError(message, line=line, column=column)
    return WrittenStart(_small(match[1], line, column), match[2].upper())


def parse_turn(text: str, *, line: int | None = None, column: int = 1) -> Play:
    """Read what follows the number of a round: action a, then action b; each can be passed or missing."""
    return read_turn(text, line=line, column=column).play


def read_turn(text: str, *, line: int | None = None, column: int = 1) -> WrittenTurn:
    """Read what a text says about a round; the caller knows whether a missing action is passed or comes later."""
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
                raise wrong(Sentence("a bridge from %(island)s to itself", island=pair[0]), position)
            bridges += [pair] * (2 if match[2] == "=" else 1)
            if len(bridges) > MOST_BRIDGES_WRITTEN:
                raise wrong(Sentence("far too many bridges for one round (R5)"), position)
        elif match := _NUMBER.match(text, position) or _NUMBER_OF_THE_CARD.match(text, position):
            if island is not None:
                raise wrong(Sentence("a second number in one round (R4); a bridge is C3-E3"), position)
            if bridges or passes > 1:
                raise wrong(Sentence("the number comes before the bridges (R3)"), position)
            if passes:
                raise wrong(Sentence("the number was passed before, but here is one (R3)"), position)
            given = match.re is _NUMBER
            number, island = _small(match[1], line, column + position) if given else None, match[2].upper()
        elif match := _PASS.match(text, position):
            passes += 1
            if bridges or passes + (island is not None) > 2:
                raise wrong(
                    Sentence("one pass too many: there is one for the number and one for the bridges (R3)"), position
                )
            position = _skip(text, match.end())
            continue
        else:
            word = re.split(r"[\s,;]", text[position:], maxsplit=1)[0]
            message = Sentence(
                "cannot read %(word)r: a number is 5@E1 or E1, one bridge C3-E3, two C3=E3, a pass -",
                word=shown(word, 20),
            )
            raise wrong(message, position)
        if match.end() < len(text) and not re.match(r"[\s,;]", text[match.end()]):
            tail = shown(text[match.start() : match.end() + 1], 20)
            raise wrong(Sentence("a blank or a comma is missing at the end of %(tail)r", tail=tail), match.end())
        position = _skip(text, match.end())
    said = passes + (island is not None)
    if bridges and said > 1:
        raise wrong(Sentence("the bridges were passed before, but here is one (R3)"), len(text.rstrip()) - 1)
    return WrittenTurn(Play(number, island, tuple(bridges)), bool(bridges) or said > 1)


def format_record(record: Record) -> str:
    """Return the text of a record in the one form that `hashi` writes; reading it gives the same record.

    >>> record = read_record(Path("docs/examples/anna.txt"))
    >>> parse_record(format_record(record)) == record
    True
    """
    record = record.resolved()
    headers = {
        "Player": record.player,
        "Challenge": record.challenge,
        "Layout": None if record.layout is None else format_path(record.layout),
        "Deck": None if record.deck is None else format_cards(record.deck),
        "Start": record.start,
        "Played": None if record.hidden is None else played_word(record.hidden),
    }
    lines = [f"{key}: {value}" for key, value in headers.items() if value is not None]
    lines += [f"{number}. {format_turn(play)}" for number, play in enumerate(record.plays, start=1)]
    return "\n".join(lines) + "\n"


def format_path(path: str) -> str:
    """Return the id or the path of a board for a Layout line; in quotes if it could not be read back without."""
    plain = all(map(is_plain, path))
    return path if plain and _BARE.fullmatch(path) else json.dumps(path, ensure_ascii=not plain)


def format_turn(play: Play) -> str:
    """Return `5@E1 C3-E3 E1=E3`; two consecutive bridges on one line become one `=`."""
    number = "" if play.number is None else f"{play.number}@"
    return f"{'-' if play.island is None else f'{number}{play.island}'} {format_bridges(play.bridges)}"


def format_bridges(bridges: Sequence[Pair]) -> str:
    """Return action b alone, or a dash if nothing is drawn."""
    words: list[str] = []
    position = 0
    while position < len(bridges):
        one, other = bridges[position]
        double = tuple(bridges[position + 1 : position + 2]) == ((one, other),)
        words.append(f"{one}{'=' if double else '-'}{other}")
        position += 1 + double
    return " ".join(words) or "-"


def _without_comment(line: str) -> str:
    """Return a line up to the # of its comment; a path in quotes may contain one."""
    header = _HEADER.match(line)
    quoted = _QUOTED.match(line, header.start(2)) if header else None
    begin = quoted.end() if quoted else 0
    return line[:begin] + line[begin:].partition("#")[0]


def _read_header(headers: dict[str, Any], match: re.Match[str], line: int) -> str:
    key, value, column = match[1].lower(), match[2].rstrip(), match.start(2) + 1
    key = ALSO.get(key, key)
    if key not in HEADERS:
        near, name = difflib.get_close_matches(key, HEADERS, 1), shown(match[1], 20)
        message = Sentence("unknown entry %(name)r; known are %(known)s", name=name, known=", ".join(HEADERS).title())
        if near:
            message = Sentence("unknown entry %(name)r; did you mean %(near)s?", name=name, near=near[0].capitalize())
        raise InputError(message, line=line, column=match.start(1) + 1)
    field = "hidden" if key == "played" else key
    if field in headers:
        raise InputError(
            Sentence("a second %(name)s line", name=key.capitalize()), line=line, column=match.start(1) + 1
        )
    if not value and key != "deck":  # its cards may follow on the next lines
        raise InputError(Sentence("the %(name)s line is empty", name=key.capitalize()), line=line, column=column)
    if key not in ("layout", "player"):  # where a dash is part of a name
        value = value.translate(_DASHES)
    headers[field] = HEADERS[key](value, line=line, column=column)
    return key


def _layout(value: str, *, line: int, column: int) -> str:
    if not value.startswith('"'):
        return value
    try:
        path = json.loads(value)
    except (ValueError, RecursionError):
        path = None
    if not isinstance(path, str) or not path:
        message = 'a path in quotes is written as in JSON: "#1/my-board.toml"'
        raise InputError(message, line=line, column=column)
    return path


def _played(value: str, *, line: int, column: int) -> bool:
    if value.lower() not in PLAYED:
        raise InputError(Sentence("%(text)r: write hidden or open", text=shown(value, 20)), line=line, column=column)
    return PLAYED[value.lower()]


def played_word(hidden: bool) -> Literal["hidden", "open"]:
    return "hidden" if hidden else "open"


def player_name(name: str, *, line: int | None = None, column: int | None = None) -> str:
    if not (0 < len(name) <= MOST_PLAYER and all(map(is_plain, name)) and name == name.strip() and "#" not in name):
        raise InputError(
            Sentence("a player's name is a text of 1 to %(most)s letters", most=MOST_PLAYER), line=line, column=column
        )
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
        raise InputError(
            Sentence("%(word)r: a line begins with the number of its round", word=word), line=number, column=column
        )
    column = match.start(1) + 1
    played = _small(match[1], number, column)
    if not 1 <= played <= MOST_ROUNDS:
        raise InputError(Sentence("there is no round %(round)s", round=played), line=number, column=column)
    if played in rounds:
        raise InputError(Sentence("round %(round)s is listed twice", round=played), line=number, column=column)
    rounds[played] = parse_turn(line[match.end() :], line=number, column=match.end() + 1)


def _small(digits: str, line: int | None, column: int | None) -> int:
    if len(digits) > 4:
        raise InputError(
            Sentence("the number %(number)s is too large", number=shown(digits, 12)), line=line, column=column
        )
    return int(digits)


def _skip(text: str, position: int) -> int:
    match = _BLANK.match(text, position)
    return match.end() if match else position


def _code_alone(line: str) -> str | None:
    """Return the code that a line consists of, if any."""
    try:
        return canonical_code(line) if _CODE_ONLY.fullmatch(line) else None
    except InputError:
        return None


def _quoting(error: InputError, line: str) -> InputError:
    """Return the error with its line, made safe to print, and a caret below the column."""
    column = error.column or 1
    begin = max(0, min(column - 1 - QUOTED // 2, len(line) - QUOTED))
    quote = shown(line[begin : begin + QUOTED].replace("\t", " "), QUOTED).rstrip()
    caret = " " * (column - 1 - begin) + "^"
    return InputError(error.message, line=error.line, column=error.column, quote=(quote, caret))
