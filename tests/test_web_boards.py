"""Drawing a board, and printing: each step and what is said of it, without a browser."""

from __future__ import annotations

import datetime
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from hashi_solver.app import editing
from hashi_solver.app.editing import DrawnBoard, blank, drawn, id_of, mirrored, renamed, resized, tap, turned
from hashi_solver.board import Layout
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.errors import InputError
from hashi_solver.languages import LANGUAGES
from hashi_solver.library import boards_folder, layout_ids
from hashi_solver.notation.layouts import load_layout, parse_playable_layout
from hashi_solver.web.asking import Answer
from hashi_solver.web.interface import answer, is_heavy
from tests.command import ROOT, hashi
from tests.own_boards import MILL, POND

pytestmark = pytest.mark.usefixtures("own_boards")

HOSTILE = (
    "<script>alert(1)</script>",
    "\u202eabc",
    "x" * 10_000,
    "\ud800",
    'a"\n[x]\nb = "',
    "../../etc",
    "é\x00\x7f",
    "",
)


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HASHI_BOARDS", str(tmp_path / "boards"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def ask(use: str, drawing: Any = None, **question: Any) -> Answer:
    """Ask as a page does: what it sends and what it gets goes through JSON."""
    request = {"use": use, **question} if drawing is None else {"use": use, "drawing": drawing, **question}
    found: Answer = json.loads(json.dumps(answer(json.loads(json.dumps(request)))))
    return found


def of(layout: Layout) -> DrawnBoard:
    """A board to change that does not ship, whatever its id."""
    return DrawnBoard("mine", "Mine", layout.grid, layout.no_line)


# Steps


def test_taps_go_through_the_kinds_of_cells_and_end_where_they_began() -> None:
    board = blank("New")
    kinds = [board.kind((2, 3))]
    for _ in range(4):
        board = tap(board, "C4")
        kinds.append(board.kind((2, 3)))
    assert kinds == ["sea", "island", "red", "blue", "sea"]
    assert board == blank("New")
    assert tap(board, "c4", "blue").grid[3] == "..b...."
    for name in ("H1", "A8", "", "C", "c44", "\u0664", "x" * 999, "A1-"):
        with pytest.raises(InputError):
            tap(board, name)


def test_a_line_is_taken_away_and_put_back() -> None:
    board, name = of(POND), POND.lines[3].name
    gone = tap(board, name)
    assert gone.no_line == (tuple(name.split("-")),)
    assert len(parse_playable_layout(gone.text).lines) == len(POND.lines) - 1
    assert tap(gone, name) == board
    assert tap(gone, name, "sea") == gone  # sea is the way to take away, and stays
    with pytest.raises(InputError, match="R1b"):
        tap(board, "A1-G7")


def test_a_line_that_was_taken_away_is_forgotten_when_an_island_comes_between() -> None:
    board = DrawnBoard("mine", "Mine", ("o..o", "....", "o..o"), (("A1", "D1"), ("A3", "D3")))
    between = tap(board, "B1")
    assert between.no_line == (("A3", "D3"),)
    assert not [finding for finding in between.examined().errors if finding.rule == "R1b"]
    assert tap(board, "B2").no_line == board.no_line


@pytest.mark.parametrize("layout", [POND, MILL], ids=["pond", "mill"])
def test_turned_and_mirrored_boards_are_the_same_board(layout: Layout) -> None:
    board = tap(tap(of(layout), layout.lines[0].name), layout.lines[-1].name)
    assert mirrored(mirrored(board)) == board
    found = board
    for _ in range(4):
        found = turned(found)
        moved = found.layout()
        assert moved is not None
        before = board.layout()
        assert before is not None
        assert (len(moved.lines), moved.crossings) == (len(before.lines), before.crossings)
    assert {frozenset(pair) for pair in found.no_line} == {frozenset(pair) for pair in board.no_line}
    assert found.grid == board.grid
    tall = DrawnBoard("tall", "Tall", ("o",) * 40)
    with pytest.raises(InputError, match="40 columns"):
        turned(tall)


