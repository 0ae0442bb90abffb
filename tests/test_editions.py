"""Other editions of a sheet: the solution round by round, upside down below the sheet, two sheets a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.languages import language
from hashi_solver.notation.records import parse_record
from hashi_solver.sheet import (
    PAPERS,
    STYLES,
    Booklet,
    Options,
    Style,
    blank_of,
    booklet_of,
    cards_of,
    pages,
    pdf,
    sheet_of,
    solutions_of,
)
from hashi_solver.sheet.challenges import answer, steps
from hashi_solver.sheet.options import Paper
from hashi_solver.sheet.press import black_profile
from hashi_solver.sheet.results import form_of
from hashi_solver.sheet.writing import Destination, plan_found, write_sheet
from tests.command import hashi
from tests.own_boards import POND
from tests.sheets import CODE, LONGEST, ON_PAPER, a_challenge, deaf_to_nothing, overflows, overlaps, printed_texts
from tests.test_booklet import days
from tests.test_sheet import MILLIMETRES, opened, picture, words_of


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
    assert not list(overlaps(document))


@pytest.mark.parametrize("paper", PAPERS)
def test_a_round_that_brings_much_keeps_clear_of_the_next_in_large_type(paper: Paper) -> None:
    options = Options("it", paper, "large", "worked")
    html = pages.solutions([a_challenge()], options, "print")
    news = '<p class="worked-news">'
    much = f"{news}Terminate: G1, A4 e C4. <b>Bandiere rosse: 9</b> <b>Sei collegate: 8</b></p><p hidden>"
    assert not list(overlaps(pdf.render(html.replace(news, much), "large")))


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


def test_large_type_refuses_an_answer_that_would_be_small() -> None:
    with pytest.raises(InputError, match="no room for the solution below a sheet"):
        Options(style="large", solutions="foot")
    ran = hashi("daily", "--date", "2026-12-24", "--style", "large", "--solutions", "foot")
    assert ran.code == 2
    assert "choose another place for it" in ran.err


@pytest.mark.parametrize("style", ["normal", "ink"])
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
    assert len(opened(sheet_of(a_challenge(), options).pdf()).pages) == 1


@pytest.mark.parametrize("style", ["normal", "ink"])
@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_two_sheets_a_page(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style, "foot", half=True)
    for kind, fixed in (("open", True), ("flip", False)):
        challenge = a_challenge(kind=kind, fixed=fixed)  # type: ignore[arg-type] # one of the two kinds
        document = pdf.render(sheet_of(challenge, options).draw("print"), style)
        assert len(document.pages) == 1
        assert not list(overflows(document))
        assert not list(overlaps(document))
        assert min(text.points for text in printed_texts(document)) >= 6.99


@pytest.mark.parametrize("url", ["", "https://games.of-the-evening-school.example/club-of-bridges/hashi/2026/"])
@pytest.mark.parametrize("press", [None, black_profile()], ids=["screen", "press"])
def test_half_a_page_has_the_code_the_rules_and_the_lines_of_the_editor(url: str, press: bytes | None) -> None:
    own = Options(half=True, url=url, press=press, byline="By Ada", folio="34", copyright="© The Weekly Bridge")
    data = sheet_of(a_challenge(), own).pdf()
    found = zxingcpp.read_barcodes(picture(data, 150).convert("L"))
    assert [code.text for code in found] == [f"{url}#/challenge/{CODE}" if url else f"HASHI:{CODE}"] * 2
    told = words_of(data)
    for line in ("By Ada", "34", "© The Weekly Bridge", CODE, "A bridge needs a number at one end", url):
        assert told.count(line) >= 2, line


@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_a_name_as_long_as_it_may_be_is_printed_whole(code: str, paper: Paper) -> None:
    """Sixty letters, with lines of the editor's own: smaller type and a second line instead of an ellipsis."""
    board = Layout("long", "Archipelago of the seven very long and winding bridges, east", POND.grid)
    shown, hidden = a_challenge(board), a_challenge(board, kind="flip", fixed=False, day=None)
    for style in ("normal", "large"):
        options = Options(code, paper, style, byline="Puzzles by Ada Lovelace and Charles", folio="34")
        made = [
            sheet_of(shown, options),
            sheet_of(hidden, options),
            cards_of(hidden, options),
            blank_of(board, options),
        ]
        made += [solutions_of([hidden] * 2, options)]
        if style == "normal":
            made += [sheet_of(each, replace(options, half=True, solutions="foot")) for each in (shown, hidden)]
        for printed in made:
            document = pdf.render(printed.draw("print"), options.style)
            found = list(overflows(document))
            assert not [each for each in found if "foot-left" not in each and "noticed" not in each]


def test_a_class_set_has_a_sheet_for_each_name(tmp_path: Path) -> None:
    names = tmp_path / "class.txt"
    names.write_text("Ada Lovelace\n\nMaximiliane Konstantinopolska\n")
    ran = hashi("daily", "--date", "2026-11-18", "--names", names, "--how-to-play", "--out", tmp_path / "out", "--html")
    assert ran.code == 0
    (path,) = (each for each in (tmp_path / "out").iterdir() if "solutions" not in each.name)
    assert path.name == "hashi-2026-11-18-side-a-rules-names.html"
    body = path.read_text().partition("<body")[2]
    assert re.findall(r'class="named[^"]*">(.*?)<', body) == ["Ada Lovelace", "Maximiliane Konstantinopolska"]
    assert body.count("How to play") == 1
    for arguments, sentence in (
        (("--names", names, "--days", "3"), "--names is for one challenge"),
        (("--names", names, "--style", "text"), "--names is for paper"),
        (("--result-form", "--no-sheet"), "--no-sheet draws nothing: leave out --result-form"),
    ):
        ran = hashi("daily", "--date", "2026-11-18", *arguments)
        assert (ran.code, sentence in ran.err) == (2, True)
    names.write_text("x" * 31)
    assert "class.txt:1: a name is one line of 1 to 30 letters" in hashi("daily", "--names", names).err


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_a_class_set_on_paper(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style, rules=True, names=("Ada Lovelace", "Maximiliane Konstantinopolska"))
    document = pdf.render(sheet_of(a_challenge(), options).draw("print"), style)
    assert len(document.pages) == (3 + 4 if style == "large" else 1 + 2)
    assert not list(overflows(document))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_a_form_for_the_results_of_an_evening(code: str, paper: Paper, style: Style) -> None:
    options = Options(code, paper, style)
    for count, sheets in ((1, 1), (7, 1), (8, 2)):
        challenges = days(count)
        html = form_of(challenges, options).draw("print")
        document = pdf.render(html, style)
        assert len(document.pages) == sheets
        assert not list(overflows(document))
        assert html.count(CODE) == count


def test_the_form_is_a_file_of_its_own(tmp_path: Path) -> None:
    place = Destination(tmp_path, None, html=True)
    written = list(write_sheet(a_challenge(), Options(form=True, solutions="none"), place))
    assert [each.contents for each in written] == ["the sheet", "a form for the results"]
    assert written[1].path.name == "hashi-2026-11-18-old-pond-results.html"
    assert written[1].path.read_text().count("<tr><td></td><td></td>") == 24
    plan = plan_found(days(2), Options(form=True), place)
    assert set(plan.volumes[0].files) == {"sheets", "solutions", "results"}


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
