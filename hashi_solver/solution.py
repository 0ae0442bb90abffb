"""What the solver answers: a play and what is proven about it. Reading a play that was kept loads no solver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hashi_solver.cards import Card
from hashi_solver.rules import Game, Start, State, Turn
from hashi_solver.scoring import Breakdown, title

Status = Literal["optimal", "feasible"]


@dataclass(frozen=True, slots=True)
class Solution:
    """A play, what it scores, and what is proven about it.

    `deck` and `turns` begin with the rounds already played, where the caller gave them; else with the first round to
    come, `first_round`.
    """

    game: Game
    deck: tuple[Card, ...]
    status: Status
    score: int
    bound: int
    breakdown: Breakdown
    start: Start
    turns: tuple[Turn, ...]
    final: State
    seconds: float
    first_round: int = 1

    @property
    def title(self) -> str:
        return title(self.score)

    def reaches(self, target: int) -> bool | None:
        """Whether a total of at least `target` can be reached: None where time ran out before that was known."""
        if self.score >= target:
            return True
        return False if self.bound < target else None
