"""`hashi simulate`: what a player who does not see the deck reaches on a board."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

from hashi_solver import app, documents, drawing
from hashi_solver.cli.common import print_blocks, print_json, remark, working
from hashi_solver.cli.declare import PLAYER_NAMES, DefaultBoard, Json, Workers, choice, command, integer, output, text
from hashi_solver.cli.outputs import is_picture
from hashi_solver.drawing.histogram import histogram_svg
from hashi_solver.notation.files import shown_path, write_text


@command("hashi simulate --layout side-a --games 200", "hashi simulate --layout side-b --player beginner")
def simulate(
    board: DefaultBoard,
    player: Annotated[str, choice("--player", PLAYER_NAMES, default="club")],
    games: Annotated[int, integer("--games", 1, 1_000_000, default=1000)],
    seed: Annotated[str, text("--seed", "TEXT", "The same seed gives the same games.", default="1")],
    workers: Workers,
    svg: Annotated[Path | None, output("--svg", "Write the distribution to this file as a picture.", is_picture)],
    as_json: Json,
) -> None:
    """What players reach who do not see the coming cards.

    The players are random, beginner, club (a good human) and expert (which looks ahead, and takes seconds a game).
    They choose the start themselves.
    """
    with working("playing") as (stop, tell):
        found = app.boards.simulate(
            board,
            player,
            games,
            seed,
            workers=workers,
            on_progress=lambda played: tell(f"{played} of {games} games played"),
            stop=stop,
        )
    played, name = len(found.simulation.games), found.layout.name
    if played < games:
        remark(f"stopped: {played} of {games} games are played")
    if svg is not None:
        write_text(svg, histogram_svg(found.simulation.counts(), f"{name}: {played} games of {player}"))
        remark(f"{shown_path(svg)}: the distribution")
    if as_json:
        print_json(documents.simulations.simulation_json(found.simulation))
    else:
        columns = shutil.get_terminal_size().columns
        print_blocks(drawing.simulations.simulation_blocks(name, found.simulation, columns))
