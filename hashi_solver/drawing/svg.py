"""A board as SVG, standing alone: no style sheet, no script, nothing outside the file.

Lengths are millimetres on paper. Flags differ by shape as well as by colour: red is a solid pennant, blue a hollow
swallow-tail with a bar, so that a grey or black copy tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape

from hashi_solver.board import Flag, Island, Layout
from hashi_solver.rules import Game, State, empty

PITCH = 18.4
LABELS = 8.0  # for the coordinates, outside the frame
RADIUS = 5.85
RING, RING_FINISHED = 0.5, 1.1
INK, GREY, RED, BLUE = "#111", "#8a8a8a", "#c8102e", "#1d4f9f"
FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a drawing, and how much room there is between the outermost islands and the frame."""

    margin: float = 14.0
    ink: str = INK
    dots: str = GREY
    labels: str = "#444"
    red: str = RED
    blue: str = BLUE
    solid: bool = True  # a red pennant is filled


LOOK = Look()


@dataclass(frozen=True, slots=True)
class Heat:
    """How often each island was finished and each line used, from 0 to 1, to be shown instead of a position."""

    islands: tuple[float, ...]
    lines: tuple[float, ...]


WARM, COLD = (11, 94, 74), (255, 255, 255)  # a green whose every shade is told apart in grey as well
THINNEST, THICKEST = 0.5, 3.6  # of a line that was hardly and of one that was always used


def board_svg(
    position: State | Layout,
    *,
    label: str | None = None,
    look: Look = LOOK,
    rounds: Mapping[int, int] | None = None,
    scale: float = 1,
    heat: Heat | None = None,
) -> str:
    """A board or a position as one SVG document.

    `rounds` tells for islands when their numbers were written: 0 for the start, which gets a second ring. `heat` fills
    the islands and makes the lines as thick as they were often used.
    """
    state = position if isinstance(position, State) else empty(Game(position))
    layout = state.game.layout
    width, height = board_size(layout, look)

    def x(column: float) -> float:
        return LABELS + look.margin + PITCH * column

    def y(row: float) -> float:
        return LABELS + look.margin + PITCH * row

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width * scale)}mm" height="{_n(height * scale)}mm" role="img" font-family="{FONT}">',
        f"<title>{escape(label or layout.name)}</title>",
        f"<desc>{escape(in_words(state))}</desc>",
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="#fff"/>',
        f'<rect x="{_n(LABELS)}" y="{_n(LABELS)}" width="{_n(width - LABELS - 1)}" '
        f'height="{_n(height - LABELS - 1)}" rx="3" fill="none" stroke="{look.ink}" stroke-width=".35"/>',
        *_coordinates(layout, look, x, y),
        *_dotted_lines(state, look, x, y),
        *_bridges(state, look, x, y),
        *(_worn_lines(layout, heat, x, y) if heat else ()),
    ]
    for island in layout.islands:
        written = (rounds or {}).get(island.index)
        parts += _island(state, island, look, x(island.column), y(island.row), written)
        if heat:
            parts += _warmth(heat.islands[island.index], look, x(island.column), y(island.row))
    return "\n".join([*parts, "</svg>"]) + "\n"


def board_size(layout: Layout, look: Look = LOOK) -> tuple[float, float]:
    """Width and height of a drawing in millimetres, its coordinates included."""
    width, height = (PITCH * (count - 1) + 2 * look.margin + LABELS + 1 for count in (layout.columns, layout.rows))
    return width, height


def in_words(state: State) -> str:
    """The board for somebody who cannot see it."""
    layout = state.game.layout

    def names(flag: Flag) -> str:
        return ", ".join(island.name for island in layout.islands if island.flag == flag) or "none"

    words = f"Islands without a flag: {names('')}. Red flags: {names('red')}. Blue flags: {names('blue')}."
    numbers = [
        f"{number} on {island.name}" for island, number in zip(layout.islands, state.numbers, strict=True) if number
    ]
    if numbers:
        words += f" Numbers: {', '.join(numbers)}."
    bridges = [f"{line.name} {state.bridges[line.index]}" for line in layout.lines if state.bridges[line.index]]
    if bridges:
        words += f" Bridges: {', '.join(bridges)}."
    return words


_Scale = Callable[[float], float]


def _coordinates(layout: Layout, look: Look, x: _Scale, y: _Scale) -> list[str]:
    def text(at_x: float, at_y: float, content: str) -> str:
        return (
            f'<text x="{_n(at_x)}" y="{_n(at_y)}" font-size="4.4" font-weight="600" fill="{look.labels}" '
            f'text-anchor="middle">{content}</text>'
        )

    return [
        *(text(x(column), LABELS - 2.2, chr(ord("A") + column)) for column in range(layout.columns)),
        *(text(LABELS - 4, y(row) + 1.6, str(row + 1)) for row in range(layout.rows)),
    ]


def _dotted_lines(state: State, look: Look, x: _Scale, y: _Scale) -> list[str]:
    """Dots at a tenth of the pitch from middle to middle, so that crossing lines share a dot."""
    layout = state.game.layout
    found = []
    for line in layout.lines:
        if not state.bridges[line.index]:
            a, b = layout.islands[line.a], layout.islands[line.b]
            found.append(
                f'<path d="M{_n(x(a.column))} {_n(y(a.row))}L{_n(x(b.column))} {_n(y(b.row))}" stroke="{look.dots}" '
                f'stroke-width=".62" stroke-linecap="round" stroke-dasharray=".01 {_n(PITCH / 10 - 0.01)}"/>'
            )
    return found


