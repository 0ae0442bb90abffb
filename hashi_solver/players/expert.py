"""The player that looks ahead: what would be the best play if the unseen cards came in this order, or in that?

A few orders are sampled and solved; the first turns of those solutions are the candidates. Each candidate is then
judged by the optimum after it, averaged over orders that are the same for all, and the worse half goes home each time.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.rules import Game, Start, State, Turn, advance, empty
from hashi_solver.seeds import Stream

Order = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Expert:
    """Solves `proposals` orders for candidates, then judges these in halving rounds of `judged` orders each."""

    proposals: int = 6
    judged: tuple[int, ...] = (3, 6)
    name: str = "expert"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        """The start that the best plays of the sampled orders share most often."""
        from hashi_solver.solver import solve  # noqa: PLC0415 - loads ortools

        starts = [solve(empty(game), _order(game.rounds, unseen, source)).start for _ in range(self.proposals)]
        return max(starts, key=lambda start: (starts.count(start), start))

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        from hashi_solver.solver import solve  # noqa: PLC0415 - loads ortools

        left = state.game.rounds - state.round - 1
        if not left:
            return solve(state, (card,)).turns[0]
        candidates = list(
            dict.fromkeys(solve(state, (card, *_order(left, unseen, source))).turns[0] for _ in range(self.proposals))
        )
        totals = dict.fromkeys(candidates, 0)
        for count in self.judged:
            if len(candidates) == 1:
                break
            for _ in range(count):
                order = _order(left, unseen, source)
                for turn in candidates:
                    after = advance(state, card, turn)
                    totals[turn] += solve(after, order).score
            candidates.sort(key=lambda turn: -totals[turn])
            candidates = candidates[: (len(candidates) + 1) // 2]
        return candidates[0]


def _order(count: int, unseen: tuple[Card, ...], source: Stream) -> Order:
    """One order in which the next cards may come."""
    return tuple(source.shuffled(unseen)[:count])
