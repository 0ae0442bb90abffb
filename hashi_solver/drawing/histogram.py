"""How often each total was reached, with the solo ladder: for the terminal and as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from hashi_solver.drawing.svg import BLUE, GREY, INK, LOOK, Look, document
from hashi_solver.scoring import LADDER, Rung, rung

BAR = "█"
BARS_BEGIN, LONGEST_LINE = 12, 62  # columns of the terminal
ROOM, FOOT = 20.0, 8.0  # millimetres on the left for names, and below for numbers
PITCH, HEIGHT, MARGIN = 4.0, 60.0, 14.0  # millimetres


def rung_counts(totals: Mapping[int, int]) -> list[tuple[Rung, int]]:
    """Return how many games ended on each rung of the ladder."""
    return [(each, sum(count for total, count in totals.items() if rung(total) == each)) for each in LADDER]


def strips_svg(found: Mapping[str, Mapping[int, int]], label: str, width: float = 186, strip: float = 15) -> str:
    """Draw several distributions below each other on one scale of totals, each scaled to its own highest bar."""
    totals = [total for counts in found.values() for total in counts]
    first, last = min(totals, default=0), max([*totals, LADDER[-1].lowest])
    pitch = (width - ROOM) / (last - first + 1)
    end = strip * len(found)

    def middle(total: int) -> float:
        return ROOM + pitch * (total - first + 0.5)

    rungs = [each.lowest for each in LADDER if each.lowest]
    marks = [*range(first + -first % 10, rungs[0] - 1, 10), *rungs]  # 41 is the first rung with a number
    parts = [f'<path d="M{middle(total):.2f} 0V{end + 1.4:g}" stroke="{GREY}" stroke-width=".15"/>' for total in marks]
    # Leave out a number if the next total has one, because they would touch.
    parts += [_number(middle(total), end + 4.6, 2.7, total) for total in marks if total + 1 not in rungs]
    for place, (name, counts) in enumerate(found.items()):
        base, most = strip * (place + 1), max(counts.values(), default=1)
        parts.append(
            f'<text x="0" y="{base - 1:g}" font-size="3" font-weight="600" fill="{INK}">{escape(name)}</text>'
            f'<path d="M{ROOM:g} {base:g}H{width:g}" stroke="{INK}" stroke-width=".25"/>'
        )
        for total, count in sorted(counts.items()):
            tall, colour = (strip - 2) * count / most, BLUE if place else INK
            parts.append(_bar(middle(total) - 0.4 * pitch, base, f"{0.8 * pitch:.2f}", tall, colour))
    return document(width, end + FOOT, label, parts) + "\n"


def histogram_lines(totals: Mapping[int, int], room: int = LONGEST_LINE) -> list[str]:
    """Return a line for each total, from the lowest reached to the highest, at most `room` columns wide."""
    most, longest = max(totals.values()), max(1, min(LONGEST_LINE, room) - BARS_BEGIN)
    return [
        f"{total:>3}  {totals.get(total, 0):>5}  {BAR * round(longest * totals.get(total, 0) / most)}".rstrip()
        for total in range(min(totals), max(totals) + 1)
    ]


def histogram_svg(totals: Mapping[int, int], label: str, look: Look = LOOK) -> str:
    """Draw a bar for each total, with a mark below where a rung of the ladder begins."""
    first, last, most = min(totals), max(totals), max(totals.values())
    width = 2 * MARGIN + PITCH * (last - first + 1)
    base = MARGIN + HEIGHT
    height = base + MARGIN
    parts = [
        f'<rect width="{width:g}" height="{height:g}" fill="{look.paper}"/>',
        f'<text x="{MARGIN:g}" y="9" font-size="4" fill="{look.ink}">{escape(label)}</text>',
        f'<path d="M{MARGIN:g} {base:g}H{width - MARGIN:g}" stroke="{look.ink}" stroke-width=".3"/>',
    ]
    begins = {each.lowest for each in LADDER}
    for total in range(first, last + 1):
        x = MARGIN + PITCH * (total - first)
        tall = HEIGHT * totals.get(total, 0) / most
        if tall:
            parts.append(_bar(x + 0.4, base, f"{PITCH - 0.8:g}", tall, look.blue))
        if total in begins:
            parts.append(f'<path d="M{x:.2f} {base:g}v2.5" stroke="{look.dots}" stroke-width=".3"/>')
        if total in begins or total in (first, last):
            parts.append(_number(x + PITCH / 2, base + 5, 2.6, total, look.ink))
    described = ", ".join(f"{total}: {count}" for total, count in sorted(totals.items()))
    return document(width, height, label, parts, described=described) + "\n"


def _bar(x: float, base: float, width: str, tall: float, colour: str) -> str:
    return f'<rect x="{x:.2f}" y="{base - tall:.2f}" width="{width}" height="{tall:.2f}" fill="{colour}"/>'


def _number(x: float, y: float, size: float, total: int, ink: str = INK) -> str:
    return f'<text x="{x:.2f}" y="{y:g}" font-size="{size}" text-anchor="middle" fill="{ink}">{total}</text>'
