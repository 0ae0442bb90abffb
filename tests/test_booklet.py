"""Booklets: what is in the document, the index, volumes that already exist, Ctrl-C."""

from __future__ import annotations

import datetime
import json
import multiprocessing
import os
import re
import signal
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from hashi_solver.challenge import Challenge
from hashi_solver.errors import HashiError, InputError
from hashi_solver.languages import language
from hashi_solver.notation.records import parse_record
from hashi_solver.processes import TRIES
from hashi_solver.sheet import (
    Booklet,
    Options,
    booklet_cards_of,
    booklet_of,
    booklet_solutions_of,
    pdf,
    volumes,
)
from hashi_solver.sheet.booklet import front_pages, html, title
from hashi_solver.sheet.example import example
from hashi_solver.sheet.volumes import Volume, WrittenVolume, identifier_of, write_volumes
from tests.sheets import DAY, ON_PAPER, a_challenge, deaf_to_nothing, overflows
from tests.test_sheet import elements, glyphs, opened


@pytest.fixture(autouse=True)
def no_warnings() -> Iterator[None]:
    with deaf_to_nothing():
        yield


def days(count: int, first: datetime.date = DAY, **wishes: Any) -> tuple[Challenge, ...]:
    """Give every day the same deal: its cards do not matter here."""
    one = a_challenge(**wishes)
    found = (first + datetime.timedelta(number) for number in range(count))
    return tuple(replace(one, day=day) for day in found)


def bookmarks(item: Any) -> list[Any]:
    """Titles, each with the titles below it."""
    found = []
    while item is not None:
        found.append((str(item.Title), bookmarks(item.get("/First"))))
        item = item.get("/Next")
    return found


def page_of(document: pikepdf.Pdf, target: Any) -> int:
    return next(number for number, page in enumerate(document.pages, 1) if page.objgen == target[0].objgen)


def targets_of(document: pikepdf.Pdf) -> list[int]:
    """The pages that the links of the document lead to, in their order."""
    named = document.Root.Names.Dests.Names
    places = {str(named[at]): named[at + 1] for at in range(0, len(named), 2)}
    links = [link for page in document.pages for link in page.get("/Annots", []) if link.Subtype == "/Link"]
    return [
        page_of(document, places[str(link.Dest)] if isinstance(link.Dest, pikepdf.String) else link.Dest)
        for link in links
    ]


@pytest.mark.parametrize(
    ("style", "count", "sheet", "solved"), [("normal", 5, 1, 2), ("large", 3, 2, 3), ("ink", 2, 1, 1)]
)
def test_a_booklet_has_cover_rules_index_sheets_and_solutions(style: Any, count: int, sheet: int, solved: int) -> None:
    options = Options("pl", "letter", style, "end")
    document = opened(booklet_of(Booklet(days(count)), options).pdf())
    assert len(document.pages) == front_pages(count, options) + count * sheet + solved
    assert str(document.Root.Lang) == "pl"
    assert str(document.docinfo["/Title"]) == f"Hashi · 18–{17 + count} listopada 2026 · Old Pond"
    with document.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
    told = [str(element.Alt) for element in elements(document) if element.S == "/Figure" and "/Alt" in element]
    assert len(told) == sum(element.S == "/Figure" for element in elements(document))
    assert all(told)
    assert 0 not in glyphs(document)
    cover, rules, index, solutions = bookmarks(document.Root.Outlines.First)
    assert (cover[0], rules[0], index[0], solutions[0]) == (
        f"18–{17 + count} listopada 2026",
        "Jak grać",
        "Wyzwania",
        "Rozwiązania",
    )
    assert [name for name, _ in index[1]] == [
        f"Nr {number} · {number - 304} listopada 2026" for number in range(322, 322 + count)
    ]
    assert [name for name, _ in solutions[1]] == [name for name, _ in index[1]]


@pytest.mark.parametrize("style", ["normal", "large"])
def test_the_index_names_the_pages_where_the_sheets_are(style: Any) -> None:
    options = Options(style=style)
    book = Booklet(days(3))
    document = opened(booklet_of(book, options).pdf())
    html_rows = re.findall(
        r'<a href="#challenge-\d+">(\d+)</a>.*?<td>(\d+)</td><td class="mine">', html(book, options, "print"), re.S
    )
    first = front_pages(3, options) + 1
    step = 2 if style == "large" else 1
    assert html_rows == [(str(322 + number), str(first + step * number)) for number in range(3)]
    assert targets_of(document) == [int(page) for _, page in html_rows]


