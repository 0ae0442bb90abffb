"""What a site weighs, and how long a visitor waits in Chromium: `python -m bench.site`; a whole year: `--days 366`."""

from __future__ import annotations

import gzip
import statistics
import tempfile
import time
from pathlib import Path

import click
from playwright.sync_api import Page, sync_playwright

from hashi_solver.app import site as sites
from hashi_solver.web.tab.parts import find_parts
from hashi_solver.web.tab.publish import publish
from tests.test_site_page import hosted
from tools.chromium import TOP, launched

FIRST_VIEW = ("index.html", "static/", "engine/transport.js", "engine/first.js", "engine/files.js")
RECORD = TOP / "docs/examples/anna.txt"
MEMORY = "caches.open('hashi-python').then((store) => store.keys()).then((keys) => keys.length > 0)"
REVIEW = """async (record) => {
  const {ask} = await import("./static/api.js");
  const told = [], since = performance.now();
  const found = await ask({use: "review", records: [record]}, {onProgress: () => told.push(0)});
  return found.error ? [found.error.sentence, 0] : [(performance.now() - since) / 1000, told.length];
}"""
PROVE = """async (seed) => {
  const {ask} = await import("./static/api.js");
  const game = await ask({use: "open", seed, board: "side-a", cards: "open", start: "fixed", new: true});
  const since = performance.now();
  const found = await ask({use: "aims", game: game.game});
  return found.error ? null : (performance.now() - since) / 1000;
}"""


def is_fetched(name: str) -> bool:
    """Return whether a new visitor fetches a file: of CP-SAT one build, and no other language."""
    return "_asyncify" not in name and not name.startswith(("first/", "icons/", "site.json"))


def waits(page: Page, url: str) -> tuple[float, float]:
    since = time.monotonic()
    page.goto(url)
    page.wait_for_selector("[data-island]")
    seen = time.monotonic() - since
    page.wait_for_selector("html[data-ready=true]", timeout=120_000)
    return seen, time.monotonic() - since


@click.command()
@click.option("--days", default=3, help="Days with par and medals.")
@click.option("--proofs", default=30, help="Games to prove.")
def main(days: int, proofs: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        since = time.monotonic()
        plan = sites.planned(days)
        publish(Path(folder, "club"), plan, sites.challenges_of(plan), find_parts(None), "HASHI", "")
        click.echo(f"written in {time.monotonic() - since:.1f} s, {days} days, none of them kept from before")
        files = {path.relative_to(Path(folder, "club")).as_posix(): path for path in Path(folder).rglob("*.*")}
        others = sum(path.stat().st_size for path in files.values() if path.suffix != ".wasm")
        click.echo(f"{others / 1e6:.1f} MB on disk without WebAssembly")
        sizes = {name: len(gzip.compress(path.read_bytes(), 9)) for name, path in files.items() if is_fetched(name)}
        first = sum(size for name, size in sizes.items() if name.startswith(FIRST_VIEW))
        click.echo(f"gzip: {sum(sizes.values()) / 1e6:.2f} MB in all, {first / 1e3:.0f} kB before the first view")
        browser = launched(playwright)
        with hosted(Path(folder)) as url:
            context = browser.new_context(locale="en-GB")
            page = context.new_page()
            seen, ready = waits(page, url)
            click.echo(f"cold: seen after {seen:.2f} s, ready after {ready:.2f} s")
            page.wait_for_selector("html[data-offline=true]", state="attached", timeout=120_000)
            page.wait_for_function(MEMORY, timeout=120_000)
            page.close()
            page = context.new_page()
            seen, ready = waits(page, url)
            click.echo(f"warm: seen after {seen:.2f} s, ready after {ready:.2f} s")
            took = [page.evaluate(PROVE, f"bench {number}") for number in range(proofs + 1)][1:]
            click.echo(f"proofs: median {statistics.median(took):.2f} s, most {max(took):.2f} s, of {proofs}")
            took_review, told = page.evaluate(REVIEW, RECORD.read_text())
            click.echo(f"review of a game: {took_review:.1f} s, with progress {told} times")
        browser.close()


if __name__ == "__main__":
    main()
