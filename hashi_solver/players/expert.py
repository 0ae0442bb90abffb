"""The player that looks ahead: it solves the rest of the game for sampled orders of the unseen cards.

Some candidates are turns that the club player would consider, others are the first turns of best plays for sampled
orders. Each is judged by the optimum after it, averaged over the same orders for all, and after each round of judging
the worse half is dropped. That alone is too optimistic, because it assumes that the order is known. So it adds what
the club player, who does not know the order, expects after the turn. Near the end it tries all remaining orders.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from hashi_solver.cards import Card
from hashi_solver.known import KnownPlays
from hashi_solver.players.club import Club, Decision, Waiting
from hashi_solver.rules import Game, Start, State, Turn, advance, empty
from hashi_solver.seeds import Stream

if TYPE_CHECKING:
    from hashi_solver.solver import Solution

Order = tuple[Card, ...]

# A club player who takes a little more time.
ADVISER = Club(numbers=12, beam=24, thought=14, apart=4.0, answers=4, drawings=10)


@dataclass(frozen=True, slots=True)
class Expert:
    """Takes `ideas` from the club player and the best turns for `proposals` orders, and judges them in rounds."""

    ideas: int = 4
    proposals: int = 3
    judged: tuple[int, ...] = (2, 4)
    trust: float = 1.0  # the weight of the club player's expectation; the average optimum has weight 1
    apart: float = (
        3.0  # a candidate is judged if the club player expects at most this many points less than from the best
    )
    adviser: Club = ADVISER
    name: str = "expert"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        """Return the most frequent start among best plays for sampled orders."""
        count = self.ideas + self.proposals
        starts = [_best_play(empty(game), _order(game.rounds, unseen, source)).start for _ in range(count)]
        return max(starts, key=lambda start: (starts.count(start), start))

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        left = state.game.rounds - state.round - 1
        if not left:
            return _best_play(state, (card,)).turns[0]
        candidates = self._candidates(state, card, unseen, source)
        if len(candidates) == 1:
            return candidates[0]
        after = {turn: advance(state, card, turn) for turn in candidates}
        left_over = list(dict.fromkeys(after.values()))
        ahead = dict(zip(left_over, self.adviser.ahead([Waiting(each, unseen) for each in left_over]), strict=True))
        expected = {turn: ahead[after[turn]] for turn in candidates}
        least = max(expected.values()) - self.apart
        candidates = [turn for turn in candidates if expected[turn] >= least]
        if len(candidates) == 1:
            return candidates[0]
        # with one card to come there is no order to know, so the average optimum is exact
        trust = 0.0 if left == 1 else self.trust
        entrants = {turn: (after[turn], trust * expected[turn]) for turn in candidates}
        return _judged((state, card), entrants, list(self._rounds(left, unseen, source)))

    def _rounds(self, left: int, unseen: tuple[Card, ...], source: Stream) -> Iterator[list[Order]]:
        """Yield the orders for each round of judging: all that are left, if there are few."""
        if left == 1 or math.perm(len(unseen), left) <= sum(self.judged):
            yield list(permutations(unseen, left))
            return
        for count in self.judged:
            yield [_order(left, unseen, source) for _ in range(count)]

    def _candidates(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> list[Turn]:
        left = state.game.rounds - state.round - 1
        turns: list[Turn] = []
        if self.ideas:
            ideas = sorted(self.adviser.ideas([Decision(state, card, unseen)])[0], key=lambda idea: -idea.value)
            turns += [idea.turn for idea in ideas[: self.ideas]]
        turns += [_best_play(state, (card, *_order(left, unseen, source))).turns[0] for _ in range(self.proposals)]
        return list(dict.fromkeys(turns))


def _judged(
    now: tuple[State, Card], candidates: dict[Turn, tuple[State, float]], rounds: Sequence[Sequence[Order]]
) -> Turn:
    """Return the turn with the highest average optimum, and what the club player expects added to it.

    The candidates are the positions after each turn with that addition. The worse half is dropped in each round.
    """
    from hashi_solver.contest import Bound, Entrant, answer_here, best_among, leaders  # noqa: PLC0415 - loads ortools

    (state, card), orders, known = now, list[Order](), KnownPlays()
    entrants = {turn: Entrant(after, [], ahead) for turn, (after, ahead) in candidates.items()}
    for last, more in enumerate(rounds, start=1 - len(rounds)):
        turns = list(entrants)
        favourite = max(turns, key=lambda turn: entrants[turn].worth)
        for order in more:
            total, best = best_among(turns, state, (card, *order), favourite, known)
            for turn, entrant in entrants.items():
                entrant.bounds.append(Bound(total, exact=turn == best))
        orders += more
        count = (len(turns) + 1) // 2 if last else 1
        ahead = leaders(list(entrants.values()), orders, count, answer_here(known))
        entrants = {turns[one]: entrants[turns[one]] for one in ahead}
        if len(entrants) == 1:
            break
    return next(iter(entrants))


def _best_play(state: State, cards: Order) -> Solution:
    from hashi_solver.solver import solve  # noqa: PLC0415 - loads ortools

    return solve(state, cards)


def _order(count: int, unseen: tuple[Card, ...], source: Stream) -> Order:
    """Draw a possible order of the next cards."""
    return tuple(source.shuffled(unseen)[:count])
