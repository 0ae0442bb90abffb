"""A curve that falls in steps, as SVG: what was still possible after each round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from hashi_solver.drawing.svg import BLUE, FONT, GREY, INK, document

EDGE, LETTERS = 9.0, 2.6  # millimetres: at the sides, for numbers; the size of type
PAGE = (132.0, 46.0)  # the curve of a page, whose letters stay legible on a phone
HEAD, BASE = 7.0, 7.0  # its margins for a total above the curve, and for the rounds below it


@dataclass(frozen=True, slots=True)
class Point:
    """The total that was possible after a move, what the move is called, and the mark that it has, if it has one."""

    total: int
    label: str
    mark: str = ""


def curve_svg(
    totals: Sequence[int], label: str, width: float, height: float, size: float = LETTERS, *, ink: bool = False
) -> str:
    """Draw a step for each total: before the game, after the start, after each round.

    Wherever the curve falls, the new total is written above it. `size` is that of the type. With `ink`, nothing but
    black lines.
    """
    low, high = min(totals), max(totals)
    pitch = (width - 2 * EDGE) / len(totals)
    base = height - size - 3.4

    def x(place: int) -> float:
        return EDGE + pitch * place

    def y(total: int) -> float:
        return size + 2.4 + (base - size - 5.4) * (high - total) / max(1, high - low)

    path = f"M{x(0):.2f} {y(totals[0]):.2f}"
    for place, total in enumerate(totals):
        path += f"V{y(total):.2f}H{x(place + 1):.2f}"
    colour, black, grey = ("#000", "#000", "#000") if ink else (BLUE, INK, GREY)
    area = f'<path d="{path}V{base:.2f}H{EDGE:g}z" fill="{BLUE}" fill-opacity=".12"/>'
    parts = [
        *([] if ink else [area]),
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width=".7" stroke-linejoin="round"/>',
        f'<path d="M{EDGE:g} {base:.2f}H{width - EDGE:g}" stroke="{black}" stroke-width=".25"/>',
    ]
    for place, total in enumerate(totals):
        if not place or total != totals[place - 1]:
            parts.append(_text(x(place) + pitch / 2, y(total) - 1.2, str(total), black, size, 600))
        if place > 1:
            parts.append(_text(x(place) + pitch / 2, height - 2, str(place - 1), grey, size))
    return document(width, height, label, parts)


def curve_controls_svg(optimum: int, points: Sequence[Point], label: str) -> str:
    """Draw the curve of a page: each move is a control with a label; where the curve falls its total and mark stand."""
    width, height = PAGE
    totals = [optimum, *(point.total for point in points)]
    low, high = min(totals), max(totals)
    pitch = (width - 4) / len(points)

    def y(total: int) -> float:
        return HEAD + (height - HEAD - BASE - 8) * (high - total) / max(1, high - low)

    path = f"M2 {y(optimum):.2f}"
    for place, point in enumerate(points):
        path += f"V{y(point.total):.2f}H{2 + pitch * (place + 1):.2f}"
    base = height - BASE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="group" '
        f'aria-label="{escape(label)}" font-family="{FONT}">',
        f'<g aria-hidden="true"><path d="{path}V{base:g}H2z" fill="var(--blue)" fill-opacity=".14"/>',
        f'<path d="{path}" fill="none" stroke="var(--blue)" stroke-width=".8" stroke-linejoin="round"/></g>',
    ]
    for place, point in enumerate(points):
        left, top = 2 + pitch * place, y(point.total)
        middle, falls = left + pitch / 2, place == 0 or point.total != totals[place]
        texts = [_page_text(middle, height - 1.6, str(place or "S"), "var(--quiet)", 3.4)]
        if falls:
            texts.append(_page_text(middle, top - 1.6, str(point.total), "var(--ink)", 4))
        if point.mark:
            texts.append(_page_text(middle, top + 5, point.mark, "var(--bad)", 4.4))
        parts.append(
            f'<g role="button" tabindex="{-1 if place else 0}" data-move="{place}" aria-label="{escape(point.label)}">'
            f'<rect class="reach" x="{left:.2f}" y="0" width="{pitch:.2f}" height="{height:g}"/>'
            f'<circle class="point" cx="{middle:.2f}" cy="{top:.2f}" r="1.3"/>{"".join(texts)}'
            f'<rect class="focus" x="{left:.2f}" y=".5" width="{pitch:.2f}" height="{height - 1:g}" rx="1"/></g>'
        )
    return "\n".join([*parts, "</svg>"])


def _page_text(x: float, y: float, content: str, colour: str, size: float) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="middle" font-weight="600" '
        f'fill="{colour}">{content}</text>'
    )


def _text(x: float, y: float, content: str, colour: str, size: float, weight: int = 400) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" font-weight="{weight}" text-anchor="middle" '
        f'fill="{colour}">{content}</text>'
    )
