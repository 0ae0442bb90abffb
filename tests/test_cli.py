"""The command as people and programs meet it."""

from __future__ import annotations

import errno
import json
import os
import platform
import re
import signal
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from unittest import mock

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hashi_solver import __version__
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.cli import hashi as command
from hashi_solver.cli.common import source_of
from hashi_solver.errors import InputError
from hashi_solver.notation.decks import format_cards
from tests.command import READY, ROOT, completed, hashi, refused, sentences, stranger
from tests.own_boards import LAYOUTS, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

CRAMPED = ROOT / "docs" / "examples" / "cramped.toml"
ANNA, BEN, CARLA, MISTAKES = (RECORDS / f"{name}.txt" for name in ("anna", "ben", "carla", "mistakes"))


def one_sentence(text: str) -> bool:
    return len(sentences(text)) == 1


# --- hashi layout


def test_layout_list() -> None:
    ran = hashi("layout", "list")
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == ["id", "name", "islands", "lines", "crossings"]
    assert any(line.split()[:1] == ["old-pond"] for line in ran.out.splitlines())
    document = json.loads(hashi("layout", "list", "--json").out)
    (side_a,) = [one for one in document["layouts"] if one["id"] == "old-pond"]
    assert side_a == {"id": "old-pond", "name": "Old Pond", "islands": 18, "lines": 22, "crossings": 6, "own": False}


def test_layout_show_draws_coordinates_flags_and_dotted_lines() -> None:
    ran = hashi("layout", "show", "old-pond")
    assert ran.code == 0
    rows = ran.out.splitlines()
    assert rows[2].split() == list("ABCDEFG")
    assert rows[3] == " 1  ( )· · · · ·<r>· · · · ·<r>· · · · ·( )"
    assert "[b]" in rows[9]
    assert rows[-1] == "( ) island   <r> red flag   [b] blue flag"


def test_layout_show_writes_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    ran = hashi("layout", "show", "old-pond", "--svg", picture)
    assert (ran.code, ran.out) == (0, "")
    text = picture.read_text()
    assert text.startswith("<svg ")
    assert text.count("<circle") == 18
    assert "Red flags: C1, E1, A5, G5." in text
    assert hashi("layout", "show", "old-pond", "--svg", picture, "--json").out.startswith("{")


def test_layout_validate(tmp_path: Path) -> None:
    assert hashi("layout", "validate", "old-pond", "old-mill").code == 0
    ran = hashi("layout", "validate", CRAMPED, "old-pond")
    assert ran.code == 1
    assert f"{CRAMPED}:8: E3: warning R5a:" in ran.out
    assert ran.out.endswith("old-pond: valid\n")
    documents = json.loads(hashi("layout", "validate", CRAMPED, "old-pond", "--json").out)
    assert [document["valid"] for document in documents] == [False, True]
    one = json.loads(hashi("layout", "validate", CRAMPED, "--json").out)
    assert one["format"] == "hashi-findings/1"
    assert one["findings"][0]["where"] == "grid"
    ran = hashi("layout", "validate", tmp_path / "missing.toml", "old-pond")
    assert ran.code == 2
    assert "old-pond: valid" in ran.out


def test_warnings_alone_are_no_failure(tmp_path: Path) -> None:
    board = tmp_path / "warned.toml"
    board.write_text(
        'format = "hashi-layout/1"\nid = "warned"\nname = "Warned"\ngrid = [\n'
        '"o.r.r.o", "oo...o.", "....o..", ".o.b.o.", "r.....r", ".b...b.", "o..o..o"]\n'
    )
    ran = hashi("layout", "validate", board)
    assert ran.code == 0
    assert "warning R1b" in ran.out
    assert ran.out.endswith("valid (3 warnings)\n")


# --- hashi check


def test_check_a_legal_record() -> None:
    ran = hashi("check", ANNA)
    assert ran.code == 0
    assert ran.out.startswith("Old Pond, 17 rounds: legal\n")
    assert "total                 43  Bamboo binder" in ran.out
    assert json.loads(hashi("check", ANNA, "--json").out) == {
        "format": "hashi-check/1",
        "legal": True,
        "violations": [],
        "score": 43,
        "breakdown": {"islands": 32, "red": 0, "blue": 3, "six": 8},
        "title": "Bamboo binder",
        "complete": True,
        "rounds_played": 17,
        "remarks": [],
    }


