"""R1a and R1b: what a drawing means, and what can be wrong with it."""

from __future__ import annotations

import copy
import hashlib
import itertools
import random
import time
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi_solver.board import Finding, Layout, drawing_findings, island_name, parse_island_name
from hashi_solver.errors import InputError
from tests.boards import (
    BLOCK,
    CLOSE,
    CROSS,
    FLAGGED,
    LATTICE,
    MIXED,
    MOVES,
    PLUS,
    ROW,
    SPARSE,
    STANDARD,
    TINY,
    TRIO,
    board,
    full_of_lines,
    layouts,
    seeded_layout,
    view,
)
from tests.exhaustive import sketch


def line_names(layout: Layout) -> set[str]:
    return {line.name for line in layout.lines}


def crossing_names(layout: Layout) -> set[frozenset[str]]:
    return {
        frozenset((line.name, layout.lines[other].name))
        for line in layout.lines
        for other in layout.crossed_by[line.index]
    }


def check_against_sketch(layout: Layout) -> None:
    """Islands, lines and crossings are those that a second reading of the drawing finds."""
    plain = sketch(layout.grid, layout.no_line)
    islands, lines = layout.islands, layout.lines
    assert {island.name: island.flag for island in islands} == plain.flags
    assert {island.name: (island.column, island.row) for island in islands} == plain.places
    ends = [frozenset((islands[line.a].name, islands[line.b].name)) for line in lines]
    assert len(set(ends)) == len(ends)
    assert set(ends) == set(plain.lines)
    for line, pair in zip(lines, ends, strict=True):
        crossed = {ends[other] for other in layout.crossed_by[line.index]}
        assert len(crossed) == len(layout.crossed_by[line.index])
        assert crossed == {other for other in plain.lines if plain.cross(pair, other)}
    crossing = [1 for i, one in enumerate(plain.lines) for other in plain.lines[:i] if plain.cross(one, other)]
    assert layout.crossings == len(crossing)


def check_by_itself(layout: Layout) -> None:
    """What a layout holds twice agrees."""
    islands, lines = layout.islands, layout.lines
    assert [island.index for island in islands] == list(range(len(islands)))
    assert [(i.row, i.column) for i in islands] == sorted((i.row, i.column) for i in islands)
    assert [line.index for line in lines] == list(range(len(lines)))
    assert [(line.a, line.b) for line in lines] == sorted((line.a, line.b) for line in lines)
    assert layout.index_of == {island.name: island.index for island in islands}
    for line in lines:
        a, b = islands[line.a], islands[line.b]
        assert line.a < line.b
        assert line.name == f"{a.name}-{b.name}"
        assert line.horizontal == (a.row == b.row)
        assert line.horizontal or a.column == b.column
        assert len(line.sea) == (b.column - a.column) + (b.row - a.row) - 1
        assert all(layout.grid[row][column] == "." for column, row in line.sea)
        assert layout.line_between[line.a, line.b] == layout.line_between[line.b, line.a] == line.index
    assert len(layout.line_between) == 2 * len(lines)
    for index in range(len(islands)):
        at = [line.index for line in lines if index in (line.a, line.b)]
        assert list(layout.lines_at[index]) == at
        assert [number for number, _ in layout.neighbours_at[index]] == at
        for number, other in layout.neighbours_at[index]:
            assert {index, other} == {lines[number].a, lines[number].b}
    for flag, flagged in (("red", layout.red), ("blue", layout.blue)):
        assert list(flagged) == [island.index for island in islands if island.flag == flag]
    assert layout.flagged_mask == sum(1 << index for index in (*layout.red, *layout.blue))
    assert (layout.columns, layout.rows) == (len(layout.grid[0]), len(layout.grid))


def check_count_of_lines(layout: Layout) -> None:
    """R1b: each used row and column has one line fewer than islands."""
    rows = {island.row for island in layout.islands}
    columns = {island.column for island in layout.islands}
    expected = 2 * len(layout.islands) - len(rows) - len(columns) - len(layout.no_line)
    assert len(layout.lines) == expected


# R1a


