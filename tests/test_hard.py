"""The games that are slow to prove (bench/hard.txt), and the search that finds them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

from bench.hard import ALIKE, HARD, HEADER, KEPT, climb, hard_games, keep
from hashi_solver.model import ceiling


def test_the_file_is_as_it_would_be_written(tmp_path: Path) -> None:
    games = hard_games()
    assert 0 < len(games) <= KEPT
    keep(reversed(games), tmp_path / "hard.txt")
    assert (tmp_path / "hard.txt").read_text(encoding="ascii") == HARD.read_text(encoding="ascii")
    for game in games:
        state = game.state
        assert len(game.deck) == state.game.rounds == 17
        assert game.total is None or game.total <= ceiling(state, game.deck)


def test_a_climb_goes_up_and_is_the_same_again(tmp_path: Path) -> None:
    found = list(islice(climb("test", 300), 3))
    assert found == list(islice(climb("test", 300), 3))
    conflicts = [game.conflicts for game in found]
    assert conflicts == sorted(conflicts)
    keep(found, tmp_path / "hard.txt")
    assert {str(game) for game in hard_games(tmp_path / "hard.txt")} == {str(game) for game in found[:ALIKE]}
    assert (tmp_path / "hard.txt").read_text(encoding="ascii").startswith(HEADER)
