"""`hashi layout analyse`, `hashi layout compare` and `hashi lab merge`: what boards are worth."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial, reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hashi_solver.cli.common import (
    FILE,
    LAYOUT,
    checked_seed,
    examples,
    json_option,
    live_status,
    print_json,
    print_table,
    remark,
    workers_option,
)
from hashi_solver.cli.sheets import check_report, write_report
from hashi_solver.cli.simulate import PLAYER_NAMES
from hashi_solver.drawing.histogram import histogram_lines
from hashi_solver.errors import InputError
from hashi_solver.interrupts import interrupts_wait
from hashi_solver.notation.files import shown, shown_path
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.rules import Game
from hashi_solver.scoring import BONUS_NAMES, BONUSES
from hashi_solver.sheet import PAPERS

if TYPE_CHECKING:
    from hashi_solver.lab.analysis import Analysis, Progress
    from hashi_solver.lab.compare import Comparison
    from hashi_solver.lab.crew import Crew
    from hashi_solver.lab.measures import Estimate, Tally
    from hashi_solver.lab.sample import Sample, Shard
    from hashi_solver.lab.store import Store
    from hashi_solver.sheet.options import Paper

_SECONDS_BETWEEN_NEWS = 0.2
_MOST_CROSSINGS = 8
_MOST_BOARDS = 16
_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class _Asked:
    """The options that both commands have."""

    decks: int
    start: str
    seed: str
    players: str
    workers: int | None
    time_limit: float
    store: Path | None
    shard: str
    dask: str | None
    report: Path | None
    paper: Paper

    def sample(self) -> Sample:
        from hashi_solver.lab.sample import Sample  # noqa: PLC0415 - help must not pay for it

        return Sample(self.decks, checked_seed(self.seed), self.start, _shard(self.shard))

    def names(self) -> list[str]:
        names = [name.strip() for name in self.players.split(",") if name.strip()]
        for name in names:
            if name not in PLAYER_NAMES:
                raise InputError(f"there is no player {shown(name, 20)!r}; there are {', '.join(PLAYER_NAMES)}")
        return names


_OPTIONS = (
    click.option("--decks", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, metavar="N"),
    click.option(
        "--start",
        default="random",
        show_default=True,
        metavar="free|fixed|random|4@C3",
        help="free: who plays chooses; fixed: one start for all decks, drawn from the seed or given; random: one drawn "
        "for each deck.",
    ),
    click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed gives the same decks."),
    click.option(
        "--players",
        default="beginner,club",
        show_default=True,
        metavar="NAMES",
        help=f"Who plays the decks as well: {', '.join(PLAYER_NAMES)}. The difficulty wants club.",
    ),
    workers_option,
    click.option(
        "--time-limit",
        type=click.FloatRange(0, min_open=True),
        default=60.0,
        show_default=True,
        metavar="SECONDS",
        help="For a deck; one that is not proven by then is counted both ways.",
    ),
    click.option("--store", type=FILE, help="Keep the results there and not in your cache folder."),
    click.option("--shard", default="1/1", metavar="K/N", help="Only every N-th deck, from the K-th on."),
    click.option("--dask", metavar="tcp://HOST:PORT", help="Work on this Dask cluster (extra `cluster`)."),
    click.option("--report", type=FILE, help="Write a report card there: a .pdf or a .html file."),
    click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="Of the report card."),
)


def _with_options(command: Callable[..., int]) -> Callable[..., int]:
    @wraps(command)
    def called(
        decks: int,
        start: str,
        seed: str,
        players: str,
        workers: int | None,
        time_limit: float,
        store: Path | None,
        shard: str,
        dask: str | None,
        report: Path | None,
        paper: Paper,
        **rest: Any,
    ) -> int:
        asked = _Asked(decks, start, seed, players, workers, time_limit, store, shard, dask, report, paper)
        return command(asked, **rest)

    return reduce(lambda function, option: option(function), reversed(_OPTIONS), called)


@click.command(epilog=examples("hashi layout analyse my-board.toml --decks 200 --report my-board.pdf"))
@click.argument("board", metavar="ID|PATH", type=LAYOUT)
@_with_options
@json_option
def analyse(asked: _Asked, board: str, as_json: bool) -> int:
    """What a board is worth, to perfect play and to people.

    Each deck is solved to the proven optimum, and played by players who do not see it. Results are kept in a store: the
    same command again goes on where it was stopped, and takes no time where all is known. Ctrl-C shows what is known.
    """
    from hashi_solver.documents.analyses import analysis_json  # noqa: PLC0415 - help must not pay for it

    (found,) = _analyses(asked, [board])
    if asked.report is not None:
        from hashi_solver.sheet import reports  # noqa: PLC0415

        write_report(
            asked.report,
            partial(reports.analysis_pdf, found, asked.paper),
            partial(reports.analysis_html, found, asked.paper),
        )
    if as_json:
        print_json(analysis_json(found))
    else:
        _print_analysis(found)
    return 0


@click.command(epilog=examples("hashi layout compare side-a my-board.toml --decks 200"))
@click.argument("boards", metavar="ID|PATH ID|PATH...", type=LAYOUT, nargs=-1, required=True)
@_with_options
@json_option
def compare(asked: _Asked, boards: tuple[str, ...], as_json: bool) -> int:
    """Boards side by side, on the same decks.

    Each is held against the first, with intervals. Results are kept and gone on with as hashi layout analyse does it.
    """
    from hashi_solver.documents.analyses import comparison_json  # noqa: PLC0415
    from hashi_solver.lab.compare import Comparison  # noqa: PLC0415 - help must not pay for it

    if len(boards) < 2:
        raise InputError("one board is compared with nothing; name two or more, or see hashi layout analyse")
    if len(boards) > _MOST_BOARDS:
        raise InputError(f"{len(boards)} boards side by side are more than one can see; {_MOST_BOARDS} are the most")
    found = Comparison(_analyses(asked, boards))
    if asked.report is not None:
        from hashi_solver.sheet import reports  # noqa: PLC0415

        write_report(
            asked.report,
            partial(reports.comparison_pdf, found, asked.paper),
            partial(reports.comparison_html, found, asked.paper),
        )
    if as_json:
        print_json(comparison_json(found))
    else:
        _print_comparison(found)
    return 0


@click.group()
def lab() -> None:
    """The stores of layout analyse: merge those of several machines."""


@lab.command()
@click.argument("out", metavar="OUT", type=FILE)
@click.argument("stores", metavar="STORE...", type=FILE, nargs=-1, required=True)
def merge(out: Path, stores: tuple[Path, ...]) -> int:
    """Take what each STORE knows over into OUT.

    OUT is made where it is missing. Merging again changes nothing. Exit code 1 where two answers to one question cannot
    both be right: OUT then keeps the one that it had.
    """
    from hashi_solver.lab.store import Store  # noqa: PLC0415 - help must not pay for it

    for path in stores:
        if not path.exists():
            raise InputError("there is no such store", source=shown_path(path))
    conflicts = []
    with ExitStack() as opened:
        known = [opened.enter_context(Store(path)) for path in stores]  # before OUT, so that none is made in vain
        into = opened.enter_context(Store(out))
        for path, one in zip(stores, known, strict=True):
            taken, wrong = into.merge(one)
            click.echo(f"{shown_path(path)}: {taken} {'result' if taken == 1 else 'results'} new or better")
            conflicts += wrong
    for conflict in conflicts:
        remark(str(conflict))
    return 1 if conflicts else 0


def _analyses(asked: _Asked, boards: Sequence[str]) -> tuple[Analysis, ...]:
    games = [Game(load_playable_layout(board)) for board in boards]
    check_report(asked.report)
    with interrupts_wait():
        from hashi_solver.lab.analysis import analyse_all  # noqa: PLC0415 - help must not pay for it

    sample, names = asked.sample(), asked.names()
    for game in games:
        sample.common_start(game)  # one that the board does not have is told before anything else
    with _store(asked) as store, live_status("asking the store") as tell:
        on_progress = None if tell is None else _told(tell)
        found = analyse_all(games, sample, names, store, _crew(asked), asked.time_limit, on_progress)
    if not all(one.complete for one in found):
        known = min(one.answered for one in found)
        remark(f"stopped: {known} of {found[0].asked} decks are known; the same command goes on from there")
    return found


def _store(asked: _Asked) -> Store:
    from hashi_solver.lab.store import Store, open_default  # noqa: PLC0415 - help must not pay for it

    return open_default() if asked.store is None else Store(asked.store)


def _crew(asked: _Asked) -> Crew:
    from hashi_solver.lab.crew import Crew  # noqa: PLC0415 - help must not pay for it

    if asked.dask is None:
        return Crew(asked.workers)
    from hashi_solver.lab.cluster import dask_crew  # noqa: PLC0415

    return dask_crew(asked.dask)


def _shard(text: str) -> Shard:
    from hashi_solver.lab.sample import Shard  # noqa: PLC0415 - help must not pay for it

    match = _SHARD.fullmatch(text)
    if match is None:
        raise InputError(f"{shown(text, 20)!r} is no part of a run; a part is for instance 2/5, the second of five")
    return Shard(int(match[1]), int(match[2]))


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
