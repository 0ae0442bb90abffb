"""How long people wait for the page: `python -m bench.web [--starts N] [--taps N] [--requests N]`.

Starts `hashi web` anew, each time with empty folders, and opens it in Debian's Chromium, which runs already. The clock
is that of the wall: run it on a machine that does nothing else.

A tap lasts from the press of the button to the frame that shows what came of it. Broken requests go over the network
just as a page sends its own; half of them are not even JSON.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

import click
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tools.chromium import CHROMIUM, launched, served

SIZE: ViewportSize = {"width": 1280, "height": 800}
LIMITS = {"start": 1.5, "tap": 0.05, "weight": 300_000, "hint": 1.0}
SEED = "#/seed/bench?cards=open&start=fixed"
# Notes the time of each press; once the board has changed and that frame is painted, keeps how long it took.
WATCH = """place => {
  window.took = [];
  let begun = 0;
  addEventListener("pointerdown", (event) => { begun = event.timeStamp; }, true);
  new MutationObserver((changes) => {
    if (!begun || changes.every((each) => each.attributeName === "tabindex")) return;
    const since = begun;
    begun = 0;
    requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => took.push(performance.now() - since);
      painted.port2.postMessage(0);
    });
  }).observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
LOADED = """["navigation", "resource"].flatMap((each) => performance.getEntriesByType(each))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


@contextmanager
def opened(browser: Browser, url: str, ready: str) -> Iterator[Page]:
    context = browser.new_context(viewport=SIZE)
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector(f"html[data-ready='true'] {ready}")
    yield page
    context.close()


def start(browser: Browser) -> float:
    """Seconds from Enter to a board that can be tapped."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        with served(folder=Path(folder)) as url, opened(browser, url, "#game[data-phase] [data-open=true]"):
            return time.perf_counter() - begun


def weight(browser: Browser, url: str) -> dict[str, int]:
    """Bytes that each view loads, with its words and its first answers."""
    found = {}
    for view in ("today", "board", "print"):
        with opened(browser, f"{url}#/{view}", "main:not([hidden])") as page:
            page.wait_for_load_state("networkidle")
            found[view] = page.evaluate(LOADED)
    return found


def played(page: Page, taps: int) -> list[float]:
    """Seconds of each tap of random games."""
    rng = random.Random(1)
    page.evaluate(f"({WATCH})(document.getElementById('board'))")
    while (count := len(took(page))) < taps:
        kind = {"number": "island", "bridges": "line"}.get(page.get_attribute("#game", "data-phase") or "", "")
        names = page.locator(f"[data-{kind}][data-open=true]").all() if kind else []
        if names:
            tap(page, rng.choice(names).locator(".reach").bounding_box())
        elif kind:
            page.click(f"[data-action=pass-{'number' if kind == 'island' else 'bridges'}]")
        elif page.get_attribute("#game", "data-phase") == "over":
            page.click("#new")
        else:
            page.click("[data-action=next]")
        settle(page, count)
    return took(page)[:taps]


def edited(page: Page, taps: int) -> list[float]:
    """Seconds of each tap on a random cell or line of the editor, findings included."""
    rng = random.Random(1)
    page.evaluate(f"({WATCH})(document.getElementById('drawing'))")
    while (count := len(took(page))) < taps:
        controls = page.locator("#drawing [role=button]").all()
        tap(page, rng.choice(controls).locator(".reach").bounding_box())
        settle(page, count)
    return took(page)[:taps]


def tap(page: Page, box: Any) -> None:
    if box is None:  # the board has changed meanwhile
        return
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def settle(page: Page, count: int) -> None:
    """Wait for what came of a press, and a moment longer, as people do."""
    for _ in range(100):
        page.wait_for_timeout(20)
        if len(took(page)) > count:
            break
    page.wait_for_timeout(60)


def took(page: Page) -> list[float]:
    return [each / 1000 for each in page.evaluate("took")]


