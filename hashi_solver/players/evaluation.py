"""What positions are worth to a player who does not know the cards to come: the points to expect at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hashi_solver.board import MOST_ON_A_LINE
from hashi_solver.bonuses import BLUE, BONUSES, RED, Bonus, Kind
from hashi_solver.loading import Library
from hashi_solver.players.chances import (
    HORIZONS,
    KEYS,
    LEAST_ROUNDS,
    ONE_HARD,
    ONE_SOFT,
    Outlook,
    Views,
    Weights,
    finishing_chances,
    packed,
    weighed,
)
from hashi_solver.players.positions import Positions
from hashi_solver.rules import Game, State, largest_group
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hashi_solver.players.chances import Keys
    from hashi_solver.players.positions import Flags, Floats, Indices, Small
else:
    np = Library("numpy")  # a browser's tab has none

LEAST = 0.002  # smaller chances count as this, since 0 has no logarithm
NEVER = -1000.0  # instead of the logarithm of no chance at all; sums of others are higher
AT_A_TIME = 4096  # positions that are evaluated together: more need memory that no cache holds
MOST_GROUPS = 50_000  # sets of lines that are remembered for a game: a few MB
DIGITS = 6  # sums of floats differ in their last digits between machines
END, MIDDLE, FIRST = range(len(HORIZONS))
_AFTER_PILES = {1: FIRST, 2: MIDDLE}
EARLY_BY = {bonus: _AFTER_PILES[bonus.piles] for bonus in BONUSES}
HOPES = tuple(f"{bonus.name} {when}" for bonus in BONUSES for when in ("early", "late"))
HOPE_FEATURES: dict[Kind, int] = {"islands": 5, "group": 6}  # arrays have room for the most


@lru_cache(maxsize=16)
def _groups_by(game: Game) -> dict[bytes, bool]:
    """Return a place to keep whether lines that join finished islands make a group: positions share few such sets."""
    return {}


@dataclass(frozen=True, eq=False, slots=True)
class Islands:
    """For each island and position: whether it is finished, the chance that it will be, the index of its chances."""

    finished: Flags
    at_end: Floats
    slots: NDArray[np.int32]


class Evaluation:
    """Evaluates positions right after a turn in one round of a game.

    `states` are the positions before the turn, which say which bonuses are done. A state can have several outlooks.
    """

    def __init__(self, states: Sequence[State], outlooks: Sequence[Outlook], weights: Weights) -> None:
        first = states[0]
        game, now = first.game, first.round + 1
        self._game, self._layout, self._weights = game, game.layout, weights
        self.lefts = (game.rounds - now, game.deadline(RED) - now, game.deadline(BLUE) - now)
        self._views = Views(outlooks, self.lefts)
        self._finished = KEYS * len(outlooks)
        self._slots = np.zeros(
            self._finished + 1, dtype=np.int32
        )  # the index of the chances of a key; 0: not known yet
        self._slots[self._finished] = 1
        self._chances = np.ones((len(HORIZONS), 2))
        self._logs = np.zeros((len(HORIZONS), 2))
        self._groups_by = _groups_by(game)
        if len(self._groups_by) > MOST_GROUPS:
            self._groups_by.clear()
        self._set_up_bonuses(states)

    def _set_up_bonuses(self, states: Sequence[State]) -> None:
        game = self._game
        self._done = np.array([state.done for state in states]).T > 0
        self._settled = np.full((len(BONUSES), len(states)), -1.0)  # what a bonus counts for once it is done; -1 before
        for bonus in BONUSES:
            early, late = self._weights.felt[bonus.name]
            for at, state in enumerate(states):
                done = state.done_in(bonus)
                if done:
                    self._settled[bonus.place, at] = early if done <= game.deadline(bonus) else late
        sets = {bonus: bonus.islands(game.layout) for bonus in BONUSES if bonus.kind == "islands"}
        self._flag_sets = {bonus: np.array(flagged, dtype=np.int64) for bonus, flagged in sets.items() if flagged}
        for bonus in sets.keys() - self._flag_sets.keys():  # a board without these flags has no points for them
            self._settled[bonus.place] = 0.0
        pairs: list[tuple[int, int]] = []
        self._flag_rows: dict[int, slice] = {}  # which of `pairs` belong to a hope
        for bonus in self._flag_sets:
            for late, horizon in enumerate((EARLY_BY[bonus], END)):
                if self.lefts[horizon] > 0:
                    self._flag_rows[2 * bonus.place + late] = slice(len(pairs), len(pairs) + len(sets[bonus]))
                    pairs += [(horizon, island) for island in sets[bonus]]
        self._flag_horizons, self._flag_islands = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        self._hope_lefts = np.array(
            [self.lefts[horizon] for bonus in BONUSES for horizon in (EARLY_BY[bonus], END)], dtype=np.float64
        )
        felt = [self._weights.felt[bonus.name] for bonus in BONUSES]
        self._early, self._late = (np.array(each)[:, None] for each in zip(*felt, strict=True))
        in_time = np.array([[self.lefts[EARLY_BY[bonus]] >= 0] for bonus in BONUSES])
        self._now = np.where(in_time, self._early, self._late)
        self._hope_weights = np.zeros((max(HOPE_FEATURES[bonus.kind] for bonus in BONUSES), len(HOPES), 1))
        for place, name in enumerate(HOPES):
            vector = self._weights.bonuses.get(name, ())
            self._hope_weights[: len(vector), place, 0] = vector

    def values(self, positions: Positions, states: Indices, outlooks: Indices) -> Floats:
        """Return what each position is worth, given the state before it and its outlook."""
        parts = [slice(first, first + AT_A_TIME) for first in range(0, max(1, positions.count), AT_A_TIME)]
        some = [Positions(positions.chart, positions.cells[:, part]) for part in parts]
        keyed = [self._keyed(each, outlooks[part]) for each, part in zip(some, parts, strict=True)]
        self._learn([places for places, _ in keyed])
        found = [
            self._values(each, self._islands(*known), states[part])
            for each, known, part in zip(some, keyed, parts, strict=True)
        ]
        return np.concatenate(found)

    def _values(self, positions: Positions, islands: Islands, states: Indices) -> Floats:
        rows, there, still = self.hopes(positions, islands, states)
        hopes = weighed(self._hope_weights, rows) * there
        in_time, at_all = hopes[::2], hopes[1::2]
        hoped = self._early * in_time + self._late * np.maximum(0.0, at_all - in_time)
        settled = self._settled[:, states]
        bonuses = np.where(settled >= 0, settled, np.where(still, hoped, self._now))
        found: Floats = np.round(POINTS_FOR_AN_ISLAND * islands.at_end.sum(axis=0) + bonuses.sum(axis=0), DIGITS)
        return found

    def islands(self, positions: Positions, outlooks: Indices) -> Islands:
        places, finished = self._keyed(positions, outlooks)
        self._learn([places])
        return self._islands(places, finished)

    def _keyed(self, positions: Positions, outlooks: Indices) -> tuple[Small, Flags]:
        """Return for each island and position where the index of its chances is, and whether it is finished."""
        keys, finished = self.keys(positions)
        places: Small = keys + (KEYS * outlooks).astype(np.int32)
        np.copyto(places, self._finished, where=finished)
        return places, finished

    def _islands(self, places: Small, finished: Flags) -> Islands:
        slots = self._slots.take(places)
        return Islands(finished, self._chances[END].take(slots), slots)

    def keys(self, positions: Positions) -> tuple[Keys, Flags]:
        """Return the key of each island in each position, and whether it is finished."""
        chart, room, bridges = positions.chart, positions.room, positions.bridges
        lines = chart.lines
        numbered = positions.numbers > 0
        at_a, at_b = room.take(chart.a, axis=0), room.take(chart.b, axis=0)
        free = (MOST_ON_A_LINE - bridges) * ((positions.blocked == 0) & (at_a > 0) & (at_b > 0))
        # what a bridge on a half of a line counts for: hard, soft if nothing crosses it, firm if a number is there
        worth = ((bridges > 0) | chart.calm[:, None]) * np.int16(ONE_SOFT) + np.int16(ONE_HARD)
        ways = np.empty((2 * lines + 1, positions.count), dtype=np.int16)
        np.multiply(worth + numbered.take(chart.b, axis=0), np.minimum(free, at_b), out=ways[:lines])
        np.multiply(worth + numbered.take(chart.a, axis=0), np.minimum(free, at_a), out=ways[lines:-1])
        ways[-1] = 0  # no line
        at_islands = ways.take(chart.at_island[0], axis=0)
        for others in chart.at_island[1:]:
            at_islands += ways.take(others, axis=0)
        return packed(chart.flags, numbered, room, at_islands), numbered & (room == 0)

    def _learn(self, asked: Iterable[Small]) -> None:
        """Compute the chances of keys that are new in this round."""
        places = np.concatenate([self._new(some) for some in asked])
        if not len(places):
            return
        found = finishing_chances(places % KEYS, self._views, places // KEYS, self._weights)
        self._slots[places] = np.arange(len(places)) + self._chances.shape[1]
        logs = np.where(found > 0, np.log(np.maximum(found, LEAST)), NEVER)
        self._chances = np.concatenate([self._chances, found], axis=1)
        self._logs = np.concatenate([self._logs, logs], axis=1)

    def _new(self, places: Small) -> Small:
        """Return the places that have no chances yet, each once, and keep a slot for them."""
        slots = self._slots.take(places)
        if slots.min(initial=1):
            return places[:0].ravel()
        places = places.ravel().compress((slots == 0).ravel())
        each = np.arange(len(places))
        self._slots[places] = each
        places = places[self._slots[places] == each]  # of equal ones the last was written
        self._slots[places] = 1
        return places

    def hopes(self, positions: Positions, islands: Islands, states: Indices) -> tuple[Floats, Flags, Flags]:
        """Return the features of the bonuses, which have any chance, and which bonuses are not done.

        The first is by feature, hope (in the order of HOPES) and position, the second by hope and position, the third
        by bonus and position.
        """
        rows = np.zeros((max(HOPE_FEATURES.values()), len(HOPES), positions.count))
        there = np.repeat(self._hope_lefts[:, None] > 0, positions.count, axis=1)
        still = np.zeros((len(BONUSES), positions.count), dtype=np.bool_)
        rows[0] = 1.0
        if self._flag_sets:
            self._hope_for_flags(islands, rows, there, still)
        for bonus in BONUSES:
            if bonus.kind == "group":
                self._hope_for_group(bonus, positions, islands, states, rows, still)
        return rows, there, still

    def _hope_for_flags(self, islands: Islands, rows: Floats, there: Flags, still: Flags) -> None:
        """Fill in the flags: they depend on the chances of all their islands, the lowest, and how many are open."""
        places = self._flag_horizons[:, None] * self._logs.shape[1] + islands.slots.take(self._flag_islands, axis=0)
        logs = self._logs.take(places)
        for bonus, flagged in self._flag_sets.items():
            waiting = len(flagged) - islands.finished[flagged].sum(axis=0)
            still[bonus.place] = waiting > 0
            for hope in (2 * bonus.place, 2 * bonus.place + 1):
                if hope in self._flag_rows:
                    here = logs[self._flag_rows[hope]]
                    rows[1, hope], rows[2, hope] = here.sum(axis=0), here.min(axis=0)
                    rows[3, hope], rows[4, hope] = waiting / max(self._hope_lefts[hope], LEAST_ROUNDS), waiting
                    there[hope] &= rows[2, hope] > NEVER

    def _hope_for_group(
        self, bonus: Bonus, positions: Positions, islands: Islands, states: Indices, rows: Floats, still: Flags
    ) -> None:
        """Fill in a group: it depends on how many of the joined islands will be finished, and on how many are now."""
        before = self._done[bonus.place, states]
        if before.all():
            return
        count, size = positions.count, positions.chart.islands
        slots = positions.parts.astype(np.int64)
        slots *= count
        slots += np.arange(count)
        slots = slots.ravel()

        def most(worth: Floats) -> Floats:
            found: Floats = np.bincount(slots, worth.ravel(), size * count).reshape(size, count).max(axis=0)
            return found

        hopes = slice(2 * bonus.place, 2 * bonus.place + 2)
        likely = np.zeros((2, count))
        for hope, horizon in enumerate((EARLY_BY[bonus], END)):
            if self._hope_lefts[hopes][hope] > 0:  # otherwise there is no hope
                likely[hope] = most(islands.at_end if horizon == END else self._chances[horizon].take(islands.slots))
        done = np.bincount(slots.compress(islands.finished.ravel()), minlength=size * count)
        finished = done.reshape(size, count).max(axis=0)
        enough = np.nonzero((finished >= self._game.group) & ~before)[0]
        still[bonus.place] = True
        still[bonus.place, enough] = ~self._groups(positions, islands, enough)
        lack = self._game.group - likely
        lefts = np.maximum(self._hope_lefts[hopes, None], LEAST_ROUNDS)
        rows[1, hopes], rows[2, hopes], rows[3, hopes] = likely, np.minimum(lack, 0.0), finished
        rows[4, hopes], rows[5, hopes] = np.maximum(lack, 0.0) / lefts, np.log(lefts)

    def _groups(self, positions: Positions, islands: Islands, columns: Indices) -> Flags:
        """Return which of these positions have a group (R7c): enough finished islands joined to each other."""
        done = islands.finished.take(columns, axis=1)
        joining = positions.bridges.take(columns, axis=1) > 0
        joining &= done.take(positions.chart.a, axis=0) & done.take(positions.chart.b, axis=0)
        drawn = np.packbits(joining, axis=0)
        told, size = drawn.T.tobytes(), len(drawn)
        sets = [told[first : first + size] for first in range(0, len(told), size)]
        for lines in set(sets) - self._groups_by.keys():
            self._groups_by[lines] = self._is_group(lines)
        return np.array(list(map(self._groups_by.__getitem__, sets)), dtype=np.bool_)

    def _is_group(self, lines: bytes) -> bool:
        """Return whether these lines, one bit each, join a group. A lone island is a group of one."""
        layout = self._layout
        drawn = np.unpackbits(np.frombuffer(lines, dtype=np.uint8), count=len(layout.lines)).tolist()
        ends = [line.a for line in layout.lines] + [line.b for line in layout.lines]
        mask = 0
        for island, joined in zip(ends, [*drawn, *drawn], strict=True):
            mask |= joined << island
        return max(1, largest_group(layout, drawn, mask)) >= self._game.group
