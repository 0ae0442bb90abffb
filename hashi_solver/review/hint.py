"""Advice in the middle of a game: what can still be reached, where to look, what to do."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import partial

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.contest import Asked, Bound, Entrant, answer, leaders, optimum
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.known import KnownPlays
from hashi_solver.players.simulation import half_interval
from hashi_solver.processes import Pool
from hashi_solver.rules import Start, State, Turn, Written, advance, legal_numbers
from hashi_solver.seeds import Stream
from hashi_solver.solver import Choices, choices, lines_of_all_best, proven, solve

PROPOSALS = 8  # turns to compare if the cards to come are hidden
AT_ONCE = 4  # questions handed out together where turns are compared


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for known cards. Level 1 fills the first two fields, level 2 all but the last two.

    `places` are the islands that take the number (or the start) in some best play, None for a pass; `of` is how many
    choices there are; `lines` are the lines that every best turn draws on.
    """

    possible: int
    nothing_lost: bool
    places: tuple[int | None, ...] = ()
    of: int = 0
    lines: tuple[int, ...] = ()
    start: Start | None = None
    turn: Turn | None = None


def hint(
    state: State,
    cards: Sequence[Card],
    level: int,
    *,
    optimum: int,
    written: Written | None = None,
    stop: Stop | None = None,
) -> Hint:
    """Return advice for a player who knows the cards to come; `optimum` is what was possible at the beginning.

    In the middle of a round, `written` says where the number went. Raises Unproven when `stop` is set.
    """
    best = proven(solve(state, cards, at_most=optimum, target=optimum, written=written, stop=stop))
    found = Hint(best.score, best.score >= optimum)
    if level == 1 or state.over:
        return found
    kept = choices(state, cards, best.score, stop=stop) if written is None else Choices((), (), complete=True)
    if not kept.complete:
        raise Unproven
    tells = level > 2
    if state.start is None:
        return replace(
            found,
            places=tuple(sorted({start.island for start in kept.starts})),
            of=sum(1 for island in state.game.layout.islands if not island.flag),
            start=best.start if tells else None,
        )
    return replace(
        found,
        places=tuple(turn.number_on for turn in kept.turns),
        of=1 + sum(1 for _ in legal_numbers(state, cards[0])),
        lines=lines_of_all_best(state, cards, best.score, written=written, stop=stop),
        turn=best.turns[0] if tells else None,
    )


@dataclass(frozen=True, slots=True)
class HiddenHint:
    """Advice for hidden cards, over sampled orders of the cards to come.

    `totals` are the optima of the orders sampled first. `places` counts in how many of them a number on each island
    (None: a pass) can lead to the optimum. `turn` has the highest average of the turns compared. Further orders judge
    it: in `kept` of them it loses nothing, and it beats the next turn by `lead`.
    """

    totals: tuple[int, ...]
    places: dict[int | None, int]
    turn: Turn | None = None
    judged: tuple[int, ...] = ()
    kept: int = 0
    lead: float | None = None
    lead_error: float = 0.0

    @property
    def mean(self) -> float:
        return statistics.fmean(self.totals)

    @property
    def error(self) -> float:
        """Return the 95 % error of the average."""
        return half_interval(self.totals)


