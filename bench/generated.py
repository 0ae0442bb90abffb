"""Are generated boards what they are said to be? `python -m bench.generated`.

Boards of every grade are made, as many of each as `--ask` says: few at the ends, where few boards lie. Each is
validated, compared with all others, and measured on fresh decks that took no part in making it. A board that is not
valid, that is another one turned or mirrored, or that misses its grade by more than one, ends the run with an error.
Some boards are asked for at a time; with `--keep FILE` a run that was stopped goes on after those that it has. What
another generator or another club player made says nothing of this one: begin a new file after changing them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from hashi_solver.lab.analysis import JUDGE, analyse
from hashi_solver.lab.generator import Wish, generate
from hashi_solver.lab.made import board_file
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.sketching import Shape, Span, essence
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.rules import Game

MISS = 1.0  # grades by which a fresh measurement may differ from what was asked
AT_A_TIME = 5  # boards of one call


@dataclass(frozen=True, slots=True)
class Checked:
    """A board that was made, and what fresh decks say of it."""

    toml: str
    essence: str
    valid: bool
    told: float
    fresh: float


@dataclass(frozen=True, slots=True)
class Call:
    """Boards that were asked for together, and what they took."""

    grade: int
    number: int
    asked: int
    drawn: int
    deals: int
    seconds: float
    boards: tuple[Checked, ...]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", default="1:5,2:25,3:40,4:25,5:5", show_default=True, metavar="GRADE:BOARDS,...")
@click.option("--decks", default=200, show_default=True, help="Fresh ones, for each board.")
@click.option("--seed", default="bench", show_default=True)
@click.option("--workers", type=int, help="Processes; by default one a core.")
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="Go on from this file, and write there.")
def main(ask: str, decks: int, seed: str, workers: int | None, keep: Path | None) -> None:
    known = {} if keep is None else {(call.grade, call.number): call for call in _kept(keep)}
    misses: list[float] = []
    seen: set[str] = set()
    wrong = 0
    for grade, number, count in _calls(ask):
        call = known.get((grade, number))
        if call is None:
            call = made(grade, number, count, decks, seed, workers)
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(call)) + "\n")
        wrong += call.asked - len(call.boards)
        took = f"{call.drawn} drawn, {call.deals} deals, {call.seconds:.0f} s"
        print(f"grade {grade}: {len(call.boards)} of {call.asked} boards; {took}")
        for board in call.boards:
            misses.append(board.fresh - grade)
            faults = list(_faults(board, grade, seen))
            seen.add(board.essence)
            wrong += bool(faults)
            print(f"  told {board.told:.2f}, fresh {board.fresh:.2f} {', '.join(faults)}".rstrip(), flush=True)
    print(f"{len(misses)} boards, {wrong} wrong or missing;", end=" ")
    print(f"off by {statistics.fmean(map(abs, misses)):.2f} grades in the mean, {max(map(abs, misses)):.2f} at most")
    sys.exit(1 if wrong else 0)


def _calls(ask: str) -> Iterator[tuple[int, int, int]]:
    for grade, boards in (map(int, each.split(":")) for each in ask.split(",")):
        for number, first in enumerate(range(0, boards, AT_A_TIME), start=1):
            yield grade, number, min(AT_A_TIME, boards - first)


def _kept(file: Path) -> Iterator[Call]:
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            yield Call(**found | {"boards": tuple(Checked(**board) for board in found["boards"])})


def made(grade: int, number: int, count: int, decks: int, seed: str, workers: int | None) -> Call:
    begun = time.monotonic()
    found = generate(Wish(Shape(), Span(grade, grade)), f"{seed} {grade} {number}", count, workers=workers)
    if found.interrupted:
        raise KeyboardInterrupt
    seconds = time.monotonic() - begun
    boards = []
    for one in found.boards:
        toml = board_file(one, "the benchmark")
        valid = not examine_layout_text(toml, one.layout.id).findings
        fresh = analyse(Game(one.layout), Sample(decks, f"fresh {seed}"), (JUDGE,), workers=workers).difficulty
        assert fresh is not None
        told = one.figures.difficulty.value
        boards.append(Checked(toml, " ".join(essence(one.layout)), valid, told, fresh.value))
    return Call(grade, number, count, found.drawn, found.deals, round(seconds, 1), tuple(boards))


def _faults(board: Checked, grade: int, seen: set[str]) -> Iterator[str]:
    if not board.valid:
        yield "is not valid"
    if board.essence in seen:
        yield "is another one"
    if abs(board.fresh - grade) > MISS:
        yield "misses its grade"


if __name__ == "__main__":
    main()
