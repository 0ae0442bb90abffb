"""The example on the page on how to play: a game of three cards on five islands, checked by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.notation.records import format_turn
from hashi_solver.rules import Game, Play, State, apply, begin, judge

GRID = ("o..r", "....", "o..o")
PLAYS = (
    (Card(2, 3), Play(2, "A3", (("A1", "A3"), ("A1", "A3"), ("A1", "D1")))),
    (Card(3, 1), Play(3, "D1", (("D1", "D3"),))),
    (Card(6, 1), Play(None, None, (("D1", "D3"),))),
)
START = (3, "A1")


@dataclass(frozen=True, slots=True)
class ExampleRound:
    """A round as written on a sheet and as typed."""

    round: int
    card: Card
    on: str
    bridges: tuple[str, ...]
    typed: str


@dataclass(frozen=True, slots=True)
class Example:
    """The rounds of the example and the position after them."""

    final: State
    rounds: dict[int, int]  # for each numbered island, the round of its number
    start: str
    lines: tuple[ExampleRound, ...]


@cache
def example() -> Example:
    layout = Layout(id="example", name="example", grid=GRID)
    first, island = START
    state = begin(Game(layout), first, island)
    rounds, lines = {layout.index_of[island]: 0}, []
    for number, (card, play) in enumerate(PLAYS, start=1):
        state = apply(state, card, judge(state, card, play)[0])
        if play.island:
            rounds[layout.index_of[play.island]] = number
        bridges = tuple(f"{a}-{b}" for a, b in play.bridges)
        lines.append(ExampleRound(number, card, play.island or "–", bridges, f"{number}. {format_turn(play)}"))
    return Example(state, rounds, f"{first}@{island}", tuple(lines))
