"""`hashi simulate` as people and programs meet it."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hashi_solver.bonuses import RED
from hashi_solver.errors import Unproven
from hashi_solver.players import PLAYERS
from hashi_solver.players.simulation import GAMES_AT_A_TIME, Simulation, simulate
from hashi_solver.rules import Game
from hashi_solver.scoring import Breakdown
from tests.boards import STANDARD
from tests.command import hashi

QUICK = ("simulate", "--layout", "side-a", "--player", "beginner", "--games", "30", "--workers", "1")


def test_the_document_is_what_the_contract_says() -> None:
    ran = hashi(*QUICK, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    keys = ["format", "layout", "player", "games", "mean", "ci95", "quantiles", "totals", "bonuses"]
    assert list(document) == keys
    assert document["format"] == "hashi-simulation/1"
    assert (document["layout"], document["player"], document["games"]) == ("side-a", "beginner", 30)
    assert sum(document["totals"].values()) == 30
    low, high = document["ci95"]
    assert low < document["mean"] < high
    assert document["quantiles"]["10"] <= document["quantiles"]["50"] <= document["quantiles"]["90"]
    for bonus in ("red", "blue", "six"):
        assert sum(document["bonuses"][bonus].values()) == pytest.approx(1, abs=1e-3)


def test_the_same_seed_gives_the_same_games_with_any_number_of_processes() -> None:
    one, again = hashi(*QUICK, "--seed", "x"), hashi(*QUICK[:-1], "2", "--seed", "x")
    assert one == again
    assert hashi(*QUICK, "--seed", "y") != one


def test_people_see_a_histogram_the_bonuses_and_the_titles() -> None:
    ran = hashi(*QUICK)
    assert ran.code == 0
    for word in ("█", "mean", "red flags", "missed", "Minion", "Island god"):
        assert word in ran.out


def test_in_a_narrow_terminal_the_bars_are_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    bars = [line for line in hashi(*QUICK).out.splitlines() if "█" in line]
    assert max(map(len, bars)) == 30


def test_the_picture_is_well_formed(tmp_path: Path) -> None:
    picture = tmp_path / "totals.svg"
    ran = hashi(*QUICK, "--svg", picture)
    assert ran.code == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


@pytest.mark.parametrize("wrong", [("--games", "0"), ("--player", "grandmaster"), ("--layout", "nowhere")])
def test_what_cannot_be_understood_is_said_in_one_line(wrong: tuple[str, str]) -> None:
    ran = hashi(*QUICK, *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_the_command_knows_every_player() -> None:
    names = hashi("simulate", "--help").out
    assert all(player.name in names for player in PLAYERS)


def test_quantiles_and_rates() -> None:
    points = (Breakdown(20), Breakdown(20, 9), Breakdown(20, 5, 3), Breakdown(30, 9, 7, 8))
    found = Simulation("a", "b", points)
    assert found.counts() == {20: 1, 28: 1, 29: 1, 54: 1}
    assert [found.quantile(percent) for percent in (10, 50, 90)] == [20, 28, 54]
    assert (found.rates(RED).early, found.rates(RED).late, found.rates(RED).missed) == (0.5, 0.25, 0.25)


def test_one_game_is_enough() -> None:
    found = simulate("random", Game(STANDARD), 1, "1", workers=1)
    assert found.interval == (found.mean, found.mean)


def test_ctrl_c_ends_with_the_games_that_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()

    def stop_after_three(played: int) -> None:
        if played == 3:
            stop.set()

    game = Game(STANDARD)
    found = simulate("beginner", game, 50, "stop", workers=1, on_progress=stop_after_three, stop=stop)
    assert found.games == simulate("beginner", game, GAMES_AT_A_TIME, "stop", workers=1).games
    for workers in (1, 2):
        with pytest.raises(Unproven):
            simulate("beginner", game, 50, "stop", workers=workers, stop=stop)


def test_progress_is_told_to_a_terminal_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    watched, piped = hashi(*QUICK, watched=True), hashi(*QUICK)
    assert "games played" in watched.err
    assert piped.err == ""
    assert watched.out == piped.out


def test_the_board_is_the_usual_one_unless_another_is_named() -> None:
    assert hashi("simulate", *QUICK[3:], "--json").out == hashi(*QUICK, "--json").out
