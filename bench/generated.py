"""Are generated boards what they are said to be? `python -m bench.generated`.

Boards of every grade are made, as many of each as `--ask` says: few at the ends, where few boards lie. Each is
validated, compared with all others, and measured on fresh decks that took no part in making it. A board that is not
valid, that is another one turned or mirrored, or that misses its grade by more than one, ends the run with an error.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator

import click

from hashi_solver.board import Layout
from hashi_solver.lab.asking import BEST, Job, answer_all
from hashi_solver.lab.difficulty import board_grade
from hashi_solver.lab.generator import Made, Wish, generate
from hashi_solver.lab.made import board_file
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.sketching import Shape, Span, essence
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.processes import processes
from hashi_solver.rules import Game

MISS = 1.0  # grades by which a fresh measurement may differ from what was asked
DEALS_AT_A_TIME = 20


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", default="1:5,2:28,3:34,4:28,5:5", show_default=True, metavar="GRADE:BOARDS,...")
@click.option("--decks", default=200, show_default=True, help="Fresh ones, for each board.")
@click.option("--seed", default="bench", show_default=True)
@click.option("--workers", type=int, help="Processes; by default one a core.")
def main(ask: str, decks: int, seed: str, workers: int | None) -> None:
    seen: set[tuple[str, ...]] = set()
    misses: list[float] = []
    wrong = 0
    for grade, count in (map(int, each.split(":")) for each in ask.split(",")):
        begun = time.monotonic()
        made = generate(Wish(Shape(), Span(grade, grade)), f"{seed} {grade}", count, workers=workers)
        print(f"grade {grade}: {len(made.boards)} of {count} boards, {made.drawn} drawn, {made.deals} deals,", end=" ")
        print(f"{time.monotonic() - begun:.0f} s", flush=True)
        wrong += count - len(made.boards)
        for one in made.boards:
            fresh = measured(one.layout, Sample(decks, f"fresh {seed}"), workers)
            misses.append(fresh - grade)
            faults = [*_faults(one, seen), *(["misses its grade"] if abs(misses[-1]) > MISS else [])]
            wrong += bool(faults)
            told = one.figures.difficulty.value
            print(f"  {one.layout.id}: told {told:.2f}, fresh {fresh:.2f} {', '.join(faults)}", flush=True)
    print(f"{len(misses)} boards, {wrong} wrong or missing;", end=" ")
    print(f"off by {statistics.fmean(map(abs, misses)):.2f} grades in the mean, {max(map(abs, misses)):.2f} at most")
    sys.exit(1 if wrong else 0)


def measured(layout: Layout, sample: Sample, workers: int | None) -> float:
    """Its difficulty, as the lab has it."""
    game = Game(layout)
    jobs = [Job(game, deal, (BEST, "club"), None) for deal in sample.deals(game)]
    batches = [jobs[at : at + DEALS_AT_A_TIME] for at in range(0, len(jobs), DEALS_AT_A_TIME)]
    with processes(workers) as pool:
        answers = [each.outcomes for batch in pool.map(answer_all, batches) for each in batch]
    return board_grade(statistics.fmean(best.score - club.score for best, club in answers))


def _faults(made: Made, seen: set[tuple[str, ...]]) -> Iterator[str]:
    if examine_layout_text(board_file(made, "the benchmark"), made.layout.id).findings:
        yield "is not valid"
    if essence(made.layout) in seen:
        yield "is another one"
    seen.add(essence(made.layout))


if __name__ == "__main__":
    main()
