"""Options for paper, and the lines that name the files written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from hashi_solver import sheet
from hashi_solver.cli.common import TimeToGo, live_status, remark
from hashi_solver.cli.declare import Lang, choice, file, flag, output, text
from hashi_solver.cli.outputs import is_page
from hashi_solver.cli.viewer import open_document
from hashi_solver.errors import InputError, Unproven
from hashi_solver.notation.files import is_plain, read_text, shown_path
from hashi_solver.sheet import PAPERS, SOLUTIONS, STYLES, Options, Paper, Solutions, Style
from hashi_solver.sheet.press import black_profile, read_profile

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.challenge import Challenge
    from hashi_solver.interrupts import Stop
    from hashi_solver.sheet.options import Part
    from hashi_solver.sheet.printed import Printed
    from hashi_solver.sheet.volumes import Volume
    from hashi_solver.sheet.writing import Destination, Document, Plan


MOST_OWN = {"--byline": 80, "--folio": 24, "--copyright": 60}  # letters
MOST_NAMES, MOST_OF_A_NAME = 60, 30
MOST_URL = 80  # a longer one makes QR codes too fine to read

PaperSize = Annotated[Paper, choice("--paper", PAPERS, "Paper size.", default="a4")]
ReportStyle = Annotated[
    Style, choice("--style", STYLES, "Of the report: large print; ink: black, no fills.", default="normal")
]
Report = Annotated[Path | None, output("--report", "Write a report to this .pdf or .html file.", is_page)]


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """How a page looks and where it goes, as it is typed."""

    lang: Lang
    paper: PaperSize
    style: Annotated[
        Style | Literal["text"],
        choice("--style", (*STYLES, "text"), "large print; ink: black, no fills; text: to hear.", default="normal"),
    ]
    out: Annotated[
        Path | None,
        output(
            "--out",
            "A folder, or one .pdf or .html file.",
            is_page,
            ("-cards", "-solutions", "-results"),
            metavar="PATH",
        ),
    ]
    html: Annotated[bool, flag("--html", "Write HTML for a browser (needs no Pango).")]
    press: Annotated[bool, flag("--press", "PDF/X-4 in black ink, with crop marks.")]
    profile: Annotated[Path | None, file("--profile", "ICC profile of the printing house, for --press.")]
    byline: Annotated[str | None, text("--byline", "TEXT", "Your line beside the name of the board.")]
    folio: Annotated[str | None, text("--folio", "TEXT", "Your line at the foot, on the right.")]
    copyright: Annotated[str | None, text("--copyright", "TEXT", "Your line at the foot, on the left.")]

    @property
    def options(self) -> Options:
        return self.paper_options()

    def paper_options(self) -> Options:
        return Options(
            self.lang,
            self.paper,
            "normal" if self.style == "text" else self.style,
            byline=_own_line("--byline", self.byline),
            folio=_own_line("--folio", self.folio),
            copyright=_own_line("--copyright", self.copyright),
            press=self._printing_condition(),
        )

    def _printing_condition(self) -> bytes | None:
        """Return the ICC profile for --press, or None without it."""
        if not self.press:
            if self.profile is not None:
                raise InputError("--profile is for --press: add --press, or leave --profile out")
            return None
        if self.html or (self.out is not None and self.out.suffix.lower() == ".html"):
            raise InputError("--press makes a PDF: leave HTML out")
        return black_profile() if self.profile is None else read_profile(self.profile)

    def destination(self, *, single: bool, only_pdf: bool = False) -> Destination:
        """Return where the files go; options that do not fit are refused here, before any work starts."""
        self.paper_options()
        told = self.style == "text"
        for name, said in (("--html", self.html), ("--press", self.press)):
            if told and said:
                raise InputError(f"--style text and {name} do not go together: leave one of them out")
        only_pdf = only_pdf or self.press
        place = sheet.writing.destination(self.out, self.html, single=single, text=told, only_pdf=only_pdf)
        if place.instead:
            remark(sheet.HTML_INSTEAD)
        return place


def _own_line(option: str, line: str | None) -> str:
    if line is None:
        return ""
    if not (line.strip() and len(line) <= MOST_OWN[option] and all(map(is_plain, line))):
        raise InputError(f"{option} is one line of 1 to {MOST_OWN[option]} letters")
    return line.strip()


def _names(path: Path | None) -> tuple[str, ...]:
    """Return the names in a file, one a line; blank lines do not count."""
    if path is None:
        return ()
    lines = [line.strip() for line in read_text(path).splitlines()]
    names = tuple(filter(None, lines))
    for number, name in enumerate(lines, start=1):
        if len(name) > MOST_OF_A_NAME or not all(map(is_plain, name)):
            message = f"a name is one line of 1 to {MOST_OF_A_NAME} letters"
            raise InputError(message, source=shown_path(path), line=number)
    if not 1 <= len(names) <= MOST_NAMES:
        raise InputError(f"give 1 to {MOST_NAMES} names, a line each; here are {len(names)}", source=shown_path(path))
    return names


def _site(url: str | None) -> str:
    """Return the address of a site as it stands before the code in a QR code."""
    if not url:
        return ""
    plain = all("!" <= char <= "~" for char in url)
    if not (plain and len(url) <= MOST_URL and url.startswith(("https://", "http://")) and "#" not in url):
        raise InputError(f"--url is the address of a site: https://, at most {MOST_URL} characters, nothing after a #")
    return url if url.endswith(("/", ".html")) else f"{url}/"


@dataclass(frozen=True, slots=True)
class SheetOptions(PaperOptions):
    """The same for the sheets of challenges."""

    solutions: Annotated[
        Solutions,
        choice(
            "--solutions", SOLUTIONS, "worked: round by round; foot: upside down below the sheet.", default="separate"
        ),
    ]
    fold: Annotated[bool, flag("--fold", "A booklet half as big, to fold and staple.")]
    punch: Annotated[bool, flag("--punch", "A wide margin for punched holes.")]
    half: Annotated[bool, flag("--half", "Two sheets a page, without a record.")]
    how_to_play: Annotated[bool, flag("--how-to-play", "Begin with a page of rules, as booklets do.")]
    names: Annotated[Path | None, file("--names", "A sheet for each name in this file, a line each.")]
    result_form: Annotated[bool, flag("--result-form", "Also a form for the results of an evening.")]
    view: Annotated[bool, flag("--open", "Open the sheet when it is written.")]
    url: Annotated[
        str | None,
        text("--url", "URL", "Make QR codes links into this site (default: HASHI_URL).", envvar="HASHI_URL"),
    ]
    no_sheet: Annotated[bool, flag("--no-sheet", "Show the targets, but draw no sheet.")]

    @property
    def options(self) -> Options:
        paper = self.paper_options()
        style = "large" if self.fold else paper.style  # at half the size, normal type would be too small to read
        return replace(
            paper,
            style=style,
            solutions=self.solutions,
            fold=self.fold,
            punch=self.punch,
            half=self.half,
            rules=self.how_to_play,
            names=_names(self.names),
            form=self.result_form,
            url=_site(self.url),
        )

    def destination_of(self, count: int) -> Destination:
        """Return where the sheets of so many challenges go; refuse options that do not go together."""
        options = self.options  # refuses what does not fit
        if self.fold and count == 1:
            raise InputError("--fold makes a booklet: ask for several challenges (--days, --month or --count)")
        if options.names and count > 1:
            raise InputError("--names is for one challenge: ask for one, or leave it out")
        for_paper = {"--solutions foot": self.solutions == "foot", "--how-to-play": self.how_to_play}
        for_paper |= {"--names": self.names is not None, "--result-form": self.result_form}
        for name, said in for_paper.items():
            if self.style == "text" and said:
                raise InputError(f"{name} is for paper: leave it out, or leave out --style text")
        for style in ("large", "text"):
            if self.half and self.style == style:
                raise InputError(f"--half and --style {style} do not go together: leave one of them out")
        clash = {"--half": self.half, "--html": self.html, "--punch": self.punch, "--press": self.press}
        clash |= {"--style ink": self.style == "ink", "--style text": self.style == "text"}
        for name, said in clash.items():
            if self.fold and said:
                raise InputError(f"--fold and {name} do not go together: leave one of them out")
        return self.destination(single=count <= sheet.writing.MOST_SHEETS, only_pdf=self.fold)

    def show(self, path: Path | None) -> None:
        """Open the first document that was written, if that is wanted."""
        if self.view and path is not None:
            try:
                open_document(path)
            except InputError as error:
                remark(str(error))

    def wanted(self, as_json: bool) -> bool:
        """Return whether sheets are wanted; refuse options that would be ignored without a word."""
        if not (self.no_sheet or as_json):
            return True
        given = {"--out": self.out is not None, "--html": self.html, "--press": self.press, "--open": self.view}
        given |= {"--fold": self.fold, "--punch": self.punch, "--half": self.half}
        given |= {"--how-to-play": self.how_to_play, "--names": self.names is not None}
        given |= {"--result-form": self.result_form}
        idle = [name for name, said in given.items() if said]
        if idle:
            without = "--json prints to standard output" if as_json else "--no-sheet draws nothing"
            raise InputError(f"{without}: leave out {' and '.join(idle)}")
        return False


def remark_on_islands(layouts: Iterable[Layout], options: Options) -> None:
    """Say which boards are too fine for large print."""
    for layout in dict.fromkeys(layouts if options.style == "large" else ()):
        width = sheet.pages.island_in_large_type(layout, options.paper)
        if width < sheet.pages.LEAST_ISLAND:
            remark(
                f"{layout.id}: its islands are only {width:.0f} mm wide in large type, "
                f"not {sheet.pages.LEAST_ISLAND:.0f}, for the board is large and some of them adjoin"
            )


def print_written(plan: Plan, stop: Stop, tell: Callable[[str], None]) -> Path | None:
    """Write booklets, name each, and return the path of the first. Ctrl-C keeps those that are complete."""
    done, of, first = 0, len(plan.volumes), None
    solved, to_go = 0, TimeToGo(sum(len(volume.codes) for volume in plan.volumes))

    def counted(volume: Volume) -> Iterator[Challenge]:
        nonlocal solved
        for challenge in plan.make(volume):
            solved += 1
            yield challenge

    try:
        for written in replace(plan, make=counted).write(lambda text: tell(text + to_go.after(solved)), stop):
            done += 1
            if written.kept:
                to_go.parts -= len(written.volume.codes)
            first = first or written.volume.files["sheets"]
            _tell_volume(written.volume, kept=written.kept)
    except (Unproven, KeyboardInterrupt):
        if of > 1:
            remark(f"stopped: {done} of {of} volumes are written; run the same command again to resume")
        raise
    return first


def _tell_volume(volume: Volume, *, kept: bool) -> None:
    known = ", already there" if kept else ""
    count = len(volume.codes)
    contents: dict[Part, str] = {
        "sheets": f"a booklet of {count} challenge{'' if count == 1 else 's'}",
        "cards": "their cards, to cut out",
        "solutions": "their solutions",
        "results": "a form for their results",
    }
    for part, path in volume.files.items():
        remark(f"{shown_path(path)}: {contents[part]}{known}")


def tell_document(document: Document) -> None:
    remark(f"{shown_path(document.path)}: {document.contents}")


def write_report(path: Path | None, report: Callable[[], Printed]) -> None:
    """Write the report, if one is wanted."""
    if path is not None:
        with live_status("drawing"):
            document = sheet.writing.write_report(path, report())
        tell_document(document)
