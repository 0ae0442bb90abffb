"""Challenges to print in tests, and a check of the layout."""

from __future__ import annotations

import contextlib
import datetime
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

import pytest

from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge, Deal, Kind
from hashi_solver.library import language_codes
from hashi_solver.rules import Start, begin
from hashi_solver.seeds import deck_from_seed
from hashi_solver.sheet import PAPERS
from hashi_solver.solver import Solution, solve
from hashi_solver.targets import Targets
from tests.own_boards import POND

if TYPE_CHECKING:
    from weasyprint import Document

# Every language on every paper. The lower one leaves less room, and Polish words are long: the rest is slow.
ON_PAPER = [
    pytest.param(code, paper, marks=() if paper == "letter" or code == "pl" else pytest.mark.slow)
    for code in language_codes()
    for paper in PAPERS
]
# The same for what changes little from one language to another: the longest words on the lower paper.
LONGEST = [
    pytest.param(code, paper, marks=() if (code, paper) == ("pl", "letter") else pytest.mark.slow)
    for code in language_codes()
    for paper in PAPERS
]
CODE = "7K3QX-9M2TB-4HVDN"
DAY = datetime.date(2026, 11, 18)
SLACK = 0.4  # CSS pixels, a tenth of a millimetre
CAPITAL, DIGIT = 0.73, 0.62  # how high and how wide figures are, as shares of the size of the type
TOUCH = 0.15  # millimetres


@cache
def _solved(layout: Layout) -> Solution:
    island = next(island.name for island in layout.islands if not island.flag)
    deal = Deal(layout, deck_from_seed("sheet"), None)
    return solve(begin(deal.game, 4, island), deal.deck.cards)


def a_challenge(
    layout: Layout | None = None, *, kind: Kind = "open", fixed: bool = True, day: datetime.date | None = DAY
) -> Challenge:
    """Return a challenge with made-up targets: real ones take seconds, and are tested elsewhere."""
    board = layout or POND
    solution = _solved(board)
    start = Start(*solution.start) if fixed else None
    targets = Targets(45, 46, 48, 50, solution.score, 3, 9.5, (0.53, 0.25, 0.06))
    return Challenge(Deal(board, deck_from_seed("sheet"), start, kind), CODE, targets, solution, day)


def overflows(document: Document, *, may_cut: bool = False) -> Iterator[str]:
    """Yield every text and every picture that overflows one of its boxes or its page.

    Some boxes cut long text off with an ellipsis: that counts too, unless it is allowed. A picture that overflows its
    box hides what is beside it with its white background.
    """
    from weasyprint.formatting_structure import boxes

    def inside(box: Any, around: list[Any], page: int) -> Iterator[str]:
        box = getattr(box, "_box", box)  # what is placed absolutely is wrapped
        if any(outer.element is not None and outer.element.get("class") == "unseen" for outer in around):
            return
        if isinstance(box, boxes.TextBox):
            if not (may_cut and any(outer.style["text_overflow"] == "ellipsis" for outer in around)):
                yield from _beyond(box, box.text, around, page, across=True)
            return
        if isinstance(box, boxes.ReplacedBox):
            if box.element.get("class") == "qr":  # its white edge may
                return
            for across in (True, False):
                yield from _beyond(box, "a picture", around, page, across=across)
            return
        if isinstance(box, boxes.LineBox):
            text = " ".join(one.text for one in box.descendants() if isinstance(one, boxes.TextBox))
            if text.strip():
                yield from _beyond(box, text, around, page, across=False)
        elif isinstance(box, boxes.BlockLevelBox | boxes.TableCellBox | boxes.InlineBlockBox):
            around = [*around, box]
        for child in getattr(box, "children", ()):
            yield from inside(child, around, page)

    for number, page in enumerate(document.pages, start=1):
        yield from inside(page._page_box, [], number)


def _beyond(box: Any, text: str, around: list[Any], page: int, *, across: bool) -> Iterator[str]:
    for outer in around:
        if outer.width == 0 or outer.element_tag in ("html", "body"):
            continue
        if across:
            low, high = box.position_x, box.position_x + box.width
            least, most = outer.border_box_x(), outer.border_box_x() + outer.border_width()
        else:
            low, high = box.position_y, box.position_y + box.height
            least, most = outer.border_box_y(), outer.border_box_y() + outer.border_height()
        if low < least - SLACK or high > most + SLACK:
            kind = outer.element.get("class") if outer.element is not None else ""
            way = "sideways" if across else "downwards"
            by = max(least - low, high - most) / 96 * 25.4
            yield f"page {page}: {text!r} leaves <{outer.element_tag} {kind}> {way} by {by:.1f} mm"


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text on a page, where its letters are, in millimetres, and how large its type is, in points."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float
    points: float
    classes: tuple[str, ...]  # of the elements around it, from the outermost; and whether it is the head of a table
    colour: str = ""


