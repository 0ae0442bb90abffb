"""The board of a game as a page shows it: every island and every line is a control with a label.

The colours are properties of the page's style sheet, which has them for light and for dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from hashi_solver.board import Island, Layout, Line
from hashi_solver.drawing.svg import (
    BRIDGES,
    FONT,
    LABELS,
    RADIUS,
    Look,
    board_size,
    coordinates,
    dotted_lines,
    island_parts,
    length,
    ring,
    stroke_between,
)
from hashi_solver.rules import State
from hashi_solver.views.game import GameView, IslandView, LineView, PaperView

LOOK = Look(
    margin=11.5,
    ink="var(--ink)",
    dots="var(--dots)",
    labels="var(--quiet)",
    red="var(--red)",
    blue="var(--blue)",
    paper="var(--paper)",
)
REACH = 4.5  # so far beside its line a tap still counts
AROUND = 7.4  # so far from the middle of an island a tap is meant for it
SHORTEST = 1.0


def game_svg(game: GameView | PaperView, label: str, labels: Mapping[str, str]) -> str:
    """Draw a game; `labels` says of each island and each line, by its name, what it is to be called."""
    layout = game.layout
    lines = list(zip(layout.lines, game.lines, strict=True))
    touched = game.phase == "bridges"
    parts = [
        *_paper(game.position, label),
        *(_open_line(layout, line) for line, seen in lines if touched and seen.room),
        *_bridges(game.before, game.position),
        "</g>",
        '<g data-layer="reach" aria-hidden="true">',
        *(part for line, _ in lines for part in _further_stretches(layout, line)),
        "</g>",
        *(_line_control(layout, line, seen, labels[line.name], touched) for line, seen in lines),
        *(_island_control(game, index, seen, labels[seen.name]) for index, seen in enumerate(game.islands)),
        "</svg>",
    ]
    return "\n".join(parts)


def still_svg(
    before: State, position: State, label: str, labels: Mapping[str, str], rounds: Mapping[int, int] | None = None
) -> str:
    """Draw a position that is only looked at. What is not in the one `before` it is drawn in another colour.

    `labels` says of each island and each line with bridges, by its name, what it is to be called; `rounds` has the
    round in which the number of an island was written, 0 for the start.
    """
    layout = position.game.layout
    written = rounds if rounds is not None else {} if position.start is None else {position.start.island: 0}
    parts = [*_paper(position, label), *_bridges(before, position), "</g>"]
    for line in layout.lines:
        if count := position.bridges[line.index]:
            stroke = stroke_between(layout, line, LOOK, 'class="reach"')
            parts.append(
                f'<g role="img" data-line="{line.name}" data-bridges="{count}" '
                f'aria-label="{escape(labels[line.name])}">{stroke}</g>'
            )
    for island in layout.islands:
        ring_and_number = "".join(island_parts(position, island, LOOK, written.get(island.index)))
        parts.append(f'<g role="img" {_island_state(before, position, island)} {_label(labels, island.name)}>')
        parts.append(f"{ring_and_number}</g>")
    return "\n".join([*parts, "</svg>"])


def _label(labels: Mapping[str, str], name: str) -> str:
    return f'aria-label="{escape(labels[name])}"'


def _island_state(before: State, position: State, island: Island) -> str:
    number = position.numbers[island.index]
    flag = f' data-flag="{island.flag}"' if island.flag else ""
    return (
        f'data-island="{island.name}" data-number="{number or ""}" '
        f'data-finished="{_truth(bool(position.finished >> island.index & 1))}"{flag} '
        f'data-new="{_truth(number != before.numbers[island.index])}"'
    )


def _paper(position: State, label: str) -> list[str]:
    """Begin a drawing: its frame, its coordinates, and the lines without bridges."""
    layout = position.game.layout
    width, height = board_size(layout, LOOK)
    frame = (
        f'<rect x="{length(LABELS)}" y="{length(LABELS)}" width="{length(width - LABELS - 1)}" '
        f'height="{length(height - LABELS - 1)}" rx="3" fill="none" stroke="{LOOK.ink}" stroke-width=".35"/>'
    )
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {length(width)} {length(height)}" role="group" '
        f'aria-label="{escape(label)}" font-family="{FONT}">',
        f'<g data-layer="paper" aria-hidden="true">{frame}',
        *coordinates(layout, LOOK),
        *dotted_lines(position, LOOK),
    ]


def _open_line(layout: Layout, line: Line) -> str:
    paint = 'stroke="var(--open)" stroke-width="1.3" stroke-linecap="round" stroke-dasharray=".01 3.68"'
    return stroke_between(layout, line, LOOK, paint)


def _bridges(before: State, position: State) -> Iterator[str]:
    """The bridges of a position; those that are new are drawn in another colour, and thicker."""
    layout = position.game.layout
    for line in layout.lines:
        old = before.bridges[line.index]
        for place, beside in enumerate(BRIDGES[min(2, position.bridges[line.index])]):
            is_new = place >= old
            paint = 'stroke="var(--new)" stroke-width="1.4"' if is_new else 'stroke="var(--ink)" stroke-width=".9"'
            yield stroke_between(layout, line, LOOK, paint, beside)


def _line_control(layout: Layout, line: Line, seen: LineView, label: str, touched: bool) -> str:
    """A control is where nothing crosses its line, so that its middle belongs to it alone."""
    stretch = max(_stretches(layout, line), key=lambda ends: ends[1] - ends[0])
    focus = stroke_between(layout, line, LOOK, 'class="focus"')
    return (
        f'<g role="button" tabindex="-1" data-line="{line.name}" data-bridges="{seen.bridges}" '
        f'data-open="{_truth(touched and seen.room > 0)}" aria-label="{escape(label)}">'
        f"{focus}{_reach(layout, line, stretch, 'reach')}</g>"
    )


def _further_stretches(layout: Layout, line: Line) -> Iterator[str]:
    stretches = _stretches(layout, line)
    longest = max(stretches, key=lambda ends: ends[1] - ends[0])
    for stretch in stretches:
        if stretch != longest and stretch[1] - stretch[0] >= SHORTEST:
            yield _reach(layout, line, stretch, f'reach" data-reach="{line.name}')


def _stretches(layout: Layout, line: Line) -> list[tuple[float, float]]:
    """The stretches of a line that nothing else is near to, from its first island on."""
    first, last = (layout.islands[end] for end in (line.a, line.b))
    end = LOOK.at(last.column) - LOOK.at(first.column) + LOOK.at(last.row) - LOOK.at(first.row)
    cuts = []
    for crossing in layout.crossed_by[line.index]:
        other = layout.islands[layout.lines[crossing].a]
        if line.horizontal:
            cuts.append(LOOK.at(other.column) - LOOK.at(first.column))
        else:
            cuts.append(LOOK.at(other.row) - LOOK.at(first.row))
    found, begin = [], AROUND
    for cut in sorted(cuts):
        found.append((begin, cut - REACH))
        begin = cut + REACH
    return [*found, (begin, end - AROUND)]


def _reach(layout: Layout, line: Line, stretch: tuple[float, float], kind: str) -> str:
    first = layout.islands[line.a]
    x, y, (begin, end) = LOOK.at(first.column), LOOK.at(first.row), stretch
    if line.horizontal:
        where = f'x="{length(x + begin)}" y="{length(y - REACH)}" width="{length(end - begin)}" height="{2 * REACH}"'
    else:
        where = f'x="{length(x - REACH)}" y="{length(y + begin)}" width="{2 * REACH}" height="{length(end - begin)}"'
    return f'<rect class="{kind}" {where}/>'


def _island_control(game: GameView | PaperView, index: int, seen: IslandView, label: str) -> str:
    island, start = game.layout.islands[index], game.position.start
    x, y = LOOK.at(island.column), LOOK.at(island.row)
    parts = island_parts(game.position, island, LOOK, 0 if start and start.island == index else None)
    if seen.may_get_number:
        parts.append(
            f'<circle class="open" cx="{length(x)}" cy="{length(y)}" r="{length(RADIUS - 1.6)}" fill="none" '
            'stroke="var(--open)" stroke-width=".9" stroke-dasharray="1.6 1.2"/>'
        )
    focus = ring(x, y, RADIUS + 1.6, "none", LOOK, "1").replace("<circle ", '<circle class="focus" ')
    return (
        f'<g role="button" tabindex="-1" {_island_state(game.before, game.position, island)} '
        f'data-open="{_truth(seen.may_get_number)}" aria-label="{escape(label)}">'
        f'<circle class="reach" cx="{length(x)}" cy="{length(y)}" r="{length(AROUND)}"/>{"".join(parts)}{focus}</g>'
    )


def _truth(value: bool) -> str:
    return "true" if value else "false"
