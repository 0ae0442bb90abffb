"""The fair view: what is luck, what could have been avoided, what only foresight keeps."""

from __future__ import annotations

import random
import statistics
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import count, permutations
from unittest import mock

import pytest

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.cli.review import _progress
from hashi_solver.errors import Unproven
from hashi_solver.players import play, player_named
from hashi_solver.review.fair import CHOOSERS, Order, Played, courses, fair, shuffles
from hashi_solver.rules import Game, State, advance, begin, legal_turns
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from hashi_solver.views.review import rounded
from tests.boards import FLAGGED, MIXED, ROW, TRIO
from tests.own_boards import MILL, POND
from tests.tiny import best

BOARDS = (TRIO, FLAGGED, ROW, MIXED)


def tiny_game(seed: int, size: int = 4) -> Played:
    """A game of `size` - 1 cards; equal cards are in some boxes."""
    chance = random.Random(seed)
    game = Game(BOARDS[seed % len(BOARDS)], (1, size - 2), 3)
    box = tuple(Card(chance.randint(1, 3), chance.randint(1, 2)) for _ in range(size))
    cards = tuple(chance.sample(box, size - 1))
    first = begin(game, 3, "A1")
    state, turns = first, []
    for card in cards:
        turns.append(chance.choice(list(legal_turns(state, card))))
        state = advance(state, card, turns[-1])
    return Played(first, cards, tuple(turns), box)


def mean_optimum(state: State, known: tuple[Card, ...], unseen: list[Card], rounds: int) -> Fraction:
    """V by playing everything: over all orders of the unseen cards, behind those known."""
    totals = [best(state, (*known, *order)[:rounds]) for order in permutations(unseen)]
    return Fraction(sum(totals), len(totals))


def every_shuffle(size: int) -> list[Order]:
    return list(permutations(range(size)))


@pytest.mark.parametrize("seed", range(8))
def test_the_parts_of_tiny_games_are_those_of_exhaustive_search(seed: int) -> None:
    """Luck and loss by every order of the unseen cards; what was avoidable by the orders that judge the advice."""
    played = tiny_game(seed)
    orders = every_shuffle(len(played.box))
    with ThreadPoolExecutor(1) as pool:
        found = fair(played, orders, executor=pool)
    judges = orders[round(CHOOSERS * len(orders)) :]
    state, unseen = played.first, list(played.box)
    rounds = len(played.cards)
    assert found.start.value == mean_optimum(state, (), unseen, rounds)
    for told, card, turn in zip(found.rounds, played.cards, played.turns, strict=True):
        left = rounds - told.number + 1
        before = mean_optimum(state, (), unseen, left)
        unseen.remove(card)
        turned = mean_optimum(state, (card,), unseen, left)
        after = advance(state, card, turn)
        assert told.luck == turned - before
        assert told.loss == turned - mean_optimum(after, (), unseen, left - 1)
        assert told.advised is not None
        advised = advance(state, card, told.advised)
        judged = [played.unseen(order, told.number) for order in judges]
        gains = [best(advised, cards) - best(after, cards) for cards in judged]
        assert told.avoidable == Fraction(sum(gains), len(gains))
        assert told.foresight == told.loss - told.avoidable
        state = after
    assert found.total == breakdown(state).total
    assert found.avoidable is not None
    assert found.foresight is not None
    assert found.start.value + found.luck.value - found.avoidable.value - found.foresight.value == found.total


def test_which_of_two_equal_cards_was_turned_does_not_hang_on_the_shuffle() -> None:
    """Otherwise the rest of a shuffle would not be a fair sample of the cards to come."""
    twice, other = Card(2, 1), Card(3, 1)
    played = Played(begin(Game(TRIO, (2,), 3), 3, "A1"), (twice, other), (), (twice, twice, other))
    first = [played.unseen(order, 1)[0] for order in every_shuffle(3)]
    assert first.count(twice) == first.count(other) == 3


def full_game(player: str, seed: str, layout: Layout = POND) -> Played:
    game, cards = Game(layout), deck_from_seed(seed).cards
    playing = play(player_named(player), game, cards, seed)
    start = playing.start
    first = begin(game, start.number, game.layout.islands[start.island].name)
    return Played(first, cards, playing.turns, STANDARD_BOX)


def late(played: Played, rounds: int) -> Played:
    """Return the same game from N rounds before its end."""
    turned = len(played.cards) - rounds
    box = list(played.box)
    for card in played.cards[:turned]:
        box.remove(card)
    return Played(played.states[turned], played.cards[turned:], played.turns[turned:], tuple(box))


def test_the_parts_of_a_sample_add_up_to_the_total() -> None:
    played = late(full_game("beginner", "sum"), 7)
    with ThreadPoolExecutor(1) as pool:
        found = fair(played, shuffles(len(played.box), 8, "sum"), executor=pool)
    assert found.avoidable is not None
    assert found.foresight is not None
    assert found.start.value + found.luck.value - found.avoidable.value - found.foresight.value == found.total
    assert found.total == breakdown(played.states[-1]).total
    assert found.start.value + sum(each.luck - each.loss for each in found.rounds) == found.total
    assert all(each.loss >= 0 for each in found.rounds)
    assert found.luck.error > 0
    assert (found.orders, found.wanted) == (8, 8)


