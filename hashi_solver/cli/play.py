"""`hashi play`: a game at the terminal, or line by line where there is none."""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver import app
from hashi_solver.cli.challenge import DEFAULT_BOARD
from hashi_solver.cli.common import board_option
from hashi_solver.cli.declare import FILE, examples
from hashi_solver.errors import InputError
from hashi_solver.library import games_folder, layout_ids
from hashi_solver.notation.files import read_text, shown_path
from hashi_solver.notation.layouts import load_playable_layout

if TYPE_CHECKING:
    from hashi_solver.challenge import Deal, Kind
    from hashi_solver.challenge.seeded import Starting
    from hashi_solver.cli.table import Sitting
    from hashi_solver.drawing.terminal import Row
    from hashi_solver.table.shelf import Kept

MOST_LISTED = 9


@click.command(epilog=examples("hashi play", "hashi play --seed tuesday --hidden", "hashi play T4V02-T30QV-JVM9F"))
@click.argument("code", nargs=-1, metavar="[CODE]")
@click.option("--daily", is_flag=True, help="Today's challenge, the same for everyone.")
@click.option("--seed", metavar="TEXT", help="Shuffle the cards by this seed, the same everywhere.")
@click.option(
    "--hidden/--open", "hidden", default=None, help="Turn cards one by one, or see all of them from the start."
)
@board_option(f"The board; {DEFAULT_BOARD} unless you say.")
@click.option("--start", type=click.Choice(["free", "fixed"]), help="Choose the start yourself, or have it drawn.")
@click.option("--record", "record_file", type=FILE, help="Keep the game in this file.")
@click.option("--resume/--new", "resume", default=None, help="Go on with an unfinished game, or begin a new one.")
@click.option("--plain", is_flag=True, help="Plain lines, at a terminal as well.")
def play(
    code: tuple[str, ...],
    daily: bool,
    seed: str | None,
    hidden: bool | None,
    board: str | None,
    start: Starting | None,
    record_file: Path | None,
    resume: bool | None,
    plain: bool,
) -> int:
    """Play a game at the terminal.

    The deal of CODE, today's challenge, or that of a seed; without any of these the game that was left unfinished, else
    today's challenge. Every round is kept as soon as it is written, so nothing is lost when the terminal closes. Where
    input or output is no terminal, plain lines are read and printed.
    """
    from hashi_solver.cli.game import Game  # noqa: PLC0415 - help must not pay for it
    from hashi_solver.cli.table import sitting  # noqa: PLC0415

    at = sitting(plain)
    wanted = _wanted(" ".join(code) or None, daily, seed, hidden, board, start)
    kept = _from_file(at, record_file, wanted, resume) if record_file else _from_shelf(at, wanted, resume)
    return 0 if kept is None else Game(at, kept).play()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the call asks for: a deal, how it is called, and the board as it was named."""

    name: str
    board: str
    deal: Deal


def _wanted(
    code: str | None, daily: bool, seed: str | None, hidden: bool | None, board: str | None, start: Starting | None
) -> _Wanted | None:
    """The deal that the call names; None where it leaves the choice to us."""
    given = [name for name, there in (("CODE", code), ("--daily", daily), ("--seed", seed is not None)) if there]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} name two deals; only one can be played")
    if code is not None:
        return _coded(code, hidden, board, start)
    if seed is not None:
        return _seeded(seed, hidden, board, start)
    if daily or hidden is not None or board is not None or start is not None:
        return _daily(hidden, board, start)
    return None


def _coded(code: str, hidden: bool | None, board: str | None, start: Starting | None) -> _Wanted:
    from hashi_solver.challenge import decode, encode  # noqa: PLC0415

    if start is not None:
        raise InputError("the code says how the game starts; leave out --start")
    deal = decode(code, None if board is None else load_playable_layout(board))
    if hidden is not None:
        deal = replace(deal, kind="flip" if hidden else "open")
    return _Wanted(f"Challenge {encode(deal)}", board or deal.layout.id, deal)


def _daily(hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> _Wanted:
    from hashi_solver.challenge.seeded import daily_deal, daily_number  # noqa: PLC0415

    today, board = datetime.date.today(), board or DEFAULT_BOARD
    deal = daily_deal(today, load_playable_layout(board), start or "fixed", "flip" if hidden else "open")
    return _Wanted(f"Daily No. {daily_number(today)}", board, deal)


def _seeded(seed: str, hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> _Wanted:
    from hashi_solver.challenge.seeded import deal_of_seed  # noqa: PLC0415
    from hashi_solver.table.shelf import named  # noqa: PLC0415

    board = board or DEFAULT_BOARD
    kind: Kind = "open" if hidden is False else "flip"
    deal = deal_of_seed(app.question.checked_seed(seed), load_playable_layout(board), start or "free", kind)
    return _Wanted(f"Seed {named(seed)}", board, deal)


def _random() -> _Wanted:
    return _seeded("".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(6)))


def _new(wanted: _Wanted, path: Path | None = None) -> Kept:
    from hashi_solver.table.session import new_session  # noqa: PLC0415
    from hashi_solver.table.shelf import Kept, free_path, make_room  # noqa: PLC0415

    layout = wanted.deal.layout
    path = path or free_path(games_folder(), datetime.datetime.now(), layout.id)
    make_room(path)
    board = wanted.board if wanted.board in layout_ids() else str(Path(wanted.board).resolve())
    there = read_text(path) if path.exists() else None  # begun again: the file is ours to write over
    return Kept(path, wanted.name, board, new_session(wanted.deal), in_file=there)


def _from_file(at: Sitting, path: Path, wanted: _Wanted | None, resume: bool | None) -> Kept | None:
    """The game of --record: gone on with where the file is there, begun where it is not."""
    from hashi_solver.table.shelf import read_kept  # noqa: PLC0415

    if not path.exists():
        if resume:
            raise InputError("there is no such file to go on with", source=shown_path(path))
        return _new(wanted or _daily(), path)
    kept = read_kept(path)
    if kept.over:
        raise InputError("holds a finished game; give another file", source=shown_path(path))
    if wanted is not None and kept.session.deal != wanted.deal:
        raise InputError("holds a game of another deal; give another file", source=shown_path(path))
    choice = _chosen(at, [kept], resume, {"n": "begin again"})
    if isinstance(choice, str):
        return _new(wanted or _Wanted(kept.name, kept.board, kept.session.deal), path)
    return choice


def _from_shelf(at: Sitting, wanted: _Wanted | None, resume: bool | None) -> Kept | None:
    """An unfinished game, or a new one."""
    from hashi_solver.table.shelf import games  # noqa: PLC0415

    kept = games(games_folder())
    open_games = [game for game in kept if not game.over and (wanted is None or game.session.deal == wanted.deal)]
    if resume and not open_games:
        raise InputError(f"there is no unfinished game{' of this deal' if wanted else ''} to go on with")
    if wanted is not None:
        choice = _chosen(at, open_games, resume, {"n": "begin again"}) if open_games else "n"
        return _new(wanted) if isinstance(choice, str) else choice
    daily = _daily()
    played = [game for game in kept if game.over and game.session.deal == daily.deal]
    best = max((game.session.points.total for game in played), default=None)
    others = {"d": "today's challenge" + ("" if best is None else f", which you played: {best} points")}
    others["r"] = "a random deal, cards hidden"
    if not open_games and (not played or not at.patient):
        return _new(daily)
    choice = _chosen(at, open_games, resume, others, "r" if played else "d")
    return _new(_random() if choice == "r" else daily) if isinstance(choice, str) else choice


def _chosen(
    at: Sitting, unfinished: list[Kept], resume: bool | None, others: dict[str, str], usual: str = "n"
) -> Kept | str | None:
    """One of the unfinished games, or one of the other choices by its letter; None for none of them."""
    if resume:
        return unfinished[0]
    if resume is False:
        return usual
    if not at.patient:
        game = unfinished[0]
        raise InputError(f"{game.name} is unfinished ({_state_of(game)}): say --resume to go on, or --new")
    rows: list[Row] = [[("HASHI", "title")], []]
    for number, game in enumerate(unfinished[:MOST_LISTED], start=1):
        rows.append([(f"{number}  ", "strong"), (f"go on: {game.name}, {game.session.layout.name}", "")])
        rows.append([("   ", ""), (_state_of(game), "dim")])
    rows += [[(f"{letter}  ", "strong"), (what, "")] for letter, what in others.items()]
    rows += [[("q  ", "strong"), ("leave", "")], []]
    first = "1" if unfinished else usual
    while True:
        try:
            answer = at.choose(rows, f"which? [{first}]").strip().lower() or first
        except EOFError:
            answer = "q"
        if answer == "q":
            return None
        if answer in others:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= min(len(unfinished), MOST_LISTED):
            return unfinished[int(answer) - 1]


def _state_of(game: Kept) -> str:
    session = game.session
    when = datetime.datetime.fromtimestamp(game.path.stat().st_mtime)
    points = session.points.total
    where = f"round {session.round} of {session.rounds}" if session.round else "at the start"
    return f"{where}, {points} point{'' if points == 1 else 's'}, left on {when:%Y-%m-%d at %H:%M}"
