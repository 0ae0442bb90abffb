"""A sheet from paper, typed or tapped: its text, what of it cannot be read, what breaks a rule, and what it scored.

The text of the record is all there is of it. What is tapped changes a line of that text, right or wrong.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashi_solver.app.history import key_of
from hashi_solver.app.question import Question, Source, of_record, opening
from hashi_solver.cards import Card
from hashi_solver.challenge import Deal, encode
from hashi_solver.challenge.seeded import daily_number, day_of
from hashi_solver.errors import InputError, Sentence, Violation
from hashi_solver.library import games_folder
from hashi_solver.notation.files import make_folder, read_text, write_text
from hashi_solver.notation.records import format_turn, lines_of_rounds, parse_record
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import NO_START, Round, Verdict, judge_record, shift_in
from hashi_solver.rules import Play, State, empty
from hashi_solver.table.kept import Head, format_game, free_path

STARTS = (3, 4)  # R2a
MOST_ON_A_LINE = 2
MOST_TEXT = 20_000
_START = re.compile(r"(?i)\s*start\s*:")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The text of a record as far as it can be read, without its `unreadable` lines.

    `lines` has for each round its line, from 0. Where nobody knows the board or the cards there is no question, and
    without a start no verdict. The verdict counts mistakes by rule R10, `strict` up to the first one.
    """

    text: str
    lines: dict[int, int]
    unreadable: tuple[InputError, ...] = ()
    record: Record | None = None
    asked: Question | None = None
    verdict: Verdict | None = None
    strict: Verdict | None = None

    @property
    def rounds(self) -> int:
        return 0 if self.asked is None else self.asked.game.rounds

    @property
    def played(self) -> Sequence[Round]:
        return () if self.verdict is None else self.verdict.rounds

    @property
    def next_round(self) -> int:
        """The first round that is not written; 0 where it is the start."""
        return 0 if self.verdict is None else min(len(self.played) + 1, self.rounds)

    @property
    def complete(self) -> bool:
        return self.verdict is not None and self.verdict.complete

    @property
    def shifted_from(self) -> int | None:
        """The round from which on the lines seem to be shifted by one, where that explains nearly all mistakes."""
        if self.asked is None or self.verdict is None:
            return None
        found = shift_in(self.asked.game, self.asked.record, self.verdict, self.asked.box)
        return None if found is None else found.line

    def card(self, number: int) -> Card | None:
        deck = () if self.asked is None else self.asked.record.deck or ()
        return deck[number - 1] if 1 <= number <= len(deck) else None

    def play(self, number: int) -> Play:
        return self.played[number - 1].play if 1 <= number <= len(self.played) else Play()

    def around(self, number: int) -> tuple[State, State]:
        """Return the paper before and after a round; around 0 it is the start."""
        assert self.asked is not None
        if self.verdict is None:
            state = opening(self.asked.deal) if self.asked.deal else empty(self.asked.game)
            return state, state
        if 1 <= number <= len(self.played):
            return self.played[number - 1].before, self.played[number - 1].after
        if number:
            return self.verdict.final, self.verdict.final
        start = self.played[0].before if self.played else self.verdict.scored
        return empty(self.asked.game), start

    def violations(self, number: int) -> tuple[Violation, ...]:
        found = () if self.verdict is None else self.verdict.violations
        return tuple(each for each in found if each.round == number)


def read_sheet(text: str, boards: Collection[str]) -> Sheet:
    """Return the sheet that a text is; the record may name these boards alone, and no file."""
    if len(text) > MOST_TEXT:
        raise InputError(Sentence("this record is too long"))
    sheet = Sheet(text, lines_of_rounds(text))
    if not text.strip():
        return sheet
    try:
        record = parse_record(text)
        if record.layout is not None and record.layout not in boards:
            raise InputError(Sentence("there is no such board here"))
        asked = of_record(record, Source(text, ""))
        sheet = replace(sheet, record=record, asked=asked)
        if asked.record.deck is None:
            raise InputError(Sentence("the record has no Deck line (R1d); add one, or a line Challenge: CODE"))
        if asked.record.start is None:
            if record.plays:
                raise InputError(NO_START)
            return sheet
        house, strict = (judge_record(asked.game, asked.record, asked.box, house=house) for house in (True, False))
        return replace(sheet, verdict=house, strict=strict)
    except InputError as error:
        bad = {each.line for each in error.errors if each.line is not None}
        lines = text.split("\n")
        others = "\n".join("" if number in bad else line for number, line in enumerate(lines, start=1))
        if others == text:
            return replace(sheet, unreadable=error.errors)
        rest = read_sheet(others, boards)
        return replace(rest, text=text, lines=sheet.lines, unreadable=(*error.errors, *rest.unreadable))


