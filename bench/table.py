"""What people wait for, before and after: `python -m bench.table [--before REV] [--rows fair,hint]`.

Every row is measured in processes of their own. With `--before` an older commit is put into a worktree for the time of
the run, and both take turns part by part, so that a busy machine slows both: trust the ratio, which is that of the CPU
seconds. The answers of both are compared; others may still be right, as where two plays are equally good.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import click

from bench.rows import ROWS, TOP, Row

SHORT = ",".join(name for name, row in ROWS.items() if not row.long)
WIDTH = 46

Figures = dict[str, list[tuple[float, float]]]  # seconds on the wall and of CPU, a pair for each part


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--before", metavar="REV", help="An older commit to compare with, such as HEAD~1.")
@click.option("--rows", default=SHORT, show_default=True, help=f"Of {', '.join(ROWS)}, separated by commas.")
@click.option("--parts", type=int, help="Measure at most this many parts of each row.")
def main(before: str | None, rows: str, parts: int | None) -> None:
    unknown = [name for name in rows.split(",") if name not in ROWS]
    if unknown:
        raise click.BadParameter(f"there is no row {unknown[0]!r}: choose from {', '.join(ROWS)}.", param_hint="--rows")
    with _worktree(before) as older:
        trees = [each for each in (older, TOP) if each is not None]
        heads = [head for tree in trees for head in (("now" if tree is TOP else before), "CPU")]
        click.echo(f"{'':{WIDTH}}" + "".join(f"{head!s:>10.10}" for head in heads) + f"{'goal':>9}  ratio (CPU)")
        for name in rows.split(","):
            row = ROWS[name]
            found: dict[Path, Figures] = {tree: {} for tree in trees}
            count = min(row.parts, parts or row.parts)
            answers = [[_measure(name, part, tree, found[tree]) for tree in trees] for part in range(count)]
            _print(row, [found[tree] for tree in trees], answers)
    click.echo(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


def _measure(name: str, part: int, tree: Path, figures: Figures) -> str:
    call = [sys.executable, "-P", str(TOP / "bench" / "rows.py"), name, str(part)]
    done = subprocess.run(
        call, env={**os.environ, "PYTHONPATH": str(tree)}, stdout=subprocess.PIPE, text=True, check=True
    )
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    for figure, (wall, cpu) in told["figures"].items():
        figures.setdefault(figure, []).append((wall, cpu))
    return str(told["answer"])


def _print(row: Row, trees: list[Figures], answers: list[list[str]]) -> None:
    same = sum(len(set(each)) == 1 for each in answers)
    for figure, goal in row.goals.items():
        pairs = [[median(each) for each in zip(*tree[figure], strict=True)] for tree in trees]
        shown = [row.a_second / value if row.a_second else value for pair in pairs for value in pair]
        unit = "/s" if row.a_second else "s"
        line = f"{row.about + (figure and ': ' + figure):{WIDTH}}" + "".join(f"{_digits(each):>10}" for each in shown)
        line += f"{goal:>7g} {unit:<2}"
        if len(pairs) == 2:
            line += f" {pairs[0][1] / pairs[1][1]:.2f} times as fast"
            line += "" if same == len(answers) else f"; {len(answers) - same} of {len(answers)} answers differ"
        click.echo(line.rstrip())


def _digits(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


@contextmanager
def _worktree(commit: str | None) -> Iterator[Path | None]:
    """An older commit in a folder of its own, or None."""
    if commit is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        git = ["git", "-C", str(TOP), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), commit], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


if __name__ == "__main__":
    main()
