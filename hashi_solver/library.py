"""Where the things that ship with `hashi` are: in a wheel inside the package, in a checkout beside it."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

DEFAULT_BOARD = "side-a"  # where nobody names another
SOURCE_LANGUAGE = "en"  # every message is its own English
LAYOUT_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?")
_PACKAGE = Path(__file__).resolve().parent


def _shipped(folder: str) -> Path:
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parent / folder


def package_folder() -> Path:
    """The code itself."""
    return _PACKAGE


def layouts_folder() -> Path:
    return _shipped("layouts")


def templates_folder() -> Path:
    return _shipped("templates")


def fonts_folder() -> Path:
    """Inter in three weights, as woff2, with its licence."""
    return templates_folder() / "fonts"


def catalogues_folder() -> Path:
    return _PACKAGE / "languages" / "locale"


def schemas_folder() -> Path:
    """The JSON Schema of every format of a document."""
    return _PACKAGE / "documents" / "schemas"


def language_codes() -> tuple[str, ...]:
    """Return the languages that hashi speaks: English, and each language that has a catalogue."""
    return (SOURCE_LANGUAGE, *sorted(path.parent.name for path in catalogues_folder().glob("*/LC_MESSAGES")))


def output_folder() -> Path:
    """Where sheets go unless another place is named: below the folder that one works in."""
    return Path("output")


def layout_ids() -> tuple[str, ...]:
    """Return the ids of the boards that ship, in alphabetical order."""
    return tuple(sorted(path.stem for path in layouts_folder().glob("*.toml")))


def boards_folder() -> Path:
    """Return the folder of one's own boards: HASHI_BOARDS, or in the data folder."""
    named = os.environ.get("HASHI_BOARDS", "")
    return Path(named) if named else _data_folder() / "boards"


def own_layout_ids() -> tuple[str, ...]:
    """Return the ids of one's own boards, in alphabetical order: their files are called after them."""
    try:
        names = os.listdir(boards_folder())
    except (OSError, RuntimeError, ValueError):  # no such folder, no home, or a name that no folder can have
        return ()
    ids = (name.removesuffix(".toml") for name in names if name.endswith(".toml"))
    return tuple(sorted(one for one in ids if LAYOUT_ID.fullmatch(one) and one not in layout_ids()))


def known_layout_ids() -> tuple[str, ...]:
    """Return the ids of all boards that can be named without a path: those that ship, then one's own."""
    return (*layout_ids(), *own_layout_ids())


def layout_path(id_or_path: str) -> Path:
    """Return the file of a board by its id, or the path as it is given."""
    if id_or_path in layout_ids():
        return layouts_folder() / f"{id_or_path}.toml"
    if id_or_path in own_layout_ids():
        return boards_folder() / f"{id_or_path}.toml"
    return Path(id_or_path)


def games_folder() -> Path:
    """Where the games of the person at this machine are kept."""
    return _data_folder() / "games"


def _data_folder() -> Path:
    return _own("XDG_DATA_HOME", "Application Support", ".local/share") / "hashi"


def cache_folder() -> Path:
    """For what may be thrown away, since it can be found out again."""
    folder = _own("XDG_CACHE_HOME", "Caches", ".cache") / "hashi"
    return folder / "Cache" if sys.platform == "win32" else folder


def _own(variable: str, on_a_mac: str, elsewhere: str) -> Path:
    """A folder of the person at this machine, by the customs of the system; what is not absolute does not count."""
    named = os.environ.get(variable, "")
    if os.path.isabs(named):
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / on_a_mac
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path.home() / elsewhere
