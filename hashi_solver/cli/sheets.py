"""Writing sheets: the files of `hashi challenge` and `hashi daily`, and `hashi layout sheet`."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os.path import isdir  # Path.is_dir fails where a name is too long
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from hashi_solver.cli.common import Command, live_status, remark
from hashi_solver.cli.declare import FILE, LAYOUT, examples
from hashi_solver.errors import HashiError, InputError
from hashi_solver.library import language_codes, output_folder
from hashi_solver.notation.files import expect_writable, make_folder, shown_path, write_bytes
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.sheet import NO_PANGO, PAPERS, SOLUTIONS, STYLES, Options

if TYPE_CHECKING:
    import datetime

    from hashi_solver.challenge import Challenge, Deal
    from hashi_solver.sheet import Paper, Solutions, Style

SUFFIXES = (".pdf", ".html")
_OTHER_FILE = re.compile(r"\.[a-z][a-z0-9]{1,4}")  # .png, .docx, but not the end of club.2026


def paper_options(command: Command) -> Command:
    """--lang, --paper, --style, --out and --html, as every command that prints has them."""
    for option in reversed(
        (
            click.option(
                "--lang", type=click.Choice(language_codes()), default="en", help="The language of the sheet."
            ),
            click.option("--paper", type=click.Choice(PAPERS), default="a4", help="The paper; a4 unless you say."),
            click.option(
                "--style",
                type=click.Choice(STYLES),
                default="normal",
                help="large: type 1.4 times as big, the record on a page of its own; ink: black only, without fills.",
            ),
            click.option(
                "--out", type=FILE, metavar="PATH", help="A folder, or a .pdf or .html file for one document."
            ),
            click.option("--html", is_flag=True, help="A page for a browser; needs no Pango."),
        )
    ):
        command = option(command)
    return command


solutions_option = click.option(
    "--solutions",
    type=click.Choice(SOLUTIONS),
    default="separate",
    help="In a file of their own, behind the sheet (end), or none.",
)


@click.command("sheet", epilog=examples("hashi layout sheet side-b --paper letter"))
@click.argument("board", metavar="ID|PATH", type=LAYOUT)
@paper_options
def sheet(board: str, lang: str, paper: str, style: str, out: Path | None, html: bool) -> None:
    """Print a board for a table of one to four players.

    The page has the board, the cards to cross out and room for the points.
    """
    layout = load_playable_layout(board)
    options = options_of(lang, paper, style)
    place = place_for(out, html, single=True)
    from hashi_solver import sheet as sheets  # noqa: PLC0415 - the rendering is loaded when it is needed

    path = place.path(f"hashi-{layout.id}{variant(options)}")
    place.make()
    write_page(path, sheets.blank_html(layout, options) if place.html else sheets.blank_pdf(layout, options))
    remark(f"{shown_path(path)}: the board {layout.name}")


def options_of(lang: str, paper: str, style: str, solutions: str = "separate") -> Options:
    """What the command line has checked, as the sheets want it."""
    return Options(lang, cast("Paper", paper), cast("Style", style), cast("Solutions", solutions))


def write_sheet(challenge: Challenge, options: Options, place: Place) -> list[Path]:
    """The file of a challenge, and that of its solution where it is wanted apart; tells what is where."""
    from hashi_solver import sheet as sheets  # noqa: PLC0415 - the rendering is loaded when it is needed

    drawn = sheets.sheet_html if place.html else sheets.sheet_pdf
    told = sheets.solutions_html if place.html else sheets.solutions_pdf
    name = stem(challenge) + variant(options)
    place.make()
    with live_status("drawing"):
        found = [place.path(name)]
        write_page(found[0], drawn(challenge, options))
        remark(f"{shown_path(found[0])}: {_contents(challenge, options)}")
        if options.solutions == "separate":
            found.append(place.path(name, "-solutions"))
            write_page(found[1], told([challenge], options))
            remark(f"{shown_path(found[1])}: the solution")
    return found


def stem(challenge: Challenge) -> str:
    """The name of a challenge's file: its day and board where it has a day, else its code."""
    deal = challenge.deal
    if challenge.day is None:
        return f"hashi-{challenge.code}"
    return f"hashi-{challenge.day.isoformat()}-{_sort(deal)}"


