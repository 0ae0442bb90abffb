"""How likely an island is to be finished: logistic functions of its need and its room, fitted.

What they depend on is packed into a key, so that it is worked out once for each kind of island in a round.
`bench/fit_players.py` fits the weights from the same features, and writes them to weights.json.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.players.positions import Flags, Floats, Indices, Small

HORIZONS = ("end", "middle", "first")  # finished by the end, by the end of the second pile, of the first (R8a)
MOST_LINES_COUNTED = 7  # of what an island can still get; more makes no difference
NUMBERED, UNNUMBERED = 0, 1
_FIELD = 7  # three bits of a key
_FLAG, _KIND, _DEGREE, _HARD, _SOFT = 13, 12, 9, 6, 3  # where in a key each begins; bridges that are firm come last
KEYS = 3 << _FLAG  # all keys are below
WEIGHTS = Path(__file__).with_name("weights.json")

LEAST_SUPPLY = 0.001  # bridges a card, so that need is never divided by none
LEAST_ROUNDS = 1.0  # to come, for the same reason
# The weights were fitted with these limits: beyond them more makes no difference.
MOST_SLACK = 4  # bridges that an island with a number can get beyond its need
MOST_CARDS_NEEDED = 4.0  # average cards in each round left that a need takes
MOST_HARD, MOST_FIRM = 5, 4  # bridges that an island without a number can get
NO_CARDS = 0.2  # what no fitting cards count as, so that they have a logarithm
MOST_LOGIT = 30.0  # from here on a logistic is 0 or 1 for any use, and its exponential stays small

Vector = tuple[float, ...]
Column = float | Indices | Floats | Flags
Keys = NDArray[np.int32]
Fields = tuple[Indices, Indices, Indices, Indices, Indices]  # unpacked: degree, hard, soft, firm, flag


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


def packed(flags: Indices, numbered: Flags, degree: Small, ways: Small) -> Keys:
    """Pack what the chances of islands depend on.

    That is the flag, whether there is a number, how many bridges it needs or, without a number, has, and the bridges
    that it can get, counted up to a limit: all, those on lines that nothing crosses, and those from islands with a
    number.
    """
    hard, soft, firm = np.minimum(ways, MOST_LINES_COUNTED).astype(np.int32)
    kind = np.where(numbered, np.int32(NUMBERED), np.int32(UNNUMBERED << _KIND))
    keys: Keys = kind + (degree.astype(np.int32) << _DEGREE) + (hard << _HARD) + (soft << _SOFT) + firm
    return keys + (flags[:, None] << _FLAG).astype(np.int32)


def kinds(keys: Small) -> Small:
    found: Small = keys >> _KIND & 1
    return found


def finishing_chances(
    keys: Indices, outlooks: Sequence[Outlook], at: Indices, lefts: Sequence[int], weights: Weights
) -> Floats:
    """Return the chances of islands to be finished within so many rounds, a row for each of HORIZONS.

    `at` says which outlook belongs to each key, `lefts` how many rounds are left.
    """
    found = np.empty((len(HORIZONS), len(keys)))
    for kind in (NUMBERED, UNNUMBERED):
        chosen = np.nonzero(kinds(keys) == kind)[0]
        if len(chosen):
            rows, there = features(kind, keys[chosen], outlooks, at[chosen], lefts)
            found[:, chosen] = weighed(weights.stacked(kind), rows) * there
    return found


def features(
    kind: int, keys: Indices, outlooks: Sequence[Outlook], at: Indices, lefts: Sequence[int]
) -> tuple[Floats, Flags]:
    """Return what the chances of keys of one kind depend on, and where there are any.

    The first by feature, number of rounds and key, the second without features.
    """
    degree, hard, soft, firm = (keys >> shift & _FIELD for shift in (_DEGREE, _HARD, _SOFT, 0))
    fields = degree, hard, soft, firm, keys >> _FLAG
    left = np.maximum(np.array(lefts, dtype=np.float64), LEAST_ROUNDS)[:, None]
    of_kind = _numbered if kind == NUMBERED else _unnumbered
    columns, there = of_kind(fields, outlooks, at, left)
    rows = np.empty((len(columns), len(lefts), len(keys)))
    for row, column in zip(rows, columns, strict=True):
        row[:] = column
    return rows, there & (np.array(lefts) > 0)[:, None]


def _numbered(fields: Fields, outlooks: Sequence[Outlook], at: Indices, left: Floats) -> tuple[list[Column], Flags]:
    need, hard, soft, firm, flag = fields
    slack = hard - need
    sure = soft - need
    supply = np.maximum(np.array([view.supply for view in outlooks])[at], LEAST_SUPPLY) * left
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


def _unnumbered(fields: Fields, outlooks: Sequence[Outlook], at: Indices, left: Floats) -> tuple[list[Column], Flags]:
    degree, hard, soft, firm, flag = fields
    unseen = np.array([(*view.unseen, 0, 0) for view in outlooks])
    below = np.zeros((len(outlooks), unseen.shape[1] + 1), dtype=np.int64)  # cards with a smaller number
    np.cumsum(unseen, axis=1, out=below[:, 1:])
    share = left / np.maximum(left, np.array([sum(view.unseen) for view in outlooks])[at])
    most = np.minimum(MOST_NUMBER, degree + hard)
    sure = np.minimum(MOST_NUMBER, degree + soft)
    lowest = np.maximum(1, degree)
    fitting = below[at, most + 1] - below[at, lowest]
    sure_fitting = np.maximum(0, below[at, sure + 1] - below[at, lowest])
    exact = unseen[at, degree] * (degree > 0)
    close = exact + unseen[at, degree + 1] * (degree < most)
    near = close + unseen[at, degree + 2] * (degree + 2 <= most)
    competition = np.array(
        [min(1.0, view.rounds / view.open_islands) if view.open_islands else 1.0 for view in outlooks]
    )
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
        competition[at],
        untouched_flag,
        untouched_flag / left,
        untouched_flag & (firm == 0),
        flag == 1,
        flag == 2,
    ], fitting > 0


FEATURE_COUNTS = (17, 20)


@dataclass(frozen=True, slots=True)
class Weights:
    """Fitted weights: by horizon and kind of island, and by bonus and when."""

    islands: dict[str, tuple[Vector, Vector]]  # horizon: numbered, unnumbered
    bonuses: dict[str, Vector]
    felt: dict[str, tuple[float, float]]  # for each bonus, what early and late count for while it is aimed at

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
    found: Floats = 1.0 / (1.0 + np.exp(-np.minimum(np.maximum(x, -MOST_LOGIT), MOST_LOGIT)))
    return found


def weighed(weights: Floats, rows: Floats) -> Floats:
    """Return the logistic of weighted sums over the first axis."""
    return logistic((weights * rows).sum(axis=0))
