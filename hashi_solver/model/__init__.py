"""The model of the whole game: as a formula, as CP-SAT takes it, and how totals are ruled out from the top."""

from hashi_solver.model.choices import Action, Others, common_lines
from hashi_solver.model.game import Model
from hashi_solver.model.ladder import Ladder, Step, ceiling

__all__ = [
    "Action",
    "Ladder",
    "Model",
    "Others",
    "Step",
    "ceiling",
    "common_lines",
]
