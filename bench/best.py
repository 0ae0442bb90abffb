"""The best known results of the benchmark: plays, and totals that are ruled out.

    python -m bench.best [NAME ...] --seconds 60    try the open games for so long each, and keep what is better
    python -m bench.best --proof PROGRAM [NAME ...] let another SAT solver (cadical) rule out a better total
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
from hashi_solver.export import dimacs
from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.referee import record_of
from hashi_solver.solver import Solution, solve

BEST = Path(__file__).with_name("best.jsonl")
TABLE = Path(__file__).with_name("BEST.md")
OURS = "hashi"
UNSATISFIABLE = 20  # the exit code of SAT solvers


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


def improved(instance: Instance, before: Known | None, seconds: float) -> Known:
    """Return what is known after one more search."""
    state, played = instance.position
    began = time.process_time()
    found = solve(state, instance.cards, time_limit=seconds, played=played)
    took = time.process_time() - began
    bound = found.bound if before is None else min(found.bound, before["bound"])
    start, rounds = _play(found)
    if before is not None and before["best"] >= found.score:
        start, rounds = before["start"], before["rounds"]
    best = refereed(instance, start, rounds)
    assert best >= found.score
    proofs = before["proofs"] if before is not None and before["bound"] == bound else []
    return {
        "name": instance.name,
        "best": best,
        "bound": bound,
        "proofs": sorted({*proofs, OURS}) if found.bound == bound else proofs,
        "seconds": round(took, 2) if found.status == "optimal" else None if before is None else before["seconds"],
        "start": start,
        "rounds": rounds,
    }


def _play(found: Solution) -> tuple[str, list[str]]:
    start = WrittenStart.of(found.game.layout, found.start)
    record = record_of(found.game, found.deck, start, found.turns)
    return str(start), [format_turn(play) for play in record.plays]


def taken(everything: dict[str, Known], problem: str, solution: str) -> str:
    """Keep the play in a solution that somebody else found if it is better; return its game and its points."""
    document, formula = verify.read_problem(problem)
    points, record = verify.verify(document, formula, verify.read(solution))
    name, total = document["name"], sum(points.values())
    before = everything[name]
    if total > before["best"]:
        _, start, *rounds = (line.partition(" ")[2] for line in record.splitlines())
        everything[name] = {**before, "best": total, "start": start, "rounds": rounds}
    return f"{name}: {total}, so far {before['best']} of at most {before['bound']}"


def ruled_out(instance: Instance, total: int, program: str, seconds: float) -> bool:
    """Whether a SAT solver proves that no play has this total."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{instance.name}.cnf"
        path.write_text(dimacs(instance.problem(total)), encoding="ascii")
        try:
            ran = subprocess.run([program, "-q", str(path)], capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            return False
    return ran.returncode == UNSATISFIABLE


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
    parser.add_argument("--proof", metavar="PROGRAM", help="let this SAT solver rule out a better total")
    parser.add_argument("--take", nargs=2, metavar=("PROBLEM", "SOLUTION"), help="keep this play if it is better")
    parser.add_argument("--again", action="store_true", help="closed games too")
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
        closed = before is not None and before["best"] == before["bound"]
        if options.proof:
            if before is None or (not options.again and options.proof in before["proofs"]):
                continue
            if ruled_out(instance, before["bound"] + 1, options.proof, options.seconds):
                everything[instance.name] = {**before, "proofs": sorted({*before["proofs"], options.proof})}
        elif closed and not options.again:
            continue
        else:
            everything[instance.name] = improved(instance, before, options.seconds)
        keep(everything)
        result = everything[instance.name]
        print(f"{result['name']}: {result['best']} of at most {result['bound']} ({', '.join(result['proofs'])})")


if __name__ == "__main__":
    main()
