"""A model independent of any solver: 0-1 variables, clauses, sums, and a few counters.

A literal is an integer: `v` for a variable, `~v` for its negation. That is CP-SAT's convention, but nothing here needs
CP-SAT: the same formula can be written for another solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple


class Sum(NamedTuple):
    """`low <= sum of weights over the variables that are true <= high`."""

    variables: list[int]
    weights: list[int]
    low: int
    high: int


class Section(NamedTuple):
    """The constraints of one rule, and what they say."""

    title: str
    clauses: list[list[int]]
    at_most_ones: list[list[int]]
    sums: list[Sum]


class Formula:
    """A formula that only grows. Its variables are numbered from `first`, so that one formula can extend another."""

    __slots__ = (
        "_titles",
        "at_most_ones",
        "clauses",
        "counters",
        "false",
        "first",
        "shared",
        "sums",
        "true",
        "variables",
    )

    def __init__(self, first: int = 0) -> None:
        self.first = first
        self.variables = first
        self.clauses: list[list[int]] = []
        self.shared = slice(0, 0)  # the clauses that are the same for every deck
        self.at_most_ones: list[list[int]] = []
        self.sums: list[Sum] = []
        self.counters: list[tuple[int, int, int]] = []  # variable, low, high
        self.true: list[int] = []
        self.false: list[int] = []
        self._titles: list[tuple[str, int, int, int]] = []  # where a title stands in the three lists of constraints

    def title(self, title: str) -> None:
        """Say what the constraints from here on are about."""
        self._titles.append((title, len(self.clauses), len(self.at_most_ones), len(self.sums)))

    def sections(self) -> Iterator[Section]:
        """Yield the constraints title by title; those before the first title come first."""
        begins = [("", 0, 0, 0), *self._titles]
        ends = [*self._titles, ("", len(self.clauses), len(self.at_most_ones), len(self.sums))]
        for (title, *begin), (_, *end) in zip(begins, ends, strict=True):
            clauses, at_most_ones, sums = map(slice, begin, end)
            section = Section(title, self.clauses[clauses], self.at_most_ones[at_most_ones], self.sums[sums])
            if any(section[1:]):
                yield section

    def new(self) -> int:
        self.variables += 1
        return self.variables - 1

    def row(self, count: int) -> list[int]:
        """Add `count` new variables."""
        self.variables += count
        return list(range(self.variables - count, self.variables))

    def counter(self, low: int, high: int) -> int:
        """Add a variable with values from `low` to `high`, to be used in sums only."""
        self.counters.append((self.variables, low, high))
        return self.new()

    def any_of(self, *literals: int) -> None:
        self.clauses.append(list(literals))

    def implies_any(self, literal: int, literals: Iterable[int]) -> None:
        self.clauses.append([~literal, *literals])

    def equals_any(self, literal: int, literals: Sequence[int]) -> None:
        """Require the literal to be true if any of the others is, and only then."""
        self.clauses.append([~literal, *literals])
        self.clauses += [[~each, literal] for each in literals]

    def at_most_one(self, literals: Sequence[int]) -> None:
        if len(literals) > 1:
            self.at_most_ones.append(list(literals))

    def between(self, low: int, terms: Sequence[tuple[int, int]], high: int) -> None:
        """Require `low <= sum of weight * variable <= high`; a term is (variable, weight)."""
        self.sums.append(Sum([v for v, _ in terms], [weight for _, weight in terms], low, high))

    def set(self, variable: int, value: object) -> None:
        (self.true if value else self.false).append(variable)
