"""A game on the table: what is written so far, what a player can type, and where it is kept.

`session` is the game in progress, `entry` reads what is typed, `kept` keeps games in files. What a
player sees is in `hashi_solver.views.game`.
"""

from hashi_solver.table.session import Draft, Phase, Session

__all__ = ["Draft", "Phase", "Session"]
