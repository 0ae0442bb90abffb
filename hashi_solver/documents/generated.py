"""`hashi-generated/1`: new boards, with their measured figures and their files."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from hashi_solver.documents.types import Count, Digest, Interval, form
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.search import Generated, Near, NewBoard
from hashi_solver.lab.measures import Estimate


class EstimateEntry(TypedDict):
    value: float
    ci95: Interval


class NewBoardEntry(TypedDict):
    """One board. Its figures come from `decks` that were not used to choose it; `toml` is its file."""

    layout: str
    name: str
    digest: Digest
    columns: Count
    rows: Count
    lines: Count
    crossings: Count
    symmetry: Literal["none", "mirror", "turn"]
    beauty: Annotated[float, form(minimum=0, maximum=1)]
    decks: Count
    difficulty: EstimateEntry
    shortfall: EstimateEntry
    optimum: EstimateEntry
    club: Annotated[EstimateEntry, form(description="what the club player reaches")]
    share_60: EstimateEntry
    toml: str


class NearEntry(TypedDict):
    """The board that came nearest to the wish without being shown; without figures if none could be drawn."""

    grid: list[str]
    lines: Count
    crossings: Count
    beauty: Annotated[float, form(minimum=0, maximum=1)]
    difficulty: Annotated[float | None, form(description="estimated")]
    share_60: Annotated[float | None, form(description="estimated")]


class GeneratedDocument(TypedDict):
    """The boards of one search: how many were `asked` for, `drawn`, and measured on how many `deals`."""

    format: Literal["hashi-generated/1"]
    seed: str
    asked: Count
    drawn: Count
    deals: Count
    complete: bool
    boards: list[NewBoardEntry]
    nearest: NearEntry | None
    timed_out: bool


def generated_json(generated: Generated, seed: str, how: str) -> GeneratedDocument:
    """Return the document; `how` is the command that makes these boards again."""
    return {
        "format": "hashi-generated/1",
        "seed": seed,
        "asked": generated.asked,
        "drawn": generated.drawn,
        "deals": generated.deals,
        "complete": len(generated.boards) == generated.asked,
        "boards": [_board(board, how) for board in generated.boards],
        "nearest": None if generated.near is None else _near(generated.near),
        "timed_out": generated.timed_out,
    }


def _near(near: Near) -> NearEntry:
    measured = near.difficulty is not None
    return {
        "grid": list(near.layout.grid),
        "lines": len(near.layout.lines),
        "crossings": near.layout.crossings,
        "beauty": round(near.beauty, 3),
        "difficulty": round(near.difficulty, 2) if near.difficulty is not None else None,
        "share_60": round(near.perfect, 4) if measured else None,
    }


def _board(board: NewBoard, how: str) -> NewBoardEntry:
    layout, figures = board.layout, board.figures
    return {
        "layout": layout.id,
        "name": layout.name,
        "digest": layout.digest,
        "columns": layout.columns,
        "rows": layout.rows,
        "lines": len(layout.lines),
        "crossings": layout.crossings,
        "symmetry": board.symmetry,
        "beauty": round(board.beauty, 3),
        "decks": figures.decks,
        "difficulty": _estimate(figures.difficulty),
        "shortfall": _estimate(figures.shortfall),
        "optimum": _estimate(figures.optimum),
        "club": _estimate(figures.player),
        "share_60": _estimate(figures.perfect),
        "toml": board_file(board, how),
    }


def _estimate(estimate: Estimate) -> EstimateEntry:
    return {"value": round(estimate.value, 3), "ci95": [round(estimate.low, 3), round(estimate.high, 3)]}
