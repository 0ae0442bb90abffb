"""How hard a deal is among the deals of its board: one to five stars, each for a fifth of them.

A deal is as hard as the club player's games fall short of its optimum. The four shortfalls that divide the deals of a
board into fifths were measured for the boards that ship (`python -m bench.difficulty --write`). For any other board
they are predicted: quick games and a few optima show how far the player falls short on average, and the deals of all
boards spread around that average in the same way.
"""

from __future__ import annotations

import contextlib
import json
from bisect import bisect_left
from functools import cache, lru_cache
from hashlib import sha256
from importlib import resources
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from hashi_solver.cards import Card
from hashi_solver.errors import InputError
from hashi_solver.library import cache_folder
from hashi_solver.notation.files import make_folder, read_text, write_text
from hashi_solver.provenance import account
from hashi_solver.rules import Game, Start, empty, legal_starts, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream, deck_from_seed

STARS = 5
QUICK_GAMES, SOLVED = 160, 16  # deals behind a prediction: played at first sight, and the first of them solved

Fifths = tuple[float, ...]  # four shortfalls, rising


def stars(game: Game, shortfall: float, *, free: bool) -> int:
    """Return 1 to 5, the fifth of the board's deals that has this shortfall; `free`: the player chooses the start."""
    return 1 + bisect_left(fifths(game, free=free), shortfall)


def fifths(game: Game, *, free: bool) -> Fifths:
    """Return the shortfalls between the fifths of the deals of a board."""
    measured = _measured()["boards"].get(game.layout.digest) if game == Game(game.layout) else None
    return tuple(measured[start_kind(free)]) if measured else predicted(game, free)


def start_kind(free: bool) -> str:
    return "free" if free else "fixed"


@lru_cache(maxsize=256)
def predicted(game: Game, free: bool) -> Fifths:
    """Return the expected fifths of a board that was never measured; they are kept in the user's cache."""
    try:
        kept = _place(game, free)
    except InputError:  # there is no home, so no cache
        kept = None
    known = None if kept is None else _read(kept)
    if known is not None:
        return known
    center = predicted_shortfall(game, free)
    found = tuple(round(center + offset, 2) for offset in _measured()["spread"][start_kind(free)])
    if kept is not None:
        with contextlib.suppress(InputError):  # a cache that cannot be written is not used
            make_folder(kept.parent)
            write_text(kept, json.dumps(found) + "\n")
    return found


def predicted_shortfall(game: Game, free: bool) -> float:
    """Return about how far the club player's games fall short on average over the deals of a board.

    Thinking a card ahead gains about as much as small misjudgements cost, so quick games without either will do. The
    remaining difference is part of the measured spread.
    """
    from hashi_solver.players import Dealt  # noqa: PLC0415
    from hashi_solver.players.club import FIRST_SIGHT  # noqa: PLC0415
    from hashi_solver.solver import proven, solve  # noqa: PLC0415 - most boards are measured, and help must not pay for ortools

    deals = [Dealt(*_deal(game, number, free)) for number in range(1, QUICK_GAMES + 1)]
    total = fmean(breakdown(played.final).total for played in FIRST_SIGHT.play_together(game, deals))
    opening = empty(game)
    solved = (
        solve(opening if deal.start is None else with_start(opening, deal.start), deal.deck) for deal in deals[:SOLVED]
    )
    return fmean(proven(solution).score for solution in solved) - total


def _deal(game: Game, number: int, free: bool) -> tuple[tuple[Card, ...], str, Start | None]:
    seed = f"fifths {number}"
    start: Start | None = None if free else Stream(f"hashi start {seed}").choice(tuple(legal_starts(game)))
    return deck_from_seed(seed).cards[: game.rounds], seed, start


def _place(game: Game, free: bool) -> Path:
    """Return the file of a prediction, named after the board, the rules of its game, and what it was measured with."""
    told = (game.layout.digest, game.piles, game.group, game.deadlines, free, account("targets"))
    return cache_folder() / "fifths" / f"{sha256(repr(told).encode()).hexdigest()[:32]}.json"


def _read(path: Path) -> Fifths | None:
    """Return the fifths of a file; None if it does not hold four rising numbers."""
    try:
        found = json.loads(read_text(path)) if path.exists() else None
    except (InputError, ValueError, RecursionError):
        return None
    if not isinstance(found, list) or len(found) != STARS - 1 or not all(type(each) is float for each in found):
        return None
    return tuple(found) if all(lower < higher for lower, higher in pairwise(found)) else None


@cache
def _measured() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(resources.files(__package__).joinpath("fifths.json").read_text("utf-8"))
    return document
