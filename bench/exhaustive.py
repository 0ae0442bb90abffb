"""Find the highest total by trying everything, to test the ways of solving on games with few islands and cards."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_solver.cards import Card
from hashi_solver.rules import State, advance, legal_starts, legal_turns, with_start
from hashi_solver.scoring import breakdown


def best_total(state: State, cards: Sequence[Card]) -> int:
    """Only `cards` are played, the game's rounds aside: they are all that is left of it."""
    if state.start is None:
        return max(best_total(with_start(state, start), cards) for start in legal_starts(state.game))
    seen: dict[State, int] = {}

    def best(state: State, place: int) -> int:
        if place == len(cards):
            return breakdown(state).total
        if state not in seen:
            seen[state] = max(
                best(after, place + 1)
                for after in {advance(state, cards[place], t) for t in legal_turns(state, cards[place])}
            )
        return seen[state]

    return best(state, 0)
