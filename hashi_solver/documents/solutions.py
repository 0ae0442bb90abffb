"""Solutions: `hashi-solution/1`, a play and the proof of how good it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from hashi_solver.documents.types import (
    BreakdownEntry,
    CardText,
    Count,
    IslandName,
    IslandPair,
    StartText,
    breakdown_json,
    form,
)
from hashi_solver.record import WrittenStart

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.rules import Turn
    from hashi_solver.solver import Solution


class TurnEntry(TypedDict):
    """A turn: where the card's number goes (null: nowhere), and the bridges; a double bridge is listed twice."""

    number_on: IslandName | None
    bridges: list[IslandPair]


class PlayedRound(TurnEntry):
    """One round: the card and the turn."""

    round: Annotated[int, form(minimum=1)]
    card: CardText


class SolvedPlay(TypedDict):
    """A solution without the time it took, as in a challenge."""

    format: Literal["hashi-solution/1"]
    layout: str
    deck: list[CardText]
    status: Literal["optimal", "feasible"]
    score: Count
    bound: Count
    breakdown: BreakdownEntry
    title: str
    start: StartText
    rounds: list[PlayedRound]


class TargetTail(TypedDict, total=False):
    """Keys that are present only if a target was asked for; `reached` is null if it is not known."""

    target: int
    reached: bool | None


class SolutionDocument(SolvedPlay, TargetTail):
    """A play. If `status` is optimal, no play scores more; if feasible, up to `bound` may be possible."""

    seconds: Annotated[float, form(minimum=0)]


def solution_json(solution: Solution, target: int | None = None) -> SolutionDocument:
    """Return a solution as `hashi solve --json` prints it.

    >>> state = begin(Game(load_layout("harbour")), 4, "D4")
    >>> solution_json(solve(state, deck_from_seed("tuesday").cards))["title"]
    'Ace architect'
    """
    asked: TargetTail = {} if target is None else {"target": target, "reached": solution.reaches(target)}
    return {**play_json(solution), "seconds": round(solution.seconds, 3), **asked}


def play_json(solution: Solution) -> SolvedPlay:
    layout = solution.game.layout
    return {
        "format": "hashi-solution/1",
        "layout": layout.id,
        "deck": list(map(str, solution.deck)),
        "status": solution.status,
        "score": solution.score,
        "bound": solution.bound,
        "breakdown": breakdown_json(solution.breakdown),
        "title": solution.title,
        "start": str(WrittenStart.of(layout, solution.start)),
        "rounds": _rounds(solution),
    }


def _rounds(solution: Solution) -> list[PlayedRound]:
    rounds: list[PlayedRound] = []
    for number, (card, turn) in enumerate(zip(solution.deck, solution.turns, strict=True), start=solution.first_round):
        rounds.append({"round": number, "card": str(card), **turn_json(solution.game.layout, turn)})
    return rounds


def turn_json(layout: Layout, turn: Turn) -> TurnEntry:
    island = None if turn.number_on is None else layout.islands[turn.number_on].name
    return {"number_on": island, "bridges": [layout.lines[line].name.split("-") for line in turn.lines]}
