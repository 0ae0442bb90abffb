"""The outcome of one deal: the play of whoever was asked, and what the figures need of it.

The rest could be worked out from the play; it is kept so that a hundred thousand deals are counted in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.errors import InputError
from hashi_solver.rules import State, Turn


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. `bound` is what could still be better, until it is proven; for players it is the score.

    `finished` has a digit for each island, 1 or 0, `bridges` one for each line; `done` has the round of each bonus, 0
    where it was not done. `time_limit` is how long an unproven one was searched for.
    """

    score: int
    bound: int
    start: tuple[int, int]
    play: str
    finished: str
    bridges: str
    done: tuple[int, ...]
    seconds: float
    time_limit: float | None = None

    @property
    def proven(self) -> bool:
        return self.score == self.bound


def outcome_of(
    final: State,
    turns: Sequence[Turn],
    score: int,
    seconds: float,
    *,
    bound: int | None = None,
    time_limit: float | None = None,
) -> Outcome:
    assert final.start is not None
    return Outcome(
        score=score,
        bound=score if bound is None else bound,
        start=(final.start.number, final.start.island),
        play=format_turns(turns),
        finished="".join(str(final.finished >> island.index & 1) for island in final.game.layout.islands),
        bridges="".join(map(str, final.bridges)),
        done=final.done,
        seconds=round(seconds, 4),
        time_limit=time_limit,
    )


def format_turns(turns: Sequence[Turn]) -> str:
    """`3:0,5,5 :2 -`: for each round the index of the island written on, a colon, the indexes of the lines drawn."""
    return " ".join(_format_turn(turn) for turn in turns)


def parse_turns(text: str) -> tuple[Turn, ...]:
    try:
        return tuple(_parse_turn(word) for word in text.split())
    except ValueError:
        raise InputError(f"{text[:40]!r} is no play as the lab keeps them") from None


def _format_turn(turn: Turn) -> str:
    if turn.number_on is None and not turn.lines:
        return "-"
    return f"{'' if turn.number_on is None else turn.number_on}:{','.join(map(str, turn.lines))}"


def _parse_turn(word: str) -> Turn:
    if word == "-":
        return Turn()
    on, _, lines = word.partition(":")
    return Turn(int(on) if on else None, tuple(map(int, lines.split(","))) if lines else ())
