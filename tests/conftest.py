"""Hypothesis always tries the same examples here: a test that passes today passes tomorrow."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import settings

from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import read_record
from hashi_solver.referee import judge_record
from hashi_solver.review.ceiling import Review, review
from hashi_solver.rules import Game
from tests.command import ROOT

settings.register_profile("hashi", derandomize=True, deadline=None, database=None)
settings.load_profile("hashi")


@pytest.fixture(scope="session")
def anna() -> Review:
    """The review of docs/examples/anna.txt, once for all tests that look at it."""
    verdict = judge_record(Game(load_layout("side-a")), read_record(ROOT / "docs" / "examples" / "anna.txt"))
    with ThreadPoolExecutor(1) as pool:
        return review(verdict, free_start=True, executor=pool)


@pytest.fixture
def anna_at_once(anna: Review, monkeypatch: pytest.MonkeyPatch) -> Review:
    """`hashi review docs/examples/anna.txt` knows the review already."""
    monkeypatch.setattr("hashi_solver.review.ceiling.review", lambda *verdict, **options: anna)
    return anna
