"""`hashi-review/1`: the JSON document of a review."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hashi_solver.notation.records import format_turn
from hashi_solver.review.ceiling import Review, ReviewedRound, Step
from hashi_solver.review.fair import Fair, rounded
from hashi_solver.review.words import better_words


def review_json(review: Review, fair: Fair | None = None, player: str | None = None) -> dict[str, Any]:
    """One game. The ceilings before a game and after every round are in `start` and `rounds`."""
    document: dict[str, Any] = {"format": "hashi-review/1"}
    if player is not None:
        document["player"] = player
    aims = review.targets
    return document | {
        "layout": review.best.game.layout.id,
        "optimum": review.optimum,
        "total": review.total,
        "title": review.verdict.title,
        "targets": None
        if aims is None
        else {name: getattr(aims, name) for name in ("par", "bronze", "silver", "gold", "perfect", "difficulty")},
        "start": {
            "played": str(review.verdict.start),
            "ceiling_before": review.start.before,
            "ceiling_after": review.start.after,
            "lost": review.start.lost,
            "charged": _charged((review.start,)),
            "better": _better((review.start,), review),
        },
        "rounds": [_round_json(each, review) for each in review.rounds],
        "charged": review.charged(),
        "fair": None if fair is None else fair_json(fair),
    }


def fair_json(fair: Fair) -> dict[str, Any]:
    """total = start + luck - avoidable - foresight, in hundredths. Where `avoidable` is null, foresight is both."""
    shown = rounded(fair, Fraction(1, 100))
    estimates = {"start": fair.start, "luck": fair.luck, "avoidable": fair.avoidable, "foresight": fair.foresight}
    if fair.foresight is None:
        estimates["foresight"] = fair.loss
    return {
        "orders": fair.orders,
        "exact": False,  # the orders are a sample
        "start": float(shown.start),
        "luck": float(shown.luck),
        "avoidable": _float(shown.avoidable),
        "foresight": float(shown.foresight),
        "error": {name: None if each is None else round(each.error, 2) for name, each in estimates.items()},
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


def _round_json(each: ReviewedRound, review: Review) -> dict[str, Any]:
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


def _charged(steps: tuple[Step, ...]) -> list[dict[str, Any]]:
    return [
        {"to": step.charge, "action": step.action, "points": step.lost, "mark": step.mark}
        for step in steps
        if step.lost
    ]


def _better(steps: tuple[Step, ...], review: Review) -> list[dict[str, Any]]:
    layout = review.best.game.layout
    return [
        {"action": step.action, "choice": choice, "keeps": step.before, "choices": step.count, "all": step.complete}
        for step in steps
        if (choice := better_words(step, layout)) is not None
    ]
