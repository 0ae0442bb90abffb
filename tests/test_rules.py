"""R2 to R6 and R10, rule by rule: what is allowed, what is not, and the messages."""

from __future__ import annotations

import dataclasses
import re

import pytest

from hashi_solver.board import Layout
from hashi_solver.bonuses import BLUE, RED, SIX
from hashi_solver.cards import Card
from hashi_solver.errors import IllegalError, InputError, Violation
from hashi_solver.rules import (
    PASS,
    Game,
    Play,
    Start,
    State,
    Turn,
    advance_mistaken,
    apply,
    begin,
    begin_mistaken,
    empty,
    groups,
    judge,
    legal_bridges,
    legal_numbers,
    legal_starts,
    legal_turns,
    play_of,
    start_violations,
    turn_of,
    violations,
)
from tests.boards import (
    BLOCK,
    CROSS,
    FLAGGED,
    LATTICE,
    MIXED,
    PLUS,
    ROW,
    STANDARD,
    board,
    card,
    game_of,
    pairs,
    passed,
    played,
    turn,
)

Told = tuple[str, int, tuple[str, ...]]


def sensible(message: str, islands: tuple[str, ...]) -> bool:
    """One plain sentence, on one line, that names an island concerned if there is any."""
    one_line = message.isprintable() and message == message.strip() and 10 <= len(message) <= 120
    return one_line and not message.endswith(".") and (not islands or any(name in message for name in islands))


def told(found: tuple[Violation, ...]) -> list[Told]:
    """Return rule, round and islands of each violation, sorted by rule, and check every message."""
    for violation in found:
        general = violation.rule in ("R5", "R1d") or "starts with" in violation.message
        assert sensible(violation.message, () if general else violation.islands), violation
        assert violation.rule in str(violation)
        assert violation.message in str(violation)
    return sorted((violation.rule, violation.round, violation.islands) for violation in found)


def wrong(state: State, what: str, number_on: str | None = None, bridges: str = "") -> list[Told]:
    """Return the violations of a turn, none for a legal one; `apply` and `judge` must agree."""
    layout, this = state.game.layout, card(what)
    made = turn(layout, number_on, bridges)
    found = violations(state, this, made)
    assert judge(state, this, play_of(layout, this, made)) == (made, found)
    if found:
        with pytest.raises(IllegalError) as error:
            apply(state, this, made)
        assert error.value.violations == found
        assert error.value.exit_code == 1
        assert all(violation.message in str(error.value) for violation in found)
    else:
        assert apply(state, this, made).round == state.round + 1
    return told(found)


def wrong_play(state: State, what: str, number_on: str = "", bridges: str = "") -> list[Told]:
    """Return the same for a written turn: `5@C3`, and bridges between any two names."""
    number, _, island = number_on.partition("@")
    written = Play(int(number), island, pairs(bridges)) if island else Play(None, None, pairs(bridges))
    return told(judge(state, card(what), written)[1])


def names(layout: Layout, mask: int) -> set[str]:
    return {island.name for island in layout.islands if mask >> island.index & 1}


def finished(state: State) -> set[str]:
    return names(state.game.layout, state.finished)


# R2a: the start


def test_r2a_a_game_starts_with_a_3_or_a_4_on_any_island_without_a_flag() -> None:
    game = game_of(MIXED)
    plain = {"A1", "C2", "A4", "E4"}
    assert {(start.number, MIXED.islands[start.island].name) for start in legal_starts(game)} == {
        (number, name) for number in (3, 4) for name in plain
    }
    assert len(list(legal_starts(game))) == 8
    for number in (3, 4):
        for name in plain:
            state = begin(game, number, name)
            index = MIXED.index_of[name]
            assert state.start == Start(number, index)
            assert (state.round, state.finished, state.numbers[index], sum(state.numbers)) == (0, 0, number, number)
            assert start_violations(game, number, name) == ()


@pytest.mark.parametrize(
    ("number", "island", "count"),
    [(2, "A1", 1), (5, "A1", 1), (0, "A1", 1), (3, "C1", 1), (4, "E2", 1), (3, "B1", 1), (5, "C1", 2), (6, "Z9", 2)],
)
def test_r2a_nothing_else_starts_a_game(number: int, island: str, count: int) -> None:
    game = game_of(MIXED)
    found = start_violations(game, number, island)
    assert told(found) == [("R2a", 0, (island,))] * count
    with pytest.raises(IllegalError) as error:
        begin(game, number, island)
    assert error.value.violations == found
    assert "start" in str(found[0])


