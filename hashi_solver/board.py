"""A board: islands, the dotted lines between them, and which lines cross (R1a, R1b).

A `Layout` is a graph with crossing lists. The grid that it was drawn from is kept only to draw it again.
Islands and lines are numbered in reading order; everything that computes uses those numbers,
everything that people see uses names such as `C4`.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from hashlib import sha256
from typing import Literal

from hashi_solver.errors import InputError

Flag = Literal["", "red", "blue"]
Level = Literal["error", "warning"]
Pair = tuple[str, str]

FLAGS: dict[str, Flag] = {"o": "", "r": "red", "b": "blue"}
SEA = "."
_CELLS = frozenset((SEA, *FLAGS))
_LETTERS: dict[Flag, str] = {flag: letter for letter, flag in FLAGS.items()}
MOST_COLUMNS, MOST_ROWS = 26, 99
STANDARD_COUNTS = (18, 4, 3)  # R1a: islands, red flags, blue flags
MOST_ON_A_LINE = 2  # R5a
SLIPS = {"O": "o", "0": "o", "R": "r", "B": "b", " ": SEA, "_": SEA, "~": SEA}  # what people type, and what they mean
MOST_ON_AN_ISLAND = 6  # R5d, while it has no number; numbers end at 6 as well

_NAME = re.compile(r"([A-Za-z])([1-9][0-9]?)")


@lru_cache(maxsize=MOST_COLUMNS * MOST_ROWS)
def island_name(column: int, row: int) -> str:
    """`C4` for column 2, row 3: both count from 0 here and from A and 1 on paper."""
    return f"{chr(ord('A') + column)}{row + 1}"


def parse_island_name(text: str) -> tuple[int, int] | None:
    """Column and row, counted from 0, or None where the text names no cell."""
    match = _NAME.fullmatch(text)
    return (ord(match[1].upper()) - ord("A"), int(match[2]) - 1) if match else None


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to say about a layout: how bad, which rule, where, and the sentence."""

    level: Level
    rule: str
    where: str
    message: str
    line: int | None = None
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}: {self.level} {self.rule}: {self.message}"


_error, _warning = partial(Finding, "error"), partial(Finding, "warning")


@dataclass(frozen=True, slots=True)
class Island:
    index: int
    name: str
    column: int
    row: int
    flag: Flag


@dataclass(frozen=True, slots=True)
class Line:
    """A dotted line from island `a` to island `b`, which lies to the right of `a` or below it."""

    index: int
    a: int
    b: int
    name: str
    horizontal: bool
    sea: tuple[tuple[int, int], ...]  # the cells between its islands, (column, row)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board that can be played on. Building one from an unusable drawing raises InputError."""

    id: str
    name: str
    grid: tuple[str, ...]
    no_line: tuple[Pair, ...] = ()

    islands: tuple[Island, ...] = field(init=False, repr=False, compare=False)
    lines: tuple[Line, ...] = field(init=False, repr=False, compare=False)
    index_of: dict[str, int] = field(init=False, repr=False, compare=False)
    line_between: dict[tuple[int, int], int] = field(init=False, repr=False, compare=False)
    lines_at: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    neighbours_at: tuple[tuple[tuple[int, int], ...], ...] = field(init=False, repr=False, compare=False)
    crossed_by: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    red: tuple[int, ...] = field(init=False, repr=False, compare=False)
    blue: tuple[int, ...] = field(init=False, repr=False, compare=False)
    flagged_mask: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        unusable = [finding for finding in drawing_findings(self.grid, self.no_line) if finding.level == "error"]
        if unusable:
            first, more = unusable[0], len(unusable) - 1
            tail = f" (and {more} more)" if more else ""
            raise InputError(f"layout {self.id}: {first.where}: {first.message} ({first.rule}){tail}")

        def derive(name: str, value: object) -> None:
            object.__setattr__(self, name, value)

        islands = _islands(self.grid)
        lines = tuple(_lines(islands, {frozenset(pair) for pair in _upper(self.no_line)}))
        neighbours = _neighbours(len(islands), lines)
        derive("islands", islands)
        derive("lines", lines)
        derive("index_of", {island.name: island.index for island in islands})
        derive("line_between", {pair: line.index for line in lines for pair in ((line.a, line.b), (line.b, line.a))})
        derive("lines_at", tuple(tuple(line for line, _ in at) for at in neighbours))
        derive("neighbours_at", neighbours)
        derive("crossed_by", _crossings(lines))
        for flag in ("red", "blue"):
            derive(flag, tuple(island.index for island in islands if island.flag == flag))
        derive("flagged_mask", sum(1 << island.index for island in islands if island.flag))

    def __hash__(self) -> int:
        return hash((self.id, self.grid))

    @property
    def columns(self) -> int:
        return len(self.grid[0])

    @property
    def rows(self) -> int:
        return len(self.grid)

    @property
    def crossings(self) -> int:
        """How many pairs of dotted lines cross."""
        return sum(map(len, self.crossed_by)) // 2

    @property
    def digest(self) -> str:
        """SHA-256 of what is played on, so not of the id or the name: docs/formats.md says how it is computed."""
        islands = " ".join(f"{island.name}{_LETTERS[island.flag]}" for island in self.islands)
        lines = " ".join(sorted(line.name for line in self.lines))
        return sha256(f"{islands}|{lines}".encode()).hexdigest()

    def findings(self) -> tuple[Finding, ...]:
        """Return everything that the rules or good sense say about this board."""
        return drawing_findings(self.grid, self.no_line) + board_findings(self)


