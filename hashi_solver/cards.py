"""Cards, the cards of a box, and the order in which they are turned (R1c, R1d)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from hashi_solver.errors import InputError, Sentence

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
        raise InputError(
            Sentence(
                "a deck has %(dealt)s of the %(all)s cards, not %(count)s (R1d)",
                dealt=len(box) - 1,
                all=len(box),
                count=len(cards),
            )
        )
    left = Counter(box)
    for place, card in enumerate(cards, start=1):
        if not left[card]:
            often = Counter(box)[card]
            if not often:
                message = Sentence(
                    "card %(place)s of the deck, %(card)s, is not in the box (R1c)", place=place, card=card
                )
                raise InputError(message)
            if often == 1:
                message = Sentence(
                    "card %(place)s of the deck, %(card)s, appears more than once (R1c)", place=place, card=card
                )
                raise InputError(message)
            raise InputError(f"card {place} of the deck, {card}, appears more than {often} times (R1c)")
        left[card] -= 1
    return Deck(cards, next(left.elements()))
