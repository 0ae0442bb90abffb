"""The search for the best total: what to ask the solver, in which order, for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType

from hashi_solver.bonuses import BONUSES
from hashi_solver.cards import Card
from hashi_solver.errors import InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.model.backend import Settings
from hashi_solver.model.cpsat import FROM_THE_TOP, ORDER, Answer, CpSat
from hashi_solver.model.game import Model
from hashi_solver.model.order import OrderModel, order_model
from hashi_solver.rules import State, Turn
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND, breakdown

FALLBACK_TOTALS = (50, 46, 42, 36, 28, 18, 8)
FEW_CONFLICTS = 200
LONG = 10_000  # conflicts after which a search is taken for a long one: few ordinary games need half as many
WEAKER = 500_000  # conflicts of the first search of the weaker model
LONGER = 8  # times as many conflicts in the next round of searches


@dataclass(frozen=True, slots=True)
class Assignment:
    """A play, as values of the model's variables, and its points."""

    values: Sequence[int]
    points: int


class Descent:
    """The search for the best total: `bound` goes down until a play reaches it.

    If a play worth `floor` is `known`, only better ones are looked for. If there are turns `among` which to choose,
    only plays that begin with one of them count.

    Where the search gets long it goes on total by total, and asks the weaker model as well. It ends unproven after
    `budget` conflicts, a limit that is the same on every machine; `conflicts` counts them.
    """

    def __init__(
        self,
        model: Model,
        *,
        floor: int,
        at_most: int | None = None,
        target: int | None = None,
        prefer: Turn | None = None,
        known: bool = False,
        among: Sequence[Turn] = (),
        deadline: float | None = None,
        stop: Stop | None = None,
        on_bound: Callable[[int], None] | None = None,
        budget: int | None = None,
    ) -> None:
        self.model = model
        self.floor, self.target, self.prefer = floor, target, prefer
        self.known, self.among = known, among
        self.budget, self.conflicts = budget, 0
        self.deadline, self.stop, self.on_bound = deadline, stop, on_bound
        self.bound = ceiling(model.state, model.cards, at_most)

    def plays(self) -> Iterator[Assignment]:
        """Yield better and better plays; raise Unproven if time runs out before one reaches the bound or the target."""
        try:
            if self.target is not None and self.floor < self.target <= self.bound:
                play = self.decide(self.target)
                if play is not None:
                    yield play
                    return
            if self.bound > self.floor:
                yield from self._from_the_top()
        except Unproven:
            yield from self._fallback()
            raise

    def decide(self, target: int) -> Assignment | None:
        """Return a play that reaches the target, or None, which proves that there is none."""
        answer = self._ask(self._whole(target), conflicts=LONG)
        if answer.values is None and not answer.closed:
            return self._decide_by_turns(target)
        return self._decided(target, answer)

    def _decided(self, target: int, answer: Answer) -> Assignment | None:
        if answer.values is not None:
            return Assignment(answer.values, self.model.total(answer.values))
        self._lower(target - 1)
        return None

    def _decide_by_turns(self, target: int) -> Assignment | None:
        """The same for a long search: the weaker model and the whole one by turns, longer each time.

        What the weaker model refutes is refuted. What it finds is tried as a play.
        """
        conflicts = WEAKER
        weaker = order_model(self.model)
        while True:
            if weaker is not None:
                cp_sat = CpSat(weaker, deadline=self.deadline, stop=self.stop)
                cp_sat.between(target, self.bound)
                answer = self._ask(cp_sat, ORDER, conflicts=conflicts)
                if answer.values is not None:
                    answer = self._played(weaker, answer.values, target)
                    weaker = None
                if answer.closed:
                    return self._decided(target, answer)
            answer = self._ask(self._whole(target), conflicts=None if weaker is None else conflicts // LONGER)
            if answer.closed:
                return self._decided(target, answer)
            conflicts *= LONGER

    def _played(self, weaker: OrderModel, values: Sequence[int], target: int) -> Answer:
        """Look for a play with the numbers and bridges that the weaker model found; none of them proves nothing."""
        base, last = self.model.base, self.model.base.last
        cp_sat = self._whole(target)
        for writes, found in zip(base.writes, weaker.base.writes, strict=True):
            for variable, value in zip(writes[1:], found[1:], strict=True):
                cp_sat.any_of((variable if values[value] else ~variable,))
        for copies, found_copies in zip(base.bridge, weaker.base.bridge, strict=True):
            for copy, found in zip(copies, found_copies, strict=True):
                cp_sat.any_of((copy[last] if values[found[last]] else ~copy[last],))
        answer = self._ask(cp_sat, conflicts=FEW_CONFLICTS)
        return replace(answer, closed=answer.values is not None)

    def _from_the_top(self) -> Iterator[Assignment]:
        """Yield the best play, assuming the highest total first: what refutes one total helps to refute the next."""
        cp_sat = self._whole(self.floor + 1 if self.known else 0)
        cp_sat.add_objective()
        cp_sat.search_from_the_top(
            [total for total in totals(self.model, self.bound) if total > self.floor], self.prefer
        )
        on_bound = None if self.on_bound is None else self._lower
        answer = self._ask(cp_sat, FROM_THE_TOP, on_bound=on_bound, conflicts=LONG)
        if answer.values is None and answer.closed and self.known:
            self._lower(self.floor)
            return
        if answer.bound is not None:
            self._lower(answer.bound)
        if answer.values is not None:
            play = Assignment(answer.values, self.model.total(answer.values))
            self.floor = max(self.floor, play.points)
            yield play
        elif answer.closed:
            raise InternalError("CP-SAT finds no play at all, although every card can be passed")
        if not answer.closed:
            yield from self._total_by_total()

    def _total_by_total(self) -> Iterator[Assignment]:
        """Yield the best play where the search from the top is a long one."""
        first = True
        for total in totals(self.model, self.bound):
            if total <= self.floor:
                break
            self._lower(total)
            play = self._decide_by_turns(total) if first else self.decide(total)
            if play is not None:
                yield play
                return
            first = False
        self._lower(self.floor)

    def _fallback(self) -> Iterator[Assignment]:
        """Yield a decent play, found quickly, if a search ends before it has any. The deadline is ignored."""
        for total in FALLBACK_TOTALS:
            if self.floor < total <= self.bound:
                cp_sat = CpSat(self.model)
                cp_sat.between(total, self.bound)
                answer = cp_sat.ask(conflicts=FEW_CONFLICTS)
                if answer.values is not None:
                    yield Assignment(answer.values, self.model.total(answer.values))
                    return

    def _whole(self, low: int) -> CpSat:
        """Return the whole model, asked for a total from `low` up to the bound."""
        cp_sat = CpSat(self.model, deadline=self.deadline, stop=self.stop)
        cp_sat.between(low, self.bound)
        if self.among:
            cp_sat.begins_with_any(self.among)
        return cp_sat

    def _ask(
        self,
        cp_sat: CpSat,
        settings: Settings = MappingProxyType({}),
        *,
        conflicts: int | None,
        on_bound: Callable[[int], None] | None = None,
    ) -> Answer:
        """Search up to `conflicts`, but within what is left of the budget. Raises Unproven if nothing is left."""
        if self.budget is not None:
            left = self.budget - self.conflicts
            if left <= 0:
                raise Unproven
            conflicts = left if conflicts is None else min(conflicts, left)
        answer = cp_sat.ask(settings, conflicts=conflicts, on_bound=on_bound)
        self.conflicts += answer.conflicts
        return answer

    def _lower(self, bound: int) -> None:
        if bound < self.bound:
            self.bound = bound
            if self.on_bound is not None:
                self.on_bound(bound)


def ceiling(state: State, cards: Sequence[Card], at_most: int | None = None) -> int:
    """Return a total that no play exceeds, found without a search from the numbers and bonuses still to come.

    `at_most` is such a total that is already known.
    """
    game, now = state.game, breakdown(state)
    points = POINTS_FOR_AN_ISLAND * _most_finished(state, cards)
    for bonus in BONUSES:
        if state.done_in(bonus):
            points += now.of(bonus)
        else:
            points += bonus.early if state.round < game.deadline(bonus) else bonus.late
    return points if at_most is None else min(points, at_most)


def _most_finished(state: State, cards: Sequence[Card]) -> int:
    """Return how many islands could be finished: as many as there are numbers for.

    If all are finished, their numbers add up to twice the bridges; so if that sum is odd, one island fewer.
    """
    numbers, islands = state.numbers, range(len(state.numbers))
    sound = [island for island in islands if not state.void >> island & 1]
    without = sum(1 for island in sound if not numbers[island])
    to_come = len(cards) + (state.start is None)
    odd = (sum(numbers) + sum(card.number for card in cards)) % 2 == 1
    if odd and state.start is not None and not state.void and to_come == without:
        to_come -= 1
    return len(sound) - without + min(without, to_come)


def totals(model: Model, top: int) -> list[int]:
    """Return every total that islands and bonuses could add up to, from `top` down."""
    bonuses = {
        sum(points)
        for points in product(
            *((0,) if model.state.done_in(bonus) else (0, bonus.late, bonus.early) for bonus in BONUSES)
        )
    }
    sums = {
        model.earned + bonus + POINTS_FOR_AN_ISLAND * count
        for bonus in bonuses
        for count in range(len(model.base.finished) + 1)
    }
    return sorted((total for total in sums if total <= top), reverse=True)
