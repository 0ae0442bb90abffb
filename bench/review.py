"""How long a review takes, over games of simulated players: `python -m bench.review`.

For each game the clock on the wall and the CPU of this process and its children, for the ceiling review, the fair
review with its orders, and hints of level 1 at three moments of the game. Imports come first and are told apart. On a
machine that does other things believe the CPU, and half of it for two cores.
"""

from __future__ import annotations

import os
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import click

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import play, player_named
from hashi_solver.record import WrittenStart
from hashi_solver.referee import Verdict, judge_record, record_of
from hashi_solver.review.ceiling import review
from hashi_solver.review.fair import Played, fair, shuffles
from hashi_solver.review.hint import hint
from hashi_solver.rules import Game, Turn, empty
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import solve

HINTED = (4, 8, 12)
PLAYERS = ("beginner", "club")


@click.command()
@click.option("--games", default=20, show_default=True)
@click.option("--fair-games", default=2, show_default=True, help="Games of these that get the fair view as well.")
@click.option("--orders", default=50, show_default=True)
@click.option("--seed", default="review", show_default=True)
def main(games: int, fair_games: int, orders: int, seed: str) -> None:
    taken: dict[str, list[tuple[float, float]]] = {"ceiling": [], "hint": [], "fair": []}
    for number in range(games):
        board = layout_ids()[number % len(layout_ids())]
        verdict, turns = _game(board, PLAYERS[number // 2 % 2], f"{seed} {number}")
        taken["ceiling"].append(_timed(_ceiling, verdict))
        taken["hint"] += [_timed(_hint, verdict, rounds) for rounds in HINTED]
        if number < fair_games:
            taken["fair"].append(_timed(_fair, verdict, turns, orders, seed))
    click.echo(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    click.echo(f"{'':10}{'count':>6}{'wall: median':>14}{'max':>8}{'CPU: median':>14}{'max':>8}")
    for name, times in taken.items():
        if times:
            walls, cpus = zip(*times, strict=True)
            click.echo(
                f"{name:10}{len(times):>6}{statistics.median(walls):>14.2f}{max(walls):>8.2f}"
                f"{statistics.median(cpus):>14.2f}{max(cpus):>8.2f}"
            )


def _game(board: str, player: str, seed: str) -> tuple[Verdict, tuple[Turn, ...]]:
    game, cards = Game(load_layout(board)), deck_from_seed(seed).cards
    playing = play(player_named(player), game, cards, seed)
    start = WrittenStart.of(game.layout, playing.start)
    return judge_record(game, record_of(game, cards, start, playing.turns)), playing.turns


def _ceiling(verdict: Verdict) -> None:
    review(verdict, free_start=True)


def _hint(verdict: Verdict, rounds: int) -> None:
    cards = [each.card for each in verdict.rounds]
    optimum = solve(empty(verdict.final.game), cards).score
    hint(verdict.rounds[rounds].before, cards[rounds:], 1, optimum=optimum)


def _fair(verdict: Verdict, turns: Sequence[Turn], orders: int, seed: str) -> None:
    cards = tuple(each.card for each in verdict.rounds)
    played = Played(verdict.rounds[0].before, cards, tuple(turns), STANDARD_BOX)
    fair(played, shuffles(len(STANDARD_BOX), orders, seed))


def _timed(task: Callable[..., None], *arguments: Any) -> tuple[float, float]:
    """Seconds on the wall, and of CPU with those of the processes that it started."""
    wall, cpu = time.monotonic(), _cpu()
    task(*arguments)
    return time.monotonic() - wall, _cpu() - cpu


def _cpu() -> float:
    use = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in use)


if __name__ == "__main__":
    main()
