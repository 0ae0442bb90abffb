"""The engine and the plain search of `exhaustive` play tiny games to the end, every way there is, and agree."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.rules import Game, Start, State, advance, begin, legal_starts, legal_turns
from hashi_solver.scoring import breakdown
from tests.boards import BLOCK, CROSS, FLAGGED, LATTICE, MIXED, PLUS, ROW, TRIO, board, seeded_cards, seeded_layout
from tests.exhaustive import Outcome, search, sketch


class Tiny(NamedTuple):
    game: Game
    cards: tuple[Card, ...]
    start: Start | None


def engine_search(game: Game, cards: Sequence[Card], start: Start | None) -> Outcome:
    """The same as `exhaustive.search`, through the engine."""
    starts = [start] if start else list(legal_starts(game))
    reached = Counter({begin(game, number, game.layout.islands[island].name): 1 for number, island in starts})
    plays = [reached.total()]
    for card in cards:
        following: Counter[State] = Counter()
        for state, count in reached.items():
            for turn in legal_turns(state, card):
                following[advance(state, card, turn)] += count
        reached = following
        plays.append(reached.total())
    return Outcome(max(breakdown(state).total for state in reached), tuple(plays))


def plain_search(game: Game, cards: Sequence[Card], start: Start | None) -> Outcome:
    layout = game.layout
    begun = None if start is None else (start.number, layout.islands[start.island].name)
    return search(sketch(layout.grid, layout.no_line), cards, game.piles, game.group, begun)


def tiny(seed: int, islands: int, rounds: int, columns: int, rows: int, free_start: bool) -> Tiny:
    rng = random.Random(f"piles {seed}")
    layout = seeded_layout(seed, islands, columns, rows, crossing=seed % 3 == 0 and islands > 3)
    first = rng.randint(0, rounds - 1)
    second = rng.randint(0, rounds - 1 - first)
    game = Game(layout, (first, second, rounds - first - second), rng.choice((2, 3)))
    start = None if free_start else rng.choice(list(legal_starts(game)))
    return Tiny(game, seeded_cards(seed, rounds), start)


GAMES = [
    *(tiny(seed, 3, 5, 3, 2, free_start=True) for seed in range(120)),
    *(tiny(seed, 4, 4, 3, 3, free_start=True) for seed in range(120, 165)),
    *(tiny(seed, 5, 3, 3, 3, free_start=False) for seed in range(200, 245)),
    *(tiny(seed, 6, 2, 5, 4, free_start=False) for seed in range(300, 390)),
]


def seen_in(games: Sequence[Tiny]) -> Counter[str]:
    seen: Counter[str] = Counter()
    for game, _, _ in games:
        layout = game.layout
        seen["crossings"] += layout.crossings > 0
        seen["red"] += bool(layout.red)
        seen["blue"] += bool(layout.blue)
        seen["no_line"] += bool(layout.no_line)
        seen["not square"] += layout.columns != layout.rows
    return seen


def test_the_tiny_games_have_everything_in_them() -> None:
    assert len(GAMES) == 300
    seen = seen_in(GAMES)
    assert all(seen[what] >= 20 for what in ("crossings", "red", "blue", "no_line", "not square")), seen


@pytest.mark.parametrize("part", range(20))
def test_engine_and_plain_search_agree_on_every_play_and_on_the_best_total(part: int) -> None:
    for game, cards, start in GAMES[part::20]:
        expected = plain_search(game, cards, start)
        assert engine_search(game, cards, start) == expected, (game.layout.grid, cards, start)


def cards_of(text: str) -> tuple[Card, ...]:
    return tuple(Card(int(word[0]), int(word[2])) for word in text.split())


@pytest.mark.parametrize(
    ("layout", "start", "deck", "piles"),
    [
        (ROW, None, "2/2 4/1 1/3 5/2 2/1", (2, 1, 2)),
        (TRIO, None, "1/1 2/2 5/3 3/1 6/2", (1, 1, 3)),
        (CROSS, None, "2/2 1/3 4/1 2/1", (1, 2, 1)),
        (FLAGGED, None, "2/2 3/1 1/3 4/2", (2, 1, 1)),
        (PLUS, (4, "C3"), "2/3 1/1 2/2", (1, 1, 1)),
        (BLOCK, (3, "C1"), "2/2 1/3", (1, 1, 0)),
        (LATTICE, (3, "A2"), "2/2 1/3 2/1", (1, 1, 1)),
        (MIXED, None, "2/2 3/2 1/1", (1, 1, 1)),
    ],
)
def test_engine_and_plain_search_agree_on_boards_drawn_by_hand(
    layout: Layout, start: tuple[int, str] | None, deck: str, piles: tuple[int, ...]
) -> None:
    game = Game(layout, piles, 3)
    begun = None if start is None else Start(start[0], layout.index_of[start[1]])
    assert engine_search(game, cards_of(deck), begun) == plain_search(game, cards_of(deck), begun)


# A few that can be done in one's head, so that two equal mistakes would show.

PAIR = board("o.o")


@pytest.mark.parametrize(
    ("layout", "start", "deck", "best", "plays"),
    [
        # Two bridges are all that the line holds: a 3 stays open, a 2 on C1 closes. Turns: pass, 2, bridges, both.
        (PAIR, (3, "A1"), "2/2", 2, (1, 4)),
        # One bridge of three cannot be drawn: only pass and the number.
        (PAIR, (3, "A1"), "2/3", 0, (1, 2)),
        # 4 = 2 + 2 in the middle, a 2 at either end: all three finished, and joined.
        (ROW, (4, "C1"), "2/2 2/2", 6 + 8, (1, 12, 70)),
        # Two bridges lie on one line of the cross or on the other, which needs a number first; never one on each.
        (CROSS, (3, "B1"), "2/2", 2, (1, 10)),
    ],
)
def test_tiny_games_that_can_be_done_by_hand(
    layout: Layout, start: tuple[int, str], deck: str, best: int, plays: tuple[int, ...]
) -> None:
    game = Game(layout, (1, 1, 0), 3)
    begun = Start(start[0], layout.index_of[start[1]])
    assert engine_search(game, cards_of(deck), begun) == Outcome(best, plays)
    assert plain_search(game, cards_of(deck), begun) == Outcome(best, plays)
