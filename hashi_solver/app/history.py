"""The finished games of the person at this machine, and sheets that are typed in."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hashi_solver.app.playing import NewGame, deal_in
from hashi_solver.app.question import Source, of_record
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.challenge import Deal, challenge_of, encode
from hashi_solver.challenge.challenges import KeptChallenges
from hashi_solver.challenge.seeded import daily_deal, daily_number, day_of, day_of_number
from hashi_solver.documents.history import Imported
from hashi_solver.errors import HashiError, InputError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.library import games_folder, known_layout_ids
from hashi_solver.notation.files import make_folder, read_text, shown_path, write_text
from hashi_solver.notation.records import parse_record
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, judge_record
from hashi_solver.scoring import breakdown
from hashi_solver.table.kept import format_game, free_name, free_path, head_of, named
from hashi_solver.table.results import Result
from hashi_solver.table.transcript import Transcript
from hashi_solver.targets import Targets

MOST_WORKED_OUT = 10  # games whose medals nobody knows, one or two seconds each
_DAILY = re.compile(r"Daily No\. ([0-9]{1,6})\b")
_WHEN = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})-([0-9]{4})\b")


def results(folder: Path | None = None) -> list[Result]:
    """Return the finished games of a folder, the last one first; what is no finished game is passed over."""
    found = []
    for path in (folder or games_folder()).glob("*.txt"):
        with contextlib.suppress(HashiError):
            found.append(result_in(path))
    return sorted(found, key=lambda result: (result.when, result.path), reverse=True)


def result_in(path: Path) -> Result:
    """Return the finished game in a file; InputError where there is none."""
    text = read_text(path)
    name, hints = head_of(text) or (named(path.stem), 0)
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
        name,
        _when(path),
        encode(deal),
        deal,
        _number(name, deal),
        totals[-1],
        tuple(after - before for before, after in itertools.pairwise(totals)),
        tuple(each.number for each in verdict.rounds if each.done),
        hints,
        len(verdict.violations),
        ", again" in name,
    )


def targets_of(
    played: Iterable[Result],
    kept: KeptChallenges | None,
    most: int | None = MOST_WORKED_OUT,
    on_progress: Callable[[int], None] | None = None,
    stop: Stop | None = None,
) -> dict[str, Targets]:
    """Return what there was to aim at, by code.

    What is not in `kept` is worked out for so many deals at most, and until `stop` is set; the others are missing.
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


def take_over(games: Sequence[Imported]) -> tuple[int, int]:
    """Write games that another machine has exported; return how many are new, and how many were there already."""
    for game in games:
        parse_record(game.record)
    folder = games_folder()
    make_folder(folder)
    there = set()
    for path in folder.glob("*.txt"):
        with contextlib.suppress(InputError):
            there.add(read_text(path))
    new = 0
    for game in games:
        if game.record not in there:
            there.add(game.record)
            write_text(free_name(folder, Path(game.file).name), game.record)
            new += 1
    return new, len(games) - new


def sheet_path(wanted: NewGame, path: Path | None) -> Path:
    """Return the file that a sheet is typed into: the one that is named, which must be new, or one among the games."""
    if path is None:
        path = free_path(games_folder(), datetime.datetime.now(), wanted.deal.layout.id)
    elif path.exists():
        raise InputError("already exists; name another file", source=shown_path(path))
    make_folder(path.parent)
    return path


def keep_sheet(path: Path, wanted: NewGame, typed: Transcript, player: str | None) -> None:
    """Write what was typed so far as a record."""
    board = None if wanted.board in known_layout_ids() else str(Path(wanted.board).resolve())
    write_text(path, format_game(wanted.name, 0, typed.record(board, player)))


def verdict_on(typed: Transcript, *, house: bool = False) -> Verdict:
    """Return the referee's word on a sheet."""
    deck = typed.deal.deck
    box = STANDARD_BOX if deck.away is None else (*deck.cards, deck.away)
    record = Record(deck=deck.cards, start=typed.start, plays=typed.plays)
    return judge_record(typed.deal.game, record, box, house=house)


def _when(path: Path) -> datetime.datetime:
    """When a game was begun, by the name of its file; else when it was written last."""
    match = _WHEN.match(path.name)
    with contextlib.suppress(ValueError):
        if match:
            return datetime.datetime.strptime(f"{match[1]} {match[2]}", "%Y-%m-%d %H%M")
    return datetime.datetime.fromtimestamp(path.stat().st_mtime)


def _number(name: str, deal: Deal) -> int | None:
    """The number of the daily challenge that a deal is; its name says which, and the cards whether that is true."""
    match = _DAILY.match(name)
    if match is None:
        day = day_of(deal, datetime.date.today())
        return None if day is None else daily_number(day)
    with contextlib.suppress(InputError, OverflowError):
        day = day_of_number(int(match[1]))
        if daily_deal(day, deal.layout, "free" if deal.start is None else "fixed", deal.kind) == deal:
            return int(match[1])
    return None
