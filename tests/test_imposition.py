"""Booklets that are folded: which page lies where, and that a board faces its record."""

from __future__ import annotations

from typing import Any

import pypdfium2
import pytest

from hashi_solver.sheet import Booklet, Options, booklet_of, booklet_solutions_of, pdf
from hashi_solver.sheet.booklet import front_pages, html
from hashi_solver.sheet.imposition import padded, saddle_stitch
from hashi_solver.sheet.options import PAPERS, Paper
from tests.command import hashi
from tests.test_booklet import days
from tests.test_sheet import MILLIMETRES, opened

FOLDED = Options(style="large", solutions="end", fold=True)


@pytest.mark.parametrize("count", range(1, 65))
def test_folded_sheets_are_read_in_order(count: int) -> None:
    """The sheets are folded one inside another and turned over leaf by leaf."""
    sides = saddle_stitch(count)
    assert len(sides) == padded(count) // 2
    fronts, backs = sides[::2], sides[1::2]
    # The right halves of the fronts are turned from the outermost to the innermost; then the left halves of the backs.
    leaves = [(front[1], back[0]) for front, back in zip(fronts, backs, strict=True)]
    leaves += [(back[1], front[0]) for front, back in zip(reversed(fronts), reversed(backs), strict=True)]
    assert [page for leaf in leaves for page in leaf] == list(range(1, padded(count) + 1))
    assert padded(count) % 4 == 0
    assert 0 <= padded(count) - count < 4


def test_a_sheet_of_four_pages_and_the_first_of_eight() -> None:
    assert saddle_stitch(4) == [(4, 1), (2, 3)]
    assert saddle_stitch(7) == [(8, 1), (2, 7), (6, 3), (4, 5)]


def text_of(page: Any, left: float, right: float) -> str:
    """The text between two shares of the width."""
    width, height = page.get_size()
    words: str = page.get_textpage().get_text_bounded(left * width, 0, right * width, height)
    return " ".join(words.split())


def letters(text: str) -> str:
    return "".join(sorted(text.replace(" ", "")))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_folded_booklet_has_its_pages_where_they_belong(paper: Paper) -> None:
    book = Booklet(days(3))
    flat = pypdfium2.PdfDocument(booklet_of(book, Options(paper=paper, style="large", solutions="end")).pdf())
    folded = pypdfium2.PdfDocument(booklet_of(book, Options("en", paper, "large", "end", fold=True)).pdf())
    pages = [text_of(page, 0, 1) for page in flat]
    assert len(set(pages)) == len(pages)
    pages += [""] * (padded(len(pages)) - len(pages))
    sides = [(text_of(side, 0, 0.5), text_of(side, 0.5, 1)) for side in folded]
    cover = sides[0][1]
    assert "flipped on the short edge" in cover
    pages[0] = cover  # the flat booklet says something else there
    wanted = [(pages[left - 1], pages[right - 1]) for left, right in saddle_stitch(len(pages))]
    # The order of words on a page depends on its size.
    assert [tuple(map(letters, side)) for side in sides] == [tuple(map(letters, side)) for side in wanted]
    wide, high = folded[0].get_size()
    tall, broad = flat[0].get_size()
    assert (wide, high) == pytest.approx((broad, tall))


def test_a_folded_booklet_is_for_the_printer() -> None:
    for part in (booklet_of, booklet_solutions_of):
        document = opened(part(Booklet(days(2)), FOLDED).pdf())
        assert document.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert "/Outlines" not in document.Root  # what is read on a screen is the booklet that is not folded
        assert not any("/Annots" in page for page in document.pages)
        assert document.check_pdf_syntax() == []
    assert "hashi-challenges.json" in opened(booklet_of(Booklet(days(2)), FOLDED).pdf()).attachments
    assert booklet_of(Booklet(days(2)), FOLDED).pdf() == booklet_of(Booklet(days(2)), FOLDED).pdf()


@pytest.mark.parametrize("count", [1, 2, 16, 17, 31])
def test_a_board_in_large_type_faces_its_record(count: int) -> None:
    options = Options(style="large")
    assert front_pages(count, options) % 2 == 1  # so that each board is on an even page: on the left
    if count <= 2:
        printed = booklet_of(Booklet(days(count)), options).pdf()
        assert opened(printed).Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert "board faces its record" in text_of(pypdfium2.PdfDocument(printed)[0], 0, 1)


@pytest.mark.parametrize("paper", PAPERS)
def test_punched_holes_miss_what_is_printed(paper: Paper) -> None:
    """Standard holes reach 15 mm into the paper: on the left of odd pages, on the right of even ones."""
    document = pdf.render(html(Booklet(days(3)), Options("en", paper, punch=True), "print"), "normal")
    for number, page in enumerate(document.pages, start=1):
        (article,) = (each for each in page._page_box.descendants() if each.element_tag == "article" and each.width)
        left = article.position_x + article.margin_left
        free = left if number % 2 else page.width - left - article.width
        assert free / 96 * MILLIMETRES >= 16
        assert min(left, page.width - left - article.width) / 96 * MILLIMETRES >= 5  # what printers can reach


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--count", "1"), "--fold makes a booklet"),
        (("--count", "2", "--html"), "--fold and --html do not go together"),
        (("--count", "2", "--style", "ink"), "--fold and --style ink do not go together"),
        (("--count", "2", "--punch"), "--fold and --punch do not go together"),
        (("--count", "2", "--no-sheet"), "--no-sheet draws nothing: leave out --fold"),
    ],
)
def test_what_cannot_be_folded_is_refused_at_once(more: tuple[str, ...], sentence: str) -> None:
    ran = hashi("challenge", "--seed", "x", *more, "--fold")
    assert ran.code == 2
    assert sentence in ran.err
