"""How hard a board is, in one number: how far a good player stays behind what the cards allow.

Over many orders of cards, each with a start drawn at random, the proven optimum less what the club player reaches:
the mean of that is the board's shortfall, in points. A grade from 1.0 (forgiving) to 5.0 (cruel) is the same on an even
scale. The two ends of the scale are fixed, so that a grade says the same of every board and for ever: between them lies
what boards can be bred to be (docs/generate.md tells of them).
"""

from __future__ import annotations

JUDGE = "club"  # the player whose shortfall it is
FORGIVING, CRUEL = 7.0, 13.0  # points of shortfall at grade 1.0 and at grade 5.0
LOWEST, HIGHEST = 1.0, 5.0
POINTS_A_GRADE = (CRUEL - FORGIVING) / (HIGHEST - LOWEST)


def board_grade(shortfall: float) -> float:
    """The grade of a board whose mean shortfall is known; beyond the ends it stays at the end."""
    return min(HIGHEST, max(LOWEST, LOWEST + (shortfall - FORGIVING) / POINTS_A_GRADE))


def shortfall_at(grade: float) -> float:
    """The mean shortfall that makes this grade."""
    return FORGIVING + (grade - LOWEST) * POINTS_A_GRADE
