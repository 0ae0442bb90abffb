"""Sheets: what the PDF promises, the page for a browser, strings from files, machines without Pango."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pikepdf
import pypdfium2
import pytest
import weasyprint
import zxingcpp
from PIL import Image
from weasyprint.css import ComputedStyle

from hashi_solver.board import Layout
from hashi_solver.documents.challenges import challenge_of_document
from hashi_solver.drawing.svg import LABELS, PITCH, board_size
from hashi_solver.errors import HashiError
from hashi_solver.notation.layouts import load_layout
from hashi_solver.review.ceiling import Review
from hashi_solver.sheet import (
    PAPERS,
    STYLES,
    Options,
    Style,
    blank_of,
    booklet_of,
    cards_of,
    pages,
    pdf,
    pictures,
    sheet_of,
    solutions_of,
)
from hashi_solver.sheet.books import Booklet
from hashi_solver.sheet.results import form_of
from hashi_solver.sheet.review import review_report
from hashi_solver.views.review import review_view
from tests.command import ROOT, hashi
from tests.own_boards import POND
from tests.sheets import CODE, a_challenge, deaf_to_nothing

MILLIMETRES = 25.4
HOSTILE = (
    '<img src="file:///etc/passwd"><script>alert(1)</script>',
    "</title></style><link rel=stylesheet href=http://example.invalid/x.css>",
    "{{ 7 * 7 }}{% include 'x' %}",
    "\u202edrow\u2066 a\u0007b",
    "W" * 10_000,
)


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with deaf_to_nothing():
        yield


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(data))


def elements(document: pikepdf.Pdf) -> Iterator[Any]:
    """All elements of the structure, from the top in the order of reading."""
    return elements_below(document.Root.StructTreeRoot.K[0])


def elements_below(top: Any) -> Iterator[Any]:
    """This element of the structure and all below it."""
    left = [top]
    while left:
        element = left.pop()
        if isinstance(element, pikepdf.Dictionary) and "/S" in element:
            yield element
            left += reversed(list(element.get("/K", [])))


def words_of(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


def picture(data: bytes, dots: int, page: int = 0) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(data)[page].render(scale=dots / 72).to_pil()
    return image


def glyphs(document: pikepdf.Pdf) -> set[int]:
    """Return the numbers of all glyphs shown; 0 stands for a character that the font lacks."""
    shown = b"".join(page.Contents.read_bytes() for page in document.pages)
    texts = re.findall(rb"<([0-9a-fA-F]+)>", b"".join(re.findall(rb"\[[^\]]*\]\s*TJ|<[^>]*>\s*Tj", shown)))
    assert texts
    return {int(text[at : at + 4], 16) for text in texts for at in range(0, len(text), 4)}


@pytest.mark.parametrize("code", ["en", "pl"])
@pytest.mark.parametrize("kind", ["open", "flip"])
def test_a_sheet_is_a_tagged_pdf_that_tells_everything_in_words(code: str, kind: Any) -> None:
    document = opened(sheet_of(a_challenge(kind=kind), Options(code)).pdf())
    assert str(document.Root.Lang) == code
    assert document.Root.MarkInfo.Marked
    assert "322" in str(document.docinfo["/Title"])
    assert "/Author" not in document.docinfo
    assert document.Root.ViewerPreferences.DisplayDocTitle
    assert "322" in str(document.Root.Outlines.First.Title)
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
    found = list(elements(document))
    assert {"/H1", "/H2", "/Table", "/TH", "/TD"} <= {str(element.S) for element in found}
    told = [str(element.Alt) for element in found if element.S == "/Figure"]
    assert all(told)
    board = next(text for text in told if "Old Pond" in text)
    assert all(island.name in board for island in POND.islands)
    assert any(CODE in text for text in told)


def test_the_alternative_text_tells_islands_flags_and_start() -> None:
    document = opened(sheet_of(a_challenge()).pdf())
    told = [str(element.Alt) for element in elements(document) if element.S == "/Figure"]
    names = [line.name for line in POND.lines]
    lines = f"{', '.join(names[:-1])} and {names[-1]}"
    assert (
        "The board Old Pond. Islands without a flag: A1, G1, B2, F2, C3, E3, B4, F4, A7, D7 and G7. "
        "Red flags: C1, E1, A5 and G5. Blue flags: D4, B6 and F6. "
        f"Dotted lines: {lines}. Start: the 4 on A1 is already written."
    ) in told
    free = opened(sheet_of(a_challenge(fixed=False)).pdf())
    assert not any("already written" in str(element.Alt) for element in elements(free) if element.S == "/Figure")


def test_the_only_font_is_embedded_and_lacks_nothing() -> None:
    everything = [a_challenge(kind="flip")]
    for code in ("en", "es", "it", "pl", "pt"):
        html = pages.sheets(everything, Options(code, solutions="end"), "print")
        document = opened(pdf.write_pdf(html, "normal"))
        assert 0 not in glyphs(document)
        fonts = {str(font.BaseFont) for page in document.pages for font in page.Resources.Font.values()}
        assert all("Inter" in name for name in fonts), fonts


def test_the_challenge_travels_inside_its_sheet() -> None:
    challenge = a_challenge()
    document = opened(sheet_of(challenge).pdf())
    (name,) = document.attachments
    assert name == f"hashi-{CODE}.json"
    document_inside = document.attachments[name].get_file().read_bytes().decode()
    assert f'"code": "{CODE}"' in document_inside
    assert '"par": 45' in document_inside


def test_an_attached_challenge_can_be_read_again() -> None:
    from hashi_solver.challenge import Challenge, encode

    made_up = a_challenge()
    challenge = Challenge(made_up.deal, encode(made_up.deal), made_up.targets, made_up.solution)
    document = opened(sheet_of(challenge).pdf())  # which must outlive what is taken from it
    attached = document.attachments[f"hashi-{challenge.code}.json"].get_file().read_bytes()
    again = challenge_of_document(json.loads(attached))
    assert (again.deal, again.code, again.targets) == (challenge.deal, challenge.code, challenge.targets)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_as_many_and_as_large_as_meant(paper: Any, style: Style) -> None:
    large = style == "large"
    size = (210.0, 297.0) if paper == "a4" else (215.9, 279.4)
    for data, count in (
        (sheet_of(a_challenge(), Options("pl", paper, style)).pdf(), 1 + large),
        (sheet_of(a_challenge(kind="flip"), Options("it", paper, style, "end")).pdf(), 2 + large),
        (blank_of(POND, Options("pt", paper, style)).pdf(), 1 + large),
        (solutions_of([a_challenge()] * 5, Options("es", paper, style)).pdf(), 5 if large else 2),
    ):
        document = opened(data)
        assert len(document.pages) == count
        for page in document.pages:
            _, _, width, height = (float(number) / 72 * MILLIMETRES for number in page.mediabox)
            assert (width, height) == pytest.approx(size, abs=0.1)


def test_the_same_sheet_has_the_same_bytes() -> None:
    script = (
        "import sys; from tests.sheets import a_challenge; from hashi_solver.sheet import sheet_of; "
        "sys.stdout.buffer.write(sheet_of(a_challenge(kind='flip')).pdf())"
    )
    elsewhere = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    assert elsewhere.stderr == b""
    sheet_of(a_challenge(fixed=False)).pdf()  # what was made before does not count
    assert sheet_of(a_challenge(kind="flip")).pdf() == elsewhere.stdout


def test_leaving_out_styles_for_notes_saves_memory_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes private parts of WeasyPrint; with another version that could do nothing, or do harm."""
    options = Options("pl", style="large", solutions="end")
    plain, lighter = weasyprint.HTML(string="<p>"), pdf.html_without_notes()(string="<p>")
    counts = [len(sheet.matcher.other_selectors) for page in (plain, lighter) for sheet in page._ua_stylesheets()]
    assert counts[1] == counts[0] - len(pdf.UNSEEN)
    ours = sheet_of(a_challenge(kind="flip"), options).pdf()
    monkeypatch.setattr(pdf, "html_without_notes", lambda: weasyprint.HTML)
    assert sheet_of(a_challenge(kind="flip"), options).pdf() == ours


