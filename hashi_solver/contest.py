"""Which of several turns keeps the most over sampled orders: as surely as if all were solved, in fewer searches.

What an order allows before a turn bounds what it allows after it, and usually that can still be had. So each turn
starts with these bounds, and only turns that may still win are looked at, order by order: first whether the bound can
be had, which is far quicker to say than what the best total is where it cannot. Often a play that is known already
shows that it can.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hashi_solver.cards import Card
from hashi_solver.interrupts import Stop
from hashi_solver.known import KnownPlays
from hashi_solver.rules import PASS, State, Turn, advance
from hashi_solver.scoring import breakdown, reachable_totals
from hashi_solver.solver import improved, play_reaching, proven, solve

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether a total can be had, or, if it is the `second` time, how much: no more than `most` in any case."""

    state: State
    cards: Cards
    most: int
    second: bool


@dataclass(frozen=True, slots=True)
class Bound:
    """No more than `most` can be had; exactly that if `exact`."""

    most: int
    exact: bool


@dataclass(slots=True)
class Entrant:
    """A turn, by the position after it, with what is known of its total under each order."""

    state: State
    bounds: list[Bound]
    ahead: float = 0.0  # what is added to the average of its totals
    asked: set[int] = field(default_factory=set)  # orders that did not allow the first bound

    @property
    def most(self) -> int:
        return sum(bound.most for bound in self.bounds)

    @property
    def worth(self) -> float:
        """Return its average total, as far as is known, and what it is ahead by."""
        return self.most / max(1, len(self.bounds)) + self.ahead

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(bound.most for bound in self.bounds)


def leaders(
    entrants: Sequence[Entrant],
    orders: Sequence[Cards],
    count: int,
    ask: Callable[[Sequence[Asked]], Sequence[Bound]],
    *,
    more_than: int | None = None,
    at_once: int = 1,
) -> list[int]:
    """Return the `count` entrants that are worth most over all orders, best first, among equals the first.

    Their totals are exact then. Those whose sum is certainly not `more_than` this one are left out. `ask` answers up to
    `at_once` questions together, which makes no difference to the result.
    """
    failed: Counter[int] = Counter()  # for each order, how many entrants did not have their first bound
    while True:
        ranked = sorted(range(len(entrants)), key=lambda one: -entrants[one].worth)
        ahead = [one for one in ranked if more_than is None or entrants[one].most > more_than][:count]
        open_ones = [
            (entrants[one], place)
            for one in ahead
            for place, bound in enumerate(entrants[one].bounds)
            if not bound.exact
        ]
        if not open_ones:
            return ahead
        # first what may still show that an entrant is no leader
        chosen = sorted(open_ones, key=lambda each: (each[1] in each[0].asked, -failed[each[1]]))[:at_once]
        questions = [
            Asked(one.state, orders[place], one.bounds[place].most, place in one.asked) for one, place in chosen
        ]
        for (one, place), bound in zip(chosen, ask(questions), strict=True):
            one.bounds[place] = bound
            one.asked.add(place)
            failed[place] += not bound.exact


def answer(question: Asked, stop: Stop | None = None, known: KnownPlays | None = None) -> Bound:
    """Return a lower bound, or the same, which then is exact. Raises Unproven when `stop` is set.

    `known` plays are tried first, and what is found is kept there.
    """
    state, cards, most = question.state, question.cards, question.most
    known = KnownPlays() if known is None else known
    if not cards:
        return Bound(breakdown(state).total, exact=True)
    if known.best(state, cards, least=most, at_most=most):
        return Bound(most, exact=True)
    if question.second:  # what an order does not allow, it often does not allow by far: so from the top
        solution = proven(solve(state, cards, at_most=most, stop=stop))
        known.learn(state, cards, solution.turns)
        return Bound(solution.score, exact=True)
    turns = play_reaching(state, cards, most, at_most=most, stop=stop)
    if turns is not None:
        known.learn(state, cards, turns)
        return Bound(most, exact=True)
    below = reachable_totals(state.game)
    return Bound(below[bisect_left(below, most) - 1], exact=False)


def answer_here(known: KnownPlays, stop: Stop | None = None) -> Callable[[Sequence[Asked]], list[Bound]]:
    """Return a function that answers questions in this process."""
    return lambda questions: [answer(question, stop, known) for question in questions]


def optimum(state: State, cards: Cards, at_most: int, known: KnownPlays, stop: Stop | None = None) -> int:
    """Return the best total that can be reached, where `at_most` is known to be the limit."""
    if not cards:
        return breakdown(state).total
    total, turns = known_play(state, cards, at_most, known)
    if total < at_most:
        total, turns = improved(state, cards, turns, at_most=at_most, stop=stop)
        known.learn(state, cards, turns)
    return total


def best_among(
    turns: Sequence[Turn], state: State, cards: Cards, favourite: Turn, known: KnownPlays, stop: Stop | None = None
) -> tuple[int, Turn]:
    """Return the best total that one of these turns allows, and which: usually the favourite, if it does."""
    _, after = known_play(advance(state, cards[0], favourite), cards[1:], reachable_totals(state.game)[-1], known)
    total, best = improved(state, cards, (favourite, *after), prefer=favourite, among=turns, stop=stop)
    known.learn(state, cards, best)
    return total, best[0]


def known_play(state: State, cards: Cards, at_most: int, known: KnownPlays) -> tuple[int, tuple[Turn, ...]]:
    """Return the best known total, no more than the limit, and how to reach it: by passing every card if need be."""
    found = known.best(state, cards, least=0, at_most=at_most)
    return found or (breakdown(state).total, (PASS,) * len(cards))
