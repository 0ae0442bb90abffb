"""When a Ctrl-C counts. What it ends, and what it leaves, each command says for itself."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """A Ctrl-C within counts only at the end, for imports: what it interrupts there fails oddly, as a `SyntaxError` of
    a module that Python was compiling, or as an extension module that seems not to be installed."""
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
