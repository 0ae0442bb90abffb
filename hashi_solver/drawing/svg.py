"""A board as SVG in one file: no style sheet, no script, nothing external.

Lengths are millimetres on paper. Flags differ in shape as well as in colour: red is a solid pennant, blue a hollow
swallowtail with a bar, so that they can be told apart on a grey or black copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Protocol

from hashi_solver.board import Flag, Island, Layout, Line
from hashi_solver.rules import Game, State, empty

PITCH = 18.4
LABELS = 8.0  # for the coordinates, outside the frame
RADIUS = 5.85
RING, RING_FINISHED = 0.5, 1.1
INK, GREY, RED, BLUE, PAPER = "#111", "#444", "#c8102e", "#1d4f9f", "#fff"  # the grey survives a copy in pure black
NUMBER, SMALL, COORDINATE = 7.2, 2.9, 4.4  # the sizes of type
CAPITAL = 0.73  # the height of a figure, as a share of the size of its type
FONT = "Inter, 'Helvetica Neue', Arial, sans-serif"
BRIDGES = ((), (0.0,), (-0.95, 0.95))  # how far each bridge is from the middle of its line, by how many there are


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a drawing and its sizes, which a small drawing has to enlarge to stay readable.

    `margin` is between the outermost islands and the frame; `room` is outside the frame, for the coordinates.
    """

    margin: float = 14.0
    room: float = LABELS  # for the coordinates
    radius: float = RADIUS
    small: float = SMALL  # type of the rounds on islands
    coordinate: float = COORDINATE
    ink: str = INK
    dots: str = GREY
    labels: str = "#444"
    red: str = RED
    blue: str = BLUE
    paper: str = PAPER  # inside rings
    solid: bool = True  # a red pennant is filled

    def at(self, place: int) -> float:
        """Return the position of a column or a row."""
        return self.room + self.margin + PITCH * place


LOOK = Look()


