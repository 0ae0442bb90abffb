"""Advice in sentences, for a record and for a game in progress."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from hashi_solver import app, drawing
from hashi_solver.cli.common import TimeToGo, live_status
from hashi_solver.interrupts import ctrl_c_stops

if TYPE_CHECKING:
    from hashi_solver.app.hinting import HiddenAdvice, OpenAdvice
    from hashi_solver.app.question import Position


def advice_on(position: Position, level: int, orders: int = 20, seed: str = "1") -> OpenAdvice | HiddenAdvice:
    waiting = live_status("weighing the orders") if position.hidden else nullcontext(lambda told: None)
    to_go = TimeToGo()
    with ctrl_c_stops() as stop, waiting as tell:
        return app.hinting.advise(
            position,
            level,
            orders=orders,
            seed=seed,
            on_progress=lambda share: tell(f"weighing the orders: {share:.0%}{to_go.after(share)}"),
            stop=stop,
        )


def advice_lines(found: OpenAdvice | HiddenAdvice) -> list[str]:
    """The advice for people, a line a sentence."""
    at, level = found.position, found.level
    if isinstance(found, app.hinting.OpenAdvice):
        return drawing.advice.open_lines(at.state, at.card, found.hint, found.optimum, level, at.written)
    return drawing.advice.hidden_lines(at.state, at.card, found.hint, found.orders, level)
