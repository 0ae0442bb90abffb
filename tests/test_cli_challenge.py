"""`hashi challenge`, `hashi daily`, and codes wherever a record is taken."""

from __future__ import annotations

import datetime
import errno
import itertools
import json
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from rich.console import Console

from hashi_solver.app import challenges
from hashi_solver.challenge import Challenge, Deal, challenge_of, encode
from hashi_solver.challenge.seeded import daily_deal, deal_of_seed
from hashi_solver.documents.challenges import challenge_of_document
from hashi_solver.errors import InputError, Unproven
from hashi_solver.notation.layouts import format_layout
from hashi_solver.notation.records import format_record
from hashi_solver.record import Record
from hashi_solver.referee import record_of
from hashi_solver.sheet import HTML_INSTEAD, Options, writing
from hashi_solver.sheet.volumes import WrittenVolume
from hashi_solver.sheet.writing import Destination
from hashi_solver.targets import Targets, odds
from tests.boards import STANDARD
from tests.command import hashi, inside, refused
from tests.own_boards import MILL, POND, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

BOARD = POND
FIXED, FREE = deal_of_seed("1", BOARD), deal_of_seed("1", BOARD, "free")
FLIP = deal_of_seed("1", BOARD, "fixed", "flip")
CODE = encode(FIXED)
START = str(FIXED.written_start)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Targets without the 36 games."""

    def cheap(game: object, cards: Any, start: object, optimum: int, **_: object) -> Targets:
        difficulty, shortfall = 1 + (cards[0].number + cards[1].bridges) % 5, optimum - 35.5
        return Targets(35, 36, 38, 42, optimum, difficulty, shortfall, (0.5, 0.25, 0.1))

    monkeypatch.setattr("hashi_solver.challenge.challenges.targets", cheap)


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record what would be drawn; other tests draw it."""
    found: list[Any] = []

    def write_sheet(*call: object) -> list[object]:
        found.append(call[:3])
        return []

    def plan_found(*call: object) -> object:
        found.append(call)
        return writing.Plan((), lambda _: (), Options(), Destination(Path(), None, html=True))

    monkeypatch.setattr(writing, "ready_to_draw", lambda *_: nullcontext())
    monkeypatch.setattr(writing, "write_sheet", write_sheet)
    monkeypatch.setattr(writing, "plan_found", plan_found)
    return found


def told(*arguments: object) -> str:
    ran = hashi(*arguments)
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def test_a_code_gives_the_challenge_that_its_seed_made() -> None:
    by_seed = json.loads(told("challenge", "--seed", "1", "--json"))
    by_code = json.loads(told("challenge", CODE.lower(), "--json"))
    assert by_seed == by_code
    challenge = challenge_of_document(by_code)
    assert (challenge.deal, challenge.code) == (FIXED, CODE)


@pytest.mark.usefixtures("quick")
def test_the_code_of_a_day_gives_its_number_and_date_again() -> None:
    of_the_day = json.loads(told("daily", "--date", "2026-11-18", "--json"))
    assert json.loads(told("challenge", of_the_day["code"], "--json")) == of_the_day


@pytest.mark.usefixtures("quick")
def test_a_code_may_be_typed_in_three_words() -> None:
    assert told("challenge", *CODE.split("-")) == told("challenge", CODE)


@pytest.mark.usefixtures("quick")
def test_people_read_what_there_is_to_aim_at() -> None:
    out = told("challenge", CODE)
    for word in (
        CODE,
        "Old Pond",
        str(FIXED.deck),
        START,
        "☆ on this board, 5.0 of 5 among all boards",
        "par         35, what a good club player averages",
        "bronze 36, silver 38, gold 42\n            a good club player gets them in 1 of 2, 1 of 4 and 1 of 9 games\n",
        "proven",
        "★",
    ):
        assert word in out
    assert "1." not in out, "the best play is not told"


@pytest.mark.usefixtures("quick")
def test_a_flip_does_not_tell_its_cards() -> None:
    out = told("challenge", encode(FLIP))
    assert str(FLIP.deck) not in out
    assert str(FLIP.deck.cards[0]) not in out


