"""A board that is being drawn: what each step changes, and everything there is to say about it meanwhile."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from hashi_solver.board import (
    FLAGS,
    MOST_COLUMNS,
    MOST_ROWS,
    SEA,
    Layout,
    Line,
    Pair,
    island_name,
    parse_island_name,
)
from hashi_solver.errors import InputError, Sentence
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import shown
from hashi_solver.notation.layouts import MOST_ID, MOST_PAIRS, Examined, examine_layout_text, layout_text

Kind = Literal["sea", "island", "red", "blue"]
Place = tuple[int, int]

KINDS: dict[Kind, str] = {"sea": SEA, "island": "o", "red": "r", "blue": "b"}  # in the order of taps
KIND_OF: dict[str, Kind] = {letter: kind for kind, letter in KINDS.items()}
USUAL_SIZE = 7
UNNAMED = "board"  # the id of a board whose name has no letter that an id can have


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """Two neighbouring islands; `taken` where the board does not join them."""

    line: Line
    taken: bool


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A board at any stage: it need not have an island yet, nor a name."""

    id: str
    name: str
    grid: tuple[str, ...]
    no_line: tuple[Pair, ...] = ()

    def __post_init__(self) -> None:
        width = len(self.grid[0]) if self.grid else 0
        if not (0 < width <= MOST_COLUMNS and 0 < len(self.grid) <= MOST_ROWS):
            raise InputError(_size())
        if any(len(row) != width or not set(row) <= {SEA, *FLAGS} for row in self.grid):
            raise InputError(f"each row of a board has as many cells, each one of {SEA} {' '.join(FLAGS)}")
        if len(self.no_line) > MOST_PAIRS or any(
            parse_island_name(name) is None for pair in self.no_line for name in pair
        ):
            raise InputError(f"no_line holds up to {MOST_PAIRS} pairs of islands")

    @property
    def columns(self) -> int:
        return len(self.grid[0])

    @property
    def rows(self) -> int:
        return len(self.grid)

    @property
    def text(self) -> str:
        """The board as a layout file, whether it is valid or not."""
        return layout_text(self.id, self.name, self.grid, self.no_line)

    def kind(self, place: Place) -> Kind:
        column, row = place
        return KIND_OF[self.grid[row][column]]

    def joined(self) -> Layout | None:
        """The board with all its neighbours joined; None while there is no island."""
        return Layout(UNNAMED, UNNAMED, self.grid) if set("".join(self.grid)) & set(FLAGS) else None

    def lines(self) -> tuple[DrawnLine, ...]:
        joined, taken = self.joined(), set(map(frozenset, self.no_line))
        if joined is None:
            return ()
        return tuple(DrawnLine(line, frozenset(line.name.split("-")) in taken) for line in joined.lines)

    def layout(self) -> Layout | None:
        """The board with the lines that it has, whatever else is wrong with it; None while there is no island."""
        taken = tuple(_ends(each.line.name) for each in self.lines() if each.taken)
        joined = self.joined()
        return None if joined is None else replace(joined, no_line=taken)

    def examined(self) -> Examined:
        """Everything that `hashi layout validate` says about it."""
        return examine_layout_text(self.text, self.id)


def blank(name: str, columns: int = USUAL_SIZE, rows: int = USUAL_SIZE) -> DrawnBoard:
    return DrawnBoard(id_of(name), name, _sea(columns, rows))


def drawn(layout: Layout) -> DrawnBoard:
    """A board to change. One that ships is changed under an id and a name of its own."""
    pairs = tuple(_ends(_line_name(pair)) for pair in layout.no_line)
    board = DrawnBoard(layout.id, layout.name, layout.grid, tuple(dict.fromkeys(pairs)))
    return renamed(board, f"{layout.name} 2") if layout.id in layout_ids() else board


def read(text: str) -> DrawnBoard | Examined:
    """The board of a layout file as it was typed, or what keeps it from being drawn."""
    examined = examine_layout_text(text, "")
    return examined if examined.layout is None else drawn(examined.layout)


def tap(board: DrawnBoard, name: str, kind: Kind | None = None) -> DrawnBoard:
    """Change a cell, or take a line away and put it back; to make it sea takes it away."""
    if "-" in name:
        return tap_line(board, name.upper(), True if kind == "sea" else None)
    return tap_cell(board, name, kind)


