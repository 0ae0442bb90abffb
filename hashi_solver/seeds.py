"""Randomness that is the same on every machine and in every version: SHA-256 and our own shuffle.

Python keeps only `random.random()` stable across versions, and other languages cannot reproduce it at all.
docs/formats.md defines what a seed means, so that any language can compute it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import Struct
from typing import TypeVar

from hashi_solver.cards import STANDARD_BOX, Card, Deck

Item = TypeVar("Item")

_CUT = Struct(">8I")  # a digest
_WORDS = 2**32


class Stream:
    """The random numbers for a text: SHA-256 of `text#0`, `text#1`, ... cut into words of four bytes."""

    def __init__(self, text: str) -> None:
        self._words = _words(text)

    def below(self, limit: int) -> int:
        """Return an integer from 0 to `limit` - 1, all equally likely: words too high to be fair are skipped."""
        fair = _WORDS - _WORDS % limit
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % limit

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items shuffled (Fisher-Yates): from the last down, each swaps with one at or before its place."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def deck_from_seed(seed: str, box: Sequence[Card] = STANDARD_BOX) -> Deck:
    """Return the deck of a seed: the cards of the box shuffled, the last one put away.

    >>> deck_from_seed("tuesday").cards[0]
    Card(number=3, bridges=2)
    """
    cards = Stream(f"hashi deck {seed}").shuffled(sorted(box))
    return Deck(tuple(cards[:-1]), cards[-1])


def _words(text: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _CUT.unpack(sha256(f"{text}#{block}".encode()).digest())
        block += 1
