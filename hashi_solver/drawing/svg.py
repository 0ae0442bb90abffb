"""A board as SVG, standing alone: no style sheet, no script, nothing outside the file.

Lengths are millimetres on paper. Flags differ by shape as well as by colour: red is a solid pennant, blue a hollow
swallow-tail with a bar, so that a grey or black copy tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from hashi_solver.board import Flag, Island, Layout
from hashi_solver.rules import Game, State, empty

PITCH = 18.4
MARGIN = 14.0  # from the middle of the outermost islands to the frame
LABELS = 8.0  # for the coordinates, outside the frame
RADIUS = 5.85
RING, RING_FINISHED = 0.5, 1.1
INK, GREY, RED, BLUE = "#111", "#8a8a8a", "#c8102e", "#1d4f9f"
FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"


def board_svg(position: State | Layout, *, label: str | None = None) -> str:
    """A board or a position as one SVG document."""
    state = position if isinstance(position, State) else empty(Game(position))
    layout = state.game.layout
    frame_width = PITCH * (layout.columns - 1) + 2 * MARGIN
    frame_height = PITCH * (layout.rows - 1) + 2 * MARGIN
    width, height = frame_width + LABELS + 1, frame_height + LABELS + 1

    def x(column: float) -> float:
        return LABELS + MARGIN + PITCH * column

    def y(row: float) -> float:
        return LABELS + MARGIN + PITCH * row

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}mm" height="{_n(height)}mm" role="img" font-family="{FONT}">',
        f"<title>{escape(label or layout.name)}</title>",
        f"<desc>{escape(in_words(state))}</desc>",
        f'<rect width="{_n(width)}" height="{_n(height)}" fill="#fff"/>',
        f'<rect x="{_n(LABELS)}" y="{_n(LABELS)}" width="{_n(frame_width)}" height="{_n(frame_height)}" rx="3" '
        f'fill="none" stroke="{INK}" stroke-width=".35"/>',
        *_coordinates(layout, x, y),
        *_dotted_lines(state, x, y),
        *_bridges(state, x, y),
    ]
    for island in layout.islands:
        parts += _island(state, island, x(island.column), y(island.row))
    return "\n".join([*parts, "</svg>"]) + "\n"


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


def _coordinates(layout: Layout, x: _Scale, y: _Scale) -> list[str]:
    def text(at_x: float, at_y: float, content: str) -> str:
        return (
            f'<text x="{_n(at_x)}" y="{_n(at_y)}" font-size="4.4" font-weight="600" fill="#444" '
            f'text-anchor="middle">{content}</text>'
        )

    return [
        *(text(x(column), LABELS - 2.2, chr(ord("A") + column)) for column in range(layout.columns)),
        *(text(LABELS - 4, y(row) + 1.6, str(row + 1)) for row in range(layout.rows)),
    ]


def _dotted_lines(state: State, x: _Scale, y: _Scale) -> list[str]:
    """Dots at a tenth of the pitch from middle to middle, so that crossing lines share a dot."""
    layout = state.game.layout
    found = []
    for line in layout.lines:
        if not state.bridges[line.index]:
            a, b = layout.islands[line.a], layout.islands[line.b]
            found.append(
                f'<path d="M{_n(x(a.column))} {_n(y(a.row))}L{_n(x(b.column))} {_n(y(b.row))}" stroke="{GREY}" '
                f'stroke-width=".62" stroke-linecap="round" stroke-dasharray=".01 {_n(PITCH / 10 - 0.01)}"/>'
            )
    return found


def _bridges(state: State, x: _Scale, y: _Scale) -> list[str]:
    layout = state.game.layout
    found = []
    for line in layout.lines:
        a, b = layout.islands[line.a], layout.islands[line.b]
        offsets = {0: (), 1: (0.0,)}.get(state.bridges[line.index], (-0.95, 0.95))
        for offset in offsets:
            across, down = (0.0, offset) if line.horizontal else (offset, 0.0)
            found.append(
                f'<path d="M{_n(x(a.column) + across)} {_n(y(a.row) + down)}L{_n(x(b.column) + across)} '
                f'{_n(y(b.row) + down)}" stroke="{INK}" stroke-width=".9"/>'
            )
    return found


def _island(state: State, island: Island, x: float, y: float) -> list[str]:
    finished = state.finished >> island.index & 1
    ring = RING_FINISHED if finished else RING
    found = [
        *_flag(island.flag, x, y),
        f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(RADIUS)}" fill="#fff" stroke="{INK}" stroke-width="{_n(ring)}"/>',
    ]
    number = state.numbers[island.index]
    if number:
        found.append(
            f'<text x="{_n(x)}" y="{_n(y + 2.6)}" font-size="7.2" font-weight="700" fill="{INK}" '
            f'text-anchor="middle">{number}</text>'
        )
    if state.void >> island.index & 1:
        reach = RADIUS * 0.71
        found.append(
            f'<path d="M{_n(x - reach)} {_n(y - reach)}L{_n(x + reach)} {_n(y + reach)}" stroke="{INK}" '
            'stroke-width=".5"/>'
        )
    return found


def _flag(flag: Flag, x: float, y: float) -> list[str]:
    """At the island's north-east, clear of all lines."""
    if not flag:
        return []
    pole_x, foot, top = x + 3.95, y - 4.0, y - 10.2
    colour = RED if flag == "red" else BLUE
    pole = f'<path d="M{_n(pole_x)} {_n(foot)}V{_n(top)}" stroke="{INK}" stroke-width=".5" stroke-linecap="round"/>'
    if flag == "red":
        cloth = f'<path d="M{_n(pole_x)} {_n(top)}l5.2 1.9l-5.2 1.9z" fill="{colour}"/>'
    else:
        cloth = (
            f'<path d="M{_n(pole_x)} {_n(top)}h5.4l-1.7 2.05l1.7 2.05h-5.4z" fill="#fff" stroke="{colour}" '
            f'stroke-width=".55" stroke-linejoin="round"/>'
            f'<path d="M{_n(pole_x)} {_n(top + 2.05)}h3.2" stroke="{colour}" stroke-width=".9"/>'
        )
    return [cloth, pole]


def _n(value: float) -> str:
    """A length with as few digits as it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
