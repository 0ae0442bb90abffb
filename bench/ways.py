"""The ways of solving to compare, behind one function."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import hashi_solver
from bench.outcome import Outcome
from bench.problems import POSITIONS
from hashi_solver.cards import Card
from hashi_solver.rules import State

Way = Callable[[State, Sequence[Card], float], Outcome]

NAMES = ("ours", "plain", "clingo")
_BENCH = Path(__file__).parent
_SOLVER = Path(hashi_solver.__file__).parent
_MADE_OF = {
    "ours": (_SOLVER,),
    "plain": (_BENCH / "plain.py",),
    "clingo": (_BENCH / "answer_sets.py", _BENCH / "game.lp"),
}
_RUNS_ON = {"ours": "ortools", "plain": "ortools", "clingo": "clingo"}


def way(name: str) -> Way:
    """Imported when asked for: clingo is not needed by those who leave it out, and imports are not measured."""
    if name == "ours":
        return _ours()
    if name == "plain":
        from bench import plain  # noqa: PLC0415

        return plain.solve
    if name == "clingo":
        from bench import answer_sets  # noqa: PLC0415

        return answer_sets.solve
    raise ValueError(name)


def runs_on(name: str) -> str:
    return f"{_RUNS_ON[name]} {version(_RUNS_ON[name])}"


def fingerprint(name: str) -> str:
    """Return a digest that changes whenever earlier figures may no longer hold."""
    digest = hashlib.sha256(runs_on(name).encode())
    for root in (*_MADE_OF[name], POSITIONS):
        for file in sorted(root.rglob("*.py")) if root.is_dir() else (root,):
            digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def _ours() -> Way:
    """Everything outside CP-SAT counts as building: the ceiling, the model, reading the play, replaying it."""
    from ortools.sat.python import cp_model_helper  # noqa: PLC0415

    from hashi_solver.solver import solve  # noqa: PLC0415

    wrapper: Any = cp_model_helper.SolveWrapper
    plain_solve = wrapper.solve
    inside = 0.0

    def timed_solve(*arguments: Any) -> Any:
        nonlocal inside
        begun = time.process_time()
        try:
            return plain_solve(*arguments)
        finally:
            inside += time.process_time() - begun

    def ours(state: State, cards: Sequence[Card], cap: float) -> Outcome:
        nonlocal inside
        inside = 0.0
        wrapper.solve = timed_solve
        begun = time.process_time()
        try:
            solution = solve(state, cards, time_limit=cap)
        finally:
            wrapper.solve = plain_solve
        cpu = time.process_time() - begun
        proven = solution.status == "optimal"
        return Outcome(proven, solution.score, cpu - inside, inside, solution.start, solution.turns)

    return ours
