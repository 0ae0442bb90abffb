"""The model of the whole game: as a formula, as CP-SAT takes it, and how totals are ruled out from the top."""

from hashi_solver.model.choices import Action, Others, common_lines
from hashi_solver.model.descent import Assignment, Descent, ceiling
from hashi_solver.model.game import Model

__all__ = [
    "Action",
    "Assignment",
    "Descent",
    "Model",
    "Others",
    "ceiling",
    "common_lines",
]
