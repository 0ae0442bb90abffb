"""What a hand, weak eyes, a copier and a screen reader need of a sheet, measured."""

from __future__ import annotations

import datetime
import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from weasyprint import Document

from hashi_solver.board import Layout
from hashi_solver.drawing.svg import LABELS, PITCH, RADIUS, RING, board_size
from hashi_solver.library import language_codes
from hashi_solver.notation.records import parse_record
from hashi_solver.record import WrittenStart
from hashi_solver.review.ceiling import Review
from hashi_solver.rules import Play
from hashi_solver.scoring import Breakdown
from hashi_solver.sheet import (
    PAPERS,
    STYLES,
    Booklet,
    Options,
    Paper,
    Style,
    booklet,
    cards_of,
    pages,
    pdf,
    pictures,
    sheet_of,
    solutions_of,
)
from hashi_solver.sheet.challenges import box_of
from hashi_solver.sheet.results import form_of, results_of
from hashi_solver.sheet.review import review_report
from hashi_solver.views.ranking import PlayedAlone, ranking_view
from hashi_solver.views.review import review_view
from tests.own_boards import POND
from tests.sheets import (
    CODE,
    LONGEST,
    PrintedText,
    a_challenge,
    deaf_to_nothing,
    overflows,
    overlaps,
    places,
    printed_texts,
)
from tests.test_booklet import days
from tests.test_review_report import some_fair_view
from tests.test_sheet import elements, elements_below, opened, picture, words_of

NINE = Layout(
    "nine",
    "Nine by nine",
    (
        "o...b...r",
        ".........",
        "r.o...o..",
        ".........",
        "o.b.o.o.o",
        ".........",
        "r...b...o",
        ".........",
        "o.o...r.o",
    ),
)
TALL = Layout("tall", "Twelve rows", (*NINE.grid[:8], *[NINE.grid[1]] * 3, NINE.grid[8]))
MILLIMETRES = 25.4
LEAST: dict[Style, float] = {"normal": 7, "large": 12, "ink": 7}
LARGE = 16
# What one need not read to play: names of fields, remarks, the ladder, the foot, the code.
REST = {"label", "note", "detail", "difficulty", "grade", "top-who", "foot", "rung", "code", "pile-rounds", "turn-due"}
REST |= {"card-pile-name", "either-points", "solution-code", "sum", "cards-strip", "thead", "cover-low", "results-foot"}
REST |= {"heading", "cover-notice", "form-when"}
CHARACTER = 3.0  # millimetres that a written character needs
EDGE = 0.55  # millimetres: the sides of boxes are thinner


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with deaf_to_nothing():
        yield


def documents(layout: Layout, options: Options) -> Iterator[str]:
    """The HTML of every kind of document: sheets, solutions, a blank board, cards, round by round, a form."""
    challenges = [a_challenge(layout), a_challenge(layout, kind="flip", fixed=False, day=None)]
    yield pages.sheets(challenges, replace(options, rules=True), "print")
    yield pages.solutions(challenges, options, "print")
    yield pages.blank(layout, options, "print")
    yield pages.cards(challenges[1:], options, "print")
    yield pages.solutions(challenges[:1], replace(options, solutions="worked"), "print")
    yield form_of(challenges, options).draw("print")
    yield form_of(challenges[:1], options).draw("print")


def reports(found: Review, options: Options) -> Iterator[str]:
    """The HTML of a review, of several side by side, and of the results of an evening with one and three challenges."""
    games = [review_view(found, some_fair_view(found), name) for name in ("Anna", "Ben")]
    yield review_report(games, options).draw("print")
    for codes in (("",), (CODE, "B", "C")):
        played = [
            PlayedAlone(f"Player {number}", code, POND, Breakdown(34, 9, 7, 8), True, "perfect")
            for code in codes
            for number in range(13)
        ]
        yield results_of(ranking_view(played), options).draw("print")


