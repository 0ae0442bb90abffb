"""What the languages need where nothing is installed: compiled catalogues, and as much of Babel as they use."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import babel

from hashi_solver.languages.catalogues import catalogue_path, compiled
from hashi_solver.languages.speech import LANGUAGES, language
from hashi_solver.library import SOURCE_LANGUAGE

WITHOUT = ("messages/checkers.py", "messages/extract.py", "messages/frontend.py", "messages/jslexer.py")
# What Babel knows of each language and of the world that no page of ours asks for.
_UNUSED = """
    compact_currency_formats compact_decimal_formats compound_unit_patterns currency_fractions currency_names
    currency_names_plural currency_symbols date_fields meta_zones scripts territories territory_currencies
    territory_languages territory_zones time_zones unit_display_names unit_patterns variants windows_zone_mapping
    zone_aliases zone_territories
"""
UNUSED = frozenset(_UNUSED.split())
BY_LANGUAGE = {"languages", "likely_subtags"}  # of these only what is about ours


def compiled_catalogues() -> Iterator[tuple[Path, bytes]]:
    """Yield each catalogue compiled, with the path that it has beside its source."""
    for code in LANGUAGES:
        if code != SOURCE_LANGUAGE:
            ready = catalogue_path(code, ".mo")
            yield ready, ready.read_bytes() if ready.exists() else compiled(catalogue_path(code))


def babel_files() -> Iterator[tuple[str, bytes]]:
    """Yield the modules of Babel and the data of our languages, by their names in an archive."""
    root = Path(babel.__file__).parent
    locales = {"root", *LANGUAGES, *(str(language(code).locale) for code in LANGUAGES)}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        data = path.suffix == ".dat" and (path.stem in locales or path.parent == root)
        if data or (path.suffix == ".py" and name not in WITHOUT):
            yield f"babel/{name}", _trimmed(path.read_bytes()) if data else path.read_bytes()


def _trimmed(data: bytes) -> bytes:
    """Return a file of Babel's data without what is not used here; the names stay, with nothing in them."""
    known: dict[str, Any] = pickle.loads(data)
    known |= {name: type(known[name])() for name in UNUSED & known.keys()}
    for name in known.keys() & BY_LANGUAGE:
        known[name] = {key: value for key, value in known[name].items() if key.split("_")[0] in LANGUAGES}
    return pickle.dumps(known, 2)