def test_a_board_grows_and_shrinks_on_the_right_and_below() -> None:
    board = of(POND)
    larger = resized(board, board.columns + 2, board.rows + 1)
    assert larger.grid[0] == f"{board.grid[0]}.."
    assert larger.grid[-1] == "." * larger.columns
    assert resized(larger, board.columns, board.rows) == board
    for columns, rows in ((0, 5), (27, 5), (5, 100), (-1, 5), (10**30, 5)):
        with pytest.raises(InputError, match="1 to 26 columns"):
            resized(board, columns, rows)


def test_the_id_follows_the_name_and_is_never_that_of_a_board_that_ships() -> None:
    assert id_of("Old Pond") == "old-pond-2"
    assert id_of("  Ça & là!  ") == "ca-la"
    assert id_of("岛") == "board"
    assert drawn(POND).id not in layout_ids()
    assert renamed(blank("One"), "Another").id == "another"
    assert renamed(DrawnBoard("box", "The one in my box", ("o",)), "Another").id == "box"
    for name in HOSTILE:
        assert re.fullmatch(r"[a-z0-9-]{1,40}", id_of(name))


def test_any_drawing_says_what_validate_says(folders: Path) -> None:
    rng = random.Random(19)
    board = of(POND)
    cells = [f"{chr(65 + column)}{row + 1}" for column in range(board.columns) for row in range(board.rows)]
    for number in range(60):
        names = [*cells, *(each.line.name for each in board.lines())]
        board = tap(board, rng.choice(names))
        if number % 6:
            continue
        shown = ask("board-look", drawing_of(board))
        path = folders / "board.toml"
        path.write_text(shown["toml"])
        told = json.loads(hashi("layout", "validate", "--json", path).out)
        assert told["valid"] == shown["valid"]
        assert len(told["findings"]) == len(shown["findings"])
        assert all(one["message"] in two["words"] for one, two in zip(told["findings"], shown["findings"], strict=True))


def drawing_of(board: DrawnBoard) -> dict[str, Any]:
    pairs = [list(pair) for pair in board.no_line]
    return {"id": board.id, "name": board.name, "grid": list(board.grid), "no_line": pairs}


# The interface


def test_every_cell_and_line_is_a_control_that_says_its_state() -> None:
    found = ask("board-open", board="old-pond")
    assert found["svg"].count("data-cell=") == POND.columns * POND.rows
    assert found["svg"].count('role="button"') == POND.columns * POND.rows + len(POND.lines)
    line = POND.lines[0].name
    gone = ask("board-tap", found["drawing"], at=line)
    assert gone["said"].startswith(f"{line}, line taken away. ")
    assert f'data-line="{line}" data-taken="true"' in gone["svg"]
    assert f'aria-label="{line}, line taken away' in gone["svg"]
    flagged = ask("board-tap", found["drawing"], at="A1", kind="red", lang="es")
    assert 'data-cell="A1" data-kind="red"' in flagged["svg"]
    assert flagged["said"].startswith("A1, bandera roja")
    counts = {row["name"]: row["told"] for row in found["counts"]}
    assert counts == {
        "Islands": "18 of 18",
        "Red flags": "4 of 4",
        "Blue flags": "3 of 3",
        "Lines": str(len(POND.lines)),
        "Crossings": str(POND.crossings),
    }


def test_findings_stand_at_their_places_in_every_language() -> None:
    grids = {
        "R1a": ["o.o", "...", "o.o"],
        "R1b": ["o..", ".o.", "..o"],
        "R5a": ["o.o"],
        "R7a": ["r.r..", ".....", "...oo"],
        "R7b": ["b.b..", ".....", "...oo"],
        "R7c": ["oo..", "....", "..oo"],
        "line": ["oo."],
        "nothing": ["..."],
    }
    seen: dict[str, set[str]] = {}
    for grid in grids.values():
        drawing = {"id": "x", "name": "X", "grid": grid, "no_line": []}
        english = ask("board-look", drawing)["findings"]
        for code in LANGUAGES:
            for finding in ask("board-look", drawing, lang=code)["findings"]:
                seen.setdefault(finding["rule"], set()).add(finding["words"])
                assert code == "en" or finding["words"] not in [one["words"] for one in english]
                assert finding["at"] == "" or f'"{finding["at"]}"' in ask("board-look", drawing)["svg"]
    assert {"R1a", "R1b", "R5a", "R7a", "R7b", "R7c"} <= set(seen)


