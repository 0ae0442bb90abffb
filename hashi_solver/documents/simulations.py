"""Simulations: `hashi-simulation/1`, the scores of a player who does not see the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from hashi_solver.bonuses import BONUSES, Bonus, Name
from hashi_solver.documents.types import ByTotal, Count, Interval, Share, form

if TYPE_CHECKING:
    from hashi_solver.players.simulation import Simulation


Rates = Annotated[
    dict[Literal["early", "late", "missed"], Share], form(description="shares of the games, which add up to 1")
]


class SimulationDocument(TypedDict):
    """Many games of one player. `totals` counts games; a quantile is the lowest total that N percent did not exceed."""

    format: Literal["hashi-simulation/1"]
    layout: str
    player: str
    games: Annotated[int, form(minimum=1)]
    mean: float
    ci95: Interval
    quantiles: dict[Literal["10", "50", "90"], Count]
    totals: dict[ByTotal, Count]
    bonuses: dict[Name, Rates]


def simulation_json(simulation: Simulation) -> SimulationDocument:
    return {
        "format": "hashi-simulation/1",
        "layout": simulation.layout,
        "player": simulation.player,
        "games": len(simulation.games),
        "mean": round(simulation.mean, 3),
        "ci95": [round(end, 3) for end in simulation.interval],
        "quantiles": {"10": simulation.quantile(10), "50": simulation.quantile(50), "90": simulation.quantile(90)},
        "totals": {str(total): count for total, count in simulation.counts().items()},
        "bonuses": {bonus.name: _rates(simulation, bonus) for bonus in BONUSES},
    }


def _rates(simulation: Simulation, bonus: Bonus) -> Rates:
    rates = simulation.rates(bonus)
    return {"early": round(rates.early, 4), "late": round(rates.late, 4), "missed": round(rates.missed, 4)}