@pytest.mark.usefixtures("quick")
def test_many_challenges_are_a_table_or_a_list() -> None:
    out = told("challenge", "--seed", "x", "--count", "3", "--start", "free", "--workers", "1")
    assert out.count("free") == 3
    document = json.loads(
        told("challenge", "--seed", "x", "--count", "3", "--start", "free", "--workers", "1", "--json")
    )
    assert list(document) == ["format", "challenges"]
    assert document["format"] == "hashi-challenges/1"
    assert [each["code"] in out for each in document["challenges"]] == [True] * 3
    assert document["challenges"][0]["code"] == encode(deal_of_seed("x", BOARD, "free"))


@pytest.mark.usefixtures("quick")
def test_a_narrow_terminal_does_not_cut_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_solver.cli.common.console", lambda: Console(highlight=False, width=30))
    out = told("challenge", "--seed", "1", "--count", "2", "--workers", "1", "--no-sheet")
    assert CODE in out
    assert "…" not in out


@pytest.mark.usefixtures("quick")
def test_a_search_says_after_how_many() -> None:
    ran = hashi("challenge", "--seed", "s", "--difficulty", "2", "--optimum", "54..60", "--workers", "1", "--json")
    assert ran.code == 0
    found = challenge_of_document(json.loads(ran.out))
    assert found.targets.difficulty == 2
    assert found.targets.perfect >= 54
    assert ran.err.startswith("1 of 1 found after ")


@pytest.mark.usefixtures("quick")
def test_a_search_that_gives_up_says_how_near_it_came() -> None:
    ran = hashi("challenge", "--seed", "s", "--optimum", "10", "--tries", "3", "--workers", "1")
    assert (ran.code, ran.out) == (1, "")
    assert "gave up after 3 seeds in a row without an optimum of 10; the nearest optimum was 5" in ran.err


@pytest.mark.usefixtures("quick")
def test_what_was_found_before_giving_up_is_shown() -> None:
    first = challenge_of(deal_of_seed("s", BOARD)).targets.difficulty
    ran = hashi("challenge", "--seed", "s", "--difficulty", first, "--count", "99", "--tries", "1", "--workers", "1")
    assert ran.code == 1
    assert encode(deal_of_seed("s", BOARD)) in ran.out
    assert "of 99 found" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "which challenge?"),
        (("5DAAF-G0NBM-49NJ",), "but here are 14"),
        (("5DAAF-G0NBM-49NJY",), "mistyped"),
        (("U",), "cannot be in a code"),
        ((CODE, "--board", "old-mill"), "belongs to another board than Old Mill"),
        ((CODE, "--seed", "1"), "leave out --seed"),
        ((CODE, "--kind", "flip", "--count", "2"), "leave out --count and --kind"),
        (("--seed", ""), "1 to 100 characters"),
        (("--seed", "x" * 101), "1 to 100 characters"),
        (("--seed", "\udcff"), "UTF-8"),
        (("--seed", "1", "--optimum", "58..x"), "58..60"),
        (("--seed", "1", "--optimum", "60..58"), "put the smaller number first"),
        (("--seed", "1", "--optimum", "57"), "no game can end with 57"),
        (("--seed", "1", "--difficulty", "6"), "a difficulty is a number of stars from 1 to 5, not 6"),
        (("--seed", "1", "--difficulty", "hard"), "a difficulty is a number of stars from 1 to 5, not hard"),
        (("--seed", "1", "--tries", "5"), "--tries needs something to search for: --difficulty or --optimum"),
        (("--seed", "1", "--count", "0"), "give a whole number from 1 to 366, not 0"),
        (("--seed", "1", "--board", "nowhere"), "no board is called nowhere"),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("challenge", *arguments)


def test_a_code_for_a_board_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_layout(STANDARD))
    deal = deal_of_seed("1", STANDARD)
    assert "give the board with --layout" in refused("challenge", encode(deal))
    assert "give the board with --layout" in refused("solve", encode(deal))
    document = json.loads(told("solve", encode(deal), "--layout", file, "--json"))
    assert (document["layout"], document["deck"]) == (STANDARD.id, list(map(str, deal.deck.cards)))


def test_ranges_of_totals() -> None:
    assert challenges.parse_range("58..60") == challenges.parse_range(" 58 - 60 ") == (58, 60)
    assert challenges.parse_range("58") == (58, 58)
    for text in ("", "..", "58..", "a", "5800", "58...60"):
        with pytest.raises(InputError, match="not a range"):
            challenges.parse_range(text)


