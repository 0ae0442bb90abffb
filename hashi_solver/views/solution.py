"""A best play as printed on a sheet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.rules import play_of

if TYPE_CHECKING:
    from hashi_solver.solver import Solution


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