def test_check_an_illegal_record_alone_and_by_the_house_rule() -> None:
    ran = hashi("check", MISTAKES)
    assert ran.code == 1
    assert "not legal, 3 mistakes" in ran.out
    assert "round 6: 1 bridge drawn, but the card 5/2 calls for exactly 2 or none (R5)" in ran.out
    house = hashi("check", MISTAKES, "--house")
    assert house.code == 1
    assert "void by R10" in house.out
    document = json.loads(hashi("check", MISTAKES, "--json").out)
    assert [violation["rule"] for violation in document["violations"]] == ["R5b", "R5", "R5b"]
    assert document["violations"][0]["islands"] == ["G1", "G5"]


def test_check_tells_every_round() -> None:
    ran = hashi("check", MISTAKES, "--verbose")
    assert [line.split()[0] for line in ran.out.splitlines()[1:4]] == ["round", "start", "1"]
    assert any("! neither G1 nor G5 has a number yet (R5b)" in line for line in ran.out.splitlines())
    assert "six connected!" in hashi("check", ANNA, "-v").out


def test_check_a_table() -> None:
    ran = hashi("check", ANNA, BEN, CARLA)
    assert ran.code == 0
    assert "4@B4 by Ben" in ran.out
    assert "50  wins" in ran.out
    document = json.loads(hashi("check", ANNA, BEN, CARLA, "--json").out)
    assert document["format"] == "hashi-table/1"
    assert document["winners"] == ["Carla"]
    assert [player["score"] for player in document["players"]] == [47, 42, 50]
    assert document["early_in"] == {"red": 12, "blue": 15, "six": 8}
    assert hashi("check", ANNA, MISTAKES).code == 1
    shared = json.loads(hashi("check", ANNA, ANNA, "--json").out)
    assert shared["winners"] == ["Anna", "Anna"]


def test_check_reads_standard_input_and_json(tmp_path: Path) -> None:
    ran = hashi("check", "-", "--json", stdin=ANNA.read_bytes())
    assert json.loads(ran.out)["score"] == 43


def test_check_layout_overrides_and_fills_in(tmp_path: Path) -> None:
    record = tmp_path / "bare.txt"
    record.write_text(ANNA.read_text().replace("Layout: old-pond\n", ""))
    ran = hashi("check", record)
    assert ran.code == 2
    assert one_sentence(ran.err)
    assert "--layout" in ran.err
    assert hashi("check", record, "--layout", "old-pond").code == 0
    assert hashi("check", ANNA, "--layout", "old-mill").code == 1


