"""Import the modules and names of a package on first use, so that `--help` answers at once."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from types import ModuleType

from hashi_solver.interrupts import interrupts_wait


class Library:
    """A library that is imported when something of it is first used, and need not be there before."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._module: ModuleType | None = None

    def __getattr__(self, name: str) -> object:
        if self._module is None:
            self._module = importlib.import_module(self._name)
        self.__dict__[name] = found = getattr(self._module, name)  # the next time without this function
        return found


def is_installed(library: str) -> bool:
    """Return whether a library can be imported here, without importing it."""
    try:
        return find_spec(library) is not None
    except ModuleNotFoundError:  # how Pyodide says which of its libraries it leaves out
        return False


def on_demand(package: str, *modules: str, **names: Sequence[str]) -> Callable[[str], object]:
    """Return a `__getattr__` for a package that imports these modules, and names from modules, on first use."""
    home_of = {name: home for home, defined in names.items() for name in defined}

    def load(name: str) -> object:
        if name not in modules and name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        with interrupts_wait():
            module = importlib.import_module(f"{package}.{home_of.get(name, name)}")
        return getattr(module, name) if name in home_of else module

    return load
