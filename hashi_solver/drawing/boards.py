"""Boards in characters: lists of them, what is wrong with one, and new ones with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hashi_solver.board import Finding, Layout
from hashi_solver.drawing.terminal import Block, Columns, Drawn, legend
from hashi_solver.notation.layouts import Examined

if TYPE_CHECKING:
    from hashi_solver.generate.improve import Improved
    from hashi_solver.generate.search import Generated, NewBoard

PLACES = 6  # of one finding to list


def layouts_table(shipped: Sequence[Layout], own: Sequence[Layout]) -> Columns:
    """Return a table of the boards that ship, with the user's own below."""

    def row(layout: Layout) -> tuple[str, ...]:
        counts = (len(layout.islands), len(layout.lines), layout.crossings)
        return (layout.id, layout.name, *map(str, counts))

    heads = ("id", "name", "islands", "lines", "crossings")
    if not own:
        return Columns(heads, [row(one) for one in shipped], heads[2:])
    rows = [(*row(one), "") for one in shipped] + [(*row(one), "your own") for one in own]
    return Columns((*heads, ""), rows, heads[2:])


def layout_blocks(layout: Layout, drawn: Drawn) -> Iterator[Block]:
    counts = f"{len(layout.islands)} islands, {len(layout.lines)} lines, {layout.crossings} crossings"
    yield f"{layout.name} ({layout.id}): {counts}\n"
    yield from drawn(layout)
    yield f"\n{legend(layout)}"


def findings_lines(examined: Examined) -> Iterator[str]:
    """Yield every finding about a board, places with the same finding in one line, and the verdict."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in examined.findings:
        groups.setdefault((finding.level, finding.rule, finding.message), []).append(finding)
    for (level, rule, message), findings in groups.items():
        yield f"{_place(examined, findings)}: {level} {rule}: {message}"
    errors = len(examined.errors)
    warnings = len(examined.findings) - errors
    counted = ((errors, "error"), (warnings, "warning"))
    counts = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counted if count)
    verdict = "valid" if examined.valid else "not valid" if examined.readable else "not readable"
    yield f"{examined.source}: {verdict}{f' ({counts})' if counts else ''}"


def generated_table(boards: Sequence[NewBoard]) -> Columns:
    heads = ("id", "lines", "crossings", "difficulty", "95 %", "optimum", "club", "60", "beauty")
    rows = []
    for made in boards:
        figures, difficulty = made.figures, made.figures.difficulty
        rows.append(
            (
                made.layout.id,
                str(len(made.layout.lines)),
                str(made.layout.crossings),
                f"{difficulty.value:.1f}",
                f"{difficulty.low:.1f} to {difficulty.high:.1f}",
                f"{figures.optimum.value:.1f}",
                f"{figures.player.value:.1f}",
                f"{figures.perfect.value:.1%}",
                f"{made.beauty:.2f}",
            )
        )
    return Columns(heads, rows, ("lines", "crossings", "difficulty", "optimum", "club", "60", "beauty"))


def improved_blocks(improved: Improved) -> Iterator[Block]:
    """Yield the figures of the board, then the new boards with their figures and changes."""
    boards = improved.generated.boards
    if improved.figures is not None:
        grade = improved.figures.difficulty
        yield (
            f"{improved.board.name}: difficulty {grade.value:.1f} ({grade.low:.1f} to {grade.high:.1f}), "
            f"beauty {improved.beauty:.2f}"
        )
    if boards:
        yield generated_table(boards)
    for made in boards:
        yield f"{made.layout.id}: {improved.changes(made)}"


def search_ended(found: Generated) -> Iterator[str]:
    """Yield why a search found fewer boards than were asked for, and how close it came."""
    there = len(found.boards)
    if there == found.asked:
        return
    counted = f"{there} of {found.asked} boards found"
    if found.timed_out:
        yield f"time limit reached: {counted}"
    elif found.interrupted:
        yield f"stopped: {counted}"
    else:
        yield f"only {counted}, after {found.drawn} were drawn and measured; ask for a wider range to find more"
    if found.near is not None and str(found.near):
        yield f"the nearest {'other board' if there else 'board' if found.drawn else 'drawing'}: {found.near}"


def _place(examined: Examined, findings: Sequence[Finding]) -> str:
    first, line = findings[0], findings[0].line
    lines = "" if line is None else f":{line}"
    if len(findings) == 1 and first.where in (f"line {line}", "file"):
        return f"{examined.source}{lines}"
    places = [finding.where for finding in findings]
    more = f" and {len(places) - PLACES} more" if len(places) > PLACES + 1 else ""
    return f"{examined.source}{lines}: {', '.join(places[:PLACES] if more else places)}{more}"
