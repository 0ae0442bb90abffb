"""The whole game from any position, rules R2 to R8a, as clauses and sums over 0-1 variables.

A `GameFormula` holds what depends only on layout, piles and round: it is built once and shared by all decks.
A `Model` adds one position and the cards to come. Neither calls `rules.apply`: the rules are written twice, so that
each version checks the other. Moments count from the position: 0 is now, `last` is the end of the game.

The model stays small because nothing is ever erased: what must always hold (numbers against bridges, crossings) is
stated for the end of the game only, and "by moment t" is a chain of variables that rises once.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import assert_never

from hashi_solver.board import MOST_ON_A_LINE, MOST_ON_AN_ISLAND, Layout
from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.model.formula import Formula, Sum
from hashi_solver.rules import START_NUMBERS, Game, Start, State, Turn, Written
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND

COPIES = range(MOST_ON_A_LINE)
NUMBERS = range(1, MOST_NUMBER + 1)
KEPT = 32  # boards, each in one round, whose part of the model is kept; each takes 2 MB


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What is already on the paper against the rules (R10). The rules apply to what is still to come, not to this."""

    stray: frozenset[int] = frozenset()  # lines with bridges between two islands that have no number
    crossed: frozenset[tuple[int, int]] = frozenset()  # pairs of lines whose bridges cross
    limits: tuple[tuple[int, int], ...] = ()  # (island, most bridges) if its number is no limit


NO_MISTAKES = Mistakes()


def mistakes_in(state: State) -> Mistakes:
    """Return the mistakes on the paper; only a position with void islands has any."""
    if not state.void:
        return NO_MISTAKES
    layout, drawn = state.game.layout, state.bridges
    stray = frozenset(
        line.index
        for line in layout.lines
        if drawn[line.index] and not state.numbers[line.a] and not state.numbers[line.b]
    )
    crossed = frozenset(
        (line, other)
        for line, others in enumerate(layout.crossed_by)
        for other in others
        if line < other and drawn[line] and drawn[other]
    )
    limits = tuple(
        (island, max(has, leading))
        for island, (has, leading) in enumerate(zip(state.numbers, state.degrees, strict=True))
        if has > MOST_NUMBER or leading > (has or MOST_ON_AN_ISLAND)
    )
    return Mistakes(stray, crossed, limits)


