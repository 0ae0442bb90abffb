"""Bonuses: one record each; code that does not know a bonus fails instead of mistaking it for another."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from hashi_solver.bonuses import BONUSES, RED, Bonus
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.languages import language
from hashi_solver.model import Model, game
from hashi_solver.players import evaluation
from hashi_solver.players.club import Club
from hashi_solver.rules import Game, begin, progress
from hashi_solver.scoring import Breakdown
from hashi_solver.seeds import Stream
from hashi_solver.sheet.options import STYLES
from hashi_solver.sheet.pictures import signs
from hashi_solver.sheet.words import bonus_name, bonus_words
from tests.boards import FLAGGED, STANDARD, played

STRANGE = replace(RED, kind="strange")  # type: ignore[arg-type]


def test_every_bonus_has_its_place_and_its_points() -> None:
    assert [bonus.place for bonus in BONUSES] == list(range(len(BONUSES)))
    assert [bonus.name for bonus in BONUSES] == [field.name for field in fields(Breakdown)[1:]]
    assert [(bonus.rule, bonus.early, bonus.late) for bonus in BONUSES] == [("R7a", 9, 5), ("R7b", 7, 3), ("R7c", 8, 4)]
    assert [RED.points(done_in, 12) for done_in in (0, 1, 12, 13)] == [0, 9, 9, 5]


def test_a_deadline_follows_from_the_piles_or_from_others_at_the_table() -> None:
    assert [Game(STANDARD).deadline(bonus) for bonus in BONUSES] == [12, 7, 12]
    assert [Game(STANDARD, (2, 3)).deadline(bonus) for bonus in BONUSES] == [5, 2, 5]
    assert [Game(STANDARD, deadlines=(4, 9, 17)).deadline(bonus) for bonus in BONUSES] == [4, 9, 17]


def test_progress_of_each_bonus() -> None:
    state = begin(Game(FLAGGED, group=2), 3, "A1")
    assert [progress(state, bonus) for bonus in BONUSES] == [(0, 1), (0, 1), (0, 2)]
    state = played(Game(FLAGGED, group=2), "3@A1", ("1/3", None, "A1=C1 A1-A3"), ("2/1", "C1", ""))
    assert [progress(state, bonus) for bonus in BONUSES] == [(1, 1), (0, 1), (2, 2)]


@pytest.mark.parametrize("bonus", BONUSES, ids=lambda bonus: bonus.name)
def test_sheets_have_words_and_a_sign_for_every_bonus(bonus: Bonus) -> None:
    english = language("en")
    assert all(bonus_words(bonus, STANDARD, english))
    assert bonus_name(bonus, english)
    assert all(bonus.name in signs(style) for style in STYLES)


def test_a_kind_that_nobody_knows_is_an_error_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begin(Game(FLAGGED, (1, 1)), 4, "A1")
    with pytest.raises(AssertionError, match="strange"):
        progress(state, STRANGE)
    with monkeypatch.context() as patch:
        patch.setattr(game, "BONUSES", (STRANGE, *BONUSES[1:]))
        with pytest.raises(AssertionError, match="strange"):
            Model(begin(Game(FLAGGED, (1, 1), group=4), 4, "A1"), [Card(1, 1), Card(2, 1)])
    with monkeypatch.context() as patch:
        patch.setattr(evaluation, "BONUSES", (STRANGE, *BONUSES[1:]))
        patch.setattr(evaluation, "EARLY_BY", {**evaluation.EARLY_BY, STRANGE: evaluation.MIDDLE})
        with pytest.raises(KeyError, match="strange"):
            Club().turn(begin(Game(STANDARD), 4, "A1"), STANDARD_BOX[0], STANDARD_BOX[1:], Stream("strange"))
