"""Simulated players of known strength who do not see the deck."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_solver.errors import InputError
from hashi_solver.players.base import Dealt, Player, Playing, play, turn_source, without
from hashi_solver.players.club import Club
from hashi_solver.players.expert import Expert
from hashi_solver.players.simple import Beginner, Random
from hashi_solver.rules import Game

__all__ = ["PLAYERS", "Dealt", "Player", "Playing", "play", "play_all", "player_named", "turn_source", "without"]

PLAYERS: tuple[Player, ...] = (Random(), Beginner(), Club(), Expert())  # each stronger than the one before


def player_named(name: str) -> Player:
    for player in PLAYERS:
        if player.name == name:
            return player
    raise InputError(f"there is no player {name!r}; choose from {', '.join(player.name for player in PLAYERS)}")


def play_all(player: Player, game: Game, deals: Sequence[Dealt]) -> list[Playing]:
    """Play many games of one player on one board, side by side if the player can do that."""
    if isinstance(player, Club):
        return player.play_together(game, deals)
    return [play(player, game, deal.deck, deal.seed, start=deal.start) for deal in deals]
