"""Games in files: each is an ordinary record, with a comment at the top for what a record does not hold.

# hashi play: Daily No. 322; cards hidden; 2 hints
Layout: side-a
Deck: 2/3 2/1 ...
Start: 4@D7
1. 2@B2 B2-B4 A7-D7 D7-G7
"""

from __future__ import annotations

import datetime
import os
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from hashi_solver.challenge import Deal, encode
from hashi_solver.errors import IllegalError, InputError
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import exists, expect_name, make_folder, read_text, shown, shown_path, write_text
from hashi_solver.notation.records import format_record
from hashi_solver.record import Record
from hashi_solver.table.entry import enter
from hashi_solver.table.session import Draft, Session, resumed, written_plays, written_so_far, written_start

MOST_NAME = 40
MOST_SECONDS = 9_999_999
_HEAD = re.compile(
    r"# hashi play: (?P<name>[^;\n]*)(?:; (?P<hints>[0-9]{1,4}) hints?)?(?:; (?P<seconds>[0-9]{1,7}) s)?(?:\n|$)"
)


class Head(NamedTuple):
    """What the first line of a game's file says: its name, the hints taken, and the seconds that a page counted."""

    name: str
    hints: int = 0
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game with its name, the file that it is kept in, how many hints were taken, and the seconds it took.

    Only a page counts seconds; a game at the terminal keeps what was counted before.
    """

    path: Path
    name: str
    board: str  # its id or its path
    session: Session
    hints: int = 0
    player: str | None = None  # where the record names one
    seconds: int = 0
    in_file: str | None = field(default=None, repr=False, compare=False)  # as last read or written; None: no file yet

    @property
    def over(self) -> bool:
        return self.session.phase == "over"

    @property
    def by_hand(self) -> bool:
        """Return whether a person typed the file, so that hashi must not write into it."""
        return self.in_file is not None and head_of(self.in_file) is None


def named(text: str) -> str:
    """Return a name for a game: short, printable, and without the sign that ends it in the file."""
    return shown(text, MOST_NAME).replace(";", ",")


def make_room(path: Path) -> None:
    """Create the folder of a game, so that the player learns before the first move if it cannot be kept."""
    expect_name(path)
    make_folder(path.parent)
    if not os.access(path.parent, os.W_OK):
        raise InputError("games cannot be kept here: you may not write in this folder", source=shown_path(path.parent))


def keep(kept: KeptGame, *, sync: bool = True) -> KeptGame:
    """Save the game; whatever happens, its file is whole.

    If something else changed the file, most likely another terminal with the same game, that file is left alone and
    this game moves to a new one: see the path of the game returned. Without `sync` it does not wait for the disk.
    """
    make_room(kept.path)
    path, text = kept.path, format_kept(kept)
    if exists(path) and read_text(path) != kept.in_file:
        if text == kept.in_file:
            return kept  # nothing was written here since
        path = _free(path.parent, path.stem, path.suffix)
    write_text(path, text, sync=sync)
    return replace(kept, path=path, in_file=text)


def delete_kept(kept: KeptGame) -> None:
    """Delete the file of a game, unless it was changed since it was read."""
    if exists(kept.path) and read_text(kept.path) != kept.in_file:
        raise InputError("was changed by something else, perhaps another terminal", source=shown_path(kept.path))
    try:
        kept.path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be deleted: {error.strerror}", source=shown_path(kept.path)) from None


def format_kept(kept: KeptGame) -> str:
    """Return the record with the code of the deal, so that the file does not reveal the cards to come."""
    session = kept.session
    record = Record(
        layout=None if kept.board in layout_ids() else kept.board,
        challenge=encode(session.deal),
        start=written_start(session),
        plays=written_plays(session),
        player=kept.player,
    )
    return format_game(Head(kept.name, kept.hints, kept.seconds), record)


def format_draft(kept: KeptGame) -> str | None:
    """Return a game with the line of a round that is half written; None where nothing of the round is, or all of it."""
    so_far = written_so_far(kept.session)
    if kept.session.phase not in ("number", "bridges") or not so_far:
        return None
    return f"{format_kept(kept)}{kept.session.round}. {so_far}\n"


def with_draft(kept: KeptGame, draft: str) -> KeptGame:
    """Return a game with the round that a draft has half written; the game as it is if the draft is of another one."""
    head, lines, session = head_of(draft), draft.splitlines(), kept.session
    if head is None or session.draft != Draft() or lines[1:-1] != format_kept(kept).splitlines()[1:]:
        return kept
    for word in lines[-1].split()[1:]:
        session = enter(session, word)
    return replace(kept, session=session, hints=head.hints, seconds=max(head.seconds, kept.seconds))


def format_game(head: Head, record: Record) -> str:
    """A record with its head."""
    hints = f"; {head.hints} hint{'s' if head.hints > 1 else ''}" if head.hints else ""
    seconds = f"; {head.seconds} s" if head.seconds else ""
    return f"# hashi play: {head.name}{hints}{seconds}\n{format_record(record)}"


def head_of(text: str) -> Head | None:
    """The head of a game; None for a text that hashi has not written."""
    head = _HEAD.match(text)
    return Head(head["name"], int(head["hints"] or 0), int(head["seconds"] or 0)) if head else None


def kept_in(path: Path, text: str, record: Record, deal: Deal) -> KeptGame:
    """Return the game of a record in a file; raise InputError if it cannot be resumed."""
    try:
        session = resumed(deal, record)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    except IllegalError as error:
        raise InputError(f"this game cannot be resumed: {error}", source=shown_path(path)) from None
    head = head_of(text) or Head(named(path.stem))
    board = record.layout or deal.layout.id
    return KeptGame(path, head.name, board, session, head.hints, record.player, head.seconds, text)


def free_path(folder: Path, now: datetime.datetime, layout_id: str) -> Path:
    """Return a new name in the folder: `2026-11-18-2105-side-a.txt`."""
    return _free(folder, f"{now:%Y-%m-%d-%H%M}-{layout_id}", ".txt")


def free_name(folder: Path, name: str) -> Path:
    """Return the name, or the next free one like it."""
    return _free(folder, Path(name).stem or "game", ".txt")


def _free(folder: Path, stem: str, suffix: str) -> Path:
    names = [f"{stem}{suffix}", *(f"{stem}-{count}{suffix}" for count in range(2, 1000))]
    return next(path for name in names if not (path := folder / name).exists())
