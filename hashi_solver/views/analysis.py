"""What to show of an analysis of a board, or of several compared: scores, and how often islands and lines are used.

In English only, because it is for people who design boards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.difficulty import JUDGE
from hashi_solver.scoring import TOTALS, title
from hashi_solver.views.conclusions import PLAYERS, comparison_sentences, how_measured, in_bounds, sentences

if TYPE_CHECKING:
    from hashi_solver.board import Flag, Layout
    from hashi_solver.lab.analysis import Analysis
    from hashi_solver.lab.compare import Comparison
    from hashi_solver.lab.measures import Estimate, Tally, WhenDone

BEST = "best play"
MOST_CROSSINGS = 8
WIDE_TOTALS = 4  # how many of the highest totals a page has room for


@dataclass(frozen=True, slots=True)
class Answerer:
    """Best play or a player: the totals reached, how far below best play, and when each bonus was scored.

    `totals` counts what is proven; `open` is in how many games it is not.
    """

    name: str
    games: int
    mean: Estimate
    below_best: Estimate | None
    totals: dict[int, int]
    open: int
    at_least: dict[int, Estimate]
    bonuses: dict[Bonus, WhenDone]


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A share for each answerer, in order.

    A bonus has early, late and missed instead; a crossing how often best play uses either line, and each of them.
    """

    name: str
    detail: str
    shares: tuple[Estimate, ...]
    dead: bool = False


@dataclass(frozen=True, slots=True)
class IslandRow(ShareRow):
    flag: Flag = ""


@dataclass(frozen=True, slots=True)
class LineRow(ShareRow):
    """A line; `bridges` is how many best play draws there on average."""

    bridges: Estimate = field(kw_only=True)
    crosses: tuple[str, ...] = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class CrossingRow(ShareRow):
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """One board. `who` has best play first, then the players that played; the most contested crossings come first."""

    layout: Layout
    measured: str
    sentences: tuple[str, ...]
    who: tuple[Answerer, ...]
    difficulty: Estimate | None
    islands: tuple[IslandRow, ...]
    lines: tuple[LineRow, ...]
    crossings: tuple[CrossingRow, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.who)

    @property
    def decks(self) -> int:
        return self.who[0].games

    @property
    def players(self) -> tuple[str, ...]:
        """Return a sentence about each player."""
        return tuple(PLAYERS[name] for name in self.names[1:])

    @property
    def most_wanted(self) -> tuple[CrossingRow, ...]:
        """Return as many crossings as there is room for."""
        return self.crossings[:MOST_CROSSINGS]

    @property
    def ladder(self) -> tuple[ShareRow, ...]:
        """Return a row for each title but the lowest, from the top; titles with the same shares have one row."""
        shares = {total: tuple(one.at_least[total] for one in self.who) for total in TOTALS}
        return tuple(
            ShareRow(_either(totals), title(totals[0]) if len(totals) == 1 else "", shares[totals[0]])
            for totals in _alike(shares)
        )

    @property
    def bonuses(self) -> tuple[ShareRow, ...]:
        """Return a row for each bonus and answerer; only the first row of a bonus has its name."""
        return tuple(
            ShareRow(bonus.words if not place else "", one.name, (when.early, when.late, when.missed))
            for bonus in BONUSES
            for place, one in enumerate(self.who)
            for when in [one.bonuses[bonus]]
        )


