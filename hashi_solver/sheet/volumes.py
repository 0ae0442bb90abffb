"""Booklets written one after the other: each rendered in a process of its own, so that memory does not add up, while
the challenges of the next one are already computed here.

A volume that is there already is left alone. Its PDF says by its identifier what it was made from: the challenges, the
options, and the account of all that has a part in what a page shows.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path

from hashi_solver.challenge import Challenge
from hashi_solver.errors import HashiError, InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.notation.files import write_bytes
from hashi_solver.processes import LOOK_EVERY
from hashi_solver.provenance import account
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.rendering import booklet_pdf, booklet_solutions_pdf

MOST_PAGES_BESIDE = 31  # to be drawn while the next challenges are solved; drawing more leaves no memory for solvers
END = 2048  # bytes at the end of a PDF, where it says where its table of objects is
TABLE = 4096
_IDENTIFIER = re.compile(rb"/ID\s*\[\s*\(([0-9a-f]{32})\)")


@dataclass(frozen=True, slots=True)
class Volume:
    """One booklet to be: the codes of its challenges, known before they are solved, its file, and that of its solutions
    where they are wanted apart."""

    codes: tuple[str, ...]
    paths: tuple[Path, ...]
    number: int = 1
    of: int = 1
    first: int = 1  # by which its challenges are counted where they have no days

    def booklet(self, made: Iterable[Challenge]) -> Booklet:
        """What it becomes with its challenges, once they are solved."""
        return Booklet(tuple(made), self.number, self.of, self.first)


@dataclass(frozen=True, slots=True)
class WrittenVolume:
    """A volume that is there; `kept` where it was before."""

    volume: Volume
    kept: bool


Make = Callable[[Volume], Iterable[Challenge]]


def write_volumes(
    volumes: Sequence[Volume],
    make: Make,
    options: Options,
    on_progress: Callable[[str], None] | None = None,
    stop: Stop | None = None,
) -> Iterator[WrittenVolume]:
    """Write what is not there yet; `make` solves the challenges of a volume, in the order of its codes.

    Files appear whole or not at all. Raises Unproven when `stop` is set; what was written stays, and the next call
    goes on behind it.
    """
    tell = on_progress or (lambda _: None)
    running: _Rendering | None = None
    try:
        for volume in volumes:
            if is_there(volume, options):
                if running:
                    yield running.written(stop)
                    running = None
                yield WrittenVolume(volume, kept=True)
                continue
            if running and running.fills_memory:
                tell(_drawing(running.volume))
                yield running.written(stop)
                running = None
            made: list[Challenge] = []
            for challenge in make(volume):
                made.append(challenge)
                tell(_solved(volume, len(made)))
            if running:
                tell(_drawing(running.volume))
                yield running.written(stop)
            running = _Rendering(volume, made, options)
        if running:
            tell(_drawing(running.volume))
            yield running.written(stop)
            running = None
    finally:
        if running:
            running.stop()


def is_there(volume: Volume, options: Options) -> bool:
    """Whether every file of the volume is there, whole, and made from the same."""
    return all(identifier_of(path) == fingerprint(volume, options, part) for part, path in enumerate(volume.paths))


def fingerprint(volume: Volume, options: Options, part: int) -> str:
    """What a file is made from, in 32 digits: the same for the same request to the same program."""
    place = (volume.number, volume.of, volume.first)
    told = [*volume.codes, str(place), str(options), str(part), account("page")]
    return sha256("\n".join(told).encode()).hexdigest()[:32]


def pages_to_draw(made: Sequence[Challenge], options: Options) -> int:
    """How many pages the challenges of a volume take: sheets, strips, solutions."""
    large, end = options.style == "large", options.solutions == "end"
    strips = sum(challenge.deal.kind == "flip" for challenge in made)
    solutions = -(-len(made) // (2 if large else 4)) if end else 0
    return len(made) * (2 if large else 1) + strips + solutions


def identifier_of(path: Path) -> str | None:
    """The identifier in a PDF that `hashi` wrote; None where there is no such file, or not to its end."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - END))
            place = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", file.read())
            if not place:
                return None
            file.seek(int(place[1]))
            found = _IDENTIFIER.search(file.read(TABLE))
    except (OSError, ValueError):  # a damaged file may point anywhere
        return None
    return found[1].decode() if found else None


def _solved(volume: Volume, count: int) -> str:
    told = f"{count} of {len(volume.codes)} challenges"
    return told if volume.of == 1 else f"volume {volume.number} of {volume.of}: {told}"


def _drawing(volume: Volume) -> str:
    return "drawing the pages" if volume.of == 1 else f"volume {volume.number} of {volume.of}: drawing the pages"


class _Rendering:
    """A process that turns one volume into the bytes of its files. Nothing is on disk before all of them are there."""

    def __init__(self, volume: Volume, made: Sequence[Challenge], options: Options) -> None:
        self.volume = volume
        self.fills_memory = pages_to_draw(made, options) > MOST_PAGES_BESIDE
        context = multiprocessing.get_context("spawn")  # nothing of what this process has loaded
        self._answers, answers = context.Pipe(duplex=False)
        book = volume.booklet(made)
        identifiers = [fingerprint(volume, options, part) for part in range(len(volume.paths))]
        self._scratch = tempfile.TemporaryDirectory(prefix="hashi-")
        self._process = context.Process(
            target=_render, args=(answers, book, options, identifiers, self._scratch.name), daemon=True
        )
        resource_tracker.ensure_running()  # starting it later would lift the mask that the process inherits
        with _no_ctrl_c():
            self._process.start()
        answers.close()

    def written(self, stop: Stop | None) -> WrittenVolume:
        """Wait for the bytes and write them."""
        while stop is not None and not self._answers.poll(LOOK_EVERY):
            if stop.is_set():
                raise Unproven
        try:
            answer = self._answers.recv()
        except EOFError:
            raise InternalError("the process that draws the pages ended without a word") from None
        finally:
            self._answers.close()
        self._ended()
        if isinstance(answer, HashiError):
            raise answer
        with _no_ctrl_c():
            for path, data in zip(self.volume.paths, answer, strict=True):
                write_bytes(path, data, follow=False)
        return WrittenVolume(self.volume, kept=False)

    def stop(self) -> None:
        self._process.terminate()
        self._ended()

    def _ended(self) -> None:
        """However it ended: it takes nothing down itself, and leaves the fonts that it laid out with."""
        self._process.join()
        self._scratch.cleanup()


def _render(answers: Connection, book: Booklet, options: Options, identifiers: Sequence[str], scratch: str) -> None:
    """What the process does: the booklet, and where there is a second identifier its solutions."""
    tempfile.tempdir = scratch
    try:
        parts = zip((booklet_pdf, booklet_solutions_pdf), identifiers, strict=False)
        files = [draw(book, options, identifier) for draw, identifier in parts]
    except HashiError as error:
        answers.send(error)
    else:
        answers.send(files)
    os._exit(0)  # taking down what the drawing has loaded says odd things on standard error


@contextlib.contextmanager
def _no_ctrl_c() -> Iterator[None]:
    """A Ctrl-C within is told afterwards; a process that starts within never hears of it: its parent ends it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
