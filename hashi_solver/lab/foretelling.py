"""What a drawing tells of how hard a board will be: little of any one board, enough to draw towards easy or hard.

A line that nothing crosses can be had by whoever wants it. Where the flags have few of them, the club player stays
farther behind what the cards allow. Of everything that was tried this tells most, and nothing adds to it
(bench/scale.py, bench/README.md).
"""

from __future__ import annotations

from hashi_solver.board import Layout

WITHOUT_ANY = 10.8  # points of shortfall
EACH = -1.05  # for one such line at every flag


def foretold(layout: Layout) -> float:
    """The shortfall that is to be expected of a board that nobody has played on."""
    return WITHOUT_ANY + EACH * free_at_flags(layout)


def free_at_flags(layout: Layout) -> float:
    """How many lines that nothing crosses a flag has in the mean."""
    flags = (*layout.red, *layout.blue)
    free = sum(not layout.crossed_by[line] for island in flags for line in layout.lines_at[island])
    return free / max(1, len(flags))
