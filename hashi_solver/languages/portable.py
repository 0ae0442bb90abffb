"""What the languages need where nothing is installed: compiled catalogues, and as much of Babel as they use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import babel

from hashi_solver.languages.catalogues import catalogue_path, compiled
from hashi_solver.languages.speech import LANGUAGES, language
from hashi_solver.library import SOURCE_LANGUAGE

WITHOUT = ("messages/checkers.py", "messages/extract.py", "messages/frontend.py", "messages/jslexer.py")


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
            yield f"babel/{name}", path.read_bytes()
