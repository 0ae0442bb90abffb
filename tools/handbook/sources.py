"""Gathers the pages of the site in one folder, for Sphinx: written ones with their links turned, and generated ones."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from tools.handbook import generated

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))|(?<=<img src=\")[^\"]+(?=\")")
NAMED = re.compile(r"((?:\(|\| ))\[[\w./-]+\.md\](?=\()")  # a link whose text is a file, in brackets or a table
ANCHOR = re.compile(r'^<a id="([^"]+)"></a>$', re.MULTILINE)
ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "layouts/README.md": "atlas.md",
    "bench/README.md": "benchmarks.md",
}
# Links to these lead to the pages that are made from them.
ALIASES = {
    "README.md": "index.md",
    "docs/schemas": "schemas/index.md",
    "hashi_solver/__init__.py": "api.md",
    "hashi_solver/cli/__init__.py": "commands/index.md",
}
COPIED = ("docs/pictures", "docs/examples")
# What the site's sidebar shows. Pages that nobody put anywhere are listed with those for engineers.
TREE: dict[str, list[str]] = {
    "Players": ["for-players", "install", "rules", "challenges", "sheets", "web", "play", "check", "solve", "review"],
    "Clubs and teachers": ["for-clubs", "site", "translating"],
    "Board designers": ["for-designers", "boards", "atlas", "generate", "lab", "players"],
    "Engineers": ["for-engineers", "mathematics", "benchmarks", "benchmark", "library", "architecture", "developing"],
    "Reference": [
        "commands/index",
        "formats",
        "schemas/index",
        "api",
        "contributing",
        "releasing",
        "security",
        "changelog",
    ],
}
REST = "Engineers"


def written_pages() -> dict[str, Path]:
    """Return the pages that people wrote, by their place in the site."""
    pages = {path.name: path for path in sorted((ROOT / "docs").glob("*.md"))}
    return pages | {place: ROOT / path for path, place in ELSEWHERE.items()}


def address() -> str:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["urls"]["Repository"])


def gather(folder: Path) -> None:
    """Write the sources of the site."""
    for path in COPIED:
        shutil.copytree(ROOT / path, folder / PurePosixPath(path).name)
    pages = {
        place: turned(path.relative_to(ROOT).as_posix(), path.read_text()) for place, path in written_pages().items()
    }
    pages |= generated.pages()
    pages["index.md"] += "\n" + "\n".join(toctrees(set(pages)))
    for place, text in pages.items():
        target = folder / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def toctrees(pages: set[str]) -> Iterator[str]:
    """Yield the sidebar's sections. A page inside a folder is listed by the index of its folder."""
    known = {page for section in TREE.values() for page in section}
    rest = {page.removesuffix(".md") for page in pages if "/" not in page} - known - {"index"}
    for caption, section in TREE.items():
        listed = [*section, *sorted(rest)] if caption == REST else section
        yield "\n".join(["```{toctree}", ":hidden:", f":caption: {caption}", "", *listed, "```", ""])


def turned(page: str, text: str) -> str:
    """Return a page with links that lead to the same things within the site, or else into the repository."""
    parts = FENCED.split(text)
    parts[::2] = [_turned_prose(page, part) for part in parts[::2]]
    return "".join(parts)


def _turned_prose(page: str, text: str) -> str:
    """Return prose with the site's links; those that show the name of a file show its title instead."""
    return ANCHOR.sub(r"(\1)=", LINK.sub(_turned_link(page), NAMED.sub(r"\1[]", text)))


def _turned_link(page: str) -> Callable[[re.Match[str]], str]:
    folder = PurePosixPath(page).parent.as_posix()
    here = PurePosixPath(place_of(page) or "").parent.as_posix()

    def turn(link: re.Match[str]) -> str:
        path, mark, fragment = link[0].partition("#")
        if "://" in link[0] or not path:
            return link[0]
        target = os.path.normpath(f"{folder}/{path}").removeprefix("./")
        place = place_of(target)
        if place is None:
            return f"{address()}/blob/main/{target}{mark}{fragment}"
        return f"{os.path.relpath(place, here)}{mark}{fragment}"

    return turn


def place_of(path: str) -> str | None:
    """Return where a file of the repository is in the site, or None if it is not there."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    if path in ALIASES:
        return ALIASES[path]
    if path.startswith(tuple(f"{each}/" for each in COPIED)) or re.fullmatch(r"docs/[^/]+\.md", path):
        return path.removeprefix("docs/")
    return None
