"""Write booklets one after another, each rendered in its own process, so that memory does not add up. Meanwhile the
challenges of the next one are computed here.

A volume that already exists is left alone. The identifier in its PDF says what it was made from: the challenges, the
options, and the account of everything that affects a page.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from pathlib import Path

from hashi_solver.challenge import Challenge
from hashi_solver.errors import HashiError, InputError, InternalError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.notation.files import shown_path, write_bytes
from hashi_solver.processes import LOOK_EVERY, TRIES, WHY_KILLED
from hashi_solver.provenance import account
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.options import Options, Part
from hashi_solver.sheet.pages import solutions_on_a_page
from hashi_solver.sheet.rendering import BOOKLET_PARTS

MOST_PAGES_BESIDE = 31  # to draw while the next challenges are solved; more would leave no memory for solvers
END = 2048  # bytes at the end of a PDF, which say where its table of objects is
TABLE = 4096  # bytes of that table, which hold the identifier
_IDENTIFIER = re.compile(rb"/ID\s*\[\s*\(([0-9a-f]{32})\)")


@dataclass(frozen=True, slots=True)
class Volume:
    """A booklet to write: the codes of its challenges, known before they are solved, and its files."""

    codes: tuple[str, ...]
    files: Mapping[Part, Path]
    number: int = 1
    of: int = 1
    first: int = 1  # the number of its first challenge if they have no days

    def booklet(self, made: Iterable[Challenge]) -> Booklet:
        """Return the booklet with its challenges, once they are solved."""
        return Booklet(tuple(made), self.number, self.of, self.first)


@dataclass(frozen=True, slots=True)
class WrittenVolume:
    """A volume on disk; `kept` if it was already there."""

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
    """Write the volumes that do not exist yet; `make` solves the challenges of one, in the order of its codes.

    Files appear complete or not at all. Raises Unproven when `stop` is set; finished volumes stay, and the next call
    continues after them.
    """
    tell = on_progress or (lambda _: None)
    running: _Rendering | None = None

    def finished() -> Iterator[WrittenVolume]:
        nonlocal running
        if running:
            tell(_progress(running.volume, "drawing the pages"))
            yield running.written(stop)
            running = None

    try:
        for volume in volumes:
            if is_there(volume, options):
                yield from finished()
                yield WrittenVolume(volume, kept=True)
                continue
            if running and running.fills_memory:
                yield from finished()
            made = solved(volume, make, tell)
            yield from finished()
            running = _Rendering(volume, made, options, alone=volume is volumes[-1])
        yield from finished()
    finally:
        if running:
            running.stop()


def solved(volume: Volume, make: Make, tell: Callable[[str], None]) -> list[Challenge]:
    """Return the challenges of a volume, and say how far it is after each."""
    made: list[Challenge] = []
    for challenge in make(volume):
        made.append(challenge)
        tell(_progress(volume, f"{len(made)} of {len(volume.codes)} challenges"))
    return made


def is_there(volume: Volume, options: Options) -> bool:
    """Return whether every file of the volume exists, is complete, and was made from the same input."""
    return all(identifier_of(path) == fingerprint(volume, options, part) for part, path in volume.files.items())


def fingerprint(volume: Volume, options: Options, part: Part) -> str:
    """Return 32 digits for what a file is made from: the same for the same request to the same program."""
    place = (volume.number, volume.of, volume.first)
    told = [*volume.codes, str(place), str(options), part, account("page")]
    return sha256("\n".join(told).encode()).hexdigest()[:32]


def pages_to_draw(made: Sequence[Challenge], options: Options) -> int:
    """Count the pages of a volume: sheets, strips, solutions."""
    large, end = options.style == "large", options.solutions == "end"
    strips = len(made) // 2 + 1 if made[0].deal.kind == "flip" else 0
    solutions = -(-len(made) // solutions_on_a_page(made, options)) if end else 0
    return len(made) * (2 if large else 1) + strips + solutions


def identifier_of(path: Path) -> str | None:
    """Return the identifier in a PDF that `hashi` wrote; None if there is no such file or it is incomplete."""
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


def _progress(volume: Volume, done: str) -> str:
    return done if volume.of == 1 else f"volume {volume.number} of {volume.of}: {done}"


class _Rendering:
    """A volume being drawn. Nothing is written to disk before all of its files are complete.

    One process draws it while the next one is solved. With nothing to solve beside it, each file has its own.
    """

    def __init__(self, volume: Volume, made: Sequence[Challenge], options: Options, *, alone: bool = False) -> None:
        self.volume = volume
        self.fills_memory = pages_to_draw(made, options) > MOST_PAGES_BESIDE
        book, parts = volume.booklet(made), list(volume.files)
        together = [[part] for part in parts] if alone and not self.fills_memory else [parts]
        self._drawings = [
            _DrawingProcess(book, options, {part: fingerprint(volume, options, part) for part in each})
            for each in together
        ]

    def written(self, stop: Stop | None) -> WrittenVolume:
        """Wait for the bytes and write them."""
        source = shown_path(self.volume.files["sheets"])
        drawn = [data for drawing in self._drawings for data in drawing.files(source, stop)]
        with _no_ctrl_c():
            for path, data in zip(self.volume.files.values(), drawn, strict=True):
                write_bytes(path, data, follow=False)
        return WrittenVolume(self.volume, kept=False)

    def stop(self) -> None:
        for drawing in self._drawings:
            drawing.stop()


class _DrawingProcess:
    """A process that draws the parts of a booklet that have an identifier."""

    def __init__(self, book: Booklet, options: Options, identifiers: Mapping[Part, str]) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="hashi-")
        self._wanted = (book, options, identifiers, self._scratch.name)
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")  # so that it inherits nothing that this process has loaded
        self._answers, answers = context.Pipe(duplex=False)
        self._process = context.Process(target=_render, args=(answers, *self._wanted), daemon=True)
        if sys.platform != "win32":  # which has none
            resource_tracker.ensure_running()  # starting it later would unblock signals in the process
        with _no_ctrl_c():
            self._process.start()
        answers.close()

    def files(self, source: str, stop: Stop | None) -> list[bytes]:
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
        if isinstance(answer, HashiError):
            raise answer
        return answer

    def _answer(self, stop: Stop | None) -> list[bytes] | HashiError | None:
        """The bytes of each file, or what went wrong; None from a process that ended without either."""
        while stop is not None and not self._answers.poll(LOOK_EVERY):
            if stop.is_set():
                raise Unproven
        with self._answers:
            try:
                answer: list[bytes] | HashiError = self._answers.recv()
            except (EOFError, OSError):  # it may have been killed in the middle of its answer
                return None
        return answer

    def stop(self) -> None:
        self._process.terminate()
        self._ended()

    def _ended(self) -> None:
        """Clean up after the process, which leaves its temporary fonts behind however it ended."""
        self._process.join()
        self._scratch.cleanup()


def _render(
    answers: Connection, book: Booklet, options: Options, identifiers: Mapping[Part, str], scratch: str
) -> None:
    """Render the parts of the booklet that have an identifier; runs in the process."""
    threading.Thread(target=_follow, args=(scratch,), daemon=True).start()
    tempfile.tempdir = scratch
    try:
        files = [BOOKLET_PARTS[part](book, options, each).pdf() for part, each in identifiers.items()]
    except HashiError as error:
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
def _no_ctrl_c() -> Iterator[None]:
    """Defer Ctrl-C until afterwards. A process started inside never gets it: its parent ends it."""
    if sys.platform == "win32":  # it cannot be deferred there; who presses it ends both
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