@pytest.mark.usefixtures("quick")
def test_the_challenge_of_a_day() -> None:
    day = ("daily", "--date", "2026-11-18")
    out = told(*day, "--board", "old-mill")
    assert "No. 322, 2026-11-18" in out
    assert encode(daily_deal(datetime.date(2026, 11, 18), MILL)) in out
    found = challenge_of_document(json.loads(told(*day, "--kind", "flip", "--start", "free", "--json")))
    assert found.deal == daily_deal(datetime.date(2026, 11, 18), BOARD, "free", "flip")
    assert (found.number, found.day) == (322, datetime.date(2026, 11, 18))


@pytest.mark.usefixtures("quick")
def test_today_is_the_day_of_the_clock_on_the_wall() -> None:
    before = datetime.date.today()
    document = json.loads(told("daily", "--json"))
    assert document["day"] in {str(before), str(datetime.date.today())}


@pytest.mark.usefixtures("quick")
def test_the_days_beside_today_have_names() -> None:
    today = datetime.date.today()
    for word, away in (("yesterday", -1), ("today", 0), ("tomorrow", 1)):
        assert f", {today + datetime.timedelta(away)}\n" in told("daily", "--date", word)


@pytest.mark.usefixtures("quick")
def test_what_is_said_of_medals_agrees_everywhere() -> None:
    """The text of a day, that of its code, and the shares in JSON."""
    text, document = told("daily", "--date", "2026-11-18"), json.loads(told("daily", "--date", "2026-11-18", "--json"))
    assert told("challenge", document["code"]) == text
    assert json.loads(told("challenge", document["code"], "--json")) == document
    bronze, silver, gold = (f"{won} of {games}" for won, games in map(odds, document["reached"].values()))
    assert f"gets them in {bronze}, {silver} and {gold} games" in text
    aims = document["targets"]
    assert f"bronze {aims['bronze']}, silver {aims['silver']}, gold {aims['gold']}\n" in text
    assert f"\npar         {aims['par']}, " in text
    assert f"\nperfect     {aims['perfect']}, proven" in text


def test_how_many_seeds_are_left_is_estimated() -> None:
    hunt = challenges.challenge_asked(seed="x", difficulty=5, count=3)
    assert isinstance(hunt, challenges.Hunt)
    assert [round(hunt.seeds_left(tried, found)) for tried, found in ((0, 0), (10, 2), (95, 0))] == [15, 5, 300]
    plain = challenges.challenge_asked(seed="x", count=3)
    assert isinstance(plain, challenges.Hunt)
    assert plain.seeds_left(1, 1) == 2


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("script", [None, "exit 3", 'echo "$1" > opened'])
def test_a_sheet_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    sheet = writing.Document(tmp_path / "sheet.pdf", "the sheet")
    monkeypatch.setattr(writing, "write_sheet", lambda *_: [sheet, writing.Document(tmp_path / "more.pdf", "more")])
    if script is not None:
        opener = tmp_path / "xdg-open"
        opener.write_text(f"#!/bin/sh\n{script}\n")
        opener.chmod(0o755)
    with inside(tmp_path):
        ran = hashi("daily", "--date", "2026-11-18", "--open")
    sentence = f"{sheet.path}: no program on this machine could open it; open it yourself\n"
    assert ran.code == 0
    if script is not None and "echo" in script:
        assert (tmp_path / "opened").read_text() == f"{sheet.path}\n"
        assert "could open" not in ran.err
    else:
        assert ran.err.endswith(sentence)


@pytest.mark.usefixtures("quick")
def test_several_days() -> None:
    document = json.loads(told("daily", "--date", "2026-12-31", "--days", "2", "--workers", "1", "--json"))
    assert [(each["number"], each["day"]) for each in document["challenges"]] == [
        (365, "2026-12-31"),
        (366, "2027-01-01"),
    ]
    out = told("daily", "--date", "2026-12-31", "--days", "2", "--workers", "1", "--no-sheet")
    assert "365  2026-12-31" in out