def test_hidden_cards_are_a_document_of_their_own() -> None:
    book = Booklet(days(4, kind="flip"))
    told = html(book, Options(solutions="end"), "print")
    kinds = re.findall(r'<article class="page ([a-z -]+)"', told)
    assert [kind.split()[0] for kind in kinds] == ["cover", "how-to-play", "index", *["sheet"] * 4, "solutions"]
    cards = booklet_cards_of(book)
    document = opened(cards.pdf())
    assert document.Root.ViewerPreferences.Duplex == "/Simplex"
    assert "The cards" in str(document.docinfo["/Title"])
    pages = cards.html().split('<article class="page strip-page">')[1:]
    assert len(document.pages) == len(pages) == 3  # beside the first strip stands how to use it, then two a page
    headings = [re.findall(r'<div class="cards-head"><h2>(.*?)</h2><p>(.*?)</p>', page) for page in pages]
    wanted = [(f"No. {322 + number} · {18 + number} November 2026", "Old Pond") for number in range(4)]
    assert headings == [wanted[:1], wanted[1:3], wanted[3:]]
    assert re.findall(r"<(h\d)>", "".join(pages)) == ["h1", *["h2"] * 4]  # as a screen reader meets them


def test_the_challenges_travel_inside_as_one_document() -> None:
    document = opened(booklet_of(Booklet(days(2))).pdf())
    (name,) = document.attachments
    inside = json.loads(document.attachments[name].get_file().read_bytes())
    assert inside["format"] == "hashi-challenges/1"
    assert [one["day"] for one in inside["challenges"]] == ["2026-11-18", "2026-11-19"]


def test_the_same_booklet_has_the_same_bytes() -> None:
    one, again, another = (booklet_of(Booklet(days(count))).pdf() for count in (1, 1, 2))
    assert one == again
    assert one != another


def test_solutions_of_their_own_have_a_title_and_no_sheets() -> None:
    document = opened(booklet_solutions_of(Booklet(days(5))).pdf())
    assert len(document.pages) == 2
    assert "Solutions" in str(document.docinfo["/Title"])
    ((name, below),) = bookmarks(document.Root.Outlines.First)
    assert (name, len(below)) == ("Solutions", 5)


def test_what_a_booklet_is_called() -> None:
    english = language("en")
    november = Booklet(days(30, datetime.date(2026, 11, 1)))
    assert title(november, english) == "November 2026"
    assert title(Booklet(days(29, datetime.date(2026, 11, 1))), english) != "November 2026"
    assert title(Booklet((a_challenge(day=None),) * 3), english) == "3 challenges"
    assert title(Booklet((a_challenge(day=None),) * 3, 2, 4), english) == "3 challenges · Volume 2 of 4"


def test_challenges_without_days_are_counted() -> None:
    book = Booklet((a_challenge(day=None),) * 2)
    told = html(book, Options(), "print")
    assert re.findall(r"<h1>(Challenge \d)</h1>", told) == ["Challenge 1", "Challenge 2"]
    # A sheet that is torn out knows its board.
    assert told.count('<p class="detail">Old Pond · Open challenge</p>') == 2
    assert [each.number for each in book.challenges] == [None, None]  # a document with a number needs its day


def test_a_second_volume_counts_on() -> None:
    book = Booklet((a_challenge(day=None),) * 2, 2, 2, first=32)
    told = html(book, Options(), "print")
    assert re.findall(r"<h1>(Challenge \d+)</h1>", told) == ["Challenge 32", "Challenge 33"]
    assert re.findall(r'<a href="#challenge-\d+">(\d+)</a>', told) == ["32", "33"]
    assert "No. 32–33" in told
    assert ">32</text>" in told  # on the cover
    volume = Volume(("ONE",), {}, 2, 2)
    assert volumes.fingerprint(volume, Options(), "sheets") != volumes.fingerprint(
        replace(volume, first=32), Options(), "sheets"
    )


def test_only_a_month_of_a_year_shows_the_year() -> None:
    month = days(30, datetime.date(2026, 11, 1))
    assert "Calendar of the year 2026; November is marked." in html(Booklet(month, 11, 12), Options(), "print")
    assert "Calendar of the year" not in html(Booklet(month), Options(), "print")
    assert "Calendar of the year" not in html(Booklet(month[:5], 11, 12), Options(), "print")


def test_a_short_calendar_leaves_room_for_the_board() -> None:
    assert '<div class="cover-picture">' in html(Booklet(days(5)), Options(), "print")
    assert '<div class="cover-picture">' not in html(Booklet(days(30, datetime.date(2026, 11, 1))), Options(), "print")


