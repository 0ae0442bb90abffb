"""Boards drawn at random and improved by small changes until they keep the rules, meet a wish and please the eye.

How they play is not known here. A `Sketch` keeps its symmetry through every change: islands that are one another's
image move together. Flags are swapped between images of the same kind, so they are as symmetric as seven flags can be.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import Literal

from hashi_solver.board import FLAGS, SEA, STANDARD_COUNTS, Layout, island_name
from hashi_solver.errors import InputError
from hashi_solver.generate.beauty import BEAUTIFUL, beauty, flaws
from hashi_solver.seeds import Stream

Symmetry = Literal["none", "mirror", "turn"]
Cell = tuple[int, int]  # column and row
Orbit = tuple[tuple[Cell, str], ...]  # an island and its image, each with its letter

ISLANDS, RED, BLUE = STANDARD_COUNTS
SIDES = (5, 9)  # columns or rows: below islands have no room, above too few lines are left
LINES = (20, 27)
CROSSINGS = (2, 14)
MOST_GONE = 4  # lines that a board may leave out
STEPS = 1200
MOST_CHANGES = 3  # from a sketch to its neighbour
CHANGES_TRIED = 60  # for each of them
HOT, COLD = 3.0, 0.05
_FINE = 10_000  # chances are told in whole numbers, so that all machines agree


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def beyond(self, value: float) -> float:
        """How far outside a value lies."""
        return max(0.0, self.low - value, value - self.high)

    def __str__(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}..{self.high:g}"


@dataclass(frozen=True, slots=True)
class Shape:
    """What can be seen of a board before anybody plays on it."""

    columns: int = 7
    rows: int = 7
    lines: Range = Range(*LINES)
    crossings: Range = Range(*CROSSINGS)
    symmetry: Symmetry = "none"

    def check(self) -> None:
        """InputError for what no board can be."""
        size = f"{self.columns}x{self.rows}"
        if not SIDES[0] <= min(self.columns, self.rows) <= max(self.columns, self.rows) <= SIDES[1]:
            raise InputError(f"a board has {SIDES[0]} to {SIDES[1]} columns and as many rows, not {size}")
        if self.symmetry == "mirror" and self.columns % 2 == 0:
            raise InputError(
                f"left and right alike want an odd number of columns, not {self.columns}: else islands beside the "
                "middle touch one another (R1b), or the board falls into parts (R7c)"
            )
        most = most_lines(self.columns, self.rows)
        if most is None:
            raise InputError(
                f"{ISLANDS} islands do not fit on {size} without touching one another; take a larger board"
            )
        rule = f"{2 * ISLANDS} less the rows and less the columns that its islands use"
        if self.lines.low > most:
            raise InputError(
                f"a board of {size} has at most {most} lines, {rule} (R1b), since no two may touch; "
                f"{self.lines} cannot be had"
            )
        fewest = 2 * ISLANDS - self.columns - self.rows
        if self.lines.high < fewest - MOST_GONE:
            raise InputError(
                f"a board of {size} has at least {fewest} lines, {rule} (R1b), and leaves out at most {MOST_GONE} of "
                f"them; {self.lines} cannot be had"
            )


def most_lines(columns: int, rows: int) -> int | None:
    """Lines of a board of this size on which no two islands touch (R1b); None where the islands have no room.

    Rows that lie side by side make runs; of a run of a rows and b columns every second cell can be taken, which is one
    more than half where both are odd.
    """
    room = [
        used_rows + used_columns
        for used_rows in range(1, rows + 1)
        for used_columns in range(1, columns + 1)
        if used_rows * used_columns + _odd_runs(used_rows, rows) * _odd_runs(used_columns, columns) >= 2 * ISLANDS
    ]
    return 2 * ISLANDS - min(room) if room else None


def _odd_runs(used: int, size: int) -> int:
    """In how many runs of odd length so many rows can lie."""
    runs = min(used, size - used + 1)
    return runs if (used - runs) % 2 == 0 else runs - 1


@dataclass(frozen=True, slots=True)
class Sketch:
    columns: int
    rows: int
    symmetry: Symmetry
    orbits: tuple[Orbit, ...]
    gone: frozenset[frozenset[Cell]] = frozenset()  # lines taken away, with their images

    def layout(self, identity: str = "sketch", name: str = "Sketch") -> Layout:
        cells = {place: letter for orbit in self.orbits for place, letter in orbit}
        grid = tuple(
            "".join(cells.get((column, row), SEA) for column in range(self.columns)) for row in range(self.rows)
        )
        full = Layout(identity, name, grid)
        if not self.gone:
            return full
        gone = []
        for line in full.lines:
            one, other = full.islands[line.a], full.islands[line.b]
            if frozenset(((one.column, one.row), (other.column, other.row))) in self.gone:
                gone.append((one.name, other.name))
        return Layout(identity, name, grid, tuple(gone)) if gone else full

    def image(self, place: Cell) -> Cell:
        column, row = place
        if self.symmetry == "none":
            return place
        return self.columns - 1 - column, row if self.symmetry == "mirror" else self.rows - 1 - row

    def taken(self) -> set[Cell]:
        return {place for orbit in self.orbits for place, _ in orbit}


@dataclass(frozen=True, slots=True)
class Aim:
    """What one sketch is drawn for: a place within a shape."""

    crossings: float
    lines: float


def drawn(shape: Shape, aim: Aim, chance: Stream) -> Sketch:
    """A new sketch near its aim; whether it became one worth playing on says `worth_playing`."""
    return _improved(_scattered(shape, chance), shape, aim, chance, HOT, STEPS)


def redrawn(sketch: Sketch, shape: Shape, chance: Stream) -> Sketch:
    """A neighbour of a sketch: a few small changes that leave it worth playing.

    Few, since with each it loses some of what set it apart (bench/scale.py).
    """
    for _ in range(1 + chance.below(MOST_CHANGES)):
        others = (_changed(sketch, chance) for _ in range(CHANGES_TRIED))
        good = (other for other in others if other != sketch and worth_playing(other.layout(), shape))
        sketch = next(good, sketch)
    return sketch


def worth_playing(layout: Layout, shape: Shape) -> bool:
    return (
        not flaws(layout)
        and len(layout.lines) in shape.lines
        and layout.crossings in shape.crossings
        and beauty(layout).total >= BEAUTIFUL
    )


def _improved(sketch: Sketch, shape: Shape, aim: Aim, chance: Stream, heat: float, steps: int) -> Sketch:
    """Small changes, taken if they cost less, and at first now and then if they cost more."""
    cost = _cost(sketch.layout(), shape, aim)
    best, least = sketch, cost
    for step in range(steps):
        other = _changed(sketch, chance)
        if other is sketch:
            continue
        other_cost = _cost(other.layout(), shape, aim)
        warmth = heat * (COLD / heat) ** (step / steps)
        if other_cost <= cost or chance.below(_FINE) < _FINE * math.exp((cost - other_cost) / warmth):
            sketch, cost = other, other_cost
            if cost < least:
                best, least = sketch, cost
    return best


def _cost(layout: Layout, shape: Shape, aim: Aim) -> float:
    """Flaws weigh most, then the wish, then the beauty, then how near the aim it is."""
    cost = 6.0 * flaws(layout)
    cost += 2.0 * shape.lines.beyond(len(layout.lines)) + 0.3 * abs(len(layout.lines) - aim.lines)
    cost += 1.0 * shape.crossings.beyond(layout.crossings) + 0.8 * abs(layout.crossings - aim.crossings)
    return cost + 8.0 * (1.0 - beauty(layout).total)


def _changed(sketch: Sketch, chance: Stream) -> Sketch:
    """One small change: an island moved a little or far, two islands' flags swapped, a line taken away or put back."""
    kind = chance.below(20)
    if kind < 7:
        return _moved(sketch, chance, far=False)
    if kind < 12:
        return _moved(sketch, chance, far=True)
    if kind < 19:
        return _swapped(sketch, chance)
    return _line_toggled(sketch, chance)


