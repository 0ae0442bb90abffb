"""What a solver is given: the formula of a model, and what is asked of it, as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hashi_solver.bonuses import BONUSES
from hashi_solver.model.formula import Formula, Sum
from hashi_solver.model.game import Model
from hashi_solver.rules import Turn

BRANCHING = sorted(BONUSES, key=lambda bonus: bonus.early, reverse=True)


@dataclass(frozen=True, slots=True)
class Objective:
    """Minimise `offset + sum of weights over the variables that are true`."""

    variables: list[int]
    weights: list[int]
    offset: int


class Program:
    """A model in the order in which it is written: its two formulas, then `constraints`, which only grow.

    A constraint is a clause or a sum. `first` are the variables to branch on first, in this order, each to its highest
    value. All variables from `model.formula.variables` to `variables` are 0-1.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.variables = model.formula.variables
        self.constraints: list[list[int] | Sum] = []
        self.objective: Objective | None = None
        self.first: list[int] = []

    @property
    def formulas(self) -> tuple[Formula, Formula]:
        return self.model.base.formula, self.model.formula

    def add_objective(self) -> None:
        """Ask for the most points. Solvers minimise, so all signs are reversed."""
        points = self.model.points
        self.objective = Objective([v for v, _ in points], [-weight for _, weight in points], -self.model.earned)

    def between(self, low: int, high: int) -> None:
        """Require a total in this range."""
        self.constraints.append(self._score(low, high))

    def any_of(self, literals: Iterable[int]) -> None:
        """Require one of the literals to be true."""
        self.constraints.append(list(literals))

    def search_from_the_top(self, totals: Sequence[int], prefer: Turn | None = None) -> None:
        """Search by assuming the highest total first, then the next, and within each of them the bonuses.

        Of the plays with the highest total one that begins with the turn to `prefer` is looked for first.
        """
        model, base = self.model, self.model.base
        chosen = tuple(range(self.variables, self.variables + len(totals)))
        self.variables += len(totals)
        # points >= total where `reached`, without an enforcement literal: reasoning with sums aborts on those
        points = self._score(0, max(totals, default=0) + model.earned)
        self.constraints += [
            Sum([*points.variables, reached], [*points.weights, -total], points.low, points.high)
            for reached, total in zip(chosen, totals, strict=True)
        ]
        self.constraints += [[~higher, lower] for higher, lower in pairwise(chosen)]
        preferred = () if prefer is None else (self._begins_with(prefer),)
        self.first += (
            *chosen,
            *preferred,
            *(level[bonus] for level in (base.scored, base.early) for bonus in BRANCHING),
        )

    def begins_with_any(self, turns: Iterable[Turn]) -> None:
        """Require the next turn to be one of these."""
        self.any_of([self._begins_with(turn) for turn in turns])

    def _begins_with(self, turn: Turn) -> int:
        """Return a variable that is only true if the next turn is this one."""
        base, state = self.model.base, self.model.state
        same, drawn = self.variables, Counter(turn.lines)
        self.variables += 1
        self.constraints += [
            [~same, writes[1] if island == turn.number_on else ~writes[1]] for island, writes in enumerate(base.writes)
        ]
        self.constraints += [
            [~same, copy[1] if state.bridges[line] + drawn[line] > level else ~copy[1]]
            for line, copies in enumerate(base.bridge)
            for level, copy in enumerate(copies)
        ]
        return same

    def _score(self, low: int, high: int) -> Sum:
        """Return the constraint that the total is in this range."""
        points, earned = self.model.points, self.model.earned
        return Sum([v for v, _ in points], [weight for _, weight in points], low - earned, high - earned)
