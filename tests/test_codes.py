"""Codes: fixed for ever, protected against typing errors, and clear about what is wrong."""

from __future__ import annotations

import datetime
import itertools
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card, Deck
from hashi_solver.challenge import Deal, decode, encode
from hashi_solver.challenge.codes import KINDS, ORDERS, OTHERS, tag
from hashi_solver.challenge.seeded import LAST_DAY_LOOKED_FOR, daily_deal, daily_number, day_of, deal_of_seed
from hashi_solver.errors import InputError
from hashi_solver.library import layout_ids
from hashi_solver.notation.codes import ALPHABET, CHECK, LENGTH, canonical_code, format_code, parse_code
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game, Start, legal_starts
from hashi_solver.seeds import Stream
from tests.boards import STANDARD
from tests.command import ROOT
from tests.own_boards import MILL, OWN, POND

pytestmark = pytest.mark.usefixtures("own_boards")

SHIPPED = {name: load_layout(name) for name in layout_ids()}
BOARDS = {**SHIPPED, **OWN}

# Sheets are printed with these: a change here breaks what people hold in their hands.
GOLDEN_SEEDS = {
    ("1", "old-pond", "fixed", "open"): "5DAAF-G0NBM-49NJX",
    ("1", "old-pond", "free", "open"): "GV246-V1BXH-RS283",
    ("1", "old-pond", "fixed", "flip"): "FK4Q4-8H27W-N3R4T",
    ("2", "old-pond", "free", "flip"): "4N7G8-0QS9Z-CEJRB",
    ("1", "old-mill", "fixed", "open"): "229HM-T28RQ-JTTFV",
    ("2", "old-mill", "fixed", "flip"): "RTE4G-PVJAM-HAWWJ",
}
GOLDEN_DAYS = {
    ("2026-01-01", "old-pond"): "M165B-46JPB-VJ1TE",
    ("2026-11-18", "old-pond"): "3BQJC-JP9RK-3VXN4",
    ("2026-11-18", "old-mill"): "39496-DTGCT-XS2CD",
    ("2026-11-18", "harbour"): "0ZVKH-VHBSE-W0PK3",
    ("2026-11-18", "lagoon"): "E4E95-E69QW-G8N02",
    ("2026-11-18", "maelstrom"): "TP01Q-9DRYQ-7CSP5",
    ("2026-11-18", "open-sea"): "7RHW1-Y0AG9-BJSFJ",
    ("2026-11-18", "reef"): "BSW8M-FZ27A-85KTV",
    ("2026-11-18", "windmill"): "Q0YHV-E5G8Z-VX18P",
    ("2027-02-28", "old-pond"): "MX7GR-SRET7-90Z96",
    ("2028-02-29", "old-mill"): "QHT32-77BB7-FNPWK",
}


# What a code says, and the numbers in it that nobody sees: the tags of the boards, and the places of the starts.
GOLDEN_DEALS = {
    "5DAAF-G0NBM-49NJX": "old-pond open 3@A1 5/2 2/1 3/3 1/3 6/2 3/2 3/1 4/3 4/1 2/2 1/1 6/1 5/3 1/2 2/3 5/1 6/3 4/2",
    "4N7G8-0QS9Z-CEJRB": "old-pond flip None 5/3 2/1 2/2 6/1 6/3 4/1 3/1 1/3 4/3 3/3 5/1 1/1 3/2 1/2 6/2 5/2 2/3 4/2",
    "RTE4G-PVJAM-HAWWJ": "old-mill flip 4@G6 5/3 2/1 2/2 6/1 6/3 4/1 3/1 1/3 4/3 3/3 5/1 1/1 3/2 1/2 6/2 5/2 2/3 4/2",
}
GOLDEN_TAGS = {
    "harbour": 211,
    "lagoon": 163,
    "maelstrom": 141,
    "open-sea": 113,
    "reef": 449,
    "old-pond": 286,
    "old-mill": 176,
    "windmill": 322,
}


@pytest.mark.parametrize(("code", "says"), GOLDEN_DEALS.items())
def test_what_a_code_says_is_pinned_for_ever(code: str, says: str) -> None:
    deal = decode(code)
    assert f"{deal.layout.id} {deal.kind} {deal.written_start} {deal.deck} {deal.deck.away}" == says


def test_the_tags_of_boards_are_pinned_for_ever() -> None:
    assert {name: tag(BOARDS[name]) for name in GOLDEN_TAGS} == GOLDEN_TAGS


def test_the_places_of_starts_are_pinned_for_ever() -> None:
    """First the 3 on each island without a flag, in reading order, then the 4."""
    board = POND
    plain = [island.index for island in board.islands if not island.flag]
    assert [board.islands[index].name for index in plain] == [
        *("A1", "G1", "B2", "F2", "C3", "E3", "B4", "F4", "A7", "D7", "G7")
    ]
    assert list(legal_starts(Game(board))) == [Start(number, index) for number in (3, 4) for index in plain]


