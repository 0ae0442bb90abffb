"""Reviews: `hashi-review/1`, what each action of one game cost, including the fair view of the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Literal, TypedDict

from hashi_solver.documents.types import CardText, Count, StartText, form
from hashi_solver.review.ceiling import Action, Charge, Mark
from hashi_solver.scoring import title
from hashi_solver.views.review import FairView, Loss, Move, ReviewView, fair_view

Target = Literal["par", "bronze", "silver", "gold", "perfect", "difficulty"]
TARGETS: tuple[Target, ...] = ("par", "bronze", "silver", "gold", "perfect", "difficulty")
Part = Literal["start", "luck", "avoidable", "foresight"]
HUNDREDTH = Fraction(1, 100)


class LossEntry(TypedDict):
    """The points that an action lost, what they are charged to, and how serious that was."""

    to: Charge
    action: Action
    points: Annotated[int, form(minimum=1)]
    mark: Mark


class BetterEntry(TypedDict):
    """A choice that would have kept the ceiling, out of `choices`; `all` is true if there are no others."""

    action: Action
    choice: str
    keeps: Count
    choices: Count
    all: bool


class KeepEntry(TypedDict):
    """How many choices keep the ceiling; `all` is true if there are no others."""

    count: Annotated[int, form(minimum=1)]
    all: bool


class CostEntry(TypedDict):
    """What a move cost; a ceiling is the highest total still possible."""

    lost: Count
    charged: list[LossEntry]
    better: list[BetterEntry]


class StartEntry(CostEntry):
    """The start."""

    played: StartText
    ceiling_before: Count
    ceiling_after: Count


class RoundEntry(CostEntry):
    """One round. `after_number` is null if a mistake makes the round a single step."""

    round: Annotated[int, form(minimum=1)]
    card: CardText
    play: str
    ceiling_before: Count
    after_number: Count | None
    after_bridges: Count
    keep: Annotated[dict[Action, KeepEntry], form(required=())]


class FairRoundEntry(TypedDict):
    round: Annotated[int, form(minimum=1)]
    luck: float
    avoidable: float | None
    foresight: float


class FairEntry(TypedDict):
    """total = start + luck - avoidable - foresight, in hundredths. If `avoidable` is null, `foresight` is both."""

    orders: Annotated[int, form(minimum=1)]
    exact: bool
    start: float
    luck: float
    avoidable: float | None
    foresight: float
    error: Annotated[dict[Part, float | None], form(description="of each part, 95 %")]
    rounds: list[FairRoundEntry]


class PlayerHead(TypedDict, total=False):
    player: Annotated[str, form(description="if the record names one")]


class ReviewDocument(PlayerHead):
    """One game compared with what was possible; for several records `hashi review --json` prints a list of these."""

    format: Literal["hashi-review/1"]
    layout: str
    optimum: Count
    total: Count
    title: str
    complete: Annotated[bool, form(description="whether all rounds are played; if not, the total is that so far")]
    rounds_played: Count
    reachable: Annotated[int, form(description="the most points that are still possible; the total of a complete game")]
    targets: Annotated[dict[Target, Count] | None, form(description="null at a table")]
    start: StartEntry
    rounds: list[RoundEntry]
    charged: Annotated[dict[Charge, Count], form(required=())]
    fair: FairEntry | None


def reviews_json(games: Sequence[ReviewView]) -> ReviewDocument | list[ReviewDocument]:
    """Return the document of a game, or a list of documents for several games."""
    documents = [review_json(game) for game in games]
    return documents[0] if len(documents) == 1 else documents


def review_json(game: ReviewView) -> ReviewDocument:
    head: PlayerHead = {} if game.player is None else {"player": game.player}
    aims = game.targets
    return {
        "format": "hashi-review/1",
        **head,
        "layout": game.layout.id,
        "optimum": game.optimum,
        "total": game.total,
        "title": title(game.total),
        "complete": game.complete,
        "rounds_played": len(game.rounds),
        "reachable": game.reachable,
        "targets": None if aims is None else {name: getattr(aims, name) for name in TARGETS},
        "start": _start(game.moves[0]),
        "rounds": [_round(move) for move in game.rounds],
        "charged": game.charged,
        "fair": None if game.fair is None else fair_json(fair_view(game.fair, HUNDREDTH)),
    }


def fair_json(fair: FairView) -> FairEntry:
    parts = {part.name: part for part in fair.parts}
    avoidable, rest = parts.get("avoidable"), parts.get("foresight") or parts["lost"]
    return {
        "orders": fair.orders,
        "exact": False,  # the orders are a sample
        "start": float(parts["start"].points),
        "luck": float(parts["luck"].points),
        "avoidable": None if avoidable is None else float(-avoidable.points),
        "foresight": float(-rest.points),
        "error": {
            "start": round(parts["start"].error, 2),
            "luck": round(parts["luck"].error, 2),
            "avoidable": None if avoidable is None else round(avoidable.error, 2),
            "foresight": round(rest.error, 2),
        },
        "rounds": [_fair_round(number, *points) for number, points in enumerate(fair.rounds, start=1)],
    }


def _fair_round(number: int, luck: Fraction, *losses: Fraction) -> FairRoundEntry:
    avoidable = float(-losses[0]) if len(losses) > 1 else None
    return {"round": number, "luck": float(luck), "avoidable": avoidable, "foresight": float(-losses[-1])}


def _start(move: Move) -> StartEntry:
    return {"played": move.play, "ceiling_before": move.before, "ceiling_after": move.after, **_cost(move)}


def _round(move: Move) -> RoundEntry:
    return {
        "round": move.round,
        "card": str(move.card),
        "play": move.play,
        "ceiling_before": move.before,
        "after_number": move.after_number,
        "after_bridges": move.after,
        **_cost(move),
        "keep": {ways.action: {"count": ways.count, "all": ways.complete} for ways in move.ways if ways.count},
    }


def _cost(move: Move) -> CostEntry:
    return {
        "lost": move.before - move.after,
        "charged": [
            {"to": loss.charge, "action": loss.ways.action, "points": loss.points, "mark": loss.mark}
            for loss in move.losses
        ],
        "better": [_better(loss, loss.better) for loss in move.losses if loss.better is not None],
    }


def _better(loss: Loss, choice: str) -> BetterEntry:
    action, count, complete = loss.ways.action, loss.ways.count, loss.ways.complete
    return {"action": action, "choice": choice, "keeps": loss.keeps, "choices": count, "all": complete}
