"""A curve that falls in steps, as SVG: what was still possible after each round."""

from __future__ import annotations

from collections.abc import Sequence

from hashi_solver.drawing.svg import BLUE, GREY, INK, document

EDGE, FOOT = 9.0, 6.0  # millimetres at the sides for numbers, and below for rounds


def curve_svg(totals: Sequence[int], label: str, width: float, height: float) -> str:
    """Draw a step for each total: before the game, after the start, after each round.

    Wherever the curve falls, the new total is written above it.
    """
    low, high = min(totals), max(totals)
    pitch = (width - 2 * EDGE) / len(totals)

    def x(place: int) -> float:
        return EDGE + pitch * place

    def y(total: int) -> float:
        return 5 + (height - FOOT - 8) * (high - total) / max(1, high - low)

    path = f"M{x(0):.2f} {y(totals[0]):.2f}"
    for place, total in enumerate(totals):
        path += f"V{y(total):.2f}H{x(place + 1):.2f}"
    base = height - FOOT
    parts = [
        f'<path d="{path}V{base:.2f}H{EDGE:g}z" fill="{BLUE}" fill-opacity=".12"/>',
        f'<path d="{path}" fill="none" stroke="{BLUE}" stroke-width=".7" stroke-linejoin="round"/>',
        f'<path d="M{EDGE:g} {base:.2f}H{width - EDGE:g}" stroke="{INK}" stroke-width=".25"/>',
    ]
    for place, total in enumerate(totals):
        if not place or total != totals[place - 1]:
            parts.append(_text(x(place) + pitch / 2, y(total) - 1.2, str(total), INK, 600))
        if place > 1:
            parts.append(_text(x(place) + pitch / 2, height - 2, str(place - 1), GREY))
    return document(width, height, label, parts)


def _text(x: float, y: float, content: str, colour: str, weight: int = 400) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="2.6" font-weight="{weight}" text-anchor="middle" '
        f'fill="{colour}">{content}</text>'
    )
