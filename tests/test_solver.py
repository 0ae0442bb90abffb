"""The solver: optima that exhaustive search confirms, and answers that keep their promises."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from bench.problems import BOARDS, Problem, problems
from hashi_solver import rules
from hashi_solver.board import Layout
from hashi_solver.bonuses import RED
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.errors import InputError, InternalError
from hashi_solver.model import Model
from hashi_solver.rules import Game, Start, State, advance, begin, empty, legal_turns, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.solver import Problem as Question
from hashi_solver.solver import SearchProgress, reaches, solve, solve_many
from tests.command import ROOT
from tests.tiny import best, tiny_position

LITTLE = Layout("little", "little", ("o.o", "...", "r.b"))


def shuffled(seed: int) -> tuple[Card, ...]:
    cards = list(STANDARD_BOX)
    random.Random(seed).shuffle(cards)
    return tuple(cards[:17])


def replay(state: State, cards: tuple[Card, ...], turns: tuple[rules.Turn, ...]) -> State:
    for card, turn in zip(cards, turns, strict=True):
        state = rules.apply(state, card, turn)
    return state


@pytest.mark.parametrize("block", range(10))
def test_exhaustive_search_agrees(block: int) -> None:
    for seed in range(60 * block, 60 * block + 60):
        state, cards = tiny_position(random.Random(seed))
        solution = solve(state, cards)
        most = best(state, cards)
        assert (solution.score, solution.status) == (most, "optimal"), f"tiny game {seed}"
        assert (reaches(state, cards, most), reaches(state, cards, most + 1)) == (True, False), f"tiny game {seed}"


def test_tiny_games_hold_what_the_rules_speak_of() -> None:
    """Some of the games of the test above: with bonuses done, early and late, free starts, crossings, void islands."""
    free = crossed = void = 0
    reached = set()
    for seed in range(240):
        state, cards = tiny_position(random.Random(seed))
        points = solve(state, cards).breakdown
        reached |= {("red", points.red), ("blue", points.blue), ("six", points.six)}
        free += state.start is None
        crossed += state.game.layout.crossings > 0
        void += state.void > 0
    assert reached >= {("red", 9), ("red", 5), ("blue", 7), ("blue", 3), ("six", 8), ("six", 4)}
    assert min(free, crossed, void) >= 10


def test_the_answer_is_a_play_of_the_engine() -> None:
    cards = shuffled(1)
    state = begin(Game(BOARDS[2]), 4, "A2")
    solution = solve(state, cards)
    assert solution.final == replay(state, cards, solution.turns)
    assert solution.breakdown == breakdown(solution.final)
    assert solution.score == solution.bound == solution.breakdown.total
    assert (solution.start, solution.deck, solution.first_round) == (Start(4, 2), cards, 1)
    assert solution.title


def test_same_question_same_play() -> None:
    state, cards = begin(Game(BOARDS[3]), 3, "D3"), shuffled(2)
    assert solve(state, cards).turns == solve(state, cards).turns


def test_a_free_start_is_never_below_a_fixed_one() -> None:
    layout, cards = BOARDS[6], shuffled(3)
    free = solve(empty(Game(layout)), cards)
    assert free.start in rules.legal_starts(Game(layout))
    for start in list(rules.legal_starts(Game(layout)))[::5]:
        assert solve(with_start(empty(Game(layout)), start), cards).score <= free.score


def test_what_can_still_be_reached_never_rises() -> None:
    chance, cards = random.Random(4), shuffled(4)
    state = begin(Game(BOARDS[0]), 4, "E1")
    before = solve(state, cards).score
    for number in range(17):
        state = advance(state, cards[number], chance.choice(list(legal_turns(state, cards[number]))))
        now = solve(state, cards[number + 1 :]).score
        assert now <= before
        before = now
    assert before == breakdown(state).total


def turned(layout: Layout) -> Layout:
    """A quarter turn."""
    grid = tuple("".join(column) for column in zip(*reversed(layout.grid), strict=True))
    return Layout(layout.id, layout.name, grid)


def mirrored(layout: Layout) -> Layout:
    return Layout(layout.id, layout.name, tuple(text[::-1] for text in layout.grid))


def test_mirrored_and_turned_boards_score_the_same() -> None:
    layout, cards = BOARDS[3], shuffled(5)
    scores = {solve(empty(Game(board)), cards).score for board in (layout, turned(layout), mirrored(layout))}
    assert len(scores) == 1


def test_a_prefix_is_told_again() -> None:
    cards = shuffled(6)
    first = begin(Game(BOARDS[1]), 3, "A2")
    turn = next(turn for turn in legal_turns(first, cards[0]) if turn.lines and turn.number_on is not None)
    state = rules.apply(first, cards[0], turn)
    solution = solve(state, cards[1:], played=[(cards[0], turn)])
    assert solution.deck == cards
    assert (solution.turns[0], solution.first_round) == (turn, 1)
    assert solution.final == replay(first, cards, solution.turns)
    assert solve(state, cards[1:]).first_round == 2


def test_a_game_that_is_over_scores_what_it_has() -> None:
    state = begin(Game(LITTLE, (1,)), 3, "A1")
    state = rules.apply(state, Card(2, 1), rules.PASS)
    solution = solve(state, ())
    assert (solution.status, solution.score, solution.bound, solution.turns) == ("optimal", 0, 0, ())


def test_bonuses_done_before_are_kept() -> None:
    """Red is done late, in round 3 of piles of 1, 1 and 2: it stays, and is not counted again."""
    game = Game(Layout("red", "red", ("o.r", "...", "o.o")), (1, 1, 2), 2)
    cards = (Card(4, 2), Card(2, 1), Card(2, 2), Card(1, 1))
    state = begin(game, 3, "A1")
    state = rules.apply(state, cards[0], rules.turn_of(game.layout, None, [("A1", "C1")] * 2))
    state = rules.apply(state, cards[1], rules.PASS)
    state = rules.apply(state, cards[2], rules.Turn(game.layout.index_of["C1"]))
    assert (state.done_in(RED), breakdown(state).red) == (3, 5)
    solution = solve(state, cards[3:])
    assert (solution.score, solution.breakdown.red) == (best(state, cards[3:]), 5)


@pytest.mark.parametrize("target", [40, 50, 54, 56, 60])
def test_a_target_is_reached_or_refuted(target: int) -> None:
    state, cards = begin(Game(BOARDS[3]), 4, "D3"), shuffled(7)
    most = solve(state, cards).score
    solution = solve(state, cards, target=target)
    assert solution.reaches(target) is (most >= target)
    assert solution.score <= most <= solution.bound
    assert (solution.score >= target) is (most >= target)
    assert reaches(state, cards, target) is (most >= target)


def test_a_target_may_stay_unknown_when_it_is_stopped() -> None:
    stop = threading.Event()
    stop.set()
    state, cards = empty(Game(BOARDS[3])), shuffled(8)
    assert [reaches(state, cards, target, stop=stop) for target in (0, 50, 100)] == [True, None, False]


def test_a_hundredth_of_a_second_still_answers() -> None:
    state, cards = empty(Game(BOARDS[3])), shuffled(8)
    began = time.monotonic()
    solution = solve(state, cards, time_limit=0.01)
    assert time.monotonic() - began < 20  # not for ever, on the busiest machine
    assert solution.score <= solution.bound
    assert solution.status == ("optimal" if solution.score == solution.bound else "feasible")


def test_stopped_before_it_began() -> None:
    stop = threading.Event()
    stop.set()
    solution = solve(empty(Game(BOARDS[3])), shuffled(8), stop=stop)
    assert solution.status == "feasible"
    assert 0 < solution.score <= 52 <= solution.bound


def test_progress_closes_in() -> None:
    heard: list[SearchProgress] = []
    solution = solve(begin(Game(BOARDS[3]), 4, "D3"), shuffled(9), on_progress=heard.append)
    assert heard[-1].bound == heard[-1].best == solution.score
    assert all(one.bound >= other.bound and one.best <= other.best for one, other in itertools.pairwise(heard))


def test_a_number_of_workers_is_accepted_and_changes_nothing() -> None:
    state, cards = begin(Game(BOARDS[7]), 4, "A1"), shuffled(10)
    assert solve(state, cards, workers=12).turns == solve(state, cards).turns  # 12 threads aborted the process


def test_many_in_order_and_not_all_at_once() -> None:
    taken = 0

    def questions() -> object:
        nonlocal taken
        for problem in problems(40):
            if problem.state.round >= 6:
                taken += 1
                yield Question(problem.state, problem.cards)

    wanted = [problem for problem in problems(40) if problem.state.round >= 6]
    with ThreadPoolExecutor(2) as executor:
        answers = solve_many(questions(), executor)  # type: ignore[arg-type]
        first = next(answers)
        assert taken < len(wanted)
        found = [first, *answers]
    assert [(s.game, s.deck) for s in found] == [(p.state.game, p.cards) for p in wanted]
    assert all(solution.status == "optimal" for solution in found)


def test_many_over_processes_of_ones_own() -> None:
    asked: list[Problem] = [problem for problem in problems(40) if problem.state.round >= 12][:3]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        found = list(solve_many([Question(problem.state, problem.cards) for problem in asked], executor))
    assert [s.score for s in found] == [solve(p.state, p.cards).score for p in asked]


def test_many_over_processes_that_it_starts_itself() -> None:
    """The library as an engineer tries it: a few lines typed into Python."""
    lines = """
