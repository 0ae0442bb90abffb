"""HTML to PDF: tagged, loading nothing but the fonts that ship, with the same bytes for the same pages."""

from __future__ import annotations

import atexit
import contextlib
import datetime
import gc
import io
import os
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from hashi_solver.errors import HashiError
from hashi_solver.interrupts import interrupts_wait
from hashi_solver.library import fonts_folder
from hashi_solver.machine import names_of_files_only
from hashi_solver.sheet.imposition import impose
from hashi_solver.sheet.options import NO_PANGO, Style
from hashi_solver.sheet.pages import FONT_SCHEME, FONTS, style_sheet
from hashi_solver.sheet.press import MARKS, PRESS_VARIANT, PressFile

if TYPE_CHECKING:
    from weasyprint import CSS, HTML, Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

VARIANT = "pdf/ua-1"
Sides = Literal["one", "facing", "folded"]  # how a document is printed, where that matters
# Pseudo-elements that no page of ours shows; our lists have no marks.
UNSEEN = ("footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback", "marker")
SOME_DAY = datetime.datetime(
    2000, 1, 1, tzinfo=datetime.UTC
)  # attachments must have a date, which must not change from run to run


@dataclass(frozen=True, slots=True)
class Attached:
    """A file attached to the PDF."""

    name: str
    data: bytes
    description: str


def write_pdf(
    html: str,
    style: Style,
    attached: Sequence[Attached] = (),
    *,
    sides: Sides | None = None,
    identifier: str | None = None,
    press: bytes | None = None,
) -> bytes:
    """Return a PDF of HTML that was made for the printer.

    `sides` asks the printer to use one side of the sheets, or both; `identifier` replaces the hash of the HTML. With
    `press`, the ICC profile of a printing house, the file is PDF/X-4 instead of PDF/UA-1, and nothing is attached.
    """
    identifier = identifier or sha256(html.encode()).hexdigest()[:32]
    with _no_collecting(), _one_clock():
        pages = render(html, style, for_press=press is not None)
        import weasyprint  # noqa: PLC0415 - installed, since the pages are rendered

        if press is not None:
            black = PressFile(press, identifier)
            black.prepare(pages, weasyprint.css.ColorProfile)
            return bytes(
                pages.write_pdf(finisher=black.finish, pdf_variant=PRESS_VARIANT, pdf_identifier=identifier.encode())
            )
        return bytes(
            pages.write_pdf(
                finisher=FINISHERS[sides],
                pdf_variant=None if sides == "folded" else VARIANT,
                pdf_identifier=identifier.encode(),
                attachments=[
                    weasyprint.Attachment(
                        string=one.data,
                        name=one.name,
                        description=one.description,
                        created=SOME_DAY,
                        modified=SOME_DAY,
                        url_fetcher=font_fetcher(),
                    )
                    for one in attached
                ],
            )
        )


def _one_sided(_document: Document, pdf: Any) -> None:
    pdf.catalog.setdefault("ViewerPreferences", {})["Duplex"] = "/Simplex"


def _facing(_document: Document, pdf: Any) -> None:
    pdf.catalog.setdefault("ViewerPreferences", {})["Duplex"] = "/DuplexFlipLongEdge"


FINISHERS: dict[Sides | None, Callable[[Document, Any], None] | None] = {
    None: None,
    "one": _one_sided,
    "facing": _facing,
    "folded": impose,
}


def load(style: Style) -> tuple[CSS, FontConfiguration]:
    """Load what the first document of a style would have to wait for."""
    try:
        with interrupts_wait(), names_of_files_only():
            import weasyprint  # noqa: F401, PLC0415 - slow to load, and it needs Pango
    except (ImportError, OSError):
        raise HashiError(NO_PANGO) from None
    with _no_collecting():
        return _read_once(style)


def render(html: str, style: Style, *, for_press: bool = False) -> Document:
    """Return the document laid out but not yet written, so that its boxes can be measured."""
    css, fonts = load(style)
    page = html_without_notes()(string=html, url_fetcher=font_fetcher())
    sheets = [css, type(css)(string=MARKS)] if for_press else [css]
    with _equal_declarations():
        variant = PRESS_VARIANT if for_press else VARIANT
        return page.render(stylesheets=sheets, font_config=fonts, pdf_variant=variant)


@cache
def html_without_notes() -> type[HTML]:
    """Return WeasyPrint's HTML class without the rules for notes and marks of lists in its own style sheet.

    Those rules match every element and give it several more styles: most of the styles of a document, and much of its
    memory.
    """
    from weasyprint import HTML  # noqa: PLC0415

    class WithoutNotes(HTML):  # type: ignore[misc, unused-ignore]
        def _ua_stylesheets(self, *asked: Any, **wishes: Any) -> list[CSS]:
            return [_without_notes(sheet) for sheet in super()._ua_stylesheets(*asked, **wishes)]

    return WithoutNotes


def _without_notes(sheet: CSS) -> CSS:
    lighter = copy(sheet)
    lighter.matcher = copy(sheet.matcher)
    rules = sheet.matcher.other_selectors  # the fourth item of a rule is its pseudo-element
    lighter.matcher.other_selectors = [rule for rule in rules if rule[3] not in UNSEEN]
    return lighter


@contextlib.contextmanager
def _equal_declarations() -> Iterator[None]:
    """Make attributes of the same text the same declaration, since elements only share styles if theirs are the same.

    A booklet has hundreds of small drawings whose width and height are attributes.
    """
    from weasyprint.css import tinycss2  # noqa: PLC0415

    parse = tinycss2.parse_one_declaration
    tinycss2.parse_one_declaration = cache(parse)
    try:
        yield
    finally:
        tinycss2.parse_one_declaration = parse


@cache
def _read_once(style: Style) -> tuple[CSS, FontConfiguration]:
    from weasyprint import CSS  # noqa: PLC0415
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415

    fonts = FontConfiguration()
    atexit.register(_read_once.cache_clear)  # fonts clean up after themselves, which fails while Python shuts down
    return CSS(string=style_sheet(style, "print"), font_config=fonts, url_fetcher=font_fetcher()), fonts


def _unpacked(name: str) -> bytes:
    """Return one of our fonts as WeasyPrint wants it; unpacking it there would write the time of day into it."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    unpacked = io.BytesIO()
    with TTFont(fonts_folder() / name, recalcBBoxes=False, recalcTimestamp=False) as font:
        font.flavor = None
        font.save(unpacked)
    return unpacked.getvalue()


@cache
def font_fetcher() -> URLFetcher:
    """Return a fetcher for our fonts by name and for data URLs, but never for files or the network."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse  # noqa: PLC0415

    class FontsOnly(URLFetcher):  # type: ignore[misc, unused-ignore]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> URLFetcherResponse:
            scheme, _, rest = url.partition(":")
            if scheme == FONT_SCHEME and rest in FONTS.values():
                return URLFetcherResponse(url, _unpacked(rest), {"Content-Type": "font/ttf"})
            return super().fetch(url, headers)

    return FontsOnly(allowed_protocols={"data"})


@contextlib.contextmanager
def _no_collecting() -> Iterator[None]:
    """Do not look for garbage meanwhile: a document is millions of objects that are all in use until its end."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def _one_clock() -> Iterator[None]:
    """Fix the time stamp in fonts: without harfbuzz-subset, another library subsets them and writes the time."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = before or "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before
