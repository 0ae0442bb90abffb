"""The rules a second time, plain and slow, and a search through every play of a tiny game.

Nothing here looks at how the engine works: a board is names and pairs of names, read off the drawing again; a position
is what stands on the paper; a turn is judged rule by rule as the rules are written; the score is counted afterwards,
from the papers of all rounds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Bridge = frozenset[str]  # the two islands
Turn = tuple[str | None, tuple[Bridge, ...]]  # the island that gets the number, and the bridges
Broken = tuple[str, frozenset[str]]  # the rule, and the islands concerned


@dataclass(frozen=True)
class Sketch:
    """A board in names (R1a, R1b)."""

    flags: dict[str, str]
    places: dict[str, tuple[int, int]]
    lines: tuple[Bridge, ...]

    def cross(self, one: Bridge, other: Bridge) -> bool:
        """Whether two lines, as segments, have a point in common that is an end of neither."""
        (x1, y1), (x2, y2) = sorted(self.places[name] for name in one)
        (u1, v1), (u2, v2) = sorted(self.places[name] for name in other)
        if y1 == y2 and u1 == u2:
            return x1 < u1 < x2 and v1 < y1 < v2
        if x1 == x2 and v1 == v2:
            return u1 < x1 < u2 and y1 < v1 < y2
        return False


def sketch(grid: Sequence[str], no_line: Sequence[tuple[str, str]] = ()) -> Sketch:
    places = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[x] + str(y + 1): (x, y)
        for y, text in enumerate(grid)
        for x, cell in enumerate(text)
        if cell != "."
    }
    kinds = {"o": "", "r": "red", "b": "blue"}
    flags = {name: kinds[grid[y][x]] for name, (x, y) in places.items()}
    taken = {frozenset(pair) for pair in no_line}

    def joined(one: str, other: str) -> bool:
        (x1, y1), (x2, y2) = sorted((places[one], places[other]))
        if x1 != x2 and y1 != y2:
            return False
        between = [(x, y) for x in range(x1, x2 + 1) for y in range(y1, y2 + 1)][1:-1]
        return all(grid[y][x] == "." for x, y in between)

    lines = [frozenset(pair) for pair in itertools.combinations(places, 2) if joined(*pair)]
    return Sketch(flags, places, tuple(line for line in lines if line not in taken))


@dataclass(frozen=True)
class Paper:
    """What is on the paper: numbers, bridges, and islands that are void (R10)."""

    numbers: dict[str, int]
    bridges: dict[Bridge, int]
    void: frozenset[str] = frozenset()

    def leading_to(self, island: str) -> int:
        return sum(count for bridge, count in self.bridges.items() if island in bridge)

    def is_finished(self, island: str) -> bool:
        return island in self.numbers and self.numbers[island] == self.leading_to(island) and island not in self.void

    def finished(self) -> set[str]:
        return {island for island in self.numbers if self.is_finished(island)}

    def key(self) -> tuple[frozenset[tuple[str, int]], frozenset[tuple[Bridge, int]]]:
        return frozenset(self.numbers.items()), frozenset(self.bridges.items())

    def with_number(self, number: int, island: str) -> Paper:
        return Paper({**self.numbers, island: number}, self.bridges, self.void)

    def with_bridges(self, bridges: Sequence[Bridge]) -> Paper:
        drawn = dict(self.bridges)
        for bridge in bridges:
            drawn[bridge] = drawn.get(bridge, 0) + 1
        return Paper(self.numbers, drawn, self.void)


def broken(
    board: Sketch,
    paper: Paper,
    card: tuple[int, int],
    number: int | None,
    island: str | None,
    bridges: Sequence[tuple[str, str] | Bridge],
) -> set[Broken]:
    """Return every rule that this turn breaks, with its islands, straight from the definitions."""
    found: set[Broken] = set()
    wanted, exactly = card
    written = paper

    if island is not None and number is not None:
        concerned = frozenset((island,))
        if island not in board.flags or number != wanted or island in paper.numbers:
            found.add(("R4", concerned))
        if island in board.flags and island not in paper.numbers:
            already = paper.leading_to(island)
            if board.flags[island] and already == 0:
                found.add(("R4a", concerned))
            if number < already:
                found.add(("R4b", concerned))
            written = paper.with_number(number, island)

    ends = [frozenset(bridge) for bridge in bridges]
    if len(ends) not in (0, exactly):
        too_many = ends[exactly:]
        found.add(("R5", frozenset().union(*(too_many or ends))))
    drawn: list[Bridge] = []
    for bridge in ends:
        if bridge not in board.lines:
            found.add(("R5a", bridge))
            continue
        if paper.bridges.get(bridge, 0) + drawn.count(bridge) + 1 > 2:
            found.add(("R5a", bridge))
        if not any(name in written.numbers for name in bridge):
            found.add(("R5b", bridge))
        there = {other for other, count in paper.bridges.items() if count} | set(drawn)
        if bridge not in drawn and any(board.cross(bridge, other) for other in there):
            found.add(("R5c", bridge))
        drawn.append(bridge)
    after = written.with_bridges(drawn)
    for name in frozenset().union(*drawn):
        if written.is_finished(name):
            found.add(("R6", frozenset((name,))))
        elif after.leading_to(name) > after.numbers.get(name, 6):
            found.add(("R5d", frozenset((name,))))
    return found


def turns(board: Sketch, paper: Paper, card: tuple[int, int]) -> Iterator[Turn]:
    """Every legal turn: tries each island for the number, and each multiset of lines (R3)."""
    number, bridges = card
    ways = [(), *itertools.combinations_with_replacement(board.lines, bridges)]
    for island in (None, *board.flags):
        what = None if island is None else number
        if not broken(board, paper, card, what, island, ()):
            for way in ways:
                if not broken(board, paper, card, what, island, way):
                    yield island, way


def after(paper: Paper, card: tuple[int, int], turn: Turn) -> Paper:
    island, bridges = turn
    written = paper if island is None else paper.with_number(card[0], island)
    return written.with_bridges(bridges)


def largest_group(board: Sketch, paper: Paper) -> int:
    """Return how many finished islands are joined to one another by bridges (R7c)."""
    finished, most = paper.finished(), 0
    for seed in finished:
        group = {seed}
        while True:
            more = {
                name
                for bridge, count in paper.bridges.items()
                if count and bridge & group and bridge <= finished
                for name in bridge
            }
            if more <= group:
                break
            group |= more
        most = max(most, len(group))
    return most


Standing = tuple[bool, bool, bool]  # whether red, blue and six are done


def standing(board: Sketch, paper: Paper, group: int = 6) -> Standing:
    finished = paper.finished()
    red = {name for name, flag in board.flags.items() if flag == "red"}
    blue = {name for name, flag in board.flags.items() if flag == "blue"}
    six = len(finished) >= group and largest_group(board, paper) >= group
    return bool(red) and red <= finished, bool(blue) and blue <= finished, six


def rounds_done(standings: Sequence[Standing]) -> tuple[int, ...]:
    """The rounds in which red, blue and six were done, 0 for never. What stands first is the start, round 0."""
    return tuple(next((when for when, now in enumerate(standings) if now[what]), 0) for what in range(3))


def score(board: Sketch, history: Sequence[Paper], piles: Sequence[int] = (7, 5, 5), group: int = 6) -> dict[str, int]:
    """The points of someone who plays alone (R7a to R7d, R8a)."""
    red, blue, six = rounds_done([standing(board, paper, group) for paper in history])
    last_of_first, last_of_second = piles[0], piles[0] + piles[1]
    return {
        "islands": 2 * len(history[-1].finished()),
        "red": 0 if red == 0 else 9 if red <= last_of_second else 5,
        "blue": 0 if blue == 0 else 7 if blue <= last_of_first else 3,
        "six": 0 if six == 0 else 8 if six <= last_of_second else 4,
    }


@dataclass(frozen=True)
class Outcome:
    """What a whole tiny game holds: the best total, and how many ways to play there are after each round."""

    best: int
    plays: tuple[int, ...]


def search(
    board: Sketch,
    cards: Sequence[tuple[int, int]],
    piles: Sequence[int],
    group: int,
    start: tuple[int, str] | None = None,
) -> Outcome:
    """Every play from this start, or from every start (R2a), round by round.

    Plays that leave the same paper with the same things done in the same rounds are followed only once, but counted.
    """
    starts = [(number, name) for number in (3, 4) for name, flag in board.flags.items() if not flag]
    begun = [Paper({island: number}, {}) for number, island in ([start] if start else starts)]
    # For each paper and what was done when: one history that leads there, and how many do.
    reached: dict[object, tuple[tuple[Paper, ...], int]] = {paper.key(): ((paper,), 1) for paper in begun}
    plays = [len(begun)]
    for card in cards:
        following: dict[object, tuple[tuple[Paper, ...], int]] = {}
        for history, count in reached.values():
            so_far = [standing(board, paper, group) for paper in history]
            for turn in turns(board, history[-1], card):
                paper = after(history[-1], card, turn)
                key = (paper.key(), rounds_done([*so_far, standing(board, paper, group)]))
                known, before = following.get(key, ((*history, paper), 0))
                following[key] = (known, before + count)
        reached = following
        plays.append(sum(count for _, count in reached.values()))
    best = max(sum(score(board, history, piles, group).values()) for history, _ in reached.values())
    return Outcome(best, tuple(plays))
