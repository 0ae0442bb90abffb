"""How the best total is found: what to ask the solver, in which order, for how long."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from hashi_solver.errors import InternalError
from hashi_solver.model.cpsat import FROM_THE_TOP, Interrupted, Session
from hashi_solver.model.game import Model
from hashi_solver.scoring import BONUSES, EARLY, LATE, POINTS_FOR_AN_ISLAND, done


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
        self.bound = ceiling(model)
        self.session = Session(model, deadline=deadline, workers=workers, stop=stop)

    def climb(self) -> Iterator[Step]:
        """Plays, better and better; at the end `bound` is the best there is. Raises Interrupted before the end."""
        if self.bound <= self.floor:
            return
        session = self.session
        session.add_objective()
        session.at_most(self.bound)
        session.search_from_the_top([total for total in totals(self.model, self.bound) if total > self.floor])
        answer = session.ask(**FROM_THE_TOP)
        self.bound = min(self.bound, answer.bound)
        if answer.values is not None:
            yield Step(answer.values, self.model.total(answer.values))
        elif answer.closed:
            raise InternalError("CP-SAT finds no play at all, but every card can be passed")
        if not answer.closed:
            raise Interrupted


def ceiling(model: Model) -> int:
    """A total that no play exceeds, without any search."""
    return model.earned + POINTS_FOR_AN_ISLAND * len(model.board.finished) + sum(EARLY.values())


def totals(model: Model, top: int) -> list[int]:
    """What can be scored at all by counting islands and bonuses, from the top down."""
    bonuses = {
        sum(points)
        for points in product(*((0,) if done(model.state, bonus) else (0, LATE[bonus], EARLY[bonus]) for bonus in BONUSES))
    }
    sums = {
        model.earned + bonus + POINTS_FOR_AN_ISLAND * count
        for bonus in bonuses
        for count in range(len(model.board.finished) + 1)
    }
    return sorted((total for total in sums if total <= top), reverse=True)
