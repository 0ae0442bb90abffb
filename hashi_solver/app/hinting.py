"""Advice on a position: what can still be reached, where to look, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashi_solver.app.question import Position, checked_seed
from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.review import hint as advice
from hashi_solver.review.hint import HiddenHint, Hint
from hashi_solver.solver import proven, solve

ORDERS = 20


@dataclass(frozen=True, slots=True)
class OpenAdvice:
    """Advice for a player who sees all cards; `optimum` is what was possible at the beginning."""

    position: Position
    level: int
    hint: Hint
    optimum: int


@dataclass(frozen=True, slots=True)
class HiddenAdvice:
    """Advice for a player who cannot see the cards to come, over `orders` possible orders of them."""

    position: Position
    level: int
    hint: HiddenHint
    orders: int


def advise(
    position: Position,
    level: int = 1,
    *,
    orders: int = ORDERS,
    seed: str = "1",
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> OpenAdvice | HiddenAdvice:
    """Advise on a position: level 1 says what can still be reached, 2 also where to look, 3 also a best turn."""
    if not position.hidden:
        optimum = proven(solve(position.first, position.deck, stop=stop)).score
        found = advice.hint(
            position.state, position.to_come, level, optimum=optimum, written=position.written, stop=stop
        )
        return OpenAdvice(position, level, found, optimum)
    if level > 1 and position.card is None:
        raise InputError("which card is turned? Name it with --card, for instance --card 5/3")
    sampled = advice.hidden_hint(
        position.state,
        position.card,
        position.unseen,
        level,
        orders=orders,
        seed=checked_seed(seed),
        on_progress=on_progress,
        stop=stop,
    )
    return HiddenAdvice(position, level, sampled, orders)
