"""The options of a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]
Style = Literal["normal", "large", "ink"]
Solutions = Literal["separate", "end", "none", "worked", "foot"]

PAPERS: tuple[Paper, ...] = ("a4", "letter")
STYLES: tuple[Style, ...] = ("normal", "large", "ink")
NO_PANGO = (
    "a PDF needs the library Pango, which is not installed: hashi doctor shows how to install it, "
    "and --html makes the same page for a browser without it"
)
HTML_INSTEAD = (
    "a PDF needs the library Pango, which is not installed, so this is the same as HTML, to print from a browser: "
    "hashi doctor shows how to install it"
)
SOLUTIONS: tuple[Solutions, ...] = ("separate", "end", "none", "worked", "foot")
APART: tuple[Solutions, ...] = ("separate", "worked")  # in a file of their own
Part = Literal["sheets", "cards", "solutions"]  # the files of one request; hidden cards are never among the sheets


@dataclass(frozen=True, slots=True)
class Options:
    """`large` is large print, with a separate page for the record; `ink` is pure black without fills.

    `press` is the ICC profile of a printing house, or nothing for an ordinary PDF.
    """

    language: str = "en"
    paper: Paper = "a4"
    style: Style = "normal"
    solutions: Solutions = "separate"
    fold: bool = False  # booklets half as big, two pages on each side of a sheet, to fold and staple
    punch: bool = False  # a margin for punched holes
    half: bool = False  # two sheets a page, without a record, to cut apart
    byline: str = ""
    folio: str = ""
    copyright: str = ""
    url: str = ""  # of a site; QR codes are links into it then
    press: bytes | None = None

    @property
    def faces(self) -> bool:
        """Return whether a board and its record are two pages that face each other in a booklet."""
        return self.style == "large"
