"""Measure how strong and how fast the players are on the same deals: `python -m bench.players`.

Every player gets the same deals, each with the same random start. The share says how far a player gets from the
average of `random` (0) to the average proven optimum of the same deals with all cards known (1); a player who plays
fewer deals is compared over those. The weights were fitted on other boards and other deals (bench/fit_players.py). The
referee checks every game; one that is illegal, or better than the optimum, ends the run.

`--save FILE` saves every game, one JSON object per line, and resumes from the games in it;
`python -m bench.difficulty --foresee FILE` asks of the expert's games whether the grades of their deals foretold them.
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

from hashi_solver.bonuses import BONUSES
from hashi_solver.cards import Card
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import PLAYERS, Dealt, play_all, player_named
from hashi_solver.players.simulation import GAMES_AT_A_TIME, half_interval
from hashi_solver.record import WrittenStart
from hashi_solver.referee import judge_record, record_of
from hashi_solver.rules import Game, Start, empty, legal_starts, with_start
from hashi_solver.scoring import Breakdown, breakdown
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve

OPTIMUM = "optimum"
ONE_BY_ONE = ("expert",)
HEADER = ("player", "games", "mean", "95 %", "share", "red", "blue", "six")
WIDTHS = (9, 6, 6, 7, 6, 10, 10, 10)


@dataclass(frozen=True, slots=True)
class Job:
    player: str
    board: str
    seed: str


@dataclass(frozen=True, slots=True)
class Played:
    points: Breakdown
    seconds: float  # of CPU; its part of them where games were played side by side


@dataclass(frozen=True, slots=True)
class Deal:
    game: Game
    cards: tuple[Card, ...]
    start: Start


class WrongError(Exception):
    """A game that cannot have been: the engine, a player or the solver is wrong."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--boards", default=",".join(layout_ids()), show_default=True)
@click.option("--games", default=1000, show_default=True, help="Deals on each board.")
@click.option("--expert-games", default=100, show_default=True, help="How many of these the expert plays.")
@click.option("--players", "names", default=",".join(player.name for player in PLAYERS), show_default=True)
@click.option("--seed", default="judge", show_default=True)
@click.option("--workers", default=1, show_default=True, help="Processes; games per second are for one.")
@click.option("--save", type=click.Path(path_type=Path), help="Keep every game in this file, and resume from it.")
def main(boards: str, games: int, expert_games: int, names: str, seed: str, workers: int, save: Path | None) -> None:
    known = {} if save is None else _kept(save)
    shares: dict[str, list[float]] = {}
    seconds: dict[str, list[float]] = {}
    for board in boards.split(","):
        counts = {name: min(games, expert_games) if name == "expert" else games for name in names.split(",")}
        results: dict[str, list[Played]] = {}
        for name in dict.fromkeys(["random", OPTIMUM, *counts]):
            jobs = [Job(name, board, f"{seed}-{number}") for number in range(counts.get(name, games))]
            _play([job for job in jobs if job not in known], known, workers, save)
            results[name] = [known[job] for job in jobs]
        for name, played in results.items():
            _none_beats_the_optimum(name, played, results[OPTIMUM])
            shares.setdefault(name, []).append(_share(results, name))
            seconds.setdefault(name, []).extend(each.seconds for each in played)
        click.echo(f"\n{board}\n{_row(HEADER)}")
        for name in (*counts, OPTIMUM):
            click.echo(_row(_cells(name, results)))
        for weaker, stronger in pairwise(counts):
            click.echo(_above(stronger, weaker, results))
    click.echo("\nplayer      share: mean  least   games a CPU second  slowest game")
    for name, each in shares.items():
        slowest = f"{max(seconds[name]):11.1f} s" if name in ONE_BY_ONE else ""
        speed = 1 / statistics.mean(seconds[name])
        click.echo(f"{name:<9} {statistics.mean(each):12.1%} {min(each):6.1%} {speed:18.2f}  {slowest}".rstrip())


def _play(jobs: Sequence[Job], known: dict[Job, Played], workers: int, save: Path | None) -> None:
    """Play all games of one player on one board, and save each batch at once."""
    at_a_time = 1 if jobs and jobs[0].player in ONE_BY_ONE else GAMES_AT_A_TIME
    tables = [jobs[at : at + at_a_time] for at in range(0, len(jobs), at_a_time)]
    for table, found in zip(tables, _all(play_some, tables, workers), strict=True):
        known.update(zip(table, found, strict=True))
        if save:
            with save.open("a", encoding="utf-8") as file:
                file.writelines(_line(job, known[job]) for job in table)


def _line(job: Job, played: Played) -> str:
    points = played.points
    told = {"player": job.player, "board": job.board, "seed": job.seed, "total": points.total}
    return (
        json.dumps(told | {bonus.name: points.of(bonus) for bonus in BONUSES} | {"seconds": round(played.seconds, 4)})
        + "\n"
    )


def _kept(path: Path) -> dict[Job, Played]:
    kept = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        told = json.loads(line)
        bonuses = {bonus.name: told[bonus.name] for bonus in BONUSES}
        points = Breakdown(told["total"] - sum(bonuses.values()), **bonuses)
        kept[Job(told["player"], told["board"], told["seed"])] = Played(points, told["seconds"])
    return kept


def deal_of(board: str, seed: str) -> Deal:
    game = Game(load_layout(board))
    start = Stream(f"hashi bench start {seed}").choice(tuple(legal_starts(game)))
    return Deal(game, deck_from_seed(seed).cards, start)


def play_some(jobs: Sequence[Job]) -> list[Played]:
    """Some deals on one board by one player, side by side where the player can do that (as `hashi simulate`)."""
    deals = [deal_of(job.board, job.seed) for job in jobs]
    game, name = deals[0].game, jobs[0].player
    begun = time.process_time()
    if name == OPTIMUM:
        points = [solve(with_start(empty(game), deal.start), deal.cards).breakdown for deal in deals]
        return [Played(each, (time.process_time() - begun) / len(deals)) for each in points]
    dealt = [Dealt(deal.cards, job.seed, deal.start) for deal, job in zip(deals, jobs, strict=True)]
    playings = play_all(player_named(name), game, dealt)
    seconds = (time.process_time() - begun) / len(deals)
    for job, deal, playing in zip(jobs, deals, playings, strict=True):
        written = WrittenStart(deal.start.number, game.layout.islands[deal.start.island].name)
        verdict = judge_record(game, record_of(game, deal.cards, written, playing.turns))
        if not verdict.legal or verdict.breakdown != breakdown(playing.final):
            raise WrongError(f"{job}: {verdict.violations or 'another total'}")
    return [Played(breakdown(playing.final), seconds) for playing in playings]


def _all(
    work: Callable[[Sequence[Job]], list[Played]], tables: Sequence[Sequence[Job]], workers: int
) -> Iterator[list[Played]]:
    if workers == 1:
        yield from map(work, tables)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, tables)


def _none_beats_the_optimum(name: str, played: Sequence[Played], best: Sequence[Played]) -> None:
    for number, (each, most) in enumerate(zip(played, best, strict=False)):
        if each.points.total > most.points.total:
            raise WrongError(f"{name}, deal {number}: {each.points.total} is above the optimum {most.points.total}")


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
    share = f"{_share(results, name):.1%}"
    rates = (_rates([each.points.of(bonus) for each in played], bonus.early) for bonus in BONUSES)
    return (
        name,
        str(len(played)),
        f"{statistics.mean(totals):.2f}",
        f"±{half_interval(totals):.2f}",
        share,
        *rates,
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
