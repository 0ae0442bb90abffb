"""Processes for many small problems."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager


@contextmanager
def processes(executor: Executor | None, workers: int | None = None) -> Iterator[Executor]:
    """The executor that is given, or processes of our own, which end with the block and leave Ctrl-C to us."""
    if executor is not None:
        yield executor
        return
    pool = ProcessPoolExecutor(workers, initializer=_deaf)
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
