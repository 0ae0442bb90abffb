"""The finished games on this machine, and sheets that are typed in."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashi_solver.app.playing import NewGame, deal_in, file_to_play, games, read_kept
from hashi_solver.app.question import Source, of_record
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.challenge import Deal, challenge_of, encode
from hashi_solver.challenge.challenges import KeptChallenges
from hashi_solver.challenge.seeded import daily_deal, daily_number, day_of, day_of_number
from hashi_solver.documents.history import Carried
from hashi_solver.errors import HashiError, InputError, Sentence, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.library import games_folder, known_layout_ids
from hashi_solver.notation.files import make_folder, read_text, shown, shown_path, write_text
from hashi_solver.notation.records import parse_record
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, judge_record
from hashi_solver.scoring import breakdown
from hashi_solver.table.kept import Head, KeptGame, format_game, free_name, free_path, head_of, named
from hashi_solver.table.results import Result
from hashi_solver.table.transcript import Transcript
from hashi_solver.targets import Targets

MOST_WORKED_OUT = 10  # medals that are not known yet, one or two seconds each
KEY = 16
MOST_FILE = 60
_NO_FILE_NAME = re.compile(r"[^A-Za-z0-9-]+")
_DAILY = re.compile(r"Daily No\. ([0-9]{1,6})\b")
_WHEN = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{4})\b")


@dataclass(frozen=True, slots=True)
class TakenOver:
    """Games from another machine: how many are new, how many were already here, and why others are refused."""

    new: int
    known: int
    refused: tuple[str, ...]


def results(folder: Path | None = None) -> list[Result]:
    """Return the finished games of a folder, the last one first; skip all other files."""
    found = []
    for path in (folder or games_folder()).glob("*.txt"):
        with contextlib.suppress(HashiError):
            found.append(result_in(path))
    return sorted(found, key=lambda result: (result.when, result.path), reverse=True)


def unfinished() -> list[KeptGame]:
    """Return the games of the folder that can be resumed, the last written first."""
    return games(games_folder(), finished=False)


def result_in(path: Path) -> Result:
    """Return the finished game in a file; raise InputError if there is none."""
    text = read_text(path)
    head = head_of(text) or Head(named(path.stem))
    try:
        record = parse_record(text)
        asked = of_record(record, Source(text, shown_path(path)))
        deal = deal_in(asked, record.hidden)
        if len(record.plays) < deal.game.rounds:
            raise InputError(f"this game is not finished: {len(record.plays)} of {deal.game.rounds} rounds")
        verdict = judge_record(deal.game, asked.record, asked.box, house=True)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    totals = [breakdown(each).total for each in (verdict.rounds[0].before, *(each.after for each in verdict.rounds))]
    return Result(
        path,
        text,
        head.name,
        _when(path),
        encode(deal),
        deal,
        _number(head.name, deal),
        totals[-1],
        tuple(after - before for before, after in itertools.pairwise(totals)),
        tuple(each.number for each in verdict.rounds if each.done),
        head.hints,
        len(verdict.violations),
        ", again" in head.name,
        head.seconds,
    )


def targets_of(
    played: Iterable[Result],
    kept: KeptChallenges | None,
    most: int | None = MOST_WORKED_OUT,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> dict[str, Targets]:
    """Return the targets of these games, by code.

    Targets that are not in `kept` are worked out for at most `most` deals, until `stop` is set; the rest are missing.
    """
    found: dict[str, Targets] = {}
    made = 0
    for each in played:
        if each.code in found:
            continue
        known = kept.find(each.deal) if kept else None
        if known is None and (most is None or made < most) and not (stop is not None and stop.is_set()):
            made += 1
            if on_progress is not None:
                on_progress(made)
            with contextlib.suppress(Unproven):
                known = challenge_of(each.deal, kept=kept, stop=stop)
        if known is not None:
            found[each.code] = known.targets
    return found


def key_of(path: Path) -> str:
    """Return what a page calls a game; it does not reveal the file's name."""
    return hashlib.sha256(path.name.encode()).hexdigest()[:KEY]


def path_of_key(key: str) -> Path:
    """Return the file of the game that a page means."""
    path = next((path for path in games_folder().glob("*.txt") if key_of(path) == key), None)
    if path is None:
        raise InputError(Sentence("this game no longer exists"))
    return path


