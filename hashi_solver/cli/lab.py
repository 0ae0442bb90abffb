"""`hashi layout analyse`, `hashi layout compare` and `hashi lab merge`: what boards are worth."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, documents, drawing, sheet, views
from hashi_solver.cli.common import duration, print_blocks, print_json, remark, working
from hashi_solver.cli.declare import (
    FILE,
    LAYOUT,
    PLAYER_NAMES,
    Json,
    NumberRange,
    OneBoard,
    Seed,
    Workers,
    argument,
    command,
    file,
    flag,
    integer,
    option,
    text,
)
from hashi_solver.cli.printing import PaperSize, Report, write_report
from hashi_solver.notation.files import shown_path

if TYPE_CHECKING:
    from hashi_solver.app.measuring import Study
    from hashi_solver.lab.analysis import Analysis, AnalysisProgress
    from hashi_solver.lab.store import Refusal

_SECONDS_BETWEEN_NEWS = 0.2
_MOST_REFUSALS = 10  # that are listed


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """How boards are measured, as it is typed."""

    decks: Annotated[int, integer("--decks", 1, 10_000_000, "How many decks to measure.", default=1000)]
    start: Annotated[
        str,
        option(
            "--start",
            default="random",
            metavar="free|fixed|random|4@C3",
            help="free: the player chooses; fixed: one for all decks; random: one for each deck; or this start.",
        ),
    ]
    seed: Seed
    players: Annotated[
        str,
        text(
            "--players",
            "NAMES",
            f"Who else plays: {', '.join(PLAYER_NAMES)}. The difficulty needs club.",
            default="beginner,club",
        ),
    ]
    workers: Workers
    time_limit: Annotated[
        float,
        option(
            "--time-limit",
            type=NumberRange(0, min_open=True),
            default=60.0,
            metavar="SECONDS",
            help="Time limit per deck; a deck not proven by then gives bounds.",
        ),
    ]
    store: Annotated[Path | None, file("--store", "Keep results in this file instead of the cache folder.")]
    shard: Annotated[str, text("--shard", "K/N", "Measure every N-th deck, starting with the K-th.", default="1/1")]
    dask: Annotated[str | None, text("--dask", "tcp://HOST:PORT", "Work on this Dask cluster (extra `cluster`).")]

    @property
    def study(self) -> Study:
        return app.measuring.Study(**{each.name: getattr(self, each.name) for each in fields(self)})


@command(
    "hashi layout analyse my-board.toml --quick --without A1-D1",
    "hashi layout analyse my-board.toml --decks 200 --report my-board.pdf",
)
def analyse(
    board: OneBoard,
    options: StudyOptions,
    report: Report,
    paper: PaperSize,
    quick: Annotated[bool, flag("--quick", "Predict the difficulty in seconds; measure nothing.")],
    without: Annotated[
        tuple[str, ...],
        option(
            "--without",
            metavar="A1-D1|C4",
            multiple=True,
            help="With --quick: what if this line or flag were not there? Can be repeated.",
        ),
    ],
    as_json: Json,
) -> None:
    """Measure what perfect play and people reach on a board.

    Each deck is solved to the proven optimum, and played by players who cannot see it. Results are stored: run the same
    command again to resume, or to see at once what is known. Ctrl-C shows what is known so far.
    """
    if quick:
        if report is not None:
            raise click.UsageError("--quick measures nothing, so there is nothing to report; leave out --report")
        _glance(board, without, as_json)
        return
    if without:
        raise click.UsageError("--without only works with --quick")
    sheet.writing.check_report(report)
    with working("reading the stored results") as (stop, tell):
        found = app.measuring.analyse(board, options.study, _told(tell), stop)
    _remark_on_the_rest(found)
    write_report(report, lambda: sheet.reports.analysis_report(found, paper))
    if as_json:
        print_json(documents.analyses.analysis_json(found))
    else:
        print_blocks(
            drawing.analysis.analysis_blocks(views.analysis.analysis_view(found), shutil.get_terminal_size().columns)
        )


def _glance(board: str, without: tuple[str, ...], as_json: bool) -> None:
    with working("looking at the board") as (stop, _):
        found = app.measuring.glance(board, without, stop)
    if as_json:
        print_json(documents.glances.glance_json(found))
    else:
        print_blocks(views.conclusions.glance_sentences(found))


@command("hashi layout compare side-a my-board.toml --decks 200")
def compare(
    boards: Annotated[tuple[str, ...], argument("ID|PATH ID|PATH...", type=LAYOUT, nargs=-1, required=True)],
    options: StudyOptions,
    report: Report,
    paper: PaperSize,
    as_json: Json,
) -> None:
    """Compare boards on the same decks.

    Each board is compared with the first, with intervals. Results are stored, and a stopped run resumes, as in hashi
    layout analyse.
    """
    sheet.writing.check_report(report)
    with working("reading the stored results") as (stop, tell):
        found = app.measuring.compare(boards, options.study, _told(tell), stop)
    _remark_on_the_rest(*found.boards)
    write_report(report, lambda: sheet.reports.comparison_report(found, paper))
    if as_json:
        print_json(documents.analyses.comparison_json(found))
    else:
        print_blocks(drawing.analysis.comparison_blocks(views.analysis.comparison_view(found)))


@command()
def merge(
    out: Annotated[Path, argument("OUT", type=FILE)],
    stores: Annotated[tuple[Path, ...], argument("STORE...", type=FILE, nargs=-1, required=True)],
) -> int:
    """Copy the results of each STORE into OUT.

    OUT is created if it does not exist. Merging again changes nothing. The exit code is 1 if a result cannot be right
    (it is left out), or if two results contradict each other (OUT keeps the one it had).
    """
    found = app.measuring.merge(out, stores)
    for path, taken in found.taken:
        click.echo(f"{shown_path(path)}: {taken} {'result' if taken == 1 else 'results'} new or better")
    for conflict in found.conflicts:
        remark(str(conflict))
    _remark_on_refusals(found.refused, "; left out")
    return 1 if found.conflicts or found.refused else 0


def _remark_on_refusals(refused: Sequence[Refusal], then: str = "") -> None:
    for refusal in refused[:_MOST_REFUSALS]:
        remark(f"{refusal}{then}")
    if len(refused) > _MOST_REFUSALS:
        remark(f"and {len(refused) - _MOST_REFUSALS} more answers that cannot be right{then}")


def _remark_on_the_rest(*found: Analysis) -> None:
    for one in found:
        _remark_on_refusals(one.refused, "; computed again")
    if not all(one.complete for one in found):
        known = min(one.answered for one in found)
        remark(f"stopped: {known} of {found[0].asked} decks are known; run the same command again to resume")


def _told(tell: Callable[[str], None]) -> Callable[[AnalysisProgress], None]:
    """Report progress in one line, no faster than one can read."""
    begun, last = time.monotonic(), 0.0

    def on_progress(progress: AnalysisProgress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _SECONDS_BETWEEN_NEWS:
            return
        last = now
        text = f"{progress.done} of {progress.of} decks"
        fresh = progress.done - progress.known_before
        if fresh:
            left = (progress.of - progress.done) * (now - begun) / fresh
            text += f", {fresh / (now - begun):.1f} a second, {duration(left)} to go"
        if progress.best.deals:
            text += f"; best play averages {views.conclusions.points(progress.best.mean, 2)}"
        tell(text)

    return on_progress