@pytest.mark.parametrize(("seed", "code"), GOLDEN_SEEDS.items())
def test_codes_of_seeds_are_pinned_for_ever(seed: tuple[str, str, str, str], code: str) -> None:
    text, board, start, kind = seed
    deal = deal_of_seed(text, BOARDS[board], start, kind)  # type: ignore[arg-type]
    assert encode(deal) == code
    assert decode(code) == deal


@pytest.mark.parametrize(("day", "code"), GOLDEN_DAYS.items())
def test_days_are_pinned_for_ever(day: tuple[str, str], code: str) -> None:
    deal = daily_deal(datetime.date.fromisoformat(day[0]), BOARDS[day[1]])
    assert encode(deal) == code
    assert (deal.kind, deal.start is None) == ("open", False)


def test_the_code_that_is_computed_in_the_documentation_is_one_of_these() -> None:
    page = (ROOT / "docs" / "formats.md").read_text()
    assert f'digest = "{POND.digest}"' in page
    assert f"print(code)  # {GOLDEN_SEEDS['1', 'old-pond', 'fixed', 'open'].replace('-', '')}\n" in page


def test_days_are_numbered_from_the_first_of_january_2026() -> None:
    assert daily_number(datetime.date(2026, 1, 1)) == 1
    assert daily_number(datetime.date(2026, 11, 18)) == 322
    assert daily_number(datetime.date(2027, 1, 1)) == 366
    with pytest.raises(InputError, match="no daily challenge for 2025-12-31"):
        daily_deal(datetime.date(2025, 12, 31), POND)


@pytest.mark.parametrize("start", ["fixed", "free"])
def test_the_day_of_a_deal_is_found_again(start: Literal["fixed", "free"]) -> None:
    board, last = MILL, LAST_DAY_LOOKED_FOR
    for day in (datetime.date(2026, 1, 1), datetime.date(2026, 11, 18), last):
        assert day_of(daily_deal(day, board, start, "flip")) == day
    assert day_of(daily_deal(last + datetime.timedelta(1), board, start)) is None
    assert day_of(deal_of_seed("no day", board, start)) is None
    today = daily_deal(datetime.date(2026, 11, 18), board)
    moved = next(each for each in legal_starts(today.game) if each != today.start)
    assert day_of(replace(today, start=moved)) is None


def test_ten_thousand_random_deals_come_back() -> None:
    chance = Stream("ten thousand codes")
    starts = {layout: (None, *legal_starts(Game(layout))) for layout in BOARDS.values()}
    codes = set()
    for _ in range(10_000):
        layout = chance.choice(tuple(BOARDS.values()))
        cards = chance.shuffled(STANDARD_BOX)
        deal = Deal(layout, Deck(tuple(cards[:-1]), cards[-1]), chance.choice(starts[layout]), chance.choice(KINDS))
        code = encode(deal)
        assert decode(code, layout) == deal
        codes.add(code)
    assert len(codes) == 10_000


def test_a_code_has_room_for_every_deal() -> None:
    assert len(ALPHABET) ** LENGTH >= ORDERS * OTHERS * CHECK
    last = format_code(ORDERS * OTHERS - 1)
    assert len(last) == 17
    with pytest.raises(InputError, match="mistyped"):
        decode(format_code(ORDERS * OTHERS))
    with pytest.raises(ValueError, match="too large"):
        format_code(len(ALPHABET) ** LENGTH)


@pytest.mark.parametrize("code", [*GOLDEN_SEEDS.values(), "00000-00000-00000", format_code(ORDERS * OTHERS - 1)])
def test_every_wrong_character_and_every_swap_of_neighbours_is_caught(code: str) -> None:
    chars = code.replace("-", "")
    assert parse_code(code) >= 0
    for place, char in itertools.product(range(LENGTH), ALPHABET):
        if char != chars[place]:
            with pytest.raises(InputError, match="mistyped"):
                parse_code(chars[:place] + char + chars[place + 1 :])
    for place in range(LENGTH - 1):
        if chars[place] != chars[place + 1]:
            with pytest.raises(InputError, match="mistyped"):
                parse_code(chars[:place] + chars[place + 1] + chars[place] + chars[place + 2 :])


def test_the_guard_holds_for_all_codes() -> None:
    """One wrong character adds d * 32^p with 0 < |d| < 32, a swap of neighbours d * 31 * 32^p: never a multiple."""
    for place, difference in itertools.product(range(LENGTH), range(1, len(ALPHABET))):
        assert difference * len(ALPHABET) ** place % CHECK
        assert difference * (len(ALPHABET) - 1) * len(ALPHABET) ** place % CHECK


