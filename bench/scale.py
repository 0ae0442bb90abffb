"""What the scale of difficulty and the search for boards rest on: `python -m bench.scale --workers 2`.

Random pleasant boards of all kinds, drawn without a look at how they play, and as many that were bred to be easy or
hard; on every board the club player's shortfall. Told are how boards and deals differ, how the best totals are
spread, and how well the shortfall is foretold by games at first sight, on other deals, without and with the optima of
a few deals more. Those figures stand in hashi_solver/lab/difficulty.py, foretelling.py and candidates.py.
"""

from __future__ import annotations

import itertools
import math
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import click
import numpy as np

from hashi_solver.lab.breeding import LOOK, Wanted, bred
from hashi_solver.lab.difficulty import HIGHEST, LOWEST, shortfall_at
from hashi_solver.lab.foretelling import at_first_sight, foretold
from hashi_solver.lab.sample import FREE, RANDOM, Sample, opening
from hashi_solver.lab.sketching import (
    CROSSINGS,
    LINES,
    Aim,
    Shape,
    Sketch,
    Span,
    Symmetry,
    drawn,
    worth_playing,
)
from hashi_solver.players import Dealt, play_all, player_named
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream
from hashi_solver.solver import solve

KINDS: tuple[tuple[int, int, Symmetry], ...] = (
    (7, 7, "none"),
    (7, 7, "none"),
    (8, 7, "none"),
    (8, 8, "none"),
    (7, 7, "mirror"),
    (7, 8, "mirror"),
    (7, 7, "turn"),
    (8, 8, "turn"),
)
FEW = 12  # deals for optima that help to foretell


@dataclass(frozen=True, slots=True)
class Measured:
    shortfalls: tuple[int, ...]
    optima: tuple[int, ...]
    open_optima: tuple[int, ...]  # of the first of these deals, with a start of one's own choice
    first_sight: float
    optimum: float  # over a few deals more

    @property
    def shortfall(self) -> float:
        return statistics.fmean(self.shortfalls)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--boards", default=64, show_default=True)
@click.option("--decks", default=32, show_default=True, help="On each board.")
@click.option("--seed", default="scale", show_default=True)
@click.option("--workers", default=1, show_default=True)
def main(boards: int, decks: int, seed: str, workers: int) -> None:
    with ProcessPoolExecutor(workers) as pool:
        random, bred_boards = (
            list(pool.map(_measured, pool.map(make, range(boards), repeat(seed)), repeat(decks), repeat(seed)))
            for make in (_random, _bred)
        )
    _tell(random)
    _tell_foretold(random, bred_boards)


def _kind(number: int, seed: str) -> tuple[Shape, Aim, Stream]:
    columns, rows, symmetry = KINDS[number % len(KINDS)]
    chance = Stream(f"hashi bench {seed} {number}")
    crossings = CROSSINGS[0] + chance.below(CROSSINGS[1] - CROSSINGS[0] + 1)
    lines = max(LINES[0], 36 - columns - rows - 1 + chance.below(3))
    return Shape(columns, rows, Span(*LINES), Span(*CROSSINGS), symmetry), Aim(crossings, lines), chance


def _random(number: int, seed: str) -> Sketch:
    """A board worth playing on."""
    shape, aim, chance = _kind(number, seed)
    sketches = (drawn(shape, aim, chance) for _ in itertools.count())
    return next(sketch for sketch in sketches if worth_playing(sketch.layout(), shape))


def _bred(number: int, seed: str) -> Sketch:
    """A board that was changed until it seemed to be easy or hard, or could not be had any nearer to that."""
    shape, aim, chance = _kind(number, f"{seed} bred")
    end = chance.choice((LOWEST, HIGHEST))
    tries = (bred(Wanted(shape, aim, shortfall_at(end), None, f"{seed} {number} {turn}")) for turn in itertools.count())
    return next(found.sketch for found in tries if found is not None)


