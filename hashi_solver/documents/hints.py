"""Hints: `hashi-hint/1`, advice in a position, in one form for known cards and one for hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from hashi_solver.documents.solutions import TurnEntry, turn_json
from hashi_solver.documents.types import CardText, Count, IslandName, LineName, StartText, form
from hashi_solver.record import WrittenStart

if TYPE_CHECKING:
    from hashi_solver.cards import Card
    from hashi_solver.review.hint import HiddenHint, Hint
    from hashi_solver.rules import State

Level = Annotated[int, form(minimum=1, maximum=3)]
Round = Annotated[int, form(minimum=1)]
Place = Annotated[str, form(pattern="^(-|[A-Z][1-9][0-9]?)$")]


class OpenHintDocument(TypedDict):
    """For known cards. `possible` is the most you can still reach, `optimum` what it was at the beginning.

    From level 2, `number_on` lists where the number goes in some best play (null: nowhere), out of `choices`, and
    `draws_on` the lines that every best turn draws on. Level 3 adds a best `turn`, or before the game a `start`.
    """

    format: Literal["hashi-hint/1"]
    round: Round
    level: Level
    optimum: Count
    possible: Count
    number_on: NotRequired[list[IslandName | None]]
    choices: NotRequired[Count]
    draws_on: NotRequired[list[LineName]]
    start: NotRequired[StartText]
    turn: NotRequired[TurnEntry]


class HiddenHintDocument(TypedDict):
    """For hidden cards, over sampled orders of the cards to come. `mean` is the average of their optima.

    From level 2, `number_on` says in how many orders each place (-: nowhere) keeps the optimum. Level 3 adds a `turn`,
    in how many other orders it loses nothing, and its `lead` over the next best turn (null: there is none).
    """

    format: Literal["hashi-hint/1"]
    round: Round
    level: Level
    card: CardText | None
    orders: Annotated[int, form(minimum=1)]
    mean: float
    error: Annotated[float, form(minimum=0, description="of the mean, 95 %")]
    range: Annotated[list[Count], form(minItems=2, maxItems=2, description="the lowest and the highest optimum")]
    number_on: NotRequired[dict[Place, Count]]
    turn: NotRequired[TurnEntry]
    loses_nothing_in: NotRequired[Count]
    lead: NotRequired[float | None]
    lead_error: NotRequired[Annotated[float, form(minimum=0)]]


def open_hint_json(state: State, found: Hint, level: int, optimum: int) -> OpenHintDocument:
    layout = state.game.layout
    document: OpenHintDocument = {
        "format": "hashi-hint/1",
        "round": state.round + 1,
        "level": level,
        "optimum": optimum,
        "possible": found.possible,
    }
    if level > 1:
        document["number_on"] = [None if place is None else layout.islands[place].name for place in found.places]
        document["choices"] = found.of
        document["draws_on"] = [layout.lines[line].name for line in found.lines]
    if found.start is not None:
        document["start"] = str(WrittenStart.of(layout, found.start))
    if found.turn is not None:
        document["turn"] = turn_json(layout, found.turn)
    return document


def hidden_hint_json(state: State, card: Card | None, found: HiddenHint, orders: int, level: int) -> HiddenHintDocument:
    layout = state.game.layout
    document: HiddenHintDocument = {
        "format": "hashi-hint/1",
        "round": state.round + 1,
        "level": level,
        "card": None if card is None else str(card),
        "orders": orders,
        "mean": round(found.mean, 2),
        "error": round(found.error, 2),
        "range": [min(found.totals), max(found.totals)],
    }
    if level > 1:
        names = ("-" if place is None else layout.islands[place].name for place in found.places)
        document["number_on"] = dict(zip(names, found.places.values(), strict=True))
    if found.turn is not None:
        document["turn"] = turn_json(layout, found.turn)
        document["loses_nothing_in"] = found.kept
        document["lead"] = None if found.lead is None else round(found.lead, 2)
        document["lead_error"] = round(found.lead_error, 2)
    return document