def blank(deal: Deal) -> str:
    """Return the text of a sheet on which nothing is written."""
    return f"Challenge: {encode(deal)}\n"


def tap_island(sheet: Sheet, number: int, name: str) -> str:
    """Return the text with the card's number on an island, or without it; the start is a 3, then a 4, then none."""
    asked = _readable(sheet, number)
    if name not in asked.layout.index_of:
        raise InputError(Sentence("there is no island %(name)s on this board", name=name[:10]))
    if number:
        play, card = sheet.play(number), sheet.card(number)
        assert card is not None
        written = Play() if play.island == name else Play(card.number, name)
        return _with_round(sheet, number, replace(written, bridges=play.bridges))
    if asked.start_given:
        raise InputError(Sentence("this challenge starts with %(start)s", start=asked.record.start))
    start = asked.record.start
    place = STARTS.index(start.number) + 1 if start and start.island == name and start.number in STARTS else 0
    return _with_start(sheet.text, WrittenStart(STARTS[place], name) if place < len(STARTS) else None)


def tap_line(sheet: Sheet, number: int, name: str) -> str:
    """Return the text with one more bridge of this round on a line; after two there is none again."""
    asked = _readable(sheet, number)
    line = next((line for line in asked.layout.lines if line.name == name), None)
    if line is None:
        raise InputError(Sentence("there is no line %(name)s on this board", name=name[:10]))
    if not number:
        raise InputError(Sentence("first comes the start: a 3 or a 4 on an island without a flag (R2a)"))
    first, second = name.split("-")
    play = sheet.play(number)
    others = tuple(pair for pair in play.bridges if set(pair) != {first, second})
    count = len(play.bridges) - len(others)
    drawn = others if count == MOST_ON_A_LINE else (*play.bridges, (first, second))
    return _with_round(sheet, number, replace(play, bridges=drawn))


def passed(sheet: Sheet, first: int, last: int) -> str:
    """Return the text with rounds that are not written yet as passed."""
    text = sheet.text
    for number in range(max(1, first), last + 1):
        if number not in sheet.lines:
            text = _with_round(replace(sheet, text=text, lines=lines_of_rounds(text)), number, Play())
    return text


def keep(sheet: Sheet) -> str:
    """Keep a sheet among the games, in a file of its own unless it is there already; return what a page calls it."""
    if sheet.unreadable:
        raise InputError(Sentence("mend the lines that cannot be read first"))
    if sheet.verdict is None or sheet.record is None or sheet.asked is None:
        raise InputError(Sentence("write the start first"))
    deal, folder = sheet.asked.deal, games_folder()
    day = None if deal is None else day_of(deal, datetime.date.today())
    name = f"Challenge {sheet.record.challenge}" if deal else "From paper"
    head = Head(name if day is None else f"Daily No. {daily_number(day)}")
    text = format_game(head, replace(sheet.record, plays=sheet.asked.record.plays))
    make_folder(folder)
    for path in folder.glob("*.txt"):
        if _text_of(path) == text:
            return key_of(path)
    path = free_path(folder, datetime.datetime.now(), sheet.asked.layout.id)
    write_text(path, text)
    return key_of(path)


def _readable(sheet: Sheet, number: int) -> Question:
    if sheet.asked is None:
        raise InputError(Sentence("the record needs a Challenge line, with the code from the sheet"))
    if not 0 <= number <= sheet.rounds:
        raise InputError(Sentence("there is no round %(round)s", round=number))
    if number and sheet.verdict is None:
        raise InputError(Sentence("first comes the start: a 3 or a 4 on an island without a flag (R2a)"))
    return sheet.asked


def _with_round(sheet: Sheet, number: int, play: Play) -> str:
    """Return the text with a line for this round in the place of the one that there was, its comment kept."""
    lines, written = sheet.text.rstrip("\n").split("\n"), f"{number}. {format_turn(play)}"
    if number in sheet.lines:
        _, sign, comment = lines[sheet.lines[number]].partition("#")
        lines[sheet.lines[number]] = f"{written} {sign}{comment}".rstrip()
    else:
        before = [line for each, line in sheet.lines.items() if each < number]
        after = [line for each, line in sheet.lines.items() if each > number]
        lines.insert(max(before) + 1 if before else min(after, default=len(lines)), written)
    return "\n".join(lines) + "\n"


def _with_start(text: str, start: WrittenStart | None) -> str:
    lines = [line for line in text.rstrip("\n").split("\n") if not _START.match(line)]
    if start is not None:
        first = min(lines_of_rounds("\n".join(lines)).values(), default=len(lines))
        lines.insert(first, f"Start: {start}")
    return "\n".join(lines) + "\n"


def _text_of(path: Path) -> str | None:
    try:
        return read_text(path)
    except InputError:
        return None
