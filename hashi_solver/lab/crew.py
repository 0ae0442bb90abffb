"""Jobs over many cores, streaming: a bounded number on their way, answers as they come, in any order.

Some jobs are handed over together where that makes them quicker.

Any executor of the `concurrent.futures` kind will do. Without one it is processes of our own, which end with this one,
however it ends. A worker that dies costs its job a new try, not the run.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from types import TracebackType

from hashi_solver.errors import HashiError, InputError
from hashi_solver.lab.asking import Answers, Job, answer_all, answerer, quick_together
from hashi_solver.processes import abandon, processes

JOBS_A_WORKER = 3  # or batches of them; on their way, so that nobody waits for the next
TRIES = 4  # of one job, before its workers are thought to die of it

Batch = tuple[Job, ...]  # on one board, asking the same


class Crew:
    """Puts jobs to workers. To be closed."""

    def __init__(
        self,
        workers: int | None = None,
        executor: Executor | None = None,
        ahead: int | None = None,
        close: Callable[[], object] | None = None,
    ) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._given = executor
        self._close = close
        self._ahead = ahead or JOBS_A_WORKER * self._workers
        self._own: ProcessPoolExecutor | None = None
        self._waiting: dict[Future[list[Answers]], tuple[Batch, int]] = {}
        self._answered: deque[tuple[Job, Answers]] = deque()

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for future in self._waiting:
            future.cancel()
        if self._own is not None:
            self._own.shutdown(cancel_futures=True)
        if self._close is not None:
            self._close()

    def answers(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Answers]]:
        """Each job with its answers, as they come. Takes a new job only when there is room for it."""
        for batch in _batches(jobs):
            self._submit(batch, 1)
            while len(self._waiting) >= self._ahead:
                self._wait()
            yield from self._handed_out()
        yield from self._remaining()

    def finish(self) -> Iterator[tuple[Job, Answers]]:
        """What is being worked on already; the jobs that nobody has begun are dropped."""
        for future in [future for future in self._waiting if future.cancel()]:
            del self._waiting[future]
        yield from self._remaining()

    def abandon(self) -> None:
        """End our own workers at once."""
        self._waiting.clear()
        if self._own is not None:
            abandon(self._own)

    def _remaining(self) -> Iterator[tuple[Job, Answers]]:
        yield from self._handed_out()
        while self._waiting:
            self._wait()
            yield from self._handed_out()

    def _handed_out(self) -> Iterator[tuple[Job, Answers]]:
        """One at a time: whoever is interrupted finds the rest here."""
        while self._answered:
            yield self._answered.popleft()

    def _wait(self) -> None:
        done, _ = wait(self._waiting, return_when=FIRST_COMPLETED)
        for future in done:
            batch, tries = self._waiting.pop(future)
            try:
                found = future.result()
            except (HashiError, KeyboardInterrupt):
                raise
            except (Exception, CancelledError) as error:  # whatever the executor raises where a worker died
                if tries == TRIES:
                    raise InputError(
                        f"deck {batch[0].deal.number} was given up after {TRIES} tries; the last ended with "
                        f"{type(error).__name__}: {error}"
                    ) from error
                for job in batch:  # each alone, so that none dies of another
                    self._submit((job,), tries + 1)
                continue
            for job, answers in zip(batch, found, strict=True):
                _compare_versions(job, answers)
                self._answered.append((job, answers))

    def _submit(self, batch: Batch, tries: int) -> None:
        try:
            future = self._executor().submit(answer_all, batch)
        except RuntimeError:  # a pool one of whose processes was killed takes nothing any more
            if self._given is not None:
                raise
            self._own = None
            future = self._executor().submit(answer_all, batch)
        self._waiting[future] = (batch, tries)

    def _executor(self) -> Executor:
        if self._given is not None:
            return self._given
        if self._own is None:
            self._own = processes(self._workers)
        return self._own


def _batches(jobs: Iterable[Job]) -> Iterator[Batch]:
    """Jobs that are quicker together, as soon as there are enough of them; at the end what is left."""
    gathered: dict[tuple[int, tuple[str, ...]], list[Job]] = {}
    for job in jobs:
        kind = job.board, job.asked
        gathered.setdefault(kind, []).append(job)
        if len(gathered[kind]) == quick_together(job.asked):
            yield tuple(gathered.pop(kind))
    yield from map(tuple, gathered.values())


def _compare_versions(job: Job, found: Answers) -> None:
    here = tuple(map(answerer, job.asked))
    if found.by != here:
        ours, theirs = next((ours, theirs) for ours, theirs in zip(here, found.by, strict=True) if ours != theirs)
        raise InputError(f"a worker has another version: {theirs}; here it is {ours}")
