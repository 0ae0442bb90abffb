"""A problem in MiniZinc: one file, flat, with a name for each variable; what it prints is a play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from hashi_solver.export.problem import FIXED, GameProblem
from hashi_solver.model.formula import Section, Sum

PLAY = ("start_", "write_", "bridge_")
FIRST = (("scored_", "early_"), ("finished_",), ("number_",))


def minizinc(problem: GameProblem) -> str:
    names = problem.names
    counters = {variable: (low, high) for variable, low, high in problem.counters}
    lines = [f"% {line}".rstrip() for line in problem.about("points = the number that the solver maximises")]
    lines.append("")
    for variable, name in enumerate(names):
        kind = f"{counters[variable][0]}..{counters[variable][1]}" if variable in counters else "bool"
        lines.append(f"var {kind}: {name};")
    points = _sum([(names[variable], weight) for variable, weight in problem.model.points])
    lines += ["", f"var int: points = {problem.model.earned} + {points};", "", f"% {FIXED}"]
    lines += [
        f"constraint {names[variable] if value else f'not {names[variable]}'};" for variable, value in problem.fixed
    ]
    for section in problem.sections():
        lines += ["", f"% {section.title}", *_constraints(section, names)]
    play = [name for name in names if name.startswith(PLAY)]
    quoted = ", ".join(json.dumps(each) for each in play)
    lines += [
        "",
        f"array [1..{len(play)}] of var bool: play = [{', '.join(play)}];",
        f"array [1..{len(play)}] of string: name = [{quoted}];",
        "",
        "% For solvers that follow an order: first what scores, then the numbers, then the play round by round.",
        f"solve :: int_search([{', '.join(_in_order(names))}], input_order, indomain_max, complete)",
        f"  {'maximize points' if problem.at_least is None else 'satisfy'};",
        "",
        'output ["points = \\(points)\\n"] ++ [name[i] ++ "\\n" | i in index_set(play) where fix(play[i])];',
        "",
    ]
    return "\n".join(lines)


def _in_order(names: Sequence[str]) -> Iterator[str]:
    for kinds in FIRST:
        yield from (name for name in names if name.startswith(kinds))
    for kind in PLAY:
        chosen = [name for name in names if name.startswith(kind)]
        yield from chosen if kind == "start_" else sorted(chosen, key=lambda name: int(name.rpartition("_")[2]))


def _constraints(section: Section, names: Sequence[str]) -> Iterator[str]:
    for clause in section.clauses:
        positive = ", ".join(names[each] for each in clause if each >= 0)
        negative = ", ".join(names[~each] for each in clause if each < 0)
        yield f"constraint clause([{positive}], [{negative}]);"
    for literals in section.at_most_ones:
        terms = ", ".join(names[each] if each >= 0 else f"not {names[~each]}" for each in literals)
        yield f"constraint sum([{terms}]) <= 1;"
    for total in section.sums:
        yield from _between(total, names)


def _between(total: Sum, names: Sequence[str]) -> Iterator[str]:
    sides = _sum([(names[variable], weight) for variable, weight in zip(total.variables, total.weights, strict=True)])
    if total.low == total.high:
        yield f"constraint {sides} = {total.low};"
    else:
        yield f"constraint {sides} >= {total.low};"
        yield f"constraint {sides} <= {total.high};"


def _sum(terms: Sequence[tuple[str, int]]) -> str:
    """Return the sum; what has weight 1 is added up first, then what is subtracted or weighted."""
    ones = [name for name, weight in terms if weight == 1]
    rest = [(name, weight) for name, weight in terms if weight not in (0, 1)]
    text = f"sum([{', '.join(ones)}])" if len(ones) > 1 or not rest else " + ".join(ones)
    for name, weight in rest:
        factor = "" if abs(weight) == 1 else f"{abs(weight)}*"
        sign = "-" if weight < 0 else "+"
        text += f" {sign} {factor}{name}" if text else f"{'-' if weight < 0 else ''}{factor}{name}"
    return text
