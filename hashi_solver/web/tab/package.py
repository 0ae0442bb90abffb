"""The package as a zip for the tab: our modules without those of the other front ends, Babel, boards and languages."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator

from hashi_solver.board import Layout
from hashi_solver.languages.portable import babel_files, compiled_catalogues
from hashi_solver.library import package_folder
from hashi_solver.notation.layouts import format_layout

# What a tab never needs: commands, schemas, the server, and what writes a site.
WITHOUT = ("cli", "documents/schemas", "layouts", "templates", "web/server.py", "web/static")
OURS = (".py", ".json")
DATE = (1980, 1, 1, 0, 0, 0)  # with the present time no two sites would be the same


def zipped(boards: Iterable[Layout]) -> bytes:
    return archived((*_ours(), *_boards(boards), *babel_files()))


def archived(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of files by their names; the same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, DATE), data, zipfile.ZIP_DEFLATED, compresslevel=9)
    return target.getvalue()


def _ours() -> Iterator[tuple[str, bytes]]:
    root = package_folder()
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if name.startswith(WITHOUT) or path.is_dir():
            continue
        if path.suffix in OURS:
            yield f"{root.name}/{name}", path.read_bytes()
    for path, data in compiled_catalogues():
        yield f"{root.name}/{path.relative_to(root).as_posix()}", data


def _boards(boards: Iterable[Layout]) -> Iterator[tuple[str, bytes]]:
    for layout in boards:
        yield f"{package_folder().name}/layouts/{layout.id}.toml", format_layout(layout).encode()
