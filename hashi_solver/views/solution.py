"""A best play as printed on a sheet, and step by step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.rules import State, advance, empty, play_of, with_start
from hashi_solver.scoring import breakdown

if TYPE_CHECKING:
    from hashi_solver.cards import Card
    from hashi_solver.solver import Solution


@dataclass(frozen=True, slots=True)
class PlayStep:
    """The start, as round 0, or a round of a play, and the position before and after it."""

    round: int
    card: Card | None
    play: str
    before: State
    position: State

    @property
    def total(self) -> int:
        return breakdown(self.position).total


def steps_of(solution: Solution) -> tuple[PlayStep, ...]:
    """Return a play that begins with its start, step by step."""
    layout, state = solution.game.layout, with_start(empty(solution.game), solution.start)
    steps = [PlayStep(0, None, str(WrittenStart.of(layout, solution.start)), empty(solution.game), state)]
    for number, (card, turn) in enumerate(zip(solution.deck, solution.turns, strict=True), start=1):
        before, state = state, advance(state, card, turn)
        steps.append(PlayStep(number, card, format_turn(play_of(layout, card, turn)), before, state))
    return tuple(steps)


def written_moves(solution: Solution) -> tuple[str, ...]:
    """Return the start, then the card of each round and what is done with it, as on a sheet: `5/3 E1 C3-E3 E1=E3`."""
    layout, turns = solution.game.layout, zip(solution.deck, solution.turns, strict=True)
    plays = ((card, replace(play_of(layout, card, turn), number=None)) for card, turn in turns)
    return str(WrittenStart.of(layout, solution.start)), *(f"{card} {format_turn(play)}" for card, play in plays)


def rounds_of_numbers(solution: Solution) -> dict[int, int]:
    """Return the round in which each numbered island got its number, 0 for the start."""
    turns = enumerate(solution.turns, start=1)
    found = {turn.number_on: number for number, turn in turns if turn.number_on is not None}
    return {**found, solution.start.island: 0}
