"""Run ways of solving on the benchmark set and print how they compare: `python -m bench.run --quick`.

One thread a problem, CPU seconds, imports aside. Every play is replayed through the rules, every proven total
is compared with the other ways' and with those known from before; a difference ends the run with an error.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import platform
import signal
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from bench.check import tiny_game
from bench.outcome import replay
from bench.problems import POSITIONS, Problem, problems, quick
from bench.ways import NAMES, Way, fingerprint, runs_on, way
from hashi_solver.errors import HashiError

RESULTS = POSITIONS.with_name("results")
OPTIMA = POSITIONS.with_name("optima.json")
WARM_UP = 1  # the seed of a tiny game solved before the clock counts: whatever a way loads lazily is there then


@dataclass(frozen=True, slots=True)
class Row:
    """One way's answer to one problem, as it is kept in bench/results/. `error` is empty where all went well."""

    problem: str
    way: str
    fingerprint: str
    cap: float
    jobs: int
    proven: bool
    score: int | None
    build: float
    search: float
    error: str = ""

    @property
    def seconds(self) -> float:
        """A timeout counts as the cap, never as less than was used."""
        used = self.build + self.search
        return used if self.proven else max(used, self.cap)


@dataclass(frozen=True, slots=True)
class Task:
    problem: str
    way: str
    fingerprint: str
    cap: float
    jobs: int


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--quick", "only_quick", is_flag=True, help="40 of the 200 problems, spread over boards and kinds.")
@click.option("--ways", default=",".join(NAMES), show_default=True, help="The ways to run, separated by commas.")
@click.option("--only", default="", help="Only problems whose name contains this.")
@click.option("--cap", default=60.0, show_default=True, help="CPU seconds after which a problem counts as unproven.")
@click.option("--jobs", default=1, show_default=True, help="Processes side by side; figures are cleanest with one.")
@click.option("--resume", is_flag=True, help="Take what bench/results/ holds of the same program, set and cap.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False), help="Write every single result here as well.")
@click.option("--write-optima", is_flag=True, help="Add totals that two ways proved to bench/optima.json.")
def main(
    only_quick: bool,
    ways: str,
    only: str,
    cap: float,
    jobs: int,
    resume: bool,
    json_file: str | None,
    write_optima: bool,
) -> None:
    names = [name.strip() for name in ways.split(",")]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise click.UsageError(f"there is no way {unknown[0]!r}; the ways are {', '.join(NAMES)}")
    chosen = [found for found in (quick() if only_quick else problems()) if only in found.name]
    tasks = [Task(found.name, name, fingerprint(name), cap, jobs) for found in chosen for name in names]
    rows = _run(tasks, jobs, resume)
    console = Console(width=None if sys.stdout.isatty() else 110, highlight=False)
    _print_tables(console, names, chosen, rows, cap, jobs)
    if json_file:
        document = {"machine": _machine(), "rows": [asdict(row) for row in rows]}
        Path(json_file).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    if write_optima:
        _write_optima(rows)
    wrong = _disagreements(rows)
    for sentence in wrong:
        console.print(f"[bold red]WRONG[/] {sentence}", soft_wrap=True)
    if len(rows) < len(tasks):
        console.print(f"Stopped: {len(rows)} of {len(tasks)} results. Continue with --resume.")
    sys.exit(1 if wrong else 0)


def _run(tasks: Sequence[Task], jobs: int, resume: bool) -> list[Row]:
    """The rows in the order of the tasks, as many as there are when it ends or is broken off with Ctrl-C."""
    done = {(row.problem, row.way): row for row in _kept(tasks)} if resume else {}
    waiting = [task for task in tasks if (task.problem, task.way) not in done]
    RESULTS.mkdir(exist_ok=True)
    progress = Console(stderr=True, highlight=False)
    # Work is always done in another process: Ctrl-C then ends a search that would not listen to it.
    context = multiprocessing.get_context("spawn")
    with contextlib.suppress(KeyboardInterrupt), context.Pool(jobs, _begin_worker) as pool:
        for count, row in enumerate(pool.imap_unordered(_solve, waiting), start=1):
            done[row.problem, row.way] = row
            _keep(row)
            said = row.error or f"{row.score}{'' if row.proven else ' unproven'}"
            progress.print(f"{count}/{len(waiting)} {row.problem:20} {row.way:7} {row.seconds:8.3f} s  {said}")
    return [done[task.problem, task.way] for task in tasks if (task.problem, task.way) in done]


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def _ready(name: str) -> Way:
    found = way(name)
    state, cards = tiny_game(WARM_UP)
    found(state, cards, 10.0)
    return found


@cache
def _problems_by_name() -> dict[str, Problem]:
    return {found.name: found for found in problems()}


def _solve(task: Task) -> Row:
    found = _problems_by_name()[task.problem]
    solve = _ready(task.way)
    key = asdict(task)
    try:
        outcome = solve(found.state, found.cards, task.cap)
        replay(found.state, found.cards, outcome)
    except HashiError as error:
        return Row(**key, proven=False, score=None, build=0.0, search=0.0, error=f"{type(error).__name__}: {error}")
    return Row(**key, proven=outcome.proven, score=outcome.score, build=outcome.build, search=outcome.search)


def _keep(row: Row) -> None:
    with (RESULTS / f"{row.way}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(row)) + "\n")


def _kept(tasks: Iterable[Task]) -> Iterator[Row]:
    wanted = {(task.problem, task.way, task.fingerprint, task.cap) for task in tasks}
    for name in sorted({task.way for task in tasks}):
        file = RESULTS / f"{name}.jsonl"
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                row = Row(**json.loads(line))
                if (row.problem, row.way, row.fingerprint, row.cap) in wanted and not row.error:
                    yield row


def _disagreements(rows: Sequence[Row]) -> list[str]:
    """Proven totals that differ, plays better than a proven total, totals other than known ones, errors."""
    wrong = [f"{row.problem}: {row.way}: {row.error}" for row in rows if row.error]
    proofs: dict[str, list[tuple[str, int]]] = {}
    for name, total in _known_optima().items():
        proofs.setdefault(name, []).append((OPTIMA.name, total))
    for row in rows:
        if row.proven and row.score is not None:
            proofs.setdefault(row.problem, []).append((row.way, row.score))
    for name, said in proofs.items():
        if len({total for _, total in said}) > 1:
            wrong.append(f"{name}: proven totals differ: {', '.join(f'{by} {total}' for by, total in said)}")
    for row in rows:
        for by, total in proofs.get(row.problem, ()):
            if not row.proven and row.score is not None and row.score > total:
                wrong.append(f"{row.problem}: {row.way} plays {row.score}, but {by} proves that {total} is the most")
    return wrong


def _known_optima() -> dict[str, int]:
    if not OPTIMA.exists():
        return {}
    known: dict[str, int] = json.loads(OPTIMA.read_text(encoding="ascii"))
    return known


def _write_optima(rows: Sequence[Row]) -> None:
    known = _known_optima()
    proven: dict[str, list[int]] = {}
    for row in rows:
        if row.proven and row.score is not None:
            proven.setdefault(row.problem, []).append(row.score)
    for name, totals in proven.items():
        if len(totals) > 1 and len(set(totals)) == 1:
            known.setdefault(name, totals[0])
    OPTIMA.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="ascii")


def _print_tables(
    console: Console, names: Sequence[str], chosen: Sequence[Problem], rows: Sequence[Row], cap: float, jobs: int
) -> None:
    by_way = {name: [row for row in rows if row.way == name] for name in names}
    table = Table(title=f"CPU seconds a problem, one thread; a timeout counts as the cap of {cap:g} s")
    for heading in ("way", "problems", "median", "p95", "max", "total", "unproven", "building: median", "max"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for name, found in by_way.items():
        if found:
            seconds, building = [row.seconds for row in found], [row.build for row in found]
            table.add_row(
                name,
                str(len(found)),
                *(f"{value:.3f}" for value in (statistics.median(seconds), _p95(seconds), max(seconds))),
                f"{sum(seconds):.1f}",
                str(sum(not row.proven for row in found)),
                *(f"{value:.4f}" for value in (statistics.median(building), max(building))),
            )
    console.print(table)
    if by_way.get("ours"):
        _print_ratios(console, by_way)
        _print_kinds(console, chosen, by_way["ours"])
    versions = ", ".join(f"{name}: {runs_on(name)}" for name in names)
    console.print(f"{_machine()}; {versions}; {jobs} at a time; {datetime.now(UTC):%Y-%m-%d}", soft_wrap=True)


def _print_ratios(console: Console, by_way: dict[str, list[Row]]) -> None:
    table = Table(title="How many times the CPU time of ours, over the problems that both have been given")
    for heading in ("way", "problems", "of medians", "median of ratios", "of totals", "ours quicker on"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    ours = {row.problem: row.seconds for row in by_way["ours"]}
    for name, found in by_way.items():
        theirs = {row.problem: row.seconds for row in found if row.problem in ours}
        if name != "ours" and theirs:
            pairs = [(seconds, ours[shared]) for shared, seconds in theirs.items()]
            other, own = zip(*pairs, strict=True)
            table.add_row(
                name,
                str(len(pairs)),
                f"{statistics.median(other) / statistics.median(own):.1f}",
                f"{statistics.median(a / b for a, b in pairs):.1f}",
                f"{sum(other) / sum(own):.1f}",
                str(sum(a > b for a, b in pairs)),
            )
    if table.row_count:
        console.print(table)


def _print_kinds(console: Console, chosen: Sequence[Problem], found: Sequence[Row]) -> None:
    kind_of = {one.name: one.kind for one in chosen}
    table = Table(title="ours, kind by kind")
    for heading in ("kind", "problems", "median", "p95", "max", "slowest"):
        table.add_column(heading, justify="left" if heading in ("kind", "slowest") else "right")
    for kind in dict.fromkeys(kind_of.values()):
        rows = [row for row in found if kind_of[row.problem] == kind]
        if rows:
            seconds, slowest = [row.seconds for row in rows], max(rows, key=lambda row: row.seconds)
            figures = (f"{value:.3f}" for value in (statistics.median(seconds), _p95(seconds), max(seconds)))
            table.add_row(kind, str(len(rows)), *figures, slowest.problem)
    console.print(table)


def _p95(values: Sequence[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return sorted(values)[max(0, -(-len(values) * 95 // 100) - 1)]


def _machine() -> str:
    model = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    return f"{model}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