def test_the_example_is_told_without_the_name_of_its_board() -> None:
    told = html(Booklet(days(1)), Options(), "print")
    assert "The example after three rounds. Numbers: 3 on A1, 3 on D1 and 2 on A3." in told
    assert "board example" not in told


def test_the_example_is_a_legal_game_and_says_what_it_shows() -> None:
    shown = example()
    names = [island.name for island in shown.final.game.layout.islands if shown.final.finished >> island.index & 1]
    assert names == ["A1", "D1", "A3"]
    cards = " ".join(str(line.card) for line in shown.lines)
    typed = "\n".join(line.typed for line in shown.lines)
    record = parse_record(f"Layout: example\nDeck: {cards}\nStart: {shown.start}\n{typed}\n")
    drawn = [sorted(map(str, play.bridges)) for play in record.plays]
    assert drawn == [sorted(str(tuple(name.split("-"))) for name in line.bridges) for line in shown.lines]


@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_no_text_leaves_its_box(code: str, paper: Any) -> None:
    book = Booklet(days(1, kind="flip", fixed=False))
    for style in ("normal", "large"):
        options = Options(code, paper, style, "none")
        document = pdf.render(html(book, options, "print"), options.style)
        front = front_pages(1, options)
        found = [text for text in overflows(document) if int(text.split(":")[0].removeprefix("page ")) <= front]
        assert not found


def test_a_browser_page_stands_alone() -> None:
    told = booklet_of(Booklet(days(2))).html()
    assert told.count("@font-face") == 3
    assert not re.search(r"<(?:link|script|img|iframe|object)\b|\ssrc=", told)
    assert set(re.findall(r'\shref="([^"]*)"', told)) == {"#challenge-1", "#challenge-2"}


def two_volumes(folder: Path) -> list[Volume]:
    return [
        Volume(("ONE", "TWO"), {"sheets": folder / "1.pdf", "solutions": folder / "1-solutions.pdf"}, 1, 2),
        Volume(("THREE", "FOUR"), {"sheets": folder / "2.pdf", "solutions": folder / "2-solutions.pdf"}, 2, 2),
    ]


def make(volume: Volume) -> Iterable[Challenge]:
    first = DAY + datetime.timedelta(2 * volume.number)
    return (replace(each, code=code) for each, code in zip(days(2, first), volume.codes, strict=True))


