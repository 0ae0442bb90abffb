"""R1c and R1d: the box, and a deck out of it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hashi_solver.cards import STANDARD_BOX, Card, Deck, deck_of
from hashi_solver.errors import InputError


def test_r1c_the_standard_box_holds_every_pair_once() -> None:
    assert len(STANDARD_BOX) == 18
    assert set(STANDARD_BOX) == {(number, bridges) for number in (1, 2, 3, 4, 5, 6) for bridges in (1, 2, 3)}
    assert str(Card(5, 3)) == "5/3"


@pytest.mark.parametrize("away", STANDARD_BOX, ids=str)
def test_r1d_seventeen_cards_in_any_order_and_one_put_away(away: Card) -> None:
    cards = [card for card in STANDARD_BOX if card != away]
    random.Random(str(away)).shuffle(cards)
    deck = deck_of(tuple(cards))
    assert deck == Deck(tuple(cards), away)
    assert len(deck) == 17
    assert str(deck) == " ".join(f"{number}/{bridges}" for number, bridges in cards)


def refused(cards: tuple[Card, ...], box: tuple[Card, ...] = STANDARD_BOX) -> str:
    with pytest.raises(InputError) as error:
        deck_of(cards, box)
    return str(error.value)


def test_r1d_neither_more_nor_fewer() -> None:
    assert "18" in refused(STANDARD_BOX)
    assert "R1d" in refused(STANDARD_BOX)
    assert "16" in refused(STANDARD_BOX[:16])
    assert "0" in refused(())


def test_r1c_no_card_twice_and_none_from_elsewhere() -> None:
    twice = (*STANDARD_BOX[:16], STANDARD_BOX[0])
    assert "card 17" in refused(twice)
    assert "1/1" in refused(twice)
    assert "once" in refused(twice)
    assert "R1c" in refused(twice)
    strange = (Card(7, 1), *STANDARD_BOX[:16])
    assert "card 1 " in refused(strange)
    assert "7/1" in refused(strange)
    assert "not in the box" in refused(strange)


def test_r1c_a_box_of_ones_own() -> None:
    box = (Card(1, 1), Card(1, 1), Card(2, 3), Card(2, 3))
    assert deck_of((Card(2, 3), Card(1, 1), Card(2, 3)), box).away == Card(1, 1)
    assert deck_of((Card(1, 1), Card(1, 1), Card(2, 3)), box).away == Card(2, 3)
    assert "2 times" in refused((Card(1, 1),) * 3, box)
    assert Counter(deck_of(box[1:], box).cards) == Counter(box[1:])
