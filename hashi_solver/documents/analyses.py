"""`hashi-analysis/1`, the figures of a board, and `hashi-comparison/1`, several boards against the first.

Shares are from 0 to 1. Every share and average comes with its 95 % interval, under the same name with `_ci95` (`ci95`
for `mean`), and with the lowest and highest value that unproven decks allow, under `_bounds`. If these are more than
`OPEN_SHARE` or `OPEN_POINTS` apart, the figure itself is null: it is not known. The same question gives the same
document, unless a time limit or Ctrl-C cut it short.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from hashi_solver.board import Flag
from hashi_solver.bonuses import Name
from hashi_solver.documents.types import (
    Bounds,
    ByTotal,
    Count,
    Digest,
    Interval,
    IslandName,
    LineName,
    LinePair,
    Share,
    form,
)
from hashi_solver.lab.analysis import SURELY_DEAD, Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import OPEN_POINTS, OPEN_SHARE, Estimate, Span, WhenDone
from hashi_solver.scoring import TOTALS
from hashi_solver.views.analysis import AnalysisView, Answerer, CrossingRow, IslandRow, LineRow, ShareRow, analysis_view

When = Literal["early", "late", "missed"]


class MeanEntry(TypedDict):
    mean: float | None
    ci95: Interval | None
    bounds: Bounds | None


class ShortfallEntry(TypedDict):
    shortfall: Annotated[float | None, form(description="points below best play")]
    shortfall_ci95: Interval | None
    shortfall_bounds: Bounds | None


class SharesEntry(TypedDict):
    """For each total, the share of decks that reach it; in a comparison, how much larger that share is."""

    share_at_least: dict[ByTotal, float | None]
    share_at_least_ci95: dict[ByTotal, Interval]
    share_at_least_bounds: dict[ByTotal, Bounds]


class TotalsEntry(MeanEntry, SharesEntry):
    totals: Annotated[dict[ByTotal, Count], form(description="in how many games each total was reached")]


class BonusEntry(TypedDict):
    """Shares of the games."""

    early: Share | None
    late: Share | None
    missed: Share | None
    ci95: dict[When, Interval]
    bounds: dict[When, Bounds]


class IslandFigures(TypedDict):
    """How often best play finishes an island, and how often the players do."""

    flag: Flag
    finished: Share | None
    finished_ci95: Interval
    finished_bounds: Bounds
    players: dict[str, Share | None]


class LineFigures(TypedDict):
    """How often best play uses a line, and how often the players do; `bridges` is the average in best play."""

    crosses: list[LineName]
    used: Share | None
    used_ci95: Interval
    used_bounds: Bounds
    bridges: Annotated[float, form(minimum=0, maximum=2)] | None
    bridges_bounds: Bounds
    players: dict[str, Share | None]


class CrossingFigures(TypedDict):
    """Two lines that cross: how often best play uses either of them, and each."""

    lines: LinePair
    used: Share | None
    used_ci95: Interval
    used_bounds: Bounds
    each: Annotated[list[Share | None], form(minItems=2, maxItems=2)]
    each_bounds: Annotated[list[Bounds], form(minItems=2, maxItems=2)]


class DeadEntry(TypedDict):
    """The islands and lines that almost certainly fewer than `below` of the best plays use."""

    below: Share
    islands: list[IslandName]
    lines: list[LineName]


class PlayerFigures(TotalsEntry, ShortfallEntry):
    games: Count
    bonuses: dict[Name, BonusEntry]


class AnalysisDocument(TotalsEntry):
    """One board, over many decks: its proven optima, and what players reach who do not see the deck.

    `unproven` lists [least, most, decks] for what could not be proven in time. `crossings` begins with the most wanted.
    `difficulty` goes from 1 to 5. It is null where too few decks are proven; its interval and its bounds are null as
    well where the club player did not play.
    """

    format: Literal["hashi-analysis/1"]
    layout: str
    name: str
    digest: Digest
    start: Annotated[str, form(pattern="^(random|free|[0-9]+@[A-Z][1-9][0-9]?)$")]
    seed: str
    shard: Annotated[str, form(pattern="^[0-9]+/[0-9]+$")]
    asked: Count
    decks: Count
    proven: Count
    unproven: list[Annotated[list[int], form(minItems=3, maxItems=3)]]
    bonuses: dict[Name, BonusEntry]
    islands: dict[IslandName, IslandFigures]
    lines: dict[LineName, LineFigures]
    crossings: list[CrossingFigures]
    dead: DeadEntry
    players: dict[str, PlayerFigures]
    difficulty: Annotated[float, form(minimum=1, maximum=5)] | None
    difficulty_ci95: Interval | None
    difficulty_bounds: Bounds | None


class PlayerDifference(MeanEntry, ShortfallEntry):
    """How many more points a player scores, and how many more it loses to best play."""


class DifferenceEntry(MeanEntry, SharesEntry):
    """How much higher the figures of a board are than those of the first, `to`, on the same decks."""

    layout: str
    to: str
    players: dict[str, PlayerDifference]


class ComparisonDocument(TypedDict):
    """The analyses of all boards, and each but the first against the first."""

    format: Literal["hashi-comparison/1"]
    boards: list[AnalysisDocument]
    differences: list[DifferenceEntry]


def analysis_json(found: Analysis) -> AnalysisDocument:
    shown = analysis_view(found)
    layout, (best, *players) = shown.layout, shown.who
    difficulty, difficulty_interval, difficulty_bounds = _figures(shown.difficulty, 2)
    return {
        "format": "hashi-analysis/1",
        "layout": layout.id,
        "name": layout.name,
        "digest": layout.digest,
        "start": found.sample.told_start(found.game),
        "seed": found.sample.seed,
        "shard": str(found.sample.shard),
        "asked": found.asked,
        "decks": best.games,
        "proven": found.best.proven,
        **_totals(best),
        "unproven": [[low, high, count] for (low, high), count in found.best.open_spans().items()],
        "bonuses": _bonuses(best),
        "islands": {row.name: _island(row, shown) for row in shown.islands},
        "lines": {row.name: _line(row, shown) for row in shown.lines},
        "crossings": list(map(_crossing, shown.crossings)),
        "dead": {
            "below": SURELY_DEAD,
            "islands": [row.name for row in shown.islands if row.dead],
            "lines": [row.name for row in shown.lines if row.dead],
        },
        "players": {one.name: _player(one) for one in players},
        "difficulty": difficulty,
        "difficulty_ci95": difficulty_interval,
        "difficulty_bounds": difficulty_bounds,
    }


def comparison_json(found: Comparison) -> ComparisonDocument:
    boards, differences = map(analysis_json, found.boards), [_difference(found, board) for board in found.boards[1:]]
    return {"format": "hashi-comparison/1", "boards": list(boards), "differences": differences}


def _difference(found: Comparison, board: Analysis) -> DifferenceEntry:
    return {
        "layout": board.game.layout.id,
        "to": found.first.game.layout.id,
        **_mean(found.best(board)),
        **_shares({total: found.at_least(board, total) for total in TOTALS}),
        "players": {
            name: {**_mean(found.player(board, name)), **_shortfall(found.shortfall(board, name), 3)}
            for name in board.players
        },
    }


def _island(row: IslandRow, shown: AnalysisView) -> IslandFigures:
    best = row.shares[0]
    return {
        "flag": row.flag,
        "finished": _share(best),
        "finished_ci95": _rounded(best.interval),
        "finished_bounds": _rounded(best.bounds),
        "players": _by_players(row, shown),
    }


def _line(row: LineRow, shown: AnalysisView) -> LineFigures:
    best = row.shares[0]
    return {
        "crosses": list(row.crosses),
        "used": _share(best),
        "used_ci95": _rounded(best.interval),
        "used_bounds": _rounded(best.bounds),
        "bridges": _share(row.bridges),
        "bridges_bounds": _rounded(row.bridges.bounds),
        "players": _by_players(row, shown),
    }


def _by_players(row: ShareRow, shown: AnalysisView) -> dict[str, float | None]:
    return {name: _share(share) for name, share in zip(shown.names[1:], row.shares[1:], strict=True)}


def _crossing(row: CrossingRow) -> CrossingFigures:
    either, *each = row.shares
    return {
        "lines": list(row.lines),
        "used": _share(either),
        "used_ci95": _rounded(either.interval),
        "used_bounds": _rounded(either.bounds),
        "each": list(map(_share, each)),
        "each_bounds": [_rounded(share.bounds) for share in each],
    }


def _player(one: Answerer) -> PlayerFigures:
    return {"games": one.games, **_totals(one), "bonuses": _bonuses(one), **_shortfall(one.below_best, 4)}


def _totals(one: Answerer) -> TotalsEntry:
    totals = {str(total): count for total, count in one.totals.items()}
    return {**_mean(one.mean), "totals": totals, **_shares(one.at_least)}


def _shares(found: Mapping[int, Estimate | None] | Mapping[int, Estimate]) -> SharesEntry:
    known = {str(total): estimate for total, estimate in found.items() if estimate is not None}
    return {
        "share_at_least": {total: _share(estimate) for total, estimate in known.items()},
        "share_at_least_ci95": {total: _rounded(estimate.interval) for total, estimate in known.items()},
        "share_at_least_bounds": {total: _rounded(estimate.bounds) for total, estimate in known.items()},
    }


def _bonuses(one: Answerer) -> dict[Name, BonusEntry]:
    return {bonus.name: _bonus(done) for bonus, done in one.bonuses.items()}


def _bonus(done: WhenDone) -> BonusEntry:
    shares: dict[When, Estimate] = {"early": done.early, "late": done.late, "missed": done.missed}
    early, late, missed = map(_share, shares.values())
    intervals = {when: _rounded(share.interval) for when, share in shares.items()}
    bounds = {when: _rounded(share.bounds) for when, share in shares.items()}
    return {"early": early, "late": late, "missed": missed, "ci95": intervals, "bounds": bounds}


def _mean(estimate: Estimate | None) -> MeanEntry:
    figure, interval, bounds = _figures(estimate, 3)
    return {"mean": figure, "ci95": interval, "bounds": bounds}


def _shortfall(estimate: Estimate | None, digits: int) -> ShortfallEntry:
    figure, interval, bounds = _figures(estimate, digits)
    return {"shortfall": figure, "shortfall_ci95": interval, "shortfall_bounds": bounds}


def _figures(estimate: Estimate | None, digits: int) -> tuple[float | None, list[float] | None, list[float] | None]:
    """Return a figure in points if it is known, its interval, and its bounds."""
    if estimate is None:
        return None, None, None
    known = estimate.known(OPEN_POINTS)
    figure = None if known is None else _number(known, digits)
    return figure, _rounded(estimate.interval, digits), _rounded(estimate.bounds, digits)


def _share(estimate: Estimate) -> float | None:
    known = estimate.known(OPEN_SHARE)
    return None if known is None else _number(known)


def _rounded(ends: Span, digits: int = 4) -> list[float]:
    return [_number(end, digits) for end in ends]


def _number(value: float, digits: int = 4) -> float:
    return round(value, digits) + 0.0  # no -0.0
