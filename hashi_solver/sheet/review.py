"""The report of a review: what was possible, where points were lost, luck and skill, every board, a best play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from hashi_solver.documents.base import json_text
from hashi_solver.documents.reviews import reviews_json
from hashi_solver.drawing.curve import curve_svg
from hashi_solver.languages import language
from hashi_solver.sheet import pages, pictures, words
from hashi_solver.sheet.options import Options, Paper
from hashi_solver.sheet.pages import Target
from hashi_solver.sheet.pdf import Attached
from hashi_solver.sheet.printed import Printed
from hashi_solver.sheet.review_words import ReviewWords
from hashi_solver.views.review import MARKS, Move, ReviewView, side_by_side

TEMPLATE = "review.html.j2"
CURVE, LARGE_CURVE = (186.0, 34.0, 2.6), (186.0, 48.0, 5.7)  # millimetres: width, height, type
SMALL: dict[Paper, tuple[float, float]] = {"a4": (44.0, 44.5), "letter": (44.0, 41.5)}  # four across, five down
SMALL_IN_LARGE_TYPE: dict[Paper, tuple[float, float]] = {"a4": (88.0, 108.0), "letter": (88.0, 100.0)}  # two by two
BEST, BEST_IN_LARGE_TYPE = (104.0, 112.0), (186.0, 122.0)


def review_report(games: Sequence[ReviewView], options: Options) -> Printed:
    """Return the report, with the review attached as JSON."""
    attached = Attached("hashi-review.json", f"{json_text(reviews_json(games))}\n".encode(), "hashi review")
    return Printed(partial(_document, games, options), options, (attached,))


def _document(games: Sequence[ReviewView], options: Options, target: Target) -> str:
    said = _Said(options)
    report = said.language.gettext("Review")
    title = f"Hashi · {report} · {said.heading(games[0])}"
    compared = side_by_side(games) if len(games) > 1 else ()
    return pages.document(
        TEMPLATE, options, target, title=title, games=games, compared=compared, said=said, MARKS=MARKS
    )


class _Said(ReviewWords):
    """Words and draws a view for its template, in the language of the report."""

    def __init__(self, options: Options) -> None:
        super().__init__(language(options.language))
        self.options = options
        self.large = options.style == "large"

    def curve(self, game: ReviewView) -> Markup:
        chosen = self.language
        told = chosen.gettext("Best total possible before the game, after the start and after each round: %(totals)s.")
        alternative = told % {"totals": chosen.listing(map(str, game.ceilings))}
        size = LARGE_CURVE if self.large else CURVE
        return Markup(curve_svg(game.ceilings, alternative, *size, ink=self.options.style == "ink"))

    def board(self, move: Move) -> Markup:
        told = self.language.gettext("The board after the start")
        if move.round:
            told = self.language.gettext("The board after round %(round)s") % {"round": move.round}
        told += f". {words.written_words(move.position, self.language)}"
        size = SMALL_IN_LARGE_TYPE if self.large else SMALL
        return pictures.board(move.position, self.options.style, told, *size[self.options.paper])

    def best(self, game: ReviewView) -> Markup:
        told = words.final_words(game.best, self.language)
        size = BEST_IN_LARGE_TYPE if self.large else BEST
        return pictures.board(game.best, self.options.style, told, *size, game.best_rounds)
