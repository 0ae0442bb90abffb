"""The report of a review: in five languages, as PDF and as HTML."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pypdfium2
import pytest

from hashi_solver.languages import LANGUAGES, language
from hashi_solver.review.ceiling import Review
from hashi_solver.review.fair import Average, Fair, FairRound
from hashi_solver.sheet import Options
from hashi_solver.sheet.options import PAPERS, Paper
from hashi_solver.sheet.review import review_report
from hashi_solver.views.review import review_view
from tests.command import hashi
from tests.own_boards import RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

ANNA = RECORDS / "anna.txt"


def some_fair_view(found: Review) -> Fair:
    """Any numbers that add up."""
    luck, loss, avoidable = Fraction(1, 7), Fraction(5, 7), Fraction(2, 7)
    rounds = tuple(FairRound(each.round.number, luck, loss, avoidable, None) for each in found.rounds)
    count = len(rounds)
    return Fair(
        total=found.total,
        start=Average(found.total + count * (loss - luck), 0.5),
        luck=Average(count * luck, 0.4),
        loss=Average(count * loss, 0.3),
        avoidable=Average(count * avoidable, 0.2),
        foresight=Average(count * (loss - avoidable), 0.1),
        rounds=rounds,
        orders=50,
        wanted=50,
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_page_for_a_browser(code: str, anna: Review) -> None:
    html = review_report([review_view(anna, some_fair_view(anna), "Anna")], Options(language=code)).html()
    chosen = language(code)
    assert f'lang="{chosen.tag}"' in html
    for message in ("Review", "What was still possible", "Without foresight", "One of the best plays"):
        assert chosen.gettext(message) in html
    assert html.count("<figure>") == 18
    assert "5@C1" in html
    assert not re.search(r"https?:", re.sub(r'xmlns="[^"]*"', "", html))  # the letters may be in a font
    shown = re.search(r"<tbody>\s*<tr[^>]*><th[^>]*>[^<]*</th><td>([^<]*)</td><td>±", html)
    assert shown is not None
    assert ("," in shown[1]) == (code != "en")


def test_the_parts_on_the_page_add_up(anna: Review) -> None:
    html = review_report([review_view(anna, some_fair_view(anna))], Options()).html()
    values = re.findall(r"<td>([+−]?[0-9.]+)</td><td>±", html)
    assert len(values) == 4
    assert sum(Fraction(value.replace("−", "-")) for value in values) == 43


def test_a_review_without_a_fair_view_has_none_on_its_page(anna: Review) -> None:
    assert "Without foresight" not in review_report([review_view(anna)], Options()).html()


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_unfinished_game_says_how_far_it_is_and_has_no_title(code: str, anna: Review) -> None:
    half = replace(review_view(anna), moves=review_view(anna).moves[:5])
    chosen = language(code)
    so_far = chosen.gettext("%(played)s of %(rounds)s rounds so far") % {"played": 4, "rounds": 17}
    title = f'<p class="note">{chosen.title(half.total)}</p>'
    html, whole = (review_report([game], Options(language=code)).html() for game in (half, review_view(anna)))
    assert (so_far in html, title in html) == (True, False)
    assert (so_far in whole, title in whole) == (False, True)


def test_a_name_is_text_and_nothing_else(anna: Review) -> None:
    html = review_report([review_view(anna, None, "<b>Anna</b>")], Options()).html()
    assert "<b>Anna</b>" not in html
    assert "&lt;b&gt;Anna&lt;/b&gt;" in html


def test_the_pdf_has_three_pages_a_game_and_is_the_same_again(anna: Review) -> None:
    games = [review_view(anna, some_fair_view(anna), "Anna")]
    one = review_report(games, Options(language="pl")).pdf()
    assert one == review_report(games, Options(language="pl")).pdf()
    pypdfium2 = pytest.importorskip("pypdfium2")
    assert len(pypdfium2.PdfDocument(one)) == 3


def test_several_games_begin_with_who_lost_where(anna: Review) -> None:
    html = review_report(
        [review_view(anna, None, "Anna"), review_view(replace(anna, targets=None), None, "Ben")], Options()
    ).html()
    first, second, *others = html.split("<article")[1:]
    assert len(others) == 5
    assert re.findall(r'<th scope="col" colspan="2">(\w+)</th>', first) == ["Anna", "Ben"]
    assert first.count("43 / 54") == 2
    assert first.count("<b>5?</b> pass") == 2
    assert second.count("<b>5?</b> pass") == 1
    alone = review_report([review_view(anna, None, "Anna")], Options()).html()
    assert alone.count("<article") == 3


@pytest.mark.usefixtures("anna_at_once")
def test_the_command_writes_a_report(tmp_path: Path) -> None:
    file = tmp_path / "anna.html"
    ran = hashi("review", ANNA, "--report", file, "--lang", "es")
    assert ran.code == 0
    assert str(file) in ran.err or "anna.html" in ran.err
    assert 'lang="es' in file.read_text()


def test_other_endings_are_told_before_anything_is_searched(tmp_path: Path) -> None:
    ran = hashi("review", ANNA, "--report", tmp_path / "anna.docx")
    assert (ran.code, ran.out) == (2, "")
    assert "a .pdf or a .html file" in ran.err
    ran = hashi("review", ANNA, "--report", tmp_path / "nowhere" / "anna.pdf")
    assert (ran.code, ran.out) == (2, "")
    assert "no such folder" in ran.err


@pytest.mark.usefixtures("anna_at_once")
def test_a_report_that_cannot_be_written_does_not_cost_the_review(tmp_path: Path) -> None:
    folder = tmp_path / "anna.html"
    folder.mkdir()
    ran = hashi("review", ANNA, "--report", folder)
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert "total   43 of 54" in ran.out


@pytest.mark.parametrize("call", [("review",), ("check", "--solo"), ("layout", "analyse"), ("layout", "compare")])
def test_a_report_that_cannot_be_made_is_refused_before_the_work(
    call: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi_solver.sheet.writing.can_print", lambda: False)
    for function in ("reviewing.review_games", "refereeing.check", "measuring.analyse", "measuring.compare"):
        monkeypatch.setattr(f"hashi_solver.app.{function}", None)
    what = ("old-pond", "old-mill") if call[0] == "layout" else (ANNA, ANNA)
    ran = hashi(*call, *what[: 1 if "analyse" in call else 2], "--report", tmp_path / "report.pdf")
    assert ran.code == 2
    assert "a PDF needs the library Pango" in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("paper", PAPERS)
def test_in_large_type_four_boards_stand_on_a_page(anna: Review, paper: Paper) -> None:
    report = review_report([review_view(anna, None, "Anna")], Options(paper=paper, style="large"))
    printed = pypdfium2.PdfDocument(report.pdf())
    headed = [page for page in printed if "The board after each round" in page.get_textpage().get_text_range()]
    assert len(headed) == 5
    assert len(printed) == 8  # the rounds on two, and a best play


@pytest.mark.parametrize("style", ["normal", "large", "ink"])
def test_the_command_asks_for_paper_and_style(style: str, tmp_path: Path, anna_at_once: Review) -> None:
    path = tmp_path / "report.html"
    ran = hashi("review", ANNA, "--style", style, "--paper", "letter", "--report", path)
    assert ran.code == 0
    assert f'<body class="letter {style} browser">' in path.read_text()
    ran = hashi("check", ANNA, "--style", style, "--paper", "letter", "--report", path)
    assert ran.code == 0
    assert f'<body class="letter {style} browser">' in path.read_text()
