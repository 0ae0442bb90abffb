"""Measure how long sheets take, and how much memory: `python -m bench.sheets [first] [month] [year]`.

Each is a command as a person types it, run in a new process and an empty folder with empty caches. Processor time
counts all processes that it starts; on a busy machine it says more than the clock. Memory is the total of all these
processes, sampled four times a second (Linux only), and the most that any single one used.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CALLS = {
    "first": ("challenge", "--seed", "bench"),
    "month": ("daily", "--month", "2026-12"),
    "year": ("daily", "--year", "2027"),
}
LIMITS = {"first": 1.2, "month": 15, "year": 180}
MOST_MEMORY = 600
PAUSE = 0.25
MEGABYTE = 1024  # kB


@dataclass(frozen=True, slots=True)
class Cost:
    seconds: float
    processor: float
    together: float  # MB, at most
    largest: float  # MB, of a single process
    files: int


def measure(call: Sequence[str]) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        began, used = time.perf_counter(), _processor()
        with subprocess.Popen(
            [sys.executable, "-m", "hashi_solver", *call], cwd=folder, stdout=subprocess.DEVNULL, env=_surroundings()
        ) as process:
            together, running = 0.0, True
            while running:
                try:
                    process.wait(PAUSE)
                    running = False
                except subprocess.TimeoutExpired:
                    together = max(together, _memory(process.pid))
            seconds = time.perf_counter() - began
        if process.returncode:
            raise SystemExit(f"hashi {' '.join(call)} ended with {process.returncode}")
        largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / MEGABYTE
        files = len(list(Path(folder).rglob("*.pdf")))
        return Cost(seconds, _processor() - used, together, largest, files)


def _surroundings() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)}


def _processor() -> float:
    """Processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(pid: int) -> float:
    """Return the MB of a process and its children; shared memory counts once."""
    total, left = 0.0, [pid]
    while left:
        one = Path(f"/proc/{left.pop()}")
        try:
            found = re.search(r"^Pss:\s+(\d+)", (one / "smaps_rollup").read_text(), re.MULTILINE)
            below = [(task / "children").read_text().split() for task in (one / "task").iterdir()]
        except OSError:
            continue  # it has just ended
        total += int(found[1]) / MEGABYTE if found else 0.0
        left += [int(child) for children in below for child in children]
    return total


def main(names: Sequence[str]) -> None:
    print(f"{'':8}{'clock':>9}{'limit':>8}{'processor':>12}{'together':>11}{'largest':>10}{'files':>7}")
    for name in names or CALLS:
        cost = measure(CALLS[name])
        print(
            f"{name:8}{cost.seconds:7.1f} s{LIMITS[name]:6} s{cost.processor:10.1f} s{cost.together:8.0f} MB"
            f"{cost.largest:7.0f} MB{cost.files:7}",
            flush=True,
        )
    print(f"memory may be {MOST_MEMORY} MB; `largest` is that of the costliest call so far")


if __name__ == "__main__":
    main(sys.argv[1:])
