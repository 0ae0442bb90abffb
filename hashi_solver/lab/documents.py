"""Analyses and comparisons as JSON documents that other programs rely on (docs/formats.md)."""

from __future__ import annotations

from typing import Any

from hashi_solver.lab.analysis import SURELY_DEAD, Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import Estimate, Tally
from hashi_solver.scoring import BONUSES, LADDER

TOTALS = tuple(rung.lowest for rung in reversed(LADDER) if rung.lowest)  # 60, 58, 56 ...


def analysis_json(found: Analysis) -> dict[str, Any]:
    """`hashi-analysis/1`: what a board is worth."""
    layout = found.game.layout
    difficulty = found.difficulty
    return {
        "format": "hashi-analysis/1",
        "layout": layout.id,
        "name": layout.name,
        "digest": layout.digest,
        "start": found.sample.told_start(found.game),
        "seed": found.sample.seed,
        "shard": str(found.sample.shard),
        "asked": found.asked,
        "decks": found.best.deals,
        "proven": found.best.proven,
        **_totals(found.best),
        "unproven": [[low, high, count] for (low, high), count in found.best.open_spans().items()],
        "bonuses": _bonuses(found.best),
        "islands": {
            island.name: {
                "flag": island.flag,
                "finished": _number(found.best.finished(island.index).value),
                "finished_ci95": _interval(found.best.finished(island.index)),
                "players": {name: _number(one.finished(island.index).value) for name, one in _played(found)},
            }
            for island in layout.islands
        },
        "lines": {
            line.name: {
                "crosses": [layout.lines[other].name for other in layout.crossed_by[line.index]],
                "used": _number(found.best.used(line.index).value),
                "used_ci95": _interval(found.best.used(line.index)),
                "bridges": _number(found.best.bridges(line.index)),
                "players": {name: _number(one.used(line.index).value) for name, one in _played(found)},
            }
            for line in layout.lines
        },
        "crossings": [
            {
                "lines": [layout.lines[line].name for line in crossing.lines],
                "used": _number(crossing.either.value),
                "used_ci95": _interval(crossing.either),
                "each": [_number(share.value) for share in crossing.shares],
            }
            for crossing in found.crossings()
        ],
        "dead": {
            "below": SURELY_DEAD,
            "islands": [layout.islands[island].name for island in found.dead_islands],
            "lines": [layout.lines[line].name for line in found.dead_lines],
        },
        "players": {
            name: {
                "games": one.deals,
                **_totals(one),
                "bonuses": _bonuses(one),
                "shortfall": None if lost is None else _number(lost.value),
                "shortfall_ci95": None if lost is None else _interval(lost),
            }
            for name, one in _played(found)
            for lost in [found.shortfall(name)]
        },
        "difficulty": None if difficulty is None else _number(difficulty.value, 2),
        "difficulty_ci95": None if difficulty is None else _interval(difficulty, 2),
    }


def comparison_json(found: Comparison) -> dict[str, Any]:
    """`hashi-comparison/1`: the analyses, and each board but the first against the first."""
    return {
        "format": "hashi-comparison/1",
        "boards": [analysis_json(board) for board in found.boards],
        "differences": [
            {
                "layout": board.game.layout.id,
                "to": found.first.game.layout.id,
                **_estimate("mean", found.best(board)),
                **_shares({total: found.at_least(board, total) for total in TOTALS}),
                "players": {
                    name: {
                        **_estimate("mean", found.player(board, name)),
                        **_estimate("shortfall", found.shortfall(board, name), "shortfall_ci95"),
                    }
                    for name in board.players
                },
            }
            for board in found.boards[1:]
        ],
    }


def _played(found: Analysis) -> list[tuple[str, Tally]]:
    """The players that have played at least one of the decks."""
    return [(name, tally) for name, tally in found.players.items() if tally.deals]


def _totals(tally: Tally) -> dict[str, Any]:
    return {
        **_estimate("mean", tally.mean),
        "totals": {str(total): count for total, count in tally.totals().items()},
        **_shares({total: tally.at_least(total) for total in TOTALS}),
    }


def _shares(found: dict[int, Estimate | None] | dict[int, Estimate]) -> dict[str, Any]:
    known = {str(total): estimate for total, estimate in found.items() if estimate is not None}
    return {
        "share_at_least": {total: _number(estimate.value) for total, estimate in known.items()},
        "share_at_least_ci95": {total: _interval(estimate) for total, estimate in known.items()},
    }


def _bonuses(tally: Tally) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for bonus in BONUSES:
        done = tally.bonus(bonus)
        ways = {"early": done.early, "late": done.late, "missed": done.missed}
        found[bonus] = {
            **{way: _number(estimate.value) for way, estimate in ways.items()},
            "ci95": {way: _interval(estimate) for way, estimate in ways.items()},
        }
    return found


def _estimate(name: str, estimate: Estimate | None, interval: str = "ci95") -> dict[str, Any]:
    if estimate is None:
        return {name: None, interval: None}
    return {name: _number(estimate.value, 3), interval: _interval(estimate, 3)}


def _interval(estimate: Estimate, digits: int = 4) -> list[float]:
    return [_number(end, digits) for end in estimate.interval]


def _number(value: float, digits: int = 4) -> float:
    return round(value, digits) + 0.0  # no -0.0
