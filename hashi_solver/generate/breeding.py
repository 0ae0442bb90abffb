"""One board bred for a place on the map: drawn, or taken from a parent, and changed as long as that brings it nearer.

How hard a change makes it is told at first sight (`prediction`); how hard it truly is, is measured afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.generate.prediction import at_first_sight, predicted
from hashi_solver.generate.sketch import Aim, Range, Shape, Sketch, drawn, redrawn, worth_playing
from hashi_solver.lab.sample import RANDOM, Sample
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream

TRIES = 6  # drawings, until one is worth playing on
AS_DRAWN = Range(8.0, 12.0)  # shortfalls that some drawings have and breeding comes to; for others it begins with
CHOICE = 6  # drawings, and the one that seems nearest
CHANGES, OF_PARENT = 150, 25  # tried at most; few on a parent, that what was measured of it still tells of the copy
A_ROUND = 25  # of these
GLANCE, LOOK = 20, 100  # deals that tell whether a change is kept, and what came of a round
GAMES = 400  # that tell in the end what is reached at first sight, on deals that nothing was chosen by
NEAR = 0.5  # points of shortfall, as it seems
# A board is changed by so many times what it lacks: a part of what a change seems to bring is the luck of the deals
# that it is chosen by, and the optimum goes along a part of the way.
BEYOND = 1.4


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one board is bred for, and from what; by whatever process."""

    shape: Shape
    aim: Aim
    shortfall: float  # where it is to be
    parent: Sketch | None
    seed: str
    surplus: float = 0.0  # how much harder the parent is than it seems at first sight


@dataclass(frozen=True, slots=True)
class Bred:
    sketch: Sketch
    first_sight: float  # what is reached on it at first sight


def bred(wanted: Wanted) -> Bred | None:
    """A board worth playing on; None where the wish is too hard for the pen."""
    chance = Stream(wanted.seed)
    parent = wanted.parent
    first = _chosen(wanted, chance) if parent is None else redrawn(parent, wanted.shape, chance)
    if first is None or first == parent:
        return None
    sketch = _changed(first, wanted, chance)
    return Bred(sketch, at_first_sight(Game(sketch.layout()), Sample(GAMES, f"{wanted.seed} in the end", RANDOM)))


def _chosen(wanted: Wanted, chance: Stream) -> Sketch | None:
    """One drawing, or of several the one that seems nearest to what is wanted where that is far from what they have."""
    choices = [_drawn(wanted, chance) for _ in range(1 if wanted.shortfall in AS_DRAWN else CHOICE)]
    sketches = [sketch for sketch in choices if sketch is not None]
    if len(sketches) < 2:
        return sketches[0] if sketches else None
    look = Sample(LOOK, f"{wanted.seed} choice", RANDOM)
    return min(sketches, key=lambda sketch: abs(_seems(sketch, look) - wanted.shortfall))


def _drawn(wanted: Wanted, chance: Stream) -> Sketch | None:
    sketches = (drawn(wanted.shape, wanted.aim, chance) for _ in range(TRIES))
    return next((sketch for sketch in sketches if worth_playing(sketch.layout(), wanted.shape)), None)


def _changed(sketch: Sketch, wanted: Wanted, chance: Stream) -> Sketch:
    """The sketch after rounds of changes, those that on many deals brought it nearer to what is wanted."""
    look = Sample(LOOK, f"{wanted.seed} look", RANDOM)
    shortfall = _seems(sketch, look)
    goal = shortfall + BEYOND * (wanted.shortfall - wanted.surplus - shortfall)
    changes = CHANGES if wanted.parent is None else OF_PARENT
    for done in range(0, changes, A_ROUND):
        if abs(shortfall - goal) <= NEAR:
            break
        glance = Sample(GLANCE, f"{wanted.seed} glance {done}", RANDOM)
        other = _after_round(sketch, goal - shortfall, wanted, glance, chance, min(A_ROUND, changes - done))
        if abs((becomes := _seems(other, look)) - goal) <= abs(shortfall - goal):
            sketch, shortfall = other, becomes
    return sketch


def _after_round(sketch: Sketch, lacks: float, wanted: Wanted, glance: Sample, chance: Stream, changes: int) -> Sketch:
    """The sketch after the changes that seem good on the same few deals; how it seems there at first is luck."""
    shortfall = _seems(sketch, glance)
    goal = shortfall + lacks
    for _ in range(changes):
        if abs(shortfall - goal) <= NEAR:
            break
        other = redrawn(sketch, wanted.shape, chance)
        if other != sketch and abs((becomes := _seems(other, glance)) - goal) <= abs(shortfall - goal):
            sketch, shortfall = other, becomes
    return sketch


def _seems(sketch: Sketch, sample: Sample) -> float:
    return predicted(at_first_sight(Game(sketch.layout()), sample))
