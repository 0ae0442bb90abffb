"""A problem as a CpModelProto of CP-SAT: in protocol buffers' text format, or as bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from hashi_solver.export.problem import GameProblem
from hashi_solver.model.formula import Section
from hashi_solver.model.wire import encode_model


def cp_sat_text(problem: GameProblem) -> str:
    lines = [f"# {line}".rstrip() for line in problem.about("points = objective")]
    domains = {variable: [low, high] for variable, low, high in problem.counters}
    for variable, value in problem.fixed:
        domain = domains.setdefault(variable, [0, 1])
        domain[1 - value] = value
    for variable, name in enumerate(problem.names):
        lines.append(f'variables {{ name: "{name}" domain: {domains.get(variable, [0, 1])} }}')
    for section in problem.sections():
        lines += [f"# {section.title}", *_constraints(section)]
    objective = problem.program.objective
    if objective is not None:
        # CP-SAT minimises; the factor turns what it reports back into points
        body = f"vars: {objective.variables} coeffs: {objective.weights}"
        lines.append(f"objective {{ {body} offset: {objective.offset} scaling_factor: -1 }}")
    return "\n".join([*lines, ""])


def cp_sat_bytes(problem: GameProblem) -> bytes:
    """Return the same model as bytes; its name is the instance."""
    return encode_model(problem.program, name=json.dumps(problem.instance), names=problem.names)


def _constraints(section: Section) -> Iterator[str]:
    for clause in section.clauses:
        yield f"constraints {{ bool_or {{ literals: {_numbers(clause)} }} }}"
    for literals in section.at_most_ones:
        yield f"constraints {{ at_most_one {{ literals: {_numbers(literals)} }} }}"
    for total in section.sums:
        body = f"vars: {_numbers(total.variables)} coeffs: {_numbers(total.weights)} domain: {[total.low, total.high]}"
        yield f"constraints {{ linear {{ {body} }} }}"


def _numbers(numbers: Iterable[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"
