"""Sets the thresholds of the difficulty grades and says how reliable they are: `python -m bench.difficulty`.

Random deals with a random fixed start, over the boards that ship in turn. The thresholds are the fifths of the
shortfalls of the first half of the deals; the shares of the grades are told of the second half. Reliability is the
correlation between two halves of the runs of each deal, raised to all runs by Spearman and Brown's formula.

`--foresee FILE` asks something else: whether the difficulty of a deal, told by the club player, also foretells how far
the expert falls short. FILE holds the games that `python -m bench.players --save FILE` kept.
"""

from __future__ import annotations

import json
import statistics
import time
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from bench.players import OPTIMUM, deal_of
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
@click.option("--foresee", type=click.Path(path_type=Path, exists=True), help="Compare with the expert's games in it.")
def main(deals: int, seed: str, jobs: int, write: bool, foresee: Path | None) -> None:
    if foresee is not None:
        _print_foresight(foresee, jobs)
        return
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


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A deal that the expert played: how far it fell short, and what the club player's games say of the deal."""

    layout: str
    expert: int
    club: float


def _print_foresight(path: Path, jobs: int) -> None:
    totals: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for line in path.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        totals[game["board"], game["seed"]][game["player"]] = game["total"]
    played = [(*deal, found[OPTIMUM], found["expert"]) for deal, found in totals.items() if "expert" in found]
    with ProcessPoolExecutor(jobs) as pool:
        deals = list(pool.map(_foresee, played, chunksize=4))
    for name in ("all", *sorted({deal.layout for deal in deals})):
        part = [deal for deal in deals if name in ("all", deal.layout)]
        runs = _ranked(part, lambda deal: deal.club)
        grades = _ranked(part, lambda deal: targets.grade(deal.club))
        print(
            f"{name}: {len(part)} deals, rank correlation with the expert's shortfall {runs:.2f}, grades {grades:.2f}"
        )
    for grade in range(1, targets.GRADES + 1):
        short = [deal.expert for deal in deals if targets.grade(deal.club) == grade]
        if short:
            print(f"difficulty {grade}: {len(short)} deals, the expert falls {statistics.fmean(short):.1f} short")


def _foresee(played: tuple[str, str, int, int]) -> Foreseen:
    board, seed, optimum, expert = played
    deal = deal_of(board, seed)
    club = targets.club_totals(deal.game, deal.cards, deal.start, seed)
    return Foreseen(board, optimum - expert, optimum - statistics.fmean(club))


def _ranked(deals: Sequence[Foreseen], told: Callable[[Foreseen], float]) -> float:
    """Spearman's rank correlation of what is told with the expert's shortfall."""
    return statistics.correlation(_ranks([told(deal) for deal in deals]), _ranks([deal.expert for deal in deals]))


def _ranks(values: Sequence[float]) -> list[float]:
    """Equal values share the mean of their places."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
