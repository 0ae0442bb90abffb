"""A board that is being drawn, as a page shows it: every cell and every line is a control with a label.

A cell is tapped anywhere but on its borders; a line where it passes from one cell to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from hashi_solver.board import Finding
from hashi_solver.drawing.controls import LOOK
from hashi_solver.drawing.svg import (
    FONT,
    LABELS,
    PITCH,
    RADIUS,
    board_size,
    coordinates,
    flag_parts,
    length,
    ring,
    stroke_between,
)
from hashi_solver.views.editor import CellView, EditedLine, EditorView

HALF = PITCH / 2
HANDLE = HALF / 2  # so far from the place where a line passes from cell to cell a tap is meant for the line
KNOB = 1.2
KINDS = {None: "sea", "": "island", "red": "red", "blue": "blue"}


def editor_svg(view: EditorView, label: str, labels: Mapping[str, str]) -> str:
    """Draw a board to change; `labels` says of each cell and each line, by its name, what it is to be called."""
    width, height = board_size(view, LOOK)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {length(width)} {length(height)}" role="group" '
        f'aria-label="{escape(label)}" font-family="{FONT}">',
        '<g data-layer="paper" aria-hidden="true">',
        f'<rect x="{length(LABELS)}" y="{length(LABELS)}" width="{length(width - LABELS - 1)}" '
        f'height="{length(height - LABELS - 1)}" rx="3" fill="none" stroke="{LOOK.ink}" stroke-width=".35"/>',
        *coordinates(view, LOOK),
        _cell_borders(view),
        *(part for line in view.lines for part in _drawn_line(view, line)),
        "</g>",
        *(_cell(cell, labels[cell.name]) for cell in view.cells),
        '<g data-layer="reach" aria-hidden="true">',
        *(_handle(at, f'reach" data-reach="{line.line.name}') for line in view.lines for at in line.further),
        "</g>",
        *(_line(view, line, labels[line.line.name]) for line in view.lines),
        "</svg>",
    ]
    return "\n".join(parts)


def _cell_borders(view: EditorView) -> str:
    left, top = LOOK.at(0) - HALF, LOOK.at(0) - HALF
    right, bottom = LOOK.at(view.columns - 1) + HALF, LOOK.at(view.rows - 1) + HALF
    across = (f"M{length(left)} {length(top + PITCH * row)}H{length(right)}" for row in range(view.rows + 1))
    down = (f"M{length(left + PITCH * column)} {length(top)}V{length(bottom)}" for column in range(view.columns + 1))
    return f'<path d="{"".join((*across, *down))}" fill="none" stroke="var(--edge)" stroke-width=".25"/>'


def _drawn_line(view: EditorView, line: EditedLine) -> Iterator[str]:
    """A line is dotted, with a knob to touch; one that was taken away is pale, with a cross."""
    assert view.joined is not None
    x, y = (LOOK.at(0) + PITCH * place for place in line.at)
    if line.taken:
        yield stroke_between(view.joined, line.line, LOOK, 'stroke="var(--edge)" stroke-width=".4"')
        cross = f"M{length(x - KNOB)} {length(y - KNOB)}l{2 * KNOB} {2 * KNOB}m0 -{2 * KNOB}l-{2 * KNOB} {2 * KNOB}"
        yield f'<path d="{cross}" fill="none" stroke="{LOOK.labels}" stroke-width=".7" stroke-linecap="round"/>'
        return
    dots = f'stroke="{LOOK.dots}" stroke-width=".8" stroke-linecap="round" stroke-dasharray=".01 1.83"'
    yield stroke_between(view.joined, line.line, LOOK, dots)
    yield (
        f'<circle cx="{length(x)}" cy="{length(y)}" r="{KNOB}" fill="{LOOK.paper}" stroke="{LOOK.dots}" '
        'stroke-width=".5"/>'
    )


def _cell(cell: CellView, label: str) -> str:
    x, y = LOOK.at(cell.column), LOOK.at(cell.row)
    square = f'x="{length(x - HALF)}" y="{length(y - HALF)}" width="{PITCH}" height="{PITCH}"'
    parts = [f'<rect class="reach" {square}/>']
    if cell.flag:
        parts += flag_parts(cell.flag, LOOK, x + 3.95, y - 8.9)
    if cell.flag is not None:
        parts.append(ring(x, y, RADIUS - 0.9, LOOK.paper, LOOK, ".6"))
    parts += _marks(cell.findings, x - 5.8, y + 5.8)
    inside = f'x="{length(x - HALF + 0.7)}" y="{length(y - HALF + 0.7)}" width="{PITCH - 1.4}" height="{PITCH - 1.4}"'
    return (
        f'<g role="button" tabindex="-1" data-cell="{cell.name}" data-kind="{KINDS[cell.flag]}" '
        f'data-at="{cell.column} {cell.row}" aria-label="{escape(label)}">'
        f'{"".join(parts)}<rect class="focus" {inside} rx="2"/></g>'
    )


def _line(view: EditorView, line: EditedLine, label: str) -> str:
    assert view.joined is not None
    x, y = (LOOK.at(0) + PITCH * place for place in line.at)
    beside = (x, y + 4.8) if line.line.horizontal else (x + 4.8, y)
    focus = stroke_between(view.joined, line.line, LOOK, 'class="focus"')
    return (
        f'<g role="button" tabindex="-1" data-line="{line.line.name}" data-taken="{"true" if line.taken else "false"}" '
        f'data-at="{line.at[0]:g} {line.at[1]:g}" aria-label="{escape(label)}">'
        f"{focus}{''.join(_marks(line.findings, *beside))}{_handle(line.at, 'reach')}</g>"
    )


def _handle(at: tuple[float, float], kind: str) -> str:
    x, y = (LOOK.at(0) + PITCH * place - HANDLE for place in at)
    return f'<rect class="{kind}" x="{length(x)}" y="{length(y)}" width="{2 * HANDLE:g}" height="{2 * HANDLE:g}"/>'


def _marks(findings: tuple[Finding, ...], x: float, y: float) -> list[str]:
    """A triangle where something is wrong: filled for an error, hollow for a warning."""
    if not findings:
        return []
    error = any(finding.level == "error" for finding in findings)
    fill, ink = ("var(--bad)", "var(--paper)") if error else ("var(--paper)", "var(--bad)")
    return [
        f'<path d="M{length(x - 2.8)} {length(y + 2.5)}h5.6l-2.8 -4.9z" fill="{fill}" stroke="var(--bad)" '
        'stroke-width=".5" stroke-linejoin="round"/>',
        f'<path d="M{length(x)} {length(y - 0.7)}v1.6m0 .7v.2" stroke="{ink}" stroke-width=".6" '
        'stroke-linecap="round"/>',
    ]
