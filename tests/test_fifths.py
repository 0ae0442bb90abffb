"""Which fifth of its board's deals a deal is in: one to five stars."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from hashi_solver import fifths as module
from hashi_solver.board import Layout
from hashi_solver.fifths import fifths, predicted, stars
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from tests.own_boards import MILL, POND


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache, on disk and in the process."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(module, "predicted", predicted.__wrapped__)
    return tmp_path / "hashi" / "fifths"


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("name", layout_ids())
def test_the_fifths_of_the_boards_that_ship_are_measured(
    name: str, free: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "predicted", None)
    game = Game(load_layout(name))
    cuts = fifths(game, free=free)
    assert len(cuts) == 4
    assert all(lower < higher for lower, higher in pairwise(cuts))
    assert [stars(game, cut, free=free) for cut in cuts] == [1, 2, 3, 4]
    assert [stars(game, cut + 0.01, free=free) for cut in cuts] == [2, 3, 4, 5]
    assert (stars(game, 0, free=free), stars(game, 60, free=free)) == (1, 5)


def test_what_is_measured_is_measured_on_the_boards_as_they_are() -> None:
    known = {digest: entry["id"] for digest, entry in module._measured()["boards"].items()}
    assert known == {load_layout(name).digest: name for name in layout_ids()}


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("name", ["side-a", "maelstrom"])
def test_prediction_comes_near_to_what_was_measured(name: str, free: bool) -> None:
    game = Game(load_layout(name))
    for guess, cut in zip(predicted(game, free), fifths(game, free=free), strict=True):
        assert abs(guess - cut) < 2.5


def test_a_shipped_board_in_another_game_is_predicted() -> None:
    layout = load_layout("side-a")
    assert fifths(Game(layout, (5, 4)), free=False) != fifths(Game(layout), free=False)


def test_a_prediction_is_found_out_once_and_kept(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = fifths(Game(POND), free=False)
    (kept,) = cache.iterdir()
    assert tuple(json.loads(kept.read_text())) == first
    monkeypatch.setattr(module, "predicted_shortfall", None)
    assert fifths(Game(POND), free=False) == first
    assert fifths(Game(Layout("other", "Another name", POND.grid, POND.no_line)), free=False) == first


@pytest.mark.parametrize("content", ["", "[]", "[1.0, 2.0, 3.0]", '["1", 2.0, 3.0, 4.0]', "[4.0, 3.0, 2.0, 1.0]", "{"])
def test_a_kept_prediction_that_cannot_be_right_is_found_out_again(cache: Path, content: str) -> None:
    first = fifths(Game(POND), free=False)
    (kept,) = cache.iterdir()
    kept.write_text(content)
    assert fifths(Game(POND), free=False) == first
    assert tuple(json.loads(kept.read_text())) == first


def test_nothing_is_kept_where_nothing_can_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(module, "predicted_shortfall", lambda game, free: 10.0)
    spread = module._measured()["spread"]["fixed"]
    assert predicted.__wrapped__(Game(MILL), False) == tuple(round(10 + offset, 2) for offset in spread)


def test_without_a_home_what_is_predicted_is_not_kept(homeless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "predicted_shortfall", lambda game, free: 5.0)
    assert len(predicted.__wrapped__(Game(MILL), False)) == 4


def test_a_kept_prediction_that_is_nested_too_deeply_is_no_prediction(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("[" * 100_000)
    assert module._read(tmp_path / "x") is None
