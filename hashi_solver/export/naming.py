"""Names for the variables of a model, so that what another solver finds can be read back as a play."""

from __future__ import annotations

from hashi_solver.bonuses import BONUSES
from hashi_solver.model import Model

GLOSSARY = (
    "write_C4_7         the number of the card of round 7 is written on C4",
    "start_4_C4         a 4 is written on C4 before the first card",
    "bridge_C4_F4_2_7   by the end of round 7 there are at least 2 bridges on the line C4-F4",
    "has_C4_7           by the end of round 7 there is a number on C4",
    "number_C4_5        in the end there is a 5 on C4",
    "finished_C4        in the end C4 is finished",
    "draw_7             the bridges of the card of round 7 are drawn",
    "counts_7           the number of round 7 is on an island that is finished in the end",
    "count              how many islands are finished; count_5: at least 5 of them",
    "scored_red         this bonus is scored from now on, early or late; early_red: early",
    "reach_1_C4         C4 is at most 1 step away from the two islands that the group of R7c begins with",
)


def names_of(model: Model, variables: int) -> list[str]:
    """Return a name for each variable; one that has no meaning on the board is called `aux_` and its number."""
    base, now = model.base, model.state.round
    names = [f"aux_{variable}" for variable in range(variables)]
    islands = [island.name for island in base.layout.islands]
    lines = [line.name.replace("-", "_") for line in base.layout.lines]

    for island, name in enumerate(islands):
        for t, variable in enumerate(base.has[island]):
            names[variable] = f"has_{name}_{now + t}"
        for t in base.moments:
            names[base.writes[island][t]] = f"write_{name}_{now + t}"
        for n, variable in enumerate(base.number[island][1:], start=1):
            names[variable] = f"number_{name}_{n}"
        names[base.finished[island]] = f"finished_{name}"
        for steps, layer in enumerate(base.in_reach):
            names[layer[island]] = f"reach_{steps}_{name}"
    for start, variable in base.starts.items():
        names[variable] = f"start_{start.number}_{islands[start.island]}"
    for line, copies in zip(lines, base.bridge, strict=True):
        for count, bridge in enumerate(copies, start=1):
            for t, variable in enumerate(bridge):
                names[variable] = f"bridge_{line}_{count}_{now + t}"
    for bonus in BONUSES:
        names[base.scored[bonus]] = f"scored_{bonus.name}"
        names[base.early[bonus]] = f"early_{bonus.name}"
    for t in base.moments:
        names[model.draws[t]] = f"draw_{now + t}"
        names[model.counts[t]] = f"counts_{now + t}"
    names[model.count] = "count"
    return names
