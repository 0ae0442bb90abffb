"""The model of the whole game: as a formula, in CP-SAT, and the search for the best total from the top down."""

from hashi_solver.model.backend import solve_elsewhere
from hashi_solver.model.choices import Action, OtherPlays, common_lines
from hashi_solver.model.descent import Assignment, Descent, ceiling
from hashi_solver.model.game import Model

__all__ = [
    "Action",
    "Assignment",
    "Descent",
    "Model",
    "OtherPlays",
    "ceiling",
    "common_lines",
    "solve_elsewhere",
]
