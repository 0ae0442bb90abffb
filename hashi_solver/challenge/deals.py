"""A deal: what the code of a challenge stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hashi_solver.board import Layout
from hashi_solver.cards import Deck
from hashi_solver.record import WrittenStart
from hashi_solver.rules import Game, Start

Kind = Literal["open", "flip"]


@dataclass(frozen=True, slots=True)
class Deal:
    """A board, an order with the card put away, the start if it is fixed, and whether players may see the order."""

    layout: Layout
    deck: Deck
    start: Start | None
    kind: Kind = "open"

    @property
    def game(self) -> Game:
        return Game(self.layout)

    @property
    def written_start(self) -> WrittenStart | None:
        """Return the start as a record has it; None where the player chooses."""
        return None if self.start is None else WrittenStart.of(self.layout, self.start)
