"""The text edition: everything in lines, and playable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hashi_solver.challenge import encode
from hashi_solver.library import language_codes
from hashi_solver.sheet import Booklet, Options, blank_of, booklet_of, cards_of, sheet_of, solutions_of
from hashi_solver.sheet.printed import Printed
from tests.command import hashi
from tests.own_boards import POND
from tests.sheets import a_challenge

pytestmark = pytest.mark.usefixtures("own_boards")
CARD = re.compile(r"^(\d+)\. (\d), (one bridge|two bridges|three bridges)$", re.MULTILINE)
BRIDGES = {"one bridge": 1, "two bridges": 2, "three bridges": 3}


def told(printed: Printed) -> str:
    assert printed.text is not None
    return printed.text()


def cards_in(text: str) -> list[tuple[int, int]]:
    return [(int(number), BRIDGES[bridges]) for _, number, bridges in CARD.findall(text)]


def test_a_sheet_says_all_that_the_page_shows() -> None:
    challenge = a_challenge()
    text = told(sheet_of(challenge))
    lines = text.split("\n")
    assert lines[:3] == ["HASHI", "", "No. 322 · 18 November 2026"]
    assert f"Challenge: {challenge.code}" in lines
    assert cards_in(text) == [(card.number, card.bridges) for card in challenge.deal.deck.cards]
    for island in POND.islands:
        (line,) = [line for line in lines if line.startswith(f"{island.name}: ")]
        joined = {other.name for edge in POND.lines if island.index in (edge.a, edge.b)
                  for other in (POND.islands[edge.a], POND.islands[edge.b])} - {island.name}  # fmt: skip
        assert set(line.partition(": ")[2].split(", ")) == joined
    crossings = sum(len(POND.crossed_by[line.index]) for line in POND.lines) // 2
    assert len(re.findall(r"^[A-Z]\d-[A-Z]\d, [A-Z]\d-[A-Z]\d$", text, re.MULTILINE)) == crossings
    assert "Start: the 4 on A1 is already written." in lines
    assert "_" not in text
    assert "Start: a 3 or a 4, on an island without a flag" in told(sheet_of(a_challenge(fixed=False)))


def test_hidden_cards_are_only_in_their_own_text() -> None:
    challenge = a_challenge(kind="flip")
    assert cards_in(told(sheet_of(challenge))) == []
    assert cards_in(told(cards_of(challenge))) == [(card.number, card.bridges) for card in challenge.deal.deck.cards]


@pytest.mark.parametrize("code", language_codes())
def test_there_is_one_in_every_language(code: str) -> None:
    options = Options(code)
    book = Booklet((a_challenge(), a_challenge(day=None)))
    for printed in (sheet_of(a_challenge(), options), blank_of(POND, options), booklet_of(book, options)):
        text = told(printed)
        assert text.startswith("HASHI\n")
        assert text.endswith("\n")
        assert "%(" not in text
    assert told(booklet_of(book, options)).count("hashi play --plain") == 2


def test_it_can_be_played_with_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command on the sheet, then the moves of the solution, line by line."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made_up = a_challenge(day=None)
    code = encode(made_up.deal)
    (command,) = re.findall(r"hashi (play --plain) \S+", told(sheet_of(made_up)))
    moves = re.findall(r"^\d+\. \d/\d (.*)$", told(solutions_of([made_up])), re.MULTILINE)
    assert len(moves) == 17
    ran = hashi(*command.split(), code, stdin="".join(f"{move}\n" for move in moves).encode())
    assert ran.code == 0
    assert re.search(rf"\b{made_up.solution.score}\b", ran.out)
    assert made_up.solution.title in ran.out


def test_the_command_writes_text(tmp_path: Path) -> None:
    ran = hashi("layout", "sheet", "old-pond", "--style", "text", "--lang", "it", "--out", tmp_path)
    assert ran.code == 0
    (path,) = tmp_path.iterdir()
    assert path.name == "hashi-old-pond-it.txt"
    assert path.read_text("utf-8").startswith("HASHI\n")
    own = tmp_path / "own.txt"
    own.write_text("a shopping list")
    for arguments, sentence in (
        (("--out", own), "hashi did not write it"),
        (("--out", tmp_path / "x.pdf"), "--style text writes a .txt file"),
        (("--html",), "--style text and --html do not go together"),
        (("--press",), "--style text and --press do not go together"),
    ):
        ran = hashi("layout", "sheet", "old-pond", "--style", "text", *arguments)
        assert ran.code == 2
        assert sentence in ran.err
    assert own.read_text() == "a shopping list"
