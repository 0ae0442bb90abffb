"""The fair view: a game as it looked to a player who did not know the cards to come.

V is the proven optimum, averaged over the possible orders of the unseen cards. It changes twice a round: when the card
is turned (luck), and with the turn that is played (a loss). A better turn would have avoided part of the loss without
foresight (avoidable); the rest could only be kept by a player who sees the cards. So

    total = V at the start + luck - avoidable - what only foresight could have kept,

exactly, because every V is added once and subtracted once. V is optimistic: it averages what could be reached if the
order were known, and nobody knows it.

Orders are sampled once, as shuffles of the whole box. A shuffle without the cards already seen is a fair sample of
what may come, so the same shuffles serve before and after every card and every turn. Some of them choose the turn that
a good adviser would have played, and the others judge it, because what looks best in a sample looks better than it is.
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
from hashi_solver.contest import Bound, Entrant, answer_here, known_play, leaders, optimum
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.known import Board, KnownPlays, paper_of
from hashi_solver.players.simulation import NORMAL_95, half_interval
from hashi_solver.processes import Pool, Task
from hashi_solver.rules import State, Turn, advance
from hashi_solver.seeds import Stream
from hashi_solver.solver import improved, proven, solve

Order = tuple[int, ...]  # a shuffle: places in the sorted cards of a box
CHOOSERS = 0.4  # the share of orders that choose the adviser's turn
COURSES_SHARE, CHOICE_SHARE, JUDGES_SHARE = 0.8, 0.1, 0.1  # of the time, roughly
BATCHES = 10  # of orders, each solved together
MEANWHILE = 2  # batches of judges that are solved while the last of those that choose are waited for
PROPOSALS = 8  # turns that the adviser considers: each the best under some order


@dataclass(frozen=True, slots=True)
class Average:
    """An average over orders and its 95 % error."""

    value: Fraction
    error: float = 0.0


@dataclass(frozen=True, slots=True)
class FairRound:
    """What one round did to V; `avoidable` and `foresight` are None if only their sum is known.

    `advised` is the turn that was compared with the one played.
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
class Played:
    """A game without mistakes: the position before the first card, the cards, the turns, the box."""

    first: State
    cards: tuple[Card, ...]
    turns: tuple[Turn, ...]
    box: tuple[Card, ...]

    @property
    def states(self) -> tuple[State, ...]:
        """Return the position before each round, and the last one."""
        found = [self.first]
        for card, turn in zip(self.cards, self.turns, strict=True):
            found.append(advance(found[-1], card, turn))
        return tuple(found)

    def unseen(self, order: Order, turned: int) -> tuple[Card, ...]:
        """Return the cards to come in this shuffle after `turned` cards. Of equal cards the first are gone."""
        left, gone = sorted(self.box), set()
        for card in self.cards[:turned]:
            gone.add(next(place for place, each in enumerate(left) if each == card and place not in gone))
        return tuple(left[place] for place in order if place not in gone)[: len(self.cards) - turned]