def printed_texts(document: Document) -> Iterator[PrintedText]:
    """Yield every text of a document in reading order, those inside of pictures included."""
    from weasyprint.formatting_structure import boxes

    def inside(box: Any, around: tuple[str, ...], page: int) -> Iterator[PrintedText]:
        box = getattr(box, "_box", box)
        element = box.element
        if element is not None and not isinstance(box, boxes.TextBox):
            around = (*around, *({"thead"} & {element.tag}), *(element.get("class") or "").split())
        if isinstance(box, boxes.TextBox):
            if box.text.strip() and "unseen" not in around:
                yield _printed(box, around, page)
        elif isinstance(box, boxes.ReplacedBox) and element.tag.endswith("svg"):
            yield from _texts_of_a_picture(box, around, page)
        for child in getattr(box, "children", ()):
            yield from inside(child, around, page)

    for number, page in enumerate(document.pages, start=1):
        yield from inside(page._page_box, (), number)


def _printed(box: Any, around: tuple[str, ...], page: int) -> PrintedText:
    size = float(box.style["font_size"])
    base = box.position_y + box.baseline
    scale = 25.4 / 96
    red, green, blue, _ = box.style["color"].to("srgb")
    return PrintedText(
        page,
        box.text.strip(),
        box.position_x * scale,
        (base - CAPITAL * size) * scale,
        (box.position_x + box.width) * scale,
        base * scale,
        size * 0.75,
        around,
        "#" + "".join(f"{round(255 * part):02x}" for part in (red, green, blue)),
    )


def _texts_of_a_picture(box: Any, around: tuple[str, ...], page: int) -> Iterator[PrintedText]:
    svg = box.element
    scale = box.width / float(svg.get("viewBox").split()[2]) * 25.4 / 96
    left, top = box.content_box_x() * 25.4 / 96, box.content_box_y() * 25.4 / 96
    for text in svg.iter("{http://www.w3.org/2000/svg}text"):
        size = float(text.get("font-size")) * scale
        x, y = left + float(text.get("x")) * scale, top + float(text.get("y")) * scale
        wide = len(text.text) * DIGIT * size
        x -= {"middle": wide / 2, "end": wide}.get(text.get("text-anchor"), 0)
        yield PrintedText(
            page, text.text, x, y - CAPITAL * size, x + wide, y, size / 25.4 * 72, around, text.get("fill")
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a box is on a page, in millimetres."""

    page: int
    classes: tuple[str, ...]
    left: float
    top: float
    right: float
    bottom: float


def places(document: Document) -> Iterator[Place]:
    """Yield the place of every element with a class."""

    def inside(box: Any, page: int) -> Iterator[Place]:
        box = getattr(box, "_box", box)
        names = (box.element.get("class") or "").split() if box.element is not None else ()
        if names and hasattr(box, "border_box_x"):
            left, top = box.border_box_x(), box.border_box_y()
            sides = (left, top, left + box.border_width(), top + box.border_height())
            yield Place(page, tuple(names), *(side / 96 * 25.4 for side in sides))
        for child in getattr(box, "children", ()):
            yield from inside(child, page)

    for number, page in enumerate(document.pages, start=1):
        yield from inside(page._page_box, number)


def overlaps(document: Document) -> Iterator[str]:
    """Yield every pair of texts of which one is printed on the other."""
    for _, group in groupby(printed_texts(document), key=lambda one: one.page):
        found = list(group)
        for one, other in combinations(found, 2):
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            if across > TOUCH and down > TOUCH:
                yield f"page {one.page}: {one.text!r} and {other.text!r} overlap by {across:.1f} x {down:.1f} mm"


@contextlib.contextmanager
def deaf_to_nothing() -> Iterator[None]:
    """Fail if WeasyPrint logs a warning: it only logs what it does not understand or may not fetch."""
    said: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    logger, ear = logging.getLogger("weasyprint"), Ear(logging.WARNING)
    before, logger.handlers = logger.handlers, [ear]
    try:
        yield
    finally:
        logger.handlers = before
    assert not said, said