def test_r2a_no_card_is_turned_before_the_start_number_is_written() -> None:
    state = empty(game_of(ROW))
    assert told(violations(state, Card(1, 1), PASS)) == [("R2a", 1, ())]
    assert told(violations(state, Card(1, 1), turn(ROW, "A1"))) == [("R2a", 1, ())]
    assert list(legal_turns(state, Card(1, 1))) == []
    assert told(violations(begin(game_of(ROW), 3, "A1"), Card(1, 1), PASS)) == []


# R1d: as many rounds as cards


def test_r1d_the_last_card_is_played() -> None:
    assert wrong(passed(begin(game_of(ROW), 3, "A1"), 16), "1/1", "C1") == []
    assert wrong(passed(begin(game_of(ROW, 2), 3, "A1"), 1), "1/1", "C1") == []


def test_r1d_no_card_is_played_after_the_last() -> None:
    state = passed(begin(game_of(ROW), 3, "A1"), 17)
    assert state.over
    assert wrong(state, "1/1") == [("R1d", 18, ())]
    assert list(legal_turns(state, Card(1, 1))) == []
    short = passed(begin(game_of(ROW, 2), 3, "A1"), 2)
    assert wrong(short, "1/1", "A1") == [("R1d", 3, ()), ("R4", 3, ("A1",))]


# R3: two actions, each of them or neither


def test_r3_both_actions_or_one_or_none() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    for number_on, bridges in (("C1", "A1-C1 A1-A3"), ("C1", ""), (None, "A1=C1"), (None, "")):
        assert wrong(state, "5/2", number_on, bridges) == []
    after = apply(state, Card(5, 2), PASS)
    assert dataclasses.replace(after, round=0) == state


def test_r3_a_pass_is_always_of_the_whole_action() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    assert wrong(state, "5/3", "C1", "A1=C1") == [("R5", 1, ("A1", "C1"))]


def test_r3_the_number_comes_before_the_bridges() -> None:
    # Its own bridges of this round do not count for R4b: a 1 may be written, and only then are two too many.
    state = begin(game_of(BLOCK), 3, "A1")
    assert wrong(state, "1/2", "C1", "A1=C1") == [("R5d", 1, ("C1",))]
    assert wrong(state, "1/1", "C1", "A1-C1") == []


# R4: action a


def test_r4_the_number_of_the_card_goes_on_any_island_that_has_none() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    for name in ("C1", "E1", "A3", "C3", "E3"):
        assert wrong(state, "6/1", name) == []
        after = apply(state, Card(6, 1), turn(BLOCK, name))
        assert after.numbers[BLOCK.index_of[name]] == 6
    assert {BLOCK.islands[index].name for index in legal_numbers(state, Card(6, 1))} == {"C1", "E1", "A3", "C3", "E3"}


def test_r4_no_second_number_on_an_island() -> None:
    state = played(game_of(BLOCK), "3@A1", ("5/1", "C1", ""))
    assert wrong(state, "4/1", "A1") == [("R4", 2, ("A1",))]
    assert wrong(state, "5/1", "C1") == [("R4", 2, ("C1",))]
    assert "3" in violations(state, Card(4, 1), turn(BLOCK, "A1"))[0].message


def test_r4_no_other_number_than_that_of_the_card() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    assert wrong_play(state, "5/1", "5@C1") == []
    assert wrong_play(state, "5/1", "4@C1") == [("R4", 1, ("C1",))]
    message = judge(state, Card(5, 1), Play(4, "C1"))[1][0].message
    assert "4" in message
    assert "5/1" in message


def test_r4_no_number_where_there_is_no_island() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    assert wrong_play(state, "5/1", "5@B2") == [("R4", 1, ("B2",))]
    assert wrong_play(state, "5/1", "4@B2", "C1-E1") == [
        ("R4", 1, ("B2",)),
        ("R4", 1, ("B2",)),
        ("R5b", 1, ("C1", "E1")),
    ]


# R4a: flags


