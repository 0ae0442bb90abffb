"""A challenge: a deal with everything that is known about it."""

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

    A daily challenge has its `day`. One without a day may have a `place`, its number in a booklet.
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
    """Where finished challenges are looked up and left. It goes to other processes, so it must be picklable."""

    def find(self, deal: Deal) -> Challenge | None:
        """Return the challenge of a deal, without a day; None where it is not known."""

    def keep(self, challenge: Challenge) -> None: ...


def challenge_of(
    deal: Deal,
    day: datetime.date | None = None,
    *,
    best: Solution | None = None,
    kept: KeptChallenges | None = None,
    stop: Stop | None = None,
) -> Challenge:
    """Return the challenge of a deal: solving takes a tenth of a second, finding the targets one or two more.

    What is in `kept` takes no time, and what is worked out is left there. `best` is the best play where that is known
    already. Raises Unproven if it is stopped before it is done.
    """
    found = kept.find(deal) if kept else None
    if found is None:
        found = with_targets(deal, best or best_play(deal, stop), stop)
        if kept:
            kept.keep(found)
    return replace(found, day=day)


def without_day(challenge: Challenge) -> Challenge:
    """Return the challenge of the deal alone, whatever day or booklet it belongs to."""
    return replace(challenge, day=None, place=None)


def best_play(deal: Deal, stop: Stop | None = None) -> Solution:
    """Return the proven best play of a deal; raises Unproven if it is stopped before the proof.

    The time it took is left out: the same deal is always the same challenge.
    """
    from hashi_solver.solver import proven, solve  # noqa: PLC0415 - help must not pay for ortools

    position = empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)
    return replace(proven(solve(position, deal.deck.cards, stop=stop)), seconds=0.0)


def with_targets(deal: Deal, solution: Solution, stop: Stop | None = None) -> Challenge:
    """Return the challenge of a deal whose best play is known. Raises Unproven when `stop` is set."""
    found = targets(deal.game, deal.deck.cards, deal.start, solution.score, stop=stop)
    return Challenge(deal, encode(deal), found, solution)
