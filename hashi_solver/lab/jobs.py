"""Ask the solver and players about one deal: in this process, in another, or on another machine."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from hashi_solver import board, rules, scoring
from hashi_solver.bonuses import BONUSES
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.lab.outcome import Outcome, outcome_of
from hashi_solver.lab.sample import SampleDeal, opening
from hashi_solver.notation.decks import format_cards
from hashi_solver.players import Dealt, Player, play_all, player_named
from hashi_solver.provenance import answered_by
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown

BEST = "best"  # the name of the solver's answers among those of the players
TOGETHER = 4  # more gain little, and are lost where a run is killed
DIGITS = 12  # of a digest that only has to tell versions apart


@dataclass(frozen=True, slots=True)
class Subject:
    """The key of answers that belong together: one board and its rules, one version of one answerer."""

    board: str
    rules: str
    by: str


@dataclass(frozen=True, slots=True)
class Job:
    """A deal, and who should answer."""

    game: Game
    deal: SampleDeal
    asked: tuple[str, ...]
    time_limit: float | None
    board: int = 0  # which of the boards of a run


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a job; `by` are the versions that answered, which must be those that asked."""

    outcomes: tuple[Outcome, ...]
    by: tuple[str, ...]


def answer_all(jobs: Sequence[Job], stop: Stop | None = None) -> list[Answers]:
    """Each job's answers, of jobs on one board that ask the same: players play their games side by side.

    Raises Unproven if a search for best play is stopped.
    """
    asked = jobs[0].asked
    by_answerer = [
        [_best(job, stop) for job in jobs] if name == BEST else _played(jobs, player_named(name)) for name in asked
    ]
    by = tuple(map(answerer, asked))
    return [Answers(outcomes, by) for outcomes in zip(*by_answerer, strict=True)]


def quick_together(asked: Sequence[str]) -> int:
    """Return how many jobs one process should answer at a time.

    The club player is twice as quick at four games side by side as at one. Where the expert plays, that is nothing.
    """
    return TOGETHER if "club" in asked and "expert" not in asked else 1


def subject(game: Game, name: str) -> Subject:
    return Subject(game.layout.digest, rules_digest(game), answerer(name))


def answerer(name: str) -> str:
    """Return who answers, and a digest of what the answers depend on; other answers are refused."""
    if name == BEST:
        return answered_by(BEST, "best play")
    return answered_by(repr(player_named(name)), "expert" if name == "expert" else "player")


def rules_digest(game: Game) -> str:
    """Return what tells games on one board apart that have different rules (R2a, R5a, R5d, R7, R8a)."""
    numbers = {
        "piles": game.piles,
        "group": game.group,
        "starts": rules.START_NUMBERS,
        "on a line": board.MOST_ON_A_LINE,
        "on an island": board.MOST_ON_AN_ISLAND,
        "an island": scoring.POINTS_FOR_AN_ISLAND,
        "early": {bonus.name: bonus.early for bonus in BONUSES},
        "late": {bonus.name: bonus.late for bonus in BONUSES},
    }
    return sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()[:DIGITS]


def _best(job: Job, stop: Stop | None) -> Outcome:
    """Return the best play that was found in time."""
    from hashi_solver.solver import solve  # noqa: PLC0415 - loads ortools

    solution = solve(opening(job.game, job.deal.start), job.deal.cards, time_limit=job.time_limit, stop=stop)
    proven = solution.status == "optimal"
    if not proven and (job.time_limit is None or solution.seconds < job.time_limit):
        raise Unproven  # it was stopped before its time was up: a longer search would have found more
    return outcome_of(
        solution.final,
        solution.turns,
        solution.score,
        solution.seconds,
        bound=solution.bound,
        time_limit=None if proven else job.time_limit,
    )


def _played(jobs: Sequence[Job], player: Player) -> list[Outcome]:
    """Play the games; chance follows from the cards alone, so that seeds can share a store."""
    begun = time.monotonic()
    deals = [Dealt(job.deal.cards, f"lab {format_cards(job.deal.cards)}", job.deal.start) for job in jobs]
    games = play_all(player, jobs[0].game, deals)
    seconds = (time.monotonic() - begun) / len(jobs)
    return [outcome_of(game.final, game.turns, breakdown(game.final).total, seconds) for game in games]
