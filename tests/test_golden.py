"""Golden records: every board, every rule, and whole legal games, replayed line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashi_solver.documents.records import read_record
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import format_record, parse_record
from hashi_solver.record import Record
from hashi_solver.referee import judge_record
from hashi_solver.rules import Game
from tests.own_boards import OWN

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
RULES = ("R2a", "R4", "R4a", "R4b", "R5", "R5a", "R5b", "R5c", "R5d", "R6")
ILLEGAL = re.compile(r"# expect: (\S+) in round (\d+) at ([A-Z0-9 ]+); score (\d+); house (\d+)")
LEGAL = re.compile(r"# expect: legal; islands (\d+) red (\d) blue (\d) six (\d); (.+)")


def game_of(record: Record) -> Game:
    name = record.layout or ""
    return Game(OWN.get(name) or load_layout(name))


def test_every_board_has_a_golden_record_for_every_rule_and_legal_ones() -> None:
    names = {path.stem for path in GOLDEN}
    for layout in (*layout_ids(), *OWN):
        assert {f"{layout}-{rule}" for rule in RULES} <= names
        assert {f"{layout}-legal-{number}" for number in (1, 2, 3)} <= names


@pytest.mark.parametrize("path", [path for path in GOLDEN if "legal" not in path.stem], ids=lambda path: path.stem)
def test_an_illegal_golden_record_breaks_its_rule_and_no_other(path: Path) -> None:
    expected = ILLEGAL.match(path.read_text())
    assert expected is not None
    record = read_record(path)
    game = game_of(record)
    verdict = judge_record(game, record)
    assert [violation.rule for violation in verdict.violations] == [expected[1]]
    assert verdict.violations[0].round == int(expected[2])
    assert verdict.violations[0].islands == tuple(expected[3].split())
    assert verdict.breakdown.total == int(expected[4])
    assert judge_record(game, record, house=True).breakdown.total == int(expected[5])


@pytest.mark.parametrize("path", [path for path in GOLDEN if "legal" in path.stem], ids=lambda path: path.stem)
def test_a_legal_golden_record_scores_what_it_did(path: Path) -> None:
    expected = LEGAL.match(path.read_text())
    assert expected is not None
    record = read_record(path)
    verdict = judge_record(game_of(record), record)
    points = verdict.breakdown
    assert verdict.legal
    assert (points.islands, points.red, points.blue, points.six) == tuple(map(int, expected.groups()[:4]))
    assert verdict.title == expected[5]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_are_written_as_hashi_writes_them(path: Path) -> None:
    text = path.read_text()
    assert format_record(parse_record(text)) == text.partition("\n")[2]
