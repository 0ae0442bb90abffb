"""`hashi play`: a game in the terminal, or line by line without one."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, cli
from hashi_solver.cli.declare import (
    FILE,
    DealSeed,
    DefaultBoard,
    StartOption,
    argument,
    command,
    file,
    flag,
    integer,
    option,
    text,
)
from hashi_solver.errors import InputError
from hashi_solver.table.kept import delete_kept

if TYPE_CHECKING:
    from hashi_solver.app.playing import Offer
    from hashi_solver.cli.screen import Sitting
    from hashi_solver.drawing.terminal import Row
    from hashi_solver.table.kept import KeptGame


@command("hashi play", "hashi play --seed tuesday --hidden", "hashi play T4V02-T30QV-JVM9F", "hashi play my-game.txt")
def play(
    what: Annotated[tuple[str, ...], argument("[CODE|FILE]", nargs=-1, type=FILE)],
    daily: Annotated[bool, flag("--daily", "Today's challenge, the same for everyone.")],
    day: Annotated[str | None, text("--date", "2026-11-18", "The challenge of this day, or of yesterday or tomorrow.")],
    seed: DealSeed,
    random: Annotated[bool, flag("--random", "A random deal.")],
    hidden: Annotated[
        bool | None,
        option("--hidden/--open", default=None, help="Turn the cards one by one, or see them all from the start."),
    ],
    board: DefaultBoard,
    start: StartOption,
    record: Annotated[Path | None, file("--record", "Keep the game in this file.")],
    resume: Annotated[
        bool | None, option("--resume/--new", default=None, help="Resume an unfinished game, or begin a new one.")
    ],
    again: Annotated[int | None, integer("--again", 1, 17, "Play the finished open game in FILE again from round N.")],
    plain: Annotated[bool, flag("--plain", "Print plain lines, even at a terminal.")],
) -> int:
    """Play a game in the terminal.

    Give the CODE of a challenge or the FILE of a game, or name a day or a seed. Without any of these, hashi resumes the
    game that you left unfinished, or begins today's challenge. Every round is saved as soon as it is written, so
    nothing is lost when the terminal closes. Without a terminal, plain lines are read and printed.
    """
    at = cli.screen.sitting(plain)
    path = _file_in([Path(word) for word in what])
    wanted = app.playing.game_asked(
        None if path else " ".join(map(str, what)) or None,
        daily=daily,
        day=day,
        seed=seed,
        random=random,
        hidden=hidden,
        board=board,
        start=start,
    )
    game: KeptGame | None
    if path is not None:
        if wanted is not None or record is not None or resume is not None:
            raise InputError("FILE already says what to play; leave out the options that choose a deal or a file")
        if again is None:
            game = app.playing.file_to_play(path)
        else:
            game = app.playing.again(app.playing.read_kept(path), again)
    elif again is not None:
        raise InputError("--again needs the FILE of a finished game")
    else:
        found = app.playing.to_play(wanted, record, resume=resume, can_ask=at.patient)
        game = _chosen(at, found) if isinstance(found, app.playing.Offer) else found
    return 0 if game is None else cli.loop.GameLoop(at, game).play()


def _file_in(what: Sequence[Path]) -> Path | None:
    """Return the file that is named instead of a code; a code has neither dots nor slashes."""
    if len(what) != 1 or (what[0].exists() and what[0].is_dir()):
        return None
    is_file = what[0].exists() or what[0].suffix or len(what[0].parts) > 1
    return what[0] if (is_file and not app.question.looks_like_a_code(str(what[0]))) or what[0].is_file() else None


def _chosen(at: Sitting, offer: Offer) -> KeptGame | None:
    """Return the game that is chosen from the menu, or None to leave."""
    first, notes = 0, ""
    while True:
        shown = max(1, (shutil.get_terminal_size().lines - len(offer.others) - 8) // 2)
        if first >= len(offer.games):
            first = 0
        rows = _offered(offer, first, shown)
        rows += [[(notes, "urgent")]] if notes else [[]]
        usual = "1" if offer.unfinished else offer.usual
        answer = _answer(at, rows, f"which? [{usual}]")
        choice = app.playing.chosen(offer, "q" if answer is None else answer)
        notes = choice.says
        if choice.what == "leave":
            return None
        if choice.what == "play":
            return choice.game
        if choice.what == "more":
            first += shown
        elif choice.game is not None and choice.what == "again":
            notes = ""
            number = _answer(at, rows, f"{choice.game.name}: from which round, 1 to {choice.game.session.rounds}?")
            if number and number.isdecimal() and len(number) < 3:
                try:
                    return app.playing.again(choice.game, int(number))
                except InputError as error:
                    notes = error.message
        elif choice.game is not None and choice.what == "delete":
            named = f"{choice.game.name}, {app.playing.state_of(choice.game)}"
            notes = "nothing deleted"
            if (_answer(at, rows, f"delete {named}? y or n") or "").lower() in ("y", "yes"):
                delete_kept(choice.game)
                offer, notes = offer.without(choice.game), f"deleted: {named}"


def _answer(at: Sitting, rows: list[Row], question: str) -> str | None:
    """Return an answer, or None at the end of the input; the shell's prompt then gets a line of its own."""
    try:
        return at.choose(rows, question).strip()
    except EOFError:
        click.echo()
        return None


def _offered(offer: Offer, first: int, shown: int) -> list[Row]:
    """Return one page of the menu."""
    rows: list[Row] = [[("HASHI", "title")], []]
    for number, game in enumerate(offer.games[first : first + shown], start=first + 1):
        does = "play again" if game.over else "resume"
        rows.append([(f"{number:<3}", "strong"), (f"{does}: {game.name}, {game.session.layout.name}", "")])
        rows.append([("   ", ""), (app.playing.state_of(game), "dim")])
    rows += [[(f"{letter}  ", "strong"), (other.about, "")] for letter, other in offer.others.items()]
    if len(offer.games) > shown:
        left = len(offer.games) - first - shown
        rows.append([("m  ", "strong"), (f"more games: {left}" if left > 0 else "the first games again", "")])
    if offer.games and offer.path is None:
        rows.append([("x  ", "strong"), ("delete a game: x and its number", "")])
    return [*rows, [("q  ", "strong"), ("leave", "")], []]
