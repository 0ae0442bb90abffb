"""New boards to a wish: bred, measured on few deals, the promising ones on more, the best copied and changed again.

What was found is kept in an archive spread over difficulty and crossings, not as one best board. A board is shown
only after it met the wish on deals that played no part in choosing it, and its figures are those of these deals alone:
so luck that helped a board to be chosen does not flatter it. All chance comes from the seed, and boards are judged in
fixed groups, so the same call makes the same boards with any number of workers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.difficulty import JUDGE, LOWEST, board_grade, shortfall_at
from hashi_solver.errors import Unproven
from hashi_solver.generate.archive import PERFECT, Archive, Candidate, Goal
from hashi_solver.generate.beauty import beauty, flaws
from hashi_solver.generate.breeding import Bred, Undrawn, Wanted, bred
from hashi_solver.generate.sketch import Sketch, essence
from hashi_solver.generate.tuning import TUNED, Tuning
from hashi_solver.generate.wish import BoardWish, Range, Symmetry
from hashi_solver.interrupts import Stop
from hashi_solver.lab.jobs import BEST, Job, answer_all
from hashi_solver.lab.measures import Estimate, mean_of, share_of
from hashi_solver.lab.sample import FREE, RANDOM, Sample
from hashi_solver.processes import Pool
from hashi_solver.rules import Game, empty
from hashi_solver.seeds import Stream

DIGITS = 6  # of a board's digest, in its id


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of a board over its deals, with 95 % intervals."""

    decks: int
    optimum: Estimate
    player: Estimate
    shortfall: Estimate
    perfect: Estimate  # share of the decks that allow 60, from the best start

    @property
    def difficulty(self) -> Estimate:
        return self.shortfall.through(board_grade)


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A board that was generated, and what it is worth."""

    layout: Layout  # its id and name have digits of its digest, so that no other board has the same
    symmetry: Symmetry
    beauty: float
    figures: Figures


@dataclass(frozen=True, slots=True)
class Near:
    """The board that came nearest to a wish and was not shown: what was measured, or else how it was drawn."""

    wish: BoardWish
    layout: Layout
    beauty: float
    difficulty: float | None = None  # None: only a drawing
    perfect: float = 0.0

    def __str__(self) -> str:
        """Return what was missed, and by how much."""
        shape, wish = self.wish.shape, self.wish
        lines, crossings = len(self.layout.lines), self.layout.crossings
        missed = []
        if self.difficulty is not None and wish.difficulty is not None:
            missed.append(_asked(f"difficulty {self.difficulty:.1f}", wish.misses(self.difficulty), wish.difficulty))
        if self.difficulty is not None and wish.perfect:
            missed.append(f"60 points with about {self.perfect:.0%} of the orders (asked: {wish.perfect:.0%})")
        if self.difficulty is None:
            missed.append(_asked(f"{crossings} crossings", shape.crossings.beyond(crossings), shape.crossings))
            missed.append(_asked(f"{lines} lines", shape.lines.beyond(lines), shape.lines))
            missed.append(f"beauty {self.beauty:.2f}")
            if count := flaws(self.layout):
                missed.append(f"{count} flaw{'s' if count > 1 else ''}")
        return ", ".join(missed)


def _asked(has: str, off: float, asked: Range) -> str:
    return f"{has} (asked: {asked})" if off >= 0.05 else has


@dataclass(frozen=True, slots=True)
class GenerateProgress:
    """How far a search is."""

    group: int
    drawn: int
    deals: int
    found: int
    of: int
    near: Near | None = None

    def __str__(self) -> str:
        played = f"{self.drawn} boards drawn, {self.deals} deals played"
        best = f"; nearest so far: {self.near}" if self.near and str(self.near) else ""
        return f"round {self.group}: {played}, {self.found} of {self.of} boards found{best}"


OnProgress = Callable[[GenerateProgress], None]
OnFound = Callable[[NewBoard], None]
Map = Callable[..., Iterator[Any]]  # as the built-in, in this process or in others


class Trials:
    """Deals played on candidates: few to sift a group, many to prove that one meets the wish."""

    def __init__(
        self, wish: BoardWish, seed: str, map_all: Map, tuning: Tuning, on_deals: Callable[[], None] | None = None
    ) -> None:
        self.wish, self.seed, self.map_all, self.tuning, self.on_deals = wish, seed, map_all, tuning.trials, on_deals
        self.deals = 0

    def sifted(self, group: list[Candidate], number: int) -> list[Candidate]:
        """Measure all on few deals, the half that is nearest to its goal on more, and so on; return what is left.

        Where a difficulty is asked for, this ends with the first boards that are worth a proof, which tells more of
        them. Apart from the best board, those that can hardly meet the wish any more are not measured further.
        """
        asked = self.wish.difficulty
        for decks in self.tuning.halvings if asked is None else self.tuning.glances:
            if len(group) > 1 and group[0].decks:
                best, *others = sorted(group, key=lambda one: one.distance(self.wish))[: (len(group) + 1) // 2]
                group = [best, *(one for one in others if one.odds(asked) >= self.tuning.hopeless)]
            self.measure(group, number, decks)
            if asked is not None and any(one.may_meet(self.wish) for one in group):
                break
        return group

    def measure(self, group: Sequence[Candidate], number: int, decks: int) -> None:
        """Solve the first deals of a group for each of its boards; those that a board knows are not solved again.

        Each group has its own deals, so that a copy does not owe its parent the luck of the same cards.
        """
        sample = Sample(seed=f"generate {self.seed} group {number}", start=RANDOM)
        batches = [
            (one, batch)
            for one in group
            for batch in self._batches(Game(one.layout), sample, range(one.decks + 1, decks + 1), (BEST,))
        ]
        for (one, _), found in zip(batches, self._scores([batch for _, batch in batches]), strict=True):
            one.optima += [best for (best,) in found]

    def proof(self, one: Candidate, wish: BoardWish | None = None) -> Figures | None:
        """Return its figures on fresh deals, or None if those, or all that is known of it, miss the wish.

        Both count, since of many boards that are tried some are lucky with their fresh deals. The wish is that of the
        search, if no other is given.
        """
        wish = wish or self.wish
        game = Game(one.layout)
        sample = Sample(seed=f"generate {self.seed} proof {one.layout.id}", start=RANDOM)
        scores: list[tuple[int, ...]] = []
        one.tried = True
        for decks in self.tuning.proof:
            if scores and one.odds(wish.difficulty) < self.tuning.worth_a_proof:
                return None
            numbers = range(len(scores) + 1, decks + 1)
            for found in self._scores(self._batches(game, sample, numbers, (BEST, JUDGE))):
                scores += found
                one.optima += [best for best, _ in found]
                one.totals += [total for _, total in found]
        short = _mean(best - total for best, total in scores)
        if max(map(wish.misses, (board_grade(short.value), one.grade))) > self.tuning.tolerance:
            return None
        free = Sample(seed=sample.seed, start=FREE)
        orders = [free.deal(game, number).cards for number in range(1, len(scores) + 1)]
        perfect = share_of(sum(self.map_all(_perfect, repeat(game), orders)), 0, len(orders))
        one.share = perfect.value
        if perfect.value < wish.perfect:
            return None
        optima, totals = zip(*scores, strict=True)
        return Figures(len(scores), _mean(optima), _mean(totals), short, perfect)

    def _batches(self, game: Game, sample: Sample, numbers: range, asked: tuple[str, ...]) -> list[list[Job]]:
        jobs = [Job(game, sample.deal(game, number), asked, None) for number in numbers]
        size = self.tuning.deals_at_a_time
        return [jobs[at : at + size] for at in range(0, len(jobs), size)]

    def _scores(self, batches: Sequence[Sequence[Job]]) -> Iterator[list[tuple[int, ...]]]:
        for batch, found in zip(batches, self.map_all(scores_of, batches), strict=True):
            yield found
            self.deals += len(batch)
            if self.on_deals:
                self.on_deals()


@dataclass(frozen=True, slots=True)
class BoardRequest:
    """What a search looks for, and who hears of its progress and of each board that is found."""

    wish: BoardWish
    seed: str
    count: int = 1
    tuning: Tuning = TUNED
    on_progress: OnProgress | None = None
    on_found: OnFound | None = None


class BoardSearch:
    """Groups of new boards, bred and measured one after another."""

    def __init__(self, request: BoardRequest, map_all: Map) -> None:
        self.request, self.map_all = request, map_all
        self.wish, self.seed, self.count, self.tuning = request.wish, request.seed, request.count, request.tuning
        self.archive = Archive(self.wish, self.tuning)
        self.trials = Trials(self.wish, self.seed, map_all, self.tuning, self.tell)
        self.found: list[NewBoard] = []
        self.seen: set[tuple[str, ...]] = set()
        self.group = self.drawn = 0
        self.nearest: Candidate | None = None  # of those that were measured
        self.undrawn: Sketch | None = None  # the nearest of the drawings that were not worth playing

    def run(self) -> None:
        """Search group after group, until enough boards are found or there is no more hope."""
        how = self.tuning.trials
        first = 1 if self.wish.difficulty else 1 + self.count // how.spread
        vain = 0
        while len(self.found) < self.count and vain < how.vain_groups:
            self.group += 1
            if group := self.new_group():
                self.archive.boards += self.trials.sifted(group, self.group)
                self.look(group)
            known = len(self.found)
            if self.group >= first:
                self.prove()
            vain = 0 if len(self.found) > known else vain + 1
            if self.group >= how.undrawn_groups and not self.drawn:
                return

    def tell(self) -> None:
        if self.request.on_progress:
            counts = (self.group, self.drawn, self.trials.deals, len(self.found), self.count)
            self.request.on_progress(GenerateProgress(*counts, self.near))

    @property
    def near(self) -> Near | None:
        """The board that came nearest to the wish without being shown."""
        one, sketch = self.nearest, self.undrawn
        if one is not None:
            return Near(self.wish, one.layout, one.beauty, one.grade, one.likely_share)
        if sketch is None or self.drawn:
            return None
        layout = sketch.layout()
        return Near(self.wish, layout, beauty(layout, self.tuning.beauty).total)

    def look(self, candidates: Iterable[Candidate]) -> None:
        """Note which of these is nearest to the wish, if it is nearer than the one known."""
        known = () if self.nearest is None else (self.nearest,)
        measured = [one for one in (*known, *candidates) if one.optima and one not in self.archive.shown]
        self.nearest = min(measured, key=lambda one: one.missed(self.wish), default=None)

    def look_at_drawing(self, sketch: Sketch) -> None:
        """Note a drawing that is not worth playing, if it is the nearest."""
        shape = self.wish.shape

        def missed(one: Sketch) -> tuple[float, int, float]:
            layout = one.layout()
            off = shape.crossings.beyond(layout.crossings) + shape.lines.beyond(len(layout.lines))
            return off, flaws(layout), -beauty(layout, self.tuning.beauty).total

        self.undrawn = sketch if self.undrawn is None else min(self.undrawn, sketch, key=missed)

    def new_group(self) -> list[Candidate]:
        """Breed boards, each for a difficulty and a number of crossings that the archive lacks most."""
        chance = Stream(f"hashi generate {self.seed} group {self.group}")
        goals = self.archive.goals(chance)
        parents: list[Candidate | None] = []
        for goal in goals:
            parents.append(self.parent(goal, parents, chance))
        wanted = [
            Wanted(
                self.wish.shape,
                goal.aim,
                shortfall_at(LOWEST) if self.wish.perfect else goal.shortfall,  # what makes it easy lifts its optima
                None if parent is None else self.original(parent),
                f"hashi generate {self.seed} sketch {self.group} {place}",
                0.0 if parent is None else parent.surplus,
            )
            for place, (goal, parent) in enumerate(zip(goals, parents, strict=True))
        ]
        group = []
        for goal, new in zip(goals, self.map_all(bred, wanted, repeat(self.tuning)), strict=True):
            if isinstance(new, Undrawn):
                self.look_at_drawing(new.sketch)
                self.tell()
            if not isinstance(new, Bred):
                continue
            layout = new.sketch.layout(f"sketch-{self.drawn}")
            if essence(layout) in self.seen:
                continue
            self.drawn += 1
            self.seen.add(essence(layout))
            pleasant = beauty(layout, self.tuning.beauty).total
            group.append(Candidate(new.sketch, layout, pleasant, goal, new.first_sight, self.tuning))
            self.tell()
        return group

    def parent(self, goal: Goal, taken: Sequence[Candidate | None], chance: Stream) -> Candidate | None:
        """Return the board to copy for a goal, or None to draw a new one."""
        return self.archive.parent(goal, taken, chance)

    def original(self, parent: Candidate) -> Sketch:
        """Return what is copied of a parent."""
        return parent.sketch

    def named(self, one: Candidate) -> Layout:
        """Return a board with the id and the name that it is shown with."""
        digits = one.layout.digest[:DIGITS]
        return one.sketch.layout(f"made-{_slug(self.seed)}{digits}", f"Board {digits.upper()}")

    def prove(self) -> None:
        """Show the promising boards that meet the wish on deals of their own.

        Where a difficulty is asked for, all of them are tried before others are bred, which takes longer.
        """
        while promising := self.archive.promising(self.count - len(self.found)):
            for one in promising:
                self.prove_one(one)
            if self.wish.difficulty is None:
                return

    def prove_one(self, one: Candidate) -> None:
        figures = self.trials.proof(one)
        if figures is None:
            self.look((one,))
            return
        self.found.append(NewBoard(self.named(one), one.sketch.symmetry, one.beauty, figures))
        self.archive.show(one)
        self.look(self.archive.boards)
        self.tell()
        if self.request.on_found:
            self.request.on_found(self.found[-1])


def scores_of(jobs: Sequence[Job], stop: Stop | None = None) -> list[tuple[int, ...]]:
    """Return what each of those who are asked scores, job by job."""
    return [tuple(outcome.score for outcome in answers.outcomes) for answers in answer_all(jobs, stop)]


def _perfect(game: Game, cards: tuple[Card, ...], stop: Stop | None = None) -> bool:
    from hashi_solver.solver import reaches  # noqa: PLC0415 - loads ortools

    reached = reaches(empty(game), cards, PERFECT, stop=stop)
    if reached is None:
        raise Unproven
    return reached


@dataclass(frozen=True, slots=True)
class Generated:
    """The boards of a search, from easy to hard, and what they took."""

    boards: tuple[NewBoard, ...]
    asked: int
    drawn: int
    deals: int
    interrupted: bool = False
    near: Near | None = None  # what came nearest to the wish without being among them
    timed_out: bool = False


def generate(
    wish: BoardWish,
    seed: str,
    count: int = 1,
    *,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    on_found: OnFound | None = None,
    tuning: Tuning = TUNED,
    stop: Stop | None = None,
) -> Generated:
    """Search for `count` boards, spread over the wish; `on_found` gets each at once, the answer has all by difficulty.

    When `stop` is set it answers with the boards that are found by then.
    """
    wish.shape.check()
    if wish.difficulty is not None:
        tuning = tuning.asked(count)
    with map_over(workers, stop) as map_all:
        return result_of(BoardSearch(BoardRequest(wish, seed, count, tuning, on_progress, on_found), map_all))


@contextmanager
def map_over(workers: int | None, stop: Stop | None) -> Iterator[Map]:
    """Give a `map` that goes over processes, for functions that take a `stop`."""
    with Pool(workers, stop=stop) as pool:

        def map_all(function: Callable[..., Any], *iterables: Iterable[Any]) -> Iterator[Any]:
            return pool.map(partial(function, stop=pool.signal), *iterables)

        yield map_all


def result_of(search: BoardSearch) -> Generated:
    """Run a search to its end, or until it is stopped."""
    interrupted = False
    try:
        search.run()
    except Unproven:
        interrupted = True
    boards = tuple(sorted(search.found, key=lambda board: board.figures.shortfall.value))
    return Generated(boards, search.count, search.drawn, search.trials.deals, interrupted, search.near)


def _slug(seed: str) -> str:
    """Return what of a seed an id can hold, with a hyphen."""
    plain = "-".join(re.findall("[a-z0-9]+", seed.lower()))[:20].strip("-")
    return f"{plain}-" if plain else ""


def _mean(values: Iterable[int]) -> Estimate:
    return mean_of(Counter((value, value) for value in values))
