"""Challenges that are kept: found again, refused where they cannot be right, never too many."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache as once
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.app import playing, reviewing
from hashi_solver.app.question import Source, coded, recorded
from hashi_solver.challenge import Challenge, challenge_of, encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.documents.kept import ChallengeFolder
from hashi_solver.errors import InputError
from hashi_solver.notation.records import format_record
from hashi_solver.record import Record
from hashi_solver.referee import record_of
from hashi_solver.table.session import new_session
from tests.command import hashi
from tests.own_boards import POND

pytestmark = pytest.mark.usefixtures("own_boards")

DEAL = deal_of_seed("1", POND)


@once
def made() -> Challenge:
    return challenge_of(DEAL)


@pytest.fixture
def kept(cache: Path) -> ChallengeFolder:
    """The folder that `hashi` itself uses, with one challenge in it."""
    folder = ChallengeFolder(cache / "hashi" / "challenges")
    folder.keep(made())
    return folder


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the solver nor the players have to work."""

    def too_much(*_: object, **__: object) -> Any:
        raise AssertionError("this was worked out before")

    monkeypatch.setattr("hashi_solver.solver.solve", too_much)
    monkeypatch.setattr("hashi_solver.challenge.challenges.targets", too_much)
    monkeypatch.setattr("hashi_solver.review.ceiling.targets", too_much)


def game(folder: Path) -> Path:
    """Return the best play as a person would type it from the sheet."""
    start = DEAL.written_start
    assert start is not None
    whole = record_of(DEAL.game, DEAL.deck.cards, start, made().solution.turns)
    file = folder / "game.txt"
    file.write_text(format_record(Record(challenge=made().code, plays=whole.plays)))
    return file


def test_a_challenge_is_worked_out_once(tmp_path: Path, cache: Path, request: pytest.FixtureRequest) -> None:
    first = hashi("check", game(tmp_path))
    assert [path.name for path in (cache / "hashi" / "challenges").iterdir()] == [f"{made().code}.json"]
    request.getfixturevalue("no_work")
    assert hashi("check", game(tmp_path)) == first
    assert first.out.endswith("\nperfect\n")


@pytest.mark.usefixtures("kept", "no_work")
def test_challenge_of_a_code_is_found_again() -> None:
    ran = hashi("challenge", made().code, "--no-sheet")
    assert (ran.code, ran.err) == (0, "")
    assert f"perfect     {made().targets.perfect}, proven" in ran.out


@pytest.mark.usefixtures("no_work")
def test_a_game_finds_what_was_possible(kept: ChallengeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "best_play", None)
    session = new_session(DEAL)
    assert playing.best_of(session, kept) == made().solution
    assert playing.possible(session, playing.Aims(DEAL, kept=kept)).known == playing.Known(
        made().solution, made().targets
    )


def test_a_review_finds_the_targets_and_leaves_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, file = ChallengeFolder(tmp_path / "kept"), game(tmp_path)
    games = reviewing.games_to_review([recorded(Source(file.read_text(), "game.txt"))])
    (first,) = reviewing.review_games(games, kept=folder)
    assert folder.find(DEAL) == made()
    monkeypatch.setattr("hashi_solver.review.ceiling.targets", None)
    (second,) = reviewing.review_games(games, kept=folder)
    assert first.review.targets == second.review.targets == made().targets


def test_a_search_and_a_day_leave_what_they_found(cache: Path) -> None:
    day = json.loads(hashi("daily", "--date", "2026-11-18", "--json").out)
    seed = json.loads(hashi("challenge", "--seed", "x", "--json").out)
    names = {path.stem for path in (cache / "hashi" / "challenges").iterdir()}
    assert names == {day["code"], seed["code"]}
    deal = coded(day["code"]).deal
    assert deal is not None
    found = ChallengeFolder(cache / "hashi" / "challenges").find(deal)
    assert found is not None
    assert found.day is None, "the code does not say whether the day was asked for"


