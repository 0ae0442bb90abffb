"""`hashi layout sheet`, and the files that challenges become."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from hashi_solver.errors import HashiError
from hashi_solver.sheet import HTML_INSTEAD, Options, sheet_of, solutions_of
from hashi_solver.sheet.writing import Destination, ready_to_draw, stem, write_sheet
from tests.command import ROOT, hashi, inside
from tests.sheets import CODE, a_challenge

pytestmark = pytest.mark.usefixtures("own_boards")


def kind_of(path: Path) -> str:
    return {b"%PDF": "pdf", b"<!do": "html"}[path.read_bytes()[:4]]


def test_a_board_for_a_table(tmp_path: Path) -> None:
    ran = hashi("layout", "sheet", "old-mill", "--out", tmp_path / "new" / "folder")
    path = tmp_path / "new" / "folder" / "hashi-old-mill.pdf"
    assert (ran.code, ran.out) == (0, "")
    assert "hashi-old-mill.pdf: the board Old Mill" in ran.err
    assert kind_of(path) == "pdf"


def test_what_differs_from_the_usual_sheet_is_in_its_name(tmp_path: Path) -> None:
    arguments = ("--lang", "pl", "--paper", "letter", "--style", "large", "--html", "--out", tmp_path)
    assert hashi("layout", "sheet", "old-pond", *arguments).code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["hashi-old-pond-pl-letter-large.html"]
    assert kind_of(tmp_path / "hashi-old-pond-pl-letter-large.html") == "html"


@pytest.mark.parametrize(("name", "kind"), [("mine.pdf", "pdf"), ("mine.HTML", "html")])
def test_a_file_of_ones_own(tmp_path: Path, name: str, kind: str) -> None:
    assert hashi("layout", "sheet", "old-pond", "--out", tmp_path / name).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert kind_of(tmp_path / name) == kind


def test_a_folder_may_have_a_dot_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "club.night").mkdir()
    for name in ("club.2026", "club.night", ".sheets"):
        assert hashi("layout", "sheet", "old-pond", "--html", "--out", tmp_path / name).code == 0
        assert (tmp_path / name / "hashi-old-pond.html").exists()


def test_without_a_place_sheets_go_to_output(tmp_path: Path) -> None:
    with inside(tmp_path):
        assert hashi("layout", "sheet", "old-pond", "--html").code == 0
    written = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.html")]
    assert written == ["output/hashi-old-pond.html"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nowhere",), "nowhere"),
        (("old-pond", "--html", "--out", "x.pdf"), "--out names a PDF, but --html makes HTML: x.pdf"),
        (("old-pond", "--out", "missing/x.html"), "cannot be written"),
        (("old-pond", "--lang", "de"), "'de' is not one of"),
        (("old-pond", "--style", "huge"), "'huge' is not one of"),
        ((str(ROOT / "docs" / "examples" / "cramped.toml"),), "18"),
    ],
)
def test_what_cannot_be_printed_is_told(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    with inside(tmp_path):
        ran = hashi("layout", "sheet", *arguments)
    assert ran.code in (1, 2)
    assert sentence in ran.err
    assert not list(tmp_path.rglob("*.*"))


@pytest.mark.parametrize("lacking", ["Pango", "WeasyPrint"])
def test_a_machine_without_pango_makes_html_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    if lacking == "Pango":
        monkeypatch.setattr("hashi_solver.machine.LIBRARIES", {"Pango": ("no-such-library",)})
    else:
        monkeypatch.setitem(sys.modules, "weasyprint", None)
    ran = hashi("layout", "sheet", "old-pond", "--out", tmp_path)
    assert ran.code == 0
    told, written = ran.err.splitlines()
    assert told == HTML_INSTEAD
    assert "hashi-old-pond.html" in written
    (file,) = tmp_path.iterdir()
    assert file.read_text().lower().startswith("<!doctype html>")


def test_what_only_a_pdf_can_be_is_refused_without_pango(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_solver.machine.LIBRARIES", {"Pango": ("no-such-library",)})
    for wanted in (("--out", tmp_path / "x.pdf"), ("--out", tmp_path, "--press")):
        ran = hashi("layout", "sheet", "old-pond", *wanted)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "needs the library Pango" in ran.err
    assert not list(tmp_path.iterdir())
    for own in (("--html",), ("--style", "text")):
        assert "Pango" not in hashi("layout", "sheet", "old-pond", "--out", tmp_path, *own).err


def test_names_of_challenges() -> None:
    assert stem(a_challenge()) == "hashi-2026-11-18-old-pond"
    assert stem(a_challenge(kind="flip", fixed=False)) == "hashi-2026-11-18-old-pond-flip-free"
    assert stem(a_challenge(day=None)) == f"hashi-{CODE}"


def test_a_challenge_and_its_solution_apart(tmp_path: Path) -> None:
    documents = list(write_sheet(a_challenge(), Options(), Destination(tmp_path / "new", None, html=True)))
    written = [each.path for each in documents]
    names = ["hashi-2026-11-18-old-pond.html", "hashi-2026-11-18-old-pond-solutions.html"]
    assert [path.name for path in written] == names
    assert [kind_of(path) for path in written] == ["html", "html"]
    assert [each.contents for each in documents] == ["the sheet", "the solution"]
    assert "solutions" not in written[0].read_text().partition("<body")[2]


@pytest.mark.skipif(sys.platform != "linux", reason="it is a copy of this process")
@pytest.mark.parametrize("killed", [False, True])
def test_a_process_that_is_ready_draws_what_is_drawn_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    challenge, options, place = a_challenge(), Options("pl"), Destination(tmp_path, None, html=False)
    with ready_to_draw(options, place) as process:
        assert process
        pid = process._process.pid
        assert pid
        if killed:
            os.kill(pid, signal.SIGKILL)
        written = [document.path.read_bytes() for document in write_sheet(challenge, options, place, process)]
    assert written == [each.pdf() for each in (sheet_of(challenge, options), solutions_of([challenge], options))]
    assert not Path(process._scratch.name).exists()


def test_a_process_that_cannot_load_what_it_needs_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    place = Destination(tmp_path, None, html=False)
    with (
        ready_to_draw(Options(), place) as process,
        pytest.raises(HashiError, match="Pango"),
    ):
        list(write_sheet(a_challenge(), Options(), place, process))
    assert not list(tmp_path.iterdir())


def test_where_it_would_save_no_time_no_process_is_made_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with ready_to_draw(Options(), Destination(tmp_path, None, html=True)) as process:
        assert process is None
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    with ready_to_draw(Options(), Destination(tmp_path, None, html=False)) as process:
        assert process is None


@pytest.mark.parametrize(("solutions", "count"), [("end", 1), ("none", 0)])
def test_solutions_behind_the_sheet_or_not_at_all(tmp_path: Path, solutions: str, count: int) -> None:
    options = Options(solutions="end" if solutions == "end" else "none")
    (document,) = write_sheet(a_challenge(), options, Destination(tmp_path, None, html=True))
    assert document.path.read_text().count('<article class="page solutions') == count


def test_a_challenge_into_a_file_of_ones_own(tmp_path: Path) -> None:
    written = write_sheet(a_challenge(), Options(), Destination(tmp_path, tmp_path / "sheet.html", html=True))
    assert [each.path.name for each in written] == ["sheet.html", "sheet-solutions.html"]


def test_hidden_cards_have_a_file_of_their_own(tmp_path: Path) -> None:
    documents = list(write_sheet(a_challenge(kind="flip"), Options(), Destination(tmp_path, None, html=True)))
    name = "hashi-2026-11-18-old-pond-flip"
    assert [each.path.name for each in documents] == [f"{name}.html", f"{name}-cards.html", f"{name}-solutions.html"]
    assert [each.contents for each in documents] == ["the sheet", "its cards, to cut out", "the solution"]
    sheet, cards, _ = (each.path.read_text().partition("<body")[2] for each in documents)
    assert 'class="turn"' in cards
    assert 'class="turn"' not in sheet


def test_no_file_of_somebody_elses_is_replaced_by_cards(tmp_path: Path) -> None:
    for name in ("x-cards.html", "x-solutions.html"):
        (tmp_path / name).write_text("mine")
        ran = hashi("challenge", "--seed", "x", "--layout", "old-pond", "--kind", "flip", "--out", tmp_path / "x.html")
        assert ran.code == 2
        assert f"{name}: already exists, and hashi did not write it" in ran.err
        (tmp_path / name).unlink()
