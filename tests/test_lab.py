"""The board lab: samples of deals, the figures and their intervals, the run that collects them."""

from __future__ import annotations

import itertools
import random
import statistics
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.bonuses import BONUSES, RED
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.difficulty import board_grade
from hashi_solver.documents.analyses import analysis_json, comparison_json
from hashi_solver.errors import HashiError, InputError, Unproven
from hashi_solver.lab import jobs as lab_jobs
from hashi_solver.lab.analysis import LOOKED_UP_TOGETHER, Analysis, AnalysisProgress, analyse, analyse_all
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.jobs import Answers, Job, answer_all, answerer, rules_digest
from hashi_solver.lab.measures import Tally, mean_of, share_difference, share_of
from hashi_solver.lab.outcome import Outcome, format_turns, outcome_of, parse_turns
from hashi_solver.lab.sample import Sample, SampleDeal, Shard
from hashi_solver.lab.store import Store
from hashi_solver.processes import TRIES, Pool
from hashi_solver.rules import Game, Start, State, Turn, apply, empty, legal_starts, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from hashi_solver.views import conclusions
from tests.boards import STANDARD
from tests.own_boards import MILL, POND
from tests.tiny import tiny_layout

GAME = Game(POND)
FEW = Sample(decks=6, seed="few")


def answer(job: Job) -> Answers:
    return answer_all([job])[0]


def replayed(game: Game, cards: Sequence[Card], outcome: Outcome) -> State:
    """The final position of a stored play; the rules check each turn."""
    state = with_start(empty(game), Start(*outcome.start))
    for card, turn in zip(cards, parse_turns(outcome.play), strict=True):
        state = apply(state, card, turn)
    return state


class Inline(Executor):
    """Works at once, in this thread."""

    def __init__(self, work: Callable[[Job], Answers] = answer) -> None:
        self.work, self.jobs = work, list[Job]()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        (batch,) = arguments
        self.jobs += batch
        try:
            future.set_result([self.work(job) for job in batch])
        except BaseException as error:
            future.set_exception(error)
        return future


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Analysis, Store]]:
    """Six decks of old-pond with all that is known of them."""
    with Store(tmp_path_factory.mktemp("few") / "lab.sqlite") as store:
        yield analyse(GAME, FEW, ("beginner", "club"), store=store, executor=Inline()), store


# Which deals.


def test_deck_and_start_of_a_deal_follow_from_seed_and_number() -> None:
    third = Sample(decks=5, seed="x").deal(GAME, 3)
    assert third.cards == deck_from_seed("x-3").cards
    assert third.start == deal_of_seed("x-3", GAME.layout).start
    assert third.key(GAME) == (" ".join(map(str, third.cards)), "4@A1")
    assert list(Sample(decks=9, seed="x").deals(GAME))[2] == third


def test_where_games_start() -> None:
    starts = {
        start: [deal.start for deal in Sample(20, "x", start).deals(GAME)] for start in ("free", "fixed", "random")
    }
    assert set(starts["free"]) == {None}
    assert len(set(starts["fixed"])) == 1
    assert len(set(starts["random"])) > 5
    assert {deal.start for deal in Sample(3, "x", "4@C3").deals(GAME)} == {Start(4, GAME.layout.index_of["C3"])}
    assert Sample(3, "x", "fixed").told_start(GAME) == Sample(9, "x", "fixed").told_start(GAME) != "fixed"


def test_boards_with_as_many_islands_get_the_same_place_in_their_lists_of_starts() -> None:
    other = Game(MILL)
    for one, two in zip(Sample(9).deals(GAME), Sample(9).deals(other), strict=True):
        assert one.cards == two.cards
        assert list(legal_starts(GAME)).index(one.start or Start(0, 0)) == list(legal_starts(other)).index(
            two.start or Start(0, 0)
        )


def test_the_parts_of_a_run_are_the_whole_run_each_deck_once() -> None:
    parts = [Sample(23, "x", shard=Shard(part, 5)).numbers for part in range(1, 6)]
    assert sorted(itertools.chain(*parts)) == list(range(1, 24))


