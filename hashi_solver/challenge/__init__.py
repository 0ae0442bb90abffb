"""Challenges: a board, an order of cards and perhaps a start, with targets and the proof of what is possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.challenge.codes import decode, encode
from hashi_solver.challenge.deals import Deal, Kind
from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.challenge.challenges import Challenge, challenge_of

__all__ = ["Challenge", "Deal", "Kind", "challenge_of", "decode", "encode"]

__getattr__ = on_demand(__name__, challenges=("Challenge", "challenge_of"))  # these load a player