def test_days_months_and_years() -> None:
    def days(
        day: str | None = None, count: int | None = None, month: str | None = None, year: str | None = None
    ) -> Any:
        found = challenges.days_of(day, count, month, year)
        return str(found[0]), str(found[-1]), len(found)

    assert days("2026-11-18") == ("2026-11-18", "2026-11-18", 1)
    assert days("2026-11-18", 31) == ("2026-11-18", "2026-12-18", 31)
    assert days(month="2026-12") == ("2026-12-01", "2026-12-31", 31)
    assert days(month="2028-02") == ("2028-02-01", "2028-02-29", 29)
    assert days(year="2027") == ("2027-01-01", "2027-12-31", 365)
    assert days(year="2028") == ("2028-01-01", "2028-12-31", 366)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--date", "18.11.2026"), "is not a day; write it as year-month-day, such as 2026-11-18, or yesterday, today"),
        (("--date", "2026-02-29"), "2026-02-29 is not in the calendar"),
        (("--date", "2025-12-31"), "No. 1 is that of 2026-01-01"),
        (("--days", "0"), "0"),
        (("--days", "-1"), "-1"),
        (("--month", "2026-13"), "is not a month"),
        (("--month", "2025-12"), "no daily challenge for 2025-12-01"),
        (("--month", "0000-12"), "is not a month"),
        (("--year", "27"), "is not a year"),
        (("--year", "0000"), "is not a year"),
        (("--year", "2025"), "no daily challenge for 2025-01-01"),
        (("--year", "2027", "--month", "2027-01"), "--month and --year name different days"),
        (("--date", "2027-01-01", "--month", "2027-01"), "--date and --month name different days"),
        (("--date", "9999-12-30", "--days", "5"), "go past the end of the calendar"),
        (("--board", "nowhere"), "no board is called nowhere"),
    ],
)
def test_days_that_cannot_be_understood(arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("daily", *arguments)


def test_ctrl_c_keeps_what_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    challenge = challenge_of(FIXED)

    def broken_off(*_: object, **__: object) -> Any:
        yield challenge
        raise Unproven

    monkeypatch.setattr("hashi_solver.challenge.many.daily_challenges", broken_off)
    ran = hashi("daily", "--days", "5", "--no-sheet")
    assert ran.code == 0
    assert CODE in ran.out
    assert ran.err == "stopped: 1 of 5 finished\n"
    assert len(json.loads(hashi("daily", "--days", "5", "--json").out)["challenges"]) == 1
    monkeypatch.setattr("hashi_solver.challenge.many.daily_challenges", _at_once)
    assert hashi("daily", "--days", "5", "--no-sheet").code == 130


def test_a_search_that_ctrl_c_ends_draws_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[Any]
) -> None:
    challenge = challenge_of(FIXED)

    def broken_off(*_: object, **__: object) -> Any:
        yield "1", challenge
        raise Unproven

    monkeypatch.setattr("hashi_solver.challenge.search.Search.run", broken_off)
    with inside(tmp_path):
        ran = hashi("challenge", "--seed", "1", "--count", "5")
    assert (ran.code, drawn[0][0]) == (0, challenge)
    assert ran.err == "stopped: 1 of 5 finished; run the same command again to resume\n"


@pytest.mark.usefixtures("quick")
def test_sheets_are_drawn_as_the_call_says(tmp_path: Path, drawn: list[Any]) -> None:
    told("challenge", CODE)
    (challenge, options, place) = drawn.pop()
    assert (challenge.code, options) == (CODE, Options())
    assert place == Destination(Path("output"), None, html=False)
    told("challenge", CODE, "--lang", "pl", "--paper", "letter", "--style", "ink", "--out", tmp_path, "--html")
    assert drawn.pop()[1:] == (Options("pl", "letter", "ink"), Destination(tmp_path, None, html=True))
    told("daily", "--date", "2026-11-18", "--solutions", "end")
    (challenge, options, _) = drawn.pop()
    assert (challenge.number, options) == (322, Options(solutions="end"))
    told("challenge", CODE, "--no-sheet")
    told("challenge", CODE, "--json")
    assert not drawn


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("challenge", CODE, "--out", "file"), "file: cannot be written: this is a file, not a folder"),
        (("challenge", CODE, "--out", "file/below"), "file: cannot be written: this is a file, not a folder"),
        (("challenge", CODE, "--out", "one.PNG"), "one.PNG: a sheet is a .pdf or .html file; a folder with"),
        (("challenge", CODE, "--out", "missing/one.pdf"), "its folder is not there"),
        (("challenge", CODE, "--out", "x" * 300), "cannot be written"),
        (("challenge", CODE, "--html", "--out", "one.pdf"), "--out names a PDF"),
        (("challenge", "--seed", "x", "--count", "32", "--out", "one.pdf"), "several sheets; name a folder"),
        (
            ("challenge", "--seed", "x", "--json", "--out", "one.json"),
            "--json prints to standard output: leave out --out",
        ),
        (("challenge", CODE, "--no-sheet", "--html"), "--no-sheet draws nothing: leave out --html"),
        (("daily", "--json", "--html", "--out", "here"), "leave out --out and --html"),
        (("daily", "--no-sheet", "--open"), "--no-sheet draws nothing: leave out --open"),
        (("daily", "--year", "2027", "--out", "one.pdf"), "several sheets; name a folder"),
    ],
)
def test_where_sheets_cannot_go_is_told_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    def too_late(*_: object, **__: object) -> Any:
        raise AssertionError("this took time")

    monkeypatch.setattr("hashi_solver.solver.solve", too_late)
    (tmp_path / "file").write_text("")
    with inside(tmp_path):
        assert says in refused(*arguments)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_without_permission_is_told_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    denied = mock.Mock(side_effect=PermissionError(errno.EACCES, "Permission denied"))
    monkeypatch.setattr("hashi_solver.notation.files.tempfile.TemporaryFile", denied)
    assert "cannot be written: permission denied" in refused("daily", "--days", "3", "--out", tmp_path)


