"""The documentation in a real browser, from a folder: light and dark, on a phone and on a desk, with its search."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.test_web_page import DESK, PHONE, SKIPPED, browser
from tools.chromium import CHROMIUM
from tools.handbook.__main__ import main

__all__ = ["browser"]

NO_SPHINX = "THE DOCUMENTATION IS NOT TESTED: Sphinx is not installed (make docs)"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED),
    pytest.mark.skipif(any(find_spec(name) is None for name in ("furo", "myst_parser", "sphinx")), reason=NO_SPHINX),
    pytest.mark.xdist_group("browser"),
]
LOOKED_AT = ("index", "mathematics", "commands/hashi-daily", "schemas/hashi-record-1", "search")
PRELOAD = {"preload": False}  # axe would load style sheets again, which no page may do from a folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site") / "docs"
    assert main(out) == 0
    return out


@pytest.mark.parametrize("device", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_can_be_read_by_everyone(site: Path, browser: Browser, scheme: Any, device: dict[str, Any]) -> None:
    page = browser.new_context(**device, color_scheme=scheme).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in LOOKED_AT:
        page.goto((site / f"{name}.html").as_uri())
        page.wait_for_load_state()
        wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, name
        found = Axe().run(page, options=PRELOAD)
        assert not found.violations_count, f"{name}: {found.generate_report()}"
    assert [url for url in asked if not url.startswith("file:")] == []


def test_the_search_needs_no_server(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    for words, wanted in (
        ("parity", "mathematics.html"),
        ("--difficulty", "hashi-challenge.html"),
        ("legal_turns", "api.html"),
    ):
        page.goto(f"{(site / 'search.html').as_uri()}?q={words}")
        page.wait_for_selector(f"#search-results li a[href*='{wanted}']")


def test_formulas_are_set_in_their_own_font(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "mathematics.html").as_uri())
    assert page.locator("math").count() > 50
    assert page.evaluate("document.fonts.load('16px \"STIX Two Math\"').then((fonts) => fonts.length)") == 1
