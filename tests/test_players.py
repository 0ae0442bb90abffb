"""Players that do not see the deck: always legal, unaware of the order, each stronger than the one before."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import pytest

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.errors import InputError
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import PLAYERS, Dealt, Player, Playing, play, play_all, player_named, turn_source, without
from hashi_solver.players.club import Decision
from hashi_solver.players.expert import ADVISER, Expert
from hashi_solver.players.simulation import GAMES_AT_A_TIME
from hashi_solver.record import WrittenStart
from hashi_solver.referee import judge_record, record_of
from hashi_solver.rules import Game, Start, State, Turn, advance, empty, legal_starts, violations, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.solver import solve
from tests.boards import SPARSE, TINY

HASTY = Expert(proposals=2, judged=(1,))  # the expert with less time to think
AT_THE_TABLE: tuple[Player, ...] = (*PLAYERS[:-1], HASTY)
GAMES = {"random": 60, "beginner": 60, "club": 12, "expert": 1}
MANY_GAMES = {"random": 10_000, "beginner": 10_000, "club": 10_000, "expert": 100}
PARTS = 20  # of the many games, for several processes


@dataclass(frozen=True, slots=True)
class Deal:
    game: Game
    cards: tuple[Card, ...]
    start: Start


def deals(count: int, what: str = "test") -> Iterator[Deal]:
    boards = layout_ids()
    for number in range(count):
        game = Game(load_layout(boards[number % len(boards)]))
        source = Stream(f"{what} {number}")
        yield Deal(game, deck_from_seed(f"{what} {number}").cards, source.choice(tuple(legal_starts(game))))


def played(player: Player, deal: Deal, seed: str = "1") -> Playing:
    return play(player, deal.game, deal.cards, seed, start=deal.start)


def total(playing: Playing) -> int:
    return breakdown(playing.final).total


def written(deal: Deal) -> WrittenStart:
    return WrittenStart.of(deal.game.layout, deal.start)


def turns_with_the_rest_shuffled(player: Player, deal: Deal, shared: int) -> tuple[Turn, ...]:
    """The turns with the first cards, when those after them, and the one put away, come in another order."""
    away = [card for card in STANDARD_BOX if card not in deal.cards]
    rest = Stream(f"rest {shared}").shuffled([*deal.cards[shared:], *away])[: len(deal.cards) - shared]
    assert tuple(rest) != deal.cards[shared:]
    return played(player, Deal(deal.game, (*deal.cards[:shared], *rest), deal.start)).turns[:shared]


def positions(deal: Deal, playing: Playing) -> Iterator[tuple[State, Card, tuple[Card, ...]]]:
    """Yield each position of a game with its card and the cards unseen by then."""
    state, unseen = with_start(empty(deal.game), playing.start), tuple(sorted(STANDARD_BOX))
    for card, turn in zip(deal.cards, playing.turns, strict=True):
        unseen = without(unseen, card)
        yield state, card, unseen
        state = advance(state, card, turn)


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_no_turn_is_ever_illegal(player: Player) -> None:
    for number, deal in enumerate(deals(GAMES[player.name], "legal")):
        playing = played(player, deal, str(number))  # raises where a turn is illegal
        for (state, card, _), turn in zip(positions(deal, playing), playing.turns, strict=True):
            assert not violations(state, card, turn)
        assert playing.final.over


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_no_turn_of_many_games_is_illegal_and_no_total_above_the_optimum(player: Player, part: int) -> None:
    games = MANY_GAMES[player.name] // PARTS
    boards = layout_ids()
    for place, board in enumerate(boards):
        here = list(islice(deals(games, f"many {part}"), place, None, len(boards)))
        for at in range(0, len(here), GAMES_AT_A_TIME):
            table = here[at : at + GAMES_AT_A_TIME]
            dealt = [Dealt(deal.cards, f"{at} {seat}", deal.start) for seat, deal in enumerate(table)]
            playings = play_all(player, Game(load_layout(board)), dealt)
            for deal, playing in zip(table, playings, strict=True):
                verdict = judge_record(deal.game, record_of(deal.game, deal.cards, written(deal), playing.turns))
                assert verdict.legal
                assert verdict.breakdown.total == total(playing)
            assert total(playings[0]) <= solve(with_start(empty(table[0].game), table[0].start), table[0].cards).score


@pytest.mark.slow
@pytest.mark.parametrize("shared", range(1, 16, 3))
def test_the_order_to_come_makes_no_difference_to_an_expert_with_all_its_time(shared: int) -> None:
    deal = next(deals(1, "blind expert"))
    assert turns_with_the_rest_shuffled(PLAYERS[-1], deal, shared) == played(PLAYERS[-1], deal).turns[:shared]


@pytest.mark.parametrize("player", AT_THE_TABLE[:-1], ids=lambda player: player.name)
@pytest.mark.parametrize("board", [*TINY, SPARSE], ids=str)
def test_every_board_can_be_played(player: Player, board: Layout) -> None:
    game = Game(board)
    playing = play(player, game, deck_from_seed("any").cards, "1")
    assert playing.start in tuple(legal_starts(game))


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_the_same_seed_gives_the_same_game(player: Player) -> None:
    deal = next(deals(1, "same"))
    assert played(player, deal) == played(player, deal)


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_the_order_to_come_makes_no_difference(player: Player) -> None:
    """The same first cards and any order of the rest: the same turns as long as the same cards were turned."""
    deal = next(deals(1, "blind"))
    one = played(player, deal)
    for shared in (8,) if player is HASTY else (1, 6, 11):
        assert turns_with_the_rest_shuffled(player, deal, shared) == one.turns[:shared]


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_a_turn_can_be_asked_again(player: Player) -> None:
    """A turn depends only on the position, the card, the unseen cards and the source of chance."""
    deal = next(deals(1, "again"))
    playing = played(player, deal, "7")
    for (state, card, unseen), turn in list(zip(positions(deal, playing), playing.turns, strict=True))[9::4]:
        assert player.turn(state, card, unseen, turn_source(player, "7", state)) == turn


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_nobody_beats_the_proven_optimum(player: Player) -> None:
    for deal in deals(1 if player is HASTY else 4, "optimum"):
        best = solve(with_start(empty(deal.game), deal.start), deal.cards)
        assert best.status == "optimal"
        assert total(played(player, deal)) <= best.score


@pytest.mark.parametrize("player", AT_THE_TABLE, ids=lambda player: player.name)
def test_where_the_start_is_free_the_player_chooses_a_legal_one(player: Player) -> None:
    deal = next(deals(1, "start"))
    first = player.start(deal.game, tuple(sorted(STANDARD_BOX)), Stream("start"))
    assert first in tuple(legal_starts(deal.game))
    assert first == player.start(deal.game, tuple(sorted(STANDARD_BOX)), Stream("start"))


def test_each_player_is_stronger_than_the_one_before() -> None:
    fixed = list(deals(30, "strength"))
    random, beginner, club = (
        statistics.mean(total(played(player_named(name), deal)) for deal in fixed)
        for name in ("random", "beginner", "club")
    )
    assert random + 1 < beginner
    assert beginner + 10 < club


def test_the_expert_is_stronger_than_the_club() -> None:
    fixed = list(deals(4, "strongest"))
    club = statistics.mean(total(played(player_named("club"), deal)) for deal in fixed)
    expert = statistics.mean(total(played(Expert(proposals=4, judged=(3,)), deal)) for deal in fixed)
    assert expert > club


def test_with_one_card_to_come_no_turn_that_the_expert_thinks_of_is_better_than_its_own() -> None:
    """Two orders are left, and the game ends after them: a turn is worth the mean of both."""
    for deal in deals(12, "last but one"):
        game = played(player_named("club"), deal)
        state, card, unseen = list(positions(deal, game))[-2]

        def worth(turn: Turn, state: State = state, card: Card = card, unseen: tuple[Card, ...] = unseen) -> int:
            return sum(solve(advance(state, card, turn), (last,)).score for last in unseen)

        ideas = sorted(ADVISER.ideas([Decision(state, card, unseen)])[0], key=lambda idea: -idea.value)
        best = max(worth(idea.turn) for idea in ideas[: HASTY.ideas])
        assert worth(HASTY.turn(state, card, unseen, Stream("1"))) >= best


def test_an_unknown_player_is_an_input_error() -> None:
    with pytest.raises(InputError, match="no player 'grandmaster'"):
        player_named("grandmaster")