def hint(page: Page) -> float:
    """Seconds for a hint of level 1, once the targets of the game are known."""
    page.wait_for_selector("#game:not([data-perfect=''])", timeout=60_000)
    begun = time.perf_counter()
    page.click("[data-action=hint]")
    page.wait_for_selector("[data-action=hint]:has-text('2')")
    return time.perf_counter() - begun


def broken(url: str, requests: int) -> Counter[int]:
    """Count the statuses with which broken requests are answered."""
    rng = random.Random(1)
    found: Counter[int] = Counter()
    there = urlsplit(url)
    connection = http.client.HTTPConnection(there.hostname or "", there.port)
    grid = ["o..o", "r.b.", "...."]
    good: list[dict[str, Any]] = [
        {"use": "page"},
        {"use": "open", "seed": "x", "board": "side-a", "cards": "open", "start": "free"},
        {"use": "tap", "game": "x", "island": "A1"},
        {"use": "board-tap", "drawing": {"id": "x", "name": "x", "grid": grid, "no_line": []}, "at": "A1"},
        {
            "use": "board-size",
            "drawing": {"id": "x", "name": "x", "grid": grid, "no_line": []},
            "columns": 9,
            "rows": 9,
        },
        {"use": "print", "what": "code", "code": "x"},
    ]
    strange: Sequence[Any] = (None, True, -1, 10**30, 1e308, "", "\ud800", "x" * 5000, [], {}, [[1]], "<script>")
    for number in range(requests):
        request = dict(rng.choice(good))
        request[rng.choice([*request, "lang", "x"])] = rng.choice(strange)
        text = bytearray(json.dumps(request).encode())
        if number % 2:
            for _ in range(rng.randrange(1, 4)):
                text[rng.randrange(len(text))] = rng.randrange(256)
        connection.request("POST", f"{there.path}answer", bytes(text), {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        found[response.status] += 1
    connection.close()
    return found


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--starts", default=5, show_default=True, help="Starts of the page to measure.")
@click.option("--taps", default=100, show_default=True, help="Taps on each board to measure.")
@click.option("--requests", default=1000, show_default=True, help="Broken requests to send.")
def main(starts: int, taps: int, requests: int) -> None:
    if CHROMIUM is None:
        raise click.ClickException("this needs Chromium: apt-get install chromium")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launched(playwright)
        seconds = [start(browser) for _ in range(starts)]
        told = f"{median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})"
        print(f"from Enter to a board that can be tapped: {told}; the goal is {LIMITS['start']} s")
        with served(folder=Path(folder)) as url:
            loads = weight(browser, url)
            told = ", ".join(f"{view} {size / 1000:.0f} kB" for view, size in loads.items())
            print(f"weight of a view with its first answer: {told}; the goal is {LIMITS['weight'] / 1000:.0f} kB")
            with opened(browser, url + SEED, "#game[data-phase=number]") as page:
                print(f"hint of level 1: {hint(page):.2f} s; the goal is {LIMITS['hint']} s")
                tell("tap to paint, a game", played(page, taps))
            with opened(browser, f"{url}#/board/side-a", "#boards[data-valid]") as page:
                tell("tap to paint, the editor with its findings", edited(page, taps))
            answered = broken(url, requests)
            told = ", ".join(f"{count} times {status}" for status, count in sorted(answered.items()))
            print(f"{requests} broken requests: {told}")
        browser.close()
    if hasattr(os, "getloadavg"):
        print(f"the machine had {os.getloadavg()[0]:.1f} processes at work on {os.cpu_count()} cores")


def tell(what: str, seconds: Sequence[float]) -> None:
    high = quantiles(seconds, n=20)[-1]
    told = f"median {1000 * median(seconds):.0f} ms, 95th percentile {1000 * high:.0f} ms"
    print(f"{what}: {told}; the goal is {1000 * LIMITS['tap']:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
