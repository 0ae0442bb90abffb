"""An analysis of a board in characters, and boards side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hashi_solver.drawing.histogram import histogram_lines
from hashi_solver.drawing.terminal import Block, Columns
from hashi_solver.views.analysis import BEST, AnalysisView, ComparedRow, ComparisonView
from hashi_solver.views.conclusions import ALMOST_NEVER, ONE_OF_SEVERAL, in_bounds, points

if TYPE_CHECKING:
    from hashi_solver.lab.measures import Estimate


def analysis_blocks(found: AnalysisView, columns: int) -> Iterator[Block]:
    """Yield sentences about a board, then its figures."""
    yield f"{found.layout.name}: {found.measured}\n"
    yield from found.sentences
    if not found.decks:
        return
    yield ""
    players, best = found.names[1:], found.who[0]
    if best.totals:
        yield f"{BEST}: decks with this total{f' ({best.open} not proven)' if best.open else ''}"
        yield from histogram_lines(best.totals, columns)
        yield ""
    means = [(one.name, points(one.mean, 2), _span(one.mean), *_below(one.below_best)) for one in found.who]
    yield Columns(("", "mean", "95 %", "below best", "95 %"), means, ("mean", "95 %", "below best"))
    yield from found.players
    if found.difficulty is not None:
        yield f"\ndifficulty {points(found.difficulty)} of 5 (95 %: {_span(found.difficulty, 1)})"
    yield ""
    heads = ["at least", *(head for name in found.names for head in (name, "95 %"))]
    rows = [(row.name, *(cell for share in row.shares for cell in _with_span(share))) for row in found.ladder]
    yield from _table(heads, rows, heads)
    whens = ("early", "late", "missed")
    bonuses = [(row.name, row.detail, *map(_percent, row.shares)) for row in found.bonuses]
    yield from _table(("bonus", "", *whens), bonuses, whens)
    islands = [
        (row.name, row.detail, *_with_span(row.shares[0]), *map(_percent, row.shares[1:]), _dead(row.dead))
        for row in found.islands
    ]
    right = ("finished", "95 %", *players)
    yield from _table(("island", "flag", *right, ""), islands, right)
    lines = [
        (
            row.name,
            *_with_span(row.shares[0]),
            points(row.bridges, 2),
            *map(_percent, row.shares[1:]),
            ", ".join(row.crosses),
            _dead(row.dead),
        )
        for row in found.lines
    ]
    right = ("used", "95 %", "bridges", *players)
    yield from _table(("line", *right, "crosses", ""), lines, right)
    crossings = [
        (
            row.name,
            _percent(either),
            *(f"{name} {_percent(share)}" for name, share in zip(row.lines, each, strict=True)),
        )
        for row in found.most_wanted
        for either, *each in [row.shares]
    ]
    if crossings:
        right = ("either", "the first", "the second")
        yield from _table(("crossing", *right), crossings, right)
    yield ONE_OF_SEVERAL
    if any(row.dead for row in (*found.islands, *found.lines)):
        yield ALMOST_NEVER


def comparison_blocks(found: ComparisonView) -> Iterator[Block]:
    """Yield boards side by side, each compared with the first."""
    first, *others = found.names
    yield f"{' against '.join([', '.join(others), first])}: {found.boards[0].measured}\n"
    yield from found.sentences or found.boards[0].sentences
    if not found.boards[0].decks:
        return
    yield ""
    heads = ["", *found.names, *(head for name in others for head in (f"{name} - {first}", "95 %"))]
    yield Columns(heads, [_compared(row) for row in found.rows], heads[1:])


def _compared(row: ComparedRow) -> list[str]:
    cells = [row.name, *("" if value is None else row.figure(value) for value in row.values)]
    for more in row.more:
        cells += ["", ""] if more is None else [row.figure(more, signed=True), row.interval(more)]
    return cells


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[str]) -> Iterator[Block]:
    yield Columns(heads, rows, right)
    yield ""


def _below(lost: Estimate | None) -> tuple[str, str]:
    return ("", "") if lost is None else (points(lost, 2), _span(lost))


def _dead(dead: bool) -> str:
    return "almost never" if dead else ""


def _percent(share: Estimate) -> str:
    return in_bounds(share, "{:.1%}".format)


def _with_span(share: Estimate) -> tuple[str, str]:
    return _percent(share), f"{100 * share.low:.0f} to {100 * share.high:.0f}"


def _span(estimate: Estimate, digits: int = 2) -> str:
    return f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}"
