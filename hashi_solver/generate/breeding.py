"""One board bred for a difficulty: drawn, or copied from a parent, and changed as long as that brings it nearer.

While it is changed, quick games predict how hard it is; how hard it truly is, is measured afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.errors import Unproven
from hashi_solver.generate.prediction import at_first_sight, predicted
from hashi_solver.generate.sketch import Aim, Sketch, drawn, redrawn, worth_playing
from hashi_solver.generate.tuning import Tuning
from hashi_solver.generate.wish import Shape
from hashi_solver.interrupts import Stop
from hashi_solver.lab.sample import RANDOM, Sample
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one board is bred for, and from what."""

    shape: Shape
    aim: Aim
    shortfall: float
    parent: Sketch | None
    seed: str
    surplus: float = 0.0  # how much harder the parent is than it seems at first sight


@dataclass(frozen=True, slots=True)
class Bred:
    sketch: Sketch
    first_sight: float  # the average total at first sight


@dataclass(frozen=True, slots=True)
class Undrawn:
    """No board worth playing could be drawn; this is the nearest drawing."""

    sketch: Sketch


def bred(wanted: Wanted, tuning: Tuning, stop: Stop | None = None) -> Bred | Undrawn | None:
    """Breed a board worth playing; None if its parent cannot be changed. Raises Unproven when `stop` is set."""
    chance = Stream(wanted.seed)
    parent = wanted.parent
    first = redrawn(parent, wanted.shape, chance, tuning) if parent else first_drawing(wanted, chance, tuning, stop)
    if first == parent:
        return None
    if not worth_playing(first.layout(), wanted.shape, tuning):
        return Undrawn(first)
    sketch = _changed(first, wanted, chance, tuning, stop)
    games = Sample(tuning.breeding.games, f"{wanted.seed} in the end", RANDOM)
    return Bred(sketch, at_first_sight(Game(sketch.layout()), games))


def first_drawing(wanted: Wanted, chance: Stream, tuning: Tuning, stop: Stop | None = None) -> Sketch:
    """Draw one board, or, if what is wanted is rare, the nearest of several; it may not be worth playing."""
    how = tuning.breeding
    count = 1 if wanted.shortfall in how.as_drawn else how.choice
    choices = [_drawn(wanted, chance, tuning, stop) for _ in range(count)]
    sketches = [sketch for sketch in choices if worth_playing(sketch.layout(), wanted.shape, tuning)]
    if len(sketches) < 2:
        return (sketches or choices)[0]
    look = Sample(how.look_deals, f"{wanted.seed} choice", RANDOM)
    return min(sketches, key=lambda sketch: abs(seeming_shortfall(sketch, look, tuning) - wanted.shortfall))


def seeming_shortfall(sketch: Sketch, sample: Sample, tuning: Tuning) -> float:
    """Return the shortfall that games at first sight predict."""
    return predicted(at_first_sight(Game(sketch.layout()), sample), tuning.prediction)


def _drawn(wanted: Wanted, chance: Stream, tuning: Tuning, stop: Stop | None) -> Sketch:
    """Draw until a board is worth playing; return the last drawing if none is."""
    for _ in range(tuning.breeding.drawings):
        _heed(stop)
        sketch = drawn(wanted.shape, wanted.aim, chance, tuning)
        if worth_playing(sketch.layout(), wanted.shape, tuning):
            break
    return sketch


def _changed(sketch: Sketch, wanted: Wanted, chance: Stream, tuning: Tuning, stop: Stop | None) -> Sketch:
    """Change a sketch in rounds; what a round brings is kept if the sketch is nearer to its goal on many deals."""
    how = tuning.breeding
    look = Sample(how.look_deals, f"{wanted.seed} look", RANDOM)
    shortfall = seeming_shortfall(sketch, look, tuning)
    goal = shortfall + how.beyond * (wanted.shortfall - wanted.surplus - shortfall)
    changes = how.changes if wanted.parent is None else how.changes_of_copy
    for done in range(0, changes, how.round):
        _heed(stop)
        if abs(shortfall - goal) <= how.near:
            break
        glance = Sample(how.glance_deals, f"{wanted.seed} glance {done}", RANDOM)
        other, seems = sketch, seeming_shortfall(sketch, glance, tuning)
        seeming_goal = seems + (goal - shortfall)  # how the sketch seems on these few deals is luck
        for _ in range(min(how.round, changes - done)):
            if abs(seems - seeming_goal) <= how.near:
                break
            again = redrawn(other, wanted.shape, chance, tuning)
            if again == other:
                continue
            if abs((becomes := seeming_shortfall(again, glance, tuning)) - seeming_goal) <= abs(seems - seeming_goal):
                other, seems = again, becomes
        if abs((becomes := seeming_shortfall(other, look, tuning)) - goal) <= abs(shortfall - goal):
            sketch, shortfall = other, becomes
    return sketch


def _heed(stop: Stop | None) -> None:
    if stop is not None and stop.is_set():
        raise Unproven
