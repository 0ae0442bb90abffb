"""Output files: they never replace an input or a file that hashi did not write, and they keep their modes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.files import read_text, write_bytes, write_text
from hashi_solver.sheet.volumes import identifier_of
from tests.command import hashi, inside, refused
from tests.own_boards import LAYOUTS, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")
DECK = format_cards(STANDARD_BOX[:17])
SOLVE = ("solve", "--layout", "old-pond", "--seed", "3", "--start", "4@D7", "--time-limit", "0")
STRANGE = "what somebody wrote"


def test_a_game_that_was_typed_is_not_replaced_by_its_best_play(tmp_path: Path) -> None:
    game = tmp_path / "g.txt"
    typed = (RECORDS / "anna.txt").read_text()
    game.write_text(typed)
    own = ("solve", game, "--layout", "old-pond", "--time-limit", "0", "--record", game)
    assert "this call reads this file" in refused(*own)
    assert "hashi did not write it" in refused(*SOLVE, "--record", game)
    assert game.read_text() == typed
    assert hashi(*own, "--force").code == 0
    assert game.read_text() != typed
    assert hashi(*SOLVE, "--record", game).code == 0  # it is hashi's own now
    assert "this call reads this file" in refused(*own)  # and yet an input
    link = tmp_path / "link.txt"
    link.symlink_to("g.txt")
    assert "this call reads this file" in refused(*own[:-1], link)


def test_a_board_is_not_replaced_by_its_picture(tmp_path: Path) -> None:
    board = tmp_path / "my.toml"
    board.write_text((LAYOUTS / "old-pond.toml").read_text())
    assert "this call reads this file" in refused("layout", "show", board, "--svg", board)
    assert board.read_text() == (LAYOUTS / "old-pond.toml").read_text()


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ((*SOLVE, "--svg"), "a.svg"),
        (("layout", "show", "old-pond", "--svg"), "a.svg"),
        (
            ("simulate", "--layout", "old-pond", "--player", "random", "--games", "1", "--workers", "1", "--svg"),
            "a.svg",
        ),
        (("layout", "sheet", "old-pond", "--html", "--out"), "a.html"),
    ],
)
def test_only_a_file_of_its_own_making_is_replaced(tmp_path: Path, call: tuple[str, ...], name: str) -> None:
    path = tmp_path / name
    path.write_text(STRANGE)
    assert "hashi did not write it" in refused(*call, path)
    assert path.read_text() == STRANGE
    assert hashi(*call, path, "--force").code == 0
    first = path.read_text()
    assert first != STRANGE
    assert hashi(*call, path).code == 0
    assert path.read_text() == first


@pytest.mark.parametrize("call", [("daily",), ("daily", "--days", "2"), ("layout", "sheet", "old-pond")])
def test_a_file_that_stands_where_a_folder_is_meant_is_not_to_be_forced(tmp_path: Path, call: tuple[str, ...]) -> None:
    path = tmp_path / "notes"
    path.write_text(STRANGE)
    for force in ((), ("--force",)):
        assert "notes: cannot be written: this is a file, not a folder" in refused(*call, "--out", path, *force)
    assert path.read_text() == STRANGE


def test_a_sheet_as_pdf_is_known_and_so_is_what_is_written_beside_it(tmp_path: Path) -> None:
    sheet = tmp_path / "a.pdf"
    sheet.write_bytes(b"%PDF-1.4\nof somebody else\nstartxref\n0\n%%EOF\n")
    assert "hashi did not write it" in refused("layout", "sheet", "old-pond", "--out", sheet)
    assert hashi("layout", "sheet", "old-pond", "--out", sheet, "--force").code == 0
    assert identifier_of(sheet)
    assert hashi("layout", "sheet", "old-pond", "--out", sheet).code == 0
    solutions = tmp_path / "b-solutions.html"
    solutions.write_text(STRANGE)
    assert "b-solutions.html" in refused("daily", "--html", "--out", tmp_path / "b.html")


def test_reports_are_looked_at_before_the_work(tmp_path: Path) -> None:
    report = tmp_path / "r.html"
    report.write_text(STRANGE)
    for call in (("review", RECORDS / "anna.txt"), ("layout", "analyse", "old-pond")):
        assert "hashi did not write it" in refused(*call, "--report", report)
    assert report.read_text() == STRANGE


def test_modes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "one")
    for mode in (0o600, 0o640, 0o444):
        path.chmod(mode)
        write_text(path, oct(mode))
        assert path.read_text() == oct(mode)
        assert path.stat().st_mode & 0o777 == mode


def test_bytes_are_on_the_disk_before_the_name_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    replace = os.replace

    def renames(source: str, path: Path) -> None:
        done.append("renamed")
        replace(source, path)

    monkeypatch.setattr(os, "fsync", lambda handle: done.append(os.fstat(handle).st_size))
    monkeypatch.setattr(os, "replace", renames)
    write_bytes(tmp_path / "a", b"four")
    assert done == [4, "renamed"]


def test_a_link_that_nobody_named_is_replaced_and_not_followed(tmp_path: Path) -> None:
    with inside(tmp_path):
        Path("precious").write_text(STRANGE)
        Path("output").mkdir()
        Path("output/hashi-old-pond.html").symlink_to("../precious")
        assert hashi("layout", "sheet", "old-pond", "--html").code == 0
        assert Path("precious").read_text() == STRANGE
        assert not Path("output/hashi-old-pond.html").is_symlink()
        Path("named.html").symlink_to("precious")
        assert hashi("layout", "sheet", "old-pond", "--html", "--out", "named.html", "--force").code == 0
        assert Path("named.html").is_symlink()
        assert Path("precious").read_text().startswith("<!doctype html>")


@pytest.mark.parametrize("end", [b"startxref\n0\n%%EOF", b"startxref\n" + b"9" * 1900 + b"\n%%EOF\n", b"", b"%%EOF"])
def test_a_damaged_pdf_has_no_identifier(tmp_path: Path, end: bytes) -> None:
    path = tmp_path / "hashi.pdf"
    path.write_bytes(b"%PDF-1.7\n" + end)
    assert identifier_of(path) is None
    os.mkfifo(tmp_path / "fifo")
    assert identifier_of(tmp_path / "fifo") is None


def test_a_fifo_is_no_record(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "game.txt")
    assert "this is not a regular file" in refused("check", tmp_path / "game.txt")
    read_end, write_end = os.pipe()
    os.write(write_end, b"Layout: old-pond\n")
    os.close(write_end)
    assert read_text(Path(f"/dev/fd/{read_end}")) == "Layout: old-pond\n"  # as bash hands over <(...)
    os.close(read_end)
