"""Records: liberal in reading, strict in writing, and errors that name line and column."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.documents.records import parse_any_record, parse_record_json, record_json
from hashi_solver.errors import InputError, UnreadableError
from hashi_solver.notation.codes import format_code
from hashi_solver.notation.records import format_record, parse_record, parse_turn
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import Play

TEXT = """Layout: side-a
Deck: 5/3 2/1 6/2
Start: 4@C3
1. 5@E1 C3-E3 E1=E3
2. - C3-E3
3. 2@A1 -
"""
RECORD = Record(
    layout="side-a",
    deck=(STANDARD_BOX[14], STANDARD_BOX[3], STANDARD_BOX[16]),
    start=WrittenStart(4, "C3"),
    plays=(
        Play(5, "E1", (("C3", "E3"), ("E1", "E3"), ("E1", "E3"))),
        Play(None, None, (("C3", "E3"),)),
        Play(2, "A1"),
    ),
)

island_names = st.builds(lambda letter, row: f"{letter}{row}", st.sampled_from("ABGZ"), st.integers(1, 99))
pairs = st.tuples(island_names, island_names).filter(lambda pair: pair[0] != pair[1])
plays = st.builds(
    lambda written, bridges: Play(written[0], written[1], tuple(bridges)),
    st.just((None, None)) | st.tuples(st.none() | st.integers(0, 99), island_names),
    st.lists(pairs, max_size=6),
)
players = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=60).filter(
    lambda name: "#" not in name
)
paths = st.text(st.characters(exclude_characters="\0"), min_size=1, max_size=60)
records = st.builds(
    Record,
    layout=st.none() | st.sampled_from(("side-a", "boards/my board.toml", 'No. #1 – Ö/"b".toml')) | paths,
    deck=st.none() | st.lists(st.sampled_from(STANDARD_BOX), max_size=20).map(tuple),
    start=st.none() | st.builds(WrittenStart, st.integers(0, 99), island_names),
    plays=st.lists(plays, max_size=20).map(tuple),
    player=st.none() | players,
    challenge=st.none() | st.integers(0, 10**20).map(format_code),
)


def every_number_is_known(record: Record) -> bool:
    """If there is a deck, every round that takes its number from a card has that card."""
    return record.deck is None or all(play.number is not None or play.island is None for play in record.plays)


def test_the_example_of_the_format_is_read_and_written() -> None:
    assert parse_record(TEXT) == RECORD
    assert format_record(RECORD) == TEXT


@given(records)
def test_text_round_trip(record: Record) -> None:
    assert parse_record(format_record(record)) == record.resolved()


def test_a_path_is_written_in_quotes_only_where_it_has_to_be() -> None:
    for path, written in {
        "boards/my board.toml": "boards/my board.toml",
        "Bretter – neu/Ö.toml": "Bretter – neu/Ö.toml",
        "#1/Ö.toml": '"#1/Ö.toml"',
        " b.toml": '" b.toml"',
        '"b".toml': r'"\"b\".toml"',
        "two\nlines.toml": r'"two\nlines.toml"',
        "\udcff.toml": r'"\udcff.toml"',
    }.items():
        assert format_record(Record(layout=path)) == f"Layout: {written}\n"
        assert parse_record(f"board: {written} # mine") == Record(layout=path)
    assert parse_record("Player: Anna–Maria").player == "Anna–Maria"
    assert parse_record("Played: open # or so").hidden is False
    assert parse_record('Player: "Anna" # the first').player == '"Anna"'
    for wrong in ('"b.toml', '"', '""', r'"\x"', '"b" c', '"b\t"'):
        with pytest.raises(InputError, match="as in JSON") as caught:
            parse_record(f"Layout: {wrong}")
        assert (caught.value.line, caught.value.column) == (1, 9)


@given(records.map(Record.resolved).filter(every_number_is_known))
def test_json_round_trip(record: Record) -> None:
    document = json.dumps(record_json(record))
    assert parse_record_json(document) == record
    assert parse_any_record(document, "x") == record


@pytest.mark.parametrize(
    "line",
    [
        "1. 5@E1 C3-E3 E1=E3",
        "1. 5@E1 C3-E3 E1-E3 E1-E3",
        "1. 5@e1 c3-e3 e1=e3",
        "1. 5 E1 C3-E3 E1=E3",
        "1. 5 @ E1, C3-E3, E1=E3",
        "1) 5@E1 C3-E3 E1=E3",
        "1: 5E1 C3-E3 E1=E3   # a good one",
        "1 5@E1 C3 - E3  E1 = E3",
        "  1.5@E1\tC3–E3;E1=E3  ",
        "1. 5@E1 c3e3 e1=e3",
        "1. 5e1 C3E3 E1E3 e1e3",
    ],
)
def test_liberal_reading_of_a_round(line: str) -> None:
    assert parse_record(line).plays == RECORD.plays[:1]


@pytest.mark.parametrize(
    ("written", "play"),
    [
        ("", Play()),
        ("-", Play()),
        ("- -", Play()),
        ("2@A1", Play(2, "A1")),
        ("2@A1 -", Play(2, "A1")),
        ("C3-E3", Play(None, None, (("C3", "E3"),))),
        ("- C3-E3", Play(None, None, (("C3", "E3"),))),
        ("— C3—E3", Play(None, None, (("C3", "E3"),))),
        ("pass", Play()),
        ("PASS pass", Play()),
        ("pass c3e3", Play(None, None, (("C3", "E3"),))),
        ("2@A1 pass", Play(2, "A1")),
        ("a1", Play(None, "A1")),
        ("a1 -", Play(None, "A1")),
        ("A1 pass", Play(None, "A1")),
        ("@A1 c3-e3", Play(None, "A1", (("C3", "E3"),))),
    ],
)
def test_passes_and_missing_actions(written: str, play: Play) -> None:
    assert parse_turn(written) == play


def test_the_number_is_that_of_the_card_where_only_the_island_is_written() -> None:
    sheet = "Layout: side-a\nDeck: 5/3 2/1 6/2\nStart: 4@C3\n1. e1 c3e3 e1=e3\n2. pass C3-E3\n3. A1 pass\n4. A3\n"
    record = parse_record(sheet)
    assert record.plays[0] == RECORD.plays[0]
    assert record.plays[1:] == (RECORD.plays[1], Play(6, "A1"), Play(None, "A3"))
    assert format_record(record).endswith("1. 5@E1 C3-E3 E1=E3\n2. - C3-E3\n3. 6@A1 -\n4. A3 -\n")
    without_cards = parse_record("1. E1 C3-E3\n")
    assert without_cards.plays == (Play(None, "E1", (("C3", "E3"),)),)
    assert format_record(without_cards) == "1. E1 C3-E3\n"
    document = record_json(without_cards)
    assert document["rounds"][0]["number"] is None
    assert parse_record_json(json.dumps(document)) == without_cards


def test_every_line_that_cannot_be_read_is_told_with_a_caret_below_the_place() -> None:
    text = "Dekc: 5/3 2/1\n  6/2\nStart: 4@C3\n1. 5@E1 C3+E3\n2. - C3-E3\n\tthree. 2@A1\n4. E1 E3\n2. -\n"
    with pytest.raises(UnreadableError) as caught:
        parse_any_record(text, "my-game.txt")
    found = caught.value
    assert [(error.line, error.column) for error in found.errors] == [(1, 1), (4, 9), (6, 2), (7, 7), (8, 1)]
    assert [str(error).split(": ")[0] for error in found.errors] == [
        f"my-game.txt:{place}" for place in ("1:1", "4:9", "6:2", "7:7", "8:1")
    ]
    assert found.errors[1].quote == ("1. 5@E1 C3+E3", "        ^")
    assert found.errors[2].quote == (" three. 2@A1", " ^")
    assert str(found).startswith("my-game.txt:1:1: unknown entry 'Dekc'")
    assert "4 more mistakes" in str(found)


def test_a_quote_shows_the_place_in_a_long_line_and_nothing_that_a_terminal_would_obey() -> None:
    with pytest.raises(UnreadableError) as caught:
        parse_record(f"Layout: a\n1. \x1b[2J 5@E1\n2. {'C3-E3 ' * 30}C3+E3 {'C3-E3 ' * 30}\n")
    first, second = caught.value.errors
    assert "\x1b" not in first.quote[0]
    line, caret = second.quote
    assert len(line) <= 100
    assert line[caret.index("^") :].startswith("C3+E3")


def test_all_rounds_of_a_document_that_cannot_be_read_are_told() -> None:
    document = {**record_json(RECORD), "rounds": [{"round": 0}, {"round": 2}, {"round": 3, "bridges": [["A1"]]}]}
    with pytest.raises(UnreadableError) as caught:
        parse_any_record(json.dumps(document), "x.json")
    assert [str(error).partition(" of rounds")[0] for error in caught.value.errors] == [
        "x.json: entry 1",
        "x.json: entry 3",
    ]


@pytest.mark.parametrize(
    "line", ["Code: 5DAAF-G0NBM-49NJX", "5daaf g0nbm 49njx", "HASHI:5DAAFG0NBM49NJX", "5DAAFG0NBM49NJX  # of the day"]
)
def test_a_code_is_recognised_however_it_is_written(line: str) -> None:
    assert parse_record(f"{line}\n1. A1 -\n") == Record(challenge="5DAAF-G0NBM-49NJX", plays=(Play(None, "A1"),))


def test_the_gaps_before_the_last_round_are_known() -> None:
    assert parse_record("2. A1\n5. -\n").unlisted == (1, 3, 4)
    assert parse_record("1. A1\n2. -\n").unlisted == ()
    document = {**record_json(RECORD), "rounds": [{"round": 3}]}
    assert parse_record_json(json.dumps(document)).unlisted == (1, 2)


def test_missing_rounds_are_passes_and_the_order_of_lines_does_not_matter() -> None:
    record = parse_record("4. 2@A1\n2. C3-E3\n")
    assert record.plays == (Play(), Play(None, None, (("C3", "E3"),)), Play(), Play(2, "A1"))


@pytest.mark.parametrize(
    "line", ["Challenge: 5DAAF-G0NBM-49NJX", "challenge:5daaf gonbm 49njx", "CHALLENGE : 5DAAF—G0NBM—49NJX  # mine"]
)
def test_a_challenge_stands_in_a_record_by_its_code(line: str) -> None:
    record = parse_record(f"{line}\n1. 2@A1 -\n")
    assert record == Record(challenge="5DAAF-G0NBM-49NJX", plays=(Play(2, "A1"),))
    assert format_record(record) == "Challenge: 5DAAF-G0NBM-49NJX\n1. 2@A1 -\n"
    assert record_json(record)["challenge"] == "5DAAF-G0NBM-49NJX"


def test_a_deck_may_go_on_in_the_next_line() -> None:
    assert parse_record("Deck: 5/3, 2/1\n  6/2\n1. -\n").deck == RECORD.deck


def test_headers_in_any_case_and_any_line_ending() -> None:
    record = parse_record("LAYOUT : side-a\nstart:4 c3\nplayer: Ána\n")
    assert (record.layout, record.start, record.player) == ("side-a", WrittenStart(4, "C3"), "Ána")


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("Dekc: 5/3\n", 1, 1, "did you mean Deck"),
        ("Layout: a\nLayout: b\n", 2, 1, "second Layout"),
        ("Layout:\n", 1, 8, "line is empty"),
        ("Chalenge: x\n", 1, 1, "did you mean Challenge"),
        ("Challenge:\n", 1, 11, "line is empty"),
        ("Challenge: 5DAAF-G0NBM\n", 1, 12, "a code has 15 characters"),
        ("Player: A\nChallenge: 5DAAF-G0NBM-49NXJ\n", 2, 12, "this code is mistyped"),
        ("Deck: 5/3 2-1\n", 1, 11, "not a card"),
        ("Deck: 5/3 7/1\n", 1, 11, "numbers go from 1 to 6"),
        ("Deck: 5/3\n 5/4\n", 2, 2, "bridges from 1 to 3"),
        ("Start: C3\n", 1, 8, "not a start"),
        ("Start: 12345@C3\n", 1, 8, "too large"),
        ("5@E1 C3-E3\n", 1, 1, "begins with the number of its round"),
        ("# hi\n\n0. -\n", 3, 1, "no round 0"),
        ("100. -\n", 1, 1, "no round 100"),
        ("1. -\n1. -\n", 2, 1, "listed twice"),
        ("1. 5@E1 C3+E3\n", 1, 9, "cannot read 'C3+E3'"),
        ("1. 5@E1 C3-E3E4\n", 1, 14, "blank or a comma"),
        ("1. 5@E1 C3-C3\n", 1, 9, "itself"),
        ("1. 5@E1 5@E2\n", 1, 9, "second number"),
        ("1. C3-E3 5@E1\n", 1, 10, "before the bridges"),
        ("1. - 5@E1\n", 1, 6, "the number was passed"),
        ("1. 5@E1 - C3-E3\n", 1, 15, "the bridges were passed"),
        ("1. - - -\n", 1, 8, "one pass too many"),
        ("1. C3-E3 -\n", 1, 10, "one pass too many"),
        ("1. 5@E100\n", 1, 4, "cannot read"),
    ],
)
def test_errors_name_line_and_column(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_record(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "hashi-record/2"},
        {"deck": "5/3"},
        {"deck": ["5/9"]},
        {"start": 4},
        {"start": "C3"},
        {"player": ""},
        {"layout": ["side-a"]},
        {"rounds": {}},
        {"rounds": [None]},
        {"rounds": [{"round": 0}]},
        {"rounds": [{"round": True}]},
        {"rounds": [{"round": 1}, {"round": 1}]},
        {"rounds": [{"round": 4, "number_on": "E1"}]},
        {"rounds": [{"round": 1, "number_on": "E0"}]},
        {"rounds": [{"round": 1, "number": -1, "number_on": "E1"}]},
        {"rounds": [{"round": 1, "bridges": [["A1"]]}]},
        {"rounds": [{"round": 1, "bridges": [["A1", "A1"]]}]},
        {"rounds": [{"round": 1, "bridges": "A1-B1"}]},
    ],
)
def test_json_that_is_no_record(change: dict[str, Any]) -> None:
    document = {**record_json(RECORD), **change}
    with pytest.raises(InputError):
        parse_record_json(json.dumps(document))


def test_a_solution_is_read_as_a_record() -> None:
    document = {
        "format": "hashi-solution/1",
        "layout": "side-a",
        "deck": ["5/3", "2/1", "6/2"],
        "start": "4@C3",
        "rounds": [
            {"round": 1, "card": "5/3", "number_on": "E1", "bridges": [["C3", "E3"], ["E1", "E3"], ["E1", "E3"]]},
            {"round": 2, "card": "2/1", "number_on": None, "bridges": [["C3", "E3"]]},
            {"round": 3, "number_on": "A1", "bridges": []},
        ],
    }
    record = parse_record_json(json.dumps(document))
    assert record.plays[:2] == RECORD.plays[:2]
    assert record.plays[2] == Play(6, "A1")


@given(st.text(max_size=300) | st.text("123. @-=,#:ABab/\nLayoutDeckSr", max_size=300))
def test_no_text_does_anything_but_parse_or_be_refused(text: str) -> None:
    with contextlib.suppress(InputError):
        record = parse_record(text)
        assert parse_record(format_record(record)).plays == record.plays
