"""A model in CP-SAT: written once, then solved again and again with other bounds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.model.backend import Settings, Status, backend_for
from hashi_solver.model.game import Model
from hashi_solver.model.program import Program

PARTIAL_FIXED_SEARCH = 7  # with another number everything is still proven, several times slower
FROM_THE_TOP: Settings = {"search_branching": PARTIAL_FIXED_SEARCH}
QUICK: dict[str, int | float] = {
    "cp_model_presolve": False,
    "linearization_level": 0,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "inprocessing_dtime_ratio": 0.0,
    "inprocessing_minimization_dtime": 0.0,  # shortens clauses: a third of the time, for no gain
    "use_pb_resolution": True,
    "restart_period": 100,
}
ORDER: Settings = {"use_pb_resolution": False, "restart_period": 50}  # for the weaker model
ALWAYS: Settings = {
    "num_workers": 1,  # more were 40 to 180 times slower, and from 11 on CP-SAT aborts the process
    "random_seed": 1,
    "catch_sigint_signal": False,
}


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


class CpSat(Program):
    """One model, many questions."""

    def __init__(self, model: Model, *, deadline: float | None = None, stop: Stop | None = None) -> None:
        super().__init__(model)
        self.deadline, self.stop = deadline, stop
        self.backend = backend_for(self)

    def ask(
        self,
        settings: Mapping[str, int | float] = MappingProxyType({}),
        *,
        conflicts: int | None = None,
        on_bound: Callable[[int], None] | None = None,
    ) -> Answer:
        """Run the solver; raise Unproven if it is out of time or stopped before it starts."""
        chosen = {**ALWAYS, **QUICK, **settings}
        if conflicts is not None:
            chosen["max_number_of_conflicts"] = conflicts
        if self.deadline is not None:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise Unproven
            chosen["max_time_in_seconds"] = left
        if self.stop is not None and self.stop.is_set():
            raise Unproven
        response = self.backend.solve(chosen, stop=self.stop, on_bound=on_bound)
        found = response.status in (Status.OPTIMAL, Status.FEASIBLE)
        bound = round(-response.bound)
        return Answer(
            values=response.values if found else None,
            closed=response.status in (Status.OPTIMAL, Status.INFEASIBLE),
            # After an unfinished search a bound of 0 only means that the field was never set.
            bound=None if response.status == Status.UNKNOWN and not bound else bound,
            conflicts=response.conflicts,
        )