def test_pages_that_look_alike_share_their_styles_and_that_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes private parts of WeasyPrint as well. Styles take most of the memory of a booklet."""
    made: list[object] = []
    plain = ComputedStyle.__init__

    def counted(self: object, *told: object) -> None:
        made.append(self)
        plain(self, *told)

    def drawn(count: int) -> tuple[bytes, int]:
        made.clear()
        return booklet_of(Booklet((a_challenge(),) * count), identifier="0" * 32).pdf(), len(made)

    monkeypatch.setattr(ComputedStyle, "__init__", counted)
    (_, one), (ours, two) = drawn(1), drawn(2)
    monkeypatch.setattr(pdf, "_equal_declarations", contextlib.nullcontext)
    theirs, more = drawn(2)
    assert two - one < 200  # a page has hundreds of elements
    assert more > two + 100
    assert theirs == ours


def test_what_stands_on_an_open_sheet() -> None:
    challenge = a_challenge()
    told = words_of(sheet_of(challenge).pdf())
    for wanted in ("No. 322", "18 November 2026", "Old Pond", "Open challenge", "the 4 on A1", "proven", CODE):
        assert wanted in told
    assert "__" not in told
    boxes = re.findall(r"slots sign-slots(\d)", sheet_of(challenge).html())
    assert [int(count) for count in boxes] == [card.bridges for card in challenge.deal.deck.cards]
    for aim in ("par", "bronze", "silver", "gold", "perfect"):
        assert re.search(rf"\b{getattr(challenge.targets, aim)}\b", told)


@pytest.mark.parametrize(("code", "name"), [("es", "Lado A"), ("it", "Lato A"), ("pl", "Strona A"), ("pt", "Lado A")])
def test_a_board_that_ships_has_its_name_in_every_language(code: str, name: str) -> None:
    board = load_layout("side-a")
    for page in (sheet_of(a_challenge(board), Options(code, solutions="end")), blank_of(board, Options(code))):
        html = page.html()
        assert "Side A" not in html
        assert f"{name}. " in html  # what a picture shows is told in words


def test_a_flip_sheet_keeps_the_order_to_itself() -> None:
    challenge = a_challenge(kind="flip", fixed=False, day=None)
    first, second = sheet_of(challenge).html(), cards_of(challenge).html()
    assert "cards-strip" not in first.partition("<body")[2]
    rounds = re.search(r'<section class="record">.*?</section>', first, re.DOTALL)
    assert rounds
    assert rounds[0].partition('class="bar"')[0].count('<span class="card"></span>') == 17
    assert first.count("slots sign-slots3") == 17
    assert "proven" not in first
    order = [int(number) for number in re.findall(r'turn-round.*?class="card[^>]*>(\d)<', second)]
    assert order == [card.number for card in challenge.deal.deck.cards]
    bar = re.search(r'<div class="bar-cards">(.*?)</div>', first, re.DOTALL)
    assert bar
    assert [int(n) for n in re.findall(r">(\d)<", bar[1])] == [n for n in range(1, 7) for _ in range(3)]
    cards, usual = opened(cards_of(challenge).pdf()), opened(sheet_of(a_challenge()).pdf())
    assert cards.Root.ViewerPreferences.Duplex == "/Simplex"
    assert "/Duplex" not in usual.Root.ViewerPreferences


def test_a_solution_shows_the_moves_and_when_the_deadlines_were_met() -> None:
    challenge = a_challenge()
    told = words_of(solutions_of([challenge]).pdf())
    final = challenge.solution.final
    assert f"{challenge.solution.breakdown.total} " in told
    assert "4@A1" in told
    for when in final.done:
        assert not when or f"round {when}" in told
    assert len(re.findall(r"^\d+\.\s", told, re.MULTILINE)) == 17


@pytest.mark.parametrize("style", STYLES)
def test_the_qr_code_can_be_scanned(style: Style) -> None:
    data = sheet_of(a_challenge(), Options(style=style)).pdf()
    page = picture(data, 150, page=1 if style == "large" else 0).convert("L")
    (code,) = zxingcpp.read_barcodes(page)
    assert code.text == f"HASHI:{CODE}"


@pytest.mark.parametrize("style", STYLES)
def test_the_qr_code_can_be_a_link_into_a_site(style: Style) -> None:
    site = "https://games.of-the-evening-school.example/club-of-bridges/hashi/2026/"
    data = sheet_of(a_challenge(), Options(style=style, url=site)).pdf()
    page = picture(data, 150, page=1 if style == "large" else 0).convert("L")
    (code,) = zxingcpp.read_barcodes(page)
    assert code.text == f"{site}#/challenge/{CODE}"
    assert CODE in words_of(data)


@pytest.mark.parametrize("url", ["club.example", "https://club.example/#/today", "https://ö.example", "https://a" * 40])
def test_what_is_no_address_of_a_site(url: str) -> None:
    ran = hashi("daily", "--date", "2026-12-24", "--url", url)
    assert ran.code == 2
    assert "--url is the address of a site" in ran.err


def flag(page: Image.Image, island: str, dots: int) -> bytes:
    """The pixels of the flag of an island of Old Pond on a usual A4 sheet."""
    look = pictures.LOOKS["normal"]
    scale = 132 / board_size(POND, look)[0]
    at = POND.islands[POND.index_of[island]]
    left, top = 12.0, 14.0 + 21.0
    x = left + scale * (LABELS + look.margin + PITCH * at.column + 3.5)
    y = top + scale * (LABELS + look.margin + PITCH * at.row - 10.7)
    box = [round(number / MILLIMETRES * dots) for number in (x, y, x + scale * 6.4, y + scale * 5)]
    return page.crop((box[0], box[1], box[0] + 30, box[1] + 24)).tobytes()


@pytest.mark.parametrize("mode", ["L", "1"])
@pytest.mark.parametrize("style", ["normal", "ink"])
def test_flags_differ_without_colour(mode: str, style: Style) -> None:
    page = picture(sheet_of(a_challenge(), Options(style=style)).pdf(), 150)
    grey = page.convert("L")
    grey = grey if mode == "L" else grey.point(lambda value: 255 * (value > 128))
    red, blue, none = flag(grey, "C1", 150), flag(grey, "D4", 150), flag(grey, "A1", 150)
    dark = [sum(value < 160 for value in pixels) for pixels in (red, blue, none)]
    assert min(dark[:2]) > 20 > dark[2]
    assert sum(abs(a - b) > 100 for a, b in zip(red, blue, strict=True)) > 30


def test_ink_is_black_and_nothing_else(anna: Review) -> None:
    options, hidden = Options(style="ink"), a_challenge(kind="flip")
    documents = (
        sheet_of(hidden, options),
        blank_of(POND, options),
        cards_of(hidden, options),
        solutions_of([hidden], options),
        form_of([hidden], options),
        review_report([review_view(anna, None, "Anna")], options),
    )
    for data in (printed.pdf() for printed in documents):
        document = opened(data)
        found = set()
        for one in document.objects:
            if isinstance(one, pikepdf.Stream) and "/Length1" not in one and one.get("/Type") != "/EmbeddedFile":
                found |= set(re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\n", one.read_bytes()))
            assert not (isinstance(one, pikepdf.Dictionary) and "/ShadingType" in one)
        assert {float(level) for colour in found for level in colour} | {1} == {0, 1}
        assert all(len(set(colour)) == 1 for colour in found)


def test_a_browser_page_stands_alone() -> None:
    for html in (
        sheet_of(a_challenge(kind="flip")).html(),
        blank_of(POND).html(),
        solutions_of([a_challenge()]).html(),
    ):
        assert all(address.startswith("data:") for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", html))
        assert not re.search(r"<(?:link|script|img|iframe|object)\b|\shref=|\ssrc=", html)
        assert html.count("@font-face") == 3
        assert '<html lang="en">' in html


def without_weasyprint(script: str) -> subprocess.CompletedProcess[str]:
    hidden = "import sys; sys.modules['weasyprint'] = None; "
    return subprocess.run(
        [sys.executable, "-c", hidden + script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_a_machine_without_pango_still_makes_pages_for_a_browser() -> None:
    ran = without_weasyprint(
        "from tests.sheets import *; from hashi_solver.sheet import *; "
        "print(len(sheet_of(a_challenge()).html()) > 10_000)"
    )
    assert ran.stdout == "True\n", ran.stderr


def test_a_machine_without_pango_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(HashiError, match=r"Pango.*hashi doctor.*--html") as told:
        sheet_of(a_challenge()).pdf()
    assert told.value.exit_code == 2


@pytest.mark.parametrize("name", HOSTILE)
def test_names_from_files_do_nothing(name: str) -> None:
    layout = Layout("hostile", name, POND.grid)
    challenge = a_challenge(layout, day=None)
    for html in (sheet_of(challenge).html(), blank_of(layout).html(), solutions_of([challenge]).html()):
        assert "<img" not in html
        assert "<script" not in html
        assert "<link" not in html
        assert "\u202e" not in html
        assert "7 * 7" in html or "7 * 7" not in name
        assert "W" * 100 not in html
    assert len(opened(sheet_of(challenge).pdf()).pages) == 1
    assert len(opened(blank_of(layout).pdf()).pages) == 1


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1/", "hashi-font:../css/page.css"])
def test_nothing_is_fetched_but_fonts(address: str) -> None:
    with pytest.raises(ValueError, match=r"protocol|unknown"):
        pdf.font_fetcher().fetch(address)
    assert pdf.font_fetcher().fetch("hashi-font:Inter-Regular.woff").read()[:4] == b"\0\1\0\0"


def test_a_picture_that_sneaked_in_would_be_heard(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "weasyprint")
    with pytest.raises(AssertionError, match="etc/passwd"), deaf_to_nothing():
        pdf.write_pdf('<html lang="en"><title>x</title><img alt="x" src="file:///etc/passwd">', "normal")
