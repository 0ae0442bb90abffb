"""A deal is what a code says; a challenge is a deal with everything that was found out about it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from hashi_solver.board import Layout
from hashi_solver.cards import Deck
from hashi_solver.rules import Game, Start, empty, with_start
from hashi_solver.targets import Targets, targets

if TYPE_CHECKING:
    from hashi_solver.solver import Solution

Kind = Literal["open", "flip"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Board, order, the card put away, the start where it is fixed, and whether the order may be seen."""

    layout: Layout
    deck: Deck
    start: Start | None
    kind: Kind = "open"

    @property
    def game(self) -> Game:
        return Game(self.layout)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A deal, its code, its targets, and one best play with the proof; `number` and `day` are those of a daily one."""

    deal: Deal
    code: str
    targets: Targets
    solution: Solution
    number: int | None = None
    day: datetime.date | None = None


def challenge_of(deal: Deal, code: str, *, number: int | None = None, day: datetime.date | None = None) -> Challenge:
    """Solve a deal and find its targets: a tenth of a second, and one or two more."""
    from hashi_solver.solver import solve  # noqa: PLC0415 - help must not pay for ortools

    position = empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)
    solution = solve(position, deal.deck.cards)
    start = solution.start if deal.start is None else deal.start
    return Challenge(deal, code, targets(deal.game, deal.deck.cards, start, solution.score), solution, number, day)
