"""Sketches: boards drawn at random and changed until they keep the rules, meet a wish and look pleasant.

This module knows nothing of how they play. A sketch keeps its symmetry through every change: islands that are one
another's image move together. Flags are swapped between images of the same kind, so they are as symmetric as seven
flags can be.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from hashi_solver.board import FLAGS, SEA, STANDARD_COUNTS, Layout, Line, island_name
from hashi_solver.generate.beauty import beauty, flaws
from hashi_solver.generate.tuning import DrawingTuning, Tuning
from hashi_solver.generate.wish import ISLANDS, MOST_GONE, Shape, Symmetry
from hashi_solver.seeds import Stream

Cell = tuple[int, int]  # column and row
Orbit = tuple[tuple[Cell, str], ...]  # an island and its image, each with its letter

_, RED, BLUE = STANDARD_COUNTS
_FINE = 10_000  # chances are whole numbers out of this, so that all machines agree


@dataclass(frozen=True, slots=True)
class Anchor:
    """The board that a sketch may not leave far behind: where its islands are, and which of them stay as they are."""

    cells: frozenset[Cell]
    locked: frozenset[Cell]
    most_moved: int


@dataclass(frozen=True, slots=True)
class Sketch:
    columns: int
    rows: int
    symmetry: Symmetry
    orbits: tuple[Orbit, ...]
    gone: frozenset[frozenset[Cell]] = frozenset()  # lines left out, with their images
    anchor: Anchor | None = None

    def layout(self, identity: str = "sketch", name: str = "Sketch") -> Layout:
        cells = {place: letter for orbit in self.orbits for place, letter in orbit}
        grid = tuple(
            "".join(cells.get((column, row), SEA) for column in range(self.columns)) for row in range(self.rows)
        )
        full = Layout(identity, name, grid)
        if not self.gone:
            return full
        pairs = [
            (full.islands[line.a].name, full.islands[line.b].name)
            for line in full.lines
            if _cells(full, line) in self.gone
        ]
        return Layout(identity, name, grid, tuple(pairs)) if pairs else full

    def image(self, place: Cell) -> Cell:
        column, row = place
        if self.symmetry == "none":
            return place
        return self.columns - 1 - column, row if self.symmetry == "mirror" else self.rows - 1 - row

    def is_locked(self, orbit: Orbit) -> bool:
        return self.anchor is not None and any(place in self.anchor.locked for place, _ in orbit)

    def is_within_reach(self) -> bool:
        """Whether few enough islands have left their cells."""
        return self.anchor is None or len(self.taken() - self.anchor.cells) <= self.anchor.most_moved

    def taken(self) -> set[Cell]:
        return {place for orbit in self.orbits for place, _ in orbit}


@dataclass(frozen=True, slots=True)
class Aim:
    """What one sketch is drawn for, within a shape."""

    crossings: float
    lines: float


def drawn(shape: Shape, aim: Aim, chance: Stream, tuning: Tuning) -> Sketch:
    """Draw a new sketch near its aim; it need not be worth playing.

    Changes are kept if they lower the cost, and early on now and then if they raise it.
    """
    how = tuning.drawing
    sketch = _scattered(shape, chance, how.on_axis)
    cost = _cost(sketch.layout(), shape, aim, tuning)
    best, least = sketch, cost
    for step in range(how.steps):
        other = _changed(sketch, chance, how)
        if other is sketch:
            continue
        other_cost = _cost(other.layout(), shape, aim, tuning)
        warmth = how.hot * (how.cold / how.hot) ** (step / how.steps)
        if other_cost <= cost or chance.below(_FINE) < _FINE * math.exp((cost - other_cost) / warmth):
            sketch, cost = other, other_cost
            if cost < least:
                best, least = sketch, cost
    return best


def redrawn(sketch: Sketch, shape: Shape, chance: Stream, tuning: Tuning) -> Sketch:
    """Return a neighbour of a sketch: a few small changes that leave it worth playing."""
    how = tuning.drawing
    for _ in range(1 + chance.below(how.most_changes)):
        others = (_changed(sketch, chance, how) for _ in range(how.changes_tried))
        good = (other for other in others if other != sketch and worth_playing(other.layout(), shape, tuning))
        sketch = next(good, sketch)
    return sketch


def worth_playing(layout: Layout, shape: Shape, tuning: Tuning) -> bool:
    return (
        flaws(layout) <= tuning.drawing.flaws_allowed
        and all(layout.lines_at)
        and len(layout.lines) in shape.lines
        and layout.crossings in shape.crossings
        and beauty(layout, tuning.beauty).total >= tuning.drawing.beautiful
    )


def sketch_of(layout: Layout) -> Sketch:
    """Return a board as a sketch, with the symmetry that its islands and lines have."""
    letters = {
        (column, row): cell for row, text in enumerate(layout.grid) for column, cell in enumerate(text) if cell != SEA
    }
    at = {island.name: (island.column, island.row) for island in layout.islands}
    gone = frozenset(frozenset((at[one.upper()], at[other.upper()])) for one, other in layout.no_line)
    plain = Sketch(layout.columns, layout.rows, "none", tuple(((place, letters[place]),) for place in letters), gone)
    symmetries: tuple[Symmetry, ...] = ("turn", "mirror")
    sketches = [sketch for symmetry in symmetries if (sketch := _symmetric(replace(plain, symmetry=symmetry), letters))]
    alike = [sum(len({letter for _, letter in orbit}) == 1 for orbit in sketch.orbits) for sketch in sketches]
    return sketches[alike.index(max(alike))] if sketches else plain


def _symmetric(sketch: Sketch, letters: Mapping[Cell, str]) -> Sketch | None:
    """Return the sketch with each island beside its image, or None if islands or lines have no image."""
    images = {place: sketch.image(place) for place in letters}
    lines = {frozenset(map(sketch.image, pair)) for pair in sketch.gone}
    if set(images.values()) != set(letters) or lines != sketch.gone:
        return None
    halves = sorted((place, image) for place, image in images.items() if place <= image)
    orbits = tuple(tuple((each, letters[each]) for each in sorted({*half})) for half in halves)
    return replace(sketch, orbits=orbits)


def _cost(layout: Layout, shape: Shape, aim: Aim, tuning: Tuning) -> float:
    """Add up what is wrong: flaws cost most, then what the wish rules out, ugliness, and the distance from the aim."""
    how, lines, crossings = tuning.drawing, len(layout.lines), layout.crossings
    cost = how.flaw * flaws(layout)
    cost += how.line_beyond * shape.lines.beyond(lines) + how.line_off * abs(lines - aim.lines)
    cost += how.crossing_beyond * shape.crossings.beyond(crossings) + how.crossing_off * abs(crossings - aim.crossings)
    return cost + how.ugly * (1.0 - beauty(layout, tuning.beauty).total)


def _changed(sketch: Sketch, chance: Stream, tuning: DrawingTuning) -> Sketch:
    """Return the sketch after one small change, or itself if the change is not possible."""
    moves = tuning.nudges + tuning.jumps
    kind = chance.below(moves + tuning.swaps + tuning.toggles)
    if kind < moves:
        return _moved(sketch, chance, tuning.nudge if kind < tuning.nudges else None)
    if kind < moves + tuning.swaps:
        return _swapped(sketch, chance)
    return _line_toggled(sketch, chance)


def _moved(sketch: Sketch, chance: Stream, nudge: int | None) -> Sketch:
    """Move an island with its image, by a nudge or anywhere."""
    at = chance.below(len(sketch.orbits))
    orbit = sketch.orbits[at]
    if sketch.is_locked(orbit):
        return sketch
    taken = sketch.taken() - {place for place, _ in orbit}
    (column, row), _ = orbit[0]
    if nudge is None:
        to = (chance.below(sketch.columns), chance.below(sketch.rows))
    else:
        steps = 2 * nudge + 1
        to = (column + chance.below(steps) - nudge, row + chance.below(steps) - nudge)
    if not (0 <= to[0] < sketch.columns and 0 <= to[1] < sketch.rows):
        return sketch
    places = _orbit_places(sketch, to)
    if len(places) != len(orbit) or taken.intersection(places):
        return sketch
    moved = tuple((place, letter) for place, (_, letter) in zip(places, orbit, strict=True))
    other = replace(sketch, orbits=(*sketch.orbits[:at], moved, *sketch.orbits[at + 1 :]))
    return other if other.is_within_reach() else sketch


def _orbit_places(sketch: Sketch, place: Cell) -> tuple[Cell, ...]:
    image = sketch.image(place)
    if image == place or sketch.symmetry == "none":
        return (place,)
    return () if math.dist(place, image) == 1 else (place, image)  # islands that touch are a flaw


def _swapped(sketch: Sketch, chance: Stream) -> Sketch:
    one, other = chance.below(len(sketch.orbits)), chance.below(len(sketch.orbits))
    first, second = sketch.orbits[one], sketch.orbits[other]
    if len(first) != len(second) or sketch.is_locked(first) or sketch.is_locked(second):
        return sketch
    orbits = list(sketch.orbits)
    letters = [letter for _, letter in second]
    orbits[other] = _lettered(second, [letter for _, letter in first])
    orbits[one] = _lettered(first, letters[::-1] if one == other else letters)
    return replace(sketch, orbits=tuple(orbits))


def _lettered(orbit: Orbit, letters: list[str]) -> Orbit:
    return tuple((place, letter) for (place, _), letter in zip(orbit, letters, strict=True))


def _line_toggled(sketch: Sketch, chance: Stream) -> Sketch:
    if sketch.gone and chance.below(2):
        pairs = sorted(sketch.gone, key=sorted)
        return replace(sketch, gone=sketch.gone - _images(sketch, pairs[chance.below(len(pairs))]))
    layout = sketch.layout()
    images = _images(sketch, _cells(layout, chance.choice(layout.lines)))
    if len(layout.no_line) + len(images) > MOST_GONE:
        return sketch
    return replace(sketch, gone=sketch.gone | images)


def _cells(layout: Layout, line: Line) -> frozenset[Cell]:
    """Return where a line ends."""
    return frozenset((island.column, island.row) for island in (layout.islands[line.a], layout.islands[line.b]))


def _images(sketch: Sketch, pair: frozenset[Cell]) -> frozenset[frozenset[Cell]]:
    return frozenset((pair, frozenset(map(sketch.image, pair))))


def _scattered(shape: Shape, chance: Stream, most_on_axis: int) -> Sketch:
    """Put islands anywhere, with the flags that R1a asks for."""
    blank = Sketch(shape.columns, shape.rows, shape.symmetry, ())
    cells = [(column, row) for row in range(shape.rows) for column in range(shape.columns)]
    if shape.symmetry == "none":
        return replace(blank, orbits=_with_letters([((place, "o"),) for place in chance.shuffled(cells)[:ISLANDS]]))
    axis = [place for place in cells if blank.image(place) == place]
    halves = [place for place in cells if place < blank.image(place) and len(_orbit_places(blank, place)) == 2]
    on_axis = 2 * chance.below(min(most_on_axis, len(axis)) // 2 + 1) if shape.symmetry == "mirror" else 0
    singles = chance.shuffled(axis)[:on_axis]
    pairs = chance.shuffled(halves)[: (ISLANDS - on_axis) // 2]
    doubles = [((place, "o"), (blank.image(place), "o")) for place in pairs]
    return replace(blank, orbits=_with_letters([*(((place, "o"),) for place in singles), *doubles]))


def _with_letters(orbits: list[Orbit]) -> tuple[Orbit, ...]:
    """Set flags on whole orbits, from the last on; a single one left over goes on the axis, or on one of a pair."""
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
    """Return what a board shares with its turned and mirrored copies, and with no other board."""
    return min(_view(layout, view) for view in _VIEWS)


def likeness(one: Layout, other: Layout) -> int:
    """Count the islands that two boards have in the same cells, in the best of all turns and mirror images."""
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
    """Return the names of the islands as this view has them."""
    across, down, swapped = view
    names = []
    for island in layout.islands:
        column = layout.columns - 1 - island.column if across else island.column
        row = layout.rows - 1 - island.row if down else island.row
        names.append(island_name(row, column) if swapped else island_name(column, row))
    return names
