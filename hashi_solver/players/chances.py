"""How likely an island is to be finished: logistic functions of its need and its room, fitted.

Features are computed once for each kind of island that comes up in a round, and kept. `bench/fit_players.py` fits the
weights from the same features, and writes them to weights.json.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log
from operator import mul
from pathlib import Path

from hashi_solver.cards import MOST_NUMBER, Card

HORIZONS = ("end", "middle", "first")  # finished by the end, by the end of the second pile, of the first (R8a)
MOST_LINES_COUNTED = 7  # of what an island can still get; more makes no difference
NUMBERED, UNNUMBERED = 0, 1
SHIFT_FLAG, SHIFT_KIND, SHIFT_DEGREE, SHIFT_HARD, SHIFT_SOFT = 13, 12, 9, 6, 3
WEIGHTS = Path(__file__).with_name("weights.json")

Vector = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is left of the game after a turn, the same for every turn of a round but for `open_islands`."""

    rounds: int
    unseen: tuple[int, ...]  # how many unseen cards carry each number, from 0 to 6
    supply: float  # bridges on a mean unseen card
    open_islands: int  # without a number


def outlook(rounds: int, unseen: Sequence[Card], open_islands: int) -> Outlook:
    counts = [0] * (MOST_NUMBER + 1)
    for card in unseen:
        counts[card.number] += 1
    supply = sum(card.bridges for card in unseen) / len(unseen) if unseen else 0.0
    return Outlook(rounds, tuple(counts), supply, open_islands)


def features(key: int, view: Outlook, left: int) -> Vector | None:
    """What the chance to be finished within `left` rounds depends on; None where there is none.

    The key packs flag, kind, need or degree, and the bridges that the island can still get: all, those on lines that
    nothing crosses, and those from islands with a number.
    """
    flag, kind = key >> SHIFT_FLAG, key >> SHIFT_KIND & 1
    degree, hard = key >> SHIFT_DEGREE & 7, key >> SHIFT_HARD & 7
    soft, firm = key >> SHIFT_SOFT & 7, key & 7
    if left <= 0:
        return None
    if kind == NUMBERED:
        return _numbered(degree, hard, soft, firm, flag, view, left)
    return _unnumbered(degree, hard, soft, firm, flag, view, left)


def _numbered(need: int, hard: int, soft: int, firm: int, flag: int, view: Outlook, left: int) -> Vector | None:
    slack = hard - need
    if slack < 0:
        return None
    sure = soft - need
    supply = view.supply * left
    return (
        1.0,
        float(need == 1),
        float(need == 2),
        float(need),
        float(slack == 0),
        float(slack == 1),
        float(min(slack, 4)),
        float(sure < 0),
        float(sure == 0),
        float(min(firm - need, 0)),
        float(firm == 0),
        min(4.0, need / supply) if supply else 4.0,
        log(left),
        need / left,
        float(slack == 0) * need,
        float(flag == 1),
        float(flag == 2),
    )


def _unnumbered(degree: int, hard: int, soft: int, firm: int, flag: int, view: Outlook, left: int) -> Vector | None:
    most = min(MOST_NUMBER, degree + hard)
    sure = min(MOST_NUMBER, degree + soft)
    share = left / max(left, sum(view.unseen))
    lowest = max(1, degree)
    usable = view.unseen[lowest : most + 1]
    fitting = sum(usable) * share
    if not sum(usable):
        return None
    exact = view.unseen[degree] * share if degree else 0.0
    close = (view.unseen[degree + 1] if degree < most else 0) * share
    near = (view.unseen[degree + 2] if degree + 2 <= most else 0) * share
    sure_fitting = sum(view.unseen[lowest : sure + 1]) * share
    competition = min(1.0, view.rounds / view.open_islands) if view.open_islands else 1.0
    untouched_flag = float(flag > 0 and degree == 0)
    return (
        1.0,
        log(0.2 + fitting),
        log(0.2 + sure_fitting),
        log(0.2 + exact),
        log(0.2 + exact + close),
        log(0.2 + exact + close + near),
        float(degree == 0),
        float(degree),
        float(hard <= 1),
        float(min(hard, 5)),
        float(firm == 0),
        float(min(firm, 4)),
        log(left),
        1.0 / left,
        competition,
        untouched_flag,
        untouched_flag / left,
        untouched_flag * (firm == 0),
        float(flag == 1),
        float(flag == 2),
    )


FEATURE_COUNTS = (17, 20)


@dataclass(frozen=True, slots=True)
class Weights:
    """Fitted: for each kind of island and each horizon, then for each bonus and when."""

    islands: dict[str, tuple[Vector, Vector]]  # horizon: numbered, unnumbered
    bonuses: dict[str, Vector]
    felt: dict[str, tuple[float, float]]  # for each bonus, what early and late count for while it is aimed at


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


def logistic(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -30.0 else 0.0


def chance(weights: Vector, vector: Vector | None) -> float:
    if vector is None:
        return 0.0
    return logistic(sum(map(mul, weights, vector)))