def _bridges(state: State, look: Look, x: _Scale, y: _Scale) -> list[str]:
    layout = state.game.layout
    found = []
    for line in layout.lines:
        a, b = layout.islands[line.a], layout.islands[line.b]
        offsets = {0: (), 1: (0.0,)}.get(state.bridges[line.index], (-0.95, 0.95))
        for offset in offsets:
            across, down = (0.0, offset) if line.horizontal else (offset, 0.0)
            found.append(
                f'<path d="M{_n(x(a.column) + across)} {_n(y(a.row) + down)}L{_n(x(b.column) + across)} '
                f'{_n(y(b.row) + down)}" stroke="{look.ink}" stroke-width=".9"/>'
            )
    return found


def _worn_lines(layout: Layout, heat: Heat, x: _Scale, y: _Scale) -> list[str]:
    """The seldom used lie on top of the often used that they cross."""
    found = []
    for line in sorted(layout.lines, key=lambda line: -heat.lines[line.index]):
        share = heat.lines[line.index]
        width = THINNEST + (THICKEST - THINNEST) * share
        if share:
            a, b = layout.islands[line.a], layout.islands[line.b]
            found.append(
                f'<path d="M{_n(x(a.column))} {_n(y(a.row))}L{_n(x(b.column))} {_n(y(b.row))}" '
                f'stroke="{_shade(0.35 + 0.65 * share)}" stroke-width="{_n(width)}"/>'
            )
    return found


def _warmth(share: float, look: Look, x: float, y: float) -> list[str]:
    """An island filled by how often it was finished, with the percent on it."""
    ink = "#fff" if share > 0.55 else look.ink
    return [
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS)}" fill="{_shade(share)}" stroke="{look.ink}" '
        f'stroke-width="{_n(RING)}"/>',
        f'<text x="{_n(x)}" y="{_n(y + 1.6)}" font-size="4.6" font-weight="600" fill="{ink}" text-anchor="middle">'
        f"{100 * share:.0f}</text>",
    ]


def _shade(share: float) -> str:
    """From white for never to the full colour for always."""
    mixed = (round(cold + (warm - cold) * share) for cold, warm in zip(COLD, WARM, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def _island(state: State, island: Island, look: Look, x: float, y: float, written: int | None) -> list[str]:
    finished = state.finished >> island.index & 1
    ring = RING_FINISHED if finished else RING
    found = [
        *_flag(island.flag, look, x, y),
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS)}" fill="#fff" stroke="{look.ink}" '
        f'stroke-width="{_n(ring)}"/>',
    ]
    if written == 0:
        found.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS + 1.05)}" fill="none" stroke="{look.ink}" '
            'stroke-width=".3"/>'
        )
    number = state.numbers[island.index]
    if number:
        lower = 1.5 if written else 2.6
        found.append(
            f'<text x="{_n(x)}" y="{_n(y + lower)}" font-size="7.2" font-weight="700" fill="{look.ink}" '
            f'text-anchor="middle">{number}</text>'
        )
    if written:
        found.append(
            f'<text x="{_n(x)}" y="{_n(y + 4.5)}" font-size="2.9" font-weight="400" fill="{look.ink}" '
            f'text-anchor="middle">{written}</text>'
        )
    if state.void >> island.index & 1:
        reach = RADIUS * 0.71
        found.append(
            f'<path d="M{_n(x - reach)} {_n(y - reach)}L{_n(x + reach)} {_n(y + reach)}" stroke="{look.ink}" '
            'stroke-width=".5"/>'
        )
    return found


def _flag(flag: Flag, look: Look, x: float, y: float) -> list[str]:
    """At the island's north-east, clear of all lines."""
    return flag_parts(flag, look, x + 3.95, y - 10.2) if flag else []


def flag_parts(flag: Flag, look: Look, x: float, y: float) -> list[str]:
    """A flag whose pole has its top at this place."""
    pole = f'<path d="M{_n(x)} {_n(y + 6.2)}V{_n(y)}" stroke="{look.ink}" stroke-width=".5" stroke-linecap="round"/>'
    if flag == "red":
        paint = f'fill="{look.red}"'
        if not look.solid:
            paint = f'fill="#fff" stroke="{look.red}" stroke-width=".45" stroke-linejoin="round"'
        return [f'<path d="M{_n(x)} {_n(y)}l5.2 1.9l-5.2 1.9z" {paint}/>', pole]
    return [
        f'<path d="M{_n(x)} {_n(y)}h5.4l-1.7 2.05l1.7 2.05h-5.4z" fill="#fff" stroke="{look.blue}" '
        f'stroke-width=".55" stroke-linejoin="round"/>'
        f'<path d="M{_n(x)} {_n(y + 2.05)}h3.2" stroke="{look.blue}" stroke-width=".9"/>',
        pole,
    ]


def _n(value: float) -> str:
    """A length with as few digits as it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
