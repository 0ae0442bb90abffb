"""Known plays tried again: legal, never worth more than the optimum, and found where it is easy."""

from __future__ import annotations

import random

import pytest

from hashi_solver.cards import Card
from hashi_solver.contest import best_among, known_play, optimum
from hashi_solver.errors import Unproven
from hashi_solver.known import Board, KnownPlays, board_of, paper_of
from hashi_solver.rules import PASS, Game, State, Turn, advance, apply, begin, legal_turns
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import improved, play_reaching, solve
from tests.boards import FLAGGED, MIXED, ROW, TRIO
from tests.own_boards import POND
from tests.tiny import best

BOARDS = (TRIO, FLAGGED, ROW, MIXED)
HIGH = 100
FIRST_PILE = 7


def tiny(seed: int, rounds: int = 3) -> tuple[State, tuple[Card, ...], random.Random]:
    chance = random.Random(seed)
    state = begin(Game(BOARDS[seed % len(BOARDS)], (1, rounds - 1), 3), 3, "A1")
    return state, tuple(Card(chance.randint(1, 3), chance.randint(1, 2)) for _ in range(rounds)), chance


def total_of(state: State, cards: tuple[Card, ...], turns: tuple[Turn, ...]) -> int:
    for card, turn in zip(cards, turns, strict=True):
        state = apply(state, card, turn)
    return breakdown(state).total


def test_what_is_known_is_played_by_the_rules_and_never_worth_more_than_the_optimum() -> None:
    asked = reached = 0
    for seed in range(24):
        state, cards, chance = tiny(seed)
        known = KnownPlays()
        for _ in range(3):
            order = tuple(chance.sample(cards, len(cards)))
            most = best(state, order)
            found = known.best(state, order, least=0, at_most=HIGH)
            if found is not None:
                assert found[0] == total_of(state, order, found[1]) <= most
                asked += 1
                reached += found[0] == most
            solution = solve(state, order)
            known.learn(state, order, solution.turns)
            assert not known.best(state, order, least=most + 1, at_most=HIGH)
            same = known.best(state, order, least=most, at_most=most)
            assert same is None or same[0] == most == total_of(state, order, same[1])
    assert asked > 24
    assert reached > 0.6 * asked


def test_a_best_play_of_a_full_game_is_had_again_in_the_order_that_it_was_made_for() -> None:
    first = next(island.name for island in POND.islands if not island.flag)
    early = late = 0
    for seed in range(4):
        state, cards = begin(Game(POND), 3, first), deck_from_seed(f"known {seed}").cards
        solution, known = solve(state, cards), KnownPlays()
        known.learn(state, cards, solution.turns)
        for place, (card, turn) in enumerate(zip(cards, solution.turns, strict=True)):
            assert known.boards()[0].fits(paper_of(state))
            found = known.best(state, cards[place:], least=solution.score, at_most=solution.score)
            if found is not None:
                assert total_of(state, cards[place:], found[1]) == found[0] == solution.score
            early += found is not None and place < FIRST_PILE
            late += found is not None and place >= FIRST_PILE
            state = advance(state, card, turn)
    assert early > 2 * FIRST_PILE
    assert late > 0.9 * 4 * (17 - FIRST_PILE)


def test_a_board_with_another_number_or_fewer_bridges_does_not_fit() -> None:
    state, cards, _ = tiny(0)
    turns = [turn for turn in legal_turns(state, cards[0]) if turn.number_on is not None and turn.lines]
    board = board_of(state, cards[:1], turns[:1])
    assert board == Board(*(getattr(board, name) for name in ("numbers", "bridges", "finished", "made", "paper")))
    for turn in legal_turns(state, cards[0]):
        after = advance(state, cards[0], turn)
        fits = all(has in {0, wanted} for has, wanted in zip(after.numbers, board.numbers, strict=True)) and all(
            has <= wanted for has, wanted in zip(after.bridges, board.bridges, strict=True)
        )
        assert board.fits(paper_of(after)) == fits


@pytest.mark.parametrize("seed", range(12))
def test_a_known_play_is_kept_unless_another_is_better(seed: int) -> None:
    state, cards, chance = tiny(seed)
    most = best(state, cards)
    turns = tuple(chance.sample(list(legal_turns(state, cards[0])), 4))
    after = {turn: best(advance(state, cards[0], turn), cards[1:]) for turn in turns}
    passing = (PASS,) * len(cards)
    for at_most in (None, most):
        total, found = improved(state, cards, passing, at_most=at_most)
        assert total == most == total_of(state, cards, found)
        assert improved(state, cards, found, at_most=at_most) == (most, found)
    total, found = improved(state, cards, (turns[0], *passing[1:]), among=turns, prefer=turns[0])
    assert total == max(after.values()) == total_of(state, cards, found)
    assert found[0] in turns
    assert (play_reaching(state, cards, most) is None, play_reaching(state, cards, most + 1)) == (False, None)
    known = KnownPlays()
    for turn in turns:
        total, chosen = best_among(turns, state, cards, turn, known)
        assert (total, after[chosen]) == (max(after.values()),) * 2
        assert optimum(advance(state, cards[0], turn), cards[1:], most, known) == after[turn]
        rest = advance(state, cards[0], turn)
        total, found = known_play(rest, cards[1:], after[turn], known)
        assert total == total_of(rest, cards[1:], found) <= after[turn]


def test_a_search_for_better_plays_that_is_stopped_says_so() -> None:
    class Stopped:
        def is_set(self) -> bool:
            return True

    state, cards, _ = tiny(1)
    with pytest.raises(Unproven):
        improved(state, cards, (PASS,) * len(cards), stop=Stopped())
