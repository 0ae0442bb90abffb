"""What must hold for any board, any deck and any play."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi_solver.board import Layout
from hashi_solver.bonuses import BLUE, RED, SIX
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.errors import IllegalError
from hashi_solver.rules import (
    Game,
    Play,
    State,
    Turn,
    advance_mistaken,
    apply,
    begin,
    groups,
    judge,
    legal_bridges,
    legal_numbers,
    legal_starts,
    legal_turns,
    play_of,
    start_violations,
    violations,
)
from hashi_solver.scoring import breakdown
from tests import exhaustive
from tests.boards import (
    MOVES,
    SPARSE,
    STANDARD,
    decks,
    full_of_lines,
    layouts,
    mutated,
    random_game,
    random_start,
    random_turn,
    renamed,
    seeded_cards,
    seeded_layout,
    view,
)
from tests.exhaustive import Paper, Sketch, broken, sketch

seeds = st.integers(0, 2**32)
boards = st.one_of(layouts(most_islands=8, widest=6), full_of_lines)
full_boards = st.sampled_from((STANDARD, SPARSE))


def sketch_of(layout: Layout) -> Sketch:
    return sketch(layout.grid, [(one.upper(), other.upper()) for one, other in layout.no_line])


def paper_of(state: State) -> Paper:
    """Return what is on the paper in this position, in names."""
    layout = state.game.layout
    names = [island.name for island in layout.islands]
    ends = [frozenset((names[line.a], names[line.b])) for line in layout.lines]
    return Paper(
        {name: number for name, number in zip(names, state.numbers, strict=True) if number},
        {line: count for line, count in zip(ends, state.bridges, strict=True) if count},
        frozenset(name for index, name in enumerate(names) if state.void >> index & 1),
    )


def named(state: State, turn: Turn) -> exhaustive.Turn:
    play = play_of(state.game.layout, Card(1, 1), turn)
    return play.island, tuple(sorted((frozenset(pair) for pair in play.bridges), key=sorted))


def games(
    layout: Layout, seed: int, deck: tuple[Card, ...], group: int = 3
) -> Iterator[tuple[State, Card, Turn, State]]:
    first = (len(deck) + 1) // 3
    game = Game(layout, (first, len(deck) - 2 * first, first), group)
    return random_game(random.Random(seed), game, deck)


def check_paper(state: State) -> None:
    """What the position stores agrees with what is on the paper."""
    layout, paper = state.game.layout, paper_of(state)
    for index, island in enumerate(layout.islands):
        assert state.degrees[index] == sum(state.bridges[line] for line in layout.lines_at[index])
        assert state.degrees[index] == paper.leading_to(island.name)
        assert state.degrees[index] <= (state.numbers[index] or 6)
    assert {island.name for island in layout.islands if state.finished >> island.index & 1} == paper.finished()
    assert state.finished_count == len(paper.finished())
    assert all(0 <= count <= 2 for count in state.bridges)
    for line in layout.lines:
        assert not state.bridges[line.index] or not any(state.bridges[other] for other in layout.crossed_by[line.index])
    found = groups(state)
    assert sum(found) == state.finished
    assert sum(mask.bit_count() for mask in found) == state.finished_count
    assert (found[0].bit_count() if found else 0) == exhaustive.largest_group(sketch_of(layout), paper)
    assert [mask.bit_count() for mask in found] == sorted((mask.bit_count() for mask in found), reverse=True)


def check_game(layout: Layout, seed: int, deck: tuple[Card, ...], group: int) -> None:
    plain = sketch_of(layout)
    history: list[Paper] = []
    for state, card, turn, after in games(layout, seed, deck, group):
        assert violations(state, card, turn) == ()
        assert apply(state, card, turn) == after == advance_mistaken(state, card, play_of(layout, card, turn))[0]
        if not history:
            history.append(paper_of(state))
            check_paper(state)
        history.append(paper_of(after))
        assert history[-1].key() == exhaustive.after(history[-2], card, named(state, turn)).key()
        check_paper(after)
        assert (after.round, after.start, after.game, after.void) == (state.round + 1, state.start, state.game, 0)
        for old, new in zip(state.numbers, after.numbers, strict=True):
            assert new == old or (old == 0 and new == card.number)
        assert sum(map(bool, after.numbers)) - sum(map(bool, state.numbers)) == (turn.number_on is not None)
        assert all(old <= new for old, new in zip(state.bridges, after.bridges, strict=True))
        assert sum(after.bridges) - sum(state.bridges) == len(turn.lines) in (0, card.bridges)
        assert state.finished & after.finished == state.finished
        for before, now in zip(state.done, after.done, strict=True):
            assert now == before or (before == 0 and now == after.round)
        points, expected = breakdown(after), exhaustive.score(plain, history, state.game.piles, group)
        assert {
            "islands": points.islands,
            "red": points.red,
            "blue": points.blue,
            "six": points.six,
        } == expected
        assert points.total == sum(expected.values())


@settings(max_examples=300)
@given(boards, seeds, decks, st.integers(1, 4))
def test_a_legal_game_never_violates_and_scores_what_its_papers_show(
    layout: Layout, seed: int, deck: tuple[Card, ...], group: int
) -> None:
    check_game(layout, seed, deck, group)


@settings(max_examples=30)
@given(full_boards, seeds)
def test_a_legal_game_of_full_length_never_violates(layout: Layout, seed: int) -> None:
    check_game(layout, seed, seeded_cards(seed, 17), 6)


@settings(max_examples=200)
@given(boards, seeds, decks)
def test_the_legal_turns_are_those_that_a_naive_enumeration_finds(
    layout: Layout, seed: int, deck: tuple[Card, ...]
) -> None:
    plain = sketch_of(layout)
    for state, card, _, _ in games(layout, seed, deck[:4]):
        found = [named(state, turn) for turn in legal_turns(state, card)]
        assert len(set(found)) == len(found)
        expected = {
            (island, tuple(sorted(way, key=sorted))) for island, way in exhaustive.turns(plain, paper_of(state), card)
        }
        assert set(found) == expected
        assert {turn.number_on for turn in legal_turns(state, card)} == {None, *legal_numbers(state, card)}


@settings(max_examples=25)
@given(full_boards, seeds)
def test_every_legal_turn_of_a_full_board_passes(layout: Layout, seed: int) -> None:
    rng = random.Random(seed)
    stop = rng.randint(2, 12)
    for state, card, _, _ in games(layout, seed, seeded_cards(seed, 17), 6):
        if state.round == stop:
            turns = list(legal_turns(state, card))
            assert len(set(turns)) == len(turns)
            for turn in rng.sample(turns, min(300, len(turns))):
                assert violations(state, card, turn) == ()
                assert list(turn.lines) == sorted(turn.lines)


def check_mutation(state: State, card: Card, play: Play) -> None:
    """The engine names exactly the rules and islands that the second reading of the rules names."""
    layout = state.game.layout
    turn, found = judge(state, card, play)
    expected = broken(sketch_of(layout), paper_of(state), card, play.number, play.island, play.bridges)
    assert {(violation.rule, frozenset(violation.islands)) for violation in found} == expected
    assert all(violation.round == state.round + 1 for violation in found)
    assert all(violation.message.isprintable() and len(violation.message) < 160 for violation in found)
    if not any(violation.rule in ("R4", "R5a") for violation in found):
        assert violations(state, card, turn) == found
    if found:
        if play_of(layout, card, turn) == play:
            with pytest.raises(IllegalError) as error:
                apply(state, card, turn)
            assert error.value.violations == violations(state, card, turn)
        assert turn not in set(legal_turns(state, card)) or play_of(layout, card, turn) != play
    else:
        lines = tuple(sorted(turn.lines))
        assert turn.number_on is None or turn.number_on in legal_numbers(state, card)
        assert lines in set(legal_bridges(state, card, turn.number_on))
        assert apply(state, card, turn) == apply(state, card, Turn(turn.number_on, lines))


@settings(max_examples=400)
@given(boards, seeds, decks)
def test_a_mutated_turn_is_named_by_the_rules_it_breaks_or_legal(
    layout: Layout, seed: int, deck: tuple[Card, ...]
) -> None:
    rng = random.Random(seed)
    for state, card, turn, _ in games(layout, seed, deck):
        play = play_of(layout, card, turn)
        for _ in range(rng.randint(1, 3)):
            play = mutated(rng, play, card, layout)
            check_mutation(state, card, play)


@settings(max_examples=20)
@given(full_boards, seeds)
def test_a_mutated_turn_on_a_full_board(layout: Layout, seed: int) -> None:
    rng = random.Random(seed)
    for state, card, turn, _ in games(layout, seed, seeded_cards(seed, 17), 6):
        if state.round % 4 == 3:
            check_mutation(state, card, mutated(rng, play_of(layout, card, turn), card, layout))


def test_mutations_break_every_rule_of_a_turn() -> None:
    seen: set[str] = set()
    for seed in range(150):
        rng = random.Random(seed)
        for state, card, turn, _ in games(SPARSE if seed % 2 else STANDARD, seed, seeded_cards(seed, 8), 6):
            play = play_of(state.game.layout, card, turn)
            for _ in range(2):
                play = mutated(rng, play, card, state.game.layout)
            seen |= {violation.rule for violation in judge(state, card, play)[1]}
    assert seen == {"R4", "R4a", "R4b", "R5", "R5a", "R5b", "R5c", "R5d", "R6"}


def mistaken_games(layout: Layout, seed: int, deck: tuple[Card, ...]) -> Iterator[tuple[State, Card, Play, State]]:
    """Games in which about every second turn is wrong, and play continues (R10)."""
    rng = random.Random(seed)
    state = random_start(rng, Game(layout, (len(deck),), 3))
    for card in deck:
        play = play_of(layout, card, random_turn(rng, state, card))
        if rng.random() < 0.5:
            play = mutated(rng, mutated(rng, play, card, layout), card, layout)
        after, found = advance_mistaken(state, card, play)
        assert found == judge(state, card, play)[1]
        yield state, card, play, after
        state = after


@settings(max_examples=300)
@given(boards, seeds, decks)
def test_r10_after_mistakes_the_rules_still_say_the_same_twice(
    layout: Layout, seed: int, deck: tuple[Card, ...]
) -> None:
    plain = sketch_of(layout)
    for state, card, play, after in mistaken_games(layout, seed, deck):
        paper = paper_of(state)
        expected = broken(plain, paper, card, play.number, play.island, play.bridges)
        assert {(v.rule, frozenset(v.islands)) for v in judge(state, card, play)[1]} == expected
        concerned = {name for _, names in expected for name in names if name in plain.flags}
        then = paper_of(after)
        assert then.void == paper.void | concerned
        assert {island.name for island in layout.islands if after.finished >> island.index & 1} == then.finished()
        assert paper.finished() - concerned <= then.finished()
        assert after.degrees == tuple(then.leading_to(island.name) for island in layout.islands)
        assert all(count <= 2 for count in after.bridges)
        for before, now in zip(state.done, after.done, strict=True):
            assert now == before or (before == 0 and now == after.round)
        done = exhaustive.standing(plain, then, 3)
        assert all(now or not is_done for now, is_done in zip(after.done, done, strict=True))
        if len(layout.islands) <= 6:
            turns = {named(state, turn) for turn in legal_turns(state, card)}
            naive = {(island, tuple(sorted(way, key=sorted))) for island, way in exhaustive.turns(plain, paper, card)}
            assert turns == naive


@given(boards, st.integers(0, 7), st.sampled_from(["A1", "B2", "C1", "E5", "Z9", ""]))
def test_r2a_starts_are_legal_or_told(layout: Layout, number: int, island: str) -> None:
    game = Game(layout)
    flags = sketch_of(layout).flags
    found = start_violations(game, number, island)
    assert len(found) == (number not in (3, 4)) + (flags.get(island, "none") != "")
    assert {violation.rule for violation in found} <= {"R2a"}
    legal = {(start.number, layout.islands[start.island].name) for start in legal_starts(game)}
    assert ((number, island) in legal) == (not found)
    if not found:
        assert paper_of(begin(game, number, island)) == Paper({island: number}, {})


@settings(max_examples=100)
@given(boards, seeds, decks, st.sampled_from(sorted(MOVES)))
def test_mirrored_and_turned_boards_play_and_score_the_same(
    layout: Layout, seed: int, deck: tuple[Card, ...], move: str
) -> None:
    check_copy(layout, seed, deck, move)


@settings(max_examples=20)
@given(full_boards, seeds, st.sampled_from(sorted(MOVES)))
def test_mirrored_and_turned_full_boards_play_and_score_the_same(layout: Layout, seed: int, move: str) -> None:
    check_copy(layout, seed, tuple(card for card in seeded_cards(seed, 17) if card.bridges < 3), move)


def check_copy(layout: Layout, seed: int, deck: tuple[Card, ...], move: str) -> None:
    copied = view(layout, MOVES[move])
    other: State | None = None
    for state, card, turn, after in games(layout, seed, deck):
        if other is None:
            assert state.start is not None
            number, island = state.start
            other = begin(Game(copied.layout, state.game.piles, 3), number, copied.names[layout.islands[island].name])
        assert len(list(legal_turns(other, card))) == len(list(legal_turns(state, card)))
        assert len(list(legal_numbers(other, card))) == len(list(legal_numbers(state, card)))
        other = apply(other, card, renamed(turn, layout, copied))
        assert breakdown(other) == breakdown(after)
        assert other.done == after.done
        assert sorted(mask.bit_count() for mask in groups(other)) == sorted(mask.bit_count() for mask in groups(after))


def test_games_of_full_length_reach_every_bonus() -> None:
    """Things really happen in the random games above."""
    reached = {"red": 0, "blue": 0, "six": 0, "finished": 0}
    for seed in range(60):
        rng = random.Random(seed)
        deck = list(STANDARD_BOX)
        rng.shuffle(deck)
        *_, (_, _, _, last) = games(seeded_layout(seed, 6, 3, 3), seed, tuple(deck[:6]), 3)
        reached["red"] += last.done_in(RED) > 0
        reached["blue"] += last.done_in(BLUE) > 0
        reached["six"] += last.done_in(SIX) > 0
        reached["finished"] += last.finished > 0
    assert all(count >= 5 for count in reached.values()), reached