def shuffles(size: int, count: int, seed: str) -> list[Order]:
    """Return shuffles of a box."""
    source = Stream(f"hashi review {seed}")
    return [tuple(source.shuffled(range(size))) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Course:
    """A game under one shuffle: the optimum before and after each card was turned, and a best turn, if asked for.

    `before` has one more entry: the total at the end.
    """

    before: tuple[int, ...]
    turned: tuple[int, ...]
    best: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """The optimum after a card was turned and after it was played, and the best turn."""

    turned: int
    kept: int
    best: Turn


def courses(
    played: Played,
    orders: Sequence[Order],
    boards: Sequence[Board] = (),
    stop: Stop | None = None,
    *,
    with_turns: bool = False,
) -> tuple[list[Course], tuple[Board, ...]]:
    """Solve a game at every step under these shuffles; also return the boards of best plays, those known and new ones.

    Where the turn that was played can still lead to the optimum, it is usually the best turn that is found: then
    nothing is left to solve after it. If best turns are asked for, each is the one that `solve` finds.
    """
    along = _Along(played, boards, with_turns, stop)
    return [along.course(order) for order in orders], along.known.boards()


class _Along:
    """Solves a game at every step under one shuffle after another, which often have the same cards left in the end."""

    def __init__(self, played: Played, boards: Sequence[Board], with_turns: bool, stop: Stop | None) -> None:
        self.played, self.with_turns, self.stop = played, with_turns, stop
        self.states, self.known = played.states, KnownPlays(boards)
        self.steps: dict[tuple[int, tuple[Card, ...]], _Step] = {}

    def course(self, order: Order) -> Course:
        first, cards = self.played.first, self.played.unseen(order, 0)
        solution = proven(solve(first, cards, stop=self.stop))
        self.known.learn(first, cards, solution.turns)
        before, steps = [solution.score], list[_Step]()
        for place, card in enumerate(self.played.cards):
            rest = self.played.unseen(order, place + 1)
            most = before[-1] if cards == (card, *rest) else None  # the shuffle may have the card that was turned next
            if (place, rest) not in self.steps:
                self.steps[place, rest] = self.step(place, rest, before[-1], most)
            steps.append(self.steps[place, rest])
            before.append(steps[-1].kept)
            cards = rest
        best = tuple(step.best for step in steps) if self.with_turns else ()
        return Course(tuple(before), tuple(step.turned for step in steps), best)

    def step(self, place: int, rest: tuple[Card, ...], likely: int, most: int | None) -> _Step:
        """Solve one round; the totals are `likely` to be what the optimum was before the card was turned."""
        state, turn, cards = self.states[place], self.played.turns[place], (self.played.cards[place], *rest)
        after = self.states[place + 1]
        if self.with_turns:
            solution = proven(solve(state, cards, prefer=turn, stop=self.stop))
            turned, best = solution.score, solution.turns
        else:
            _, going_on = known_play(after, rest, likely, self.known)
            turned, best = improved(state, cards, (turn, *going_on), at_most=most, prefer=turn, stop=self.stop)
        self.known.learn(state, cards, best)
        kept = turned if _same(best[0], turn) else optimum(after, rest, turned, self.known, self.stop)
        return _Step(turned, kept, best[0])


def _same(one: Turn, other: Turn) -> bool:
    return one.number_on == other.number_on and sorted(one.lines) == sorted(other.lines)


@dataclass(frozen=True, slots=True)
class Choosing:
    """What one order says of a round: the optimum before the turn, a best turn, the optimum after the turn played."""

    order: Order
    most: int
    best: Turn
    kept: int


def best_of(
    played: Played,
    place: int,
    turns: Sequence[Turn],
    choosing: Sequence[Choosing],
    boards: Sequence[Board] = (),
    stop: Stop | None = None,
) -> tuple[Turn, tuple[int, ...]] | None:
    """Return the turn that keeps the most over these orders, and how much in each; None if the turn played does."""
    orders = [played.unseen(each.order, place + 1) for each in choosing]
    entrants = [
        Entrant(
            advance(played.states[place], played.cards[place], turn),
            [Bound(each.most, exact=turn == each.best) for each in choosing],
        )
        for turn in turns
    ]
    kept = sum(each.kept for each in choosing)
    for one in leaders(entrants, orders, 1, answer_here(KnownPlays(boards), stop), more_than=kept):
        return turns[one], entrants[one].totals
    return None


def after_turn(
    played: Played,
    place: int,
    turn: Turn,
    orders: Sequence[Order],
    most: Sequence[int],
    boards: Sequence[Board] = (),
    stop: Stop | None = None,
) -> tuple[int, ...]:
    """Return the optimum after another turn in one round, for each order; `most` are the optima before the turn."""
    state, known = advance(played.states[place], played.cards[place], turn), KnownPlays(boards)
    return tuple(
        optimum(state, played.unseen(order, place + 1), bound, known, stop)
        for order, bound in zip(orders, most, strict=True)
    )


def fair(
    played: Played,
    orders: Sequence[Order],
    *,
    executor: Executor | None = None,
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Fair:
    """Split a total into start, luck, avoidable losses and losses that only foresight could have kept.

    When `stop` is set, return what is known so far, or raise Unproven if that is nothing.
    """
    with Pool(executor=executor, stop=stop) as pool:
        work = _Work(played, tuple(orders), pool, on_progress or (lambda share: None))
        try:
            work.run()
        except Unproven:
            if len(work.courses) < 2:
                raise
    return work.result()


class _Work:
    """Computes a fair view, keeping what is known so far."""

    def __init__(self, played: Played, orders: tuple[Order, ...], pool: Pool, tell: Callable[[float], None]) -> None:
        self.played, self.orders, self.pool, self.tell = played, orders, pool, tell
        self.choosers = max(1, round(CHOOSERS * len(orders)))
        self.judges = slice(self.choosers, len(orders))
        self.batch = max(1, len(orders) // BATCHES)
        self.done = 0.0
        self.courses: list[Course] = []
        self.boards: dict[Board, None] = {}  # of best plays
        self.advised: dict[int, Turn] = {}  # by round, counted from 0
        self.gains: dict[int, tuple[int, ...]] = {}  # how much more it keeps than the turn played, for each judge

    def run(self) -> None:
        """Hand out work early enough that no process waits for the last of another kind."""
        choosers, judges = self._batches(0, self.choosers), self._batches(self.choosers, len(self.orders))
        choosing = self._send(courses, [(self.played, batch) for batch in choosers], with_turns=True)
        judging = self._send(courses, [(self.played, batch) for batch in judges[:MEANWHILE]])
        for task in choosing:
            self._collect(task)
        if not judges:
            return
        rounds = range(len(self.played.cards))
        contests = self._send(best_of, [self._contest(place) for place in rounds])
        boards = tuple(self.boards)
        judging += self._send(courses, [(self.played, batch, boards) for batch in judges[MEANWHILE:]])
        for task in judging[:MEANWHILE]:
            self._collect(task)
        for place, task in enumerate(contests):
            self.advised[place] = self._advice(place, task.result())
            self._tell(CHOICE_SHARE / len(rounds))
        others = [place for place in rounds if self.advised[place] != self.played.turns[place]]
        fitting = {place: self._fitting(place) for place in others}
        judged: list[list[Task[tuple[int, ...]]]] = []
        for batch, task in zip(judges, judging, strict=True):
            if len(judged) >= MEANWHILE:
                self._collect(task)
            here = self.courses[self.choosers + self.batch * len(judged) :][: len(batch)]
            judged.append(
                self._send(
                    after_turn,
                    [
                        (self.played, place, self.advised[place], batch, [each.turned[place] for each in here], known)
                        for place, known in fitting.items()
                    ],
                )
            )
        self.gains = {place: (0,) * len(self.orders[self.judges]) for place in rounds if place not in others}
        for place, *tasks in zip(others, *judged, strict=True):
            totals = [total for task in tasks for total in task.result()]
            kept = self._kept(place)[self.judges]
            self.gains[place] = tuple(a - b for a, b in zip(totals, kept, strict=True))
            self._tell(JUDGES_SHARE / len(others))

    def _tell(self, share: float) -> None:
        self.done += share
        self.tell(self.done)

    def _batches(self, begin: int, end: int) -> list[tuple[Order, ...]]:
        """Return these orders in groups that are solved together."""
        return [self.orders[at : min(end, at + self.batch)] for at in range(begin, end, self.batch)]

    def _collect(self, task: Task[tuple[list[Course], tuple[Board, ...]]]) -> None:
        found, boards = task.result()
        self.boards |= dict.fromkeys(boards)
        for each in found:
            self.courses.append(each)
            self._tell(COURSES_SHARE / len(self.orders))

    def _send(self, function: Callable[..., Any], questions: Sequence[tuple[Any, ...]], **how: bool) -> list[Task[Any]]:
        return [self.pool.submit(partial(function, stop=self.pool.signal, **how), *question) for question in questions]

    def _contest(self, place: int) -> tuple[Any, ...]:
        """Return the turns that the adviser considers in a round, what its orders say of it, and boards to try."""
        some = list(zip(self.orders, self.courses, strict=False))[: self.choosers]
        choosing = [
            Choosing(order, each.turned[place], each.best[place], each.before[place + 1]) for order, each in some
        ]
        return self.played, place, self._proposals(place), choosing, self._fitting(place)

    def _fitting(self, place: int) -> list[Board]:
        paper = paper_of(self.played.states[place])
        return [board for board in self.boards if board.fits(paper)]

    def _kept(self, place: int) -> list[int]:
        """Return the optimum after the turn that was played, for each order."""
        return [each.before[place + 1] for each in self.courses]

    def _advice(self, place: int, best: tuple[Turn, tuple[int, ...]] | None) -> Turn:
        """Return the turn that keeps the most; the one played, unless another leads by more than the sampling error."""
        if best is None:
            return self.played.turns[place]
        turn, totals = best
        kept = self._kept(place)[: self.choosers]
        lead = _average([a - b for a, b in zip(totals, kept, strict=True)])
        return turn if lead.value > lead.error / NORMAL_95 else self.played.turns[place]

    def _proposals(self, place: int) -> list[Turn]:
        found = dict.fromkeys(each.best[place] for each in self.courses[: self.choosers])
        return [each for each in found if not _same(each, self.played.turns[place])][:PROPOSALS]

    def result(self) -> Fair:
        games, rounds = self.courses, range(len(self.played.cards))
        luck = [sum(each.turned) - sum(each.before[:-1]) for each in games]
        losses = [sum(each.turned) - sum(each.before[1:]) for each in games]
        avoidable = foresight = None
        if len(self.gains) == len(rounds):
            gains = [sum(each) for each in zip(*self.gains.values(), strict=True)]
            avoidable = _average(gains)
            foresight = Average(_mean(losses) - avoidable.value, _error_of_rest(losses, gains, self.judges))
        return Fair(
            total=games[0].before[-1],
            start=_average([each.before[0] for each in games]),
            luck=_average(luck),
            loss=_average(losses),
            avoidable=avoidable,
            foresight=foresight,
            rounds=tuple(map(self._round, rounds)),
            orders=len(games),
            wanted=len(self.orders),
        )

    def _round(self, place: int) -> FairRound:
        return FairRound(
            number=place + 1,
            luck=_mean([each.turned[place] - each.before[place] for each in self.courses]),
            loss=_mean([each.turned[place] - each.before[place + 1] for each in self.courses]),
            avoidable=_mean(self.gains[place]) if place in self.gains else None,
            advised=self.advised.get(place),
        )


def _average(values: Sequence[int]) -> Average:
    return Average(_mean(values), half_interval(values))


def _mean(values: Sequence[int]) -> Fraction:
    return Fraction(sum(values), len(values))


def _error_of_rest(losses: Sequence[int], gains: Sequence[int], judges: slice) -> float:
    """Return the 95 % error of the average loss minus the average gain; only some orders have a gain."""
    pull = [(loss - statistics.fmean(losses)) / len(losses) for loss in losses]
    middle = statistics.fmean(gains)
    for place, gain in zip(range(*judges.indices(len(losses))), gains, strict=True):
        pull[place] -= (gain - middle) / len(gains)
    return NORMAL_95 * math.sqrt(sum(each * each for each in pull))
