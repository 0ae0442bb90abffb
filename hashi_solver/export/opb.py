"""A problem in OPB, the format of the pseudo-Boolean competitions: linear, no negated literals, small coefficients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hashi_solver.export.problem import GameProblem
from hashi_solver.export.zero_one import ZeroOne, ZeroOneSection


def opb(problem: GameProblem) -> str:
    """Return the file. OPB minimises, so all signs of the points are reversed."""
    zero_one = ZeroOne(problem)
    points, constant = zero_one.points
    lines: list[str] = []
    constraints = 0
    for section in zero_one.sections():
        rows = list(_rows(section))
        if rows:
            lines.append(f"* {section.title}")
            constraints += len(rows)
        lines += [f"{_sum(terms)} {relation} {bound} ;" for terms, relation, bound in rows]
    if problem.at_least is None:
        lines.insert(0, f"min: {_sum((variable, -weight) for variable, weight in points)} ;")
    return "\n".join(
        [
            f"* #variable= {len(zero_one.names)} #constraint= {constraints}",
            *(f"* {line}".rstrip() for line in problem.about(f"points = {constant} - objective")),
            *(f"* x{number} = {name}" for number, name in enumerate(zero_one.names, start=1)),
            *lines,
            "",
        ]
    )


Row = tuple[list[tuple[int, int]], str, int]


def _rows(section: ZeroOneSection) -> Iterator[Row]:
    """Yield every constraint of a section: its terms, `>=` or `=`, and the number on the right."""
    for clause in section.clauses:
        yield [(abs(each), 1 if each > 0 else -1) for each in clause], ">=", 1 - sum(each < 0 for each in clause)
    for literals in section.at_most_ones:
        yield (
            [(abs(each), -1 if each > 0 else 1) for each in literals],
            ">=",
            sum(each < 0 for each in literals) - 1,
        )
    for terms, low, high in section.sums:
        if low is not None and low == high:
            yield terms, "=", low
            continue
        if low is not None:
            yield terms, ">=", low
        if high is not None:
            yield [(variable, -weight) for variable, weight in terms], ">=", -high


def _sum(terms: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{weight:+d} x{variable}" for variable, weight in terms)
