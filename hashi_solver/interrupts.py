"""Ctrl-C sets an event that running work checks, and is deferred while modules are imported.

SIGTERM, and SIGHUP of a terminal that closes, end the work at once, but in order: nothing half done is left behind.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Ended(BaseException):
    """A signal ended this process. Code that catches Ctrl-C to continue does not catch this."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


INTERRUPTS = (KeyboardInterrupt, Ended)
ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Stop(Protocol):
    """Tells running work to stop; a `threading.Event` is one."""

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


def endings_raise() -> None:
    """Have signals that would end this process raise Ended; a second one ends it as before."""

    def end(number: int, _: object) -> None:
        endings_kill()
        raise Ended(number)

    for number in ENDINGS:
        if signal.getsignal(number) is signal.SIG_DFL:  # nohup, for instance, makes a process deaf to SIGHUP
            signal.signal(number, end)


def endings_kill() -> None:
    """Have signals end this process with nothing in between, as they usually do."""
    for number in ENDINGS:
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def ctrl_c_stops() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C inside sets; a second one raises KeyboardInterrupt and abandons the work.

    Outside the main thread, and where Ctrl-C is ignored, nothing sets the event.
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
        heard = True  # before the event is set: a second Ctrl-C may come in between
        stop.set()

    before = signal.signal(signal.SIGINT, heed)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Defer Ctrl-C and other signals until the imports inside have finished.

    An interrupted import fails in confusing ways: with a `SyntaxError` in a module that Python was compiling, or as if
    an extension module were not installed.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread gets interrupts
        yield
        return
    caught: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDINGS)}
    before = {number: handler for number, handler in before.items() if callable(handler)}
    for number in before:
        signal.signal(number, lambda number, _: caught.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if caught:
        signal.raise_signal(caught[0])
