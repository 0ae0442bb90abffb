"""A board improved: small changes that keep what must be kept, towards a difficulty."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from hashi_solver.board import STANDARD_COUNTS, Layout
from hashi_solver.errors import InputError
from hashi_solver.generate import improve as improving
from hashi_solver.generate.beauty import beauty
from hashi_solver.generate.improve import Changes, Improved, changes, check_locked, improve
from hashi_solver.generate.sketch import Anchor, Sketch, redrawn, sketch_of
from hashi_solver.generate.tuning import TUNED
from hashi_solver.generate.wish import Range, Shape
from hashi_solver.notation.layouts import examine_layout, load_playable_layout
from hashi_solver.seeds import Stream
from tests.command import hashi, refused
from tests.own_boards import MILL, POND
from tests.test_generate import tuned

LOCKED = ("A1", "C1", "B2")
QUICK = tuned(
    trials={"halvings": (1, 2), "glances": (1, 2), "proof": (1, 2), "group": 2, "vain_groups": 3, "tolerance": 9.0},
    breeding={"changes_of_copy": 2, "glance_deals": 2, "look_deals": 2, "games": 2},
)


def made_quickly(board: Layout = POND, count: int = 2, workers: int = 1, locked: tuple[str, ...] = LOCKED) -> Improved:
    """A search that measures far too little, for what does not depend on how much is measured."""
    return improve(board, Range(1, 1.1), "quick", count, locked, workers=workers, tuning=QUICK)


@pytest.fixture(scope="module")
def quick() -> Improved:
    return made_quickly()


@pytest.mark.parametrize("name", ["side-a", "side-b", "windmill", "lagoon"])
def test_a_board_as_a_sketch_is_the_same_board(name: str) -> None:
    board = load_playable_layout(name)
    assert sketch_of(board).layout().digest == board.digest


def test_a_sketch_of_a_symmetric_board_keeps_its_symmetry() -> None:
    board = Layout("x", "X", ("o.r.o", ".....", "b.o.b"))
    assert sketch_of(board).symmetry == "mirror"
    assert sketch_of(Layout("x", "X", ("o...", "..o.", ".o..", "...o"))).symmetry == "turn"
    assert sketch_of(Layout("x", "X", ("o...", "..o.", "....", "...o"))).symmetry == "none"
    assert sketch_of(Layout("x", "X", ("o.r.o", ".....", "b.o.b"), (("A1", "C1"),))).symmetry == "none"
    assert sketch_of(board).layout().digest == board.digest


def test_what_is_made_differs_is_valid_and_keeps_what_is_locked(quick: Improved) -> None:
    assert len(quick.generated.boards) == 2
    for made in quick.generated.boards:
        board = made.layout
        assert board.digest != POND.digest
        assert (len(board.islands), len(board.red), len(board.blue)) == STANDARD_COUNTS
        assert not [one for one in board.findings() if one.level == "error"]
        assert len(board.findings()) <= len(POND.findings())
        assert beauty(board, TUNED.beauty).total >= quick.beauty - TUNED.improve.uglier
        for name in LOCKED:
            assert board.islands[board.index_of[name]].flag == POND.islands[POND.index_of[name]].flag
        assert board.id == f"old-pond-{board.digest[:6]}"
        told = quick.changes(made)
        assert told.moved or told.flags or told.lines_gone or told.lines_new
        assert len(told.moved) <= TUNED.improve.most_moved


def test_the_same_seed_makes_the_same_boards_with_any_number_of_workers(quick: Improved) -> None:
    assert made_quickly(workers=2) == quick


def test_copies_stay_near_the_board() -> None:
    cells = frozenset(place for orbit in sketch_of(MILL).orbits for place, _ in orbit)
    anchored = Anchor(cells, frozenset(), 2)
    sketch: Sketch = replace(sketch_of(MILL), anchor=anchored)
    tuning = tuned(drawing={"flaws_allowed": 9, "beautiful": 0.0})
    for number in range(12):
        sketch = redrawn(sketch, Shape(MILL.columns, MILL.rows), Stream(f"near {number}"), tuning)
        assert len(sketch.taken() - anchored.cells) <= 2


def test_a_board_that_is_as_hard_already_is_left_alone() -> None:
    found = improve(POND, Range(1, 5), "quick", 1, tuning=QUICK, workers=1)
    assert found.meets(Range(1, 5))
    assert found.generated.boards == ()
    with mock.patch.object(improving, "improve", return_value=found):
        ran = hashi("layout", "improve", "side-a", "--difficulty", "1..5", "--json")
    assert ran.code == 0
    assert "already has this difficulty" in ran.err


def test_what_was_changed_is_told() -> None:
    before = Layout("x", "X", ("o.o.r", ".....", "o...b"))
    after = Layout("x", "X", ("o..or", ".....", "b...o"))
    found = changes(before, after)
    gone = ("A1-C1", "C1-E1")
    assert found == Changes((("C1", "D1"),), (("A3", "blue"), ("E3", "")), gone, ("A1-D1", "D1-E1"))
    assert str(found) == "moved C1 to D1; flags: A3 blue, E3 none; 2 lines gone, 2 new"


def test_islands_that_cannot_be_locked() -> None:
    with pytest.raises(InputError, match="A2 cannot be locked: Old Pond has no island there"):
        check_locked(POND, ("A1", "A2"))
    with pytest.raises(InputError, match="every island is locked"):
        check_locked(POND, [island.name for island in POND.islands])
    assert "cannot be locked" in refused("layout", "improve", "side-a", "--difficulty", "3", "--lock", "A1;rm")


def test_the_command_writes_new_files_with_figures_and_changes(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text((Path(__file__).parent / "layouts" / "old-pond.toml").read_text())
    call = ("layout", "improve", board, "--difficulty", "1..1.1", "--lock", "a1, C1", "--workers", 1)
    with mock.patch.object(improving, "improve", partial(improve, tuning=QUICK)):
        ran = hashi(*call, "--out", tmp_path / "new")
        document = json.loads(hashi(*call, "--json").out)
    assert ran.code == 0
    (path,) = (tmp_path / "new").iterdir()
    text = path.read_text()
    assert f"# Made by hashi layout improve {board} --difficulty 1..1.1 --lock A1,C1 --seed 1 --count 1\n" in text
    assert "# Changed from Old Pond: " in text
    assert examine_layout(str(path)).valid
    assert ran.out.splitlines()[0].startswith("Old Pond: difficulty ")
    assert ran.out.splitlines()[-1].startswith(f"{path.stem}: ")
    (entry,) = document["boards"]
    assert entry["layout"] == path.stem
    assert any(entry["changes"].values())
    assert document["origin"]["layout"] == "old-pond"
    assert {each.name for each in tmp_path.iterdir()} == {"mine.toml", "new"}
