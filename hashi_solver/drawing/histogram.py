"""How often each total was reached, against the solo ladder: for the terminal and as SVG."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from hashi_solver.drawing.svg import BLUE, FONT, GREY, INK
from hashi_solver.scoring import LADDER, Rung, rung

BAR = "█"
PITCH, HEIGHT, MARGIN = 4.0, 60.0, 14.0  # millimetres


def rung_counts(totals: Mapping[int, int]) -> list[tuple[Rung, int]]:
    """Each rung of the ladder with the games that ended on it."""
    return [(each, sum(count for total, count in totals.items() if rung(total) == each)) for each in LADDER]


def histogram_lines(totals: Mapping[int, int], width: int = 50) -> list[str]:
    """One line a total, from the least reached to the most."""
    most = max(totals.values())
    return [
        f"{total:>3}  {totals.get(total, 0):>5}  {BAR * round(width * totals.get(total, 0) / most)}".rstrip()
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
