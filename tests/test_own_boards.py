"""The user's own boards: ids that work everywhere, and ids that are taken."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from hashi_solver.challenge.codes import decode, encode, tag
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.errors import InputError
from hashi_solver.library import boards_folder, layout_ids, own_layout_ids
from hashi_solver.notation.layouts import file_name, format_layout, load_layout, load_playable_layout
from tests.command import completed, hashi, refused
from tests.own_boards import MILL, POND


@pytest.fixture(autouse=True)
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's own boards."""
    monkeypatch.setenv("HASHI_BOARDS", str(tmp_path / "boards"))
    return tmp_path / "boards"


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_board_that_is_added_works_everywhere_by_its_id(tmp_path: Path, mine: Path) -> None:
    box = written(tmp_path / "box.toml", "# drawn by hand\n" + format_layout(POND))
    ran = hashi("layout", "add", box)
    assert (ran.code, ran.out) == (0, "")
    assert (mine / "old-pond.toml").read_text() == box.read_text()
    assert own_layout_ids() == ("old-pond",)
    assert load_playable_layout("old-pond") == POND
    deal = deal_of_seed("1", POND)
    assert decode(encode(deal)) == deal
    listed = hashi("layout", "list").out.splitlines()
    assert [line.split()[0] for line in listed] == ["id", *layout_ids(), "old-pond"]
    assert listed[-1].endswith("your own")
    entries = json.loads(hashi("layout", "list", "--json").out)["layouts"]
    assert [one["id"] for one in entries if one["own"]] == ["old-pond"]
    assert hashi("layout", "add", box).code == 0  # once more: nothing changes
    assert "old-pond" in refused("layout", "show", "nowhere")
    assert hashi("layout", "remove", "old-pond").code == 0
    assert own_layout_ids() == ()
    with pytest.raises(InputError, match="not among those that ship or your own"):
        decode(encode(deal))


def test_what_is_not_valid_or_has_a_taken_id_is_not_added(tmp_path: Path, mine: Path) -> None:
    broken = written(tmp_path / "broken.toml", format_layout(POND).replace("r", "o", 20))
    ran = hashi("layout", "add", broken)
    assert ran.code in (1, 2)
    assert "error" in ran.out
    assert hashi("layout", "add", tmp_path / "nothing.toml").code == 2
    shipped = written(tmp_path / "a.toml", format_layout(POND).replace("old-pond", "side-a"))
    assert "hashi ships a board side-a" in refused("layout", "add", shipped)
    assert not mine.exists()
    assert hashi("layout", "add", written(tmp_path / "pond.toml", format_layout(POND))).code == 0
    other = written(tmp_path / "other.toml", format_layout(MILL).replace("old-mill", "old-pond"))
    assert "hashi layout remove old-pond" in refused("layout", "add", other)
    assert load_layout("old-pond") == POND


def test_only_boards_of_ones_own_can_be_removed() -> None:
    assert "ships with hashi" in refused("layout", "remove", "side-a")
    assert "you have no board nowhere; your boards: none" in refused("layout", "remove", "nowhere")
    assert "you have no board" in refused("layout", "remove", "../../etc/passwd")


def test_files_that_are_no_boards_are_told_and_do_no_harm(mine: Path) -> None:
    written(mine / "broken.toml", "grid = 3")
    written(mine / "another-name.toml", format_layout(POND))
    written(mine / "notes.txt", "nothing")
    written(mine / "side-a.toml", format_layout(POND))  # the one that ships is meant
    ran = hashi("layout", "list")
    assert ran.code == 0
    assert len(ran.out.splitlines()) == 1 + len(layout_ids())
    assert [line.partition(":")[0] for line in ran.err.splitlines()] == ["another-name", "broken"]
    assert "rename this one to old-pond.toml" in hashi("layout", "validate", "another-name").out
    assert load_layout("side-a") != POND


def test_of_boards_with_the_same_tag_the_one_that_ships_is_meant_and_adding_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi_solver.app.boards.tag", lambda layout: tag(load_layout("side-b")))
    ran = hashi("layout", "add", written(tmp_path / "box.toml", format_layout(POND)))
    assert ran.code == 0
    assert "codes of challenges on this board need --layout old-pond" in ran.err


def test_an_id_that_is_taken_is_warned_of_and_its_sheet_overwrites_nothing(tmp_path: Path) -> None:
    mine = written(tmp_path / "mine.toml", format_layout(POND).replace("old-pond", "side-a"))
    ran = hashi("layout", "validate", mine)
    assert ran.code == 0
    assert f"{mine}:2: id: warning format: another board is called side-a" in ran.out
    for board in ("side-a", mine):
        assert hashi("layout", "sheet", board, "--html", "--out", tmp_path / "sheets").code == 0
    names = {path.name for path in (tmp_path / "sheets").iterdir()}
    assert names == {"hashi-side-a.html", f"hashi-side-a-{POND.digest[:6]}.html"}
    assert not load_and_find("side-a")


def load_and_find(name: str) -> str:
    """Return what is added to the file names of a board's sheets."""
    return file_name(load_layout(name)).removeprefix(name)


def test_the_shell_completes_boards_of_ones_own(mine: Path) -> None:
    written(mine / "my-board.toml", format_layout(POND))
    assert completed("hashi layout show my") == ["my-board"]


def test_the_folder_is_the_named_one_or_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HASHI_BOARDS")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert boards_folder() == tmp_path / "hashi" / "boards"
    assert own_layout_ids() == ()


@pytest.mark.parametrize("name", ["board.png", "board.jpg", "board.toml"])
def test_a_picture_of_another_kind_is_refused(tmp_path: Path, name: str) -> None:
    assert "name it board.svg" in refused("layout", "show", "side-a", "--svg", tmp_path / name)
    assert not (tmp_path / name).exists()
    assert hashi("layout", "show", "side-a", "--svg", tmp_path / "board.svg").code == 0
