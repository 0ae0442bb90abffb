"""The ceiling: after each action of a game, the best total that a player who knows all cards could still reach.

It never rises. Each fall is what an action cost, and all falls add up to the optimum minus the total. The walk keeps a
play that reaches the ceiling: as long as the game follows it, nothing is lost and no search is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from hashi_solver.cards import Card
from hashi_solver.errors import InputError, InternalError
from hashi_solver.interrupts import Stop
from hashi_solver.processes import Pool, Task
from hashi_solver.referee import Round, Verdict
from hashi_solver.rules import Game, Start, State, Turn, Written, empty, judge
from hashi_solver.scoring import breakdown
from hashi_solver.solver import Choices, Solution, choices, proven, solve
from hashi_solver.targets import Targets, targets

Action = Literal["start", "number", "bridges", "round"]
Charge = Literal["start", "number", "bridges", "pass", "mistake"]
Mark = Literal["", "small", "large", "game-losing"]

LARGE, GAME_LOSING = 3, 6  # points: more than an island; more than a bonus
MOST_DRAWINGS, MOST_WHERE_LOST = 12, 24  # ways to draw to look for; there can be hundreds


@dataclass(frozen=True, slots=True)
class Step:
    """One action of a game: the ceiling before and after it, and the choices that would have kept the ceiling.

    A round with a mistake in it (R10) is one step. The choices are the first turns of plays that reach `before`.
    """

    action: Action
    card: Card | None
    played: Turn
    before: int
    after: int
    choices: tuple[Turn, ...] = ()
    complete: bool = False
    starts: tuple[Start, ...] = ()
    to_win: int | None = None  # at a table: the best total of the other players

    @property
    def lost(self) -> int:
        return self.before - self.after

    @property
    def charge(self) -> Charge:
        if self.action == "round":
            return "mistake"
        passed = {"number": self.played.number_on is None, "bridges": not self.played.lines}
        return "pass" if passed.get(self.action) else self.action

    @property
    def mark(self) -> Mark:
        if self.lost <= 0:
            return ""
        if self.to_win is not None and self.after < self.to_win <= self.before:
            return "game-losing"
        return "game-losing" if self.lost >= GAME_LOSING else "large" if self.lost >= LARGE else "small"

    @property
    def count(self) -> int:
        """Count the choices known to keep the ceiling."""
        return len(self.starts) if self.action == "start" else len(self.choices)

    @property
    def better(self) -> Turn | None:
        """Return the choice closest to the one played that keeps the ceiling; None if nothing was lost."""
        if not self.lost or not self.choices:
            return None
        ordered = sorted(self.choices, key=lambda turn: (turn.number_on is None, turn.number_on, turn.lines))
        if self.action == "number":
            return ordered[0]
        return max(ordered, key=lambda turn: _shared(turn.lines, self.played.lines))

    @property
    def better_start(self) -> Start | None:
        return min(self.starts) if self.action == "start" and self.lost and self.starts else None


@dataclass(frozen=True, slots=True)
class ReviewedRound:
    """A round as played, and its steps: number and bridges, or a single one if it has a mistake."""

    round: Round
    steps: tuple[Step, ...]

    @property
    def after(self) -> int:
        return self.steps[-1].after


@dataclass(frozen=True, slots=True)
class Review:
    """A game compared with what was possible, up to the last round played. `best` reaches the optimum."""

    verdict: Verdict
    cards: tuple[Card, ...]
    best: Solution
    start: Step
    rounds: tuple[ReviewedRound, ...]
    targets: Targets | None

    @property
    def optimum(self) -> int:
        return self.start.before

    @property
    def reachable(self) -> int:
        """Return what is still possible after the last round played: the total, where the game is complete."""
        return self.rounds[-1].after if self.rounds else self.start.after

    @property
    def total(self) -> int:
        """Return the points so far."""
        return breakdown(self.verdict.final).total

    @property
    def steps(self) -> tuple[Step, ...]:
        return (self.start, *(step for each in self.rounds for step in each.steps))

    def charged(self) -> dict[Charge, int]:
        """Return the points lost by each kind of action."""
        found = Counter[Charge]()
        for step in self.steps:
            if step.lost:
                found[step.charge] += step.lost
        return dict(found)


def review(
    verdict: Verdict,
    *,
    free_start: bool,
    to_win: int | None = None,
    with_targets: bool = True,
    known: Targets | None = None,
    executor: Executor | None = None,
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Review:
    """Return what each action of a game cost. A free start is an action like any other.

    `known` are the targets of the deal if they have already been computed. `executor` does the work instead of our own
    processes. `on_progress` is told the share that is done. Raises Unproven when `stop` is set.
    """
    cards, tell = verdict.cards, on_progress or _nobody
    share = 1 / (2 * len(verdict.rounds) + 1)  # each round is walked through, then its choices are counted
    state = verdict.rounds[0].before if verdict.rounds else verdict.scored
    with Pool(executor=executor, stop=stop) as pool:
        best = proven(solve(empty(state.game) if free_start else state, cards, stop=stop))
        fixed = None if free_start else state.start
        aims = None
        if with_targets and known is None:
            aims = pool.submit(_targets, state.game, cards, fixed, best.score)
        walk = _Walk(verdict, cards, best, pool)
        start = walk.start(state) if free_start else _Asked(Step("start", None, Turn(), best.score, best.score))
        asked = []
        for number, each in enumerate(verdict.rounds, start=1):
            asked.append(walk.round(each))
            tell(number * share)
        rounds = []
        for number, (each, steps) in enumerate(zip(verdict.rounds, asked, strict=True), start=1):
            rounds.append(ReviewedRound(each, tuple(one.step(to_win) for one in steps)))
            tell((len(asked) + number) * share)
        found = Review(verdict, cards, best, start.step(to_win), tuple(rounds), aims.result() if aims else known)
    if verdict.complete and found.reachable != found.total:
        raise InternalError(f"the ceiling ends at {found.reachable}, the game at {found.total}")
    return found


@dataclass(frozen=True, slots=True)
class _Asked:
    """A step whose choices are still being counted."""

    known: Step
    counting: Task[Choices] | None = None

    def step(self, to_win: int | None) -> Step:
        known = replace(self.known, to_win=to_win)
        if self.counting is None:
            return known
        found = self.counting.result()
        return replace(known, choices=found.turns, starts=found.starts, complete=found.complete)


class _Walk:
    """Follows a game, keeping the ceiling and a play that reaches it."""

    def __init__(self, verdict: Verdict, cards: tuple[Card, ...], best: Solution, pool: Pool) -> None:
        self.cards, self.pool = cards, pool
        self.total = breakdown(verdict.final).total if verdict.complete else None
        self.played = [judge(each.before, each.card, each.play)[0] for each in verdict.rounds]
        self.last_mistake = max((each.number for each in verdict.rounds if each.violations), default=0)
        self.ceiling, self.play, self.best = best.score, list(best.turns), best

    def start(self, state: State) -> _Asked:
        before = self.ceiling
        if self.best.start != state.start:
            self._search(state, self.cards)
        step = Step("start", None, Turn(), before, self.ceiling)
        return _Asked(step, self._count(empty(state.game), self.cards, before) if step.lost else None)

    def round(self, each: Round) -> tuple[_Asked, ...]:
        state, turn, before = each.before, self.played[each.before.round], self.ceiling
        to_come = self.cards[state.round :]
        if each.violations:
            best = proven(solve(each.after, to_come[1:], stop=self.pool.signal))
            self.ceiling, self.play = best.score, list(best.turns)
            return (_Asked(Step("round", each.card, turn, before, self.ceiling)),)
        if self.ceiling == self.total and state.round >= self.last_mistake:
            self.play = self.played[state.round :]
        written = Written(turn.number_on)
        places = self._count(state, to_come, before, known=tuple(self.play))
        if self.play[0].number_on != turn.number_on:
            self._search(state, to_come, written)
        middle, known = self.ceiling, tuple(self.play)
        if sorted(self.play[0].lines) != sorted(turn.lines):
            self._search(each.after, to_come[1:])
        else:
            del self.play[0]
        limit = MOST_DRAWINGS if self.ceiling == middle else MOST_WHERE_LOST
        drawings = self._count(state, to_come, middle, written=written, known=known, limit=limit)
        return (
            _Asked(Step("number", each.card, turn, before, middle), places),
            _Asked(Step("bridges", each.card, turn, middle, self.ceiling), drawings),
        )

    def _count(self, state: State, cards: Sequence[Card], total: int, **how: Any) -> Task[Choices]:
        return self.pool.submit(partial(choices, state, cards, total, stop=self.pool.signal, **how))

    def _search(self, state: State, cards: Sequence[Card], written: Written | None = None) -> None:
        """Find the highest total from here, trying the present ceiling first."""
        most = self.ceiling
        found = proven(solve(state, cards, target=most, at_most=most, written=written, stop=self.pool.signal))
        self.ceiling, self.play = found.score, list(found.turns)


def _nobody(_: float) -> None:
    """Progress that nobody hears."""


def _targets(game: Game, cards: tuple[Card, ...], start: Start | None, optimum: int) -> Targets | None:
    """Return the targets, or None if the game is too small for three medals."""
    try:
        return targets(game, cards, start, optimum)
    except InputError:
        return None


def _shared(some: Sequence[int], others: Sequence[int]) -> int:
    """Count the bridges that two ways to draw share."""
    left = list(others)
    for line in some:
        if line in left:
            left.remove(line)
    return len(others) - len(left)
