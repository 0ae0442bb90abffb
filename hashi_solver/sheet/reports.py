"""What a board is worth, on paper: report cards of one board or of several side by side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from hashi_solver.documents.analyses import analysis_json, comparison_json
from hashi_solver.drawing.histogram import strips_svg
from hashi_solver.drawing.svg import Heat, board_size, board_svg
from hashi_solver.lab import words
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison, Line
from hashi_solver.lab.difficulty import JUDGE
from hashi_solver.lab.measures import Estimate, Tally
from hashi_solver.scoring import BONUS_NAMES, BONUSES, TOTALS, title
from hashi_solver.sheet import pages, pdf
from hashi_solver.sheet.options import Options, Paper
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.pictures import LOOKS

BEST = "best play"
MOST_CROSSINGS = 8
HEIGHTS: dict[Paper, float] = {"a4": 269, "letter": 253}  # millimetres of a page that can be used
PAGE_WIDTH, GAP = 186.0, 6.0
WIDEST_BOARD = 112.0
MOST_ACROSS, MOST_PICTURED, MOST_SENTENCES = 4, 8, 4  # of boards side by side
STRIPS = 45.0  # all of them together
ROW = 4.2  # of a table
HEADS = 58.0  # what else stands on the page of a board: its head, the headings of its parts, what is between them
MOST_WITH_BARS = 3  # columns; of more, figures alone


@dataclass(frozen=True, slots=True)
class Figure:
    label: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A share as a bar of so many percent of its room, and in figures."""

    percent: float
    told: str


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    detail: str
    bars: tuple[Bar, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """All that the page of a board shows."""

    name: str
    measured: str
    heat: Markup
    figures: tuple[Figure, ...]
    sentences: tuple[str, ...]
    strips: Markup
    who: tuple[str, ...]
    ladder: tuple[Row, ...]
    bonuses: tuple[Row, ...]
    islands: tuple[Row, ...]
    lines: tuple[Row, ...]
    crossings: tuple[Row, ...]

    @property
    def many(self) -> bool:
        return len(self.who) > MOST_WITH_BARS


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure of one board, and what it has more than the first board."""

    value: str
    more: str = ""
    interval: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    name: str
    heat: Markup | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """The first page of a comparison."""

    heading: str
    measured: str
    sentences: tuple[str, ...]
    width: float  # of a picture
    heads: tuple[str, ...]
    boards: tuple[Side, ...]


def analysis_html(found: Analysis, paper: Paper = "a4", target: Target = "browser") -> str:
    heading = f"{found.game.layout.name}: what this board is worth"
    return _document(heading, [found], None, paper, target)


def analysis_pdf(found: Analysis, paper: Paper = "a4") -> bytes:
    """The report with the figures attached as JSON."""
    return _pdf(analysis_html(found, paper, "print"), "analysis.json", analysis_json(found))


def comparison_html(found: Comparison, paper: Paper = "a4", target: Target = "browser") -> str:
    heading = f"{' and '.join(board.game.layout.name for board in found.boards)} side by side"
    return _document(heading, found.boards, _sides(found), paper, target)


def comparison_pdf(found: Comparison, paper: Paper = "a4") -> bytes:
    return _pdf(comparison_html(found, paper, "print"), "comparison.json", comparison_json(found))


def _document(heading: str, boards: Sequence[Analysis], sides: Sides | None, paper: Paper, target: Target) -> str:
    cards = [_card(board, HEIGHTS[paper]) for board in boards]
    values = {"cards": cards, "sides": sides, "caution": words.ONE_OF_SEVERAL}
    return pages.document("report-board.html.j2", Options(paper=paper), target, title=f"Hashi · {heading}", **values)


def _pdf(html: str, name: str, document: object) -> bytes:
    data = json.dumps(document, indent=2, ensure_ascii=False).encode()
    return pdf.write_pdf(html, "normal", [pdf.Attached(name, data, "The figures of this report")])


def _card(found: Analysis, height: float) -> Card:
    layout, best = found.game.layout, found.best
    tallies = {BEST: best, **{name: one for name, one in found.players.items() if one.deals}}
    players = list(tallies.values())[1:]
    rows = max(len(TOTALS), len(BONUSES) * len(tallies)) + 1
    room = height - HEADS - STRIPS - ROW * rows
    dead_islands, dead_lines = set(found.dead_islands), set(found.dead_lines)
    return Card(
        name=layout.name,
        measured=words.how_measured(found),
        heat=heat_map(found, WIDEST_BOARD, room),
        figures=_figures(found),
        sentences=tuple(words.sentences(found)),
        strips=Markup(
            strips_svg(
                {name: _reached(one) for name, one in tallies.items()},
                f"Totals reached: {_told_totals(tallies)}",
                strip=STRIPS / len(tallies),
            )
        ),
        who=tuple(tallies),
        ladder=tuple(
            Row(f"{total}+", title(total), tuple(_bar(one.at_least(total)) for one in tallies.values()))
            for total in TOTALS
        ),
        bonuses=tuple(
            Row(
                BONUS_NAMES[bonus] if name == BEST else "",
                name,
                tuple(_bar(way) for way in (one.bonus(bonus).early, one.bonus(bonus).late, one.bonus(bonus).missed)),
            )
            for bonus in BONUSES
            for name, one in tallies.items()
        ),
        islands=tuple(
            Row(
                island.name,
                island.flag,
                tuple(_bar(one.finished(island.index)) for one in (best, *players)),
                "dead" if island.index in dead_islands else "",
            )
            for island in layout.islands
        ),
        lines=tuple(
            Row(
                line.name,
                "",
                tuple(_bar(one.used(line.index)) for one in (best, *players)),
                "dead" if line.index in dead_lines else "",
            )
            for line in layout.lines
        ),
        crossings=tuple(
            Row(
                " × ".join(layout.lines[line].name for line in crossing.lines),
                "",
                tuple(_bar(share) for share in (crossing.either, *crossing.shares)),
            )
            for crossing in found.crossings()[:MOST_CROSSINGS]
        ),
    )


def heat_map(found: Analysis, most_width: float, most_height: float) -> Markup:
    """The board of best play, as large as fits."""
    layout, best = found.game.layout, found.best
    heat = Heat(
        tuple(best.finished(island.index).value for island in layout.islands),
        tuple(best.used(line.index).value for line in layout.lines),
    )
    width, height = board_size(layout, LOOKS["normal"])
    scale = min(most_width / width, most_height / height)
    islands = ", ".join(f"{one.name} {words.percent(heat.islands[one.index])}" for one in layout.islands)
    lines = ", ".join(f"{one.name} {words.percent(heat.lines[one.index])}" for one in layout.lines)
    told = f"{layout.name} as a heat map of best play. Islands finished: {islands}. Lines used: {lines}."
    return Markup(board_svg(layout, label=told, look=LOOKS["normal"], scale=scale, heat=heat))


def _figures(found: Analysis) -> tuple[Figure, ...]:
    figures = [Figure(BEST, f"{found.best.mean.value:.1f}", _between(found.best.mean))]
    for name, one in found.players.items():
        if one.deals:
            figures.append(Figure(f"{name} player", f"{one.mean.value:.1f}", _between(one.mean)))
    difficulty = found.difficulty
    if difficulty is not None:
        figures.append(Figure("difficulty", f"{difficulty.value:.1f}", f"of 5, {_between(difficulty)}"))
    return tuple(figures)


def _sides(found: Comparison) -> Sides:
    boards = found.boards
    width = PAGE_WIDTH / max(2, min(len(boards), MOST_ACROSS)) - GAP
    judge = JUDGE if JUDGE in found.first.players else next(iter(found.first.players), "")
    shown = ("best play", judge, f"{judge} below best", "difficulty", *(f"{total} or more" for total in TOTALS[:4]))
    lines = [line for line in found.rows(TOTALS) if line.name in shown]
    return Sides(
        heading=" and ".join([", ".join(board.game.layout.name for board in boards[:-1]), boards[-1].game.layout.name]),
        measured=words.how_measured(found.first),
        sentences=tuple(words.comparison_sentences(found)[:MOST_SENTENCES]),
        width=width,
        heads=tuple(line.name for line in lines),
        boards=tuple(
            Side(
                board.game.layout.name,
                heat_map(board, width, width) if len(boards) <= MOST_PICTURED else None,
                tuple(_cell(line, place) for line in lines),
            )
            for place, board in enumerate(boards)
        ),
    )


def _cell(line: Line, place: int) -> Cell:
    value = line.values[place]
    told = "" if value is None else line.plain.format(value.value)
    more = line.more[place - 1] if place else None
    if more is None:
        return Cell(told)
    return Cell(told, line.signed.format(more.value), " to ".join(line.signed.format(end) for end in more.interval))


def _between(estimate: Estimate) -> str:
    return f"{estimate.low:.1f} to {estimate.high:.1f}"


def _bar(share: Estimate) -> Bar:
    return Bar(round(100 * share.value, 2), words.percent(share.value))


def _reached(tally: Tally) -> dict[int, int]:
    """Each total with its decks; one that is not proven stands at the play that was found."""
    found: dict[int, int] = {}
    for score, _ in tally.spans.values():
        found[score] = found.get(score, 0) + 1
    return found


def _told_totals(tallies: dict[str, Tally]) -> str:
    return "; ".join(
        f"{name}: {', '.join(f'{total} {count} times' for total, count in sorted(_reached(one).items()))}"
        for name, one in tallies.items()
    )
