"""Other editions of a sheet: the solution round by round, upside down below the sheet, two sheets a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pypdfium2
import pytest

from hashi_solver.languages import language
from hashi_solver.notation.records import parse_record
from hashi_solver.sheet import PAPERS, STYLES, Booklet, Options, Style, booklet_of, pages, pdf, sheet_of, solutions_of
from hashi_solver.sheet.challenges import answer, steps
from hashi_solver.sheet.options import Paper
from tests.command import hashi
from tests.sheets import ON_PAPER, a_challenge, deaf_to_nothing, overflows
from tests.test_booklet import days
from tests.test_sheet import MILLIMETRES, opened


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with deaf_to_nothing():
        yield


def test_a_worked_solution_has_a_board_for_each_round() -> None:
    challenge = a_challenge()
    solution, shown = challenge.solution, steps(challenge, language("en"))
    assert [step.round for step in shown] == list(range(18))
    assert shown[-1].state == solution.final
    finished = [name for step in shown for name in re.findall(r"[A-G]\d", step.finished)]
    assert len(finished) == len(set(finished)) == solution.final.finished_count
    done = {bonus.name: (step.round, points) for step in shown for bonus, points in step.bonuses}
    assert {name: points for name, (_, points) in done.items()} == {
        name: getattr(solution.breakdown, name) for name in ("red", "blue", "six") if getattr(solution.breakdown, name)
    }
    assert sorted(when for when, _ in done.values()) == sorted(filter(None, solution.final.done))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_the_pages_of_a_worked_solution(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style, "worked")
    html = pages.solutions([a_challenge()], options, "print")
    document = pdf.render(html, style)
    assert len(document.pages) == (5 if style == "large" else 2)
    assert html.count("<figure>") == 18
    assert not list(overflows(document))


def test_the_answer_below_a_sheet_is_the_best_play() -> None:
    challenge = a_challenge()
    cards = " ".join(map(str, challenge.deal.deck.cards))
    typed = answer(challenge).replace(" · ", "\n")
    start, _, rounds = typed.partition("\n")
    lines = (re.sub(r"^(\d+\.) ([A-G]\d)", r"\1 N@\2", line) for line in rounds.splitlines())
    numbered = (
        line.replace("N@", f"{card.number}@") for line, card in zip(lines, challenge.deal.deck.cards, strict=True)
    )
    record = parse_record("\n".join((f"Layout: old-pond\nDeck: {cards}\nStart: {start}", *numbered, "")))
    assert len(record.plays) == 17


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("paper", PAPERS)
def test_the_answer_lies_upside_down_where_printers_still_print(paper: Paper, style: Style) -> None:
    options = Options("pl", paper, style, "foot")
    document = pdf.render(sheet_of(a_challenge(), options).draw("print"), style)
    page = document.pages[-1]
    (box,) = (
        each
        for each in page._page_box.descendants()
        if each.element_tag == "p" and "answer" in str(each.element.get("class"))
    )
    assert "rotate" in str(box.style["transform"])
    lines = [each for each in box.descendants() if type(each).__name__ == "LineBox"]
    assert 1 <= len(lines) <= 3
    assert (page.height - box.position_y - box.height) / 96 * MILLIMETRES > 3.9
    printed = pypdfium2.PdfDocument(sheet_of(a_challenge(), options).pdf())
    words = " ".join(printed[len(printed) - 1].get_textpage().get_text_range().split())
    assert "17. " in words
    assert len(opened(sheet_of(a_challenge(), options).pdf()).pages) == (2 if style == "large" else 1)


@pytest.mark.parametrize("style", ["normal", "ink"])
@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_two_sheets_a_page(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style, "foot", half=True)
    for kind, fixed in (("open", True), ("flip", False)):
        challenge = a_challenge(kind=kind, fixed=fixed)  # type: ignore[arg-type] # one of the two kinds
        document = pdf.render(sheet_of(challenge, options).draw("print"), style)
        assert len(document.pages) == 1
        assert not list(overflows(document))


def test_a_challenge_alone_is_there_twice_and_several_follow_one_another() -> None:
    options = Options(half=True)
    alone = sheet_of(a_challenge(), options).html().partition("<body")[2]
    assert re.findall(r"<h1>(.*?)</h1>", alone) == ["No. 322 · 18 November 2026"] * 2
    three = booklet_of(Booklet(days(3)), options)
    assert re.findall(r"<h1>No. (\d+)", three.html().partition("<body")[2]) == ["322", "323", "324"]
    assert len(opened(three.pdf()).pages) == 2
    cards = re.findall(r'class="card">(\d?)<', sheet_of(replace(a_challenge(kind="flip")), options).html())
    assert set(cards) <= {""}  # what is hidden is not told


def test_solutions_of_their_own_by_style() -> None:
    assert len(opened(solutions_of([a_challenge()] * 2, Options(solutions="worked")).pdf()).pages) == 4


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--style", "large"), "--half and --style large do not go together"),
        (("--count", "2", "--fold"), "--fold and --half do not go together"),
    ],
)
def test_what_half_a_page_cannot_hold_is_refused(more: tuple[str, ...], sentence: str) -> None:
    ran = hashi("challenge", "--seed", "x", "--half", *more)
    assert ran.code == 2
    assert sentence in ran.err
