"""A record of play: what one player wrote, right or wrong. The referee decides whether it is legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.rules import Play, Start


@dataclass(frozen=True, slots=True)
class WrittenStart:
    """The start with the name of its island, which need not be on the board."""

    number: int
    island: str

    @classmethod
    def of(cls, layout: Layout, start: Start) -> WrittenStart:
        return cls(start.number, layout.islands[start.island].name)

    def __str__(self) -> str:
        return f"{self.number}@{self.island}"


@dataclass(frozen=True, slots=True)
class Record:
    """`plays` has an entry for every round up to the last one listed; `unlisted` are the gaps among them."""

    layout: str | None = None
    deck: tuple[Card, ...] | None = None
    start: WrittenStart | None = None
    plays: tuple[Play, ...] = ()
    player: str | None = None
    challenge: str | None = None  # its code; app.question fills in what it stands for
    hidden: bool | None = None  # played without seeing the cards to come; None if the record does not say
    unlisted: tuple[int, ...] = field(default=(), compare=False)

    def with_rounds(self, rounds: Mapping[int, Play]) -> Record:
        """Return the record with these rounds; the gaps between them are passes."""
        numbers = range(1, max(rounds, default=0) + 1)
        plays = tuple(rounds.get(number, Play()) for number in numbers)
        unlisted = tuple(number for number in numbers if number not in rounds)
        return replace(self, plays=plays, unlisted=unlisted).resolved()

    def resolved(self) -> Record:
        """Return the record with every number written out, as far as the cards are known."""
        cards = self.deck or ()
        plays = [play.resolved(card) for play, card in zip(self.plays, cards, strict=False)]
        return replace(self, plays=(*plays, *self.plays[len(plays) :]))
