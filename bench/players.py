"""How strong the players are, over common deals: `python -m bench.players`.

Every player gets the same deals, each with the same start drawn at random. The share is that of the way from the mean
of `random` to the mean of the proven optimum of the same deals, all cards known; a player who plays fewer deals is
compared over those. Their weights were fitted on other boards and other deals (bench/fit_players.py).

`--save FILE` keeps every game, one JSON object a line; `python -m bench.difficulty --foresee FILE` asks of the expert's
games whether the grades of their deals foretold them.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import click

from hashi_solver.cards import Card
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import PLAYERS, play, player_named
from hashi_solver.players.simulation import half_interval
from hashi_solver.rules import Game, Start, empty, legal_starts, with_start
from hashi_solver.scoring import BONUSES, EARLY, Breakdown, breakdown
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve

OPTIMUM = "optimum"
HEADER = ("player", "games", "mean", "95 %", "share", "red", "blue", "six", "games/s", "max s")
WIDTHS = (9, 6, 6, 7, 6, 10, 10, 10, 8, 6)


@dataclass(frozen=True, slots=True)
class Job:
    player: str
    board: str
    seed: str


@dataclass(frozen=True, slots=True)
class Played:
    points: Breakdown
    seconds: float


@dataclass(frozen=True, slots=True)
class Deal:
    game: Game
    cards: tuple[Card, ...]
    start: Start


@click.command()
@click.option("--boards", default=",".join(layout_ids()), show_default=True)
@click.option("--games", default=1000, show_default=True, help="Deals on each board.")
@click.option("--expert-games", default=100, show_default=True, help="Deals of these that the expert plays.")
@click.option("--players", "names", default=",".join(player.name for player in PLAYERS), show_default=True)
@click.option("--seed", default="judge", show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes; games a second are of one.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep every game in this file.")
def main(boards: str, games: int, expert_games: int, names: str, seed: str, workers: int, save: Path | None) -> None:
    shares: dict[str, list[float]] = {}
    kept: list[str] = []
    for board in boards.split(","):
        click.echo(f"\n{board}\n{_row(HEADER)}")
        counts = {name: min(games, expert_games) if name == "expert" else games for name in names.split(",")}
        results: dict[str, list[Played]] = {}
        for name in dict.fromkeys(["random", OPTIMUM, *counts]):
            jobs = [Job(name, board, f"{seed}-{number}") for number in range(counts.get(name, games))]
            results[name] = list(_all(play_one, jobs, workers))
            kept += [_line(job, played) for job, played in zip(jobs, results[name], strict=True)]
            if save:
                write_text(save, "".join(kept))
            if len(results) >= 2:
                shares.setdefault(name, []).append(_share(results, name))
        for name in (*counts, OPTIMUM):
            click.echo(_row(_cells(name, results)))
        for weaker, stronger in pairwise(counts):
            click.echo(_above(stronger, weaker, results))
    click.echo("\nshare, mean over boards and least")
    for name, each in shares.items():
        click.echo(f"{name:<9} {statistics.mean(each):6.1%} {min(each):6.1%}")


def _line(job: Job, played: Played) -> str:
    points = played.points
    told = {"player": job.player, "board": job.board, "seed": job.seed, "total": points.total}
    return (
        json.dumps(told | {bonus: getattr(points, bonus) for bonus in BONUSES} | {"seconds": round(played.seconds, 4)})
        + "\n"
    )


def deal_of(board: str, seed: str) -> Deal:
    game = Game(load_layout(board))
    start = Stream(f"hashi bench start {seed}").choice(tuple(legal_starts(game)))
    return Deal(game, deck_from_seed(seed).cards, start)


def play_one(job: Job) -> Played:
    deal = deal_of(job.board, job.seed)
    begun = time.process_time()
    if job.player == OPTIMUM:
        points = solve(with_start(empty(deal.game), deal.start), deal.cards).breakdown
    else:
        points = breakdown(play(player_named(job.player), deal.game, deal.cards, job.seed, start=deal.start).final)
    return Played(points, time.process_time() - begun)


def _all(work: Callable[[Job], Played], jobs: Sequence[Job], workers: int) -> Iterator[Played]:
    if workers == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, jobs, chunksize=4)


def _share(results: dict[str, list[Played]], name: str) -> float:
    count = len(results[name])
    low, high, own = (_mean(results[each][:count]) for each in ("random", OPTIMUM, name))
    return (own - low) / (high - low)


def _above(stronger: str, weaker: str, results: dict[str, list[Played]]) -> str:
    """How much one player has over another on the deals that both played."""
    pairs = zip(results[stronger], results[weaker], strict=False)
    gains = [more.points.total - less.points.total for more, less in pairs]
    return f"{stronger} over {weaker}: {statistics.mean(gains):+.2f} (±{half_interval(gains):.2f}) on the same deals"


def _mean(played: Iterable[Played]) -> float:
    return statistics.mean(each.points.total for each in played)


def _cells(name: str, results: dict[str, list[Played]]) -> tuple[str, ...]:
    played = results[name]
    totals = [each.points.total for each in played]
    speed = len(played) / max(1e-9, sum(each.seconds for each in played))
    slowest = max(each.seconds for each in played)
    share = f"{_share(results, name):.1%}"
    rates = (_rates([getattr(each.points, bonus) for each in played], EARLY[bonus]) for bonus in BONUSES)
    return (
        name,
        str(len(played)),
        f"{statistics.mean(totals):.2f}",
        f"±{half_interval(totals):.2f}",
        share,
        *rates,
        f"{speed:.2f}",
        f"{slowest:.1f}",
    )


def _rates(points: Sequence[int], early: int) -> str:
    """Early and late, in percent."""
    in_time = sum(1 for each in points if each == early)
    late = sum(1 for each in points if 0 < each < early)
    return f"{100 * in_time / len(points):.0f} + {100 * late / len(points):.0f}"


def _row(cells: Sequence[str]) -> str:
    first, *others = (f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
    return " ".join((f"{first.strip():<{WIDTHS[0]}}", *others))


if __name__ == "__main__":
    main()
