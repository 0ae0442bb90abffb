"""Seeds mean the same for ever: golden values, and an independent computation of one."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from hashi_solver.cards import STANDARD_BOX
from hashi_solver.seeds import Stream, deck_from_seed

GOLDEN = {
    "1": "5/2 2/1 3/3 1/3 6/2 3/2 3/1 4/3 4/1 2/2 1/1 6/1 5/3 1/2 2/3 5/1 6/3",
    "7": "6/1 5/2 1/3 4/2 5/1 2/2 3/1 3/3 5/3 6/2 4/1 3/2 1/2 2/1 6/3 2/3 1/1",
    "2026-11-18": "5/2 2/3 1/1 3/3 4/2 4/1 6/1 5/3 2/1 5/1 6/2 4/3 6/3 2/2 3/1 3/2 1/3",
    "żółw": "6/2 3/2 1/2 1/3 3/3 4/1 2/2 5/3 3/1 6/3 6/1 4/3 4/2 5/1 2/1 1/1 2/3",
}


@pytest.mark.parametrize(("seed", "order"), GOLDEN.items())
def test_decks_of_seeds_are_pinned_for_ever(seed: str, order: str) -> None:
    deck = deck_from_seed(seed)
    assert str(deck) == order
    assert Counter((*deck.cards, deck.away)) == Counter(STANDARD_BOX)


def test_the_words_are_those_of_sha_256() -> None:
    digest = sha256(b"some text#0").digest() + sha256(b"some text#1").digest()
    stream = Stream("some text")
    for place in range(0, len(digest), 4):
        assert stream.below(2**32) == int.from_bytes(digest[place : place + 4], "big")


def test_words_that_would_be_unfair_are_passed_over() -> None:
    limit = 2**31 + 1  # about half of the words are too high
    words = [Stream("x#" + str(number)).below(limit) for number in range(200)]
    assert all(word < limit for word in words)
    raw, fair = Stream("some text"), Stream("some text")
    expected = next(word for word in iter(lambda: raw.below(2**32), None) if word < limit)
    assert fair.below(limit) == expected


def test_a_shuffle_is_fair_enough() -> None:
    firsts = Counter(Stream(f"fair {number}").shuffled("abc")[0] for number in range(3000))
    assert all(900 < count < 1100 for count in firsts.values())


def test_the_box_may_be_given_in_any_order() -> None:
    assert deck_from_seed("7", STANDARD_BOX[::-1]) == deck_from_seed("7")
