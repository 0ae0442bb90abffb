"""A good club player: weighs what each island can still become, watches the deadlines, counts the cards to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
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

    from hashi_solver.players.positions import Flags, Floats, Indices
else:
    np = Library("numpy")  # a browser's tab has none

NOWHERE = -1
ISLAND_BITS = 12  # for the island in a code
LINE_SHIFT = 30  # above the bits for groups and islands
LINE_CODES = 1 << 31
MOST_BITS = 63  # of a number to sort by
DICE, DICE_FACES = 3, 1000  # each die shows from -1 to 1 in steps of a thousandth


class Decision(NamedTuple):
    """A turn to be chosen: the position, the card, and the cards unseen."""

    state: State
    card: Card
    unseen: tuple[Card, ...]


class Waiting(NamedTuple):
    """A position that waits for a card, and the cards unseen."""

    state: State
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
        if self.lean and len(ideas) > 1:
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
        after: dict[Waiting, int] = {}  # each once, with its place
        places = [
            [
                after.setdefault(Waiting(advance(each.state, each.card, idea.turn), each.unseen), len(after))
                for idea in ideas
            ]
            if len(ideas) > 1
            else []
            for each, ideas in zip(asked, followed, strict=True)
        ]
        ahead = self.ahead(list(after))
        return [
            [Idea(ahead[place], idea.turn) for idea, place in zip(ideas, at, strict=True)] if at else ideas
            for ideas, at in zip(followed, places, strict=True)
        ]

    def first_sight(self, asked: Sequence[Decision], most: int) -> list[list[Idea]]:
        """Return the best turns in each position, judged by the position after them, best first."""
        left = asked[0].state.game.rounds - asked[0].state.round - 1
        views: dict[Outlook, int] = {}
        outlooks = [
            views.setdefault(outlook(left, each.unseen, each.state.numbers.count(0)), len(views)) for each in asked
        ]
        numbers = [each.card.number for each in asked]
        questions = _Questions(np.arange(len(asked)), np.array(outlooks), np.array(numbers))
        search = _TurnSearch([each.state for each in asked], list(views), questions, self._weights)
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

    def ahead(self, after: Sequence[Waiting]) -> list[float]:
        """Return what each position is worth after the next card, averaged over all unseen cards."""
        if not after:
            return []
        asked = _Ahead(after)
        search = _TurnSearch([each.state for each in after], asked.views, asked.questions, self._weights)
        kept = search.best(search.places(), self.answers)
        best = [search.most(kept)]
        last = int(asked.bridges.max())
        for count in range(1, last + 1):
            kept = kept.chosen(np.nonzero(asked.bridges[kept.group] >= count)[0])
            grown = search.drawn(kept, None if count == 1 else self.drawings)
            best.append(np.maximum(best[0], search.most(grown)))
            if count < last:
                kept = search.best(grown, self.answers)
        return asked.means(best)


class _Questions(NamedTuple):
    """What to search turns for, a column each: the index of a state and of the outlook after the turn, the number."""

    states: Indices
    outlooks: Indices
    numbers: Indices


class _Ahead:
    """Positions that wait for a card, and the questions about them: one for each number that may come."""

    def __init__(self, after: Sequence[Waiting]) -> None:
        hands: dict[tuple[Card, ...], int] = {}
        hand_of = [hands.setdefault(each.unseen, len(hands)) for each in after]
        opens = [each.state.numbers.count(0) for each in after]
        self._hands = list(hands)
        self._numbers = [sorted({card.number for card in unseen}) for unseen in hands]
        self._hand_of = np.array(hand_of)
        sizes = np.array([len(numbers) for numbers in self._numbers])[self._hand_of]
        self._first = np.cumsum(sizes) - sizes  # of the questions about a position
        left = after[0].state.game.rounds - after[0].state.round - 1
        self.views: list[Outlook] = []
        seen: dict[tuple[int, int], int] = {}
        for hand, count in dict.fromkeys(zip(hand_of, opens, strict=True)):
            seen[hand, count] = len(self.views)
            self.views += _views(self._numbers[hand], left, self._hands[hand], count)
        views = np.array([seen[each] for each in zip(hand_of, opens, strict=True)])
        places = np.repeat(np.arange(len(after)), sizes)
        numbers = np.concatenate([self._numbers[hand] for hand in hand_of])
        self.questions = _Questions(places, (views - self._first)[places] + np.arange(len(places)), numbers)
        most = [
            [max(card.bridges for card in unseen if card.number == number) for number in numbers]
            for unseen, numbers in zip(self._hands, self._numbers, strict=True)
        ]
        self.bridges = np.concatenate([most[hand] for hand in hand_of])  # at most, on a card with that number

    def means(self, best: Sequence[Floats]) -> list[float]:
        """Return the average over the cards of each position; `best` has the answers with no bridge, with one, ..."""
        found = np.zeros(len(self._hand_of))
        for hand, (unseen, numbers) in enumerate(zip(self._hands, self._numbers, strict=True)):
            here = np.nonzero(self._hand_of == hand)[0]
            total = np.zeros(len(here))
            for card in unseen:
                total += best[card.bridges][self._first[here] + numbers.index(card.number)]
            found[here] = total / len(unseen)
        return [round(each, DIGITS) for each in found.tolist()]


def _views(numbers: Sequence[int], left: int, unseen: tuple[Card, ...], opens: int) -> list[Outlook]:
    """Return the outlooks after a card of each number; how many bridges it has makes little difference."""
    view = outlook(left, unseen, opens)
    return [
        Outlook(left, tuple(count - (of == number) for of, count in enumerate(view.unseen)), view.supply, opens)
        for number in numbers
    ]


class _Gains(NamedTuple):
    """What a bridge on each line (a row) adds to the turn that a turn was made from, and the column of that turn."""

    by_line: Floats
    columns: Indices


@dataclass(frozen=True, eq=False, slots=True)
class _Found:
    """Unfinished turns, one per column: which question it answers, where the number is, which lines are drawn."""

    positions: Positions
    group: Indices  # the question it answers
    on: Indices
    lines: Indices  # a row for each bridge
    codes: Indices  # equal for equal turns, in whatever order the bridges were drawn
    values: Floats
    gains: _Gains | None = None  # as estimated when the first bridge was drawn

    def chosen(self, columns: Indices) -> _Found:
        return _Found(
            Positions(self.positions.chart, self.positions.cells.take(columns, axis=1)),
            self.group[columns],
            self.on[columns],
            self.lines.take(columns, axis=1),
            self.codes[columns],
            self.values[columns],
            None if self.gains is None else _Gains(self.gains.by_line, self.gains.columns[columns]),
        )

    def ideas(self) -> Iterator[tuple[int, Idea]]:
        for group, value, on, lines in zip(
            self.group.tolist(), self.values.tolist(), self.on.tolist(), self.lines.T.tolist(), strict=True
        ):
            yield group, Idea(value, Turn(None if on == NOWHERE else on, tuple(sorted(lines))))


class _TurnSearch:
    """Search turns for many questions at once."""

    def __init__(
        self, states: Sequence[State], outlooks: Sequence[Outlook], asked: _Questions, weights: Weights
    ) -> None:
        self._base = Positions.of(states)
        self._asked = asked
        self._evaluation = Evaluation(states, outlooks, weights)
        self._line_codes = _line_codes(states[0].game.layout)
        self._by_code = np.argsort(self._line_codes)

    def places(self) -> _Found:
        """Return turns that write the number on each possible island, or nowhere."""
        states, _, numbers = self._asked
        questions = np.arange(len(states))
        asking, on = np.nonzero(self._base.writable(states, numbers).T)
        groups = np.concatenate([questions, asking])
        islands = np.concatenate([np.full(len(questions), NOWHERE), on])
        positions = self._base.written(states[groups], islands, numbers[groups])
        return _Found(
            positions,
            groups,
            islands,
            np.empty((0, len(islands)), dtype=np.int64),
            (groups << ISLAND_BITS) + islands,
            self._values(positions, groups),
        )

    def drawn(self, found: _Found, most: int | None = None) -> _Found:
        """Add one more bridge in every possible way, keeping the `most` most promising turns of each question.

        The turns are in the order of their codes, each of them once.
        """
        first = found.gains is None  # so that no two turns are the same: they can be made in the order of their codes
        if first:
            found = found.chosen(np.argsort(found.codes))
            lines, columns = np.nonzero(found.positions.drawable().take(self._by_code, axis=0))
            lines = self._by_code[lines]
        else:
            lines, columns = np.nonzero(found.positions.drawable())
        if most is not None and found.gains is not None:
            promise = found.values[columns] + found.gains.by_line[lines, found.gains.columns[columns]]
            chosen = _most_promising(found.group[columns], promise, most)
            lines, columns = lines[chosen], columns[chosen]
        codes = found.codes[columns] + self._line_codes[lines]
        if not first:
            codes, each = np.unique(codes, return_index=True)
            lines, columns = lines[each], columns[each]
        groups = found.group[columns]
        positions = found.positions.drawn(columns, lines)
        values = self._values(positions, groups)
        if found.gains is None:
            by_line = np.full((positions.chart.lines, found.positions.count), -np.inf)
            by_line[lines, columns] = values - found.values[columns]
            gains = _Gains(by_line, columns)
        else:
            gains = _Gains(found.gains.by_line, found.gains.columns[columns])
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
        highest = np.full(len(self._asked.states), -np.inf)
        np.maximum.at(highest, found.group, found.values)
        return highest

    def _values(self, positions: Positions, groups: Indices) -> Floats:
        return self._evaluation.values(positions, self._asked.states[groups], self._asked.outlooks[groups])


FIRST_SIGHT = Club(thought=1, name="first sight")  # the same player without looking ahead, in a fraction of the time


def _first_of_each(groups: Indices, worth: Floats, most: int) -> Indices:
    """Return the indices of the `most` best of each group, group by group, best first; `worth` has DIGITS digits."""
    order = _by_group(groups, _ranks(worth))
    return order[_firsts(groups[order], most)]


def _most_promising(groups: Indices, promise: Floats, most: int) -> Indices:
    """Return the same of each group in any order; sums of rounded numbers may differ beyond their last digit."""
    ranks = _ranks(promise)
    order = _by_group(groups, ranks)
    groups, ranks = groups[order], ranks[order]
    kept = _firsts(groups, most)
    torn = np.nonzero(kept[:-1] & ~kept[1:] & (groups[:-1] == groups[1:]) & (ranks[:-1] == ranks[1:]))[0]
    if len(torn):  # equal to that last digit, and only some are kept
        tied = np.nonzero(np.isin(groups, groups[torn]))[0]
        order[tied] = order[tied][np.lexsort((order[tied], -promise[order[tied]], groups[tied]))]
    return order[kept]


def _ranks(worth: Floats) -> Indices:
    """Return how many units of the last digit each is below the best."""
    units = np.rint(worth * 10**DIGITS)
    ranks: Indices = (units.max(initial=-np.inf) - units).astype(np.int64)
    return ranks


def _by_group(groups: Indices, ranks: Indices) -> Indices:
    """Return the order by group and rank; among equals, the first comes first."""
    bits = len(groups).bit_length()
    above = bits + int(ranks.max(initial=0)).bit_length()
    if above + int(groups.max(initial=0)).bit_length() > MOST_BITS:
        return np.lexsort((ranks, groups))
    keys = groups << above | ranks << bits | np.arange(len(groups))  # plain numbers are sorted much faster
    keys.sort()
    order: Indices = keys & (1 << bits) - 1
    return order


def _firsts(groups: Indices, most: int) -> Flags:
    """Return which are among the first `most` of their group, where groups stand together."""
    found = np.ones(len(groups), dtype=np.bool_)
    np.not_equal(groups[most:], groups[:-most], out=found[most:])
    return found


@lru_cache(maxsize=64)
def _line_codes(layout: Layout) -> Indices:
    """Return a large random number for each line, so that the sum over a few lines identifies them."""
    source = Stream("hashi club line codes")
    return np.array([source.below(LINE_CODES) << LINE_SHIFT for _ in layout.lines], dtype=np.int64)


def _error(source: Stream) -> float:
    """Return a roughly normal error with deviation 1: a sum of integer dice, so that all machines agree."""
    return (sum(source.below(2 * DICE_FACES + 1) for _ in range(DICE)) - DICE * DICE_FACES) / DICE_FACES
