"""Reviewing and solving in a real browser: by mouse, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from hashi_solver.languages import LANGUAGES
from tests.command import ROOT
from tests.test_web_page import DESK, PHONE, SKIPPED, address, browser, folder
from tools.chromium import CHROMIUM

__all__ = ["address", "browser", "folder"]  # fixtures

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED), pytest.mark.xdist_group("browser")]

ANNA, BEN = ((ROOT / f"docs/examples/{name}.txt").read_text() for name in ("anna", "ben"))
PATIENCE = 60_000


@contextmanager
def opened(browser: Browser, url: str, **how: Any) -> Iterator[Page]:
    """A page on which nothing may go wrong."""
    with browser.new_context(**{**DESK, **how}) as context:
        page, wrong = context.new_page(), list[str]()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda told: wrong.append(told.text) if told.type == "error" else None)
        page.goto(url)
        page.wait_for_selector("html[data-ready='true']")
        yield page
        assert not wrong


def reviewed(page: Page, *records: str) -> None:
    if len(records) > 1:
        page.locator("#review-form summary").first.click()
    for place, record in enumerate(records):
        page.locator("#review-form textarea").nth(place).fill(record)
    page.click("#review-form [type=submit]")
    page.wait_for_selector("#reviewed:not([hidden])")


def said(page: Page) -> str:
    return page.inner_text("main:not([hidden]) .status")


def test_a_review_is_clicked_and_walked_through(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}#/review") as page:
        page.click("#review-form [type=submit]")
        page.wait_for_selector("#review .status.refused")
        reviewed(page, ANNA)
        assert page.locator("#curve [data-move]").count() == page.locator("#moves tbody tr").count() == 18
        page.locator("#curve [data-move='2']").click()
        assert said(page).startswith("Round 2 of 17")
        assert page.get_attribute("#moves tbody tr >> nth=2", "aria-current") == "step"
        played = page.inner_html("#review-board")
        page.locator("#choices button").nth(1).click()
        assert said(page).startswith("Better: ")
        assert page.inner_html("#review-board") != played
        page.locator("#choices button").first.click()
        assert page.inner_html("#review-board") == played
        page.locator("#curve [data-move='2']").focus()
        page.keyboard.press("ArrowRight")
        assert said(page).startswith("Round 3 of 17")
        assert page.locator(":focus").get_attribute("data-move") == "3"
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
        assert said(page).startswith("Round 17 of 17")
        page.locator("#moves tbody tr").first.click()
        assert said(page).startswith("Start: ")
        page.click("#move-later")
        assert said(page).startswith("Round 1 of 17")
        page.select_option("#language", "pl")
        page.wait_for_selector("#review-form :text('Analiza')")
        page.wait_for_selector("#review-name:has-text('Strona A')")


def test_luck_and_skill_leave_the_page_usable_and_can_be_stopped(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}#/review") as page:
        reviewed(page, ANNA, BEN)
        page.wait_for_selector("#compared-table tbody tr")
        assert page.locator("#compared-table thead th").all_inner_texts()[2:] == ["Anna", "Ben"]
        page.select_option("#review-player", "1")
        assert "Ben" in page.inner_text("#review-name")
        page.click("#fair-button")
        page.wait_for_selector("#fair-stop")
        page.wait_for_selector("#fair-progress[value]:not([value='0'])")
        page.locator("#curve [data-move='4']").click()
        assert said(page).startswith("Round 4 of 17")
        page.click("#fair-stop")
        page.wait_for_selector("#fair-button:not([hidden])")
        page.wait_for_selector("#fair-running", state="hidden")
        assert "Ben" in page.inner_text("#review-name")


def test_any_order_of_cards_is_dragged_moved_typed_and_solved(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}#/solve/tuesday") as page:
        page.wait_for_selector("#order li")
        before = page.locator("#order .card").all_inner_texts()
        assert len(before) == 18
        first, third = (page.locator("#order .card").nth(place).bounding_box() for place in (0, 2))
        assert first is not None
        assert third is not None
        page.mouse.move(first["x"] + 5, first["y"] + 5)
        page.mouse.down()
        page.mouse.move(third["x"] + third["width"] / 2, third["y"] + 10, steps=12)
        page.mouse.up()
        moved = [*before[1:3], before[0], *before[3:]]
        page.wait_for_function(
            "text => document.getElementById('typed-cards').value === text", arg=" ".join(moved[:-1])
        )
        assert page.locator("#order .card").all_inner_texts() == moved
        page.locator("#order .card").nth(17).focus()
        page.keyboard.press("Enter")
        page.click("#card-earlier")
        put_away = [*moved[:16], moved[17], moved[16]]
        page.wait_for_function(
            "text => document.getElementById('typed-cards').value === text", arg=" ".join(put_away[:-1])
        )
        assert said(page) == f"{moved[17]}, card 17."
        page.fill("#typed-cards", " ".join(before[:-1]))
        page.click("#solve-form [type=submit]")
        page.wait_for_function(
            "text => document.getElementById('typed-cards').value === text", arg=" ".join(before[:-1])
        )
        island = page.locator("#solve-board [data-island][data-open=true]").first
        name = island.get_attribute("data-island")
        island.click()
        page.wait_for_selector(f"#solve-board [data-island={name}][data-number='3']")
        page.locator(f"#solve-board [data-island={name}]").click()
        page.wait_for_selector(f"#solve-board [data-island={name}][data-number='4']")
        page.click("#solve-button")
        page.wait_for_selector("#solved:not([hidden])")
        found = re.match(r"(\d+), .*: proven in [\d.]+ s", page.inner_text("#claim"))
        assert found is not None
        assert page.locator(f"#solve-board [data-island={name}]").get_attribute("data-number") == "4"
        for _ in range(17):
            page.click("#solve-later")
        assert said(page).startswith("Round 17 of 17")
        assert said(page).endswith(f"({found[1]})")
        page.click("#free-start")
        page.wait_for_selector("#solved", state="hidden")


def test_a_position_of_a_record_is_solved_by_touch(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}#/solve", **PHONE) as page:
        page.wait_for_selector("#order li")
        page.fill("#typed-cards", (ROOT / "docs/examples/anna-round-5.txt").read_text())
        page.locator("#solve-form [type=submit]").tap()
        page.wait_for_selector("#order .card:disabled")
        assert page.locator("#order .card:disabled").count() == 5
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.locator("#solve-button").tap()
        page.wait_for_selector("#solved:not([hidden])")
        page.locator("#solve-later").tap()
        assert said(page).startswith("Round 6 of 17")


def test_a_finished_game_leads_to_its_review(browser: Browser, address: str) -> None:
    with opened(browser, f"{address}#/seed/review%20me?cards=open&start=fixed") as page:
        page.wait_for_selector("#game[data-phase=number]")
        page.click("[data-action=give-up]")
        page.click("[data-action=give-up].sure")
        page.wait_for_selector("#steps:not([hidden])")
        page.click("#back")
        page.click("#review-link")
        page.wait_for_selector("#reviewed:not([hidden])")
        assert page.locator("#moves tbody tr").count() == 18


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_review_and_solve_are_accessible_in_every_language(browser: Browser, address: str, scheme: str) -> None:
    how: dict[str, Any] = {"color_scheme": scheme, **(PHONE if scheme == "dark" else {})}
    with opened(browser, f"{address}#/review", **how) as page:
        reviewed(page, ANNA, BEN)
        page.locator("#curve [data-move='2']").click()
        for each in page.locator("#review details").all():
            each.evaluate("each => { each.open = true; }")
        for code in LANGUAGES:
            page.select_option("#language", code)
            page.wait_for_selector(f"html[lang^={code}]")
            page.evaluate("location.hash = '#/review'")
            page.wait_for_selector("#review:not([hidden]) #choices button")
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
            page.evaluate("location.hash = '#/solve'")
            page.wait_for_selector("#solve:not([hidden]) #order li")
            if code == "en":
                page.click("#solve-button")
                page.wait_for_selector("#solved:not([hidden])")
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