def _moved(sketch: Sketch, chance: Stream, *, far: bool) -> Sketch:
    at = chance.below(len(sketch.orbits))
    orbit = sketch.orbits[at]
    taken = sketch.taken() - {place for place, _ in orbit}
    (column, row), _ = orbit[0]
    if far:
        to = (chance.below(sketch.columns), chance.below(sketch.rows))
    else:
        to = (column + chance.below(5) - 2, row + chance.below(5) - 2)
    if not (0 <= to[0] < sketch.columns and 0 <= to[1] < sketch.rows):
        return sketch
    places = _orbit_places(sketch, to)
    if len(places) != len(orbit) or taken.intersection(places):
        return sketch
    moved = tuple((place, letter) for place, (_, letter) in zip(places, orbit, strict=True))
    return replace(sketch, orbits=(*sketch.orbits[:at], moved, *sketch.orbits[at + 1 :]))


def _orbit_places(sketch: Sketch, place: Cell) -> tuple[Cell, ...]:
    image = sketch.image(place)
    if image == place or sketch.symmetry == "none":
        return (place,)
    return () if math.dist(place, image) == 1 else (place, image)  # islands that touch are a flaw


def _swapped(sketch: Sketch, chance: Stream) -> Sketch:
    one, other = chance.below(len(sketch.orbits)), chance.below(len(sketch.orbits))
    first, second = sketch.orbits[one], sketch.orbits[other]
    if len(first) != len(second):
        return sketch
    orbits = list(sketch.orbits)
    letters = [letter for _, letter in second]
    if one == other:
        letters.reverse()
        orbits[one] = _lettered(first, letters)
    else:
        orbits[one] = _lettered(first, letters)
        orbits[other] = _lettered(second, [letter for _, letter in first])
    return replace(sketch, orbits=tuple(orbits))


