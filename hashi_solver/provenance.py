"""What each kind of cached answer depends on: code, data and libraries. One account for everything that is cached.

An answer cached under another account than today's is out of date, whatever version it names.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from hashi_solver import __version__
from hashi_solver.library import package_folder, templates_folder

Kind = Literal["best play", "player", "expert", "targets", "page"]

DIGITS = 16
SUFFIXES = (".py", ".json", ".po", ".mo")
TEMPLATES = "templates"  # beside the package, or inside it: see library

_RULES = ("board.py", "bonuses.py", "cards.py", "rules.py", "scoring.py")
_BEST_PLAY = (*_RULES, "model", "solution.py", "solver.py", "variations.py")
_PLAYER = (*_RULES, "players", "seeds.py")
_TARGETS = (*_BEST_PLAY, *_PLAYER, "difficulty.py", "fifths.json", "fifths.py", "targets.py")
_PAGE = (*_TARGETS, "challenge", "drawing", "languages", "notation", "record.py", "sheet", "views", TEMPLATES)
# Modules, or folders with everything below them. Their other imports cannot change an answer (see the test).
SOURCES: dict[Kind, tuple[str, ...]] = {
    "best play": _BEST_PLAY,
    "player": _PLAYER,
    "expert": (*_PLAYER, *_BEST_PLAY, "contest.py", "known.py"),  # the only player that uses the solver
    "targets": _TARGETS,
    "page": _PAGE,
}
LIBRARIES: dict[Kind, tuple[str, ...]] = {
    "best play": ("ortools",),
    "player": ("numpy",),
    "expert": ("numpy", "ortools"),
    "targets": ("numpy", "ortools"),
    "page": ("numpy", "ortools", "weasyprint"),
}


def account(kind: Kind) -> str:
    """Return a digest of everything that this kind of answer depends on."""
    return _digest(kind, package_folder(), templates_folder())


def answered_by(who: str, kind: Kind) -> str:
    """Return who answered, to show and to compare: name, versions, account."""
    return ", ".join((who, f"hashi {__version__}", *_versions(kind), f"account {account(kind)}"))


@cache
def _versions(kind: Kind) -> tuple[str, ...]:
    found = []
    for library in LIBRARIES[kind]:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:  # the code that needs it reports this
            found.append(f"no {library}")
    return tuple(found)


@cache
def _digest(kind: Kind, package: Path, templates: Path) -> str:
    content = sha256("\n".join((__version__, *_versions(kind))).encode())
    for name in sorted(set(SOURCES[kind])):
        place = templates if name == TEMPLATES else package / name
        files = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
        for path in sorted(files):
            if name == TEMPLATES or path.suffix in SUFFIXES:
                told = f"{name}/{path.relative_to(place).as_posix()}"
                content.update(told.encode() + b"\0" + sha256(path.read_bytes()).digest())
    return content.hexdigest()[:DIGITS]
