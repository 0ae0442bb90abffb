"""A problem in which every variable is 0-1 and has a number from 1 up, as OPB and DIMACS want it.

A counter becomes a row of variables, "at least 1", "at least 2" and so on, each of which implies the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from hashi_solver.export.problem import FIXED, GameProblem
from hashi_solver.model.formula import Sum


class Linear(NamedTuple):
    """`low <= sum of weight * variable <= high`; None where there is no limit, or one that always holds."""

    terms: list[tuple[int, int]]  # (variable, weight)
    low: int | None
    high: int | None


class ZeroOneSection(NamedTuple):
    """The constraints of one rule. A literal is the number of its variable, negative for its negation."""

    title: str
    clauses: list[list[int]]
    at_most_ones: list[list[int]]
    sums: list[Linear]


class ZeroOne:
    """A problem with 0-1 variables only. `names` are those of the variables, the first that of variable 1."""

    def __init__(self, problem: GameProblem) -> None:
        self.problem = problem
        self.names = list(problem.names)
        self._bits: dict[int, tuple[int, list[int]]] = {}  # for each counter its lowest value and its row of variables
        for variable, low, high in problem.counters:
            name = self.names[variable]
            row = [variable + 1, *range(len(self.names) + 1, len(self.names) + max(1, high - low))]
            self.names += [""] * (len(row) - 1)
            for step, bit in enumerate(row, start=low + 1):
                self.names[bit - 1] = f"{name}_{step}"
            self._bits[variable] = low, row

    @property
    def points(self) -> tuple[list[tuple[int, int]], int]:
        """Terms and a constant that add up to the points of a play."""
        terms, constant = self._terms(self.problem.model.points)
        return terms, constant + self.problem.model.earned

    def sections(self) -> Iterator[ZeroOneSection]:
        rows = [[-later, sooner] for _, row in self._bits.values() for sooner, later in pairwise(row)]
        units = [[variable + 1 if value else -(variable + 1)] for variable, value in self.problem.fixed]
        yield ZeroOneSection(FIXED, units, [], [])
        yield ZeroOneSection("What a counter has reached, it has passed.", rows, [], [])
        for section in self.problem.sections():
            clauses = [[_literal(each) for each in clause] for clause in section.clauses]
            at_most_ones = [[_literal(each) for each in literals] for literals in section.at_most_ones]
            yield ZeroOneSection(section.title, clauses, at_most_ones, [self._linear(each) for each in section.sums])

    def _terms(self, terms: Iterable[tuple[int, int]]) -> tuple[list[tuple[int, int]], int]:
        found: dict[int, int] = {}
        constant = 0
        for variable, weight in terms:
            low, row = self._bits.get(variable, (0, [variable + 1]))
            constant += weight * low
            for bit in row:
                found[bit] = found.get(bit, 0) + weight
        return [(bit, weight) for bit, weight in found.items() if weight], constant

    def _linear(self, total: Sum) -> Linear:
        terms, constant = self._terms(zip(total.variables, total.weights, strict=True))
        low, high = total.low - constant, total.high - constant
        least = sum(weight for _, weight in terms if weight < 0)
        most = sum(weight for _, weight in terms if weight > 0)
        return Linear(terms, low if low > least else None, high if high < most else None)


def _literal(literal: int) -> int:
    """Return the number of a literal of a formula: its variables count from 0, and `~v` negates."""
    return literal + 1 if literal >= 0 else -(~literal + 1)
