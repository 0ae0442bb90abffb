"""New boards to a wish: drawn, measured on few deals, the promising ones on more, the best changed and measured again.

What was found is kept in an archive spread over difficulty and crossings, not as one best board. A board is shown
only after it met the wish on deals that played no part in choosing it, and its figures are those of these deals alone: so
luck that helped a board to be chosen does not flatter it. All chance comes from the seed, and boards are judged in fixed
groups, so the same call makes the same boards with any number of workers.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import NormalDist, fmean

from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.lab.asking import BEST, Job
from hashi_solver.lab.crew import Crew
from hashi_solver.lab.difficulty import HIGHEST, LOWEST, POINTS_A_GRADE, board_grade, shortfall_at
from hashi_solver.lab.measures import Estimate, Tally, mean_of, share_of, shortfall
from hashi_solver.lab.pleasing import beauty
from hashi_solver.lab.sample import FREE, RANDOM, Sample
from hashi_solver.lab.sketching import Shape, Sketch, Span, drawn, essence, likeness, redrawn, worth_playing
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream

PLAYER = "club"
HALVINGS = (12, 32, 72)  # deals that all, the better half and the best quarter of a group are measured on
PROOF = 120  # deals of its own that a board must meet the wish on
GROUP = 12  # boards drawn and measured together
MOST_GROUPS = 30
FIRST_GROUPS = 2  # before anything is shown
TOLERANCE = 0.45  # grades by which a board may miss what was asked
TRIES = 6  # sketches for one aim
MOST_ALIKE = 11  # islands of 18 that two boards of one call may have in common, however they are turned
PERFECT = 60

# What is known of a board before it is measured, from random boards (docs/generate.md): the shortfall rises with the
# crossings, and boards with as many crossings differ by so much; one deal differs from the next by DEAL.
BASE, A_CROSSING, BOARDS_DIFFER, DEAL = 9.6, 0.33, 1.05, 5.1
HEREDITY = 0.6  # how much of what sets a board apart its changed copy keeps
OPTIMA_DIFFER = 1.9


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for: the look, the difficulty (None: any), and the least share of deals with a perfect total."""

    shape: Shape = Shape()
    difficulty: Span | None = None
    perfect: float = 0.0

    def misses(self, grade: float) -> float:
        """By how many grades a difficulty misses the wish."""
        return 0.0 if self.difficulty is None else self.difficulty.beyond(grade)


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of a board, over so many deals, with 95 % intervals."""

    decks: int
    optimum: Estimate
    player: Estimate
    shortfall: Estimate
    perfect: Estimate  # share of the decks with which 60 can be reached, from the best start

    @property
    def difficulty(self) -> Estimate:
        return Estimate(*map(board_grade, (self.shortfall.value, self.shortfall.low, self.shortfall.high)))


@dataclass(frozen=True, slots=True)
class Made:
    """A board that was made, and what it is worth."""

    layout: Layout
    symmetry: str
    beauty: float
    figures: Figures


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is."""

    group: int
    drawn: int
    deals: int
    found: int
    of: int

    def __str__(self) -> str:
        return f"round {self.group}: {self.drawn} boards drawn, {self.deals} deals played, {self.found} of {self.of} boards found"


@dataclass(slots=True)
class _Candidate:
    """A sketch under measurement."""

    sketch: Sketch
    layout: Layout
    beauty: float
    aim: float  # the shortfall that it was drawn for
    expected: float  # the shortfall before anything is measured
    optima: dict[int, int] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)
    refused: bool = False

    @property
    def decks(self) -> int:
        return len(self.totals)

    @property
    def estimate(self) -> float:
        """The shortfall, between what was expected and what was measured, as their reliability says."""
        measured = sum(self.optima[number] - total for number, total in self.totals.items())
        before = (DEAL / BOARDS_DIFFER) ** 2  # so many deals is the expectation worth
        return (measured + before * self.expected) / (self.decks + before)

    @property
    def grade(self) -> float:
        return board_grade(self.estimate)

    @property
    def perfect(self) -> float:
        """About how many deals have a perfect total: from the mean of the optima, since few of few deals say little."""
        if not self.optima:
            return 0.0
        return 1 - NormalDist(fmean(self.optima.values()), OPTIMA_DIFFER).cdf(PERFECT - 1)


@dataclass(frozen=True, slots=True)
class _Task:
    """One sketch to be drawn; by whatever process."""

    shape: Shape
    crossings: float
    lines: float
    parent: Sketch | None
    seed: str


