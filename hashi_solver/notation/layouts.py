"""Layouts: `hashi-layout/1` as TOML, both ways, with the line of the file for whatever is wrong."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeGuard

from hashi_solver.board import (
    Finding,
    Layout,
    Pair,
    board_findings,
    drawing_findings,
    findings_despite,
    parse_island_name,
)
from hashi_solver.errors import InputError
from hashi_solver.library import LAYOUT_ID, boards_folder, known_layout_ids, layout_path, own_layout_ids
from hashi_solver.notation.files import exists, is_plain, read_text, shown, shown_path

FORMAT = "hashi-layout/1"
MOST_ID, MOST_NAME, MOST_PAIRS = 40, 60, 1000

_STRING = re.compile(r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
_WORDS = re.compile(rf"{_STRING.pattern}|#[^\n]*", re.DOTALL)  # strings and comments: what is left are keys and signs
MOST_DEPTH = 40
KEYS = ("format", "id", "name", "grid", "no_line")


@dataclass(frozen=True, slots=True)
class Examined:
    """What a layout file holds: its layout, if one can be built, and every finding."""

    source: str
    id: str
    layout: Layout | None
    findings: tuple[Finding, ...]
    readable: bool = True

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.level == "error")

    @property
    def valid(self) -> bool:
        return not self.errors

    @property
    def playable(self) -> Layout | None:
        """Return the board, if the standard game can be played on it."""
        return self.layout if self.valid else None


def load_layout(id_or_path: str) -> Layout:
    """Return the board with this id or path, if it can be drawn; raise InputError otherwise.

    >>> load_layout("side-a").crossings
    6
    """
    examined = examine_layout(id_or_path)
    if examined.layout is None:
        raise _refusal(examined)
    return examined.layout


def load_playable_layout(id_or_path: str) -> Layout:
    """Return a board that the standard game can be played on: one without errors."""
    return _playable(examine_layout(id_or_path))


def parse_playable_layout(text: str) -> Layout:
    """Return the same from the text of a layout."""
    return _playable(examine_layout_text(text, ""))


def _playable(examined: Examined) -> Layout:
    if examined.playable is None:
        raise _refusal(examined)
    return examined.playable


def _refusal(examined: Examined) -> InputError:
    first, more = examined.errors[0], len(examined.errors) - 1
    told = first.where == "file" or (first.line is not None and first.where.startswith("line "))  # by the source
    where = "" if told else f"{first.where}: "
    tail = f" (and {more} more; see: hashi layout validate)" if more else ""
    rule = f" ({first.rule})" if first.rule.startswith("R") else ""
    return InputError(f"{where}{first.message}{rule}{tail}", source=examined.source, line=first.line)


def examine_layout(id_or_path: str) -> Examined:
    """Return every finding about a layout, from the bytes of its file to the rules of its board.

    >>> examine_layout("docs/examples/cramped.toml").valid
    False
    """
    path = layout_path(id_or_path)
    source = shown_path(id_or_path)
    if not path.suffix and not exists(path):
        ids = known_layout_ids()
        near = difflib.get_close_matches(str(id_or_path).lower(), ids, 1)
        hint = f"did you mean {near[0]}? There are" if near else "there are"
        message = f"no board is called {source}; {hint} {', '.join(ids)}, or give the path of a .toml file"
        return _unreadable(source, message)
    return examine_layout_file(path, source)


def examine_layout_file(path: Path, source: str = "") -> Examined:
    """Return the same for a file, whatever its name."""
    source = source or shown_path(path)
    try:
        text = read_text(path)
    except InputError as error:
        return _unreadable(source, error.message, error.line)
    examined = examine_layout_text(text, source)
    found = _about_id(examined.layout, path, text) if examined.layout else None
    return replace(examined, findings=(found, *examined.findings)) if found else examined


def _about_id(layout: Layout, path: Path, text: str) -> Finding | None:
    """Yield a warning if another board has this id, or if the id does not find a board of the user's."""
    if path == layout_path(layout.id):
        return None
    if path.parent == boards_folder() and path.stem in own_layout_ids():
        message = f"among your own boards, a file is named after its id: rename this one to {layout.id}.toml"
    elif is_id_taken(layout):
        message = f"another board is called {layout.id}; choose a different id, or the two get mixed up"
    else:
        return None
    return Finding("warning", "format", "id", message, _LineFinder(text).key("id"))


def is_id_taken(layout: Layout) -> bool:
    """Return whether the id of a board belongs to another board."""
    if layout.id not in known_layout_ids():
        return False
    try:
        there = examine_layout_text(read_text(layout_path(layout.id)), layout.id).layout
    except InputError:
        return True
    return there is None or there.digest != layout.digest


