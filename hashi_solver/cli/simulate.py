"""`hashi simulate`: what a player who does not see the deck reaches on a board."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver import app, documents
from hashi_solver.bonuses import BONUSES
from hashi_solver.cli.common import (
    board_option,
    json_option,
    live_status,
    print_json,
    print_table,
    remark,
    workers_option,
)
from hashi_solver.cli.declare import FILE, examples
from hashi_solver.drawing.histogram import histogram_lines, histogram_svg, rung_counts
from hashi_solver.interrupts import ctrl_c_stops
from hashi_solver.notation.files import shown_path, write_text
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.rules import Game

if TYPE_CHECKING:
    from hashi_solver.players.simulation import Simulation

PLAYER_NAMES = ("random", "beginner", "club", "expert")


@click.command(
    epilog=examples("hashi simulate --layout side-a --games 200", "hashi simulate --layout side-b --player beginner")
)
@board_option("The board.", required=True)
@click.option("--player", type=click.Choice(PLAYER_NAMES), default="club", show_default=True)
@click.option("--games", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, metavar="N")
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same games.")
@workers_option
@click.option("--svg", type=FILE, help="Write the distribution to this file as a picture.")
@json_option
def simulate(
    board: str, player: str, games: int, seed: str, workers: int | None, svg: Path | None, as_json: bool
) -> None:
    """What players reach who do not see the coming cards.

    The players are random, beginner, club (a good human) and expert (which looks ahead, and takes seconds a game).
    They choose the start themselves.
    """
    from hashi_solver.players import simulation  # noqa: PLC0415 - help must not pay for it

    layout = load_playable_layout(board)
    with ctrl_c_stops() as stop, live_status("playing") as tell:
        on_progress = None if tell is None else lambda played: tell(f"{played} of {games} games played")
        found = simulation.simulate(
            player,
            Game(layout),
            games,
            app.question.checked_seed(seed),
            workers=workers,
            on_progress=on_progress,
            stop=stop,
        )
    played = len(found.games)
    if played < games:
        remark(f"stopped: {played} of {games} games are played")
    if svg is not None:
        write_text(svg, histogram_svg(found.counts(), f"{layout.name}: {played} games of {player}"))
        remark(f"{shown_path(svg)}: the distribution")
    if as_json:
        print_json(documents.simulations.simulation_json(found))
    else:
        _print(layout.name, found)


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
