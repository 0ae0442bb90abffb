"""CP-SAT as OR-Tools brings it."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ortools.sat.python import cp_model_helper as cp

from hashi_solver.errors import InternalError
from hashi_solver.interrupts import INTERRUPTS, Stop
from hashi_solver.model.backend import OnBound, Response, Settings, Status
from hashi_solver.model.formula import Formula, Sum
from hashi_solver.model.game import KEPT, GameFormula
from hashi_solver.model.program import Program

STOP_EVERY = 0.05  # seconds between two checks of whether to stop


def write(formula: Formula, proto: Any, shared: Any = None) -> None:
    """Append a formula to a proto that already holds all variables before its first one.

    `shared` are its shared clauses, written already.
    """
    variables, constraints = proto.variables, proto.constraints
    for _ in range(formula.variables - formula.first):
        variables.add().domain.extend((0, 1))
    if shared is None:
        _write_clauses(formula.clauses, constraints)
    else:
        _write_clauses(formula.clauses[: formula.shared.start], constraints)
        proto.merge_from(shared)
        _write_clauses(formula.clauses[formula.shared.stop :], constraints)
    for literals in formula.at_most_ones:
        constraints.add().at_most_one.literals.extend(literals)
    for total in formula.sums:
        _write_sum(total, constraints)
    for variable, low, high in formula.counters:
        domain = variables[variable].domain
        domain[0], domain[1] = low, high
    for variable in formula.true:
        variables[variable].domain[0] = 1
    for variable in formula.false:
        variables[variable].domain[1] = 0


def _write_clauses(clauses: Iterable[list[int]], constraints: Any) -> None:
    for clause in clauses:
        constraints.add().bool_or.literals.extend(clause)


def _write_sum(total: Sum, constraints: Any) -> None:
    linear = constraints.add().linear
    linear.vars.extend(total.variables)
    linear.coeffs.extend(total.weights)
    linear.domain.extend((total.low, total.high))


@lru_cache(maxsize=KEPT)
def _written(base: GameFormula) -> Any:
    proto = cp.CpModelProto()
    write(base.formula, proto)
    return proto


@lru_cache(maxsize=KEPT)
def _written_counting(base: GameFormula) -> Any:
    proto = cp.CpModelProto()
    _write_clauses(base.counting, proto.constraints)
    return proto


class Native:
    """A program as a proto of OR-Tools, filled in place: its Python classes read no bytes."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._proto = cp.CpModelProto()
        base = program.model.base
        self._proto.copy_from(_written(base))
        write(program.model.formula, self._proto, _written_counting(base))
        self._constraints = 0

    @property
    def proto(self) -> Any:
        """The proto, with what was added to the program since."""
        program, proto = self.program, self._proto
        for _ in range(program.variables - len(proto.variables)):
            proto.variables.add().domain.extend((0, 1))
        constraints = proto.constraints
        for each in program.constraints[self._constraints :]:
            if isinstance(each, Sum):
                _write_sum(each, constraints)
            else:
                constraints.add().bool_or.literals.extend(each)
        self._constraints = len(program.constraints)
        objective = program.objective
        if objective is not None and not proto.has_objective():
            proto.objective.vars.extend(objective.variables)
            proto.objective.coeffs.extend(objective.weights)
            proto.objective.offset = objective.offset
        if program.first and not proto.search_strategy:
            strategy = proto.search_strategy.add()
            strategy.domain_reduction_strategy = cp.DecisionStrategyProto.DomainReductionStrategy.SELECT_MAX_VALUE
            for variable in program.first:
                expression = strategy.exprs.add()
                expression.vars.append(variable)
                expression.coeffs.append(1)
        return proto

    def solve(self, settings: Settings, *, stop: Stop | None = None, on_bound: OnBound | None = None) -> Response:
        parameters = cp.SatParameters()
        for name, value in settings.items():
            choice = cp.SatParameters.SearchBranching(int(value)) if name == "search_branching" else None
            setattr(parameters, name, value if choice is None else choice)
        solver: Any = cp.SolveWrapper()
        solver.set_parameters(parameters)
        if on_bound is not None:
            solver.add_best_bound_callback(lambda objective: on_bound(round(-objective)))
        proto = self.proto
        response = _run(solver, proto, stop)
        status = Status(response.status)
        if status == Status.INVALID:
            raise InternalError(f"CP-SAT rejects the model: {cp.CpSatHelper.validate_model(proto)}")
        # a copy: the numbers are gone with OR-Tools' response
        return Response(status, list(response.solution), response.best_objective_bound, response.num_conflicts)


def _run(solver: Any, proto: Any, stop: Stop | None) -> Any:
    """Solve in another thread, so that this one can react to Ctrl-C and `stop` while the solver works.

    CP-SAT can catch the signal itself, but a Ctrl-C just as it starts or ends has crashed the process.
    """
    responses: list[Any] = []
    over = threading.Event()

    def work() -> None:
        try:
            responses.append(solver.solve(proto))
        finally:
            over.set()

    interrupted: BaseException | None = None
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    while not over.is_set():
        try:
            while not over.wait(STOP_EVERY if interrupted or stop is not None else None):
                if interrupted or (stop is not None and stop.is_set()):
                    solver.stop_search()  # repeatedly: the first call may come before the search has started
        except INTERRUPTS as error:
            interrupted = error
    worker.join()
    if interrupted is not None:
        raise interrupted
    if not responses:
        raise InternalError("CP-SAT ended without a response")
    return responses[0]
