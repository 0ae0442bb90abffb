"""Booklets of several boards and grades: codes, a series from easy to hard, boards in turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from hashi_solver.app.challenges import Coded, challenge_asked, find_series, series_asked
from hashi_solver.challenge import encode
from hashi_solver.challenge.search import Search
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.drawing.challenges import challenges_blocks
from hashi_solver.drawing.terminal import Columns
from hashi_solver.errors import InputError, NotFoundError
from hashi_solver.sheet import Booklet, Options, booklet_of, pdf
from tests.command import hashi
from tests.own_boards import MILL, POND
from tests.sheets import ON_PAPER, a_challenge, overflows

pytestmark = pytest.mark.usefixtures("own_boards")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that find what they look for; there is none of two stars on Old Mill."""

    def run(self: Search, count: int, **_: Any) -> Iterator[tuple[str, Any]]:
        if self.layout == MILL and self.wish.difficulty == 2:
            self.gave_up = True
            return
        made = a_challenge(self.layout, day=None)
        for number in range(count):
            code = f"{self.layout.id} {self.wish.difficulty} {number}"
            yield "seed", replace(made, code=code)

    monkeypatch.setattr(Search, "run", run)


@pytest.mark.usefixtures("at_once")
def test_a_graded_series_rises_from_one_star_to_five_in_even_steps() -> None:
    for count in (2, 5, 7, 12):
        codes = [
            each.code for each in find_series(series_asked("x", count, graded=True, boards=["old-pond"])).challenges
        ]
        grades = [int(code.split()[1]) for code in codes]
        assert grades == sorted(grades)
        assert grades[0] == 1
        assert len(set(codes)) == count
        assert max(Counter(grades).values()) - min(Counter(grades).values()) <= 1
    assert series_asked("x", None, graded=True).wanted == 5


@pytest.mark.usefixtures("at_once")
def test_boards_take_turns_and_keep_their_places() -> None:
    asked = series_asked("x", 5, graded=False, boards=["old-pond", "old-mill"])
    found = find_series(asked).challenges
    assert [each.deal.layout.id for each in found] == ["old-pond", "old-mill", "old-pond", "old-mill", "old-pond"]
    assert len({each.code for each in found}) == 5
    done: list[int] = []
    find_series(asked, on_progress=done.append)
    assert done == [1, 2, 3, 4, 5]


@pytest.mark.usefixtures("at_once")
def test_a_series_that_cannot_be_completed_says_so() -> None:
    with pytest.raises(NotFoundError, match=r"gave up .* without difficulty 2"):
        find_series(series_asked("x", 10, graded=True, boards=["old-pond", "old-mill"]))


def test_several_codes_are_several_challenges_and_blanks_are_none() -> None:
    deals = [deal_of_seed(seed, board) for seed, board in (("1", POND), ("2", MILL))]
    codes = [encode(deal) for deal in deals]
    asked = challenge_asked(codes)
    assert isinstance(asked, Coded)
    assert (asked.deals, asked.wanted) == (tuple(deals), 2)
    for typed in (codes[0], codes[0].split("-"), [codes[0].replace("-", " ")]):
        assert challenge_asked(typed) == Coded((deals[0],))
    flip = encode(deal_of_seed("1", POND, kind="flip"))
    with pytest.raises(InputError, match="open and flip challenges do not go into one booklet"):
        challenge_asked([encode(replace(deals[0], kind="open")), flip])


def two_boards() -> Booklet:
    return Booklet(tuple(a_challenge(board, day=None) for board in (POND, MILL, POND)))


def test_a_booklet_of_several_boards_names_them() -> None:
    told = booklet_of(two_boards()).html().partition("<body")[2]
    assert '<p class="cover-board">Old Pond, Old Mill</p>' in told
    assert 'class="cover-picture"' not in told
    rows = re.findall(r'<a href="#challenge-\d">(\d)</a></th><td>(.*?)</td>', told)
    assert rows == [("1", "Old Pond"), ("2", "Old Mill"), ("3", "Old Pond")]
    assert re.findall(r'<p class="detail">(.*?) ·', told) == ["Old Pond", "Old Mill", "Old Pond"]


def test_the_table_of_challenges_names_their_boards() -> None:
    heading, table = challenges_blocks(two_boards().challenges, stars=False)
    assert heading == "Old Pond, Old Mill, open\n"
    assert isinstance(table, Columns)
    assert [row[0] for row in table.rows] == ["Old Pond", "Old Mill", "Old Pond"]


@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_nothing_leaves_its_box_in_a_booklet_of_several_boards(code: str, paper: Any) -> None:
    html = booklet_of(two_boards(), Options(code, paper, solutions="none")).draw("print")
    assert not list(overflows(pdf.render(html, "normal")))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (("--graded",), "give --seed"),
        (("--seed", "x", "--graded", "--count", "1"), "ask for several challenges with --count"),
        (("--seed", "x", "--graded", "--difficulty", "3"), "--graded and --difficulty do not go together"),
        (("--seed", "x", "--boards", "old-pond", "--layout", "old-mill"), "--boards and --layout do not go together"),
        (("--seed", "x", "--boards", "old-pond,nowhere"), "nowhere"),
        (("--seed", "x", "--boards", ""), "ask for several challenges"),
    ],
)
def test_what_is_no_series_is_refused_at_once(call: tuple[str, ...], sentence: str) -> None:
    ran = hashi("challenge", *call, "--no-sheet")
    assert ran.code == 2
    assert sentence in ran.err