def _measured(sketch: Sketch, decks: int, seed: str) -> Measured:
    layout = sketch.layout("scale")
    game = Game(layout)
    sample, free = Sample(decks, seed, RANDOM), Sample(max(1, decks // 4), seed, FREE)
    deals = list(sample.deals(game))
    played = play_all(player_named("club"), game, [Dealt(deal.cards, f"{deal.number}", deal.start) for deal in deals])
    totals = [breakdown(playing.final).total for playing in played]
    optima = [solve(opening(game, deal.start), deal.cards).score for deal in deals]
    open_optima = [solve(opening(game, deal.start), deal.cards).score for deal in free.deals(game)]
    shortfalls = [best - total for best, total in zip(optima, totals, strict=True)]
    first_sight = at_first_sight(game, Sample(LOOK, f"{seed} first sight", RANDOM))
    other = [solve(opening(game, deal.start), deal.cards).score for deal in Sample(FEW, f"{seed} few").deals(game)]
    return Measured(tuple(shortfalls), tuple(optima), tuple(open_optima), first_sight, statistics.fmean(other))


def _tell(boards: list[Measured]) -> None:
    means = [board.shortfall for board in boards]
    decks = len(boards[0].shortfalls)
    within = _chance(boards) * decks
    between = max(0.0, statistics.variance(means) - within / decks)
    print(f"shortfall: {min(means):.1f} to {max(means):.1f}, mean {statistics.fmean(means):.2f},", end=" ")
    print(f"spread {statistics.stdev(means):.2f}, of which between boards {between**0.5:.2f}; deals {within**0.5:.2f}")
    common = statistics.variance(
        [statistics.fmean(board.shortfalls[deal] for board in boards) for deal in range(decks)]
    )
    print(
        f"what a deal does to all boards alike: {max(0.0, common - within / len(boards)) / within:.3f} of its variance"
    )
    optima = statistics.fmean(statistics.variance(board.optima) for board in boards) ** 0.5
    own = statistics.fmean(
        best - fixed for board in boards for best, fixed in zip(board.open_optima, board.optima, strict=False)
    )
    print(f"optima of one board are spread by {optima:.2f}; a start of one's own adds {own:.2f}")


def _tell_foretold(random: list[Measured], bred_boards: list[Measured]) -> None:
    """What fits these boards best, and how far that and what the search believes are off."""
    boards = [*random, *bred_boards]
    shortfalls = np.array([board.shortfall for board in boards])
    sight = np.array([board.first_sight for board in boards])
    optimum = np.array([board.optimum for board in boards])
    for told, columns, believed in (
        ("at first sight", [sight], [foretold(one) for one in sight]),
        (f"and {FEW} optima", [sight, optimum], [foretold(*both) for both in zip(sight, optimum, strict=True)]),
    ):
        table = np.column_stack([np.ones(len(boards)), *columns])
        fit, *_ = np.linalg.lstsq(table, shortfalls, rcond=None)
        print(f"foretold {told}: {' '.join(f'{each:+.2f}' for each in fit)};", end=" ")
        for kind, group, part in (
            ("random", random, slice(0, len(random))),
            ("bred", bred_boards, slice(len(random), len(boards))),
        ):
            apart = statistics.variance(shortfalls[part]) - _chance(group)
            off = [_missed(shortfalls[part] - expected[part], group) for expected in (table @ fit, np.array(believed))]
            print(f"{kind} boards, {max(0.0, apart) ** 0.5:.2f} apart, miss it by {off[0]:.2f}", end="")
            print(f", and what the search believes by {off[1]:.2f}", end="; " if kind == "random" else "\n")


def _missed(missed: np.ndarray[tuple[int, ...], np.dtype[np.float64]], boards: list[Measured]) -> float:
    """Without what is the luck of the deals that they were measured on."""
    return math.sqrt(max(0.0, float((missed**2).mean()) - _chance(boards)))


def _chance(boards: list[Measured]) -> float:
    """The variance of a board's mean that is luck."""
    return statistics.fmean(statistics.variance(board.shortfalls) / len(board.shortfalls) for board in boards)


if __name__ == "__main__":
    main()
