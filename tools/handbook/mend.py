"""Mends what keeps keyboards and screen readers out of the pages that Sphinx and Furo make."""

from __future__ import annotations

import re
from pathlib import Path

MENDED = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    '<th class="head"><p></p></th>': "<td></td>",
    '<div id="search-results">': '<h1>Search</h1>\n<div id="search-results">',
    '<div class="table-wrapper': '<div tabindex="0" class="table-wrapper',
}
BLOCK = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)
TAG = re.compile(r"<[^>]+>")
WIDE = 40  # characters that a phone shows without scrolling


def mended(text: str) -> str:
    for found, better in MENDED.items():
        text = text.replace(found, better)
    return BLOCK.sub(_reachable, text)


def _reachable(block: re.Match[str]) -> str:
    """Let the keyboard reach a block that is scrolled."""
    lines = TAG.sub("", block[1]).splitlines()
    return f'<pre tabindex="0">{block[1]}</pre>' if max(map(len, lines), default=0) > WIDE else block[0]


def mend(site: Path) -> None:
    for page in site.rglob("*.html"):
        page.write_text(mended(page.read_text("utf-8")), "utf-8")