def days_stem(days: Sequence[datetime.date], deal: Deal) -> str:
    """The name of the booklet of some days: their month where they are a whole one."""
    first, last = days[0], days[-1]
    whole = first.day == 1 and len(days) == calendar.monthrange(first.year, first.month)[1]
    span = f"{first.year:04}-{first.month:02}" if whole else f"{first.isoformat()}-to-{last.isoformat()}"
    return f"hashi-{span}-{_sort(deal)}"


def _sort(deal: Deal) -> str:
    """The part of a name that says which of a day's challenges this is."""
    kind = "" if deal.kind == "open" else f"-{deal.kind}"
    start = "" if deal.start is not None else "-free"
    return f"{deal.layout.id}{kind}{start}"


def common_stem(challenges: Sequence[Challenge]) -> str:
    first, more = stem(challenges[0]), len(challenges) - 1
    return f"{first}-and-{more}-more" if more else first


def variant(options: Options) -> str:
    """The part of a name that says how this sheet differs from the usual one."""
    usual = Options()
    parts = ((options.language, usual.language), (options.paper, usual.paper), (options.style, usual.style))
    return "".join(f"-{part}" for part, default in parts if part != default)


def _contents(challenge: Challenge, options: Options) -> str:
    pages = ["the sheet"]
    if challenge.deal.kind == "flip":
        pages.append("its strip of cards")
    if options.solutions == "end":
        pages.append("its solution")
    return " and ".join([", ".join(pages[:-1]), pages[-1]] if len(pages) > 1 else pages)


@dataclass(frozen=True, slots=True)
class Place:
    """Where files go: into a folder under their own names, or one into the file that was named."""

    folder: Path
    file: Path | None
    html: bool

    def make(self) -> None:
        """The folder, where it is not there yet; not that of a file that was named."""
        if self.file is None:
            make_folder(self.folder)

    def path(self, name: str, suffix: str = "") -> Path:
        ending = ".html" if self.html else ".pdf"
        if self.file is not None:
            return self.file.with_name(f"{self.file.stem}{suffix}{self.file.suffix}")
        return self.folder / f"{name}{suffix}{ending}"


def place_for(out: Path | None, html: bool, *, single: bool) -> Place:
    """What --out and --html ask for; a name that ends as a sheet does is a file, any other a folder.

    What cannot be is told here, before anything is computed; nothing is made yet.
    """
    place = _place_for(out, html, single)
    expect_writable(place.folder)
    if not place.html:
        from hashi_solver.cli.doctor import can_print  # noqa: PLC0415 - few need him

        if not can_print():
            raise HashiError(NO_PANGO)
    return place


def _place_for(out: Path | None, html: bool, single: bool) -> Place:
    if out is None:
        return Place(output_folder(), None, html)
    ending = out.suffix.lower()
    if isdir(out) or not (ending in SUFFIXES or _OTHER_FILE.fullmatch(ending)):
        return Place(out, None, html)
    if ending not in SUFFIXES:
        message = "a sheet is a .pdf or .html file; a folder with an ending in its name must be there already"
        raise InputError(message, source=shown_path(out))
    if not single:
        raise InputError(f"--out names one file, {shown_path(out)}, but there are several sheets; name a folder")
    if html and ending == ".pdf":
        raise InputError(f"--html makes no PDF, but --out names one: {shown_path(out)}")
    if not isdir(out.parent):
        raise InputError("cannot be written: its folder is not there", source=shown_path(out))
    return Place(out.parent, out, ending == ".html")


def write_page(path: Path, page: str | bytes) -> None:
    write_bytes(path, page.encode() if isinstance(page, str) else page)


def check_report(path: Path | None) -> None:
    """The name of a report's file says what it is to be; where it cannot go is told before the long work."""
    if path is None:
        return
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"a report is a {' or a '.join(SUFFIXES)} file", source=shown_path(path))
    if not path.parent.is_dir():
        raise InputError("there is no such folder for the report", source=shown_path(path.parent))


def write_report(path: Path, as_pdf: Callable[[], bytes], as_html: Callable[[], str]) -> None:
    with live_status("drawing"):
        write_page(path, as_pdf() if path.suffix.lower() == SUFFIXES[0] else as_html())
    remark(f"{shown_path(path)}: the report")
