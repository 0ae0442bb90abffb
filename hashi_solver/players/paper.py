"""A position that changes in place, because a new State for each idea costs too much."""

from __future__ import annotations

from hashi_solver.board import MOST_ON_A_LINE, MOST_ON_AN_ISLAND
from hashi_solver.rules import State


class Paper:
    """The part of a position that decides what may be drawn.

    `room` is how many bridges an island still takes, `blocked` how many lines with bridges cross a line.
    """

    __slots__ = ("blocked", "bridges", "crossed_by", "ends", "numbers", "room")

    def __init__(self, state: State) -> None:
        layout = state.game.layout
        self.ends = [(line.a, line.b) for line in layout.lines]
        self.crossed_by = layout.crossed_by
        self.numbers = list(state.numbers)
        self.bridges = list(state.bridges)
        self.room = [
            max(0, (has or MOST_ON_AN_ISLAND) - leading)
            for has, leading in zip(state.numbers, state.degrees, strict=True)
        ]
        self.blocked = [sum(1 for other in others if state.bridges[other]) for others in layout.crossed_by]

    def write(self, island: int, number: int) -> None:
        self.numbers[island] = number
        self.room[island] += number - MOST_ON_AN_ISLAND

    def draw(self, line: int) -> None:
        a, b = self.ends[line]
        self.room[a] -= 1
        self.room[b] -= 1
        self.bridges[line] += 1
        if self.bridges[line] == 1:
            for other in self.crossed_by[line]:
                self.blocked[other] += 1

    def drawable(self) -> list[int]:
        """Return the lines that take one more bridge (R5a to R6)."""
        numbers, room, bridges, blocked = self.numbers, self.room, self.bridges, self.blocked
        return [
            line
            for line, (a, b) in enumerate(self.ends)
            if room[a] > 0
            and room[b] > 0
            and bridges[line] < MOST_ON_A_LINE
            and not blocked[line]
            and (numbers[a] or numbers[b])
        ]
