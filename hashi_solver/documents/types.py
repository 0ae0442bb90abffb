"""What several formats share: texts of a known form, and points by source."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from hashi_solver.bonuses import BONUSES, Name
from hashi_solver.errors import Violation
from hashi_solver.scoring import Breakdown


def form(**keywords: object) -> tuple[tuple[str, object], ...]:
    """Return keywords of JSON Schema to annotate a type that cannot say as much."""
    return tuple(keywords.items())


CardText = Annotated[str, form(pattern="^[1-6]/[1-3]$", description="number/bridges")]
IslandName = Annotated[str, form(pattern="^[A-Z][1-9][0-9]?$", description="column and row, A1 at the top left")]
LineName = Annotated[str, form(pattern="^[A-Z][1-9][0-9]?-[A-Z][1-9][0-9]?$", description="its two islands")]
IslandPair = Annotated[list[IslandName], form(minItems=2, maxItems=2)]
LinePair = Annotated[list[LineName], form(minItems=2, maxItems=2)]
StartText = Annotated[str, form(pattern="^[0-9]+@[A-Z][1-9][0-9]?$", description="number@island")]
CodeText = Annotated[str, form(pattern="^[0-9A-Z]{5}(-[0-9A-Z]{5}){2}$", description="the code of a deal")]
Day = Annotated[str, form(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
Digest = Annotated[str, form(pattern="^[0-9a-f]{64}$", description="SHA-256 of what a board joins")]
Count = Annotated[int, form(minimum=0)]
Share = Annotated[float, form(minimum=0, maximum=1)]
Interval = Annotated[list[float], form(minItems=2, maxItems=2, description="95 %, from and to")]
Bounds = Annotated[list[float], form(minItems=2, maxItems=2, description="least and most, as far as decks are proven")]
ByTotal = Annotated[str, form(pattern="^-?[0-9]+$")]  # a total as a key

BreakdownEntry = dict[Literal["islands"] | Name, Count]


class ViolationEntry(TypedDict):
    """One rule broken in one round; the start is round 0."""

    rule: Annotated[str, form(pattern="^R[0-9]+[a-d]?$")]
    round: Count
    islands: list[str]
    message: str


def breakdown_json(breakdown: Breakdown) -> BreakdownEntry:
    return {"islands": breakdown.islands, **{bonus.name: breakdown.of(bonus) for bonus in BONUSES}}


def violation_json(violation: Violation) -> ViolationEntry:
    islands = list(violation.islands)
    return {"rule": violation.rule, "round": violation.round, "islands": islands, "message": violation.message}