def too_small(document: Document, style: Style) -> list[PrintedText]:
    """What is smaller than it may be."""
    found = list(printed_texts(document))
    small = [text for text in found if text.points < LEAST[style] - 0.01]
    if style == "large":
        small += [text for text in found if text.points < LARGE - 0.01 and not REST & set(text.classes)]
    return small


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_type_is_large_enough_and_nothing_is_printed_on_something_else(code: str, paper: Paper, style: Style) -> None:
    for html in documents(NINE, Options(code, paper, style)):
        document = pdf.render(html, style)
        assert list(overlaps(document)) == []
        assert too_small(document, style) == []


@pytest.mark.parametrize("style", ["normal", "large"])
@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_a_report_has_no_smaller_type(code: str, paper: Paper, style: Style, anna: Review) -> None:
    for html in reports(anna, Options(code, paper, style)):
        document = pdf.render(html, style)
        assert list(overlaps(document)) == []
        assert list(overflows(document)) == []
        assert too_small(document, style) == []


@pytest.mark.parametrize("style", ["normal", "large"])
@pytest.mark.parametrize(("code", "paper"), LONGEST)
def test_a_booklet_has_no_smaller_type(code: str, paper: Paper, style: Style) -> None:
    long_name = replace(NINE, name="The harbour of the long bridges at dawn")
    several = Booklet((a_challenge(day=None), a_challenge(long_name, day=None)))
    week, year = days(9, datetime.date(2026, 11, 28)), days(31, datetime.date(2026, 12, 1))
    for book in (several, Booklet(week), Booklet(year, 12, 12)):
        html = without_sheets(booklet.html(book, Options(code, paper, style), "print"))
        document = pdf.render(html, style)
        assert list(overlaps(document)) == []
        assert [found for found in overflows(document) if "foot-left" not in found] == []  # it may be cut off
        assert too_small(document, style) == []


def without_sheets(html: str) -> str:
    """A booklet as far as its index: sheets are measured elsewhere."""
    return re.sub(r'<article class="page sheet.*?</article>', "", html, flags=re.DOTALL)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("layout", [POND, NINE, TALL], ids=lambda layout: layout.id)
def test_islands_are_wide_enough_to_write_in(layout: Layout, paper: Paper, style: Style) -> None:
    most = pages.BOARD_HEIGHTS["large", paper] if style == "large" else pages.BOARD_HEIGHTS[paper]
    look, scale = pictures.fitted(layout, style, 186 if style == "large" else 132, most)
    least = 15 if style == "large" else 8.5 if layout.rows < 10 else 7
    assert (2 * look.radius - RING) * scale >= least
    assert look.coordinate * scale / MILLIMETRES * 72 >= (LARGE if style == "large" else LEAST[style])


def test_islands_that_adjoin_keep_a_line_between_them_and_that_is_said(own_boards: None) -> None:
    """On a large board they cannot be as wide as large print wants."""
    beside = Layout("beside", "Beside", ("oo..........", *["." * 12] * 10, "...........o"))
    look, scale = pictures.fitted(beside, "large", 186, 190)
    assert PITCH - 2 * look.radius >= 2
    assert pages.island_in_large_type(beside, "a4") == pytest.approx((2 * look.radius - RING) * scale)
    assert pages.island_in_large_type(beside, "a4") < 13


@pytest.mark.parametrize("layout", [POND, NINE, TALL], ids=lambda layout: layout.id)
def test_wide_islands_hide_no_line_and_no_flag(layout: Layout) -> None:
    radius = pictures.widest(layout)
    places = [(PITCH * island.column, PITCH * island.row) for island in layout.islands]
    for line in layout.lines:
        (x, y), (to_x, to_y) = places[line.a], places[line.b]
        assert abs(to_x - x) + abs(to_y - y) > 2 * radius + 2
        for at, (across, down) in enumerate(places):
            if at not in (line.a, line.b) and (x <= across <= to_x or y <= down <= to_y):
                aside = abs(down - y) if x <= across <= to_x and line.horizontal else abs(across - x)
                inside = x <= across <= to_x if line.horizontal else y <= down <= to_y
                assert not inside or aside > radius + 1
    for island, (x, y) in zip(layout.islands, places, strict=True):
        corners = [(x + 3.95 + 0.7 * (radius - RADIUS) + wide, y - 10.2 - 0.7 * (radius - RADIUS)) for wide in (0, 5.2)]
        for corner, place in itertools.product(corners if island.flag else (), places):
            assert place == (x, y) or math.dist(corner, place) >= radius - 0.1


