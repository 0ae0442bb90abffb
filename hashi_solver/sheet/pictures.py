"""The pictures on a sheet, as SVG: the board, the small signs, the QR code."""

from __future__ import annotations

import io
import math
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import segno
from markupsafe import Markup, escape

from hashi_solver.board import Layout
from hashi_solver.cards import MOST_BRIDGES
from hashi_solver.drawing.svg import (
    COORDINATE,
    LABELS,
    PITCH,
    RADIUS,
    SMALL,
    Heat,
    Look,
    board_size,
    board_svg,
    flag_parts,
)
from hashi_solver.rules import State
from hashi_solver.sheet.options import Style

QUIET_ZONE = 4  # modules, as the standard requires
MOST_STARS = 5
STAR = "M5 .4 6.4 3.6 9.9 3.9 7.2 6.2 8 9.6 5 7.8 2 9.6 2.8 6.2 .1 3.9 3.6 3.6z"

LOOKS: dict[Style, Look] = {
    "normal": Look(margin=12),
    "large": Look(margin=12, labels="#111"),
    "ink": Look(margin=12, ink="#000", dots="#000", labels="#000", red="#000", blue="#000", solid=False),
}
POINT = 25.4 / 72  # millimetres
LEAST_TYPE: dict[Style, float] = {"normal": 7.2 * POINT, "large": 16.2 * POINT, "ink": 7.2 * POINT}
ISLAND: dict[Style, float] = {"normal": 9.0, "large": 15.8, "ink": 9.0}  # millimetres across, where there is room
LINE = 2.2  # what is left of a line between two islands at least
FREE = 1.6  # between an island and a line that passes it, or the flag of another
FLAG_ROOM, FLAG_RISE = 10.9, 0.7  # a flag of the top row stays inside the frame
FLAG_LEFT, FLAG_TOP, FLAG_WIDTH, FLAG_HEIGHT = 3.95, 10.2, 5.4, 6.2  # of a flag, from the middle of its island
MOST_OF_ALL, STEP = 14.0, 0.1  # a radius that no board needs, and how it is tried
GROWTH_STEPS = 6


def board(
    position: State | Layout,
    style: Style,
    words: str,
    most_width: float,
    most_height: float,
    rounds: Mapping[int, int] | None = None,
    heat: Heat | None = None,
) -> Markup:
    """Draw a board as large as fits; `words` describe it for people who cannot see it."""
    layout = position.game.layout if isinstance(position, State) else position
    look, scale = fitted(layout, style, most_width, most_height)
    return Markup(board_svg(position, label=words, look=look, rounds=rounds, scale=scale, heat=heat))


def fitted(layout: Layout, style: Style, most_width: float, most_height: float) -> tuple[Look, float]:
    """Return look and scale of the largest drawing in this place, with islands and type of at least their least size.

    Enlarging what is small takes room, which makes the scale smaller again: a few steps settle it.
    """
    usual = look = LOOKS[style]
    most_radius = widest(layout)
    for _ in range(GROWTH_STEPS):
        width, height = board_size(layout, look)
        scale = min(most_width / width, most_height / height)
        least = LEAST_TYPE[style] / scale
        radius = min(most_radius, max(RADIUS, ISLAND[style] / 2 / scale))
        coordinate = max(COORDINATE, least)
        look = replace(
            usual,
            margin=max(usual.margin, FLAG_ROOM + FLAG_RISE * (radius - RADIUS)),
            room=max(LABELS, 1.5 * coordinate),
            radius=radius,
            small=max(SMALL, least),
            coordinate=coordinate,
        )
    width, height = board_size(layout, look)
    return look, min(most_width / width, most_height / height)


@cache
def widest(layout: Layout) -> float:
    """Return the largest radius of islands that hides no line, no flag and no other island.

    Islands in adjoining cells leave little room; where none adjoin, a large board can have larger islands.
    """
    places = [(PITCH * island.column, PITCH * island.row) for island in layout.islands]
    most = MOST_OF_ALL
    for (x, y), (to_x, to_y) in combinations(places, 2):
        most = min(most, (math.hypot(to_x - x, to_y - y) - LINE) / 2)
    for line in layout.lines:
        (x, y), (to_x, to_y) = (places[line.a], places[line.b])
        for number, (at_x, at_y) in enumerate(places):
            if number not in (line.a, line.b):
                aside = math.hypot(max(x - at_x, 0, at_x - to_x), max(y - at_y, 0, at_y - to_y))
                most = min(most, aside - FREE)
    for island, (x, y) in zip(layout.islands, places, strict=True):
        if island.flag:
            most = min(most, *(_beside_a_flag(at_x - x, y - at_y) for at_x, at_y in places if (at_x, at_y) != (x, y)))
    return max(RADIUS, most)


