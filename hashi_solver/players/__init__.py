"""Simulated players that do not see the deck: what people of known strength reach."""

from __future__ import annotations

from hashi_solver.errors import InputError
from hashi_solver.players.base import Player, Playing, play, turn_source, without
from hashi_solver.players.club import Club
from hashi_solver.players.expert import Expert
from hashi_solver.players.simple import Beginner, Random

__all__ = ["PLAYERS", "Player", "Playing", "play", "player_named", "turn_source", "without"]

PLAYERS: tuple[Player, ...] = (Random(), Beginner(), Club(), Expert())  # each stronger than the one before


def player_named(name: str) -> Player:
    for player in PLAYERS:
        if player.name == name:
            return player
    raise InputError(f"there is no player {name!r}; there are {', '.join(player.name for player in PLAYERS)}")
