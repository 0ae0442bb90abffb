"""How likely an island is to be finished: fitted logistic functions of its need and its room.

Everything they depend on is packed into a key, so that equal islands are computed once a round.
`bench/fit_players.py` fits the weights to the same features and writes them to weights.json.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hashi_solver.board import MOST_ON_AN_ISLAND
from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.loading import Library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hashi_solver.players.positions import Flags, Floats, Indices, Small

    Column = float | Indices | Floats | Flags
    Keys = NDArray[np.int16]
    Fields = tuple[Indices, Indices, Indices, Indices, Indices]  # unpacked: degree, hard, soft, firm, flag
else:
    np = Library("numpy")  # a browser's tab has none


HORIZONS = ("end", "middle", "first")  # finished by the end, by the end of the second pile, of the first (R8a)
# How many bridges an island can get, with four bits for each count; 8 of them are no more than 7.
ONE_HARD, ONE_SOFT, ONE_FIRM = 0x100, 0x10, 0x1
_HARD_WAYS, _SOFT_WAYS, _FIRM_WAYS, _EIGHT_WAYS = 0x700, 0x70, 0x7, 0x888
NUMBERED, UNNUMBERED = 0, 1
_FIELD = 7  # three bits of a key
_FLAG, _KIND, _DEGREE, _HARD, _SOFT = 13, 12, 9, 6, 3  # the first bit of each field of a key; firm bridges are at bit 0
_NO_BRIDGES = (UNNUMBERED << _KIND - _DEGREE) + MOST_ON_AN_ISLAND
KEYS = 3 << _FLAG  # every key is smaller, and fits into 16 bits
WEIGHTS = Path(__file__).with_name("weights.json")

LEAST_SUPPLY = 0.001  # bridges per card: avoids dividing by 0
LEAST_ROUNDS = 1.0  # rounds to come, for the same reason
# The weights were fitted with these limits: beyond them, more makes no difference.
MOST_SLACK = 4  # bridges that an island with a number can get beyond its need
MOST_CARDS_NEEDED = 4.0  # how many average cards in each round left the need of an island takes
MOST_HARD, MOST_FIRM = 5, 4  # bridges that an island without a number can get
NO_CARDS = 0.2  # added to a number of fitting cards, since 0 has no logarithm
MOST_LOGIT = 30.0  # beyond this a logistic is 0 or 1 for any purpose; also keeps the exponential from overflowing

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is left of the game after a turn."""

    rounds: int
    unseen: tuple[int, ...]  # how many unseen cards carry each number, from 0 to 6
    supply: float  # bridges on an unseen card, on average
    open_islands: int  # without a number


@lru_cache(maxsize=1024)
def outlook(rounds: int, unseen: tuple[Card, ...], open_islands: int) -> Outlook:
    counts = Counter(card.number for card in unseen)
    supply = sum(card.bridges for card in unseen) / len(unseen) if unseen else 0.0
    return Outlook(rounds, tuple(counts[number] for number in range(MOST_NUMBER + 1)), supply, open_islands)


def packed(flags: Small, numbered: Flags, room: Small, ways: Small) -> Keys:
    """Pack what the chances of islands depend on into keys.

    A key holds the flag, whether there is a number, how many bridges it still needs (or, without a number, has), and
    how many it can get, up to a limit: all (hard), on lines that nothing crosses (soft), from numbered islands (firm).
    `room` is how many bridges each island still takes. In `ways`, which this overwrites, each of these three counts has
    four bits; none exceeds 8, since an island has at most four lines.
    """
    ways -= (ways & _EIGHT_WAYS) >> 3
    # without a number there are as many bridges as room is lacking, and the bit above them is that of the kind
    kind_and_degree = np.where(numbered, room, _NO_BRIDGES - room).astype(np.int16)
    keys: Keys = kind_and_degree << _DEGREE
    keys += (flags << _FLAG)[:, None]
    keys |= (ways & _HARD_WAYS) >> 2
    keys |= (ways & _SOFT_WAYS) >> 1
    keys |= ways & _FIRM_WAYS
    return keys


def kinds(keys: Small) -> Small:
    found: Small = keys >> _KIND & 1
    return found


class Views:
    """Outlooks as arrays, a row for each, and how many rounds are left until each horizon."""

    def __init__(self, outlooks: Sequence[Outlook], lefts: Sequence[int]) -> None:
        self.left = np.maximum(np.array(lefts, dtype=np.float64), LEAST_ROUNDS)[:, None]
        self.before_end = (np.array(lefts) > 0)[:, None]
        self.to_come = np.nonzero(self.before_end)[0]  # the horizons after which nothing can be finished are left out
        self.supply = np.maximum(np.array([view.supply for view in outlooks]), LEAST_SUPPLY)
        self.unseen = np.array([(*view.unseen, 0, 0) for view in outlooks])
        self.below = np.zeros((len(outlooks), self.unseen.shape[1] + 1), dtype=np.int64)  # cards with a smaller number
        np.cumsum(self.unseen, axis=1, out=self.below[:, 1:])
        self.cards = self.unseen.sum(axis=1)
        self.competition = np.array(
            [min(1.0, view.rounds / view.open_islands) if view.open_islands else 1.0 for view in outlooks]
        )


