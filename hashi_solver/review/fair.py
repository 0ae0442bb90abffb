"""The fair view: a game as somebody saw it who did not know the cards to come.

V is the mean of the proven optimum over the orders of the cards that are still unseen. Along a game it changes twice a
round: when the card is turned (luck), and with the turn that is made of it (a loss). Part of the loss a better turn
would have kept without foresight (avoidable); the rest only somebody could keep who sees the cards. Hence

    total = V at the start + luck - avoidable - what only foresight could have kept,

exactly, since every V is taken away once where it was added before. V is optimistic: it is the mean of what could be
reached if the order were known, and nobody knows it.

Orders are sampled once, as shuffles of the whole box; what is left of a shuffle without the cards that are seen is a
fair sample of what may come, so that the same ones serve before and after every card and every turn. Of these, some
choose the turn that a good adviser would have made, and the others judge it: what looks best in a sample looks better
than it is.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from hashi_solver.cards import Card
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.players.simulation import NORMAL_95, half_interval
from hashi_solver.processes import Pool, Task
from hashi_solver.rules import State, Turn, advance
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream
from hashi_solver.solver import proven, solve

Order = tuple[int, ...]  # places of the sorted cards of a box
CHOOSERS = 0.4  # of the orders choose the adviser's turn
LINES_SHARE, CHOICE_SHARE, JUDGES_SHARE = 0.6, 0.25, 0.15  # of the time, about
PROPOSALS = 8  # orders whose best turns the adviser considers


@dataclass(frozen=True, slots=True)
class Average:
    """A mean over orders and its error, 95 %."""

    value: Fraction
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class FairRound:
    """What one round did to V; `avoidable` and `foresight` are None where only their sum is known.

    `advised` is the turn that was judged against the one played.
    """

    number: int
    luck: Fraction
    loss: Fraction
    avoidable: Fraction | None
    advised: Turn | None

    @property
    def foresight(self) -> Fraction | None:
        return None if self.avoidable is None else self.loss - self.avoidable


@dataclass(frozen=True, slots=True)
class Fair:
    """total = start + luck - avoidable - foresight."""

    total: int
    start: Average
    luck: Average
    loss: Average  # avoidable + foresight
    avoidable: Average | None
    foresight: Average | None
    rounds: tuple[FairRound, ...]
    orders: int
    wanted: int


@dataclass(frozen=True, slots=True)
class ShownRound:
    luck: Fraction
    avoidable: Fraction | None
    foresight: Fraction  # with what was avoidable, where that is not known apart


@dataclass(frozen=True, slots=True)
class Shown:
    """The parts in whole units, each less than one unit from what it is, so that the sums are still exact."""

    start: Fraction
    luck: Fraction
    avoidable: Fraction | None
    foresight: Fraction
    rounds: tuple[ShownRound, ...]


def rounded(found: Fair, unit: Fraction) -> Shown:
    """All are rounded down; those that lost most by it get a unit back, as many as make the sum right."""
    apart = found.avoidable is not None
    parts = [found.start.value]
    for each in found.rounds:
        avoidable = each.avoidable if apart and each.avoidable is not None else Fraction(0)
        parts += [each.luck, -avoidable, avoidable - each.loss]
    units = [math.floor(part / unit) for part in parts]
    order = sorted(range(len(parts)), key=lambda place: units[place] - parts[place] / unit)
    for place in order[: round(found.total / unit) - sum(units)]:
        units[place] += 1
    values = [each * unit for each in units]
    rounds = tuple(
        ShownRound(values[place], -values[place + 1] if apart else None, -values[place + 2])
        for place in range(1, len(values), 3)
    )
    return Shown(
        start=values[0],
        luck=sum((each.luck for each in rounds), Fraction(0)),
        avoidable=sum((each.avoidable or Fraction(0) for each in rounds), Fraction(0)) if apart else None,
        foresight=sum((each.foresight for each in rounds), Fraction(0)),
        rounds=rounds,
    )


@dataclass(frozen=True, slots=True)
class Played:
    """A game without mistakes: the position before the first card, the cards and turns, the cards of the box."""

    first: State
    cards: tuple[Card, ...]
    turns: tuple[Turn, ...]
    box: tuple[Card, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Before each round, and at the end."""
        found = [self.first]
        for card, turn in zip(self.cards, self.turns, strict=True):
            found.append(advance(found[-1], card, turn))
        return tuple(found)

    def unseen(self, order: Order, turned: int) -> tuple[Card, ...]:
        """What a shuffle says will come after so many cards. Which of equal cards was turned must not hang on it."""
        left, gone = sorted(self.box), set()
        for card in self.cards[:turned]:
            gone.add(next(place for place, each in enumerate(left) if each == card and place not in gone))
        return tuple(left[place] for place in order if place not in gone)[: len(self.cards) - turned]