def test_r4a_a_flag_gets_a_number_once_a_bridge_leads_to_it() -> None:
    state = played(game_of(FLAGGED), "3@A1", ("6/2", None, "A1-C1 A1-A3"))
    assert wrong(state, "2/1", "C1") == []
    assert wrong(state, "2/1", "A3") == []
    assert {FLAGGED.islands[index].name for index in legal_numbers(state, Card(2, 1))} == {"C1", "A3", "C3"}


def test_r4a_no_number_on_a_flag_without_a_bridge() -> None:
    state = played(game_of(FLAGGED), "3@A1", ("6/1", None, "A1-C1"))
    assert wrong(state, "2/1", "A3") == [("R4a", 2, ("A3",))]
    message = violations(state, Card(2, 1), turn(FLAGGED, "A3"))[0].message
    assert "blue" in message
    assert {FLAGGED.islands[index].name for index in legal_numbers(state, Card(2, 1))} == {"C1", "C3"}


def test_r4a_a_bridge_of_the_same_round_comes_too_late() -> None:
    state = begin(game_of(FLAGGED), 3, "A1")
    assert wrong(state, "2/1", "C1", "A1-C1") == [("R4a", 1, ("C1",))]
    assert "red" in violations(state, Card(2, 1), turn(FLAGGED, "C1"))[0].message
    assert wrong(apply(state, Card(2, 1), turn(FLAGGED, None, "A1-C1")), "2/1", "C1", "A1-C1") == []


# R4b: not smaller than the bridges that are there


def test_r4b_the_number_may_equal_the_bridges_or_be_larger() -> None:
    state = played(game_of(BLOCK), "4@A1", ("6/2", None, "A1=C1"))
    for number in (2, 3, 6):
        assert wrong(state, f"{number}/1", "C1") == []
        assert BLOCK.index_of["C1"] in legal_numbers(state, Card(number, 1))


def test_r4b_the_number_must_not_be_smaller_than_the_bridges() -> None:
    state = played(game_of(BLOCK), "4@A1", ("6/2", None, "A1=C1"))
    assert wrong(state, "1/1", "C1") == [("R4b", 2, ("C1",))]
    assert BLOCK.index_of["C1"] not in list(legal_numbers(state, Card(1, 1)))
    flag = played(game_of(FLAGGED), "4@A1", ("6/2", None, "A1=C1"))
    assert wrong(flag, "1/1", "C1") == [("R4b", 2, ("C1",))]


# R5: exactly as many as the card says


def test_r5_exactly_the_bridges_of_the_card_in_any_split() -> None:
    state = begin(game_of(PLUS), 4, "C3")
    for bridges in ("C3=C1 C3-C5", "A3-C3 C3-E3 C3-C5", "C3-C5 C3=E3"):
        assert wrong(state, "5/3", None, bridges) == []
        assert sum(apply(state, Card(5, 3), turn(PLUS, None, bridges)).bridges) == 3


def test_r5_not_fewer() -> None:
    state = begin(game_of(PLUS), 4, "C3")
    assert wrong(state, "5/3", None, "C3=C1") == [("R5", 1, ("C1", "C3"))]
    assert wrong(state, "5/3", None, "C3-C5") == [("R5", 1, ("C3", "C5"))]


def test_r5_not_more() -> None:
    state = begin(game_of(PLUS), 4, "C3")
    found = wrong(state, "5/1", None, "C3-C1 C3-C5")
    assert [(rule, when, set(where)) for rule, when, where in found] == [("R5", 1, {"C3", "C5"})]
    message = violations(state, Card(5, 1), turn(PLUS, None, "C3-C1 C3-C5"))[0].message
    assert "2 bridges" in message
    assert "5/1" in message


# R5a: along dotted lines, two at most


def test_r5a_one_or_two_on_a_line_at_once_or_in_turn() -> None:
    state = begin(game_of(ROW), 4, "C1")
    assert wrong(state, "6/2", None, "A1=C1") == []
    once = apply(state, Card(6, 1), turn(ROW, None, "A1-C1"))
    assert wrong(once, "6/1", None, "A1-C1") == []
    assert wrong(once, "6/3", None, "A1-C1 C1=E1") == []


