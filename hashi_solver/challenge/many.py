"""Many challenges at a time: on all cores, in order, each as soon as it is ready."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from hashi_solver.board import Layout
from hashi_solver.challenge.challenges import Challenge, KeptChallenges, challenge_of
from hashi_solver.challenge.deals import Deal, Kind
from hashi_solver.challenge.seeded import Starting, daily_deal
from hashi_solver.interrupts import Stop
from hashi_solver.processes import Pool


def challenges_of(
    deals: Iterable[Deal],
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    kept: KeptChallenges | None = None,
    stop: Stop | None = None,
) -> Iterator[Challenge]:
    """Yield the challenges of deals, in order. Raises Unproven when `stop` is set; what was yielded stays good.

    Finished challenges are looked up and left in `kept`, so that they take no time the next time.
    """
    with Pool(workers, stop=stop) as pool:
        found = pool.map(partial(_made, kept=kept, stop=pool.signal), deals)
        for done, challenge in enumerate(found, start=1):
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
    stop: Stop | None = None,
) -> Iterator[Challenge]:
    """Yield the challenges of these days, each with its day. Raises Unproven when `stop` is set."""
    days = tuple(days)
    deals = [daily_deal(day, layout, start, kind) for day in days]
    found = challenges_of(deals, workers=workers, on_progress=on_progress, kept=kept, stop=stop)
    for day, challenge in zip(days, found, strict=True):
        yield replace(challenge, day=day)


def _made(deal: Deal, kept: KeptChallenges | None, stop: Stop) -> Challenge:
    return challenge_of(deal, kept=kept, stop=stop)