def test_names_that_mean_harm_do_none() -> None:
    drawing = ask("board-open", board="old-pond")["drawing"]
    for name in HOSTILE:
        found = ask("board-name", drawing, name=name)
        assert "<script" not in found["svg"]
        assert "\u202e" not in json.dumps(found, ensure_ascii=False)
        assert len(found["drawing"]["name"]) <= 200
        assert load(found["toml"]) if found["valid"] else found["findings"]
        assert re.fullmatch(r"[a-z0-9-]+\.toml", found["file"])
        for key in ("id", "name"):
            again = ask("board-keep", {**drawing, key: name})
            assert again.get("kept") is None or re.fullmatch(r"[a-z0-9-]+", again["kept"])
        assert "error" in ask("board-keep", {**drawing, "id": name})
    assert all(re.fullmatch(r"[a-z0-9-]+\.toml", path.name) for path in boards_folder().iterdir())


def load(text: str) -> Layout:
    return parse_playable_layout(text)


def test_a_file_that_cannot_be_drawn_says_everything_at_once() -> None:
    text = 'format = "hashi-layout/1"\nid = "A B"\nname = ""\ngrid = ["ox", "o"]\n'
    told = ask("board-read", text=text)["unreadable"]
    assert len(told) > 4
    assert any(each.startswith("B1: ") for each in told)
    assert ask("board-read", text="grid = [")["unreadable"]
    for text in HOSTILE:
        assert ask("board-read", text=text)["unreadable"]
    found = ask("board-read", text=editing.drawn(MILL).text)
    assert (found["valid"], found["drawing"]["grid"]) == (True, list(MILL.grid))


def test_a_board_is_kept_under_its_id_and_replaces_another_one_only_if_asked() -> None:
    drawing = {**ask("board-open", board="old-pond")["drawing"], "id": "mine", "name": "Mine"}
    assert ask("board-keep", drawing)["kept"] == "mine"
    assert load_layout("mine").digest == POND.digest
    assert ask("board-keep", drawing)["kept"] == "mine"  # the same board again
    other = ask("board-tap", drawing, at=POND.lines[0].name)["drawing"]
    refused = ask("board-keep", other)
    assert refused["taken"]
    assert "mine" in refused["said"]
    assert load_layout("mine").digest == POND.digest
    assert ask("board-keep", other, replacing=True)["kept"] == "mine"
    assert load_layout("mine").digest != POND.digest
    assert "ships" in ask("board-keep", {**drawing, "id": "old-pond"}, replacing=True)["error"]["sentence"]
    broken = ask("board-tap", drawing, at="A1")
    assert not broken["valid"]
    assert "cannot be played" in ask("board-keep", broken["drawing"])["error"]["sentence"]
    opened = ask("open", board="mine", seed="x")
    assert opened["board"] == "Mine"


def test_decks_are_proven_while_one_looks_and_never_twice() -> None:
    drawing = ask("board-open", board="old-pond")["drawing"]
    stop, seen = threading.Event(), []

    def hear(share: float, known: Answer | None = None) -> None:
        assert known is not None
        seen.append((share, known))
        if known["decks"] >= 2:
            stop.set()

    assert is_heavy({"use": "board-worth"})
    first = answer({"use": "board-worth", "drawing": drawing}, on_progress=hear, stop=stop)
    assert seen[0][1]["decks"] == 0
    assert not first["complete"]
    assert 2 <= first["decks"] < first["of"]
    assert first["svg"].startswith("<svg")
    assert "#" not in re.sub(r"&#\d+;", "", first["svg"])  # colours are those of the page, light or dark
    assert re.search(r"averages [\d.]+ \([\d.]+ to [\d.]+\)", " ".join(first["sentences"]))
    again: list[Answer] = []

    def hear_again(share: float, known: Answer | None = None) -> None:
        assert known is not None
        again.append(known)

    stop.set()
    answer({"use": "board-worth", "drawing": drawing}, on_progress=hear_again, stop=stop)
    assert again[0]["decks"] >= first["decks"]
    refused = ask("board-worth", ask("board-new")["drawing"])["error"]["sentence"]
    assert "no island" in refused


