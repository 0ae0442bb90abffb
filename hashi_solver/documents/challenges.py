"""Challenges: `hashi-challenge/1`, both ways, and `hashi-challenges/1`, a list of them.

A document holds everything, including the board, but no times: the same challenge always gives the same document.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from hashi_solver import __version__
from hashi_solver.challenge.challenges import Challenge
from hashi_solver.challenge.codes import decode
from hashi_solver.challenge.deals import Deal
from hashi_solver.challenge.seeded import daily_number
from hashi_solver.difficulty import HIGHEST, LOWEST
from hashi_solver.documents.base import entry, entry_or_null, object_in, texts
from hashi_solver.documents.layouts import DrawingEntry, drawing_json, layout_of_document
from hashi_solver.documents.records import record_of_document
from hashi_solver.documents.solutions import SolvedPlay, play_json
from hashi_solver.documents.types import CardText, CodeText, Count, Day, Digest, Share, StartText, breakdown_json, form
from hashi_solver.errors import IllegalError, InputError
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.days import parse_day
from hashi_solver.notation.decks import parse_deck
from hashi_solver.notation.files import shown
from hashi_solver.notation.records import parse_start
from hashi_solver.referee import played_so_far
from hashi_solver.scoring import breakdown, reachable_totals
from hashi_solver.solution import Solution
from hashi_solver.targets import GRADES, Targets

FORMAT: Literal["hashi-challenge/1"] = "hashi-challenge/1"
Target = Literal["par", "bronze", "silver", "gold", "perfect"]
Medal = Literal["bronze", "silver", "gold"]
MEDALS: tuple[Medal, ...] = ("bronze", "silver", "gold")
TARGETS: tuple[Target, ...] = ("par", "bronze", "silver", "gold", "perfect")


class BoardEntry(DrawingEntry):
    """The whole board of a challenge."""

    digest: Digest


class ChallengeDocument(TypedDict):
    """A deal, its targets, and one best play.

    `version` is the release of `hashi` that found the targets: a later one may find others, but never another
    `perfect`. `number` and `day` are set for a daily challenge. `difficulty` is the fifth of the board's deals that
    this one is in; `grade` compares it with all boards, on the same scale as theirs. `shortfall` is how many points
    the club player's average is below `perfect`, `reached` the share of its games that reach each medal. `yardstick`
    is only in challenges that `hashi` caches: it says what the targets were measured with.
    """

    format: Literal["hashi-challenge/1"]
    version: str
    code: CodeText
    layout: BoardEntry
    deck: list[CardText]
    away: CardText
    start: Annotated[StartText | None, form(description="null where the player chooses it")]
    kind: Literal["open", "flip"]
    number: Annotated[int, form(minimum=1)] | None
    day: Day | None
    targets: dict[Target, Count]
    difficulty: Annotated[int, form(minimum=1, maximum=GRADES)]
    grade: NotRequired[Annotated[float, form(minimum=LOWEST, maximum=HIGHEST)]]
    shortfall: float
    best: SolvedPlay
    reached: NotRequired[dict[Medal, Share]]
    yardstick: NotRequired[str]


class ChallengesDocument(TypedDict):
    """Several challenges, in order."""

    format: Literal["hashi-challenges/1"]
    challenges: list[ChallengeDocument]


def challenge_json(challenge: Challenge) -> ChallengeDocument:
    deal, layout = challenge.deal, challenge.deal.layout
    document: ChallengeDocument = {
        "format": FORMAT,
        "version": __version__,
        "code": challenge.code,
        "layout": {**drawing_json(layout), "digest": layout.digest},
        "deck": list(map(str, deal.deck.cards)),
        "away": str(deal.deck.away),
        "start": None if deal.written_start is None else str(deal.written_start),
        "kind": deal.kind,
        "number": challenge.number,
        "day": None if challenge.day is None else challenge.day.isoformat(),
        "targets": {name: getattr(challenge.targets, name) for name in TARGETS},
        "difficulty": challenge.targets.difficulty,
        "grade": challenge.targets.grade,
        "shortfall": challenge.targets.shortfall,
        "best": play_json(challenge.solution),
    }
    if challenge.targets.reached:
        document["reached"] = dict(zip(MEDALS, challenge.targets.reached, strict=True))
    return document


def challenges_json(challenges: Iterable[Challenge]) -> ChallengesDocument:
    return {"format": "hashi-challenges/1", "challenges": list(map(challenge_json, challenges))}


def challenge_of_document(document: object) -> Challenge:
    """Return the challenge of a document, after checking it against its code and replaying its best play."""
    found = object_in(document, "a challenge", FORMAT)
    code = canonical_code(entry(found, "code", str))
    board = entry(found, "layout", dict)
    layout = layout_of_document(board)
    if layout.digest != board.get("digest"):
        raise InputError('"digest" does not match the board of the document')
    deal = decode(code, layout)
    _hold_against(found, deal)
    best = _best(entry(found, "best", dict), deal)
    return Challenge(deal, code, _targets(found, deal, best.score), best, _day(found))


def _hold_against(document: dict[str, Any], deal: Deal) -> None:
    """Check the deal of the code against the deal that the document spells out."""
    start = entry_or_null(document, "start", str)
    said = {
        "deck": parse_deck(" ".join(texts(document, "deck"))) == deal.deck,
        "away": document.get("away") == str(deal.deck.away),
        "start": (None if start is None else parse_start(start)) == deal.written_start,
        "kind": document.get("kind") == deal.kind,
    }
    for key, right in said.items():
        if not right:
            raise InputError(f'"{key}" does not match the code')


def _day(document: dict[str, Any]) -> datetime.date | None:
    written, number = entry_or_null(document, "day", str), entry_or_null(document, "number", int)
    if written is None and number is None:
        return None
    day = parse_day(written or "")
    if number != daily_number(day):
        raise InputError(f'"number" is not the number of {day}')
    return day


def _targets(document: dict[str, Any], deal: Deal, optimum: int) -> Targets:
    """Return the targets; raise InputError if they cannot be right for a deal with this optimum."""
    listed = entry(document, "targets", dict)
    par, *medals = (entry(listed, name, int) for name in TARGETS)
    difficulty, shortfall = entry(document, "difficulty", int), entry(document, "shortfall", float)
    if not all(lower < higher for lower, higher in pairwise(medals)) or not 0 <= par <= medals[-1]:
        raise InputError('"targets" must rise from bronze to perfect, with par no higher than perfect')
    if not 1 <= difficulty <= GRADES:
        raise InputError(f'"difficulty" must be a number from 1 to {GRADES}')
    bronze, silver, gold, perfect = medals
    if perfect != optimum:
        raise InputError(f'"perfect" is {shown(str(perfect), 12)}, but the best play has {optimum}')
    for name, total in zip(TARGETS, (par, *medals), strict=True):
        if total not in reachable_totals(deal.game):
            raise InputError(f'"{name}" is {total}, a total that no game ends with')
    if not 0 <= shortfall <= perfect:
        raise InputError(f'"shortfall" must be a number from 0 to {perfect}')
    return Targets(par, bronze, silver, gold, perfect, difficulty, float(shortfall), _reached(document))


def _reached(document: dict[str, Any]) -> tuple[float, ...]:
    """Return the share of games that reach each medal, which older documents do not have."""
    shares = entry(document, "reached", dict) if document.get("reached") else {}
    found = tuple(float(entry(shares, medal, float)) for medal in MEDALS if shares)
    if not all(0 <= share <= 1 for share in found) or any(lower < higher for lower, higher in pairwise(found)):
        raise InputError('"reached" must hold shares from 0 to 1, that of bronze the largest')
    return found


def _best(document: dict[str, Any], deal: Deal) -> Solution:
    """Return the best play, replayed: it must be legal and score what the document says."""
    record = record_of_document(document)
    score = entry(document, "score", int)
    start = record.start
    if start is None or record.deck != deal.deck.cards or len(record.plays) != len(record.deck):
        raise InputError('"best" is not a complete play of these cards')
    if deal.start is not None and start != deal.written_start:
        raise InputError('"best" has a different start from the challenge')
    try:
        state, played = played_so_far(deal.game, record, record.deck)
    except IllegalError as error:
        raise InputError(f'"best" breaks the rules: {error}') from None
    points = breakdown(state)
    if not points.total == score == document.get("bound") or document.get("status") != "optimal":
        raise InputError(f'"best" claims a proven {shown(str(score), 12)}, but its play scores {points.total}')
    if document.get("breakdown") != breakdown_json(points):
        raise InputError('"breakdown" does not match the best play')
    assert state.start is not None
    turns = tuple(turn for _, turn in played)
    return Solution(deal.game, record.deck, "optimal", score, score, points, state.start, turns, state, seconds=0.0)
