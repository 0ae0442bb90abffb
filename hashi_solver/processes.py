"""One pool of processes for all work that goes over the cores.

Ctrl-C is left to the process that starts a pool; the others end when it asks them to, and when it is gone.
"""

from __future__ import annotations

import concurrent.futures  # the part of it that makes processes is only there where there are processes
import importlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future
from concurrent.futures import wait as wait_for_any
from itertools import chain, islice
from multiprocessing.context import BaseContext
from types import TracebackType
from typing import Any, Generic, TypeVar

from hashi_solver.errors import HashiError, InputError, Unproven
from hashi_solver.interrupts import INTERRUPTS, Stop, endings_kill

T = TypeVar("T")
Item = TypeVar("Item")

HAVE_PROCESSES = sys.platform != "emscripten"  # a browser's tab has none
AHEAD = 3  # tasks handed over for each process, so that none waits for the next
TRIES = 4  # of one task, before it is thought to kill its workers
WHY_KILLED = "its process was killed; is memory short?"
LOOK_EVERY = 0.05  # seconds between two looks at whether to stop
GO, STOP, ABANDON = 0, 1, 2  # what a pool tells its processes


class PoolLostError(InputError):
    """Every worker is lost, so the work cannot be done."""


class Signal:
    """The stop event of a pool, for its tasks; it also works in the processes of the pool."""

    def __init__(self, *events: Stop | None) -> None:
        self._events = tuple(event for event in events if event is not None)

    def is_set(self) -> bool:
        return any(event.is_set() for event in self._events)

    def __reduce__(self) -> tuple[Callable[[], Stop], tuple[()]]:
        return _signal_of_this_process, ()


class Task(Generic[T]):
    """A piece of work for a pool."""

    def __init__(self, pool: Pool, function: Callable[..., T], arguments: tuple[Any, ...], tries: int = 0) -> None:
        self.pool, self.function, self.arguments, self.tries = pool, function, arguments, tries
        self.future: Future[T] | None = None  # None if it is done in this process

    def result(self) -> T:
        """Wait for the result; raise Unproven if the pool is stopped first."""
        return self.pool.wait_for(self)


