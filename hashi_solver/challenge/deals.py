"""A deal is what a code says; a challenge is a deal with everything that was found out about it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol

from hashi_solver.board import Layout
from hashi_solver.cards import Deck
from hashi_solver.interrupts import Stop
from hashi_solver.record import WrittenStart
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

    @property
    def written_start(self) -> WrittenStart | None:
        """The start as a record has it; None where the player chooses."""
        return None if self.start is None else WrittenStart.of(self.layout, self.start)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A deal, its code, its targets, and one best play with the proof; `number` and `day` are those of a daily one."""

    deal: Deal
    code: str
    targets: Targets
    solution: Solution
    number: int | None = None
    day: datetime.date | None = None


class KeptChallenges(Protocol):
    """Where finished challenges are looked for and left. It goes to other processes, so it must be picklable."""

    def find(self, deal: Deal) -> Challenge | None:
        """The challenge of a deal, with neither number nor day; None where it is not known."""

    def keep(self, challenge: Challenge) -> None: ...


def challenge_of(
    deal: Deal,
    code: str,
    *,
    number: int | None = None,
    day: datetime.date | None = None,
    stop: Stop | None = None,
) -> Challenge:
    """Solve a deal and find its targets: a tenth of a second, and one or two more.

    Raises Unproven if it is stopped before that.
    """
    return with_targets(deal, code, best_play(deal, stop), number=number, day=day)


def best_play(deal: Deal, stop: Stop | None = None) -> Solution:
    """The proven best play of a deal; raises Unproven if it is stopped before the proof.

    How long that took is left out: the same deal is always the same challenge.
    """
    from hashi_solver.solver import proven, solve  # noqa: PLC0415 - help must not pay for ortools

    position = empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)
    return replace(proven(solve(position, deal.deck.cards, stop=stop)), seconds=0.0)


def with_targets(
    deal: Deal, code: str, solution: Solution, *, number: int | None = None, day: datetime.date | None = None
) -> Challenge:
    """The challenge of a deal whose best play is known."""
    found = targets(deal.game, deal.deck.cards, deal.start, solution.score)
    return Challenge(deal, code, found, solution, number, day)
