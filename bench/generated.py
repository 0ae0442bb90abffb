"""Do generated boards keep their promises? `python -m bench.generated`.

Boards of every grade are made, in calls of as many as `--ask` says: few at the ends, where few boards lie. Each is
validated, compared with all others, and measured on 200 fresh decks that took no part in making it. These tell a grade
to 0.45 (with 95 %); where they put a board near the limit of one grade, four times as many decide. A board that misses
its grade by more than that, that is not valid, or that is another one turned or mirrored ends the run with an error.

As many calls run side by side as there are cores; with `--keep FILE` a run that was stopped goes on after those that
it has. What another generator or another club player made says nothing of this one: begin a new file after changing
them.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click

from hashi_solver.difficulty import JUDGE
from hashi_solver.errors import Unproven
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.search import generate
from hashi_solver.generate.sketch import essence
from hashi_solver.generate.wish import BoardWish, Range, Shape
from hashi_solver.interrupts import Stop
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.sample import Sample
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.processes import Pool
from hashi_solver.rules import Game

ASK = "3:5,2:5,4:5,1:5,3:5,2:5,4:5,5:5,3:5,2:5,4:5,3:5,2:5,4:5,1:5,3:5,2:5,4:5,5:5,3:5"  # a hundred
MISS = 1.0  # grades by which a fresh measurement may differ from what was asked
FRESH, MANY = 200, 800  # decks
NEAR = 0.75  # grades off, from where on many decide


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
    """Boards that were asked for together, and their cost."""

    grade: int
    number: int
    asked: int
    drawn: int
    deals: int
    seconds: float  # without the fresh decks
    boards: tuple[Checked, ...]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--ask", default=ASK, show_default=True, metavar="GRADE:BOARDS,...")
@click.option("--seed", default="bench", show_default=True)
@click.option("--workers", type=int, help="Calls side by side (default: one per core).")
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), help="Resume from this file, and write there.")
def main(ask: str, seed: str, workers: int | None, keep: Path | None) -> None:
    calls = list(_calls(ask))
    known = {} if keep is None else {(call.grade, call.number): call for call in _kept(keep)}
    with Pool(workers) as pool:
        to_make = ([each] for each in calls if each[:2] not in known)
        work = partial(made, seed=seed, stop=pool.signal)
        for _, call in pool.as_completed(work, to_make, lambda each: f"grade {each[0]}, call {each[1]}"):
            known[call.grade, call.number] = call
            print(f"grade {call.grade}, call {call.number} is made", file=sys.stderr, flush=True)
            if keep is not None:
                with keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(call)) + "\n")
    sys.exit(1 if _told([known[grade, number] for grade, number, _ in calls]) else 0)


def _told(calls: list[Call]) -> int:
    """Print the results; return how many boards are wrong or missing."""
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
    print(f"{len(misses)} boards, {wrong} wrong or missing")
    if misses:
        off = [abs(miss) for miss in misses]
        print(f"off by {statistics.fmean(off):.2f} grades on average, {max(off):.2f} at most")
    return wrong


def _calls(ask: str) -> Iterator[tuple[int, int, int]]:
    """Grade, number among the calls for this grade, and boards."""
    calls = Counter[int]()
    for each in ask.split(","):
        found = re.fullmatch(r"([1-5]):([1-9]\d*)", each)
        if found is None:
            raise click.UsageError(f"--ask wants a grade of 1 to 5 and a number of boards, such as 3:10, not {each!r}")
        grade, boards = map(int, found.groups())
        calls[grade] += 1
        yield grade, calls[grade], boards


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


def made(calls: Sequence[tuple[int, int, int]], seed: str, stop: Stop) -> list[Call]:
    return [_made(grade, number, count, seed, stop) for grade, number, count in calls]


def _made(grade: int, number: int, count: int, seed: str, stop: Stop) -> Call:
    begun = time.monotonic()
    found = generate(BoardWish(Shape(), Range(grade, grade)), f"{seed} {grade} {number}", count, workers=1, stop=stop)
    if found.interrupted:
        raise Unproven
    seconds = time.monotonic() - begun
    boards = []
    for one in found.boards:
        toml = board_file(one, "the benchmark")
        valid = not examine_layout_text(toml, one.layout.id).findings
        fresh, decks = _fresh(Game(one.layout), grade, seed)
        told = one.figures.difficulty.value
        boards.append(Checked(toml, " ".join(essence(one.layout)), valid, told, fresh, decks))
    return Call(grade, number, count, found.drawn, found.deals, round(seconds, 1), tuple(boards))


def _fresh(game: Game, grade: int, seed: str) -> tuple[float, int]:
    """The difficulty on fresh decks, and on how many."""
    few = _grade(game, FRESH, seed)
    return (few, FRESH) if abs(few - grade) <= NEAR else (_grade(game, MANY, seed), MANY)


def _grade(game: Game, decks: int, seed: str) -> float:
    found = analyse(game, Sample(decks, f"fresh {seed}"), (JUDGE,), workers=1).difficulty
    assert found is not None
    return found.value


def _faults(board: Checked, grade: int, seen: set[str]) -> Iterator[str]:
    if not board.valid:
        yield "is not valid"
    if board.essence in seen:
        yield "is another one"
    if abs(board.fresh - grade) > MISS:
        yield "misses its grade"


if __name__ == "__main__":
    main()
