"""`hashi solve` as people and programs meet it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.app.question import file_source, recorded
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.documents.records import read_record
from hashi_solver.model import Model
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.layouts import format_layout
from hashi_solver.rules import Turn
from tests.command import READY, ROOT, hashi, refused
from tests.own_boards import LAYOUTS, POND, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

ANNA, MISTAKES = (RECORDS / f"{name}.txt" for name in ("anna", "mistakes"))
DECK = "2/3 2/1 5/3 6/3 6/2 5/2 3/2 4/2 4/3 1/3 4/1 3/3 5/1 3/1 1/2 6/1 1/1"
ON_THE_POND = ("solve", "--layout", "old-pond")


def solution(*arguments: object) -> dict[str, Any]:
    ran = hashi("solve", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    document: dict[str, Any] = json.loads(ran.out)
    return document


def test_a_solution_is_what_the_contract_says() -> None:
    document = solution("--layout", "old-pond", "--deck", DECK, "--start", "4@D7")
    assert list(document) == [
        "format",
        "layout",
        "deck",
        "status",
        "score",
        "bound",
        "breakdown",
        "title",
        "start",
        "rounds",
        "seconds",
    ]
    assert document["format"] == "hashi-solution/1"
    assert document["deck"] == DECK.split()
    assert (document["status"], document["score"], document["bound"]) == ("optimal", 54, 54)
    assert sum(document["breakdown"].values()) == 54
    assert (document["start"], document["title"]) == ("4@D7", "Statics expert")
    assert [entry["round"] for entry in document["rounds"]] == list(range(1, 18))
    assert set(document["rounds"][0]) == {"round", "card", "number_on", "bridges"}


def test_a_solution_passes_the_referee(tmp_path: Path) -> None:
    ran = hashi("solve", ANNA, "--json")
    path = tmp_path / "solution.json"
    path.write_text(ran.out)
    checked = json.loads(hashi("check", path, "--json").out)
    assert (checked["legal"], checked["score"]) == (True, 54)


def test_the_ways_to_give_the_cards_agree(tmp_path: Path) -> None:
    file = tmp_path / "deck.txt"
    file.write_text(f"# an order\n{DECK.replace(' ', ', ')}\n")
    answers = [
        solution(ANNA),
        solution("--layout", "old-pond", "--start", "4@D7", "--deck-file", file),
        solution("--layout", "old-pond", "--start", " 4 d7 ", "--deck", DECK.replace(" ", ",")),
    ]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1] == answers[2]


def test_a_seed_shuffles_the_cards_of_the_box_or_of_a_copy(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text(format_cards((*STANDARD_BOX[:17], STANDARD_BOX[0])))
    start = ("--layout", "old-pond", "--start", "3@D7", "--target", 0)
    standard, copy = solution(*start, "--seed", "7"), solution(*start, "--seed", "7", "--deck-file", own)
    assert "6/3" in standard["deck"]
    assert "6/3" not in copy["deck"]


def test_a_free_start_is_never_below_a_fixed_one() -> None:
    free = solution("--layout", "old-pond", "--deck", DECK)
    assert solution(ANNA, "--start", "free")["score"] == free["score"]
    assert free["score"] >= 54


def test_after_a_record_its_rounds_are_fixed(tmp_path: Path) -> None:
    lines = ANNA.read_text().splitlines(keepends=True)
    begun = tmp_path / "begun.txt"
    ceilings = []
    for rounds in (0, 4, 9, 17):
        begun.write_text("".join(lines[: 4 + rounds]))
        document = solution("--after", begun)
        ceilings.append(document["score"])
        assert len(document["rounds"]) == 17
        if rounds:
            assert document["rounds"][0]["number_on"] == "B2"
    assert ceilings[0] == 54
    assert ceilings == sorted(ceilings, reverse=True)
    assert ceilings[-1] == 43
    assert ", after round 17" in hashi("solve", "--after", begun).out


def test_a_target_is_reached_or_proven_out_of_reach() -> None:
    document = solution(ANNA, "--target", 50)
    assert document["reached"] is True
    assert document["score"] >= 50
    document = solution(ANNA, "--target", 56)
    assert document["reached"] is False
    assert document["bound"] < 56
    assert "proven: 56 cannot be reached" in hashi("solve", ANNA, "--target", 56).out
    assert "50 can be reached: this play has" in hashi("solve", ANNA, "--target", 50).out


def test_for_people(tmp_path: Path) -> None:
    ran = hashi("solve", ANNA)
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("Old Pond, start 4@D7\n")
    assert "     A     B     C     D     E     F     G\n" in ran.out
    assert re.search(r"^start +4@D7$", ran.out, re.MULTILINE)
    assert "total                 54  Statics expert" in ran.out
    assert re.search(r"^proven: no play of these cards has more than 54 \(\d+\.\d\d s\)$", ran.out, re.MULTILINE)
    assert hashi(*ON_THE_POND, "--deck", DECK).out.splitlines()[0].endswith("(of your choice)")


def test_files_that_it_writes(tmp_path: Path) -> None:
    picture, record = tmp_path / "final.svg", tmp_path / "best.txt"
    ran = hashi("solve", ANNA, "--svg", picture, "--record", record, "--json")
    assert json.loads(ran.out)["score"] == 54
    assert picture.read_text().startswith("<svg ")
    checked = json.loads(hashi("check", record, "--json").out)
    assert (checked["legal"], checked["score"]) == (True, 54)


def test_the_record_of_a_challenge_keeps_its_code(tmp_path: Path) -> None:
    """A club can compare its games of one challenge, including the best play."""
    file, layout = tmp_path / "best.txt", POND
    for deal, start, headers in (
        (deal_of_seed("1", layout, "free", "flip"), "3@C3", ["Challenge", "Start", "Played"]),
        (deal_of_seed("1", layout, "fixed", "open"), None, ["Challenge", "Start"]),
        (deal_of_seed("1", layout, "fixed", "open"), "3@C3", ["Layout", "Deck", "Start"]),
    ):
        code = encode(deal)
        ran = hashi("solve", code, "--record", file, "--time-limit", "0", *(("--start", start) if start else ()))
        assert ran.code == 0
        assert re.findall(r"^(\w+):", file.read_text(), re.MULTILINE) == headers
        record = read_record(file)
        assert record.challenge == (code if headers[0] == "Challenge" else None)
        assert record.hidden is (False if "Played" in headers else None)
        assert hashi("check", file).code == 0


@pytest.mark.parametrize("folder", ["boards", "No. #1", "old – new"])
@pytest.mark.parametrize("name", ["old-pond", "old-mill", "mine"])
def test_the_record_of_a_play_names_the_board_that_it_was_on(name: str, folder: str, tmp_path: Path) -> None:
    """The record names neither another board with the same id, nor an id that finds no board."""
    board, file = tmp_path / folder / "board.toml", tmp_path / "best.txt"
    board.parent.mkdir()
    board.write_text(format_layout(POND).replace("old-pond", name))
    for asked in (["--seed", "1"], [encode(deal_of_seed("1", POND))]):
        assert hashi("solve", *asked, "--layout", board, "--record", file, "--force", "--time-limit", "0").code == 0
        verdict = json.loads(hashi("check", file, "--json").out)
        assert verdict["legal"]
        layout = recorded(file_source(file)).layout
        assert (layout.grid, layout.id) == (POND.grid, name)


@pytest.mark.parametrize("limit", ["0", "0.01"])
def test_a_tiny_time_limit_still_answers_and_claims_nothing_that_is_not_proven(limit: str) -> None:
    document = solution("--layout", "old-mill", "--seed", "1", "--time-limit", limit)
    assert document["score"] <= 52 <= document["bound"]
    assert document["status"] == ("optimal" if document["score"] == document["bound"] else "feasible")


def test_the_same_question_gets_the_same_play() -> None:
    answers = [solution(*ON_THE_POND[1:], "--seed", "3") for _ in range(2)]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("workers", ["2", "12", "64"])
def test_workers_are_accepted_with_a_remark_and_change_nothing(workers: str) -> None:
    """12 threads and more aborted the process; 2 to 8 were 40 to 180 times slower than one."""
    ran, plain = (hashi(*ON_THE_POND, "--seed", "3", "--json", *more) for more in (("--workers", workers), ()))
    assert ran.code == 0
    assert ran.err == "--workers has no effect any more: one thread is quickest\n"
    answers = [json.loads(each.out) for each in (ran, plain)]
    for answer in answers:
        del answer["seconds"]
    assert answers[0] == answers[1]


@pytest.mark.parametrize("limit", ["nan", "inf", "-inf", "-1", "1e999"])
def test_a_time_limit_is_a_number_of_seconds(limit: str) -> None:
    assert "--time-limit" in refused(*ON_THE_POND, "--seed", "3", "--time-limit", limit)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--layout", "old-pond"), "which cards?"),
        (("--layout", "old-pond", "--deck", "5/3 2/1"), "--deck: a deck has 17 of the 18 cards, not 2 (R1d)"),
        (("--layout", "old-pond", "--deck", format_cards(STANDARD_BOX)), "not 18 (R1d)"),
        (("--layout", "old-pond", "--deck", f"1/1 {DECK[4:]}"), "1/1, appears more than once (R1c)"),
        (("--layout", "old-pond", "--deck", "5/9"), "--deck:1:1: there is no card 5/9"),
        (("--layout", "old-pond", "--seed", ""), "a seed is a text"),
        (("--layout", "old-pond", "--seed", "3", "--deck", DECK), "--deck and --seed give different orders"),
        (("--layout", "old-pond", "--seed", "3", "--start", "3@C1"), "hashi: --start: C1 has a red flag"),
        (("--layout", "old-pond", "--seed", "3", "--start", "4@C1"), "C1 has a red flag"),
        (("--layout", "old-pond", "--seed", "3", "--start", "5@D7"), "not a 5 (R2a)"),
        (("--layout", "old-pond", "--seed", "3", "--start", "4@B1"), "no island B1"),
        (("--layout", "old-pond", "--seed", "3", "--start", "D7"), "--start: 'D7' is not a start"),
        (("--layout", "docs/examples/cramped.toml", "--seed", "3"), "17 islands; a board has 18 (R1a)"),
        (("--layout", "nowhere", "--seed", "3"), "no board is called nowhere"),
        ((ANNA, "--after", ANNA), "not both"),
        (("--after", ANNA, "--start", "4@D7"), "--start cannot change it"),
        (("--after", ANNA, "--seed", "1"), "different orders"),
        (("missing.txt",), "missing.txt: cannot be read"),
        (("--layout", "old-pond", "--seed", "3", "--time-limit", "-1"), "--time-limit"),
        (("--layout", "old-pond", "--seed", "3", "--workers", "0"), "--workers"),
        (("--layout", "old-pond", "--seed", "3", "--target", "many"), "--target"),
    ],
)
def test_wrong_calls(arguments: tuple[object, ...], says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert says in refused("solve", *arguments)


def test_an_illegal_prefix_is_exit_code_1() -> None:
    ran = hashi("solve", "--after", MISTAKES)
    assert (ran.code, ran.out) == (1, "")
    assert "round 4: neither G1 nor G5 has a number yet" in ran.err
    assert "(R5b)" in ran.err


def test_a_start_on_a_flag_within_a_record(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(ANNA.read_text().replace("4@D7", "4@C1"))
    assert hashi("solve", record).code == 2
    assert hashi("solve", "--after", record).code == 1


def test_ctrl_c_answers_with_what_is_known() -> None:
    """Before the search Ctrl-C ends hashi, during it the best play so far is shown, after it nothing is lost."""
    seen: set[str] = set()
    for wait in (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 8.0):
        process = subprocess.Popen(
            [sys.executable, "-c", READY, "solve", "--layout", str(LAYOUTS / "old-mill.toml"), "--seed", "1", "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(wait)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
        assert process.returncode in (0, 130), error
        assert "Traceback" not in error
        if process.returncode == 0:
            document = json.loads(out)
            assert document["score"] <= 52 <= document["bound"]
            assert document["status"] == ("optimal" if document["score"] == document["bound"] else "feasible")
            seen.add(document["status"])
    assert "optimal" in seen


def test_progress_is_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    ran = hashi("solve", "--layout", "old-mill", "--seed", "1", "--json", watched=True)
    assert json.loads(ran.out)["score"] == 52
    assert "is ruled out" in ran.err
    assert hashi("solve", "--layout", "old-mill", "--seed", "1", "--json").err == ""


def test_a_contradiction_is_told_as_a_bug_and_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "turns", lambda self, values: (Turn(0, (0, 0, 0)), *[Turn()] * 16))
    ran = hashi("solve", ANNA)
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("hashi: this is a bug in hashi, please report it: the model breaks the rules:")
    assert "(R5a)" in ran.err


def test_the_board_is_the_usual_one_unless_another_is_named() -> None:
    for cards in (("--seed", "3"), ("--deck", DECK)):
        document = json.loads(hashi("solve", *cards, "--json").out)
        assert document["layout"] == "old-pond"  # as tests/own_boards.py says
