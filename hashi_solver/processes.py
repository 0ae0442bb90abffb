"""Processes of our own: Ctrl-C is for the one that started them, and they end when it is gone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

T = TypeVar("T")


def processes(workers: int | None = None, begin: Callable[[], object] | None = None) -> ProcessPoolExecutor:
    """So many, or one a core; each calls `begin` first."""
    return ProcessPoolExecutor(workers, initializer=_begin, initargs=(begin,))


def in_order(pool: Executor, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
    """As `pool.map`, but what is left by an interrupt is not cancelled one by one: `abandon` would trip over it."""
    futures = [pool.submit(function, *each) for each in zip(*iterables, strict=False)]
    return (future.result() for future in futures)


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
