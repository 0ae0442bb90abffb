"""Reports on boards, on paper: one board, or several side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from hashi_solver.documents.analyses import analysis_json, comparison_json
from hashi_solver.documents.base import json_text
from hashi_solver.drawing.histogram import strips_svg
from hashi_solver.drawing.svg import Heat
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import OPEN_SHARE, Estimate
from hashi_solver.sheet import pages, pictures
from hashi_solver.sheet.options import Options, Paper
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.pdf import Attached
from hashi_solver.sheet.printed import Printed
from hashi_solver.views.analysis import (
    BEST,
    AnalysisView,
    ComparedRow,
    ComparisonView,
    analysis_view,
    comparison_view,
)
from hashi_solver.views.conclusions import ALMOST_NEVER, ONE_OF_SEVERAL, percents, points

HEIGHTS: dict[Paper, float] = {"a4": 269, "letter": 253}  # millimetres of a page inside its margins
PAGE_WIDTH, GAP = 186.0, 6.0
WIDEST_BOARD = 112.0
MOST_ACROSS, MOST_PICTURED, MOST_SENTENCES = 3, 8, 4  # when boards are side by side
STRIPS = 45.0  # the height of all of them together
ROW = 4.2  # of a table
HEADS = 58.0  # everything else on the page of a board: its head, the headings of its parts, the gaps between them
MOST_WITH_BARS = 3  # columns; with more there is room for figures only


def analysis_report(found: Analysis, paper: Paper = "a4") -> Printed:
    """Return the report on a board, with the figures attached as JSON."""
    heading = f"{found.game.layout.name}: what this board is worth"
    draw = partial(_document, heading, [analysis_view(found)], None, paper)
    return Printed(draw, Options(paper=paper), (_figures("analysis.json", analysis_json(found)),))


def comparison_report(found: Comparison, paper: Paper = "a4") -> Printed:
    """Return the report on boards side by side, with the figures attached as JSON."""
    shown = comparison_view(found)
    draw = partial(_document, f"{' and '.join(shown.names)} side by side", shown.boards, shown, paper)
    return Printed(draw, Options(paper=paper), (_figures("comparison.json", comparison_json(found)),))


def _figures(name: str, document: object) -> Attached:
    return Attached(name, json_text(document).encode(), "The figures of this report")


def _document(
    heading: str, boards: Sequence[AnalysisView], sides: ComparisonView | None, paper: Paper, target: Target
) -> str:
    return pages.document(
        "report-board.html.j2",
        Options(paper=paper),
        target,
        title=f"Hashi · {heading}",
        boards=boards,
        sides=sides,
        report=_Report(paper),
        percents=percents,
        caution=ONE_OF_SEVERAL,
        almost_never=ALMOST_NEVER,
        MOST_SENTENCES=MOST_SENTENCES,
        MOST_WITH_BARS=MOST_WITH_BARS,
    )


class _Report:
    """Draws and formats a view for its template."""

    def __init__(self, paper: Paper) -> None:
        self.height = HEIGHTS[paper]

    def heat(self, found: AnalysisView) -> Markup:
        """Draw the board as large as fits on its page."""
        rows = max(len(found.ladder), len(found.bonuses)) + 1
        return heat_map(found, WIDEST_BOARD, self.height - HEADS - STRIPS - ROW * rows)

    def side(self, sides: ComparisonView, board: AnalysisView) -> Markup | None:
        """Draw one of the boards side by side, unless there are too many."""
        width = self.width(sides)
        return heat_map(board, width, width) if len(sides.boards) <= MOST_PICTURED else None

    def width(self, sides: ComparisonView) -> float:
        return PAGE_WIDTH / max(2, min(len(sides.boards), MOST_ACROSS)) - GAP

    def strips(self, found: AnalysisView) -> Markup:
        reached = {one.name: one.totals for one in found.who}
        told = (
            f"{name}: {', '.join(f'{total} in {_games(count)}' for total, count in totals.items()) or 'nothing proven'}"
            for name, totals in reached.items()
        )
        return Markup(strips_svg(reached, f"Totals reached: {'; '.join(told)}", strip=STRIPS / len(reached)))

    def figures(self, found: AnalysisView) -> list[tuple[str, str, str]]:
        """Return name, value and interval of each figure."""
        figures = [
            (one.name if one.name == BEST else f"{one.name} player", points(one.mean), _between(one.mean))
            for one in found.who
        ]
        if found.difficulty is not None:
            figures.append(("difficulty", points(found.difficulty), f"of 5, {_between(found.difficulty)}"))
        return figures

    def cell(self, row: ComparedRow, place: int) -> tuple[str, str, str]:
        """Return a figure of a board, its difference from the first board, and the interval of that."""
        value, more = row.values[place], row.more[place - 1] if place else None
        told = "" if value is None else row.figure(value)
        return (told, "", "") if more is None else (told, row.figure(more, signed=True), row.interval(more))


def heat_map(found: AnalysisView, most_width: float, most_height: float) -> Markup:
    """Draw a heat map of best play, as large as fits."""
    layout = found.layout
    heat = Heat(
        tuple(row.shares[0].known(OPEN_SHARE) for row in found.islands),
        tuple(row.shares[0].known(OPEN_SHARE) for row in found.lines),
    )
    islands = ", ".join(f"{row.name} {percents(row.shares[0])}" for row in found.islands)
    lines = ", ".join(f"{row.name} {percents(row.shares[0])}" for row in found.lines)
    told = f"{layout.name} as a heat map of best play. Islands finished: {islands}. Lines used: {lines}."
    return pictures.board(layout, "normal", told, most_width, most_height, heat=heat)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _between(estimate: Estimate) -> str:
    return f"{estimate.low:.1f} to {estimate.high:.1f}"
