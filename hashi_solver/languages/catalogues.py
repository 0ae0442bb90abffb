"""The catalogues: a wheel ships compiled ones (.mo), a checkout reads the .po files that translators edit.

A checkout has no compiled catalogues, so that none can be out of date.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from hashi_solver.library import SOURCE_LANGUAGE, catalogues_folder

DOMAIN = "hashi"
NO_DATE = datetime(1980, 1, 1, tzinfo=UTC)  # with the present time no two wheels would be the same


def catalogue_path(code: str, suffix: str = ".po") -> Path:
    return catalogues_folder() / code / "LC_MESSAGES" / f"{DOMAIN}{suffix}"


def compiled(source: Path) -> bytes:
    """Return a .po file compiled, as the bytes of a .mo file."""
    with source.open("rb") as file:
        catalogue = read_po(file, domain=DOMAIN)
    catalogue.creation_date = catalogue.revision_date = NO_DATE
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def translations(code: str) -> NullTranslations:
    """Return the messages in one language; English needs no catalogue."""
    if code == SOURCE_LANGUAGE:
        return NullTranslations()
    ready = catalogue_path(code, ".mo")
    data = ready.read_bytes() if ready.exists() else compiled(catalogue_path(code))
    return GNUTranslations(io.BytesIO(data))
