"""Update the catalogues with the messages in the sources: `make catalogues`.

The titles of the ladder, the numbers of the piles, the days of the week, the names of the boards, the rules that can be
broken, and the messages in hashi_solver/**.py and templates/**.j2 go into hashi.pot, and from there into the .po file
of each language: new ones without a translation, those that are no longer used dropped. Then it lists what is left to
translate. A comment that begins with `Translators:` stands above its message in the catalogues.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po, write_po

from hashi_solver.languages.catalogues import DOMAIN, catalogue_path
from hashi_solver.languages.speech import WEEKDAYS
from hashi_solver.library import catalogues_folder, language_codes, layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import STANDARD_PILES
from hashi_solver.scoring import LADDER
from hashi_solver.table.words import RULES

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = catalogues_folder() / f"{DOMAIN}.pot"
TRANSLATED = language_codes()[1:]
# What went wrong is said on the page as well.
KEYWORDS = {**DEFAULT_KEYWORDS, "Sentence": None, "with_count": (1, 2)}
SOURCES = [("hashi_solver/**.py", "python"), ("templates/**.j2", "jinja2")]
# `trimmed`, as the templates are rendered; a template with a mistake stops us instead of being skipped.
OPTIONS = {"templates/**.j2": {"newstyle_gettext": "true", "trimmed": "true", "silent": "false"}}
NEVER_BROKEN = ("R7", "R8", "R9", "R1")  # what says how points are counted, and how long a game is
HEADER = "# The messages of hashi. docs/translating.md tells how to work on this file."


def messages_of_the_sources() -> Catalog:
    """Return every message in the sources, in the order of files and lines."""
    catalogue = Catalog(fuzzy=False)
    for rung in LADDER:
        catalogue.add(rung.title, context="title", auto_comments=["A title of the ladder, as in the rulebook."])
    for number, _ in enumerate(STANDARD_PILES, start=1):
        comments = ["How the rulebook numbers the piles: 1st, 2nd, 3rd"]
        catalogue.add(str(number), context="number of a pile", auto_comments=comments)
    for name in WEEKDAYS:
        catalogue.add(name, context="weekday", auto_comments=["Two or three letters, above a calendar"])
    for board in layout_ids():
        catalogue.add(load_layout(board).name, context="board", auto_comments=["The name of a board that ships."])
    for rule, words in RULES.items():
        if rule[:2] not in NEVER_BROKEN:
            catalogue.add(words, context="rule", auto_comments=[f"The rule {rule}, as the page explains a mistake."])
    found = extract_from_dir(ROOT, SOURCES, OPTIONS, KEYWORDS, comment_tags=("Translators:",), strip_comment_tags=True)
    for path, line, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        catalogue.add(message, None, [(path, line)], auto_comments=comments, context=context)
    return catalogue


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, domain=DOMAIN)


def missing(catalogue: Catalog) -> list[str]:
    """Return the messages without a translation for each of the language's plural forms."""
    lacking = []
    for message in catalogue:
        strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        if message.id and (message.fuzzy or not all(strings)):
            lacking.append(str(message.id))
    return lacking


def updated(path: Path, template: Catalog) -> Catalog:
    """Return the catalogue of a language with exactly the messages of the sources; keep its translations."""
    catalogue = read(path)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def as_bytes(catalogue: Catalog) -> bytes:
    """Return the text of a catalogue, without dates and line numbers, so that the same messages give the same file."""
    headers = ["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    if catalogue.locale is not None:
        headers = [f"Language: {catalogue.locale}", f"Plural-Forms: {catalogue.plural_forms}", *headers]
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True, omit_header=True)
    lines = [HEADER, 'msgid ""', 'msgstr ""', *(f'"{header}\\n"' for header in headers), "", ""]
    return "\n".join(lines).encode() + file.getvalue()


def update() -> int:
    template = messages_of_the_sources()
    TEMPLATE.write_bytes(as_bytes(template))
    left = 0
    for code in TRANSLATED:
        path = catalogue_path(code)
        catalogue = updated(path, template)
        path.write_bytes(as_bytes(catalogue))
        lacking = missing(catalogue)
        left += len(lacking)
        print(f"{code}: {len(catalogue)} messages, {len(lacking)} to translate")
        for message in lacking:
            print(f"    {message}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(update())
