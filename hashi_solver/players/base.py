"""Players, and how one plays a game: the deck is hidden, and the player knows only which cards are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.rules import Game, Start, State, Turn, apply, empty, with_start
from hashi_solver.seeds import Stream


class Player(Protocol):
    """A simulated player, who sees the arguments of these methods and nothing else.

    `unseen` holds the cards not yet turned and the one put away, sorted, so that it never reveals their order. All
    chance comes from `source`, so that the same source gives the same play.
    """

    @property
    def name(self) -> str: ...

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        """Choose the number to write before the first card (R2a)."""

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        """Choose a legal turn with this card."""


class Dealt(NamedTuple):
    """A game to play: the cards, the seed of the player's chance, and the start if it is fixed."""

    deck: Sequence[Card]
    seed: str
    start: Start | None


@dataclass(frozen=True, slots=True)
class Playing:
    """A game played to the end."""

    start: Start
    turns: tuple[Turn, ...]
    final: State


def play(player: Player, game: Game, deck: Sequence[Card], seed: str, *, start: Start | None = None) -> Playing:
    """Play one game under a seed; the rules check every turn. Without a `start` the player chooses one."""
    unseen = tuple(sorted(STANDARD_BOX))
    if start is None:
        start = player.start(game, unseen, start_source(player, seed))
    state, turns = with_start(empty(game), start), []
    for card in deck:
        unseen = without(unseen, card)
        turn = player.turn(state, card, unseen, turn_source(player, seed, state))
        state = apply(state, card, turn)
        turns.append(turn)
    return Playing(start, tuple(turns), state)


def start_source(player: Player, seed: str) -> Stream:
    return Stream(f"hashi player {player.name} {seed} start")


def turn_source(player: Player, seed: str, state: State) -> Stream:
    """Return the stream for one round. Each round has its own, so that a turn can be replayed without those before."""
    return Stream(f"hashi player {player.name} {seed} {state.round + 1}")


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def central_start(game: Game, number: int) -> Start:
    """Return the start on the island without a flag that has most lines; among equals, the fewest crossings."""
    layout = game.layout

    def worth(island: int) -> tuple[int, int]:
        lines = layout.lines_at[island]
        return len(lines), -sum(len(layout.crossed_by[line]) for line in lines)

    free = [island.index for island in layout.islands if not island.flag]
    return Start(number, max(free, key=worth))