@pytest.mark.parametrize("start", ["5@C3", "3@C1", "3@Z9", "anywhere", ""])
def test_a_start_that_cannot_be_is_told(start: str) -> None:
    with pytest.raises(HashiError):
        Sample(3, "x", start).common_start(GAME)


@pytest.mark.parametrize(("part", "of"), [(0, 5), (6, 5), (1, 0)])
def test_a_part_that_is_none_is_told(part: int, of: int) -> None:
    with pytest.raises(InputError):
        Shard(part, of)


# Means and shares.


def test_the_mean_of_what_is_known_has_the_usual_interval() -> None:
    values = [50, 52, 54, 54, 56, 60]
    found = mean_of(Counter((value, value) for value in values))
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    assert (found.value, found.low, found.high) == pytest.approx(
        (statistics.fmean(values), statistics.fmean(values) - half, statistics.fmean(values) + half)
    )
    assert mean_of({(50, 50): 1}).interval == (50, 50)


def test_what_is_not_proven_widens_every_interval() -> None:
    proven = mean_of({(54, 54): 10, (56, 56): 10})
    doubtful = mean_of({(54, 54): 9, (56, 56): 10, (52, 60): 1})
    assert doubtful.low < proven.low < proven.high < doubtful.high
    sure, unsure = share_of(5, 0, 20), share_of(4, 2, 20)
    assert unsure.low < sure.low < sure.high < unsure.high
    assert unsure.value == sure.value == 0.25


def test_shares_stay_between_none_and_all() -> None:
    assert share_of(0, 0, 10).interval == pytest.approx((0, 0.2775), abs=1e-4)  # Wilson 1927
    assert share_of(10, 0, 10).interval == pytest.approx((0.7225, 1), abs=1e-4)
    assert share_of(0, 10, 10).interval == (0, 1)


def test_shares_on_the_same_deals_are_compared_in_pairs() -> None:
    more = share_difference({(True, True): 36, (True, False): 12, (False, True): 2})
    assert more.value == pytest.approx(0.2)
    assert 0.03 < more.low < 0.08
    assert 0.3 < more.high < 0.36
    less = share_difference({(True, True): 36, (True, False): 2, (False, True): 12})
    assert (less.low, less.value, less.high) == pytest.approx((-more.high, -more.value, -more.low))
    alike = share_difference({(True, True): 40})
    assert alike.low < 0 == alike.value < alike.high
    paired = share_difference({(True, True): 20, (False, False): 18, (True, False): 2})
    apart = share_difference({(True, True): 11, (False, False): 9, (True, False): 11, (False, True): 9})
    assert paired.high - paired.low < apart.high - apart.low


# Outcomes.


def test_a_kept_play_is_replayed_by_the_rules() -> None:
    deal = FEW.deal(GAME, 1)
    for outcome in answer(Job(GAME, deal, (lab_jobs.BEST, "beginner", "club"), None)).outcomes:
        final = replayed(GAME, deal.cards, outcome)
        points = breakdown(final)
        assert points.total == outcome.score == outcome.bound
        assert outcome_of(final, parse_turns(outcome.play), points.total, outcome.seconds) == outcome


def test_turns_as_the_store_keeps_them() -> None:
    turns = (Turn(3, (0, 5, 5)), Turn(None, (2,)), Turn(), Turn(7))
    assert format_turns(turns) == "3:0,5,5 :2 - 7:"
    assert parse_turns(format_turns(turns)) == turns
    with pytest.raises(InputError):
        parse_turns("3;1")


