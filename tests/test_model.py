"""The model against the rules, both ways: legal play fits into it at its own score, illegal play does not.

Replaying what the solver finds would catch a model that allows too much; fixing plays in it catches one that allows too
little, and says which rule.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from bench.problems import BOARDS
from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.model import Model
from hashi_solver.model.cpsat import CpSat
from hashi_solver.rules import (
    Game,
    Start,
    State,
    Turn,
    advance,
    begin,
    empty,
    legal_starts,
    turn_of,
    violations,
    with_start,
)
from hashi_solver.scoring import breakdown
from tests.tiny import random_play, tiny_position

# A1 . C1 . E1 with one below each: red at E1, blue at C3. And a board on which A2-C2 crosses B1-B3.
BOARD = Layout("six", "Six", ("o.o.r", ".....", "o.b.o"))
CROSS = Layout("cross", "Cross", (".o.", "o.o", ".o."))


def highest(state: State, cards: Sequence[Card], turns: Sequence[Turn], start: Start | None = None) -> int | None:
    """Return the highest total that the model gives exactly this play, or None if it forbids it."""
    model = Model(state, cards)
    cp_sat = CpSat(model)
    fixed: dict[int, bool] = {variable: chosen == start for chosen, variable in model.base.starts.items()}
    drawn = list(state.bridges)
    for moment, turn in enumerate(turns, start=1):
        for line in turn.lines:
            drawn[line] += 1
        for island, writes in enumerate(model.base.writes):
            fixed[writes[moment]] = turn.number_on == island
        for line, copies in enumerate(model.base.bridge):
            for copy, bridge in enumerate(copies):
                fixed[bridge[moment]] = drawn[line] > copy
    for variable, value in fixed.items():
        cp_sat.any_of((variable if value else ~variable,))
    cp_sat.add_objective()
    answer = cp_sat.ask()
    assert answer.closed
    return None if answer.values is None else model.total(answer.values)


@pytest.mark.parametrize("seed", range(40))
def test_random_legal_full_games_fit_at_their_own_score(seed: int) -> None:
    chance = random.Random(seed)
    game = Game(chance.choice(BOARDS))
    cards = chance.sample(STANDARD_BOX, game.rounds)
    first, start = empty(game), chance.choice(list(legal_starts(game)))
    begun = with_start(first, start)
    turns, final = random_play(chance, begun, cards)
    assert highest(begun, cards, turns) == breakdown(final).total
    assert highest(first, cards, turns, start) == breakdown(final).total
    middle, played = begun, chance.randrange(1, game.rounds)
    for card, turn in zip(cards[:played], turns[:played], strict=True):
        middle = advance(middle, card, turn)
    assert highest(middle, cards[played:], turns[played:]) == breakdown(final).total


def test_random_legal_tiny_games_fit_at_their_own_score() -> None:
    for seed in range(300):
        chance = random.Random(f"fit {seed}")
        state, cards = tiny_position(chance)
        start = state.start or chance.choice(list(legal_starts(state.game)))
        turns, final = random_play(chance, state if state.start else with_start(state, start), cards)
        assert highest(state, cards, turns, start) == breakdown(final).total, seed


def test_any_turn_fits_exactly_when_the_rules_allow_it() -> None:
    """Every way to write and draw in some round of tiny games, legal or not, with passes after it."""
    seen: dict[str, int] = {}
    for seed in range(120):
        chance = random.Random(f"any {seed}")
        state, cards = tiny_position(chance)
        lines = [line.index for line in state.game.layout.lines]
        if state.start is None or not cards or not lines:
            continue
        for _ in range(6):
            on = chance.choice([None, *range(len(state.numbers))])
            count = chance.choice((0, cards[0].bridges, cards[0].bridges, chance.randint(1, 3)))
            turn = Turn(on, tuple(chance.choices(lines, k=count)))
            if max((state.bridges[line] + turn.lines.count(line) for line in turn.lines), default=0) > 2:
                continue  # R5a: a third bridge has no variable at all
            broken = violations(state, cards[0], turn)
            fits = highest(state, cards, [turn, *[Turn()] * (len(cards) - 1)]) is not None
            assert fits is (not broken), (seed, turn, broken)
            for violation in broken:
                seen[violation.rule] = seen.get(violation.rule, 0) + 1
            seen["legal"] = seen.get("legal", 0) + (not broken)
    assert set(seen) >= {"legal", "R4", "R4a", "R4b", "R5", "R5b", "R5d", "R6"}
    assert min(seen.values()) >= 5, seen


def fits(layout: Layout, cards: str, *turns: tuple[str | None, str], start: str = "3@A1") -> bool:
    """Whether the model allows these rounds, each a number's island and bridges such as `A1-C1 A1-C1`."""
    deck = [Card(int(card[0]), int(card[2])) for card in cards.split()]
    game = Game(layout, (len(deck),), 3)
    state = begin(game, int(start[0]), start[2:])
    play = [
        turn_of(layout, on, [(bridge.split("-")[0], bridge.split("-")[1]) for bridge in bridges.split()])
        for on, bridges in turns
    ]
    return highest(state, deck, play) is not None


