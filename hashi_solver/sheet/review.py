"""The report of a review: what was possible, what was lost with what, luck and skill, every board, a best play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from hashi_solver.documents.base import json_text
from hashi_solver.documents.reviews import review_json
from hashi_solver.drawing.curve import curve_svg
from hashi_solver.languages import Language, language
from hashi_solver.notation.records import format_turn
from hashi_solver.review.ceiling import Charge, Mark, Review, Step
from hashi_solver.review.fair import Estimate, Fair, rounded
from hashi_solver.review.words import MARKS, better_words
from hashi_solver.rules import State, play_of
from hashi_solver.sheet import pages, pdf, pictures, words
from hashi_solver.sheet.options import Options
from hashi_solver.sheet.pages import Target

TEMPLATE = "review.html.j2"
CURVE = (186.0, 34.0)  # millimetres
SMALL, LARGE = (35.0, 37.0), (104.0, 112.0)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One game of a report."""

    name: str | None
    review: Review
    fair: Fair | None = None


@dataclass(frozen=True, slots=True)
class Loss:
    points: int
    mark: str
    kind: Mark
    charge: str
    better: str


@dataclass(frozen=True, slots=True)
class Row:
    number: int  # 0 for the start
    card: str
    turn: str
    possible: int
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the fair view."""

    name: str
    value: str
    error: str
    told: str


@dataclass(frozen=True, slots=True)
class Small:
    """The board after a round."""

    caption: str
    picture: Markup


@dataclass(frozen=True, slots=True)
class Page:
    """All that is shown of one game."""

    heading: str
    figures: tuple[tuple[str, str, str], ...]  # what it is, how much, what that means
    curve: Markup
    rows: tuple[Row, ...]
    parts: tuple[Part, ...]
    orders: int
    boards: tuple[Small, ...]
    best: Markup
    best_total: str
    moves: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Several games of the same cards side by side: who lost where."""

    heading: str
    names: tuple[str, ...]
    rows: tuple[tuple[Row, ...], ...]  # for the start and each round the rows of all games
    totals: tuple[str, ...]


def review_html(games: Sequence[Reviewed], options: Options) -> str:
    """The report for a browser, standing alone."""
    return _document(games, options, "browser")


def review_pdf(games: Sequence[Reviewed], options: Options) -> bytes:
    """The report, with the review for programs inside."""
    documents = [review_json(game.review, game.fair, game.name) for game in games]
    data = f"{json_text(documents if len(documents) > 1 else documents[0])}\n".encode()
    attached = pdf.Attached("hashi-review.json", data, "hashi review")
    return pdf.write_pdf(_document(games, options, "print"), options.style, [attached])


def _document(games: Sequence[Reviewed], options: Options, target: Target) -> str:
    chosen = language(options.language)
    shown = [_page(game, chosen, options) for game in games]
    title = f"Hashi · {chosen.gettext('Review')} · {shown[0].heading}"
    compared = _compared(games, shown) if len(games) > 1 else None
    return pages.document(TEMPLATE, options, target, title=title, games=shown, compared=compared)


def _compared(games: Sequence[Reviewed], shown: Sequence[Page]) -> Compared:
    return Compared(
        heading=words.board_name(games[0].review.best.game.layout),
        names=tuple(game.name or str(place) for place, game in enumerate(games, start=1)),
        rows=tuple(zip(*(page.rows for page in shown), strict=True)),
        totals=tuple(f"{game.review.total} / {game.review.optimum}" for game in games),
    )


def _page(game: Reviewed, chosen: Language, options: Options) -> Page:
    review = game.review
    layout = review.best.game.layout
    board = words.board_name(layout)
    told = chosen.gettext("Best total possible before the game, after the start and after each round: %(totals)s.")
    alternative = told % {"totals": chosen.listing(map(str, review.ceilings))}
    return Page(
        heading=board if game.name is None else f"{board} · {game.name}",
        figures=_figures(review, chosen),
        curve=Markup(curve_svg(review.ceilings, alternative, *CURVE)),
        rows=_rows(review, chosen),
        parts=() if game.fair is None else _parts(game.fair, chosen),
        orders=0 if game.fair is None else game.fair.orders,
        boards=_boards(review, chosen, options),
        best=pictures.board(
            review.best.final, options.style, words.final_words(review.best.final, chosen), *LARGE, _written(review)
        ),
        best_total=f"{review.best.score} {chosen.title(review.best.score)}",
        moves=(
            (0, _start(review)),
            *(
                (number, format_turn(play_of(layout, card, turn)))
                for number, (card, turn) in enumerate(zip(review.cards, review.best.turns, strict=True), start=1)
            ),
        ),
    )


def _start(review: Review) -> str:
    start = review.best.start
    return f"{start.number}@{review.best.game.layout.islands[start.island].name}"


def _written(review: Review) -> dict[int, int]:
    """For each island of the best play the round in which it got its number."""
    found = {turn.number_on: number for number, turn in enumerate(review.best.turns, 1) if turn.number_on is not None}
    return {**found, review.best.start.island: 0}


