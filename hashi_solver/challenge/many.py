"""Many challenges at a time: over all cores, in order, each as soon as it is ready."""

from __future__ import annotations

import datetime
import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from multiprocessing.synchronize import Event
from typing import TypeVar

from hashi_solver.board import Layout
from hashi_solver.challenge.codes import encode
from hashi_solver.challenge.deals import Challenge, Deal, KeptChallenges, Kind, challenge_of
from hashi_solver.challenge.seeded import Starting, daily_deal, daily_number
from hashi_solver.processes import processes

Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 2  # for each process, so that none waits while the results are taken


def challenges_of(
    deals: Iterable[Deal],
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    kept: KeptChallenges | None = None,
) -> Iterator[Challenge]:
    """The challenges of deals, in order. Closing it, or Ctrl-C, ends the work; what was yielded stays good.

    Finished challenges are looked for and left in `kept`, so that they take no time the next time.
    """
    for done, challenge in enumerate(over_cores(partial(_made, kept=kept), deals, workers), start=1):
        if on_progress:
            on_progress(done)
        yield challenge


def daily_challenges(
    days: Iterable[datetime.date],
    layout: Layout,
    start: Starting = "fixed",
    kind: Kind = "open",
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    kept: KeptChallenges | None = None,
) -> Iterator[Challenge]:
    """The challenges of these days, each with its number and its day."""
    days = tuple(days)
    deals = [daily_deal(day, layout, start, kind) for day in days]
    found = challenges_of(deals, workers=workers, on_progress=on_progress, kept=kept)
    for day, challenge in zip(days, found, strict=True):
        yield replace(challenge, number=daily_number(day), day=day)


def over_cores(work: Callable[[Item], Result], items: Iterable[Item], workers: int | None = None) -> Iterator[Result]:
    """`map`, with processes, one a core unless `workers` says how many; a single item stays in this process.

    Takes from `items` little more than it yields, so that they may go on for ever. Closed early, it waits only for what
    is being worked on.
    """
    items = iter(items)
    head = tuple(islice(items, 2))
    if workers == 1 or len(head) < 2:
        yield from map(work, chain(head, items))
        return
    workers = workers or os.cpu_count() or 1
    stop = multiprocessing.Event()
    pool = processes(workers, partial(_heed, stop))
    waiting: deque[Future[Result]] = deque()
    try:
        for item in chain(head, items):
            waiting.append(pool.submit(_work, work, item))
            if len(waiting) >= AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        stop.set()  # what is on its way to a process can no longer be cancelled
        pool.shutdown(cancel_futures=True)


def _made(deal: Deal, kept: KeptChallenges | None) -> Challenge:
    known = kept.find(deal) if kept else None
    if known is not None:
        return known
    challenge = challenge_of(deal, encode(deal))
    if kept:
        kept.keep(challenge)
    return challenge


_stop: Event  # of this process, where it is one of the pool


def _heed(stop: Event) -> None:
    """In a new process: its parent says when to stop."""
    global _stop  # noqa: PLW0603 - the one way to hand something to a process for all its tasks
    _stop = stop


def _work(work: Callable[[Item], Result], item: Item) -> Result:
    if _stop.is_set():
        raise CancelledError
    return work(item)