from hashi_solver import Game, Problem, begin, deck_from_seed, load_layout, solve_many
state = begin(Game(load_layout("tests/layouts/old-pond.toml")), 4, "D7")
print([s.status for s in solve_many(Problem(state, deck_from_seed(str(n)).cards) for n in range(4))])
"""
    ran = subprocess.run([sys.executable], input=lines, cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == f"{['optimal'] * 4}\n"


def test_input_that_cannot_be_solved() -> None:
    state = begin(Game(LITTLE), 3, "A1")
    with pytest.raises(InputError, match="17 rounds are still to come, but here are 16 cards"):
        solve(state, shuffled(1)[:16])
    with pytest.raises(InputError, match="there is no card 7/1"):
        solve(begin(Game(LITTLE, (1,)), 3, "A1"), (Card(7, 1),))
    flags = Layout("flags", "flags", ("r.b",))
    with pytest.raises(InputError, match="R2a"):
        solve(empty(Game(flags, (1,))), (Card(1, 1),))


def test_a_play_that_breaks_a_rule_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def nonsense(self: Model, values: object) -> tuple[rules.Turn, ...]:
        return (rules.Turn(0, (0, 0, 0)), *[rules.PASS] * 16)

    monkeypatch.setattr(Model, "turns", nonsense)
    with pytest.raises(InternalError, match="R5"):
        solve(begin(Game(BOARDS[3]), 4, "D3"), shuffled(1))


def test_points_that_the_rules_do_not_give_are_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Model, "turns", lambda self, values: (rules.PASS,) * 17)
    with pytest.raises(InternalError, match="the model counts"):
        solve(begin(Game(BOARDS[3]), 4, "D3"), shuffled(1))
    with pytest.raises(InternalError, match="the model reaches 40 points"):
        reaches(begin(Game(BOARDS[3]), 4, "D3"), shuffled(1), 40)


ODD_GAMES = {
    "no red flag": (Game(Layout("a", "a", ("o.o", "...", "o.b")), (2, 1), 2), "A1"),
    "no flag at all": (Game(Layout("b", "b", ("o.o", "...", "o.o")), (2, 1, 1), 3), "A1"),
    "a group larger than the board": (Game(LITTLE, (3,), 9), "A1"),
    "an island without a line": (Game(Layout("c", "c", ("o.o", ".o.", "...")), (3,), 2), "A1"),
    "no line": (Game(Layout("d", "d", ("o.", ".o")), (1, 2), 2), "A1"),
    "a single island": (Game(Layout("e", "e", ("o",)), (2,), 1), "A1"),
    "one pile": (Game(LITTLE, (4,), 4), "A1"),
}


@pytest.mark.parametrize("name", ODD_GAMES)
def test_odd_games(name: str) -> None:
    game, island = ODD_GAMES[name]
    for seed in range(5):
        chance = random.Random(seed)
        cards = tuple(Card(chance.randint(1, 6), chance.randint(1, 3)) for _ in range(game.rounds))
        for state in (begin(game, 3, island), begin(game, 4, island)):
            assert solve(state, cards).score == best(state, cards)
        assert solve(empty(game), cards).score == best(empty(game), cards)


def test_islands_that_a_mistake_made_void() -> None:
    """R10: what was drawn against the rules stays, and affects nothing else."""
    for seed in range(40):
        chance = random.Random(seed)
        state, cards = begin(Game(LITTLE, (2, 2), 2), 3, "A1"), [Card(chance.randint(1, 4), 2) for _ in range(4)]
        names = [island.name for island in LITTLE.islands]
        for card in cards[:2]:
            lines = [tuple(chance.choice(LITTLE.lines).name.split("-")) for _ in range(chance.randint(0, 3))]
            number = chance.choice((card.number, 6, 9))
            play = rules.Play(number, chance.choice(names), tuple(lines))  # type: ignore[arg-type]
            state, _ = rules.advance_mistaken(state, card, play)
        assert solve(state, cards[2:]).score == best(state, cards[2:]), seed
