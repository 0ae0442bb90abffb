"""The best play from a position, proven."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from hashi_solver.app.question import Position
from hashi_solver.interrupts import Stop
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import found_by
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import Verdict, judge_record, record_of
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
