"""A model in CP-SAT: written once, then solved again and again with other bounds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from ortools.sat.python import cp_model_helper as cp

from hashi_solver.bonuses import BONUSES
from hashi_solver.errors import InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.model.formula import Formula
from hashi_solver.model.game import GameFormula, Model

STOP_EVERY = 0.05  # seconds between two checks of whether to stop
BRANCHING = sorted(BONUSES, key=lambda bonus: bonus.early, reverse=True)
FROM_THE_TOP: dict[str, object] = {"search_branching": cp.SatParameters.SearchBranching.PARTIAL_FIXED_SEARCH}
QUICK: dict[str, object] = {
    "cp_model_presolve": False,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "inprocessing_dtime_ratio": 0.0,
    "inprocessing_minimization_dtime": 0.0,  # shortens clauses: a third of the time, for no gain
    "use_pb_resolution": True,
    "restart_period": 100,
}


def write(formula: Formula, proto: Any) -> None:
    """Append a formula to a proto that already holds all variables before its first one."""
    variables, constraints = proto.variables, proto.constraints
    for _ in range(formula.variables - formula.first):
        variables.add().domain.extend((0, 1))
    for clause in formula.clauses:
        constraints.add().bool_or.literals.extend(clause)
    for literals in formula.at_most_ones:
        constraints.add().at_most_one.literals.extend(literals)
    for total in formula.sums:
        linear = constraints.add().linear
        linear.vars.extend(total.variables)
        linear.coeffs.extend(total.weights)
        linear.domain.extend((total.low, total.high))
    for variable, low, high in formula.counters:
        domain = variables[variable].domain
        domain[0], domain[1] = low, high
    for variable in formula.true:
        variables[variable].domain[0] = 1
    for variable in formula.false:
        variables[variable].domain[1] = 0


@lru_cache(maxsize=256)
def _written(base: GameFormula) -> Any:
    proto = cp.CpModelProto()
    write(base.formula, proto)
    return proto


@dataclass(frozen=True, slots=True)
class Answer:
    """What one call of the solver found.

    `values` is a play, if it found one. `closed` means that it searched everything, so there is no play, or no better
    one. `bound` is the most points still possible, None if the search ended before it knew of any bound.
    """

    values: Sequence[int] | None
    closed: bool
    bound: int | None
    conflicts: int


class CpSat:
    """One model, many questions."""

    def __init__(self, model: Model, *, deadline: float | None = None, stop: Stop | None = None) -> None:
        self.model, self.deadline, self.stop = model, deadline, stop
        self.proto = cp.CpModelProto()
        self.proto.copy_from(_written(model.base))
        write(model.formula, self.proto)

    def add_objective(self) -> None:
        """Ask for the most points. CP-SAT minimises, so all signs are reversed."""
        objective = self.proto.objective
        objective.vars.extend(variable for variable, _ in self.model.points)
        objective.coeffs.extend(-weight for _, weight in self.model.points)
        objective.offset = -self.model.earned

    def between(self, low: int, high: int) -> None:
        """Require a total in this range."""
        self._score(low, high)

    def any_of(self, literals: Iterable[int]) -> None:
        """Require one of the literals to be true."""
        self.proto.constraints.add().bool_or.literals.extend(literals)

    def search_from_the_top(self, totals: Sequence[int]) -> None:
        """Search by assuming the highest total first, then the next, and within each of them the bonuses."""
        proto, model = self.proto, self.model
        first = len(proto.variables)
        chosen = range(first, first + len(totals))
        for reached, total in zip(chosen, totals, strict=True):
            proto.variables.add().domain.extend((0, 1))
            # points >= total where `reached`, without an enforcement literal: reasoning with sums aborts on those
            linear = self._score(0, totals[0] + self.model.earned).linear
            linear.vars.append(reached)
            linear.coeffs.append(-total)
        for higher, lower in pairwise(chosen):
            self.any_of((~higher, lower))
        base = model.base
        strategy = proto.search_strategy.add()
        strategy.domain_reduction_strategy = cp.DecisionStrategyProto.DomainReductionStrategy.SELECT_MAX_VALUE
        for variable in (*chosen, *(level[bonus] for level in (base.scored, base.early) for bonus in BRANCHING)):
            expression = strategy.exprs.add()
            expression.vars.append(variable)
            expression.coeffs.append(1)

    def _score(self, low: int, high: int) -> Any:
        """Add the constraint that the total is in this range."""
        constraint = self.proto.constraints.add()
        linear = constraint.linear
        linear.vars.extend(variable for variable, _ in self.model.points)
        linear.coeffs.extend(weight for _, weight in self.model.points)
        linear.domain.extend((low - self.model.earned, high - self.model.earned))
        return constraint

    def ask(
        self,
        settings: Mapping[str, object] = MappingProxyType({}),
        *,
        conflicts: int | None = None,
        on_bound: Callable[[int], None] | None = None,
    ) -> Answer:
        """Run the solver; raise Unproven if it is out of time or stopped before it starts."""
        parameters = cp.SatParameters()
        parameters.num_workers = 1  # more were 40 to 180 times slower, and from 11 on CP-SAT aborts the process
        parameters.random_seed = 1
        parameters.catch_sigint_signal = False
        for name, value in {**QUICK, **settings}.items():
            setattr(parameters, name, value)
        if conflicts is not None:
            parameters.max_number_of_conflicts = conflicts
        if self.deadline is not None:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise Unproven
            parameters.max_time_in_seconds = left
        if self.stop is not None and self.stop.is_set():
            raise Unproven
        solver: Any = cp.SolveWrapper()
        solver.set_parameters(parameters)
        if on_bound is not None:
            solver.add_best_bound_callback(lambda objective: on_bound(round(-objective)))
        response = self._run(solver)
        status = response.status
        if status not in (cp.OPTIMAL, cp.FEASIBLE, cp.INFEASIBLE, cp.CpSolverStatus.UNKNOWN):
            raise InternalError(f"CP-SAT rejects the model: {cp.CpSatHelper.validate_model(self.proto)}")
        bound = round(-response.best_objective_bound)
        return Answer(
            values=list(response.solution) if status in (cp.OPTIMAL, cp.FEASIBLE) else None,
            closed=status in (cp.OPTIMAL, cp.INFEASIBLE),
            # After an unfinished search a bound of 0 only means that the field was never set.
            bound=None if status == cp.CpSolverStatus.UNKNOWN and not bound else bound,
            conflicts=response.num_conflicts,
        )

    def _run(self, solver: Any) -> Any:
        """Solve in another thread, so that this one can react to Ctrl-C and `stop` while the solver works.

        CP-SAT can catch the signal itself, but a Ctrl-C just as it starts or ends has crashed the process.
        """
        responses: list[Any] = []
        over = threading.Event()

        def work() -> None:
            try:
                responses.append(solver.solve(self.proto))
            finally:
                over.set()

        interrupted: KeyboardInterrupt | None = None
        worker = threading.Thread(target=work, daemon=True)
        worker.start()
        while not over.is_set():
            try:
                while not over.wait(STOP_EVERY if interrupted or self.stop is not None else None):
                    if interrupted or (self.stop is not None and self.stop.is_set()):
                        solver.stop_search()  # repeatedly: the first call may come before the search has started
            except KeyboardInterrupt as error:
                interrupted = error
        worker.join()
        if interrupted is not None:
            raise interrupted
        if not responses:
            raise InternalError("CP-SAT ended without a response")
        return responses[0]
