"""The scores of simulated players, in characters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hashi_solver.bonuses import BONUSES
from hashi_solver.drawing.histogram import histogram_lines, rung_counts
from hashi_solver.drawing.terminal import Block, Columns

if TYPE_CHECKING:
    from hashi_solver.players.simulation import Simulation


def simulation_blocks(name: str, found: Simulation, room: int) -> Iterator[Block]:
    """Yield the distribution of the totals, the rates of the bonuses, and the ladder."""
    games = len(found.games)
    low, high = found.interval
    yield f"{name}, {games} games of {found.player}\n"
    yield from histogram_lines(found.counts(), room)
    yield f"\nmean {found.mean:.2f} (95 %: {low:.2f} to {high:.2f})"
    yield ", ".join(f"{percent} % reach at most {found.quantile(percent)}" for percent in (10, 50, 90)) + "\n"
    rows = []
    for bonus in BONUSES:
        rates = found.rates(bonus)
        rows.append((bonus.words, *(f"{share:.1%}" for share in (rates.early, rates.late, rates.missed))))
    yield Columns(("bonus", "early", "late", "missed"), rows, ("early", "late", "missed"))
    yield ""
    ladder = [(rung.span, rung.title, f"{count / games:.1%}") for rung, count in rung_counts(found.counts())]
    yield Columns(("total", "title", "share"), ladder, ("total", "share"))
