"""The boards that ship, whatever is drawn on them, and the records that are played on them."""

from __future__ import annotations

import json
import re
from itertools import combinations, pairwise

import pytest

from hashi_solver.challenge import decode
from hashi_solver.difficulty import JUDGE
from hashi_solver.documents.records import read_record
from hashi_solver.lab.analysis import analyse_all
from hashi_solver.lab.sample import Sample
from hashi_solver.library import DEFAULT_BOARD, layout_ids, layouts_folder
from hashi_solver.notation.layouts import examine_layout, load_playable_layout
from hashi_solver.processes import Pool
from hashi_solver.referee import judge_record
from hashi_solver.rules import Game
from tests.command import ROOT, hashi
from tools.examples import DORAS, daily, evening, examples

ATLAS = ROOT / "layouts" / "README.md"
EXAMPLES = ROOT / "docs" / "examples"
SIDE_A = Game(load_playable_layout("side-a"))


def example(name: str) -> str:
    return (EXAMPLES / f"{name}.txt").read_text()


def test_eight_boards_ship_two_of_which_are_the_sides() -> None:
    assert len(layout_ids()) == 8
    assert {"side-a", "side-b"} <= set(layout_ids())
    assert DEFAULT_BOARD == "side-a"
    listed = json.loads(hashi("layout", "list", "--json").out)["layouts"]
    names = {one["id"]: one["name"] for one in listed}
    assert tuple(names) == layout_ids()
    assert (names["side-a"], names["side-b"]) == ("Side A", "Side B")


@pytest.mark.parametrize("name", layout_ids())
def test_a_board_that_ships_has_no_findings_and_the_id_of_its_file(name: str) -> None:
    examined = examine_layout(name)
    assert examined.findings == ()
    assert examined.layout is not None
    assert examined.layout.id == name
    assert hashi("layout", "validate", layouts_folder() / f"{name}.toml").code == 0


def test_no_two_boards_that_ship_are_the_same_or_have_one_name() -> None:
    boards = [load_playable_layout(name) for name in layout_ids()]
    assert len({board.digest for board in boards}) == len({board.name for board in boards}) == len(boards)


@pytest.mark.parametrize("name", ["anna", "ben", "carla"])
def test_the_games_of_the_table_are_whole_and_legal(name: str) -> None:
    record = read_record(EXAMPLES / f"{name}.txt")
    assert (record.layout, record.player, len(record.plays)) == ("side-a", name.capitalize(), 17)
    assert judge_record(SIDE_A, record).legal


def test_the_mistakes_are_of_these_rules() -> None:
    found = judge_record(SIDE_A, read_record(EXAMPLES / "mistakes.txt")).violations
    assert tuple(violation.rule for violation in found) == DORAS


def test_the_challenge_that_was_played_is_one_of_side_a() -> None:
    record = read_record(EXAMPLES / "daily.txt")
    assert decode(record.challenge or "").layout == SIDE_A.layout


def test_the_quick_examples_are_what_make_examples_writes() -> None:
    assert evening(SIDE_A) == example("evening")
    assert daily(SIDE_A) == example("daily")


@pytest.mark.slow
def test_all_examples_are_what_make_examples_writes() -> None:
    made = dict(examples(SIDE_A))
    assert {path.stem for path in EXAMPLES.glob("*.txt")} == set(made)
    for name, text in made.items():
        assert text == example(name), name


@pytest.mark.slow
def test_difficulty_orders_the_boards_alike_on_fresh_decks() -> None:
    """In the order of the atlas: the harder the board, the less the club player reaches and the more it misses.

    By what it leaves behind, boards closer than half a grade may change places.
    """
    told = [(m[1], float(m[2])) for m in re.finditer(r"^\| .*\(#(.+?)\).* \| ([\d.]+) \(.*$", ATLAS.read_text(), re.M)]
    assert {name for name, _ in told} == set(layout_ids())
    games = [Game(load_playable_layout(name)) for name, _ in told]
    found = analyse_all(games, Sample(300, "fresh decks"), (JUDGE,), None, Pool())
    for easier, harder in pairwise(found):
        assert easier.players[JUDGE].mean.value > harder.players[JUDGE].mean.value
    grades = [one.difficulty.value for one in found if one.difficulty]
    for (easier_told, easier_fresh), (harder_told, harder_fresh) in combinations(
        zip([grade for _, grade in told], grades, strict=True), 2
    ):
        if harder_told - easier_told >= 0.5:
            assert easier_fresh < harder_fresh
