"""Many positions on one board at once, as columns of an array, for comparing turns.

A column holds what `Paper` holds for a single position: the numbers and the room of the islands, which islands are
joined, the bridges on the lines, and which lines are crossed by a bridge. Rows and columns are picked with `take`,
which is twice as fast as indexing, because its result is contiguous in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hashi_solver.board import MOST_ON_A_LINE, MOST_ON_AN_ISLAND, Layout
from hashi_solver.loading import Library
from hashi_solver.rules import State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Small = NDArray[np.signedinteger[Any]]  # the smallest type that fits
    Indices = NDArray[np.int64]
    Floats = NDArray[np.float64]
    Flags = NDArray[np.bool_]
else:
    np = Library("numpy")  # a browser's tab has none


@dataclass(frozen=True, eq=False, slots=True)
class Chart:
    """A board as arrays. Every line has two halves: first those at the first island of each line, then the others."""

    islands: int
    lines: int
    a: Indices
    b: Indices
    crossing: Small  # for each pair of lines, whether they cross
    calm: Flags  # lines that nothing crosses
    flags: Small  # 1 for a red one, 2 for a blue one, 0 for none
    at_island: Indices  # for each island its halves of lines, padded with the index of no line


@lru_cache(maxsize=64)
def chart(layout: Layout) -> Chart:
    islands, lines = len(layout.islands), len(layout.lines)
    a = np.array([line.a for line in layout.lines], dtype=np.int64)
    b = np.array([line.b for line in layout.lines], dtype=np.int64)
    crossing = np.zeros((lines, lines), dtype=np.int8)
    for line, others in enumerate(layout.crossed_by):
        crossing[line, list(others)] = 1
    most = max(1, *map(len, layout.lines_at))
    at_island = np.full((most, islands), 2 * lines, dtype=np.int64)
    for island, at in enumerate(layout.lines_at):
        for place, line in enumerate(at):
            at_island[place, island] = line if layout.lines[line].a == island else lines + line
    calm = np.array([not others for others in layout.crossed_by], dtype=np.bool_)
    flags = np.array([("", "red", "blue").index(island.flag) for island in layout.islands], dtype=np.int16)
    return Chart(islands, lines, a, b, crossing, calm, flags, at_island)


@dataclass(frozen=True, eq=False, slots=True)
class Positions:
    """Positions, one per column. Every change makes new columns."""

    chart: Chart
    cells: Small

    @classmethod
    def of(cls, states: Sequence[State]) -> Positions:
        here = chart(states[0].game.layout)
        kind = np.int8 if here.islands <= np.iinfo(np.int8).max else np.int16  # `parts` holds numbers of islands
        numbers, leading, bridges = (
            _columns(rows, kind)
            for rows in zip(*((state.numbers, state.degrees, state.bridges) for state in states), strict=True)
        )
        room = np.maximum(0, np.where(numbers > 0, numbers, MOST_ON_AN_ISLAND) - leading)
        parts = np.repeat(np.arange(here.islands, dtype=kind)[:, None], len(states), axis=1)
        for line, drawn in enumerate(bridges > 0):
            if drawn.any():
                new, old = parts[here.a[line]], parts[here.b[line]]
                parts = np.where(drawn & (parts == old), new, parts)
        blocked = here.crossing.astype(np.bool_) @ (bridges > 0)
        return cls(here, np.concatenate([numbers, room, parts, bridges, blocked], dtype=kind, casting="unsafe"))

    @property
    def count(self) -> int:
        return int(self.cells.shape[1])

    @property
    def numbers(self) -> Small:
        return self.cells[: self.chart.islands]

    @property
    def room(self) -> Small:
        """Return how many bridges each island still takes."""
        return self.cells[self.chart.islands : 2 * self.chart.islands]

    @property
    def parts(self) -> Small:
        """Return for each island one that stands for all the islands joined to it."""
        return self.cells[2 * self.chart.islands : 3 * self.chart.islands]

    @property
    def bridges(self) -> Small:
        return self.cells[3 * self.chart.islands : 3 * self.chart.islands + self.chart.lines]

    @property
    def blocked(self) -> Small:
        """Return whether a bridge crosses each line."""
        return self.cells[3 * self.chart.islands + self.chart.lines :]

    def writable(self, columns: Indices, numbers: Indices) -> Flags:
        """Return for each island and each of these columns whether a number may be written there (R4 to R4b).

        R4a counts bridges of earlier rounds, so the columns must be positions before anything is drawn in this one.
        """
        leading = MOST_ON_AN_ISLAND - self.room.take(columns, axis=1)
        found: Flags = (self.numbers.take(columns, axis=1) == 0) & (leading <= numbers)
        found &= (leading > 0) | (self.chart.flags == 0)[:, None]
        return found

    def drawable(self) -> Flags:
        """Return for each line and position whether it takes one more bridge (R5a to R6)."""
        a, b = self.chart.a, self.chart.b
        room, numbered = self.room > 0, self.numbers > 0
        found: Flags = (self.bridges < MOST_ON_A_LINE) & (self.blocked == 0)
        found &= room.take(a, axis=0) & room.take(b, axis=0)
        found &= numbered.take(a, axis=0) | numbered.take(b, axis=0)
        return found

    def written(self, columns: Indices, islands: Indices, numbers: Indices) -> Positions:
        """Copy these columns, each with a number written on an island, or unchanged if the island is negative."""
        new = Positions(self.chart, self.cells.take(columns, axis=1))
        at = np.nonzero(islands >= 0)[0]
        on, what = islands[at], numbers[at].astype(np.int8)
        new.numbers[on, at] = what
        new.room[on, at] += what - MOST_ON_AN_ISLAND
        return new

    def drawn(self, columns: Indices, lines: Indices) -> Positions:
        """Copy these columns, each with one more bridge on a line."""
        new = Positions(self.chart, self.cells.take(columns, axis=1))
        each = np.arange(len(columns))
        a, b = self.chart.a[lines], self.chart.b[lines]
        room, parts = new.room, new.parts
        room[a, each] -= 1
        room[b, each] -= 1
        new.bridges[lines, each] += 1
        np.maximum(new.blocked, self.chart.crossing.take(lines, axis=1), out=new.blocked)
        here, there = parts[a, each], parts[b, each]
        np.copyto(parts, np.broadcast_to(here, parts.shape), where=parts == there)
        return new


def _columns(rows: Sequence[tuple[int, ...]], kind: type[np.signedinteger[Any]]) -> Small:
    columns: Small = np.array(rows, dtype=kind).T
    return columns