def hidden_hint(
    state: State,
    card: Card | None,
    unseen: Sequence[Card],
    level: int,
    *,
    orders: int,
    seed: str,
    executor: Executor | None = None,
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> HiddenHint:
    """Return advice from sampled orders of the unseen cards, including the one put away; `card` is already turned.

    Without a card there is only level 1. Raises Unproven when `stop` is set.
    """
    tell = on_progress or (lambda share: None)
    with Pool(executor=executor, stop=stop) as pool:
        best_of = partial(_best, stop=pool.signal)
        some = sampled(state, card, unseen, 2 * orders, seed)
        first, further = some[:orders], some[orders:]
        plays = []
        for task in [pool.submit(best_of, state, cards) for cards in first]:
            plays.append(task.result())
            tell(len(plays) / len(first) / (1, 3, 6)[level - 1])
        totals = tuple(total for total, _ in plays)
        if level == 1 or card is None:
            return HiddenHint(totals, {})
        counted: Counter[int | None] = Counter()
        ways_to_keep = partial(_ways_to_keep, stop=pool.signal)
        keeping = [pool.submit(ways_to_keep, state, cards, *play) for cards, play in zip(first, plays, strict=True)]
        for kept in keeping:
            counted.update(kept.result())
        tell(1 / (1, 1, 3)[level - 1])
        places = dict(sorted(counted.items(), key=lambda each: (-each[1], -1 if each[0] is None else each[0])))
        if level == 2:
            return HiddenHint(totals, places)
        turns = list(dict.fromkeys(play[0] for _, play in plays))[:PROPOSALS]
        best, *others = _leaders(pool, state, turns, first, plays)
        tell(2 / 3)
        judging = partial(_judged, state, best, others, stop=pool.signal)
        optima, judged, *runner_up = zip(*pool.map(judging, further), strict=True)
        kept_by = sum(value == most for value, most in zip(judged, optima, strict=True))
        found = HiddenHint(totals, places, best, judged, kept_by)
        if not others:
            return found
        ahead = [a - b for a, b in zip(judged, runner_up[0], strict=True)]
        return replace(found, lead=statistics.fmean(ahead), lead_error=half_interval(ahead))


def sampled(state: State, card: Card | None, unseen: Sequence[Card], count: int, seed: str) -> list[tuple[Card, ...]]:
    """Return samples of the cards to come, starting with the one already turned."""
    source = Stream(f"hashi hint {seed} {state.round}")
    known = () if card is None else (card,)
    left = state.game.rounds - state.round - len(known)
    return [(*known, *source.shuffled(sorted(unseen))[:left]) for _ in range(count)]


def regions(layout: Layout, islands: Sequence[int]) -> tuple[str, ...]:
    """Return which ninths of the board these islands are in, each once."""
    found = []
    for place in islands:
        island = layout.islands[place]
        row = ("upper", "middle", "lower")[3 * island.row // layout.rows]
        column = ("left", "centre", "right")[3 * island.column // layout.columns]
        found.append("centre" if (row, column) == ("middle", "centre") else f"{row} {column}")
    return tuple(dict.fromkeys(found))


def _best(state: State, cards: tuple[Card, ...], stop: Stop) -> tuple[int, tuple[Turn, ...]]:
    solution = proven(solve(state, cards, stop=stop))
    return solution.score, solution.turns


def _ways_to_keep(
    state: State, cards: tuple[Card, ...], total: int, known: tuple[Turn, ...], stop: Stop
) -> list[int | None]:
    """Return where the number may go in a best play, of which one is known."""
    return [turn.number_on for turn in choices(state, cards, total, known=known, stop=stop).turns]


def _leaders(
    pool: Pool,
    state: State,
    turns: Sequence[Turn],
    orders: Sequence[tuple[Card, ...]],
    plays: Sequence[tuple[int, tuple[Turn, ...]]],
) -> list[Turn]:
    """Return the turn that keeps the most over these orders, whose best plays are known, and the next one, if any."""
    entrants = [
        Entrant(
            advance(state, orders[0][0], turn),
            [Bound(total, exact=turn == play[0]) for total, play in plays],
        )
        for turn in turns
    ]
    to_come = [cards[1:] for cards in orders]

    def ask(questions: Sequence[Asked]) -> list[Bound]:
        return list(pool.map(partial(answer, stop=pool.signal), questions))

    return [turns[one] for one in leaders(entrants, to_come, 2, ask, at_once=AT_ONCE)]


def _judged(state: State, best: Turn, others: Sequence[Turn], cards: tuple[Card, ...], stop: Stop) -> tuple[int, ...]:
    """Return the best total under one order, then those after the best turn and after the next one, if there is any."""
    solution = proven(solve(state, cards, prefer=best, stop=stop))
    total, known = solution.score, KnownPlays()
    known.learn(state, cards, solution.turns)

    def after(turn: Turn) -> int:
        return optimum(advance(state, cards[0], turn), cards[1:], total, known, stop)

    return total, total if solution.turns[0] == best else after(best), *map(after, others)
