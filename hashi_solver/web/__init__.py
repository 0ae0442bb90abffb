"""The page: what it asks and what it is answered (`interface`), and a server for it on this machine (`server`).

The page's own files are in `static/`. The interface needs no server: a worker inside the browser can call it as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.web import server

__all__ = ["server"]

__getattr__ = on_demand(__name__, "server")
