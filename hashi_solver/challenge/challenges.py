"""A challenge: a deal with everything that was found out about it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from hashi_solver.challenge.codes import encode
from hashi_solver.challenge.deals import Deal
from hashi_solver.challenge.seeded import daily_number
from hashi_solver.interrupts import Stop
from hashi_solver.rules import empty, with_start
from hashi_solver.targets import Targets, targets

if TYPE_CHECKING:
    from hashi_solver.solver import Solution


@dataclass(frozen=True, slots=True)
class Challenge:
    """A deal, its code, its targets, and one best play with the proof.

    A daily challenge has its `day`. One without a day may have a `place`: it is counted among those of a booklet.
    """

    deal: Deal
    code: str
    targets: Targets
    solution: Solution
    day: datetime.date | None = None
    place: int | None = None

    @property
    def number(self) -> int | None:
        """The number of a daily challenge."""
        return None if self.day is None else daily_number(self.day)


class KeptChallenges(Protocol):
    """Where finished challenges are looked for and left. It goes to other processes, so it must be picklable."""

    def find(self, deal: Deal) -> Challenge | None:
        """The challenge of a deal, without a day; None where it is not known."""

    def keep(self, challenge: Challenge) -> None: ...


def challenge_of(deal: Deal, day: datetime.date | None = None, *, stop: Stop | None = None) -> Challenge:
    """Solve a deal and find its targets: a tenth of a second, and one or two more.

    Raises Unproven if it is stopped before that.
    """
    return with_targets(deal, best_play(deal, stop), day)


def best_play(deal: Deal, stop: Stop | None = None) -> Solution:
    """The proven best play of a deal; raises Unproven if it is stopped before the proof.

    How long that took is left out: the same deal is always the same challenge.
    """
    from hashi_solver.solver import proven, solve  # noqa: PLC0415 - help must not pay for ortools

    position = empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)
    return replace(proven(solve(position, deal.deck.cards, stop=stop)), seconds=0.0)


def with_targets(deal: Deal, solution: Solution, day: datetime.date | None = None) -> Challenge:
    """The challenge of a deal whose best play is known."""
    found = targets(deal.game, deal.deck.cards, deal.start, solution.score)
    return Challenge(deal, encode(deal), found, solution, day)
