"""Boards: list, add and remove them, make new ones, and let players play on them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from hashi_solver.app.question import board_named, checked_seed
from hashi_solver.board import Layout
from hashi_solver.challenge.codes import board_with, tag
from hashi_solver.errors import InputError
from hashi_solver.generate import improve as improving
from hashi_solver.generate import search
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.improve import Improved, changes, check_locked
from hashi_solver.generate.search import Generated, GenerateProgress, NewBoard
from hashi_solver.generate.wish import CROSSINGS, LINES, BoardWish, Range, Shape, Symmetry
from hashi_solver.interrupts import Deadline, Stop
from hashi_solver.library import boards_folder, layout_ids, layout_path, output_folder, own_layout_ids
from hashi_solver.notation.files import expect_writable, make_folder, read_text, shown, shown_path, write_text
from hashi_solver.notation.layouts import (
    Examined,
    examine_layout,
    examine_layout_file,
    examine_layout_text,
    load_playable_layout,
)
from hashi_solver.players import simulation
from hashi_solver.players.simulation import Simulation
from hashi_solver.rules import Game

Ends = tuple[float, float]
_SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Listed:
    """The boards that an id can name, and the ids of the user's own boards that are not valid."""

    shipped: tuple[Layout, ...]
    own: tuple[Layout, ...]
    broken: tuple[str, ...]


def known_boards() -> Listed:
    """Return the boards that ship, and those in the user's folder."""
    own = {name: examine_layout(name) for name in own_layout_ids()}
    return Listed(
        tuple(map(load_playable_layout, layout_ids())),
        tuple(examined.layout for name, examined in own.items() if examined.layout and examined.layout.id == name),
        tuple(name for name, examined in own.items() if examined.layout is None or examined.layout.id != name),
    )


@dataclass(frozen=True, slots=True)
class Added:
    """A board that was added to the user's own, or the findings that say why it was not."""

    examined: Examined
    path: Path | None = None
    codes_need_board: bool = False  # another board with the same tag is found first


def add_board(path: Path) -> Added:
    """Copy a board into the user's folder, unless it is not valid; raise InputError if its id is taken."""
    examined = examine_layout_file(path)
    try:
        return _keep(examined, lambda: read_text(path))
    except InputError as error:
        raise error.at(error.source or shown_path(path)) from None


def keep_board(text: str, *, replacing: bool = False) -> Added:
    """Keep a board that was drawn in the user's folder, in a file named after its id.

    Raise IdTakenError if the folder has another board with this id, unless that should be replaced.
    """
    return _keep(examine_layout_text(text, ""), lambda: text, replacing=replacing)


class IdTakenError(InputError):
    """The user already has another board with this id."""


def _keep(examined: Examined, read: Callable[[], str], *, replacing: bool = False) -> Added:
    layout = examined.playable
    if layout is None:
        return Added(examined)
    target = boards_folder() / f"{layout.id}.toml"
    if layout.id in layout_ids():
        raise InputError(f"hashi ships a board {layout.id}: choose a different id")
    text = read()
    if not replacing and target.exists() and read_text(target) != text:
        way_out = f"choose a different id, or first run hashi layout remove {layout.id}"
        raise IdTakenError(f"you already have a board {layout.id}: {way_out}")
    same_tag = board_with(tag(layout))
    make_folder(target.parent)
    write_text(target, text)
    return Added(examined, target, same_tag is not None and same_tag.digest != layout.digest)


def remove_board(name: str) -> Path:
    """Remove a board from the user's folder."""
    if name in layout_ids():
        raise InputError(f"{name} ships with hashi; you can only remove boards of your own")
    if name not in own_layout_ids():
        known = ", ".join(own_layout_ids()) or "none"
        raise InputError(f"you have no board {shown(name)}; your boards: {known}")
    path = layout_path(name)
    try:
        path.unlink()
    except OSError as error:
        raise InputError(f"cannot be removed: {error.strerror}", source=shown_path(path)) from None
    return path


@dataclass(frozen=True, slots=True)
class Simulated:
    """The games that were played on a board; fewer than were asked for if they were stopped."""

    layout: Layout
    asked: int
    simulation: Simulation


@dataclass(frozen=True, slots=True)
class Generation:
    """A request for new boards. They are written to `folder`, if there is one."""

    wish: BoardWish
    seed: str
    count: int
    folder: Path | None

    @property
    def call(self) -> str:
        """Return the command that makes these boards again."""
        shape, usual = self.wish.shape, Shape()
        words = ["hashi layout generate", f"--seed {shlex.quote(self.seed)}", f"--size {shape.columns}x{shape.rows}"]
        spans = {
            "difficulty": self.wish.difficulty,
            "lines": None if shape.lines == usual.lines else shape.lines,
            "crossings": None if shape.crossings == usual.crossings else shape.crossings,
        }
        for name, span in spans.items():
            if span is not None:
                words.append(f"--{name} {_ends(span)}")
        if shape.symmetry != usual.symmetry:
            words.append(f"--symmetry {shape.symmetry}")
        if self.wish.perfect:
            words.append(f"--sixty {100 * self.wish.perfect:g}")
        return " ".join([*words, f"--count {self.count}"])

    def keep(self, made: NewBoard) -> None:
        """Write a board with its figures."""
        _write(made, self.folder, self.call)


