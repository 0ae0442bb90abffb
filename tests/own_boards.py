"""Two boards that only tests use, as if they shipped: results fixed here survive every redrawing of the real ones.

`python -m tests.own_boards ...` is the command `hashi` with that library, in a separate process.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hashi_solver.__main__ import main
from hashi_solver.notation.layouts import load_layout

LAYOUTS = Path(__file__).with_name("layouts")
RECORDS = Path(__file__).with_name("records")  # games on the pond
POND, MILL = (load_layout(str(LAYOUTS / f"old-{name}.toml")) for name in ("pond", "mill"))
OWN = {"old-pond": POND, "old-mill": MILL}

# What makes them the library, and the pond the board that is meant where none is named.
REPLACED: dict[str, Any] = {
    "hashi_solver.library.layouts_folder": lambda: LAYOUTS,
    "hashi_solver.library.DEFAULT_BOARD": "old-pond",
}

if __name__ == "__main__":
    from importlib import import_module

    for target, value in REPLACED.items():
        module, _, name = target.rpartition(".")
        setattr(import_module(module), name, value)
    main()
