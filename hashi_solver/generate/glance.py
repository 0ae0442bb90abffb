"""A quick look at a board, in seconds: how hard it seems, how pleasant it is, its lines and crossings.

The difficulty is predicted from quick games and a few optima, as it is while new boards are bred (`prediction`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hashi_solver.board import Layout
from hashi_solver.difficulty import board_grade
from hashi_solver.errors import InputError
from hashi_solver.generate.beauty import Beauty, beauty
from hashi_solver.generate.prediction import at_first_sight, believed
from hashi_solver.generate.tuning import TUNED
from hashi_solver.interrupts import Stop
from hashi_solver.lab.jobs import BEST, Job, answer_all
from hashi_solver.lab.measures import Estimate
from hashi_solver.lab.sample import Sample
from hashi_solver.notation.files import shown
from hashi_solver.players.simulation import NORMAL_95
from hashi_solver.rules import Game

GAMES, SOLVED = 160, 6  # deals that are played at first sight, and the first of them that are solved
TIME_LIMIT = 10.0  # seconds for a deal


@dataclass(frozen=True, slots=True)
class Glance:
    """What is seen of a board at once. `changed` are the same board without a line or without a flag."""

    layout: Layout
    solved: int
    shortfall: Estimate
    beauty: Beauty
    without: str = ""
    changed: tuple[Glance, ...] = ()

    @property
    def difficulty(self) -> Estimate:
        return self.shortfall.through(board_grade)

    @property
    def weakest(self) -> str:
        """The part of the beauty that is the lowest."""
        return min(self.beauty._fields, key=lambda part: getattr(self.beauty, part))


def glance(layout: Layout, without: tuple[str, ...] = (), stop: Stop | None = None) -> Glance:
    """Look at a board, and at what it would be without each of these lines (`A1-D1`) and flags (`C4`).

    All are looked at with the same deals. Raises Unproven if it is stopped.
    """
    changed = tuple(map(taken_away(layout), without))
    return replace(_glance(layout, "", stop), changed=tuple(_glance(*each, stop) for each in changed))


def taken_away(layout: Layout) -> Callable[[str], tuple[Layout, str]]:
    """Return a function from the name of a line or of an island with a flag to the board without it, and the name."""

    def without(name: str) -> tuple[Layout, str]:
        upper = name.strip().upper()
        one, _, other = upper.partition("-")
        ends = layout.index_of.get(one, -1), layout.index_of.get(other, -1)
        if ends in layout.line_between:
            found = layout.lines[layout.line_between[ends]]
            return replace(layout, no_line=(*layout.no_line, (one, other))), found.name
        island = layout.islands[ends[0]] if not other and ends[0] >= 0 else None
        if island is None or not island.flag:
            message = f"{shown(name, 20)!r} is neither a line of this board, such as {layout.lines[0].name}, nor a flag"
            raise InputError(message)
        row = layout.grid[island.row]
        bare = f"{row[: island.column]}o{row[island.column + 1 :]}"
        grid = (*layout.grid[: island.row], bare, *layout.grid[island.row + 1 :])
        return replace(layout, grid=grid), f"the {island.flag} flag of {island.name}"

    return without


def _glance(layout: Layout, without: str, stop: Stop | None) -> Glance:
    game, tuning = Game(layout), TUNED
    sample = Sample(GAMES, "glance")
    jobs = [Job(game, sample.deal(game, number), (BEST,), TIME_LIMIT) for number in range(1, SOLVED + 1)]
    solved = (outcome for answers in answer_all(jobs, stop) for outcome in answers.outcomes)
    optima = [outcome.score for outcome in solved if outcome.proven]
    belief = believed(at_first_sight(game, sample), GAMES, optima, tuning=tuning.prediction)
    half = NORMAL_95 * belief.variance**0.5
    shortfall = Estimate(belief.value, belief.value - half, belief.value + half)
    return Glance(layout, len(optima), shortfall, beauty(layout, tuning.beauty), without)