def found_by(layout: Layout, named: str | None) -> str:
    """Return what finds a board again: its id if that does, or else the id or path that it was named by."""
    found = layout.id in known_layout_ids() and not is_id_taken(layout)
    return layout.id if found or named is None else named


def file_name(layout: Layout) -> str:
    """Return the id of a board, with a part of its digest if another board has that id."""
    return f"{layout.id}-{layout.digest[:6]}" if is_id_taken(layout) else layout.id


@lru_cache(maxsize=64)  # a code is looked for among all boards, for each game of a history
def examine_layout_text(text: str, source: str) -> Examined:
    deep = _too_deep(text)
    if deep is not None:
        return _unreadable(source, "keys are nested too deeply", deep)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        return _unreadable(source, *(_slip(text) or _toml_message(error)))
    lines = _LineFinder(text)
    found = list(_form_findings(data, lines))
    identity, grid = data.get("id"), data.get("grid")
    layout = None
    if _are_texts(grid):
        rows, places = tuple(grid), _readable_pairs(data.get("no_line", []))
        pairs = tuple(pair for pair, _ in places)
        drawing = drawing_findings(rows, pairs)
        if any(finding.level == "error" for finding in (*found, *drawing)):
            board = findings_despite(rows, pairs)
        else:
            layout = Layout(data["id"], data["name"], rows, pairs)
            board = board_findings(layout)
        found += [lines.place(finding, places) for finding in (*drawing, *board)]
    return Examined(source, shown(identity if isinstance(identity, str) and identity else source), layout, tuple(found))


def _unreadable(source: str, message: str, line: int | None = None) -> Examined:
    finding = Finding("error", "format", f"line {line}" if line else "file", message, line)
    return Examined(source, source, None, (finding,), readable=False)


def format_layout(layout: Layout, comments: tuple[str, ...] = ()) -> str:
    """Return a layout as TOML, in the one form that `hashi` writes."""
    head = "".join(f"# {shown(comment, len(comment))}\n" for comment in comments)
    return head + layout_text(layout.id, layout.name, layout.grid, layout.no_line)


def layout_text(identity: str, name: str, grid: Sequence[str], no_line: Sequence[Pair]) -> str:
    """Return the same for a drawing that need not be a board yet."""
    rows = "".join(f"  {json.dumps(row)},\n" for row in grid)
    pairs = ", ".join(f"[{json.dumps(one)}, {json.dumps(other)}]" for one, other in no_line)
    tail = f"no_line = [{pairs}]\n" if pairs else ""
    quoted = json.dumps(name, ensure_ascii=False)
    return f'format = "{FORMAT}"\nid = {json.dumps(identity)}\nname = {quoted}\ngrid = [\n{rows}]\n{tail}'


def _form_findings(data: dict[str, Any], lines: _LineFinder) -> Iterator[Finding]:
    def error(where: str, message: str) -> Finding:
        return Finding("error", "format", where, message, lines.key(where))

    if data.get("format") != FORMAT:
        yield error("format", f'a layout begins with format = "{FORMAT}"')
    identity = data.get("id")
    if not isinstance(identity, str) or len(identity) > MOST_ID or not LAYOUT_ID.fullmatch(identity):
        yield error("id", f"id must be 1 to {MOST_ID} small letters, digits and dashes, for instance side-a")
    name = data.get("name")
    if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME:
        yield error("name", f"name must be a text of 1 to {MOST_NAME} letters")
    elif not all(map(is_plain, name)):
        yield error("name", "name has a character that cannot be printed")
    for key in data:
        if key not in KEYS:
            message = f"unknown entry {shown(key, 30)!r}; a layout has {', '.join(KEYS)}"
            yield Finding("error", "format", shown(key, 30), message, lines.key(key))
    if not _are_texts(data.get("grid")):
        yield error("grid", "grid must be a list of strings, one a row")
    no_line = data.get("no_line", [])
    if not isinstance(no_line, list) or len(no_line) > MOST_PAIRS:
        yield error("no_line", f'no_line must be a list of up to {MOST_PAIRS} pairs of islands, such as ["A1", "D1"]')
    elif strange := [place for place, pair in enumerate(no_line, start=1) if not _is_pair(pair)]:
        entries = f"{'entries' if strange[1:] else 'entry'} {', '.join(map(str, strange[:5]))}"
        many = ", ..." if strange[5:] else ""
        yield error("no_line", f'no_line holds pairs of islands, such as ["A1", "D1"]; look at {entries}{many}')


def _are_texts(value: Any) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(row, str) for row in value)


