"""Where the points of games went: games played alone, or a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hashi_solver.app.question import Question
from hashi_solver.app.refereeing import are_solo, one_board
from hashi_solver.cards import Card, deck_of
from hashi_solver.challenge import Challenge, Deal, encode
from hashi_solver.challenge.challenges import KeptChallenges
from hashi_solver.errors import IllegalError, InputError, Sentence, Unproven, Violation
from hashi_solver.interrupts import Stop
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, against, judge_record, judge_table
from hashi_solver.review import ceiling, fair
from hashi_solver.review.ceiling import Review
from hashi_solver.review.fair import Fair
from hashi_solver.rules import Game, judge
from hashi_solver.targets import measurable

Part = Literal["ceiling", "fair"]


@dataclass(frozen=True, slots=True)
class GameToReview:
    """A record to review. `to_win` is the best total among the others at its table."""

    name: str
    record: Record
    verdict: Verdict
    box: tuple[Card, ...]
    free_start: bool
    fair: bool = False
    to_win: int | None = None


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of one game. `fair` is None if it was not wanted, or was stopped before anything was known."""

    game: GameToReview
    review: Review
    fair: Fair | None


def games_to_review(
    asked: Sequence[Question],
    *,
    house: bool = False,
    start: Literal["chosen", "given"] | None = None,
    solo: bool = False,
    fair_view: bool | None = None,
) -> list[GameToReview]:
    """Return the games of these records: played alone, or at one table.

    If `start` is None, a start counts as chosen unless a challenge fixed it or a neighbour wrote it. If `fair_view` is
    None, legal games whose cards were hidden get the fair view.
    """
    records = [each.record for each in asked]
    verdicts = [judged(each.game, each, house) for each in asked]
    if are_solo(asked, solo=solo):
        chosen = [not each.start_given if start is None else start == "chosen" for each in asked]
        return [
            GameToReview(
                each.player, each.record, verdict, each.box, free, _is_fair(each, each.player, verdict, fair_view)
            )
            for each, verdict, free in zip(asked, verdicts, chosen, strict=True)
        ]
    layout = one_board(asked)
    table = judge_table(Game(layout), records, verdicts)
    found = []
    for place, (seat, each) in enumerate(zip(table.seats, asked, strict=True)):
        others = [other for other in range(len(asked)) if other != place]
        verdict = judged(against(Game(layout), [verdicts[other].scored for other in others]), each, house)
        to_win = max(table.seats[other].breakdown.total for other in others)
        is_fair = _is_fair(each, seat.player, verdict, fair_view)
        found.append(GameToReview(seat.player, each.record, verdict, each.box, start == "chosen", is_fair, to_win))
    return found


def review_games(
    games: Sequence[GameToReview],
    *,
    orders: int = 50,
    seed: str = "1",
    kept: KeptChallenges | None = None,
    on_progress: Callable[[Part, float], None] | None = None,
    stop: Stop | None = None,
) -> list[GameReview]:
    """Return the reviews of games, with the fair views that are wanted, over `orders` orders of the cards.

    When `stop` is set, fair views hold what is known by then; if not even the reviews are done, it raises Unproven.
    """
    tell = on_progress or _nobody
    tell("ceiling", 0.0)
    reviews: list[Review] = []
    for game in games:
        reviews.append(_review(game, kept, lambda share: tell("ceiling", (len(reviews) + share) / len(games)), stop))

    def tell_fair(share: float) -> None:
        tell("fair", share)

    views = [fair_view_of(game, orders, seed, tell_fair, stop) if game.fair else None for game in games]
    return [GameReview(*each) for each in zip(games, reviews, views, strict=True)]


def _review(
    game: GameToReview, kept: KeptChallenges | None, on_progress: Callable[[float], None], stop: Stop | None
) -> Review:
    """Return the review of a game; look up the targets of its deal in `kept`, or keep them there."""
    deal = _deal_of(game) if kept and game.to_win is None and game.verdict.complete else None
    known = kept.find(deal) if kept and deal else None
    found = ceiling.review(
        game.verdict,
        free_start=game.free_start,
        to_win=game.to_win,
        with_targets=game.to_win is None and game.verdict.complete and measurable(),  # no medals at a table
        known=known.targets if known else None,
        on_progress=on_progress,
        stop=stop,
    )
    if kept and deal and known is None and found.targets:
        kept.keep(Challenge(deal, encode(deal), found.targets, replace(found.best, seconds=0.0)))
    return found


def _deal_of(game: GameToReview) -> Deal | None:
    """Return the deal of a complete game, or None if no code can describe it."""
    verdict = game.verdict
    start = verdict.rounds[0].before.start if verdict.rounds and not game.free_start else None
    try:
        deal = Deal(verdict.final.game.layout, deck_of(verdict.cards, game.box), start)
        encode(deal)
    except InputError:
        return None
    return deal if deal.game == verdict.final.game else None


def fair_view_of(
    game: GameToReview,
    orders: int = 50,
    seed: str = "1",
    on_progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Fair | None:
    """Return the fair view of a game over so many orders, or None if it was stopped before anything was known.

    InputError where there is none: with mistakes, and for a game that is not finished.
    """
    _expect_fair(game.name, game.verdict)
    rounds = game.verdict.rounds
    played = fair.Played(
        rounds[0].before,
        tuple(each.card for each in rounds),
        tuple(judge(each.before, each.card, each.play)[0] for each in rounds),
        game.box,
    )
    if on_progress:
        on_progress(0.0)
    try:
        shuffles = fair.shuffles(len(game.box), orders, seed)
        return fair.fair(played, shuffles, on_progress=on_progress, stop=stop)
    except Unproven:
        return None


def _is_fair(asked: Question, name: str, verdict: Verdict, wanted: bool | None) -> bool:
    if wanted is None:
        return asked.hidden and verdict.legal
    if wanted:
        _expect_fair(name, verdict)
    return wanted


def _expect_fair(name: str, verdict: Verdict) -> None:
    if not verdict.legal:
        raise InputError(f"{name} made a mistake, and a game with mistakes has no fair view (R10)")
    if not verdict.complete:
        raise InputError(
            f"{name} has played {len(verdict.rounds)} of {len(verdict.cards)} rounds: "
            "only finished games have a fair view"
        )


def judged(game: Game, asked: Question, house: bool) -> Verdict:
    """Return the verdict of one record; raise IllegalError at the first mistake, since no play can follow it."""
    try:
        verdict = judge_record(game, asked.record, asked.box, house=house)
    except InputError as error:
        raise error.at(asked.source.name) from None
    if asked.hidden and not verdict.complete:
        message = Sentence(
            "%(played)s of %(rounds)s rounds so far, and the cards to come are hidden: a review would reveal them. "
            "Finish the game first",
            played=len(verdict.rounds),
            rounds=len(verdict.cards),
        )
        raise InputError(message, source=asked.source.name)
    if verdict.violations and not house:
        first = verdict.violations[0]
        message = Sentence("%(mistake)s; the review ends there unless mistakes stand", mistake=first.message)
        raise IllegalError((Violation(first.rule, first.round, first.islands, message.with_option(" (--house)")),))
    return verdict


def _nobody(part: Part, share: float) -> None:
    """Ignore progress."""
