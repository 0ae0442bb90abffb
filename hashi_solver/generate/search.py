"""New boards to a wish: bred, measured on few deals, the promising ones on more, the best changed and measured again.

What was found is kept in an archive spread over difficulty and crossings, not as one best board. A board is shown
only after it met the wish on deals that played no part in choosing it, and its figures are those of these deals alone:
so luck that helped a board to be chosen does not flatter it. All chance comes from the seed, and boards are judged in
fixed groups, so the same call makes the same boards with any number of workers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import Any

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.generate.archive import (
    MOST_APART,
    PERFECT,
    TOLERANCE,
    Candidate,
    Goal,
    MapPoint,
    distance_to_nearest,
)
from hashi_solver.generate.beauty import beauty
from hashi_solver.generate.breeding import AS_DRAWN, Wanted, bred
from hashi_solver.generate.sketch import Aim, Range, Shape, Symmetry, essence
from hashi_solver.lab.asking import BEST, Answers, Job, answer_all
from hashi_solver.lab.difficulty import HIGHEST, JUDGE, LOWEST, POINTS_A_GRADE, board_grade, shortfall_at
from hashi_solver.lab.measures import Estimate, Tally, mean_of, share_of, shortfall
from hashi_solver.lab.sample import FREE, RANDOM, Sample
from hashi_solver.processes import Workers
from hashi_solver.rules import Game, empty
from hashi_solver.seeds import Stream

HALVINGS = (12, 32, 72)  # deals that all, the better half and the best quarter of a group are measured on
GLANCES = (10, 20, 40, 80)  # the same where a difficulty is asked for: then a board may go to its proof after each
PROOF = (40, 80, 120, 160, 200)  # deals of its own that a board must meet the wish on; it may fail after each
DEALS_AT_A_TIME = 20  # that one process plays side by side
GROUP = 8  # boards drawn and measured together
VAIN_GROUPS = 40  # after so many without another board to show the search gives up,
UNDRAWN_GROUPS = 3  # and after so many without one that could be drawn at all
CHOICES = 6  # for each goal
WORTH_A_PROOF, HOPELESS = 0.25, 0.02  # chances to stand it
CROSSINGS_OF_PARENTS = 10.0  # that count as much as a grade where a parent is looked for
# One board of so many is drawn anew though there is a parent for it. Of those that are hard to come by fewer: bringing
# a drawing there takes five times as long as bringing a copy on, and the copy begins with what was measured.
NEW, NEW_OF_RARE = 3, 10
COPIES = 2  # of one board in a group
WORTH_A_COPY = 0.25  # points by which it must be nearer to a goal than a new board gets
DIGITS = 6  # of a board's digest, in its id
SURE = 3.0  # grades of distance from other boards that a sure proof is worth
PARENTS = 4  # one of so many, where perfect totals are wanted
USUAL = Range(8.6, 11.0)  # shortfalls that boards are bred to without a parent that is near


@dataclass(frozen=True, slots=True)
class BoardWish:
    """What is asked for: the look, the difficulty (None: any), and the least share of deals with a perfect total."""

    shape: Shape = field(default_factory=Shape)
    difficulty: Range | None = None
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
class NewBoard:
    """A board that was made, and what it is worth."""

    layout: Layout  # its id and name have digits of its digest: other boards never have the same
    symmetry: Symmetry
    beauty: float
    figures: Figures


@dataclass(frozen=True, slots=True)
class GenerateProgress:
    """How far a search is."""

    group: int
    drawn: int
    deals: int
    found: int
    of: int

    def __str__(self) -> str:
        played = f"{self.drawn} boards drawn, {self.deals} deals played"
        return f"round {self.group}: {played}, {self.found} of {self.of} boards found"


OnProgress = Callable[[GenerateProgress], None]
OnFound = Callable[[NewBoard], None]
Map = Callable[..., Iterator[Any]]  # as the built-in, in this process or in others


class BoardSearch:
    def __init__(
        self,
        wish: BoardWish,
        seed: str,
        count: int,
        map_all: Map,
        on_progress: OnProgress | None = None,
        on_found: OnFound | None = None,
    ) -> None:
        self.wish, self.seed, self.count = wish, seed, count
        self.map_all, self.on_progress, self.on_found = map_all, on_progress, on_found
        self.archive: list[Candidate] = []
        self.found: list[tuple[Candidate, Figures]] = []
        self.seen: set[tuple[str, ...]] = set()
        self.group = self.drawn = self.deals = 0

    def run(self) -> None:
        """Group after group, until there are boards enough or the search has had its chance."""
        first = 1 if self.wish.difficulty else 1 + self.count // 4  # a spread is chosen from more than is shown
        vain = 0
        while len(self.found) < self.count and vain < VAIN_GROUPS:
            self.group += 1
            if group := self._draw():
                self.archive += self._sifted(group)
            known = len(self.found)
            if self.group >= first:
                self._prove()
            vain = 0 if len(self.found) > known else vain + 1
            if self.group >= UNDRAWN_GROUPS and not self.drawn:
                return

    def tell(self) -> None:
        if self.on_progress:
            self.on_progress(GenerateProgress(self.group, self.drawn, self.deals, len(self.found), self.count))

    # Drawing.

    def _draw(self) -> list[Candidate]:
        """A group of new boards, each meant for a difficulty and a number of crossings that the archive lacks most."""
        chance = Stream(f"hashi generate {self.seed} group {self.group}")
        goals = self._goals(chance)
        parents: list[Candidate | None] = []
        for goal in goals:
            parents.append(self._parent(goal, parents, chance))
        wanted = [
            Wanted(
                self.wish.shape,
                goal.aim,
                shortfall_at(LOWEST) if self.wish.perfect else goal.shortfall,  # what makes it easy lifts its optima
                None if parent is None else parent.sketch,
                f"hashi generate {self.seed} sketch {self.group} {place}",
                0.0 if parent is None else parent.surplus,
            )
            for place, (goal, parent) in enumerate(zip(goals, parents, strict=True))
        ]
        group = []
        for goal, outcome in zip(goals, self.map_all(bred, wanted), strict=True):
            if outcome is None:
                continue
            layout = outcome.sketch.layout(f"sketch-{self.drawn}")
            if essence(layout) in self.seen:
                continue
            self.drawn += 1
            self.seen.add(essence(layout))
            group.append(Candidate(outcome.sketch, layout, beauty(layout).total, goal, outcome.first_sight))
            self.tell()
        return group

    def _goals(self, chance: Stream) -> list[Goal]:
        """Places spread over the wish: of a few at random the one that is farthest from what there is."""
        grades = self.wish.difficulty or Range(LOWEST, HIGHEST)
        there = [one.place for one in (*self.archive, *(one for one, _ in self.found))]
        goals = []
        for _ in range(GROUP):
            shortfalls = [shortfall_at(_between(grades, chance)) for _ in range(CHOICES)]
            choices = [(shortfall, _between(self._crossings(shortfall), chance)) for shortfall in shortfalls]
            place = max(choices, key=lambda choice: distance_to_nearest(choice, there))
            there.append(place)
            shortfall, crossings = place
            goals.append(Goal(shortfall, Aim(crossings, _between(self._lines(), chance))))
        return goals

    def _crossings(self, shortfall: float) -> Range:
        """Where sketches are aimed: for an easy board few of those that are wished for, for a hard one many.

        That is where such boards are to be had. A search for boards of all grades tries all combinations.
        """
        wished = self.wish.shape.crossings
        middle = (wished.low + wished.high) / 2
        if self.wish.difficulty is None or shortfall in USUAL:
            return wished
        return Range(wished.low, middle) if shortfall < USUAL.low else Range(middle, wished.high)

    def _lines(self) -> Range:
        """Where sketches are aimed within the wish: near the lines that a board has that uses all rows and columns.

        Perfect totals want more lines than that.
        """
        shape = self.wish.shape
        usual = 36 - shape.columns - shape.rows
        least, most = (usual, usual + 3) if self.wish.perfect else (usual - 1, usual + 1)
        low, high = max(shape.lines.low, least), min(shape.lines.high, most)
        return Range(low, high) if low <= high else shape.lines

    def _parent(self, goal: Goal, taken: Sequence[Candidate | None], chance: Stream) -> Candidate | None:
        """For most goals the measured board that is nearest to it, above all in how it plays.

        Where that is hardly nearer than a new board gets, or it meets the wish itself, a new one is drawn: boards that
        are shown have to differ, and of the copies of one board only one is shown. Perfect totals are so rare that they
        are bred from the best there are.
        """
        rare = goal.shortfall not in AS_DRAWN and not self.wish.perfect
        if chance.below(NEW_OF_RARE if rare else NEW) == 0:
            return None
        if self.wish.perfect and self.archive:
            return chance.choice(sorted(self.archive, key=self._distance_from_goal)[:PARENTS])
        asked = self.wish.difficulty
        candidates = [
            one
            for one in self.archive
            if not asked or ((one.proven or not self._may_meet(one)) and taken.count(one) < COPIES)
        ]

        def distance(one: Candidate) -> float:
            crossings = abs(one.layout.crossings - goal.aim.crossings)
            return abs(one.estimate - goal.shortfall) / POINTS_A_GRADE + crossings / CROSSINGS_OF_PARENTS

        nearest = min(candidates, key=distance, default=None)
        if nearest is None:
            return None
        nearer = USUAL.beyond(goal.shortfall) - abs(nearest.estimate - goal.shortfall)
        return nearest if nearer >= WORTH_A_COPY else None

    def _may_meet(self, one: Candidate) -> bool:
        return one.odds(self.wish.difficulty) >= WORTH_A_PROOF and not one.lacks(self.wish.perfect)

    # Measuring.

    def _sifted(self, group: list[Candidate]) -> list[Candidate]:
        """All on few deals, the half that is nearest to its goal on more, and again; what survives.

        Where a difficulty is asked for, that ends with the first boards that are worth a proof, which tells more of
        them; and but for the best one, those that can hardly meet the wish any more are not measured further.
        """
        asked = self.wish.difficulty
        for decks in HALVINGS if asked is None else GLANCES:
            if len(group) > 1 and group[0].decks:
                best, *others = sorted(group, key=self._distance_from_goal)[: (len(group) + 1) // 2]
                group = [best, *(one for one in others if one.odds(asked) >= HOPELESS)]
            self._measure(group, decks)
            if asked is not None and any(map(self._may_meet, group)):
                break
        return group

    def _distance_from_goal(self, one: Candidate) -> tuple[float, float]:
        missed = POINTS_A_GRADE * self.wish.misses(one.grade) + one.lacks(self.wish.perfect)
        return missed + 0.3 * abs(one.estimate - one.goal.shortfall), -one.beauty

    def _measure(self, group: Sequence[Candidate], decks: int) -> None:
        """Every board of a group on the first so many deals of the group; those that it knows are not played again.

        Other groups have other deals, so that a board does not owe to its parent the luck of the same cards.
        """
        sample = Sample(seed=f"generate {self.seed} group {self.group}", start=RANDOM)
        by_id = {one.layout.id: one for one in group}
        batches = [
            batch
            for one in group
            for batch in _batches(Game(one.layout), sample, range(one.decks + 1, decks + 1), (BEST,))
        ]
        for job, answers in self._answers(batches):
            by_id[job.game.layout.id].optima.append(answers.outcomes[0].score)

    def _answers(self, batches: Sequence[Sequence[Job]]) -> Iterator[tuple[Job, Answers]]:
        for batch, found in zip(batches, self.map_all(answer_all, batches), strict=True):
            yield from zip(batch, found, strict=True)
            self.deals += len(batch)
            self.tell()

    # Proving.

    def _prove(self) -> None:
        """Show the boards that still meet the wish on deals of their own; what resembles them is no parent any more."""
        for one in self._chosen(self.count - len(self.found)):
            figures = self._proof(one)
            if figures is not None:
                self.found.append((one, figures))
                self.archive = [other for other in self.archive if not one.resembles(other)]
                self.tell()
                if self.on_found:
                    self.on_found(self.made(one, figures))

    def made(self, one: Candidate, figures: Figures) -> NewBoard:
        digits = one.layout.digest[:DIGITS]
        layout = one.sketch.layout(f"made-{_slug(self.seed)}{digits}", f"Board {digits.upper()}")
        return NewBoard(layout, one.sketch.symmetry, one.beauty, figures)

    def _chosen(self, count: int) -> list[Candidate]:
        """Boards that seem to meet the wish, far from one another and from those that are shown already."""
        fit = [
            one
            for one in self.archive
            if not one.proven and self._may_meet(one) and not any(one.resembles(shown) for shown, _ in self.found)
        ]
        chosen: list[Candidate] = []
        while fit and len(chosen) < count:
            places = [other.place for other in (*(one for one, _ in self.found), *chosen)]
            best = max(fit, key=partial(self._promise, places))
            chosen.append(best)
            fit = [one for one in fit if not one.resembles(best)]
        return chosen

    def _promise(self, places: Sequence[MapPoint], one: Candidate) -> float:
        """The more, the farther from these places, the more pleasant and the surer to stand the proof."""
        apart = min(MOST_APART, distance_to_nearest(one.place, places))
        return apart + one.beauty + SURE * one.odds(self.wish.difficulty)

    def _proof(self, one: Candidate) -> Figures | None:
        """Its figures on fresh deals, if they still meet the wish, and all that is known of it as well.

        Both, since of many boards that are tried some have luck with these deals.
        """
        game = Game(one.layout)
        sample = Sample(seed=f"generate {self.seed} proof {one.layout.id}", start=RANDOM)
        best, club = Tally(game), Tally(game)
        one.proven = True
        played = 0
        for decks in PROOF:
            for job, answers in self._answers(_batches(game, sample, range(played + 1, decks + 1), (BEST, JUDGE))):
                best.add(job.deal.number, answers.outcomes[0])
                club.add(job.deal.number, answers.outcomes[1])
                one.optima.append(answers.outcomes[0].score)
                one.totals.append(answers.outcomes[1].score)
            played = decks
            if played < PROOF[-1] and one.odds(self.wish.difficulty) < WORTH_A_PROOF:
                return None
        short = mean_of(shortfall(best, club))
        if max(map(self.wish.misses, (board_grade(short.value), one.grade))) > TOLERANCE:
            return None
        free = Sample(seed=sample.seed, start=FREE)
        orders = [free.deal(game, number).cards for number in range(1, played + 1)]
        perfect = sum(self.map_all(_perfect, repeat(game), orders))
        share = share_of(perfect, 0, played)
        return None if share.value < self.wish.perfect else Figures(played, best.mean, club.mean, short, share)


def _batches(game: Game, sample: Sample, numbers: Sequence[int], asked: tuple[str, ...]) -> list[list[Job]]:
    """Deals for those who are asked, some at a time."""
    jobs = [Job(game, sample.deal(game, number), asked, None) for number in numbers]
    return [jobs[at : at + DEALS_AT_A_TIME] for at in range(0, len(jobs), DEALS_AT_A_TIME)]


def _perfect(game: Game, cards: tuple[Card, ...]) -> bool:
    from hashi_solver.solver import reaches  # noqa: PLC0415 - loads ortools

    reached = reaches(empty(game), cards, PERFECT)
    if reached is None:
        raise KeyboardInterrupt  # nothing else ends the search
    return reached


@dataclass(frozen=True, slots=True)
class Generated:
    """The boards of a search, in the order of their difficulty, and what they took."""

    boards: tuple[NewBoard, ...]
    asked: int
    drawn: int
    deals: int
    interrupted: bool = False


def generate(
    wish: BoardWish,
    seed: str,
    count: int = 1,
    *,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    on_found: OnFound | None = None,
) -> Generated:
    """So many boards to a wish, spread over it; `on_found` has each at once, the end all, from easy to hard.

    Ctrl-C ends the search with those that are found by then.
    """
    wish.shape.check()
    hands = Workers(workers)
    search = BoardSearch(wish, seed, count, hands.map, on_progress, on_found)
    interrupted = False
    try:
        search.run()
    except KeyboardInterrupt:
        interrupted = True
        hands.abandon()
    finally:
        hands.close()
    found = sorted(search.found, key=lambda one: one[1].shortfall.value)
    boards = tuple(search.made(one, figures) for one, figures in found)
    return Generated(boards, count, search.drawn, search.deals, interrupted)


def _slug(seed: str) -> str:
    """What of a seed can stand in an id."""
    plain = "-".join(re.findall("[a-z0-9]+", seed.lower()))[:20].strip("-")
    return f"{plain}-" if plain else ""


def _between(span: Range, chance: Stream) -> float:
    steps = 1000
    return span.low + (span.high - span.low) * chance.below(steps + 1) / steps
