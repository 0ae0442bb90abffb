"""Find every way to do one action of the next round that still leads to a total: one at a time, ruling out each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from hashi_solver.errors import Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.model.cpsat import CpSat
from hashi_solver.model.game import Model
from hashi_solver.rules import Start, Turn

Action = Literal["start", "number", "bridges"]


class OtherPlays:
    """Find plays in a range of totals that do one action differently from all the ways ruled out so far."""

    def __init__(self, model: Model, action: Action, totals: tuple[int, int], stop: Stop | None = None) -> None:
        self.model, self.action = model, action
        self.cp_sat = CpSat(model, stop=stop)
        self.cp_sat.between(*totals)

    def rule_out(self, start: Start, turn: Turn) -> None:
        """Rule out every play that does the action as this start or this turn does."""
        base = self.model.base
        if self.action == "start":
            self.cp_sat.any_of((~base.starts[start],))
        elif self.action == "bridges":
            drawn = Counter(turn.lines)
            self.cp_sat.any_of(
                ~copy[1] if self.model.state.bridges[line] + drawn[line] > level else copy[1]
                for line, copies in enumerate(base.bridge)
                for level, copy in enumerate(copies)
            )
        elif turn.number_on is None:
            self.cp_sat.any_of(writes[1] for writes in base.writes)
        else:
            self.cp_sat.any_of((~base.writes[turn.number_on][1],))

    def ask(self) -> Sequence[int] | None:
        """Return one more play as values of the variables, or None; raise Unproven if the solver cannot tell."""
        answer = self.cp_sat.ask()
        if answer.values is None and not answer.closed:
            raise Unproven
        return answer.values


def common_lines(model: Model, totals: tuple[int, int], stop: Stop | None = None) -> tuple[int, ...]:
    """Return the lines that get a bridge in the next round in every play within this range of totals.

    Each play that is found leaves out at least one of the lines still common to all.
    """
    cp_sat = CpSat(model, stop=stop)
    cp_sat.between(*totals)
    drawn = model.state.bridges
    more = {line: copies[drawn[line]][1] for line, copies in enumerate(model.base.bridge) if drawn[line] < len(copies)}
    while more:
        answer = cp_sat.ask()
        if answer.values is None:
            if not answer.closed:
                raise Unproven
            break
        more = {line: variable for line, variable in more.items() if answer.values[variable]}
        cp_sat.any_of(~variable for variable in more.values())
    return tuple(more)
