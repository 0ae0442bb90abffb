"""Are generated boards what they are said to be? `python -m bench.generated --boards 100 --decks 200`.

As many boards are made for each grade from 1 to 5; each is validated, compared with all others, and measured on fresh
decks that took no part in making it. A board that is not valid, that is another one turned or mirrored, or that misses
its grade by more than one, ends the run with an error.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from hashi_solver.lab.analysis import JUDGE, analyse
from hashi_solver.lab.generator import Made, Wish, generate
from hashi_solver.lab.made import board_file
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.sketching import Shape, Span, essence
from hashi_solver.lab.store import Store
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.rules import Game

GRADES = (1, 2, 3, 4, 5)
MISS = 1.0  # grades by which a fresh measurement may differ from what was asked


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--boards", default=100, show_default=True)
@click.option("--decks", default=200, show_default=True, help="Fresh ones, for each board.")
@click.option("--seed", default="bench", show_default=True)
@click.option("--workers", type=int, help="Processes; by default one a core.")
@click.option("--store", type=click.Path(path_type=Path), help="Keep the fresh measurements there.")
def main(boards: int, decks: int, seed: str, workers: int | None, store: Path | None) -> None:
    seen: set[tuple[str, ...]] = set()
    misses: list[float] = []
    wrong = 0
    kept = None if store is None else Store(store)
    for grade in GRADES:
        begun = time.monotonic()
        wish = Wish(Shape(), Span(grade, grade))
        made = generate(wish, f"{seed} {grade}", -(-boards // len(GRADES)), workers=workers)
        print(
            f"grade {grade}: {len(made.boards)} of {made.asked} boards, {made.drawn} drawn, {made.deals} deals,",
            end=" ",
        )
        print(f"{time.monotonic() - begun:.0f} s", flush=True)
        wrong += made.asked - len(made.boards)
        for one in made.boards:
            found = analyse(Game(one.layout), Sample(decks, f"fresh {seed}"), (JUDGE,), store=kept, workers=workers)
            assert found.difficulty is not None
            misses.append(found.difficulty.value - grade)
            faults = [*_faults(one, seen), *(["misses its grade"] if abs(misses[-1]) > MISS else [])]
            wrong += bool(faults)
            told = one.figures.difficulty.value
            print(
                f"  {one.layout.id}: told {told:.2f}, fresh {found.difficulty.value:.2f} {', '.join(faults)}",
                flush=True,
            )
    print(
        f"{len(misses)} boards, {wrong} wrong; missed by {statistics.fmean(map(abs, misses)):.2f} grades in the mean,",
        end=" ",
    )
    print(f"{max(map(abs, misses)):.2f} at most")
    sys.exit(1 if wrong else 0)


def _faults(made: Made, seen: set[tuple[str, ...]]) -> Iterator[str]:
    if examine_layout_text(board_file(made, "the benchmark"), made.layout.id).findings:
        yield "is not valid"
    if essence(made.layout) in seen:
        yield "is another one"
    seen.add(essence(made.layout))


if __name__ == "__main__":
    main()
