"""The best play from any position, proven: runs the model, replays what it says, answers with a `Solution`.

The same question gets the same play on one machine and version. A time limit cuts the search where the clock says so:
then the answer may differ from run to run, but never claims more than was proven. Each search runs in one thread;
`solve_many` spreads many over the cores.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.errors import IllegalError, InputError, InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.model import (
    Action,
    Descent,
    Model,
    OtherPlays,
    ceiling,
    common_lines,
)
from hashi_solver.model import solve_elsewhere as solve_elsewhere  # noqa: PLC0414 - whoever solves finds it here
from hashi_solver.processes import Pool
from hashi_solver.rules import (
    PASS,
    Start,
    State,
    Turn,
    Written,
    advance,
    apply,
    legal_starts,
    violations,
    with_start,
)
from hashi_solver.scoring import Breakdown, breakdown
from hashi_solver.solution import Solution as Solution  # noqa: PLC0414 - callers of solve find it here
from hashi_solver.variations import other_drawings, other_numbers


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """What is known during the search: totals above `bound` are ruled out, `best` can be played."""

    bound: int
    best: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Problem:
    """One question for `solve_many`."""

    state: State
    cards: tuple[Card, ...]
    time_limit: float | None = None
    target: int | None = None
    at_most: int | None = None
    written: Written | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """Ways to do one action, each the start and first turn of a play; `complete` where there are no others."""

    starts: tuple[Start, ...]
    turns: tuple[Turn, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class _Play:
    """A play from the position on, as the rules see it."""

    start: Start
    turns: tuple[Turn, ...]
    final: State
    points: Breakdown


def solve(
    state: State,
    cards: Sequence[Card],
    *,
    time_limit: float | None = None,
    workers: int = 1,
    target: int | None = None,
    at_most: int | None = None,
    written: Written | None = None,
    prefer: Turn | None = None,
    played: Sequence[tuple[Card, Turn]] = (),
    on_progress: Callable[[SearchProgress], None] | None = None,
    stop: Stop | None = None,
) -> Solution:
    """The play with the highest total from `state` on, when `cards` are turned in this order.

    A state before its start leaves the start free (R2a). With a `target` the search ends as soon as it has a play that
    reaches it; where there is none, the best play shows how far one gets: see `Solution.reaches`. After `time_limit`
    seconds, or when `stop` is set, the answer is the best play so far, and its `bound` what could still be; there
    always is one, since every round may be passed. `at_most` is a total known to be out of reach of any better play. Of
    equally good plays, one that begins with the turn to `prefer` is usually the one found. In mid-round, `written` says
    what action a of the next round was. `played` are the rounds behind `state`, to be told again in the solution.
    `workers` has no effect any more, and raises no warning: one thread is quickest.

    >>> state, cards = begin(Game(load_layout("harbour")), 4, "D4"), deck_from_seed("tuesday").cards
    >>> solution = solve(state, cards)
    >>> solution.score, solution.status
    (56, 'optimal')
    """
    began = time.monotonic()
    _check(state, cards, played, written)
    cards = tuple(cards)
    best = _all_pass(state, cards, written)

    def replay(start: Start, turns: tuple[Turn, ...], points: int) -> None:
        nonlocal best
        play = _replayed(state, cards, start, turns)
        if play.points.total < points:
            raise InternalError(f"the model counts {points} points for a play that the rules give {play.points.total}")
        if play.points.total > best.points.total:
            best = play

    def tell(bound: int) -> None:
        if on_progress:
            on_progress(SearchProgress(bound, best.points.total, time.monotonic() - began))

    bound = best.points.total

    def lower(to: int) -> None:
        nonlocal bound
        bound = to
        tell(bound)

    if not state.over:
        bound = ceiling(state, cards, at_most)
        tell(bound)
        try:
            descent = Descent(
                Model(state, cards, written),
                floor=best.points.total,
                at_most=at_most,
                target=target,
                prefer=prefer,
                deadline=None if time_limit is None else began + time_limit,
                stop=stop,
                on_bound=lower,
            )
            for found in descent.plays():
                replay(descent.model.start(found.values), descent.model.turns(found.values), found.points)
                tell(max(bound, best.points.total))
        except Unproven:
            pass  # the best so far is the answer
    if bound < best.points.total:
        raise InternalError(f"{best.points.total} points can be played, but the model rules out more than {bound}")
    return Solution(
        game=state.game,
        deck=(*(card for card, _ in played), *cards),
        status="optimal" if best.points.total == bound else "feasible",
        score=best.points.total,
        bound=bound,
        breakdown=best.points,
        start=best.start,
        turns=(*(turn for _, turn in played), *best.turns),
        final=best.final,
        seconds=time.monotonic() - began,
        first_round=state.round + 1 - len(played),
    )


def reaches(
    state: State,
    cards: Sequence[Card],
    target: int,
    *,
    time_limit: float | None = None,
    at_most: int | None = None,
    stop: Stop | None = None,
) -> bool | None:
    """Whether a total of at least `target` can be had from `state` on; None where that was not known in time.

    Several times quicker than `solve` with that target, which where it is out of reach goes on to the best play.
    `at_most` is a total known to be out of reach of any better play.

    >>> state, cards = begin(Game(load_layout("harbour")), 4, "D4"), deck_from_seed("tuesday").cards
    >>> reaches(state, cards, 60)
    False
    """
    try:
        found = play_reaching(state, cards, target, time_limit=time_limit, at_most=at_most, stop=stop)
    except Unproven:
        return None
    return found is not None


def play_reaching(
    state: State,
    cards: Sequence[Card],
    target: int,
    *,
    time_limit: float | None = None,
    at_most: int | None = None,
    stop: Stop | None = None,
) -> tuple[Turn, ...] | None:
    """The turns of a play that reaches `target`, None if there is none. Raises Unproven if time runs out."""
    deadline = None if time_limit is None else time.monotonic() + time_limit
    _check(state, cards, ())
    cards = tuple(cards)
    passing = _all_pass(state, cards, None)
    floor = passing.points.total
    if floor >= target:
        return passing.turns
    if state.over or ceiling(state, cards, at_most) < target:
        return None
    descent = Descent(Model(state, cards), floor=floor, at_most=at_most, deadline=deadline, stop=stop)
    found = descent.decide(target)
    if found is None:
        return None
    play = _replayed(state, cards, descent.model.start(found.values), descent.model.turns(found.values))
    if play.points.total < target:
        raise InternalError(f"the model reaches {target} points with a play that the rules give {play.points.total}")
    return play.turns


def improved(
    state: State,
    cards: Sequence[Card],
    turns: Sequence[Turn],
    *,
    at_most: int | None = None,
    prefer: Turn | None = None,
    among: Sequence[Turn] = (),
    stop: Stop | None = None,
) -> tuple[int, tuple[Turn, ...]]:
    """The highest total after the start, and the turns of a play that has it: those known, unless others are better.

    With `among`, only plays that begin with one of these turns count, and the one known must be one of them. Otherwise
    see `solve`. Raises Unproven if `stop` is set.
    """
    _check(state, cards, ())
    assert state.start is not None
    best = _replayed(state, cards, state.start, tuple(turns))
    if ceiling(state, cards, at_most) > best.points.total:
        descent = Descent(
            Model(state, cards),
            floor=best.points.total,
            known=True,
            at_most=at_most,
            prefer=prefer,
            among=among,
            stop=stop,
        )
        for found in descent.plays():
            best = _replayed(state, cards, state.start, descent.model.turns(found.values))
            if best.points.total < found.points:
                raise InternalError(f"the rules give {best.points.total} points, the model {found.points}")
    return best.points.total, best.turns


def proven(solution: Solution) -> Solution:
    """The solution of a search without a time limit; raises Unproven if it was stopped before its proof."""
    if solution.status != "optimal":
        raise Unproven
    return solution


def solve_many(
    problems: Iterable[Problem], executor: Executor | None = None, *, stop: Stop | None = None
) -> Iterator[Solution]:
    """Independent problems over all cores; the answers come in the order of the problems, each as soon as it can.

    Takes from `problems` no more than it needs to keep the cores busy. Without an executor it starts processes, one a
    core, and ends them when it is done or closed. Raises Unproven when `stop` is set.

    >>> state = begin(Game(load_layout("harbour")), 4, "D4")
    >>> problems = [Problem(state, deck_from_seed(day).cards) for day in ("monday", "tuesday")]
    >>> with ThreadPoolExecutor(1) as pool:
    ...     [solution.score for solution in solve_many(problems, pool)]
    [58, 56]
    """
    with Pool(executor=executor, stop=stop) as pool:
        yield from pool.map(partial(_solve_one, stop=pool.signal), problems)


def _solve_one(problem: Problem, stop: Stop) -> Solution:
    found = solve(
        problem.state,
        problem.cards,
        time_limit=problem.time_limit,
        target=problem.target,
        at_most=problem.at_most,
        written=problem.written,
        stop=stop,
    )
    return proven(found) if stop.is_set() else found


def choices(
    state: State,
    cards: Sequence[Card],
    total: int,
    *,
    written: Written | None = None,
    known: Sequence[Turn] | None = None,
    limit: int | None = None,
    stop: Stop | None = None,
) -> Choices:
    """Every place of the next number that leads to the highest total there is, which the caller knows.

    With `written` every way to draw instead, and before the start every start. Stops at `limit` of them. A play that
    reaches the total may be `known`. Plays like those that are known are tried first, since that is far quicker than a
    search; all are replayed as those of `solve` are.
    """
    _check(state, cards, (), written)
    found: list[_Play] = []
    complete = True
    try:
        for play in _apart(state, tuple(cards), total, written, known, stop):
            if len(found) == limit:
                complete = False
                break
            found.append(play)
    except Unproven:
        complete = False
    turns = tuple(turn for play in found for turn in play.turns[:1])
    return Choices(tuple(play.start for play in found), turns, complete)


def _apart(
    state: State,
    cards: tuple[Card, ...],
    total: int,
    written: Written | None,
    known: Sequence[Turn] | None,
    stop: Stop | None,
) -> Iterator[_Play]:
    """Plays that reach the total, no two of which do the next action in the same way."""
    model = Model(state, cards, written)
    action: Action = "start" if state.start is None else "number" if written is None else "bridges"
    others = OtherPlays(model, action, (total, ceiling(state, cards, total)), stop)
    ways, fresh = set(), []

    def take(play: _Play) -> _Play:
        if play.points.total != total:
            raise InternalError(f"{total} points were said to be the most, but here is a play with {play.points.total}")
        ways.add(_way(play.turns, action))
        fresh.append(play)
        others.rule_out(play.start, play.turns[0] if play.turns else PASS)
        return play

    if known is not None and state.start is not None:
        yield take(_replayed(state, cards, state.start, tuple(known)))
    while True:
        while fresh:
            for turns in _like(fresh.pop().turns, state, cards, action):
                if _way(turns, action) not in ways:
                    play = _tried(state, cards, turns)
                    if play is not None and play.points.total >= total:
                        yield take(play)
        values = others.ask()
        if values is None:
            return
        yield take(_replayed(state, cards, model.start(values), model.turns(values)))


def _way(turns: Sequence[Turn], action: Action) -> object:
    """What tells two ways to do an action apart."""
    if not turns or action == "start":
        return None
    return turns[0].number_on if action == "number" else tuple(sorted(turns[0].lines))


def _like(turns: tuple[Turn, ...], state: State, cards: tuple[Card, ...], action: Action) -> Iterator[tuple[Turn, ...]]:
    if action == "number":
        yield from other_numbers(turns, cards, len(state.numbers))
    elif action == "bridges":
        yield from other_drawings(turns, cards, len(state.bridges))


def _tried(state: State, cards: tuple[Card, ...], turns: tuple[Turn, ...]) -> _Play | None:
    """The play, if the rules allow it."""
    now = state
    for card, turn in zip(cards, turns, strict=True):
        if violations(now, card, turn):
            return None
        now = advance(now, card, turn)
    assert state.start is not None
    return _Play(state.start, turns, now, breakdown(now))


def lines_of_all_best(
    state: State, cards: Sequence[Card], total: int, *, written: Written | None = None, stop: Stop | None = None
) -> tuple[int, ...]:
    """The lines that every play with the highest total, which the caller knows, draws on in the next round.

    Raises Unproven if it is stopped before that is known.
    """
    _check(state, cards, (), written)
    return common_lines(Model(state, cards, written), (total, ceiling(state, cards, total)), stop)


def _check(
    state: State,
    cards: Sequence[Card],
    played: Sequence[tuple[Card, Turn]],
    written: Written | None = None,
) -> None:
    left = state.game.rounds - state.round
    if len(cards) != left:
        raise InputError(f"{left} rounds are still to come, but here are {len(cards)} cards (R1d)")
    for card in cards:
        if not 1 <= card.number <= MOST_NUMBER or card.bridges < 0:
            raise InputError(f"there is no card {card}: numbers are 1 to {MOST_NUMBER} (R1c)")
    if played and len(played) != state.round:
        raise InputError(f"{state.round} rounds are played, but here are the turns of {len(played)}")
    if state.start is None and not any(legal_starts(state.game)):
        raise InputError("no island without a flag to start on (R2a)")
    if written is not None:
        if state.start is None or not cards:
            raise InputError("no round has begun, so no number is written in it (R3)")
        found = violations(state, cards[0], Turn(written.island))
        if found:
            raise IllegalError(found)


def _all_pass(state: State, cards: Sequence[Card], written: Written | None) -> _Play:
    """The play that is always there: every card passed (R3), but for a number that is written already."""
    start = state.start or next(legal_starts(state.game))
    turns = (PASS,) * len(cards)
    return _replayed(state, cards, start, turns if written is None else (Turn(written.island), *turns[1:]))


def _replayed(state: State, cards: Sequence[Card], start: Start, turns: tuple[Turn, ...]) -> _Play:
    """The play as the rules of the game see it; a rule that it breaks is a bug in the model."""
    now = state
    if state.start is None:
        if start not in legal_starts(state.game):
            raise InternalError(f"the model starts against R2a: {start}")
        now = with_start(state, start)
    for card, turn in zip(cards, turns, strict=True):
        if turn == PASS:
            now = advance(now, card, turn)
            continue
        try:
            now = apply(now, card, turn)
        except IllegalError as error:
            raise InternalError(f"the model breaks the rules: {error}") from error
    return _Play(start, turns, now, breakdown(now))
