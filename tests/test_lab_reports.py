"""Reports on boards: complete, safe, and readable by screen readers."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest

from hashi_solver.drawing.svg import UNKNOWN, Heat, board_svg
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.jobs import BEST, Job, answer_all
from hashi_solver.lab.measures import Tally
from hashi_solver.lab.sample import Sample
from hashi_solver.rules import Game
from hashi_solver.sheet import reports
from hashi_solver.sheet.options import PAPERS, Paper
from hashi_solver.sheet.pdf import render
from hashi_solver.views.analysis import analysis_view
from tests.command import hashi
from tests.own_boards import LAYOUTS, MILL, POND
from tests.sheets import overflows

SAMPLE = Sample(3, "report")


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analysis_of(Game(POND))


def analysis_of(game: Game) -> Analysis:
    tallies = {name: Tally(game) for name in (BEST, "beginner", "club")}
    for deal in SAMPLE.deals(game):
        (answers,) = answer_all([Job(game, deal, tuple(tallies), None)])
        for tally, outcome in zip(tallies.values(), answers.outcomes, strict=True):
            tally.add(deal.number, outcome)
    best = tallies.pop(BEST)
    return Analysis(game, SAMPLE, best, tallies)


def test_a_report_is_a_tagged_pdf_of_two_pages_with_its_figures_attached(found: Analysis) -> None:
    data = reports.analysis_report(found).pdf()
    assert data == reports.analysis_report(found).pdf()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert len(pdf.pages) == 2
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "en"
        attached = json.loads(pdf.attachments["analysis.json"].get_file().read_bytes())
    assert attached["format"] == "hashi-analysis/1"


def test_boards_side_by_side_have_a_page_and_then_one_each(found: Analysis) -> None:
    other = analysis_of(Game(MILL))
    with pikepdf.open(io.BytesIO(reports.comparison_report(Comparison((found, other))).pdf())) as pdf:
        assert len(pdf.pages) == 3
        assert "comparison.json" in pdf.attachments
    html = reports.comparison_report(Comparison((found, other))).html()
    assert html.count("as a heat map of best play") == 4
    assert "how it differs from the first" in html


def test_a_report_for_a_browser_stands_alone(found: Analysis) -> None:
    html = reports.analysis_report(found).html()
    assert not re.search(r'(?:src|href)="(?!data:)', html)
    assert not re.search(r"url\((?!data:)", html)
    for words in ("Best play averages", "Totals reached", "Islands finished", "Lines used", "one of several"):
        assert words in html


def test_hostile_names_do_nothing(found: Analysis) -> None:
    layout = replace(found.game.layout, name='<script>alert("x")</script>')
    hostile = replace(found, game=Game(layout))
    html = reports.analysis_report(hostile).html()
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_the_heat_map_tells_every_island_and_line_in_words(found: Analysis) -> None:
    picture = str(reports.heat_map(analysis_view(found), 100, 100))
    layout = found.game.layout
    title = picture.partition("<title>")[2].partition("</title>")[0]
    for name in [island.name for island in layout.islands] + [line.name for line in layout.lines]:
        assert re.search(rf"\b{name} \d+ %", title)


def test_warm_and_cold_differ_and_unused_lines_stay_dotted() -> None:
    layout = POND
    islands = tuple(float(island.index % 2) for island in layout.islands)
    lines = tuple(float(line.index == 0) for line in layout.lines)
    picture = board_svg(layout, heat=Heat(islands, lines))
    assert picture.count('stroke-width="3.6"') == 1
    assert picture.count("stroke-dasharray") == len(layout.lines)
    assert picture.count('fill="#0b5e4a"') == 9
    assert board_svg(layout, heat=Heat(islands, lines)) != board_svg(layout)


def test_by_the_command(tmp_path: Path) -> None:
    run = (
        "layout",
        "analyse",
        LAYOUTS / "old-pond.toml",
        "--decks",
        2,
        "--players",
        "beginner",
        "--store",
        tmp_path / "lab.sqlite",
    )
    for name, begins in (("card.pdf", b"%PDF-"), ("card.html", b"<!doctype html>")):
        ran = hashi(*run, "--report", tmp_path / name, "--json")
        assert ran.code == 0
        assert json.loads(ran.out)["decks"] == 2
        assert name in ran.err
        assert (tmp_path / name).read_bytes().startswith(begins)
    wrong = hashi(*run, "--report", tmp_path / "card.docx")
    assert (wrong.code, wrong.out) == (2, "")
    assert "a .pdf or a .html file" in wrong.err
    nowhere = hashi(*run, "--report", tmp_path / "no" / "card.pdf")
    assert (nowhere.code, nowhere.out) == (2, "")


@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_cut_off_or_on_top_of_something_else(found: Analysis, paper: Paper) -> None:
    name = "The longest name that a board can have: 60 letters, wide WWW"
    long = replace(found, game=Game(replace(found.game.layout, name=name)))
    html = reports.comparison_report(Comparison((found, long)), paper).draw("print")
    pages = render(html, "normal")
    assert len(pages.pages) == 3
    assert list(overflows(pages)) == []
    alone = render(reports.analysis_report(long, paper).draw("print"), "normal")
    assert len(alone.pages) == 2
    assert list(overflows(alone)) == []


def unproven(found: Analysis) -> Analysis:
    """The same games, where best play was proven on the first deck alone."""
    best = Tally(found.game)
    for number, (score, _) in found.best.spans.items():
        (outcome,) = answer_all([Job(found.game, SAMPLE.deal(found.game, number), ("beginner",), None)])[0].outcomes
        best.add(number, replace(outcome, bound=outcome.score if number == 1 else score + 2))
    return replace(found, best=best)


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_not_proven_is_grey_and_given_as_bounds(found: Analysis, paper: Paper) -> None:
    html = reports.analysis_report(unproven(found), paper).draw("print")
    picture = html.partition("as a heat map")[2].partition("</svg>")[0]
    assert picture.count(">?</text>") == len(found.game.layout.islands)
    assert picture.count(f'stroke="{UNKNOWN}"') == len(found.game.layout.lines)
    assert "50 %" not in html
    assert re.search(r"(0 to 67|33 to 100) %", html)
    assert "1 of 3 proven" in html
    assert "2 of 3 decks are not proven" in html
    assert list(overflows(render(html, "normal"))) == []
    both = reports.comparison_report(Comparison((unproven(found), unproven(found))), paper).draw("print")
    assert list(overflows(render(both, "normal"))) == []
