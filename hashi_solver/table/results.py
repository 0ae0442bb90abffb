"""Finished games: what each brought, round by round."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from hashi_solver.challenge import Deal


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game in a file.

    `number` is that of its daily challenge, or None. `gains` are the points that each round brought, bonuses included,
    and `bonus_rounds` the rounds that completed a bonus. `again`: the player replayed it from some round on. With
    `mistakes`, the total is what rule R10 leaves. `seconds` is the time that a page measured.
    """

    path: Path
    text: str
    name: str
    when: datetime.datetime
    code: str
    deal: Deal
    number: int | None
    total: int
    gains: tuple[int, ...]
    bonus_rounds: tuple[int, ...]
    hints: int
    mistakes: int
    again: bool
    seconds: int = 0
