"""What to show of an answer, in which order, as data: computed once for every front end.

A view holds values and keys, not sentences: the terminal puts them into English, a sheet into five languages, a
document into JSON. None of them decides which rows to show, what to round, or what a loss is charged to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.views import analysis, conclusions, game, history, medals, points, ranking, review, solution

__all__ = ["analysis", "conclusions", "game", "history", "medals", "points", "ranking", "review", "solution"]

__getattr__ = on_demand(__name__, *__all__)
