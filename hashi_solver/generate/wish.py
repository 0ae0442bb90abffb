"""What can be asked of a new board: its size, its lines, its crossings, its symmetry, its difficulty."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hashi_solver.board import STANDARD_COUNTS
from hashi_solver.errors import InputError

Symmetry = Literal["none", "mirror", "turn"]

ISLANDS = STANDARD_COUNTS[0]
SIDES = (5, 9)  # columns or rows: below islands have no room, above too few lines are left
LINES = (20, 27)
CROSSINGS = (2, 14)
MOST_GONE = 4  # lines that a board may leave out


@dataclass(frozen=True, slots=True)
class Range:
    """All numbers from `low` to `high`, both included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def beyond(self, value: float) -> float:
        """Return how far outside a value lies."""
        return max(0.0, self.low - value, value - self.high)

    def __str__(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}..{self.high:g}"


@dataclass(frozen=True, slots=True)
class Shape:
    """How a board looks, whoever plays on it."""

    columns: int = 7
    rows: int = 7
    lines: Range = Range(*LINES)
    crossings: Range = Range(*CROSSINGS)
    symmetry: Symmetry = "none"

    def check(self) -> None:
        """Raise InputError for what no board can be."""
        size = f"{self.columns}x{self.rows}"
        shortest, longest = sorted((self.columns, self.rows))
        if shortest < SIDES[0] or longest > SIDES[1]:
            raise InputError(
                f"a board has {SIDES[0]} to {SIDES[1]} columns and {SIDES[0]} to {SIDES[1]} rows, not {size}"
            )
        if self.symmetry == "mirror" and self.columns % 2 == 0:
            raise InputError(
                f"mirrored boards need an odd number of columns, not {self.columns}: otherwise islands beside the "
                "middle touch (R1b), or the board falls apart (R7c)"
            )
        most = most_lines(self.columns, self.rows)
        if most is None:
            raise InputError(f"{ISLANDS} islands do not fit on {size} without touching; choose a larger board")
        rule = f"{2 * ISLANDS} minus the rows and columns that its islands use, R1b"
        if self.lines.low > most:
            raise InputError(f"a board of {size} has at most {most} lines ({rule}), not {self.lines}")
        fewest = full_lines(self.columns, self.rows)
        if self.lines.high < fewest - MOST_GONE:
            raise InputError(
                f"a board of {size} has at least {fewest} lines ({rule}) and leaves out at most {MOST_GONE}; "
                f"it cannot have {self.lines}"
            )


def full_lines(columns: int, rows: int) -> int:
    """Return the lines of a board whose islands use every row and column (R1b)."""
    return 2 * ISLANDS - columns - rows


def most_lines(columns: int, rows: int) -> int | None:
    """Return the most lines of a board of this size without touching islands (R1b), or None if they do not fit.

    Rows side by side make runs. Of a run of a rows and b columns every second cell can be taken, which is one more than
    half if both are odd.
    """
    room = [
        used_rows + used_columns
        for used_rows in range(1, rows + 1)
        for used_columns in range(1, columns + 1)
        if used_rows * used_columns + _odd_runs(used_rows, rows) * _odd_runs(used_columns, columns) >= 2 * ISLANDS
    ]
    return 2 * ISLANDS - min(room) if room else None


def _odd_runs(used: int, size: int) -> int:
    """Return the most runs of odd length that this many rows can make."""
    runs = min(used, size - used + 1)
    return runs if (used - runs) % 2 == 0 else runs - 1


@dataclass(frozen=True, slots=True)
class BoardWish:
    """What boards are asked for: their look, their difficulty (None: any), the least share of deals that allow 60."""

    shape: Shape = field(default_factory=Shape)
    difficulty: Range | None = None
    perfect: float = 0.0

    def misses(self, grade: float) -> float:
        """Return by how many grades a difficulty misses the wish."""
        return 0.0 if self.difficulty is None else self.difficulty.beyond(grade)
