"""A board in characters: `( )` an island, `<r>` one with a red flag, `[b]` one with a blue flag.

The result is rows of (text, style) pairs, so that this package needs no terminal library.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from hashi_solver.board import Layout
from hashi_solver.rules import Game, State, empty

Style = Literal[
    "", "label", "line", "bridge", "island", "red", "blue", "finished", "void",
    "new", "just finished", "open", "open red", "open blue",  # while a round is being written
    "dim", "strong", "title", "card", "near", "urgent", "hint",  # beside the board
    "small", "large", "game-losing",  # losses
]  # fmt: skip
Row = list[tuple[str, Style]]


@dataclass(frozen=True, slots=True)
class Columns:
    """Rows under heads; the columns named in `right` are aligned right.

    With `uncut`, lines too long for the terminal wrap instead of cutting cells off.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str | Row]]
    right: Sequence[str] = ()
    uncut: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, to be wrapped at the width of the terminal."""

    text: str


Block = str | Columns | Prose | Row
Drawn = Callable[[State | Layout], list[Row]]  # draws a board in the width and the characters that the terminal has


@dataclass(frozen=True, slots=True)
class Strokes:
    """The characters for a dotted line, one bridge, and two bridges; along a row and along a column."""

    across: tuple[str, str, str]
    down: tuple[str, str, str]


UNICODE = Strokes(across=("·", "─", "═"), down=("·", "│", "║"))
ASCII = Strokes(across=(".", "-", "="), down=(".", "|", "H"))

_EMPTY = {"": "( )", "red": "<r>", "blue": "[b]"}
_FLAG_STYLES: dict[str, Style] = {"": "island", "red": "red", "blue": "blue"}
_OPEN_STYLES: dict[str, Style] = {"": "open", "red": "open red", "blue": "open blue"}
_WIDE, _NARROW, _HIGH = 6, 4, 2
_MARGIN = 4


def width_of(layout: Layout, pitch: int) -> int:
    return _MARGIN + pitch * (layout.columns - 1) + 3


def pitch_for(layout: Layout, room: int) -> int:
    return _WIDE if width_of(layout, _WIDE) <= room else _NARROW


def draw(
    position: State | Layout,
    *,
    room: int = 80,
    strokes: Strokes = UNICODE,
    before: State | None = None,
    may_get_number: Collection[int] = (),
) -> list[Row]:
    """Draw the board with its coordinates, as wide as `room` allows.

    What is not in `before` is marked as new. Islands that can take the card's number are marked, too.
    """
    state = position if isinstance(position, State) else empty(Game(position))
    layout, before = state.game.layout, before or state
    pitch = pitch_for(layout, room)
    width, height = width_of(layout, pitch), _HIGH * (layout.rows - 1) + 1
    canvas: list[list[tuple[str, Style]]] = [[(" ", "")] * width for _ in range(height)]

    def put(x: int, y: int, text: str, style: Style) -> None:
        for offset, char in enumerate(text):
            canvas[y][x + offset] = (char, style)

    def middle(column: int) -> int:
        return _MARGIN + 1 + column * pitch

    for row in range(layout.rows):
        put(0, row * _HIGH, f"{row + 1:>2}", "label")
    style: Style
    for line in sorted(layout.lines, key=lambda line: state.bridges[line.index]):
        a, b = layout.islands[line.a], layout.islands[line.b]
        bridges = min(2, state.bridges[line.index])
        style = "new" if state.bridges[line.index] > before.bridges[line.index] else "bridge" if bridges else "line"
        if line.horizontal:
            for x in range(middle(a.column) + 2, middle(b.column) - 1):
                if bridges or (x - middle(a.column)) % 2 == 0:
                    put(x, a.row * _HIGH, strokes.across[bridges], style)
        else:
            for y in range(a.row * _HIGH + 1, b.row * _HIGH):
                put(middle(a.column), y, strokes.down[bridges], style)
    for island in layout.islands:
        index, number = island.index, state.numbers[island.index]
        style = _FLAG_STYLES[island.flag]
        if state.finished >> index & 1:
            style = "finished" if before.finished >> index & 1 else "just finished"
        elif number != before.numbers[index]:
            style = "new"
        elif index in may_get_number:
            style = _OPEN_STYLES[island.flag]
        elif state.void >> index & 1:
            style = "void"
        put(middle(island.column) - 1, island.row * _HIGH, _EMPTY[island.flag], style)
        if number or style == "void":
            put(middle(island.column), island.row * _HIGH, str(number or "x"), style)
    letters = [" "] * width
    for column in range(layout.columns):
        letters[middle(column)] = chr(ord("A") + column)
    return [[("".join(letters).rstrip(), "label")], *(_joined(cells) for cells in canvas)]


def legend(layout: Layout) -> str:
    parts = ["( ) island"]
    if layout.red:
        parts.append("<r> red flag")
    if layout.blue:
        parts.append("[b] blue flag")
    return "   ".join(parts)


def _joined(cells: list[tuple[str, Style]]) -> Row:
    """Join neighbouring characters of the same style into one text, and drop trailing blanks."""
    last = max((place for place, (char, _) in enumerate(cells) if char != " "), default=-1)
    row: Row = []
    for char, style in cells[: last + 1]:
        if row and row[-1][1] == style:
            row[-1] = (row[-1][0] + char, style)
        else:
            row.append((char, style))
    return row
