"""The weaker model: whatever can be played is a play in it too, and with its help the optima are the same."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bench.hard import parsed
from bench.problems import BOARDS
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.model import Model, descent
from hashi_solver.model.cpsat import ORDER, CpSat
from hashi_solver.model.order import OrderModel, order_model
from hashi_solver.rules import Game, Start, State, Turn, advance, empty, legal_starts, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.solver import solve
from tests.tiny import best, random_play, tiny_position


def fits(model: OrderModel, turns: Sequence[Turn], start: Start, final: State) -> bool:
    """Whether the model allows a play, with its numbers round by round and the bridges it ends with."""
    base, cp_sat = model.base, CpSat(model)
    total = breakdown(final).total
    cp_sat.between(total, total)
    for t, turn in enumerate(turns, start=1):
        for island, writes in enumerate(base.writes):
            cp_sat.any_of((writes[t] if island == turn.number_on else ~writes[t],))
        cp_sat.any_of((model.draws[t] if turn.lines else ~model.draws[t],))
    if base.starts:
        cp_sat.any_of((base.starts[start],))
    for copies, drawn in zip(base.bridge, final.bridges, strict=True):
        for level, copy in enumerate(copies):
            cp_sat.any_of((copy[base.last] if drawn > level else ~copy[base.last],))
    return cp_sat.ask(ORDER).values is not None


@pytest.mark.parametrize("seed", range(8))
def test_random_plays_of_full_games_are_plays(seed: int) -> None:
    chance = random.Random(seed)
    game = Game(chance.choice(BOARDS))
    cards = chance.sample(STANDARD_BOX, game.rounds)
    first, start = empty(game), chance.choice(list(legal_starts(game)))
    begun = with_start(first, start)
    turns, final = random_play(chance, begun, cards)
    rounds = chance.randrange(1, game.rounds)
    middle = begun
    for card, turn in zip(cards[:rounds], turns[:rounds], strict=True):
        middle = advance(middle, card, turn)
    assert fits(OrderModel(first, cards), turns, start, final)
    assert fits(OrderModel(begun, cards), turns, start, final)
    assert fits(OrderModel(middle, cards[rounds:]), turns[rounds:], start, final)


def test_random_plays_of_tiny_games_are_plays() -> None:
    bonuses = 0
    for seed in range(200):
        chance = random.Random(f"order {seed}")
        state, cards = tiny_position(chance)
        if state.void or not cards:
            continue
        start = state.start or chance.choice(list(legal_starts(state.game)))
        turns, final = random_play(chance, state if state.start else with_start(state, start), cards)
        assert fits(OrderModel(state, cards), turns, start, final), seed
        points = breakdown(final)
        bonuses += points.red + points.blue + points.six > 0
    assert bonuses >= 10


def test_a_long_search_ends_with_the_optimum_of_exhaustive_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiny games, with every search taken for a long one from the beginning."""
    monkeypatch.setattr(descent, "LONG", 0)
    monkeypatch.setattr(descent, "WEAKER", 20)
    void = 0
    for seed in range(45):
        state, cards = tiny_position(random.Random(seed))
        solution = solve(state, cards)
        assert (solution.score, solution.status) == (best(state, cards), "optimal"), f"tiny game {seed}"
        void += state.void > 0 and order_model(Model(state, cards)) is None
    assert void >= 1


@pytest.mark.parametrize("weaker", [50, 5_000])
def test_a_long_search_ends_with_the_same_optimum(weaker: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"long {weaker}")
    for number in range(3):
        game = Game(chance.choice(BOARDS))
        cards = chance.sample(STANDARD_BOX, game.rounds)
        state = empty(game)
        if number % 2:
            state = with_start(state, chance.choice(list(legal_starts(game))))
        score = solve(state, cards).score
        with monkeypatch.context() as patch:
            patch.setattr(descent, "LONG", 20)
            patch.setattr(descent, "WEAKER", weaker)
            solution = solve(state, cards)
        assert (solution.score, solution.status) == (score, "optimal")


def test_what_the_weaker_model_refutes_it_refutes_sooner() -> None:
    game = parsed(
        "roro oobo robo ob.o oro. | 4@D2 |"
        " 1/1 2/1 1/2 1/3 2/2 2/3 3/2 3/1 3/3 4/2 4/1 5/1 4/3 5/2 6/2 5/3 6/1 | 56 | 42230"
    )
    whole, weaker = CpSat(Model(game.state, game.deck)), CpSat(OrderModel(game.state, game.deck))
    for cp_sat in (whole, weaker):
        cp_sat.between(58, 60)
    assert not whole.ask(conflicts=10_000).closed
    answer = weaker.ask(ORDER, conflicts=10_000)
    assert answer.closed
    assert answer.values is None
