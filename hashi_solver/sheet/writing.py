"""Which files to write for a request for sheets, what to call them, and writing them."""

from __future__ import annotations

import datetime
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from os.path import isdir  # Path.is_dir fails on a name that is too long
from pathlib import Path

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge, Deal, encode
from hashi_solver.errors import HashiError, InputError
from hashi_solver.interrupts import Stop
from hashi_solver.library import output_folder
from hashi_solver.machine import can_print
from hashi_solver.notation.files import expect_writable, make_folder, shown_path, write_bytes, write_text
from hashi_solver.notation.layouts import file_name
from hashi_solver.sheet import rendering, results, volumes
from hashi_solver.sheet.beside import DrawingProcess
from hashi_solver.sheet.books import whole_month
from hashi_solver.sheet.options import APART, NO_PANGO, NO_PANGO_FOR_A_REPORT, Options, Part
from hashi_solver.sheet.printed import Printed, pdfs
from hashi_solver.sheet.volumes import Make, Volume, WrittenVolume

MOST_SHEETS = 31  # in a volume: a month; memory grows with the length of a document
SUFFIXES = (".pdf", ".html")
TEXT_SUFFIX = ".txt"
_OTHER_FILE = re.compile(r"\.[a-z][a-z0-9]{1,4}")  # .png, .docx, but not the end of club.2026


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was written, and what is in it."""

    path: Path
    contents: str


@dataclass(frozen=True, slots=True)
class Destination:
    """Where files go: into a folder under their usual names, or a single one into a named file.

    `instead`: it is HTML because this machine cannot make a PDF.
    """

    folder: Path
    file: Path | None
    html: bool
    text: bool = False
    instead: bool = False

    def make(self) -> None:
        """Create the folder if it does not exist; a named file must already have one."""
        if self.file is None:
            make_folder(self.folder)

    def path(self, name: str, suffix: str = "") -> Path:
        ending = TEXT_SUFFIX if self.text else ".html" if self.html else ".pdf"
        if self.file is not None:
            if self.file.is_symlink() and not suffix:  # follow a link that the user named
                return Path(os.path.realpath(self.file))
            return self.file.with_name(f"{self.file.stem}{suffix}{self.file.suffix}")
        return self.folder / f"{name}{suffix}{ending}"


def destination(
    out: Path | None, html: bool, *, single: bool, text: bool = False, only_pdf: bool = False
) -> Destination:
    """Return the destination for --out and --html; a name ending in .pdf or .html is a file, any other a folder.

    On a machine without Pango it becomes HTML, unless `only_pdf` or the name of the file says that it must be a PDF.
    An output path that cannot be written is reported here, before any work starts; nothing is created yet.
    """
    place = _destination(out, html, single, text)
    expect_writable(place.folder)
    if place.html or place.text or can_print():
        return place
    if only_pdf or place.file is not None:
        raise HashiError(NO_PANGO)
    return replace(place, html=True, instead=True)


def _destination(out: Path | None, html: bool, single: bool, text: bool) -> Destination:
    if out is None:
        return Destination(output_folder(), None, html, text)
    ending = out.suffix.lower()
    if isdir(out) or not (ending in SUFFIXES or _OTHER_FILE.fullmatch(ending)):
        return Destination(out, None, html, text)
    if text and ending != TEXT_SUFFIX:
        raise InputError(f"--style text writes a {TEXT_SUFFIX} file", source=shown_path(out))
    if not text and ending not in SUFFIXES:
        message = "a sheet is a .pdf or .html file; a folder with an ending in its name must already exist"
        raise InputError(message, source=shown_path(out))
    if not single:
        raise InputError(f"--out names one file, {shown_path(out)}, but there are several sheets; name a folder")
    if html and ending == ".pdf":
        raise InputError(f"--out names a PDF, but --html makes HTML: {shown_path(out)}")
    if not isdir(out.parent):
        raise InputError("cannot be written: its folder is not there", source=shown_path(out))
    return Destination(out.parent, out, ending == ".html", text)


def write_pages(path: Path, pages: Printed, place: Destination) -> None:
    if place.text and pages.text is not None:
        write_text(path, pages.text(), follow=False)
    else:
        write_bytes(path, pages.html().encode() if place.html else pages.pdf(), follow=False)


def write_blank(layout: Layout, options: Options, place: Destination) -> Document:
    """Write a blank board for one to four players."""
    path = place.path(f"hashi-{file_name(layout)}{variant(options)}")
    place.make()
    write_pages(path, rendering.blank_of(layout, options), place)
    return Document(path, f"the board {layout.name}")


@contextmanager
def ready_to_draw(options: Options, place: Destination) -> Iterator[DrawingProcess | None]:
    """Give a process that loads what drawing needs while a challenge is solved; None where that would save no time."""
    can_copy = sys.platform == "linux" and (os.cpu_count() or 1) > 1
    if place.html or place.text or not can_copy:
        yield None
        return
    drawing = DrawingProcess(options=options)
    try:
        yield drawing
    finally:
        drawing.stop()


def write_sheet(
    challenge: Challenge, options: Options, place: Destination, drawing: DrawingProcess | None = None
) -> Iterator[Document]:
    """Write a challenge, its cards if they are hidden, and its solution if it is to be separate.

    A process that is `drawing` is one that waits for its job.
    """
    name = stem(challenge) + variant(options)
    place.make()
    made: dict[Part, Printed] = {
        "sheets": rendering.sheet_of(challenge, options),
        "cards": rendering.cards_of(challenge, options),
        "solutions": rendering.solutions_of([challenge], options),
        "results": results.form_of([challenge], options),
    }
    sheets = "the sheet and its solution" if options.solutions == "end" else "the sheet"
    contents: dict[Part, str] = {"sheets": sheets, "cards": "its cards, to cut out", "solutions": "the solution"}
    contents["results"] = "a form for the results"
    files = _files(place, name, challenge.deal, options)
    if drawing is None:
        for part, path in files.items():
            write_pages(path, made[part], place)
            yield Document(path, contents[part])
        return
    drawn = drawing.draw(partial(pdfs, [made[part] for part in files]), shown_path(files["sheets"]))
    for (part, path), data in zip(files.items(), drawn, strict=True):
        write_bytes(path, data, follow=False)
        yield Document(path, contents[part])


@dataclass(frozen=True, slots=True)
class Plan:
    """The booklets to write for a request; `make` solves the challenges of one."""

    volumes: Sequence[Volume]
    make: Make
    options: Options
    place: Destination

    def write(
        self, on_progress: Callable[[str], None] | None = None, stop: Stop | None = None
    ) -> Iterator[WrittenVolume]:
        """Write the booklets, each as soon as its challenges are solved; raise Unproven when `stop` is set."""
        self.place.make()
        if not (self.place.html or self.place.text):
            yield from volumes.write_volumes(self.volumes, self.make, self.options, on_progress, stop)
            return
        for volume in self.volumes:
            book = volume.booklet(volumes.solved(volume, self.make, on_progress or (lambda _: None)))
            for part, path in volume.files.items():
                write_pages(path, rendering.BOOKLET_PARTS[part](book, self.options, None), self.place)
            yield WrittenVolume(volume, kept=False)


def plan_days(
    deals: Sequence[tuple[datetime.date, Deal]],
    make: Callable[[Sequence[datetime.date]], Iterable[Challenge]],
    options: Options,
    place: Destination,
) -> Plan:
    """Plan the booklet of these days; more than a month of days becomes one volume per month."""
    groups = [list(deals)]
    if len(deals) > MOST_SHEETS:
        groups = [list(group) for _, group in groupby(deals, key=lambda one: (one[0].year, one[0].month))]
    days_of, planned = {}, []
    for number, group in enumerate(groups, start=1):
        days = [day for day, _ in group]
        files = _files(place, days_stem(days, group[0][1]) + variant(options), group[0][1], options)
        planned.append(Volume(tuple(encode(deal) for _, deal in group), files, number, len(groups)))
        days_of[number] = days
    return Plan(planned, lambda volume: make(days_of[volume.number]), options, place)


def plan_found(challenges: Sequence[Challenge], options: Options, place: Destination) -> Plan:
    """Plan the booklet of challenges without days; more than 31 become several volumes, numbered throughout."""
    groups = [challenges[first : first + MOST_SHEETS] for first in range(0, len(challenges), MOST_SHEETS)]
    planned = []
    for number, group in enumerate(groups, start=1):
        files = _files(place, common_stem(group) + variant(options), group[0].deal, options)
        codes = tuple(each.code for each in group)
        planned.append(Volume(codes, files, number, len(groups), MOST_SHEETS * (number - 1) + 1))
    return Plan(planned, lambda volume: groups[volume.number - 1], options, place)


def _files(place: Destination, name: str, deal: Deal, options: Options) -> dict[Part, Path]:
    """Return the files to write: hidden cards have one of their own, so that nobody reads them by accident."""
    files: dict[Part, Path] = {"sheets": place.path(name)}
    if deal.kind == "flip":
        files["cards"] = place.path(name, "-cards")
    if options.solutions in APART:
        files["solutions"] = place.path(name, "-solutions")
    if options.form:
        files["results"] = place.path(name, "-results")
    return files


def stem(challenge: Challenge) -> str:
    """Return the file name of a challenge: its day and board if it has a day, or else its code."""
    deal = challenge.deal
    if challenge.day is None:
        return f"hashi-{challenge.code}"
    return f"hashi-{challenge.day.isoformat()}-{_sort(deal)}"


def days_stem(days: Sequence[datetime.date], deal: Deal) -> str:
    """Return the file name of a booklet of days: their month if it is a whole one."""
    first, last = days[0], days[-1]
    span = first.isoformat()[:7] if whole_month(days) else f"{first}-to-{last}"
    return f"hashi-{span}-{_sort(deal)}"


def _sort(deal: Deal) -> str:
    """Return the part of a file name that says which of a day's challenges this is."""
    kind = "" if deal.kind == "open" else f"-{deal.kind}"
    start = "" if deal.start is not None else "-free"
    return f"{file_name(deal.layout)}{kind}{start}"