def test_check_deck_file_gives_the_order_or_the_box(tmp_path: Path) -> None:
    lines = ANNA.read_text().splitlines()
    record, deck = tmp_path / "record.txt", tmp_path / "deck.txt"
    record.write_text("\n".join(line for line in lines if not line.startswith("Deck:")))
    deck.write_text(next(line for line in lines if line.startswith("Deck:"))[5:])
    assert hashi("check", record).code == 2
    assert json.loads(hashi("check", record, "--deck-file", deck, "--json").out)["score"] == 43
    own = (*STANDARD_BOX[:17], STANDARD_BOX[0])
    deck.write_text(format_cards(own))
    ran = hashi("check", ANNA, "--deck-file", deck)
    assert ran.code == 2
    assert "is not in the box" in ran.err
    record.write_text(f"Layout: old-pond\nDeck: {format_cards(own[:1] + own[2:])}\nStart: 4@D7\n")
    assert hashi("check", record).code == 2
    assert hashi("check", record, "--deck-file", deck).code == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("Start: 4@D7\n", ""), "no Start line"),
        (("Layout: old-pond\n", ""), "no Layout line: add Challenge: CODE, with the code from the sheet, or name"),
        (("Deck: 2/3", "Code: 2/3"), "'/' cannot be in a code"),
        (("2/3 2/1", "2/1 2/1"), "appears more than once (R1c)"),
        (("Deck: 2/3", "Deck:"), "not 16 (R1d)"),
        (("17. 1@G1", "18. 1@G1"), "ends after round 17"),
        (("Layout: old-pond", "Layout: nowhere"), "no board is called nowhere"),
        (("Layout: old-pond", "Board: OldPond"), "OldPond: no board is called OldPond; did you mean old-pond?"),
        (("3. 5@B4", "3. 5@B4 5@B6"), ":7:9: a second number in one round (R4)"),
    ],
)
def test_a_record_that_cannot_be_read(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    record = tmp_path / "record.txt"
    record.write_text(ANNA.read_text().replace(*change))
    ran = hashi("check", record)
    assert ran.code == 2
    assert ran.out == ""
    assert one_sentence(ran.err)
    assert says in ran.err


# --- bad input of every kind


def _broken(tmp_path: Path) -> list[Path]:
    head = b'format="hashi-layout/1"\nid="w"\nname="W"\n'
    contents = {
        "bytes": bytes(range(256)) * 10,
        "large": b"1. 5@E1 C3-E3\n" * 800_000,
        "digits": b"9" * 100_000,
        "wide": head + b'grid=["' + b"o" * 10_000 + b'"]\n',
        "tall": head + b"grid=[" + b'"o",' * 10_000 + b"]\n",
        "pairs": head + b'grid=["o.o"]\nno_line=[' + b'["A1","C1"],' * 50_000 + b"]\n",
        "twice": b'id = "a"\nid = "b"\n',
        "deep": b"x = " + b"[" * 100_000,
        "json": b'{"format": "hashi-record/1", "rounds": ' + b"[" * 50_000,
        "control": b'format="hashi-layout/1"\nid="w"\nname="a\\u0007\\u202e"\ngrid=["o.o"]\n',
        "empty": b"",
        "nul": b"Layout: old-pond\0\n",
    }
    paths = [tmp_path / "missing", tmp_path]
    for name, data in contents.items():
        paths.append(tmp_path / name)
        paths[-1].write_bytes(data)
    return paths


def test_files_broken_in_every_way_are_one_sentence_and_quick(tmp_path: Path) -> None:
    for path in _broken(tmp_path):
        for call in (
            ("check", path),
            ("check", ANNA, "--layout", path),
            ("check", ANNA, "--deck-file", path),
            ("layout", "show", path),
        ):
            begun = time.process_time()
            ran = hashi(*call)
            assert time.process_time() - begun < 5, call
            assert ran.code == 2, (call, ran)
            assert ran.out == ""
            assert one_sentence(ran.err), ran.err
            assert len(ran.err) < 1000
        ran = hashi("layout", "validate", path)
        assert ran.code in (1, 2)
        assert ran.err == ""


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=300), st.integers(0, 700), st.integers(0, 40))
def test_a_record_damaged_anywhere_is_judged_or_refused(tmp_path: Path, junk: bytes, place: int, cut: int) -> None:
    whole = ANNA.read_bytes()
    path = tmp_path / "damaged.txt"
    path.write_bytes(whole[:place] + junk + whole[place + cut :])
    ran = hashi("check", path)
    assert ran.code in (0, 1, 2)
    assert ran.code != 2 or sentences(ran.err)


def test_every_line_that_cannot_be_read_is_quoted_at_once(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(ANNA.read_text().replace("A7-D7 D7-G7", "A7+D7 D7-G7").replace("8. 4@E3", "8. 4@33"))
    ran = hashi("check", record)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        f"hashi: {record}:5:15: cannot read 'A7+D7': a number is 5@E1 or E1, one bridge C3-E3, two C3=E3, a pass -",
        "    1. 2@B2 B2-B4 A7+D7 D7-G7",
        "                  ^",
        f"hashi: {record}:12:4: cannot read '4@33': a number is 5@E1 or E1, one bridge C3-E3, two C3=E3, a pass -",
        "    8. 4@33 D4=F4",
        "       ^",
    ]
    other = tmp_path / "other.txt"
    other.write_text("Player: B\n1st. A1\nStart 4@C3\n")
    assert [each.split(": ")[1] for each in sentences(hashi("check", record, ANNA, other).err)] == [
        f"{record}:5:15",
        f"{record}:12:4",
        f"{other}:2:1",
        f"{other}:3:1",
    ]
    record.write_text("Start: 3@A1\n" + "1. A1+B2\n" * 100)
    said = sentences(hashi("check", record).err)
    assert said[20:] == ["hashi: and 80 more"]