def shuffles(size: int, count: int, seed: str) -> list[Order]:
    """So many shuffles of a box: the places of its sorted cards."""
    source = Stream(f"hashi review {seed}")
    return [tuple(source.shuffled(range(size))) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Course:
    """A game under one shuffle: the optimum before each card, after it was turned, and the best turn then.

    `before` has one more: the total at the end.
    """

    before: tuple[int, ...]
    turned: tuple[int, ...]
    best: tuple[Turn, ...]


def course(played: Played, order: Order, stop: Stop | None = None) -> Course:
    """All optima along a game that one shuffle stands for."""
    before: list[int] = []
    turned: list[int] = []
    best: list[Turn] = []
    for place, state in enumerate(played.states):
        if place and _same(best[-1], played.turns[place - 1]):
            before.append(turned[-1])
        else:
            before.append(optimum(state, played.unseen(order, place), turned[-1] if turned else None, stop))
        if place < len(played.cards):
            cards = (played.cards[place], *played.unseen(order, place + 1))
            solution = proven(solve(state, cards, stop=stop))
            turned.append(solution.score)
            best.append(solution.turns[0])
    return Course(tuple(before), tuple(turned), tuple(best))


def _same(one: Turn, other: Turn) -> bool:
    return one.number_on == other.number_on and sorted(one.lines) == sorted(other.lines)


def after_turn(
    played: Played,
    place: int,
    turn: Turn,
    orders: Sequence[Order],
    most: Sequence[int],
    stop: Stop | None = None,
) -> tuple[int, ...]:
    """The optima after another turn in one round, for each order; `most` are those before the turn."""
    state = advance(played.states[place], played.cards[place], turn)
    return tuple(
        optimum(state, played.unseen(order, place + 1), bound, stop) for order, bound in zip(orders, most, strict=True)
    )


def fair(
    played: Played,
    orders: Sequence[Order],
    *,
    executor: Executor | None = None,
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Fair:
    """The parts of a total.

    When `stop` is set it answers with what is known, or raises Unproven if that is nothing at all.
    """
    with Pool(executor=executor, stop=stop) as pool:
        work = _Work(played, tuple(orders), pool, on_progress or _nobody)
        try:
            work.run()
        except Unproven:
            if len(work.lines) < 2:
                raise
    return work.result()


def _nobody(share: float) -> None:
    """Nobody watches."""


class _Work:
    """What is known so far, and what is being found out."""

    def __init__(
        self,
        played: Played,
        orders: tuple[Order, ...],
        pool: Pool,
        tell: Callable[[float], None],
    ) -> None:
        self.played, self.orders, self.pool, self.tell = played, orders, pool, tell
        self.choosers = max(1, round(CHOOSERS * len(orders)))
        self.judges = slice(self.choosers, len(orders))
        self.lines: list[Course] = []
        self.advised: dict[int, Turn] = {}  # by round, counted from 0
        self.gains: dict[int, tuple[int, ...]] = {}  # what it keeps more than the turn played, for each judge

    def run(self) -> None:
        lines = self._send(course, [(self.played, order) for order in self.orders])
        for done, task in enumerate(lines, start=1):
            self.lines.append(task.result())
            self.tell(LINES_SHARE * done / len(lines))
        if len(self.orders) <= self.choosers:
            return  # nobody is left to judge
        rounds = range(len(self.played.cards))
        asked = [(place, turn) for place in rounds for turn in self._proposals(place)]
        answers = self._send(after_turn, [self._question(*each, slice(0, self.choosers)) for each in asked])
        worth: dict[int, dict[Turn, tuple[int, ...]]] = {place: {} for place in rounds}
        for done, ((place, turn), task) in enumerate(zip(asked, answers, strict=True), start=1):
            worth[place][turn] = task.result()
            self.tell(LINES_SHARE + CHOICE_SHARE * done / len(asked))
        self.advised = {place: self._advice(place, worth[place]) for place in rounds}
        others = [place for place in rounds if self.advised[place] != self.played.turns[place]]
        judged = self._send(after_turn, [self._question(place, self.advised[place], self.judges) for place in others])
        self.gains = {place: (0,) * len(self.orders[self.judges]) for place in rounds if place not in others}
        for place, task in zip(others, judged, strict=True):
            kept = self._kept(place)[self.judges]
            self.gains[place] = tuple(a - b for a, b in zip(task.result(), kept, strict=True))
            self.tell(1 - JUDGES_SHARE * (1 - len(self.gains) / len(rounds)))

    def _send(self, function: Callable[..., Any], questions: Sequence[tuple[Any, ...]]) -> list[Task[Any]]:
        return [self.pool.submit(partial(function, stop=self.pool.signal), *question) for question in questions]

    def _question(self, place: int, turn: Turn, some: slice) -> tuple[Any, ...]:
        most = [each.turned[place] for each in self.lines[some]]
        return self.played, place, turn, self.orders[some], most

    def _kept(self, place: int) -> list[int]:
        """The optima after the turn that was played."""
        return [each.before[place + 1] for each in self.lines]

    def _advice(self, place: int, worth: dict[Turn, tuple[int, ...]]) -> Turn:
        """The turn that keeps most; another than the one played only where it leads by more than the sample's error."""
        kept = self._kept(place)[: self.choosers]
        best = max(worth, key=lambda turn: sum(worth[turn]), default=self.played.turns[place])
        if best == self.played.turns[place]:
            return best
        lead = self._estimate([a - b for a, b in zip(worth[best], kept, strict=True)])
        return best if lead.value > lead.error / NORMAL_95 else self.played.turns[place]

    def _proposals(self, place: int) -> list[Turn]:
        found = [each.best[place] for each in self.lines[: min(PROPOSALS, self.choosers)]]
        return [each for each in dict.fromkeys(found) if each != self.played.turns[place]]

    def result(self) -> Fair:
        lines, rounds = self.lines, range(len(self.played.cards))
        told = [
            FairRound(
                number=place + 1,
                luck=_mean([each.turned[place] - each.before[place] for each in lines]),
                loss=_mean([each.turned[place] - each.before[place + 1] for each in lines]),
                avoidable=_mean(self.gains[place]) if place in self.gains else None,
                advised=self.advised.get(place),
            )
            for place in rounds
        ]
        luck = [sum(each.turned) - sum(each.before[:-1]) for each in lines]
        losses = [sum(each.turned) - sum(each.before[1:]) for each in lines]
        avoidable = foresight = None
        if len(self.gains) == len(rounds):
            gains = [sum(each) for each in zip(*self.gains.values(), strict=True)]
            avoidable = self._estimate(gains)
            value = _mean(losses) - avoidable.value
            foresight = Average(value, _error_of_rest(losses, gains, self.judges))
        return Fair(
            total=lines[0].before[-1],
            start=self._estimate([each.before[0] for each in lines]),
            luck=self._estimate(luck),
            loss=self._estimate(losses),
            avoidable=avoidable,
            foresight=foresight,
            rounds=tuple(told),
            orders=len(lines),
            wanted=len(self.orders),
        )

    def _estimate(self, values: Sequence[int]) -> Average:
        return Average(_mean(values), half_interval(values))


def optimum(state: State, cards: tuple[Card, ...], at_most: int | None, stop: Stop | None = None) -> int:
    """Where a bound is known it is mostly met, so that is asked first."""
    if not cards:
        return breakdown(state).total
    return proven(solve(state, cards, target=at_most, at_most=at_most, stop=stop)).score


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def _error_of_rest(losses: Sequence[int], gains: Sequence[int], judges: slice) -> float:
    """95 % for the mean of the losses less the mean of the gains, which only some of the orders tell."""
    pull = [(loss - statistics.fmean(losses)) / len(losses) for loss in losses]
    middle = statistics.fmean(gains)
    for place, gain in zip(range(*judges.indices(len(losses))), gains, strict=True):
        pull[place] -= (gain - middle) / len(gains)
    return NORMAL_95 * math.sqrt(sum(each * each for each in pull))
