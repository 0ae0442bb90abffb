"""A board improved: small changes towards a difficulty, bred with the given board as the first parent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import dist

from hashi_solver.board import Flag, Layout
from hashi_solver.errors import InputError, InternalError
from hashi_solver.generate.archive import Candidate, Goal
from hashi_solver.generate.beauty import beauty, flaws
from hashi_solver.generate.prediction import at_first_sight
from hashi_solver.generate.search import (
    DIGITS,
    BoardRequest,
    BoardSearch,
    Figures,
    Generated,
    Map,
    NewBoard,
    OnFound,
    OnProgress,
    map_over,
    result_of,
)
from hashi_solver.generate.sketch import Aim, Anchor, Sketch, essence, sketch_of
from hashi_solver.generate.tuning import TUNED, Tuning
from hashi_solver.generate.wish import CROSSINGS, LINES, BoardWish, Range, Shape
from hashi_solver.interrupts import Stop
from hashi_solver.lab.sample import RANDOM, Sample
from hashi_solver.notation.files import shown
from hashi_solver.notation.layouts import MOST_ID, MOST_NAME
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream


@dataclass(frozen=True, slots=True)
class Changes:
    """What a board has other than the one it was made from. Islands and lines go by their names."""

    moved: tuple[tuple[str, str], ...]  # from, to
    flags: tuple[tuple[str, Flag], ...]  # islands in their old place with another flag
    lines_gone: tuple[str, ...]
    lines_new: tuple[str, ...]

    def __str__(self) -> str:
        moves = ", ".join(f"{one} to {other}" for one, other in self.moved)
        flags = ", ".join(f"{name} {flag or 'none'}" for name, flag in self.flags)
        gone, new = len(self.lines_gone), len(self.lines_new)
        lines = f"{gone} line{'' if gone == 1 else 's'} gone, {new} new" if gone or new else ""
        parts = (f"moved {moves}" if moves else "", f"flags: {flags}" if flags else "", lines)
        return "; ".join(filter(None, parts))


def changes(before: Layout, after: Layout) -> Changes:
    """Return the changes from one board to another; an island counts as moved to the nearest new cell."""
    old = {island.name: island for island in before.islands}
    new = {island.name: island for island in after.islands}
    left, there = [old[name] for name in old if name not in new], [new[name] for name in new if name not in old]
    ways = sorted(
        (one.flag != other.flag, dist((one.column, one.row), (other.column, other.row)), one.name, other.name)
        for one in left
        for other in there
    )
    moved: dict[str, str] = {}
    for _, _, one_name, other_name in ways:
        if one_name not in moved and other_name not in moved.values():
            moved[one_name] = other_name
    flags = [(name, new[name].flag) for name in old if name in new and new[name].flag != old[name].flag]
    flags += [(to, new[to].flag) for name, to in moved.items() if new[to].flag != old[name].flag]
    old_lines, new_lines = ([line.name for line in layout.lines] for layout in (before, after))
    return Changes(
        tuple((name, moved[name]) for name in old if name in moved),
        tuple(flags),
        tuple(name for name in old_lines if name not in new_lines),
        tuple(name for name in new_lines if name not in old_lines),
    )


@dataclass(frozen=True, slots=True)
class Improved:
    """The boards that were made of one, and what that one is worth; without figures if the search ended before."""

    board: Layout
    beauty: float
    figures: Figures | None
    generated: Generated

    def meets(self, difficulty: Range) -> bool:
        """Whether the board had this difficulty from the beginning."""
        return self.figures is not None and not difficulty.beyond(self.figures.difficulty.value)

    def changes(self, made: NewBoard) -> Changes:
        return changes(self.board, made.layout)


class ImprovementSearch(BoardSearch):
    """Groups of copies of one board and of its best copies."""

    def __init__(self, board: Layout, locked: Collection[str], request: BoardRequest, map_all: Map) -> None:
        super().__init__(replace(request, seed=f"{request.seed} improve {board.digest}"), map_all)
        self.board = board
        self.origin = self._origin(locked)
        self.figures: Figures | None = None
        self.seen.add(essence(board))

    def _origin(self, locked: Collection[str]) -> Candidate:
        tuning = self.tuning
        cells = {island.name: (island.column, island.row) for island in self.board.islands}
        anchor = Anchor(frozenset(cells.values()), frozenset(cells[name] for name in locked), 0)
        sketch = replace(sketch_of(self.board), anchor=anchor)
        games = Sample(tuning.breeding.games, f"{self.seed} origin", RANDOM)
        pleasant = beauty(self.board, tuning.beauty).total
        goal = Goal(0.0, Aim(self.board.crossings, len(self.board.lines)))
        layout = replace(self.board, id="origin")
        return Candidate(sketch, layout, pleasant, goal, at_first_sight(Game(layout), games), tuning)

    def run(self) -> None:
        """Measure the board, and search unless it meets the wish already."""
        self.tell()
        self.figures = self.trials.proof(self.origin, BoardWish())
        if self.figures is None:
            raise InternalError("a proof without a wish failed")
        if self.wish.misses(self.figures.difficulty.value):
            self.archive.boards.append(self.origin)
            super().run()

    def parent(self, goal: Goal, taken: Sequence[Candidate | None], chance: Stream) -> Candidate | None:
        return super().parent(goal, taken, chance) or self.origin

    def original(self, parent: Candidate) -> Sketch:
        """Return the sketch of a parent; the later the group, the more islands its copies may move."""
        how, anchor = self.tuning.improve, self.origin.sketch.anchor
        if anchor is None:
            raise InternalError("a board that is improved has lost its anchor")
        most = min(how.most_moved, how.moved_at_first + self.group - 1)
        return replace(parent.sketch, anchor=replace(anchor, most_moved=most))

    def named(self, one: Candidate) -> Layout:
        digits = one.layout.digest[:DIGITS]
        identity, name = self.board.id[: MOST_ID - DIGITS - 1], self.board.name[: MOST_NAME - DIGITS - 1]
        return one.sketch.layout(f"{identity}-{digits}", f"{name} {digits.upper()}")


def check_locked(board: Layout, locked: Collection[str]) -> None:
    """Raise InputError for islands that cannot be locked."""
    strangers = [name for name in locked if name not in board.index_of]
    if strangers:
        raise InputError(f"{shown(strangers[0])} cannot be locked: {board.name} has no island there")
    if len(set(locked)) == len(board.islands):
        raise InputError("every island is locked: nothing can be changed")


def improve(
    board: Layout,
    difficulty: Range,
    seed: str,
    count: int = 1,
    locked: Collection[str] = (),
    *,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    on_found: OnFound | None = None,
    tuning: Tuning = TUNED,
    stop: Stop | None = None,
) -> Improved:
    """Make `count` boards of this difficulty by small changes of a board; locked islands stay as they are.

    None is much uglier than the board, and none has more flaws. When `stop` is set it answers with those found by then.
    """
    check_locked(board, locked)
    lines, crossings = len(board.lines), board.crossings
    shape = Shape(
        board.columns,
        board.rows,
        Range(min(LINES[0], lines), max(LINES[1], lines)),
        Range(min(CROSSINGS[0], crossings), max(CROSSINGS[1], crossings)),
    )
    pleasant = beauty(board, tuning.beauty).total
    tuning = replace(
        tuning,
        drawing=replace(
            tuning.drawing, beautiful=max(0.0, pleasant - tuning.improve.uglier), flaws_allowed=flaws(board)
        ),
        archive=replace(tuning.archive, most_alike=tuning.improve.most_alike),
    )
    request = BoardRequest(BoardWish(shape, difficulty), seed, count, tuning, on_progress, on_found)
    with map_over(workers, stop) as map_all:
        search = ImprovementSearch(board, locked, request, map_all)
        generated = result_of(search)
    return Improved(board, pleasant, search.figures, generated)
