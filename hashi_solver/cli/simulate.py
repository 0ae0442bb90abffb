"""`hashi simulate`: what a player who cannot see the deck reaches on a board."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

from hashi_solver import app, documents, drawing
from hashi_solver.cli.common import print_blocks, print_json, remark, working
from hashi_solver.cli.declare import PLAYER_NAMES, DefaultBoard, Json, Seed, Workers, choice, command, integer, picture
from hashi_solver.cli.outputs import write_and_tell
from hashi_solver.drawing.histogram import histogram_svg


@command("hashi simulate --layout side-a --games 200", "hashi simulate --layout side-b --player beginner")
def simulate(
    board: DefaultBoard,
    player: Annotated[str, choice("--player", PLAYER_NAMES, "Who plays.", default="club")],
    games: Annotated[int, integer("--games", 1, 1_000_000, "How many games to play.", default=1000)],
    seed: Seed,
    workers: Workers,
    svg: Annotated[Path | None, picture("the distribution")],
    as_json: Json,
) -> None:
    """Show what players reach who cannot see the coming cards.

    The players are random, beginner, club (a good human) and expert (which looks ahead and takes seconds per game).
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
        remark(f"stopped: {played} of {games} games played")
    heading = f"{name}: {played} games of {player}"
    write_and_tell(svg, lambda: histogram_svg(found.simulation.counts(), heading), "the distribution")
    if as_json:
        print_json(documents.simulations.simulation_json(found.simulation))
    else:
        columns = shutil.get_terminal_size().columns
        print_blocks(drawing.simulations.simulation_blocks(name, found.simulation, columns))
