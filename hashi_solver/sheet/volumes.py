"""Write booklets one after another, each rendered in its own process, so that memory does not add up. Meanwhile the
challenges of the next one are computed here.

A volume that already exists is left alone. The identifier in its PDF says what it was made from: the challenges, the
options, and the account of everything that affects a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from hashi_solver.challenge import Challenge
from hashi_solver.interrupts import Stop
from hashi_solver.notation.files import shown_path, write_bytes
from hashi_solver.provenance import account
from hashi_solver.sheet.beside import DrawingProcess, no_ctrl_c
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
            DrawingProcess(partial(_drawn, book, options, {part: fingerprint(volume, options, part) for part in each}))
            for each in together
        ]

    def written(self, stop: Stop | None) -> WrittenVolume:
        """Wait for the bytes and write them."""
        source = shown_path(self.volume.files["sheets"])
        drawn = [data for drawing in self._drawings for data in drawing.files(source, stop)]
        with no_ctrl_c():
            for path, data in zip(self.volume.files.values(), drawn, strict=True):
                write_bytes(path, data, follow=False)
        return WrittenVolume(self.volume, kept=False)

    def stop(self) -> None:
        for drawing in self._drawings:
            drawing.stop()


def _drawn(book: Booklet, options: Options, identifiers: Mapping[Part, str]) -> list[bytes]:
    """Return the parts of the booklet that have an identifier."""
    return [BOOKLET_PARTS[part](book, options, each).pdf() for part, each in identifiers.items()]
