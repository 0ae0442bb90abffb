"""How hard a board is, in one number: by how much a good player misses what the cards allow.

A board's shortfall is the proven optimum minus what the club player scores, averaged over many orders of cards, each
with a random start. A grade from 1.0 (forgiving) to 5.0 (cruel) is the shortfall on an even scale. The two ends of the
scale are fixed, so that a grade means the same for every board and for ever: between them lies what boards can be bred
to be (see docs/generate.md).
"""

from __future__ import annotations

JUDGE = "club"  # the player whose shortfall it is
FORGIVING, CRUEL = 7.0, 13.0  # points of shortfall at grade 1.0 and at grade 5.0
LOWEST, HIGHEST = 1.0, 5.0
POINTS_A_GRADE = (CRUEL - FORGIVING) / (HIGHEST - LOWEST)


def board_grade(shortfall: float) -> float:
    """Return the grade for a shortfall, at most that at the end of the scale."""
    return min(HIGHEST, max(LOWEST, LOWEST + (shortfall - FORGIVING) / POINTS_A_GRADE))


def shortfall_at(grade: float) -> float:
    """Return the shortfall that has this grade."""
    return FORGIVING + (grade - LOWEST) * POINTS_A_GRADE
