"""Boards: `hashi-layout/1` as JSON, `hashi-layouts/1`, a list, and `hashi-findings/1`, what is wrong with one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from hashi_solver.board import Finding, Layout, island_name, parse_island_name
from hashi_solver.documents.types import Count, IslandName, IslandPair, LineName, LinePair, form
from hashi_solver.errors import InputError
from hashi_solver.notation.layouts import FORMAT, KEYS, Examined, parse_playable_layout

Place = Annotated[int, form(minimum=0, description="counted from 0, as in grid[row][column]")]


class CellEntry(TypedDict):
    """A cell of the grid."""

    name: IslandName
    column: Place
    row: Place


class IslandEntry(TypedDict):
    name: IslandName
    flag: Literal["red", "blue"] | None
    column: Place
    row: Place


class LineEntry(TypedDict):
    """A dotted line: its two islands, and the cells between them."""

    name: LineName
    islands: IslandPair
    cells: list[CellEntry]


class DrawingEntry(TypedDict):
    """The content of a layout file."""

    id: str
    name: str
    grid: list[Annotated[str, form(pattern="^[.orb]+$")]]
    no_line: list[IslandPair]


class LayoutDocument(DrawingEntry):
    """A layout with everything that follows from its drawing, so that programs need not work it out."""

    format: Literal["hashi-layout/1"]
    islands: list[IslandEntry]
    lines: list[LineName]
    crossings: list[LinePair]
    line_cells: list[LineEntry]


class CountsEntry(TypedDict):
    """One board and its size; `own` if it is not one that ships."""

    id: str
    name: str
    islands: Count
    lines: Count
    crossings: Count
    own: bool


class LayoutsDocument(TypedDict):
    """The boards that ship with `hashi`, then the user's own."""

    format: Literal["hashi-layouts/1"]
    layouts: list[CountsEntry]


class FindingEntry(TypedDict):
    """One finding about a layout: `line` is the line in the file, `cells` the cells that it concerns."""

    level: Literal["error", "warning"]
    rule: Annotated[str, form(pattern="^(format|R[0-9]+[a-d]?)$")]
    where: str
    message: str
    line: NotRequired[Annotated[int, form(minimum=1)]]
    cells: list[CellEntry]


class FindingsDocument(TypedDict):
    """All findings about one layout; it is valid if none of them is an error."""

    format: Literal["hashi-findings/1"]
    layout: str
    valid: bool
    findings: list[FindingEntry]


def layout_json(layout: Layout) -> LayoutDocument:
    """Return a board as `hashi layout show --json` prints it.

    >>> layout_json(load_layout("side-a"))["name"]
    'Side A'
    """
    return {
        "format": "hashi-layout/1",
        **drawing_json(layout),
        "islands": [
            {"name": island.name, "flag": island.flag or None, "column": island.column, "row": island.row}
            for island in layout.islands
        ],
        "lines": [line.name for line in layout.lines],
        "crossings": [
            [line.name, layout.lines[other].name]
            for line in layout.lines
            for other in layout.crossed_by[line.index]
            if line.index < other
        ],
        "line_cells": [
            {
                "name": line.name,
                "islands": [layout.islands[line.a].name, layout.islands[line.b].name],
                "cells": [_cell(*cell) for cell in line.sea],
            }
            for line in layout.lines
        ],
    }


def _cell(column: int, row: int) -> CellEntry:
    return {"name": island_name(column, row), "column": column, "row": row}


def drawing_json(layout: Layout) -> DrawingEntry:
    no_line = [list(pair) for pair in layout.no_line]
    return {"id": layout.id, "name": layout.name, "grid": list(layout.grid), "no_line": no_line}


def layouts_json(shipped: Iterable[Layout], own: Iterable[Layout]) -> LayoutsDocument:
    layouts = [*(_counts(one, own=False) for one in shipped), *(_counts(one, own=True) for one in own)]
    return {"format": "hashi-layouts/1", "layouts": layouts}


def _counts(layout: Layout, *, own: bool) -> CountsEntry:
    return {
        "id": layout.id,
        "name": layout.name,
        "islands": len(layout.islands),
        "lines": len(layout.lines),
        "crossings": layout.crossings,
        "own": own,
    }


def findings_json(examined: Examined) -> FindingsDocument:
    """Return findings as `hashi layout validate --json` prints them.

    >>> findings_json(examine_layout("docs/examples/cramped.toml"))["findings"][0]["rule"]
    'R1a'
    """
    findings = list(map(_finding, examined.findings))
    return {"format": "hashi-findings/1", "layout": examined.id, "valid": examined.valid, "findings": findings}


def _finding(found: Finding) -> FindingEntry:
    level, rule, where, message = found.level, found.rule, found.where, found.message
    cells = [_cell(*place) for name in found.cells if (place := parse_island_name(name))]
    if found.line is None:
        return {"level": level, "rule": rule, "where": where, "message": message, "cells": cells}
    return {"level": level, "rule": rule, "where": where, "message": message, "line": found.line, "cells": cells}


def layout_of_document(document: dict[str, Any]) -> Layout:
    """Return a playable board from its id, name, grid and no_line in JSON, with the same checks as for a file."""
    said = {"format": FORMAT} | {key: document[key] for key in KEYS if key in document}
    text = "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in said.items() if key != "no_line" or value
    )
    try:
        return parse_playable_layout(text)
    except InputError as error:
        raise InputError(f"the board of the document: {error.message}") from None
