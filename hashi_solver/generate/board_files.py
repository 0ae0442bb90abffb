"""New boards as files, each with the figures that were measured for it."""

from __future__ import annotations

from hashi_solver.difficulty import JUDGE
from hashi_solver.generate.search import NewBoard
from hashi_solver.lab.measures import Estimate
from hashi_solver.notation.layouts import format_layout


def board_file(made: NewBoard, how: str, *remarks: str) -> str:
    """Write a layout as TOML, with its figures as comments; `how` is the command that makes it again."""
    figures = made.figures
    comments = (
        f"Made by {how}",
        *remarks,
        f"{len(made.layout.lines)} lines, {made.layout.crossings} crossings, symmetry {made.symmetry}, "
        f"beauty {made.beauty:.2f} of 1",
        f"Measured over {figures.decks} orders of cards, each with a random start (95 % intervals in brackets):",
        f"difficulty {_told(figures.difficulty)} of 5: the {JUDGE} player averages {_told(figures.shortfall)} points "
        "less than the optimum",
        f"the optimum averages {_told(figures.optimum)}, the {JUDGE} player {_told(figures.player)}",
        f"with a free start, 60 can be reached in {100 * figures.perfect.value:.1f} % of the orders "
        f"({100 * figures.perfect.low:.1f} to {100 * figures.perfect.high:.1f})",
    )
    return format_layout(made.layout, comments)


def _told(estimate: Estimate) -> str:
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"