def game_of_key(key: str) -> KeptGame:
    """Return the game that a page means; an unfinished one can be resumed."""
    path = path_of_key(key)
    kept = read_kept(path)
    return kept if kept.over else file_to_play(path)


def delete(key: str) -> Path:
    """Delete the game that a page means; return its file."""
    path = path_of_key(key)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"this game cannot be deleted: {error.strerror}") from None
    return path


def carried(kept: KeptGame) -> Carried:
    """Return a game in the form in which another machine can take it."""
    return Carried(kept.path.name, kept.in_file or "")


def number_of(kept: KeptGame) -> int | None:
    """Return the number of the daily challenge that a game plays, or None."""
    return _number(kept.name, kept.session.deal)


def take_over(exported: Sequence[Carried], boards: Collection[str] | None = None) -> TakenOver:
    """Add games that another machine exported, each in a file of its own, after the referee has replayed them.

    If `boards` are given, a record may name only these, and no file.
    """
    folder = games_folder()
    make_folder(folder)
    there = set()
    for path in folder.glob("*.txt"):
        with contextlib.suppress(InputError):
            there.add(read_text(path))
    new, known, refused = 0, 0, []
    for game in exported:
        if game.record in there:
            known += 1
            continue
        try:
            _replay(game.record, boards)
        except HashiError as error:
            refused.append(f"{shown(Path(game.file).name, MOST_FILE)}: {error}")
            continue
        there.add(game.record)
        stem = _NO_FILE_NAME.sub("-", Path(game.file).stem).strip("-")[:MOST_FILE]
        write_text(free_name(folder, stem), game.record)
        new += 1
    return TakenOver(new, known, tuple(refused))


def _replay(text: str, boards: Collection[str] | None) -> None:
    """Have the referee replay a record; InputError where that cannot be done."""
    record = parse_record(text)
    if boards is not None and record.layout is not None and record.layout not in boards:
        raise InputError(Sentence("there is no such board here"))
    asked = of_record(record, Source(text, ""))
    judge_record(asked.game, asked.record, asked.box, house=True)


def sheet_path(wanted: NewGame, path: Path | None) -> Path:
    """Return the file for a sheet: `path`, which must not exist yet, or a new one among the games."""
    if path is None:
        path = free_path(games_folder(), datetime.datetime.now(), wanted.deal.layout.id)
    elif path.exists():
        raise InputError("already exists; name another file", source=shown_path(path))
    make_folder(path.parent)
    return path


def keep_sheet(path: Path, wanted: NewGame, typed: Transcript, player: str | None) -> None:
    """Save what was typed so far as a record."""
    board = None if wanted.board in known_layout_ids() else str(Path(wanted.board).resolve())
    write_text(path, format_game(Head(wanted.name), typed.record(board, player)))


def verdict_on(typed: Transcript, *, house: bool = False) -> Verdict:
    """Return the referee's verdict on a sheet."""
    deck = typed.deal.deck
    box = STANDARD_BOX if deck.away is None else (*deck.cards, deck.away)
    record = Record(deck=deck.cards, start=typed.start, plays=typed.plays)
    return judge_record(typed.deal.game, record, box, house=house)


def _when(path: Path) -> datetime.datetime:
    """Return when a game was begun, by the name of its file, or else when the file was last written."""
    match = _WHEN.match(path.name)
    with contextlib.suppress(ValueError):
        if match:
            return datetime.datetime.strptime(f"{match[1]} {match[2]}", "%Y-%m-%d %H%M")
    return datetime.datetime.fromtimestamp(path.stat().st_mtime)


def _number(name: str, deal: Deal) -> int | None:
    """Return the number of the daily challenge that a deal is. The cards show whether its name is right."""
    match = _DAILY.match(name)
    if match is None:
        day = day_of(deal, datetime.date.today())
        return None if day is None else daily_number(day)
    with contextlib.suppress(InputError, OverflowError):
        day = day_of_number(int(match[1]))
        if daily_deal(day, deal.layout, "free" if deal.start is None else "fixed", deal.kind) == deal:
            return int(match[1])
    return None
