"""Drawing in a process of its own, so that other work goes on and memory does not add up."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from hashi_solver.errors import HashiError, InputError, InternalError, Unproven
from hashi_solver.interrupts import Stop, endings_kill
from hashi_solver.processes import LOOK_EVERY, TRIES, WHY_KILLED
from hashi_solver.sheet import pages, pdf
from hashi_solver.sheet.options import Options

Job = Callable[[], list[bytes]]  # returns the bytes of each file; it goes to the process, so it must be picklable


class DrawingProcess:
    """A process that draws the files of one job.

    It inherits nothing that this process has loaded. Without a job it is a copy of this process instead, which is there
    at once, loads what sheets with these options need, and waits for its job.
    """

    def __init__(self, job: Job | None = None, options: Options = Options()) -> None:  # noqa: B008 - frozen
        self._scratch = tempfile.TemporaryDirectory(prefix="hashi-")
        self._job, self._options = job, options
        self._start()

    def _start(self) -> None:
        waits = self._job is None
        kind: type[BaseProcess] = multiprocessing.get_context("spawn").Process
        if sys.platform != "win32" and waits:  # a copy is asked for on Linux alone
            kind = multiprocessing.get_context("fork").Process
        self._answers, answers = multiprocessing.Pipe()
        self._process = kind(target=_draw, args=(answers, self._job, self._options, self._scratch.name), daemon=True)
        if sys.platform != "win32" and not waits:  # Windows has none, and a copy needs none
            resource_tracker.ensure_running()  # starting it later would unblock signals in the process
        with no_ctrl_c():
            self._process.start()
        answers.close()

    def draw(self, job: Job, source: str) -> list[bytes]:
        """Give its job to a process that waits for it, and wait for the bytes."""
        self._job = job
        with contextlib.suppress(OSError):  # from a process that was killed: it is started again
            self._answers.send(job)
        return self.files(source)

    def files(self, source: str, stop: Stop | None = None) -> list[bytes]:
        """Wait for the bytes. A process that is killed is started again, with no solver beside it."""
        for before in range(TRIES):
            if before:
                self._start()
            answer = self._answer(stop)
            if answer is not None:
                break
            self._process.join()
            if (self._process.exitcode or 0) >= 0:
                raise InternalError("the process that draws the pages ended without an answer")
        else:
            raise InputError(f"given up after {TRIES} tries: {WHY_KILLED}", source=source)
        self._ended()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _answer(self, stop: Stop | None) -> list[bytes] | Exception | None:
        """The bytes of each file, or what went wrong; None from a process that ended without either."""
        while stop is not None and not self._answers.poll(LOOK_EVERY):
            if stop.is_set():
                raise Unproven
        with self._answers:
            try:
                answer: list[bytes] | Exception = self._answers.recv()
            except (EOFError, OSError):  # it may have been killed in the middle of its answer
                return None
        return answer

    def stop(self) -> None:
        self._process.kill()
        self._ended()

    def _ended(self) -> None:
        """Clean up after the process, which leaves its temporary fonts behind however it ended."""
        self._process.join()
        self._scratch.cleanup()


def _draw(answers: Connection, job: Job | None, options: Options, scratch: str) -> None:
    """Do the job, or first load what is needed and wait for it; runs in the process."""
    endings_kill()
    threading.Thread(target=_follow, args=(scratch,), daemon=True).start()
    tempfile.tempdir = scratch
    try:
        if job is None:
            pdf.load(options.style)
            pages.load(options.language)
            job = answers.recv()
        files = job()
    except (HashiError, OSError) as error:
        answers.send(error)
    else:
        answers.send(files)
    os._exit(0)  # a normal exit prints odd messages from libraries on standard error


def _follow(scratch: str) -> None:
    """End this process with the one that started it, which may have been killed; nobody else would clean up then."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        shutil.rmtree(scratch, ignore_errors=True)
        os._exit(1)


@contextlib.contextmanager
def no_ctrl_c() -> Iterator[None]:
    """Defer Ctrl-C until afterwards. A process started inside never gets it: its parent ends it."""
    if sys.platform == "win32":  # it cannot be deferred there; who presses it ends both
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