def test_r5a_no_third_on_a_line() -> None:
    state = begin(game_of(ROW), 4, "C1")
    assert wrong(state, "6/3", None, "A1=C1 A1-C1") == [("R5a", 1, ("A1", "C1"))]
    twice = apply(state, Card(6, 2), turn(ROW, None, "A1=C1"))
    assert wrong(twice, "6/1", None, "C1-A1") == [("R5a", 2, ("A1", "C1"))]
    once = apply(state, Card(6, 1), turn(ROW, None, "A1-C1"))
    assert wrong(once, "6/2", None, "A1=C1") == [("R5a", 2, ("A1", "C1"))]


@pytest.mark.parametrize(
    ("bridge", "why"),
    [
        ("A1-E1", "over an island"),
        ("A1-C3", "aslant"),
        ("A1-A1", "to itself"),
        ("A1-B2", "to the sea"),
        ("Z9-Y9", "beyond the board"),
    ],
)
def test_r5a_only_between_neighbours(bridge: str, why: str) -> None:
    state = begin(game_of(BLOCK), 4, "A1")
    assert wrong_play(state, "6/1", "", bridge) == [("R5a", 1, tuple(bridge.split("-")))], why


def test_r5a_not_where_the_layout_takes_a_line_away() -> None:
    state = begin(game_of(MIXED), 4, "A1")
    assert wrong_play(state, "6/1", "", "A1-C1") == [("R5a", 1, ("A1", "C1"))]
    assert wrong_play(state, "6/1", "", "A1-A4") == []


# R5b: a number at one end at least


def test_r5b_a_number_at_either_end_is_enough() -> None:
    state = begin(game_of(ROW), 3, "C1")
    assert wrong(state, "6/1", None, "A1-C1") == []
    assert wrong(state, "6/1", None, "C1-E1") == []


def test_r5b_the_number_of_this_round_counts() -> None:
    state = begin(game_of(ROW), 3, "A1")
    assert wrong(state, "6/1", "E1", "C1-E1") == []
    assert wrong(state, "6/1", "C1", "C1-E1") == []


def test_r5b_no_bridge_between_islands_without_a_number() -> None:
    state = begin(game_of(ROW), 3, "A1")
    assert wrong(state, "6/1", None, "C1-E1") == [("R5b", 1, ("C1", "E1"))]
    assert wrong(state, "6/2", None, "C1=E1") == [("R5b", 1, ("C1", "E1"))]
    # A bridge at one end does not count as a number.
    assert wrong(apply(state, Card(6, 1), turn(ROW, None, "A1-C1")), "6/1", None, "C1-E1") == [("R5b", 2, ("C1", "E1"))]


# R5c: no two bridges cross


def test_r5c_bridges_beside_and_upon_each_other_do_not_cross() -> None:
    state = played(game_of(CROSS), "3@B1", ("4/1", "A2", "B1-B3"))
    assert wrong(state, "6/1", None, "B1-B3") == []
    assert wrong(begin(game_of(MIXED), 4, "C2"), "6/2", None, "C1-C2 C2-E2") == []


def test_r5c_no_bridge_across_an_earlier_one() -> None:
    state = played(game_of(CROSS), "3@B1", ("4/1", "A2", "B1-B3"))
    assert wrong(state, "6/1", None, "A2-C2") == [("R5c", 2, ("A2", "C2"))]
    assert wrong(state, "6/2", None, "A2=C2") == [("R5c", 2, ("A2", "C2"))]
    assert "B1-B3" in violations(state, Card(6, 1), turn(CROSS, None, "A2-C2"))[0].message


def test_r5c_no_bridge_across_one_of_the_same_round() -> None:
    state = played(game_of(CROSS), "3@B1", ("4/1", "A2", ""))
    assert wrong(state, "6/2", None, "B1-B3 A2-C2") == [("R5c", 2, ("A2", "C2"))]
    assert wrong(state, "6/2", None, "A2-C2 B1-B3") == [("R5c", 2, ("B1", "B3"))]


def test_r5c_every_bridge_that_is_crossed_is_told() -> None:
    game = game_of(LATTICE)
    state = played(game, "3@A2", ("4/1", "B1", ""), ("4/1", "D1", ""), ("6/2", None, "B1-B3 D1-D3"))
    found = violations(state, Card(6, 1), turn(LATTICE, None, "A2-E2"))
    assert told(found) == [("R5c", 4, ("A2", "E2"))]
    assert "B1-B3" in found[0].message
    assert "D1-D3" in found[0].message


