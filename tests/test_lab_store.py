"""The store of the lab: saved results survive whatever happens to the process, the disk or the file."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.errors import InputError
from hashi_solver.lab import store as lab_store
from hashi_solver.lab.jobs import BEST, Subject, subject
from hashi_solver.lab.outcome import Outcome
from hashi_solver.lab.store import Conflict, Store, combined, contradict, default_store
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from tests.command import ROOT, hashi, stranger

GAME = Game(load_layout("side-a"))
OPTIMA = subject(GAME, BEST)
CLUB = subject(GAME, "club")
# Of a board that has no id, and is not known therefore
ELSEWHERE, CLUB_ELSEWHERE = (replace(one, board="elsewhere") for one in (OPTIMA, CLUB))
KEY = ("5/3 2/1", "free")
PROVEN = Outcome(54, 54, (4, 3), "3:0 -", "10", "102", (12, 7, 0), 0.25)
OPEN = replace(PROVEN, score=52, bound=58, play="- -", time_limit=1.0)
DECKS = 10
RUN = ("layout", "analyse", "side-a", "--decks", DECKS, "--players", "club", "--json", "--store")


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    with Store(path) as store:
        assert store.save(KEY, {("optima", OPTIMA): OPEN, ("games", CLUB): PROVEN}) == []
        assert store.find("optima", OPTIMA, KEY) == OPEN
    with Store(path) as store:
        assert list(store.outcomes("optima", OPTIMA)) == [(KEY, OPEN)]
        assert list(store.outcomes("games", CLUB)) == [(KEY, PROVEN)]
        assert store.find("games", OPTIMA, KEY) is None
        assert store.subjects() == sorted([OPTIMA, CLUB], key=lambda one: (one.board, one.rules, one.by))
        assert (len(list(store.outcomes("optima", OPTIMA))), len(list(store.outcomes("games", OPTIMA)))) == (1, 0)


def test_answers_are_told_apart_by_board_rules_answerer_deck_and_start(tmp_path: Path) -> None:
    subjects = [OPTIMA, replace(OPTIMA, board="b"), replace(OPTIMA, rules="r"), replace(OPTIMA, by="another")]
    with Store(tmp_path / "lab.sqlite") as store:
        for score, (one, key) in enumerate(
            (one, key) for one in subjects for key in (KEY, ("d", "free"), ("d", "3@A1"))
        ):
            store.save(key, {("optima", one): replace(PROVEN, score=score, bound=score)})
        assert [outcome.score for one in subjects for _, outcome in store.outcomes("optima", one)] == [
            *(0, 2, 1),
            *(3, 5, 4),
            *(6, 8, 7),
            *(9, 11, 10),
        ]


def test_of_two_answers_the_one_that_says_more_is_kept_in_either_order() -> None:
    better = replace(OPEN, score=54, bound=60, play="3:0 -", time_limit=2.0)
    assert combined(OPEN, PROVEN) == combined(PROVEN, OPEN) == PROVEN
    both = combined(OPEN, better)
    assert both == combined(better, OPEN)
    assert (both.score, both.bound, both.play, both.time_limit) == (54, 58, "3:0 -", 2.0)
    closed = combined(replace(OPEN, bound=54), better)
    assert closed.proven
    assert closed.time_limit is None
    other_play = replace(PROVEN, play="2:0 -")
    assert combined(PROVEN, other_play) == combined(other_play, PROVEN)
    assert not contradict(OPEN, PROVEN)
    assert contradict(replace(PROVEN, score=56, bound=56), PROVEN)
    assert contradict(PROVEN, replace(PROVEN, score=56, bound=56))


def test_a_contradiction_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.sqlite") as store:
        store.save(KEY, {("optima", OPTIMA): PROVEN})
        higher = replace(PROVEN, score=56, bound=56)
        assert store.save(KEY, {("optima", OPTIMA): higher}) == [Conflict(OPTIMA, KEY, PROVEN, higher)]
        assert store.find("optima", OPTIMA, KEY) == PROVEN
    assert "54 proven and 56 proven cannot both be right" in str(Conflict(OPTIMA, KEY, PROVEN, higher))


# Merging.


def test_merging_takes_over_what_is_new_or_better_and_once_more_nothing(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.sqlite" for name in ("one", "two", "all")]
    with Store(paths[0]) as one, Store(paths[1]) as two:
        one.save(KEY, {("optima", ELSEWHERE): OPEN})
        one.save(("a", "free"), {("games", CLUB_ELSEWHERE): PROVEN})
        two.save(KEY, {("optima", ELSEWHERE): PROVEN})
        two.save(("b", "free"), {("optima", Subject("board", "rules", "other")): PROVEN})
    ran = hashi("lab", "merge", paths[2], *paths[:2])
    assert (ran.code, ran.err) == (0, "")
    assert [line.split(": ")[1] for line in ran.out.splitlines()] == ["2 results new or better"] * 2
    again = hashi("lab", "merge", paths[2], *paths[:2])
    assert [line.split(": ")[1] for line in again.out.splitlines()] == ["0 results new or better"] * 2
    with Store(paths[2]) as merged:
        assert merged.find("optima", ELSEWHERE, KEY) == PROVEN
        assert merged.find("games", CLUB_ELSEWHERE, ("a", "free")) == PROVEN
        assert merged.find("optima", Subject("board", "rules", "other"), ("b", "free")) == PROVEN


def test_merging_tells_contradictions_and_keeps_what_was_there(tmp_path: Path) -> None:
    for name, total in (("one", 54), ("two", 56)):
        with Store(tmp_path / name) as store:
            store.save(KEY, {("optima", ELSEWHERE): replace(PROVEN, score=total, bound=total)})
    ran = hashi("lab", "merge", tmp_path / "one", tmp_path / "two")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "54 proven and 56 proven cannot both be right" in ran.err
    with Store(tmp_path / "one") as store:
        assert store.find("optima", ELSEWHERE, KEY) == PROVEN


def test_merging_replays_what_it_takes_over_and_what_it_has(tmp_path: Path) -> None:
    right, wrong, out = (tmp_path / name for name in ("right", "wrong", "out"))
    assert hashi(*RUN, right).code == 0
    with Store(right) as store:
        (key, truth), *_ = store.outcomes("optima", OPTIMA)
    claims = replace(truth, score=60, bound=60)
    with Store(wrong) as store:
        store.save(key, {("optima", OPTIMA): claims})
        store.save(("1/1 2/2", "9@Z9"), {("optima", OPTIMA): truth})
    ran = hashi("lab", "merge", out, wrong)
    assert ran.code == 1
    assert f"it claims 60, but its play scores {truth.score}; left out" in ran.err
    assert "its deal is not one of this board; left out" in ran.err
    with Store(out) as store:
        assert list(store.outcomes("optima", OPTIMA)) == []
    ran = hashi("lab", "merge", wrong, right)  # what is wrong there gives way
    assert ran.code == 1
    assert f"it claims 60, but its play scores {truth.score}" in ran.err
    assert "contradict" not in ran.err
    with Store(wrong) as store:
        assert store.find("optima", OPTIMA, key) == truth


def test_merging_what_is_not_there_makes_nothing(tmp_path: Path) -> None:
    ran = hashi("lab", "merge", tmp_path / "out", tmp_path / "nowhere")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no such store" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_a_store_that_is_none_leaves_no_new_one_behind(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no store\n" * 200)
    ran = hashi("lab", "merge", tmp_path / "out", tmp_path / "text")
    assert ran.code == 2
    assert "this is not a store" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["text"]


def test_the_parts_of_a_run_merged_are_the_whole_run(tmp_path: Path) -> None:
    parts = [tmp_path / f"{part}.sqlite" for part in (1, 2)]
    for part, path in enumerate(parts, start=1):
        assert hashi(*RUN, path, "--shard", f"{part}/2").code == 0
    merged = tmp_path / "all.sqlite"
    assert hashi("lab", "merge", merged, *parts).code == 0
    before = merged.stat().st_size
    whole = hashi(*RUN, merged)
    assert whole.code == 0
    with Store(merged) as store:
        assert len(list(store.outcomes("optima", OPTIMA))) == DECKS
    assert whole.out == hashi(*RUN, tmp_path / "fresh.sqlite").out
    assert merged.stat().st_size <= before + 4096


# A store that cannot be used is reported in one sentence.


def refused(path: Path, *more: object) -> str:
    ran = hashi(*RUN, path, *more)
    assert (ran.code, ran.out) == (2, ""), ran
    assert ran.err.count("\n") == 1
    assert ran.err.startswith("hashi: ")
    return ran.err


def test_a_file_that_is_no_store_is_not_touched(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("Things to do: " * 100)
    assert "not a store of hashi, or it is damaged" in refused(text)
    assert text.read_text() == "Things to do: " * 100
    other = tmp_path / "other.sqlite"
    with contextlib.closing(sqlite3.connect(other)) as db:
        db.execute("CREATE TABLE photos (name TEXT)")
    before = other.read_bytes()
    assert "a database, but not one of hashi's" in refused(other)
    assert other.read_bytes() == before
    assert refused(tmp_path)
    assert "the folder of this store does not exist" in refused(tmp_path / "no" / "folder")


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    assert hashi(*RUN, path).code == 0
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + os.urandom(len(whole) - 4096))
    assert "damaged" in refused(path)


def test_a_store_of_a_later_version_is_told(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    with Store(path):
        pass
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    assert "update hashi" in refused(path)


def test_a_full_disk_is_told_and_what_was_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit on the size of a file ends in the error of a full disk."""
    path = tmp_path / "lab.sqlite"
    connect = sqlite3.connect

    def small(*arguments: Any, **options: Any) -> sqlite3.Connection:
        db: sqlite3.Connection = connect(*arguments, **options)
        db.execute("PRAGMA max_page_count = 12")
        return db

    monkeypatch.setattr("hashi_solver.lab.store.sqlite3.connect", small)
    big = replace(PROVEN, play="- " * 2000)
    with Store(path) as store, pytest.raises(InputError, match="the disk is full"):
        deque((store.save((str(number), "free"), {("optima", OPTIMA): big}) for number in range(100)), maxlen=0)
    monkeypatch.undo()
    with Store(path) as store:
        kept = len(list(store.outcomes("optima", OPTIMA)))
        assert 0 < kept < 100
        assert store.save(("more", "free"), {("optima", OPTIMA): big}) == []
        assert len(list(store.outcomes("optima", OPTIMA))) == kept + 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a separate file system, if this process may."""
    if shutil.which("mount") is None or os.name != "posix" or os.geteuid() != 0:
        pytest.skip("mounting a small disk takes root")
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not let us mount a small disk")
    yield disk
    subprocess.run(["umount", "-l", disk], check=True)


def test_a_disk_that_is_really_full(small_disk: Path, tmp_path: Path) -> None:
    path = small_disk / "lab.sqlite"
    assert hashi(*RUN, path).code == 0
    (small_disk / "ballast").write_bytes(b"x" * (_free(small_disk) - 8192))
    with contextlib.suppress(OSError):
        (small_disk / "more").write_bytes(b"x" * 8192)
    said = refused(path, "--decks", 200)
    assert "the disk is full" in said
    (small_disk / "ballast").unlink()
    assert hashi(*RUN, path).out == hashi(*RUN, tmp_path / "fresh.sqlite").out


def test_a_disk_that_is_really_read_only(small_disk: Path, tmp_path: Path) -> None:
    path = small_disk / "lab.sqlite"
    assert hashi(*RUN, path).code == 0
    before = hashi(*RUN, path).out
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    known = hashi(*RUN, path)
    assert (known.code, known.out, known.err) == (0, before, "")
    merged = hashi("lab", "merge", tmp_path / "all.sqlite", path)
    assert (merged.code, merged.err) == (0, "")
    assert f"{2 * DECKS} results" in merged.out
    for said in (refused(path, "--decks", DECKS + 1), refused(small_disk / "another.sqlite")):
        assert "this store cannot be written to; name another one with --store" in said
    into = hashi("lab", "merge", path, tmp_path / "all.sqlite")
    assert (into.code, into.out) == (2, "")
    assert "this store cannot be written to; name another OUT" in into.err


def _free(disk: Path) -> int:
    found = os.statvfs(disk)
    return found.f_bavail * found.f_frsize


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    with Store(path):
        pass
    path.chmod(0o444)
    assert "cannot be written to" in refused(path)


def test_a_store_that_can_only_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root can write anything, so refuse the first attempt to write, as a read-only disk would."""
    path = tmp_path / "lab.sqlite"
    before = hashi(*RUN, path).out
    attempts: list[Path] = []

    def refuse_to_write(store: Store) -> None:
        attempts.append(store.path)
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise error

    monkeypatch.setattr(Store, "_prepare", refuse_to_write)
    known = hashi(*RUN, path)
    assert (known.code, known.out, known.err) == (0, before, "")
    assert attempts == [path]
    assert "this store cannot be written to; name another one with --store" in refused(path, "--decks", DECKS + 1)