def test_a_machine_that_cannot_print_says_so_before_anything_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi_solver.machine.LIBRARIES", {"Pango": ("no-such-library",)})
    monkeypatch.setattr("hashi_solver.solver.solve", mock.Mock(side_effect=AssertionError))
    for call in (("daily", "--month", "2027-01", "--fold"), ("challenge", CODE, "--press")):
        assert "needs the library Pango" in refused(*call, "--out", tmp_path)
    assert "needs the library Pango" in refused("daily", "--out", tmp_path / "sheet.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("quick")
def test_a_machine_that_cannot_print_makes_html_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[Any]
) -> None:
    monkeypatch.setattr("hashi_solver.machine.LIBRARIES", {"Pango": ("no-such-library",)})
    for more in ((), ("--days", "2")):
        ran = hashi("daily", "--date", "2026-11-18", *more, "--layout", "old-pond", "--out", tmp_path)
        assert ran.code == 0
        assert ran.err.splitlines()[0] == HTML_INSTEAD
    assert drawn[0][2] == Destination(tmp_path, None, html=True, instead=True)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"hashi-2026-11-18-to-2026-11-19-old-pond{part}.html" for part in ("", "-solutions")}
    assert all(path.read_text().lower().startswith("<!doctype html>") for path in tmp_path.iterdir())


@pytest.mark.usefixtures("quick")
def test_a_search_goes_on_where_it_was(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[Any]
) -> None:
    search = ("challenge", "--seed", "x", "--count", "3", "--workers", "1")
    with inside(tmp_path):
        told(*search, "--json")
        out = told(*search)
        assert not list(tmp_path.iterdir()), "what is kept is in the cache"
        assert len(list((cache / "hashi" / "challenges").iterdir())) == 3
        monkeypatch.setattr("hashi_solver.solver.solve", _at_once)
        assert told(*search) == out
        assert drawn[0] == drawn[1]
        assert hashi(*search[:3], "--optimum", "0..20", "--tries", "1", "--workers", "1").code == 1, (
            "told from what is kept"
        )


@pytest.mark.usefixtures("quick")
def test_where_nothing_can_be_kept_sheets_are_drawn_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drawn: list[Any]
) -> None:
    (tmp_path / "cache").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with inside(tmp_path):
        ran = hashi("challenge", "--seed", "x", "--count", "2", "--workers", "1", "--out", "sheets")
        assert (ran.code, len(drawn)) == (0, 1)
        said = "cannot be written: this is a file, not a folder; so results are not cached"
        assert ran.err == f"{tmp_path / 'cache'}: {said}\n"
        assert told("challenge", CODE, "--out", "sheets").startswith("board"), "one challenge is not worth a remark"


