"""Reviews: `hashi-review/1`, what each action of one game cost, and the fair view of the game within it."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, TypedDict

from hashi_solver.documents.types import CardText, Count, StartText
from hashi_solver.notation.records import format_turn
from hashi_solver.review.ceiling import Action, Charge, Mark, Review, ReviewedRound, Step
from hashi_solver.review.fair import Estimate, Fair, rounded
from hashi_solver.review.words import better_words

Target = Literal["par", "bronze", "silver", "gold", "perfect", "difficulty"]
Part = Literal["start", "luck", "avoidable", "foresight"]
TARGETS: tuple[Target, ...] = ("par", "bronze", "silver", "gold", "perfect", "difficulty")


class LossEntry(TypedDict):
    """Points that an action lost, what they are charged to, and how grave a mistake it was."""

    to: Charge
    action: Action
    points: Annotated[int, {"minimum": 1}]
    mark: Mark


class BetterEntry(TypedDict):
    """A choice that would have kept the ceiling, one of so many `choices`; `all` says if there are no more."""

    action: Action
    choice: str
    keeps: Count
    choices: Count
    all: bool


class KeepEntry(TypedDict):
    """How many choices keep the ceiling; `all` says if there are no more."""

    count: Annotated[int, {"minimum": 1}]
    all: bool


class StartEntry(TypedDict):
    """The start; a ceiling is the most points that were still possible."""

    played: StartText
    ceiling_before: Count
    ceiling_after: Count
    lost: Count
    charged: list[LossEntry]
    better: list[BetterEntry]


class RoundEntry(TypedDict):
    """One round. `after_number` is null where a mistake makes one step of the round."""

    round: Annotated[int, {"minimum": 1}]
    card: CardText
    play: str
    ceiling_before: Count
    after_number: Count | None
    after_bridges: Count
    lost: Count
    charged: list[LossEntry]
    better: list[BetterEntry]
    keep: dict[Action, KeepEntry]


class FairRoundEntry(TypedDict):
    round: Annotated[int, {"minimum": 1}]
    luck: float
    avoidable: float | None
    foresight: float


class FairEntry(TypedDict):
    """total = start + luck - avoidable - foresight, in hundredths. Where `avoidable` is null, `foresight` is both."""

    orders: Annotated[int, {"minimum": 1}]
    exact: bool
    start: float
    luck: float
    avoidable: float | None
    foresight: float
    error: Annotated[dict[Part, float | None], {"description": "of each part, 95 %"}]
    rounds: list[FairRoundEntry]


class PlayerHead(TypedDict, total=False):
    player: Annotated[str, {"description": "where the record names one"}]


class ReviewDocument(PlayerHead):
    """One game against what was possible; for several records `hashi review --json` prints a list of these."""

    format: Literal["hashi-review/1"]
    layout: str
    optimum: Count
    total: Count
    title: str
    targets: Annotated[dict[Target, Count] | None, {"description": "null at a table"}]
    start: StartEntry
    rounds: list[RoundEntry]
    charged: dict[Charge, Count]
    fair: FairEntry | None


def review_json(review: Review, fair: Fair | None = None, player: str | None = None) -> ReviewDocument:
    head: PlayerHead = {} if player is None else {"player": player}
    aims = review.targets
    return {
        "format": "hashi-review/1",
        **head,
        "layout": review.best.game.layout.id,
        "optimum": review.optimum,
        "total": review.total,
        "title": review.verdict.title,
        "targets": None if aims is None else {name: getattr(aims, name) for name in TARGETS},
        "start": {
            "played": str(review.verdict.start),
            "ceiling_before": review.start.before,
            "ceiling_after": review.start.after,
            "lost": review.start.lost,
            "charged": _charged((review.start,)),
            "better": _better((review.start,), review),
        },
        "rounds": [_round(each, review) for each in review.rounds],
        "charged": review.charged(),
        "fair": None if fair is None else fair_json(fair),
    }


def fair_json(fair: Fair) -> FairEntry:
    shown = rounded(fair, Fraction(1, 100))
    foresight = fair.loss if fair.foresight is None else fair.foresight
    return {
        "orders": fair.orders,
        "exact": False,  # the orders are a sample
        "start": float(shown.start),
        "luck": float(shown.luck),
        "avoidable": _float(shown.avoidable),
        "foresight": float(shown.foresight),
        "error": {
            "start": _error(fair.start),
            "luck": _error(fair.luck),
            "avoidable": _error(fair.avoidable),
            "foresight": _error(foresight),
        },
        "rounds": [
            {
                "round": each.number,
                "luck": float(told.luck),
                "avoidable": _float(told.avoidable),
                "foresight": float(told.foresight),
            }
            for each, told in zip(fair.rounds, shown.rounds, strict=True)
        ],
    }


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _error(estimate: Estimate | None) -> float | None:
    return None if estimate is None else round(estimate.error, 2)


def _round(each: ReviewedRound, review: Review) -> RoundEntry:
    return {
        "round": each.round.number,
        "card": str(each.round.card),
        "play": format_turn(each.round.play),
        "ceiling_before": each.before,
        "after_number": each.after_number,
        "after_bridges": each.after,
        "lost": each.lost,
        "charged": _charged(each.steps),
        "better": _better(each.steps, review),
        "keep": {step.action: {"count": step.count, "all": step.complete} for step in each.steps if step.count},
    }


def _charged(steps: tuple[Step, ...]) -> list[LossEntry]:
    return [
        {"to": step.charge, "action": step.action, "points": step.lost, "mark": step.mark}
        for step in steps
        if step.lost
    ]


def _better(steps: tuple[Step, ...], review: Review) -> list[BetterEntry]:
    layout = review.best.game.layout
    return [
        {"action": step.action, "choice": choice, "keeps": step.before, "choices": step.count, "all": step.complete}
        for step in steps
        if (choice := better_words(step, layout)) is not None
    ]
