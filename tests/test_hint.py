"""Hints: what you can still reach, where to look, what to do."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.documents.records import read_record
from hashi_solver.referee import played_so_far
from hashi_solver.review.hint import HiddenHint, hidden_hint, hint, regions, sampled
from hashi_solver.rules import Game, State, Written, advance, empty, violations
from hashi_solver.solver import solve
from tests.command import hashi
from tests.own_boards import POND, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

ANNA = RECORDS / "anna.txt"


def so_far(rounds: int, folder: Path, *lines: str) -> Path:
    """Return Anna's record after N rounds, with further lines at its head."""
    text = ANNA.read_text().splitlines()
    file = folder / f"after-{rounds}.txt"
    file.write_text("\n".join([*lines, *text[: 4 + rounds]]) + "\n")
    return file


def after(rounds: int) -> State:
    record = read_record(ANNA)
    assert record.deck is not None
    shorter = replace(record, plays=record.plays[:rounds])
    return played_so_far(Game(POND), shorter, record.deck)[0]


def test_level_1_is_the_ceiling(tmp_path: Path) -> None:
    assert hashi("hint", so_far(0, tmp_path)).out == "You can still reach 54: nothing is lost so far\n"
    assert hashi("hint", so_far(5, tmp_path)).out == "52 is the most you can still reach (54 is gone)\n"
    document = json.loads(hashi("hint", so_far(5, tmp_path), "--json").out)
    expected = {"format": "hashi-hint/1", "round": 6, "level": 1, "optimum": 54, "possible": 52}
    assert document == expected


def test_level_2_tells_where_and_level_3_what(tmp_path: Path) -> None:
    lines = hashi("hint", so_far(5, tmp_path), "--level", "3").out.splitlines()
    assert lines[:2] == [
        "52 is the most you can still reach (54 is gone)",
        "Only one place for the 5 keeps 52; look in the upper left",
    ]
    assert lines[-1].startswith("A best turn with 5/2: 5@C1 ")
    assert len(lines) == 4


def test_the_turn_of_level_3_keeps_what_can_be_had() -> None:
    record = read_record(ANNA)
    assert record.deck is not None
    for rounds in (3, 9, 13, 16):
        state = after(rounds)
        cards = record.deck[rounds:]
        found = hint(state, cards, 3, optimum=54)
        assert found.turn is not None
        assert not violations(state, cards[0], found.turn)
        assert found.turn.number_on in found.places
        assert set(found.lines) <= set(found.turn.lines)
        assert solve(advance(state, cards[0], found.turn), cards[1:]).score == found.possible


def test_in_mid_round_the_number_stands() -> None:
    record = read_record(ANNA)
    assert record.deck is not None
    state, cards = after(5), record.deck[5:]
    on = state.game.layout.index_of["F4"]
    found = hint(state, cards, 3, optimum=54, written=Written(on))
    assert found.possible == 50
    assert found.places == ()
    assert found.turn is not None
    assert found.turn.number_on == on


def test_before_the_start() -> None:
    record = read_record(ANNA)
    assert record.deck is not None
    first = empty(Game(POND))
    found = hint(first, record.deck, 3, optimum=54)
    assert (found.possible, found.of, found.turn) == (54, 11, None)
    assert found.start is not None
    assert found.start.island in found.places


def test_regions() -> None:
    layout = POND
    names = ("A1", "G7", "D4", "C3", "A7")
    found = regions(layout, [layout.index_of[name] for name in names])
    assert found == ("upper left", "lower right", "centre", "lower left")


# Hidden cards.


def test_hidden_orders_begin_with_the_card_that_is_turned() -> None:
    record = read_record(ANNA)
    assert record.deck is not None
    state, card = after(5), record.deck[5]
    unseen = tuple(each for each in STANDARD_BOX if each not in record.deck[:6])
    orders = sampled(state, card, unseen, 30, "1")
    assert {order[0] for order in orders} == {card}
    assert all(len(order) == 12 and len(set(order)) == 12 for order in orders)
    assert {each for order in orders for each in order[1:]} == set(unseen)  # the card put away may come
    assert orders == sampled(state, card, unseen, 30, "1") != sampled(state, card, unseen, 30, "2")


@pytest.mark.parametrize("rounds", [12, 16])
def test_hidden_advice(rounds: int) -> None:
    record = read_record(ANNA)
    assert record.deck is not None
    state, card = after(rounds), record.deck[rounds]
    unseen = tuple(each for each in STANDARD_BOX if each not in record.deck[: rounds + 1])
    with ThreadPoolExecutor(1) as pool:
        found = hidden_hint(state, card, unseen, 3, orders=6, seed="1", executor=pool)
    orders = sampled(state, card, unseen, 12, "1")
    assert found.totals == tuple(solve(state, order).score for order in orders[:6])
    assert found.turn is not None
    assert not violations(state, card, found.turn)
    now = advance(state, card, found.turn)
    assert found.judged == tuple(solve(now, order[1:]).score for order in orders[6:])
    assert found.kept == sum(
        solve(state, order).score == kept for order, kept in zip(orders[6:], found.judged, strict=True)
    )
    assert all(0 < count <= 6 for count in found.places.values())
    assert max(found.places.values()) == next(iter(found.places.values()))


def test_a_hidden_game_needs_no_more_than_the_cards_that_were_turned(tmp_path: Path) -> None:
    text = so_far(13, tmp_path, "Played: hidden").read_text()
    cards = "2/3 2/1 5/3 6/3 6/2 5/2 3/2 4/2 4/3 1/3 4/1 3/3 5/1"
    short = tmp_path / "short.txt"
    short.write_text(text.replace(f"{cards} 3/1 1/2 6/1 1/1", cards))
    assert read_record(short).hidden
    ran = hashi("hint", short, "--orders", "5")
    assert ran.code == 0
    assert "Over 5 possible orders, a player who saw the cards coming would average " in ran.out
    told = json.loads(hashi("hint", short, "--orders", "5", "--card", "3/1", "--level", "2", "--json").out)
    assert (told["card"], told["orders"], told["level"]) == ("3/1", 5, 2)
    assert told["number_on"]
    whole = so_far(13, tmp_path)
    again = json.loads(hashi("hint", whole, "--hidden", "--orders", "5", "--level", "2", "--json").out)
    assert again == told


def test_errors_of_a_hint(tmp_path: Path) -> None:
    file = so_far(5, tmp_path)
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("Layout: old-pond\nStart: 4@D7\n")
    for arguments, why in (
        ((ANNA,), "this game is over"),
        ((nothing,), "no Deck line"),
        ((nothing, "--hidden", "--level", "2"), "which card is turned"),
        ((file, "--card", "5/3"), "add --hidden"),
        ((file, "--hidden", "--card", "2/3"), "not in the box"),
        ((so_far(-1, tmp_path), "--hidden"), "no Start line"),
    ):
        ran = hashi("hint", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert why in ran.err
    ran = hashi("hint", RECORDS / "mistakes.txt")
    assert ran.code == 1
    assert "round 4" in ran.err


def test_the_error_of_a_mean() -> None:
    assert HiddenHint((50, 50, 50), {}).error == 0
    assert HiddenHint((48, 52), {}).error == pytest.approx(1.96 * 2)