def test_most_other_mistypes_are_caught() -> None:
    chance, passed = Stream("mistypes"), 0
    for _ in range(5_000):
        code = "".join(chance.choice(ALPHABET) for _ in range(LENGTH))
        try:
            parse_code(code)
            passed += 1
        except InputError:
            pass
    assert passed < 5_000 / 125


def test_similar_deals_have_codes_that_are_not() -> None:
    layout = POND
    deal = deal_of_seed("1", layout)
    swapped = (deal.deck.cards[1], deal.deck.cards[0], *deal.deck.cards[2:])
    alike = [Deal(layout, deal.deck, start, kind) for start in (None, *legal_starts(deal.game)) for kind in KINDS]
    alike.append(Deal(layout, Deck(swapped, deal.deck.away), deal.start))
    codes = sorted({encode(each).replace("-", "") for each in alike})
    assert len(codes) == len(alike)
    for one, other in itertools.combinations(codes, 2):
        assert sum(a == b for a, b in zip(one, other, strict=True)) <= 5


@pytest.mark.parametrize(
    "written",
    [
        "5daaf-gonbm-49njx",
        "5DAAFG0NBM49NJX",
        " 5DAAF G0NBM 49NJX\n",
        "5daaf–g0nbm—49njx",
        "5-D-A-A-F-G-0-N-B-M-4-9-N-J-X",
        "hashi:5DAAF-G0NBM-49NJX",
    ],
)
def test_codes_are_read_liberally(written: str) -> None:
    assert canonical_code(written) == "5DAAF-G0NBM-49NJX"
    assert decode(written) == decode("5DAAF-G0NBM-49NJX")


def test_i_and_l_are_read_as_1_and_o_as_0() -> None:
    code = next(code for code in map(format_code, range(10**20, 10**20 + 500)) if {"0", "1"} <= set(code))
    assert parse_code(code.replace("0", "O").replace("1", "I")) == parse_code(code)
    assert parse_code(code.replace("0", "o").replace("1", "l")) == parse_code(code)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "15 characters in three groups of five, but here are 0"),
        ("5DAAF-G0NBM-49NJ", "but here are 14"),
        ("5DAAF-G0NBM-49NJXX", "but here are 16"),
        ("5DAAF-G0NBM-49NJU", "'U' cannot be in a code"),
        ("5DAAF-G0NBM-49NJ\u0663", "cannot be in a code"),
        ("5DAAF-G0NBM-49N\x1bX", "cannot be in a code"),
        ("5DAAF-G0NBM-49NJY", "mistyped"),
        ("HASHI:HASHI:5DAAF-G0NBM-49NJX", "cannot be in a code"),
    ],
)
def test_what_is_no_code(written: str, says: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(written)
    assert says in str(caught.value)
    assert "\x1b" not in str(caught.value)


@given(st.text())
def test_no_text_breaks_it(text: str) -> None:
    with pytest.raises(InputError):
        parse_code(f"{text}-")


def test_the_boards_that_ship_have_different_tags() -> None:
    assert len({tag(layout) for layout in SHIPPED.values()}) == len(SHIPPED)


def test_a_code_for_a_board_that_does_not_ship_wants_it_given() -> None:
    deal = deal_of_seed("1", STANDARD)
    code = encode(deal)
    assert decode(code, STANDARD) == deal
    with pytest.raises(InputError, match=r"not among those that ship or your own, or that has changed .* --layout"):
        decode(code)
    with pytest.raises(InputError, match="belongs to another board than Old Mill"):
        decode(code, MILL)


def test_the_name_of_a_board_does_not_matter() -> None:
    board = POND
    renamed = Layout("renamed", "Renamed", board.grid)
    deal = deal_of_seed("1", renamed)
    assert encode(deal) == GOLDEN_SEEDS["1", "old-pond", "fixed", "open"]
    assert decode(encode(deal), renamed) == deal
    assert decode(encode(deal)).layout == board


def test_deals_without_a_code() -> None:
    board = POND
    deck = deal_of_seed("1", board).deck
    foreign = Deck((Card(6, 3), *deck.cards[1:]))
    flagged = next(island.index for island in board.islands if island.flag)
    small = Layout("small", "Small", ("o.o", "...", "o.o"))
    for deal, says in (
        (Deal(board, Deck((*deck.cards[:-1], deck.cards[0]), None), None), "standard 18 cards"),
        (Deal(board, Deck(foreign.cards[:-1]), None), "standard 18 cards"),
        (Deal(board, deck, Start(3, flagged)), "R2a"),
        (Deal(board, deck, Start(5, 0)), "R2a"),
        (Deal(small, deck, None), "Small has 4 islands, not 18"),
    ):
        with pytest.raises(InputError, match=says):
            encode(deal)