class _Search:
    def __init__(self, wish: Wish, seed: str, count: int, pool: ProcessPoolExecutor | None, workers: int) -> None:
        self.wish, self.seed, self.count = wish, seed, count
        self.pool, self.workers = pool, workers
        self.archive: list[_Candidate] = []
        self.found: list[tuple[_Candidate, Figures]] = []
        self.seen: set[object] = set()
        self.group = self.drawn = self.deals = 0
        self.on_progress: Callable[[Progress], None] | None = None

    def run(self) -> None:
        """Group after group, until there are boards enough or the search has had its chance."""
        while len(self.found) < self.count and self.group < MOST_GROUPS:
            self.group += 1
            self._halve(self._draw())
            if self.group >= FIRST_GROUPS:
                self._prove()

    def tell(self) -> None:
        if self.on_progress:
            self.on_progress(Progress(self.group, self.drawn, self.deals, len(self.found), self.count))

    # Drawing.

    def _draw(self) -> list[_Candidate]:
        """A group of new boards, each aimed at a difficulty and a number of crossings that the archive lacks most."""
        chance = Stream(f"hashi generate {self.seed} group {self.group}")
        aims = self._aims(chance)
        parents = [self._parent(aim, crossings, chance) for aim, crossings in aims]
        tasks = [
            _Task(
                self.wish.shape,
                crossings,
                _between(self._lines(), chance),
                None if parent is None else parent.sketch,
                f"hashi generate {self.seed} sketch {self.group} {place}",
            )
            for place, ((_, crossings), parent) in enumerate(zip(aims, parents, strict=True))
        ]
        group = []
        for (aim, _), parent, sketch in zip(aims, parents, self._map(tasks), strict=True):
            if sketch is None:
                continue
            layout = sketch.layout(f"sketch-{self.drawn}")
            self.drawn += 1
            if essence(layout) in self.seen:
                continue
            self.seen.add(essence(layout))
            expected = _expected(layout)
            if parent is not None:
                expected += HEREDITY * (parent.estimate - _expected(parent.layout))
            group.append(_Candidate(sketch, layout, beauty(layout).total, aim, expected))
            self.tell()
        return group

    def _map(self, tasks: Sequence[_Task]) -> Iterable[Sketch | None]:
        return map(_sketched, tasks) if self.pool is None else self.pool.map(_sketched, tasks)

    def _aims(self, chance: Stream) -> list[tuple[float, float]]:
        """Shortfall and crossings, spread over the wish; of a few at random the one that is farthest from what there is."""
        grades = self.wish.difficulty or Span(LOWEST, HIGHEST)
        aims: list[tuple[float, float]] = []
        there = [(one.estimate, float(one.layout.crossings)) for one in self.archive]
        there += [(one.estimate, float(one.layout.crossings)) for one, _ in self.found]
        for _ in range(GROUP):
            choices = [
                (shortfall_at(_between(grades, chance)), _between(self.wish.shape.crossings, chance)) for _ in range(6)
            ]
            aim = max(choices, key=lambda choice: min((_distance(choice, other) for other in (*there, *aims)), default=0.0))
            aims.append(aim)
        return aims

    def _lines(self) -> Span:
        """Where sketches are aimed within the wish: nearly all lines that the rows and columns leave."""
        shape = self.wish.shape
        usual = 36 - shape.columns - shape.rows
        low, high = max(shape.lines.low, usual - 1), min(shape.lines.high, usual + 1)
        return Span(low, high) if low <= high else shape.lines

    def _parent(self, aim: float, crossings: float, chance: Stream) -> _Candidate | None:
        """The measured board that is nearest to an aim, for every other aim, if it is near enough to get there."""
        if chance.below(2) or not self.archive:
            return None
        nearest = min(self.archive, key=lambda one: _distance((one.estimate, one.layout.crossings), (aim, crossings)))
        near = _distance((nearest.estimate, nearest.layout.crossings), (aim, crossings)) < 1.5
        return nearest if near else None

    # Measuring.

    def _halve(self, group: list[_Candidate]) -> None:
        """All on few deals, the half that is nearest to its aim on more, and again; what survives is kept."""
        for decks in HALVINGS:
            self._measure(group, range(1, decks + 1))
            keep = max(1, (len(group) + 1) // 2) if decks != HALVINGS[-1] else len(group)
            group = sorted(group, key=self._distance_from_aim)[:keep]
        self.archive += group

    def _distance_from_aim(self, one: _Candidate) -> tuple[float, float]:
        lacking = max(0.0, self.wish.perfect - one.perfect) * 20
        missed = POINTS_A_GRADE * self.wish.misses(one.grade)
        return missed + 0.3 * abs(one.estimate - one.aim) + lacking, -one.beauty

    def _measure(self, group: Sequence[_Candidate], numbers: Iterable[int]) -> None:
        """Every board of a group on the same deals; those that it knows already are not played again."""
        sample, by_id = Sample(seed=f"generate {self.seed}", start=RANDOM), {one.layout.id: one for one in group}
        games = [(one, Game(one.layout)) for one in group]
        jobs = (
            Job(game, sample.deal(game, number), (BEST, PLAYER), None)
            for number in numbers
            for one, game in games
            if number not in one.totals
        )
        with self._crew() as crew:
            for job, answers in crew.answers(jobs):
                one, number = by_id[job.game.layout.id], job.deal.number
                one.optima[number], one.totals[number] = (outcome.score for outcome in answers.outcomes)
                self.deals += 1
                self.tell()

    def _crew(self) -> Crew:
        return Crew(self.workers, self.pool)

    # Proving.

    def _prove(self) -> None:
        """Show the boards that still meet the wish on deals of their own."""
        for one in self._chosen(self.count - len(self.found)):
            figures = self._proof(one)
            self.archive.remove(one)
            if figures is not None:
                self.found.append((one, figures))
                self.tell()

    def _chosen(self, count: int) -> list[_Candidate]:
        """Boards that seem to meet the wish, far from one another and from those that are shown already."""
        fit = [one for one in self.archive if self._fits(one.grade, one.perfect)]
        chosen: list[_Candidate] = []
        while fit and len(chosen) < count:
            there = [*(one for one, _ in self.found), *chosen]
            fit = [one for one in fit if all(likeness(one.layout, other.layout) <= MOST_ALIKE for other in there)]
            if not fit:
                break
            best = max(fit, key=lambda one: _apart(one, there) + one.beauty)
            chosen.append(best)
            fit.remove(best)
        return chosen

    def _fits(self, grade: float, perfect: float) -> bool:
        return self.wish.misses(grade) <= TOLERANCE and perfect >= self.wish.perfect

    def _proof(self, one: _Candidate) -> Figures | None:
        """Its figures on fresh deals, if they still meet the wish."""
        game = Game(one.layout)
        sample = Sample(seed=f"generate {self.seed} proof {one.layout.id}", start=RANDOM)
        free = Sample(seed=sample.seed, start=FREE)
        best, club, perfect = Tally(game), Tally(game), 0
        numbers = range(1, PROOF + 1)
        jobs = [Job(game, sample.deal(game, number), (BEST, PLAYER), None) for number in numbers]
        with self._crew() as crew:
            for job, answers in crew.answers(jobs):
                best.add(job.deal.number, answers.outcomes[0])
                club.add(job.deal.number, answers.outcomes[1])
                self.deals += 1
                self.tell()
            short = mean_of(shortfall(best, club))
            if self.wish.misses(board_grade(short.value)) > TOLERANCE:
                return None
            open_jobs = [Job(game, free.deal(game, number), (BEST,), None) for number in numbers]
            for _, answers in crew.answers(open_jobs):
                perfect += answers.outcomes[0].score >= PERFECT
        share = share_of(perfect, 0, PROOF)
        return None if share.value < self.wish.perfect else Figures(PROOF, best.mean, club.mean, short, share)


@dataclass(frozen=True, slots=True)
class Generated:
    """The boards of a search, in the order of their difficulty, and what they took."""

    boards: tuple[Made, ...]
    asked: int
    drawn: int
    deals: int
    interrupted: bool = False


def generate(
    wish: Wish,
    seed: str,
    count: int = 1,
    *,
    workers: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Generated:
    """So many boards to a wish, spread over it. Ctrl-C ends the search with those that are found by then."""
    wish.shape.check()
    workers = workers or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, initializer=_begin_work) if workers > 1 else None
    search = _Search(wish, seed, count, pool, workers)
    search.on_progress = on_progress
    interrupted = False
    try:
        search.run()
    except KeyboardInterrupt:
        interrupted = True
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    found = sorted(search.found, key=lambda one: one[1].shortfall.value)
    boards = tuple(
        Made(one.sketch.layout(f"made-{place}", f"Board {place}"), one.sketch.symmetry, one.beauty, figures)
        for place, (one, figures) in enumerate(found, start=1)
    )
    return Generated(boards, count, search.drawn, search.deals, interrupted)


def _begin_work() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _sketched(task: _Task) -> Sketch | None:
    """A board worth playing on, after a few tries; None where the wish is too hard for the pen."""
    chance = Stream(task.seed)
    for _ in range(TRIES):
        if task.parent is None:
            sketch = drawn(task.shape, task.crossings, task.lines, chance)
        else:
            sketch = redrawn(task.parent, task.shape, task.crossings, task.lines, 1 + chance.below(3), chance)
        if worth_playing(sketch.layout(), task.shape):
            return sketch
    return None


def _expected(layout: Layout) -> float:
    return BASE + A_CROSSING * layout.crossings


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Between two places of the archive: a grade counts as much as two and a half crossings."""
    return abs(one[0] - other[0]) / POINTS_A_GRADE + abs(one[1] - other[1]) / 2.5


def _apart(one: _Candidate, others: Sequence[_Candidate]) -> float:
    places = [(other.estimate, float(other.layout.crossings)) for other in others]
    return min((_distance((one.estimate, one.layout.crossings), place) for place in places), default=0.0)


def _between(span: Span, chance: Stream) -> float:
    steps = 1000
    return span.low + (span.high - span.low) * chance.below(steps + 1) / steps