def test_r1a_the_standard_boards_have_18_islands_4_red_and_3_blue() -> None:
    for layout in (STANDARD, SPARSE):
        assert (len(layout.islands), len(layout.red), len(layout.blue)) == (18, 4, 3)
        assert not [finding for finding in layout.findings() if finding.level == "error"]


def test_islands_are_numbered_in_reading_order_and_named_by_column_and_row() -> None:
    assert [island.name for island in MIXED.islands] == ["A1", "C1", "C2", "E2", "A4", "E4"]
    assert [island.flag for island in MIXED.islands] == ["", "red", "", "blue", "", ""]
    assert [(island.column, island.row) for island in MIXED.islands][3] == (4, 1)


# R1b


def test_r1b_lines_join_neighbours_along_rows_and_columns() -> None:
    assert line_names(ROW) == {"A1-C1", "C1-E1"}
    assert line_names(TRIO) == {"A1-C1", "A1-A3"}
    assert line_names(CROSS) == {"B1-B3", "A2-C2"}
    assert line_names(PLUS) == {"C1-C3", "A3-C3", "C3-E3", "C3-C5"}
    assert line_names(BLOCK) == {"A1-C1", "C1-E1", "A3-C3", "C3-E3", "A1-A3", "C1-C3", "E1-E3"}


def test_r1b_no_line_runs_over_an_island() -> None:
    assert "A1-E1" not in line_names(ROW)
    assert line_names(board("o", "o", "o")) == {"A1-A2", "A2-A3"}


def test_r1b_islands_in_adjoining_cells_are_neighbours() -> None:
    assert line_names(CLOSE) == {"A1-B1", "A2-B2", "A1-A2", "B1-B2"}
    assert all(line.sea == () for line in CLOSE.lines)
    assert CLOSE.crossings == 0


def test_r1b_no_line_takes_a_line_away() -> None:
    assert line_names(MIXED) == {"C1-C2", "A1-A4", "C2-E2", "E2-E4", "A4-E4"}
    with_it = board(*MIXED.grid)
    assert line_names(with_it) - line_names(MIXED) == {"A1-C1"}
    for written in (("A1", "C1"), ("C1", "A1"), ("a1", "c1")):
        assert line_names(board(*MIXED.grid, no_line=[written])) == line_names(MIXED)


def test_r1b_a_line_that_is_taken_away_crosses_nothing_and_opens_no_other() -> None:
    layout = board(*CROSS.grid, no_line=[("A2", "C2")])
    assert line_names(layout) == {"B1-B3"}
    assert layout.crossings == 0
    row = board(*ROW.grid, no_line=[("A1", "C1")])
    assert line_names(row) == {"C1-E1"}


def test_r1b_crossings() -> None:
    assert crossing_names(CROSS) == {frozenset(("B1-B3", "A2-C2"))}
    assert crossing_names(LATTICE) == {frozenset(("B1-B3", "A2-E2")), frozenset(("D1-D3", "A2-E2"))}
    assert (CROSS.crossings, LATTICE.crossings, BLOCK.crossings, PLUS.crossings) == (1, 2, 0, 0)
    tee = board("o.o", ".o.", "o..", ".o.")  # ends on the line of another row, crosses nothing
    assert tee.crossings == 0


@pytest.mark.parametrize("layout", [*TINY, STANDARD, SPARSE], ids=lambda layout: "/".join(layout.grid))
def test_r1b_boards_drawn_by_hand_read_the_same_twice(layout: Layout) -> None:
    check_against_sketch(layout)
    check_by_itself(layout)
    check_count_of_lines(layout)


def test_r1b_the_standard_boards_have_22_lines() -> None:
    assert len(STANDARD.lines) == 36 - 7 - 7 == 22
    assert len(SPARSE.lines) == 36 - 6 - 7 - 1 == 22


@given(st.one_of(layouts(most_islands=12, widest=7), full_of_lines))
def test_r1b_any_board_reads_the_same_twice(layout: Layout) -> None:
    check_against_sketch(layout)
    check_by_itself(layout)
    check_count_of_lines(layout)


