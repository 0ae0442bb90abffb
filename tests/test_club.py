"""The club player in detail: judging many positions at once changes nothing, and looking ahead is exact."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import Dealt, Playing, club, play, play_all, player_named, without
from hashi_solver.players.chances import fitted, outlook
from hashi_solver.players.club import Club, Decision, Waiting
from hashi_solver.players.evaluation import Evaluation
from hashi_solver.players.paper import Paper
from hashi_solver.players.positions import Positions
from hashi_solver.rules import Game, State, advance, empty, legal_numbers, legal_starts, legal_turns, with_start
from hashi_solver.seeds import Stream, deck_from_seed
from tests.boards import SPARSE, STANDARD, TINY, board

NONE = np.zeros(1, dtype=np.int64)
ALL = 10_000  # ideas


def asked_in(layout: Layout, seed: str) -> Iterator[Decision]:
    """Return the positions and cards of a game of the beginner."""
    game, deck = Game(layout), deck_from_seed(seed).cards
    playing = play(player_named("beginner"), game, deck, seed)
    state, unseen = with_start(empty(game), playing.start), tuple(sorted(STANDARD_BOX))
    for card, turn in zip(deck, playing.turns, strict=True):
        unseen = without(unseen, card)
        yield Decision(state, card, unseen)
        state = advance(state, card, turn)


def joined(parts: list[int]) -> set[frozenset[int]]:
    return {frozenset(at for at, part in enumerate(parts) if part == each) for each in set(parts)}


def same(one: Positions, other: Positions) -> bool:
    """Compare positions; which island represents a joined group does not matter."""
    return (
        np.array_equal(one.numbers, other.numbers)
        and np.array_equal(one.room, other.room)
        and np.array_equal(one.bridges, other.bridges)
        and np.array_equal(one.blocked, other.blocked)
        and all(joined(a) == joined(b) for a, b in zip(one.parts.T.tolist(), other.parts.T.tolist(), strict=True))
    )


@pytest.mark.parametrize("layout", [STANDARD, SPARSE, *TINY], ids=str)
def test_writing_and_drawing_lead_where_the_rules_lead(layout: Layout) -> None:
    for number, asked in enumerate(asked_in(layout, "cells")):
        turns = list(legal_turns(asked.state, asked.card))
        turn = Stream(f"cells {number}").choice(turns)
        paper = Positions.of([asked.state])
        on = np.array([-1 if turn.number_on is None else turn.number_on])
        paper = paper.written(NONE, on, np.array([asked.card.number]))
        scribbled = Paper(asked.state)
        if turn.number_on is not None:
            scribbled.write(turn.number_on, asked.card.number)
        for line in turn.lines:
            assert np.nonzero(paper.drawable()[:, 0])[0].tolist() == scribbled.drawable()
            paper = paper.drawn(NONE, np.array([line]))
            scribbled.draw(line)
        assert same(paper, Positions.of([advance(asked.state, asked.card, turn)]))


def test_a_board_of_more_islands_than_small_numbers_tell_can_be_played() -> None:
    wide = board(*["o.o.o.o.o.o.o.o.o.o.o.o.o", "." * 25] * 12)
    assert len(wide.islands) > 127
    asked = list(asked_in(wide, "wide"))[3]
    turn = Club(numbers=3, beam=3, thought=2, answers=1, drawings=1).turn(*asked, Stream(""))
    assert turn in legal_turns(asked.state, asked.card)


def test_many_positions_are_worth_what_each_is_worth_alone() -> None:
    for asked in list(asked_in(STANDARD, "many"))[3::4]:
        state, card, unseen = asked
        left = state.game.rounds - state.round - 1
        views = [outlook(left, unseen, count) for count in (3, state.numbers.count(0))]
        after = [advance(state, card, turn) for turn in list(legal_turns(state, card))[::7]]
        together = Evaluation([state], views, fitted())
        each = np.arange(len(after)) % 2
        values = together.values(Positions.of(after), each * 0, each)
        for position, view, value in zip(after, each, values, strict=True):
            alone = Evaluation([state], [views[view]], fitted())
            assert alone.values(Positions.of([position]), NONE, NONE)[0] == value


def test_games_side_by_side_are_the_same_as_one_by_one() -> None:
    for player in (Club(), Club(lean=0.5, thought=3)):
        game = Game(STANDARD)
        start = next(iter(legal_starts(game)))
        deals = [Dealt(deck_from_seed(seed).cards, seed, start) for seed in "ab"]
        deals += [Dealt(deals[0].deck, "c", start), Dealt(deals[1].deck, "d", None)]
        alone: list[Playing] = [play(player, game, deal.deck, deal.seed, start=deal.start) for deal in deals]
        assert play_all(player, game, deals) == alone


def test_players_who_play_one_by_one_play_all_the_same() -> None:
    game, player = Game(STANDARD), player_named("beginner")
    deals = [Dealt(deck_from_seed(seed).cards, seed, None) for seed in "ab"]
    assert play_all(player, game, deals) == [play(player, game, deal.deck, deal.seed) for deal in deals]


def best_after(state: State, card: Card, unseen: tuple[Card, ...]) -> float:
    """Return the highest value of all legal turns, tried one by one."""
    left = state.game.rounds - state.round - 1
    counts = tuple(count - (number == card.number) for number, count in enumerate(outlook(left, unseen, 0).unseen))
    view = replace(outlook(left, unseen, state.numbers.count(0)), unseen=counts)
    evaluation = Evaluation([state], [view], fitted())
    return max(
        float(evaluation.values(Positions.of([advance(state, card, turn)]), NONE, NONE)[0])
        for turn in legal_turns(state, card)
    )


@pytest.mark.parametrize("layout", TINY, ids=str)
def test_thinking_ahead_is_the_mean_over_all_cards_of_the_best_answer(layout: Layout) -> None:
    """A wide enough search finds what trying every legal turn with every card finds."""
    wide = Club(numbers=99, beam=999, answers=999, drawings=9999)
    for asked in list(asked_in(layout, "ahead"))[2:12:3]:
        state = advance(asked.state, asked.card, next(iter(legal_turns(asked.state, asked.card))))
        plain = sum(best_after(state, card, asked.unseen) for card in asked.unseen) / len(asked.unseen)
        assert wide.ahead([Waiting(state, asked.unseen)])[0] == pytest.approx(plain, abs=1e-5)


def test_the_best_idea_at_first_sight_is_the_best_of_all_turns_where_it_sees_all() -> None:
    wide = Club(numbers=99, beam=9999)
    for asked in list(asked_in(TINY[0], "sight"))[::4]:
        state, card, unseen = asked
        view = outlook(state.game.rounds - state.round - 1, unseen, state.numbers.count(0))
        evaluation = Evaluation([state], [view], fitted())
        values = {
            turn: float(evaluation.values(Positions.of([advance(state, card, turn)]), NONE, NONE)[0])
            for turn in legal_turns(state, card)
        }
        ideas = wide.first_sight([asked], ALL)[0]
        assert {idea.turn: idea.value for idea in ideas} == values
        assert ideas[0].value == max(values.values())


def test_thinking_ahead_changes_what_is_played_and_only_among_what_seemed_good() -> None:
    changed = 0
    for asked in list(asked_in(load_layout("side-a"), "changed"))[:9]:
        first = Club().first_sight([asked], ALL)[0]
        turn = Club().turn(*asked, Stream(""))
        seemed = next(idea.value for idea in first if idea.turn == turn)
        assert seemed >= first[0].value - Club().apart
        changed += turn != first[0].turn
    assert changed


def test_a_number_goes_only_where_it_may_stand() -> None:
    for asked in asked_in(STANDARD, "places"):
        allowed = {None, *legal_numbers(asked.state, asked.card)}
        assert {idea.turn.number_on for idea in Club().first_sight([asked], ALL)[0]} <= allowed


@pytest.mark.parametrize("bits", [63, 0])
def test_the_best_of_each_question_are_found_whatever_is_equal(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Promises differ beyond the last digit that counts for values, and then the difference counts."""
    monkeypatch.setattr(club, "MOST_BITS", bits)  # with too few, numbers cannot hold all that is sorted by
    source = Stream("best of each")
    for count in (0, 1, 5, 200):
        groups = np.array([source.below(9) for _ in range(count)], dtype=np.int64)
        values = np.array([source.below(4) / 10 for _ in range(count)])
        promises = values + np.array([source.below(3) * 1e-9 for _ in range(count)])

        def best(worth: list[float], of: list[int]) -> list[int]:
            order = sorted(range(len(of)), key=lambda each: (of[each], -worth[each], each))
            return [each for place, each in enumerate(order) if place < 3 or of[order[place - 3]] != of[each]]

        assert club._first_of_each(groups, values, 3).tolist() == best(values.tolist(), groups.tolist())
        chosen = club._most_promising(groups, promises, 3).tolist()
        assert sorted(chosen) == sorted(best(promises.tolist(), groups.tolist()))