def test_a_search_that_somebody_ended_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted solver returns what it has; that must not be stored as if time had run out."""
    job = Job(GAME, FEW.deal(GAME, 1), (lab_jobs.BEST,), 60.0)
    monkeypatch.setattr("hashi_solver.solver.Descent.plays", interrupted)
    with pytest.raises(Unproven):
        answer(job)


def interrupted(descent: object) -> Iterator[None]:
    raise Unproven


def test_versions_and_rules_tell_answers_apart() -> None:
    assert len({answerer(name) for name in (lab_jobs.BEST, "random", "beginner", "club", "expert")}) == 5
    assert "ortools" in answerer(lab_jobs.BEST)
    assert rules_digest(GAME) == rules_digest(Game(STANDARD))
    assert rules_digest(GAME) != rules_digest(Game(GAME.layout, (5, 5, 5)))
    assert rules_digest(GAME) != rules_digest(Game(GAME.layout, group=5))


# Figures.


def test_deals_answered_together_get_the_answers_that_each_gets_alone() -> None:
    game = Game(POND)
    jobs = [Job(game, deal, (lab_jobs.BEST, "beginner", "club"), None) for deal in Sample(3, "together").deals(game)]

    def told(found: Answers) -> object:
        return found.by, [replace(outcome, seconds=0.0) for outcome in found.outcomes]

    assert [told(each) for each in answer_all(jobs)] == [told(answer(job)) for job in jobs]


def test_figures_agree_with_a_slow_recount_of_the_plays(few: tuple[Analysis, Store]) -> None:
    """Everything once more, from the deals and the kept plays alone, by the rules and plain counting."""
    found, store = few
    document = analysis_json(found)
    layout, names = GAME.layout, ("best", "beginner", "club")
    finals: dict[str, list[Any]] = {name: [] for name in names}
    for number in range(1, FEW.decks + 1):
        deal = FEW.deal(GAME, number)
        for name in names:
            kept = store.find("optima" if name == "best" else "games", lab_jobs.subject(GAME, name), deal.key(GAME))
            assert kept is not None
            finals[name].append(replayed(GAME, deal.cards, kept))
    totals = {name: [breakdown(final).total for final in finals[name]] for name in names}
    for name in names:
        part = document if name == "best" else document["players"][name]
        assert part["mean"] == pytest.approx(statistics.fmean(totals[name]), abs=1e-3)
        half = 1.96 * statistics.stdev(totals[name]) / FEW.decks**0.5
        assert part["ci95"] == pytest.approx([part["mean"] - half, part["mean"] + half], abs=2e-3)
        assert part["totals"] == {str(total): count for total, count in sorted(Counter(totals[name]).items())}
        for at_least, share in part["share_at_least"].items():
            assert share == pytest.approx(sum(total >= int(at_least) for total in totals[name]) / FEW.decks, abs=1e-4)
        for bonus in BONUSES:
            points = [breakdown(final).of(bonus) for final in finals[name]]
            rates = part["bonuses"][bonus.name]
            assert rates["early"] == pytest.approx(points.count(bonus.early) / FEW.decks, abs=1e-4)
            assert rates["late"] == pytest.approx(points.count(bonus.late) / FEW.decks, abs=1e-4)
            assert rates["missed"] == pytest.approx(points.count(0) / FEW.decks, abs=1e-4)
        for island in layout.islands:
            entry = document["islands"][island.name]
            done = sum(final.numbers[island.index] == final.degrees[island.index] > 0 for final in finals[name])
            share = entry["finished"] if name == "best" else entry["players"][name]
            assert share == pytest.approx(done / FEW.decks, abs=1e-4)
        for line in layout.lines:
            figures = document["lines"][line.name]
            share = figures["used"] if name == "best" else figures["players"][name]
            assert share == pytest.approx(sum(final.bridges[line.index] > 0 for final in finals[name]) / 6, abs=1e-4)
    for crossing in document["crossings"]:
        one, other = (next(line.index for line in layout.lines if line.name == name) for name in crossing["lines"])
        assert other in layout.crossed_by[one]
        used = sum(bool(final.bridges[one] or final.bridges[other]) for final in finals["best"])
        assert crossing["used"] == pytest.approx(used / 6, abs=1e-4)
    assert len(document["crossings"]) == layout.crossings
    lost = [best - club for best, club in zip(totals["best"], totals["club"], strict=True)]
    assert document["players"]["club"]["shortfall"] == pytest.approx(statistics.fmean(lost), abs=1e-3)
    assert document["difficulty"] == pytest.approx(board_grade(statistics.fmean(lost)), abs=0.01)


def test_the_document_is_what_the_contract_says(few: tuple[Analysis, Store]) -> None:
    document = analysis_json(few[0])
    assert document["format"] == "hashi-analysis/1"
    for key in ("layout", "start", "seed", "decks", "proven", "mean", "ci95", "totals", "share_at_least", "bonuses"):
        assert key in document
    assert (document["layout"], document["start"], document["seed"]) == ("old-pond", "random", "few")
    assert (document["decks"], document["proven"], document["asked"]) == (6, 6, 6)
    assert list(document["islands"]) == [island.name for island in GAME.layout.islands]
    assert list(document["lines"]) == [line.name for line in GAME.layout.lines]
    assert list(document["players"]) == ["beginner", "club"]
    assert document["difficulty"] is not None
    assert 1 <= document["difficulty"] <= 5
    assert list(document["share_at_least"])[:4] == ["60", "58", "56", "54"]
    without = analysis_json(analyse(GAME, Sample(2, "few"), (), store=few[1]))
    assert (without["difficulty"], without["players"]) == (None, {})


def test_unproven_decks_are_counted_both_ways() -> None:
    found = {1: _outcome(54, 54), 2: _outcome(56, 56), 3: _outcome(50, 58)}
    tally = Tally(GAME)
    for number, outcome in found.items():
        tally.add(number, outcome)
    assert (tally.deals, tally.proven, tally.totals(), tally.open_spans()) == (3, 2, {54: 1, 56: 1}, {(50, 58): 1})
    assert tally.mean.value == pytest.approx((160 / 3 + 168 / 3) / 2)
    assert tally.at_least(58).low == 0
    assert tally.at_least(58).high == share_of(1, 0, 3).high
    early = tally.bonus(RED).early
    assert early.low == share_of(2, 0, 3).low
    assert early.high == 1


def test_figures_that_are_not_proven_are_not_claimed() -> None:
    """The first of twelve decks is proven: all that is known of the others is from where to where."""
    best, club = Tally(GAME), Tally(GAME)
    for number in range(1, 13):
        best.add(number, _quiet(54, 54) if number == 1 else _quiet(20, 60))
        club.add(number, _quiet(42, 42))
    found = Analysis(GAME, Sample(12), best, {"club": club})
    document = analysis_json(found)
    assert (document["decks"], document["proven"], document["mean"], document["difficulty"]) == (12, 1, None, None)
    assert document["bounds"] == pytest.approx([(54 + 220) / 12, (54 + 660) / 12], abs=1e-3)
    assert document["difficulty_bounds"] == [1, 5]
    assert (document["share_at_least"]["60"], document["share_at_least_bounds"]["60"]) == (None, [0, 0.9167])
    for figures in document["islands"].values():
        assert (figures["finished"], figures["finished_bounds"]) == (None, [0.0833, 1])
        assert figures["players"] == {"club": 1}
    for line in document["lines"].values():
        assert (line["used"], line["bridges"]) == (None, None)
    for bonus in document["bonuses"].values():
        assert (bonus["early"], bonus["late"], bonus["missed"]) == (None, None, None)
    assert {share for crossing in document["crossings"] for share in crossing["each"]} == {None}
    told = " ".join(conclusions.sentences(found))
    assert "0 to 11 of the 12 decks tried allow 60 points (1 of 12 proven). Of all decks, 0 to 99 % may." in told
    assert "Best play averages 22.8 to 59.5" in told
    assert "difficulty 1.0 to 5.0 of 5 (not known more closely: 1 of 12 decks proven)" in told
    assert "How often best play scores each bonus is not known: 1 of 12 decks proven." in told
    (difference,) = comparison_json(Comparison((found, found)))["differences"]
    assert (difference["mean"], difference["share_at_least"]["60"]) == (None, None)


def test_one_deck_of_many_that_is_not_proven_leaves_the_figures() -> None:
    best = Tally(GAME)
    for number in range(40):
        best.add(number, _quiet(54, 54) if number else _quiet(52, 56))
    document = analysis_json(Analysis(GAME, Sample(40), best, {}))
    assert (document["mean"], document["bounds"]) == (54, [53.95, 54.05])
    assert (document["share_at_least"]["54"], document["share_at_least_bounds"]["54"]) == (0.9875, [0.975, 1])


@pytest.mark.parametrize(
    ("totals", "says"),
    [
        ([54] * 3, "None of the 3 decks tried allows 60 points. Of all decks, 0 to 56 % may."),
        ([60] * 3, "All 3 decks tried allow 60 points. Of all decks, 44 to 100 % may."),
        ([60, 54, 54], "1 of the 3 decks tried allows 60 points."),
        ([60, 60, 54], "2 of the 3 decks tried allow 60 points."),
        ([60], "The one deck tried allows 60 points."),
        ([54], "The one deck tried does not allow 60 points."),
    ],
)
def test_verdicts_state_their_sample(totals: list[int], says: str) -> None:
    best = Tally(GAME)
    for number, total in enumerate(totals):
        best.add(number, _quiet(total, total))
    assert says in conclusions.sentences(Analysis(GAME, Sample(len(totals)), best, {}))[0]


def test_a_sample_of_millions_is_not_worked_out_beforehand() -> None:
    asked = Inline(beginners_answer)
    stop = threading.Event()
    looked_up: list[int] = []

    class Noting(Sample):
        def deal(self, game: Game, number: int) -> SampleDeal:
            looked_up.append(number)
            return super().deal(game, number)

    def stop_after_one(progress: AnalysisProgress) -> None:
        if progress.done:
            stop.set()

    found = analyse(GAME, Noting(10_000_000), (), executor=asked, ahead=2, on_progress=stop_after_one, stop=stop)
    assert found.best.deals == len(asked.jobs) <= 2
    assert len(looked_up) <= LOOKED_UP_TOGETHER + 2


def test_deals_beyond_those_looked_up_together_are_asked_as_well(
    few: tuple[Analysis, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hashi_solver.lab.analysis.LOOKED_UP_TOGETHER", 2)
    nobody = Inline()
    again = analyse(GAME, FEW, ("beginner", "club"), store=few[1], executor=nobody)
    assert (nobody.jobs, analysis_json(again)) == ([], analysis_json(few[0]))
    rest = Inline()
    assert analysis_json(analyse(GAME, FEW, ("beginner", "club"), executor=rest)) == analysis_json(few[0])
    assert [job.deal.number for job in rest.jobs] == [1, 2, 3, 4, 5, 6]


def test_a_part_without_a_deck_is_empty() -> None:
    sample = Sample(3, shard=Shard(5, 5))
    found = analyse_all([GAME, GAME], sample, ("club",), None, Pool(executor=Inline()))
    document = comparison_json(Comparison(found))
    board, difference = document["boards"][0], document["differences"][0]
    assert (board["decks"], board["asked"], board["mean"], board["difficulty"], board["players"]) == (
        0,
        0,
        None,
        None,
        {},
    )
    assert (board["share_at_least"]["60"], board["share_at_least_bounds"]["60"]) == (None, [0, 1])
    assert (difference["mean"], difference["share_at_least"]) == (None, {})
    assert conclusions.sentences(found[0]) == ["Part 5/5 of 3 decks has no deck, so nothing was measured."]


def _quiet(score: int, bound: int) -> Outcome:
    """Without a bridge, so that no two cross."""
    return replace(_outcome(score, bound), bridges="0" * len(GAME.layout.lines))


def _outcome(score: int, bound: int) -> Outcome:
    lines, islands = len(GAME.layout.lines), len(GAME.layout.islands)
    return Outcome(
        score, bound, (3, 0), "-", "1" * islands, "1" * lines, (12, 7, 12), 0.1, None if score == bound else 1.0
    )


def test_what_next_to_no_best_play_has_is_dead_once_enough_decks_are_known() -> None:
    layout = GAME.layout
    never = _outcome(54, 54)
    never = replace(never, finished="0" + never.finished[1:], bridges=never.bridges[:-1] + "0")
    few, many = Tally(GAME), Tally(GAME)
    for number in range(50):
        many.add(number, never)
        if number < 10:
            few.add(number, never)
    assert Analysis(GAME, Sample(10), few, {}).dead_islands == []
    found = Analysis(GAME, Sample(50), many, {})
    assert (found.dead_islands, found.dead_lines) == ([0], [len(layout.lines) - 1])


def test_the_most_wanted_crossing_is_the_one_that_is_wanted_both_ways() -> None:
    layout, tally = GAME.layout, Tally(GAME)
    pairs = [(one, other) for one, others in enumerate(layout.crossed_by) for other in others if one < other]
    always, divided = pairs[0], pairs[-1]
    assert not set(always) & set(divided)
    for number in range(20):
        used = {always[0], divided[number % 2]}
        bridges = "".join("1" if line in used else "0" for line in range(len(layout.lines)))
        tally.add(number, replace(_outcome(54, 54), bridges=bridges))
    first = Analysis(GAME, Sample(20), tally, {}).crossings()[0]
    assert first.lines == divided
    assert (first.either.value, first.contested) == (1, 0.5)


def test_the_same_board_compared_with_itself_does_not_differ(few: tuple[Analysis, Store]) -> None:
    found = Comparison(analyse_all([GAME, GAME], FEW, ("beginner", "club"), few[1], Pool(executor=Inline())))
    (difference,) = comparison_json(found)["differences"]
    assert (difference["mean"], difference["ci95"]) == (0, [0, 0])
    nothing = {key: [0, 0] for key in ("ci95", "bounds", "shortfall_ci95", "shortfall_bounds")}
    assert difference["players"]["club"] == {"mean": 0, "shortfall": 0, **nothing}
    assert set(difference["share_at_least"].values()) == {0}


def test_sentences_say_what_the_figures_say(few: tuple[Analysis, Store]) -> None:
    same = Comparison(analyse_all([GAME, GAME], FEW, ("club",), few[1], Pool(executor=Inline())))
    assert conclusions.comparison_sentences(same) == [
        "Best play scores as many points on Old Pond as on Old Pond.",
        "There, a good club player loses as many points to best play.",
    ]
    assert [conclusions.percent(share) for share in (0, 0.001, 0.42, 0.999, 1)] == [
        "0 %",
        "under 1 %",
        "42 %",
        "over 99 %",
        "100 %",
    ]
    told = " ".join(conclusions.sentences(few[0]))
    assert f"Best play averages {few[0].best.mean.value:.1f}, and at least 54 in " in told
    assert "None of the 6 decks tried allows 60 points. Of all decks, 0 to 39 % may." in told
    assert conclusions.how_measured(few[0]) == "6 decks of seed few, a start drawn for each; all proven"


def test_a_comparison_pairs_the_decks() -> None:
    other = Game(MILL)
    found = Comparison(analyse_all([GAME, other], Sample(4, "pair"), ("beginner",), None, Pool(executor=Inline())))
    here, there = (board.best.spans for board in found.boards)
    differences = [there[number][0] - here[number][0] for number in here]
    (document,) = comparison_json(found)["differences"]
    assert (document["layout"], document["to"]) == ("old-mill", "old-pond")
    assert document["mean"] == pytest.approx(statistics.fmean(differences))
    half = 1.96 * statistics.stdev(differences) / 2
    assert document["mean"] is not None
    assert document["ci95"] == pytest.approx([document["mean"] - half, document["mean"] + half], abs=2e-3)
    unpaired = sum((board.best.mean.high - board.best.mean.value) ** 2 for board in found.boards) ** 0.5
    assert half != pytest.approx(unpaired, abs=1e-3)


# Runs.


def test_the_order_in_which_answers_come_does_not_matter(
    few: tuple[Analysis, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_jobs, "TOGETHER", 1)
    with ThreadPoolExecutor(1) as later:
        chance = random.Random(5)

        class Shuffled(Inline):
            """Keeps answers back and hands them out in any order."""

            def __init__(self) -> None:
                super().__init__()
                self.held: list[tuple[Future[Any], list[Answers]]] = []

            def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
                future: Future[Any] = Future()
                self.held.append((future, answer_all(*arguments)))
                if len(self.held) == FEW.decks:
                    chance.shuffle(self.held)
                    later.submit(self.hand_out)
                return future

            def hand_out(self) -> None:
                for future, found in self.held:
                    future.set_result(found)

        again = analyse(GAME, FEW, ("beginner", "club"), executor=Shuffled(), ahead=FEW.decks)
    assert analysis_json(again) == analysis_json(few[0])


def test_processes_give_the_same_figures(few: tuple[Analysis, Store]) -> None:
    assert analysis_json(analyse(GAME, FEW, ("beginner", "club"), workers=2)) == analysis_json(few[0])
    with ProcessPoolExecutor(1) as pool:
        assert analysis_json(analyse(GAME, FEW, ("beginner", "club"), executor=pool)) == analysis_json(few[0])


def test_what_is_known_is_not_asked_again(few: tuple[Analysis, Store], tmp_path: Path) -> None:
    nobody = Inline()
    again = analyse(GAME, FEW, ("beginner", "club"), store=few[1], executor=nobody)
    assert (nobody.jobs, again.computed) == ([], 0)
    assert analysis_json(again) == analysis_json(few[0])
    with Store(tmp_path / "lab.sqlite") as store:
        analyse(GAME, Sample(2, "few"), ("beginner",), store=store, executor=Inline())
        rest = Inline()
        assert analyse(GAME, FEW, ("beginner", "club"), store=store, executor=rest).computed == 6
        assert Counter(job.asked for job in rest.jobs) == {("club",): 2, ("best", "beginner", "club"): 4}


def test_jobs_on_their_way_are_bounded() -> None:
    seen: list[int] = []
    waiting = 0

    class Counting(Inline):
        def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
            nonlocal waiting
            waiting += 1
            seen.append(waiting)
            return super().submit(function, *arguments, **options)

    def told(progress: AnalysisProgress) -> None:
        nonlocal waiting
        waiting = max(0, len(seen) - progress.done)

    analyse(GAME, Sample(12, "bound"), (), executor=Counting(beginners_answer), ahead=3, on_progress=told)
    assert len(seen) == 12
    assert max(seen) == 3


def beginners_answer(job: Job) -> Answers:
    """Quick: the beginner's game in the solver's place."""
    return Answers(answer(replace(job, asked=("beginner",))).outcomes, (answerer(lab_jobs.BEST),))


def test_a_job_whose_worker_died_is_tried_again(few: tuple[Analysis, Store]) -> None:
    deaths = Counter[int]()

    def dies_at_first(job: Job) -> Answers:
        deaths[job.deal.number] += 1
        if deaths[job.deal.number] < TRIES and job.deal.number in (2, 5):
            raise RuntimeError("the worker is gone")
        return answer(job)

    assert analysis_json(analyse(GAME, FEW, ("beginner", "club"), executor=Inline(dies_at_first))) == analysis_json(
        few[0]
    )
    assert (deaths[2], deaths[5]) == (TRIES, TRIES)
    assert max(deaths[number] for number in (1, 3, 4, 6)) <= 2  # none goes on dying with another


def test_only_jobs_that_are_quicker_together_are_handed_over_together() -> None:
    sizes: list[int] = []

    class Noting(Inline):
        def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future[Any]:
            sizes.append(len(arguments[0]))
            return super().submit(function, *arguments, **options)

    def quick(job: Job) -> Answers:
        (outcome,) = answer(replace(job, asked=("beginner",))).outcomes
        return Answers((outcome,) * len(job.asked), tuple(map(answerer, job.asked)))

    for players in ((), ("beginner",), ("club", "expert")):
        analyse(GAME, FEW, players, executor=Noting(quick))
        assert sizes == [1] * FEW.decks
        sizes.clear()
    analyse(GAME, FEW, ("club",), executor=Noting(quick))
    assert sizes == [lab_jobs.TOGETHER, FEW.decks - lab_jobs.TOGETHER]
    boards = (GAME, Game(MILL))
    analyse_all(boards, FEW, ("club",), None, Pool(executor=Noting(quick)))
    assert sorted(sizes[2:]) == sorted(2 * sizes[:2])


def test_a_job_of_which_every_worker_dies_is_told() -> None:
    def dies(job: Job) -> Answers:
        raise RuntimeError("the worker is gone")

    with pytest.raises(InputError, match=rf"deck 1 was given up after {TRIES} tries: .*the worker is gone"):
        analyse(GAME, FEW, (), executor=Inline(dies), ahead=1)


def test_a_worker_of_another_version_is_told() -> None:
    def older(job: Job) -> Answers:
        return Answers(answer(job).outcomes, ("best, hashi 0.0.9",))

    with pytest.raises(InputError, match=r"another version: best, hashi 0\.0\.9"):
        analyse(GAME, FEW, (), executor=Inline(older))


def test_ctrl_c_ends_with_what_is_known_and_waits_for_what_is_being_done() -> None:
    for players in (("beginner",), ("club",)):
        asked, stop = Inline(), threading.Event()

        def stop_after_three(progress: AnalysisProgress, stop: threading.Event = stop) -> None:
            if progress.done == 3:
                stop.set()

        found = analyse(
            GAME, Sample(9, "few"), players, executor=asked, ahead=2, on_progress=stop_after_three, stop=stop
        )
        assert 3 <= found.best.deals < 9
        assert found.best.deals == len(asked.jobs)
    assert not found.complete
    assert analysis_json(found)["decks"] == found.best.deals
    first = analyse(GAME, Sample(9, "few"), (), executor=Inline()).best.spans
    assert all(first[number] == span for number, span in found.best.spans.items())


def test_ctrl_c_before_anything_is_known_is_ctrl_c() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Unproven):
        analyse(GAME, FEW, (), executor=Inline(), stop=stop)


def test_a_second_ctrl_c_waits_for_nothing() -> None:
    stop = threading.Event()

    def again(progress: AnalysisProgress) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        if progress.done:
            stop.set()

    found = analyse(GAME, FEW, (), executor=Inline(), ahead=2, on_progress=again, stop=stop)
    assert found.best.deals == 2
    with pytest.raises(KeyboardInterrupt):
        analyse(GAME, FEW, (), executor=Inline(), on_progress=raises_ctrl_c)


def raises_ctrl_c(progress: AnalysisProgress) -> None:
    raise KeyboardInterrupt


def test_a_deck_not_proven_in_time_is_searched_again_only_with_more_time(tmp_path: Path) -> None:
    def no_time(job: Job) -> Answers:
        found = answer(replace(job, time_limit=None))
        return Answers(
            tuple(replace(one, bound=one.score + 2, time_limit=job.time_limit) for one in found.outcomes), found.by
        )

    sample = Sample(2, "few")
    with Store(tmp_path / "lab.sqlite") as store:
        short = analyse(GAME, sample, (), store=store, executor=Inline(no_time), time_limit=1.0)
        assert (short.best.deals, short.best.proven) == (2, 0)
        assert analysis_json(short)["unproven"]
        asked = Inline()
        analyse(GAME, sample, (), store=store, executor=asked, time_limit=0.5)
        assert asked.jobs == []
        longer = analyse(GAME, sample, (), store=store, executor=asked, time_limit=2.0)
        assert len(asked.jobs) == 2
        assert longer.best.proven == 2
        assert longer.best.mean.low > short.best.mean.low - 0.01


def test_two_runs_side_by_side_do_not_do_everything_twice(tmp_path: Path) -> None:
    """A second run writes into the same store while the first is at work: the first takes its answers."""
    path = tmp_path / "lab.sqlite"
    sample = Sample(12, "two")
    asked: list[int] = []

    def with_company(job: Job) -> Answers:
        asked.append(job.deal.number)
        if len(asked) == 3:
            with Store(path) as other:
                analyse(GAME, sample, (), store=other, executor=Inline(beginners_answer))
        return beginners_answer(job)

    with Store(path) as store:
        found = analyse(GAME, sample, (), store=store, executor=Inline(with_company), ahead=1)
    assert found.best.deals == 12
    assert len(asked) <= 4


def test_small_games_are_judged_as_well() -> None:
    game = Game(tiny_layout(random.Random(4)), (2, 1, 1), 3)
    found = analyse(game, Sample(5, "tiny"), ("random", "beginner"), executor=Inline())
    assert found.best.proven == 5
    assert all(found.best.spans[number][0] >= found.players["random"].spans[number][0] for number in range(1, 6))


def test_the_box_is_the_standard_one() -> None:
    """Players reckon with the cards that are left: a sample of another box would mislead them."""
    assert set(FEW.deal(GAME, 1).cards) < set(STANDARD_BOX)
