"""Follows every link and picture of a site of files, without a network."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LEADS = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src", "iframe": "src"}


class Reader(HTMLParser):
    """Collects where a page leads, and the places in it that can be led to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.places |= {value for name in ("id", "name") if (value := given.get(name))}
        target = given.get(LEADS.get(tag, ""))
        if target is not None:
            self.targets.append(target)


def broken_links(site: Path) -> list[str]:
    """Return every link that leads nowhere, after the page that has it. Links to other places are not followed."""
    pages = {path: Reader(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    broken = []
    for path, page in pages.items():
        for target in page.targets:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            file = file / "index.html" if file.is_dir() else file
            known = pages[file].places if file in pages else {""}
            if not file.is_file() or (file in pages and unquote(parts.fragment) not in known):
                broken.append(f"{path.relative_to(site)}: {target}")
    return broken


def from_elsewhere(site: Path) -> list[str]:
    """Return what the pages would load from a network."""
    loaded = []
    for path in sorted(site.rglob("*.html")):
        text = path.read_text("utf-8")
        reader = _Loads(text)
        loaded += [f"{path.relative_to(site)}: {each}" for each in reader.loaded]
    return loaded


class _Loads(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        target = dict(attrs).get(LEADS.get(tag, "")) or ""
        if tag != "a" and urlsplit(target).netloc:
            self.loaded.append(target)
