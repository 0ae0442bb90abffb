"""Finished games: typed in from a sheet, listed, shown to others, taken to another machine."""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from hashi_solver.app import history
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import daily_deal, daily_number, deal_of_seed
from hashi_solver.cli import common
from hashi_solver.drawing.history import history_blocks, share_lines
from hashi_solver.drawing.terminal import Columns, Prose
from hashi_solver.errors import InputError
from hashi_solver.languages import language
from hashi_solver.notation.records import format_turn
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.results import Result
from hashi_solver.table.session import new_session, next_card, pass_round
from hashi_solver.table.transcript import Transcript, new_transcript
from hashi_solver.targets import Targets
from hashi_solver.views.history import history_view, share_view
from hashi_solver.web.words import share_words
from tests.command import Ran, hashi
from tests.own_boards import POND
from tests.test_documents import mistakes_in
from tests.test_play_session import TUESDAY, tuesday

pytestmark = pytest.mark.usefixtures("own_boards")

DEAL = deal_of_seed("tuesday", POND, "free", "open")
CODE = encode(DEAL)
AIMS = Targets(49, 50, 52, 54, 56, 2, 6.5)
MISTAKEN = (*TUESDAY[:4], "5@Z9 B4-D4", *TUESDAY[5:])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, and targets that nobody has to work out."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("hashi_solver.challenge.challenges.targets", lambda *_, **__: AIMS)
    return tmp_path / "hashi" / "games"


def record(*arguments: object, lines: Sequence[str] = TUESDAY) -> Ran:
    return hashi("record", CODE, *arguments, stdin="".join(f"{line}\n" for line in lines).encode())


def transcript(lines: Sequence[str] = TUESDAY) -> Transcript:
    typed = new_transcript(DEAL)
    for line in lines:
        typed = typed.typed(line)
    return typed


def finished(path: Path, name: str = "Seed tuesday") -> Result:
    keep(KeptGame(path, name, "old-pond", tuesday(17)))
    return history.result_in(path)


def test_a_sheet_is_typed_in(folder: Path) -> None:
    ran = record("--player", "Anna")
    assert ran.code == 0
    assert "7. 6@E1 C1-E1 D4-D7" in ran.out
    assert "17 rounds: legal" in ran.out
    assert "total                 56  Ace architect" in ran.out
    assert ran.out.endswith("perfect\n")
    (path,) = folder.iterdir()
    assert f"Player: Anna\nChallenge: {CODE}\nStart: 4@G1\n1. 3@A1 -\n" in path.read_text()
    assert hashi("check", path).code == 0


def test_a_line_of_the_sheet_that_breaks_a_rule_is_explained_and_stands() -> None:
    ran = record(lines=MISTAKEN)
    assert ran.code == 1
    assert "! there is no island Z9 to write on (R4)" in ran.out
    assert "17 rounds: not legal" in ran.out
    assert "legal" in record("--house", lines=MISTAKEN).out


def test_lines_are_typed_again_and_taken_back(folder: Path) -> None:
    lines = [
        *TUESDAY[:5],
        "what",
        "9. -",
        "",
        "# a remark",
        "4. D4 -",
        "undo",
        TUESDAY[4],
        "rounds",
        "board",
        "?",
        "quit",
    ]
    ran = record("--record", folder / "deep.txt", lines=lines)
    assert ran.code == 0
    assert "! Cannot read 'what'" in ran.out
    assert "! Round 5 comes next, not round 9" in ran.out
    assert "4 of 17 rounds are saved" in ran.err
    assert (folder / "deep.txt").read_text().endswith("4. 5@D4 B4-D4\n")
    assert "already exists" in record("--record", folder / "deep.txt").err
    played = hashi("play", folder / "deep.txt", stdin=f"{TUESDAY[5]}\n".encode())
    assert (played.code, "5. 6@C1 D4-F4" in played.out) == (0, True)


def test_what_is_left_is_passed_at_the_end_and_nothing_leaves_no_trace(folder: Path) -> None:
    assert "17 rounds: legal" in record(lines=[*TUESDAY[:5], "end"]).out
    assert len(list(folder.iterdir())) == 1
    ran = record(lines=["end", "undo"])
    assert "! The start comes first" in ran.out
    assert "! Nothing is typed yet" in ran.out
    assert len(list(folder.iterdir())) == 1


def test_the_paper_is_judged_as_it_stands() -> None:
    assert transcript().position == tuesday(17).position
    typed = transcript(MISTAKEN[:5])
    assert [violation.rule for violation in typed.judged()[1]] == ["R4", "R5b"]
    assert typed.undo() == transcript(TUESDAY[:4])
    fixed = new_transcript(deal_of_seed("tuesday", POND))
    with pytest.raises(InputError, match="you need not type the start"):
        fixed.typed("Start: 4@G1")
    with pytest.raises(InputError, match="nothing is typed yet"):
        fixed.undo()
    with pytest.raises(InputError, match="all rounds are typed"):
        transcript().typed("- -")
    assert format_turn(transcript().typed("3. -").plays[2]) == "- -"


