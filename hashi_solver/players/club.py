"""A good club player: weighs what each island can still become, watches the deadlines, counts the cards to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.loading import Library
from hashi_solver.players.base import Dealt, Playing, start_source, turn_source, without
from hashi_solver.players.chances import Outlook, Weights, fitted, outlook
from hashi_solver.players.evaluation import DIGITS, Evaluation
from hashi_solver.players.positions import Positions
from hashi_solver.rules import Game, Start, State, Turn, advance, apply, empty, legal_starts, with_start
from hashi_solver.seeds import Stream

if TYPE_CHECKING:
    import numpy as np

    from hashi_solver.players.positions import Floats, Indices
else:
    np = Library("numpy")  # a browser's tab has none

NOWHERE = -1
ISLAND_BITS = 12  # for the island in a code
LINE_SHIFT = 30  # above the bits for groups and islands
LINE_CODES = 1 << 31
DICE, DICE_FACES = 3, 1000  # each die shows from -1 to 1 in steps of a thousandth


class Decision(NamedTuple):
    """A turn to be chosen: the position, the card, and the cards unseen."""

    state: State
    card: Card
    unseen: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Idea:
    """A turn that was considered, and what it is worth."""

    value: float
    turn: Turn


@dataclass(frozen=True, slots=True)
class Club:
    """Judges turns by the position after them, then looks one card ahead from the best.

    Turns are built from the `numbers` best places for the number and the `beam` best drawings, bridge by bridge. The
    best `thought` turns within `apart` points of the first are followed up: for each number that may come next, the
    best reply is found in the same way, with a narrower search.
    """

    numbers: int = 9
    beam: int = 16
    thought: int = 8
    apart: float = 3.0
    answers: int = 3
    drawings: int = 6
    weights: Weights | None = field(default=None, repr=False)
    lean: float = 0.0  # the error in points when it judges a turn, so that no two games are alike
    name: str = "club"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        """Return the start that promises the most points; among equals, the first."""
        before = replace(empty(game), round=-1)  # the start counts as the turn of a round before the first
        starts = list(legal_starts(game))
        positions = Positions.of([with_start(before, each) for each in starts])
        view = outlook(game.rounds, unseen, len(game.layout.islands))
        none = np.zeros(len(starts), dtype=np.int64)
        values = Evaluation([before], [view], self._weights).values(positions, none, none)
        return starts[int(values.argmax())]

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        return self.choice(self.ideas([Decision(state, card, unseen)])[0], source)

    def choice(self, ideas: Sequence[Idea], source: Stream) -> Turn:
        """Return the turn that seems best, with errors of judgement if it has any; among equals, the first."""
        if self.lean:
            ideas = [Idea(idea.value + self.lean * _error(source), idea.turn) for idea in ideas]
        return max(ideas, key=lambda idea: idea.value).turn

    def play_together(self, game: Game, deals: Sequence[Dealt], stop: Stop | None = None) -> list[Playing]:
        """Play many games side by side, round by round, which is faster; each is the same as if played alone.

        A position that comes up in several games with the same cards is judged once. Raises Unproven when `stop` is
        set.
        """
        first = tuple(sorted(STANDARD_BOX))

        @cache
        def own_start() -> Start:  # the same for every deal: the player has seen no card and uses no chance
            return self.start(game, first, start_source(self, deals[0].seed))

        starts = [deal.start or own_start() for deal in deals]
        states = [with_start(empty(game), start) for start in starts]
        unseen = [first for _ in deals]
        turns: list[tuple[Turn, ...]] = [() for _ in deals]
        for cards in zip(*(deal.deck for deal in deals), strict=True):
            if stop is not None and stop.is_set():
                raise Unproven
            unseen = [without(left, card) for left, card in zip(unseen, cards, strict=True)]
            asked = [Decision(*each) for each in zip(states, cards, unseen, strict=True)]
            different = list(dict.fromkeys(asked))
            ideas = dict(zip(different, self.ideas(different), strict=True))
            for place, (each, deal) in enumerate(zip(asked, deals, strict=True)):
                turn = self.choice(ideas[each], turn_source(self, deal.seed, each.state))
                states[place] = apply(each.state, each.card, turn)
                turns[place] = (*turns[place], turn)
        return [Playing(*each) for each in zip(starts, turns, states, strict=True)]

    @property
    def _weights(self) -> Weights:
        return self.weights or fitted()

    def ideas(self, asked: Sequence[Decision]) -> list[list[Idea]]:
        """Return the turns considered in each position of one round, best at first sight first."""
        followed = [
            [idea for idea in ideas if idea.value >= ideas[0].value - self.apart]
            for ideas in self.first_sight(asked, self.thought)
        ]
        first = asked[0].state
        if first.round + 1 == first.game.rounds or self.thought < 2:
            return followed
        after = [
            [(advance(each.state, each.card, idea.turn), each.unseen) for idea in ideas] if len(ideas) > 1 else []
            for each, ideas in zip(asked, followed, strict=True)
        ]
        ahead = self.ahead(list(dict.fromkeys(chain(*after))))
        return [
            [Idea(ahead[left], idea.turn) for idea, left in zip(ideas, lefts, strict=True)] if lefts else ideas
            for ideas, lefts in zip(followed, after, strict=True)
        ]

    def first_sight(self, asked: Sequence[Decision], most: int) -> list[list[Idea]]:
        """Return the best turns in each position, judged by the position after them, best first."""
        left = asked[0].state.game.rounds - asked[0].state.round - 1
        questions = [
            (place, outlook(left, each.unseen, each.state.numbers.count(0)), each.card.number)
            for place, each in enumerate(asked)
        ]
        search = _TurnSearch([each.state for each in asked], questions, self._weights)
        places = search.places()
        found, kept = [places], search.best(places, self.numbers)
        bridges = np.array([each.card.bridges for each in asked])
        for count in range(1, int(bridges.max()) + 1):
            kept = search.best(search.drawn(kept), self.beam)
            enough = bridges[kept.group] == count
            found.append(kept.chosen(np.nonzero(enough)[0]))
            kept = kept.chosen(np.nonzero(~enough)[0])
        ends = np.cumsum([some.positions.count for some in found])
        best = _first_of_each(
            np.concatenate([some.group for some in found]), np.concatenate([some.values for some in found]), most
        )
        turns: dict[int, tuple[int, Idea]] = {}  # by place, since the best may draw any number of bridges
        for some, end in zip(found, ends.tolist(), strict=True):
            begin = end - some.positions.count
            here = best[(best >= begin) & (best < end)]
            turns.update(zip(here.tolist(), some.chosen(here - begin).ideas(), strict=True))
        ideas: list[list[Idea]] = [[] for _ in asked]
        for group, idea in map(turns.__getitem__, best.tolist()):
            ideas[group].append(idea)
        return ideas

    def ahead(self, after: Sequence[tuple[State, tuple[Card, ...]]]) -> dict[tuple[State, tuple[Card, ...]], float]:
        """Return what positions are worth after the next card, averaged over all unseen cards."""
        if not after:
            return {}
        first = after[0][0]
        left = first.game.rounds - first.round - 1
        asked = [
            (place, _without(number, left, unseen, state.numbers.count(0)), number)
            for place, (state, unseen) in enumerate(after)
            for number in sorted({card.number for card in unseen})
        ]
        questions = {(place, number): at for at, (place, _, number) in enumerate(asked)}
        search = _TurnSearch([state for state, _ in after], asked, self._weights)
        kept = search.best(search.places(), self.answers)
        best = [search.most(kept)]
        for step in range(max(card.bridges for _, unseen in after for card in unseen)):
            grown = search.drawn(kept, None if step == 0 else self.drawings)
            best.append(np.maximum(best[0], search.most(grown)))
            kept = search.best(grown, self.answers)
        points = [values.tolist() for values in best]
        return {
            (state, unseen): round(
                sum(points[card.bridges][questions[place, card.number]] for card in unseen) / len(unseen), DIGITS
            )
            for place, (state, unseen) in enumerate(after)
        }


@lru_cache(maxsize=4096)
def _without(number: int, left: int, unseen: tuple[Card, ...], opens: int) -> Outlook:
    """Return the outlook after a card with this number; how many bridges it has makes little difference."""
    view = outlook(left, unseen, opens)
    counts = tuple(count - (of == number) for of, count in enumerate(view.unseen))
    return Outlook(left, counts, view.supply, opens)


@dataclass(frozen=True, eq=False, slots=True)
class _Found:
    """Unfinished turns, one per column: which question it answers, where the number is, which lines are drawn."""

    positions: Positions
    group: Indices  # the question it answers
    on: Indices
    lines: Indices  # a row for each bridge
    codes: Indices  # equal for equal turns, in whatever order the bridges were drawn
    values: Floats
    gains: Floats | None = None  # for each line what a bridge there adds, as estimated when the first bridge was drawn

    def chosen(self, columns: Indices) -> _Found:
        return _Found(
            Positions(self.positions.chart, self.positions.cells.take(columns, axis=1)),
            self.group[columns],
            self.on[columns],
            self.lines.take(columns, axis=1),
            self.codes[columns],
            self.values[columns],
            None if self.gains is None else self.gains.take(columns, axis=1),
        )

    def ideas(self) -> Iterator[tuple[int, Idea]]:
        for group, value, on, lines in zip(
            self.group.tolist(), self.values.tolist(), self.on.tolist(), self.lines.T.tolist(), strict=True
        ):
            yield group, Idea(value, Turn(None if on == NOWHERE else on, tuple(sorted(lines))))


class _TurnSearch:
    """Search turns for many questions at once.

    A question is the index of a state in `states`, the outlook after the turn, and the number to write.
    """

    def __init__(self, states: Sequence[State], asked: Sequence[tuple[int, Outlook, int]], weights: Weights) -> None:
        self._base = Positions.of(states)
        views: dict[Outlook, int] = {}
        questions = [(place, views.setdefault(view, len(views)), number) for place, view, number in asked]
        self._state, self._outlook, self._number = np.array(questions).T
        self._evaluation = Evaluation(states, list(views), weights)
        self._line_codes = _line_codes(states[0].game.layout)

    def places(self) -> _Found:
        """Return turns that write the number on each possible island, or nowhere."""
        questions = np.arange(len(self._state))
        asking, on = np.nonzero(self._base.writable(self._state, self._number).T)
        groups = np.concatenate([questions, asking])
        islands = np.concatenate([np.full(len(questions), NOWHERE), on])
        positions = self._base.written(self._state[groups], islands, self._number[groups])
        return _Found(
            positions,
            groups,
            islands,
            np.empty((0, len(islands)), dtype=np.int64),
            (groups << ISLAND_BITS) + islands,
            self._values(positions, groups),
        )

    def drawn(self, found: _Found, most: int | None = None) -> _Found:
        """Add one more bridge in every possible way, keeping the `most` most promising turns of each question."""
        lines, columns = np.nonzero(found.positions.drawable())
        if most is not None and found.gains is not None:
            promise = found.values[columns] + found.gains[lines, columns]
            chosen = _first_of_each(found.group[columns], promise, most)
            lines, columns = lines[chosen], columns[chosen]
        codes = found.codes[columns] + self._line_codes[lines]
        groups = found.group[columns]
        _, first = np.unique(codes, return_index=True)
        lines, columns, codes, groups = lines[first], columns[first], codes[first], groups[first]
        positions = found.positions.drawn(columns, lines)
        values = self._values(positions, groups)
        gains = None if found.gains is None else found.gains.take(columns, axis=1)
        if found.gains is None:
            by_parent = np.full((positions.chart.lines, found.positions.count), -np.inf)
            by_parent[lines, columns] = values - found.values[columns]
            gains = by_parent.take(columns, axis=1)
        return _Found(
            positions,
            groups,
            found.on[columns],
            np.concatenate([found.lines.take(columns, axis=1), lines[None]]),
            codes,
            values,
            gains,
        )

    def best(self, found: _Found, most: int) -> _Found:
        """Keep the `most` best turns of each question, best first."""
        return found.chosen(_first_of_each(found.group, found.values, most))

    def most(self, found: _Found) -> Floats:
        """Return the highest value for each question; minus infinity if it has no turn."""
        highest = np.full(len(self._state), -np.inf)
        np.maximum.at(highest, found.group, found.values)
        return highest

    def _values(self, positions: Positions, groups: Indices) -> Floats:
        return self._evaluation.values(positions, self._state[groups], self._outlook[groups])


FIRST_SIGHT = Club(thought=1, name="first sight")  # the same player without looking ahead, in a fraction of the time


def _first_of_each(groups: Indices, worth: Floats, most: int) -> Indices:
    """Return the indices of the `most` best of each group, group by group, best first."""
    order = np.argsort(-worth, kind="stable")
    small = groups.astype(np.min_scalar_type(int(groups.max(initial=0))))  # numpy sorts small integers in one pass
    order = order[np.argsort(small[order], kind="stable")]
    sorted_groups, each = groups[order], np.arange(len(order))
    begins = np.ones(len(order), dtype=np.bool_)
    begins[1:] = sorted_groups[1:] != sorted_groups[:-1]
    rank = each - np.maximum.accumulate(np.where(begins, each, 0))
    return order[rank < most]


@lru_cache(maxsize=64)
def _line_codes(layout: Layout) -> Indices:
    """Return a large random number for each line, so that the sum over a few lines identifies them."""
    source = Stream("hashi club line codes")
    return np.array([source.below(LINE_CODES) << LINE_SHIFT for _ in layout.lines], dtype=np.int64)


def _error(source: Stream) -> float:
    """Return a roughly normal error with deviation 1: a sum of integer dice, so that all machines agree."""
    return (sum(source.below(2 * DICE_FACES + 1) for _ in range(DICE)) - DICE * DICE_FACES) / DICE_FACES