@given(st.one_of(layouts(most_islands=10, widest=6), full_of_lines), st.sampled_from(sorted(MOVES)))
def test_r1b_a_mirrored_or_turned_board_has_the_mirrored_and_turned_lines(layout: Layout, move: str) -> None:
    copied = view(layout, MOVES[move])

    def moved(name: str) -> frozenset[str]:
        one, other = name.split("-")
        return frozenset((copied.names[one], copied.names[other]))

    assert {frozenset(line.name.split("-")) for line in copied.layout.lines} == set(map(moved, line_names(layout)))
    assert {frozenset(frozenset(name.split("-")) for name in pair) for pair in crossing_names(copied.layout)} == {
        frozenset(map(moved, pair)) for pair in crossing_names(layout)
    }
    assert len(copied.layout.findings()) == len(layout.findings())


def test_boards_that_are_not_square() -> None:
    for columns, rows in ((1, 9), (9, 1), (2, 7), (7, 2), (26, 1), (1, 99)):
        layout = seeded_layout(columns * 100 + rows, min(8, columns * rows), columns, rows)
        assert (layout.columns, layout.rows) == (columns, rows)
        check_against_sketch(layout)
        check_by_itself(layout)
    tall = board(*["o"] * 99)
    assert line_names(tall) == {f"A{row}-A{row + 1}" for row in range(1, 99)}
    wide = board("o" * 26)
    assert len(wide.lines) == 25
    assert wide.islands[-1].name == "Z1"


def test_a_board_of_26_by_99_is_read_fast() -> None:
    began = time.process_time()
    full = board(*["o" * 26] * 99)
    assert (len(full.islands), len(full.lines), full.crossings) == (2574, 2 * 2574 - 26 - 99, 0)
    assert full.islands[-1].name == "Z99"
    rng = random.Random(99)
    loose = board(*["".join(rng.choice("...orb") for _ in range(26)) for _ in range(99)])
    assert loose.crossings > 100
    assert full.findings()
    assert loose.findings()
    assert time.process_time() - began < 1.0
    check_by_itself(loose)
    check_count_of_lines(loose)


def test_equal_drawings_are_equal_layouts() -> None:
    again = board(*BLOCK.grid)
    assert again == BLOCK
    assert hash(again) == hash(BLOCK)
    assert board(*BLOCK.grid, no_line=[("A1", "C1")]) != BLOCK
    assert board(*TRIO.grid) != BLOCK
    assert copy.deepcopy(BLOCK).lines == BLOCK.lines


# Names


def test_names_of_islands() -> None:
    assert [island_name(0, 0), island_name(2, 3), island_name(25, 98)] == ["A1", "C4", "Z99"]
    for column in range(26):
        for row in range(99):
            assert parse_island_name(island_name(column, row)) == (column, row)
    assert parse_island_name("c4") == (2, 3)


@pytest.mark.parametrize(
    "text", ["", "A", "1", "A0", "A100", "A01", "AA1", "1A", " A1", "A1 ", "A1\n", "\u00c41", "A\u0661", "A-1"]
)
def test_what_names_no_island(text: str) -> None:
    assert parse_island_name(text) is None


# Findings: for each one a board that has it and one that has not


def findings(layout: Layout) -> list[tuple[str, str, str]]:
    return [(finding.level, finding.rule, finding.where) for finding in layout.findings()]


def messages(layout: Layout, rule: str, level: str = "warning") -> list[str]:
    return [finding.message for finding in layout.findings() if (finding.rule, finding.level) == (rule, level)]


def drawn_findings(grid: Sequence[str], no_line: Sequence[tuple[str, str]] = ()) -> list[tuple[str, str, str]]:
    """Return the findings for a drawing that is not a board; Layout must raise the first of them."""
    found = drawing_findings(grid, no_line)
    if any(finding.level == "error" for finding in found):
        with pytest.raises(InputError) as error:
            Layout("bad", "Bad", tuple(grid), tuple(no_line))
        worst = [finding for finding in found if finding.level == "error"]
        assert worst[0].message in str(error.value)
        assert "bad" in str(error.value)
        assert (f"{len(worst) - 1} more" in str(error.value)) == (len(worst) > 1)
        assert error.value.exit_code == 2
    else:
        assert set(found) <= set(Layout("good", "Good", tuple(grid), tuple(no_line)).findings())
    return [(finding.level, finding.rule, finding.where) for finding in found]


