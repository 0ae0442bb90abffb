"""Files that commands write. A file that hashi did not write, or that the same call reads, is not replaced."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from hashi_solver import sheet
from hashi_solver.errors import InputError
from hashi_solver.notation.files import shown_path, write_text

FORCE = "--force"
HEAD = 2000  # bytes within which a page and a picture say what they are
IsOurs = Callable[[Path], bool]


def is_picture(path: Path) -> bool:
    """Whether a file is a drawing of hashi."""
    return _head(path).startswith(b"<svg xmlns=") and b'role="img" font-family="Inter' in _head(path)


def is_page(path: Path) -> bool:
    """Whether a file is a sheet, a booklet or a report. Other kinds of files are refused as what they are, not here."""
    if path.suffix.lower() == sheet.writing.TEXT_SUFFIX:
        return _head(path).startswith(f"{sheet.text.MARK}\n".encode())
    if path.suffix.lower() not in sheet.writing.SUFFIXES:
        return True
    return b"<title>Hashi \xc2\xb7 " in _head(path) or sheet.volumes.identifier_of(path) is not None


def is_exported(path: Path) -> bool:
    """Whether a file is a problem that hashi wrote for other solvers."""
    return b'"hashi-instance/1"' in _head(path)


def refuse_to_replace(path: Path, is_ours: IsOurs, read: Iterable[Path]) -> None:
    """Raise InputError if the file exists and hashi did not write it, or if this call reads it."""
    if not os.path.isfile(path):
        return
    if any(os.path.exists(each) and path.samefile(each) for each in read):
        raise InputError(f"this call reads this file; name another one, or add {FORCE}", source=shown_path(path))
    try:
        ours = is_ours(path)
    except OSError:
        ours = False
    if not ours:
        message = f"already exists, and hashi did not write it; name another file, or add {FORCE} to replace it"
        raise InputError(message, source=shown_path(path))


def write_and_tell(path: Path | None, made: Callable[[], str], about: str) -> None:
    """Write a file where one is wanted, and say what it holds."""
    if path is not None:
        write_text(path, made())
        tell_of(path, about)


def tell_of(path: Path, about: str) -> None:
    """Say what a file holds that was written."""
    click.echo(f"{shown_path(path)}: {about}", err=True)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(HEAD)
