"""Instances: `hashi-instance/1`, a position and the cards to come, with nothing that needs hashi to be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from hashi_solver.documents.types import CardText, Count, IslandPair, StartText, form
from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.referee import record_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hashi_solver.cards import Card
    from hashi_solver.rules import State, Turn


class InstanceDocument(TypedDict):
    """A game to solve: the board, all cards in order, and the rounds played so far, each as in a record."""

    format: Literal["hashi-instance/1"]
    name: str
    grid: list[Annotated[str, form(pattern="^[.orb]+$", description=". sea, o island, r red flag, b blue flag")]]
    no_line: list[IslandPair]
    piles: Annotated[list[Count], form(minItems=1, description="how many cards each has (R8a)")]
    group: Annotated[int, form(minimum=1, description="how many connected islands score (R7c)")]
    start: Annotated[StartText | None, form(description="null: free, a 3 or a 4 (R2a)")]
    cards: list[CardText]
    rounds: list[str]


def instance_json(
    state: State, cards: Sequence[Card], played: Sequence[tuple[Card, Turn]] = (), name: str | None = None
) -> InstanceDocument:
    """Return the document; `cards` are those to come in the position, `played` what led to it."""
    game, layout = state.game, state.game.layout
    deck = (*(card for card, _ in played), *cards)
    rounds: list[str] = []
    if state.start is not None:
        start = WrittenStart.of(layout, state.start)
        rounds = [format_turn(play) for play in record_of(game, deck, start, [turn for _, turn in played]).plays]
    return {
        "format": "hashi-instance/1",
        "name": layout.id if name is None else name,
        "grid": list(layout.grid),
        "no_line": [list(pair) for pair in layout.no_line],
        "piles": list(game.piles),
        "group": game.group,
        "start": None if state.start is None else str(WrittenStart.of(layout, state.start)),
        "cards": [str(card) for card in deck],
        "rounds": rounds,
    }
