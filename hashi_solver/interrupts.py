"""What Ctrl-C does: it sets an event that the work heeds, and it waits while something is imported."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Stop(Protocol):
    """Whether whoever asked wants no more; a `threading.Event` is one."""

    def is_set(self) -> bool: ...


class Deadline:
    """A stop that is also set after some seconds."""

    def __init__(self, seconds: float | None, stop: Stop | None = None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._stop = stop

    @property
    def passed(self) -> bool:
        return self._until is not None and time.monotonic() >= self._until

    def is_set(self) -> bool:
        return self.passed or (self._stop is not None and self._stop.is_set())


@contextmanager
def ctrl_c_stops() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C within sets. A second one raises KeyboardInterrupt, which abandons the work.

    Elsewhere than in the main thread, and where Ctrl-C is ignored, nothing sets it.
    """
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        yield stop
        return
    heard = False

    def heed(*_: object) -> None:
        nonlocal heard
        if heard:
            raise KeyboardInterrupt
        heard = True  # first: a second one may come before the event is set
        stop.set()

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Defer Ctrl-C until the imports inside have finished.

    What it interrupts there fails oddly: as a `SyntaxError` of a module that Python was compiling, or as an extension
    module that seems not to be installed.
    """
    if threading.current_thread() is not threading.main_thread():  # interrupts come to the main thread alone
        yield
        return
    caught: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if caught:
        signal.raise_signal(signal.SIGINT)
