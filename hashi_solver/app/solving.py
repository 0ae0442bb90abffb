"""The best play from a position, proven."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hashi_solver.app.question import Position, Question, opening_of
from hashi_solver.cards import Card, Deck, deck_of
from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import found_by
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import Verdict, judge_record, played_so_far, record_of
from hashi_solver.solver import SearchProgress, Solution
from hashi_solver.solver import solve as search
from hashi_solver.solver import solve_elsewhere as solve_elsewhere  # noqa: PLC0414 - front ends ask app alone


@dataclass(frozen=True, slots=True)
class Solved:
    """A position and its best play, as a record and with the referee's verdict."""

    position: Position
    solution: Solution

    @property
    def record(self) -> Record:
        solution = self.solution
        layout = solution.game.layout
        start = WrittenStart(solution.start.number, layout.islands[solution.start.island].name)
        return record_of(solution.game, solution.deck, start, solution.turns)

    @property
    def verdict(self) -> Verdict:
        return judge_record(self.solution.game, self.record, box=())

    @property
    def record_to_keep(self) -> Record:
        """Return the record for a file; a challenge keeps its code, so that plays can be compared."""
        asked = self.position.question
        deal, board = asked.deal, found_by(asked.layout, asked.named)
        if deal is None or deal.start not in (None, self.solution.start):
            return replace(self.record, layout=board)
        named = None if board in layout_ids() else board
        hidden = False if deal.kind == "flip" else None
        return replace(self.record, challenge=asked.record.challenge, layout=named, deck=None, hidden=hidden)


def cards_of(asked: Question) -> Deck:
    """Return the order of a game's cards as far as its player may know it, and the others in order of their numbers."""
    deck, rounds = asked.record.deck or (), len(asked.record.plays)
    if len(deck) == len(asked.box) - 1 and not (asked.hidden and rounds < len(deck)):
        return deck_of(deck, asked.box)
    found: list[Card] = list(deck[:rounds])
    left = Counter(asked.box) - Counter(found)
    return deck_of((*found, *sorted(left.elements()))[: len(asked.box) - 1], asked.box)


def arranged(asked: Question, order: Sequence[Card], rounds: int = 0, start: str | None = None) -> Position:
    """Return the position after so many rounds of a game, with the cards to come in this order.

    Before the first round `start` is the start as typed, or `free`; after that it is that of the record.
    """
    record = asked.record
    if not 0 <= rounds <= len(record.plays):
        raise InputError(f"the record has {len(record.plays)} rounds")
    deck = deck_of(tuple(order), asked.box).cards
    if not rounds:
        return Position(asked, opening_of(asked, start), deck)
    if deck[:rounds] != cards_of(asked).cards[:rounds]:
        raise InputError(f"the first {rounds} cards are played; only those to come can be moved")
    if record.start is None:
        raise InputError("the record has no Start line, so nobody knows how it began (R2a)")
    state, played = played_so_far(asked.game, replace(record, plays=record.plays[:rounds]), deck)
    return Position(asked, state, deck, played)


def solve(
    position: Position,
    *,
    time_limit: float | None = None,
    target: int | None = None,
    on_progress: Callable[[SearchProgress], None] | None = None,
    stop: Stop | None = None,
) -> Solved:
    """Prove the best play of the cards to come; with `target`, only check whether that total can be reached."""
    solution = search(
        position.state,
        position.to_come,
        time_limit=time_limit,
        target=target,
        played=position.played,
        on_progress=on_progress,
        stop=stop,
    )
    return Solved(position, solution)
