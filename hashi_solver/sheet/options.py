"""The options of a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hashi_solver.errors import InputError, Sentence

Paper = Literal["a4", "letter"]
Style = Literal["normal", "large", "ink"]
Solutions = Literal["separate", "end", "none", "worked", "foot"]

PAPERS: tuple[Paper, ...] = ("a4", "letter")
STYLES: tuple[Style, ...] = ("normal", "large", "ink")
NO_PANGO = (
    "a PDF needs the library Pango, which is not installed: hashi doctor shows how to install it, "
    "and --html makes the same page for a browser without it"
)
NO_PANGO_FOR_A_REPORT = (
    "a PDF needs the library Pango, which is not installed: hashi doctor shows how to install it, "
    "and --report with a name that ends in .html makes the same report for a browser without it"
)
HTML_INSTEAD = (
    "a PDF needs the library Pango, which is not installed, so this is the same as HTML, to print from a browser: "
    "hashi doctor shows how to install it"
)
SOLUTIONS: tuple[Solutions, ...] = ("separate", "end", "none", "worked", "foot")
APART: tuple[Solutions, ...] = ("separate", "worked")  # in a file of their own
Part = Literal["sheets", "cards", "solutions", "results"]  # the files of one request; hidden cards have their own


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
    rules: bool = False  # begins with how to play, which booklets have anyway
    names: tuple[str, ...] = ()  # a sheet for each of these players
    form: bool = False  # with a form for the results of an evening
    byline: str = ""
    folio: str = ""
    copyright: str = ""
    url: str = ""  # of a site; QR codes are links into it then
    press: bytes | None = None

    def __post_init__(self) -> None:
        if self.style == "large" and self.solutions == "foot":
            raise InputError(
                Sentence("in large type there is no room for the solution below a sheet; choose another place for it")
            )

    @property
    def faces(self) -> bool:
        """Return whether a board and its record are two pages that face each other in a booklet."""
        return self.style == "large"