def _beside_a_flag(across: float, up: float) -> float:
    """Return the largest radius with which an island keeps clear of the flag of another, which is so far away."""
    radius = MOST_OF_ALL
    while radius > RADIUS:
        aside = FLAG_RISE * (radius - RADIUS)
        left, right = FLAG_LEFT + aside, FLAG_LEFT + FLAG_WIDTH + aside
        low, high = FLAG_TOP - FLAG_HEIGHT + aside, FLAG_TOP + aside
        if math.hypot(max(left - across, 0, across - right), max(low - up, 0, up - high)) >= radius:
            break
        radius -= STEP
    return radius


def stars(count: int, words: str, style: Style) -> Markup:
    """Draw `count` full stars, and hollow ones up to five."""
    ink = LOOKS[style].ink
    drawn = "".join(
        f'<path transform="translate({11 * place + 1} 1)" d="{STAR}" fill="{ink if place < count else "none"}" '
        f'stroke="{ink}" stroke-width=".8" stroke-linejoin="round"/>'
        for place in range(MOST_STARS)
    )
    width = 11 * MOST_STARS + 1
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="stars" viewBox="0 0 {width} 12" width="{width * 0.32:.2f}mm" '
        f'height="3.84mm" role="img"><title>{escape(words)}</title>{drawn}</svg>'
    )


def qr(content: str, words: str, side: float) -> Markup:
    """Draw a QR code with its quiet zone, `side` millimetres wide."""
    code = segno.make(content, error="m", micro=False)
    modules = code.symbol_size(border=QUIET_ZONE)[0]
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=QUIET_ZONE, xmldecl=False, svgns=False, nl=False, omitsize=True)
    path = drawn.getvalue().decode().partition(">")[2]
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 {modules} {modules}" width="{side}mm" '
        f'height="{side}mm" role="img"><title>{escape(words)}</title>{path}'
    )


@dataclass(frozen=True, slots=True)
class Slots:
    """Where a round is written: a box for the island of the number, and two boxes joined by a dash for each bridge.

    Sizes in millimetres. An island has up to three characters (`C12`), and each needs three millimetres.
    """

    island: float  # the width of the box for the island of the number
    end: float  # the width of a box for an end of a bridge
    dash: float
    high: float
    places: tuple[tuple[tuple[float, float], ...], ...]  # for one bridge, two, three: of the first box, of each bridge
    width: float
    height: float

    @property
    def bridge(self) -> float:
        return 2 * self.end + self.dash


_RIGHT, _MIDDLE, _LOW = 20.9, 2.7, 5.4
_TWO_LINES = Slots(
    9.6,
    9.3,
    1.7,
    4.6,
    (
        ((0, _MIDDLE), (_RIGHT, _MIDDLE)),
        ((0, _MIDDLE), (_RIGHT, 0), (_RIGHT, _LOW)),
        ((0, 0), (_RIGHT, 0), (0, _LOW), (_RIGHT, _LOW)),
    ),
    41.6,
    10.4,
)
_ROW = ((0, 0), (12.2, 0), (35.4, 0), (58.6, 0))
_ONE_LINE = Slots(10.2, 9.6, 2.6, 7.9, (_ROW[:2], _ROW[:3], _ROW), 80.8, 8.3)
SLOTS: dict[Style, Slots] = {"normal": _TWO_LINES, "large": _ONE_LINE, "ink": _TWO_LINES}


def _slots(bridges: int, slots: Slots, ink: str) -> str:
    """Return the boxes of a round as a picture: the one for the number bold."""
    box = f'height="{slots.high}" rx=".6" fill="#fff" stroke="{ink}"'
    end = f'{box} width="{slots.end}" stroke-width=".2"'
    drawn = []
    for place, (x, y) in enumerate(slots.places[bridges - 1]):
        left, top = x + 0.2, y + 0.2
        if not place:
            drawn.append(f'<rect x="{left:.2f}" y="{top:.2f}" {box} width="{slots.island}" stroke-width=".4"/>')
        else:
            after = left + slots.end
            drawn.append(
                f'<rect x="{left:.2f}" y="{top:.2f}" {end}/><rect x="{after + slots.dash:.2f}" y="{top:.2f}" {end}/>'
                f'<path d="M{after + 0.5:.2f} {top + slots.high / 2:.2f}h{slots.dash - 1:.2f}" stroke="{ink}" '
                f'stroke-width=".4"/>'
            )
    return _svg(slots.width, slots.height, "".join(drawn))


def bars(bridges: int, words: str, style: Style) -> Markup:
    """Draw the bridges of a card as strokes. They are part of the page, so that every browser prints them."""
    middle = 3.0
    strokes = "".join(f"M.3 {middle + 1.5 * (place - (bridges - 1) / 2):.2f}h4.4" for place in range(bridges))
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bars" viewBox="0 0 5 6" width="4.4mm" height="5.28mm" '
        f'role="img"><title>{escape(words)}</title><path d="{strokes}" stroke="{LOOKS[style].ink}" '
        f'stroke-width=".8"/></svg>'
    )