def _readable_pairs(no_line: object) -> list[tuple[Pair, int]]:
    """Return the pairs of islands in a `no_line`, each with the count of strings before it."""
    pairs: list[tuple[Pair, int]] = []
    strings = 0
    if isinstance(no_line, list) and len(no_line) <= MOST_PAIRS:
        for entry in no_line:
            if _is_pair(entry):
                pairs.append(((entry[0].upper(), entry[1].upper()), strings))
            strings += len(_STRING.findall(json.dumps(entry)))
    return pairs


def _is_pair(value: object) -> TypeGuard[list[str]]:
    return _are_texts(value) and len(value) == 2 and all(parse_island_name(name) is not None for name in value)


def _too_deep(text: str) -> int | None:
    """Return the line of a key such as a.a.a..., if there is one: tomllib needs 3.5 GB for 60 kB of it."""
    line = 1
    for row in _WORDS.sub(lambda found: '"' + "\n" * found[0].count("\n"), text).split("\n"):
        if row.count(".") > MOST_DEPTH:
            return line
        line += 1
    return None


def _slip(text: str) -> tuple[str, int] | None:
    """Return the error for a common slip in a file that is not TOML, with its line, or None."""
    opened: list[int] = []  # where each list that is still open begins
    before, position = "", 0  # the last thing that was not a blank or a comment
    end_of_before = 0
    while position < len(text):
        char = text[position]
        if char.isspace():
            position += 1
            continue
        if char == "#":
            end = text.find("\n", position)
            position = len(text) if end < 0 else end
            continue
        string = _STRING.match(text, position) if char in "\"'" else None
        if char in "\"'" and string is None:
            return f"the text that begins here has no closing {char}", text.count("\n", 0, position) + 1
        if opened and before in ('"', "]") and (string or char == "["):
            return "a comma is missing at the end of this entry", text.count("\n", 0, end_of_before) + 1
        if opened and char == "=":
            first = text.count("\n", 0, opened[-1]) + 1
            return "the list that begins here has no closing ]", first
        if char == "[":
            opened.append(position)
        elif char == "]" and opened:
            opened.pop()
        position = string.end() if string else position + 1
        before, end_of_before = '"' if string else char, position
    return ("the list that begins here has no closing ]", text.count("\n", 0, opened[-1]) + 1) if opened else None


def _toml_message(error: Exception) -> tuple[str, int | None]:
    if isinstance(error, RecursionError):
        return "the brackets are nested too deeply", None
    message = str(error).partition("\n")[0]
    place = re.search(r" \(at line (\d+), column (\d+)\)$", message)
    reason = message[: place.start()] if place else message
    return f"not TOML: {shown(reason, 80)}", int(place[1]) if place else None


class _LineFinder:
    """Find the lines of the keys, the rows of the grid and the pairs of no_line in a TOML file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._strings: dict[str, list[int]] = {}
        self._keys: dict[str, tuple[int, int]] = {}  # its line, and where its value begins
        begin = 0
        for number, line in enumerate(text.split("\n"), start=1):
            key, equals, _ = line.partition("=")
            if equals:
                self._keys.setdefault(key.strip(" \t").strip("\"'"), (number, begin + len(key) + 1))
            begin += len(line) + 1

    def key(self, key: str) -> int | None:
        return self._keys[key][0] if key in self._keys else None

    def place(self, finding: Finding, pairs: Sequence[tuple[Pair, int]]) -> Finding:
        """Return the finding with its line in the file; `pairs` are those of no_line."""
        where = finding.where.partition(",")[0]
        cell = parse_island_name(where)
        row = cell[1] if cell else int(where[4:]) - 1 if where.startswith("row ") else None
        if row is not None:
            return replace(finding, line=self._nth("grid", row))
        one, _, other = where.partition("-")
        for pair, strings in pairs:
            if pair == (one, other):
                return replace(finding, line=self._nth("no_line", strings))
        cell = parse_island_name(one)
        return replace(finding, line=self._nth("grid", cell[1]) if cell else self.key("grid"))

    def _nth(self, key: str, place: int) -> int | None:
        if key not in self._strings:
            self._strings[key] = list(self._string_lines(key))
        found = self._strings[key]
        return found[place] if place < len(found) else self.key(key)

    def _string_lines(self, key: str) -> Iterator[int]:
        line, position = self._keys.get(key, (0, len(self._text)))
        depth = 0
        while position < len(self._text):
            char = self._text[position]
            string = _STRING.match(self._text, position) if char in "\"'" else None
            if string:
                yield line
                line += string[0].count("\n")
                position = string.end()
                continue
            if char == "#":
                position = self._text.find("\n", position)
                if position < 0:
                    return
            line += self._text[position] == "\n"
            depth += (char == "[") - (char == "]")
            position += 1
            if not depth and char == "]":
                return