def test_nothing_is_found_on_a_good_board() -> None:
    good = board("r.o.o.o.r", ".........", "o.o.b.o.o", ".........", "r.o.b.o.r", ".........", "o...b...o")
    assert (len(good.islands), len(good.red), len(good.blue)) == (18, 4, 3)
    assert findings(good) == []
    assert findings(STANDARD) == [("warning", "R5a", "B7")]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (("o...r.o", 0), "o...r..", ["17 islands"]),
        (("o...r.o", 0), "o.o.r.o", ["19 islands"]),
        (("o...r.o", 0), "o...o.o", ["3 red"]),
        (("o...r.o", 0), "r...r.o", ["5 red"]),
        (("o...r.o", 0), "o...b.o", ["3 red", "4 blue"]),
        (("r..o..b", 2), "r..o..o", ["2 blue"]),
    ],
)
def test_r1a_counts_other_than_18_4_3(old: tuple[str, int], new: str, what: list[str]) -> None:
    grid = list(STANDARD.grid)
    assert grid[old[1]] == old[0]
    grid[old[1]] = new
    found = messages(board(*grid), "R1a", "error")
    assert len(found) == len(what)
    assert all(message.startswith(begin) for message, begin in zip(found, what, strict=True))
    assert not messages(STANDARD, "R1a", "error")


def test_r1b_an_island_that_no_line_reaches() -> None:
    lonely = board("oo..", "....", "...o")
    assert ("error", "R1b", "D3") in findings(lonely)
    assert len(messages(lonely, "R1b", "error")) == 1
    assert messages(board("oo.o", "....", "...o"), "R1b", "error") == []
    assert ("error", "R1b", "A1") in findings(board(*ROW.grid, no_line=[("A1", "C1")]))


def test_r5a_an_island_that_can_hold_at_most_a_2() -> None:
    assert [finding for finding in findings(ROW) if finding[1] == "R5a"] == [
        ("warning", "R5a", "A1"),
        ("warning", "R5a", "E1"),
    ]
    assert messages(BLOCK, "R5a") == []


def test_r7a_a_red_set_that_can_never_be_finished() -> None:
    # Each flag has one line, and these two cross.
    crossed = board(".r.", "r.o", ".o.")
    assert [finding for finding in findings(crossed) if finding[1] == "R7a"] == [("warning", "R7a", "B1, A2")]
    assert "red" in messages(crossed, "R7a")[0]
    assert messages(board(".r.", "o.r", ".o."), "R7a") != []
    assert messages(board(".r.", "o.o", ".o."), "R7a") == []
    assert messages(board("or.", "r.o", ".o."), "R7a") == []


def test_r7b_a_blue_set_that_can_never_be_finished() -> None:
    # Nothing but flags in this part of the board: no bridge can ever begin there (R4a, R5b).
    assert messages(board("b.b", "...", "o.o"), "R7b") == []
    apart = board("b.b.....", "........", "...o...o")
    assert [finding for finding in findings(apart) if finding[1] == "R7b"] == [("warning", "R7b", "A1, C1")]
    assert "blue" in messages(apart, "R7b")[0]
    assert messages(apart, "R7a") == []
    mixed = board("b.r.....", "........", "...o...o")
    assert messages(mixed, "R7a")
    assert messages(mixed, "R7b")
    lonely = board("oo..", "....", "...b")
    assert messages(lonely, "R7b")
    assert messages(FLAGGED, "R7b") == messages(FLAGGED, "R7a") == []


