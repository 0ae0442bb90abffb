"""Are generated boards what they are said to be? `python -m bench.generated`.

Boards of every grade are made, as many of each as `--ask` says: few at the ends, where few boards lie. Each is
validated, compared with all others, and measured on fresh decks that took no part in making it: 200, and more where
these leave open (with 95 %) whether it misses its grade by more than one. A board that does, that is not valid, or
that is another one turned or mirrored ends the run with an error.

Some boards are asked for at a time, in as many processes as there are cores; with `--keep FILE` a run that was stopped
goes on after those that it has. What another generator or another club player made says nothing of this one: begin a
new file after changing them.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from hashi_solver.lab.analysis import JUDGE, analyse
from hashi_solver.lab.generator import Wish, generate
from hashi_solver.lab.made import board_file
from hashi_solver.lab.measures import Estimate
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.sketching import Shape, Span, essence
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.processes import abandon, processes
from hashi_solver.rules import Game

MISS = 1.0  # grades by which a fresh measurement may differ from what was asked
FRESH = (200, 400, 800, 1600)  # decks, as many as it takes to know
AT_A_TIME = 5  # boards of one call


@dataclass(frozen=True, slots=True)
class Checked:
    """A board that was made, and what fresh decks say of it."""

    toml: str
    essence: str
    valid: bool
    told: float
    fresh: float
    decks: int


@dataclass(frozen=True, slots=True)
class Call:
    """Boards that were asked for together, and what they took."""

    grade: int
    number: int
    asked: int
    drawn: int
    deals: int
    seconds: float  # without the fresh decks
    boards: tuple[Checked, ...]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", default="3:60,2:15,4:15,1:5,5:5", show_default=True, metavar="GRADE:BOARDS,...")
@click.option("--seed", default="bench", show_default=True)
@click.option("--workers", type=int, help="Calls side by side; by default one a core.")
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="Go on from this file, and write there.")
def main(ask: str, seed: str, workers: int | None, keep: Path | None) -> None:
    calls = list(_calls(ask))
    known = {} if keep is None else {(call.grade, call.number): call for call in _kept(keep)}
    with processes(workers) as pool:
        made_now: list[Future[Call]] = [
            pool.submit(made, grade, number, count, seed)
            for grade, number, count in calls
            if (grade, number) not in known
        ]
        try:
            for future in as_completed(made_now):
                call = future.result()
                known[call.grade, call.number] = call
                print(f"grade {call.grade}, call {call.number} is made", file=sys.stderr, flush=True)
                if keep is not None:
                    with keep.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(call)) + "\n")
        except KeyboardInterrupt:
            abandon(pool)
            raise
    sys.exit(1 if _told([known[grade, number] for grade, number, _ in calls]) else 0)


def _told(calls: list[Call]) -> int:
    """Print what is known; how many boards are wrong or missing."""
    misses: list[float] = []
    seen: set[str] = set()
    wrong = 0
    for call in calls:
        wrong += call.asked - len(call.boards)
        took = f"{call.drawn} drawn, {call.deals} deals, {call.seconds:.0f} s"
        print(f"grade {call.grade}: {len(call.boards)} of {call.asked} boards; {took}")
        for board in call.boards:
            misses.append(board.fresh - call.grade)
            faults = list(_faults(board, call.grade, seen))
            seen.add(board.essence)
            wrong += bool(faults)
            fresh = f"{board.decks} fresh decks {board.fresh:.2f}"
            print(f"  told {board.told:.2f}, {fresh} {', '.join(faults)}".rstrip())
    print(f"{len(misses)} boards, {wrong} wrong or missing;", end=" ")
    print(f"off by {statistics.fmean(map(abs, misses)):.2f} grades in the mean, {max(map(abs, misses)):.2f} at most")
    return wrong


def _calls(ask: str) -> Iterator[tuple[int, int, int]]:
    for grade, boards in (map(int, each.split(":")) for each in ask.split(",")):
        for number, first in enumerate(range(0, boards, AT_A_TIME), start=1):
            yield grade, number, min(AT_A_TIME, boards - first)


def _kept(file: Path) -> Iterator[Call]:
    if not file.exists():
        return
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            found = json.loads(line)
            yield Call(**found | {"boards": tuple(Checked(**board) for board in found["boards"])})
        except (ValueError, TypeError, KeyError) as error:
            message = f"{file}:{number}: not a line that this benchmark wrote; begin a new file"
            raise click.ClickException(message) from error


def made(grade: int, number: int, count: int, seed: str) -> Call:
    begun = time.monotonic()
    found = generate(Wish(Shape(), Span(grade, grade)), f"{seed} {grade} {number}", count, workers=1)
    if found.interrupted:
        raise KeyboardInterrupt
    seconds = time.monotonic() - begun
    boards = []
    for one in found.boards:
        toml = board_file(one, "the benchmark")
        valid = not examine_layout_text(toml, one.layout.id).findings
        fresh, decks = _fresh(Game(one.layout), grade, seed)
        told = one.figures.difficulty.value
        boards.append(Checked(toml, " ".join(essence(one.layout)), valid, told, fresh.value, decks))
    return Call(grade, number, count, found.drawn, found.deals, round(seconds, 1), tuple(boards))


def _fresh(game: Game, grade: int, seed: str) -> tuple[Estimate, int]:
    """The difficulty on fresh decks, and how many it took to know whether it is near enough."""
    for decks in FRESH:
        fresh = analyse(game, Sample(decks, f"fresh {seed}"), (JUDGE,), workers=1).difficulty
        assert fresh is not None
        within = fresh.low >= grade - MISS and fresh.high <= grade + MISS
        beyond = fresh.low > grade + MISS or fresh.high < grade - MISS
        if within or beyond or decks == FRESH[-1]:
            return fresh, decks
    raise AssertionError


def _faults(board: Checked, grade: int, seen: set[str]) -> Iterator[str]:
    if not board.valid:
        yield "is not valid"
    if board.essence in seen:
        yield "is another one"
    if abs(board.fresh - grade) > MISS:
        yield "misses its grade"


if __name__ == "__main__":
    main()
