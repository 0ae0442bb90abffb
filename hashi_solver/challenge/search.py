"""Searching for challenges that match a wish: one seed after another, the cheap question first."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from hashi_solver.board import Layout
from hashi_solver.challenge.challenges import Challenge, KeptChallenges, best_play, with_targets
from hashi_solver.challenge.deals import Kind
from hashi_solver.challenge.seeded import Starting, deal_of_seed
from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.processes import Pool
from hashi_solver.rules import Game
from hashi_solver.scoring import reachable_totals
from hashi_solver.targets import GRADES

TRIES = 1000


@dataclass(frozen=True, slots=True)
class Wish:
    """What a challenge should be like; None where anything will do. `optimum` is a range with both its ends."""

    difficulty: int | None = None
    optimum: tuple[int, int] | None = None

    def allows_optimum(self, optimum: int) -> bool:
        return self.optimum is None or self.optimum[0] <= optimum <= self.optimum[1]

    def allows_difficulty(self, difficulty: int) -> bool:
        return self.difficulty in (None, difficulty)


@dataclass(frozen=True, slots=True)
class TriedSeed:
    """A seed with its optimum, and with its challenge if that optimum matches the wish."""

    seed: str
    optimum: int
    challenge: Challenge | None


@dataclass(slots=True)
class Search:
    """A search through seed, seed/2, seed/3, ... The same search always finds the same challenges.

    It ends after `tries` seeds in a row without a match; then `gave_up` is set and `nearest` says how close it came.
    """

    seed: str
    layout: Layout
    start: Starting = "fixed"
    kind: Kind = "open"
    wish: Wish = field(default_factory=Wish)
    tries: int = TRIES
    tried: int = 0
    gave_up: bool = False
    optima: Counter[int] = field(default_factory=Counter)
    difficulties: Counter[int] = field(default_factory=Counter)  # of those whose optimum matched

    def run(
        self,
        count: int = 1,
        *,
        workers: int | None = None,
        on_progress: Callable[[int, int], None] | None = None,
        kept: KeptChallenges | None = None,
        stop: Stop | None = None,
    ) -> Iterator[tuple[str, Challenge]]:
        """Yield the first `count` challenges that match, each with its seed; progress reports seeds tried and found.

        Challenges are looked up and left in `kept`, including those that do not match. Raises Unproven when
        `stop` is set.
        """
        self.refuse_the_impossible()
        if count < 1:
            raise InputError("a search looks for at least one challenge")
        found = in_a_row = 0
        plain = self.wish == Wish()
        seeds = seeds_of(self.seed)
        with Pool(workers, stop=stop) as pool:
            tried = partial(
                _try,
                layout=self.layout,
                start=self.start,
                kind=self.kind,
                wish=self.wish,
                kept=kept,
                stop=pool.signal,
            )
            for one in pool.map(tried, itertools.islice(seeds, count) if plain else seeds):
                self.tried += 1
                in_a_row += 1
                self.optima[one.optimum] += 1
                challenge = one.challenge
                if challenge is not None:
                    self.difficulties[challenge.targets.difficulty] += 1
                    if self.wish.allows_difficulty(challenge.targets.difficulty):
                        found += 1
                        in_a_row = 0
                        yield one.seed, challenge
                if on_progress:
                    on_progress(self.tried, found)
                if found == count:
                    return
                if in_a_row == self.tries:
                    self.gave_up = True
                    return

    def nearest(self) -> str:
        """Say how close the search came."""
        if self.wish.optimum is not None and not self.difficulties:
            low, high = self.wish.optimum
            near = min(self.optima, key=lambda optimum: (max(low - optimum, optimum - high), optimum))
            return f"the nearest optimum was {near}"
        with_it = " with that optimum" if self.wish.optimum is not None else ""
        grades = ", ".join(f"{count} of difficulty {grade}" for grade, count in sorted(self.difficulties.items()))
        return f"those{with_it} were {grades}"

    def refuse_the_impossible(self) -> None:
        """Raise InputError for a wish that no game can fulfil, before anything is solved."""
        if self.wish.difficulty is not None and not 1 <= self.wish.difficulty <= GRADES:
            raise InputError(f"a difficulty is a number from 1 to {GRADES}, not {self.wish.difficulty}")
        if self.wish.optimum is None:
            return
        low, high = self.wish.optimum
        totals = reachable_totals(Game(self.layout))
        if low > high:
            raise InputError(f"an optimum from {low} to {high} is not a range: put the smaller number first")
        if not any(low <= total <= high for total in totals):
            ends = ", ".join(map(str, totals[-6:]))
            wanted = str(low) if low == high else f"{low} to {high}"
            raise InputError(f"no game can end with {wanted}: the highest totals are {ends} (R9)")


def seeds_of(seed: str) -> Iterator[str]:
    """Yield the seed itself, then seed/2, seed/3, ..."""
    yield seed
    for number in itertools.count(2):
        yield f"{seed}/{number}"


def _try(
    seed: str, *, layout: Layout, start: Starting, kind: Kind, wish: Wish, kept: KeptChallenges | None, stop: Stop
) -> TriedSeed:
    deal = deal_of_seed(seed, layout, start, kind)
    known = kept.find(deal) if kept else None
    solution = known.solution if known else best_play(deal, stop)
    if not wish.allows_optimum(solution.score):
        return TriedSeed(seed, solution.score, None)
    challenge = known or with_targets(deal, solution, stop)
    if kept and not known:
        kept.keep(challenge)
    return TriedSeed(seed, solution.score, challenge)
