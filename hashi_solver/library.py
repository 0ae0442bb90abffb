"""Where files are: those that ship with `hashi` (in the package, or beside it in a checkout), and the user's own."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from hashi_solver.errors import InputError

DISTRIBUTION = "hashi-solver"  # what pip calls hashi; pyproject.toml says the same
DEFAULT_BOARD = "side-a"
SOURCE_LANGUAGE = "en"  # messages in the code are in English, and need no catalogue
LAYOUT_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_PACKAGE = Path(__file__).resolve().parent


def _shipped(folder: str) -> Path:
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def package_folder() -> Path:
    """Return the folder of the code."""
    return _PACKAGE


def layouts_folder() -> Path:
    return _shipped("layouts")


def templates_folder() -> Path:
    return _shipped("templates")


def fonts_folder() -> Path:
    """Return the folder with the font Inter in three weights (woff) and its licence."""
    return templates_folder() / "fonts"


def catalogues_folder() -> Path:
    return _PACKAGE / "languages" / "locale"


def schemas_folder() -> Path:
    """Return the folder with a JSON Schema for each document format."""
    return _PACKAGE / "documents" / "schemas"


def language_codes() -> tuple[str, ...]:
    """Return the languages that hashi speaks: English and every language with a catalogue."""
    return (SOURCE_LANGUAGE, *sorted(path.parent.name for path in catalogues_folder().glob("*/LC_MESSAGES")))


def output_folder() -> Path:
    """Return the default folder for sheets, below the current one."""
    return Path("output")


def layout_ids() -> tuple[str, ...]:
    """Return the ids of the boards that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in layouts_folder().glob("*.toml")))


def boards_folder() -> Path:
    """Return the folder of the user's own boards: HASHI_BOARDS, or one in the data folder."""
    named = os.environ.get("HASHI_BOARDS", "")
    return Path(named) if named else _data_folder() / "boards"


def own_layout_ids() -> tuple[str, ...]:
    """Return the ids of the user's own boards, which are their file names, in alphabetical order."""
    try:
        names = os.listdir(boards_folder())
    except (OSError, InputError, ValueError):  # no such folder, no home folder, or a name that no folder can have
        return ()
    ids = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return tuple(sorted(one for one in ids if LAYOUT_ID.fullmatch(one) and one not in layout_ids()))


def known_layout_ids() -> tuple[str, ...]:
    """Return the ids of all boards that need no path: those that ship, then the user's own."""
    return (*layout_ids(), *own_layout_ids())


def layout_path(id_or_path: str) -> Path:
    """Return the file of a board with this id, or else the path as given."""
    if id_or_path in layout_ids():
        return layouts_folder() / f"{id_or_path}.toml"
    if id_or_path in own_layout_ids():
        return boards_folder() / f"{id_or_path}.toml"
    return Path(id_or_path)


def games_folder() -> Path:
    """Return the folder with the user's saved games."""
    return _data_folder() / "games"


def _data_folder() -> Path:
    return _own("XDG_DATA_HOME", "Application Support", ".local/share") / "hashi"


def cache_folder() -> Path:
    """Return the folder for results that can be deleted, because they can be computed again."""
    folder = _own("XDG_CACHE_HOME", "Caches", ".cache") / "hashi"
    return folder / "Cache" if sys.platform == "win32" else folder


def _own(variable: str, on_a_mac: str, elsewhere: str) -> Path:
    """Return where the operating system keeps the user's files; a variable must name an absolute path to count."""
    named = os.environ.get(variable, "")
    if os.path.isabs(named):
        return Path(named)
    try:
        if sys.platform == "darwin":
            return Path.home() / "Library" / on_a_mac
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        return Path.home() / elsewhere
    except RuntimeError:  # HOME is not set, and the system does not know this user
        raise InputError(f"your home folder is not known: set HOME, or set {variable} to a folder") from None
