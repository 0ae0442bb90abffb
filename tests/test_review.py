"""The ceiling: it never rises, and what it falls by is all that was lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.cards import Card
from hashi_solver.documents.records import read_record
from hashi_solver.documents.reviews import review_json
from hashi_solver.errors import IllegalError, InputError, InternalError, Unproven
from hashi_solver.model import OtherPlays
from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import format_record, parse_record
from hashi_solver.players import play, player_named
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, against, judge_record, judge_table, record_of
from hashi_solver.review.ceiling import Review, Step, review
from hashi_solver.review.fair import Fair, Order, Played
from hashi_solver.rules import (
    Game,
    Play,
    Start,
    Turn,
    Written,
    advance,
    begin,
    empty,
    legal_bridges,
    legal_numbers,
    legal_starts,
    legal_turns,
    with_start,
)
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import Solution, choices, lines_of_all_best, solve
from hashi_solver.views.review import review_view
from tests.command import ROOT, hashi, inside
from tests.own_boards import MILL, POND, RECORDS
from tests.test_review_report import some_fair_view
from tests.tiny import best, tiny_position

pytestmark = pytest.mark.usefixtures("own_boards")


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


def verdict_of(player: str, seed: str, layout: str = "old-pond") -> Verdict:
    game, cards = Game(load_layout(layout)), deck_from_seed(seed).cards
    playing = play(player_named(player), game, cards, seed)
    start = f"Start: {playing.start.number}@{game.layout.islands[playing.start.island].name}"
    written = parse_record(start).start
    assert written is not None
    return judge_record(game, record_of(game, cards, written, playing.turns))


def example(name: str, *, house: bool = False) -> Verdict:
    return judge_record(Game(POND), read_record(RECORDS / f"{name}.txt"), house=house)


def check_sums(found: Review) -> None:
    """Check what every review of a legal game promises."""
    chain = [found.optimum]
    for step in found.steps:
        assert step.before == chain[-1]
        assert step.after <= step.before
        chain.append(step.after)
    assert chain[-1] == found.total == found.verdict.breakdown.total
    assert sum(found.charged().values()) == found.optimum - found.total


# In mid-round.


@pytest.mark.parametrize("block", range(2))
def test_a_number_that_is_written_already_leaves_the_best_of_its_bridges(block: int) -> None:
    asked = 0
    for seed in range(40 * block, 40 * block + 40):
        state, cards = tiny_position(random.Random(seed))
        if state.start is None or state.over:
            continue
        for place in (None, *legal_numbers(state, cards[0])):
            ways = {advance(state, cards[0], Turn(place, lines)) for lines in legal_bridges(state, cards[0], place)}
            highest = max(best(after, cards[1:]) for after in ways)
            assert solve(state, cards, written=Written(place)).score == highest, f"tiny game {seed}"
            asked += 1
    assert asked > 20


def test_a_number_that_may_not_stand_there_is_told() -> None:
    state = begin(Game(POND), 4, "D7")
    cards = deck_from_seed("1").cards
    with pytest.raises(IllegalError, match="R4"):
        solve(state, cards, written=Written(state.game.layout.index_of["D7"]))
    with pytest.raises(InputError, match="no round has begun"):
        solve(empty(state.game), cards, written=Written(None))


def test_a_bound_that_is_known_saves_work_and_changes_nothing() -> None:
    for seed in range(60):
        state, cards = tiny_position(random.Random(seed))
        highest = best(state, cards)
        assert solve(state, cards, at_most=highest, target=highest).score == highest
        assert solve(state, cards, at_most=highest + 3, target=highest + 3).score == highest


@pytest.mark.parametrize("block", range(2))
def test_all_choices_that_keep_a_total_are_found(block: int) -> None:
    for seed in range(30 * block, 30 * block + 30):
        state, cards = tiny_position(random.Random(seed))
        total = best(state, cards)
        if state.start is None:
            found = choices(state, cards, total)
            keep = {start for start in legal_starts(state.game) if best(with_start(state, start), cards) == total}
            assert set(found.starts) == keep
            assert len(found.starts) == len(keep)
        elif not state.over:
            ways = {
                each: best(advance(state, cards[0], each), cards[1:]) == total for each in legal_turns(state, cards[0])
            }
            found = choices(state, cards, total, known=solve(state, cards).turns if seed % 2 else None)
            assert found.complete
            assert {each.number_on for each in found.turns} == {each.number_on for each, keeps in ways.items() if keeps}
            place = found.turns[0].number_on
            drawn = choices(state, cards, total, written=Written(place))
            keep_lines = [
                tuple(sorted(each.lines)) for each, keeps in ways.items() if keeps and each.number_on == place
            ]
            assert sorted(tuple(sorted(each.lines)) for each in drawn.turns) == sorted(keep_lines)
            common = set.intersection(*(set(each.lines) for each, keeps in ways.items() if keeps))
            assert set(lines_of_all_best(state, cards, total)) == common


def test_choices_stop_at_their_limit() -> None:
    state, cards = begin(Game(POND), 4, "D7"), deck_from_seed("2").cards
    total = solve(state, cards).score
    found = choices(state, cards, total, written=Written(None) if total == 0 else None, limit=1)
    assert len(found.turns) == 1


def test_a_play_that_is_known_shows_others_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    state, cards = begin(Game(POND), 4, "D7"), deck_from_seed("3").cards
    for turn in solve(state, cards).turns[:7]:
        state, cards = advance(state, cards[0], turn), cards[1:]
    known = solve(state, cards)

    def search(self: OtherPlays) -> None:
        raise Unproven

    monkeypatch.setattr(OtherPlays, "ask", search)
    for written in (None, Written(known.turns[0].number_on)):
        found = choices(state, cards, known.score, written=written, known=known.turns)
        assert found.turns[0] == known.turns[0]
        assert len(found.turns) > 1
        assert not found.complete
        for turn in found.turns:
            assert solve(advance(state, cards[0], turn), cards[1:]).score == known.score
    with pytest.raises(InternalError, match="a play with"):
        choices(state, cards, known.score - 2, known=known.turns)


# Along games.


@pytest.mark.parametrize(("player", "layout"), [("random", "old-pond"), ("club", "old-mill")])
def test_the_ceiling_never_rises_and_the_losses_add_up(player: str, layout: str, pool: Executor) -> None:
    found = review(verdict_of(player, f"review {player}", layout), free_start=True, with_targets=False, executor=pool)
    check_sums(found)
    assert found.best.score == found.optimum == solve(empty(found.best.game), found.cards).score
    for each in found.rounds[::4]:
        assert each.after == solve(each.round.after, found.cards[each.round.number :]).score


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_the_ceiling_never_rises_along_200_games(part: int, pool: Executor) -> None:
    for number in range(20 * part, 20 * part + 20):
        player = ("random", "beginner", "club", "club")[number % 4]
        found = review(
            verdict_of(player, f"ceiling {number}", ("old-pond", "old-mill")[number // 4 % 2]),
            free_start=number % 3 > 0,
            with_targets=False,
            executor=pool,
        )
        check_sums(found)


def test_a_best_play_loses_nothing(pool: Executor) -> None:
    game, cards = Game(POND), deck_from_seed("best").cards
    solution = solve(empty(game), cards)
    name = game.layout.islands[solution.start.island].name
    written = parse_record(f"Start: {solution.start.number}@{name}").start
    assert written is not None
    found = review(
        judge_record(game, record_of(game, cards, written, solution.turns)),
        free_start=True,
        with_targets=False,
        executor=pool,
    )
    check_sums(found)
    assert found.charged() == {}
    assert not any(step.mark or step.better or step.better_start for step in found.steps)


def test_anna(anna: Review) -> None:
    """A game whose story is known: an island lost with bridges, two with numbers, blue by passing."""
    found = anna
    check_sums(found)
    assert (found.optimum, found.total) == (54, 43)
    lost = {
        (each.round.number, step.action, step.charge, step.lost, step.mark)
        for each in found.rounds
        for step in each.steps
        if step.lost
    }
    assert lost == {
        (1, "bridges", "bridges", 2, "small"),
        (6, "number", "number", 2, "small"),
        (8, "number", "number", 2, "small"),
        (14, "bridges", "pass", 5, "large"),
    }
    assert found.charged() == {"bridges": 2, "number": 4, "pass": 5}
    for each in found.rounds:
        for step in each.steps:
            if step.lost and step.action == "number":
                assert step.better is not None
                kept = solve(
                    each.round.before, found.cards[each.round.before.round :], written=Written(step.better.number_on)
                )
                assert kept.score == step.before
            assert step.count
    assert found.targets is not None
    assert found.targets.perfect == 54


def test_a_start_is_charged_only_where_it_was_free(pool: Executor) -> None:
    game, cards = Game(MILL, (3, 2, 2)), deck_from_seed("start").cards[:7]
    written = parse_record("Start: 3@A2").start
    assert written is not None
    start = Start(3, game.layout.index_of["A2"])
    turns = play(player_named("beginner"), game, cards, "start", start=start).turns
    verdict = judge_record(game, record_of(game, cards, written, turns), cards)
    free = review(verdict, free_start=True, with_targets=False, executor=pool)
    given = review(verdict, free_start=False, with_targets=False, executor=pool)
    check_sums(free)
    check_sums(given)
    assert free.start.lost > 0
    assert free.start.better_start in free.start.starts
    assert given.start.lost == 0
    assert given.optimum == free.start.after
    assert [each.after for each in given.rounds] == [each.after for each in free.rounds]


def test_marks() -> None:
    step = Step("number", Card(5, 1), Turn(1), 50, 50)
    marks = [replace(step, after=50 - lost).mark for lost in (0, 2, 3, 5, 6)]
    assert marks == ["", "small", "large", "large", "game-losing"]
    assert replace(step, after=48, to_win=49).mark == "game-losing"
    assert replace(step, after=49, to_win=49).mark == "small"
    assert replace(step, before=48, after=46, to_win=49).mark == "small"


def test_mistakes_are_steps_of_their_own(pool: Executor) -> None:
    found = review(example("mistakes", house=True), free_start=True, with_targets=False, executor=pool)
    mistaken = [each.round.number for each in found.rounds if len(each.steps) == 1]
    assert mistaken == [4, 6, 9]
    assert all(each.steps[0].charge == "mistake" for each in found.rounds if len(each.steps) == 1)
    assert sum(found.charged().values()) == found.optimum - found.reachable
    assert found.total <= found.reachable  # it is not finished


# At a table.


def test_early_is_up_to_the_first_round_of_the_others() -> None:
    verdicts = [example(name) for name in ("anna", "ben", "carla")]
    game = Game(POND)
    carla = verdicts[2].scored
    assert against(game, [carla]).deadlines == tuple(when or 17 for when in carla.done)
    assert against(game, []).deadlines == (17, 17, 17)


def test_a_player_at_a_table_has_the_points_of_the_table(pool: Executor) -> None:
    names = ("anna", "ben", "carla")
    records = [read_record(RECORDS / f"{name}.txt") for name in names]
    game = Game(POND)
    verdicts = [judge_record(game, record) for record in records]
    table = judge_table(game, records, verdicts)
    for place, record in enumerate(records):
        others = [verdict.scored for other, verdict in enumerate(verdicts) if other != place]
        own = judge_record(against(game, others), record)
        assert own.breakdown == table.seats[place].breakdown
        assert breakdown(own.final).total == table.seats[place].breakdown.total
    anna = judge_record(against(game, [verdict.scored for verdict in verdicts[1:]]), records[0])
    found = review(anna, free_start=False, to_win=50, with_targets=False, executor=pool)
    check_sums(found)
    assert found.total == 47


# The command.


def test_the_document(anna: Review) -> None:
    document = json.loads(json.dumps(review_json(review_view(anna, None, "Anna"))))
    assert (document["player"], document["layout"]) == ("Anna", "old-pond")
    assert document["format"] == "hashi-review/1"
    assert (document["optimum"], document["total"], document["fair"]) == (54, 43, None)
    assert len(document["rounds"]) == 17
    first = document["rounds"][0]
    assert (first["ceiling_before"], first["after_number"], first["after_bridges"], first["lost"]) == (54, 54, 52, 2)
    assert first["better"][0]["keeps"] == 54
    assert first["charged"] == [{"to": "bridges", "action": "bridges", "points": 2, "mark": "small"}]
    assert document["start"]["lost"] + sum(each["lost"] for each in document["rounds"]) == 11
    ceilings = [document["optimum"]]
    for each in document["rounds"]:
        assert each["ceiling_before"] == ceilings[-1]
        ceilings.append(each["after_bridges"])
    assert ceilings[-1] == document["total"]


def test_a_mistake_ends_a_review_with_one_sentence() -> None:
    ran = hashi("review", RECORDS / "mistakes.txt")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.count("\n") == 1
    assert "round 4" in ran.err
    assert "--house" in ran.err
    fair = hashi("review", RECORDS / "mistakes.txt", "--house", "--fair")
    assert (fair.code, fair.out) == (2, "")
    assert "no fair view" in fair.err


def test_games_of_different_cards_are_not_compared(tmp_path: Path) -> None:
    other = read_record(RECORDS / "anna.txt")
    assert other.deck is not None
    file = tmp_path / "other.txt"
    file.write_text(format_record(Record(other.layout, tuple(reversed(other.deck)), other.start, (Play(),))))
    ran = hashi("review", "--solo", RECORDS / "anna.txt", file)
    assert ran.code == 0
    assert ran.out.count("Old Pond, ") == 2
    assert "total" not in ran.out.split("Old Pond, ")[2]  # no table of both


def test_ctrl_c_in_a_search_is_no_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """`solve` answers a Ctrl-C with the best so far, which is not what was possible."""

    def stopped(*arguments: Any, **options: Any) -> Solution:
        return replace(solve(*arguments, **options), status="feasible")

    monkeypatch.setattr("hashi_solver.review.ceiling.solve", stopped)
    ran = hashi("review", RECORDS / "anna.txt")
    assert (ran.code, ran.out, ran.err.strip()) == (130, "", "hashi: interrupted")


def test_a_table_side_by_side() -> None:
    ran = hashi("review", *(RECORDS / f"{name}.txt" for name in ("anna", "carla")))
    assert ran.code == 0
    last = ran.out.splitlines()[-1]
    assert last.startswith("total")
    totals = json.loads(hashi("check", RECORDS / "anna.txt", RECORDS / "carla.txt", "--json").out)["players"]
    for player in totals:
        assert f"{player['score']} of " in last


def test_a_hidden_game_gets_the_fair_view_unasked(
    tmp_path: Path, anna_at_once: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def fair(played: Played, orders: Sequence[Order], **options: Any) -> Fair:
        asked.append((played, len(orders)))
        return some_fair_view(anna_at_once)

    monkeypatch.setattr("hashi_solver.review.fair.fair", fair)
    file = tmp_path / "hidden.txt"
    file.write_text((RECORDS / "anna.txt").read_text().replace("Start:", "Played: hidden\nStart:"))
    record = read_record(file)
    assert record.hidden
    assert parse_record(format_record(record)) == record
    ran = hashi("review", file, "--orders", "5", "--json")
    assert ran.code == 0
    told = json.loads(ran.out)["fair"]
    assert round(told["start"] + told["luck"] - told["avoidable"] - told["foresight"], 6) == 43
    assert set(told["error"]) == {"start", "luck", "avoidable", "foresight"}
    assert [count for _, count in asked] == [5]
    assert asked[0][0].states[-1] == anna_at_once.verdict.final
    assert json.loads(hashi("review", file, "--no-fair", "--json").out)["fair"] is None
    assert len(asked) == 1


def test_played_is_hidden_or_open() -> None:
    assert parse_record("played: OPEN").hidden is False
    assert parse_record("Start: 4@D7").hidden is None
    for text, why in (("Played: blind", "hidden or open"), ("Played: open\nPlayed: hidden", "a second Played")):
        with pytest.raises(InputError, match=why):
            parse_record(text)


def test_the_examples_can_be_read_from_anywhere() -> None:
    with inside(ROOT):
        assert hashi("review", "docs/examples/nobody.txt").code == 2
