"""The outcome of one deal: the play, and what the figures need from it.

These could be worked out from the play; they are kept so that a hundred thousand deals are counted in seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.errors import HashiError, InputError
from hashi_solver.rules import Game, Start, State, Turn, apply, begin
from hashi_solver.scoring import TOTALS, breakdown


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game. No play scores more than `bound`; for a player's game it is the score.

    `finished` has a digit for each island, 1 or 0, and `bridges` one for each line. `done` has the round of each bonus,
    or 0. `time_limit` is how long the search took if it proved nothing.
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


def replayed(game: Game, cards: Sequence[Card], outcome: Outcome) -> Outcome:
    """Play the game of an outcome again and return its true outcome.

    Raise IllegalError if it breaks a rule, and InputError if it names what this board does not have.
    """
    layout, turns = game.layout, parse_turns(outcome.play)
    number, island = outcome.start
    if not 0 <= island < len(layout.islands) or len(turns) != len(cards):
        raise InputError("its play is not one of this deal")
    state = begin(game, number, layout.islands[island].name)
    for card, turn in zip(cards, turns, strict=True):
        on = 0 if turn.number_on is None else turn.number_on
        if not (0 <= on < len(layout.islands) and all(0 <= line < len(layout.lines) for line in turn.lines)):
            raise InputError("its play names islands or lines that this board does not have")
        state = apply(state, card, turn)
    total = breakdown(state).total
    return outcome_of(
        state, turns, total, outcome.seconds, bound=max(total, outcome.bound), time_limit=outcome.time_limit
    )


def fault(outcome: Outcome) -> str | None:
    """Return what cannot be right about an outcome on any board, or None."""
    if not 0 <= outcome.score <= outcome.bound <= TOTALS[0]:
        claim = f"it claims {outcome.score}" + ("" if outcome.proven else f" of at most {outcome.bound}")
        return f"{claim}; totals go from 0 to {TOTALS[0]}"
    if outcome.proven != (outcome.time_limit is None):
        return f"it claims {outcome.score} of at most {outcome.bound} and a time limit of {outcome.time_limit}"
    return None


def fault_of_deal(game: Game, cards: Sequence[Card], start: Start | None, outcome: Outcome) -> str | None:
    """Play an outcome of this deal again, and return what cannot be right about it, or None."""
    found = fault(outcome)
    if found is not None:
        return found
    if start is not None and outcome.start != (start.number, start.island):
        return "it starts somewhere else"
    try:
        again = replayed(game, cards, outcome)
    except HashiError as error:
        return str(error)
    if again.score != outcome.score:
        return f"it claims {outcome.score}, but its play scores {again.score}"
    return None if again == outcome else "its play leads to other islands, bridges or bonuses than it claims"


def format_turns(turns: Sequence[Turn]) -> str:
    """Return `3:0,5,5 :2 -`: for each round the index of its island, a colon, and the indexes of its lines."""
    return " ".join(_format_turn(turn) for turn in turns)


def parse_turns(text: str) -> tuple[Turn, ...]:
    try:
        return tuple(_parse_turn(word) for word in text.split())
    except ValueError:
        raise InputError(f"{text[:40]!r} is not a play in the form that the lab keeps") from None


def _format_turn(turn: Turn) -> str:
    if turn.number_on is None and not turn.lines:
        return "-"
    return f"{'' if turn.number_on is None else turn.number_on}:{','.join(map(str, turn.lines))}"


def _parse_turn(word: str) -> Turn:
    if word == "-":
        return Turn()
    on, _, lines = word.partition(":")
    return Turn(int(on) if on else None, tuple(map(int, lines.split(","))) if lines else ())
