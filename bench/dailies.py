"""Print difficulty and medals of a few months of daily challenges, board by board: `python -m bench.dailies`.

Counts of one to five stars, days on which bronze lies below par (there must be none), and on average what there is to
aim at and which share of a good club player's games reaches it. Challenges are kept, so that a run that was stopped
resumes.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from statistics import fmean

import click

from hashi_solver.app.challenges import days_of
from hashi_solver.challenge.many import daily_challenges
from hashi_solver.documents.kept import ChallengeFolder
from hashi_solver.fifths import STARS
from hashi_solver.notation.layouts import load_layout

KEPT = Path(__file__).with_name("results") / "dailies"
AIMS = ("par", "bronze", "silver", "gold", "perfect")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--month", "months", multiple=True, default=("2026-10", "2026-11"), show_default=True)
@click.option("--board", "boards", multiple=True, default=("side-a", "side-b", "maelstrom", "reef"), show_default=True)
@click.option("--jobs", default=1, show_default=True)
def main(months: tuple[str, ...], boards: tuple[str, ...], jobs: int) -> None:
    print(f"{'':<18} {'stars 1 to 5':<18} bronze<par  {'  '.join(f'{name:>7}' for name in AIMS)}  of the games reach")
    for board in boards:
        for month in months:
            days = days_of(None, None, month, None)
            found = daily_challenges(days, load_layout(board), workers=jobs, kept=ChallengeFolder(KEPT))
            told = [one.targets for one in found]
            stars = Counter(one.difficulty for one in told)
            counts = "".join(f"{stars[each]:>3}" for each in range(1, STARS + 1))
            below = sum(one.bronze < one.par for one in told)
            means = "  ".join(f"{fmean(getattr(one, name) for one in told):7.1f}" for name in AIMS)
            shares = ", ".join(f"{fmean(each):.0%}" for each in zip(*(one.reached for one in told), strict=True))
            print(f"{board:<10}{month:<8} {counts:<18} {below:>10}  {means}  {shares}", flush=True)


if __name__ == "__main__":
    main()