@cache
def signs(style: Style) -> dict[str, str]:
    """Return the small drawings that decorate words, as data URLs for the style sheet."""
    look = LOOKS[style]
    ink = look.ink
    ring = f'fill="none" stroke="{ink}"'
    found = {
        "red": _svg(7, 7, "".join(flag_parts("red", look, 0.6, 0.4))),
        "blue": _svg(7, 7, "".join(flag_parts("blue", look, 0.6, 0.4))),
        "island": _svg(7, 7, f'<circle cx="3.5" cy="3.5" r="2.6" {ring} stroke-width=".7"/>'),
        "six": _svg(
            9,
            7,
            f'<path d="M1.5 2h6M1.5 5h6M1.5 2v3M7.5 2v3" {ring} stroke-width=".5"/>'
            + "".join(f'<circle cx="{x}" cy="{y}" r="1.1" fill="{ink}"/>' for x in (1.5, 4.5, 7.5) for y in (2, 5)),
        ),
        "scissors": _svg(
            8,
            7,
            f'<circle cx="1.7" cy="1.9" r="1.2" {ring} stroke-width=".5"/><circle cx="1.7" cy="5.1" r="1.2" {ring} '
            f'stroke-width=".5"/><path d="M2.7 2.5 7.6 5.2M2.7 4.5 7.6 1.8" {ring} stroke-width=".5"/>',
        ),
    }
    for bridges in range(1, MOST_BRIDGES + 1):
        found[f"slots{bridges}"] = _slots(bridges, SLOTS[style], ink)
    colours = {"bronze": "#e8cdb0", "silver": "#e4e6e8", "gold": "#f3df9b"}
    for rings, (medal, colour) in enumerate(colours.items(), start=1):
        fill = "none" if style == "ink" else colour
        drawn = f'<circle cx="7" cy="7" r="6.2" fill="{fill}" stroke="{ink}" stroke-width=".4"/>'
        drawn += "".join(
            f'<circle cx="7" cy="7" r="{6.2 - 0.75 * ring_number}" fill="none" stroke="{ink}" stroke-width=".3"/>'
            for ring_number in range(1, rings)
        )
        found[medal] = _svg(14, 14, drawn)
    weight = 0.25 if style == "ink" else 0.7
    stripes = "".join(f"M0 {down:.1f}l44 -44" for down in (1.7 * place for place in range(1, 184)))
    stroke = f'fill="none" stroke="{ink if style == "ink" else "#555"}" stroke-width="{weight}"'
    found["flap"] = _svg(44, 267, f'<path d="{stripes}" {stroke}/>')
    return {**found, **{f"step-{name}": _svg(32, 31, drawn) for name, drawn in _steps(ink).items()}}


def _steps(ink: str) -> dict[str, str]:
    """Return the drawings that show how to use a strip of cards."""
    line = f'stroke="{ink}" stroke-width=".45" stroke-linejoin="round" stroke-linecap="round"'
    thin, paper = f'fill="none" {line}', f'fill="#fff" {line}'
    arrow = f'fill="none" stroke="{ink}" stroke-width=".9" stroke-linejoin="round" stroke-linecap="round"'
    dashes, dots = f'{thin} stroke-dasharray="1.8 1.4"', f'{thin} stroke-dasharray=".01 1"'

    def cards(x: float, first: int = 0) -> str:
        places = (2.5 + 4.6 * place for place in range(first, 6))
        drawn = "".join(f'<rect x="{x + 2}" y="{y:.1f}" width="5" height="3" rx=".6" {thin}/>' for y in places)
        return f'<rect x="{x}" y="1" width="9" height="28" {paper}/>{drawn}'

    stripes = "".join(f'<path d="M12 {y}l9 -4" {thin}/>' for y in range(10, 30, 3))
    return {
        "cut": cards(3) + f'<rect x="12" y="6" width="9" height="23" {thin}/>{stripes}<path d="M24 1v28" {dashes}/>'
        f'<circle cx="22" cy="24" r="1.6" {paper}/><circle cx="26.5" cy="24" r="1.6" {paper}/>'
        f'<path d="M22.8 22.5 25.6 14.5M25.7 22.5 22.9 14.5" {arrow}/>',
        "fold": cards(3, 3) + f'<path d="M12 6l6.5 2v23l-6.5 -2z" {paper}/><path d="M12 1v28" {dots}/>'
        f'<path d="M24 14c-.5 -6 -6 -9 -12.5 -8.2M13.6 3.8l-2.4 2 2.2 2" {arrow}/>',
        "cover": cards(11) + f'<rect x="13" y="6" width="15" height="23" {paper}/>'
        f'<path d="M11 6l6 2.5v22l-6 -1.5z" {paper}/><path d="M21 17h-3M19.6 15.2l-2 1.8 2 1.8" {arrow}/>',
        "pull": cards(11) + f'<rect x="4" y="15.8" width="23" height="13.5" {paper}/>'
        f'<path d="M29.5 11v12M27.6 20.8l1.9 2.4 1.9 -2.4" {arrow}/>',
        "pile": cards(11) + f'<rect x="11" y="10.3" width="9" height="1.4" fill="{ink}" {line}/>'
        f'<path d="M28 11h-5M24.6 9.2l-2 1.8 2 1.8" {arrow}/>',
    }


def _svg(width: float, height: float, content: str) -> str:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{content}</svg>'
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
