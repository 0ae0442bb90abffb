"""Hypothesis always tries the same examples here: a test that passes today passes tomorrow."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import settings

from hashi_solver.documents.records import read_record
from hashi_solver.referee import judge_record
from hashi_solver.review.ceiling import Review, review
from hashi_solver.rules import Game
from tests.own_boards import POND, RECORDS, REPLACED

settings.register_profile("hashi", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", deadline=None, database=None, print_blob=True, max_examples=3000)
settings.load_profile(os.environ.get("HASHI_TESTS", "hashi"))  # fuzz: other examples each time, and many


@pytest.fixture(autouse=True)
def no_boards_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide the boards of the person who runs the tests."""
    monkeypatch.setenv("HASHI_BOARDS", str(RECORDS / "no such folder"))


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the tests a cache folder of their own."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def no_kept_challenges(cache: Path) -> Iterator[None]:
    """Hide the challenges of other tests: some of them are made up."""
    yield
    if os.path.isdir(cache / "hashi"):
        shutil.rmtree(cache / "hashi" / "challenges", ignore_errors=True)


@pytest.fixture
def own_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """`old-pond` and `old-mill` are the boards that ship."""
    for target, value in REPLACED.items():
        monkeypatch.setattr(target, value)


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without HOME whom the system does not know, as in many containers."""

    def unknown(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", classmethod(unknown))
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def anna() -> Review:
    """The review of tests/records/anna.txt, once for all tests that look at it."""
    verdict = judge_record(Game(POND), read_record(RECORDS / "anna.txt"))
    with ThreadPoolExecutor(1) as pool:
        return review(verdict, free_start=True, executor=pool)


@pytest.fixture
def anna_at_once(anna: Review, monkeypatch: pytest.MonkeyPatch) -> Review:
    """`hashi review tests/records/anna.txt` knows the review already."""
    monkeypatch.setattr("hashi_solver.review.ceiling.review", lambda *verdict, **options: anna)
    return anna
