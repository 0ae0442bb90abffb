"""Processes of our own: Ctrl-C is for the one that started them, and they end when it is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from hashi_solver.errors import InputError

T = TypeVar("T")
TRIES = 3  # for one piece of work, while processes that do it die


def processes(workers: int | None = None, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """So many, or one a core; each calls `begin` first."""
    return ProcessPoolExecutor(workers, initializer=_begin, initargs=(begin,))


def in_order(pool: Executor, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
    """As `pool.map`, but what is left by an interrupt is not cancelled one by one: `abandon` would trip over it."""
    futures = [pool.submit(function, *each) for each in zip(*iterables, strict=False)]
    return (future.result() for future in futures)


class Workers:
    """So many processes, one a core, or with 1 none but this; those that die are replaced, and asked again."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._pool: ProcessPoolExecutor | None = None

    def map(self, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """As the built-in, for functions that give the same again."""
        if self._workers == 1:
            yield from map(function, *iterables)
            return
        todo = list(zip(*iterables, strict=False))
        tries = 0
        while todo:
            self._pool = self._pool or processes(self._workers)
            try:
                for result in in_order(self._pool, function, *zip(*todo, strict=True)):
                    tries = 0
                    del todo[0]
                    yield result
            except BrokenExecutor:
                self._pool, tries = None, tries + 1
                if tries == TRIES:
                    message = f"processes were killed {TRIES} times at one piece of work; is memory short?"
                    raise InputError(message) from None

    def abandon(self) -> None:
        if self._pool is not None:
            abandon(self._pool)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def abandon(pool: Executor) -> None:
    """End our processes at once; what they were doing is lost."""
    pool.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        process.kill()


def _begin(begin: Callable[[], object] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if begin is not None:
        begin()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