# Answers that cannot be right.


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store, and what is found with it."""
    path = tmp_path_factory.mktemp("known") / "lab.sqlite"
    return path, hashi(*RUN, path).out


def copy_of(known: Path, path: Path, change: str) -> Path:
    shutil.copy(known, path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(change)
        db.commit()
    return path


FIRST = "WHERE deck = (SELECT min(deck) FROM optima)"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (f"UPDATE optima SET score = 70, bound = 70 {FIRST}", "it claims 70; totals go from 0 to 60"),
        (f"UPDATE optima SET score = score - 2, bound = bound - 2 {FIRST}", "but its play scores"),
        (f"UPDATE optima SET bound = bound + 1 {FIRST}", "and a time limit of None"),
        (f"UPDATE optima SET finished = '1' || substr(finished, 2), bridges = '{'0' * 22}' {FIRST}", "leads to other"),
        (f"UPDATE optima SET play = '99:99' || substr(play, instr(play, ' ')) {FIRST}", "does not have"),
        (f"UPDATE optima SET play = '0:0,0,0,0' || substr(play, instr(play, ' ')) {FIRST}", "(R"),
        (f"UPDATE optima SET play = '-' {FIRST}", "not one of this deal"),
        (f"UPDATE optima SET play = x'ff00ff' {FIRST}", "damaged"),
        (f"UPDATE optima SET score = 'many' {FIRST}", "damaged"),
        (f"UPDATE optima SET start_island = 99 {FIRST}", "starts somewhere else"),
        (f"UPDATE optima SET seconds = seconds + 1 {FIRST}", "its checksum is wrong"),
        (f"UPDATE optima SET bound = bound + 1, time_limit = 60 {FIRST}", "its checksum is wrong"),
        (f"UPDATE games SET score = 60, bound = 60 {FIRST}", "it claims 60, but its play scores"),
    ],
)
def test_an_answer_that_cannot_be_right_is_refused_and_computed_anew(
    known: tuple[Path, str], tmp_path: Path, change: str, says: str
) -> None:
    path = copy_of(known[0], tmp_path / "lab.sqlite", change)
    ran = hashi(*RUN, path)
    assert (ran.code, ran.out) == (0, known[1])
    assert ran.err.count("\n") == 1
    for words in (str(path), says, ", deck ", "; computed again"):
        assert words in ran.err
    again = hashi(*RUN, path)
    assert (again.code, again.out, again.err) == (0, known[1], "")


def test_merging_leaves_out_what_cannot_be_right(known: tuple[Path, str], tmp_path: Path) -> None:
    wrong = copy_of(known[0], tmp_path / "wrong.sqlite", f"UPDATE optima SET score = 70, bound = 70 {FIRST}")
    ran = hashi("lab", "merge", tmp_path / "all.sqlite", wrong, known[0])
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "it claims 70; totals go from 0 to 60; left out" in ran.err
    assert [line.split(": ")[1] for line in ran.out.splitlines()] == [
        f"{2 * DECKS - 1} results new or better",
        "1 result new or better",
    ]
    assert hashi(*RUN, tmp_path / "all.sqlite").out == known[1]


def test_many_refusals_are_not_all_listed(known: tuple[Path, str], tmp_path: Path) -> None:
    path = copy_of(known[0], tmp_path / "lab.sqlite", "UPDATE games SET score = 60, bound = 60")
    copy_of(path, tmp_path / "both.sqlite", "UPDATE optima SET score = 70, bound = 70")
    ran = hashi(*RUN, tmp_path / "both.sqlite")
    assert ran.out == known[1]
    assert ran.err.count("\n") == 11
    assert f"and {2 * DECKS - 10} more answers" in ran.err


def test_a_store_of_the_first_version_gets_checksums(known: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    shutil.copy(known[0], path)
    with contextlib.closing(sqlite3.connect(path)) as db:
        for table in ("optima", "games"):
            db.execute(f"ALTER TABLE {table} DROP COLUMN checksum")
        db.execute("PRAGMA user_version = 1")
    ran = hashi(*RUN, path)
    assert (ran.code, ran.out, ran.err) == (0, known[1], "")


@pytest.mark.slow
def test_flipped_bytes_change_no_result(known: tuple[Path, str], tmp_path: Path) -> None:
    flips_change_nothing(known, tmp_path, 60, seed=1)


def test_a_few_flipped_bytes_change_no_result(known: tuple[Path, str], tmp_path: Path) -> None:
    flips_change_nothing(known, tmp_path, 6, seed=0)


def flips_change_nothing(known: tuple[Path, str], folder: Path, flips: int, seed: int) -> None:
    chance, whole = random.Random(seed), known[0].read_bytes()
    for flip in range(flips):
        path, data = folder / f"{flip}.sqlite", bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        ran = hashi(*RUN, path)
        assert (ran.code, ran.out) in ((0, known[1]), (2, "")), ran
        assert "Traceback" not in ran.err
        assert "bug" not in ran.err


def test_a_store_that_another_keeps_locked_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_store, "SECONDS_TO_WAIT", 0.1)
    path = tmp_path / "lab.sqlite"
    with Store(path), contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in refused(path)


# Where it lies when nobody says.


def test_the_folder_that_each_system_has_for_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert default_store() == tmp_path / ".cache" / "hashi" / "lab.sqlite"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_store() == tmp_path / "xdg" / "hashi" / "lab.sqlite"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")  # which its specification says to ignore
    assert default_store() == tmp_path / ".cache" / "hashi" / "lab.sqlite"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_store() == tmp_path / "Library" / "Caches" / "hashi" / "lab.sqlite"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert default_store() == tmp_path / "local" / "hashi" / "Cache" / "lab.sqlite"


def test_a_stranger_needs_no_store_of_their_own(tmp_path: Path) -> None:
    run = ("layout", "analyse", "side-a", "--decks", 2, "--players", "beginner", "--json")
    ran = stranger(*run, env={"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert (ran.returncode, ran.stderr) == (0, "")
    if sys.platform == "linux":
        assert (tmp_path / "hashi" / "lab.sqlite").exists()
    again = stranger(*run, env={"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert again.stdout == ran.stdout


# Processes that are killed, and processes side by side.


def begun(path: Path, *more: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "hashi_solver", *map(str, (*RUN, path, *more))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def kept(path: Path) -> int:
    if not path.exists():
        return 0
    with contextlib.closing(sqlite3.connect(path, timeout=10)) as db, contextlib.suppress(sqlite3.OperationalError):
        return int(db.execute("SELECT count(*) FROM optima").fetchone()[0])
    return 0


def kill_when(path: Path, decks: int, more_seconds: float) -> int:
    """Start a run, kill it shortly after it has N decks, and return how many are stored."""
    run = begun(path)
    until = time.monotonic() + 60
    while kept(path) < decks and run.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(more_seconds)
    run.kill()
    run.communicate()
    return kept(path)


def killed_and_continued(folder: Path, moments: int, seed: int, whole: str) -> None:
    chance = random.Random(seed)
    for moment in range(moments):
        path = folder / f"{moment}.sqlite"
        before = kill_when(path, chance.randrange(DECKS), chance.random() / 5)
        if chance.random() < 0.5:
            assert kill_when(path, min(DECKS, before + 1), chance.random() / 5) >= before
        assert hashi(*RUN, path).out == whole
        assert kept(path) == DECKS


def test_a_run_that_is_killed_and_goes_on_ends_with_the_same_figures(tmp_path: Path) -> None:
    whole = hashi(*RUN, tmp_path / "whole.sqlite").out
    killed_and_continued(tmp_path, 3, 1, whole)


@pytest.mark.slow
def test_killed_at_twenty_random_moments(tmp_path: Path) -> None:
    whole = hashi(*RUN, tmp_path / "whole.sqlite").out
    killed_and_continued(tmp_path, 20, 2, whole)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at the processes of Linux")
def test_nobody_works_on_for_a_run_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    run = begun(path, "--decks", 5000)
    while kept(path) < 2 and run.poll() is None:
        time.sleep(0.01)
    assert _of_the_run(path)
    run.kill()
    run.communicate()
    until = time.monotonic() + 20
    while _of_the_run(path) and time.monotonic() < until:
        time.sleep(0.05)
    assert _of_the_run(path) == []


def _of_the_run(path: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(path) in (process / "cmdline").read_text(errors="replace"):
                found.append(process.name)
    return found


@pytest.mark.parametrize("there_already", [False, True])
def test_many_open_one_store_at_the_same_moment(tmp_path: Path, there_already: bool) -> None:
    for number in range(20):
        path = tmp_path / f"{number}.sqlite"
        if there_already:
            Store(path).close()
        together = threading.Barrier(6)

        def opened(number: int, path: Path = path, together: threading.Barrier = together) -> None:
            together.wait()
            with Store(path) as store:
                store.save((f"{number}", "free"), {("optima", OPTIMA): PROVEN})

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(opened, range(6)))
        with Store(path) as store:
            assert len(list(store.outcomes("optima", OPTIMA))) == 6


def test_two_processes_on_one_store(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    runs = [begun(path), begun(path)]
    texts = [run.communicate() for run in runs]
    assert [said for _, said in texts] == ["", ""]
    assert [run.returncode for run in runs] == [0, 0]
    whole = hashi(*RUN, tmp_path / "whole.sqlite").out
    assert [text for text, _ in texts] == [whole, whole]
    assert kept(path) == DECKS


def test_ctrl_c_shows_what_is_known_and_says_how_to_go_on(tmp_path: Path) -> None:
    path = tmp_path / "lab.sqlite"
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from hashi_solver.__main__ import main; main()"
    )
    run = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, RUN), str(path), "--decks", "5000"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while kept(path) < 3 and run.poll() is None:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 0, err
    assert '"format": "hashi-analysis/1"' in out
    assert f"stopped: {kept(path)} of 5000 decks are known" in err
    assert kept(path) >= 3