# R5d: not more than the number, or six without


def test_r5d_up_to_the_number() -> None:
    state = begin(game_of(PLUS), 3, "C3")
    assert wrong(state, "6/3", None, "C1=C3 C3-C5") == []
    assert wrong(state, "6/2", None, "C1=C3") == []


def test_r5d_not_beyond_the_number() -> None:
    state = played(game_of(PLUS), "3@C3", ("6/2", None, "C1=C3"))
    assert wrong(state, "6/2", None, "C3=C5") == [("R5d", 2, ("C3",))]
    message = violations(state, Card(6, 2), turn(PLUS, None, "C3=C5"))[0].message
    assert "4 bridges" in message
    assert "3" in message
    # At both ends of one bridge, each told by itself.
    both = played(game_of(ROW), "3@A1", ("1/1", "C1", ""))
    assert wrong(both, "1/2", None, "A1=C1") == [("R5d", 2, ("C1",))]


def six_at_the_centre() -> State:
    """Six bridges lead to C3 of PLUS, which has no number; its fourth line, to C5, is free."""
    return played(game_of(PLUS), "3@C1", ("3/2", "A3", "C1=C3"), ("3/2", "E3", "A3=C3"), ("3/2", "C5", "E3=C3"))


def test_r5d_up_to_six_without_a_number() -> None:
    state = six_at_the_centre()
    assert state.degrees[PLUS.index_of["C3"]] == 6
    assert wrong(state, "6/1") == []


def test_r5d_no_seventh_without_a_number() -> None:
    state = six_at_the_centre()
    assert wrong(state, "6/1", None, "C3-C5") == [("R5d", 4, ("C3",))]
    assert "6" in violations(state, Card(6, 1), turn(PLUS, None, "C3-C5"))[0].message
    assert list(legal_bridges(state, Card(6, 1))) == [()]


# R6: finished, and closed


def test_r6_finished_by_a_bridge() -> None:
    state = played(game_of(ROW), "3@C1", ("2/2", None, "A1=C1"))
    assert finished(state) == set()
    assert finished(apply(state, Card(6, 1), turn(ROW, None, "C1-E1"))) == {"C1"}


def test_r6_finished_by_the_number_that_the_bridges_make() -> None:
    state = played(game_of(ROW), "3@C1", ("6/2", None, "A1=C1"))
    assert finished(apply(state, Card(2, 1), turn(ROW, "A1"))) == {"A1"}
    assert finished(apply(state, Card(3, 1), turn(ROW, "A1"))) == set()


def test_r6_finished_by_number_and_bridge_of_one_round() -> None:
    state = begin(game_of(ROW), 3, "C1")
    assert finished(apply(state, Card(2, 2), turn(ROW, "A1", "A1=C1"))) == {"A1"}
    both = apply(state, Card(6, 1), turn(ROW, None, "C1-E1"))
    assert finished(apply(both, Card(2, 2), turn(ROW, "A1", "A1=C1"))) == {"A1", "C1"}


def test_r6_a_bridge_to_a_finished_island_breaks_it() -> None:
    state = played(game_of(ROW), "3@C1", ("2/2", "A1", "A1=C1"), ("6/1", None, "C1-E1"))
    assert finished(state) == {"A1", "C1"}
    assert wrong(state, "4/1", "E1", "C1-E1") == [("R6", 3, ("C1",))]
    assert wrong(state, "4/1", "E1") == []


def test_r6_an_island_finished_by_this_rounds_number_is_closed_to_this_rounds_bridges() -> None:
    state = played(game_of(BLOCK), "4@A1", ("6/2", None, "A1=C1"))
    assert wrong(state, "2/1", "C1", "C1-E1") == [("R6", 2, ("C1",))]
    assert wrong(state, "2/1", "C1", "A1-A3") == []
    assert wrong(six_at_the_centre(), "6/1", "C3", "C3-C5") == [("R6", 4, ("C3",))]


