"""A record of play: what one player wrote, right or wrong. Whether it is legal is for the referee to say."""

from __future__ import annotations

from dataclasses import dataclass

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.rules import Play, Start


@dataclass(frozen=True, slots=True)
class WrittenStart:
    """The start by the name of its island, which no board has to know."""

    number: int
    island: str

    @classmethod
    def of(cls, layout: Layout, start: Start) -> WrittenStart:
        return cls(start.number, layout.islands[start.island].name)

    def __str__(self) -> str:
        return f"{self.number}@{self.island}"


@dataclass(frozen=True, slots=True)
class Record:
    """`plays` has an entry for every round up to the last one that was listed."""

    layout: str | None = None
    deck: tuple[Card, ...] | None = None
    start: WrittenStart | None = None
    plays: tuple[Play, ...] = ()
    player: str | None = None
    challenge: str | None = None  # its code; challenge.recorded fills in what it stands for
    hidden: bool | None = None  # played without seeing the cards to come; None where the record does not say
