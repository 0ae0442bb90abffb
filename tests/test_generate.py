"""New boards: what is drawn keeps the rules, looks pleasant, meets the wish, and was honestly measured."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any
from unittest import mock

import pytest

from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.generate import breeding
from hashi_solver.generate import search as generator
from hashi_solver.generate import sketch as sketching
from hashi_solver.generate.archive import TOLERANCE, Candidate, Goal
from hashi_solver.generate.beauty import beauty, flaws
from hashi_solver.generate.board_files import board_file
from hashi_solver.generate.breeding import Wanted, bred
from hashi_solver.generate.prediction import Belief, at_first_sight, believed, predicted
from hashi_solver.generate.search import BoardWish, Generated, generate
from hashi_solver.generate.sketch import (
    MOST_CHANGES,
    Aim,
    Range,
    Shape,
    Sketch,
    Symmetry,
    drawn,
    essence,
    likeness,
    most_lines,
    redrawn,
    worth_playing,
)
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.asking import BEST, Answers, Job
from hashi_solver.lab.difficulty import CRUEL, FORGIVING, JUDGE, board_grade, shortfall_at
from hashi_solver.lab.outcome import Outcome
from hashi_solver.lab.sample import Sample, opening
from hashi_solver.notation.layouts import examine_layout, examine_layout_text
from hashi_solver.rules import Game
from hashi_solver.seeds import Stream
from hashi_solver.solver import solve
from tests.boards import SPARSE, STANDARD, board, cell_name, views
from tests.command import hashi, inside

AIM = Aim(8, 22)
FEW: dict[str, Any] = {"HALVINGS": (1, 2), "GLANCES": (1, 2), "PROOF": (1, 2), "GROUP": 3, "VAIN_GROUPS": 6}
QUICK: dict[str, Any] = {"CHANGES": 2, "OF_PARENT": 2, "GLANCE": 2, "LOOK": 3, "GAMES": 4, "CHOICE": 2}


def made_quickly(
    wish: BoardWish, seed: str, count: int, workers: int = 1, groups: int = FEW["VAIN_GROUPS"]
) -> Generated:
    """A search that measures far too little, for what does not depend on how much is measured."""
    with (
        mock.patch.multiple(generator, **FEW | {"VAIN_GROUPS": groups}),
        mock.patch.multiple(breeding, **QUICK),
        mock.patch.object(sketching, "STEPS", 500),
    ):
        return generate(wish, seed, count, workers=workers)


@pytest.fixture(scope="module")
def quick() -> Generated:
    return made_quickly(BoardWish(), "quick", 2)


# Drawing.


@pytest.mark.parametrize(
    ("symmetry", "columns", "rows"), [("none", 7, 7), ("mirror", 7, 7), ("turn", 7, 7), ("mirror", 8, 6)]
)
def test_what_is_drawn_keeps_its_symmetry(symmetry: Symmetry, columns: int, rows: int) -> None:
    with mock.patch.object(sketching, "STEPS", 100):
        layout = drawn(Shape(columns, rows, symmetry=symmetry), AIM, Stream("drawn")).layout()
    assert (layout.columns, layout.rows) == (columns, rows)
    assert symmetric(layout, symmetry)
    assert (len(layout.islands), len(layout.red), len(layout.blue)) == (18, 4, 3)


@pytest.mark.parametrize("symmetry", ["none", "mirror", "turn"])
def test_a_changed_sketch_is_its_neighbour_with_the_same_symmetry(symmetry: Symmetry) -> None:
    shape = Shape(symmetry=symmetry)
    tries = (drawn(shape, AIM, Stream(f"before {number}")) for number in range(20))
    sketch = next(sketch for sketch in tries if worth_playing(sketch.layout(), shape))
    for number in range(8):
        other = redrawn(sketch, shape, Stream(f"after {number}"))
        assert worth_playing(other.layout(), shape)
        assert symmetric(other.layout(), symmetry)
        assert likeness(other.layout(), sketch.layout()) >= 18 - 2 * MOST_CHANGES
    assert any(redrawn(sketch, shape, Stream(f"after {number}")) != sketch for number in range(8))


def symmetric(layout: Layout, symmetry: Symmetry) -> bool:
    """Islands and lines; of the flags, seven, one may be without its image."""

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
        for sketch in (drawn(Shape(), AIM, Stream(f"worth {number}")) for number in range(20))
        if worth_playing(sketch.layout(), Shape())
    )
    layout = sketch.layout()
    assert not layout.findings()
    assert all(2 <= len(lines) <= 4 for lines in layout.lines_at)
    there, elsewhere = Range(layout.crossings, layout.crossings), Range(layout.crossings + 1, 14)
    assert worth_playing(layout, Shape(crossings=there))
    assert not worth_playing(layout, Shape(crossings=elsewhere))
    assert not worth_playing(layout, Shape(lines=Range(len(layout.lines) + 1, 27)))


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
    good = beauty(STANDARD)
    flags_on_the_border = board("r.b.r.o", ".o...o.", "b.o.o.r", ".o.o.o.", "r..o..b", ".o...o.", "o......")
    assert beauty(flags_on_the_border).flags_inside < good.flags_inside
    flags_together = board("r.r.b.o", ".r.b.o.", "r.b.o.o", ".o.o.o.", "o..o..o", ".o...o.", "o......")
    assert beauty(flags_together).flags_apart < good.flags_apart
    colours_apart = board("r.r.o.o", ".r...o.", "r.o.o.o", ".o...o.", "o..o..b", ".o...b.", "o..o..b")
    assert beauty(colours_apart).flags_mixed < good.flags_mixed
    crowded = board("o.r.o..", ".o.b...", "r.o.o..", ".b.o...", "o.r.o..", ".o.b...", "o.r.o..")
    assert beauty(crowded).room < good.room
    assert beauty(crowded).spread < good.spread
    assert beauty(SPARSE).rows < 1.0  # a row without any island
    assert beauty(STANDARD).total <= 1.0


def test_beauty_does_not_change_when_the_board_is_turned_or_mirrored() -> None:
    totals = {round(beauty(each.layout).total, 9) for each in views(STANDARD)}
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
        (Shape(8, 7, symmetry="mirror"), "want an odd number of columns, not 8"),
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
        assert made.figures.decks == FEW["PROOF"][-1]
        assert made.figures.shortfall.value == pytest.approx(made.figures.optimum.value - made.figures.player.value)
    grades = [made.figures.difficulty.value for made in quick.boards]
    assert grades == sorted(grades)


def test_the_same_seed_makes_the_same_boards_with_any_number_of_workers(quick: Generated) -> None:
    assert made_quickly(BoardWish(), "quick", 2, workers=2) == quick


def test_another_seed_makes_other_boards() -> None:
    one, other = (drawn(Shape(), AIM, Stream(seed)).layout() for seed in ("one", "other"))
    assert essence(one) != essence(other)


def test_a_board_that_misses_the_wish_on_fresh_deals_is_not_shown() -> None:
    wish = BoardWish(difficulty=Range(3, 3))
    with (
        mock.patch.object(generator, "board_grade", return_value=5.0),
        mock.patch.object(Candidate, "odds", return_value=1.0),
    ):
        assert not made_quickly(wish, "strict", 1, groups=1).boards
    assert wish.misses(5.0) > TOLERANCE


class Measured(generator.BoardSearch):
    """A search for which the shortfall of each board is a fixed number of points on every deal."""

    def __init__(self, wish: BoardWish, *shortfalls: int) -> None:
        super().__init__(wish, "measured", 1, map)
        self.candidates = [candidate([]) for _ in shortfalls]
        self.short = {}
        for number, (one, points) in enumerate(zip(self.candidates, shortfalls, strict=True)):
            one.layout = replace(one.layout, id=f"candidate-{number}")
            self.short[one.layout.id] = points

    def _answers(self, batches: Sequence[Sequence[Job]]) -> Iterator[tuple[Job, Answers]]:
        for job in itertools.chain.from_iterable(batches):
            self.deals += 1
            totals = {BEST: REACHED + self.short[job.game.layout.id], JUDGE: REACHED}
            outcomes = (
                Outcome(total, total, (1, 0), "", "", "", 0, 0, 0, 0.0) for total in map(totals.__getitem__, job.asked)
            )
            yield job, Answers(tuple(outcomes), ())


REACHED = 43  # by the club player, where it reaches 40 at first sight
HARD = BoardWish(difficulty=Range(board_grade(11), board_grade(11)))  # a shortfall of 11 points


def test_boards_that_are_worth_a_proof_are_not_measured_further() -> None:
    search = Measured(HARD, 9, 11, 9, 9)
    assert search._sifted(search.candidates) == search.candidates
    assert search.deals == 4 * generator.GLANCES[0]


def test_where_no_board_is_worth_a_proof_the_nearest_half_is_measured_on_more_deals() -> None:
    search = Measured(HARD, 7, 6, 7, 6)
    best, *_ = search._sifted(search.candidates)
    assert search.short[best.layout.id] == 7
    assert best.decks == generator.GLANCES[-1]
    assert search.deals < 4 * generator.GLANCES[-1]


def test_a_proof_ends_where_the_wish_is_out_of_reach_and_is_not_tried_again() -> None:
    search = Measured(HARD, 7)
    (one,) = search.candidates
    assert search._proof(one) is None
    assert search.deals == generator.PROOF[0]
    assert one.proven


def test_luck_in_the_proof_alone_does_not_meet_a_wish() -> None:
    """What is known of a board before its proof counts too, as deals do."""
    search = Measured(HARD, 11, 11)
    one, other = search.candidates
    one.optima = [REACHED + 7] * 80
    with (
        mock.patch.object(generator, "_perfect", return_value=False),
        mock.patch.object(Candidate, "odds", return_value=1.0),
    ):
        assert search._proof(one) is None
        shown = search._proof(other)
    assert shown is not None
    assert (shown.decks, shown.difficulty.value) == (generator.PROOF[-1], board_grade(11))


def parents(*shortfalls: int, proven: bool = True) -> list[int]:
    """How often boards with these shortfalls are parents in a large group that is bred for the highest grade."""
    search = Measured(BoardWish(difficulty=Range(5, 5)), *shortfalls)
    search._measure(search.candidates, 400)
    search.archive = search.candidates
    for one in search.candidates:
        one.proven = proven
    goal = Goal(shortfall_at(5), AIM)
    taken: list[Candidate | None] = []
    for number in range(60):
        taken.append(search._parent(goal, taken, Stream(f"copy {number}")))
    return [sum(parent is one for parent in taken) for one in search.archive]


def test_copies_are_made_of_boards_that_are_nearer_to_the_goal_than_new_ones_get() -> None:
    assert parents(8, 10, 14) == [0, 0, generator.COPIES]


def test_a_board_that_may_meet_the_wish_is_no_parent_before_its_proof() -> None:
    """Of boards that are alike only one is shown."""
    assert parents(13, 17, proven=False) == [0, 0]
    assert parents(13, 17) == [generator.COPIES, 0]


def test_what_is_hard_to_come_by_is_mostly_copied() -> None:
    search = Measured(BoardWish(difficulty=Range(3, 5)), 10)
    search.archive = search.candidates
    search.archive[0].proven = True
    with mock.patch.multiple(generator, COPIES=1000, WORTH_A_COPY=-10):
        new = [
            [search._parent(Goal(shortfall, AIM), [], Stream(f"new {number}")) for number in range(300)].count(None)
            for shortfall in (shortfall_at(3), shortfall_at(5))
        ]
    assert [count / 300 for count in new] == pytest.approx([1 / generator.NEW, 1 / generator.NEW_OF_RARE], abs=0.03)


# What is predicted, and bred for it.


def test_less_at_first_sight_and_more_in_the_best_play_tell_of_a_hard_board() -> None:
    assert predicted(30) > predicted(40)
    assert believed(35, 400, [52]).value > believed(40, 400, [52]).value
    assert believed(35, 400, [56]).value > believed(35, 400, [50]).value
    assert believed(35, 400, [52], [36]).value > believed(35, 400, [52], [40]).value


def test_the_more_is_known_of_a_board_the_surer_and_the_nearer_to_it() -> None:
    optima, totals = [57] * 1000, [43] * 1000
    ever_more = [
        believed(40, 100),
        believed(40, 400),
        believed(40, 400, optima[:10]),
        believed(40, 400, optima),
        believed(40, 400, optima, totals[:40]),
        believed(40, 400, optima, totals),
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


def test_boards_are_bred_as_easy_or_as_hard_as_they_are_wanted() -> None:
    with mock.patch.multiple(breeding, OF_PARENT=12, GLANCE=10, LOOK=20, GAMES=60):
        easy, hard = (bred(wanted(grade, some_sketch())) for grade in (1, 5))
    assert easy is not None
    assert hard is not None
    assert easy.first_sight > hard.first_sight + 3


def test_what_is_far_from_most_drawings_begins_with_the_nearest_of_several() -> None:
    with mock.patch.object(sketching, "STEPS", 50):
        sketches = [drawn(Shape(), AIM, Stream(f"choice {number}")) for number in range(4)]
    seems = dict(zip(sketches, (10.0, 8.8, 11.6, 9.5), strict=True))
    for grade, nearest in ((1, sketches[1]), (5, sketches[2]), (3, sketches[0])):
        left = iter(sketches)
        with (
            mock.patch.object(breeding, "CHOICE", len(sketches)),
            mock.patch.object(breeding, "drawn", side_effect=lambda *_, left=left: next(left)),
            mock.patch.object(breeding, "worth_playing", return_value=True),
            mock.patch.object(breeding, "_seems", side_effect=lambda sketch, _: seems[sketch]),
            mock.patch.object(breeding, "_changed", side_effect=lambda sketch, *_: sketch),
            mock.patch.object(breeding, "GAMES", 2),
        ):
            found = bred(wanted(grade))
        assert found is not None
        assert found.sketch == nearest


def test_what_is_bred_is_worth_playing_differs_from_its_parent_and_follows_from_the_seed() -> None:
    with mock.patch.multiple(breeding, **QUICK):
        one = bred(wanted(5, some_sketch()))
        assert one == bred(wanted(5, some_sketch()))
    assert one is not None
    assert worth_playing(one.sketch.layout(), Shape())
    assert essence(one.sketch.layout()) != essence(some_sketch().layout())


def test_nothing_is_bred_where_the_wish_is_too_hard_for_the_pen() -> None:
    shape = Shape(lines=Range(25, 25), crossings=Range(14, 14))
    with mock.patch.object(breeding, "TRIES", 1), mock.patch.object(sketching, "STEPS", 50):
        assert bred(wanted(3, shape=shape)) is None


def test_a_copy_is_bred_by_what_is_known_of_its_parent() -> None:
    """What is harder than it seems need not be made as hard."""
    assert candidate([]).surplus == 0.0
    assert candidate([58] * 40).surplus > 3
    with mock.patch.multiple(breeding, OF_PARENT=12, GLANCE=10, LOOK=20, GAMES=60):
        plain, harder = (bred(replace(wanted(4, some_sketch()), surplus=surplus)) for surplus in (0.0, 5.0))
    assert plain is not None
    assert harder is not None
    assert harder.first_sight > plain.first_sight + 3


@cache
def some_sketch() -> Sketch:
    return drawn(Shape(), AIM, Stream("candidate"))


def candidate(optima: list[int]) -> Candidate:
    goal = Goal(9.5, AIM)
    sketch = some_sketch()
    return Candidate(sketch, sketch.layout(), 0.7, goal, 40.0, optima)


def test_what_lacks_of_perfect_totals_is_told_in_points_also_where_there_are_none() -> None:
    low, higher, high = (candidate([optimum] * 9) for optimum in (50, 54, 58))
    assert low.lacks(0.5) > higher.lacks(0.5) > high.lacks(0.5) == 0.0
    assert low.lacks(0.5) - higher.lacks(0.5) == pytest.approx(4.0)
    assert higher.lacks(0.05) < higher.lacks(0.5) < higher.lacks(1.0)
    assert low.lacks(0.0) == candidate([]).lacks(0.5) == 0.0


def test_perfect_totals_are_bred_from_the_boards_with_the_highest_optima() -> None:
    search = generator.BoardSearch(BoardWish(perfect=0.5), "parents", 1, map)
    search.archive = [candidate([optimum] * 9) for optimum in range(46, 60)]
    parents = [search._parent(candidate([50]).goal, [], Stream(f"parent {number}")) for number in range(60)]
    chosen = {parent.optima[0] for parent in parents if parent is not None}
    assert chosen == set(range(60 - generator.PARENTS, 60))
    assert 10 <= parents.count(None) <= 30  # the others are drawn anew


def test_patience_is_counted_from_the_last_board_that_was_found() -> None:
    class Found(generator.BoardSearch):
        def _draw(self) -> list[Candidate]:
            self.drawn += 1
            return []

        def _prove(self) -> None:
            if self.group == 3:
                self.found.append(mock.Mock())

    search = Found(BoardWish(), "patience", 2, map, None)
    with mock.patch.object(generator, "VAIN_GROUPS", 4):
        search.run()
    assert search.group == 3 + 4


def test_an_interrupted_search_keeps_what_is_found() -> None:
    def interrupt(progress: generator.GenerateProgress) -> None:
        if progress.found:
            raise KeyboardInterrupt

    with (
        mock.patch.multiple(generator, **FEW),
        mock.patch.multiple(breeding, **QUICK),
        mock.patch.object(sketching, "STEPS", 500),
    ):
        found = generate(BoardWish(), "quick", 2, workers=1, on_progress=interrupt)
    assert found.interrupted
    assert len(found.boards) == 1


# The command.


def all_at_once(there: Generated) -> Callable[..., Generated]:
    """Stands for a search that finds these."""

    def search(*_: Any, on_found: generator.OnFound, **__: Any) -> Generated:
        for made in there.boards:
            on_found(made)
        return there

    return search


def test_the_command_writes_boards_with_their_figures(tmp_path: Path, quick: Generated) -> None:
    with mock.patch.object(generator, "generate", all_at_once(quick)):
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
    def killed(*_: Any, on_found: generator.OnFound, **__: Any) -> Generated:
        on_found(quick.boards[0])
        raise InputError("no more")

    with mock.patch.object(generator, "generate", killed):
        assert hashi("layout", "generate", "--out", tmp_path).code == 2
    assert [path.stem for path in tmp_path.iterdir()] == [quick.boards[0].layout.id]


def test_ids_say_the_seed_and_what_the_board_is(quick: Generated) -> None:
    for made in quick.boards:
        assert made.layout.id == f"made-quick-{made.layout.digest[:6]}"
        assert made.layout.name == f"Board {made.layout.digest[:6].upper()}"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="this system has no folder that not even root can write to")
def test_a_folder_that_cannot_be_written_to_is_told_before_the_search() -> None:
    with mock.patch.object(generator, "generate", side_effect=AssertionError):
        ran = hashi("layout", "generate", "--out", "/proc")
    assert ran.code == 2
    assert ran.err.startswith("hashi: /proc: cannot be written: ")


def test_the_command_as_json_writes_nothing_unless_told(tmp_path: Path, quick: Generated) -> None:
    with mock.patch.object(generator, "generate", return_value=quick), inside(tmp_path):
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
