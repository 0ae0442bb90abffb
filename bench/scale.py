"""What the scale of difficulty and the search for boards rest on: `python -m bench.scale --workers 2`.

Random pleasant boards of all kinds, drawn without a look at how they play, and a changed copy of each; on every board
the club player's shortfall, the copies on other deals. Told are how boards and deals differ, how much of what sets a
board apart its copy keeps, how the best totals are spread, and what the drawing foretells. Those figures stand in
hashi_solver/lab/difficulty.py, foretelling.py and candidates.py.
"""

from __future__ import annotations

import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import click

from hashi_solver.board import Layout
from hashi_solver.lab.foretelling import free_at_flags
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
    essence,
    redrawn,
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
MOST_COPIES = 20  # tried of one board


@dataclass(frozen=True, slots=True)
class Measured:
    layout: Layout
    shortfalls: tuple[int, ...]
    optima: tuple[int, ...]
    open_optima: tuple[int, ...]  # of the first of these deals, with a start of one's own choice

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
        pairs = list(pool.map(_sketches, range(boards), repeat(seed)))
        first = [sketch.layout(f"scale-{place}") for place, (sketch, _) in enumerate(pairs)]
        second = [sketch.layout(f"copy-{place}") for place, (_, sketch) in enumerate(pairs)]
        originals = list(pool.map(_measured, first, repeat(decks), repeat(seed)))
        copies = list(pool.map(_measured, second, repeat(decks), repeat(f"{seed} copies")))
    _tell(originals, copies)


def _sketches(number: int, seed: str) -> tuple[Sketch, Sketch]:
    """A board worth playing on and a changed copy of it."""
    columns, rows, symmetry = KINDS[number % len(KINDS)]
    shape = Shape(columns, rows, Span(*LINES), Span(*CROSSINGS), symmetry)
    usual = 36 - columns - rows
    chance = Stream(f"hashi bench {seed} {number}")
    while True:
        crossings = CROSSINGS[0] + chance.below(CROSSINGS[1] - CROSSINGS[0] + 1)
        lines = usual - 1 + chance.below(3)
        sketch = drawn(shape, Aim(crossings, max(LINES[0], lines)), chance)
        if worth_playing(sketch.layout(), shape):
            copies = (redrawn(sketch, shape, chance) for _ in range(MOST_COPIES))
            copy = next((each for each in copies if essence(each.layout()) != essence(sketch.layout())), None)
            if copy is not None:
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


def _tell(boards: list[Measured], copies: list[Measured]) -> None:
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
    free = [free_at_flags(board.layout) for board in boards]
    each, without = statistics.linear_regression(free, means)
    told = each**2 * statistics.variance(free)
    print(f"a line at every flag that nothing crosses: {each:+.2f} points; without any {without:.1f};", end=" ")
    print(f"this tells {told / statistics.variance(means):.2f} of what was measured", end="")
    print(f", {told / between**2:.2f} of what sets boards apart" if between else "")
    copied = [board.shortfall for board in copies]
    kept = statistics.covariance(means, copied) / between**2
    print(f"a changed copy keeps {kept:.2f} of what sets a board apart", end=" ")
    usual = statistics.fmean([*means, *copied])
    missed = statistics.fmean((two - usual - kept * (one - usual)) ** 2 for one, two in zip(means, copied, strict=True))
    print(f"and differs by {max(0.0, missed - (1 + kept**2) * within / decks) ** 0.5:.2f} from that")
    optima = statistics.fmean(statistics.variance(board.optima) for board in boards) ** 0.5
    own = statistics.fmean(
        best - fixed for board in boards for best, fixed in zip(board.open_optima, board.optima, strict=False)
    )
    print(f"optima of one board are spread by {optima:.2f}; a start of one's own adds {own:.2f}")


if __name__ == "__main__":
    main()
