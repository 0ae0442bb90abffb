"""`hashi layout analyse`, `hashi layout compare` and `hashi lab merge` as people and programs meet them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from hashi_solver.generate import glance
from tests.command import hashi, stranger
from tests.own_boards import LAYOUTS, POND

A, B = LAYOUTS / "old-pond.toml", LAYOUTS / "old-mill.toml"
QUICK = ("--decks", 5, "--seed", "cli", "--players", "beginner,club")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that knows five decks of both boards."""
    path = tmp_path_factory.mktemp("cli") / "lab.sqlite"
    assert hashi("layout", "compare", A, B, *QUICK, "--store", path).code == 0
    return path


def test_for_programs_one_document_alone(store: Path) -> None:
    ran = hashi("layout", "analyse", A, *QUICK, "--store", store, "--json")
    assert (ran.code, ran.err) == (0, "")
    document = json.loads(ran.out)
    assert document["format"] == "hashi-analysis/1"
    assert (document["decks"], document["proven"], document["start"]) == (5, 5, "random")
    low, high = document["ci95"]
    assert low <= document["mean"] <= high
    assert sum(document["totals"].values()) == 5
    shares = list(document["share_at_least"].values())
    assert shares == sorted(shares)
    for bonus in ("red", "blue", "six"):
        rates = document["bonuses"][bonus]
        assert rates["early"] + rates["late"] + rates["missed"] == pytest.approx(1, abs=1e-3)


def test_for_people_sentences_and_tables(store: Path) -> None:
    ran = hashi("layout", "analyse", A, *QUICK, "--store", store)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Old Pond: 5 decks of seed cli, a start drawn for each; all proven\n")
    for words in ("Best play averages", "difficulty", "red flags", "at least", "A1-C1", "crossing", "one of several"):
        assert words in ran.out
    assert max(map(len, ran.out.splitlines())) < 200


def test_side_by_side(store: Path) -> None:
    ran = hashi("layout", "compare", A, B, *QUICK, "--store", store)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("Old Mill against Old Pond: 5 decks of seed cli")
    assert re.search(
        r"^best play +\d\d\.\d\d +\d\d\.\d\d +-\d\.\d\d +-\d+\.\d\d to [-+]\d\.\d\d$", ran.out, re.MULTILINE
    )
    document = json.loads(hashi("layout", "compare", A, B, *QUICK, "--store", store, "--json").out)
    assert document["format"] == "hashi-comparison/1"
    assert [board["layout"] for board in document["boards"]] == ["old-pond", "old-mill"]
    (difference,) = document["differences"]
    low, high = difference["ci95"]
    assert low < difference["mean"] < high
    assert difference["mean"] == pytest.approx(document["boards"][1]["mean"] - document["boards"][0]["mean"], abs=2e-3)


def test_a_part_without_a_deck_is_one_sentence(store: Path, tmp_path: Path) -> None:
    part = (*QUICK[2:], "--decks", 3, "--shard", "5/5", "--store", store)
    for run in (("analyse", A), ("compare", A, B)):
        ran = hashi("layout", *run, *part, "--report", tmp_path / "card.pdf")
        assert ran.code == 0
        assert "Part 5/5 of 3 decks has no deck, so nothing was measured.\n" in ran.out
        assert "all proven" not in ran.out
        assert len(ran.out.splitlines()) == 3
        assert hashi("layout", *run, *part, "--json").code == 0


def test_a_start_of_ones_own(store: Path) -> None:
    run = ("layout", "analyse", A, "--decks", 1, "--players", "", "--store", store, "--json")
    assert json.loads(hashi(*run, "--start", "4@c3").out)["start"] == "4@C3"
    assert json.loads(hashi(*run, "--start", "free").out)["start"] == "free"
    assert re.fullmatch(r"[34]@[A-G][1-7]", json.loads(hashi(*run, "--start", "fixed").out)["start"])