def common_stem(challenges: Sequence[Challenge]) -> str:
    first, more = stem(challenges[0]), len(challenges) - 1
    return f"{first}-and-{more}-more" if more else first


def variant(options: Options) -> str:
    """Return the part of a file name that says how this sheet differs from the default."""
    usual = Options()
    parts = ((options.language, usual.language), (options.paper, usual.paper), (options.style, usual.style))
    told = [part for part, default in parts if part != default]
    if options.fold:
        told[-1:] = ["fold"]  # which is always drawn in large type
    told += ["punch"] * options.punch + ["half"] * options.half + ["press"] * (options.press is not None)
    told += ["rules"] * options.rules + ["names"] * bool(options.names)
    return "".join(f"-{part}" for part in told)


def check_report(path: Path | None) -> None:
    """Check before the long work starts that a report of this name can be made here."""
    if path is None:
        return
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"a report is a {' or a '.join(SUFFIXES)} file", source=shown_path(path))
    if not isdir(path.parent):
        raise InputError("there is no such folder for the report", source=shown_path(path.parent))
    if path.suffix.lower() == SUFFIXES[0] and not can_print():
        raise HashiError(NO_PANGO_FOR_A_REPORT)


def write_report(path: Path, report: Printed) -> Document:
    """Write a report as PDF or HTML, depending on its file name."""
    write_bytes(path, report.pdf() if path.suffix.lower() == SUFFIXES[0] else report.html().encode())
    return Document(path, "the report")