def drawing_findings(grid: Sequence[str], no_line: Collection[Sequence[str]]) -> tuple[Finding, ...]:
    """Return the errors that keep a drawing from being a board, and warnings about its `no_line`."""
    if not grid:
        return (_error("R1b", "grid", "the grid has no rows"),)
    found = []
    width = _usual_width(grid)
    if len(grid) > MOST_ROWS or width > MOST_COLUMNS:
        message = f"the grid has {width} columns and {len(grid)} rows; islands are named A1 to Z99"
        return (_error("format", "grid", message),)
    for row, text in enumerate(grid):
        if len(text) != width:
            cells = tuple(island_name(column, row) for column in range(min(len(text), MOST_COLUMNS)))
            message = f"this row has {len(text)} cells, most others have {width}"
            found.append(_error("format", f"row {row + 1}", message, cells=cells))
        for column, cell in enumerate(text[:MOST_COLUMNS]):
            if cell not in _CELLS:
                name = island_name(column, row)
                found.append(_error("format", name, _hint(cell), cells=(name,)))
    readings = tuple(dict.fromkeys(_readings(grid, width)))  # one, if every cell can be read
    names = {island.name for reading in readings for island in _islands(reading)}
    if not names:
        found.append(_error("R1a", "grid", "there is no island on this board"))
    joined = {pair for reading in readings for pair in _joined(reading)} if no_line else set()
    seen: set[frozenset[str]] = set()
    for one, other in _upper(no_line):
        pair, where = frozenset((one, other)), f"{_shown(one)}-{_shown(other)}"
        cells = tuple(name for name in (one, other) if parse_island_name(name))
        strangers = [_shown(name) for name in (one, other) if name not in names]
        if strangers:
            found.append(_error("R1b", where, f"no_line names {strangers[0]}, where there is no island", cells=cells))
        elif pair not in joined:
            found.append(
                _error("R1b", where, f"no_line names {one} and {other}, which are not neighbours", cells=cells)
            )
        elif pair in seen:
            found.append(_warning("R1b", where, f"no_line lists {one} and {other} twice", cells=cells))
        seen.add(pair)
    return tuple(found)


def findings_despite(grid: Sequence[str], no_line: Collection[Sequence[str]]) -> tuple[Finding, ...]:
    """Return what is certain to be said about the board of a drawing that has errors.

    Pairs of `no_line` that name no neighbours are left out. Cells that cannot be read are taken for sea and for
    islands, and rows that are too short are filled on the right and on the left: what holds either way is certain.
    """
    if not grid or len(grid) > MOST_ROWS or _usual_width(grid) > MOST_COLUMNS:
        return ()
    found: list[tuple[Finding, ...]] = []
    for reading in _readings(grid, _usual_width(grid)):
        if not _islands(reading):
            return ()
        joined = _joined(reading)
        pairs = tuple(pair for pair in _upper(no_line) if frozenset(pair) in joined)
        found.append(board_findings(Layout("reading", "Reading", reading, pairs)))
    return tuple(finding for finding in found[0] if finding in found[1])


