"""Pictures of boards and of totals, in characters and as SVG, and views as text.

Drawings in characters are rows of (text, style) pairs and tables of them, so that this package needs no terminal
library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.drawing import (
        advice,
        analysis,
        boards,
        challenges,
        controls,
        curve,
        editor,
        histogram,
        history,
        review,
        simulations,
        solutions,
        svg,
        table,
        terminal,
        verdict,
    )

__all__ = [
    "advice",
    "analysis",
    "boards",
    "challenges",
    "controls",
    "curve",
    "editor",
    "histogram",
    "history",
    "review",
    "simulations",
    "solutions",
    "svg",
    "table",
    "terminal",
    "verdict",
]

__getattr__ = on_demand(__name__, *__all__)
