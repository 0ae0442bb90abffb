"""Where the things that ship with `hashi` are: in a wheel inside the package, in a checkout beside it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

DEFAULT_BOARD = "side-a"  # where nobody names another
SOURCE_LANGUAGE = "en"  # every message is its own English
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
    """The ids of the boards that ship, in the order of the alphabet."""
    return tuple(sorted(path.stem for path in layouts_folder().glob("*.toml")))


def layout_path(id_or_path: str) -> Path:
    """The file of a shipped board by its id, or the path as it is given."""
    if id_or_path in layout_ids():
        return layouts_folder() / f"{id_or_path}.toml"
    return Path(id_or_path)


def games_folder() -> Path:
    """Where the games of the person at this machine are kept."""
    return _own("XDG_DATA_HOME", "Application Support", ".local/share") / "hashi" / "games"


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