def aims(**values: int) -> Callable[[dict[str, Any]], object]:
    return lambda document: document["targets"].update(values)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (aims(perfect=99), '"perfect" is 99, but the best play has'),
        (lambda d: d["best"].update(score=99, bound=99), '"best" claims a proven 99'),
        (aims(bronze=53, silver=54, gold=54), "must rise"),
        (aims(gold=53), '"gold" is 53, a total that no game ends with'),
        (aims(par=-1), "must rise"),
        (aims(par=20), '"par" is 20, which does not fit a shortfall of'),
        (lambda d: d.update(shortfall=0.5), '"par" is'),
        (lambda d: d.update(shortfall=-1), '"shortfall" must be a number from 0 to'),
        (lambda d: d.update(shortfall=10**400), '"shortfall" must be a number that is not too large'),
        (lambda d: d.update(difficulty=10**400), '"difficulty" must be a number from 1 to 5'),
        (lambda d: d.update(reached={"bronze": 0.1, "silver": 0.2, "gold": 0.3}), '"reached" must hold shares'),
        (lambda d: d.update(reached={"bronze": 10**400, "silver": 0, "gold": 0}), '"bronze" must be a number that'),
        (lambda d: d.update(code=encode(deal_of_seed("2", POND))), "does not match the code"),
        (lambda d: d.pop("best"), '"best" is missing'),
        (lambda d: d.update(format="hashi-record/1"), "a challenge in JSON needs"),
    ],
)
def test_what_cannot_be_right_is_named_and_worked_out_anew(
    kept: ChallengeFolder, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    path = kept.path(made().code)
    good = path.read_text()
    document = json.loads(good)
    change(document)
    path.write_text(json.dumps(document))
    told: list[str] = []
    assert replace(kept, tell=told.append).find(DEAL) is None
    (remark,) = told
    assert remark.startswith(f"{path} cannot be right: ")
    assert says in remark
    assert remark.endswith("; computed again")
    ran = hashi("challenge", made().code, "--no-sheet")
    assert ran.err == f"{remark}\n"
    assert f"perfect     {made().targets.perfect}, proven" in ran.out
    assert path.read_text() == good


@pytest.mark.parametrize("number", ["1e999", "9" * 401, "9" * 5000, "NaN"])
def test_numbers_beyond_all_bounds_are_refused(kept: ChallengeFolder, number: str) -> None:
    path = kept.path(made().code)
    path.write_text(path.read_text().replace(f'"shortfall": {made().targets.shortfall}', f'"shortfall": {number}'))
    told: list[str] = []
    assert replace(kept, tell=told.append).find(DEAL) is None
    assert len(told) == 1


def test_a_challenge_under_the_name_of_another_is_refused(kept: ChallengeFolder) -> None:
    other = deal_of_seed("2", POND)
    kept.path(made().code).rename(kept.path(encode(other)))
    told: list[str] = []
    assert replace(kept, tell=told.append).find(other) is None
    assert f"this is the challenge {made().code}" in told[0]


def test_the_oldest_are_deleted_where_there_are_too_many(tmp_path: Path) -> None:
    folder = ChallengeFolder(tmp_path, most=3)
    for age in range(5):
        path = tmp_path / f"old{age}.json"
        path.write_text("")
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    folder.keep(made())
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{made().code}.json", "old0.json", "old1.json"]


def keep_again(folder: ChallengeFolder) -> bool:
    for number in range(20):
        (folder.folder / f"{os.getpid()}-{number}.json").write_text("")
        folder.keep(made())
        folder.find(DEAL)
    return folder.path(made().code).exists()


def test_two_processes_may_use_a_folder_at_once(tmp_path: Path) -> None:
    folder = ChallengeFolder(tmp_path, most=4)
    made()
    with ProcessPoolExecutor(2) as pool:
        assert all(pool.map(keep_again, [folder] * 4))
    assert len(list(tmp_path.iterdir())) <= 5


def test_a_folder_that_cannot_be_written_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    ran = hashi("check", game(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    ChallengeFolder(tmp_path / "file" / "below").keep(made())  # as when the disk is full


def test_a_home_that_nobody_knows_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise InputError("this account has no home folder")

    monkeypatch.setattr("hashi_solver.app.challenges.cache_folder", homeless)
    assert hashi("check", game(tmp_path)).code == 0
