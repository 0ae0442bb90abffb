"""Par, medals and difficulty."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.board import Layout
from hashi_solver.difficulty import board_grade
from hashi_solver.errors import Unproven
from hashi_solver.fifths import stars
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import play
from hashi_solver.players.club import Club
from hashi_solver.rules import Game, empty, legal_starts, with_start
from hashi_solver.scoring import reachable_totals
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve
from hashi_solver.targets import SHARES, Targets, club_totals, odds, par_and_medals, targets
from tests.own_boards import POND

REACHABLE = reachable_totals(Game(POND))


def test_the_totals_that_can_be_had() -> None:
    assert {total for total in REACHABLE if total > 50} == {51, 52, 54, 56, 58, 60}
    assert {0, 2, 4} <= set(REACHABLE)
    assert 1 not in REACHABLE
    plain = Game(Layout("plain", "Plain", ("o.o", "...", "o.o")), (1,), 5)
    assert reachable_totals(plain) == (0, 2, 4, 6, 8)
    assert reachable_totals(Game(plain.layout, (1,), 4)) == (0, 2, 4, 6, 8, 12, 16)


@given(st.lists(st.sampled_from(REACHABLE), min_size=1, max_size=40), st.sampled_from(REACHABLE[10:]))
def test_par_and_medals_rise_below_the_optimum_and_can_be_had(totals: list[int], optimum: int) -> None:
    par, *medals = par_and_medals([min(total, optimum) for total in totals], optimum, REACHABLE)
    assert par <= medals[0]
    assert all(lower < higher for lower, higher in pairwise((*medals, optimum)))
    assert {par, *medals} <= set(REACHABLE)


def test_medals_are_what_half_a_quarter_and_a_tenth_of_the_games_reach() -> None:
    assert par_and_medals(range(20, 40), 60, range(61)) == (29, 30, 35, 38)


def test_where_many_games_end_alike_a_medal_stands_where_its_odds_are_nearest() -> None:
    totals = [40] * 10 + [46] * 20 + [48] * 4 + [52] * 2
    assert par_and_medals(totals, 58, REACHABLE) == (44, 46, 48, 52)


def test_par_leaves_room_for_three_medals_where_the_games_come_near_to_the_optimum() -> None:
    assert par_and_medals([58] * 30 + [60] * 6, 60, REACHABLE) == (54, 54, 56, 58)


@pytest.mark.parametrize(
    ("share", "told"),
    [(0.5, (1, 2)), (0.25, (1, 4)), (0.1, (1, 9)), (1 / 36, (1, 20)), (0, (1, 70)), (0.75, (3, 4)), (1, (9, 10))],
)
def test_how_often_a_medal_is_won_is_told_in_small_numbers(share: float, told: tuple[int, int]) -> None:
    assert odds(share) == told


@pytest.mark.parametrize("board", [POND, load_layout("maelstrom")], ids=lambda board: board.id)  # forgiving, and not
def test_the_targets_of_a_deal(board: Layout) -> None:
    name, game = board.id, Game(board)
    chance = Stream(f"targets of {name}")
    cards, start = deck_from_seed(f"targets of {name}").cards, chance.choice(list(legal_starts(game)))
    optimum = solve(with_start(empty(game), start), cards).score
    found = targets(game, cards, start, optimum)
    assert found.bronze < found.silver < found.gold < found.perfect == optimum
    assert {found.par, found.bronze, found.silver, found.gold} <= set(reachable_totals(game))
    assert found.par <= found.bronze
    assert found.difficulty == stars(game, found.shortfall, free=False)
    assert found.grade == round(board_grade(found.shortfall), 1)
    assert list(found.reached) == sorted(found.reached, reverse=True)
    assert len(found.odds) == len(SHARES)
    assert found == targets(game, cards, start, optimum)


def test_the_games_of_a_deal_differ_and_none_beats_the_optimum() -> None:
    game, cards = Game(POND), deck_from_seed("runs").cards
    start = next(legal_starts(game))
    totals = club_totals(game, cards, start, "runs", 8)
    assert len(set(totals)) > 1
    assert max(totals) <= solve(with_start(empty(game), start), cards).score
    assert totals == club_totals(game, cards, start, "runs", 8)
    stop = threading.Event()
    stop.set()
    with pytest.raises(Unproven):
        club_totals(game, cards, start, "runs", 8, stop=stop)


def test_the_best_medal_counts() -> None:
    aims = Targets(40, 38, 42, 46, 56, 3, 12.0)
    medals = [aims.medal(total) for total in (0, 37, 38, 41, 42, 45, 46, 55, 56)]
    assert medals == [None, None, "bronze", "bronze", "silver", "silver", "gold", "gold", "perfect"]


def test_without_a_start_every_run_begins_where_the_player_would() -> None:
    game, cards = Game(POND), deck_from_seed("runs").cards
    chosen = play(Club(), game, cards, "any").start
    assert club_totals(game, cards, None, "runs", 3) == club_totals(game, cards, chosen, "runs", 3)
