"""Every way to do one action of the next round that still leads to a total: found one by one, each then ruled out."""

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


class Others:
    """Plays with a total from low to high that do one action in another way than all that were ruled out."""

    def __init__(self, model: Model, action: Action, totals: tuple[int, int], stop: Stop | None = None) -> None:
        self.model, self.action = model, action
        self.cp_sat = CpSat(model, stop=stop)
        self.cp_sat.between(*totals)

    def rule_out(self, start: Start, turn: Turn) -> None:
        """No more plays that do the action as this start or this turn does."""
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
        """One more as values of the variables, None where there is none; raises Unproven where nobody knows."""
        answer = self.cp_sat.ask()
        if answer.values is None and not answer.closed:
            raise Unproven
        return answer.values


def common_lines(model: Model, totals: tuple[int, int], stop: Stop | None = None) -> tuple[int, ...]:
    """The lines that get a bridge in the next round in every play with such a total.

    What is common to the plays found so far shrinks with every play that leaves one of these lines out.
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
