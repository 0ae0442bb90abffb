"""New boards: they follow the rules, look good, meet the wish, and are measured fairly."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest import mock

import pytest

from hashi_solver import app
from hashi_solver.board import Layout
from hashi_solver.difficulty import CRUEL, FORGIVING, JUDGE, board_grade, shortfall_at
from hashi_solver.errors import InputError
from hashi_solver.generate import search
from hashi_solver.generate.archive import Archive, Candidate, Goal
from hashi_solver.generate.beauty import beauty, flaws
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.breeding import Bred, Undrawn, Wanted, bred, first_drawing, seeming_shortfall
from hashi_solver.generate.prediction import Belief, at_first_sight, believed, predicted
from hashi_solver.generate.search import (
    BoardRequest,
    BoardSearch,
    Generated,
    GenerateProgress,
    Near,
    OnFound,
    OnProgress,
    Trials,
    generate,
    scores_of,
)
from hashi_solver.generate.sketch import Aim, Sketch, drawn, essence, likeness, redrawn, worth_playing
from hashi_solver.generate.tuning import TUNED, Tuning
from hashi_solver.generate.wish import BoardWish, Range, Shape, Symmetry, most_lines
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.jobs import BEST, Job
from hashi_solver.lab.sample import RANDOM, Sample, opening
from hashi_solver.notation.layouts import examine_layout, examine_layout_text
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream
from hashi_solver.solver import solve
from tests.boards import SPARSE, STANDARD, board, cell_name, views
from tests.command import hashi, inside
from tests.own_boards import POND

AIM = Aim(8, 22)


def tuned(**changes: dict[str, Any]) -> Tuning:
    """The tuning with other values: `tuned(drawing={"steps": 50})`."""
    return replace(TUNED, **{part: replace(getattr(TUNED, part), **values) for part, values in changes.items()})


FEW = {"halvings": (1, 2), "glances": (1, 2), "proof": (1, 2), "group": 3, "vain_groups": 6}
FEW_CHANGES = {"changes": 2, "changes_of_copy": 2, "glance_deals": 2, "look_deals": 3, "games": 4, "choice": 2}
QUICK = tuned(trials=FEW, breeding=FEW_CHANGES, drawing={"steps": 500})
SHORT = tuned(breeding={"changes_of_copy": 12, "glance_deals": 10, "look_deals": 20, "games": 60})


def made_quickly(wish: BoardWish, seed: str, count: int, workers: int = 1) -> Generated:
    """A search that measures far too little, for what does not depend on how much is measured."""
    return generate(wish, seed, count, workers=workers, tuning=QUICK)


@pytest.fixture(scope="module")
def quick() -> Generated:
    return made_quickly(BoardWish(), "quick", 2)


# Drawing.


@pytest.mark.parametrize(
    ("symmetry", "columns", "rows"), [("none", 7, 7), ("mirror", 7, 7), ("turn", 7, 7), ("mirror", 8, 6)]
)
def test_what_is_drawn_keeps_its_symmetry(symmetry: Symmetry, columns: int, rows: int) -> None:
    hasty = tuned(drawing={"steps": 100})
    layout = drawn(Shape(columns, rows, symmetry=symmetry), AIM, Stream("drawn"), hasty).layout()
    assert (layout.columns, layout.rows) == (columns, rows)
    assert symmetric(layout, symmetry)
    assert (len(layout.islands), len(layout.red), len(layout.blue)) == (18, 4, 3)


@pytest.mark.parametrize("symmetry", ["none", "mirror", "turn"])
def test_a_changed_sketch_is_its_neighbour_with_the_same_symmetry(symmetry: Symmetry) -> None:
    shape = Shape(symmetry=symmetry)
    tries = (drawn(shape, AIM, Stream(f"before {number}"), TUNED) for number in range(20))
    sketch = next(sketch for sketch in tries if worth_playing(sketch.layout(), shape, TUNED))
    for number in range(8):
        other = redrawn(sketch, shape, Stream(f"after {number}"), TUNED)
        assert worth_playing(other.layout(), shape, TUNED)
        assert symmetric(other.layout(), symmetry)
        assert likeness(other.layout(), sketch.layout()) >= 18 - 2 * TUNED.drawing.most_changes
    assert any(redrawn(sketch, shape, Stream(f"after {number}"), TUNED) != sketch for number in range(8))


def symmetric(layout: Layout, symmetry: Symmetry) -> bool:
    """Islands and lines are symmetric; of the seven flags, one may have no mirror image."""

    def image(name: str) -> str:
        island = layout.islands[layout.index_of[name]]
        row = layout.rows - 1 - island.row if symmetry == "turn" else island.row
        return cell_name((layout.columns - 1 - island.column, row))

    if symmetry == "none":
        return True
    names = {island.name for island in layout.islands}
    pairs = {frozenset(line.name.split("-")) for line in layout.lines}
    if {image(name) for name in names if image(name) in names} != names:
        return False
    return {frozenset(map(image, pair)) for pair in pairs} == pairs


def test_worth_playing_is_what_has_no_flaw_and_lies_within_the_wish() -> None:
    sketch = next(
        sketch
        for sketch in (drawn(Shape(), AIM, Stream(f"worth {number}"), TUNED) for number in range(20))
        if worth_playing(sketch.layout(), Shape(), TUNED)
    )
    layout = sketch.layout()
    assert not layout.findings()
    assert all(2 <= len(lines) <= 4 for lines in layout.lines_at)
    there, elsewhere = Range(layout.crossings, layout.crossings), Range(layout.crossings + 1, 14)
    assert worth_playing(layout, Shape(crossings=there), TUNED)
    assert not worth_playing(layout, Shape(crossings=elsewhere), TUNED)
    assert not worth_playing(layout, Shape(lines=Range(len(layout.lines) + 1, 27)), TUNED)


def test_a_line_that_is_taken_away_is_a_no_line_of_the_layout() -> None:
    orbits = tuple(((place, letter),) for place, letter in (((0, 0), "o"), ((2, 0), "r"), ((0, 2), "o"), ((2, 2), "o")))
    sketch = Sketch(3, 3, "none", orbits, frozenset([frozenset([(0, 0), (2, 0)])]))
    assert sketch.layout().no_line == (("A1", "C1"),)
    assert len(sketch.layout().lines) == 3


# What is pleasant.


def test_flaws_are_everything_that_validation_says_and_islands_with_one_line() -> None:
    assert flaws(board("o.o", "...", "o.o")) == 3  # the three counts of R1a
    assert flaws(board("oo.o")) == 3 + 2 + 1 + 2  # two islands that hold a 2, two that touch, both with one line


def test_islands_that_touch_are_a_flaw_even_where_no_line_joins_them() -> None:
    apart = board("o.oo.o", "......", "o.oo.o", no_line=[("C1", "D1"), ("C3", "D3")])
    assert flaws(apart) == flaws(board("o.o..o.o", "........", "o.o..o.o", no_line=[("C1", "F1"), ("C3", "F3")])) + 2


def test_each_part_of_beauty_falls_when_what_it_measures_is_spoilt() -> None:
    how = TUNED.beauty
    good = beauty(STANDARD, how)
    flags_on_the_border = board("r.b.r.o", ".o...o.", "b.o.o.r", ".o.o.o.", "r..o..b", ".o...o.", "o......")
    assert beauty(flags_on_the_border, how).flags_inside < good.flags_inside
    flags_together = board("r.r.b.o", ".r.b.o.", "r.b.o.o", ".o.o.o.", "o..o..o", ".o...o.", "o......")
    assert beauty(flags_together, how).flags_apart < good.flags_apart
    colours_apart = board("r.r.o.o", ".r...o.", "r.o.o.o", ".o...o.", "o..o..b", ".o...b.", "o..o..b")
    assert beauty(colours_apart, how).flags_mixed < good.flags_mixed
    crowded = board("o.r.o..", ".o.b...", "r.o.o..", ".b.o...", "o.r.o..", ".o.b...", "o.r.o..")
    assert beauty(crowded, how).room < good.room
    assert beauty(crowded, how).spread < good.spread
    assert beauty(SPARSE, how).rows < 1.0  # a row without any island
    assert beauty(STANDARD, how).total <= 1.0


def test_beauty_does_not_change_when_the_board_is_turned_or_mirrored() -> None:
    how = TUNED.beauty
    totals = {round(beauty(each.layout, how).total, 9) for each in views(STANDARD)}
    assert len(totals) == 1


def test_turned_and_mirrored_boards_are_the_same_board() -> None:
    assert {essence(each.layout) for each in views(SPARSE)} == {essence(SPARSE)}
    assert {likeness(each.layout, STANDARD) for each in views(STANDARD)} == {18}
    assert essence(SPARSE) != essence(STANDARD)
    other_line = Layout(SPARSE.id, SPARSE.name, SPARSE.grid)
    assert essence(other_line) != essence(SPARSE)


# What can be asked for.


@pytest.mark.parametrize(
    ("columns", "rows", "most"), [(7, 7, 25), (6, 6, 24), (5, 5, None), (9, 7, 27), (5, 7, 24), (8, 8, 25)]
)
def test_the_most_lines_without_islands_that_touch(columns: int, rows: int, most: int | None) -> None:
    assert most_lines(columns, rows) == most


def test_most_lines_by_trying_all_choices_of_rows_and_columns() -> None:
    """The formula against a count of the cells that can be taken in every pattern of rows and columns."""

    def runs(pattern: int, size: int) -> list[int]:
        return [len(run) for run in format(pattern, f"0{size}b").split("0") if run]

    for columns, rows in ((5, 7), (6, 6), (7, 6)):
        best = 0
        for across in range(1, 2**columns):
            for down in range(1, 2**rows):
                room = sum((a * b + 1) // 2 for a in runs(across, columns) for b in runs(down, rows))
                if room >= 18:
                    best = max(best, 36 - across.bit_count() - down.bit_count())
        assert most_lines(columns, rows) == best


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (Shape(lines=Range(26, 27)), "a board of 7x7 has at most 25 lines"),
        (Shape(8, 7, symmetry="mirror"), "need an odd number of columns, not 8"),
        (Shape(5, 5), "18 islands do not fit on 5x5"),
        (Shape(10, 7), "5 to 9 columns"),
        (Shape(5, 7, lines=Range(19, 19)), "at least 24 lines"),
    ],
)
def test_what_no_board_can_be_is_said_in_one_sentence(shape: Shape, message: str) -> None:
    with pytest.raises(InputError, match=message):
        shape.check()


def test_what_boards_can_be_is_accepted() -> None:
    Shape().check()
    Shape(9, 7, lines=Range(27, 27)).check()
    Shape(lines=Range(20, 20)).check()


# Difficulty.


def test_grades_are_even_steps_from_forgiving_to_cruel() -> None:
    assert board_grade(FORGIVING) == 1.0
    assert board_grade(CRUEL) == 5.0
    assert board_grade((FORGIVING + CRUEL) / 2) == pytest.approx(3.0)
    assert (board_grade(0), board_grade(60)) == (1.0, 5.0)
    assert shortfall_at(board_grade(12.3)) == pytest.approx(12.3)


# The search.


def test_boards_are_valid_differ_and_bear_their_figures(quick: Generated) -> None:
    assert len({essence(made.layout) for made in quick.boards}) == 2
    for made in quick.boards:
        examined = examine_layout_text(board_file(made, "a test"), "made")
        assert examined.layout == made.layout
        assert not examined.findings
        assert made.figures.decks == QUICK.trials.proof[-1]
        assert made.figures.shortfall.value == pytest.approx(made.figures.optimum.value - made.figures.player.value)
    grades = [made.figures.difficulty.value for made in quick.boards]
    assert grades == sorted(grades)


def test_the_same_seed_makes_the_same_boards_with_any_number_of_workers(quick: Generated) -> None:
    assert made_quickly(BoardWish(), "quick", 2, workers=2) == quick


def test_another_seed_makes_other_boards() -> None:
    one, other = (drawn(Shape(), AIM, Stream(seed), TUNED).layout() for seed in ("one", "other"))
    assert essence(one) != essence(other)


def measured_as(*shortfalls: int) -> tuple[list[Candidate], Callable[..., Iterator[Any]]]:
    """Candidates whose shortfall is a fixed number of points on every deal, and a `map` that answers so."""
    group = [candidate([]) for _ in shortfalls]
    short = {}
    for number, (one, points) in enumerate(zip(group, shortfalls, strict=True)):
        one.layout = replace(one.layout, id=f"candidate-{number}")
        short[one.layout.id] = points

    def scores(job: Job) -> tuple[int, ...]:
        totals = {BEST: REACHED + short[job.game.layout.id], JUDGE: REACHED}
        return tuple(map(totals.__getitem__, job.asked))

    def answered(function: Callable[..., Any], *arguments: Iterable[Any]) -> Iterator[Any]:
        if function is scores_of:
            return ([scores(job) for job in batch] for batch in arguments[0])
        return (False for _ in zip(*arguments, strict=False))  # no deal allows a perfect total

    return group, answered


REACHED = 43  # by the club player, where it reaches 40 at first sight
HARD = BoardWish(difficulty=Range(board_grade(11), board_grade(11)))  # a shortfall of 11 points
GLANCES, PROOF = TUNED.trials.glances, TUNED.trials.proof


def test_a_board_that_misses_the_wish_on_fresh_deals_is_not_shown() -> None:
    """This holds even if everything known before speaks for the board."""
    (one,), answered = measured_as(8)
    one.optima, one.totals = [REACHED + 11] * 3000, [REACHED] * 3000
    assert Trials(HARD, "strict", answered, TUNED).proof(one) is None
    assert one.odds(HARD.difficulty) > TUNED.trials.worth_a_proof
    assert HARD.misses(one.grade) <= TUNED.trials.tolerance < HARD.misses(board_grade(8))


def test_boards_that_are_worth_a_proof_are_not_measured_further() -> None:
    group, answered = measured_as(9, 11, 9, 9)
    trials = Trials(HARD, "measured", answered, TUNED)
    assert trials.sifted(group, 1) == group
    assert trials.deals == 4 * GLANCES[0]


def test_where_no_board_is_worth_a_proof_the_nearest_half_is_measured_on_more_deals() -> None:
    group, answered = measured_as(7, 6, 7, 6)
    trials = Trials(HARD, "measured", answered, TUNED)
    best, *_ = trials.sifted(group, 1)
    assert best in (group[0], group[2])
    assert best.decks == GLANCES[-1]
    assert trials.deals < 4 * GLANCES[-1]


def test_a_proof_ends_where_the_wish_is_out_of_reach_and_is_not_tried_again() -> None:
    (one,), answered = measured_as(7)
    trials = Trials(HARD, "measured", answered, TUNED)
    assert trials.proof(one) is None
    assert trials.deals == PROOF[0]
    assert one.tried


def test_boards_are_promising_until_they_were_tried_and_unless_they_are_like_one_that_is_shown() -> None:
    archive = Archive(HARD, TUNED)
    one, alike = (candidate([REACHED + 11] * 40) for _ in range(2))
    archive.boards = [one, alike]
    assert archive.promising(2) == [one]
    one.tried = True
    assert archive.promising(2) == [alike]
    archive.show(one)
    assert archive.boards == archive.promising(2) == []


def test_luck_in_the_proof_alone_does_not_meet_a_wish() -> None:
    """What is known about a board before its proof counts too, deal by deal."""
    (one, other), answered = measured_as(11, 11)
    one.optima = [REACHED + 7] * 80
    trials = Trials(HARD, "measured", answered, tuned(trials={"worth_a_proof": 0.0}))
    assert trials.proof(one) is None
    shown = trials.proof(other)
    assert shown is not None
    assert (shown.decks, shown.difficulty.value) == (PROOF[-1], board_grade(11))


def test_all_promising_boards_are_tried_before_others_are_bred() -> None:
    group, answered = measured_as(8, 8, 11, 11)
    for one in group:
        one.optima = [REACHED + 11] * 40
    found = BoardSearch(BoardRequest(HARD, "tried"), answered)
    found.archive.boards = list(group)
    found.prove()
    assert [one.tried for one in group] == [True, True, True, False]
    assert [made.figures.shortfall.value for made in found.found] == [11]


def test_for_one_board_of_a_difficulty_groups_are_small_and_there_are_more_of_them() -> None:
    how = TUNED.trials
    one, two, many = (TUNED.asked(count).trials for count in (1, 2, 4))
    assert (one.group, two.group, many.group) == (how.group_asked, 2 * how.group_asked, how.group)
    assert one.group * one.vain_groups == how.group * how.vain_groups
    assert many == how
    groups = []

    def drawing(function: Callable[..., Any], *arguments: Iterable[Any]) -> Iterator[Any]:
        groups.append(len(list(arguments[0])))
        return iter([None] * groups[-1])

    with mock.patch.object(search, "map_over", return_value=nullcontext(drawing)):
        generate(BoardWish(difficulty=Range(3, 3)), "small", 1)
        generate(BoardWish(), "large", 1)
    assert set(groups) == {how.group_asked, how.group}


def parents(*shortfalls: int, tried: bool = True) -> list[int]:
    """How often boards with these shortfalls are parents in a large group that is bred for the highest grade."""
    wish = BoardWish(difficulty=Range(5, 5))
    group, answered = measured_as(*shortfalls)
    Trials(wish, "measured", answered, TUNED).measure(group, 1, 400)
    archive = Archive(wish, TUNED)
    archive.boards = group
    for one in group:
        one.tried = tried
    goal = Goal(shortfall_at(5), AIM)
    taken: list[Candidate | None] = []
    for number in range(60):
        taken.append(archive.parent(goal, taken, Stream(f"copy {number}")))
    return [sum(parent is one for parent in taken) for one in group]


def test_copies_are_made_of_boards_that_are_nearer_to_the_goal_than_new_ones_get() -> None:
    assert parents(8, 10, 14) == [0, 0, TUNED.archive.copies]


def test_a_board_that_may_meet_the_wish_is_no_parent_before_its_proof() -> None:
    """Only one of several similar boards is shown."""
    assert parents(13, 17, tried=False) == [0, 0]
    assert parents(13, 17) == [TUNED.archive.copies, 0]


def test_what_is_hard_to_come_by_is_mostly_copied() -> None:
    archive = Archive(BoardWish(difficulty=Range(3, 5)), tuned(archive={"copies": 1000, "worth_a_copy": -10.0}))
    archive.boards = [candidate([])]
    archive.boards[0].tried = True
    new = [
        [archive.parent(Goal(shortfall, AIM), [], Stream(f"new {number}")) for number in range(300)].count(None)
        for shortfall in (shortfall_at(3), shortfall_at(5))
    ]
    how = TUNED.archive
    assert [count / 300 for count in new] == pytest.approx([1 / how.new, 1 / how.new_of_rare], abs=0.03)


# What is predicted, and bred for it.


def belief(first_sight: float, games: int, *seen: list[int]) -> Belief:
    return believed(first_sight, games, *seen, tuning=TUNED.prediction)


def test_less_at_first_sight_and_more_in_the_best_play_tell_of_a_hard_board() -> None:
    assert predicted(30, TUNED.prediction) > predicted(40, TUNED.prediction)
    assert belief(35, 400, [52]).value > belief(40, 400, [52]).value
    assert belief(35, 400, [56]).value > belief(35, 400, [50]).value
    assert belief(35, 400, [52], [36]).value > belief(35, 400, [52], [40]).value


def test_the_more_is_known_of_a_board_the_surer_and_the_nearer_to_it() -> None:
    optima, totals = [57] * 1000, [43] * 1000
    ever_more = [
        belief(40, 100),
        belief(40, 400),
        belief(40, 400, optima[:10]),
        belief(40, 400, optima),
        belief(40, 400, optima, totals[:40]),
        belief(40, 400, optima, totals),
    ]
    spreads = [one.variance for one in ever_more]
    assert spreads == sorted(spreads, reverse=True)
    assert abs(ever_more[-1].value - 14) < 0.2 < abs(ever_more[2].value - 14)


def test_what_is_seen_counts_by_how_reliable_it_is() -> None:
    before = Belief(10.0, 4.0)
    assert before.after([], 2.0) == before
    assert before.after([12.0], 2.0) == Belief(11.0, 2.0)
    assert before.after([12.0, 14.0, 13.0], 2.0) == Belief(12.25, 1.0)


def test_what_is_reached_at_first_sight_is_at_most_the_optimum_and_follows_from_the_seed() -> None:
    game = Game(SPARSE)
    sample = Sample(3, "sight")
    assert at_first_sight(game, sample) == at_first_sight(game, sample)
    assert at_first_sight(game, sample) <= fmean(
        solve(opening(game, deal.start), deal.cards).score for deal in sample.deals(game)
    )


def wanted(grade: float, parent: Sketch | None = None, shape: Shape | None = None) -> Wanted:
    return Wanted(shape or Shape(), AIM, shortfall_at(grade), parent, "wanted")


def bred_from(wanted: Wanted, tuning: Tuning) -> Bred:
    found = bred(wanted, tuning)
    assert isinstance(found, Bred)
    return found


def test_boards_are_bred_as_easy_or_as_hard_as_they_are_wanted() -> None:
    easy, hard = (bred_from(wanted(grade, some_sketch()), SHORT) for grade in (1, 5))
    assert easy.first_sight > hard.first_sight + 3


def test_what_is_far_from_most_drawings_begins_with_the_nearest_of_several() -> None:
    few = tuned(breeding={"choice": 2, "look_deals": 4})
    chance = Stream("choice")
    sketches = [sketch for _ in range(2) if (sketch := first_drawing(wanted(3), chance, few))]
    look = Sample(4, "wanted choice", RANDOM)
    easier, harder = sorted(sketches, key=lambda sketch: seeming_shortfall(sketch, look, few))
    for grade, nearest in ((1, easier), (5, harder), (3, sketches[0])):
        assert first_drawing(wanted(grade), Stream("choice"), few) == nearest


def test_what_is_bred_is_worth_playing_differs_from_its_parent_and_follows_from_the_seed() -> None:
    one = bred_from(wanted(5, some_sketch()), QUICK)
    assert one == bred(wanted(5, some_sketch()), QUICK)
    assert worth_playing(one.sketch.layout(), Shape(), TUNED)
    assert essence(one.sketch.layout()) != essence(some_sketch().layout())


def test_nothing_is_bred_where_the_wish_is_too_hard_for_the_pen() -> None:
    shape = Shape(lines=Range(25, 25), crossings=Range(14, 14))
    nothing = bred(wanted(3, shape=shape), tuned(drawing={"steps": 50}, breeding={"drawings": 1}))
    assert isinstance(nothing, Undrawn)  # the drawing tells how near it came


def test_a_copy_is_bred_by_what_is_known_of_its_parent() -> None:
    """A board that is harder than it seems need not be changed as much."""
    assert candidate([]).surplus == 0.0
    assert candidate([58] * 40).surplus > 3
    plain, harder = (bred_from(replace(wanted(4, some_sketch()), surplus=surplus), SHORT) for surplus in (0.0, 5.0))
    assert harder.first_sight > plain.first_sight + 3


@cache
def some_sketch() -> Sketch:
    return drawn(Shape(), AIM, Stream("candidate"), TUNED)


def candidate(optima: list[int]) -> Candidate:
    goal = Goal(9.5, AIM)
    sketch = some_sketch()
    return Candidate(sketch, sketch.layout(), 0.7, goal, 40.0, TUNED, optima)


def test_what_lacks_of_perfect_totals_is_told_in_points_also_where_there_are_none() -> None:
    low, higher, high = (candidate([optimum] * 9) for optimum in (50, 54, 58))
    assert low.lacks(0.5) > higher.lacks(0.5) > high.lacks(0.5) == 0.0
    assert low.lacks(0.5) - higher.lacks(0.5) == pytest.approx(4.0)
    assert higher.lacks(0.05) < higher.lacks(0.5) < higher.lacks(1.0)
    assert low.lacks(0.0) == candidate([]).lacks(0.5) == 0.0


def test_perfect_totals_are_bred_from_the_boards_with_the_highest_optima() -> None:
    archive = Archive(BoardWish(perfect=0.5), TUNED)
    archive.boards = [candidate([optimum] * 9) for optimum in range(46, 60)]
    parents = [archive.parent(candidate([50]).goal, [], Stream(f"parent {number}")) for number in range(60)]
    chosen = {parent.optima[0] for parent in parents if parent is not None}
    assert chosen == set(range(60 - TUNED.archive.parents, 60))
    assert 10 <= parents.count(None) <= 30  # the others are drawn anew


def test_patience_is_counted_from_the_last_board_that_was_found() -> None:
    class Found(BoardSearch):
        def new_group(self) -> list[Candidate]:
            self.drawn += 1
            return []

        def prove(self) -> None:
            if self.group == 3:
                self.found.append(mock.Mock())

    found = Found(BoardRequest(BoardWish(), "patience", 2, tuned(trials={"vain_groups": 4})), map)
    found.run()
    assert found.group == 3 + 4


def test_an_interrupted_search_keeps_what_is_found() -> None:
    stop = threading.Event()

    def interrupt(progress: GenerateProgress) -> None:
        if progress.found:
            stop.set()

    found = generate(BoardWish(), "quick", 2, workers=1, on_progress=interrupt, tuning=QUICK, stop=stop)
    assert found.interrupted
    assert len(found.boards) == 1


def test_a_search_says_how_near_it_came() -> None:
    wish = BoardWish(difficulty=Range(5, 5), perfect=0.9)
    looked = BoardSearch(BoardRequest(wish, "near"), map)
    assert looked.near is None
    easy, hard, unmeasured = candidate([60] * 40), candidate([60] * 40), candidate([])
    easy.totals, hard.totals = [56] * 200, [52] * 200
    for group in ((easy, unmeasured), (hard,), (easy,)):
        looked.look(group)
    assert looked.nearest is hard
    hard.share = 0.025
    shares = "60 points with about 2% of the orders (asked: 90%)"
    assert str(looked.near) == f"difficulty {hard.grade:.1f} (asked: 5), {shares}"
    progress = GenerateProgress(3, 16, 200, 0, 1, looked.near)
    assert str(progress).startswith("round 3: 16 boards drawn, 200 deals played, 0 of 1 boards found; nearest so far: ")
    looked.archive.shown.append(hard)
    looked.look((easy,))
    assert looked.nearest is easy


def test_where_nothing_can_be_drawn_the_nearest_drawing_is_told() -> None:
    shape = Shape(lines=Range(25, 25), crossings=Range(14, 14))
    poor = tuned(drawing={"steps": 40}, breeding={"drawings": 1}, trials={"group": 2, "undrawn_groups": 1})
    found = generate(BoardWish(shape), "poor", 1, workers=1, tuning=poor)
    assert (found.drawn, found.boards) == (0, ())
    assert found.near is not None
    assert re.search(r"[0-9]+ crossings \(asked: 14\), .*beauty 0\.", str(found.near))
    with mock.patch.object(search, "generate", return_value=found):
        assert "the closest drawing has" in hashi("layout", "generate").err


def test_a_time_limit_ends_a_search_with_what_is_found() -> None:
    asked = app.boards.generation("quick", count=2, write=False)
    with mock.patch.object(search, "generate", partial(generate, tuning=QUICK)):
        found = app.boards.generate(asked, workers=1, time_limit=0.0)
    assert found.timed_out
    assert found.interrupted
    assert len(found.boards) < 2


# The command.


def test_the_command_says_why_boards_are_missing_and_how_near_the_search_came(quick: Generated) -> None:
    near = Near(BoardWish(difficulty=Range(5, 5)), POND, 0.8, difficulty=3.52)
    for interrupted, timed_out, said in (
        (False, False, "only 2 of 8 boards found, after"),
        (True, False, "stopped: 2 of 8 boards found"),
        (True, True, "time limit reached: 2 of 8 boards found"),
    ):
        found = replace(quick, asked=8, near=near, interrupted=interrupted, timed_out=timed_out)
        with mock.patch.object(app.boards, "generate", return_value=found):
            ran = hashi("layout", "generate", "--json")
            document = json.loads(ran.out)
        assert said in ran.err
        assert "the nearest other board: difficulty 3.5 (asked: 5)" in ran.err
        assert document["nearest"]["difficulty"] == 3.52


def test_progress_is_silent_off_a_terminal_unless_asked_for(quick: Generated) -> None:
    def played(*_: Any, on_progress: OnProgress, **__: Any) -> Generated:
        for group in range(3):
            on_progress(GenerateProgress(group, 8, 100, 0, 2))
        return quick

    with mock.patch.object(search, "generate", played):
        assert hashi("layout", "generate", "--count", 2, "--json").err == ""
        told = hashi("layout", "generate", "--count", 2, "--json", "--progress").err
    assert told == "0:00 drawing boards\n"  # one line in ten seconds


def all_at_once(there: Generated) -> Callable[..., Generated]:
    """Stands for a search that finds these."""

    def found(*_: Any, on_found: OnFound, **__: Any) -> Generated:
        for made in there.boards:
            on_found(made)
        return there

    return found


def test_the_command_writes_boards_with_their_figures(tmp_path: Path, quick: Generated) -> None:
    with mock.patch.object(search, "generate", all_at_once(quick)):
        ran = hashi("layout", "generate", "--seed", "My seed", "--count", 2, "--out", tmp_path / "new", "--workers", 1)
    assert ran.code == 0
    names = [made.layout.id for made in quick.boards]
    assert [line.split()[0] for line in ran.out.splitlines()] == ["id", *names]
    assert {path.stem for path in (tmp_path / "new").glob("*.toml")} == set(names)
    for path in (tmp_path / "new").glob("*.toml"):
        text = path.read_text()
        assert "# Made by hashi layout generate --seed 'My seed' --size 7x7 --count 2\n" in text
        assert "difficulty" in text
        assert not examine_layout(str(path)).findings


def test_a_board_is_written_as_soon_as_it_is_found(tmp_path: Path, quick: Generated) -> None:
    def killed(*_: Any, on_found: OnFound, **__: Any) -> Generated:
        on_found(quick.boards[0])
        raise InputError("no more")

    with mock.patch.object(search, "generate", killed):
        assert hashi("layout", "generate", "--out", tmp_path).code == 2
    assert [path.stem for path in tmp_path.iterdir()] == [quick.boards[0].layout.id]


def test_ids_say_the_seed_and_what_the_board_is(quick: Generated) -> None:
    for made in quick.boards:
        assert made.layout.id == f"made-quick-{made.layout.digest[:6]}"
        assert made.layout.name == f"Board {made.layout.digest[:6].upper()}"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system has no folder that not even root can write to")
def test_a_folder_that_cannot_be_written_to_is_told_before_the_search() -> None:
    with mock.patch.object(search, "generate", side_effect=AssertionError):
        ran = hashi("layout", "generate", "--out", "/proc")
    assert ran.code == 2
    assert ran.err.startswith("hashi: /proc: cannot be written: ")


def test_the_command_as_json_writes_nothing_unless_told(tmp_path: Path, quick: Generated) -> None:
    with mock.patch.object(search, "generate", return_value=quick), inside(tmp_path):
        ran = hashi("layout", "generate", "--json")
    assert not list(tmp_path.iterdir())
    document = json.loads(ran.out)
    assert (document["format"], document["complete"]) == ("hashi-generated/1", True)
    assert examine_layout_text(document["boards"][0]["toml"], "json").valid


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--lines", "26"), "at most 25 lines"),
        (("--lines", "28"), "not within 20..27"),
        (("--difficulty", "0"), "not within 1..5"),
        (("--difficulty", "hard"), "neither a number"),
        (("--crossings", "9..30"), "not within 2..14"),
        (("--crossings", "9..3"), "the wrong way round: 3..9?"),
        (("--lines", "20.5"), "whole numbers"),
        (("--lines", "nan"), "not within 20..27"),
        (("--seed", "a\nb"), "no line breaks"),
        (("--size", "7"), "--size is columns x rows"),
        (("--size", "12x7"), "5 to 9 columns"),
        (("--seed", ""), "a seed is a text"),
        (("--out", "/nowhere/\0"), "cannot be written"),
    ],
)
def test_wishes_that_cannot_be_understood_get_one_sentence(words: tuple[str, ...], message: str) -> None:
    ran = hashi("layout", "generate", *words)
    assert ran.code == 2
    assert message in ran.err
    assert len(ran.err.splitlines()) == 1


# What takes many minutes; bench/generated.py does it for a hundred boards.


@pytest.mark.slow
def test_boards_on_which_perfect_totals_are_wanted_allow_them() -> None:
    shape = Shape(lines=Range(22, 24), crossings=Range(2, 5), symmetry="mirror")
    (made,) = generate(BoardWish(shape, perfect=0.5), "perfect", 1).boards
    assert made.figures.perfect.value >= 0.5


@pytest.mark.slow
@pytest.mark.parametrize("grade", [1, 3, 5])
def test_a_generated_board_meets_its_grade_on_fresh_decks(grade: int) -> None:
    (made,) = generate(BoardWish(difficulty=Range(grade, grade)), "slow", 1).boards
    found = analyse(Game(made.layout), Sample(300, "fresh"), ("club",))
    assert found.difficulty is not None
    assert abs(found.difficulty.value - grade) <= 1.0
