"""The site's icons: a corner of the board of its days, as PNG files in the sizes that phones ask for."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator

from hashi_solver.board import Layout

SIZES = (180, 192, 512)
SEA, PAPER = (11, 94, 74), (255, 255, 255)
STEPS = 255  # from the sea to the paper
SHOWN = 3.0  # columns and rows that fit across
RADIUS, BRIDGE = 0.34, 0.05  # of the distance between two columns
SAFE = 0.8  # of the width: phones cut icons into circles

Shade = list[float]


def icon(layout: Layout, size: int) -> bytes:
    """Return the icon as PNG: islands and bridges in white on the sea."""
    shade: Shade = [0.0] * (size * size)
    column, row = _corner(layout)
    pitch = size * SAFE / SHOWN

    def at(x: float, y: float) -> tuple[float, float]:
        return size / 2 + (x - column - (SHOWN - 1) / 2) * pitch, size / 2 + (y - row - (SHOWN - 1) / 2) * pitch

    for line in layout.lines:
        a, b = layout.islands[line.a], layout.islands[line.b]
        (left, top), (right, bottom) = at(a.column, a.row), at(b.column, b.row)
        for off in (-1.6, 1.6) if line.index % 2 else (0.0,):
            across, along = (0.0, off * BRIDGE * pitch) if a.row == b.row else (off * BRIDGE * pitch, 0.0)
            box = (left + across, top + along, right + across, bottom + along)
            _bar(shade, size, box, BRIDGE * pitch)
    for island in layout.islands:
        _disc(shade, size, at(island.column, island.row), RADIUS * pitch)
    return _png(shade, size)


def _corner(layout: Layout) -> tuple[int, int]:
    """Return the column and row at the top left of the part with the most islands."""
    width, height = (max(1, length - int(SHOWN) + 1) for length in (len(layout.grid[0]), len(layout.grid)))

    def islands(corner: tuple[int, int]) -> int:
        return sum(
            0 <= each.column - corner[0] < SHOWN and 0 <= each.row - corner[1] < SHOWN for each in layout.islands
        )

    return max(((x, y) for y in range(height) for x in range(width)), key=islands)


def _near(size: int, low: float, high: float) -> range:
    return range(max(0, math.floor(low)), min(size, math.ceil(high) + 1))


def _bar(shade: Shade, size: int, box: tuple[float, float, float, float], half: float) -> None:
    left, top, right, bottom = box
    for y in _near(size, top - half, bottom + half):
        for x in _near(size, left - half, right + half):
            inside = min(x + 0.5 - left + half, right + half - x - 0.5, y + 0.5 - top + half, bottom + half - y - 0.5)
            shade[y * size + x] = max(shade[y * size + x], min(1.0, max(0.0, inside + 0.5)))


def _disc(shade: Shade, size: int, middle: tuple[float, float], radius: float) -> None:
    """Draw a disc with a rim of sea around it, so that bridges end before it."""
    for y in _near(size, middle[1] - radius * 1.2, middle[1] + radius * 1.2):
        for x in _near(size, middle[0] - radius * 1.2, middle[0] + radius * 1.2):
            far = math.hypot(x + 0.5 - middle[0], y + 0.5 - middle[1])
            rim = min(1.0, max(0.0, radius * 1.15 - far + 0.5))
            disc = min(1.0, max(0.0, radius - far + 0.5))
            shade[y * size + x] = max(disc, shade[y * size + x] * (1 - rim))


def _png(shade: Shade, size: int) -> bytes:
    mixed = [
        bytes(round(sea + (paper - sea) * step / STEPS) for sea, paper in zip(SEA, PAPER, strict=True))
        for step in range(STEPS + 1)
    ]
    pixels = [mixed[round(part * STEPS)] for part in shade]
    rows = b"".join(b"".join((b"\0", *pixels[at : at + size])) for at in range(0, size * size, size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks(chunks))


def _chunks(chunks: tuple[tuple[bytes, bytes], ...]) -> Iterator[bytes]:
    for kind, data in chunks:
        yield struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