def board_findings(layout: Layout) -> tuple[Finding, ...]:
    """Return what there is to say about a board that can be built: counts, dead ends, parts, room to draw."""
    found = []
    cells: tuple[str, ...]
    counts = (len(layout.islands), len(layout.red), len(layout.blue))
    for count, wanted, what in zip(counts, STANDARD_COUNTS, ("island", "red flag", "blue flag"), strict=True):
        if count != wanted:
            found.append(_error("R1a", "grid", f"{count} {what}{'' if count == 1 else 's'}; a board has {wanted}"))
    for island in layout.islands:
        lines = layout.lines_at[island.index]
        cells = (island.name,)
        if not lines:
            found.append(_error("R1b", island.name, "no dotted line leads here", cells=cells))
        elif MOST_ON_A_LINE * len(lines) <= 2:
            found.append(_warning("R5a", island.name, "only one line leads here: room for at most a 2", cells=cells))
    parts = _parts(layout)
    for flag, rule, flagged in (("red", "R7a", layout.red), ("blue", "R7b", layout.blue)):
        if flagged and not _can_be_finished(layout, parts, flagged):
            cells = tuple(layout.islands[index].name for index in flagged)
            found.append(_warning(rule, ", ".join(cells), f"the {flag} set can never be finished", cells=cells))
    if len(parts) > 1:
        smaller = min(parts, key=len)
        cells = tuple(layout.islands[index].name for index in sorted(smaller))
        message = f"the board is in {len(parts)} parts that no line joins; the part with this island has {len(cells)}"
        found.append(_warning("R7c", cells[0], message, cells=cells))
    for line in layout.lines:
        if not line.sea:
            cells = (layout.islands[line.a].name, layout.islands[line.b].name)
            message = "neighbouring cells: there is little room to draw a bridge"
            found.append(_warning("R1b", line.name, message, cells=cells))
    return tuple(found)


def _usual_width(grid: Sequence[str]) -> int:
    """The length of most rows; of equally frequent ones that of the first."""
    return Counter(map(len, grid)).most_common(1)[0][0]


def _hint(cell: str) -> str:
    meant = SLIPS.get(cell)
    named = {" ": "a blank", "0": "'0' (zero)", "O": "'O' (capital letter)"}.get(cell, repr(cell))
    if meant == SEA:
        return f"{named} in the grid: write '.' for sea"
    if meant is not None:
        what = f"a {FLAGS[meant]} flag" if FLAGS[meant] else "an island"
        return f"{named} in the grid: write '{meant}' (small letter) for {what}"
    if cell in "xX*#@":
        return f"{named} in the grid: write 'o' for an island, '.' for sea"
    return f"{named} in the grid: write '.' (sea), 'o' (island), 'r' (red flag) or 'b' (blue flag)"


