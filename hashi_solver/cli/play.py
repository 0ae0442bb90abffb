"""`hashi play`: a game at the terminal, or line by line where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from hashi_solver import app, cli
from hashi_solver.cli.declare import DefaultBoard, argument, choice, command, file, flag, option, text

if TYPE_CHECKING:
    from hashi_solver.app.playing import Offer
    from hashi_solver.cli.screen import Sitting
    from hashi_solver.drawing.terminal import Row
    from hashi_solver.table.kept import KeptGame

MOST_LISTED = 9


@command("hashi play", "hashi play --seed tuesday --hidden", "hashi play T4V02-T30QV-JVM9F")
def play(
    code: Annotated[tuple[str, ...], argument("[CODE]", nargs=-1)],
    daily: Annotated[bool, flag("--daily", "Today's challenge, the same for everyone.")],
    seed: Annotated[str | None, text("--seed", "TEXT", "Shuffle the cards by this seed, the same everywhere.")],
    hidden: Annotated[
        bool | None,
        option("--hidden/--open", default=None, help="Turn cards one by one, or see all of them from the start."),
    ],
    board: DefaultBoard,
    start: Annotated[
        Literal["free", "fixed"] | None,
        choice("--start", ("free", "fixed"), "Choose the start yourself, or have it drawn."),
    ],
    record: Annotated[Path | None, file("--record", "Keep the game in this file.")],
    resume: Annotated[
        bool | None, option("--resume/--new", default=None, help="Resume an unfinished game, or start a new one.")
    ],
    plain: Annotated[bool, flag("--plain", "Print plain lines, even at a terminal.")],
) -> int:
    """Play a game at the terminal.

    The deal of CODE, today's challenge, or that of a seed; without any of these the game that was left unfinished, else
    today's challenge. Every round is kept as soon as it is written, so nothing is lost when the terminal closes. Where
    input or output is no terminal, plain lines are read and printed.
    """
    at = cli.screen.sitting(plain)
    wanted = app.playing.game_asked(
        " ".join(code) or None, daily=daily, seed=seed, hidden=hidden, board=board, start=start
    )
    found = app.playing.to_play(wanted, record, resume=resume, can_ask=at.patient)
    game = _chosen(at, found) if isinstance(found, app.playing.Offer) else found
    return 0 if game is None else cli.loop.GameLoop(at, game).play()


def _chosen(at: Sitting, offer: Offer) -> KeptGame | None:
    """One of the unfinished games, or one of the others by its letter; None for none of them."""
    rows: list[Row] = [[("HASHI", "title")], []]
    for number, game in enumerate(offer.unfinished[:MOST_LISTED], start=1):
        rows.append([(f"{number}  ", "strong"), (f"go on: {game.name}, {game.session.layout.name}", "")])
        rows.append([("   ", ""), (app.playing.state_of(game), "dim")])
    rows += [[(f"{letter}  ", "strong"), (other.about, "")] for letter, other in offer.others.items()]
    rows += [[("q  ", "strong"), ("leave", "")], []]
    first = "1" if offer.unfinished else offer.usual
    while True:
        try:
            answer = at.choose(rows, f"which? [{first}]").strip().lower() or first
        except EOFError:
            answer = "q"
        if answer == "q":
            return None
        if answer in offer.others:
            return offer.begin(answer)
        if answer.isdecimal() and 1 <= int(answer) <= min(len(offer.unfinished), MOST_LISTED):
            return offer.unfinished[int(answer) - 1]