@pytest.mark.parametrize(
    "wrong",
    [
        ("--decks", "0"),
        ("--players", "grandmaster"),
        ("--start", "nowhere"),
        ("--shard", "3/2"),
        ("--shard", "two"),
        ("--seed", ""),
        ("--time-limit", "0"),
        ("--store", "/"),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(wrong: tuple[str, str], store: Path) -> None:
    ran = hashi("layout", "analyse", A, *QUICK, "--store", store, *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_a_start_against_the_rules_is_told_with_its_rule(store: Path) -> None:
    for start in ("5@C3", "3@C1", "3@B1"):
        ran = hashi("layout", "analyse", A, *QUICK, "--store", store, "--start", start)
        assert (ran.code, ran.out) == (1, "")
        assert "R2a" in ran.err


def test_one_board_is_compared_with_nothing(store: Path) -> None:
    ran = hashi("layout", "compare", A, *QUICK, "--store", store)
    assert (ran.code, ran.out) == (2, "")


def test_boards_that_cannot_be_played_are_told(tmp_path: Path) -> None:
    for board in ("nowhere", "docs/examples/cramped.toml"):
        ran = hashi("layout", "analyse", board, *QUICK, "--store", tmp_path / "lab.sqlite")
        assert (ran.code, ran.out) == (2, "")
    assert list(tmp_path.iterdir()) == []


def test_without_dask_it_is_said_how_to_get_it(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = hashi("layout", "analyse", A, *QUICK, "--store", store, "--dask", "tcp://127.0.0.1:1")
    assert (ran.code, ran.out) == (2, "")
    assert "the extra `cluster`" in ran.err


def test_a_quick_look_predicts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(glance, "GAMES", 20)
    monkeypatch.setattr(glance, "SOLVED", 2)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    line = POND.lines[POND.line_between[min(POND.line_between)]].name
    flag = POND.islands[POND.red[0]].name
    run = ("layout", "analyse", A, "--quick", "--without", line.lower(), "--without", flag)
    ran = hashi(*run)
    assert (ran.code, ran.err) == (0, "")
    first, difficulty, beauty, no_line, no_flag = ran.out.splitlines()
    assert first == f"Old Pond: {len(POND.lines)} lines, {POND.crossings} crossings."
    assert re.match(r"Difficulty about \d\.\d of 5 \(\d\.\d to \d\.\d\), predicted from", difficulty)
    assert "its weakest part is" in beauty
    assert no_line.startswith(f"Without {line}: difficulty ")
    assert no_flag.startswith(f"Without the red flag of {flag}: difficulty ")
    document = json.loads(hashi(*run, "--json").out)
    assert (document["format"], document["lines"], document["solved"]) == ("hashi-glance/1", len(POND.lines), 2)
    assert [one["lines"] for one in document["without"]] == [len(POND.lines) - 1, len(POND.lines)]
    assert document["beauty_parts"][document["weakest"]] == min(document["beauty_parts"].values())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "wrong",
    [
        ("--without", "A1-C1"),
        ("--quick", "--without", "A1-G7"),
        ("--quick", "--without", "B2"),
        ("--quick", "--report", "x.pdf"),
    ],
)
def test_a_quick_look_that_makes_no_sense_is_told(wrong: tuple[str, ...]) -> None:
    ran = hashi("layout", "analyse", A, *wrong)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


def test_progress_is_for_who_watches(store: Path, tmp_path: Path) -> None:
    run = ("layout", "analyse", A, "--decks", 2, "--players", "beginner", "--store", tmp_path / "lab.sqlite")
    assert "2 decks" in hashi(*run, watched=True).err
    assert hashi(*run).err == ""


def test_as_a_stranger(store: Path) -> None:
    ran = stranger("layout", "analyse", A, *QUICK, "--store", store, "--json", env={"NO_COLOR": "1"})
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["decks"] == 5
    assert "merge" in stranger("lab", "--help").stdout
