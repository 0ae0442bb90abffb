"""Which turn keeps the most: the same as if everything were solved."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from hashi_solver.cards import Card
from hashi_solver.contest import Asked, Bound, Entrant, answer, leaders
from hashi_solver.rules import Game, advance, begin, legal_turns
from hashi_solver.solver import solve
from tests.boards import FLAGGED, MIXED, ROW, TRIO
from tests.tiny import best

BOARDS = (TRIO, FLAGGED, ROW, MIXED)


@pytest.mark.parametrize("seed", range(8))
def test_the_leaders_are_those_of_exhaustive_search(seed: int) -> None:
    chance = random.Random(seed)
    state = begin(Game(BOARDS[seed % len(BOARDS)], (1, 2), 3), 3, "A1")
    cards = [Card(chance.randint(1, 3), chance.randint(1, 2)) for _ in range(4)]
    card, unseen = cards[0], cards[1:]
    orders = [tuple(chance.sample(unseen, 2)) for _ in range(5)]
    turns = chance.sample(list(legal_turns(state, card)), 5)
    after = [advance(state, card, turn) for turn in turns]
    sums = [sum(best(each, order) for order in orders) for each in after]
    ranked = sorted(range(len(turns)), key=lambda one: -sums[one])
    most = [best(state, (card, *order)) for order in orders]
    for at_once in (1, 3):
        asked = 0

        def ask(questions: Sequence[Asked]) -> list[Bound]:
            nonlocal asked
            asked += len(questions)
            return [answer(question) for question in questions]

        entrants = [Entrant(each, [Bound(total, exact=False) for total in most]) for each in after]
        assert leaders(entrants, orders, 2, ask, at_once=at_once) == ranked[:2]
        for one in ranked[:2]:
            assert entrants[one].totals == tuple(best(after[one], order) for order in orders)
        assert 0 < asked <= 2 * len(turns) * len(orders)
        least = sums[ranked[0]]
        for more_than, found in ((least - 1, [one for one in ranked[:2] if sums[one] == least]), (least, [])):
            entrants = [Entrant(each, [Bound(total, exact=False) for total in most]) for each in after]
            assert leaders(entrants, orders, 2, ask, more_than=more_than) == found


def test_a_turn_that_is_preferred_is_the_one_found_where_it_costs_nothing() -> None:
    found = possible = 0
    for seed in range(40):
        chance = random.Random(seed)
        state = begin(Game(BOARDS[seed % len(BOARDS)], (1, 2), 3), 3, "A1")
        cards = tuple(Card(chance.randint(1, 3), chance.randint(1, 2)) for _ in range(3))
        turn = chance.choice(list(legal_turns(state, cards[0])))
        solution = solve(state, cards, prefer=turn)
        assert solution.score == best(state, cards)
        costs_nothing = best(advance(state, cards[0], turn), cards[1:]) == solution.score
        begins = (solution.turns[0].number_on, sorted(solution.turns[0].lines)) == (turn.number_on, sorted(turn.lines))
        assert costs_nothing or not begins
        possible += costs_nothing
        found += begins
    assert 10 < found <= possible
    assert found > 0.9 * possible