@pytest.mark.usefixtures("quick")
def test_days_that_are_solved_are_kept_for_the_next_time(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handed_over = []

    def write(volumes: Any, make: Any, options: object, *_: object) -> Any:
        handed_over.append((volumes, [list(make(volume)) for volume in volumes], options))
        yield from ()

    monkeypatch.setattr("hashi_solver.sheet.volumes.write_volumes", write)
    with inside(tmp_path):
        days = ("daily", "--date", "2027-01-01", "--days", "2", "--workers", "1", "--lang", "pl")
        told(*days, "--no-sheet")
        assert len(list((cache / "hashi" / "challenges").iterdir())) == 2
        assert told(*days) == ""
        monkeypatch.setattr("hashi_solver.solver.solve", _at_once)
        told(*days)
        assert [path.name for path in tmp_path.iterdir()] == ["output"]
        assert not list((tmp_path / "output").iterdir()), "nothing but sheets"
    assert handed_over[0] == handed_over[1]
    (volume,), (challenges,), options = handed_over[0]
    assert volume.codes == tuple(each.code for each in challenges)
    assert [each.number for each in challenges] == [366, 367]
    assert [path.name for path in volume.files.values()] == [
        "hashi-2027-01-01-to-2027-01-02-old-pond-pl.pdf",
        "hashi-2027-01-01-to-2027-01-02-old-pond-pl-solutions.pdf",
    ]
    assert options == Options("pl")


def test_more_than_a_month_becomes_a_volume_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_over: list[Any] = []

    def write(volumes: Any, *_: object) -> Any:
        handed_over.extend(volumes)
        yield from ()

    monkeypatch.setattr("hashi_solver.sheet.volumes.write_volumes", write)
    with inside(tmp_path):
        told("daily", "--year", "2027", "--solutions", "none", "--kind", "flip", "--start", "free")
        assert [len(volume.codes) for volume in handed_over] == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        assert [(volume.number, volume.of) for volume in handed_over] == [(number, 12) for number in range(1, 13)]
        names = [path.name for volume in handed_over for path in volume.files.values()]
        assert names[2:4] == ["hashi-2027-02-old-pond-flip-free.pdf", "hashi-2027-02-old-pond-flip-free-cards.pdf"]
        handed_over.clear()
        told("daily", "--date", "2026-11-18", "--days", "31")
        assert len(handed_over) == 1
        assert "name a folder" in refused("daily", "--year", "2027", "--out", "one.pdf")


def test_an_interrupted_year_says_how_far_it_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(volumes: Any, *_: object) -> Any:
        yield WrittenVolume(volumes[0], kept=True)
        yield WrittenVolume(volumes[1], kept=False)
        raise Unproven

    monkeypatch.setattr("hashi_solver.sheet.volumes.write_volumes", write)
    with inside(tmp_path):
        ran = hashi("daily", "--year", "2027", "--solutions", "none")
    assert ran.code == 130
    assert ran.err.split("\n")[:3] == [
        "output/hashi-2027-01-old-pond.pdf: a booklet of 31 challenges, already there",
        "output/hashi-2027-02-old-pond.pdf: a booklet of 28 challenges",
        "stopped: 2 of 12 volumes are written; run the same command again to resume",
    ]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("drawing", "what"), [("--no-sheet", "days solved"), ("--html", "challenges")])
def test_the_days_of_a_month_have_an_estimate(
    drawing: str, what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told: list[str] = []
    clock = itertools.count(step=60)
    monkeypatch.setattr("hashi_solver.cli.common.time", mock.Mock(monotonic=lambda: next(clock)))
    monkeypatch.setattr("hashi_solver.cli.common.live_status", contextmanager(lambda *_, **__: iter([told.append])))
    out = ("--out", tmp_path) if drawing == "--html" else ()
    assert hashi("daily", "--date", "2027-01-01", "--days", "6", drawing, *out).code == 0
    assert told[:2] == [f"1 of 6 {what}, about 5 min to go", f"2 of 6 {what}, about 4 min to go"]
    assert told[5] == f"6 of 6 {what}"


@pytest.mark.usefixtures("quick")
def test_progress_is_told_to_a_terminal_and_to_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    days = ("daily", "--date", "2027-01-01", "--days", "6", "--workers", "1", "--no-sheet")
    watched, piped = hashi(*days, watched=True), hashi(*days)
    assert "of 6 days solved" in watched.err
    assert piped.err == ""
    assert watched.out == piped.out
    seeds = ("challenge", "--seed", "x", "--count", "6", "--workers", "1")
    assert "seeds tried" in hashi(*seeds, watched=True).err
    assert "found, about 0 s to go" in hashi(*seeds, watched=True).err
    assert hashi(*seeds).err == ""


def _at_once(*_: object, **__: object) -> Any:
    yield from ()
    raise Unproven


def test_solve_takes_a_code() -> None:
    document = json.loads(told("solve", CODE.lower().replace("-", ""), "--json"))
    assert (document["layout"], document["start"]) == ("old-pond", START)
    assert document["deck"] == list(map(str, FIXED.deck.cards))
    free = told("solve", encode(FREE))
    assert "(of your choice)" in free
    assert "start 4@D7" in told("solve", CODE, "--start", "4@D7")


def test_a_file_wins_over_a_code(tmp_path: Path) -> None:
    (tmp_path / CODE).write_text(f"Challenge: {encode(FREE)}\nStart: 4@D7\n")
    with inside(tmp_path):
        assert json.loads(told("solve", CODE, "--json"))["start"] == "4@D7"


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("5DAAF-G0NBM-49NJY", "there is no such file, and it is not a code"),
        ("5DAAF-G0NBM-49NJ", "but here are 14"),
        ("nowhere.txt", "cannot be read: no such file"),
        ("game", "cannot be read: no such file"),
        ("folder/of-my-games", "cannot be read: no such file"),
    ],
)
def test_neither_a_file_nor_a_code(typed: str, says: str) -> None:
    assert says in refused("solve", typed)


