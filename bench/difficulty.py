"""Measures the fifths of the boards that ship, and how reliable stars and medals are: `python -m bench.difficulty`.

Random deals of seeds, with a start drawn for each and with one of the player's own; each is solved and played as
`hashi_solver.targets` does it. What was measured is kept in a file, so that a run that was stopped resumes. `--write`
puts the fifths into the package. Told are, for each board:

- its mean shortfall, and how the deals differ around it;
- reliability: the correlation between two halves of the runs of each deal, raised to all runs by Spearman and Brown's
  formula; and how often both halves of the runs give a deal the same number of stars, or one next to it;
- which shares of the deals get one to five stars when the fifths are those of the other half of the deals, and when
  they are predicted from what the other boards have shown, as for a board that nobody has measured;
- which shares of the games reach the medals: half of the runs say where these lie, the other half plays for them.

`--foresee FILE` asks something else: whether the difficulty of a deal, told by the club player, also foretells how far
the expert falls short. FILE holds the games that `python -m bench.players --save FILE` kept.
"""

from __future__ import annotations

import json
import statistics
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from bench.players import OPTIMUM, deal_of
from hashi_solver import fifths, targets
from hashi_solver.board import Layout
from hashi_solver.challenge.challenges import best_play
from hashi_solver.challenge.seeded import Starting, deal_of_seed
from hashi_solver.fifths import STARS, predicted_shortfall, stars, start_kind
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from hashi_solver.scoring import reachable_totals

MEASURED = Path(fifths.__file__).with_name("fifths.json")
KEPT = Path(__file__).with_name("results") / "difficulty.jsonl"
KINDS: tuple[Starting, ...] = ("fixed", "free")
EVEN, ODD = slice(0, None, 2), slice(1, None, 2)


@dataclass(frozen=True, slots=True)
class Measured:
    """One deal as it was measured: deck and start are those of the seed `difficulty NUMBER`."""

    board: str
    digest: str
    start: Starting
    number: int
    optimum: int
    totals: tuple[int, ...]

    def shortfall(self, part: slice = slice(None)) -> float:
        return self.optimum - statistics.fmean(self.totals[part])


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--deals", default=160, show_default=True, help="On each board; half as many with a free start.")
@click.option("--jobs", default=1, show_default=True)
@click.option("--keep", default=KEPT, type=click.Path(path_type=Path), help="Where measured deals are kept.")
@click.option("--write", is_flag=True, help="Write the fifths into the package.")
@click.option("--foresee", type=click.Path(path_type=Path, exists=True), help="Compare with the expert's games in it.")
def main(deals: int, jobs: int, keep: Path, write: bool, foresee: Path | None) -> None:
    if foresee is not None:
        _print_foresight(foresee, jobs)
        return
    boards = {name: load_layout(name) for name in layout_ids()}
    found = _measure_all(boards, deals, jobs, keep)
    guesses = {
        (name, kind): predicted_shortfall(Game(layout), kind == start_kind(True))
        for name, layout in boards.items()
        for kind in KINDS
    }
    for kind in KINDS:
        print(f"-- {kind} start")
        for name in boards:
            _tell(name, found[name, kind], guesses[name, kind], _spread(found, guesses, kind, without=name))
        _tell_medals([deal for name in boards for deal in found[name, kind]])
    if write:
        document = {
            "runs": targets.RUNS,
            "deals": {kind: len(found[next(iter(boards)), kind]) for kind in KINDS},
            "spread": {kind: _spread(found, guesses, kind) for kind in KINDS},
            "boards": {
                layout.digest: {"id": name, **{kind: _fifths(found[name, kind]) for kind in KINDS}}
                for name, layout in boards.items()
            },
        }
        write_text(MEASURED, json.dumps(document, indent=1) + "\n")


Found = dict[tuple[str, Starting], list[Measured]]


def _measure_all(boards: dict[str, Layout], deals: int, jobs: int, keep: Path) -> Found:
    """The deals of all boards, board by board in turn, so that a run that is stopped knows as much of each."""
    wanted = [
        (name, kind, number)
        for number in range(1, deals + 1)
        for kind in KINDS
        for name in boards
        if kind == "fixed" or number % 2 == 0
    ]
    kept = {(one.board, one.start, one.number): one for one in _kept(keep) if one.digest == boards[one.board].digest}
    missing = [job for job in wanted if job not in kept]
    keep.parent.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool, keep.open("a", encoding="utf-8") as file:
        for job, one in zip(missing, pool.map(_measure, missing), strict=True):
            kept[job] = one
            file.write(json.dumps(asdict(one)) + "\n")
            file.flush()
    found: Found = defaultdict(list)
    for name, kind, number in wanted:
        found[name, kind].append(kept[name, kind, number])
    return found


def _kept(path: Path) -> Iterator[Measured]:
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        told = json.loads(line)
        yield Measured(**{**told, "totals": tuple(told["totals"])})


