"""What is fuzzed: functions from bytes that answer or raise HashiError, and nothing else."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path

from hashi_solver.app.playing import read_kept
from hashi_solver.cards import deck_of
from hashi_solver.challenge import decode, encode
from hashi_solver.documents.base import json_text, parse_json
from hashi_solver.documents.challenges import challenge_json, challenge_of_document
from hashi_solver.documents.records import parse_any_record, parse_record_json, record_json
from hashi_solver.errors import HashiError
from hashi_solver.fifths import _read as read_fifths
from hashi_solver.lab.store import TABLES, Store
from hashi_solver.notation.codes import format_code, parse_code
from hashi_solver.notation.decks import format_cards, parse_cards
from hashi_solver.notation.files import decode as text_of
from hashi_solver.notation.layouts import examine_layout_text, format_layout, parse_playable_layout
from hashi_solver.notation.records import format_record, parse_record
from hashi_solver.referee import judge_record
from hashi_solver.rules import Game
from hashi_solver.sheet.volumes import identifier_of
from tests.own_boards import POND


def record(data: bytes) -> None:
    """A record: one that can be read can be written and read again, and the referee has a verdict."""
    found = parse_record(text_of(data, "fuzz"))
    assert parse_record(format_record(found)) == found
    judge_record(Game(POND), found)


def json_record(data: bytes) -> None:
    found = parse_record_json(text_of(data, "fuzz"))
    assert parse_record_json(json_text(record_json(found))) == found
    judge_record(Game(POND), found)


def json(data: bytes) -> None:
    """Any document of any format."""
    text = text_of(data, "fuzz")
    for read in (lambda: parse_any_record(text, "fuzz"), lambda: challenge_of_document(parse_json(text, "fuzz"))):
        with contextlib.suppress(HashiError):
            read()


def challenge(data: bytes) -> None:
    found = challenge_of_document(parse_json(text_of(data, "fuzz"), "fuzz"))
    assert challenge_of_document(parse_json(json_text(challenge_json(found)), "fuzz")).code == found.code


def layout(data: bytes) -> None:
    """A board: findings name lines of the file, and a valid board is still valid after it is written again."""
    text = text_of(data, "fuzz")
    examined = examine_layout_text(text, "fuzz")
    lines = text.count("\n") + 1
    assert all(finding.line is None or 1 <= finding.line <= lines for finding in examined.findings)
    if examined.layout is not None and examined.valid:
        assert parse_playable_layout(format_layout(examined.layout)) == examined.layout


def deck(data: bytes) -> None:
    cards = parse_cards(text_of(data, "fuzz"))
    assert parse_cards(format_cards(cards)) == cards
    deck_of(cards)


def code(data: bytes) -> None:
    text = text_of(data, "fuzz")
    number = parse_code(text)
    assert parse_code(format_code(number)) == number
    deal = decode(text)
    assert decode(encode(deal), deal.layout) == deal


def in_a_file(read: Callable[[Path], object]) -> Callable[[bytes], None]:
    def target(data: bytes) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_bytes(data)
            read(path)

    return target


def read_store(path: Path) -> None:
    with Store(path) as store:
        for subject in store.subjects():
            for table in TABLES:
                list(store.outcomes(table, subject))


TARGETS: dict[str, Callable[[bytes], None]] = {
    "record": record,
    "json_record": json_record,
    "json": json,
    "challenge": challenge,
    "layout": layout,
    "deck": deck,
    "code": code,
    "kept": in_a_file(read_kept),
    "fifths": in_a_file(read_fifths),
    "pdf": in_a_file(identifier_of),
    "store": in_a_file(read_store),
}
