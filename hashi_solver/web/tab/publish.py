"""Writes the site: a folder that any static host serves."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path, PureWindowsPath

from hashi_solver import __version__
from hashi_solver.app.site import SitePlan
from hashi_solver.challenge import Challenge
from hashi_solver.documents.base import json_text, object_in, parse_json
from hashi_solver.documents.challenges import challenges_json
from hashi_solver.errors import InputError
from hashi_solver.notation.files import exists, make_folder, read_text, shown_path, write_bytes
from hashi_solver.web.tab.first import first_views
from hashi_solver.web.tab.icons import SIZES, icon
from hashi_solver.web.tab.package import zipped
from hashi_solver.web.tab.python import in_a_tab

FORMAT = "hashi-site/1"
ACCOUNT = "site.json"  # what the folder holds: every file with its digest
WORKER = "sw.js"
HERE = Path(__file__).parent
STATIC = HERE.parent / "static"
SCRIPTS = ("engine.js", "files.js", "first.js", "python.js", "solver.js", "transport.js")
# Modules that the first view needs, so that none waits for the one that names it.
AT_ONCE = (
    *(f"static/{name}.js" for name in ("api", "page", "play", "board", "panels")),
    *(f"engine/{name}.js" for name in ("transport", "first", "files")),
)
SCRIPT = '<script type="module" src="static/main.js"></script>'
DIGITS = 16


@dataclass(frozen=True, slots=True)
class SiteSize:
    """What a site weighs: files and bytes in all, and how many files had to be written."""

    files: int
    size: int
    new: int


def expect_ours(folder: Path) -> None:
    """Refuse a folder that holds something else than a site."""
    if not exists(folder):
        return
    if not folder.is_dir():
        raise InputError("is not a folder", source=shown_path(folder))
    if any(folder.iterdir()) and not (folder / ACCOUNT).is_file():
        raise InputError(
            "holds other files, and no site that could be renewed: name a new folder", source=shown_path(folder)
        )


def publish(
    folder: Path, plan: SitePlan, challenges: Sequence[Challenge], parts: Mapping[str, Path], title: str, lang: str
) -> SiteSize:
    """Write the site. What is there already and as it should be is left alone; what a site before had is removed."""
    files = _files(plan, challenges, title, lang)
    contents = {**files, **{name: in_a_tab(path) for name, path in parts.items()}}
    digests = {name: sha256(data).hexdigest()[:DIGITS] for name, data in sorted(contents.items())}
    build = sha256(json.dumps(digests).encode()).hexdigest()[:DIGITS]
    contents[WORKER] = _service_worker(build, digests)
    account = {"format": FORMAT, "version": __version__, "build": build, "files": digests}
    before, new = _digests_in(folder), 0
    for name, data in contents.items():
        path = folder / name
        if exists(path) and path.read_bytes() == data:
            continue
        make_folder(path.parent)
        write_bytes(path, data)
        new += 1
    for name in before.keys() - contents.keys():
        (folder / name).unlink(missing_ok=True)
    write_bytes(folder / ACCOUNT, json_text(account).encode())
    return SiteSize(len(contents) + 1, sum(map(len, contents.values())), new)


def _digests_in(folder: Path) -> dict[str, str]:
    """Return what the site that is there says that it holds; names that lead elsewhere are none of ours."""
    path = folder / ACCOUNT
    if not exists(path):
        return {}
    found = object_in(parse_json(read_text(path), shown_path(path)), "a site", FORMAT).get("files")
    names = found if isinstance(found, dict) else {}
    return {name: text for name, text in names.items() if _stays_inside(name)}


def _stays_inside(name: str) -> bool:
    """Return whether a name cannot lead out of its folder."""
    path = PureWindowsPath(name)  # the strictest: "/" and "\\" divide it, and "C:" leads away
    return not path.anchor and ".." not in path.parts


def _files(plan: SitePlan, challenges: Sequence[Challenge], title: str, lang: str) -> dict[str, bytes]:
    static = {f"static/{path.name}": path.read_bytes() for path in STATIC.iterdir() if path.is_file()}
    scripts = {f"engine/{name}": (HERE / name).read_bytes() for name in SCRIPTS}
    icons = {f"icons/{size}.png": icon(plan.boards[0], size) for size in SIZES}
    first = first_views(plan, challenges, lang)
    published = json.dumps(challenges_json(challenges), ensure_ascii=False, separators=(",", ":"))
    return {
        **static,
        **scripts,
        **first.files,
        **icons,
        "engine/package.zip": zipped(plan.boards),
        "published.json": published.encode(),
        "manifest.webmanifest": _manifest(title, lang).encode(),
        "index.html": _index(title, lang, first.in_page).encode(),
    }


def _index(title: str, lang: str, first: str) -> str:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    head = "\n".join(
        (
            f'<script type="application/json" id="hashi-first">{first}</script>',
            '<meta name="hashi-engine" content="engine/transport.js">',
            *(f'<link rel="modulepreload" href="{name}">' for name in AT_ONCE),
            '<link rel="manifest" href="manifest.webmanifest">',
            '<link rel="apple-touch-icon" href="icons/180.png">',
            '<meta name="theme-color" content="#0b5e4a">\n',
        )
    )
    at_once = (HERE / "at_once.js").read_text(encoding="utf-8")
    changes = {
        SCRIPT: head + SCRIPT,
        "</body>": f"<script>\n{at_once}</script>\n</body>",
        "<title>HASHI</title>": f"<title>{escape(title)}</title>",
        '<a href="#/today">HASHI</a>': f'<a href="#/today">{escape(title)}</a>',
        '<html lang="en"': f'<html lang="en" data-lang="{lang}"' if lang else '<html lang="en"',
    }
    for old, new in changes.items():
        if page.count(old) != 1:
            raise InputError(f"the page has no single {old}")
        page = page.replace(old, new)
    return page


def _manifest(title: str, lang: str) -> str:
    icons = [
        {"src": f"icons/{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": "any maskable"}
        for size in SIZES
    ]
    return json_text(
        {
            "name": title,
            "short_name": title[:12],
            "lang": lang or "en",
            "id": "./",
            "start_url": "./#/today",
            "scope": "./",
            "display": "standalone",
            "background_color": "#ffffff",
            "theme_color": "#0b5e4a",
            "icons": icons,
        }
    )


def _service_worker(build: str, digests: Mapping[str, str]) -> bytes:
    known = f"const BUILD = {json.dumps(build)};\nconst FILES = {json_text(digests)};\n"
    return (known + (HERE / WORKER).read_text(encoding="utf-8")).encode()