class Pool:
    """Spreads work over processes: one per core, or `workers` of them. A single worker is this process.

    A task whose worker dies is tried again, so it must give the same answer each time. Any `concurrent.futures`
    executor can replace the processes; an exception that it raises may mean that a worker died. After `stop` is set,
    waiting raises Unproven. Leaving the pool drops tasks that have not begun and waits for the others, which end early
    if they were given the pool's `signal`. Leaving it with a KeyboardInterrupt waits for nothing.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        executor: Executor | None = None,
        stop: Stop | None = None,
        ahead: int | None = None,
        close: Callable[[], object] | None = None,
        expect_alive: Callable[[], None] | None = None,
    ) -> None:
        self._workers = (workers or os.cpu_count() or 1) if HAVE_PROCESSES else 1
        self._ahead = ahead or AHEAD * self._workers
        self._given, self._close, self._expect_alive = executor, close, expect_alive
        self._here = executor is None and self._workers == 1
        self._own: concurrent.futures.ProcessPoolExecutor | None = None
        self._order: Any = None  # shared with our processes, without a lock, which a killed process could leave behind
        self._open: dict[Task[Any], None] = {}
        self._stop, self._over = stop, threading.Event()
        self.signal = Signal(stop, self._over)

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, INTERRUPTS):
            self.abandon()
        else:
            self.stop()
        if self._close is not None:
            self._close()

    def submit(self, function: Callable[..., T], *arguments: Any) -> Task[T]:
        """Hand over one task. A single worker does it when its result is needed."""
        self.heed()
        task = Task(self, function, arguments)
        if not self._here:
            self._begin(task)
        return task

    def map(self, function: Callable[..., T], *iterables: Iterable[Any]) -> Iterator[T]:
        """Yield the results in order, taking little more from the iterables than it yields: they may be infinite.

        Raises Unproven when the pool is stopped. A single item is not worth a process.
        """
        items = zip(*iterables, strict=False)
        first = () if self._here or self._given is not None else tuple(islice(items, 2))
        if self._here or len(first) == 1:
            for arguments in chain(first, items):
                self.heed()
                yield function(*arguments)
            return
        waiting: deque[Task[T]] = deque()
        try:
            for arguments in chain(first, items):
                waiting.append(self.submit(function, *arguments))
                if len(waiting) >= self._ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            self._drop(waiting)

    def as_completed(
        self,
        function: Callable[[Sequence[Item]], Sequence[T]],
        batches: Iterable[Sequence[Item]],
        name: Callable[[Item], str],
    ) -> Iterator[tuple[Item, T]]:
        """Yield each item of the batches with its result, in any order; `name` is for the message if one is given up.

        When the pool is stopped, what is being worked on is still yielded before it raises Unproven.
        """
        if self._here:
            for batch in batches:
                self.heed()
                yield from zip(batch, function(batch), strict=True)
            return
        waiting: dict[Task[Sequence[T]], Sequence[Item]] = {}
        to_come = iter(batches)
        while True:
            if self.signal.is_set():
                to_come = iter(())
                self._tell(STOP)
                for task in [task for task in waiting if task.future is not None and task.future.cancel()]:
                    del waiting[task]
            for batch in islice(to_come, max(0, self._ahead - len(waiting))):
                waiting[self.submit(function, batch)] = batch
            if not waiting:
                break
            for task in self._some_done(waiting):
                batch = waiting.pop(task)
                del self._open[task]
                death = self._death(task)
                if death is not None:
                    for item in batch:  # each alone, so that none dies of another
                        again = Task(self, function, ((item,),), task.tries)
                        self._begin_again(again, name(item), death)
                        waiting[again] = (item,)
                    continue
                assert task.future is not None
                if not isinstance(task.future.exception(), Unproven):
                    yield from zip(batch, task.future.result(), strict=True)
        self.heed()

    def wait_for(self, task: Task[T]) -> T:
        """Return the result of a task."""
        self.heed()
        if task.future is None:
            result = task.function(*task.arguments)
            self.heed()  # it may have been cut short
            return result
        while not self._some_done((task,)) or self._death(task) is not None:
            self._begin_dead_again()
            self.heed()
        self.heed()
        self._open.pop(task, None)
        return task.future.result()

    def stop(self) -> None:
        """Begin nothing more, and wait for what is being worked on."""
        self._over.set()
        self._tell(STOP)
        self._drop(tuple(self._open))
        if self._own is not None:
            try:
                self._own.shutdown(cancel_futures=True)
            except INTERRUPTS:
                self.abandon()
                raise

    def abandon(self) -> None:
        """End our processes at once and lose what they were doing."""
        self._over.set()
        self._drop(tuple(self._open))
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)
        self._tell(ABANDON)

    def heed(self) -> None:
        """Raise Unproven if the pool is stopped."""
        if self.signal.is_set():
            raise Unproven

    def _tell(self, order: int) -> None:
        if self._order is not None:
            self._order.value = order

    def _drop(self, tasks: Collection[Task[Any]]) -> None:
        """Forget these tasks. Our processes drop them by themselves: cancelling one by one trips up dying ones."""
        for task in tasks:
            self._open.pop(task, None)
            if self._given is not None and task.future is not None:
                task.future.cancel()

    def _begin(self, task: Task[Any]) -> None:
        self._open[task] = None
        if self._given is not None:
            task.future = self._given.submit(task.function, *task.arguments)
            return
        try:
            task.future = self._processes().submit(_work, task.function, task.arguments)
        except BrokenExecutor:  # an executor that lost a process takes no more tasks
            self._own = None
            task.future = self._processes().submit(_work, task.function, task.arguments)

    def _processes(self) -> concurrent.futures.ProcessPoolExecutor:
        if self._own is None:
            self._order = self._order or multiprocessing.RawValue("b", GO)
            self._own = concurrent.futures.ProcessPoolExecutor(
                self._workers, _start_method(), initializer=_begin, initargs=(self._order,)
            )
        return self._own

    def _some_done(self, tasks: Iterable[Task[T]]) -> list[Task[T]]:
        """Return the tasks that ended, or none when it is time to check whether to stop."""
        of = {task.future: task for task in tasks if task.future is not None}
        patience = None if self._stop is None and self._expect_alive is None else LOOK_EVERY
        done, _ = wait_for_any(of, patience, FIRST_COMPLETED)
        if not done and self._expect_alive is not None:
            self._expect_alive()
        return [task for future, task in of.items() if future in done]

    def _death(self, task: Task[Any]) -> BaseException | None:
        """Return what killed the worker of an ended task, or None if the task itself ended."""
        assert task.future is not None
        try:
            error = task.future.exception(0)
        except CancelledError as cancelled:
            error = cancelled
        deadly = (BrokenExecutor, CancelledError) if self._given is None else (Exception,)
        return error if isinstance(error, deadly) and not isinstance(error, HashiError) else None

    def _begin_dead_again(self) -> None:
        """Begin all dead tasks again: one death ends all tasks of a process pool."""
        for task in tuple(self._open):
            if task.future is not None and task.future.done():
                death = self._death(task)
                if death is not None:
                    self._begin_again(task, "a piece of work", death)

    def _begin_again(self, task: Task[Any], name: str, death: BaseException) -> None:
        """Begin a task whose worker died once more, unless it was tried too often."""
        task.tries += 1
        if task.tries == TRIES:
            why = WHY_KILLED
            if self._given is not None:
                why = f"the last ended with {type(death).__name__}: {death}"
            raise InputError(f"{name} was given up after {TRIES} tries: {why}") from death
        self._begin(task)


_stop_here = threading.Event()  # of this process, where it is one of a pool
_order_here: Any = None


def _signal_of_this_process() -> Stop:
    return _stop_here


def _start_method() -> BaseContext:
    """How processes start: on Linux as copies of this one, which Python 3.14 no longer does of its own accord.

    A copy is there at once, with the solver loaded, and lines that are typed into Python need no file to start from.
    """
    return multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def _begin(order: Any) -> None:
    """Prepare a new process of a pool: it obeys the pool, not Ctrl-C."""
    global _order_here  # noqa: PLW0603 - the one way to hand something to a process for all its tasks
    _order_here = order
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    endings_kill()
    threading.Thread(target=_watch, args=(order,), daemon=True).start()


def _watch(order: Any) -> None:
    parent = multiprocessing.parent_process()
    wait_for_end = importlib.import_module("multiprocessing.connection").wait
    while order.value != ABANDON and not (parent and wait_for_end([parent.sentinel], LOOK_EVERY)):
        if order.value == STOP:
            _stop_here.set()
    os._exit(1)


def _work(function: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    if _order_here.value != GO:
        raise Unproven
    return function(*arguments)