def tap_cell(board: DrawnBoard, name: str, kind: Kind | None = None) -> DrawnBoard:
    """Change a cell to a kind, or to the one after its own: sea, island, red, blue, and sea again."""
    place = _place(board, name)
    order = tuple(KINDS)
    wanted = kind or order[(order.index(board.kind(place)) + 1) % len(order)]
    column, row = place
    changed = board.grid[row][:column] + KINDS[wanted] + board.grid[row][column + 1 :]
    return _with_grid(board, (*board.grid[:row], changed, *board.grid[row + 1 :]))


def tap_line(board: DrawnBoard, name: str, taken: bool | None = None) -> DrawnBoard:
    """Take a line away, or put it back."""
    found = next((each for each in board.lines() if each.line.name == name), None)
    if found is None:
        raise InputError(f"{shown(name, 10)} is no line of this board (R1b)")
    others = tuple(pair for pair in board.no_line if frozenset(pair) != frozenset(name.split("-")))
    taken = not found.taken if taken is None else taken
    return replace(board, no_line=(*others, _ends(name)) if taken else others)


def resized(board: DrawnBoard, columns: int, rows: int) -> DrawnBoard:
    """The board with sea added, or cells cut off, on the right and below."""
    if not (0 < columns <= MOST_COLUMNS and 0 < rows <= MOST_ROWS):
        raise InputError(_size())
    kept = [row[:columns].ljust(columns, SEA) for row in board.grid[:rows]]
    return _with_grid(board, (*kept, *_sea(columns, rows - len(kept))))


def mirrored(board: DrawnBoard) -> DrawnBoard:
    """The board with left and right exchanged."""
    return _moved(board, board.columns, board.rows, lambda column, row: (board.columns - 1 - column, row))


def turned(board: DrawnBoard) -> DrawnBoard:
    """The board turned by a quarter, clockwise."""
    if board.rows > MOST_COLUMNS:
        raise InputError(
            Sentence(
                "turned, this board would have %(columns)s columns; %(most)s are the most",
                columns=board.rows,
                most=MOST_COLUMNS,
            )
        )
    return _moved(board, board.rows, board.columns, lambda column, row: (board.rows - 1 - row, column))


def renamed(board: DrawnBoard, name: str) -> DrawnBoard:
    """The board with another name. Its id follows, unless it was chosen apart from the name before."""
    follows = board.id in (id_of(board.name), UNNAMED) or board.id in layout_ids()
    return replace(board, name=name, id=id_of(name) if follows else board.id)


def id_of(name: str) -> str:
    """The id that a board of this name gets: small letters, digits and dashes, and none of a board that ships."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made = re.sub(r"[^a-z0-9]+", "-", plain[: 10 * MOST_ID]).strip("-")[: MOST_ID - 3].strip("-") or UNNAMED
    free = (made, *(f"{made}-{number}" for number in range(2, 100)))
    return next(one for one in free if one not in layout_ids())


def _with_grid(board: DrawnBoard, grid: tuple[str, ...]) -> DrawnBoard:
    """The board with other cells; a line that was taken away is forgotten once its islands are no neighbours."""
    changed = replace(board, grid=grid)
    gone = {each.line.name for each in board.lines()} - {each.line.name for each in changed.lines()}
    return replace(changed, no_line=tuple(pair for pair in board.no_line if _line_name(pair) not in gone))


def _moved(board: DrawnBoard, columns: int, rows: int, to: Callable[[int, int], Place]) -> DrawnBoard:
    cells = {to(column, row): cell for row, text in enumerate(board.grid) for column, cell in enumerate(text)}
    grid = tuple("".join(cells[column, row] for column in range(columns)) for row in range(rows))

    def moved(name: str) -> str:
        place = parse_island_name(name)
        assert place is not None
        return island_name(*to(*place))

    pairs = tuple(_ends(_line_name((moved(one), moved(other)))) for one, other in board.no_line)
    return replace(board, grid=grid, no_line=pairs)


def _place(board: DrawnBoard, name: str) -> Place:
    place = parse_island_name(name)
    if place is None or place[0] >= board.columns or place[1] >= board.rows:
        raise InputError(f"{shown(name, 10)} is no cell of this board")
    return place


def _line_name(pair: Pair) -> str:
    """The name of the line between two islands, in reading order as lines are named."""
    one, other = sorted((name.upper() for name in pair), key=lambda name: (parse_island_name(name) or (0, 0))[::-1])
    return f"{one}-{other}"


def _ends(line: str) -> Pair:
    one, _, other = line.partition("-")
    return one, other


def _size() -> Sentence:
    return Sentence("a board has 1 to %(columns)s columns and 1 to %(rows)s rows", columns=MOST_COLUMNS, rows=MOST_ROWS)


def _sea(columns: int, rows: int) -> tuple[str, ...]:
    return (SEA * columns,) * max(0, rows)
