"""`hashi-generated/1` and `hashi-improved/1`: new boards, with their measured figures and their files."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from hashi_solver.documents.types import Count, Digest, Interval, IslandName, IslandPair, LineName, form
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.improve import Changes, Improved
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


class ChangesEntry(TypedDict):
    """What a board has other than the one it was made from."""

    moved: Annotated[list[IslandPair], form(description="from, to")]
    flags: dict[IslandName, Literal["red", "blue"] | None]
    lines_gone: list[LineName]
    lines_new: list[LineName]


class ImprovedBoardEntry(NewBoardEntry):
    """A board that was made from another one."""

    changes: ChangesEntry


class OriginEntry(TypedDict):
    """The board that was improved; without `difficulty` if the search was stopped before that was measured."""

    layout: str
    name: str
    digest: Digest
    beauty: Annotated[float, form(minimum=0, maximum=1)]
    difficulty: EstimateEntry | None


class ImprovedDocument(TypedDict):
    """Boards that came of small changes to one board."""

    format: Literal["hashi-improved/1"]
    seed: str
    origin: OriginEntry
    asked: Count
    drawn: Count
    deals: Count
    complete: bool
    boards: list[ImprovedBoardEntry]
    nearest: NearEntry | None
    timed_out: bool


def improved_json(improved: Improved, seed: str, how: str) -> ImprovedDocument:
    """`how` is the call that makes the boards again."""
    found, board = improved.generated, improved.board
    return {
        "format": "hashi-improved/1",
        "seed": seed,
        "origin": {
            "layout": board.id,
            "name": board.name,
            "digest": board.digest,
            "beauty": round(improved.beauty, 3),
            "difficulty": None if improved.figures is None else _estimate(improved.figures.difficulty),
        },
        "asked": found.asked,
        "drawn": found.drawn,
        "deals": found.deals,
        "complete": len(found.boards) == found.asked,
        "boards": [{**_board(made, how), "changes": _changes(improved.changes(made))} for made in found.boards],
        "nearest": None if found.near is None else _near(found.near),
        "timed_out": found.timed_out,
    }


def _changes(changes: Changes) -> ChangesEntry:
    return {
        "moved": [[one, other] for one, other in changes.moved],
        "flags": {name: flag or None for name, flag in changes.flags},
        "lines_gone": list(changes.lines_gone),
        "lines_new": list(changes.lines_new),
    }


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
