"""How long people wait for par and medals, the first time and the second: `python -m bench.waiting [--seeds N]`.

Each call is what a person types, in a process of its own, with an empty cache folder the first time. The clock is that
of the wall: run it on a machine that does nothing else. `--seeds N` also measures N searches for five stars.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import click

TOP = Path(__file__).resolve().parent.parent
CODE = "T4V02-T30QV-JVM9F"
CALLS: dict[str, tuple[Sequence[str], str]] = {
    "check": (("check", str(TOP / "docs" / "examples" / "daily.txt")), ""),
    "play, start": (("play", CODE, "--new"), "quit\n"),
    "challenge": (("challenge", CODE, "--no-sheet"), ""),
    "daily": (("daily", "--date", "2026-11-18", "--no-sheet"), ""),
}
LIMIT = 0.4  # seconds, for a check the second time
AGAIN = 5  # the second time is the median of this many runs


def seconds(call: Sequence[str], typed: str, folder: Path) -> float:
    apart = dict.fromkeys(("XDG_CACHE_HOME", "XDG_DATA_HOME"), str(folder))
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "hashi_solver", *call],
        input=typed,
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **apart, "PYTHONPATH": str(TOP)},
        check=True,
    )
    return time.perf_counter() - begun


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--seeds", default=0, show_default=True, help="Searches for five stars to measure.")
def main(seeds: int) -> None:
    print(f"{'':<14}{'first':>8}{'second':>9}")
    for name, (call, typed) in CALLS.items():
        with tempfile.TemporaryDirectory() as folder:
            first = seconds(call, typed, Path(folder))
            second = median(seconds(call, typed, Path(folder)) for _ in range(AGAIN))
        print(f"{name:<14}{first:6.2f} s{second:7.2f} s", flush=True)
    print(f"a check may take {LIMIT} s the second time")
    searched = []
    for seed in range(seeds):
        with tempfile.TemporaryDirectory() as folder:
            call = ("challenge", "--seed", f"waiting {seed}", "--difficulty", "5", "--no-sheet")
            searched.append(seconds(call, "", Path(folder)))
    if searched:
        told = ", ".join(f"{each:.1f}" for each in searched)
        print(f"a search for five stars: median {median(searched):.1f} s ({told})")


if __name__ == "__main__":
    main()
