"""What a person may choose about a sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Paper = Literal["a4", "letter"]
Style = Literal["normal", "large", "ink"]
Solutions = Literal["separate", "end", "none"]

PAPERS: tuple[Paper, ...] = ("a4", "letter")
STYLES: tuple[Style, ...] = ("normal", "large", "ink")
SOLUTIONS: tuple[Solutions, ...] = ("separate", "end", "none")


@dataclass(frozen=True, slots=True)
class Options:
    """`large` has type 1.4 times as big and a page of its own for the record; `ink` is pure black without fills."""

    language: str = "en"
    paper: Paper = "a4"
    style: Style = "normal"
    solutions: Solutions = "separate"
