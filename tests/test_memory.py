"""A process that solves for hours, such as a server or the search for boards, does not grow."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashi_solver.cards import Card
from hashi_solver.library import layout_ids
from hashi_solver.model.game import KEPT
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import PASS, Game, State, apply, empty, legal_starts, with_start
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve

STATM = Path("/proc/self/statm")
SOLVES, FIRST = 2000, 500  # by then all caches are full


def positions(count: int) -> Iterator[tuple[State, tuple[Card, ...]]]:
    """The last rounds of games in which little was done, on more boards and in more rounds than are kept."""
    games = [Game(load_layout(name)) for name in layout_ids()]
    assert len(games) * 5 > KEPT
    for number in range(count):
        chance = Stream(f"memory {number}")
        cards = deck_from_seed(str(number)).cards
        here = games[number % len(games)]
        state = with_start(empty(here), chance.choice(list(legal_starts(here))))
        passed = 11 + number // len(games) % 5
        for card in cards[:passed]:
            state = apply(state, card, PASS)
        yield state, cards[passed:]


def megabytes() -> float:
    return int(STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.slow
@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells the memory of a process in this file")
def test_two_thousand_solves_do_not_let_the_process_grow() -> None:
    before = 0.0
    for number, (state, cards) in enumerate(positions(SOLVES), start=1):
        assert solve(state, cards).status == "optimal"
        if number == FIRST:
            before = megabytes()
    assert megabytes() < before + 10
