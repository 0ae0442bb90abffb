"""A position as a problem for other solvers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from hashi_solver.app.question import Position
from hashi_solver.documents.instances import InstanceDocument, instance_json
from hashi_solver.errors import InputError
from hashi_solver.export import GameProblem, cp_sat_bytes, cp_sat_text, dimacs, minizinc, opb

Form = Literal["opb", "dimacs", "mzn", "cpsat"]
WRITERS: Mapping[Form, Callable[[GameProblem], str]] = MappingProxyType(
    {"opb": opb, "dimacs": dimacs, "mzn": minizinc, "cpsat": cp_sat_text}
)


def instance(position: Position) -> InstanceDocument:
    """Return the position as data; raise InputError if its game is over."""
    if position.state.over:
        raise InputError("this game is over, so there is nothing left to solve", source=position.question.source.name)
    return instance_json(position.state, position.to_come, position.played)


def problem(position: Position, at_least: int | None = None) -> GameProblem:
    """Return the problem of the most points, or with `at_least` of any play that reaches this total."""
    return GameProblem(position.state, position.to_come, instance(position), at_least)


def text(asked: GameProblem, form: Form) -> str:
    return WRITERS[form](asked)


def data(asked: GameProblem) -> bytes:
    """Return the problem as CP-SAT's message in bytes."""
    return cp_sat_bytes(asked)