def _figures(review: Review, chosen: Language) -> tuple[tuple[str, str, str], ...]:
    found = [
        (chosen.gettext("Reached"), str(review.total), chosen.title(review.total)),
        (chosen.gettext("Possible"), str(review.optimum), chosen.title(review.optimum)),
        (chosen.gettext("Lost"), str(review.optimum - review.total), _charges(review, chosen)),
    ]
    aims = review.targets
    if aims is not None:
        names = {
            "bronze": chosen.gettext("Bronze"),
            "silver": chosen.gettext("Silver"),
            "gold": chosen.gettext("Gold"),
            "perfect": chosen.gettext("Perfect"),
        }
        medal = aims.medal(review.total)
        limits = ", ".join(f"{name} {getattr(aims, key)}" for key, name in names.items())
        found.append((chosen.gettext("Medal"), "–" if medal is None else names[medal], limits))
    return tuple(found)


def _charges(review: Review, chosen: Language) -> str:
    return ", ".join(f"{_charge(charge, chosen)} {points}" for charge, points in review.charged().items())


def _charge(charge: Charge, chosen: Language) -> str:
    names: dict[Charge, str] = {
        "start": chosen.pgettext("what points were lost with", "start"),
        "number": chosen.pgettext("what points were lost with", "number"),
        "bridges": chosen.pgettext("what points were lost with", "bridges"),
        "pass": chosen.pgettext("what points were lost with", "pass"),
        "mistake": chosen.pgettext("what points were lost with", "mistake"),
    }
    return names[charge]


def _rows(review: Review, chosen: Language) -> tuple[Row, ...]:
    start = review.start
    found = [Row(0, "", str(review.verdict.start), start.after, _losses((start,), review, chosen))]
    for each in review.rounds:
        play = format_turn(each.round.play)
        losses = _losses(each.steps, review, chosen)
        found.append(Row(each.round.number, str(each.round.card), play, each.after, losses))
    return tuple(found)


def _losses(steps: Sequence[Step], review: Review, chosen: Language) -> tuple[Loss, ...]:
    return tuple(
        Loss(step.lost, MARKS[step.mark], step.mark, _charge(step.charge, chosen), _better(step, review, chosen))
        for step in steps
        if step.lost
    )


def _better(step: Step, review: Review, chosen: Language) -> str:
    choice = better_words(step, review.best.game.layout)
    if choice is None:
        return ""
    if choice == "-":
        choice = chosen.gettext("no number") if step.action == "number" else chosen.gettext("no bridges")
    if not step.complete:
        which = chosen.gettext("one of more than %(count)s")
    elif step.count > 1:
        which = chosen.gettext("one of %(count)s")
    else:
        which = chosen.gettext("nothing else")
    return f"{choice} ({which % {'count': step.count} if step.count > 1 else which})"


def _parts(fair: Fair, chosen: Language) -> tuple[Part, ...]:
    """The fair view in tenths, its sum exact."""
    shown = rounded(fair, Fraction(1, 10))
    lines: list[tuple[str, Fraction, Estimate, str]] = [
        (chosen.gettext("Start"), shown.start, fair.start, chosen.gettext("possible on the mean of all orders")),
        (chosen.gettext("Luck"), shown.luck, fair.luck, chosen.gettext("what the cards did to that")),
    ]
    foresight = chosen.gettext("what only somebody keeps who sees the cards to come")
    if shown.avoidable is not None and fair.avoidable is not None and fair.foresight is not None:
        avoidable = chosen.gettext("what other turns would have kept on the mean")
        lines.append((chosen.gettext("Avoidable"), -shown.avoidable, fair.avoidable, avoidable))
        lines.append((chosen.gettext("Foresight"), -shown.foresight, fair.foresight, foresight))
    else:
        lines.append((chosen.gettext("Lost"), -shown.foresight, fair.loss, ""))
    found: list[Part] = []
    for name, value, estimate, told in lines:
        sign = "+" if found and value > 0 else ""
        found.append(Part(name, sign + _tenths(value, chosen), f"±{_tenths(estimate.error, chosen)}", told))
    return (*found, Part(chosen.gettext("Total"), str(fair.total), "", ""))


def _tenths(value: Fraction | float, chosen: Language) -> str:
    point = chosen.number(0.5)[1:-1]
    return f"{float(value):.1f}".replace(".", point).replace("-", "−")


def _boards(review: Review, chosen: Language, options: Options) -> tuple[Small, ...]:
    def small(caption: str, state: State, told: str) -> Small:
        return Small(caption, pictures.board(state, options.style, told, *SMALL))

    if not review.rounds:
        return ()
    first = review.rounds[0].round.before
    found = [
        small(f"{review.verdict.start} · {review.start.after}", first, chosen.gettext("The board after the start"))
    ]
    for each in review.rounds:
        told = chosen.gettext("The board after round %(round)s") % {"round": each.round.number}
        found.append(small(f"{each.round.number}. {each.round.card} · {each.after}", each.round.after, told))
    return tuple(found)