def levels(lines: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to have `total` bridges on this many lines, 0 to 2 on each."""
    for choice in itertools.product(range(MOST_ON_A_LINE + 1), repeat=lines):
        if sum(choice) == total:
            yield choice


def title_of(rule: Callable[[], None]) -> str:
    """Return `R4a: ` and the first sentence about the method that states this rule."""
    numbers = [word.capitalize() for word in rule.__name__.split("_") if re.fullmatch(r"r[0-9]+[a-d]?", word)]
    about = (rule.__doc__ or "").partition("\n")[0]
    return f"{', '.join(numbers)}: {about}" if numbers else about


class GameFormula:
    """The part of a model that all decks share."""

    def __init__(self, game: Game, now: int, free_start: bool, mistakes: Mistakes) -> None:
        self.game, self.now, self.free_start, self.mistakes = game, now, free_start, mistakes
        self.layout: Layout = game.layout
        self.last = game.rounds - now
        self.moments = range(1, self.last + 1)
        self.limits = dict(mistakes.limits)
        islands, lines = len(self.layout.islands), len(self.layout.lines)
        self.formula = formula = Formula()
        row = formula.row
        # has[i][t]: island i has a number by moment t; writes[i][t]: it gets the number of card t
        self.has = [row(self.last + 1) for _ in range(islands)]
        self.writes = [[-1, *row(self.last)] for _ in range(islands)]
        self.starts = {
            Start(number, island.index): formula.new()
            for island in self.layout.islands
            if free_start and not island.flag
            for number in START_NUMBERS
        }
        # bridge[l][c][t]: line l has more than c bridges by moment t
        self.bridge = [[self._by_moments() for _ in COPIES] for _ in range(lines)]
        self.bridges_by = [[bridge[t] for copies in self.bridge for bridge in copies] for t in range(self.last + 1)]
        # number[i][n]: island i has the number n in the end; finished[i]: and that many bridges
        self.number = [[-1, *row(MOST_NUMBER)] for _ in range(islands)]
        self.finished = row(islands)
        # scored[bonus]: from now on, early or late; early[bonus]: by its deadline
        self.scored = dict(zip(BONUSES, row(len(BONUSES)), strict=True))
        self.early = dict(zip(BONUSES, row(len(BONUSES)), strict=True))
        self.deadline = {bonus: game.deadline(bonus) - now for bonus in BONUSES}
        self.in_reach = [formula.row(islands) for _ in range(max(0, (game.group - 1) // 2) + 1)]

        for rule in (
            self._r2a_start,
            self._r4_one_number,
            self._r4a_flags,
            self._r5a_lines,
            self._r5b_numbered_end,
            self._r5c_crossings,
            self._r5d_r6_degrees,
        ):
            formula.title(title_of(rule))
            rule()
        for bonus in BONUSES:
            formula.title(f"{bonus.rule}: {bonus.words}, early by the end of round {game.deadline(bonus)}")
            self._bonus(bonus)
        # These come right after this formula, in that of each model.
        # draws[t]: card t's bridges are drawn; counts[t]: the island with its number is finished
        self.draws = [-1, *range(formula.variables, formula.variables + self.last)]
        self.counts = [-1, *range(formula.variables + self.last, formula.variables + 2 * self.last)]
        self.counting = list(self._card_counter())

    def _by_moments(self) -> list[int]:
        """Return the variables of a bridge, one for each moment from now on."""
        return self.formula.row(self.last + 1)

    def _r2a_start(self) -> None:
        """A 3 or a 4 on one island without a flag, before the first card."""
        if not self.free_start:
            return
        add = self.formula
        add.any_of(*self.starts.values())
        add.at_most_one(list(self.starts.values()))
        for island, has in enumerate(self.has):
            here = [self.starts[start] for start in self.starts if start.island == island]
            add.implies_any(has[0], here)
            for variable in here:
                add.any_of(~variable, has[0])

    def _r4_one_number(self) -> None:
        """A card's number goes on at most one island, and an island gets at most one number."""
        add = self.formula
        for has, writes in zip(self.has, self.writes, strict=True):
            for t in self.moments:
                add.any_of(~has[t - 1], has[t])
                add.any_of(~writes[t], has[t])
                add.any_of(~writes[t], ~has[t - 1])
                add.any_of(~has[t], has[t - 1], writes[t])
        for t in self.moments:
            add.at_most_one([writes[t] for writes in self.writes])
        for has, number in zip(self.has, self.number, strict=True):
            add.at_most_one(number[1:])
            for n in NUMBERS:
                add.any_of(~number[n], has[self.last])

    def _r4a_flags(self) -> None:
        """A number on a flag needs a bridge from an earlier round."""
        for island in self.layout.islands:
            if island.flag:
                lines = self.layout.lines_at[island.index]
                for t in self.moments:
                    self.formula.implies_any(
                        self.writes[island.index][t], [self.bridge[line][0][t - 1] for line in lines]
                    )

    def _r5a_lines(self) -> None:
        """Bridges stay, and the second on a line comes with or after the first. A line has no variables for a third."""
        add = self.formula
        for first, second in self.bridge:
            for t in self.moments:
                add.any_of(~first[t - 1], first[t])
                add.any_of(~second[t - 1], second[t])
                add.any_of(~second[t], first[t])

    def _r5b_numbered_end(self) -> None:
        """A line with a new bridge has a number at one end."""
        for line in self.layout.lines:
            bridge, a, b = self.bridge[line.index], self.has[line.a], self.has[line.b]
            stray = line.index in self.mistakes.stray
            for copy in bridge if stray else bridge[:1]:
                for t in self.moments:
                    old = [copy[0]] if stray else []
                    self.formula.any_of(~copy[t], a[t], b[t], *old)

    def _r5c_crossings(self) -> None:
        """Of two lines that cross, one stays empty."""
        for line, others in enumerate(self.layout.crossed_by):
            for other in others:
                if line < other and (line, other) not in self.mistakes.crossed:
                    self.formula.any_of(~self.bridge[line][0][self.last], ~self.bridge[other][0][self.last])

    def _more_than(self, island: int, limit: int) -> Iterator[list[int]]:
        """Yield sets of literals: the island ends with more than `limit` bridges if all of one set are true."""
        lines = self.layout.lines_at[island]
        for choice in levels(len(lines), limit + 1):
            yield [self.bridge[line][level - 1][self.last] for line, level in zip(lines, choice, strict=True) if level]

    def _fewer_than(self, island: int, wanted: int) -> Iterator[list[int]]:
        """Yield sets of literals: the island ends with at least `wanted` bridges if each set has a true one."""
        lines = self.layout.lines_at[island]
        room = MOST_ON_A_LINE * len(lines)
        if wanted > room:
            yield []
            return
        for choice in levels(len(lines), wanted - 1):
            yield [
                self.bridge[line][level][self.last]
                for line, level in zip(lines, choice, strict=True)
                if level < MOST_ON_A_LINE
            ]

    def _r5d_r6_degrees(self) -> None:
        """No more bridges than the number, or than 6 without one; exactly as many: finished.

        Bridges stay, so limits at the end hold at every moment. They also imply that a number was not too small when
        it was written (R4b) and that a finished island was left alone (R6).
        """
        add = self.formula
        for island, (number, finished) in enumerate(zip(self.number, self.finished, strict=True)):
            if island in self.limits:
                for over in self._more_than(island, self.limits[island]):
                    add.any_of(*(~v for v in over))
                add.set(finished, False)
                continue
            for over in self._more_than(island, MOST_ON_AN_ISLAND):
                add.any_of(*(~v for v in over))
            add.implies_any(finished, number[1:])
            for n in NUMBERS:
                if n < MOST_ON_AN_ISLAND:
                    for over in self._more_than(island, n):
                        add.any_of(~number[n], *(~v for v in over))
                for needed in self._fewer_than(island, n):
                    add.any_of(~finished, ~number[n], *needed)

    def _finished_by(self, condition: int, island: int, t: int) -> None:
        """If the condition holds, the island is already finished at moment t."""
        if t >= self.last:
            return
        add = self.formula
        add.any_of(~condition, self.has[island][t])
        for line in self.layout.lines_at[island]:
            for bridge in self.bridge[line]:
                add.any_of(~condition, ~bridge[self.last], bridge[t])

    def _bonus(self, bonus: Bonus) -> None:
        """State what this kind of bonus takes."""
        match bonus.kind:
            case "islands":
                self._r7a_r7b_islands(bonus)
            case "group":
                self._r7c_group(bonus)
            case _:
                assert_never(bonus.kind)

    def _r7a_r7b_islands(self, bonus: Bonus) -> None:
        """All of its islands are finished; early if each was finished by the deadline (R8a)."""
        add, scored, early, t = self.formula, self.scored[bonus], self.early[bonus], self.deadline[bonus]
        flagged = bonus.islands(self.layout)
        add.any_of(~early, scored)
        if not flagged:
            add.set(scored, False)
        if t < 1:
            add.set(early, False)
            t = self.last
        for island in flagged:
            add.any_of(~scored, self.finished[island])
            self._finished_by(early, island, t)

    def _r7c_group(self, bonus: Bonus) -> None:
        """N finished islands are joined by bridges.

        Every tree of g islands lies within (g - 1) // 2 steps of one of its lines: choose that line (the root), then
        add islands along used lines, layer by layer.
        """
        add, layout, wanted = self.formula, self.layout, self.game.group
        scored, early, t = self.scored[bonus], self.early[bonus], self.deadline[bonus]
        add.any_of(~early, scored)
        if t < 1:
            add.set(early, False)
        used = [bridge[0][self.last] for bridge in self.bridge]
        outer = self.in_reach[-1]
        if wanted <= 1:
            add.any_of(~scored, *outer)
            add.at_most_one(outer)
        elif wanted > len(layout.islands) or not layout.lines:
            add.set(scored, False)
        else:
            roots = add.row(len(layout.lines))
            add.at_most_one(roots)
            for root, line in zip(roots, used, strict=True):
                add.any_of(~root, line)
            for island, variable in enumerate(self.in_reach[0]):
                add.implies_any(variable, [roots[line] for line in layout.lines_at[island]])
            for inner, next_layer in itertools.pairwise(self.in_reach):
                for island, variable in enumerate(next_layer):
                    add.any_of(~inner[island], variable)
                    ways = [inner[island]]
                    for line, other in layout.neighbours_at[island]:
                        way = add.new()
                        add.any_of(~way, inner[other])
                        add.any_of(~way, used[line])
                        ways.append(way)
                    add.implies_any(variable, ways)
            terms = [(variable, 1) for variable in outer]
            add.between(0, [*terms, (scored, -wanted)], len(outer))
        for island, variable in enumerate(outer):
            add.any_of(~variable, self.finished[island])
            if 1 <= t < self.last:
                both = add.new()
                add.any_of(~early, ~variable, both)
                self._finished_by(both, island, t)

    def _card_counter(self) -> Iterator[list[int]]:
        """A card counts if the island with its number is finished."""
        for t in self.moments:
            counts, written = self.counts[t], [writes[t] for writes in self.writes]
            yield [~counts, *written]
            for variable, finished in zip(written, self.finished, strict=True):
                yield [~variable, ~finished, counts]
                yield [~variable, finished, ~counts]


@lru_cache(maxsize=KEPT)
def game_formula(game: Game, now: int, free_start: bool, mistakes: Mistakes) -> GameFormula:
    return GameFormula(game, now, free_start, mistakes)


class Model:
    """One position and the cards to come; `written` fixes where the number of the first card goes."""

    def __init__(self, state: State, cards: Sequence[Card], written: Written | None = None) -> None:
        self.state, self.cards, self.written = state, tuple(cards), written
        self.base = self._base()
        self.formula = Formula(self.base.formula.variables)
        self.formula.row(2 * self.base.last)
        self.draws, self.counts = self.base.draws, self.base.counts
        self._position()
        if written is not None:
            for island, writes in enumerate(self.base.writes):
                self.formula.set(writes[1], island == written.island)
        for rule in (self._r4_card_numbers, self._r5_bridges_of_cards, self._counting):
            self.formula.title(title_of(rule))
            rule()
        self._points()

    def _base(self) -> GameFormula:
        state = self.state
        return game_formula(state.game, state.round, state.start is None, mistakes_in(state))

    @property
    def numbered_cards(self) -> Iterator[tuple[int, Card]]:
        return enumerate(self.cards, start=1)

    def _position(self) -> None:
        """State what is on the paper now."""
        add, base, state = self.formula, self.base, self.state
        for island, (has, number) in enumerate(zip(base.has, state.numbers, strict=True)):
            if number:
                add.set(has[0], True)
                for n in NUMBERS:
                    add.set(base.number[island][n], n == number)
            elif not base.free_start:
                add.set(has[0], False)
            if state.void >> island & 1:
                add.set(base.finished[island], False)
            elif state.finished >> island & 1:
                add.set(base.finished[island], True)
        for (first, second), drawn in zip(base.bridge, state.bridges, strict=True):
            for copy, bridge in enumerate((first, second)):
                add.set(bridge[0], drawn > copy)
        for bonus in BONUSES:
            if state.done_in(bonus):
                add.set(base.scored[bonus], False)
                add.set(base.early[bonus], False)

    def _r4_card_numbers(self) -> None:
        """The number on an island is that of the card written there, or of the start (R2a)."""
        add, base = self.formula, self.base
        for island, (number, writes) in enumerate(zip(base.number, base.writes, strict=True)):
            if self.state.numbers[island]:
                continue
            sources: dict[int, list[int]] = {n: [] for n in NUMBERS}
            for t, card in self.numbered_cards:
                sources[card.number].append(writes[t])
            for start, variable in base.starts.items():
                if start.island == island:
                    sources[start.number].append(variable)
            for n in NUMBERS:
                add.equals_any(number[n], sources[n])

    def _r5_bridges_of_cards(self) -> None:
        """At every moment the bridges drawn are those of the cards that were not passed."""
        base, before = self.base, sum(self.state.bridges)
        taken = [-card.bridges for card in self.cards]
        for t in base.moments:
            drawn = base.bridges_by[t]
            variables, weights = [*drawn, *self.draws[1 : t + 1]], [*(1,) * len(drawn), *taken[:t]]
            self.formula.sums.append(Sum(variables, weights, before, before))

    def _counting(self) -> None:
        """Implied, but it closes most proofs: finished islands counted by cards, numbers against bridges.

        The numbers on finished islands add up to at most twice the bridges. Twice the bridges is at most that sum plus
        what unfinished islands can take.
        """
        add, base, state = self.formula, self.base, self.state
        add.shared = slice(len(add.clauses), len(add.clauses) + len(base.counting))
        add.clauses += base.counting
        by_card: list[tuple[int, int]] = []  # (variable, the number on the island that it says is finished)
        by_card += [(self.counts[t], card.number) for t, card in self.numbered_cards]
        by_card += [(base.finished[i], n) for i, n in enumerate(state.numbers) if n]
        if base.free_start:
            begun = {n: add.new() for n in START_NUMBERS}
            for start, variable in base.starts.items():
                finished = base.finished[start.island]
                add.any_of(~variable, ~finished, begun[start.number])
                add.any_of(~variable, finished, ~begun[start.number])
            for n, variable in begun.items():
                add.implies_any(variable, [v for start, v in base.starts.items() if start.number == n])
                by_card.append((variable, n))
        self.count = add.counter(0, len(base.finished))
        add.between(0, [(f, 1) for f in base.finished] + [(self.count, -1)], 0)
        add.between(0, [(v, 1) for v, _ in by_card] + [(self.count, -1)], 0)
        if state.void:
            return  # on void islands numbers and bridges need not agree
        before = 2 * sum(state.bridges)
        most = before + 2 * sum(card.bridges for card in self.cards)
        drawn = {self.draws[t]: -2 * card.bridges for t, card in self.numbered_cards}
        needed, allowed = Counter(drawn), Counter(drawn)
        for variable, n in by_card:
            needed[variable] += n
            allowed[variable] += n
        fewest = before
        for finished, leading, at in zip(base.finished, state.degrees, base.layout.lines_at, strict=True):
            room = min(MOST_ON_AN_ISLAND, MOST_ON_A_LINE * len(at))
            needed[finished] -= leading
            allowed[finished] -= room
            fewest -= room
        # numbers of finished islands + bridges the others have now <= twice the bridges
        add.between(-2 * most, list(needed.items()), 0)
        # twice the bridges <= numbers of finished islands + what the others can take
        add.between(fewest, list(allowed.items()), 2 * most)

    def _points(self) -> None:
        """Add up the points: R7d and the bonuses as a sum over variables, and a constant for what is already scored."""
        base = self.base
        self.points: list[tuple[int, int]] = [(self.count, POINTS_FOR_AN_ISLAND)]
        self.earned = 0
        for bonus in BONUSES:
            self.points += [(base.scored[bonus], bonus.late), (base.early[bonus], bonus.early - bonus.late)]
            self.earned += bonus.points(self.state.done_in(bonus), self.state.game.deadline(bonus))

    def total(self, values: Sequence[int]) -> int:
        return self.earned + sum(weight * values[variable] for variable, weight in self.points)

    def start(self, values: Sequence[int]) -> Start:
        """Return the start of the play with these values."""
        if self.state.start is not None:
            return self.state.start
        return next(start for start, variable in self.base.starts.items() if values[variable])

    def turns(self, values: Sequence[int]) -> tuple[Turn, ...]:
        base = self.base
        found = []
        for t in base.moments:
            on = next((i for i, writes in enumerate(base.writes) if values[writes[t]]), None)
            lines = [
                line
                for line, copies in enumerate(base.bridge)
                for bridge in copies
                if values[bridge[t]] and not values[bridge[t - 1]]
            ]
            found.append(Turn(on, tuple(lines)))
        return tuple(found)
