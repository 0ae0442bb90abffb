"""Text in, files out."""

from __future__ import annotations

import contextlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.cards import STANDARD_BOX, deck_of
from hashi_solver.documents.base import parse_json
from hashi_solver.errors import InputError
from hashi_solver.notation.decks import format_cards, parse_cards, parse_deck, read_deck_file
from hashi_solver.notation.files import decode, make_folder, read_text, shown, write_text


def test_text_with_a_mark_and_foreign_line_ends() -> None:
    assert decode("\ufeffa\r\nb\rc\n".encode(), "x") == "a\nb\nc\n"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"a\n\x80", b"a\x00b", b"x" * 1_000_001])
def test_bytes_that_are_no_text(data: bytes) -> None:
    with pytest.raises(InputError):
        decode(data, "x")


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    with contextlib.suppress(InputError):
        assert "\0" not in decode(data, "x")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing", tmp_path / ("x" * 300), Path("nul\0name")):
        with pytest.raises(InputError, match="cannot be read"):
            read_text(path)


def test_writing_replaces_the_whole_file_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_text(path, "one")
    write_text(path, "two")
    assert path.read_text() == "two"
    assert [one.name for one in tmp_path.iterdir()] == ["a.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "folder", tmp_path / "missing" / "a.txt", tmp_path / "nul\0"):
        with pytest.raises(InputError, match="cannot be written"):
            write_text(path, "one")
    assert [one.name for one in tmp_path.iterdir()] == ["folder"]


def test_a_link_stays_one_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("one")
    (tmp_path / "link").symlink_to("file")
    write_text(tmp_path / "link", "two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "two"


def test_what_is_no_file_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        heard = pool.submit(pipe.read_bytes)
        write_text(pipe, "one")
        assert heard.result(timeout=10) == b"one"
    assert pipe.is_fifo()


def test_foreign_text_is_made_safe_to_print() -> None:
    assert shown("a\x1b[31m\u202eb") == "a\ufffd[31m\ufffdb"
    assert len(shown("x" * 1000)) == 60


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "1" * 5000, "nope"])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(InputError):
        parse_json(text, "x")


def test_decks_with_blanks_commas_and_comments() -> None:
    cards = parse_cards("5/3, 2/1 # 6/6\n\t6/2;1/1")
    assert format_cards(cards) == "5/3 2/1 6/2 1/1"


@given(st.permutations(STANDARD_BOX))
def test_a_deck_is_any_17_of_the_18_cards(cards: list[object]) -> None:
    deck = parse_deck(format_cards(cards[:17]))  # type: ignore[arg-type]
    assert list(deck.cards) == cards[:17]
    assert deck.away == cards[17]


@pytest.mark.parametrize(
    ("cards", "says"),
    [
        (STANDARD_BOX, "not 18"),
        (STANDARD_BOX[:16], "not 16"),
        ((*STANDARD_BOX[:16], STANDARD_BOX[0]), "card 17 of the deck, 1/1, appears more than once"),
    ],
)
def test_a_deck_of_16_or_18_cards_or_a_card_twice(cards: tuple[object, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_deck(format_cards(cards))  # type: ignore[arg-type]


def test_a_deck_file_of_17_is_an_order_and_one_of_18_a_box(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_text(format_cards(STANDARD_BOX[:17]))
    box, order = read_deck_file(path)
    assert box == STANDARD_BOX
    assert order is not None
    assert order.away == STANDARD_BOX[17]
    own = (*STANDARD_BOX[:17], STANDARD_BOX[0])
    path.write_text(format_cards(own))
    box, order = read_deck_file(path)
    assert (sorted(box), order) == (sorted(own), None)
    assert deck_of(own[:16] + own[17:], box).away == STANDARD_BOX[16]
    path.write_text("5/3 oops")
    with pytest.raises(InputError, match=r"deck.txt:1:5: 'oops' is not a card"):
        read_deck_file(path)


def test_folders_are_made_or_it_is_said_why_not(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder)
    make_folder(folder)
    assert folder.is_dir()
    (tmp_path / "file").write_text("")
    for impossible in (tmp_path / "file", tmp_path / "file" / "below", Path("a\0b")):
        with pytest.raises(InputError, match="cannot be created"):
            make_folder(impossible)
