"""The best known results of the benchmark: plays, and totals that are ruled out.

    python -m bench.best [NAME ...] --seconds 60    try the open games for so long each, and keep what is better
    python -m bench.best --program cadical [NAME ...]  the same with a SAT solver, which also confirms what is proven
    python -m bench.best --take PROBLEM SOLUTION    keep what another solver found, if it is better
    python -m bench.best --table                    print the tables of docs/benchmark.md and bench/BEST.md

Every play is refereed by bench/verify.py before it is kept. A best total only rises, a bound only falls.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypedDict

from bench import verify
from bench.instances import Instance, instances
from hashi_solver.cards import Card
from hashi_solver.errors import Unproven
from hashi_solver.export import dimacs
from hashi_solver.model import Descent, Model
from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.referee import record_of
from hashi_solver.rules import Game, Start, Turn
from hashi_solver.solver import solve

BEST = Path(__file__).with_name("best.jsonl")
TABLE = Path(__file__).with_name("BEST.md")
OURS = "hashi"
STEP, SLICES = 4, 4  # how far above the best known total to ask first, and into how many searches the time is cut
SATISFIABLE, UNSATISFIABLE = 10, 20  # exit codes of SAT solvers


Play = tuple[str, list[str]]  # the start, and the rounds, each as in a record


class Known(TypedDict):
    """What is known of a game; `proofs` are the programs that ruled out more than `bound`."""

    name: str
    best: int
    bound: int
    proofs: list[str]
    seconds: float | None  # of processor time that hashi took to prove the bound
    start: str
    rounds: list[str]


def known() -> dict[str, Known]:
    if not BEST.exists():
        return {}
    lines = BEST.read_text(encoding="ascii").splitlines()
    return {found["name"]: found for found in map(json.loads, lines)}


def keep(everything: dict[str, Known]) -> None:
    order = [instance.name for instance in instances()]
    lines = [json.dumps(everything[name], separators=(", ", ": ")) for name in order if name in everything]
    BEST.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def refereed(instance: Instance, start: str, rounds: Sequence[str]) -> int:
    """Return the points of a play, by the checker that knows nothing of hashi."""
    record = "\n".join([f"Start: {start}", *(f"{number}. {text}" for number, text in enumerate(rounds, start=1))])
    points, _ = verify.verify(dict(instance.document), verify.NO_FORMULA, record)
    return sum(points.values())


def first_known(instance: Instance, seconds: float) -> Known:
    """Return what hashi finds and proves of a game that nobody has tried."""
    state, played = instance.position
    began = time.process_time()
    found = solve(state, instance.cards, time_limit=seconds, played=played)
    took = time.process_time() - began
    start, rounds = _play(found.game, found.deck, found.start, found.turns)
    return {
        "name": instance.name,
        "best": refereed(instance, start, rounds),
        "bound": found.bound,
        "proofs": [OURS],
        "seconds": round(took, 2) if found.status == "optimal" else None,
        "start": start,
        "rounds": rounds,
    }


def improved(instance: Instance, before: Known, seconds: float, program: str = OURS) -> Known:
    """Ask for a total a little above the best known one, again and again: each answer is a play or a lower bound."""
    best = before
    deadline, step = time.monotonic() + seconds, STEP
    while step and best["best"] < best["bound"]:
        target = min(best["best"] + step, best["bound"])
        limit = min(deadline - time.monotonic(), seconds / SLICES)
        try:
            play = reaching(instance, target, best["bound"], limit, program)
        except Unproven:
            step //= 2
            continue
        if play is None:
            best = {**best, "bound": target - 1, "proofs": [program]}
        else:
            start, rounds = play
            best = {**best, "best": refereed(instance, start, rounds), "start": start, "rounds": rounds}
            assert best["best"] >= target
    return best


def confirmed(instance: Instance, before: Known, seconds: float, program: str) -> Known:
    """Let another program rule out a total above the bound."""
    try:
        play = reaching(instance, before["bound"] + 1, before["bound"] + 1, seconds, program)
    except Unproven:
        return before
    assert play is None, f"{program} contradicts {before['proofs']}"
    return {**before, "proofs": sorted({*before["proofs"], program})}


def reaching(instance: Instance, total: int, bound: int, seconds: float, program: str) -> Play | None:
    """Return a play with this total, or None if there is none; raise Unproven if the time runs out."""
    if seconds <= 0:
        raise Unproven
    if program != OURS:
        return _reaching(instance, total, seconds, program)
    state, played = instance.position
    model = Model(state, instance.cards)
    found = Descent(model, floor=0, at_most=bound, deadline=time.monotonic() + seconds).decide(total)
    if found is None:
        return None
    turns = (*(turn for _, turn in played), *model.turns(found.values))
    return _play(state.game, instance.deck, model.start(found.values), turns)


def _reaching(instance: Instance, total: int, seconds: float, program: str) -> Play | None:
    """Ask a SAT solver."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{instance.name}.cnf"
        path.write_text(dimacs(instance.problem(total)), encoding="ascii")
        try:
            ran = subprocess.run([program, path], capture_output=True, text=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            raise Unproven from None
        if ran.returncode == UNSATISFIABLE:
            return None
        if ran.returncode != SATISFIABLE:
            raise Unproven
        _, record = verify.verify(*verify.read_problem(str(path)), ran.stdout)
        return _lines_of(record)


def _play(game: Game, deck: Sequence[Card], start: Start, turns: Sequence[Turn]) -> Play:
    written = WrittenStart.of(game.layout, start)
    return str(written), [format_turn(play) for play in record_of(game, deck, written, turns).plays]


def _lines_of(record: str) -> Play:
    """Return the start and the rounds of a record as the checker prints it."""
    _, start, *rounds = (line.partition(" ")[2] for line in record.splitlines())
    return start, rounds


def taken(everything: dict[str, Known], problem: str, solution: str) -> str:
    """Keep the play in a solution that somebody else found if it is better; return its game and its points."""
    document, formula = verify.read_problem(problem)
    points, record = verify.verify(document, formula, verify.read(solution))
    name, total = document["name"], sum(points.values())
    before = everything[name]
    if total > before["best"]:
        start, rounds = _lines_of(record)
        everything[name] = {**before, "best": total, "start": start, "rounds": rounds}
    return f"{name}: {total}, so far {before['best']} of at most {before['bound']}"


def _tried(everything: dict[str, Known]) -> list[Instance]:
    return [instance for instance in instances() if instance.name in everything]


def families(everything: dict[str, Known]) -> Iterator[str]:
    """Yield the table of families: how many games, how many are closed, what is known of the others."""
    yield "| games | count | islands | cards to come | proven | open: best to bound |"
    yield "| --- | --- | --- | --- | --- | --- |"
    groups: dict[str, list[Instance]] = {}
    for instance in _tried(everything):
        family = instance.name.rpartition("-")[0].replace("fixed", "game").replace("free", "game")
        groups.setdefault(family, []).append(instance)
    for family, members in groups.items():
        results = [everything[each.name] for each in members]
        still_open = [f"{each['best']} to {each['bound']}" for each in results if each["best"] < each["bound"]]
        yield (
            f"| `{family}` | {len(members)} | {_span(len(each.state.numbers) for each in members)} "
            f"| {_span(len(each.cards) for each in members)} | {len(results) - len(still_open)} "
            f"| {', '.join(still_open)} |"
        )


def _span(numbers: Iterable[int]) -> str:
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]} to {found[-1]}"