def test_r2a_a_start_is_a_3_or_a_4_on_an_island_without_a_flag() -> None:
    model = Model(empty(Game(BOARD, (1,))), [Card(1, 1)])
    names = {(start.number, BOARD.islands[start.island].name) for start in model.base.starts}
    assert names == {(number, name) for number in (3, 4) for name in ("A1", "C1", "A3", "E3")}
    assert highest(empty(Game(BOARD, (1,))), [Card(1, 1)], [Turn()], Start(3, 0)) == 0
    assert highest(empty(Game(BOARD, (1,))), [Card(1, 1)], [Turn()], None) is None


def test_r3_either_action_may_be_passed() -> None:
    assert fits(BOARD, "2/1 2/1 2/1", (None, "A1-C1"), ("C1", ""), (None, ""))


def test_r4_a_number_on_an_island_without_one() -> None:
    assert fits(BOARD, "2/1", ("C1", ""))
    assert not fits(BOARD, "2/1", ("A1", ""))
    assert not fits(BOARD, "2/1 2/1", ("C1", ""), ("C1", ""))


def test_r4a_a_flag_needs_a_bridge_from_an_earlier_round() -> None:
    assert fits(BOARD, "2/1 2/1 2/1", ("C1", "C1-E1"), ("E1", ""), (None, ""))
    assert not fits(BOARD, "2/1 2/1 2/1", ("C1", ""), ("E1", "C1-E1"), (None, ""))


def test_r4b_a_number_not_smaller_than_its_bridges() -> None:
    assert fits(BOARD, "1/2 2/1", (None, "A1-C1 A1-C1"), ("C1", ""))
    assert not fits(BOARD, "1/2 1/1", (None, "A1-C1 A1-C1"), ("C1", ""))


def test_r5_exactly_as_many_bridges_as_the_card_says_or_none() -> None:
    assert fits(BOARD, "1/2", (None, "A1-C1 A1-A3"))
    assert not fits(BOARD, "1/2", (None, "A1-C1"))
    assert not fits(BOARD, "1/2", (None, "A1-C1 A1-A3 A1-A3"))


def test_r5a_at_most_two_on_a_line() -> None:
    assert fits(BOARD, "1/2", (None, "A1-C1 A1-C1"))
    assert len(Model(begin(Game(BOARD, (1,)), 3, "A1"), [Card(1, 1)]).base.bridge[0]) == 2


def test_r5b_one_end_has_a_number() -> None:
    assert fits(BOARD, "1/1", ("C1", "C1-C3"))
    assert not fits(BOARD, "1/1 1/1", (None, "C1-C3"), ("C1", ""))


def test_r5c_no_two_bridges_cross() -> None:
    start = "3@B1"
    assert fits(CROSS, "2/1 2/1", (None, "B1-B3"), (None, "B1-B3"), start=start)
    assert not fits(CROSS, "2/1 2/1", (None, "B1-B3"), ("A2", "A2-C2"), start=start)
    assert not fits(CROSS, "2/2", ("A2", "B1-B3 A2-C2"), start=start)


def test_r5d_never_more_bridges_than_the_number() -> None:
    assert fits(BOARD, "2/2 1/1", ("C1", "C1-C3 C1-E1"), (None, "A1-A3"))
    assert not fits(BOARD, "1/2", ("C1", "C1-C3 C1-E1"))


def test_r5d_without_a_number_never_more_than_six() -> None:
    star = Layout("star", "Star", ("..o..", ".....", "o.o.o", ".....", "..o.."))
    cards = "4/3 4/1 4/2 4/1"
    play = [("A3", "A3-C3 A3-C3 C1-C3"), ("E3", "C3-E3"), ("C5", "C3-C5 C3-C5")]
    assert fits(star, cards, *play, (None, ""), start="3@C1")
    assert not fits(star, cards, *play, (None, "C3-E3"), start="3@C1")


def test_r6_a_finished_island_is_closed() -> None:
    assert fits(BOARD, "1/1 1/1", ("C1", "A1-C1"), (None, "A1-A3"))
    assert not fits(BOARD, "1/1 1/1", ("C1", "A1-C1"), (None, "C1-C3"))
