"""Drawing a board, and printing, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from hashi_solver.languages import LANGUAGES
from tests.command import hashi
from tests.test_web_page import PHONE, SKIPPED, Player, address, browser, folder
from tools.chromium import CHROMIUM

__all__ = ["address", "browser", "folder"]  # fixtures

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED), pytest.mark.xdist_group("browser")]

# Eighteen islands, four red and three blue, in the order of taps.
CELLS = {
    "A1": "red", "D1": "island", "G1": "island", "B2": "island", "E2": "blue", "D3": "island", "F3": "island",
    "A4": "island", "C4": "red", "G4": "blue", "B5": "island", "E5": "island", "A6": "blue", "D6": "red",
    "F6": "island", "B7": "island", "E7": "red", "G7": "island",
}  # fmt: skip
TAPS = ("sea", "island", "red", "blue")


class Designer(Player):
    """Somebody who draws a board, by mouse, by touch or by keyboard."""

    def said(self) -> str:
        return self.page.inner_text("#boards [role=status]")

    def hears(self, words: str) -> None:
        self.page.wait_for_selector(f"#boards [role=status]:has-text('{words}')")

    def has_proven(self, decks: int) -> int:
        """Wait until so many decks are counted below the board."""
        while int(self.page.get_attribute("#worth", "data-decks") or "0") < decks:
            self.page.wait_for_timeout(50)
        return int(self.page.get_attribute("#worth", "data-decks") or "0")

    def tap(self, name: str) -> None:
        self.press(self.page.locator(f"#drawing :is([data-cell='{name}'], [data-line='{name}'])"))

    def draw(self, name: str, kind: str) -> None:
        for step in TAPS[1 : TAPS.index(kind) + 1]:
            self.tap(name)
            self.page.wait_for_selector(f"[data-cell={name}][data-kind={step}]")

    def step(self, name: str) -> None:
        self.page.locator(f"[data-step={name}]").click()

    def kinds(self) -> dict[str, str]:
        found = self.page.eval_on_selector_all(
            "#drawing [data-cell]", "all => all.map(each => [each.dataset.cell, each.dataset.kind])"
        )
        return {name: kind for name, kind in found if kind != "sea"}

    def close(self) -> None:
        assert not self.wrong
        self.context.close()


@pytest.mark.parametrize(("how", "context"), [("mouse", {}), ("touch", PHONE), ("keyboard", {})])
def test_a_board_is_drawn_saved_validated_and_analysed(
    browser: Browser, address: str, folder: Path, tmp_path: Path, how: str, context: dict[str, Any]
) -> None:
    designer = Designer(browser, f"{address}#/board", how, accept_downloads=True, **context)
    page = designer.page
    for name, kind in CELLS.items():
        designer.draw(name, kind)
    assert designer.kinds() == CELLS
    page.fill("#board-name", f"Drawn by {how}")
    page.wait_for_selector("#boards[data-valid=true]")
    designer.tap("A1-D1")
    page.wait_for_selector("[data-line=A1-D1][data-taken=true]")
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    with page.expect_download() as saved:
        designer.step("save")
    assert saved.value.suggested_filename == f"drawn-by-{how}.toml"
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    validated = hashi("layout", "validate", "--json", path)
    assert validated.code == 0
    assert json.loads(validated.out)["valid"]
    assert 'no_line = [["A1", "D1"]]' in path.read_text()
    analysed = hashi("layout", "analyse", path, "--decks", "2", "--players", "beginner", "--json")
    assert analysed.code == 0, analysed
    assert json.loads(analysed.out)["decks"] == 2
    designer.close()


def test_steps_are_undone_and_redone_and_survive_a_reload(browser: Browser, address: str) -> None:
    designer = Designer(browser, f"{address}#/board/side-a")
    page = designer.page
    before = designer.kinds()
    empty = next(name for name in ("A1", "B1", "C1") if name not in before)
    designer.tap(empty)
    page.wait_for_selector(f"[data-cell={empty}][data-kind=island]")
    assert "19 of 18" in page.inner_text("#board-counts")
    page.keyboard.press("Backspace")
    page.wait_for_selector(f"[data-cell={empty}][data-kind=sea]")
    assert designer.kinds() == before
    page.keyboard.press("Control+Shift+Z")
    page.wait_for_selector(f"[data-cell={empty}][data-kind=island]")
    page.fill("#columns", "9")
    page.keyboard.press("Tab")
    page.wait_for_selector("[data-cell=I1]")
    designer.step("turn")
    page.wait_for_selector("[data-cell=A9]")
    turned = designer.kinds()
    corner = next(name for name in turned if name[0] != "D")  # the middle column stays where it is
    other = f"{chr(ord('A') + ord('G') - ord(corner[0]))}{corner[1:]}"
    designer.step("mirror")
    page.wait_for_selector(f"[data-cell={other}][data-kind={turned[corner]}]")
    drawn = designer.kinds()
    assert len(drawn) == 19
    page.reload()
    page.wait_for_selector("[data-cell=A9]")
    assert designer.kinds() == drawn
    designer.close()


def test_the_keyboard_reaches_every_cell_and_line(browser: Browser, address: str) -> None:
    designer = Designer(browser, f"{address}#/board/side-b", "keyboard")
    page = designer.page
    controls = page.locator("#drawing [role=button]").all()
    named = [each.get_attribute("data-cell") or each.get_attribute("data-line") or "" for each in controls]
    found, new = {"A1"}, ["A1"]
    while new:
        name = new.pop()
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            controls[named.index(name)].focus()
            page.keyboard.press(key)
            there = page.locator("#drawing :focus").get_attribute("aria-label") or ""
            reached = there.split(",")[0]
            if reached not in found:
                found.add(reached)
                new.append(reached)
    assert found == set(named)
    page.locator("[data-cell=D4]").focus()
    for key, kind in (("r", "red"), ("b", "blue"), ("o", "island"), ("Delete", "sea")):
        page.keyboard.press(key)
        page.wait_for_selector(f"[data-cell=D4][data-kind={kind}]")
        label = page.locator("#drawing :focus").get_attribute("aria-label") or ""
        assert label.startswith("D4, ")  # the focus stays
    designer.hears("D4, sea")
    designer.close()


def test_a_board_is_kept_played_and_proven_and_its_proofs_are_kept(browser: Browser, address: str) -> None:
    designer = Designer(browser, f"{address}#/board/side-b")
    page = designer.page
    page.fill("#board-name", "Kept one")
    designer.hears("can be played")
    designer.step("worth")
    designer.has_proven(4)
    assert page.locator("#worth svg rect").count() > 1
    page.locator("[data-step=stop]").click()
    page.wait_for_selector("[data-step=worth]:not([disabled]):has-text('Go on')")
    known = designer.has_proven(4)
    page.evaluate("document.getElementById('worth').dataset.decks = 0")
    designer.step("worth")
    page.wait_for_selector("#worth:not([data-decks='0'])")
    assert designer.has_proven(0) >= known  # what was proven is not proven again
    page.locator("[data-step=stop]").click()
    designer.step("keep")
    designer.hears("one of your boards")
    line = page.locator("[data-line]").first
    line.click()
    designer.step("keep")
    page.wait_for_selector("[data-step=replace]:not([hidden])")
    assert "Replace it?" in designer.said()
    designer.step("replace")
    designer.hears("one of your boards")
    designer.step("play")
    page.wait_for_selector("#game[data-phase=number]:not([hidden])")
    assert "Kept one" in page.inner_text("#name")
    designer.close()


def test_files_that_are_hostile_or_broken_do_nothing(browser: Browser, address: str, tmp_path: Path) -> None:
    designer = Designer(browser, f"{address}#/board/side-a")
    page = designer.page
    before = designer.kinds()
    page.click("#boards details summary")
    for text in ("<script>alert(1)</script>", "\u202e" * 50, "x" * 100_000, 'name = "<img src=x onerror=alert(1)>"'):
        page.fill("#board-text", text)
        page.locator("[data-step=read]").click()
        page.wait_for_selector("#unreadable li")
        assert page.locator("#unreadable :is(script, img)").count() == 0
        assert designer.kinds() == before
        page.fill("#board-text", "")
    path = tmp_path / "big.toml"
    path.write_text("#" * 1_500_000)
    page.set_input_files("#board-file", path)
    page.wait_for_selector("#boards [role=status].refused")
    assert "1 MB" in designer.said()
    designer.wrong.clear()  # the browser reports the refusal as well
    path.write_text((Path(__file__).parent / "layouts/old-mill.toml").read_text())
    page.set_input_files("#board-file", path)
    page.wait_for_selector("#boards[data-valid=true] [data-cell=B1][data-kind=blue]")
    name = '<b id="evil">x</b> \u202e'
    page.fill("#board-name", name)
    designer.hears("played")
    assert page.locator("#evil").count() == 0
    designer.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_editor_is_accessible(browser: Browser, address: str, language: str) -> None:
    for scheme in ("light", "dark"):
        url = f"{address}?lang={language}#/board/side-a"
        designer = Designer(browser, url, color_scheme=scheme, locale=language)
        page = designer.page
        assert page.evaluate("document.documentElement.lang").startswith(language)
        page.evaluate("document.querySelector('#boards details').open = true")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        designer.tap("A1")
        page.wait_for_selector("#boards[data-valid=false]")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        designer.close()


def test_a_sheet_is_printed_by_a_click(browser: Browser, address: str, tmp_path: Path) -> None:
    designer = Designer(browser, f"{address}#/print", accept_downloads=True, locale="es")
    page = designer.page
    assert page.input_value("#print-form [name=sheet_language]") == "es"
    page.fill("#print-form [name=code]", "T4V02-T30QV-JVM9F")
    page.select_option("#print-form [name=paper]", "letter")
    assert not page.is_visible("#print-form [name=difficulty]")  # a code says it already
    with page.expect_download(timeout=60_000) as saved:
        page.click("#print-go")
    assert saved.value.suggested_filename.endswith("-es-letter.pdf")
    path = tmp_path / "sheet.pdf"
    saved.value.save_as(path)
    assert path.read_bytes().startswith(b"%PDF-")
    assert page.locator("#files a").count() == 2
    with page.expect_download() as solution:
        page.locator("#files a").last.click()
    assert solution.value.suggested_filename.endswith("-solutions.pdf")
    designer.close()


def test_the_drawing_is_printed_and_work_is_stopped(browser: Browser, address: str) -> None:
    designer = Designer(browser, f"{address}#/board/side-b", accept_downloads=True)
    page = designer.page
    page.wait_for_selector("#boards[data-valid=true]")
    designer.step("print")
    page.wait_for_selector("#print-form [value=drawing]:checked")
    with page.expect_download(timeout=60_000) as saved:
        page.click("#print-go")
    assert saved.value.suggested_filename == "hashi-side-b-2.pdf"
    page.check("#print-form [value=month]")
    page.fill("#print-form [name=month]", "2027-08")
    page.click("#print-go")
    page.wait_for_selector("#print-stop:not([hidden])")
    assert page.is_disabled("#print-go")
    page.wait_for_selector("#print [role=status]:has-text('%')", timeout=60_000)
    page.click("#print-stop")
    page.wait_for_selector("#print-go:not([disabled])")
    page.check("#print-form [value=board]")
    with page.expect_download(timeout=60_000) as saved:  # nothing of the stopped work is in the way
        page.click("#print-go")
    assert saved.value.suggested_filename == "hashi-side-a.pdf"
    designer.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_print_view_is_accessible(browser: Browser, address: str, language: str) -> None:
    for scheme in ("light", "dark"):
        phone: dict[str, Any] = {**PHONE, "color_scheme": scheme}
        designer = Designer(browser, f"{address}?lang={language}#/print", "touch", **phone)
        page = designer.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.check("#print-form [value=seed]")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        designer.close()
