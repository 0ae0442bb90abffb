"""Tiny games, and every way to play them: the only independent proof of an optimum."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.rules import Game, State, Turn, advance, empty, legal_starts, legal_turns, with_start
from hashi_solver.scoring import breakdown


def best(state: State, cards: Sequence[Card]) -> int:
    """The highest total from here, found by playing everything."""
    if state.start is None:
        return max(best(with_start(state, start), cards) for start in legal_starts(state.game))
    cards = tuple(cards)

    @cache
    def highest(here: State) -> int:
        ahead = here.round - state.round
        if ahead == len(cards):
            return breakdown(here).total
        card = cards[ahead]
        return max(highest(after) for after in {advance(here, card, turn) for turn in legal_turns(here, card)})

    return highest(state)


def tiny_layout(chance: random.Random) -> Layout:
    """3 to 6 islands, flags anywhere, some lines missing, crossings where they fall."""
    while True:
        columns, rows = chance.choice(((2, 3), (3, 2), (3, 3), (4, 3), (3, 4), (4, 4), (1, 5), (5, 2)))
        count = chance.randint(3, 6)
        cells = [(column, row) for column in range(columns) for row in range(rows)]
        cross: set[tuple[int, int]] = set()
        if chance.random() < 0.3 and columns > 2 and rows > 2:
            cross = {(1, 0), (0, 1), (2, 1), (1, 2)}
            cells = [cell for cell in cells if cell not in cross and cell != (1, 1)]
        if not 0 <= count - len(cross) <= len(cells):
            continue
        taken = cross | set(chance.sample(cells, count - len(cross)))
        kinds = {cell: chance.choice("ooooorrbb" if chance.random() < 0.7 else "ooob") for cell in sorted(taken)}
        grid = tuple("".join(kinds.get((column, row), ".") for column in range(columns)) for row in range(rows))
        if not any("o" in text for text in grid):
            continue
        layout = Layout("tiny", "tiny", grid)
        if not layout.lines:
            continue
        if chance.random() < 0.3:
            line = chance.choice(layout.lines)
            layout = Layout("tiny", "tiny", grid, (tuple(line.name.split("-")),))  # type: ignore[arg-type]
        return layout


def tiny_piles(chance: random.Random, rounds: int) -> tuple[int, ...]:
    first = chance.randint(1, rounds)
    second = chance.randint(0, rounds - first)
    return tuple(pile for pile in (first, second, rounds - first - second) if pile)


def tiny_position(chance: random.Random) -> tuple[State, tuple[Card, ...]]:
    """A position in a tiny game and the cards to come: before the start, after it, or some random rounds later."""
    layout = tiny_layout(chance)
    size = len(layout.islands)
    rounds = chance.randint(3, 6 if size <= 4 else 5 if size == 5 else 4)
    cards = [Card(chance.randint(1, 6 if chance.random() < 0.3 else 3), chance.randint(1, 3)) for _ in range(rounds)]
    game = Game(layout, tiny_piles(chance, rounds), chance.randint(1, 4))
    state = empty(game)
    if chance.random() < 0.25 and rounds * size <= 16:
        return state, tuple(cards)
    state = with_start(state, chance.choice(list(legal_starts(game))))
    for card in cards[: chance.choice((0, 0, 0, 1, 2, rounds - 1, rounds))]:
        state = advance(state, card, chance.choice(list(legal_turns(state, card))))
    if chance.random() < 0.05:
        state = replace(state, void=state.void | 1, finished=state.finished & ~1)
    return state, tuple(cards[state.round :])


def random_play(chance: random.Random, state: State, cards: Sequence[Card]) -> tuple[list[Turn], State]:
    """Play at random, but mostly a number with all bridges of the card where that is legal."""
    turns = []
    for card in cards:
        legal = list(legal_turns(state, card))
        full = [turn for turn in legal if turn.lines and turn.number_on is not None]
        turns.append(chance.choice(full or legal) if chance.random() < 0.8 else chance.choice(legal))
        state = advance(state, card, turns[-1])
    return turns, state
