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
CHANGES, OF_PARENT = 150, 25  # tried at most; few on a parent, that what was measured of it still tells of the copy
A_ROUND = 25  # of these
GLANCE, LOOK = 20, 100  # deals that tell whether a change is kept, and what came of a round
NEAR = 0.2  # points of shortfall


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

    @property
    def foretold(self) -> float:
        return foretold(self.first_sight)

    def misses(self, wanted: Wanted) -> float:
        return abs(self.foretold - wanted.shortfall)


def bred(wanted: Wanted) -> Bred | None:
    """A board worth playing on; None where the wish is too hard for the pen."""
    chance = Stream(wanted.seed)
    parent = wanted.parent
    first = _drawn(wanted, chance) if parent is None else redrawn(parent, wanted.shape, chance)
    return None if first in (None, parent) else _changed(first, wanted, chance)


def _drawn(wanted: Wanted, chance: Stream) -> Sketch | None:
    sketches = (drawn(wanted.shape, wanted.aim, chance) for _ in range(TRIES))
    return next((sketch for sketch in sketches if worth_playing(sketch.layout(), wanted.shape)), None)


def _changed(sketch: Sketch, wanted: Wanted, chance: Stream) -> Bred:
    """The sketch after rounds of changes, those that on many deals brought it nearer to what is wanted."""
    look = Sample(LOOK, f"{wanted.seed} look", RANDOM)
    board = Bred(sketch, at_first_sight(Game(sketch.layout()), look))
    changes = CHANGES if wanted.parent is None else OF_PARENT
    for done in range(0, changes, A_ROUND):
        if board.misses(wanted) <= NEAR:
            break
        glance = Sample(GLANCE, f"{wanted.seed} glance {done}", RANDOM)
        changed = _after_round(board, wanted, glance, chance, min(A_ROUND, changes - done))
        other = Bred(changed, at_first_sight(Game(changed.layout()), look))
        if other.misses(wanted) <= board.misses(wanted):
            board = other
    return board


def _after_round(board: Bred, wanted: Wanted, glance: Sample, chance: Stream, changes: int) -> Sketch:
    """The sketch after the changes that seem good on the same few deals; how it seems there at first is luck."""

    def seems(one: Sketch) -> float:
        return foretold(at_first_sight(Game(one.layout()), glance))

    sketch, shortfall = board.sketch, seems(board.sketch)
    goal = shortfall + wanted.shortfall - board.foretold
    for _ in range(changes):
        if abs(shortfall - goal) <= NEAR:
            break
        other = redrawn(sketch, wanted.shape, chance)
        if other != sketch and abs((becomes := seems(other)) - goal) <= abs(shortfall - goal):
            sketch, shortfall = other, becomes
    return sketch
