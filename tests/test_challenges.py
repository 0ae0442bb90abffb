"""Challenges: from a deal to its targets, to JSON and back, many at a time, and as wished."""

from __future__ import annotations

import datetime
import itertools
import json
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hashi_solver.app.question import Source, recorded
from hashi_solver.board import Layout
from hashi_solver.challenge import Challenge, Deal, Kind, challenge_of, challenges, decode, encode
from hashi_solver.challenge.many import challenges_of, daily_challenges
from hashi_solver.challenge.search import Search, Wish, seeds_of
from hashi_solver.challenge.seeded import daily_deal, deal_of_seed
from hashi_solver.documents.challenges import challenge_json, challenge_of_document, challenges_json
from hashi_solver.documents.kept import ChallengeFolder
from hashi_solver.errors import InputError, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.notation.days import parse_day
from hashi_solver.players import play
from hashi_solver.players.club import Club
from hashi_solver.provenance import account
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import empty, legal_starts
from hashi_solver.scoring import breakdown, reachable_totals
from hashi_solver.solver import Solution, solve
from hashi_solver.targets import Targets
from tests.boards import STANDARD
from tests.own_boards import POND

pytestmark = pytest.mark.usefixtures("own_boards")

BOARD = POND


@cache
def made(seed: str, start: str = "fixed", kind: str = "open") -> Challenge:
    deal = deal_of_seed(seed, BOARD, start, kind)  # type: ignore[arg-type]
    return challenge_of(deal)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Targets without the 36 games: the difficulty goes round from 1 to 5 with the cards."""

    def cheap(game: object, cards: Any, start: object, optimum: int, **_: object) -> Targets:
        difficulty, shortfall = 1 + (cards[0].number + cards[1].bridges) % 5, optimum - 28.5
        return Targets(28, 30, 32, 34, optimum, difficulty, shortfall, (0.5, 0.3, 0.1))

    monkeypatch.setattr(challenges, "targets", cheap)


def test_a_challenge_is_proven_and_the_same_each_time() -> None:
    challenge = made("1")
    assert challenge.solution.status == "optimal"
    assert challenge.targets.perfect == challenge.solution.score == breakdown(challenge.solution.final).total
    assert challenge.solution.start == challenge.deal.start
    assert challenge == challenge_of(decode(challenge.code))


def test_with_a_free_start_both_the_optimum_and_the_players_choose_it() -> None:
    free, fixed = made("1", "free"), made("1")
    assert free.deal.start is None
    assert free.deal.deck == fixed.deal.deck
    assert free.targets.perfect == solve(empty(free.deal.game), free.deal.deck.cards).score
    assert free.targets.perfect >= fixed.targets.perfect
    chosen = play(Club(), free.deal.game, free.deal.deck.cards, "x").start
    given_it = challenge_of(replace(free.deal, start=chosen))
    assert (free.targets.par, free.targets.bronze) == (given_it.targets.par, given_it.targets.bronze)


def test_a_search_that_was_stopped_is_no_challenge(monkeypatch: pytest.MonkeyPatch) -> None:
    challenge = made("1")
    stopped = replace(challenge.solution, status="feasible", bound=60)
    monkeypatch.setattr("hashi_solver.solver.solve", lambda *_, **__: stopped)
    with pytest.raises(Unproven):
        challenge_of(challenge.deal)


def test_json_round_trip() -> None:
    for challenge in (made("1"), made("1", "free", "flip")):
        document = challenge_json(challenge)
        assert challenge_of_document(json.loads(json.dumps(document))) == challenge
    day = datetime.date(2026, 11, 18)
    daily = next(daily_challenges([day], BOARD))
    assert (daily.number, daily.day) == (322, day)
    assert challenge_of_document(json.loads(json.dumps(challenge_json(daily)))) == daily


def test_the_document_is_what_the_formats_say() -> None:
    document = challenge_json(made("1"))
    assert list(document) == [
        *("format", "version", "code", "layout", "deck", "away", "start", "kind", "number", "day"),
        *("targets", "difficulty", "grade", "shortfall", "best", "reached"),
    ]
    assert document["format"] == "hashi-challenge/1"
    assert document["layout"]["digest"] == BOARD.digest
    assert len(document["deck"]) == 17
    assert list(document["targets"]) == ["par", "bronze", "silver", "gold", "perfect"]
    assert document["best"]["format"] == "hashi-solution/1"
    assert "seconds" not in document["best"]
    assert [each["code"] for each in challenges_json([made("1")])["challenges"]] == [document["code"]]


names = st.text(
    st.characters(categories=("L", "M", "N", "P", "S", "Zs"), exclude_characters="\u2028\u2029"),
    min_size=1,
    max_size=60,
)
kinds: tuple[Kind, ...] = ("open", "flip")


@settings(max_examples=30)
@given(
    name=names.filter(lambda name: name == name.strip()),
    start=st.sampled_from(tuple(legal_starts(deal_of_seed("1", STANDARD).game))),
    data=st.data(),
)
def test_json_round_trip_of_any_challenge(name: str, start: Any, data: st.DataObject) -> None:
    layout = Layout("mine", name, STANDARD.grid)
    kind = data.draw(st.sampled_from(kinds))
    deal = Deal(layout, deal_of_seed(data.draw(st.text(max_size=5)), layout).deck, start, kind)
    chance = play(Club(numbers=1, beam=1), deal.game, deal.deck.cards, "x", start=start)
    score = breakdown(chance.final).total
    best = replace(
        made("1").solution,
        game=deal.game,
        deck=deal.deck.cards,
        score=score,
        bound=score,
        breakdown=breakdown(chance.final),
        start=start,
        turns=chance.turns,
        final=chance.final,
    )
    below = [total for total in reachable_totals(deal.game) if total < score]
    par, bronze, silver, gold = sorted(data.draw(st.sets(st.sampled_from(below), min_size=4, max_size=4)))
    stars, shortfall = data.draw(st.integers(1, 5)), data.draw(st.integers(0, 1000 * score)) / 1000
    shares = data.draw(st.just(()) | st.tuples(*[st.integers(0, 1000).map(lambda share: share / 1000)] * 3))
    aims = Targets(par, bronze, silver, gold, score, stars, shortfall, tuple(sorted(shares, reverse=True)))
    challenge = Challenge(deal, encode(deal), aims, best)
    assert challenge_of_document(json.loads(json.dumps(challenge_json(challenge)))) == challenge


def test_a_document_from_before_medals_had_odds_is_read() -> None:
    before = challenge_of_document(altered(lambda d: (d.pop("grade"), d.pop("reached"))))
    assert before == replace(made("1"), targets=replace(made("1").targets, reached=()))
    assert before.targets.odds == ()


def altered(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(challenge_json(made("1"))))
    change(document)
    return document


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.update(format="hashi-record/1"), "hashi-challenge/1"),
        (lambda d: d.pop("code"), '"code" is missing'),
        (lambda d: d.update(code=d["code"][:-1]), "15 characters"),
        (lambda d: d.update(deck=d["deck"][::-1]), '"deck" does not match the code'),
        (lambda d: d.update(deck=d["deck"][1:]), "a deck has 17"),
        (lambda d: d.update(away="1/1" if d["away"] != "1/1" else "1/2"), '"away" does not match'),
        (lambda d: d.update(start=None), '"start" does not match'),
        (lambda d: d.update(start=4), '"start" must be'),
        (lambda d: d.update(kind="flip"), '"kind" does not match'),
        (lambda d: d["layout"].update(digest="0"), "digest"),
        (lambda d: d["layout"].update(grid=d["layout"]["grid"][::-1]), "digest"),
        (lambda d: d["layout"].update(grid=["o"]), "the board of the document"),
        (lambda d: d["layout"].update(name="a\u202eb"), "the board of the document"),
        (lambda d: d["layout"].update(name=None), "the board of the document"),
        (lambda d: d["layout"].update(grid=None), "the board of the document"),
        (lambda d: d.update(day="2026-11-18", number=321), '"number" is not the number of'),
        (lambda d: d.update(day="2025-11-18", number=-1), "no daily challenge"),
        (lambda d: d.update(number=5), "is not a day"),
        (lambda d: d["targets"].update(gold=2), "must rise"),
        (lambda d: d["targets"].update(par=True), '"par" must be a whole number'),
        (lambda d: d.update(difficulty=6), "from 1 to 5"),
        (lambda d: d.update(shortfall="x"), '"shortfall" must be'),
        (lambda d: d.update(shortfall=10**400), '"shortfall" must be'),
        (lambda d: d.update(shortfall=-(10**400)), '"shortfall" must be'),
        (lambda d: d["reached"].update(gold=10**400), '"gold" must be'),
        (lambda d: d["reached"].update(gold=1.5), '"reached" must hold shares from 0 to 1'),
        (lambda d: d["reached"].pop("gold"), '"gold" is missing'),
        (lambda d: d.update(reached=[0.5, 0.2, 0.1]), '"reached" must be an object'),
        (lambda d: d["best"].update(score=58), "claims a proven"),
        (lambda d: d["best"].update(status="feasible"), "claims a proven"),
        (lambda d: d["best"]["rounds"][0].update(bridges=[["A1", "G7"]]), "breaks the rules"),
        (lambda d: d["best"].update(start="9@A1"), '"best" has a different start'),
        (lambda d: d["best"]["rounds"].pop(), "not a complete play"),
        (lambda d: d["best"]["breakdown"].update(red=4), '"breakdown"'),
    ],
)
def test_documents_that_contradict_themselves(change: Callable[[dict[str, Any]], object], says: str) -> None:
    with pytest.raises(InputError) as caught:
        challenge_of_document(altered(change))
    assert says in str(caught.value)


@pytest.mark.parametrize("document", ["", [], {}, {"format": "hashi-challenge/1"}])
def test_what_is_no_document(document: object) -> None:
    with pytest.raises(InputError):
        challenge_of_document(document)


def test_days_in_one_form_only() -> None:
    assert parse_day("2026-11-18") == datetime.date(2026, 11, 18)
    for text in ("20261118", "2026-W47-3", "2026-13-01", "2026-02-29", "today", "", "0000-01-01"):
        with pytest.raises(InputError, match="is not "):
            parse_day(text)
    days = [parse_day(word, datetime.date(2026, 3, 1)) for word in ("yesterday", "today", "Tomorrow")]
    assert [str(day) for day in days] == ["2026-02-28", "2026-03-01", "2026-03-02"]


@pytest.mark.usefixtures("quick")
def test_many_come_in_order_with_any_number_of_processes() -> None:
    wanted = [deal_of_seed(str(number), BOARD) for number in range(5)]
    told: list[int] = []
    one = list(challenges_of(wanted, workers=1, on_progress=told.append))
    assert told == [1, 2, 3, 4, 5]
    assert [challenge.deal for challenge in one] == wanted
    assert list(challenges_of(wanted, workers=2)) == one


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("workers", [1, 2])
def test_many_are_stopped_from_outside(workers: int) -> None:
    stop = threading.Event()
    seeds = itertools.count()
    found = challenges_of((deal_of_seed(str(seed), BOARD) for seed in seeds), workers=workers, stop=stop)
    assert next(found).deal == deal_of_seed("0", BOARD)
    stop.set()
    with pytest.raises(Unproven):
        list(found)
    search = Search("x", BOARD).run(5, workers=workers, stop=stop)
    with pytest.raises(Unproven):
        next(search)


@pytest.mark.usefixtures("quick")
def test_what_was_finished_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [datetime.date(2027, 1, day) for day in (1, 2, 3)]
    folder = tmp_path / "deep" / "kept"
    first = list(itertools.islice(daily_challenges(days, BOARD, workers=1, kept=ChallengeFolder(folder)), 2))
    assert sorted(folder.iterdir()) == sorted(ChallengeFolder(folder).path(challenge.code) for challenge in first)
    solved: list[Deal] = []

    def solve_again(deal: Deal, stop: Stop) -> Solution:
        solved.append(deal)
        return best_play(deal)

    best_play = challenges.best_play
    monkeypatch.setattr(challenges, "best_play", solve_again)
    again = daily_challenges(days, BOARD, workers=1, kept=ChallengeFolder(folder))
    assert [next(again), next(again)] == first
    assert not solved
    next(again)
    assert solved == [daily_deal(days[2], BOARD)]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("damage", ["", "{}", '"version": "0.0.1"', "another yardstick", "another board"])
def test_what_is_damaged_old_or_of_another_board_is_made_again(tmp_path: Path, damage: str) -> None:
    deal = deal_of_seed("1", BOARD)
    (challenge,) = challenges_of([deal], kept=ChallengeFolder(tmp_path))
    path = ChallengeFolder(tmp_path).path(challenge.code)
    good = path.read_text()
    if damage == "another board":
        renamed = replace(deal, layout=Layout("mine", "Mine", BOARD.grid))
        (other,) = challenges_of([renamed], kept=ChallengeFolder(tmp_path))
        assert other.deal.layout.name == "Mine"
    elif damage == "another yardstick":  # weights or thresholds have changed without a new version
        path.write_text(good.replace(f'"yardstick": "{account("targets")}"', '"yardstick": "0123456789abcdef"'))
        assert path.read_text() != good
        assert list(challenges_of([deal], kept=ChallengeFolder(tmp_path))) == [challenge]
        assert path.read_text() == good
    else:
        path.write_text(good.replace('"version": "0.1.0"', damage) if damage.startswith('"') else damage)
        assert list(challenges_of([deal], kept=ChallengeFolder(tmp_path))) == [challenge]
        assert path.read_text() == good


def test_seeds_of_a_seed() -> None:
    assert list(itertools.islice(seeds_of("x"), 3)) == ["x", "x/2", "x/3"]
    codes = [encode(deal_of_seed(seed, BOARD)) for seed in itertools.islice(seeds_of("x"), 3)]
    assert codes == ["9ET4G-BQ17V-2QW3Z", "HT6EM-2D95M-PJ7BZ", "REHHJ-Y3489-MHS8G"]  # pinned for ever


@pytest.mark.usefixtures("quick")
def test_without_a_wish_the_seed_itself_is_the_first() -> None:
    search = Search("x", BOARD)
    found = list(search.run(3, workers=1))
    assert [seed for seed, _ in found] == ["x", "x/2", "x/3"]
    assert [challenge.deal for _, challenge in found] == [deal_of_seed(seed, BOARD) for seed, _ in found]
    assert search.tried == 3


@pytest.mark.usefixtures("quick")
def test_a_search_finds_what_is_wished_the_same_with_any_number_of_processes() -> None:
    wish = Wish(difficulty=3, optimum=(52, 58))
    searches = [Search("wish", BOARD, "free", "flip", wish) for _ in range(2)]
    one = list(searches[0].run(2, workers=1))
    assert one == list(searches[1].run(2, workers=2))
    assert searches[0].tried == searches[1].tried > 2
    for seed, challenge in one:
        assert challenge.deal == deal_of_seed(seed, BOARD, "free", "flip")
        assert challenge.targets.difficulty == 3
        assert 52 <= challenge.targets.perfect <= 58
    before = itertools.islice(seeds_of("wish"), searches[0].tried)
    skipped = [seed for seed in before if seed not in {found for found, _ in one}]
    for seed in skipped:  # the first that fit were taken
        deal = deal_of_seed(seed, BOARD, "free", "flip")
        challenge = challenge_of(deal)
        assert not (wish.allows_optimum(challenge.targets.perfect) and challenge.targets.difficulty == 3)


@pytest.mark.usefixtures("quick")
def test_a_search_gives_up_and_says_how_near_it_came() -> None:
    search = Search("never", BOARD, wish=Wish(optimum=(0, 20)), tries=4)
    assert list(search.run(1, workers=1)) == []
    assert (search.gave_up, search.tried) == (True, 4)
    assert search.nearest() == f"the nearest optimum was {min(search.optima)}"
    search = Search("x", BOARD, wish=Wish(difficulty=3), tries=1)
    list(search.run(5, workers=1))
    assert search.gave_up
    assert search.nearest().startswith("those were 1 of difficulty")


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (Wish(optimum=(61, 70)), "no game can end with 61 to 70: the highest totals are 51, 52, 54, 56, 58, 60"),
        (Wish(optimum=(53, 53)), "no game can end with 53"),
        (Wish(optimum=(60, 58)), "put the smaller number first"),
        (Wish(difficulty=6), "from 1 to 5"),
    ],
)
def test_what_cannot_be_is_told_at_once(wish: Wish, says: str) -> None:
    with pytest.raises(InputError, match=says):
        next(Search("x", BOARD, wish=wish).run())
    with pytest.raises(InputError, match="at least one"):
        next(Search("x", BOARD).run(0))


def test_the_totals_of_a_free_start_can_be_had() -> None:
    found = made("1", "free").targets
    assert {found.par, found.bronze, found.silver, found.gold, found.perfect} <= set(
        reachable_totals(made("1").deal.game)
    )


FREE = deal_of_seed("1", BOARD, "free")
FIXED = deal_of_seed("1", BOARD)
CODE = encode(FIXED)


def test_a_code_in_a_record_stands_for_board_cards_and_start() -> None:
    asked = recorded(Source(f"Challenge: {CODE}\n1. -\n", "game.txt"))
    record = asked.record
    assert (asked.layout, record.deck, record.start) == (POND, FIXED.deck.cards, FIXED.written_start)
    assert (record.challenge, asked.deal) == (CODE, FIXED)
    free = recorded(Source(f"Challenge: {encode(FREE)}\nStart: 3@A1\n", "game.txt")).record
    assert (free.deck, free.start) == (FREE.deck.cards, WrittenStart(3, "A1"))
    assert recorded(Source(f"Challenge: {encode(FREE)}", "game.txt")).record.start is None
    plain = recorded(Source("Layout: old-mill", "game.txt"))
    assert (plain.record, plain.deal) == (Record(layout="old-mill"), None)


def test_lines_that_say_the_same_as_the_code_are_fine() -> None:
    deal = FIXED
    text = f"Challenge: {CODE}\nDeck: {deal.deck}\nStart: {deal.written_start}\n"
    assert recorded(Source(text, "game.txt")).record.deck == deal.deck.cards


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Deck: 5/3 2/1", "the Deck line and the challenge have different cards"),
        ("Start: 4@A1", "the Start line says 4@A1, but the challenge starts with"),
    ],
)
def test_lines_that_contradict_the_code(line: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        recorded(Source(f"Challenge: {CODE}\n{line}\n", "game.txt"))
    with pytest.raises(InputError, match="another board than Old Mill"):
        recorded(Source(f"Challenge: {CODE}\n", "game.txt"), "old-mill")
