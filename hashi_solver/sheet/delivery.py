"""Sheets as bytes, for a front end that hands them on: what is drawn is written to a folder that is gone afterwards.

A document is drawn in a process of its own, which can be stopped at any moment and does not hold up this one.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge
from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.processes import Pool
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.writing import Destination, Plan, write_blank, write_sheet

Subject = TypeVar("Subject")

APART = 2  # workers of a pool: a single one would be this process


@dataclass(frozen=True, slots=True)
class Delivered:
    """A document under its usual name."""

    name: str
    data: bytes


def deliver_sheet(challenge: Challenge, options: Options, *, html: bool, stop: Stop | None = None) -> list[Delivered]:
    """Return the documents of one challenge: its sheet first."""
    with _folder() as folder:
        return _apart(_write_sheet, challenge, options, html, folder, stop)


def deliver_blank(layout: Layout, options: Options, *, html: bool, stop: Stop | None = None) -> list[Delivered]:
    """Return a blank board for one to four players."""
    with _folder() as folder:
        return _apart(_write_blank, layout, options, html, folder, stop)


def deliver_booklet(
    plan: Callable[[Destination], Plan],
    *,
    html: bool,
    on_progress: Callable[[str], None] | None = None,
    stop: Stop | None = None,
) -> list[Delivered]:
    """Return the documents of a booklet that is planned for whatever folder it gets."""
    with _folder() as folder:
        for _ in plan(Destination(folder, None, html)).write(on_progress, stop):
            pass
        return _written(folder)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="hashi-", ignore_cleanup_errors=True) as scratch:
        yield Path(scratch) / "documents"


def _apart(
    write: Callable[[Subject, Options, Destination], None],
    subject: Subject,
    options: Options,
    html: bool,
    folder: Path,
    stop: Stop | None,
) -> list[Delivered]:
    with Pool(APART, stop=stop) as pool:
        try:
            pool.submit(write, subject, options, Destination(folder, None, html)).result()
        except Unproven:
            pool.abandon()
            raise
    return _written(folder)


def _write_sheet(challenge: Challenge, options: Options, place: Destination) -> None:
    tempfile.tempdir = str(place.folder.parent)  # fonts that a process leaves behind go with the folder
    for _ in write_sheet(challenge, options, place):
        pass


def _write_blank(layout: Layout, options: Options, place: Destination) -> None:
    tempfile.tempdir = str(place.folder.parent)
    write_blank(layout, options, place)


def _written(folder: Path) -> list[Delivered]:
    """The shortest name is that of the sheets; the others say what they add to it."""
    paths = sorted(folder.iterdir(), key=lambda path: (len(path.name), path.name))
    return [Delivered(path.name, path.read_bytes()) for path in paths]