def generation(
    seed: str = "1",
    size: str = "7x7",
    *,
    difficulty: Ends | None = None,
    lines: Ends | None = None,
    crossings: Ends | None = None,
    symmetry: Symmetry = "none",
    sixty: float = 0.0,
    count: int = 8,
    out: Path | None = None,
    write: bool = True,
) -> Generation:
    """Return the request; refuse a wish that no board can meet, and a folder that cannot be written.

    `sixty` is a percentage. Without `write` and `out` no files are written.
    """
    match = _SIZE.fullmatch(size.strip().lower())
    if match is None:
        raise InputError("--size is columns x rows, for instance 7x7")
    shape = Shape(int(match[1]), int(match[2]), Range(*(lines or LINES)), Range(*(crossings or CROSSINGS)), symmetry)
    shape.check()
    wish = BoardWish(shape, None if difficulty is None else Range(*difficulty), sixty / 100)
    return Generation(wish, checked_seed(seed), count, _folder(out, write))


def generate(
    asked: Generation,
    *,
    workers: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[GenerateProgress], None] | None = None,
    stop: Stop | None = None,
) -> Generated:
    """Make new boards, and write each as soon as it is found. A time limit ends the search and keeps those found."""
    deadline = Deadline(time_limit, stop)
    found = search.generate(
        asked.wish,
        asked.seed,
        asked.count,
        workers=workers,
        on_progress=on_progress,
        on_found=asked.keep,
        stop=deadline,
    )
    if not found.boards and not found.interrupted and not found.drawn:
        near = f"; the closest drawing has {found.near}" if found.near else ""
        message = "found no good-looking board with this size, symmetry and number of lines and crossings"
        raise InputError(f"{message}{near}")
    return replace(found, timed_out=found.interrupted and deadline.passed)


@dataclass(frozen=True, slots=True)
class Improvement:
    """A request to improve a board. The boards that come of it are written to `folder`, if there is one."""

    board: str
    layout: Layout
    difficulty: Range
    locked: tuple[str, ...]
    seed: str
    count: int
    folder: Path | None

    @property
    def call(self) -> str:
        """Return the command that makes these boards again."""
        words = ["hashi layout improve", shlex.quote(self.board), f"--difficulty {_ends(self.difficulty)}"]
        if self.locked:
            words.append(f"--lock {','.join(self.locked)}")
        return " ".join([*words, f"--seed {shlex.quote(self.seed)}", f"--count {self.count}"])

    def keep(self, made: NewBoard) -> None:
        """Write a board with its figures and its changes."""
        _write(made, self.folder, self.call, f"Changed from {self.layout.name}: {changes(self.layout, made.layout)}")


def improvement(
    board: str,
    difficulty: Ends,
    lock: str = "",
    seed: str = "1",
    count: int = 1,
    *,
    out: Path | None = None,
    write: bool = True,
) -> Improvement:
    """Return the request; `lock` names islands, separated by commas or blanks."""
    layout = load_playable_layout(board)
    locked = tuple(dict.fromkeys(name.upper() for name in re.split(r"[,\s]+", lock) if name))
    check_locked(layout, locked)
    return Improvement(board, layout, Range(*difficulty), locked, checked_seed(seed), count, _folder(out, write))


def improve(
    asked: Improvement,
    *,
    workers: int | None = None,
    time_limit: float | None = None,
    on_progress: Callable[[GenerateProgress], None] | None = None,
    stop: Stop | None = None,
) -> Improved:
    """Change a board towards a difficulty, and write each board that comes of it as soon as it is found."""
    deadline = Deadline(time_limit, stop)
    found = improving.improve(
        asked.layout,
        asked.difficulty,
        asked.seed,
        asked.count,
        asked.locked,
        workers=workers,
        on_progress=on_progress,
        on_found=asked.keep,
        stop=deadline,
    )
    timed_out = found.generated.interrupted and deadline.passed
    return replace(found, generated=replace(found.generated, timed_out=timed_out))


def _write(made: NewBoard, folder: Path | None, call: str, *remarks: str) -> None:
    if folder is not None:
        make_folder(folder)
        write_text(folder / f"{made.layout.id}.toml", board_file(made, call, *remarks))


def _folder(out: Path | None, write: bool) -> Path | None:
    """Return the folder that boards are written to; raise InputError if that is not possible."""
    folder = out if out is not None or not write else output_folder()
    if folder is not None:
        expect_writable(folder)
    return folder


def _ends(span: Range) -> str:
    return f"{span.low:g}" + (f"..{span.high:g}" if span.high != span.low else "")


def simulate(
    board: str | None = None,
    player: str = "club",
    games: int = 1000,
    seed: str = "1",
    *,
    workers: int | None = None,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> Simulated:
    """Let a player who cannot see the coming cards play on a board."""
    layout = board_named(board)
    found = simulation.simulate(
        player, Game(layout), games, checked_seed(seed), workers=workers, on_progress=on_progress, stop=stop
    )
    return Simulated(layout, games, found)
