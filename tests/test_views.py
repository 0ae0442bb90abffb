"""Views: the same data for the terminal, for sheets and for documents."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from hashi_solver.bonuses import BLUE, RED, SIX
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import Tally
from hashi_solver.review.ceiling import Review
from hashi_solver.rules import Game
from hashi_solver.solver import Solution
from hashi_solver.table.entry import enter
from hashi_solver.table.session import new_session
from hashi_solver.targets import Targets
from hashi_solver.views.analysis import BEST, MOST_CROSSINGS, analysis_view, comparison_view
from hashi_solver.views.game import closing_view, game_view
from hashi_solver.views.medals import medals_view
from hashi_solver.views.points import bonus_points
from hashi_solver.views.review import fair_view, review_view, side_by_side
from tests.own_boards import POND
from tests.test_lab_reports import analysis_of
from tests.test_play_session import tuesday
from tests.test_review_report import some_fair_view

AIMS = Targets(44, 43, 44, 48, 54, 3, 10.0)


def test_the_moves_of_a_review_are_the_start_and_the_rounds(anna: Review) -> None:
    shown = review_view(anna, None, "Anna")
    assert [move.round for move in shown.moves] == list(range(18))
    assert (shown.moves[0].play, shown.moves[0].card, shown.player) == ("4@D7", None, "Anna")
    assert shown.ceilings == (anna.start.before, anna.start.after, *(each.after for each in anna.rounds))
    for before, move in zip(shown.moves, shown.rounds, strict=False):
        assert move.before == before.after
        assert sum(loss.points for loss in move.losses) == move.before - move.after
    assert sum(shown.charged.values()) == shown.lost == 11
    assert shown.moves[-1].position == anna.verdict.final


def test_a_loss_shows_one_better_choice_and_among_how_many(anna: Review) -> None:
    first, *_, last = [loss for move in review_view(anna).moves for loss in move.losses]
    assert (first.points, first.charge, first.mark, first.keeps) == (2, "bridges", "small", 54)
    assert (first.better, first.played) == ("B2=B4 A7-D7", "B2-B4 A7-D7 D7-G7")
    assert (first.ways.which, str(first.ways)) == ("one of", "13")
    assert (last.charge, last.played) == ("pass", "-")
    assert replace(first.ways, complete=False).which == "one of more than"
    assert replace(first.ways, count=1).which == "only"


def test_the_best_play_has_a_move_a_round_and_a_round_for_each_number(anna: Review) -> None:
    shown = review_view(anna)
    assert len(shown.best_moves) == 18
    numbers = [index for index, number in enumerate(shown.best.numbers) if number]
    assert sorted(shown.best_rounds) == numbers
    assert min(shown.best_rounds.values()) == 0


@pytest.mark.parametrize("apart", [True, False])
def test_the_parts_of_a_fair_view_add_up(anna: Review, apart: bool) -> None:
    fair = some_fair_view(anna)
    if not apart:
        rounds = tuple(replace(each, avoidable=None) for each in fair.rounds)
        fair = replace(fair, avoidable=None, foresight=None, rounds=rounds)
    for unit in (Fraction(1, 10), Fraction(1, 100)):
        shown = fair_view(fair, unit)
        assert sum(part.points for part in shown.parts) == shown.total == 43
        assert shown.names == (("luck", "avoidable", "foresight") if apart else ("luck", "lost"))
        for place, part in enumerate(shown.parts[1:]):
            assert part.points == sum(points[place] for points in shown.rounds)
            assert part.points % unit == 0


def test_games_side_by_side_are_told_round_by_round(anna: Review) -> None:
    rows = side_by_side([review_view(anna, None, name) for name in ("Anna", "Ben")])
    assert [[move.round for move in row] for row in rows] == [[number] * 2 for number in range(18)]


@pytest.mark.parametrize(
    ("total", "reached", "following"),
    [(42, None, ("bronze", 1)), (43, "bronze", ("silver", 1)), (50, "gold", ("perfect", 4)), (54, "perfect", None)],
)
def test_medals_show_the_one_reached_and_the_one_above(
    total: int, reached: str | None, following: tuple[str, int] | None
) -> None:
    shown = medals_view(AIMS, total)
    assert shown.limits == (("bronze", 43), ("silver", 44), ("gold", 48), ("perfect", 54))
    assert (shown.reached, shown.next) == (reached, following)


@pytest.fixture(scope="module")
def pond() -> Analysis:
    return analysis_of(Game(POND))


def test_an_analysis_shows_best_play_and_then_whoever_played(pond: Analysis) -> None:
    idle = replace(pond, players={**pond.players, "expert": Tally(pond.game)})
    shown = analysis_view(idle)
    assert shown.names == (BEST, "beginner", "club")
    assert shown.who[0].below_best is None
    assert shown.who[2].below_best == pond.shortfall("club")
    assert sum(shown.who[0].totals.values()) == 3
    for rows in (shown.ladder, shown.islands, shown.lines):
        assert {len(row.shares) for row in rows} == {3}
    assert [row.name for row in shown.bonuses if row.name] == ["red flags", "blue flags", "six connected"]
    assert [row.detail for row in shown.bonuses] == list(shown.names) * 3
    for row in shown.bonuses:
        assert sum(share.value for share in row.shares) == pytest.approx(1)


def test_the_most_wanted_crossings_come_first_and_not_all_of_them(pond: Analysis) -> None:
    shown = analysis_view(pond)
    assert len(shown.crossings) == len(pond.crossings())
    assert len(shown.most_wanted) == min(MOST_CROSSINGS, len(shown.crossings))
    wanted = [min(share.value for share in row.shares[1:]) for row in shown.crossings]
    assert wanted == sorted(wanted, reverse=True)
    crossed = {(row.name, other) for row in shown.lines for other in row.crosses}
    assert crossed == {(other, name) for name, other in crossed}


def test_boards_side_by_side_have_each_figure_and_its_difference_to_the_first(pond: Analysis) -> None:
    shown = comparison_view(Comparison((pond, pond)))
    assert shown.names == ("Old Pond", "Old Pond")
    assert [row.name for row in shown.rows[:4]] == [BEST, "beginner", "beginner below best", "club"]
    assert [row.name for row in shown.rows if row.main][:4] == [BEST, "club", "club below best", "difficulty"]
    for row in shown.rows:
        assert (len(row.values), len(row.more)) == (2, 1)
        for more in row.more:
            assert more is None or row.told(more.value, signed=True) in ("+0.00", "+0.0%")


# A game in progress.


def test_what_may_be_done_now() -> None:
    fresh = game_view(new_session(deal_of_seed("tuesday", POND, "free", "flip")))
    assert (fresh.phase, fresh.round, fresh.card) == ("start", 0, None)
    assert [island.name for island in fresh.islands if island.may_get_number] == [
        island.name for island in POND.islands if not island.flag
    ]
    assert not any(line.room for line in fresh.lines)
    number = game_view(tuesday(9))
    assert (number.phase, str(number.card), number.number_settled) == ("number", "2/3", False)
    assert any(island.may_get_number for island in number.islands)
    bridges = game_view(enter(tuesday(9), "b2"))
    assert (bridges.phase, bridges.number_on, bridges.to_draw) == ("bridges", "B2", 3)
    assert not any(island.may_get_number for island in bridges.islands)
    assert max(line.room for line in bridges.lines) == 2
    assert (bridges.written[-1].text, bridges.written[-1].new) == ("2@B2", True)


def test_a_hidden_card_is_in_no_part_of_the_view() -> None:
    shown = game_view(tuesday(3))
    cards = [card for pile in shown.piles for card in pile.cards]
    assert [card.round for card in cards] == list(range(1, 18))
    assert [card.state for card in cards] == ["turned"] * 3 + ["open"] + ["to come"] * 13
    assert all((card.card is None) == (card.state == "to come") for card in cards)
    assert sum(there for cards in shown.left for _, there in cards) == 14
    assert shown.away is None
    opened = game_view(tuesday(3, hidden=False))
    assert all(card.card is not None for pile in opened.piles for card in pile.cards)
    assert opened.left == ()


def test_piles_end_with_the_deadlines_of_the_bonuses() -> None:
    assert [pile.deadlines for pile in game_view(tuesday(0)).piles] == [(BLUE,), (RED, SIX), ()]


def test_the_islands_say_what_they_still_want() -> None:
    for rounds in range(18):
        shown = game_view(tuesday(rounds))
        assert shown.finished == sum(island.finished for island in shown.islands)
        for island in shown.islands:
            assert island.wants == (island.number - island.bridges if island.number else 0)
            assert island.finished == (bool(island.number) and not island.wants)
        assert sum(island.bridges for island in shown.islands) == 2 * sum(line.bridges for line in shown.lines)


@pytest.mark.parametrize(
    ("rounds", "urgency", "points", "left"),
    [(3, "far", 7, 4), (4, "near", 7, 3), (5, "near", 7, 2), (6, "now", 7, 1), (7, "late", 3, 0), (17, "done", 3, -9)],
)
def test_a_bonus_becomes_urgent_and_then_late(rounds: int, urgency: str, points: int, left: int) -> None:
    _, blue, _ = game_view(tuesday(rounds)).goals
    assert (blue.bonus, blue.urgency, blue.points, blue.rounds) == (BLUE, urgency, points, left)


def test_points_come_from_islands_and_bonuses() -> None:
    session = tuesday(17)
    shown = game_view(session, 56, replace(AIMS, perfect=56))
    assert (shown.points.total, shown.next_title, shown.possible) == (56, 58, 56)
    assert shown.medals is not None
    assert shown.medals.reached == "perfect"
    found = bonus_points(session.points, session.position)
    assert [(each.points, each.when, each.done_in) for each in found] == [
        (9, "early", 12),
        (3, "late", 17),
        (8, "early", 11),
    ]
    assert shown.points.islands + sum(each.points for each in found) == 56


def test_what_a_game_could_have_been_worth() -> None:
    session = tuesday(17)
    final, start = session.position, session.position.start
    assert start is not None
    cards = session.deal.deck.cards
    best = Solution(final.game, cards, "optimal", 56, 56, session.points, start, session.turns, final, 0.0)
    shown = closing_view(session, best, 56, AIMS)
    assert (shown.verdict, shown.best_start) == ("best there was", "4@G1")
    assert shown.medals.reached == "perfect"
    before = tuesday(8)
    assert closing_view(before, best, 56, AIMS).verdict == "possible"
    assert closing_view(before, best, 54, AIMS).verdict == "possible from another start"
