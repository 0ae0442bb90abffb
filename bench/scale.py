"""What the scale of difficulty and the search for boards rest on: `python -m bench.scale --workers 2`.

Random pleasant boards of all kinds, drawn without a look at how they play; on each the club player's shortfall on the
same deals. Told are how boards and deals differ, what the drawing foretells (judged on boards left out of the fit), how
much of what sets a board apart its changed copy keeps, and how the best totals are spread. Those figures stand in
hashi_solver/lab/difficulty.py and hashi_solver/lab/generator.py.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import click
import numpy as np

from hashi_solver.board import Layout
from hashi_solver.lab.difficulty import foretold_shortfall, shortfall_at, told_by
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
    redrawn,
    worth_playing,
)
from hashi_solver.players import Dealt, play_all, player_named
from hashi_solver.rules import Game
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream
from hashi_solver.solver import solve

SIZES = ((7, 7), (7, 7), (8, 7), (8, 8))
SYMMETRIES: tuple[Symmetry, ...] = ("none", "none", "mirror", "turn")
GRADES = (1.0, 2.0, 3.0, 4.0, 5.0)


@dataclass(frozen=True, slots=True)
class Measured:
    layout: Layout
    shortfalls: tuple[int, ...]
    optima: tuple[int, ...]
    open_optima: tuple[int, ...]  # of the first of these deals, with a start of one's own choice

    @property
    def shortfall(self) -> float:
        return statistics.fmean(self.shortfalls)

    @property
    def foretold(self) -> float:
        return foretold_shortfall(self.layout)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--boards", default=64, show_default=True)
@click.option("--decks", default=32, show_default=True, help="On each board.")
@click.option("--seed", default="scale", show_default=True)
@click.option("--workers", default=1, show_default=True)
def main(boards: int, decks: int, seed: str, workers: int) -> None:
    with ProcessPoolExecutor(workers) as pool:
        pairs = list(pool.map(_sketches, range(boards), repeat(seed)))
        first = [sketch.layout(f"scale-{place}") for place, (sketch, _) in enumerate(pairs)]
        second = [sketch.layout(f"copy-{place}") for place, (_, sketch) in enumerate(pairs)]
        drawn_ones = list(pool.map(_measured, first, repeat(decks), repeat(seed)))
        copies = list(pool.map(_measured, second, repeat(decks), repeat(seed)))
    _tell(drawn_ones, copies)


def _sketches(number: int, seed: str) -> tuple[Sketch, Sketch]:
    """A board worth playing on and a changed copy of it."""
    columns, rows = SIZES[number % len(SIZES)]
    shape = Shape(columns, rows, Span(*LINES), Span(*CROSSINGS), SYMMETRIES[number // len(SIZES) % len(SYMMETRIES)])
    usual = 36 - columns - rows
    chance = Stream(f"hashi bench {seed} {number}")
    while True:
        crossings = CROSSINGS[0] + chance.below(CROSSINGS[1] - CROSSINGS[0] + 1)
        lines = usual - 1 + chance.below(3)
        aim = Aim(shortfall_at(chance.choice(GRADES)), crossings, max(LINES[0], lines))
        sketch = drawn(shape, aim, chance)
        if worth_playing(sketch.layout(), shape):
            break
    while True:
        copy = redrawn(sketch, shape, aim, chance)
        if worth_playing(copy.layout(), shape) and copy.layout().digest != sketch.layout().digest:
            return sketch, copy


def _measured(layout: Layout, decks: int, seed: str) -> Measured:
    game = Game(layout)
    sample, free = Sample(decks, seed, RANDOM), Sample(max(1, decks // 4), seed, FREE)
    deals = list(sample.deals(game))
    played = play_all(player_named("club"), game, [Dealt(deal.cards, f"{deal.number}", deal.start) for deal in deals])
    totals = [breakdown(playing.final).total for playing in played]
    optima = [solve(opening(game, deal.start), deal.cards).score for deal in deals]
    open_optima = [solve(opening(game, deal.start), deal.cards).score for deal in free.deals(game)]
    shortfalls = [best - total for best, total in zip(optima, totals, strict=True)]
    return Measured(layout, tuple(shortfalls), tuple(optima), tuple(open_optima))


def _tell(boards: Sequence[Measured], copies: Sequence[Measured]) -> None:
    means = [board.shortfall for board in boards]
    decks = len(boards[0].shortfalls)
    within = statistics.fmean(statistics.variance(board.shortfalls) for board in boards)
    between = max(0.0, statistics.variance(means) - within / decks)
    print(f"shortfall: {min(means):.1f} to {max(means):.1f}, mean {statistics.fmean(means):.2f},", end=" ")
    print(f"spread {statistics.stdev(means):.2f}, of which between boards {between**0.5:.2f}; deals {within**0.5:.2f}")
    common = statistics.variance(
        [statistics.fmean(board.shortfalls[deal] for board in boards) for deal in range(decks)]
    )
    print(
        f"what a deal does to all boards alike: {max(0.0, common - within / len(boards)) / within:.3f} of its variance"
    )
    x = np.array([[1.0, *told_by(board.layout)] for board in boards])
    y = np.array(means)
    left_out = [_foretold(np.delete(x, at, 0), np.delete(y, at), x[at]) for at in range(len(y))]
    constant, *slopes = np.linalg.lstsq(x, y, rcond=None)[0]
    print(f"a fit of what the drawing tells: {constant:.1f} {' '.join(f'{slope:+.2f}' for slope in slopes)};", end=" ")
    print(f"explains {_explained(y, np.array(left_out)):.2f} of the measured variance of boards left out")
    told = np.array([board.foretold for board in boards])
    apart = y - told
    still = max(0.0, float((apart**2).mean()) - within / decks) ** 0.5
    print(f"what is foretold explains {_explained(y, told):.2f}; boards differ from it by {still:.2f}")
    copied = np.array([copy.shortfall - copy.foretold for copy in copies])
    shared = float((apart * copied).mean()) / max(1e-9, still**2)
    print(f"a changed copy keeps {shared:.2f} of what sets a board apart")
    optima = statistics.fmean(statistics.variance(board.optima) for board in boards) ** 0.5
    own = statistics.fmean(
        best - fixed for board in boards for best, fixed in zip(board.open_optima, board.optima, strict=False)
    )
    print(f"optima of one board are spread by {optima:.2f}; a start of one's own adds {own:.2f}")


def _explained(y: np.ndarray, told: np.ndarray) -> float:
    return 1 - float(((y - told) ** 2).mean()) / float(y.var())


def _foretold(x: np.ndarray, y: np.ndarray, at: np.ndarray) -> float:
    return float(at @ np.linalg.lstsq(x, y, rcond=None)[0])


if __name__ == "__main__":
    main()