def test_a_code_alone_is_no_record_of_play() -> None:
    for arguments in (("check", CODE), ("solve", "--after", CODE)):
        assert "a code is not a record, but a record can have a line Challenge: CODE" in refused(*arguments)


@pytest.fixture(scope="module")
def best() -> Challenge:
    return challenge_of(FREE)


def written(tmp_path: Path, challenge: Challenge, rounds: int = 17, *more: str) -> Path:
    """Return the best play of a challenge as a person would type it from the sheet."""
    deal, solution = challenge.deal, challenge.solution
    start = Deal(deal.layout, deal.deck, solution.start).written_start
    assert start is not None
    whole = record_of(deal.game, deal.deck.cards, start, solution.turns[:rounds])
    lines = Record(challenge=challenge.code, start=start, plays=whole.plays)
    file = tmp_path / "game.txt"
    file.write_text("\n".join([*more, format_record(lines)]))
    return file


def test_check_reads_a_challenge_and_tells_the_medal(tmp_path: Path, best: Challenge) -> None:
    aims = best.targets
    out = told("check", written(tmp_path, best))
    assert f"challenge {best.code}: par {aims.par}, bronze {aims.bronze}, silver {aims.silver}" in out
    assert out.endswith("\nperfect\n")
    unfinished = told("check", written(tmp_path, best, 1))
    assert ", 1 of 17 rounds so far: legal\n" in unfinished
    assert f"\nchallenge {best.code}: 16 rounds are still to be played" in unfinished
    assert "medal," not in unfinished
    over = written(tmp_path, best, 1)
    over.write_text(f"{over.read_text()}17. -\n")
    ran = hashi("check", over)
    assert ran.out.endswith(f"\nno medal, {aims.bronze} short of bronze\n")
    assert ran.err == f"{over}: Rounds 2 to 16 are not listed: counted as passed.\n"


def test_a_verdict_in_json_is_what_it_was(tmp_path: Path, best: Challenge) -> None:
    document = json.loads(told("check", written(tmp_path, best), "--json"))
    judged = ["legal", "violations", "score", "breakdown", "complete", "rounds_played", "remarks"]
    assert list(document) == ["format", *judged, "title"]
    assert (document["complete"], document["rounds_played"], document["remarks"]) == (True, 17, [])
    assert document["score"] == best.targets.perfect


def test_solve_and_after_read_a_record_of_a_challenge(tmp_path: Path, best: Challenge) -> None:
    file = written(tmp_path, best, 3)
    assert json.loads(told("solve", file, "--json"))["score"] == best.targets.perfect
    assert json.loads(told("solve", "--after", file, "--json"))["score"] == best.targets.perfect
    assert "different orders of cards" in refused("solve", file, "--seed", "2")