class Extent(Protocol):
    """Whatever has columns and rows: a board, or one that is being drawn."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Heat:
    """How often each island was finished and each line used, from 0 to 1, or None if not known."""

    islands: tuple[float | None, ...]
    lines: tuple[float | None, ...]


UNKNOWN = "#d9d9d9"
WARM, COLD = (11, 94, 74), (255, 255, 255)  # a green whose shades also differ in grey
DARK = 0.78  # a share whose green is so dark that white reads better on it than black
THINNEST, THICKEST = 0.5, 3.6  # a line that was almost never used, and one that always was


def board_svg(
    position: State | Layout,
    *,
    label: str | None = None,
    look: Look = LOOK,
    rounds: Mapping[int, int] | None = None,
    scale: float = 1,
    heat: Heat | None = None,
) -> str:
    """Draw a board or a position as one SVG document.

    `rounds` has the round in which the number of an island was written: 0 is the start, whose number is underlined.
    `heat` colours the islands and makes lines thicker the more they were used.
    """
    state = position if isinstance(position, State) else empty(Game(position))
    layout = state.game.layout
    width, height = board_size(layout, look)
    parts = [
        f'<rect width="{length(width)}" height="{length(height)}" fill="#fff"/>',
        f'<rect x="{length(look.room)}" y="{length(look.room)}" width="{length(width - look.room - 1)}" '
        f'height="{length(height - look.room - 1)}" rx="3" fill="none" stroke="{look.ink}" stroke-width=".35"/>',
        *coordinates(layout, look),
        *dotted_lines(state, look),
        *bridge_lines(state, look),
        *(_worn_lines(layout, heat, look) if heat else ()),
    ]
    for island in layout.islands:
        parts += island_parts(state, island, look, (rounds or {}).get(island.index))
        if heat:
            parts += _warmth(heat.islands[island.index], island, look)
    return document(width, height, label or layout.name, parts, described=in_words(state), scale=scale) + "\n"


def document(
    width: float, height: float, label: str, parts: Iterable[str], *, described: str = "", scale: float = 1
) -> str:
    """Return an SVG document from its size in millimetres, its title, its parts, and a description."""
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {length(width)} {length(height)}" '
        f'width="{length(width * scale)}mm" height="{length(height * scale)}mm" role="img" font-family="{FONT}">',
        f"<title>{escape(label)}</title>",
    ]
    if described:
        head.append(f"<desc>{escape(described)}</desc>")
    return "\n".join([*head, *parts, "</svg>"])


def board_size(layout: Extent, look: Look = LOOK) -> tuple[float, float]:
    """Return the width and height of a drawing in millimetres, including its coordinates."""
    width, height = (PITCH * (count - 1) + 2 * look.margin + look.room + 1 for count in (layout.columns, layout.rows))
    return width, height


def in_words(state: State) -> str:
    """Return a description of the board for someone who cannot see it."""
    layout = state.game.layout

    def names(flag: Flag) -> str:
        return ", ".join(island.name for island in layout.islands if island.flag == flag) or "none"

    words = f"Islands without a flag: {names('')}. Red flags: {names('red')}. Blue flags: {names('blue')}."
    numbers = [f"{number} on {layout.islands[at].name}" for at, number in enumerate(state.numbers) if number]
    if numbers:
        words += f" Numbers: {', '.join(numbers)}."
    bridges = [f"{layout.lines[at].name} {count}" for at, count in enumerate(state.bridges) if count]
    if bridges:
        words += f" Bridges: {', '.join(bridges)}."
    return words


def coordinates(layout: Extent, look: Look) -> list[str]:
    size = look.coordinate
    letters = ((look.at(column), look.room - size / 2, chr(ord("A") + column)) for column in range(layout.columns))
    numbers = ((look.room / 2, look.at(row) + CAPITAL * size / 2, row + 1) for row in range(layout.rows))
    return [_text(x, y, size, 600, look.labels, label) for x, y, label in (*letters, *numbers)]


def dotted_lines(state: State, look: Look) -> list[str]:
    """Draw the empty lines with dots a tenth of the pitch apart, so that crossing lines share a dot."""
    layout, gap = state.game.layout, length(PITCH / 10 - 0.01)
    dots = f'stroke="{look.dots}" stroke-width=".62" stroke-linecap="round" stroke-dasharray=".01 {gap}"'
    return [stroke_between(layout, line, look, dots) for line in layout.lines if not state.bridges[line.index]]


def bridge_lines(state: State, look: Look) -> list[str]:
    layout, ink = state.game.layout, f'stroke="{look.ink}" stroke-width=".9"'
    return [
        stroke_between(layout, line, look, ink, beside)
        for line in layout.lines
        for beside in BRIDGES[min(2, state.bridges[line.index])]
    ]


def _worn_lines(layout: Layout, heat: Heat, look: Look) -> list[str]:
    """Draw lines by how much they are used, the less used one on top at a crossing; grey if not known."""
    found = [
        stroke_between(layout, line, look, f'stroke="{UNKNOWN}" stroke-width="{length(THICKEST)}"')
        for line in layout.lines
        if heat.lines[line.index] is None
    ]
    for line in sorted(layout.lines, key=lambda line: -(heat.lines[line.index] or 0)):
        if share := heat.lines[line.index]:
            width = THINNEST + (THICKEST - THINNEST) * share
            paint = f'stroke="{_shade(0.35 + 0.65 * share)}" stroke-width="{length(width)}"'
            found.append(stroke_between(layout, line, look, paint))
    return found


def _warmth(share: float | None, island: Island, look: Look) -> list[str]:
    """Draw an island coloured by how often it was finished, with the percentage on it."""
    x, y, size = look.at(island.column), look.at(island.row), max(4.6, look.small)
    if share is None:
        grey = ring(x, y, look.radius, UNKNOWN, look, length(RING))
        return [grey, _text(x, y + CAPITAL * size / 2, size, 600, look.ink, "?")]
    ink = "#fff" if share > DARK else "#000"
    shaded = ring(x, y, look.radius, _shade(share), look, length(RING))
    return [shaded, _text(x, y + CAPITAL * size / 2, size, 600, ink, f"{100 * share:.0f}")]


def _shade(share: float) -> str:
    """Return a colour from white (never) to full green (always)."""
    mixed = (round(cold + (warm - cold) * share) for cold, warm in zip(COLD, WARM, strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def island_parts(state: State, island: Island, look: Look, written: int | None) -> list[str]:
    x, y = look.at(island.column), look.at(island.row)
    width = RING_FINISHED if state.finished >> island.index & 1 else RING
    aside = 0.7 * (look.radius - RADIUS)
    found = flag_parts(island.flag, look, x + 3.95 + aside, y - 10.2 - aside) if island.flag else []  # clear of lines
    found.append(ring(x, y, look.radius, look.paper, look, length(width)))
    number = state.numbers[island.index]
    if number:
        found += _written(number, written, x, y, look)
    if state.void >> island.index & 1:
        reach = look.radius * 0.71
        path = f"M{length(x - reach)} {length(y - reach)}L{length(x + reach)} {length(y + reach)}"
        found.append(f'<path d="{path}" stroke="{look.ink}" stroke-width=".5"/>')
    return found


def _written(number: int, written: int | None, x: float, y: float, look: Look) -> list[str]:
    """Draw the number of an island; below it the round in which it was written, or a line if that was the start.

    The round is left out if there is no room for both.
    """
    most = max(NUMBER, look.small)
    below, gap = (CAPITAL * look.small, 0.9) if written else (0.6, 1.0)
    size = min(most, (1.7 * look.radius - below - gap) / CAPITAL)
    if written is None or size < look.small:
        return [_text(x, y + CAPITAL * most / 2, most, 700, look.ink, number)]
    top = y - (CAPITAL * size + gap + below) / 2
    base, foot = top + CAPITAL * size, top + CAPITAL * size + gap + below
    shown = [_text(x, base, round(size, 2), 700, look.ink, number)]
    if written:
        return [*shown, _text(x, foot, round(look.small, 2), 400, look.ink, written)]
    reach = length(0.34 * size)
    return [
        *shown,
        f'<path d="M{length(x)} {length(foot - 0.3)}m-{reach} 0h{length(0.68 * size)}" '
        f'stroke="{look.ink}" stroke-width=".6"/>',
    ]


def flag_parts(flag: Flag, look: Look, x: float, y: float) -> list[str]:
    """Draw a flag with the top of its pole here."""
    top = f"M{length(x)} {length(y)}"
    stroke = f'stroke="{look.ink}" stroke-width=".5" stroke-linecap="round"'
    pole = f'<path d="M{length(x)} {length(y + 6.2)}V{length(y)}" {stroke}/>'
    if flag == "red":
        paint = f'fill="{look.red}"'
        if not look.solid:
            paint = f'fill="{look.paper}" stroke="{look.red}" stroke-width=".45" stroke-linejoin="round"'
        return [f'<path d="{top}l5.2 1.9l-5.2 1.9z" {paint}/>', pole]
    return [
        f'<path d="{top}h5.4l-1.7 2.05l1.7 2.05h-5.4z" fill="{look.paper}" stroke="{look.blue}" stroke-width=".55" '
        f'stroke-linejoin="round"/><path d="M{length(x)} {length(y + 2.05)}h3.2" stroke="{look.blue}" '
        'stroke-width=".9"/>',
        pole,
    ]


def stroke_between(layout: Layout, line: Line, look: Look, paint: str, beside: float = 0.0) -> str:
    """Draw a stroke between the middles of two islands, moved sideways by `beside`."""
    across, down = (0.0, beside) if line.horizontal else (beside, 0.0)
    ends = (layout.islands[line.a], layout.islands[line.b])
    places = (f"{length(look.at(end.column) + across)} {length(look.at(end.row) + down)}" for end in ends)
    return f'<path d="M{"L".join(places)}" {paint}/>'


def ring(x: float, y: float, radius: float, fill: str, look: Look, width: str) -> str:
    where = f'cx="{length(x)}" cy="{length(y)}" r="{length(radius)}"'
    return f'<circle {where} fill="{fill}" stroke="{look.ink}" stroke-width="{width}"/>'


def _text(x: float, y: float, size: float, weight: int, ink: str, content: object) -> str:
    font = f'font-size="{size}" font-weight="{weight}" fill="{ink}" text-anchor="middle"'
    return f'<text x="{length(x)}" y="{length(y)}" {font}>{content}</text>'


def length(value: float) -> str:
    """Return a length with no more digits than it needs."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
