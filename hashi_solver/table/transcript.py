"""A finished sheet being typed in: what is on the paper, line by line, right or wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hashi_solver.cards import Card
from hashi_solver.challenge import Deal, encode
from hashi_solver.errors import InputError, Violation
from hashi_solver.notation.records import parse_start, read_turn
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import Play, State, advance_mistaken, begin_mistaken, empty, with_start

_START = re.compile(r"(?i)^\s*start\s*:\s*")
_ROUND = re.compile(r"\s*([0-9]{1,2})\s*[.:)]\s*")


@dataclass(frozen=True, slots=True)
class Transcript:
    """The lines of a sheet typed so far. Each is judged by what is on the paper, mistakes included."""

    deal: Deal
    start: WrittenStart | None = None
    plays: tuple[Play, ...] = ()

    @property
    def round(self) -> int:
        """Return the round whose line comes next; 0 for the start, one past the last when all are typed."""
        return 0 if self.start is None else len(self.plays) + 1

    @property
    def over(self) -> bool:
        return self.round > self.deal.game.rounds

    @property
    def card(self) -> Card | None:
        return None if self.over or not self.round else self.deal.deck.cards[self.round - 1]

    @property
    def position(self) -> State:
        return self.judged()[0]

    def judged(self) -> tuple[State, tuple[Violation, ...]]:
        """Return the position after the last line, and what is wrong with that line."""
        game, found = self.deal.game, tuple[Violation, ...]()
        if self.start is None:
            return empty(game), found
        if self.deal.start is None:
            state, found = begin_mistaken(game, self.start.number, self.start.island)
        else:
            state = with_start(empty(game), self.deal.start)
        for card, play in zip(self.deal.deck.cards, self.plays, strict=False):
            state, found = advance_mistaken(state, card, play)
        return state, found

    def typed(self, text: str) -> Transcript:
        """Return the sheet with one more line, or with a new line for an earlier round: `3. D1`.

        Raise InputError if the line cannot be read; a line that breaks a rule is taken as it is.
        """
        text = text.partition("#")[0]
        if self.start is None or _START.match(text):
            if self.deal.start is not None:
                raise InputError(f"this challenge starts with {self.start}; you need not type the start")
            start = parse_start(_START.sub("", text))
            if start.island not in self.deal.layout.index_of:
                raise InputError(f"there is no island {start.island} on this board (R2a)")
            return replace(self, start=start)
        match, number = _ROUND.match(text), self.round
        if match:
            number, text = int(match[1]), text[match.end() :]
            if not 1 <= number <= min(self.round, self.deal.game.rounds):
                raise InputError(f"round {self.round} comes next, not round {number}; - passes a round")
        elif self.over:
            raise InputError("all rounds are typed; to correct round 3, type 3. and its line")
        if not text.strip(" \t,;"):
            raise InputError("this line is empty; - passes the round")
        play = read_turn(text).play.resolved(self.deal.deck.cards[number - 1])
        return replace(self, plays=(*self.plays[: number - 1], play, *self.plays[number:]))

    def undo(self) -> Transcript:
        """Return the sheet without its last line."""
        if self.plays:
            return replace(self, plays=self.plays[:-1])
        if self.start is None or self.deal.start is not None:
            raise InputError("nothing is typed yet")
        return replace(self, start=None)

    def ended(self) -> Transcript:
        """Return the sheet with all rounds that are left passed."""
        if self.start is None:
            raise InputError("the start comes first: a 3 or a 4 on an island, for instance 4@C3 (R2a)")
        return replace(self, plays=(*self.plays, *[Play()] * (self.deal.game.rounds - len(self.plays))))

    def record(self, board: str | None, player: str | None) -> Record:
        """Return the record of what was typed; `board` where its code alone does not name it."""
        return Record(board, None, self.start, self.plays, player, encode(self.deal))


def new_transcript(deal: Deal) -> Transcript:
    return Transcript(deal, deal.written_start)
