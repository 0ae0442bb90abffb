"""How fast the board lab is: `python -m bench.lab`.

Proven decks a second on all cores (side-a, fixed start), a thousand decks with the club player, and what the store adds
to a deck. On a busy machine the clock on the wall tells more of the others: look at the CPU seconds as well.
"""

from __future__ import annotations

import os
import resource
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.jobs import BEST, Job, answer_all, subject
from hashi_solver.lab.sample import FIXED, Sample
from hashi_solver.lab.store import Store
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game


class Echo(Executor):
    """Gives every job the same answers at once, so that only the lab itself is measured."""

    def __init__(self, game: Game, names: tuple[str, ...]) -> None:
        (self._answers,) = answer_all([Job(game, Sample(1).deal(game, 1), names, None)])

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result([replace(self._answers) for _ in arguments[0]])
        return future


@click.command()
@click.option("--board", default="side-a", show_default=True)
@click.option("--decks", default=200, show_default=True, help="For decks per second.")
@click.option("--club-decks", default=1000, show_default=True, help="With the beginner and the club player.")
@click.option("--store-decks", default=5000, show_default=True, help="With fake answers, to measure the store.")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True)
def main(board: str, decks: int, club_decks: int, store_decks: int, workers: int) -> None:
    game = Game(load_layout(board))
    with tempfile.TemporaryDirectory() as folder:
        with Store(Path(folder) / "lab.sqlite") as store:
            with _measured(f"{decks} proven decks, fixed start", decks):
                analyse(game, Sample(decks, "bench", FIXED), (), store=store, workers=workers)
            with _measured(f"{club_decks} decks with beginner and club", club_decks):
                analyse(game, Sample(club_decks, "bench"), store=store, workers=workers)
            with _measured(f"{club_decks} decks that are known already", club_decks):
                analyse(game, Sample(club_decks, "bench"), store=store, workers=workers)
        _print_store(game, store_decks, Path(folder))


def _print_store(game: Game, decks: int, folder: Path) -> None:
    """The same run with a store and without; then saving alone."""
    sample, names = Sample(decks, "store"), (BEST, "club")
    seconds = []
    for path in (None, folder / "echo.sqlite"):
        begun = time.perf_counter()
        if path is None:
            analyse(game, sample, ("club",), executor=Echo(game, names), ahead=8)
        else:
            with Store(path) as store:
                analyse(game, sample, ("club",), store=store, executor=Echo(game, names), ahead=8)
        seconds.append(time.perf_counter() - begun)
    plain, stored = (1000 * each / decks for each in seconds)
    print(f"a deck without a store {plain:.3f} ms, with one {stored:.3f} ms: the store adds {stored - plain:.3f} ms")
    outcomes = answer_all([Job(game, sample.deal(game, 1), names, None)])[0].outcomes
    with Store(folder / "save.sqlite") as store:
        begun = time.process_time()
        for number in range(decks):
            found = {("optima", subject(game, BEST)): outcomes[0], ("games", subject(game, "club")): outcomes[1]}
            store.save((str(number), "free"), found)  # type: ignore[arg-type]
        each = 1000 * (time.process_time() - begun) / decks
    size = (folder / "save.sqlite").stat().st_size / decks
    print(f"saving two answers takes {each:.3f} ms of CPU and {size:.0f} bytes")


@contextmanager
def _measured(what: str, decks: int) -> Iterator[None]:
    begun, cpu = time.perf_counter(), _cpu_seconds()
    yield
    seconds, spent = time.perf_counter() - begun, _cpu_seconds() - cpu
    print(
        f"{what}: {seconds:.1f} s on the wall, {decks / seconds:.1f} decks a second; "
        f"{spent:.1f} s of CPU, {decks / spent:.1f} decks a CPU second"
    )


def _cpu_seconds() -> float:
    """Of this process and of those that it has ended."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


if __name__ == "__main__":
    main()
