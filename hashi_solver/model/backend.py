"""The solvers that can take a program: OR-Tools itself, or CP-SAT elsewhere, which takes and gives bytes."""

from __future__ import annotations

import enum
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from hashi_solver.errors import InternalError
from hashi_solver.interrupts import Stop, interrupts_wait
from hashi_solver.model.program import Program
from hashi_solver.model.wire import encode_model, encode_parameters, read_fields, varints

Settings = Mapping[str, int | float]
OnBound = Callable[[int], None]
Raw = Callable[[bytes, bytes, Stop | None], bytes]
"""CP-SAT somewhere else: a serialised model and parameters in, a serialised response out."""


class Status(enum.IntEnum):
    """How a search ended, with CP-SAT's numbers."""

    UNKNOWN = 0
    INVALID = 1
    FEASIBLE = 2
    INFEASIBLE = 3
    OPTIMAL = 4


@dataclass(frozen=True, slots=True)
class Response:
    """What a solver says. `bound` is on the objective, which it minimises."""

    status: Status
    values: Sequence[int]
    bound: float
    conflicts: int


class Backend(Protocol):
    """A solver with one program, which may grow between two searches."""

    def solve(self, settings: Settings, *, stop: Stop | None = None, on_bound: OnBound | None = None) -> Response:
        """Search. `on_bound` may hear of bounds on the total while the search goes on."""
        ...


class InBytes:
    """The backend for CP-SAT somewhere else."""

    def __init__(self, program: Program, raw: Raw) -> None:
        self.program, self.raw = program, raw

    def solve(self, settings: Settings, *, stop: Stop | None = None, on_bound: OnBound | None = None) -> Response:
        response = read_response(self.raw(encode_model(self.program), encode_parameters(settings), stop))
        if response.status == Status.INVALID:
            raise InternalError("CP-SAT rejects the model")
        return response


def read_response(data: bytes) -> Response:
    """Read the fields of a CpSolverResponse that matter here."""
    if not data:
        raise InternalError("CP-SAT ended without a response")
    status, values, bound, conflicts = 0, list[int](), 0.0, 0
    for field, value in read_fields(data):
        if field == 1 and isinstance(value, int):
            status = value
        elif field == 2:
            values += varints(value) if isinstance(value, bytes) else [int(value)]
        elif field == 4 and isinstance(value, float):
            bound = value
        elif field == 11 and isinstance(value, int):
            conflicts = value
    return Response(Status(status), values, bound, conflicts)


_elsewhere: list[Raw] = []


def solve_elsewhere(raw: Raw | None) -> None:
    """From now on solve with this, and never load OR-Tools; None goes back to OR-Tools."""
    _elsewhere[:] = [] if raw is None else [raw]


def backend_for(program: Program) -> Backend:
    if _elsewhere:
        return InBytes(program, _elsewhere[0])
    with interrupts_wait():
        native: Callable[[Program], Backend] = importlib.import_module("hashi_solver.model.native").Native
    return native(program)
