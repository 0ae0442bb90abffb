"""`hashi-analysis/1`, what a board is worth, and `hashi-comparison/1`, boards against the first of them.

Shares are from 0 to 1. Every share and average has its interval of 95 % beside it, under the same name with `_ci95`
(`ci95` for `mean`). The same question gives the same document, unless a time limit or Ctrl-C cut it short.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypedDict

from hashi_solver.board import Flag
from hashi_solver.bonuses import Name
from hashi_solver.documents.types import ByTotal, Count, Digest, Interval, IslandName, LineName, LinePair, Share, form
from hashi_solver.lab.analysis import SURELY_DEAD, Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import Estimate, WhenDone
from hashi_solver.scoring import TOTALS
from hashi_solver.views.analysis import AnalysisView, Answerer, CrossingRow, IslandRow, LineRow, ShareRow, analysis_view

When = Literal["early", "late", "missed"]


class MeanEntry(TypedDict):
    mean: float | None
    ci95: Interval | None


class ShortfallEntry(TypedDict):
    shortfall: Annotated[float | None, form(description="points below best play")]
    shortfall_ci95: Interval | None


class SharesEntry(TypedDict):
    """By total, the share of decks with which it is reached; in a comparison, how much larger that share is."""

    share_at_least: dict[ByTotal, float]
    share_at_least_ci95: dict[ByTotal, Interval]


class TotalsEntry(MeanEntry, SharesEntry):
    totals: Annotated[dict[ByTotal, Count], form(description="in how many games each total was reached")]


class BonusEntry(TypedDict):
    """Shares of the games."""

    early: Share
    late: Share
    missed: Share
    ci95: dict[When, Interval]


class IslandFigures(TypedDict):
    """How often best play finishes an island, and how often the players do."""

    flag: Flag
    finished: Share
    finished_ci95: Interval
    players: dict[str, Share]


class LineFigures(TypedDict):
    """How often best play uses a line and the players do; `bridges` is the average in best play."""

    crosses: list[LineName]
    used: Share
    used_ci95: Interval
    bridges: Annotated[float, form(minimum=0, maximum=2)]
    players: dict[str, Share]


class CrossingFigures(TypedDict):
    """Two lines that cross: how often best play uses either, and each."""

    lines: LinePair
    used: Share
    used_ci95: Interval
    each: Annotated[list[Share], form(minItems=2, maxItems=2)]


class DeadEntry(TypedDict):
    """The islands and lines that surely fewer than `below` of the best plays need."""

    below: Share
    islands: list[IslandName]
    lines: list[LineName]


class PlayerFigures(TotalsEntry, ShortfallEntry):
    games: Count
    bonuses: dict[Name, BonusEntry]


class AnalysisDocument(TotalsEntry):
    """One board, over many decks: its proven optima, and what players reach who do not see the deck.

    `unproven` lists [least, most, decks] for what could not be proven in time. `crossings` begins with the most wanted.
    `difficulty` goes from 1 to 5; it is null where the club player did not play.
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


class PlayerDifference(MeanEntry, ShortfallEntry):
    """How much more a player reaches, and stays behind best play."""


class DifferenceEntry(MeanEntry, SharesEntry):
    """How much more a board has than the first, `to`, on the same decks."""

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
    layout, (best, *players), difficulty = shown.layout, shown.who, shown.difficulty
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
        "difficulty": None if difficulty is None else _number(difficulty.value, 2),
        "difficulty_ci95": None if difficulty is None else _interval(difficulty, 2),
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
        "finished": _number(best.value),
        "finished_ci95": _interval(best),
        "players": _by_players(row, shown),
    }


def _line(row: LineRow, shown: AnalysisView) -> LineFigures:
    best = row.shares[0]
    return {
        "crosses": list(row.crosses),
        "used": _number(best.value),
        "used_ci95": _interval(best),
        "bridges": _number(row.bridges),
        "players": _by_players(row, shown),
    }


def _by_players(row: ShareRow, shown: AnalysisView) -> dict[str, float]:
    return {name: _number(share.value) for name, share in zip(shown.names[1:], row.shares[1:], strict=True)}


def _crossing(row: CrossingRow) -> CrossingFigures:
    either, *each = row.shares
    return {
        "lines": list(row.lines),
        "used": _number(either.value),
        "used_ci95": _interval(either),
        "each": [_number(share.value) for share in each],
    }


def _player(one: Answerer) -> PlayerFigures:
    return {"games": one.games, **_totals(one), "bonuses": _bonuses(one), **_shortfall(one.below_best, 4)}


def _totals(one: Answerer) -> TotalsEntry:
    totals = {str(total): count for total, count in one.proven.items()}
    return {**_mean(one.mean), "totals": totals, **_shares(one.at_least)}


def _shares(found: Mapping[int, Estimate | None] | Mapping[int, Estimate]) -> SharesEntry:
    known = {str(total): estimate for total, estimate in found.items() if estimate is not None}
    return {
        "share_at_least": {total: _number(estimate.value) for total, estimate in known.items()},
        "share_at_least_ci95": {total: _interval(estimate) for total, estimate in known.items()},
    }


def _bonuses(one: Answerer) -> dict[Name, BonusEntry]:
    return {bonus.name: _bonus(done) for bonus, done in one.bonuses.items()}


def _bonus(done: WhenDone) -> BonusEntry:
    shares: dict[When, Estimate] = {"early": done.early, "late": done.late, "missed": done.missed}
    early, late, missed = (_number(share.value) for share in shares.values())
    intervals = {when: _interval(share) for when, share in shares.items()}
    return {"early": early, "late": late, "missed": missed, "ci95": intervals}


def _mean(estimate: Estimate | None) -> MeanEntry:
    return {"mean": _value(estimate, 3), "ci95": _ends(estimate, 3)}


def _shortfall(estimate: Estimate | None, digits: int) -> ShortfallEntry:
    return {"shortfall": _value(estimate, digits), "shortfall_ci95": _ends(estimate, digits)}


def _value(estimate: Estimate | None, digits: int) -> float | None:
    return None if estimate is None else _number(estimate.value, digits)


def _ends(estimate: Estimate | None, digits: int) -> list[float] | None:
    return None if estimate is None else _interval(estimate, digits)


def _interval(estimate: Estimate, digits: int = 4) -> list[float]:
    return [_number(end, digits) for end in estimate.interval]


def _number(value: float, digits: int = 4) -> float:
    return round(value, digits) + 0.0  # no -0.0
