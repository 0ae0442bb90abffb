"""Pages for a browser on a phone: nothing is wider than the screen, and the parts follow one another."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page, sync_playwright

from hashi_solver.review.ceiling import Review
from hashi_solver.sheet import STYLES, Booklet, Options, Style, blank_of, booklet_of, cards_of, sheet_of, solutions_of
from hashi_solver.sheet.results import form_of
from hashi_solver.sheet.review import review_report
from hashi_solver.views.review import review_view
from tests.own_boards import POND
from tests.sheets import a_challenge
from tests.test_web_page import SKIPPED
from tools.chromium import CHROMIUM, launched

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED), pytest.mark.xdist_group("browser")]
PHONE = {"width": 390, "height": 844}
# What lies beyond the right edge and cannot be reached by scrolling down; wide tables scroll by themselves.
BEYOND = """() => [...document.querySelectorAll('.page *')].filter(each => !each.closest(
  'svg, .index table, .results table, .review table')
  && each.getBoundingClientRect().right > innerWidth + 1).map(each => `${each.tagName} ${each.className}`)"""
OVERLAPPING = """() => {
  const parts = [...document.querySelectorAll('.top, .board, .targets, .score, .reminder, .pile, .ladder, .code, .bar')]
    .map(each => ({name: each.className, box: each.getBoundingClientRect()})).filter(each => each.box.height > 0);
  return parts.flatMap((one, at) => parts.slice(at + 1).filter(other =>
    Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top) > 2).map(other =>
    `${one.name} and ${other.name}`));
}"""


@pytest.fixture(scope="module")
def phone() -> Iterator[Page]:
    with warnings.catch_warnings(), sync_playwright() as playwright:
        warnings.simplefilter("ignore")  # an event loop that playwright closes late
        browser = launched(playwright)
        yield browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]})
        browser.close()


@pytest.mark.parametrize("style", STYLES)
def test_pages_reflow_on_a_phone(phone: Page, style: Style, anna: Review) -> None:
    options = Options("pl", style=style)
    hidden = a_challenge(kind="flip", fixed=False, day=None)
    for printed in (
        sheet_of(a_challenge(), options),
        sheet_of(hidden, options),
        cards_of(hidden, options),
        solutions_of([a_challenge()] * 2, options),
        blank_of(POND, options),
        booklet_of(Booklet((a_challenge(),)), options),
        solutions_of([a_challenge()], replace(options, solutions="worked")),
        form_of([a_challenge()] * 3, options),
        review_report([review_view(anna)], options),
        *([] if style == "large" else [sheet_of(hidden, replace(options, half=True, solutions="foot"))]),
    ):
        phone.set_content(printed.html())
        assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        assert phone.evaluate(BEYOND) == []
        assert phone.evaluate(OVERLAPPING) == []


def test_bridges_are_printed_without_background_graphics(phone: Page) -> None:
    """The strokes on a card are shapes of the page, not backgrounds that a browser may leave out."""
    phone.set_content(sheet_of(a_challenge()).html())
    drawn = phone.evaluate(
        "[...document.querySelectorAll('.card .bars')].map(each => each.querySelector('path').getTotalLength())"
    )
    assert len(drawn) == len(a_challenge().deal.deck.cards) + 1
    assert all(length > 0 for length in drawn)
