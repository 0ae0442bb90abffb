"""How the best total is found: what to ask the solver, in which order, for how long."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashi_solver.model.cpsat import Interrupted, Session
from hashi_solver.model.game import Model


@dataclass(frozen=True, slots=True)
class Step:
    """A play that was found, as values of the model's variables, or None where something was ruled out."""

    values: Sequence[int] | None
    points: int


class Ladder:
    def __init__(
        self,
        model: Model,
        *,
        floor: int,
        target: int | None = None,
        deadline: float | None = None,
        workers: int = 1,
        stop: threading.Event | None = None,
    ) -> None:
        self.model = model
        self.floor, self.target = floor, target
        self.bound = model.earned + sum(weight for _, weight in model.points)
        self.session = Session(model, deadline=deadline, workers=workers, stop=stop)

    def climb(self) -> Iterator[Step]:
        self.session.add_objective()
        answer = self.session.ask()
        self.bound = min(self.bound, answer.bound)
        if answer.values is not None:
            points = self.model.total(answer.values)
            yield Step(answer.values, points)
        if not answer.closed:
            raise Interrupted