def test_r6_is_about_finished_islands_and_r5d_about_all_others() -> None:
    # One bridge short of its number, two more: that is too many (R5d), though the first of them finishes it.
    state = played(game_of(PLUS), "3@C3", ("6/2", None, "C1=C3"))
    assert wrong(state, "6/2", None, "C3-C5 C3-E3") == [("R5d", 2, ("C3",))]
    done = apply(state, Card(6, 1), turn(PLUS, None, "C3-C5"))
    assert wrong(done, "6/2", None, "C3-C5 C3-E3") == [("R6", 3, ("C3",))]


def test_r6_a_finished_island_stays_finished() -> None:
    state = played(game_of(ROW), "3@C1", ("2/2", "A1", "A1=C1"))
    before = finished(state)
    for step in (PASS, turn(ROW, "E1"), turn(ROW, None, "C1-E1")):
        state = apply(state, Card(6, 1), step)
        assert before <= finished(state)
    assert finished(state) == {"A1", "C1"}


# Several at once


def test_every_violation_of_a_turn_is_listed() -> None:
    state = played(game_of(CROSS), "3@B1", ("6/3", None, ""), ("1/2", "A2", "B1=B3"))
    play = Play(4, "B1", pairs("A2=C2 A2-C2 B1-B3 B1-C2"))
    found = told(judge(state, Card(5, 2), play)[1])
    assert found == [
        ("R4", 3, ("B1",)),
        ("R4", 3, ("B1",)),
        ("R5", 3, ("A2", "C2", "B1", "B3")),
        ("R5a", 3, ("A2", "C2")),
        ("R5a", 3, ("B1", "B3")),
        ("R5a", 3, ("B1", "C2")),
        ("R5c", 3, ("A2", "C2")),
        ("R5c", 3, ("B1", "B3")),
        ("R5d", 3, ("A2",)),
    ]


def test_every_violation_of_both_actions_is_listed_in_the_order_of_the_rules() -> None:
    state = begin(game_of(FLAGGED), 3, "A1")
    found = violations(state, Card(1, 2), turn(FLAGGED, "C1", "A1=C1 A3-C3"))
    assert [violation.rule for violation in found] == ["R4a", "R5", "R5b", "R5d"]
    assert [violation.islands for violation in found] == [("C1",), ("A3", "C3"), ("A3", "C3"), ("C1",)]


def test_a_message_tells_when() -> None:
    found = violations(begin(game_of(BLOCK), 3, "A1"), Card(4, 1), turn(BLOCK, "A1"))
    assert re.fullmatch(r"round 1: .*A1.* \(R4\)", str(found[0]))


# R7c, as far as the position goes: groups


def test_r7c_groups_are_finished_islands_joined_by_bridges() -> None:
    steps = (("1/1", "A1", "A1-C1"), ("1/1", "E1", "C1-E1"), ("1/1", "A3", ""), ("1/1", "C3", "A3-C3"))
    state = played(game_of(BLOCK, group=2), "3@C1", *steps[:2])
    assert finished(state) == {"A1", "E1"}
    assert [names(BLOCK, mask) for mask in groups(state)] in ([{"A1"}, {"E1"}], [{"E1"}, {"A1"}])
    assert state.done_in(SIX) == 0
    state = played(game_of(BLOCK, group=2), "3@C1", *steps)
    assert names(BLOCK, groups(state)[0]) == {"A3", "C3"}
    assert [mask.bit_count() for mask in groups(state)] == [2, 1, 1]
    assert state.done_in(SIX) == 4


def test_r7c_the_group_counts_from_the_round_that_joins_it() -> None:
    # A1 on one side, G1 and I1 on the other: the bridge that finishes C1 and E1 makes one group of five.
    state = played(
        game_of(board("o.o.o.o.o"), group=5),
        "3@C1",
        ("2/2", "A1", "A1=C1"),
        ("1/1", "I1", ""),
        ("2/1", "G1", "G1-I1"),
        ("2/1", "E1", "E1-G1"),
    )
    assert [mask.bit_count() for mask in groups(state)] == [2, 1]
    assert state.done_in(SIX) == 0
    state = apply(state, Card(6, 1), turn(state.game.layout, None, "C1-E1"))
    assert [mask.bit_count() for mask in groups(state)] == [5]
    assert state.done_in(SIX) == 5


# R10: what was done wrong stays, and its islands are void


