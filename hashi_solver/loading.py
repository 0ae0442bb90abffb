"""Modules of a package that are imported when they are first used, so that help and completion answer at once."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from types import ModuleType

from hashi_solver.interrupts import interrupts_wait


def on_demand(package: str, *modules: str) -> Callable[[str], ModuleType]:
    """Return the `__getattr__` of a package that imports these of its modules when they are asked for."""

    def load(name: str) -> ModuleType:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with interrupts_wait():
            return importlib.import_module(f"{package}.{name}")

    return load
