"""Verdicts: `hashi-check/1` on one record, and `hashi-table/1` on a game of two to four players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from hashi_solver.bonuses import BONUSES, Name
from hashi_solver.documents.types import (
    BreakdownEntry,
    Count,
    StartText,
    ViolationEntry,
    breakdown_json,
    form,
    violation_json,
)
from hashi_solver.referee import Seat, Table, Verdict
from hashi_solver.scoring import Breakdown


class JudgedEntry(TypedDict):
    legal: bool
    violations: list[ViolationEntry]
    score: Count
    breakdown: BreakdownEntry
    complete: Annotated[bool, form(description="whether all rounds are played; if not, the score is that so far")]
    rounds_played: Count
    remarks: Annotated[list[str], form(description="how the record was read: gaps, and slips that it looks like")]


class VerdictDocument(JudgedEntry):
    """The verdict on one record; for several games played alone `hashi check --json` prints a list of these.

    For an illegal record, score and breakdown count the rounds before the first violation, or with --house what rule
    R10 leaves.
    """

    format: Literal["hashi-check/1"]
    title: str


class SeatEntry(JudgedEntry):
    """One player at a table; `start_by` wrote the start number and passed the board on."""

    player: str
    start: StartText
    start_by: str
    done: dict[Name, Count | None]
    winner: bool


class TableDocument(TypedDict):
    """A table, in the order of its seats. `early_in` is the first round in which anyone scored a bonus."""

    format: Literal["hashi-table/1"]
    legal: bool
    players: list[SeatEntry]
    early_in: dict[Name, Count | None]
    winners: list[str]


def verdicts_json(
    verdicts: Sequence[Verdict], remarks: Sequence[Sequence[str]]
) -> VerdictDocument | list[VerdictDocument]:
    """Return the document of a game played alone, or a list of those of several."""
    documents = [verdict_json(*each) for each in zip(verdicts, remarks, strict=True)]
    return documents[0] if len(documents) == 1 else documents


def verdict_json(verdict: Verdict, remarks: Sequence[str] = ()) -> VerdictDocument:
    """Return a verdict as `hashi check --json` prints it.

    >>> verdict = judge_record(Game(load_layout("side-a")), read_record(Path("docs/examples/anna.txt")))
    >>> verdict_json(verdict)["title"]
    'Bamboo binder'
    """
    return {"format": "hashi-check/1", **_judged(verdict, verdict.breakdown, remarks), "title": verdict.title}


def table_json(table: Table, remarks: Sequence[Sequence[str]] = ()) -> TableDocument:
    """Return a table as `hashi check --json` prints it.

    >>> game = Game(load_layout("side-a"))
    >>> records = [read_record(Path(f"docs/examples/{name}.txt")) for name in ("anna", "ben")]
    >>> verdicts = [judge_record(game, record) for record in records]
    >>> table_json(judge_table(game, records, verdicts))["winners"]
    ['Anna']
    """
    remarks = remarks or [()] * len(table.seats)
    return {
        "format": "hashi-table/1",
        "legal": table.legal,
        "players": [_seat(seat, table, said) for seat, said in zip(table.seats, remarks, strict=True)],
        "early_in": _rounds(table.early_in),
        "winners": [seat.player for seat in table.seats if seat.winner],
    }


def _seat(seat: Seat, table: Table, remarks: Sequence[str]) -> SeatEntry:
    return {
        "player": seat.player,
        "start": seat.start,
        "start_by": table.seats[seat.start_by].player,
        **_judged(seat.verdict, seat.breakdown, remarks),
        "done": _rounds(seat.verdict.scored.done),
        "winner": seat.winner,
    }


def _judged(verdict: Verdict, points: Breakdown, remarks: Sequence[str]) -> JudgedEntry:
    return {
        "legal": verdict.legal,
        "violations": list(map(violation_json, verdict.violations)),
        "score": points.total,
        "breakdown": breakdown_json(points),
        "complete": verdict.complete,
        "rounds_played": len(verdict.rounds),
        "remarks": list(remarks),
    }


def _rounds(done: Sequence[int]) -> dict[Name, int | None]:
    """Return the round of each bonus, with null for 0."""
    return {bonus.name: when or None for bonus, when in zip(BONUSES, done, strict=True)}
