"""Plays that are known, tried again under another order of the cards or after another turn.

A play ends with a board: numbers, bridges, bonuses. Often the same board can be had when the cards come in another
order. Which card is for what is then decided anew, card by card, and what is due first comes first. That misses some
ways, and what it finds counts only if the rules allow it: so it shows what can be had, never what cannot. A try takes a
twentieth of a millisecond, a search 3 to 40.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, combinations, islice
from typing import Any, assert_never

from hashi_solver.board import MOST_ON_A_LINE
from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.rules import State, Turn, advance, groups, violations
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND, breakdown

Turns = tuple[Turn, ...]

LOOKS, TRIES = 80, 20  # how many boards are looked at for one question, and how many of them are tried


@dataclass(frozen=True, slots=True)
class Board:
    """What a play led to. `made` has the islands that made each bonus, as a bit mask; 0 if it was not scored."""

    numbers: tuple[int, ...]
    bridges: tuple[int, ...]
    finished: int
    made: tuple[int, ...]
    paper: int  # all numbers and bridges, a bit each

    def fits(self, paper: int) -> bool:
        """Return whether everything that is on the paper is on this board as well."""
        return not paper & ~self.paper


def board_of(state: State, cards: Sequence[Card], turns: Sequence[Turn]) -> Board:
    """Return what a legal play leads to."""
    made = [0] * len(BONUSES)
    for card, turn in zip(cards, turns, strict=True):
        state = advance(state, card, turn)
        for bonus in BONUSES:
            if state.done_in(bonus) == state.round:
                made[bonus.place] = _made_by(state, bonus)
    return Board(state.numbers, state.bridges, state.finished, tuple(made), paper_of(state))


def _made_by(state: State, bonus: Bonus) -> int:
    """Return the islands that made a bonus in the round that scored it."""
    match bonus.kind:
        case "islands":
            return state.game.masks[bonus.place]
        case "group":
            return groups(state)[0]
        case _:
            assert_never(bonus.kind)


def paper_of(state: State) -> int:
    """Return the numbers and bridges of a position, a bit each."""
    bits, place = 0, 0
    for number in state.numbers:
        bits |= 1 << place + number - 1 if number else 0
        place += MOST_NUMBER
    for bridges in state.bridges:
        bits |= (1 << bridges) - 1 << place
        place += MOST_ON_A_LINE
    return bits


class KnownPlays:
    """What plays of one game have led to so far, under any order of its cards."""

    def __init__(self, boards: Iterable[Board] = ()) -> None:
        self._boards = dict.fromkeys(boards)
        self._goals: dict[tuple[Any, ...], _Goals] = {}  # by position

    def boards(self) -> tuple[Board, ...]:
        return tuple(self._boards)

    def learn(self, state: State, cards: Sequence[Card], turns: Sequence[Turn]) -> None:
        """Keep a legal play from this position."""
        self._boards.setdefault(board_of(state, cards, turns))

    def best(self, state: State, cards: Sequence[Card], *, least: int, at_most: int) -> tuple[int, Turns] | None:
        """Return how many points a known board brings here, if that is at least so much, and how.

        Boards worth more than `at_most` are not tried: so much is known to be out of reach, or is not asked for.
        """
        if state.void or state.start is None:
            return None
        position = state.round, state.numbers, state.bridges, state.done
        goals = self._goals.get(position)
        if goals is None:
            goals = self._goals[position] = _Goals(state)
        goals.add(islice(self._boards, goals.seen, None))
        there = _numbers_by_round(cards)
        looked_at = islice(goals.between(least, at_most), LOOKS)
        for goal in islice((goal for goal in looked_at if goal.allowed_by(there)), TRIES):
            turns = _arranged(goal, state, cards)
            total = None if turns is None else _total(state, cards, turns)
            if turns is not None and total is not None and total >= least:
                return total, turns
        return None


class _Goals:
    """The boards that fit a position, in every way that they can be had early, by what they are worth."""

    def __init__(self, state: State) -> None:
        self.state, self.paper = state, paper_of(state)
        self.seen = 0  # of the known boards
        self._by_points: dict[int, list[_Goal]] = {}
        deadlines = {bonus: state.game.deadline(bonus) for bonus in BONUSES}
        self._open = [bonus for bonus in BONUSES if not state.done_in(bonus)]
        self._in_time = [bonus for bonus in self._open if state.round < deadlines[bonus]]
        self._settled = sum(bonus.points(state.done_in(bonus), deadlines[bonus]) for bonus in BONUSES)

    def add(self, boards: Iterable[Board]) -> None:
        for board in boards:
            self.seen += 1
            if board.fits(self.paper):
                points = self._settled + POINTS_FOR_AN_ISLAND * board.finished.bit_count()
                points += sum(bonus.late for bonus in self._open if board.made[bonus.place])
                for early, more in _subsets(tuple(bonus.place for bonus in self._in_time if board.made[bonus.place])):
                    self._by_points.setdefault(points + more, []).append(_Goal(self.state, board, early))

    def between(self, least: int, at_most: int) -> Iterator[_Goal]:
        """Yield what is worth that much: the most first, and of that what was found last."""
        for points in sorted(self._by_points, reverse=True):
            if least <= points <= at_most:
                yield from reversed(self._by_points[points])


@cache
def _subsets(places: tuple[int, ...]) -> tuple[tuple[tuple[Bonus, ...], int], ...]:
    """Return all ways to choose among the bonuses in these places, and how many points more they are worth early."""
    bonuses = [BONUSES[place] for place in places]
    ways = chain.from_iterable(combinations(bonuses, size) for size in range(len(bonuses) + 1))
    return tuple((way, sum(bonus.early - bonus.late for bonus in way)) for way in ways)


def _numbers_by_round(cards: Sequence[Card]) -> list[list[int]]:
    """Return how many of the first N cards have each number."""
    found = [[0] * (MOST_NUMBER + 1)]
    for card in cards:
        found.append(found[-1].copy())
        found[-1][card.number] += 1
    return found


def _total(state: State, cards: Sequence[Card], turns: Turns) -> int | None:
    """Return the points of a play as the rules count them, None if they forbid it."""
    for card, turn in zip(cards, turns, strict=True):
        if violations(state, card, turn):
            return None
        state = advance(state, card, turn)
    return breakdown(state).total


class _Goal:
    """A board that is to be reached from a position that it fits, with some of its bonuses early."""

    def __init__(self, state: State, board: Board, early: Sequence[Bonus]) -> None:
        self.state, self.board, self.early = state, board, early

    @cached_property
    def by(self) -> dict[int, list[int]]:
        """Return the islands that must be finished by a round."""
        found: dict[int, list[int]] = {}
        for bonus in self.early:
            made = self.board.made[bonus.place]
            islands = [island for island in range(made.bit_length()) if made >> island & 1]
            found.setdefault(self.state.game.deadline(bonus), []).extend(islands)
        return found

    @cached_property
    def due(self) -> list[int]:
        """Return for each island by which round it must be finished."""
        found = [self.state.game.rounds] * len(self.board.numbers)
        for deadline, islands in self.by.items():
            for island in islands:
                found[island] = min(found[island], deadline)
        return found

    @cached_property
    def to_write(self) -> list[int]:
        both = zip(self.state.numbers, self.board.numbers, strict=True)
        return [island for island, (has, wanted) in enumerate(both) if wanted and not has]

    @cached_property
    def needs(self) -> list[tuple[int, int, int]]:
        """Return what the cards must bring: until how many of them are turned, a number, how many with that number."""
        found: list[tuple[int, int, int]] = []
        for until in {*self.by, self.state.game.rounds}:
            counts = Counter([self.board.numbers[island] for island in self.to_write if self.due[island] <= until])
            found += [(until - self.state.round, *each) for each in counts.items()]
        return found

    def allowed_by(self, there: Sequence[Sequence[int]]) -> bool:
        """Return whether the cards bring the numbers in time; `there` has them by round."""
        return all(there[until][number] >= count for until, number, count in self.needs)

    @cached_property
    def open(self) -> list[list[int]]:
        """Return the islands to be written, by number."""
        numbers = self.board.numbers
        return [[each for each in self.to_write if numbers[each] == number] for number in range(MOST_NUMBER + 1)]

    @cached_property
    def flagged(self) -> frozenset[int]:
        """Return the islands to be written that have a flag."""
        flagged = self.state.game.layout.flagged_mask
        return frozenset(island for island in self.to_write if flagged >> island & 1)

    @cached_property
    def bridges(self) -> dict[int, int]:
        """Return how many bridges are to be drawn on each line."""
        both = zip(self.state.bridges, self.board.bridges, strict=True)
        return {line: wanted - has for line, (has, wanted) in enumerate(both) if wanted > has}


def _arranged(goal: _Goal, state: State, cards: Sequence[Card]) -> Turns | None:
    """Return turns that lead to the board, if deciding card by card finds any."""
    work = _Arranging(goal, state, cards)
    turns = []
    for card in cards:
        turn = work.turn(card)
        if turn is None:
            return None
        turns.append(turn)
    return tuple(turns)


class _Arranging:
    """The way to a board: what is done so far, and what is left to do."""

    def __init__(self, goal: _Goal, state: State, cards: Sequence[Card]) -> None:
        self.goal, self.round = goal, state.round
        self.lines, self.lines_at = state.game.layout.lines, state.game.layout.lines_at
        self.wanted, self.due = goal.board.numbers, goal.due
        self.numbers, self.degrees = list(state.numbers), list(state.degrees)
        self.open = [islands.copy() for islands in goal.open]
        self.bridges, self.left = goal.bridges.copy(), sum(goal.bridges.values())
        self.cards = [0] * (MOST_NUMBER + 1)  # to come, by number
        self.sums = [1]  # which sums of bridges the cards from each round on can have, the last round first
        for card in reversed(cards):
            self.cards[card.number] += 1
            self.sums.append(self.sums[-1] | self.sums[-1] << card.bridges)
        # by which round the first bridge is due at an island with a flag (R4a)
        self.first_bridge = {
            island: max(
                (
                    now
                    for now, card in enumerate(cards, state.round + 1)
                    if card.number == self.wanted[island] and now <= self.due[island]
                ),
                default=0,
            )
            - 1
            for island in goal.flagged
            if not state.degrees[island]
        }

    def turn(self, card: Card) -> Turn | None:
        """Return what to do with the next card, None if the board cannot be had in this way."""
        goal = self.goal
        self.round += 1
        self.sums.pop()
        on = self._write(card.number)
        if on is None and len(self.open[card.number]) >= self.cards[card.number] > 0:
            return None
        self.cards[card.number] -= 1
        lines = self._draw(card.bridges)
        if not self.sums[-1] >> self.left & 1:
            return None
        for island in goal.by.get(self.round, ()):
            if not self.numbers[island] == self.wanted[island] == self.degrees[island]:
                return None
        return Turn(on, lines)

    def _write(self, number: int) -> int | None:
        """Write a number where it is due first; among those islands, where it lets the most bridges be drawn."""
        choices = [island for island in self.open[number] if self.degrees[island] or island not in self.goal.flagged]
        if not choices:
            return None
        island = choices[0] if len(choices) == 1 else min(choices, key=self._order_of_writing)
        self.open[number].remove(island)
        self.numbers[island] = number
        return island

    def _order_of_writing(self, island: int) -> tuple[int, int]:
        lines = self.lines_at[island]
        opened = sum(self.bridges.get(line, 0) for line in lines if not self._drawable(line))
        return self.due[island], -opened

    def _drawable(self, line: int) -> bool:
        return bool(self.numbers[self.lines[line].a] or self.numbers[self.lines[line].b])

    def _draw(self, count: int) -> tuple[int, ...]:
        """Draw the bridges that are due first; none if there are too few, or the rest would never come out even."""
        if count > self.left or not self.sums[-1] >> self.left - count & 1:
            return ()
        some = sorted((self._due(line), line) for line in self.bridges if self._drawable(line))
        lines = [line for _, line in some for _ in range(self.bridges[line])][:count]
        if len(lines) < count:
            return ()
        for line in lines:
            self.bridges[line] -= 1
            if not self.bridges[line]:
                del self.bridges[line]
            for island in (self.lines[line].a, self.lines[line].b):
                self.degrees[island] += 1
                self.first_bridge.pop(island, None)
        self.left -= count
        return tuple(lines)

    def _due(self, line: int) -> int:
        a, b, due = self.lines[line].a, self.lines[line].b, self.due
        return min(due[a], due[b], self.first_bridge.get(a, due[a]), self.first_bridge.get(b, due[b]))
