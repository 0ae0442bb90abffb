"""A problem in DIMACS: weighted MaxSAT (`p wcnf`), or plain CNF (`p cnf`) if a total is asked for.

Sums become clauses by counting in unary: a tree of counters over the terms, each with a variable for every value that
it can reach.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from hashi_solver.export.problem import GameProblem
from hashi_solver.export.zero_one import Linear, ZeroOne

FEW = 6  # of so few literals every pair gets a clause of its own

Terms = tuple[tuple[int, int], ...]  # (literal, positive weight)
Counted = dict[int, int]  # for each value above 0, in rising order, the literal "the sum is at least this"


class Clauses:
    """Clauses for what DIMACS does not have: at-most-ones and sums."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.found: list[Sequence[int]] = []
        self._counted: dict[tuple[Terms, int], Counted] = {}

    def add(self, *clause: int) -> None:
        self.found.append(clause)

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def at_most_one(self, literals: Sequence[int]) -> None:
        """Require one of the literals to be true, or none; a longer row is passed along, part by part."""
        here, rest = literals[:FEW], literals[FEW:]
        if rest:
            any_here = self.new()
            for literal in here:
                self.add(-literal, any_here)
            self.at_most_one([any_here, *rest])
        for one, other in combinations(here, 2):
            self.add(-one, -other)

    def linear(self, total: Linear) -> None:
        """Compare the terms with positive weights to the others: each side is counted."""
        plus = tuple((variable, weight) for variable, weight in total.terms if weight > 0)
        minus = tuple((variable, -weight) for variable, weight in total.terms if weight < 0)
        most_plus, most_minus = _most(plus), _most(minus)
        low, high = total.low, total.high
        # no counter goes further than it can matter
        enough_plus = max(0 if low is None else low + most_minus, 0 if high is None else high + most_minus + 1)
        enough_minus = max(0 if low is None else most_plus - low + 1, 0 if high is None else most_plus - high)
        left, right = self.counted(plus, enough_plus), self.counted(minus, enough_minus)
        if low is not None:
            for value in (0, *right):
                self._imply(right, value, left, low + value)
        if high is not None:
            for value in (0, *left):
                self._imply(left, value, right, value - high)

    def _imply(self, one: Counted, value: int, other: Counted, wanted: int) -> None:
        """If one sum is at least `value`, the other is at least `wanted`."""
        if wanted <= 0:
            return
        condition = [-one[value]] if value else []
        reached = next((literal for step, literal in other.items() if step >= wanted), None)
        self.add(*condition, *([] if reached is None else [reached]))

    def counted(self, terms: Terms, enough: int) -> Counted:
        """Return the counter of a sum; the values from `enough` up are taken together."""
        enough = min(enough, _most(terms))
        if enough <= 0:
            return {}
        if len(terms) == 1:
            return {enough: terms[0][0]}
        if (terms, enough) not in self._counted:
            half = 1 << (len(terms) - 1).bit_length() - 1
            self._counted[terms, enough] = self._joined(
                self.counted(terms[:half], enough), self.counted(terms[half:], enough), enough
            )
        return self._counted[terms, enough]

    def _joined(self, one: Counted, other: Counted, enough: int) -> Counted:
        values = sorted({min(a + b, enough) for a in (0, *one) for b in (0, *other)} - {0})
        total = {value: self.new() for value in values}
        for lower, higher in pairwise(total.values()):
            self.add(-higher, lower)
        for a, above_a in pairwise((0, *one, None)):
            for b, above_b in pairwise((0, *other, None)):
                assert a is not None
                assert b is not None
                if a + b:
                    reached = [-side[value] for side, value in ((one, a), (other, b)) if value]
                    self.add(*reached, total[min(a + b, enough)])
                above = next((value for value in values if value > a + b), None)
                if above is not None:
                    more = [side[value] for side, value in ((one, above_a), (other, above_b)) if value is not None]
                    self.add(*more, -total[above])
        return total


def _most(terms: Terms) -> int:
    return sum(weight for _, weight in terms)


def dimacs(problem: GameProblem) -> str:
    """Return the file. What a play misses of all points is the cost, in soft clauses of one literal each."""
    zero_one = ZeroOne(problem)
    clauses = Clauses(len(zero_one.names))
    lines: list[str] = []
    soft: list[tuple[int, int]] = []
    all_points = 0
    if problem.at_least is None:
        points, all_points = zero_one.points
        for variable, weight in points:
            soft.append((variable if weight > 0 else -variable, abs(weight)))
            all_points += max(weight, 0)
    top = 1 + sum(weight for _, weight in soft)
    hard = f"{top} " if problem.at_least is None else ""
    count = len(soft)
    for section in zero_one.sections():
        clauses.found.clear()
        clauses.found += section.clauses
        for literals in section.at_most_ones:
            clauses.at_most_one(literals)
        for total in section.sums:
            clauses.linear(total)
        if clauses.found:
            lines.append(f"c {section.title}")
            lines += [f"{hard}{' '.join(map(str, clause))} 0" for clause in clauses.found]
            count += len(clauses.found)
    if soft:
        lines.append("c The points")
        lines += [f"{weight} {literal} 0" for literal, weight in soft]
    kind, tail = ("wcnf", f" {top}") if problem.at_least is None else ("cnf", "")
    return "\n".join(
        [
            *(f"c {line}".rstrip() for line in problem.about(f"points = {all_points} - cost")),
            *(f"c {number} = {name}" for number, name in enumerate(zero_one.names, start=1)),
            f"p {kind} {clauses.variables} {count}{tail}",
            *lines,
            "",
        ]
    )