def rows(everything: dict[str, Known]) -> Iterator[str]:
    """Yield the table of all games."""
    yield "| game | islands | lines | crossings | cards | start | best | bound | ruled out by | seconds |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for instance in _tried(everything):
        result, layout = everything[instance.name], instance.state.game.layout
        cells = (
            instance.name,
            len(layout.islands),
            len(layout.lines),
            layout.crossings,
            len(instance.cards),
            "free" if instance.state.start is None else "fixed",
            result["best"],
            "proven" if result["best"] == result["bound"] else result["bound"],
            ", ".join(result["proofs"]),
            "" if result["seconds"] is None else f"{result['seconds']:.2f}",
        )
        yield f"| {' | '.join(map(str, cells))} |"


HEADER = """\
# The best known results

Made by `python -m bench.best --table` from `best.jsonl`, which has a play for each total. What is
measured is explained in [docs/benchmark.md](../docs/benchmark.md). "Ruled out by" names the
programs that proved that nothing above the bound can be reached; seconds are processor time that
`hashi` took for the proof, on a machine that had other things to do.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="how the names begin (default: all)")
    parser.add_argument("--seconds", type=float, default=60, help="for each game (default: 60)")
    parser.add_argument("--program", default=OURS, help="a SAT solver such as cadical (default: hashi)")
    parser.add_argument("--take", nargs=2, metavar=("PROBLEM", "SOLUTION"), help="keep this play if it is better")
    parser.add_argument("--table", action="store_true", help="write BEST.md, print the table of families, and end")
    options = parser.parse_args()
    everything = known()
    if options.table:
        TABLE.write_text("\n".join([HEADER, *rows(everything), ""]), encoding="utf-8")
        print("\n".join(families(everything)))
        return
    if options.take:
        print(taken(everything, *options.take))
        keep(everything)
        return
    for instance in instances(options.names):
        before = everything.get(instance.name)
        if before is None:
            after = first_known(instance, options.seconds)
        elif before["best"] < before["bound"]:
            after = improved(instance, before, options.seconds, options.program)
        elif options.program in before["proofs"]:
            continue
        else:
            after = confirmed(instance, before, options.seconds, options.program)
        everything[instance.name] = after
        keep(everything)
        result = everything[instance.name]
        print(f"{result['name']}: {result['best']} of at most {result['bound']} ({', '.join(result['proofs'])})")


if __name__ == "__main__":
    main()