def mistaken(state: State, what: str, number_on: str = "", bridges: str = "") -> State:
    number, _, island = number_on.partition("@")
    written = Play(int(number), island, pairs(bridges)) if island else Play(None, None, pairs(bridges))
    after, found = advance_mistaken(state, card(what), written)
    assert found == judge(state, card(what), written)[1]
    assert after.round == state.round + 1
    return after


def test_r10_a_legal_turn_voids_nothing() -> None:
    state = begin(game_of(ROW), 3, "C1")
    assert mistaken(state, "2/2", "2@A1", "A1=C1") == apply(state, Card(2, 2), turn(ROW, "A1", "A1=C1"))


def test_r10_an_illegal_number_stays_and_its_island_never_finishes() -> None:
    state = played(game_of(ROW), "3@C1", ("6/1", None, "A1-C1"))
    after = mistaken(state, "2/1", "1@A1")
    assert after.numbers[ROW.index_of["A1"]] == 1
    assert names(ROW, after.void) == {"A1"}
    assert finished(after) == set()
    other = mistaken(state, "1/1", "2@A1")
    other = mistaken(other, "6/1", "", "A1-C1")
    assert other.numbers[0] == other.degrees[0] == 2
    assert finished(other) == set()


def test_r10_a_second_number_leaves_the_first_and_voids_the_island() -> None:
    state = played(game_of(ROW), "3@C1", ("2/2", None, "A1=C1"))
    after = mistaken(state, "4/1", "4@C1", "C1-E1")
    assert after.numbers[ROW.index_of["C1"]] == 3 == after.degrees[ROW.index_of["C1"]]
    assert finished(after) == set()
    assert names(ROW, after.void) == {"C1"}


def test_r10_an_illegal_bridge_stays_and_both_its_islands_never_finish() -> None:
    state = played(game_of(CROSS), "3@B1", ("1/1", "A2", "B1-B3"))
    after = mistaken(state, "1/1", "1@C2", "A2-C2")
    assert sum(after.bridges) == 2
    assert names(CROSS, after.void) == {"A2", "C2"}
    assert finished(after) == set()
    after = mistaken(after, "1/1", "1@B3")
    assert finished(after) == {"B3"}


def test_r10_a_finished_island_that_gets_a_bridge_scores_no_more() -> None:
    state = played(game_of(ROW), "3@C1", ("2/2", "A1", "A1=C1"), ("6/1", None, "C1-E1"))
    after = mistaken(state, "6/1", "", "C1-E1")
    assert finished(after) == {"A1"}
    assert names(ROW, after.void) == {"C1"}


def test_r10_what_cannot_be_drawn_is_not_drawn() -> None:
    state = played(game_of(ROW), "4@C1", ("6/2", None, "A1=C1"))
    after = mistaken(state, "6/2", "", "A1-C1 A1-E1")
    assert after.bridges == state.bridges
    assert names(ROW, after.void) == {"A1", "C1", "E1"}
    after = mistaken(state, "6/1", "6@Q7")
    assert (after.numbers, after.void) == (state.numbers, 0)


def test_r10_a_bonus_that_was_done_stays_done() -> None:
    layout = board("o.r.o")
    state = played(game_of(layout, group=2), "3@A1", ("6/2", None, "A1=C1"), ("2/1", "C1", ""))
    assert (state.done_in(RED), finished(state)) == (2, {"C1"})
    after = mistaken(state, "6/1", "", "C1-E1")
    assert (after.done_in(RED), finished(after)) == (2, set())


def test_r10_a_void_flag_keeps_its_set_from_being_done() -> None:
    layout = board("o.r.o")
    state = mistaken(begin(game_of(layout), 3, "A1"), "2/2", "2@C1", "A1=C1")
    assert (state.done_in(RED), finished(state)) == (0, set())
    assert state.numbers[1] == state.degrees[1] == 2


def test_r10_a_void_island_joins_no_group() -> None:
    state = begin(game_of(ROW, group=2), 3, "C1")
    state = mistaken(state, "2/2", "1@A1", "A1=C1")
    state = mistaken(state, "1/1", "1@E1", "C1-E1")
    assert (finished(state), state.done_in(SIX)) == ({"C1", "E1"}, 2)
    state = mistaken(begin(game_of(ROW, group=2), 3, "C1"), "4/2", "4@C1", "A1=C1")
    state = mistaken(state, "1/1", "1@E1", "C1-E1")
    assert (finished(state), state.done_in(SIX)) == ({"E1"}, 0)