def _readings(grid: Sequence[str], width: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two ways to read a drawing with errors; they are the same if it has none."""
    if all(len(text) == width and _CELLS.issuperset(text) for text in grid):
        return tuple(grid), tuple(grid)

    def read(strange: str) -> Iterator[str]:
        for text in grid:
            cells = "".join(cell if cell == SEA or cell in FLAGS else SLIPS.get(cell, strange) for cell in text[:width])
            yield cells.ljust(width, SEA) if strange == SEA else cells.rjust(width, SEA)

    return tuple(read(SEA)), tuple(read("o"))


def _joined(grid: tuple[str, ...]) -> set[frozenset[str]]:
    return {frozenset(line.name.split("-")) for line in _lines(_islands(grid))}


def _shown(name: str) -> str:
    """The name of a cell as it is; anything else short and printable."""
    return name if parse_island_name(name) else repr(name if len(name) <= 12 else f"{name[:12]}...")


def _upper(pairs: Collection[Sequence[str]]) -> Iterator[Pair]:
    for one, other in pairs:
        yield one.upper(), other.upper()


@lru_cache(maxsize=16)
def _islands(grid: tuple[str, ...]) -> tuple[Island, ...]:
    index = itertools.count()
    return tuple(
        Island(next(index), island_name(column, row), column, row, FLAGS[cell])
        for row, text in enumerate(grid)
        for column, cell in enumerate(text)
        if cell in FLAGS
    )


def _lines(islands: Sequence[Island], removed: Collection[frozenset[str]] = ()) -> Iterator[Line]:
    """Each island with the next one to its right and the next one below it, in reading order."""
    pairs: list[tuple[Island, Island]] = []
    left: dict[int, Island] = {}
    above: dict[int, Island] = {}
    for island in islands:
        for before, key in ((left, island.row), (above, island.column)):
            if key in before and not (removed and frozenset((before[key].name, island.name)) in removed):
                pairs.append((before[key], island))
            before[key] = island
    for index, (a, b) in enumerate(sorted(pairs, key=lambda pair: (pair[0].index, pair[1].index))):
        across = a.row == b.row
        yield Line(index, a.index, b.index, f"{a.name}-{b.name}", across, _sea(a.column, a.row, b.column, b.row))


@lru_cache(maxsize=4096)
def _sea(column: int, row: int, last_column: int, last_row: int) -> tuple[tuple[int, int], ...]:
    """Return the cells between two in one row or column."""
    cells = itertools.product(range(column, last_column + 1), range(row, last_row + 1))
    return tuple(cells)[1:-1]


def _neighbours(count: int, lines: Sequence[Line]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each island the lines that lead to it, each with the island at its other end."""
    at: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for line in lines:
        at[line.a].append((line.index, line.b))
        at[line.b].append((line.index, line.a))
    return tuple(map(tuple, at))


def _crossings(lines: Sequence[Line]) -> tuple[tuple[int, ...], ...]:
    """For each line those that cross it: at most one line of either direction lies over a cell of sea."""
    across = {cell: line.index for line in lines if line.horizontal for cell in line.sea}
    crossed: list[list[int]] = [[] for _ in lines]
    for line in lines:
        if not line.horizontal:
            for cell in line.sea:
                if cell in across:
                    crossed[line.index].append(across[cell])
                    crossed[across[cell]].append(line.index)
    return tuple(tuple(sorted(others)) for others in crossed)


def _parts(layout: Layout) -> list[set[int]]:
    parts: list[set[int]] = []
    unseen = set(range(len(layout.islands)))
    while unseen:
        part, edge = set(), [min(unseen)]
        while edge:
            island = edge.pop()
            if island not in part:
                part.add(island)
                edge.extend(other for _, other in layout.neighbours_at[island])
        parts.append(part)
        unseen -= part
    return parts


def _can_be_finished(layout: Layout, parts: Sequence[set[int]], flagged: Sequence[int]) -> bool:
    """False only where it is certain that this set can never be finished.

    Every island of the set needs a bridge, and those bridges must not cross (R5c); and a part of the board that
    holds nothing but flags stays empty, since no flag gets a number before a bridge and no bridge leaves an
    island pair without a number (R4a, R5b).
    """
    for part in parts:
        if part & set(flagged) and all(layout.islands[index].flag for index in part):
            return False
    wanted = {line for island in flagged for line in layout.lines_at[island]}
    contested = [  # an island with a line that none of these lines cross can always have its bridge
        island
        for island in flagged
        if all(wanted.intersection(layout.crossed_by[line]) for line in layout.lines_at[island])
    ]
    if len(contested) > 12:  # a search over all choices; no board that people draw comes near
        return all(layout.lines_at[island] for island in flagged)
    contested.sort(key=lambda island: len(layout.lines_at[island]))

    def choose(position: int, chosen: tuple[int, ...]) -> bool:
        if position == len(contested):
            return True
        return any(
            choose(position + 1, (*chosen, line))
            for line in layout.lines_at[contested[position]]
            if not any(line in layout.crossed_by[other] for other in chosen)
        )

    return choose(0, ())