def _measure(job: tuple[str, Starting, int]) -> Measured:
    name, kind, number = job
    layout = load_layout(name)
    deal = deal_of_seed(f"difficulty {number}", layout, kind)
    totals = targets.club_totals(deal.game, deal.deck.cards, deal.start, "targets")
    return Measured(name, layout.digest, kind, number, best_play(deal).score, totals)


def _fifths(deals: Sequence[Measured], part: slice = slice(None)) -> list[float]:
    return [round(cut, 2) for cut in statistics.quantiles([deal.shortfall(part) for deal in deals], n=STARS)]


def _spread(
    found: Found, guesses: Mapping[tuple[str, Starting], float], kind: Starting, without: str = ""
) -> list[float]:
    """Return the fifths of measured minus predicted shortfall, over the deals of all boards but `without`."""
    off = [
        deal.shortfall() - guesses[name, kind]
        for name, start in guesses
        for deal in found[name, start]
        if start == kind and name != without
    ]
    return [round(cut, 2) for cut in statistics.quantiles(off, n=STARS)]


def _tell(name: str, deals: Sequence[Measured], guess: float, spread: Sequence[float]) -> None:
    short = [deal.shortfall() for deal in deals]
    halves = [[deal.shortfall(part) for deal in deals] for part in (EVEN, ODD)]
    alike = statistics.correlation(*halves)
    cuts = [_fifths(deals, part) for part in (EVEN, ODD)]
    graded = [[bisect_left(cut, each) for each in half] for cut, half in zip(cuts, halves, strict=True)]
    apart = [abs(one - other) for one, other in zip(*graded, strict=True)]
    print(f"{name}: {len(deals)} deals, shortfall {statistics.fmean(short):.2f} (predicted {guess:.2f}),", end=" ")
    print(f"deals differ by {statistics.stdev(short):.2f}, fifths {_fifths(deals)}")
    print(f"  half against half {alike:.2f}, all runs {2 * alike / (1 + alike):.2f};", end=" ")
    print(f"halves give the same stars {apart.count(0) / len(deals):.0%}, at most one apart", end=" ")
    print(f"{sum(each <= 1 for each in apart) / len(deals):.0%}")
    fresh = Counter[int]()
    for part, other in ((EVEN, ODD), (ODD, EVEN)):
        cut = _fifths(deals[part])
        fresh.update(bisect_left(cut, deal.shortfall()) for deal in deals[other])
    foretold = Counter(bisect_left([guess + offset for offset in spread], each) for each in short)
    for told, counts in (("the other deals", fresh), ("prediction", foretold)):
        print(f"  stars by the fifths of {told}:", " ".join(f"{counts[n] / len(deals):.0%}" for n in range(STARS)))


def _tell_medals(deals: Sequence[Measured]) -> None:
    reached: list[list[float]] = []
    at_par = 0
    for deal in deals:
        reachable = reachable_totals(Game(load_layout(deal.board)))
        par, *medals = targets.par_and_medals(deal.totals[EVEN], deal.optimum, reachable)
        at_par += par == medals[0]
        reached.append([sum(total >= least for total in deal.totals[ODD]) / len(deal.totals[ODD]) for least in medals])
    shares = ", ".join(f"{statistics.fmean(each):.1%}" for each in zip(*reached, strict=True))
    print(f"medals of half of the runs, reached by the other half: {shares};", end=" ")
    print(f"bronze is par in {at_par / len(deals):.0%} of the deals")


@dataclass(frozen=True, slots=True)
class Foreseen:
    """A deal that the expert played: how far it fell short, and what the club player's games say of the deal."""

    layout: str
    expert: int
    club: float
    stars: int


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
        grades = _ranked(part, lambda deal: deal.stars)
        print(
            f"{name}: {len(part)} deals, rank correlation with the expert's shortfall {runs:.2f}, grades {grades:.2f}"
        )
    for grade in range(1, STARS + 1):
        short = [deal.expert for deal in deals if deal.stars == grade]
        if short:
            print(f"difficulty {grade}: {len(short)} deals, the expert falls {statistics.fmean(short):.1f} short")


def _foresee(played: tuple[str, str, int, int]) -> Foreseen:
    board, seed, optimum, expert = played
    deal = deal_of(board, seed)
    club = targets.club_totals(deal.game, deal.cards, deal.start, seed)
    short = optimum - statistics.fmean(club)
    return Foreseen(board, optimum - expert, short, stars(deal.game, short, free=False))


def _ranked(deals: Sequence[Foreseen], told: Callable[[Foreseen], float]) -> float:
    """Return Spearman's rank correlation of the grades with the expert's shortfall."""
    return statistics.correlation(_ranks([told(deal) for deal in deals]), _ranks([deal.expert for deal in deals]))


def _ranks(values: Sequence[float]) -> list[float]:
    """Equal values share the mean of their places."""
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) - 1) / 2 for value in values]


if __name__ == "__main__":
    main()
