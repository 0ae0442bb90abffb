"""Quick looks: `hashi-glance/1`, how hard a board seems and how pleasant it is, before it is measured."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from hashi_solver.documents.types import Count, Digest, Interval, Share, form
from hashi_solver.generate.glance import GAMES, Glance

Part = Literal["spread", "room", "rows", "lines", "flags_apart", "flags_inside", "flags_mixed"]


class GlanceFigures(TypedDict):
    """The difficulty is predicted. Half of the beauty is its weakest part."""

    lines: Count
    crossings: Count
    solved: Annotated[Count, form(description="decks that were solved")]
    difficulty: Annotated[float, form(minimum=1, maximum=5)]
    difficulty_ci95: Interval
    shortfall: Annotated[float, form(description="points below best play that the club player seems to stay")]
    shortfall_ci95: Interval
    beauty: Share
    beauty_parts: dict[Part, Share]
    weakest: Part


class WithoutEntry(GlanceFigures):
    """The same board without a line, or without a flag."""

    without: str


class GlanceDocument(GlanceFigures):
    """What quick games and a few optima tell of a board; `games` is how many were played."""

    format: Literal["hashi-glance/1"]
    layout: str
    name: str
    digest: Digest
    games: Count
    without: list[WithoutEntry]


def glance_json(found: Glance) -> GlanceDocument:
    layout = found.layout
    return {
        "format": "hashi-glance/1",
        "layout": layout.id,
        "name": layout.name,
        "digest": layout.digest,
        "games": GAMES,
        **_figures(found),
        "without": [{"without": each.without, **_figures(each)} for each in found.changed],
    }


def _figures(found: Glance) -> GlanceFigures:
    parts: dict[Part, float] = {
        "spread": found.beauty.spread,
        "room": found.beauty.room,
        "rows": found.beauty.rows,
        "lines": found.beauty.lines,
        "flags_apart": found.beauty.flags_apart,
        "flags_inside": found.beauty.flags_inside,
        "flags_mixed": found.beauty.flags_mixed,
    }
    return {
        "lines": len(found.layout.lines),
        "crossings": found.layout.crossings,
        "solved": found.solved,
        "difficulty": round(found.difficulty.value, 2),
        "difficulty_ci95": [round(end, 2) for end in found.difficulty.interval],
        "shortfall": round(found.shortfall.value, 2),
        "shortfall_ci95": [round(end, 2) for end in found.shortfall.interval],
        "beauty": round(found.beauty.total, 3),
        "beauty_parts": {part: round(value, 3) for part, value in parts.items()},
        "weakest": min(parts, key=lambda part: parts[part]),
    }
