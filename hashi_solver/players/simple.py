"""Two players that do not plan: one plays at random, the other finishes whatever islands it can."""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.players.base import central_start
from hashi_solver.players.paper import Paper
from hashi_solver.rules import START_NUMBERS, Game, Start, State, Turn, legal_numbers, legal_starts
from hashi_solver.seeds import Stream


@dataclass(frozen=True, slots=True)
class Random:
    """Plays any legal turn: writes the number anywhere or nowhere, then draws one bridge at a time, or none."""

    name: str = "random"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        return source.choice(tuple(legal_starts(game)))

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        on = source.choice((None, *legal_numbers(state, card)))
        paper = Paper(state)
        if on is not None:
            paper.write(on, card.number)
        lines: list[int] = []
        for count in range(card.bridges):
            choices = paper.drawable()
            drawn = source.below(len(choices) + (count == 0))
            if drawn == len(choices):
                return Turn(on)
            lines.append(choices[drawn])
            paper.draw(choices[drawn])
            if count + 1 < card.bridges and not paper.drawable():
                return Turn(on)
        return Turn(on, tuple(sorted(lines)))


@dataclass(frozen=True, slots=True)
class Beginner:
    """Finishes islands when it can, one bridge at a time, and looks no further ahead."""

    name: str = "beginner"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        return central_start(game, START_NUMBERS[0])

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        paper = Paper(state)
        choices = list(legal_numbers(state, card))
        finishing = [island for island in choices if state.degrees[island] == card.number]
        on = source.choice(finishing or choices) if choices else None
        if on is not None:
            paper.write(on, card.number)
        lines: list[int] = []
        for _ in range(card.bridges):
            line = self._line(paper, source)
            if line is None:
                return Turn(on)
            paper.draw(line)
            lines.append(line)
        return Turn(on, tuple(sorted(lines)))

    def _line(self, paper: Paper, source: Stream) -> int | None:
        """Return one of the lines where a bridge finishes the most islands, at random."""
        numbers, room = paper.numbers, paper.room
        best: list[int] = []
        most = -1
        for line in paper.drawable():
            finished = sum(1 for end in paper.ends[line] if numbers[end] and room[end] == 1)
            if finished > most:
                best, most = [], finished
            if finished == most:
                best.append(line)
        return source.choice(best) if best else None
