"""How often each total was reached, against the solo ladder: for the terminal and as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from hashi_solver.drawing.svg import BLUE, FONT, GREY, INK
from hashi_solver.scoring import LADDER, Rung, rung

BAR = "█"
BARS_BEGIN, LONGEST_LINE = 12, 62  # columns of a line of the terminal
PITCH, HEIGHT, MARGIN = 4.0, 60.0, 14.0  # millimetres


def rung_counts(totals: Mapping[int, int]) -> list[tuple[Rung, int]]:
    """Each rung of the ladder with the games that ended on it."""
    return [(each, sum(count for total, count in totals.items() if rung(total) == each)) for each in LADDER]


def strips_svg(found: Mapping[str, Mapping[int, int]], label: str, width: float = 186, strip: float = 15) -> str:
    """Several distributions above one another on one scale of totals, each as high as its own highest bar."""
    totals = [total for counts in found.values() for total in counts]
    first, last = min(totals, default=0), max([*totals, LADDER[-1].lowest])
    room, foot = 20.0, 8.0  # for the names on the left, for the numbers below
    pitch = (width - room) / (last - first + 1)
    height = strip * len(found) + foot

    def middle(total: int) -> float:
        return room + pitch * (total - first + 0.5)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
        f'height="{height:g}mm" role="img" font-family="{FONT}">',
        f"<title>{escape(label)}</title>",
    ]
    rungs = [each.lowest for each in LADDER if each.lowest]
    tens = range(first + -first % 10, rungs[0] - 1, 10)  # 41 is the first rung with a number
    parts += [
        f'<path d="M{middle(total):.2f} 0V{height - foot + 1.4:g}" stroke="{GREY}" stroke-width=".15"/>'
        for total in (*tens, *rungs)
    ]
    parts += [
        f'<text x="{middle(total):.2f}" y="{height - foot + 4.6:g}" font-size="2.7" text-anchor="middle" '
        f'fill="{INK}">{total}</text>'
        for total in (*tens, *rungs)
        if total + 1 not in rungs  # its number would touch the next
    ]
    for place, (name, counts) in enumerate(found.items()):
        base, most = strip * (place + 1), max(counts.values(), default=1)
        parts.append(
            f'<text x="0" y="{base - 1:g}" font-size="3" font-weight="600" fill="{INK}">{escape(name)}</text>'
            f'<path d="M{room:g} {base:g}H{width:g}" stroke="{INK}" stroke-width=".25"/>'
        )
        for total, count in sorted(counts.items()):
            tall = (strip - 2) * count / most
            parts.append(
                f'<rect x="{middle(total) - 0.4 * pitch:.2f}" y="{base - tall:.2f}" width="{0.8 * pitch:.2f}" '
                f'height="{tall:.2f}" fill="{INK if place == 0 else BLUE}"/>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def histogram_lines(totals: Mapping[int, int], room: int = LONGEST_LINE) -> list[str]:
    """One line a total, from the least reached to the most, in so many columns."""
    most, longest = max(totals.values()), max(1, min(LONGEST_LINE, room) - BARS_BEGIN)
    return [
        f"{total:>3}  {totals.get(total, 0):>5}  {BAR * round(longest * totals.get(total, 0) / most)}".rstrip()
        for total in range(min(totals), max(totals) + 1)
    ]


def histogram_svg(totals: Mapping[int, int], label: str) -> str:
    """A bar for each total; where a rung of the ladder begins there is a mark below."""
    first, last, most = min(totals), max(totals), max(totals.values())
    width = 2 * MARGIN + PITCH * (last - first + 1)
    height = HEIGHT + 2 * MARGIN
    base = MARGIN + HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}mm" '
        f'height="{height:g}mm" role="img" font-family="{FONT}">',
        f"<title>{escape(label)}</title>",
        f"<desc>{escape(', '.join(f'{total}: {count}' for total, count in sorted(totals.items())))}</desc>",
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        f'<text x="{MARGIN:g}" y="9" font-size="4" fill="{INK}">{escape(label)}</text>',
        f'<path d="M{MARGIN:g} {base:g}H{width - MARGIN:g}" stroke="{INK}" stroke-width=".3"/>',
    ]
    begins = {each.lowest for each in LADDER}
    for total in range(first, last + 1):
        x = MARGIN + PITCH * (total - first)
        tall = HEIGHT * totals.get(total, 0) / most
        if tall:
            parts.append(
                f'<rect x="{x + 0.4:.2f}" y="{base - tall:.2f}" width="{PITCH - 0.8:g}" height="{tall:.2f}" '
                f'fill="{BLUE}"/>'
            )
        if total in begins:
            parts.append(f'<path d="M{x:.2f} {base:g}v2.5" stroke="{GREY}" stroke-width=".3"/>')
        if total in begins or total in (first, last):
            middle = x + PITCH / 2
            parts.append(
                f'<text x="{middle:.2f}" y="{base + 5:g}" font-size="2.6" text-anchor="middle" fill="{INK}">'
                f"{total}</text>"
            )
    return "\n".join([*parts, "</svg>"]) + "\n"