def dark_runs(row: list[int]) -> list[tuple[int, int]]:
    """The stretches of dark pixels: where each begins and ends."""
    found, begin = [], None
    for at, value in enumerate([*row, 255]):
        if value < 128 and begin is None:
            begin = at
        elif value >= 128 and begin is not None:
            found.append((begin, at))
            begin = None
    return found


@cache
def printed(layout: Layout, style: Style, paper: Paper, dots: int) -> tuple[Image.Image, ...]:
    data = sheet_of(a_challenge(layout), Options(paper=paper, style=style)).pdf()
    return tuple(picture(data, dots, page).convert("L") for page in range(2 if style == "large" else 1))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_character_of_a_record_has_three_millimetres(paper: Paper, style: Style) -> None:
    """`C12` and `C12-J12`: three characters for the island, and for each end of a bridge."""
    dots = 300
    challenge = a_challenge(TALL)
    html = pages.sheets([challenge], Options(paper=paper, style=style), "print")
    rows = [place for place in places(pdf.render(html, style)) if "slots" in place.classes]
    assert len(rows) == len(challenge.deal.deck.cards)
    for row, card in zip(rows, challenge.deal.deck.cards, strict=True):
        page = printed(TALL, style, paper, dots)[row.page - 1]
        box = [round(side / MILLIMETRES * dots) for side in (row.left, row.top, row.right, row.bottom)]
        cell = page.crop((box[0] + 1, box[1] + 4, box[2] - 1, box[3] - 4))
        widths: list[float] = []
        lines = itertools.groupby(range(cell.height), key=lambda y: len(dark_runs(pixels(cell, y))))
        for edges, group in lines:
            place = list(group)
            runs = dark_runs(pixels(cell, place[len(place) // 2]))
            thin = all(end - begin < EDGE / MILLIMETRES * dots for begin, end in runs)  # not along a box or a dash
            if edges and edges % 2 == 0 and thin and len(place) > EDGE / MILLIMETRES * dots:
                found = [(runs[at + 1][0] - runs[at][1]) / dots * MILLIMETRES for at in range(0, edges, 2)]
                widths += found if not widths or len(found) != len(widths) else []
        assert widths, row
        assert min(widths) >= 3 * CHARACTER
        assert len(widths) >= 3 if card.bridges == 1 else len(widths) > 3


def pixels(picture: Image.Image, row: int) -> list[int]:
    return list(picture.crop((0, row, picture.width, row + 1)).tobytes())


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("layout", [POND, NINE], ids=lambda layout: layout.id)
def test_a_copy_in_pure_black_still_has_every_line(layout: Layout, style: Style) -> None:
    """A copier in text mode and a fax know black and white only, at 200 dots an inch."""
    dots = 200
    page = printed(layout, style, "a4", dots)[0].point(lambda value: 255 * (value > 128))
    width, height, top = 132.0, pages.BOARD_HEIGHTS["a4"], 21.0
    if style == "large":
        width, height, top = 186.0, pages.BOARD_HEIGHTS["large", "a4"], 47.0
    look, scale = pictures.fitted(layout, style, width, height)
    across, down = (scale * size for size in board_size(layout, look))
    left, top = 12 + (width - across) / 2, 14 + top + (height - down) / 2

    def at(column: float, row: float) -> tuple[float, float]:
        x, y = (scale * (look.room + look.margin + PITCH * place) for place in (column, row))
        return left + x, top + y

    for line in layout.lines:
        ends = [layout.islands[end] for end in (line.a, line.b)]
        (x, y), (to_x, to_y) = (at(end.column, end.row) for end in ends)
        room = scale * (look.radius + 1)
        apart = abs(to_x - x) + abs(to_y - y)
        steps = int((apart - 2 * room) / (scale * PITCH / 10))
        dark = 0
        for step in range(int(apart / MILLIMETRES * dots)):
            share = step / (apart / MILLIMETRES * dots)
            here = x + (to_x - x) * share, y + (to_y - y) * share
            if room < share * apart < apart - room:
                dark += page.getpixel((round(here[0] / MILLIMETRES * dots), round(here[1] / MILLIMETRES * dots))) == 0
        assert dark >= steps, line.name


def windows(page: NDArray[np.bool_], long: int) -> NDArray[np.int32]:
    """Count the true pixels of every horizontal stretch of length `long`."""
    sums = np.pad(np.cumsum(page, axis=1, dtype=np.int32), ((0, 0), (1, 0)))
    return sums[:, long:] - sums[:, :-long]


def thin_lines(page: NDArray[np.uint8], long: int) -> NDArray[np.bool_]:
    """Find where stretches of length `long` are all ink, with white above and below."""
    inked = windows(page < 230, long)
    line: NDArray[np.bool_] = inked == long
    white = inked == 0
    line[:4] = line[-4:] = False
    line[4:-4] &= white[:-8] & white[8:]
    return line


@pytest.mark.parametrize("style", STYLES)
def test_a_copy_in_pure_black_still_has_the_lines_of_tables(anna: Review, style: Style) -> None:
    dots = 200
    long = round(8 / MILLIMETRES * dots)
    options = Options(style=style)
    week = Booklet(days(7, datetime.date(2026, 11, 28)))
    front = without_sheets(booklet.html(week, options, "print")).replace('href="#', 'class="')
    hidden = [a_challenge(kind="flip")]
    blank, strip = pages.blank(POND, options, "print"), pages.cards(hidden, options, "print")
    for html in (blank, strip, form_of(hidden, options).draw("print"), front, *reports(anna, options)):
        data = pdf.render(html, style).write_pdf()
        for number in range(len(opened(data).pages)):
            page = np.asarray(picture(data, dots, number).convert("L"))
            for turned in (page, page.T):
                found = thin_lines(turned, long)
                black = turned <= 128
                black[1:-1] |= black[:-2] | black[2:]
                gone = np.argwhere(found & (windows(black, long) < 0.9 * long))
                assert not gone.size, (number, gone[0] / dots * MILLIMETRES)


def luminance(colour: str) -> float:
    whole = colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])
    parts = (int(whole[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str = "#ffffff") -> float:
    """The contrast of WCAG, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_computed_as_it_should_be() -> None:
    assert contrast("#000000") == pytest.approx(21)
    assert contrast("#777777") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("style", STYLES)
def test_contrast(style: Style) -> None:
    """At least 4.5 to 1 for text and 3 to 1 for lines; fills only decorate."""
    for html in documents(POND, Options(style=style)):
        for text in printed_texts(pdf.render(html, style)):
            white_on_black = {"pile-head", "cards-pile"} & set(text.classes) and style != "ink"
            assert contrast(text.colour, "#111" if white_on_black else "#fff") >= 4.5, text
        for colour in re.findall(r'stroke="(#[0-9a-f]{3,6})"', html):
            assert contrast(colour) >= 3, colour
    sheet = pages.style_sheet(style, "print")
    colours = re.findall(r"(?:border|--rule|--soft|--ink)[^;}]*?(#[0-9a-f]{3,6})\b", sheet)
    assert colours
    assert [colour for colour in colours if contrast(colour) < 3 and colour not in ("#fff", "#ffffff")] == []


def test_cards_are_read_with_their_bridges() -> None:
    """In the record, on the bar to cross out and on the strip: a number, then a picture that says the bridges."""
    words = ("un puente", "dos puentes", "tres puentes")
    open_one, hidden = a_challenge(), a_challenge(kind="flip")
    deck = hidden.deal.deck
    for printed, cards in (
        (sheet_of(open_one, Options("es")), (*deck.cards, deck.away)),
        (sheet_of(hidden, Options("es")), box_of(deck)),
        (cards_of(hidden, Options("es")), deck.cards),
    ):
        document = opened(printed.pdf())
        found = [str(one.Alt) for one in elements(document) if one.S == "/Figure" and str(one.Alt) in words]
        assert sorted(found) == sorted(words[card.bridges - 1] for card in cards if card)


def test_a_row_is_read_in_the_order_of_play() -> None:
    challenge = a_challenge()
    html = pages.sheets([challenge], Options(), "print")
    rows = [text.text for text in printed_texts(pdf.render(html, "normal")) if "pile" in text.classes]
    rounds = [(int(rows[at]), int(rows[at + 1])) for at in range(len(rows) - 1) if (rows[at] + rows[at + 1]).isdigit()]
    for number, card in enumerate(challenge.deal.deck.cards, start=1):
        assert (number, card.number) in rounds
    assert rows[:5] == ["Pile 1", "rounds 1–7", "Card", "on", "Bridges"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("code", language_codes())
def test_headings_are_in_order(code: str, style: Style) -> None:
    for html in documents(POND, Options(code, style=style)):
        levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
        assert levels[0] == 1
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels))


def test_what_the_tags_say() -> None:
    """Read back from the PDF: headings in order, words for every picture and every sign, heads for every table."""
    shown, hidden = a_challenge(), a_challenge(kind="flip")
    for printed, said in (
        (solutions_of([shown], Options("it")), ("Isole", "Bandiere rosse", "Bandiere blu", "Sei collegate")),
        (sheet_of(shown, Options("it", style="large")), ("Terminate le 3 isole con bandiera blu?",) * 2),
        (sheet_of(hidden, Options("it", half=True)), ("Bandiere rosse",) * 2),
        (form_of([shown], Options("it")), ("Giocatore",)),
    ):
        data = printed.pdf()
        document = opened(data)  # which must outlive what is taken from it
        found = list(elements(document))
        levels = [int(str(one.S)[2:]) for one in found if re.fullmatch(r"/H\d", str(one.S))]
        assert levels[0] == 1
        assert all(level <= before + 1 for before, level in itertools.pairwise(levels))
        assert all(str(one.get("/Alt", "")) for one in found if one.S == "/Figure")
        tables = [list(elements_below(one)) for one in found if one.S == "/Table"]
        assert all(any(cell.S == "/TH" for cell in table) for table in tables)
        words = " ".join(words_of(data).split())
        assert all(words.count(each) >= said.count(each) for each in said), said


def test_every_solution_has_a_title_of_its_own() -> None:
    days = [a_challenge(), a_challenge(day=None), a_challenge(kind="flip", day=None, layout=NINE)]
    titles = [re.findall(r"<title>(.*?)</title>", pages.solutions([one], Options(), "print"))[0] for one in days]
    assert len(set(titles)) == len(titles)


def test_what_a_sheet_asks_for_is_what_a_record_says() -> None:
    """The boxes of a row hold an island and the ends of bridges; those of the start a number and an island."""
    record = parse_record("Layout: side-a\nDeck: 5/3 2/1\nStart: 4 C3\n1. D1 C3-E3 C3-E3 E3-E5\n2. - C3-E3\n")
    assert record.start == WrittenStart(4, "C3")
    assert record.plays[0] == Play(5, "D1", (("C3", "E3"), ("C3", "E3"), ("E3", "E5")))


def test_a_page_for_a_browser_keeps_its_fills() -> None:
    """Without this, browsers print no backgrounds, and a forced dark mode turns them around."""
    html = sheet_of(a_challenge()).html()
    assert "print-color-adjust: exact" in html
    assert "color-scheme: only light" in html
    assert html.count('class="bars"') == len(a_challenge().deal.deck.cards) + 1


def test_small_boards_keep_their_coordinates_readable() -> None:
    look, scale = pictures.fitted(POND, "normal", 35, 37)
    assert look.coordinate * scale / MILLIMETRES * 72 >= LEAST["normal"]
    assert look.room > LABELS


def test_the_ruler_sees_texts_on_each_other() -> None:
    words = '<p style="position:absolute;left:0;top:{}mm">one</p><p style="position:absolute;left:0;top:0">two</p>'
    page = f'<html lang="en"><title>x</title>{words}'
    assert list(overlaps(pdf.render(page.format(9), "normal"))) == []
    assert len(list(overlaps(pdf.render(page.format(1), "normal")))) == 1
