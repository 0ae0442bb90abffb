"""Processes for many small problems."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hashi_solver.processes import processes

if TYPE_CHECKING:
    from hashi_solver.solver import Solution


@contextmanager
def at_work(executor: Executor | None, workers: int | None = None) -> Iterator[Executor]:
    """The executor that is given, or processes of our own, which end with the block."""
    if executor is not None:
        yield executor
        return
    pool = processes(workers)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def proven(solution: Solution) -> Solution:
    """The solution of a search without limits: only Ctrl-C can have ended it before its proof."""
    if solution.status != "optimal":
        raise KeyboardInterrupt
    return solution
