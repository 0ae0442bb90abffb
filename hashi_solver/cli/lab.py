"""`hashi layout analyse`, `hashi layout compare` and `hashi lab merge`: what boards are worth."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, documents
from hashi_solver.cli.common import live_status, print_json, print_table, remark
from hashi_solver.cli.declare import FILE, LAYOUT, Json, Workers, argument, choice, command, integer, option
from hashi_solver.cli.sheets import check_report, write_report
from hashi_solver.cli.simulate import PLAYER_NAMES
from hashi_solver.drawing.histogram import histogram_lines
from hashi_solver.interrupts import ctrl_c_stops
from hashi_solver.notation.files import shown_path
from hashi_solver.scoring import BONUS_NAMES, BONUSES
from hashi_solver.sheet import PAPERS, Paper

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hashi_solver.app.measuring import Study
    from hashi_solver.lab.analysis import Analysis, Progress
    from hashi_solver.lab.compare import Comparison
    from hashi_solver.lab.measures import Estimate, Tally

_SECONDS_BETWEEN_NEWS = 0.2
_MOST_CROSSINGS = 8


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """How boards are measured, as it is typed."""

    decks: Annotated[int, integer("--decks", 1, 10_000_000, default=1000, show_default=True)]
    start: Annotated[
        str,
        option(
            "--start",
            default="random",
            show_default=True,
            metavar="free|fixed|random|4@C3",
            help="free: who plays chooses; fixed: one start for all decks, drawn from the seed or given; random: one "
            "drawn for each deck.",
        ),
    ]
    seed: Annotated[
        str,
        option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same decks."),
    ]
    players: Annotated[
        str,
        option(
            "--players",
            default="beginner,club",
            show_default=True,
            metavar="NAMES",
            help=f"Who plays the decks as well: {', '.join(PLAYER_NAMES)}. The difficulty wants club.",
        ),
    ]
    workers: Workers
    time_limit: Annotated[
        float,
        option(
            "--time-limit",
            type=click.FloatRange(0, min_open=True),
            default=60.0,
            show_default=True,
            metavar="SECONDS",
            help="For a deck; one that is not proven by then is counted both ways.",
        ),
    ]
    store: Annotated[
        Path | None, option("--store", type=FILE, help="Keep the results there and not in your cache folder.")
    ]
    shard: Annotated[
        str, option("--shard", default="1/1", metavar="K/N", help="Only every N-th deck, from the K-th on.")
    ]
    dask: Annotated[
        str | None, option("--dask", metavar="tcp://HOST:PORT", help="Work on this Dask cluster (extra `cluster`).")
    ]

    @property
    def study(self) -> Study:
        return app.measuring.Study(**{each.name: getattr(self, each.name) for each in fields(self)})


Report = Annotated[
    Path | None, option("--report", type=FILE, help="Write a report card there: a .pdf or a .html file.")
]
ReportPaper = Annotated[Paper, choice("--paper", PAPERS, "Of the report card.", default="a4", show_default=True)]


@command("hashi layout analyse my-board.toml --decks 200 --report my-board.pdf")
def analyse(
    board: Annotated[str, argument("ID|PATH", type=LAYOUT)],
    options: StudyOptions,
    report: Report,
    paper: ReportPaper,
    as_json: Json,
) -> None:
    """What a board is worth, to perfect play and to people.

    Each deck is solved to the proven optimum, and played by players who do not see it. Results are kept in a store: the
    same command again goes on where it was stopped, and takes no time where all is known. Ctrl-C shows what is known.
    """

    check_report(report)
    with ctrl_c_stops() as stop, _progress() as on_progress:
        found = app.measuring.analyse(board, options.study, on_progress, stop)
    _remark_on_the_rest(found)
    if report is not None:
        from hashi_solver.sheet import reports  # noqa: PLC0415

        write_report(report, partial(reports.analysis_pdf, found, paper), partial(reports.analysis_html, found, paper))
    if as_json:
        print_json(documents.analyses.analysis_json(found))
    else:
        _print_analysis(found)


@command("hashi layout compare side-a my-board.toml --decks 200")
def compare(
    boards: Annotated[tuple[str, ...], argument("ID|PATH ID|PATH...", type=LAYOUT, nargs=-1, required=True)],
    options: StudyOptions,
    report: Report,
    paper: ReportPaper,
    as_json: Json,
) -> None:
    """Boards side by side, on the same decks.

    Each is held against the first, with intervals. Results are kept and gone on with as hashi layout analyse does it.
    """

    check_report(report)
    with ctrl_c_stops() as stop, _progress() as on_progress:
        found = app.measuring.compare(boards, options.study, on_progress, stop)
    _remark_on_the_rest(*found.boards)
    if report is not None:
        from hashi_solver.sheet import reports  # noqa: PLC0415

        write_report(
            report, partial(reports.comparison_pdf, found, paper), partial(reports.comparison_html, found, paper)
        )
    if as_json:
        print_json(documents.analyses.comparison_json(found))
    else:
        _print_comparison(found)


@click.group()
def lab() -> None:
    """The stores of layout analyse: merge those of several machines."""


@command(group=lab)
def merge(
    out: Annotated[Path, argument("OUT", type=FILE)],
    stores: Annotated[tuple[Path, ...], argument("STORE...", type=FILE, nargs=-1, required=True)],
) -> int:
    """Take what each STORE knows over into OUT.

    OUT is made where it is missing. Merging again changes nothing. Exit code 1 where two answers to one question cannot
    both be right: OUT then keeps the one that it had.
    """
    found = app.measuring.merge(out, stores)
    for path, taken in found.taken:
        click.echo(f"{shown_path(path)}: {taken} {'result' if taken == 1 else 'results'} new or better")
    for conflict in found.conflicts:
        remark(str(conflict))
    return 1 if found.conflicts else 0


def _remark_on_the_rest(*found: Analysis) -> None:
    if not all(one.complete for one in found):
        known = min(one.answered for one in found)
        remark(f"stopped: {known} of {found[0].asked} decks are known; the same command goes on from there")


@contextmanager
def _progress() -> Iterator[Callable[[Progress], None] | None]:
    with live_status("asking the store") as tell:
        yield None if tell is None else _told(tell)


def _told(tell: Callable[[str], None]) -> Callable[[Progress], None]:
    """Progress in one line, not oftener than one can read."""
    begun, last = time.monotonic(), 0.0

    def on_progress(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < _SECONDS_BETWEEN_NEWS:
            return
        last = now
        text = f"{progress.done} of {progress.of} decks"
        fresh = progress.done - progress.known_before
        if fresh:
            left = (progress.of - progress.done) * (now - begun) / fresh
            text += f", {fresh / (now - begun):.1f} a second, {_duration(left)} to go"
        if progress.best.deals:
            text += f"; best play {progress.best.mean.value:.2f} in the mean"
        tell(text)

    return on_progress


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _print_analysis(found: Analysis) -> None:
    from hashi_solver.lab import words  # noqa: PLC0415 - help must not pay for it

    click.echo(f"{found.game.layout.name}: {words.how_measured(found)}\n")
    for sentence in words.sentences(found):
        click.echo(sentence)
    click.echo()
    tallies = {"best play": found.best, **{name: one for name, one in found.players.items() if one.deals}}
    if found.best.proven:
        click.echo("best play: decks with this total")
        for line in histogram_lines(found.best.totals(), shutil.get_terminal_size().columns):
            click.echo(line)
        click.echo()
    _print_reached(found, tallies)
    _print_bonuses(tallies)
    _print_islands(found, tallies)
    _print_lines(found, tallies)
    _print_crossings(found)
    click.echo(words.ONE_OF_SEVERAL)


def _print_reached(found: Analysis, tallies: dict[str, Tally]) -> None:
    from hashi_solver.scoring import TOTALS  # noqa: PLC0415 - help must not pay for it

    means: list[tuple[str, ...]] = []
    for name, tally in tallies.items():
        lost = found.shortfall(name) if name in found.players else None
        below = ("", "") if lost is None else (f"{lost.value:.2f}", _span(lost))
        means.append((name, f"{tally.mean.value:.2f}", _span(tally.mean), *below))
    print_table(("", "mean", "95 %", "below best", "95 %"), means, right=("mean", "95 %", "below best"))
    difficulty = found.difficulty
    if difficulty is not None:
        click.echo(f"\ndifficulty {difficulty.value:.1f} of 5 (95 %: {_span(difficulty, 1)})")
    click.echo()
    heads = [head for name in tallies for head in (name, "95 %")]
    rows = [
        (str(total), *(cell for tally in tallies.values() for cell in _share_cells(tally.at_least(total))))
        for total in TOTALS
    ]
    print_table(("at least", *heads), rows, right=("at least", *heads))
    click.echo()


def _print_bonuses(tallies: dict[str, Tally]) -> None:
    rows = []
    for bonus in BONUSES:
        for name, tally in tallies.items():
            done = tally.bonus(bonus)
            rows.append(
                (
                    BONUS_NAMES[bonus] if name == "best play" else "",
                    name,
                    *(_percent(share) for share in (done.early, done.late, done.missed)),
                )
            )
    print_table(("bonus", "", "early", "late", "missed"), rows, right=("early", "late", "missed"))
    click.echo()


def _print_islands(found: Analysis, tallies: dict[str, Tally]) -> None:
    dead = found.dead_islands
    rows = [
        (
            island.name,
            island.flag,
            _percent(found.best.finished(island.index)),
            _percents(found.best.finished(island.index)),
            *(_percent(one.finished(island.index)) for name, one in tallies.items() if name != "best play"),
            "dead" if island.index in dead else "",
        )
        for island in found.game.layout.islands
    ]
    players = [name for name in tallies if name != "best play"]
    print_table(("island", "flag", "finished", "95 %", *players, ""), rows, right=("finished", "95 %", *players))
    click.echo()


def _print_lines(found: Analysis, tallies: dict[str, Tally]) -> None:
    dead, layout = found.dead_lines, found.game.layout
    rows = [
        (
            line.name,
            _percent(found.best.used(line.index)),
            _percents(found.best.used(line.index)),
            f"{found.best.bridges(line.index):.2f}",
            *(_percent(one.used(line.index)) for name, one in tallies.items() if name != "best play"),
            ", ".join(layout.lines[other].name for other in layout.crossed_by[line.index]),
            "dead" if line.index in dead else "",
        )
        for line in layout.lines
    ]
    players = [name for name in tallies if name != "best play"]
    heads = ("line", "used", "95 %", "bridges", *players, "crosses", "")
    print_table(heads, rows, right=("used", "95 %", "bridges", *players))
    click.echo()


def _print_crossings(found: Analysis) -> None:
    lines, crossings = found.game.layout.lines, found.crossings()
    rows = [
        (
            " x ".join(lines[line].name for line in crossing.lines),
            _percent(crossing.either),
            *(_percent(share) for share in crossing.shares),
        )
        for crossing in crossings[:_MOST_CROSSINGS]
    ]
    if rows:
        print_table(("crossing", "used", "the one", "the other"), rows, right=("used", "the one", "the other"))
        click.echo()


def _print_comparison(found: Comparison) -> None:
    from hashi_solver.lab import words  # noqa: PLC0415 - help must not pay for it
    from hashi_solver.scoring import TOTALS  # noqa: PLC0415

    names = [board.game.layout.name for board in found.boards]
    click.echo(f"{' against '.join([', '.join(names[1:]), names[0]])}: {words.how_measured(found.first)}\n")
    for sentence in words.comparison_sentences(found):
        click.echo(sentence)
    click.echo()
    heads = ["", *names]
    for name in names[1:]:
        heads += [f"{name} - {names[0]}", "95 %"]
    rows = []
    for line in found.rows(TOTALS):
        cells = [line.name, *("" if value is None else line.plain.format(value.value) for value in line.values)]
        for more in line.more:
            ends = () if more is None else more.interval
            cells.append("" if more is None else line.signed.format(more.value))
            cells.append(" to ".join(line.signed.format(end) for end in ends))
        rows.append(cells)
    print_table(heads, rows, right=heads[1:])


def _percent(share: Estimate) -> str:
    return f"{share.value:.1%}"


def _share_cells(share: Estimate) -> tuple[str, str]:
    return _percent(share), _percents(share)


def _percents(share: Estimate) -> str:
    return f"{100 * share.low:.0f} to {100 * share.high:.0f}"


def _span(estimate: Estimate, digits: int = 2) -> str:
    return f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"