def analysis_view(found: Analysis) -> AnalysisView:
    layout, best = found.game.layout, found.best
    players = {name: tally for name, tally in found.players.items() if tally.deals}
    tallies = (best, *players.values())

    dead_islands, dead_lines = found.dead_islands, found.dead_lines
    return AnalysisView(
        layout=layout,
        measured=how_measured(found),
        sentences=tuple(sentences(found)),
        who=(
            _answerer(BEST, best, None),
            *(_answerer(name, one, found.shortfall(name)) for name, one in players.items()),
        ),
        difficulty=found.difficulty,
        islands=tuple(
            IslandRow(
                each.name,
                each.flag,
                tuple(one.finished(each.index) for one in tallies),
                each.index in dead_islands,
                each.flag,
            )
            for each in layout.islands
        ),
        lines=tuple(
            LineRow(
                each.name,
                "",
                tuple(one.used(each.index) for one in tallies),
                each.index in dead_lines,
                bridges=best.bridges(each.index),
                crosses=tuple(layout.lines[other].name for other in layout.crossed_by[each.index]),
            )
            for each in layout.lines
        ),
        crossings=tuple(
            CrossingRow(" x ".join(names), "", (each.either, *each.shares), lines=names)
            for each in found.crossings()
            for names in [tuple(layout.lines[line].name for line in each.lines)]
        ),
    )


def _answerer(name: str, tally: Tally, below_best: Estimate | None) -> Answerer:
    return Answerer(
        name,
        tally.deals,
        tally.mean,
        below_best,
        tally.totals(),
        tally.unproven,
        {total: tally.at_least(total) for total in TOTALS},
        {bonus: tally.bonus(bonus) for bonus in BONUSES},
    )


def _alike(found: Mapping[int, object]) -> list[list[int]]:
    """Return the totals in groups with the same shares."""
    return [list(group) for _, group in groupby(found, key=lambda total: found[total])]


def _either(totals: Sequence[int]) -> str:
    if len(totals) <= 2:
        return " or ".join(map(str, reversed(totals)))
    return f"{totals[-1]} to {totals[0]}"


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure for every board, and its difference from the first. `main` ones are printed on a page."""

    name: str
    values: tuple[Estimate | None, ...]
    more: tuple[Estimate | None, ...]
    unit: Literal["points", "share"] = "points"
    main: bool = False

    def told(self, value: float, *, signed: bool = False) -> str:
        """Return a value in the format of this row."""
        sign = "+" if signed else ""
        return f"{value:{sign}.2f}" if self.unit == "points" else f"{value:{sign}.1%}"

    def figure(self, figure: Estimate, *, signed: bool = False) -> str:
        """Return a figure, or its bounds if it is not known."""
        return in_bounds(figure, lambda value: self.told(value, signed=signed))

    def interval(self, more: Estimate) -> str:
        """Return the interval of a difference."""
        return " to ".join(self.told(end, signed=True) for end in more.interval)


@dataclass(frozen=True, slots=True)
class ComparisonView:
    boards: tuple[AnalysisView, ...]
    sentences: tuple[str, ...]
    rows: tuple[ComparedRow, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(board.layout.name for board in self.boards)


def comparison_view(found: Comparison) -> ComparisonView:
    boards, others, players = found.boards, found.boards[1:], found.first.players
    judge = JUDGE if JUDGE in players else next(iter(players), "")
    rows = [ComparedRow(BEST, tuple(one.best.mean for one in boards), tuple(map(found.best, others)), main=True)]
    for name in players:
        means = tuple(one.players[name].mean if one.players[name].deals else None for one in boards)
        rows.append(ComparedRow(name, means, tuple(found.player(one, name) for one in others), main=name == judge))
        lost = tuple(one.shortfall(name) for one in boards)
        more = tuple(found.shortfall(one, name) for one in others)
        rows.append(ComparedRow(f"{name} below best", lost, more, main=name == judge))
    difficulties = tuple(one.difficulty for one in boards)
    rows.append(ComparedRow("difficulty", difficulties, (None,) * len(others), main=True))
    shares = {
        total: (tuple(one.best.at_least(total) for one in boards), tuple(found.at_least(one, total) for one in others))
        for total in TOTALS
    }
    for place, totals in enumerate(_alike(shares)):
        values, differences = shares[totals[0]]
        rows.append(ComparedRow(f"at least {_either(totals)}", values, differences, "share", place < WIDE_TOTALS))
    return ComparisonView(tuple(map(analysis_view, boards)), tuple(comparison_sentences(found)), tuple(rows))
