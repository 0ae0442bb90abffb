"""The rules in a line each, for a player in the middle of a game; docs/rules.md has them in full."""

from __future__ import annotations

RULES: dict[str, str] = {
    "R1d": "One of the 18 cards is put away unseen; the other 17 are played, one a round.",
    "R2a": "A game starts with a 3 or a 4 on an island without a flag.",
    "R3": "First the number, then the bridges; either may be passed, always as a whole.",
    "R4": "The card's number goes on one island that has none.",
    "R4a": "An island with a flag gets a number only if a bridge from an earlier round leads to it.",
    "R4b": "A number must not be smaller than the bridges that already lead to its island.",
    "R5": "All bridges of the card are drawn, anywhere, or none.",
    "R5a": "A bridge runs along a dotted line, and at most two lie on one line.",
    "R5b": "One end of a bridge has a number; the one written a moment ago counts.",
    "R5c": "Bridges do not cross.",
    "R5d": "An island never has more bridges than its number, and without a number never more than 6.",
    "R6": "An island whose bridges equal its number is finished, and closed to further bridges.",
    "R7a": "All four islands with a red flag finished: 9 points early, 5 late.",
    "R7b": "All three islands with a blue flag finished: 7 points early, 3 late.",
    "R7c": "Six finished islands joined by bridges, no unfinished one in between: 8 points early, 4 late.",
    "R7d": "Each finished island brings 2 points at the end.",
    "R8a": "Early means by the end of round 7 for blue, by the end of round 12 for red and for the six.",
    "R9": "The titles: Minion up to 40, then eleven more, up to Island god at 60.",
    "R10": "What was written in an earlier round stays.",
}


def rule_words(rule: str) -> str | None:
    """Return the words of a rule, by its number in any spelling; a family (`R5`) has its own line."""
    return {number.lower(): words for number, words in RULES.items()}.get(rule.strip().strip("()").lower())
