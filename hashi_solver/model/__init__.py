"""The model of the whole game: as a formula, as CP-SAT takes it, and how totals are ruled out from the top."""

from hashi_solver.model.choices import bridge_plays, common_lines, number_plays, start_plays
from hashi_solver.model.cpsat import Interrupted
from hashi_solver.model.game import Model
from hashi_solver.model.ladder import Ladder, Step, ceiling

__all__ = [
    "Interrupted",
    "Ladder",
    "Model",
    "Step",
    "bridge_plays",
    "ceiling",
    "common_lines",
    "number_plays",
    "start_plays",
]
