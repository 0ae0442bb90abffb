"""Is a board pleasant to look at and to draw on? Flaws that none may have, and a beauty from 0 to 1.

Nothing here knows how the game is played: a hand-drawn board can be held against the same measures.
"""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import dist

from hashi_solver.board import Island, Layout, board_findings

FEWEST_LINES_AT, MOST_LINES_AT = 2, 4
BEAUTIFUL = 0.6  # what a board must have at least to be shown
_EVEN = 7.0  # the width of a board at which the distances below are meant


@dataclass(frozen=True, slots=True)
class Beauty:
    """Each from 0 to 1; `total` is drawn down by the weakest of them."""

    spread: float  # no large empty sea, the middle of the islands near the middle of the board
    room: float  # no crowded corner or patch
    rows: float  # rows and columns with two to four islands
    lines: float  # few very long lines, few lines taken away
    flags_apart: float  # flags in all quarters, none beside another
    flags_inside: float  # neither all on the border nor all within
    flags_mixed: float  # red and blue over the same parts of the board

    @property
    def parts(self) -> tuple[float, ...]:
        return (
            self.spread,
            self.room,
            self.rows,
            self.lines,
            self.flags_apart,
            self.flags_inside,
            self.flags_mixed,
        )

    @property
    def total(self) -> float:
        return (statistics.fmean(self.parts) + min(self.parts)) / 2


def flaws(layout: Layout) -> int:
    """How many things keep a board from being one at all.

    That is every finding, islands with fewer than two lines, and islands that touch though no line joins them.
    """
    bare = sum(max(0, FEWEST_LINES_AT - len(lines)) for lines in layout.lines_at)
    return len(board_findings(layout)) + bare + _touching_unjoined(layout)


def _touching_unjoined(layout: Layout) -> int:
    at = {(island.column, island.row): island.index for island in layout.islands}
    touching = (
        (index, at[beside])
        for (column, row), index in at.items()
        for beside in ((column + 1, row), (column, row + 1))
        if beside in at
    )
    return sum(pair not in layout.line_between for pair in touching)


def beauty(layout: Layout) -> Beauty:
    scale = ((layout.columns * layout.rows) ** 0.5) / _EVEN
    flags = [island for island in layout.islands if island.flag]
    return Beauty(
        spread=_spread(layout, scale),
        room=_room(layout),
        rows=_rows(layout),
        lines=_line_lengths(layout, scale),
        flags_apart=_flags_apart(layout, flags, scale),
        flags_inside=_flags_inside(layout, flags),
        flags_mixed=_flags_mixed(layout, scale),
    )


def _falling(value: float, best: float, worst: float) -> float:
    """1 at `best` or better, 0 at `worst` or beyond, even between."""
    return min(1.0, max(0.0, (worst - value) / (worst - best)))


def _spread(layout: Layout, scale: float) -> float:
    places = [(island.column, island.row) for island in layout.islands]
    cells = itertools.product(range(layout.columns), range(layout.rows))
    loneliest = max(min(dist(cell, place) for place in places) for cell in cells)
    middle = ((layout.columns - 1) / 2, (layout.rows - 1) / 2)
    lopsided = dist(_centre(layout.islands), middle)
    return min(_falling(loneliest, 1.5 * scale, 3.2 * scale), _falling(lopsided, 0.3 * scale, 1.3 * scale))


def _room(layout: Layout) -> float:
    """The fullest patches of three by three cells; in a corner one island less is already as full."""
    taken = {(island.column, island.row) for island in layout.islands}
    windows = list(itertools.product(range(max(1, layout.columns - 2)), range(max(1, layout.rows - 2))))
    most = (max(column for column, _ in windows), max(row for _, row in windows))
    crowded = 0.0
    for column, row in windows:
        inside = sum((column + x, row + y) in taken for x in range(3) for y in range(3))
        corner = column in (0, most[0]) and row in (0, most[1])
        crowded += max(0, inside - (3 if corner else 4))
    return _falling(crowded, 0, 5)


def _rows(layout: Layout) -> float:
    counts = [*_per(layout.columns, (island.column for island in layout.islands))]
    counts += _per(layout.rows, (island.row for island in layout.islands))
    odd = sum({0: 2, 1: 1}.get(count, max(0, count - 4)) for count in counts)
    return _falling(odd, 0, 0.75 * len(counts))


def _per(size: int, places: Iterable[int]) -> Iterator[int]:
    counted = Counter(places)
    return (counted[place] for place in range(size))


def _line_lengths(layout: Layout, scale: float) -> float:
    long = sum(max(0.0, len(line.sea) - 3 * scale) for line in layout.lines)
    return _falling(long + 1.5 * len(layout.no_line), 3, 16)


def _flags_apart(layout: Layout, flags: Sequence[Island], scale: float) -> float:
    pairs = list(itertools.combinations(flags, 2))
    close = sum(1 for one, other in pairs if _apart(one, other) < 2.1 * scale)
    same = sum(1 for one, other in pairs if one.flag == other.flag and _apart(one, other) < 3.1 * scale)
    empty = sum(quarter == 0 for quarter in _quarters(layout, flags))
    return _falling(0.7 * close + same + 2 * empty, 0, 5)


def _flags_inside(layout: Layout, flags: Sequence[Island]) -> float:
    border = sum(island.column in (0, layout.columns - 1) or island.row in (0, layout.rows - 1) for island in flags)
    return _falling(abs(border - len(flags) / 2), 1.5, 3.5)


def _flags_mixed(layout: Layout, scale: float) -> float:
    red = [layout.islands[index] for index in layout.red]
    blue = [layout.islands[index] for index in layout.blue]
    parted = dist(_centre(red), _centre(blue))
    tight = min(
        statistics.fmean(dist(_centre(flags), (each.column, each.row)) for each in flags) for flags in (red, blue)
    )
    one_sided = sum(quarter == 0 for quarter in _quarters(layout, red)) + sum(
        quarter == 0 for quarter in _quarters(layout, blue)
    )
    return min(
        _falling(parted, 1.2 * scale, 3 * scale), _falling(-tight, -2 * scale, -1 * scale), _falling(one_sided, 2, 5)
    )


def _quarters(layout: Layout, islands: Sequence[Island]) -> tuple[float, ...]:
    """How much of these islands lies in each quarter of the board; one on a middle line counts half on either side."""
    quarters = [0.0] * 4
    for island in islands:
        for right, share_x in _sides(island.column, layout.columns):
            for low, share_y in _sides(island.row, layout.rows):
                quarters[2 * low + right] += share_x * share_y
    return tuple(quarters)


def _sides(place: int, size: int) -> tuple[tuple[int, float], ...]:
    if 2 * place == size - 1:
        return ((0, 0.5), (1, 0.5))
    return ((int(2 * place > size - 1), 1.0),)


def _centre(islands: Sequence[Island]) -> tuple[float, float]:
    return (
        statistics.fmean(island.column for island in islands),
        statistics.fmean(island.row for island in islands),
    )


def _apart(one: Island, other: Island) -> float:
    return dist((one.column, one.row), (other.column, other.row))