# Printing


def documents(found: Answer) -> dict[str, bytes]:
    return {one["name"]: b64decode(one["data"]) for one in found["files"]}


def test_a_challenge_is_printed_as_the_page_wants_it(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    before = set(folders.iterdir())
    code = encode(deal_of_seed("tuesday", POND, "fixed", "open"))
    found = ask("print", what="code", code=code, sheet_language="pl", paper="letter", style="ink")
    made = documents(found)
    assert list(made) == [f"hashi-{code}-pl-letter-ink.pdf", f"hashi-{code}-pl-letter-ink-solutions.pdf"]
    assert all(data.startswith(b"%PDF-") and len(data) > 10_000 for data in made.values())
    (sheet,) = documents(
        ask("print", what="code", code=code, sheet_language="pl", solutions="none", html=True)
    ).values()
    assert b'lang="pl"' in sheet
    day = documents(ask("print", what="day", day="2026-12-24", board="old-pond", solutions="end", html=True))
    assert list(day) == ["hashi-2026-12-24-old-pond.html"]
    assert b"<html" in day["hashi-2026-12-24-old-pond.html"]
    seed = ask("print", what="seed", seed="x", board="old-pond", start="free", solutions="none", html=True)
    (sheet,) = documents(seed).values()
    assert b"<html" in sheet
    assert {path.name for path in set(folders.iterdir()) - before} <= {"cache"}  # nothing else is left behind


def test_blank_boards_are_printed_also_those_that_are_only_drawn() -> None:
    (name,) = documents(ask("print", what="board", board="old-mill"))
    assert name == "hashi-old-mill.pdf"
    drawing = ask("board-open", board="old-pond")["drawing"]
    (name,) = documents(ask("print", drawing, what="drawing", html=True))
    assert name == "hashi-old-pond-2.html"
    assert "no island" in ask("print", ask("board-new")["drawing"], what="drawing")["error"]["sentence"]


def test_a_month_is_one_booklet_and_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    days = (datetime.date(2026, 12, 1), datetime.date(2026, 12, 2))
    monkeypatch.setattr("hashi_solver.app.challenges.days_of", lambda *_: days)
    shares: list[float] = []
    question = {"use": "print", "what": "month", "month": "2026-12", "board": "old-pond"}
    found = answer(question, on_progress=lambda share, seen=None: shares.append(share))
    made = documents(found)
    assert next(iter(made)) == "hashi-2026-12-01-to-2026-12-02-old-pond.pdf"
    assert all(data.startswith(b"%PDF-") for data in made.values())
    assert shares == [0.45, 0.9]


def test_without_pango_the_sheet_is_html_and_it_is_said_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_solver.web.printing.can_print", lambda: False)
    found = ask("print", what="board", board="old-pond")
    assert list(documents(found)) == ["hashi-old-pond.html"]
    assert "Pango" in found["said"]
    assert found["type"] == "text/html"
    assert "Pango" not in ask("print", what="board", board="old-pond", html=True)["said"]


def test_printing_stops_at_once_and_leaves_nothing(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    before = set(folders.iterdir())
    for question in ({"what": "month", "month": "2026-12"}, {"what": "day"}, {"what": "seed", "seed": "x"}):
        stop = threading.Event()
        timer = threading.Timer(0.2, stop.set)
        timer.start()
        found = answer({"use": "print", "board": "old-pond", **question}, stop=stop)
        assert found["error"]["kind"] == "stopped"
    stop = threading.Event()
    stop.set()
    assert answer({"use": "print", "what": "board"}, stop=stop)["error"]["kind"] == "stopped"
    assert {path.name for path in set(folders.iterdir()) - before} <= {"cache"}


def test_nothing_that_is_printed_names_a_file() -> None:
    for name in (*HOSTILE, str(ROOT / "layouts/side-a.toml"), "../layouts/old-pond"):
        for question in (
            {"what": "board", "board": name},
            {"what": "seed", "seed": name, "board": name},
            {"what": "code", "code": name},
            {"what": "day", "day": name},
            {"what": "month", "month": name},
            {"what": name},
            {"what": "board", "sheet_language": name, "paper": name},
        ):
            assert ask("print", **question)["error"]["sentence"].endswith(".")
    assert ask("print", what="code", code=" ", lang="it")["error"]["sentence"] == "Codice di un foglio: è vuoto."
    drawing = ask("board-new")["drawing"]
    assert "26 kolumn" in ask("board-size", drawing, columns=99, rows=3, lang="pl")["error"]["sentence"]
    for difficulty in (0, 6, 1.5, "3"):
        assert "difficulty" in ask("print", what="seed", seed="x", difficulty=difficulty)["error"]["sentence"]


STRANGE: list[Any] = [None, True, -1, 10**30, 1e308, "", "\u202e<script>", "x" * 5000, [], {}, [[1]], ["."] * 200]


@pytest.mark.parametrize("seed", range(4))
def test_broken_drawings_are_refused_with_a_sentence(seed: int) -> None:
    rng = random.Random(seed)
    drawing = ask("board-open", board="old-pond")["drawing"]
    questions: list[Callable[[], dict[str, Any]]] = [
        lambda: {"use": "board-tap", "at": rng.choice(["A1", "A1-D1", "-", "A1-", 3])},
        lambda: {"use": "board-size", "columns": rng.choice([3, 0, 1e9, 10**30]), "rows": rng.choice([3, -1, "3"])},
        lambda: {"use": "board-name", "name": rng.choice(STRANGE)},
        lambda: {"use": "board-turn"},
        lambda: {"use": "board-mirror"},
        lambda: {"use": "board-read", "text": rng.choice(STRANGE)},
        lambda: {"use": "board-keep", "replacing": rng.choice(STRANGE)},
    ]
    for _ in range(150):
        changed = {**drawing, "grid": list(drawing["grid"])}
        changed[rng.choice([*drawing, "x"])] = rng.choice(STRANGE)
        if rng.random() < 0.3:
            changed["no_line"] = rng.choice([[["A1", "Z9"]], [["A1", "A1"]], [["A1"]], [["a1", "d1"], ["D1", "A1"]]])
        if rng.random() < 0.3:
            changed["grid"] = rng.choice([["o" * 26] * 20, ["o.", "o"], ["O.X"], [""], ["r" * 7] * 7])
        found = ask(drawing=rng.choice([changed, drawing, *STRANGE[:6]]), **rng.choice(questions)())
        assert "drawing" in found or "unreadable" in found or found["error"]["sentence"].endswith((".", "!"))


def test_a_server_that_ends_in_the_middle_of_work_says_nothing_about_it(folders: Path) -> None:
    command = [sys.executable, "-m", "hashi_solver", "web", "--no-open"]
    apart = {**os.environ, "XDG_DATA_HOME": str(folders / "data")}
    with subprocess.Popen(
        command, cwd=ROOT, env=apart, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as ran:
        assert ran.stdout is not None
        url = urlsplit(ran.stdout.readline().strip())
        connections = []
        for question in ({"use": "print", "what": "month", "month": "2027-01"}, {"use": "print", "what": "day"}):
            connection = http.client.HTTPConnection(url.hostname or "", url.port)
            connection.request("POST", f"{url.path}answer", json.dumps(question), {"Content-Type": "application/json"})
            connections.append(connection)
            assert connection.getresponse().status == 200  # the work has begun; its answer is still to come
        ran.send_signal(signal.SIGINT)
        _, err = ran.communicate(timeout=60)
        for connection in connections:
            connection.close()
    assert (ran.returncode, err) == (0, "")