@settings(max_examples=300)
@given(st.one_of(layouts(most_islands=8, widest=5), full_of_lines))
def test_r7_a_set_can_be_finished_if_its_bridges_need_not_cross(layout: Layout) -> None:
    plain = sketch(layout.grid, layout.no_line)

    def part(island: str) -> set[str]:
        found = {island}
        for _ in plain.flags:
            found |= {name for line in plain.lines if line & found for name in line}
        return found

    for flag, rule in (("red", "R7a"), ("blue", "R7b")):
        flagged = [name for name in plain.flags if plain.flags[name] == flag]
        ways = itertools.product(*([line for line in plain.lines if name in line] for name in flagged))
        some = any(not any(plain.cross(one, other) for one, other in itertools.combinations(way, 2)) for way in ways)
        possible = some and all(any(not plain.flags[name] for name in part(island)) for island in flagged)
        assert messages(layout, rule) == ([] if possible else [f"the {flag} set can never be finished"])


def test_r7_sets_without_flags_are_not_told() -> None:
    assert messages(BLOCK, "R7a") == messages(BLOCK, "R7b") == []


def test_r7c_a_board_in_two_parts() -> None:
    parts = board("o.o....", ".......", "....o.o", ".......", "....o.o")
    found = [finding for finding in findings(parts) if finding[1] == "R7c"]
    assert found == [("warning", "R7c", "A1")]
    assert "2 parts" in messages(parts, "R7c")[0]
    assert messages(parts, "R7c")[0].endswith("has 2")
    assert messages(BLOCK, "R7c") == []
    # Parts are what lines join: two lines that only cross are in two parts.
    assert len(messages(CROSS, "R7c")) == 1


def test_r1b_islands_with_no_room_for_a_bridge() -> None:
    assert [finding for finding in findings(board("oo.o")) if finding[1] == "R1b"] == [("warning", "R1b", "A1-B1")]
    assert messages(board("o.o.o"), "R1b") == []
    assert len(messages(CLOSE, "R1b")) == 4


def test_the_findings_about_a_drawing() -> None:
    assert drawn_findings([]) == [("error", "R1b", "grid")]
    assert drawn_findings([""]) == [("error", "R1a", "grid")]
    assert drawn_findings(["...", "..."]) == [("error", "R1a", "grid")]
    assert drawn_findings(["o.o", "o.", "o...o"]) == [("error", "format", "row 2"), ("error", "format", "row 3")]
    assert drawn_findings(["o.x", "O.o"]) == [("error", "format", "C1"), ("error", "format", "A2")]
    assert drawn_findings(["o" * 27]) == [("error", "format", "grid")]
    assert drawn_findings(["o"] * 100) == [("error", "format", "grid")]
    assert drawn_findings(["o.o"]) == []


def test_the_findings_about_no_line() -> None:
    grid = ["o.o.o", "....."]
    assert drawn_findings(grid, [("A1", "E1")]) == [("error", "R1b", "A1-E1")]
    assert drawn_findings(grid, [("A1", "B1")]) == [("error", "R1b", "A1-B1")]
    assert drawn_findings(grid, [("Q7", "A1")]) == [("error", "R1b", "Q7-A1")]
    assert drawn_findings(grid, [("A1", "A1")]) == [("error", "R1b", "A1-A1")]
    assert drawn_findings(grid, [("A1", "C1"), ("C1", "E1")]) == []
    assert drawn_findings(grid, [("A1", "C1"), ("c1", "a1")]) == [("warning", "R1b", "C1-A1")]
    assert line_names(board(*grid, no_line=[("A1", "C1"), ("c1", "a1")])) == {"C1-E1"}
    told = [drawing_findings(grid, [pair])[0].message for pair in (("Q7", "A1"), ("A1", "B1"), ("A1", "E1"))]
    assert "no island" in told[0]
    assert "Q7" in told[0]
    assert "no island" in told[1]
    assert "B1" in told[1]
    assert "not neighbours" in told[2]


def test_no_line_may_hold_anything_and_is_told_in_one_short_sentence() -> None:
    for name in ("A" * 1_000_000, "\x1b[31m", "A1\nB2", "", "\u202e1", "C1-E1"):
        for pair in (("A1", name), (name, "A1"), (name, name)):
            found = drawing_findings(["o.o.o"], [pair])
            assert [finding.rule for finding in found] == ["R1b"]
            assert found[0].message.isprintable()
            assert found[0].where.isprintable()
            assert len(str(found[0])) < 200


