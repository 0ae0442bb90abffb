"""Every JSON format, both ways: what `hashi` prints with --json, attaches to sheets, keeps, and reads back.

Each module holds one subject: for every format a type that says which keys there are, and a function that fills it.
The JSON Schemas in `schemas/` are made from these types (`make schemas`). A format is a promise: as long as its number
stays, its keys keep their names, order and meaning; a later release may add keys, but takes none away.

`base` knows JSON itself, `types` what several formats have in common.
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
        hints,
        history,
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
    "hints",
    "history",
    "layouts",
    "reviews",
    "simulations",
    "solutions",
    "verdicts",
]

__getattr__ = on_demand(__name__, *__all__)