def _lettered(orbit: Orbit, letters: list[str]) -> Orbit:
    return tuple((place, letter) for (place, _), letter in zip(orbit, letters, strict=True))


def _line_toggled(sketch: Sketch, chance: Stream) -> Sketch:
    if sketch.gone and chance.below(2):
        pairs = sorted(sketch.gone, key=sorted)
        return replace(sketch, gone=sketch.gone - _images(sketch, pairs[chance.below(len(pairs))]))
    layout = sketch.layout()
    line = chance.choice(layout.lines)
    one, other = layout.islands[line.a], layout.islands[line.b]
    images = _images(sketch, frozenset(((one.column, one.row), (other.column, other.row))))
    if len(layout.no_line) + len(images) > MOST_GONE:
        return sketch
    return replace(sketch, gone=sketch.gone | images)


def _images(sketch: Sketch, pair: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
    return frozenset((pair, frozenset(map(sketch.image, pair))))


def _scattered(shape: Shape, chance: Stream) -> Sketch:
    """Islands anywhere, with the flags that R1a asks for."""
    blank = Sketch(shape.columns, shape.rows, shape.symmetry, ())
    cells = [(column, row) for row in range(shape.rows) for column in range(shape.columns)]
    if shape.symmetry == "none":
        return replace(blank, orbits=_with_letters([((place, "o"),) for place in chance.shuffled(cells)[:ISLANDS]]))
    axis = [place for place in cells if blank.image(place) == place]
    halves = [place for place in cells if place < blank.image(place) and len(_orbit_places(blank, place)) == 2]
    on_axis = 2 * chance.below(min(4, len(axis)) // 2 + 1) if shape.symmetry == "mirror" else 0
    singles = chance.shuffled(axis)[:on_axis]
    pairs = chance.shuffled(halves)[: (ISLANDS - on_axis) // 2]
    orbits: list[Orbit] = [((place, "o"),) for place in singles]
    orbits += [((place, "o"), (blank.image(place), "o")) for place in pairs]
    return replace(blank, orbits=_with_letters(orbits))


def _with_letters(orbits: list[Orbit]) -> tuple[Orbit, ...]:
    """Flags on whole orbits from the last on; what is odd goes on one on the axis, else on one of a pair."""
    lettered = list(orbits)
    for letter, count in (("r", RED), ("b", BLUE)):
        left = count
        while left:
            fits = [at for at, orbit in enumerate(lettered) if _plain(orbit) and len(orbit) <= left]
            at = fits[-1] if fits else next(at for at, orbit in enumerate(lettered) if _plain(orbit))
            letters = [letter] * min(left, len(lettered[at]))
            letters += ["o"] * (len(lettered[at]) - len(letters))
            left -= letters.count(letter)
            lettered[at] = _lettered(lettered[at], letters)
    return tuple(lettered)


def _plain(orbit: Orbit) -> bool:
    return all(not FLAGS[letter] for _, letter in orbit)


def essence(layout: Layout) -> tuple[str, ...]:
    """The same for a board and all its turned and mirrored copies, and different for any other board."""
    return min(_view(layout, view) for view in _VIEWS)


def likeness(one: Layout, other: Layout) -> int:
    """How many islands two boards have in the same places, however one of them is turned or mirrored."""
    there = {island.name for island in other.islands}
    return max(len(there.intersection(_names(one, view))) for view in _VIEWS)


_View = tuple[bool, bool, bool]  # left and right change places; top and bottom; rows and columns
_VIEWS: tuple[_View, ...] = tuple(itertools.product((False, True), (False, True), (False, True)))


def _view(layout: Layout, view: _View) -> tuple[str, ...]:
    names = _names(layout, view)
    islands = sorted(f"{name} {island.flag}" for name, island in zip(names, layout.islands, strict=True))
    lines = sorted("-".join(sorted((names[line.a], names[line.b]))) for line in layout.lines)
    return (*islands, *lines)


def _names(layout: Layout, view: _View) -> list[str]:
    """What each island is called there."""
    across, down, swapped = view
    names = []
    for island in layout.islands:
        column = layout.columns - 1 - island.column if across else island.column
        row = layout.rows - 1 - island.row if down else island.row
        names.append(island_name(row, column) if swapped else island_name(column, row))
    return names
