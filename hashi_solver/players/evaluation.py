"""What a position is worth to someone who does not know the coming cards: the points to be expected at the end."""

from __future__ import annotations

from math import log
from typing import NamedTuple

from hashi_solver.board import Layout
from hashi_solver.players.chances import (
    HORIZONS,
    MOST_LINES_COUNTED,
    SHIFT_DEGREE,
    SHIFT_FLAG,
    SHIFT_HARD,
    SHIFT_KIND,
    SHIFT_SOFT,
    UNNUMBERED,
    Outlook,
    Vector,
    Weights,
    chance,
    features,
)
from hashi_solver.players.paper import Paper
from hashi_solver.rules import State
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND

FREE_ROOM = 6  # of an island without a number and without bridges
LEAST = 0.002  # below this all chances are alike: log of 0 has no place in a sum
FINISHED = (1.0, 1.0, 1.0)
Chances = tuple[float, float, float]  # for each horizon


class BonusView(NamedTuple):
    """A bonus that is not done: what its early and late chance depend on."""

    early: Vector | None
    late: Vector | None


class Evaluation:
    """The value of what is on a Paper after this round's turn, for one outlook."""

    __slots__ = (
        "_by",
        "_contested",
        "_done",
        "_felt",
        "_flag_keys",
        "_flag_worth",
        "_joined",
        "_known",
        "_lines",
        "_six_size",
        "_view",
        "_weights",
        "blue",
        "lefts",
        "paper",
        "red",
    )

    def __init__(self, state: State, paper: Paper, view: Outlook, weights: Weights) -> None:
        game = state.game
        layout = game.layout
        now = state.round + 1
        self.paper, self._view, self._weights = paper, view, weights
        self._lines = [(index, line.a, line.b) for index, line in enumerate(layout.lines)]
        self._contested = [bool(others) for others in layout.crossed_by]
        self._flag_keys = flag_keys(layout)
        self.lefts = (view.rounds, game.red_by - now, game.blue_by - now)
        self._known: dict[int, Chances] = {}
        self._flag_worth: dict[tuple[str | int, ...], float] = {}
        self._joined: dict[bytes, list[int]] = {}
        self.red, self.blue = layout.red, layout.blue
        self._done = {"red": state.red, "blue": state.blue, "six": state.six}
        self._by = {"red": game.red_by, "blue": game.blue_by, "six": game.six_by}
        self._six_size = game.group
        self._felt = weights.felt

    def value(self) -> float:
        keys = self.keys()
        chances = self.chances(keys)
        total = POINTS_FOR_AN_ISLAND * sum([each[0] for each in chances])
        total += self._flags("red", self.red, keys, chances) + self._flags("blue", self.blue, keys, chances)
        return round(total + self._six(chances), 6)  # sums of floats differ in their last places between machines

    def keys(self) -> list[int]:
        """For each island that is not finished what its chance depends on; -1 for a finished one."""
        paper = self.paper
        room, bridges, blocked, contested = paper.room, paper.bridges, paper.blocked, self._contested
        numbers = paper.numbers
        hard = [0] * len(room)
        soft = [0] * len(room)
        firm = [0] * len(room)
        for line, a, b in self._lines:
            at_a, at_b = room[a], room[b]
            if at_a and at_b and not blocked[line]:
                drawn = bridges[line]
                free = 2 - drawn
                if free:
                    to_a = free if free < at_b else at_b
                    to_b = free if free < at_a else at_a
                    hard[a] += to_a
                    hard[b] += to_b
                    if numbers[b]:
                        firm[a] += to_a
                    if numbers[a]:
                        firm[b] += to_b
                    if drawn or not contested[line]:
                        soft[a] += to_a
                        soft[b] += to_b
        most, flags = MOST_LINES_COUNTED, self._flag_keys
        found = []
        for island, number in enumerate(numbers):
            left = room[island]
            if number:
                if not left:
                    found.append(-1)
                    continue
                key = left << SHIFT_DEGREE
            else:
                key = UNNUMBERED << SHIFT_KIND | (FREE_ROOM - left) << SHIFT_DEGREE
            all_of_it, sure, now = hard[island], soft[island], firm[island]
            key |= (all_of_it if all_of_it < most else most) << SHIFT_HARD
            key |= (sure if sure < most else most) << SHIFT_SOFT | (now if now < most else most)
            found.append(key | flags[island])
        return found

    def chances(self, keys: list[int]) -> list[Chances]:
        known = self._known
        found = []
        for key in keys:
            each = FINISHED if key < 0 else known.get(key)
            if each is None:
                each = known[key] = self._chances(key)
            found.append(each)
        return found

    def _chances(self, key: int) -> Chances:
        kind = key >> SHIFT_KIND & 1
        islands = self._weights.islands
        end, middle, first = (
            chance(islands[horizon][kind], features(key, self._view, left))
            for horizon, left in zip(HORIZONS, self.lefts, strict=True)
        )
        return end, middle, first

    def flags_view(self, bonus: str, flagged: tuple[int, ...], chances: list[Chances]) -> BonusView | None:
        """What the chance of a set of flags depends on; None where the set is finished."""
        early = 1 if bonus == "red" else 2
        waiting = [chances[island] for island in flagged if chances[island] is not FINISHED]
        if not waiting:
            return None
        late_view = self._set_view(waiting, 0, self.lefts[0])
        return BonusView(self._set_view(waiting, early, self.lefts[early]), late_view)

    def _set_view(self, waiting: list[Chances], horizon: int, left: int) -> Vector | None:
        if left <= 0:
            return None
        least, total = 1.0, 0.0
        for each in waiting:
            one = each[horizon]
            if not one:
                return None
            least = min(least, one)
            total += log(one if one > LEAST else LEAST)
        return 1.0, total, log(least if least > LEAST else LEAST), len(waiting) / left, float(len(waiting))

    def _flags(self, bonus: str, flagged: tuple[int, ...], keys: list[int], chances: list[Chances]) -> float:
        """What a set of flags is worth; remembered, as most turns leave most flags alone."""
        what: tuple[str | int, ...] = (bonus, *[keys[island] for island in flagged])
        worth = self._flag_worth.get(what)
        if worth is None:
            worth = self._flag_worth[what] = self._new_flags(bonus, flagged, chances)
        return worth

    def _new_flags(self, bonus: str, flagged: tuple[int, ...], chances: list[Chances]) -> float:
        done = self._done[bonus]
        early, late = self._felt[bonus]
        if done:
            return early if done <= self._by[bonus] else late
        if not flagged:
            return 0.0
        view = self.flags_view(bonus, flagged, chances)
        if view is None:  # done by this turn
            return early if self.lefts[1 if bonus == "red" else 2] >= 0 else late
        return self._bonus(bonus, view)

    def six_view(self, chances: list[Chances]) -> BonusView | None:
        """What the chance of a group depends on; None where it stands."""
        group = self._largest_parts(chances)
        if group is None:
            return None
        end, middle, sure = group
        return BonusView(self._group_view(middle, sure, self.lefts[1]), self._group_view(end, sure, self.lefts[0]))

    def _group_view(self, likely: float, sure: int, left: int) -> Vector | None:
        if left <= 0:
            return None
        lack = self._six_size - likely
        return 1.0, likely, min(lack, 0.0), float(sure), max(0.0, lack) / left, log(left)

    def _six(self, chances: list[Chances]) -> float:
        done = self._done["six"]
        early, late = self._felt["six"]
        if done:
            return early if done <= self._by["six"] else late
        view = self.six_view(chances)
        if view is None:
            return early if self.lefts[1] >= 0 else late
        return self._bonus("six", view)

    def _bonus(self, bonus: str, view: BonusView) -> float:
        early, late = self._felt[bonus]
        weights = self._weights.bonuses
        at_all = chance(weights[f"{bonus} late"], view.late)
        in_time = chance(weights[f"{bonus} early"], view.early)
        return early * in_time + late * max(0.0, at_all - in_time)

    def _largest_parts(self, chances: list[Chances]) -> tuple[float, float, int] | None:
        """Of the islands that bridges join: the most that will be finished (by the end, in time), the most that are."""
        parts = self._parts()
        ends, middles = [0.0] * len(parts), [0.0] * len(parts)
        finished = 0
        for at, each in zip(parts, chances, strict=True):
            ends[at] += each[0]
            middles[at] += each[1]
            finished += each is FINISHED
        most = min(finished, 1) if finished < 2 else self._most_finished(chances)
        return None if most >= self._six_size else (max(ends), max(middles), most)

    def _parts(self) -> list[int]:
        """For each island one that it is joined with, the same for all of its part; remembered, as drawings recur."""
        drawn = bytes(self.paper.bridges)
        parts = self._joined.get(drawn)
        if parts is None:
            parts = list(range(len(self.paper.numbers)))
            for line, a, b in self._lines:
                if drawn[line]:
                    _join(parts, a, b)
            self._joined[drawn] = parts
        return parts

    def _most_finished(self, chances: list[Chances]) -> int:
        """The most finished islands that bridges between them join."""
        bridges = self.paper.bridges
        parts = list(range(len(chances)))
        for line, a, b in self._lines:
            if bridges[line] and chances[a] is FINISHED and chances[b] is FINISHED:
                _join(parts, a, b)
        sizes = [0] * len(parts)
        for at, each in zip(parts, chances, strict=True):
            sizes[at] += each is FINISHED
        return max(sizes)


def flag_keys(layout: Layout) -> list[int]:
    return [
        (1 if island.flag == "red" else 2 if island.flag == "blue" else 0) << SHIFT_FLAG for island in layout.islands
    ]


def _join(parts: list[int], a: int, b: int) -> None:
    """Make the parts of two islands one."""
    new, old = parts[a], parts[b]
    if new != old:
        parts[:] = [new if part == old else part for part in parts]