def finishing_chances(keys: Indices, views: Views, at: Indices, weights: Weights) -> Floats:
    """Return the chances that islands are finished in time, one row for each of HORIZONS.

    `at` has the row of the outlook of each key.
    """
    found = np.zeros((len(HORIZONS), len(keys)))
    for kind in (NUMBERED, UNNUMBERED):
        chosen = np.nonzero(kinds(keys) == kind)[0]
        if len(chosen):
            columns, there = _columns(kind, keys[chosen], views, at[chosen], views.to_come)
            found[np.ix_(views.to_come, chosen)] = weighed(weights.stacked(kind)[:, views.to_come], columns) * there
    return found


def features(kind: int, keys: Indices | Keys, views: Views, at: Indices) -> tuple[Floats, Flags]:
    """Return the features of keys of one kind, by feature, horizon and key, and which keys have any chance."""
    columns, there = _columns(kind, keys, views, at, np.arange(len(views.left)))
    rows = np.empty((len(columns), len(views.left), len(keys)))
    for row, column in zip(rows, columns, strict=True):
        row[:] = column
    return rows, there & views.before_end


def _columns(
    kind: int, keys: Indices | Keys, views: Views, at: Indices, horizons: Indices
) -> tuple[list[Column], Flags]:
    """Return the features for these horizons, each for a key or for a horizon and a key, and which keys fit."""
    degree, hard, soft, firm = (keys >> shift & _FIELD for shift in (_DEGREE, _HARD, _SOFT, 0))
    fields = degree, hard, soft, firm, keys >> _FLAG
    of_kind = _numbered if kind == NUMBERED else _unnumbered
    return of_kind(fields, views, at, views.left[horizons])


def _numbered(fields: Fields, views: Views, at: Indices, left: Floats) -> tuple[list[Column], Flags]:
    need, hard, soft, firm, flag = fields
    slack = hard - need
    sure = soft - need
    supply = views.supply[at] * left
    return [
        1.0,
        need == 1,
        need == 2,
        need,
        slack == 0,
        slack == 1,
        np.minimum(slack, MOST_SLACK),
        sure < 0,
        sure == 0,
        np.minimum(firm - need, 0),
        firm == 0,
        np.minimum(MOST_CARDS_NEEDED, need / supply),
        np.log(left),
        need / left,
        (slack == 0) * need,
        flag == 1,
        flag == 2,
    ], slack >= 0


def _unnumbered(fields: Fields, views: Views, at: Indices, left: Floats) -> tuple[list[Column], Flags]:
    degree, hard, soft, firm, flag = fields
    unseen, below = views.unseen, views.below
    share = left / np.maximum(left, views.cards[at])
    most = np.minimum(MOST_NUMBER, degree + hard)
    sure = np.minimum(MOST_NUMBER, degree + soft)
    lowest = np.maximum(1, degree)
    fitting = below[at, most + 1] - below[at, lowest]
    sure_fitting = np.maximum(0, below[at, sure + 1] - below[at, lowest])
    exact = unseen[at, degree] * (degree > 0)
    close = exact + unseen[at, degree + 1] * (degree < most)
    near = close + unseen[at, degree + 2] * (degree + 2 <= most)
    untouched_flag = (flag > 0) & (degree == 0)
    return [
        1.0,
        np.log(NO_CARDS + fitting * share),
        np.log(NO_CARDS + sure_fitting * share),
        np.log(NO_CARDS + exact * share),
        np.log(NO_CARDS + close * share),
        np.log(NO_CARDS + near * share),
        degree == 0,
        degree,
        hard <= 1,
        np.minimum(hard, MOST_HARD),
        firm == 0,
        np.minimum(firm, MOST_FIRM),
        np.log(left),
        1.0 / left,
        views.competition[at],
        untouched_flag,
        untouched_flag / left,
        untouched_flag & (firm == 0),
        flag == 1,
        flag == 2,
    ], fitting > 0


FEATURE_COUNTS = (17, 20)


@dataclass(frozen=True, slots=True)
class Weights:
    """Fitted weights: by horizon and kind of island, and by bonus, early and late."""

    islands: dict[str, tuple[Vector, Vector]]  # horizon: numbered, unnumbered
    bonuses: dict[str, Vector]
    felt: dict[
        str, tuple[float, float]
    ]  # for each bonus, how many points early and late feel like while it is still to come

    def stacked(self, kind: int) -> Floats:
        """Return the weights of one kind of island, by feature and horizon."""
        return np.array([self.islands[horizon][kind] for horizon in HORIZONS]).T[:, :, None]


@cache
def fitted() -> Weights:
    return parse_weights(WEIGHTS.read_text(encoding="ascii"))


def parse_weights(text: str) -> Weights:
    read = json.loads(text)
    return Weights(
        {horizon: (tuple(pair[0]), tuple(pair[1])) for horizon, pair in read["islands"].items()},
        {bonus: tuple(vector) for bonus, vector in read["bonuses"].items()},
        {bonus: (early, late) for bonus, (early, late) in read["felt"].items()},
    )


def logistic(x: Floats) -> Floats:
    found: Floats = np.clip(x, -MOST_LOGIT, MOST_LOGIT)
    np.exp(np.negative(found, out=found), out=found)
    found += 1.0
    return np.divide(1.0, found, out=found)


def weighed(weights: Floats, rows: Iterable[Column]) -> Floats:
    """Return the logistic function of the weighted sum of the rows, which are added one by one to save memory."""
    pairs = zip(weights, rows, strict=True)
    weight, row = next(pairs)
    total: Floats = weight * row
    for weight, row in pairs:
        total = total + weight * row
    return logistic(total)
