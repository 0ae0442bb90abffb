"""Every JSON format, both ways: what `hashi` prints with --json, attaches to sheets, saves, and reads back.

Each module covers one subject: for every format a type with its keys, and a function that fills it. The JSON Schemas
in `schemas/` are generated from these types (`make schemas`). A format is a promise: as long as its number stays the
same, its keys keep their names, order and meaning; a later release may add keys, but removes none.

`base` handles JSON itself, `types` holds what several formats share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.documents import (
        analyses,
        base,
        challenges,
        doctor,
        generated,
        glances,
        hints,
        history,
        instances,
        layouts,
        reviews,
        simulations,
        solutions,
        verdicts,
    )

__all__ = [
    "analyses",
    "base",
    "challenges",
    "doctor",
    "generated",
    "glances",
    "hints",
    "history",
    "instances",
    "layouts",
    "reviews",
    "simulations",
    "solutions",
    "verdicts",
]

__getattr__ = on_demand(__name__, *__all__)