def test_a_mistake_gets_no_medal(tmp_path: Path, best: Challenge) -> None:
    file = written(tmp_path, best, 0)
    file.write_text(f"{file.read_text()}1. 6@A1 A1-G7\n")
    ran = hashi("check", file)
    assert ran.code == 1
    assert "medal" not in ran.out


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (f"Challenge: {CODE}\nStart: 4@D7\n", f"the Start line says 4@D7, but the challenge starts with {START}"),
        (f"Challenge: {CODE}\nDeck: 5/3 2/1\n", "the Deck line and the challenge have different cards"),
        (f"Challenge: {CODE}\nLayout: old-mill\n", "belongs to another board than Old Mill"),
        (f"Challenge: {CODE[:-1]}\n", "1:12: a code has 15 characters"),
        (f"Challenge: {encode(FREE)}\n1. -\n", "no Start line"),
        (f"Challenge: {CODE}\nLayout: nowhere\n", "no board is called nowhere"),
    ],
)
def test_records_that_contradict_their_challenge(tmp_path: Path, lines: str, says: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(lines)
    assert says in refused("check", file)


def test_the_layout_of_the_call_counts_for_a_challenge(tmp_path: Path) -> None:
    board, file = tmp_path / "mine.toml", tmp_path / "game.txt"
    board.write_text(format_layout(STANDARD))
    code = encode(deal_of_seed("1", STANDARD))
    file.write_text(f"Challenge: {code}\n1. -\n")
    assert "give the board with --layout" in refused("check", file)
    assert json.loads(told("check", file, "--layout", board, "--json"))["legal"]
    assert "belongs to another board than Old Pond" in refused("check", file, "--layout", "old-pond")
    file.write_text(f"Challenge: {code}\nLayout: {board}\n1. -\n")
    assert json.loads(told("check", file, "--json"))["legal"]


def test_records_of_challenges_are_games_played_alone_any_number_of_them(tmp_path: Path, best: Challenge) -> None:
    files = []
    for name in ("anna", "ben", "carla", "dora", "eva"):
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text(written(tmp_path, best, 17 if name in ("anna", "carla") else 4).read_text())
    files[1].write_text(f"{files[1].read_text()}17. -\n")
    ran = hashi("check", *files)
    out = ran.out
    assert ran.code == 0
    assert ran.err == f"{files[1]}: Rounds 5 to 16 are not listed: counted as passed.\n"
    assert "by Anna" not in out
    assert out.count("\nperfect\n") == 2
    assert out.count("13 rounds are still to be played") == 2
    ranking = [line.split() for line in out.splitlines()[-5:]]
    assert [row[:2] for row in ranking[:2]] == [["1.", "anna"], ["1.", "carla"]]
    assert ranking[2][:2] == ["3.", "ben"]
    documents = json.loads(hashi("check", *files, "--json").out)
    assert [document["format"] for document in documents] == ["hashi-check/1"] * 5
    assert [document["rounds_played"] for document in documents] == [17, 17, 17, 4, 4]
    assert [len(document["remarks"]) for document in documents] == [0, 1, 0, 0, 0]
    mixed = hashi("check", files[0], RECORDS / "anna.txt")
    assert (mixed.code, mixed.out.count(": legal\n")) == (0, 2)
    assert "table plays on one" not in mixed.err


def test_an_unfinished_game_to_flip_shows_nothing_that_was_not_turned(tmp_path: Path, best: Challenge) -> None:
    deal = replace(best.deal, kind="flip")
    file = tmp_path / "flip.txt"
    file.write_text(written(tmp_path, best, 4).read_text().replace(best.code, encode(deal)))
    checked = told("check", "-v", file)
    assert ", 4 of 17 rounds so far: legal\n" in checked
    rounds = [line[:5].strip() for line in checked.splitlines()[1:8]]
    assert rounds == ["round", "start", "1", "2", "3", "4", ""]
    assert not any(f" {card} " in checked for card in deal.deck.cards[4:])
    for more in ((), ("--no-fair",), ("--fair",), ("--json",)):
        assert "4 of 17 rounds so far, and the cards to come are hidden" in refused("review", file, *more)


def test_an_unfinished_open_game_is_reviewed_as_far_as_it_went(tmp_path: Path, best: Challenge) -> None:
    file = written(tmp_path, best, 4)
    ran = hashi("review", file)
    assert ran.code == 0
    assert ", 4 of 17 rounds so far\n" in ran.out
    perfect = best.targets.perfect
    assert f"so far; {perfect} is the most you can still reach\n" in ran.out
    assert "medals" not in ran.out
    document = json.loads(hashi("review", file, "--json").out)
    assert (document["complete"], document["rounds_played"], len(document["rounds"])) == (False, 4, 4)
    assert (document["reachable"], document["charged"]) == (perfect, {})
    assert "only finished games have a fair view" in refused("review", file, "--fair")
