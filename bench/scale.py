"""What the scale of difficulty and the search for boards rest on: `python -m bench.scale --workers 2`.

Random pleasant boards of all kinds, drawn without a look at how they play, and as many that were bred to be easy or
hard; on every board the optimum, what the club player reaches, and what the same player reaches at first sight, on
other deals. Told are how boards and deals differ, what thinking adds to first sight, how optima follow from it, and
how well all that predicts the shortfall. These figures are in hashi_solver/difficulty.py and
hashi_solver/generate/tuning.py.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import click

from hashi_solver.difficulty import HIGHEST, LOWEST, shortfall_at
from hashi_solver.generate.breeding import Wanted, bred
from hashi_solver.generate.prediction import believed, totals
from hashi_solver.generate.sketch import Aim, Sketch, drawn, worth_playing
from hashi_solver.generate.tuning import TUNED
from hashi_solver.generate.wish import CROSSINGS, LINES, Range, Shape, Symmetry, full_lines
from hashi_solver.lab.sample import FREE, RANDOM, Sample, opening
from hashi_solver.players import player_named
from hashi_solver.players.club import FIRST_SIGHT
from hashi_solver.rules import Game
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
GAMES = TUNED.breeding.games
FEW = 10  # deals for optima that help to predict: as many as a new board of an asked difficulty gets first


@dataclass(frozen=True, slots=True)
class Measured:
    totals: tuple[int, ...]  # of the club player
    optima: tuple[int, ...]  # of the same deals
    open_optima: tuple[int, ...]  # of the first of these deals, with a start of one's own choice
    at_first_sight: tuple[int, ...]  # totals on other deals
    few: tuple[int, ...]  # optima of others yet

    @property
    def shortfalls(self) -> list[int]:
        return [best - total for best, total in zip(self.optima, self.totals, strict=True)]

    @property
    def first_sight(self) -> float:
        return statistics.fmean(self.at_first_sight)


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
    for kind, measured in (("random", random), ("bred", bred_boards)):
        print(f"-- {boards} boards, {kind}")
        _tell(measured)
        _tell_predictions(measured)


def _kind(number: int, seed: str) -> tuple[Shape, Aim, Stream]:
    columns, rows, symmetry = KINDS[number % len(KINDS)]
    chance = Stream(f"hashi bench {seed} {number}")
    crossings = CROSSINGS[0] + chance.below(CROSSINGS[1] - CROSSINGS[0] + 1)
    lines = max(LINES[0], full_lines(columns, rows) - 1 + chance.below(3))
    return Shape(columns, rows, Range(*LINES), Range(*CROSSINGS), symmetry), Aim(crossings, lines), chance


def _random(number: int, seed: str) -> Sketch:
    """A board worth playing on."""
    shape, aim, chance = _kind(number, seed)
    sketches = (drawn(shape, aim, chance, TUNED) for _ in itertools.count())
    return next(sketch for sketch in sketches if worth_playing(sketch.layout(), shape, TUNED))


def _bred(number: int, seed: str) -> Sketch:
    """A board that was changed until it seemed to be easy or hard, or could not be had any nearer to that."""
    shape, aim, chance = _kind(number, f"{seed} bred")
    end = chance.choice((LOWEST, HIGHEST))
    tries = (
        bred(Wanted(shape, aim, shortfall_at(end), None, f"{seed} {number} {turn}"), TUNED)
        for turn in itertools.count()
    )
    return next(found.sketch for found in tries if found is not None)


def _measured(sketch: Sketch, decks: int, seed: str) -> Measured:
    game = Game(sketch.layout("scale"))
    deals, own = Sample(decks, seed, RANDOM), f"{seed} {game.layout.digest}"
    return Measured(
        tuple(totals(player_named("club"), game, deals)),
        _optima(game, deals),
        _optima(game, Sample(max(1, decks // 4), seed, FREE)),
        tuple(totals(FIRST_SIGHT, game, Sample(GAMES, f"{own} first sight", RANDOM))),
        _optima(game, Sample(FEW, f"{own} few", RANDOM)),
    )


def _optima(game: Game, sample: Sample) -> tuple[int, ...]:
    return tuple(solve(opening(game, deal.start), deal.cards).score for deal in sample.deals(game))


def _tell(boards: list[Measured]) -> None:
    means = [statistics.fmean(board.shortfalls) for board in boards]
    decks = len(boards[0].totals)
    within = statistics.fmean(statistics.variance(board.shortfalls) for board in boards)
    print(f"shortfall: {min(means):.1f} to {max(means):.1f}, mean {statistics.fmean(means):.2f},", end=" ")
    print(f"boards differ by {_spread(means, [within / decks] * len(boards)):.2f}, deals by {within**0.5:.2f}")
    common = statistics.variance(
        [statistics.fmean(board.shortfalls[deal] for board in boards) for deal in range(decks)]
    )
    print(
        f"what a deal does to all boards alike: {max(0.0, common - within / len(boards)) / within:.3f} of its variance"
    )
    own = statistics.fmean(
        best - fixed for board in boards for best, fixed in zip(board.open_optima, board.optima, strict=False)
    )
    print(f"a start of one's own adds {own:.2f} to an optimum")


def _tell_predictions(boards: list[Measured]) -> None:
    """What the club player's shortfall is made of, and how far what the search believes of it is off."""
    sight = [board.first_sight for board in boards]
    luck = {name: [_luck(getattr(board, name)) for board in boards] for name in ("totals", "optima", "at_first_sight")}
    thought = [statistics.fmean(board.totals) - board.first_sight for board in boards]
    lucky = [a + b for a, b in zip(luck["totals"], luck["at_first_sight"], strict=True)]
    deals = {name: (statistics.fmean(each) * len(getattr(boards[0], name))) ** 0.5 for name, each in luck.items()}
    print(f"totals of one board differ by {deals['totals']:.2f},", end=" ")
    print(f"at first sight {deals['at_first_sight']:.2f}, optima by {deals['optima']:.2f}")
    print(f"thinking adds {statistics.fmean(thought):.2f} to first sight, differing by {_spread(thought, lucky):.2f}")
    optima = [statistics.fmean(board.optima) for board in boards]
    slope, base = statistics.linear_regression(sight, optima)
    rest = [best - base - slope * one for best, one in zip(optima, sight, strict=True)]
    print(f"optimum: {base:.1f} {slope:+.2f} for a point at first sight,", end=" ")
    print(f"differing by {_spread(rest, luck['optima']):.2f}")
    beliefs = [believed(board.first_sight, GAMES, board.few, tuning=TUNED.prediction) for board in boards]
    off = [statistics.fmean(board.shortfalls) - belief.value for board, belief in zip(boards, beliefs, strict=True)]
    told = [_luck(board.shortfalls) for board in boards]
    print(f"the shortfall is believed to be {statistics.fmean(off):+.2f} less than it is, differing by", end=" ")
    print(f"{_spread(off, told):.2f}; {beliefs[0].variance ** 0.5:.2f} is expected")


def _luck(seen: Sequence[int]) -> float:
    """The variance of a mean that is luck of the deals."""
    return float(statistics.variance(seen)) / len(seen)


def _spread(values: Sequence[float], luck: Sequence[float]) -> float:
    """How far these differ, but for luck."""
    return math.sqrt(max(0.0, statistics.variance(values) - statistics.fmean(luck)))


if __name__ == "__main__":
    main()
