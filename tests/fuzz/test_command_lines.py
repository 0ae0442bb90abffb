"""Whatever is typed, `hashi` ends with a known exit code and without a traceback, and keeps programs' output clean."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.notation.decks import format_cards
from tests.command import ROOT, hashi, inside

CODES = (0, 1, 2)  # never 70, a bug
ANNA = ROOT / "docs" / "examples" / "anna.txt"
DECK = format_cards(STANDARD_BOX[:17])
VALUES = [
    *("", "-", "--", "0", "-1", "99999999999999999999", "nan", "inf", "1e999", "a\0b", "\x1b[31m", "\u202e", "\ud800"),
    *("~nosuchuser/x", "/", "/dev/null", "/dev/full", "/proc/self/mem", "x" * 300, "x" * 300 + ".toml", "#", "../x"),
    *("side-a", "side-b", "nowhere", "4@C3", "free", "5/3 2/1", DECK),
    *("2026-02-30", "2026-12-24", "9999-12-31", "0001-01-01"),
    *("tuesday", "pl", "a4", "flip", "open", "record.txt", "link.txt", "folder", "empty.txt", "board.toml"),
    *("made.svg", "made.html", "made/record.txt", "ZZZZZ-ZZZZZ-ZZZZZ", "hashi:00000-00000-00000"),
]
# Each with options that keep it quick: what is random comes after them, and before the end.
CALLS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "check": ((), ("--layout", "--deck-file", "--house", "-v", "--json", "record.txt")),
    "solve": (
        ("--time-limit", "0"),
        (
            "--layout",
            "--deck",
            "--deck-file",
            "--seed",
            "--start",
            "--after",
            "--target",
            "--svg",
            "--record",
            "--json",
        ),
    ),
    "hint": (("--level", "1"), ("--layout", "--deck-file", "--hidden", "--open", "--card", "--json")),
    "play": (("--plain",), ("--daily", "--seed", "--board", "--record", "--hidden", "--start", "--new", "--resume")),
    "layout show": ((), ("--svg", "--json", "board.toml")),
    "layout validate": ((), ("--json", "board.toml", "side-a")),
    "layout list": ((), ("--json",)),
    "layout sheet": (("--html",), ("--out", "--lang", "--paper", "--style", "side-b")),
    "simulate": (("--games", "1", "--workers", "1", "--player", "random"), ("--layout", "--seed", "--svg", "--json")),
    "lab merge": ((), ("out.sqlite", "record.txt", "empty.txt")),
}


@pytest.fixture(autouse=True, scope="module")
def somewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with one of each, to work in."""
    folder = tmp_path_factory.mktemp("somewhere")
    (folder / "record.txt").write_text(ANNA.read_text())
    (folder / "link.txt").symlink_to("record.txt")
    (folder / "folder").mkdir()
    (folder / "empty.txt").touch()
    (folder / "board.toml").write_text((ROOT / "layouts" / "side-b.toml").read_text())
    patch = pytest.MonkeyPatch()
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "HASHI_BOARDS"):
        patch.setenv(name, str(folder / name.lower()))
    with inside(folder):
        yield folder
    patch.undo()


@pytest.mark.parametrize("call", CALLS)
@settings(max_examples=max(10, settings().max_examples // 10), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_command_line(call: str, somewhere: Path, data: st.DataObject) -> None:
    quick, options = CALLS[call]
    words = data.draw(st.lists(st.sampled_from([*options, *options, *VALUES]), max_size=6))
    typed = data.draw(st.binary(max_size=60))
    ran = hashi(*call.split(), *words, *quick, stdin=typed)
    assert ran.code in CODES, ran
    assert "Traceback" not in ran.err, ran
    assert not any(char in ran.err for char in "\0\x1b\u202e"), ran
    if ran.code == 2 and call not in ("layout validate", "play"):
        assert ran.err, ran
    if ran.code == 0 and "--json" in words and not {"-h", "--help"} & set(words) and "--" not in words:
        json.loads(ran.out)
    assert (somewhere / "record.txt").read_text() == ANNA.read_text()  # nothing writes over what others wrote
    assert (somewhere / "board.toml").read_text() == (ROOT / "layouts" / "side-b.toml").read_text()
