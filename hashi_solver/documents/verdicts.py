"""Verdicts: `hashi-check/1`, the referee on one record, and `hashi-table/1`, on a game of two to four players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

from hashi_solver.bonuses import BONUSES, Name
from hashi_solver.documents.types import (
    BreakdownEntry,
    Count,
    StartText,
    ViolationEntry,
    breakdown_json,
    violation_json,
)
from hashi_solver.referee import Seat, Table, Verdict
from hashi_solver.scoring import Breakdown


class JudgedEntry(TypedDict):
    legal: bool
    violations: list[ViolationEntry]
    score: Count
    breakdown: BreakdownEntry


class VerdictDocument(JudgedEntry):
    """The verdict on one record.

    For an illegal record, score and breakdown are what the rounds before the first violation made, or with --house what
    rule R10 leaves.
    """

    format: Literal["hashi-check/1"]
    title: str


class SeatEntry(JudgedEntry):
    """One player of a table; `start_by` wrote the start number and handed the board on."""

    player: str
    start: StartText
    start_by: str
    done: dict[Name, Count | None]
    winner: bool


class TableDocument(TypedDict):
    """A table, in the order of its seats. `early_in` is the first round in which anyone did a bonus."""

    format: Literal["hashi-table/1"]
    legal: bool
    players: list[SeatEntry]
    early_in: dict[Name, Count | None]
    winners: list[str]


def verdict_json(verdict: Verdict) -> VerdictDocument:
    return {"format": "hashi-check/1", **_judged(verdict, verdict.breakdown), "title": verdict.title}


def table_json(table: Table) -> TableDocument:
    return {
        "format": "hashi-table/1",
        "legal": table.legal,
        "players": [_seat(seat, table) for seat in table.seats],
        "early_in": _rounds(table.early_in),
        "winners": [seat.player for seat in table.seats if seat.winner],
    }


def _seat(seat: Seat, table: Table) -> SeatEntry:
    return {
        "player": seat.player,
        "start": seat.start,
        "start_by": table.seats[seat.start_by].player,
        **_judged(seat.verdict, seat.breakdown),
        "done": _rounds(seat.verdict.scored.done),
        "winner": seat.winner,
    }


def _judged(verdict: Verdict, points: Breakdown) -> JudgedEntry:
    return {
        "legal": verdict.legal,
        "violations": list(map(violation_json, verdict.violations)),
        "score": points.total,
        "breakdown": breakdown_json(points),
    }


def _rounds(done: Sequence[int]) -> dict[Name, int | None]:
    """The round of each bonus, null for 0."""
    return {bonus.name: when or None for bonus, when in zip(BONUSES, done, strict=True)}
