"""Cards, the cards of a box, and the order in which they are turned (R1c, R1d)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from hashi_solver.errors import InputError

MOST_NUMBER, MOST_BRIDGES = 6, 3
CARDS_IN_A_BOX = 18


class Card(NamedTuple):
    """`5/3`: write a 5 and draw 3 bridges."""

    number: int
    bridges: int

    def __str__(self) -> str:
        return f"{self.number}/{self.bridges}"


STANDARD_BOX: tuple[Card, ...] = tuple(
    Card(number, bridges) for number in range(1, MOST_NUMBER + 1) for bridges in range(1, MOST_BRIDGES + 1)
)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards that are played, in order, and the one that was put away unseen, if it is known."""

    cards: tuple[Card, ...]
    away: Card | None = None

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __len__(self) -> int:
        return len(self.cards)


def deck_of(cards: tuple[Card, ...], box: tuple[Card, ...] = STANDARD_BOX) -> Deck:
    """Return a full deck: all cards of the box but one, in this order; raise InputError for anything else."""
    if len(cards) != len(box) - 1:
        raise InputError(f"a deck has {len(box) - 1} of the {len(box)} cards, not {len(cards)} (R1d)")
    left = Counter(box)
    for place, card in enumerate(cards, start=1):
        if not left[card]:
            often = Counter(box)[card]
            why = "is not in the box" if not often else f"appears more than {_times(often)}"
            raise InputError(f"card {place} of the deck, {card}, {why} (R1c)")
        left[card] -= 1
    return Deck(cards, next(left.elements()))


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
