"""A game on the table: what is written so far, what somebody who plays may type, what they see, and where it is kept.

`session` is the game in progress as data and knows no terminal; `entry` reads what is typed; `view` arranges what is to
be seen as rows of styled text; `shelf` keeps games in files.
"""

from hashi_solver.table.session import Draft, Phase, Session

__all__ = ["Draft", "Phase", "Session"]
