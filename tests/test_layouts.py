"""Layout files: both ways, and every finding with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.board import Layout
from hashi_solver.documents.layouts import findings_json, layout_json
from hashi_solver.drawing.boards import findings_lines
from hashi_solver.errors import InputError
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import (
    examine_layout,
    examine_layout_text,
    format_layout,
    load_layout,
    load_playable_layout,
)
from tests.own_boards import POND

HEAD = 'format = "hashi-layout/1"\nid = "x"\nname = "X"\n'


def findings(text: str) -> list[tuple[str, str, str, int | None]]:
    return [(one.level, one.rule, one.where, one.line) for one in examine_layout_text(text, "x").findings]


def grid(*rows: str, tail: str = "") -> str:
    return HEAD + "grid = [\n" + "".join(f'  "{row}",\n' for row in rows) + f"]\n{tail}"


@pytest.mark.parametrize("name", layout_ids())
def test_shipped_boards_are_standard_and_without_findings(name: str) -> None:
    examined = examine_layout(name)
    assert examined.findings == ()
    layout = load_playable_layout(name)
    assert layout.id == name
    assert len(layout.islands) == 18


@pytest.mark.parametrize("name", layout_ids())
def test_shipped_boards_are_written_as_hashi_writes_them(name: str) -> None:
    from hashi_solver.library import layout_path

    assert layout_path(name).read_text() == format_layout(load_layout(name))


grids = st.integers(1, 9).flatmap(
    lambda width: st.lists(st.text("...orb", min_size=width, max_size=width), min_size=1, max_size=9)
)


@given(grids, st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=60))
def test_round_trip(rows: list[str], name: str) -> None:
    if not any(cell != "." for row in rows for cell in row) or not name.strip():
        return
    bare = Layout("x-1", name, tuple(rows))
    pairs = [(line.name.split("-")[0], line.name.split("-")[1]) for line in bare.lines][::3]
    layout = Layout("x-1", name, tuple(rows), tuple(pairs))
    examined = examine_layout_text(format_layout(layout, ("a comment",)), "x")
    assert examined.layout == layout
    assert [line.name for line in (examined.layout or bare).lines] == [line.name for line in layout.lines]


def test_every_finding_at_once_with_its_place() -> None:
    text = grid("o.r.", "...", "?..o", tail='no_line = [["A1", "D3"], ["B2", "A1"]]\n')
    assert findings(text) == [
        ("error", "format", "row 2", 6),
        ("error", "format", "A3", 7),
        ("error", "R1b", "A1-D3", 9),
        ("error", "R1b", "B2-A1", 9),
        ("error", "R1a", "grid", 4),  # one red flag, whatever the unreadable cells are
        ("error", "R1a", "grid", 4),
        ("warning", "R5a", "C1", 5),
    ]


def test_findings_of_a_board_that_can_be_drawn() -> None:
    found = findings(grid("oo.r", "....", "...b", "o..."))
    assert ("error", "R1a", "grid", 4) in found
    assert ("warning", "R1b", "A1-B1", 5) in found
    assert ("warning", "R5a", "D3", 7) in found
    assert len([one for one in found if one[1] == "R1a"]) == 3


def test_whatever_is_wrong_elsewhere_hides_nothing_about_the_board() -> None:
    """A wrong no_line, a wrong id and capitals once hid the findings about the board."""
    rows = ("oo.r", "....", "...b", "o...")
    alone = [one[:3] for one in findings(grid(*rows))]
    wrong = (
        grid(*rows, tail='no_line = [["A1", "D4"]]\n'),
        grid(*rows, tail='no_line = ["A1", ["A1"]]\n'),
        grid(*rows).replace('"x"', '"X X"'),
        grid("0o.R", "....", "...B", "O..."),
        grid("o0 r", "....", "...b", "o..."),
    )
    for text in wrong:
        found = [one[:3] for one in findings(text)]
        assert len(found) > len(alone)
        assert [one for one in found if one in alone] == alone


def test_of_a_drawing_that_cannot_be_read_only_what_is_certain_is_said() -> None:
    def about(*rows: str) -> list[str]:
        found = examine_layout_text(grid(*rows), "x").findings
        return [f"{one.where}: {one.message}" for one in found if one.rule != "format"]

    assert "A1: only one line leads here: room for at most a 2" in about("o.o", "...", ".o.")
    assert "A1: only one line leads here: room for at most a 2" not in about("o.o", "...", "?o.")
    assert not [one for one in about("o.o", "...", "?o.") if "islands" in one]  # three, or four
    assert not [one for one in about("o.o", "...", "..oo") if one.startswith("C1")]


def test_the_row_that_differs_from_the_others_is_the_wrong_one() -> None:
    wrong = [one for one in findings(grid("o.", "o.o", "...", "..r")) if one[1] == "format"]
    assert wrong == [("error", "format", "row 1", 5)]


@pytest.mark.parametrize(
    ("cell", "hint"),
    [
        ("0", "'0' (zero) in the grid: write 'o' (small letter) for an island"),
        ("O", "'O' (capital letter) in the grid: write 'o' (small letter) for an island"),
        ("R", "'R' in the grid: write 'r' (small letter) for a red flag"),
        ("B", "'B' in the grid: write 'b' (small letter) for a blue flag"),
        ("x", "'x' in the grid: write 'o' for an island, '.' for sea"),
        (" ", "a blank in the grid: write '.' for sea"),
        ("?", "'?' in the grid: write '.' (sea), 'o' (island), 'r' (red flag) or 'b' (blue flag)"),
    ],
)
def test_a_cell_that_cannot_be_read_gets_a_hint(cell: str, hint: str) -> None:
    (found,) = [one for one in examine_layout_text(grid(f"o.{cell}o"), "x").findings if one.where == "C1"]
    assert (found.message, found.cells) == (hint, ("C1",))


def test_what_is_said_of_many_places_is_one_line_with_structured_cells() -> None:
    examined = examine_layout_text(grid(*["ooooo"] * 5), "x")
    cramped = [one for one in findings_json(examined)["findings"] if one["where"].count("-")]
    assert len(cramped) == 40
    assert cramped[0]["cells"] == [{"name": "A1", "column": 0, "row": 0}, {"name": "B1", "column": 1, "row": 0}]
    told = [line for line in findings_lines(examined) if "neighbouring cells" in line]
    assert told == [
        "x:5: A1-B1, A1-A2, B1-C1, B1-B2, C1-D1, C1-C2 and 34 more: "
        "warning R1b: neighbouring cells: there is little room to draw a bridge"
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (HEAD + 'grid = [\n  "o.o",\n  "..." # sea\n  "o.o",\n]\n', 6, "a comma is missing"),
        (HEAD + 'grid = ["o.o"]\nno_line = [["A1", "C1"]\n  ["A1", "C1"]]\n', 5, "a comma is missing"),
        (HEAD + 'grid = [\n  "o.o",\n', 4, "no closing ]"),
        (HEAD + 'grid = [\n  "o.o",\nno_line = []\n', 4, "no closing ]"),
        (HEAD + 'grid = [\n  "o.o,\n]\n', 5, 'no closing "'),
    ],
)
def test_the_usual_slips_in_toml_get_a_plain_sentence_and_their_line(text: str, line: int, message: str) -> None:
    (found,) = examine_layout_text(text, "x").findings
    assert message in found.message
    assert found.line == line


@pytest.mark.parametrize(
    ("text", "where", "line"),
    [
        ('id = "x"\nname = "X"\ngrid = ["o.o"]\n', "format", None),
        (HEAD.replace('"x"', '"X y"') + 'grid = ["o.o"]\n', "id", 2),
        (HEAD.replace('"X"', '""') + 'grid = ["o.o"]\n', "name", 3),
        (HEAD.replace('"X"', '"a\\u202eb"') + 'grid = ["o.o"]\n', "name", 3),
        (HEAD.replace('"X"', '"' + "a" * 61 + '"') + 'grid = ["o.o"]\n', "name", 3),
        (HEAD + "grid = 3\n", "grid", 4),
        (HEAD + "grid = [3]\n", "grid", 4),
        (HEAD, "grid", None),
        (HEAD + "grid = []\n", "grid", 4),
        (HEAD + 'grid = ["..."]\n', "grid", 4),
        (HEAD + 'grid = ["o.o"]\nno_line = ["A1"]\n', "no_line", 5),
        (HEAD + 'grid = ["o.o"]\nno_line = [["A1", "what"]]\n', "no_line", 5),
        (HEAD + 'grid = ["o.o"]\nno_lines = []\n', "no_lines", 5),
        (HEAD + 'grid = ["' + "o." * 14 + '"]\n', "grid", 4),
        (HEAD + "grid = [" + '"o",' * 100 + "]\n", "grid", 4),
    ],
)
def test_what_is_wrong_with_the_form_of_a_file(text: str, where: str, line: int | None) -> None:
    errors = [one for one in examine_layout_text(text, "x").findings if one.level == "error"]
    assert (where, line) in [(one.where, one.line) for one in errors]


@pytest.mark.parametrize("text", ["grid = [", 'id = "a"\nid = "b"\n', "\x00", "a = " + "[" * 2000, "a = " + "9" * 5000])
def test_what_is_no_toml_is_one_finding(text: str) -> None:
    examined = examine_layout_text(text, "x")
    assert not examined.readable
    assert [one.level for one in examined.findings] == ["error"]


def test_comments_and_brackets_in_strings_do_not_confuse_the_lines() -> None:
    text = HEAD + 'grid = [ # ] "\n  \'o.o\', # "no\n\n  "o.?",\n]\n'
    assert findings(text)[0] == ("error", "format", "C2", 7)


def test_an_unknown_board_is_told_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"^sideb: no board is called sideb; did you mean side-b\? There are"):
        load_layout("sideb")
    with pytest.raises(InputError, match=r"no board is called nowhere; there are harbour, .*side-a, side-b"):
        load_layout("nowhere")


def test_a_board_of_any_size_can_be_loaded_but_not_played(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("boards") / "small.toml"
    path.write_text(grid("o.o", "...", "r.b"))
    assert len(load_layout(str(path)).islands) == 4
    with pytest.raises(InputError, match=r"4 islands; a board has 18 \(R1a\) \(and 2 more"):
        load_playable_layout(str(path))


def test_layout_as_json_tells_lines_and_crossings() -> None:
    document = layout_json(POND)
    assert len(document["lines"]) == 22
    assert len(document["crossings"]) == 6
    assert {"name": "C1", "flag": "red", "column": 2, "row": 0} in document["islands"]
    assert [line["name"] for line in document["line_cells"]] == document["lines"]
    between = next(line for line in document["line_cells"] if line["name"] == "A1-C1")
    assert between == {"name": "A1-C1", "islands": ["A1", "C1"], "cells": [{"name": "B1", "column": 1, "row": 0}]}


@given(st.text(max_size=400) | st.text("[]\"=orb.\n#'\\", max_size=200).map(lambda text: HEAD + text))
def test_no_text_does_anything_but_become_findings(text: str) -> None:
    examined = examine_layout_text(text, "x")
    assert (examined.layout is None) == bool([one for one in examined.errors if one.rule != "R1a" and not _soft(one)])


def _soft(finding: object) -> bool:
    """Errors about a board that could be built all the same."""
    return getattr(finding, "message", "") == "no dotted line leads here"
