"""Challenges: a board, an order of cards and perhaps a start, with what to aim at and the proof of what is possible."""

from hashi_solver.challenge.challenges import Challenge, challenge_of
from hashi_solver.challenge.codes import decode, encode
from hashi_solver.challenge.deals import Deal, Kind

__all__ = ["Challenge", "Deal", "Kind", "challenge_of", "decode", "encode"]
