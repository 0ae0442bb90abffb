"""The referee: replay, points before the first mistake, R10, and tables."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hashi_solver.board import Layout
from hashi_solver.bonuses import BLUE
from hashi_solver.cards import Card
from hashi_solver.errors import InputError
from hashi_solver.notation.records import parse_record
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, judge_record, judge_table
from hashi_solver.rules import Game

# A1 . B1 . C1 in a row, each with one below: six islands, seven lines, nothing crosses.
BOARD = Layout("six", "Six", ("o.o.r", ".....", "o.b.o"))
GAME = Game(BOARD, piles=(2, 1, 1), group=3)
CARDS = (Card(2, 1), Card(1, 2), Card(3, 1), Card(2, 3))


def judge(text: str, *, house: bool = False, game: Game = GAME, cards: tuple[Card, ...] = CARDS) -> Verdict:
    return judge_record(game, replace(parse_record(text), deck=cards), house=house)


def test_a_legal_record() -> None:
    verdict = judge("Start: 3@A1\n1. 2@C1 A1-C1\n2. 1@E1 A1-A3 C1-C3\n")
    assert [str(violation) for violation in verdict.violations] == [
        "round 2: E1 has a red flag but no bridge from an earlier round (R4a)"
    ]
    verdict = judge("Start: 3@A1\n1. 2@C1 A1-C1\n2. 1@A3 A1-A3 C1-E1\n")
    assert verdict.legal
    assert [one.finished for one in verdict.rounds] == [(), ("C1", "A3")]
    assert not verdict.complete
    assert verdict.breakdown.total == 4


def test_the_points_of_an_illegal_record_are_those_before_the_first_mistake() -> None:
    text = "Start: 3@A1\n1. 2@C1 A1-C1\n2. 1@A3 A1-A3 C1-E1\n3. 3@A3\n4. - E1-E5\n"
    verdict = judge(text)
    assert [(one.rule, one.round) for one in verdict.violations] == [("R4", 3), ("R5a", 4), ("R5", 4)]
    assert verdict.scored.round == 2
    assert verdict.breakdown.total == 4


def test_house_an_illegal_island_is_void_from_there_on_and_never_scores() -> None:
    text = "Start: 3@A1\n1. 2@C1 A1-C1\n2. 1@A3 A1-A3 C1-E1\n3. 3@A3\n4. - A1-A3 A1-C1 C1-E1\n"
    verdict = judge(text, house=True)
    assert verdict.void == ("A1", "C1", "A3")
    assert {one.rule for one in verdict.violations} == {"R4", "R5d", "R6"}
    assert verdict.breakdown.total == 0
    rest = judge("Start: 3@A1\n1. 2@C1 A1-C1\n2. 1@A3 A1-A3 C1-E1\n3. 3@A3\n", house=True)
    assert rest.void == ("A3",)
    assert rest.breakdown.total == 2


def test_house_a_bonus_that_was_done_before_stays_done() -> None:
    cards = (Card(1, 1), Card(2, 1), Card(1, 1), Card(1, 1))
    text = "Start: 3@A3\n1. - A3-C3\n2. - A3-A1\n3. 1@C3\n4. 1@A1 A3-C3\n"
    verdict = judge(text, house=True, cards=cards)
    assert {one.rule for one in verdict.violations} == {"R6"}
    assert verdict.scored.done_in(BLUE) == 3
    assert verdict.breakdown.blue == 3
    assert verdict.void == ("C3",)


def test_an_illegal_start_is_told_as_round_0_and_its_island_is_void_with_house() -> None:
    text = "Start: 5@A1\n1. 2@C1 A1-C1\n"
    verdict = judge(text)
    assert [(one.rule, one.round, one.islands) for one in verdict.violations] == [("R2a", 0, ("A1",))]
    assert verdict.breakdown.total == 0
    assert judge(text, house=True).void == ("A1",)
    nowhere = judge("Start: 3@B2\n1. 2@C1 A1-C1\n2. 1@A1\n", house=True)
    assert [one.rule for one in nowhere.violations] == ["R2a"]
    assert nowhere.breakdown.total == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1. -\n", "no Start line"),
        ("Start: 3@A1\n5. -\n", "ends after round 4"),
    ],
)
def test_what_cannot_be_refereed(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        judge(text)


def test_a_record_without_cards_or_with_too_few() -> None:
    record = parse_record("Start: 3@A1\n")
    with pytest.raises(InputError, match="no Deck line"):
        judge_record(GAME, record)
    with pytest.raises(InputError, match="3 cards, but the game 4 rounds"):
        judge_record(GAME, replace(record, deck=CARDS[:3]))


@pytest.mark.parametrize(
    ("rounds", "found"),
    [
        # The third bridge of a card of two: its two islands would be full, too.
        ("1. - A1-C1\n2. 1@C1 A1-A3 A1-C1 A1-A3", [("R5", 2, "3 bridges drawn")]),
        # One bridge between two islands that have enough of them.
        ("1. 2@A3 A1-A3\n2. 1@C1 A1-C1 A1-A3\n3. - A3-C3\n", [("R6", 3, "A3 is already finished")]),
        ("1. 2@A3 A1-A3\n2. - A1=A3", [("R5a", 2, "a third bridge between A1 and A3")]),
        # Two wrongs of one number.
        ("1. 3@E1", [("R4", 1, "E1 has a 3, but the card is 2/1; E1 has a red flag")]),
        # A number that is wrong, and bridges that are: two acts.
        ("1. 3@A3 C1-E1", [("R4", 1, "A3 has a 3"), ("R5b", 1, "neither C1 nor E1")]),
        # Too few are drawn, and one of them nowhere: both would have to be put right.
        ("1. -\n2. - C1-E5", [("R5a", 2, "no dotted line"), ("R5", 2, "1 bridge drawn")]),
    ],
)
def test_one_act_is_one_mistake(rounds: str, found: list[tuple[str, int, str]]) -> None:
    violations = judge(f"Start: 3@A1\n{rounds}\n").violations
    assert [(each.rule, each.round) for each in violations] == [(rule, number) for rule, number, _ in found]
    assert all(message in each.message for each, (_, _, message) in zip(violations, found, strict=True))


def test_a_bridge_too_many_between_two_full_islands_is_one_mistake_and_both_are_void() -> None:
    text = "Start: 3@A1\n1. - A1-C1\n2. 1@C1\n3. 3@A3 A1-C1\n"
    (violation,) = judge(text).violations
    assert (violation.rule, violation.islands) == ("R6", ("C1",))
    full = "Start: 3@A1\n1. - A1-C1\n2. 1@C1 A1=A3\n3. - A1-C1\n"
    (violation,) = judge(full).violations
    assert (violation.rule, violation.round, set(violation.islands)) == ("R6", 3, {"A1", "C1"})
    assert violation.message.count("is already finished") == 2
    assert judge(full, house=True).void == ("A1", "C1")


def test_an_unfinished_game_has_the_rounds_that_were_played_and_the_whole_deck() -> None:
    verdict = judge("Start: 3@A1\n1. 2@C1 A1-C1\n")
    assert (len(verdict.rounds), verdict.cards, verdict.complete) == (1, CARDS, False)
    assert judge("Start: 3@A1\n4. -\n").complete
    assert judge("Start: 3@A1\n").final == judge("Start: 3@A1\n").scored


def _table(*texts: str) -> tuple[list[Record], list[Verdict]]:
    records = [replace(parse_record(text), deck=TABLE_CARDS) for text in texts]
    return records, [judge_record(GAME, record) for record in records]


TABLE_CARDS = (Card(2, 1), Card(1, 2), Card(1, 1), Card(1, 3))
FIRST = "Player: Ann\nStart: 3@A1\n1. 2@C1 A1-C1\n2. - A1-A3 C1-C3\n3. 1@C3\n4. 1@A3\n"
LATER = "Start: 3@A1\n1. 2@C1 A1-C1\n2. - A1-A3 C1-C3\n3. 1@A3\n4. 1@C3\n"


def test_a_table_the_first_round_in_which_anyone_did_it_is_early_for_all_who_did_it_then() -> None:
    table = judge_table(GAME, *_table(FIRST, FIRST))
    assert table.legal
    assert table.early_in == (0, 3, 0)
    assert [seat.breakdown.blue for seat in table.seats] == [7, 7]
    assert [seat.winner for seat in table.seats] == [True, True]


def test_a_table_any_later_round_is_late_and_the_piles_do_not_matter() -> None:
    records, verdicts = _table(FIRST, LATER)
    table = judge_table(GAME, records, verdicts)
    assert [seat.breakdown.blue for seat in table.seats] == [7, 3]
    assert [(seat.player, seat.winner) for seat in table.seats] == [("Ann", True), ("Player 2", False)]
    alone = judge_table(GAME, *_table(LATER, "Start: 3@A1\n"))
    assert verdicts[1].breakdown.blue == 3
    assert [seat.breakdown.blue for seat in alone.seats] == [7, 0]


def test_start_numbers_come_from_the_neighbour_before() -> None:
    table = judge_table(GAME, *_table(FIRST, LATER, LATER))
    assert [seat.start_by for seat in table.seats] == [2, 0, 1]


def test_a_table_needs_two_to_four_records_of_one_deck() -> None:
    records, verdicts = _table(*[FIRST] * 5)
    with pytest.raises(InputError, match="2 to 4 players"):
        judge_table(GAME, records, verdicts)
    records, verdicts = _table(FIRST, LATER)
    records[1] = replace(records[1], deck=CARDS[::-1])
    with pytest.raises(InputError, match="another deck"):
        judge_table(GAME, records, verdicts)
