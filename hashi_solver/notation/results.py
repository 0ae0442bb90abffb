"""What was found, as JSON documents that other programs rely on: verdicts, tables and findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hashi_solver.board import Finding
from hashi_solver.errors import Violation
from hashi_solver.notation.layouts import Examined
from hashi_solver.referee import Table, Verdict
from hashi_solver.rules import play_of
from hashi_solver.scoring import BONUSES, Breakdown

if TYPE_CHECKING:
    from hashi_solver.players.simulation import Simulation
    from hashi_solver.solver import Solution


def json_text(document: object) -> str:
    """A document as `hashi` prints and writes it."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def breakdown_json(breakdown: Breakdown) -> dict[str, int]:
    return {
        "islands": breakdown.islands,
        "red": breakdown.red,
        "blue": breakdown.blue,
        "six": breakdown.six,
    }


def violation_json(violation: Violation) -> dict[str, Any]:
    return {
        "rule": violation.rule,
        "round": violation.round,
        "islands": list(violation.islands),
        "message": violation.message,
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """`hashi-check/1`: the referee's word on one record."""
    return {
        "format": "hashi-check/1",
        "legal": verdict.legal,
        "violations": [violation_json(violation) for violation in verdict.violations],
        "score": verdict.breakdown.total,
        "breakdown": breakdown_json(verdict.breakdown),
        "title": verdict.title,
    }


def table_json(table: Table) -> dict[str, Any]:
    """`hashi-table/1`: a game of two to four players."""
    return {
        "format": "hashi-table/1",
        "legal": table.legal,
        "players": [
            {
                "player": seat.player,
                "start": seat.start,
                "start_by": table.seats[seat.start_by].player,
                "legal": seat.verdict.legal,
                "violations": [violation_json(violation) for violation in seat.verdict.violations],
                "score": seat.breakdown.total,
                "breakdown": breakdown_json(seat.breakdown),
                "done": {bonus: seat.done[bonus] or None for bonus in BONUSES},
                "winner": seat.winner,
            }
            for seat in table.seats
        ],
        "early_in": {bonus: table.early_in[bonus] or None for bonus in BONUSES},
        "winners": [seat.player for seat in table.seats if seat.winner],
    }


def solution_json(solution: Solution, target: int | None = None) -> dict[str, Any]:
    """`hashi-solution/1`: a play and what is proven about it. With a target also whether it is reached."""
    layout = solution.game.layout
    rounds = []
    for number, (card, turn) in enumerate(zip(solution.deck, solution.turns, strict=True), start=solution.first_round):
        play = play_of(layout, card, turn)
        bridges = [list(pair) for pair in play.bridges]
        rounds.append({"round": number, "card": str(card), "number_on": play.island, "bridges": bridges})
    document = {
        "format": "hashi-solution/1",
        "layout": layout.id,
        "deck": list(map(str, solution.deck)),
        "status": solution.status,
        "score": solution.score,
        "bound": solution.bound,
        "breakdown": breakdown_json(solution.breakdown),
        "title": solution.title,
        "start": f"{solution.start.number}@{layout.islands[solution.start.island].name}",
        "rounds": rounds,
        "seconds": round(solution.seconds, 3),
    }
    if target is not None:
        document |= {"target": target, "reached": solution.reaches(target)}
    return document


def simulation_json(simulation: Simulation) -> dict[str, Any]:
    """`hashi-simulation/1`: what a player who does not see the deck reached."""
    bonuses = {}
    for bonus in BONUSES:
        rates = simulation.rates(bonus)
        bonuses[bonus] = {name: round(getattr(rates, name), 4) for name in ("early", "late", "missed")}
    return {
        "format": "hashi-simulation/1",
        "layout": simulation.layout,
        "player": simulation.player,
        "games": len(simulation.games),
        "mean": round(simulation.mean, 3),
        "ci95": [round(end, 3) for end in simulation.interval],
        "quantiles": {str(percent): simulation.quantile(percent) for percent in (10, 50, 90)},
        "totals": {str(total): count for total, count in simulation.counts().items()},
        "bonuses": bonuses,
    }


def findings_json(examined: Examined) -> dict[str, Any]:
    """`hashi-findings/1`: what there is to say about one layout."""
    return {
        "format": "hashi-findings/1",
        "layout": examined.id,
        "valid": examined.valid,
        "findings": [_finding_json(finding) for finding in examined.findings],
    }


def _finding_json(finding: Finding) -> dict[str, Any]:
    document: dict[str, Any] = {
        "level": finding.level,
        "rule": finding.rule,
        "where": finding.where,
        "message": finding.message,
    }
    if finding.line is not None:
        document["line"] = finding.line
    return document
