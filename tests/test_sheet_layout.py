"""Nothing leaves its box: every language, paper and style, boards of every shape."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest

from hashi_solver.board import Layout
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.sheet import PAPERS, STYLES, Options, Paper, Style, pages, pdf, pictures
from tests.sheets import ON_PAPER, a_challenge, deaf_to_nothing, overflows

BOARDS = tuple(map(load_playable_layout, layout_ids()))
SIDE_B = load_playable_layout("side-b")
VARIANTS = tuple(itertools.product(PAPERS, STYLES))
WIDE = ("o.r.b.o.o.o", "...........", "o.r.b.o.o.o", "...........", "r.o.b.o.o.r")
TALL = tuple("".join(row[column] for row in WIDE) for column in range(len(WIDE[0])))


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with deaf_to_nothing():
        yield


def boards_of(paper: Paper, style: Style) -> tuple[Layout, Layout, Layout]:
    """Three boards for each variant: all of them on each paper, without drawing each in every variant."""
    first = 3 * VARIANTS.index((paper, style))
    one, other, third = (BOARDS[(first + more) % len(BOARDS)] for more in range(3))
    return one, other, third


def test_every_board_has_its_turn() -> None:
    for paper in PAPERS:
        assert {board for style in STYLES for board in boards_of(paper, style)} == set(BOARDS)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_nothing_leaves_its_box(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style, "end")
    shown, hidden, empty = boards_of(paper, style)
    challenges = [a_challenge(shown), a_challenge(hidden, kind="flip", fixed=False, day=None)]
    for html in (
        pages.sheets(challenges, options, "print"),
        pages.cards(challenges[1:] * 2, options, "print"),
        pages.blank(empty, options, "print"),
    ):
        assert list(overflows(pdf.render(html, style))) == []


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["W" * 60, "Archipelago of the seven very long and winding bridges, east"])
def test_a_long_name_is_cut_where_it_must(name: str, style: Style) -> None:
    options, named = Options("pl", "letter", style, "end"), Layout("long", name, SIDE_B.grid)
    challenges = [a_challenge(named), a_challenge(named, kind="flip", fixed=False, day=None)]
    for html in (pages.sheets(challenges, options, "print"), pages.blank(named, options, "print")):
        assert list(overflows(pdf.render(html, style), may_cut=True)) == []


def test_the_ruler_finds_what_leaves_its_box() -> None:
    page = '<html lang="en"><title>x</title><div style="width:20mm;height:4mm;line-height:4mm">{}</div>'
    assert list(overflows(pdf.render(page.format("short"), "normal"))) == []
    assert any("sideways" in one for one in overflows(pdf.render(page.format("incomprehensibilities"), "normal")))
    tall = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0h9"/></svg>'
    assert any("a picture" in one for one in overflows(pdf.render(page.format(tall), "normal")))
    assert any("downwards" in one for one in overflows(pdf.render(page.format("one two three four five"), "normal")))


@pytest.mark.parametrize("grid", [WIDE, TALL, ("o" * 26,), tuple("o" * 99)])
def test_a_board_of_any_shape_fits_its_place(grid: tuple[str, ...]) -> None:
    drawn = pictures.board(Layout("shape", "Shape", grid), "normal", "words", 132, 100)
    width, height = (float(number) for number in re.findall(r'(?:width|height)="([\d.]+)mm"', drawn)[:2])
    assert width <= 132.01
    assert height <= 100.01
    assert max(width / 132, height / 100) > 0.99


@pytest.mark.parametrize("grid", [WIDE, TALL])
@pytest.mark.parametrize("style", STYLES)
def test_sheets_of_boards_that_are_not_square(grid: tuple[str, ...], style: Style) -> None:
    html = pages.blank(Layout("shape", "Shape", grid), Options("pl", "letter", style), "print")
    document = pdf.render(html, style)
    assert len(document.pages) == (2 if style == "large" else 1)
    assert list(overflows(document)) == []
