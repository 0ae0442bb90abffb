"""Boards that were made, as files and as JSON: each with the figures that were measured of it."""

from __future__ import annotations

from typing import Any

from hashi_solver.generate.search import Generated, NewBoard
from hashi_solver.lab.difficulty import JUDGE
from hashi_solver.lab.measures import Estimate
from hashi_solver.notation.layouts import format_layout


def board_file(made: NewBoard, how: str) -> str:
    """A layout as TOML, with its figures as comments; `how` is the call that makes it again."""
    figures = made.figures
    comments = (
        f"Made by {how}",
        f"{len(made.layout.lines)} lines, {made.layout.crossings} crossings, symmetry {made.symmetry}, "
        f"beauty {made.beauty:.2f} of 1",
        f"Measured over {figures.decks} orders of cards, each with a start drawn at random (in brackets 95 %):",
        f"difficulty {_told(figures.difficulty)} of 5: the {JUDGE} player stays {_told(figures.shortfall)} points "
        "below the optimum in the mean",
        f"optimum {_told(figures.optimum)} in the mean, {JUDGE} player {_told(figures.player)}",
        f"60 can be reached with {100 * figures.perfect.value:.1f} % of the orders "
        f"({100 * figures.perfect.low:.1f} to {100 * figures.perfect.high:.1f}), the start free",
    )
    return format_layout(made.layout, comments)


def generated_json(generated: Generated, seed: str, how: str) -> dict[str, Any]:
    """`hashi-generated/1`: the boards with their figures and their files."""
    return {
        "format": "hashi-generated/1",
        "seed": seed,
        "asked": generated.asked,
        "drawn": generated.drawn,
        "deals": generated.deals,
        "complete": len(generated.boards) == generated.asked,
        "boards": [
            {
                "layout": made.layout.id,
                "name": made.layout.name,
                "digest": made.layout.digest,
                "columns": made.layout.columns,
                "rows": made.layout.rows,
                "lines": len(made.layout.lines),
                "crossings": made.layout.crossings,
                "symmetry": made.symmetry,
                "beauty": round(made.beauty, 3),
                "decks": made.figures.decks,
                "difficulty": _estimate(made.figures.difficulty),
                "shortfall": _estimate(made.figures.shortfall),
                "optimum": _estimate(made.figures.optimum),
                JUDGE: _estimate(made.figures.player),
                "share_60": _estimate(made.figures.perfect),
                "toml": board_file(made, how),
            }
            for made in generated.boards
        ],
    }


def _told(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {"value": round(estimate.value, 3), "ci95": [round(estimate.low, 3), round(estimate.high, 3)]}
