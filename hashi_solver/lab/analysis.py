"""What a board is worth: a sample of deals given to the solver and to players, and the figures that result.

    found = analyse(Game(layout), Sample(decks=100, seed="x"), ("club",))
    found.best.mean, found.difficulty, found.players["club"].at_least(50)

Nothing is written anywhere unless a store is given. The figures depend on the sample alone, not on the order of the
answers, nor on which of them a store already had.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

from hashi_solver.difficulty import JUDGE, board_grade
from hashi_solver.errors import InputError, InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.lab.jobs import BEST, Answers, Job, answer_all, answerer, quick_together, subject
from hashi_solver.lab.measures import Estimate, Span, Tally, mean_of, shortfall
from hashi_solver.lab.outcome import Outcome, fault_of_deal
from hashi_solver.lab.sample import Sample, SampleDeal
from hashi_solver.lab.store import Refusal, Store, Table
from hashi_solver.players import player_named
from hashi_solver.processes import Pool, PoolLostError
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream

PLAYERS = ("beginner", "club")
LOOKED_UP_TOGETHER = 10_000  # deals: a sample may have too many to look them all up before the first is asked
TIME_LIMIT = 60.0  # seconds for a deal
SURELY_DEAD = 0.1  # an island or line is dead if surely (95 %) fewer best plays than this have it


@dataclass(frozen=True, slots=True)
class AnalysisProgress:
    """The progress of a run: decks that everyone asked has answered, including those of earlier runs.

    `so_far` gives the figures of the first board as they are known by now.
    """

    done: int
    known_before: int
    of: int
    best: Tally
    so_far: Callable[[], Analysis]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Two lines that cross, so that a play can use only one: how often best play uses either, and each."""

    lines: tuple[int, int]
    either: Estimate
    shares: tuple[Estimate, Estimate]

    @property
    def contested(self) -> float:
        """Return the proven share of the line that is used less; 0 means that nobody had to choose."""
        return min(share.bounds[0] for share in self.shares)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The figures of one board. `asked` is how many decks were asked for; a stopped run has fewer."""

    game: Game
    sample: Sample
    best: Tally
    players: dict[str, Tally]
    computed: int = field(default=0, compare=False)  # decks that were not known before
    refused: tuple[Refusal, ...] = field(default=(), compare=False)  # stored answers that cannot be right

    @property
    def asked(self) -> int:
        return len(self.sample.numbers)

    @property
    def answered(self) -> int:
        """Count the decks that everyone asked has answered."""
        return min(tally.deals for tally in (self.best, *self.players.values()))

    @property
    def complete(self) -> bool:
        return self.answered == self.asked

    def shortfalls(self, player: str) -> Counter[Span]:
        return shortfall(self.best, self.players[player])

    def shortfall(self, player: str) -> Estimate | None:
        """Return how many points on average a player loses to the best play of the same deal."""
        spans = self.shortfalls(player)
        return mean_of(spans) if spans else None

    @property
    def difficulty(self) -> Estimate | None:
        """Return 1.0 to 5.0, by what the club player loses to best play; None if it did not play."""
        lost = self.shortfall(JUDGE) if JUDGE in self.players else None
        return None if lost is None else lost.through(board_grade)

    @property
    def dead_islands(self) -> list[int]:
        """Return the islands that hardly any best play finishes."""
        return [one.index for one in self.game.layout.islands if self.best.finished(one.index).high < SURELY_DEAD]

    @property
    def dead_lines(self) -> list[int]:
        """Return the lines that hardly any best play uses."""
        return [one.index for one in self.game.layout.lines if self.best.used(one.index).high < SURELY_DEAD]

    def crossings(self) -> list[Crossing]:
        """Return all pairs of lines that cross, the most contested first: those where best play often uses either."""
        layout, best = self.game.layout, self.best
        found = [
            Crossing((one, other), best.either(one, other), (best.used(one), best.used(other)))
            for one, others in enumerate(layout.crossed_by)
            for other in others
            if one < other
        ]
        return sorted(found, key=lambda each: (-each.contested, -each.either.bounds[0], each.lines))


def analyse(
    game: Game,
    sample: Sample,
    players: Sequence[str] = PLAYERS,
    *,
    store: Store | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    ahead: int | None = None,
    time_limit: float | None = TIME_LIMIT,
    on_progress: Callable[[AnalysisProgress], None] | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """The figures of a board over a sample of deals.

    What the store knows is not asked again, but for deals that were not proven within less time; everything found out
    is kept there at once. `executor` takes the jobs instead of processes of our own, `ahead` of them at a time.
    `stop` ends the run with what is known, or with Unproven if that is nothing: decks that are being worked on are
    waited for. A Ctrl-C (KeyboardInterrupt) after that does not wait for them.
    """
    pool = Pool(workers, executor=executor, stop=stop, ahead=ahead)
    return analyse_all([game], sample, players, store, pool, time_limit, on_progress)[0]


def analyse_all(
    games: Sequence[Game],
    sample: Sample,
    players: Sequence[str],
    store: Store | None,
    pool: Pool,
    time_limit: float | None = TIME_LIMIT,
    on_progress: Callable[[AnalysisProgress], None] | None = None,
) -> tuple[Analysis, ...]:
    """Measure each board on the same sample, taking turns deck by deck, so that a stopped run knows the same of each.

    The pool is closed at the end; its stop event ends the run as in `analyse`.
    """
    names = tuple(dict.fromkeys(players))
    with pool:
        runs = [_Run(game, place, sample, names, store, time_limit) for place, game in enumerate(games)]

        def tell() -> None:
            if on_progress:
                done, before = sum(run.done for run in runs), sum(run.done_before for run in runs)
                of, first = len(sample.numbers) * len(runs), runs[0]
                on_progress(AnalysisProgress(done, before, of, first.best, first.analysis))

        try:
            for run in runs:
                run.recall()
            tell()
            batches = _batches(_in_turn(run.jobs() for run in runs))
            for job, found in pool.as_completed(answer_all, batches, lambda job: f"deck {job.deal.number}"):
                _compare_versions(job, found)
                runs[job.board].keep(job, found)
                tell()
        except (Unproven, KeyboardInterrupt) as error:
            if isinstance(error, KeyboardInterrupt):
                if not pool.signal.is_set():
                    raise
                pool.abandon()  # the second Ctrl-C: not even what is being worked on is waited for
            if not all(run.best.deals for run in runs):
                raise
        except PoolLostError as error:
            known = "" if store is None else f"; {sum(run.done for run in runs)} decks are kept in the store"
            raise InputError(f"{error}{known}; run the same command again to resume") from error
    return tuple(run.analysis() for run in runs)


class _Run:
    """One run: what is known, what is still to be asked, and the results."""

    def __init__(
        self,
        game: Game,
        place: int,
        sample: Sample,
        players: tuple[str, ...],
        store: Store | None,
        time_limit: float | None,
    ) -> None:
        for name in players:
            player_named(name)  # an unknown name is an error before any work starts
        self.game, self.place, self.sample = game, place, sample
        self.store, self.time_limit = store, time_limit
        self.done_before = 0
        self.best = Tally(game)
        self.players = {name: Tally(game) for name in players}
        self._subjects = {name: subject(game, name) for name in (BEST, *players)}
        self._computed: set[int] = set()
        self._missing: dict[int, list[str]] = {}
        self._looked_up = 0  # deals of the sample
        self._company = False  # whether another process was seen to work on the same deals

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs without an answer; each is looked up once more just before it is asked.

        As soon as another process is seen to work on the same deals, the rest is shuffled: two processes that take the
        deals in the same order would do everything twice.
        """
        while self._missing or self._recall_next():
            left = list(self._missing)
            left.reverse()
            mixed = False
            while left:
                if self._company and not mixed:
                    left, mixed = Stream(f"hashi lab order {os.getpid()}").shuffled(left), True
                deal = self.sample.deal(self.game, left.pop())
                missing = self._missing.pop(deal.number)
                asked = tuple(name for name in missing if not self._answered_meanwhile(deal, name))
                if asked:
                    if self.store is not None:
                        self.store.expect_writable()
                    yield Job(self.game, deal, asked, self.time_limit, self.place)

    def keep(self, job: Job, answers: Answers) -> None:
        found = dict(zip(job.asked, answers.outcomes, strict=True))
        if self.store is not None:
            key = job.deal.key(self.game)
            conflicts = self.store.save(
                key, {(_table(name), self._subjects[name]): outcome for name, outcome in found.items()}
            )
            if conflicts:
                raise InternalError(str(conflicts[0]))
        self._computed.add(job.deal.number)
        for name, outcome in found.items():
            self._count(job.deal.number, name, outcome)

    @property
    def done(self) -> int:
        """Count the decks that everyone asked has answered."""
        return min(tally.deals for tally in (self.best, *self.players.values()))

    def analysis(self) -> Analysis:
        refusals = () if self.store is None else self.store.refusals
        refused = tuple(one for one in refusals if one.subject in self._subjects.values())
        return Analysis(self.game, self.sample, self.best, self.players, len(self._computed), refused)

    def recall(self) -> None:
        """Count what the store knows about the first deals; the rest is missing."""
        self._recall_next()
        self.done_before = self.done

    def _recall_next(self) -> bool:
        """Look up the next deals of the sample; return whether there are any. All at once could be too many."""
        numbers = self.sample.numbers[self._looked_up : self._looked_up + LOOKED_UP_TOGETHER]
        self._looked_up += len(numbers)
        for number in numbers:
            deal = self.sample.deal(self.game, number)
            asked = [name for name in self._subjects if not self._known(deal, name)]
            if asked:
                self._missing[number] = asked
        return bool(numbers)

    def _is_enough(self, outcome: Outcome) -> bool:
        if outcome.proven:
            return True
        return self.time_limit is not None and outcome.time_limit is not None and outcome.time_limit >= self.time_limit

    def _answered_meanwhile(self, deal: SampleDeal, name: str) -> bool:
        found = self._known(deal, name)
        self._company |= found
        return found

    def _known(self, deal: SampleDeal, name: str) -> bool:
        """Count what the store has of a deal, if it is enough and the rules confirm it."""
        if self.store is None:
            return False
        table, one, key = _table(name), self._subjects[name], deal.key(self.game)
        outcome = self.store.find(
            table, one, key, lambda found: fault_of_deal(self.game, deal.cards, deal.start, found)
        )
        if outcome is None or not self._is_enough(outcome):
            return False
        self._count(deal.number, name, outcome)
        return True

    def _count(self, number: int, name: str, outcome: Outcome) -> None:
        (self.best if name == BEST else self.players[name]).add(number, outcome)


def _in_turn(queues: Iterable[Iterator[Job]]) -> Iterator[Job]:
    """Yield one job from each in turn, until all are empty."""
    left = list(queues)
    while left:
        for queue in tuple(left):
            job = next(queue, None)
            if job is None:
                left.remove(queue)
            else:
                yield job


def _batches(jobs: Iterable[Job]) -> Iterator[tuple[Job, ...]]:
    """Yield jobs that are quicker together as soon as there are enough of them, and at the end what is left."""
    gathered: dict[tuple[int, tuple[str, ...]], list[Job]] = {}
    for job in jobs:
        kind = job.board, job.asked
        gathered.setdefault(kind, []).append(job)
        if len(gathered[kind]) == quick_together(job.asked):
            yield tuple(gathered.pop(kind))
    yield from map(tuple, gathered.values())


def _compare_versions(job: Job, found: Answers) -> None:
    here = tuple(map(answerer, job.asked))
    if found.by != here:
        ours, theirs = next((ours, theirs) for ours, theirs in zip(here, found.by, strict=True) if ours != theirs)
        raise InputError(f"a worker has another version: {theirs}; here it is {ours}")


def _table(name: str) -> Table:
    return "optima" if name == BEST else "games"
