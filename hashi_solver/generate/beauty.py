"""How pleasant a board is to look at and to draw on: flaws that it may not have, and a beauty from 0 to 1.

Nothing here knows how the game is played, so a hand-drawn board can be measured in the same way.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import dist
from typing import NamedTuple

from hashi_solver.board import Island, Layout, board_findings
from hashi_solver.generate.tuning import BeautyTuning, Fall

FEWEST_LINES_AT = 2  # of an island


class Beauty(NamedTuple):
    """Seven parts, each from 0 to 1; half of the total is the weakest of them."""

    spread: float  # no large empty sea, the middle of the islands near the middle of the board
    room: float  # no crowded corner or patch
    rows: float  # rows and columns with two to four islands
    lines: float  # few very long lines, few lines taken away
    flags_apart: float  # flags in all quarters, none beside another
    flags_inside: float  # neither all on the border nor all within
    flags_mixed: float  # red and blue over the same parts of the board

    @property
    def total(self) -> float:
        return (statistics.fmean(self) + min(self)) / 2


def flaws(layout: Layout) -> int:
    """Count what no board may have.

    That is every finding, islands with fewer than two lines, and islands that touch without a line between them.
    """
    bare = sum(max(0, FEWEST_LINES_AT - len(lines)) for lines in layout.lines_at)
    return len(board_findings(layout)) + bare + _touching_unjoined(layout)


def _touching_unjoined(layout: Layout) -> int:
    at = {_cell(island): island.index for island in layout.islands}
    return sum(
        beside in at and (index, at[beside]) not in layout.line_between
        for (column, row), index in at.items()
        for beside in ((column + 1, row), (column, row + 1))
    )


def beauty(layout: Layout, tuning: BeautyTuning) -> Beauty:
    scale = ((layout.columns * layout.rows) ** 0.5) / tuning.usual_side
    flags = [island for island in layout.islands if island.flag]
    return Beauty(
        spread=_spread(layout, tuning, scale),
        room=_room(layout, tuning),
        rows=_rows(layout, tuning),
        lines=_line_lengths(layout, tuning, scale),
        flags_apart=_flags_apart(layout, flags, tuning, scale),
        flags_inside=_flags_inside(layout, flags, tuning),
        flags_mixed=_flags_mixed(layout, tuning, scale),
    )


def _spread(layout: Layout, tuning: BeautyTuning, scale: float) -> float:
    distances = [_distances(_cell(island), layout.columns, layout.rows) for island in layout.islands]
    loneliest = max(map(min, zip(*distances, strict=True)))
    middle = ((layout.columns - 1) / 2, (layout.rows - 1) / 2)
    lopsided = dist(_centre(layout.islands), middle)
    return min(tuning.empty_sea.at(loneliest, scale), tuning.lopsided.at(lopsided, scale))


@lru_cache(maxsize=4096)
def _distances(place: tuple[int, int], columns: int, rows: int) -> tuple[float, ...]:
    """Return how far each cell is from this one."""
    return tuple(dist(cell, place) for cell in itertools.product(range(columns), range(rows)))


def _room(layout: Layout, tuning: BeautyTuning) -> float:
    taken = set(map(_cell, layout.islands))
    room = {True: tuning.full_corner, False: tuning.full_patch}
    patches = _patches(layout.columns, layout.rows, tuning.patch)
    return tuning.crowded.at(sum(max(0, len(taken & cells) - room[corner]) for cells, corner in patches))


@lru_cache(maxsize=64)
def _patches(columns: int, rows: int, side: int) -> tuple[tuple[frozenset[tuple[int, int]], bool], ...]:
    """Return the cells of all square patches, each with whether it is a corner."""
    last_column, last_row = max(0, columns - side), max(0, rows - side)
    return tuple(
        (
            frozenset(itertools.product(range(column, column + side), range(row, row + side))),
            column in (0, last_column) and row in (0, last_row),
        )
        for column, row in itertools.product(range(last_column + 1), range(last_row + 1))
    )


def _rows(layout: Layout, tuning: BeautyTuning) -> float:
    columns = Counter(island.column for island in layout.islands)
    rows = Counter(island.row for island in layout.islands)
    counts = [*(columns[column] for column in range(layout.columns)), *(rows[row] for row in range(layout.rows))]
    odd = sum({0: tuning.empty_row, 1: 1}.get(count, max(0, count - tuning.full_row)) for count in counts)
    return Fall(0, tuning.odd_rows * len(counts)).at(odd)


def _line_lengths(layout: Layout, tuning: BeautyTuning, scale: float) -> float:
    long = sum(max(0.0, len(line.sea) - tuning.long_line * scale) for line in layout.lines)
    return tuning.long_lines.at(long + tuning.line_left_out * len(layout.no_line))


def _flags_apart(layout: Layout, flags: Sequence[Island], tuning: BeautyTuning, scale: float) -> float:
    counted = tuning.empty_quarter * _empty_quarters(layout, flags)
    close = same = 0
    for one, other in itertools.combinations(flags, 2):
        apart = dist(_cell(one), _cell(other))
        close += apart < tuning.close_flags * scale
        same += one.flag == other.flag and apart < tuning.close_same_flags * scale
    return tuning.close.at(tuning.close_pair * close + same + counted)


def _flags_inside(layout: Layout, flags: Sequence[Island], tuning: BeautyTuning) -> float:
    border = sum(island.column in (0, layout.columns - 1) or island.row in (0, layout.rows - 1) for island in flags)
    return tuning.off_half.at(abs(border - len(flags) / 2))


def _flags_mixed(layout: Layout, tuning: BeautyTuning, scale: float) -> float:
    colours = [[layout.islands[index] for index in flags] for flags in (layout.red, layout.blue)]
    middles = [_centre(flags) for flags in colours]
    narrowest = min(
        statistics.fmean(dist(middle, _cell(each)) for each in flags)
        for flags, middle in zip(colours, middles, strict=True)
    )
    one_sided = sum(_empty_quarters(layout, flags) for flags in colours)
    return min(
        tuning.colours_apart.at(dist(*middles), scale),
        tuning.colour_spread.at(narrowest, scale),
        tuning.one_sided.at(one_sided),
    )


def _empty_quarters(layout: Layout, islands: Sequence[Island]) -> int:
    """Count the quarters of the board without these islands; one on a middle line is in both."""
    reached = {
        (right, low)
        for island in islands
        for right in _sides(island.column, layout.columns)
        for low in _sides(island.row, layout.rows)
    }
    return 4 - len(reached)


def _sides(at: int, size: int) -> set[bool]:
    return {2 * at > size - 1, 2 * at >= size - 1}


def _centre(islands: Sequence[Island]) -> tuple[float, float]:
    columns, rows = zip(*map(_cell, islands), strict=True)
    return statistics.fmean(columns), statistics.fmean(rows)


def _cell(island: Island) -> tuple[int, int]:
    return island.column, island.row
