"""What one way of solving says about one problem, with a check of every claim."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.errors import InternalError
from hashi_solver.rules import Start, State, Turn, apply, begin
from hashi_solver.scoring import breakdown


@dataclass(frozen=True, slots=True)
class Outcome:
    """`score` is None where no play was found in time. Seconds are CPU seconds; `search` includes any presolve."""

    proven: bool
    score: int | None
    build: float
    search: float
    start: Start | None = None
    turns: tuple[Turn, ...] = ()

    @property
    def cpu(self) -> float:
        return self.build + self.search


@contextmanager
def cpu_cap(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` once this process has used this many more CPU seconds.

    A limit on the clock on the wall would give a way less time on a busy machine than on an idle one.
    """
    over = threading.Event()
    end = time.process_time() + seconds

    def watch() -> None:
        while not over.wait(min(0.5, max(0.01, end - time.process_time()))):
            if time.process_time() >= end:
                stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def replay(state: State, cards: Sequence[Card], outcome: Outcome) -> None:
    """Plays the outcome through the rules; raises where a turn is illegal or the total is not the one claimed."""
    if outcome.score is None:
        return
    if state.start is None and outcome.start is not None:
        state = begin(state.game, outcome.start.number, state.game.layout.islands[outcome.start.island].name)
    for card, turn in zip(cards, outcome.turns, strict=True):
        state = apply(state, card, turn)
    total = breakdown(state).total
    if total != outcome.score:
        raise InternalError(f"a play of {total} points was given as one of {outcome.score}")
