"""The game as a problem for other solvers: the program of `model`, written in their formats.

Nothing here states a rule: every format is a translation of the one formula that hashi solves itself.
"""

from hashi_solver.export.cp_sat import cp_sat_bytes, cp_sat_text
from hashi_solver.export.dimacs import dimacs
from hashi_solver.export.minizinc import minizinc
from hashi_solver.export.opb import opb
from hashi_solver.export.problem import GameProblem

__all__ = ["GameProblem", "cp_sat_bytes", "cp_sat_text", "dimacs", "minizinc", "opb"]