@pytest.fixture
def nothing_is_left_over(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """In the folder for temporary files, by this process or by those that it starts."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    yield
    assert not list(folder.iterdir())


@pytest.mark.usefixtures("nothing_is_left_over")
def test_volumes_that_are_there_are_kept_and_the_rest_is_made(tmp_path: Path) -> None:
    wanted = two_volumes(tmp_path)
    (first,) = write_volumes(wanted[:1], make, Options())
    assert first == WrittenVolume(wanted[0], kept=False)
    bytes_before = wanted[0].files["sheets"].read_bytes()
    made: list[int] = []

    def noted(volume: Volume) -> Iterable[Challenge]:
        made.append(volume.number)
        return make(volume)

    told: list[str] = []
    assert list(write_volumes(wanted, noted, Options(), told.append)) == [
        WrittenVolume(wanted[0], kept=True),
        WrittenVolume(wanted[1], kept=False),
    ]
    assert made == [2]
    assert "volume 2 of 2: 1 of 2 challenges" in told
    assert wanted[0].files["sheets"].read_bytes() == bytes_before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1-solutions.pdf", "1.pdf", "2-solutions.pdf", "2.pdf"]


def test_a_volume_of_another_request_or_without_its_end_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (volume,) = wanted = [Volume(("ONE", "TWO"), {"sheets": tmp_path / "1.pdf"})]
    list(write_volumes(wanted, make, Options(solutions="none")))
    path = volume.files["sheets"]
    assert volumes.is_there(volume, Options(solutions="none"))
    assert not volumes.is_there(volume, Options("pl", solutions="none"))
    assert not volumes.is_there(replace(volume, codes=("ONE", "SIX")), Options(solutions="none"))
    with monkeypatch.context() as patch:
        patch.setattr(volumes, "account", lambda kind: f"of another {kind}")
        assert not volumes.is_there(volume, Options(solutions="none"))
    whole = path.read_bytes()
    for half in (whole[: len(whole) // 2], b"", b"%PDF-1.7 startxref 99999999 %%EOF", whole + b"more"):
        path.write_bytes(half)
        assert identifier_of(path) is None
    path.unlink()
    assert identifier_of(path) is None


@pytest.mark.usefixtures("nothing_is_left_over")
def test_ctrl_c_leaves_whole_volumes_only(tmp_path: Path) -> None:
    wanted = two_volumes(tmp_path)

    def broken_off(volume: Volume) -> Iterator[Challenge]:
        yield next(iter(make(volume)))
        if volume.number == 2:
            raise KeyboardInterrupt
        yield list(make(volume))[1]

    with pytest.raises(KeyboardInterrupt):
        list(write_volumes(wanted, broken_off, Options()))
    assert not list(tmp_path.iterdir())  # the first was still being drawn
    done = list(write_volumes(wanted[:1], make, Options()))
    with pytest.raises(KeyboardInterrupt):
        list(write_volumes(wanted, broken_off, Options()))
    assert sorted(tmp_path.iterdir()) == sorted(done[0].volume.files.values())


@contextmanager
def drawing_killed(first: int) -> Iterator[list[int]]:
    """Kill the first `count` processes that draw as soon as they start."""
    killed: list[int] = []
    start = multiprocessing.context.SpawnProcess.start

    def killed_at_once(process: multiprocessing.context.SpawnProcess) -> None:
        start(process)
        if len(killed) < first and process.pid is not None:
            os.kill(process.pid, signal.SIGKILL)
            killed.append(process.pid)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multiprocessing.context.SpawnProcess, "start", killed_at_once)
        yield killed


@pytest.mark.usefixtures("nothing_is_left_over")
def test_a_booklet_whose_process_is_killed_is_drawn_again(tmp_path: Path) -> None:
    (volume, _) = two_volumes(tmp_path)
    with drawing_killed(TRIES - 1) as killed:
        ((written),) = write_volumes([volume], make, Options())
    assert (len(killed), written.kept) == (TRIES - 1, False)
    assert volumes.is_there(volume, Options())


@pytest.mark.usefixtures("nothing_is_left_over")
def test_a_booklet_whose_process_is_always_killed_is_given_up(tmp_path: Path) -> None:
    (volume, _) = two_volumes(tmp_path)
    with (
        drawing_killed(99) as killed,
        pytest.raises(InputError, match=rf"1.pdf: given up after {TRIES} tries: its process was killed"),
    ):
        list(write_volumes([volume], make, Options()))
    assert len(killed) == TRIES + 1  # the first file's, and once the other's
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("options", "kind", "pages"),
    [
        (Options(), "open", 31),
        (Options(), "flip", 47),
        (Options(solutions="end"), "open", 39),
        (Options(style="large", solutions="end"), "flip", 109),
    ],
)
def test_what_takes_much_memory_to_draw_is_drawn_with_no_solver_beside_it(
    monkeypatch: pytest.MonkeyPatch, options: Options, kind: str, pages: int
) -> None:
    told: list[str] = []

    class Rendering:
        def __init__(self, volume: Volume, made: Any, _: object, *, alone: bool) -> None:
            self.volume = volume
            self.fills_memory = volumes.pages_to_draw(made, options) > volumes.MOST_PAGES_BESIDE
            told.append(f"{volume.number} begun")

        def written(self, stop: object = None) -> WrittenVolume:
            told.append(f"{self.volume.number} drawn")
            return WrittenVolume(self.volume, kept=False)

    def solve(volume: Volume) -> Iterator[Challenge]:
        told.append(f"{volume.number} solved")
        yield from days(31, kind=kind)

    monkeypatch.setattr(volumes, "_Rendering", Rendering)
    list(write_volumes([Volume((), {"sheets": Path("missing")}, number, 2) for number in (1, 2)], solve, options))
    assert volumes.pages_to_draw(days(31, kind=kind), options) == pages
    beside = ["1 solved", "1 begun", "2 solved", "1 drawn", "2 begun", "2 drawn"]
    apart = ["1 solved", "1 begun", "1 drawn", "2 solved", "2 begun", "2 drawn"]
    assert told == (beside if pages == 31 else apart)


def test_the_last_volume_is_drawn_by_a_process_for_each_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[list[str]] = []

    class Drawing:
        def __init__(self, job: partial[list[bytes]]) -> None:
            drawn.append(list(job.args[-1]))

        def files(self, _source: str, _stop: object) -> list[bytes]:
            return [b"a"] * len(drawn[-1])

    monkeypatch.setattr(volumes, "DrawingProcess", Drawing)
    list(write_volumes(two_volumes(tmp_path), make, Options()))
    assert drawn == [["sheets", "solutions"], ["sheets"], ["solutions"]]


def test_what_stops_the_drawing_is_told_by_the_one_who_asked(tmp_path: Path) -> None:
    missing = Volume(("ONE",), {"sheets": tmp_path / "no" / "1.pdf"})
    with pytest.raises(HashiError, match="cannot be written"):
        list(write_volumes([missing], lambda _: days(1), Options()))