def test_what_is_written_on_a_sheet_is_read_everywhere(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    text = re.sub(r"(?m)^([0-9]+\.) [0-9]@", r"\1 ", ANNA.read_text())
    sheet.write_text(text.replace(" -\n", " pass\n").replace("1. B2 B2-B4 A7-D7 D7-G7", "1. b2 b2b4 a7d7 d7g7"))
    assert "1. b2 b2b4 a7d7 d7g7\n2. F2 pass\n" in sheet.read_text()
    assert hashi("check", sheet, "-v").out == hashi("check", ANNA, "-v").out
    assert hashi("check", sheet, "--json").out == hashi("check", ANNA, "--json").out


@pytest.mark.parametrize(
    "call",
    [
        (),
        ("nonsense",),
        ("check",),
        ("check", "--nonsense"),
        ("layout", "show"),
        ("layout", "show", "old-pond", "--svg"),
        ("layout", "show", ""),
        ("layout", "show", "nul\0"),
        ("layout", "show", "../old-pond"),
        ("layout", "show", "old-pond", "--svg", "/nowhere/at/all.svg"),
        ("layout", "show", "old-pond", "--svg", "/"),
        ("check", ANNA, BEN, CARLA, ANNA, BEN),
    ],
)
def test_wrong_calls(call: tuple[object, ...]) -> None:
    ran = hashi(*call)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    assert ran.err
    assert not call or one_sentence(ran.err)


# --- how it behaves among other programs


def in_a_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which HASHI is the command; the last line of the output is its exit code."""
    return subprocess.run(
        line.replace("HASHI", f"{sys.executable} -m hashi_solver") + "; echo ${PIPESTATUS[0]}",
        shell=True,
        executable="/bin/bash",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )


@pytest.mark.parametrize("call", ["check docs/examples/anna.txt -v", "layout list", "layout list --json", "--help"])
@pytest.mark.parametrize("reader", ["head -n 1", "true"])
def test_a_reader_that_stops_early_is_no_error(call: str, reader: str) -> None:
    ran = in_a_shell(f"HASHI {call} | {reader}")
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("HASHI layout list >&-", "2", "hashi: cannot write the output: Bad file descriptor\n"),
        ("HASHI layout list --json >&-", "2", "hashi: cannot write the output: Bad file descriptor\n"),
        ("HASHI check docs/examples/anna.txt >&-", "2", "hashi: cannot write the output: Bad file descriptor\n"),
        ("HASHI --version 2>&-", "0", ""),
        ("HASHI check nowhere.txt 2>&-", "2", ""),
        ("HASHI layout list <&- >/dev/null", "0", ""),
        ("HASHI check nowhere.txt <&- >&- 2>&-", "2", ""),
        ("HASHI solve --layout side-a --seed 1 --json <&- >/dev/null 2>&-", "0", ""),
    ],
)
def test_standard_streams_may_be_closed(line: str, code: str, says: str) -> None:
    ran = in_a_shell(line)
    assert ran.stderr == says
    assert ran.stdout.splitlines()[-1] == code


@pytest.mark.parametrize("call", ["check -", "play --seed 1", "solve -"])
def test_a_closed_input_is_an_empty_one(call: str) -> None:
    ran = in_a_shell(f"XDG_DATA_HOME=/dev/null/none HASHI {call} <&-")
    assert "Traceback" not in ran.stderr
    assert ran.stdout.splitlines()[-1] in ("0", "2")


def test_a_full_disk_is_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        ran = stranger("layout", "list", stdout=full)
    assert ran.returncode == 2
    assert one_sentence(ran.stderr)
    assert "No space left" in ran.stderr


def test_ctrl_c_is_one_word() -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            READY,
            "check",
            "-",
        ],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(1.0)  # it waits for its standard input
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert (process.returncode, error.strip()) == (130, "hashi: interrupted")


# An interrupt during an import: Python compiles modules with the help of others, and if it is interrupted while it
# loads those, it reports a mistake in the source.
INTERRUPTED_IMPORT = """
import signal
import sys
from hashi_solver.__main__ import main

class Compiler:
    def find_spec(self, name, *others):
        if name == MODULE:
            try:
                signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                raise SyntaxError("can't load unicodedata module") from None

signal.signal(signal.SIGINT, HANDLER)
sys.meta_path.insert(0, Compiler())
main()
"""


def interrupted_while_it_imports(module: str) -> subprocess.CompletedProcess[str]:
    program = INTERRUPTED_IMPORT.replace("MODULE", repr(module)).replace("HANDLER", "signal.default_int_handler")
    command = [sys.executable, "-c", program, "solve", "--layout", "harbour", "--seed", "1"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_ctrl_c_within_an_import_is_one_word() -> None:
    ran = interrupted_while_it_imports("hashi_solver.notation.files")
    assert (ran.returncode, ran.stdout, ran.stderr.strip()) == (130, "", "hashi: interrupted")


def test_ctrl_c_while_the_solver_is_loaded_asks_for_what_is_known() -> None:
    ran = interrupted_while_it_imports("ortools")
    assert (ran.returncode, ran.stderr.strip()) == (0, "")
    assert "the search ended before more was proven" in ran.stdout


def test_what_is_deaf_to_ctrl_c_stays_so_while_it_imports() -> None:
    program = INTERRUPTED_IMPORT.replace("MODULE", "'hashi_solver.notation.files'").replace("HANDLER", "signal.SIG_IGN")
    ran = subprocess.run(
        [sys.executable, "-c", program, "--version"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")


def test_colour_only_for_terminals_and_never_with_no_color() -> None:
    assert "\x1b" not in stranger("check", "docs/examples/anna.txt", "-v").stdout


def test_a_terminal_of_ascii_gets_ascii() -> None:
    ran = stranger("layout", "show", LAYOUTS / "old-pond.toml", env={"PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert ran.stdout.isascii()
    assert "( ). . . . .<r>" in ran.stdout


def test_a_narrow_terminal_gets_a_narrow_board() -> None:
    ran = stranger("layout", "show", LAYOUTS / "old-pond.toml", env={"COLUMNS": "40"})
    assert max(map(len, ran.stdout.splitlines()[1:-1])) <= 40


SLOW = ("babel", "jinja2", "numpy", "ortools", "pandas", "rich", "segno", "sqlite3", "weasyprint")


def loaded_by(*arguments: str) -> list[str]:
    """Run the command in a separate process; return its output, and in the last line the slow modules it loaded."""
    code = (
        f"import sys; sys.argv = {['hashi', *arguments]}\n"
        "from hashi_solver.cli import run; run()\n"
        f"print(*[name for name in {SLOW} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def test_help_imports_nothing_slow() -> None:
    assert loaded_by("--help")[-1] == ""


def test_versions_are_told_without_importing_what_has_them() -> None:
    *told, loaded = loaded_by("--version")
    packages = [("OR-Tools", "ortools"), ("WeasyPrint", "weasyprint")]
    python = ("Python", platform.python_version())
    shown = (("hashi", __version__), python, *((name, metadata.version(one)) for name, one in packages))
    assert told == [" ".join(one) for one in shown]
    assert loaded == ""


def test_a_package_that_is_not_there_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_solver.machine.PACKAGES", {"OR-Tools": "no-such-thing", "WeasyPrint": "weasyprint"})
    assert "OR-Tools not installed\n" in hashi("--version").out


def test_a_plain_check_loads_neither_a_player_nor_the_solver() -> None:
    assert not {"numpy", "ortools", "weasyprint"} & set(loaded_by("check", "docs/examples/anna.txt")[-1].split())


def test_a_check_that_knows_its_medals_loads_neither_a_player_nor_the_solver() -> None:
    for known in ({"numpy", "ortools"}, set[str]()):
        *_, medal, loaded = loaded_by("check", "docs/examples/daily.txt")
        assert (medal, {"numpy", "ortools", "weasyprint"} & set(loaded.split())) == ("perfect", known)


@pytest.mark.parametrize("group", [(), ("layout",), ("lab",)])
def test_help_lists_every_command_in_one_line_each(group: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = hashi(*group, "--help").out.splitlines()
    here: click.Command = command
    for name in group:
        assert isinstance(here, click.Group)
        here = here.commands[name]
    assert isinstance(here, click.Group)
    for name in here.commands:
        (line,) = [line for line in told if line.startswith(f"  {name} ")]
        assert not line.endswith("...")


def test_the_shell_completes_boards() -> None:
    assert completed("hashi layout show side") == ["side-a", "side-b"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("layout", "generate", "--sixty", "nan"),
        ("layout", "generate", "--difficulty", "nan..3"),
        ("layout", "analyse", "side-a", "--time-limit", "inf"),
        ("layout", "analyse", "side-a", "--time-limit", "nan"),
    ],
)
def test_what_is_no_number_is_refused(arguments: tuple[str, ...]) -> None:
    assert "Invalid value" in refused(*arguments)


def test_a_standard_input_that_cannot_be_read() -> None:
    source = mock.Mock()
    source.buffer.read.side_effect = OSError(errno.EIO, "Input/output error")
    with mock.patch.object(sys, "stdin", source), pytest.raises(InputError) as error:
        source_of(Path("-"))
    assert str(error.value) == "standard input: cannot be read: Input/output error"


@pytest.mark.parametrize("ending", ["", ".toml"])
def test_names_that_no_file_can_have(tmp_path: Path, ending: str) -> None:
    """They were reported as output that cannot be written."""
    long = "x" * 300 + ending
    says = "file name too long" if ending else "no board is called"
    game = tmp_path / "game.txt"
    game.write_text(f"Layout: {long}\nDeck: 5/3\n")
    for call in (
        ("check", game),
        ("solve", game),
        ("solve", "--layout", long, "--seed", "1"),
        ("play", "--board", long),
    ):
        error = refused(*call)
        assert says in error
        assert "output" not in error
    ran = hashi("layout", "validate", long)
    assert (ran.code, ran.err) == (2, "")
    assert says in ran.out
    assert "file name too long" in refused("check", long)
    assert "file name too long" in refused("play", "--record", long)


@pytest.mark.parametrize("name", ["a\x1b[31mb.txt", "a\u202eb.txt", "a\nb.txt", "#.txt", "--.txt", "x" * 200 + ".txt"])
def test_a_file_name_never_reaches_the_terminal_as_it_is(tmp_path: Path, name: str) -> None:
    """Where a record names no player, its file does."""
    record = tmp_path / name
    record.write_text((RECORDS / "anna.txt").read_text().replace("Player: Anna\n", ""))
    other = tmp_path / "b.txt"
    other.write_text(record.read_text())
    for call in (("check", record, other), ("check", record), ("review", "--solo", record, other)):
        ran = hashi(*call)
        assert ran.code in (0, 1), ran.err
        assert not any(each in ran.out + ran.err for each in ("\x1b", "\u202e", "a\nb.txt"))


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_bars_where_the_terminal_has_no_blocks(encoding: str) -> None:
    calls = (
        ("review", "--no-fair", "docs/examples/anna.txt"),
        ("simulate", "--layout", "side-a", "--player", "random", "--games", "20", "--workers", "1"),
        ("layout", "show", "side-a"),
    )
    for call in calls:
        outs = []
        for each in (encoding, "utf-8"):
            ran = subprocess.run(
                [sys.executable, "-m", "hashi_solver", *map(str, call)],
                cwd=ROOT,
                env={**os.environ, "PYTHONIOENCODING": each},
                capture_output=True,
                check=True,
                timeout=120,
            )
            outs.append(ran.stdout.decode(each))
        assert outs[0].count("?") == outs[1].count("?"), outs[0]  # a mark may be 2?!
        assert call[0] != "simulate" or "####" in outs[0]
