"""One board bred for a place on the map: drawn, or taken from a parent, and changed as long as that brings it nearer.

How hard a change makes it is told at a glance (`foretelling`); how hard it truly is, is measured afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.lab.foretelling import at_first_sight, foretold
from hashi_solver.lab.sample import RANDOM, Sample
from hashi_solver.lab.sketching import Aim, Shape, Sketch, drawn, redrawn, worth_playing
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream

TRIES = 6  # drawings
CHANGES, OF_PARENT = 150, 20  # tried at most; few on a parent, that what was measured of it still tells of the copy
GLANCE, LOOK = 20, 100  # deals that tell whether a change is kept, and what the outcome is worth
NEAR = 0.1  # points of shortfall
TOO_GOOD = 1.4  # on the deals that tell which changes are kept a board seems to come so many times as far as it does


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one board is bred for, and from what; by whatever process."""

    shape: Shape
    aim: Aim
    shortfall: float  # where it is to be, told at a glance
    parent: Sketch | None
    seed: str


@dataclass(frozen=True, slots=True)
class Bred:
    sketch: Sketch
    first_sight: float  # what is reached on it at first sight


def bred(wanted: Wanted) -> Bred | None:
    """A board worth playing on; None where the wish is too hard for the pen."""
    chance = Stream(wanted.seed)
    parent = wanted.parent
    first = _drawn(wanted, chance) if parent is None else redrawn(parent, wanted.shape, chance)
    if first in (None, parent):
        return None
    last = _changed(first, wanted, chance)
    return Bred(last, at_first_sight(Game(last.layout()), Sample(LOOK, f"{wanted.seed} look", RANDOM)))


def _drawn(wanted: Wanted, chance: Stream) -> Sketch | None:
    sketches = (drawn(wanted.shape, wanted.aim, chance) for _ in range(TRIES))
    return next((sketch for sketch in sketches if worth_playing(sketch.layout(), wanted.shape)), None)


def _changed(sketch: Sketch, wanted: Wanted, chance: Stream) -> Sketch:
    """The sketch after all changes that bring it nearer to what is wanted, on the same few deals."""
    sample = Sample(GLANCE, f"{wanted.seed} glance", RANDOM)

    def seems(one: Sketch) -> float:
        return foretold(at_first_sight(Game(one.layout()), sample))

    shortfall = seems(sketch)
    goal = shortfall + TOO_GOOD * (wanted.shortfall - shortfall)
    for _ in range(CHANGES if wanted.parent is None else OF_PARENT):
        if abs(shortfall - goal) <= NEAR:
            break
        other = redrawn(sketch, wanted.shape, chance)
        if other != sketch and abs((becomes := seems(other)) - goal) <= abs(shortfall - goal):
            sketch, shortfall = other, becomes
    return sketch
