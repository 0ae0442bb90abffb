"""A best play in characters: the final board, the rounds, the points, and the proof."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_solver.drawing.terminal import Block, Drawn
from hashi_solver.drawing.verdict import points_lines, rounds_of
from hashi_solver.referee import Verdict
from hashi_solver.solution import Solution


def solution_blocks(
    solution: Solution, verdict: Verdict, opening: str, target: int | None, drawn: Drawn
) -> Iterator[Block]:
    """Yield a play; `opening` says where it begins."""
    yield f"{solution.game.layout.name}, {opening}\n"
    yield from drawn(solution.final)
    yield ""
    yield rounds_of(verdict)
    yield ""
    yield from points_lines(solution.breakdown, solution.final)
    yield f"\n{_claim(solution, target)} ({solution.seconds:.2f} s)"


def _claim(solution: Solution, target: int | None) -> str:
    """Return what is proven, in one sentence."""
    if target is not None:
        reached = solution.reaches(target)
        if reached:
            return f"{target} can be reached: this play has {solution.score}"
        if reached is False:
            return f"proven: {target} cannot be reached, more than {solution.bound} is ruled out"
        return f"open: this play has {solution.score}, and {target} is not ruled out"
    if solution.status == "optimal":
        return f"proven: no play of these cards has more than {solution.score}"
    return f"at most {solution.bound}: this play has {solution.score}, and the search ended before more was proven"
