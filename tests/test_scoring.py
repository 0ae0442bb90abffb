"""R7 to R9: bonuses early and late, totals, tables of several players, the ladder."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from hashi_solver.board import Layout
from hashi_solver.bonuses import BLUE, RED, SIX
from hashi_solver.cards import Card
from hashi_solver.rules import PASS, Game, Play, State, advance_mistaken, apply, begin
from hashi_solver.scoring import (
    LADDER,
    Breakdown,
    breakdown,
    deadlines,
    table_breakdowns,
    title,
    winners,
)
from tests.boards import BLOCK, STANDARD, Step, board, card, pairs, passed, played, turn

RED_BOARD = board("o.r.b")
FOUR_RED = board("r.o.r", ".....", "r.o.r", ".....", "o.b..")
SIX_BOARD = board("o.o.o.o.o.o")
SEVEN = board("o.o.o.o.o.o.o")


def red_in(when: int, piles: tuple[int, ...] = (7, 5, 5)) -> State:
    """The one red flag of this board is finished in this round, and the game is played to its end."""
    game = Game(RED_BOARD, piles)
    state = passed(played(game, "4@A1", ("6/2", None, "A1=C1")), when - 1)
    return passed(apply(state, Card(2, 1), turn(RED_BOARD, "C1")), game.rounds)


def blue_in(when: int, piles: tuple[int, ...] = (7, 5, 5)) -> State:
    layout = board("o.b.r")
    game = Game(layout, piles)
    state = passed(played(game, "4@A1", ("6/2", None, "A1=C1")), when - 1)
    return passed(apply(state, Card(2, 1), turn(layout, "C1")), game.rounds)


FIVE_OF_SIX: tuple[Step, ...] = (
    ("2/2", "A1", "A1=C1"),
    ("3/2", "E1", "C1=E1"),
    ("2/1", "G1", "E1-G1"),
    ("2/1", "I1", "G1-I1"),
    ("6/1", None, "I1-K1"),
)


def six_in(when: int, piles: tuple[int, ...] = (7, 5, 5)) -> State:
    game = Game(SIX_BOARD, piles)
    state = passed(played(game, "4@C1", *FIVE_OF_SIX), when - 1)
    return passed(apply(state, Card(1, 1), turn(SIX_BOARD, "K1")), game.rounds)


# R7a, R7b, R8a: the flags


@pytest.mark.parametrize(("when", "points"), [(2, 9), (7, 9), (8, 9), (11, 9), (12, 9), (13, 5), (16, 5), (17, 5)])
def test_r7a_red_is_9_until_the_end_of_round_12_and_5_after_that(when: int, points: int) -> None:
    state = red_in(when)
    assert state.done_in(RED) == when
    assert breakdown(state) == Breakdown(islands=2, red=points)
    assert breakdown(state).total == 2 + points


@pytest.mark.parametrize(("when", "points"), [(2, 7), (6, 7), (7, 7), (8, 3), (12, 3), (13, 3), (17, 3)])
def test_r7b_blue_is_7_until_the_end_of_round_7_and_3_after_that(when: int, points: int) -> None:
    state = blue_in(when)
    assert state.done_in(BLUE) == when
    assert breakdown(state) == Breakdown(islands=2, blue=points)


def test_r7a_all_red_flags_must_be_finished() -> None:
    game = Game(FOUR_RED)
    state = played(game, "4@C1", ("4/2", "C3", "A1-C1 C1-E1"), ("6/2", None, "A3-C3 C3-E3"), ("1/1", "A1", ""))
    state = apply(state, Card(1, 1), turn(FOUR_RED, "E1"))
    state = apply(state, Card(1, 1), turn(FOUR_RED, "A3"))
    assert (breakdown(state).islands, breakdown(state).red, state.done_in(RED)) == (6, 0, 0)
    state = apply(state, Card(1, 1), turn(FOUR_RED, "E3"))
    assert (breakdown(state).islands, breakdown(state).red, state.done_in(RED)) == (8, 9, 6)
    assert state.done_in(BLUE) == 0


def test_r7a_a_flag_must_be_finished_and_not_only_reached_or_numbered() -> None:
    state = passed(played(Game(RED_BOARD), "4@A1", ("6/2", None, "A1=C1"), ("3/1", "C1", "")), 17)
    assert breakdown(state) == Breakdown()


def test_r7a_r7b_a_board_without_flags_has_no_bonus_for_them() -> None:
    state = passed(played(Game(SIX_BOARD), "3@A1", ("2/2", "C1", "A1=C1")), 17)
    assert breakdown(state) == Breakdown(islands=2)


# R7c: six


@pytest.mark.parametrize(("when", "points"), [(6, 8), (7, 8), (8, 8), (12, 8), (13, 4), (17, 4)])
def test_r7c_six_is_8_until_the_end_of_round_12_and_4_after_that(when: int, points: int) -> None:
    state = six_in(when)
    assert state.done_in(SIX) == when
    assert breakdown(state) == Breakdown(islands=12, six=points)


def test_r7c_five_are_too_few() -> None:
    state = passed(played(Game(SIX_BOARD), "4@C1", *FIVE_OF_SIX), 17)
    assert breakdown(state) == Breakdown(islands=10)
    assert breakdown(passed(played(Game(SIX_BOARD, group=5), "4@C1", *FIVE_OF_SIX), 17)) == Breakdown(islands=10, six=8)


def test_r7c_more_than_six_are_no_more_than_six() -> None:
    game = Game(SEVEN)
    steps: list[Step] = [*FIVE_OF_SIX, ("2/1", "K1", "K1-M1"), ("1/1", "M1", "")]
    state = played(game, "4@C1", *steps)
    assert breakdown(state) == Breakdown(islands=14, six=8)
    assert state.done_in(SIX) == 6


def test_r7c_no_unfinished_island_in_between() -> None:
    # Six are finished and all seven joined, but G1 in the middle is not finished: two groups of three.
    steps: list[Step] = [
        ("2/2", "A1", "A1=C1"),
        ("3/2", "E1", "C1=E1"),
        ("4/1", "G1", "E1-G1"),
        ("3/1", "I1", "G1-I1"),
        ("4/2", "K1", "I1=K1"),
        ("2/2", "M1", "K1=M1"),
    ]
    state = passed(played(Game(SEVEN), "4@C1", *steps), 17)
    assert breakdown(state) == Breakdown(islands=12)


def test_r7c_finished_islands_that_no_bridge_joins_are_no_group() -> None:
    layout = board("o.o.o.o", ".......", "o.o.o.o")
    steps: list[Step] = [
        ("3/3", "A3", "A1=A3 A1-C1"),
        ("3/3", "C1", "A3-C3 C1=C3"),
        ("3/1", "C3", ""),
        ("2/2", "E1", "E1=E3"),
        ("2/1", "E3", ""),
    ]
    state = passed(played(Game(layout), "3@A1", *steps), 17)
    assert breakdown(state) == Breakdown(islands=12)
    assert breakdown(passed(played(Game(layout, group=4), "3@A1", *steps), 17)) == Breakdown(islands=12, six=8)


# R7d


def test_r7d_two_points_for_each_finished_island() -> None:
    state = begin(Game(SIX_BOARD), 4, "C1")
    assert breakdown(state) == Breakdown()
    assert breakdown(state).total == 0
    counts = []
    for what, number_on, bridges in FIVE_OF_SIX:
        state = apply(state, card(what), turn(SIX_BOARD, number_on, bridges))
        counts.append(breakdown(state).islands)
    assert counts == [2, 4, 6, 8, 10]


def test_the_total_is_the_sum() -> None:
    assert Breakdown(32, 9, 7, 8).total == 56
    assert Breakdown().total == 0


def test_r10_void_islands_never_score_and_bonuses_that_were_done_stay() -> None:
    state = red_in(2, (7, 5, 6))
    after, found = advance_mistaken(state, Card(6, 1), Play(None, None, pairs("C1-E1")))
    assert found
    assert breakdown(state) == Breakdown(2, 9)
    assert breakdown(after) == Breakdown(0, 9)


# R8a in other piles and in games of fewer cards


def test_r8a_piles_of_other_sizes() -> None:
    assert [breakdown(red_in(when, (2, 3, 4))).red for when in (2, 5, 6, 9)] == [9, 9, 5, 5]
    assert [breakdown(blue_in(when, (2, 3, 4))).blue for when in (2, 3, 5, 9)] == [7, 3, 3, 3]
    assert [breakdown(six_in(when, (2, 5, 4))).six for when in (6, 7, 8, 11)] == [8, 8, 4, 4]


def test_r8a_what_is_done_when_the_cards_end_early_is_early() -> None:
    assert breakdown(red_in(9, (7, 2, 0))).red == breakdown(red_in(9, (7, 2))).red == 9
    assert breakdown(blue_in(3, (3,))).blue == 7
    assert breakdown(red_in(3, (3,))).red == 9
    assert breakdown(six_in(6, (6,))).six == 8


# R8b: several players


def standing(red: int = 0, blue: int = 0, six: int = 0, finished: int = 0) -> State:
    state = begin(Game(STANDARD), 3, "A1")
    return replace(state, round=17, finished=(1 << finished) - 1, done=(red, blue, six))


def test_r8b_whoever_does_it_first_is_early_and_all_others_are_late() -> None:
    table = [standing(red=15, blue=9, six=4), standing(red=3, blue=10), standing(red=4, six=16)]
    assert deadlines(table) == (3, 9, 4)
    assert table_breakdowns(table) == (
        Breakdown(red=5, blue=7, six=8),
        Breakdown(red=9, blue=3),
        Breakdown(red=5, six=4),
    )


def test_r8b_all_who_do_it_in_the_same_round_are_early() -> None:
    table = [standing(red=14, finished=4), standing(red=14, finished=5), standing(red=15, finished=6)]
    assert table_breakdowns(table) == (Breakdown(8, 9), Breakdown(10, 9), Breakdown(12, 5))


def test_r8b_early_is_not_a_matter_of_the_piles() -> None:
    assert table_breakdowns([standing(red=17, blue=17, six=17)]) == (Breakdown(red=9, blue=7, six=8),)
    first, second = table_breakdowns([standing(red=1, blue=1, six=1), standing(red=2, blue=2, six=2)])
    assert (first, second) == (Breakdown(red=9, blue=7, six=8), Breakdown(red=5, blue=3, six=4))


def test_r8b_what_nobody_does_is_worth_nothing() -> None:
    table = [standing(finished=3), standing(finished=2)]
    assert deadlines(table) == (0, 0, 0)
    assert table_breakdowns(table) == (Breakdown(6), Breakdown(4))
    assert table_breakdowns([]) == ()


def test_r8b_a_table_of_games_that_were_played() -> None:
    table = [red_in(13), red_in(14), red_in(13)]
    assert [points.red for points in table_breakdowns(table)] == [9, 5, 9]


# R8c


@pytest.mark.parametrize(
    ("totals", "expected"),
    [((40,), (0,)), ((40, 41), (1,)), ((41, 41), (0, 1)), ((40, 44, 43, 44), (1, 3)), ((0, 0, 0), (0, 1, 2))],
)
def test_r8c_the_highest_total_wins_and_equal_totals_share(totals: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert winners(totals) == expected


# R9: the ladder, typed here a second time

TITLES = {
    40: "Minion",
    42: "Dogsbody",
    44: "Bamboo binder",
    46: "Screw tightener",
    48: "Concrete pourer",
    50: "Project manager",
    51: "Master bridge builder",
    52: "Professional planner",
    54: "Statics expert",
    56: "Ace architect",
    58: "Construction genius",
    60: "Island god",
}
REACHABLE = (*range(51), 51, 52, 54, 56, 58, 60)


def test_r9_every_total_has_its_title() -> None:
    for total in REACHABLE:
        highest = next(highest for highest in TITLES if total <= highest)
        assert title(total) == TITLES[highest], total


def test_r9_twelve_titles() -> None:
    assert len(LADDER) == len(TITLES) == 12
    assert [rung.highest for rung in LADDER] == list(TITLES)
    assert [rung.lowest for rung in LADDER] == [0, 41, 43, 45, 47, 49, 51, 52, 54, 56, 58, 60]
    assert [rung.span for rung in LADDER[:2]] == ["≤40", "41–42"]
    assert [rung.span for rung in LADDER[5:]] == ["49–50", "51", "52", "54", "56", "58", "60"]


def test_r9_the_totals_above_50_are_exactly_six() -> None:
    """Walks everything that a finished game can look like: which islands, which flags, each bonus early and late."""
    layout: Layout = STANDARD
    plain = [island.index for island in layout.islands if not island.flag]
    assert (len(plain), len(layout.red), len(layout.blue)) == (11, 4, 3)
    begun = replace(begin(Game(layout), 3, "A1"), round=17)
    totals: dict[int, set[int]] = {}
    for others, reds, blues in itertools.product(range(12), range(5), range(4)):
        chosen = [*plain[:others], *layout.red[:reds], *layout.blue[:blues]]
        finished = sum(1 << index for index in chosen)
        when_red = (1, 12, 13, 17) if reds == 4 else (0,)
        when_blue = (1, 7, 8, 17) if blues == 3 else (0,)
        when_six = (0, 1, 12, 13, 17) if len(chosen) >= 6 else (0,)
        for red, blue, six in itertools.product(when_red, when_blue, when_six):
            state = replace(begun, finished=finished, done=(red, blue, six))
            totals.setdefault(breakdown(state).total, set()).add(len(chosen))
    assert {total for total in totals if total > 50} == {51, 52, 54, 56, 58, 60}
    assert totals[60] == {18}
    assert totals[58] == {17}
    assert totals[51] == {17}
    assert totals[56] == {16, 18}
    assert totals[54] == {15, 17}
    assert totals[52] == {14, 16, 18}
    assert all(title(total) != title(total - 1) for total in totals if total > 50)


def test_passes_alone_score_nothing() -> None:
    state = begin(Game(BLOCK), 3, "A1")
    for number in range(17):
        state = apply(state, Card(1 + number % 6, 1), PASS)
    assert breakdown(state) == Breakdown()
    assert title(breakdown(state).total) == "Minion"