def test_every_finding_about_a_drawing_at_once() -> None:
    found = drawn_findings(["o?o", "o", "..r"], [("A1", "C3"), ("B7", "A1")])
    assert found == [
        ("error", "format", "B1"),
        ("error", "format", "row 2"),
        ("error", "R1b", "A1-C3"),
        ("error", "R1b", "B7-A1"),
    ]


def test_a_finding_tells_where_how_bad_and_why() -> None:
    finding = Finding("warning", "R5a", "C4", "only one line")
    assert str(finding) == "C4: warning R5a: only one line"


@pytest.mark.parametrize("flag", ["r", "b"])
def test_whether_a_set_can_be_finished_is_found_out_fast(flag: str) -> None:
    # Ten flags with four lines each, and two whose only lines cross.
    plain, flags = ".." + "o." * 5, "o." + f"{flag}." * 5 + "o"
    grid = [text.ljust(20, ".") for text in (plain, "", flags, "", flags, "", plain)]
    grid += ["." * 17 + "o..", "." * 16 + f"{flag}.o.", "." * 17 + f"{flag}.."]
    layout = board(*grid)
    began = time.process_time()
    assert any("can never be finished" in finding.message for finding in layout.findings())
    assert time.process_time() - began < 0.5


# Input that nobody should give


@given(
    st.lists(st.text(max_size=30), max_size=12),
    st.lists(st.tuples(st.text(max_size=4), st.text(max_size=4)), max_size=4),
)
def test_any_text_is_a_board_or_refused_in_one_sentence(grid: list[str], no_line: list[tuple[str, str]]) -> None:
    check_board_or_refusal(grid, no_line)


@given(
    st.lists(st.text("..orb", min_size=4, max_size=5), min_size=1, max_size=5),
    st.lists(st.tuples(*[st.sampled_from(["A1", "A2", "b1", "C3", "Z9"])] * 2), max_size=3),
)
def test_nearly_any_drawing_is_a_board_or_refused_in_one_sentence(
    grid: list[str], no_line: list[tuple[str, str]]
) -> None:
    check_board_or_refusal(grid, no_line)


def check_board_or_refusal(grid: list[str], no_line: list[tuple[str, str]]) -> None:
    def build() -> Layout:
        return Layout("any", "Any", tuple(grid), tuple(no_line))

    if any(finding.level == "error" for finding in drawing_findings(grid, no_line)):
        with pytest.raises(InputError, match=r"^layout any: "):
            build()
    else:
        layout = build()
        check_by_itself(layout)
        check_against_sketch(board(*grid, no_line=[(one.upper(), other.upper()) for one, other in no_line]))
        layout.findings()


def test_huge_input_is_refused_fast() -> None:
    began = time.process_time()
    for grid in (
        ["o" * 10_000_000],
        ["o"] * 100_000,
        ["." * 100] * 100,
        ["o.o", "x" * 10_000_000],
        ["\0" * 26] * 99,
        ["o.o", *["" for _ in range(98)]],
    ):
        with pytest.raises(InputError) as error:
            Layout("huge", "Huge", tuple(grid))
        assert len(str(error.value)) < 300
    with pytest.raises(InputError):
        Layout("huge", "Huge", ("o.o",), tuple(("A1", "E5") for _ in range(100_000)))
    assert time.process_time() - began < 3.0


def test_the_digest_is_of_what_is_played_on_alone() -> None:
    layout = Layout("one", "One", ("r.o", "...", "b.o"), (("A1", "C1"),))
    assert layout.digest == hashlib.sha256(b"A1r C1o A3b C3o|A1-A3 A3-C3 C1-C3").hexdigest()
    assert Layout("two", "Two", layout.grid, layout.no_line).digest == layout.digest
    assert Layout("one", "One", layout.grid).digest != layout.digest
    assert Layout("one", "One", ("o.o", "...", "b.o"), layout.no_line).digest != layout.digest
