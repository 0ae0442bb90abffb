"""Sets the thresholds of the difficulty grades and says how reliable they are: `python -m bench.difficulty`.

Random deals with a random fixed start, over the boards that ship in turn. The thresholds are the fifths of the
shortfalls of the first half of the deals; the shares of the grades are told of the second half. Reliability is the
correlation between two halves of the runs of each deal, raised to all runs by Spearman and Brown's formula.
"""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from hashi_solver import targets
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game, empty, legal_starts, with_start
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve

THRESHOLDS = Path(targets.__file__).with_name("difficulty.json")


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as it was measured."""

    layout: str
    optimum: int
    totals: tuple[int, ...]
    seconds: float

    def shortfall(self, part: slice = slice(None)) -> float:
        return self.optimum - statistics.fmean(self.totals[part])


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--deals", default=1000, show_default=True)
@click.option("--seed", default="difficulty", show_default=True)
@click.option("--jobs", default=2, show_default=True)
@click.option("--write", is_flag=True, help="Write the thresholds into the package.")
def main(deals: int, seed: str, jobs: int, write: bool) -> None:
    begun = time.monotonic()
    with ProcessPoolExecutor(jobs) as pool:
        measured = list(pool.map(partial(_measure, seed), range(deals), chunksize=4))
    half = deals // 2
    thresholds = _fifths([deal.shortfall() for deal in measured[:half]])
    print(f"{deals} deals in {time.monotonic() - begun:.0f} s, {targets.RUNS} runs each")
    print(f"CPU a deal: median {statistics.median(deal.seconds for deal in measured):.2f} s,", end=" ")
    print(f"max {max(deal.seconds for deal in measured):.2f} s")
    _print_reliability("all", measured)
    for layout in layout_ids():
        _print_reliability(layout, [deal for deal in measured if deal.layout == layout])
    print("thresholds:", thresholds)
    for name, part in (("first half", measured[:half]), ("second half", measured[half:])):
        grades = Counter(1 + sum(deal.shortfall() > each for each in thresholds) for deal in part)
        print(f"{name}:", ", ".join(f"{grade}: {grades[grade] / len(part):.0%}" for grade in range(1, 6)))
    if write:
        document = {"thresholds": thresholds, "deals": half, "runs": targets.RUNS, "boards": list(layout_ids())}
        write_text(THRESHOLDS, json.dumps(document) + "\n")


def _measure(seed: str, number: int) -> Deal:
    name, chance = layout_ids()[number % len(layout_ids())], Stream(f"{seed} start {number}")
    game, cards = Game(load_layout(name)), deck_from_seed(f"{seed} {number}").cards
    start = chance.choice(list(legal_starts(game)))
    begun = time.process_time()
    optimum = solve(with_start(empty(game), start), cards).score
    totals = targets.club_totals(game, cards, start, f"{seed} {number}")
    return Deal(name, optimum, totals, time.process_time() - begun)


def _fifths(values: Sequence[float]) -> list[float]:
    return [round(cut, 2) for cut in statistics.quantiles(values, n=targets.GRADES)]


def _print_reliability(name: str, deals: Sequence[Deal]) -> None:
    halves = statistics.correlation(
        [deal.shortfall(slice(0, None, 2)) for deal in deals], [deal.shortfall(slice(1, None, 2)) for deal in deals]
    )
    whole = 2 * halves / (1 + halves)
    mean = statistics.fmean(deal.shortfall() for deal in deals)
    print(f"{name}: {len(deals)} deals, shortfall {mean:.1f}, half against half {halves:.2f}, all runs {whole:.2f}")


if __name__ == "__main__":
    main()
