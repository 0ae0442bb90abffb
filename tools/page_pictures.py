"""Draw the page for the docs, in Debian's Chromium: part of `make pictures`."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from hashi_solver.challenge import Challenge, encode
from tools.chromium import CHROMIUM, launched, served

ROUNDS = 9  # of the best play, then a look at what is in sight
DESK, PHONE = (1280, 780), (390, 844)
GAP = 24


def draw_page(challenge: Challenge, path: Path) -> None:
    """Draw a game in the middle: on a desk, by daylight, and beside it on a phone, at night."""
    if CHROMIUM is None:
        print(f"{path.name} is not drawn: this needs Chromium", file=sys.stderr)
        return
    with ExitStack() as ending:
        home = Path(ending.enter_context(TemporaryDirectory()))
        url = ending.enter_context(served("--lang", "en", folder=home))
        browser = launched(ending.enter_context(sync_playwright()))
        ending.callback(browser.close)
        pictures: list[Image.Image] = []
        for (width, height), scheme in ((DESK, "light"), (PHONE, "dark")):
            page = browser.new_page(viewport={"width": width, "height": height})
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            page.goto(f"{url}#/challenge/{encode(challenge.deal)}")
            page.wait_for_selector("#game[data-perfect]:not([data-perfect=''])", timeout=60_000)
            if not pictures:
                play(page, challenge)
            pictures.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
    together = Image.new("RGB", (DESK[0] + GAP + PHONE[0], PHONE[1]), "white")
    together.paste(pictures[0], (0, (PHONE[1] - DESK[1]) // 2))
    together.paste(pictures[1], (DESK[0] + GAP, 0))
    together.quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=2).save(path, optimize=True)


def play(page: Page, challenge: Challenge) -> None:
    """Tap the best play, some rounds of it."""
    layout = challenge.deal.layout
    for number, turn in enumerate(challenge.solution.turns[:ROUNDS], start=1):
        page.wait_for_selector(f"#game[data-round='{number}']:is([data-phase=number], [data-phase=bridges])")
        if turn.number_on is None:
            tap_if_there(page, "[data-action=pass-number]")
        else:
            page.click(f"[data-island='{layout.islands[turn.number_on].name}']")
        page.wait_for_selector("#game:is([data-phase=bridges], [data-phase=written])")
        for line in turn.lines:
            page.click(f"[data-line='{layout.lines[line].name}'] .reach")
        if not turn.lines:
            tap_if_there(page, "[data-action=pass-bridges]")
        page.wait_for_selector("#game[data-phase=written]")
        page.click("[data-action=next]")
    page.wait_for_selector(f"#game[data-round='{ROUNDS + 1}']")


def tap_if_there(page: Page, control: str) -> None:
    if page.locator(control).is_visible() and page.locator(control).is_enabled():
        page.click(control)