def test_r10_a_void_island_was_never_finished_so_one_too_many_there_is_r5d() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    state = mistaken(state, "2/2", "1@C1", "A1-C1 A1-A3")
    assert names(BLOCK, state.void) == {"C1"}
    assert state.degrees[BLOCK.index_of["C1"]] == 1
    assert wrong(state, "6/1", None, "C1-E1") == [("R5d", 2, ("C1",))]


def test_r10_no_bridge_is_legal_at_an_island_with_too_many_already() -> None:
    state = played(game_of(BLOCK), "4@A1", ("6/2", None, "A1=C1"))
    state = mistaken(state, "1/1", "1@C1")
    assert state.numbers[1] == 1 < state.degrees[1]
    assert wrong(state, "6/1", None, "C1-E1") == [("R5d", 3, ("C1",))]
    drawable = {BLOCK.lines[line].name for way in legal_bridges(state, Card(6, 1)) for line in way}
    assert drawable == {"A1-A3"}


def test_r10_an_illegal_start_stays_and_its_island_is_void() -> None:
    game = game_of(MIXED)
    state, found = begin_mistaken(game, 3, "A1")
    assert (state, found) == (begin(game, 3, "A1"), ())
    for number, island in ((5, "A1"), (3, "C1"), (2, "E2")):
        state, found = begin_mistaken(game, number, island)
        assert found == start_violations(game, number, island)
        assert found
        assert state.numbers[MIXED.index_of[island]] == number
        assert names(MIXED, state.void) == {island}
    state, found = begin_mistaken(game, 3, "B1")
    assert [violation.rule for violation in found] == ["R2a"]
    assert (sum(state.numbers), state.void) == (0, 0)
    assert told(violations(state, Card(1, 1), turn(MIXED, "A1"))) == []


# The game's own measures, and turns in names


def test_r8a_the_piles_say_how_many_rounds_there_are() -> None:
    game = Game(STANDARD)
    assert (game.rounds, *(game.deadline(bonus) for bonus in (BLUE, RED, SIX))) == (17, 7, 12, 12)
    short = Game(STANDARD, (2, 1, 1), 3)
    assert (short.rounds, *(short.deadline(bonus) for bonus in (BLUE, RED, SIX))) == (4, 2, 3, 3)


def test_the_full_pass_comes_first() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    assert next(legal_turns(state, Card(1, 1))) == PASS
    assert next(iter(legal_bridges(state, Card(1, 1)))) == ()


def test_turns_go_from_names_to_numbers_and_back() -> None:
    made = turn_of(BLOCK, "C3", [("C3", "A3"), ("C1", "C3")])
    play = play_of(BLOCK, Card(5, 2), made)
    assert play == Play(5, "C3", (("A3", "C3"), ("C1", "C3")))
    assert play_of(BLOCK, Card(5, 2), PASS) == Play()
    for bad in ("A1-E1", "A1-Q9"):
        with pytest.raises(InputError):
            turn_of(BLOCK, None, pairs(bad))
    with pytest.raises(InputError):
        turn_of(BLOCK, "Q9", ())


def test_a_position_does_not_change_and_can_be_kept() -> None:
    state = begin(game_of(BLOCK), 3, "A1")
    with pytest.raises(dataclasses.FrozenInstanceError):
        state.round = 5  # type: ignore[misc]
    again = begin(game_of(board(*BLOCK.grid)), 3, "A1")
    assert again == state
    assert hash(again) == hash(state)
    apply(state, Card(2, 2), turn(BLOCK, "C1", "A1=C1"))
    assert again == state


@pytest.mark.parametrize(
    "strange", [Turn(-1), Turn(99), Turn(None, (-1,)), Turn(None, (99,)), Turn(0, (0, 99)), Turn(None, (0, -1))]
)
def test_a_turn_that_names_no_island_or_line_is_refused(strange: Turn) -> None:
    state = begin(Game(ROW), 3, "A1")
    for ask in (apply, violations):
        with pytest.raises(InputError, match="on this board"):
            ask(state, Card(5, 2), strange)
