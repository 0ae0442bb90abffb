"""What is shown of a board that is being drawn: each cell and each line, with what there is to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.board import FLAGS, STANDARD_COUNTS, Finding, Flag, Layout, Line, island_name


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell; `flag` is None at sea."""

    name: str
    column: int
    row: int
    flag: Flag | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EditedLine:
    """Two neighbours, whether the board joins them, and where on the line its control is, in columns and rows."""

    line: Line
    taken: bool
    at: tuple[float, float]
    further: tuple[tuple[float, float], ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class EditorView:
    """A board at any stage. `joined` has all lines that could be, `counts` what there is and what there should be."""

    joined: Layout | None
    columns: int
    rows: int
    cells: tuple[CellView, ...]
    lines: tuple[EditedLine, ...]
    counts: tuple[tuple[int, int], ...]
    joins: int
    crossings: int


def editor_view(
    grid: Sequence[str],
    joined: Layout | None,
    taken: Sequence[bool],
    layout: Layout | None,
    findings: Sequence[Finding],
) -> EditorView:
    """Return the view of a grid; `taken` says of each line of `joined` whether `layout` lacks it."""
    text = "".join(grid)
    found = (sum(text.count(letter) for letter in FLAGS), text.count("r"), text.count("b"))
    return EditorView(
        joined,
        len(grid[0]),
        len(grid),
        tuple(
            CellView(name, column, row, FLAGS.get(cell), tuple(one for one in findings if name in places(one)))
            for row, cells in enumerate(grid)
            for column, cell in enumerate(cells)
            for name in [island_name(column, row)]
        ),
        tuple(_line(joined, line, gone, findings) for line, gone in zip(joined.lines, taken, strict=True))
        if joined is not None
        else (),
        tuple(zip(found, STANDARD_COUNTS, strict=True)),
        0 if layout is None else len(layout.lines),
        0 if layout is None else layout.crossings,
    )


def places(finding: Finding) -> tuple[str, ...]:
    """Return where a finding is marked: on its line if it is about one, else on its first islands."""
    if "-" in finding.where:
        return (finding.where,)
    return finding.cells[:1] if finding.rule == "R7c" else finding.cells


def _line(joined: Layout, line: Line, taken: bool, findings: Sequence[Finding]) -> EditedLine:
    """A line can be touched wherever it passes from one cell to the next: the cells themselves are left free."""
    first, last = joined.islands[line.a], joined.islands[line.b]
    steps = last.column - first.column + last.row - first.row
    borders = [step + 0.5 for step in range(steps)]
    ways = [
        (first.column + step, float(first.row)) if line.horizontal else (float(first.column), first.row + step)
        for step in borders
    ]
    middle = (steps - 1) // 2
    told = tuple(one for one in findings if line.name in places(one))
    return EditedLine(line, taken, ways[middle], (*ways[:middle], *ways[middle + 1 :]), told)
