"""What a player types: commands, moves in the notation of records with a few liberties, and completions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.errors import HashiError, InputError
from hashi_solver.notation.files import shown
from hashi_solver.notation.records import ISLAND, parse_start, read_turn
from hashi_solver.rules import Play
from hashi_solver.table.session import (
    Session,
    as_one_step,
    legal_islands,
    legal_lines,
    pass_round,
    write_bridges,
    write_number,
    write_start,
)

TYPED: dict[str, str] = {
    "5@E1 C3-E3 E1=E3": "a whole round: the 5 on E1, one bridge C3 to E3, two E1 to E3",
    "e1": "the card's number on E1; the bridges come next",
    "c3-e3": "one bridge; the others of the card can follow in this line or the next",
    "-": "pass: first the number, then the bridges",
    "Enter": "turn the next card, when the round is written",
    "Tab": "complete what you type",
}
COMMANDS: dict[str, str] = {
    "pass": "pass what is left of the round",
    "undo": "take back the last step; with open cards also earlier rounds",
    "redo": "write again what was undone",
    "hint": "what you can still reach; hint 2: where to look; hint 3: a turn",
    "board": "show the board again",
    "cards": "show the cards that were turned, and those to come",
    "score": "show points, bonuses, the next title, par and medals",
    "rounds": "show what is written so far, as in the record",
    "rule": "show the rules, a line each; rule R5c: one of them",
    "save": "show where the game is saved; save FILE: save a copy",
    "quit": "leave; the game is saved, and you can resume it",
    "help": "show this page",
}
SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "p": "pass", "u": "undo", "b": "board", "rules": "rule"}

_ROUND = re.compile(r"\s*([0-9]{1,2})\s*[.:)]\s*")


@dataclass(frozen=True, slots=True)
class Command:
    name: str
    argument: str = ""


def command_in(text: str) -> Command | None:
    """Return the command in a line, or None if the line is a move; the first letters of a command suffice."""
    word, _, argument = text.strip().partition(" ")
    name = word.lower()
    if name.startswith("?") and len(name) > 1:
        name, argument = "?", name[1:]
    if name in SHORT:
        name = SHORT[name]
    elif not name.isalpha():
        return None
    else:
        begun = [command for command in COMMANDS if command.startswith(name)]
        if len(begun) == 1:
            name = begun[0]
        elif name not in COMMANDS:
            near = begun or difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {' or '.join(near)}?" if near else "type ? for help"
            raise InputError(f"{shown(word, 20)!r} is not a command: {hint}")
    if name == "pass" and argument.strip():  # "pass C3-E3": no number, but bridges
        return None
    if name == "help" and argument.strip():
        name = "rule"
    return Command(name, argument.strip())


def enter(session: Session, text: str) -> Session:
    """Return the session after a line in the notation of records: a start, a number, bridges, both, or passes."""
    text = text.partition("#")[0]
    if session.phase == "start":
        return write_start(session, parse_start(re.sub(r"(?i)^\s*start\s*:", "", text)))
    text = _without_round(session, text)
    if not text.strip(" \t,;"):
        raise InputError("this line is empty")
    said = read_turn(text)
    if session.phase != "bridges":
        written = write_number(session, Play(said.play.number, said.play.island))
        if said.play.bridges:
            written = write_bridges(written, said.play.bridges)
        elif said.settled:
            written = pass_round(written)
        return as_one_step(session, written)
    if said.play.island is not None:
        raise InputError("the number of this round is written; now come the bridges, or undo (R3)")
    return write_bridges(session, said.play.bridges) if said.play.bridges else pass_round(session)


def completions(session: Session, before: str, begun: str) -> list[str]:
    """Return how the word being typed can end, after the words before it in the line."""
    sort = [command for command in COMMANDS if not before.strip() and begun and command.startswith(begun.lower())]
    try:
        there = enter(session, before) if before.strip() else session
    except HashiError:
        return sort
    return [word for word in _words(there, begun.upper()) if word.upper().startswith(begun.upper())] + sort


def _words(session: Session, begun: str) -> list[str]:
    """Return the numbers and bridges that can be written next."""
    names = [island.name for island in session.layout.islands]
    numbers: Sequence[int] = ()
    if session.phase == "start":
        numbers = (3, 4)
    elif session.phase == "number" and session.card is not None:
        numbers = (session.card.number,)
    islands = [names[index] for index in legal_islands(session)]
    words = [f"{number}@{name}" for number in numbers for name in islands]
    if begun[:1].isalpha():
        if session.phase == "number" and not re.search("[-=]", begun):
            return [*words, *islands]
        first = re.match(ISLAND, begun)
        for index, most in legal_lines(session).items():
            line = session.layout.lines[index]
            ends = (names[line.a], names[line.b])
            one, other = ends if first is None or ends[0].startswith(first[0]) else ends[::-1]
            words.append(f"{one}-{other}")
            if most > 1 and "=" in begun:
                words.append(f"{one}={other}")
    return words


def _without_round(session: Session, text: str) -> str:
    """Return a line without the number of its round, which it can begin with, as in a record."""
    match = _ROUND.match(text)
    if match is None:
        return text
    if int(match[1]) != session.round:
        raise InputError(f"this is round {session.round}, not round {int(match[1])}")
    return text[match.end() :]