def test_a_sample_is_near_what_all_orders_say() -> None:
    played = tiny_game(4, size=5)
    with ThreadPoolExecutor(1) as pool:
        whole = fair(played, every_shuffle(5), executor=pool)
        sample = fair(played, shuffles(5, 40, "near"), executor=pool)
    for one, other in ((whole.start, sample.start), (whole.luck, sample.luck), (whole.loss, sample.loss)):
        assert abs(one.value - other.value) <= 2 * other.error + 0.01


def test_what_is_shown_adds_up_as_well() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = fair(late(full_game("club", "page"), 5), shuffles(6, 7, "page"), executor=pool)
    for unit in (Fraction(1), Fraction(1, 10), Fraction(1, 100)):
        start, rounds = rounded(found, unit)
        assert start + sum(sum(parts) for parts in rounds) == found.total
        assert abs(start - found.start.value) < unit
        for each, parts in zip(found.rounds, rounds, strict=True):
            assert each.avoidable is not None
            assert each.foresight is not None
            exact = (each.luck, -each.avoidable, -each.foresight)
            assert all(abs(part - value) < unit for part, value in zip(parts, exact, strict=True))
            assert all(part % unit == 0 for part in (start, *parts))


def test_a_single_order_says_nothing_of_what_was_avoidable() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = fair(late(full_game("club", "one"), 3), shuffles(4, 1, "one"), executor=pool)
    assert (found.orders, found.avoidable, found.foresight) == (1, None, None)
    assert found.start.value + found.luck.value - found.loss.value == found.total


def test_ctrl_c_keeps_the_orders_that_are_done() -> None:
    played = late(full_game("club", "stop"), 4)

    stop = threading.Event()

    def stop_early(share: float) -> None:
        if share > 0.35:
            stop.set()

    with ThreadPoolExecutor(1) as pool:
        found = fair(played, shuffles(len(played.box), 5, "stop"), executor=pool, on_progress=stop_early, stop=stop)
    assert (found.orders, found.wanted) == (3, 5)
    assert found.avoidable is None
    assert found.start.value + found.luck.value - found.loss.value == found.total


def test_ctrl_c_before_anything_is_known_ends_it() -> None:
    stop = threading.Event()
    stop.set()
    with ThreadPoolExecutor(1) as pool, pytest.raises(Unproven):
        fair(late(full_game("club", "stop"), 3), shuffles(4, 5, "stop"), executor=pool, stop=stop)


@pytest.mark.slow
def test_mean_luck_is_none() -> None:
    """Luck over 300 games of one player, each by one order: its mean is within its interval of 0."""
    luck = []
    for number in range(300):
        (order,) = shuffles(18, 1, f"luck {number}")
        (along,), _ = courses(full_game("club", f"luck {number}"), [order])
        luck.append(sum(along.turned) - sum(along.before[:-1]))
    assert abs(statistics.fmean(luck)) < 1.96 * statistics.stdev(luck) / 300**0.5


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_two_samples_agree_within_their_errors(part: int) -> None:
    """Twenty full games, each reviewed with two samples: the errors are 95 %, so nothing is out by 5/3 of them."""
    for number in (2 * part, 2 * part + 1):
        played = full_game(("beginner", "club")[number % 2], f"twice {number}", (POND, MILL)[part % 2])
        with ThreadPoolExecutor(1) as pool:
            one, other = (
                fair(played, shuffles(18, 30, f"{number} {which}"), executor=pool) for which in ("one", "other")
            )
        for first, second in ((one.start, other.start), (one.luck, other.luck), (one.loss, other.loss)):
            error = (first.error**2 + second.error**2) ** 0.5
            assert 0 < error < 6  # wider, and it would say nothing
            assert abs(first.value - second.value) < error * 5 / 3


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_stronger_players_lose_less_that_could_be_avoided(part: int) -> None:
    means = []
    for player in ("random", "beginner", "club"):
        lost = []
        for number in range(3 * part, 3 * part + 3):
            with ThreadPoolExecutor(1) as pool:
                found = fair(full_game(player, f"rank {number}"), shuffles(18, 12, f"rank {number}"), executor=pool)
            assert found.avoidable is not None
            lost.append(float(found.avoidable.value))
        means.append(statistics.fmean(lost))
    assert means == sorted(means, reverse=True)
    assert means[0] > means[-1] + 3


def test_the_fair_view_has_an_estimate_from_its_own_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, told = count(step=60), list[str]()
    monkeypatch.setattr("hashi_solver.cli.common.time", mock.Mock(monotonic=lambda: next(clock)))
    on_progress = _progress(told.append)
    on_progress("ceiling", 0.0)
    on_progress("fair", 0.0)
    on_progress("fair", 0.5)
    assert told[1:] == ["the fair view", "the fair view: 50%, about 60 s to go (Ctrl-C to stop)"]