def test_a_history_counts_first_tries(tmp_path: Path) -> None:
    one = finished(tmp_path / "2026-11-18-2105-old-pond.txt")
    games = [
        replace(one, number=322, hints=2),
        replace(one, number=321, total=40, code="B"),
        replace(one, number=319, total=51, mistakes=1),
        replace(one, number=320, total=58, again=True),
    ]
    view = history_view(games, {one.code: AIMS}, 323)
    assert (one.when, one.gains, one.bonus_rounds) == (
        datetime.datetime(2026, 11, 18, 21, 5),
        tuple(tuesday(number).points.total - tuesday(number - 1).points.total for number in range(1, 18)),
        (11, 12, 17),
    )
    assert (view.best, view.average, view.streak, view.longest) == (56, 49.0, 2, 2)
    assert view.medals == {"perfect": 1, "gold": 0, "silver": 0, "bronze": 1, "none": 0, "unknown": 1}
    assert history_view(games, {}, 325).streak == 0
    text = [block for block in history_blocks(view, streak=False) if isinstance(block, str)]
    assert text == ["", "best 56, average 49.0", "medals: 1 perfect, 1 bronze, 1 not worked out (--medals does)"]


def test_what_is_shared_tells_neither_islands_nor_cards(tmp_path: Path) -> None:
    result = replace(finished(tmp_path / "game.txt"), number=323)
    title, squares = share_lines(share_view(result, AIMS))
    assert title == "Hashi No. 323 · old-pond: 56, perfect"
    assert [len(pile) for pile in squares.split()] == [7, 5, 5]
    assert squares.replace(" ", "")[10] == "★"
    plain = list(share_lines(share_view(replace(result, number=None, hints=1), None), unicode=False))
    assert plain[0] == f"Hashi {result.code} - old-pond: 56, 1 hint"
    assert "\n".join(plain).isascii()
    told = [share_words(share_view(result, AIMS), "Lado B", language(code)) for code in ("es", "pl")]
    assert told == ["Hashi n.º 323 · Lado B: 56, perfecto", "Hashi nr 323 · Lado B: 56, ideał"]


def test_the_commands(folder: Path, tmp_path: Path) -> None:
    assert "you have finished no game yet" in hashi("share").err
    assert hashi("history").out == "No finished games yet: hashi play begins one.\n"
    today = datetime.date.today()
    session = new_session(daily_deal(today, POND))
    while session.phase != "over":
        session = next_card(pass_round(session))
    keep(KeptGame(folder / "today.txt", f"Daily No. {daily_number(today)}", "old-pond", session))
    finished(folder / "2026-01-05-0900-old-pond.txt")
    finished(folder / "torn.txt").path.write_text("Challenge: 1")
    keep(KeptGame(folder / "half.txt", "Seed tuesday", "old-pond", tuesday(5)))
    listed = hashi("history").out
    assert "best 56, average 28.0\nmedals: 1 perfect, 1 none\ndaily challenges in a row: 1, at most 1\n" in listed
    assert "in a row" not in hashi("history", "--no-streak").out
    document = json.loads(hashi("history", "--json").out)
    assert mistakes_in(document) == []
    assert [game["daily"] for game in document["games"]] == [daily_number(today), None]
    assert hashi("share").out.startswith(f"Hashi No. {daily_number(today)} · old-pond: 0\n□□□□□□□ ")
    assert "perfect" in hashi("share", folder / "2026-01-05-0900-old-pond.txt").out
    assert "is not finished: 5 of 17 rounds" in hashi("share", folder / "half.txt").err
    out = tmp_path / "mine.json"
    assert hashi("history", "--export", out).code == 0
    assert "already exists" in hashi("history", "--export", out).err
    for path in folder.iterdir():
        path.unlink()
    assert hashi("history", "--import", out).err == "3 added, 0 already known\n"  # the unfinished one as well
    assert "0 added, 3 already known\n" in hashi("history", "--import", out).err
    assert hashi("history").out == listed
    out.write_text('{"format": "hashi-history/1", "games": [{"file": "../x", "record": "nonsense"}]}')
    refused = hashi("history", "--import", out)
    assert refused.code == 2
    assert "refused: x: " in refused.err
    out.write_text('{"format": "hashi-history/1", "games": []}')
    assert hashi("history", "--import", out).code == 0
    assert len(list(folder.iterdir())) == 3


def test_medals_are_not_worked_out_for_hundreds_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def challenge_of(deal: object, **more: object) -> object:
        made.append("")
        return type("Challenge", (), {"targets": AIMS})

    monkeypatch.setattr(history, "challenge_of", challenge_of)
    one = finished(tmp_path / "game.txt")
    games = [replace(one, code=str(number)) for number in range(300)]
    assert len(history.targets_of(games, None)) == len(made) == history.MOST_WORKED_OUT
    assert len(history.targets_of(games, None, None)) == 300


def test_no_table_cuts_a_bridge_and_prose_is_broken_at_the_terminals_width(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(common, "console", lambda: Console(width=40, highlight=False))
    monkeypatch.setenv("COLUMNS", "40")
    row = ("round 13", "5/3", "5@B4 B4-D4 B4=B6 B7-E7", "game-losing", "ceiling")
    common.print_blocks([Columns(("round", "card", "play", "lost", "ceiling"), [row]), Prose("word " * 30)])
    printed = capsys.readouterr().out
    assert "B7-E7" in printed
    assert "…" not in printed
    assert max(map(len, printed.splitlines()[-5:])) <= 40
