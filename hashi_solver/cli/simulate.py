"""`hashi simulate`: what a player who does not see the deck reaches on a board."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, documents
from hashi_solver.bonuses import BONUSES
from hashi_solver.cli.common import print_json, print_table, remark, working
from hashi_solver.cli.declare import FILE, LAYOUT, PLAYER_NAMES, Json, Workers, choice, command, integer, option
from hashi_solver.drawing.histogram import histogram_lines, histogram_svg, rung_counts
from hashi_solver.notation.files import shown_path, write_text

if TYPE_CHECKING:
    from hashi_solver.players.simulation import Simulation


@command("hashi simulate --layout side-a --games 200", "hashi simulate --layout side-b --player beginner")
def simulate(
    board: Annotated[str, option("--layout", "--board", type=LAYOUT, required=True, help="The board.")],
    player: Annotated[str, choice("--player", PLAYER_NAMES, default="club", show_default=True)],
    games: Annotated[int, integer("--games", 1, 1_000_000, default=1000, show_default=True)],
    seed: Annotated[
        str,
        option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same games."),
    ],
    workers: Workers,
    svg: Annotated[Path | None, option("--svg", type=FILE, help="Write the distribution to this file as a picture.")],
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
        _print(name, found.simulation)


def _print(name: str, found: Simulation) -> None:
    games = len(found.games)
    low, high = found.interval
    click.echo(f"{name}, {games} games of {found.player}\n")
    for line in histogram_lines(found.counts(), shutil.get_terminal_size().columns):
        click.echo(line)
    click.echo(f"\nmean {found.mean:.2f} (95 %: {low:.2f} to {high:.2f})")
    click.echo(", ".join(f"{percent} % reach at most {found.quantile(percent)}" for percent in (10, 50, 90)) + "\n")
    rows = []
    for bonus in BONUSES:
        rates = found.rates(bonus)
        rows.append((bonus.words, *(f"{share:.1%}" for share in (rates.early, rates.late, rates.missed))))
    print_table(("bonus", "early", "late", "missed"), rows, right=("early", "late", "missed"))
    click.echo()
    ladder = [(rung.span, rung.title, f"{count / games:.1%}") for rung, count in rung_counts(found.counts())]
    print_table(("total", "title", "share"), ladder, right=("total", "share"))
