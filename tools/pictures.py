"""Draw the pictures in the docs, and every kind of sheet as a picture to look at: `make pictures`.

First docs/pictures: the boards that ship, two sheets, a report card, the page (`python -m tools.pictures docs` stops
there). Then every kind of document in 5 languages, on 2 papers, in 3 styles, in output/pictures/: page by page, side by
side in contact-<language>-<paper>-<style>.png, and the same as a copier in text mode makes it, in -copy.png.
`python -m tools.pictures pl letter large` draws one of these alone.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pypdfium2
from PIL import Image

from hashi_solver import app
from hashi_solver.challenge import Challenge
from hashi_solver.challenge.challenges import challenge_of, with_targets
from hashi_solver.challenge.seeded import daily_deal
from hashi_solver.cli.common import questions
from hashi_solver.drawing.svg import board_svg
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.sample import Sample
from hashi_solver.library import language_codes, layout_ids, output_folder
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from hashi_solver.scoring import Breakdown
from hashi_solver.sheet import (
    PAPERS,
    STYLES,
    Booklet,
    Options,
    blank_of,
    booklet_of,
    cards_of,
    results,
    review,
    sheet_of,
    solutions_of,
)
from hashi_solver.sheet.press import black_profile
from hashi_solver.sheet.printed import Printed
from hashi_solver.sheet.reports import analysis_report
from hashi_solver.views.ranking import PlayedAlone, Ranking, ranking_view
from hashi_solver.views.review import ReviewView, review_view
from tools.page_pictures import draw_page

DAY = date(2026, 11, 18)
COPIER, DOTS_AN_INCH, SMALL = 200, 100, 50  # dots an inch: a fax has 200
ACROSS, GAP, MOST_PAGES = 8, 6, 6  # of a contact sheet; pages of one document
README_DOTS, REPORT_DOTS = 90, 108
REPORT_DECKS = 40  # as docs/lab.md says
DOCS = Path(__file__).resolve().parent.parent / "docs"
PICTURES, EXAMPLES = DOCS / "pictures", DOCS / "examples"


def open_challenge() -> Challenge:
    deal = daily_deal(DAY, load_layout("side-a"))
    return challenge_of(deal, DAY)


def flipped(challenge: Challenge) -> Challenge:
    deal = replace(challenge.deal, kind="flip")
    return with_targets(deal, challenge.solution)


def pages(pdf: bytes, dots: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.render(scale=dots / 72).to_pil() for page in document]


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    rows = [pictures[first : first + ACROSS] for first in range(0, len(pictures), ACROSS)]
    width = max(sum(picture.width + GAP for picture in row) for row in rows)
    heights = [max(picture.height for picture in row) + GAP for row in rows]
    sheet = Image.new("RGB", (width, sum(heights)), "#4a4a8a")
    top = 0
    for row, height in zip(rows, heights, strict=True):
        left = 0
        for picture in row:
            sheet.paste(picture, (left, top))
            left += picture.width + GAP
        top += height
    return sheet


def draw_for_the_readme(shown: Challenge, hidden: Challenge) -> None:
    for name, challenge, language in (("open", shown, "en"), ("flip", hidden, "pl")):
        picture = pages(sheet_of(challenge, Options(language)).pdf(), README_DOTS)[0]
        few_colours = picture.quantize(96, Image.Quantize.MAXCOVERAGE, kmeans=2)  # greys stay grey
        few_colours.save(PICTURES / f"sheet-{name}.png", optimize=True)


def draw_boards() -> None:
    for name in layout_ids():
        write_text(PICTURES / "boards" / f"{name}.svg", board_svg(load_layout(name)))
    write_text(PICTURES / "side-a.svg", board_svg(load_layout("side-a")))


def draw_report() -> None:
    found = analyse(Game(load_layout("side-b")), Sample(REPORT_DECKS), ("beginner", "club"))
    pages(analysis_report(found).pdf(), REPORT_DOTS)[0].save(PICTURES / "report-side-b.png", optimize=True)


def main() -> int:
    shown = open_challenge()
    hidden = flipped(shown)
    if len(sys.argv) == 4:
        draw_sheets(shown, hidden, sys.argv[1:])
        return 0
    draw_boards()
    draw_for_the_readme(shown, hidden)
    draw_report()
    draw_page(shown, PICTURES / "page.png")
    print("docs/pictures is drawn")
    if sys.argv[1:] != ["docs"]:
        draw_sheets(shown, hidden, ())
    return 0


def reviewed() -> list[ReviewView]:
    """Return the reviews of the games in docs/examples."""
    games = app.reviewing.games_to_review(
        questions([EXAMPLES / f"{name}.txt" for name in ("anna", "ben", "carla")], None, None),
        house=True,
        start=None,
        solo=True,
        fair_view=None,
    )
    found = app.reviewing.review_games(games, orders=5, seed="1")
    return [review_view(each.review, each.fair, each.game.name) for each in found]


def evening(challenges: Sequence[Challenge]) -> Ranking:
    """Return the results of an evening of 27 players, in which not everybody played everything."""
    return ranking_view(
        [
            PlayedAlone(
                f"Player {player}",
                challenge.code,
                challenge.deal.layout,
                Breakdown(20 + 2 * (player % 7), 9 * (player % 2), 7 if player % 3 else 3, 8 * (player % 4 > 0)),
                player % 9 > 0,
                (None, "bronze", "silver", "gold", "perfect")[(player + place) % 5],
            )
            for player in range(27)
            for place, challenge in enumerate(challenges)
            if (player + place) % 6
        ]
    )


def documents(
    shown: Challenge, hidden: Challenge, games: Sequence[ReviewView], options: Options
) -> Iterator[tuple[str, Printed]]:
    """Yield every kind of document under its name."""
    week = tuple(replace(shown, day=DAY + timedelta(days)) for days in range(10, 17))
    month = tuple(replace(hidden, day=date(2026, 12, day)) for day in range(1, 32))
    own = replace(options, byline="Puzzles by Ada", folio="34", copyright="© The Weekly Bridge")
    yield "open", sheet_of(shown, options)
    yield "flip", sheet_of(hidden, options)
    yield "cards", cards_of(hidden, options)
    yield "solution", solutions_of([shown], options)
    yield "solutions", solutions_of(week, options)
    yield "worked", solutions_of([shown], replace(options, solutions="worked"))
    yield "names", sheet_of(shown, replace(options, names=("Ada Lovelace",), rules=True, punch=True))
    yield "press", sheet_of(shown, replace(own, press=black_profile()))
    yield "blank", blank_of(shown.deal.layout, options)
    yield "week", booklet_of(Booklet(week), options)
    yield "year", booklet_of(Booklet(month, 12, 12), options)
    yield "form", results.form_of([shown], options)
    yield "forms", results.form_of(week, options)
    yield "results", results.results_of(evening([shown]), options)
    yield "evening", results.results_of(evening([shown, replace(shown, code="B"), replace(shown, code="C")]), options)
    yield "reviews", review.review_report(games, options)
    if options.style == "large":
        yield "fold", booklet_of(Booklet(week), replace(options, fold=True))
    else:
        yield "foot", sheet_of(shown, replace(options, solutions="foot"))
        yield "half", sheet_of(shown, replace(own, half=True))
        yield "half-flip", sheet_of(hidden, replace(own, half=True, solutions="foot", press=black_profile()))


def draw_sheets(shown: Challenge, hidden: Challenge, wanted: Sequence[str]) -> None:
    folder = output_folder() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    games = reviewed()
    for language, paper, style in itertools.product(language_codes(), PAPERS, STYLES):
        if wanted and tuple(wanted) != (language, paper, style):
            continue
        drawn, copies = [], []
        for kind, printed in documents(shown, hidden, games, Options(language, paper, style)):
            for number, copied in enumerate(pages(printed.pdf(), COPIER)[:MOST_PAGES], start=1):
                page = copied.convert("RGB").reduce(COPIER // DOTS_AN_INCH)
                page.save(folder / f"{kind}-{language}-{paper}-{style}-{number}.png")
                drawn.append(page.reduce(DOTS_AN_INCH // SMALL))
                black = copied.convert("L").point(lambda value: 255 * (value > 128))
                copies.append(black.reduce(COPIER // SMALL).convert("RGB"))
        name = f"contact-{language}-{paper}-{style}"
        side_by_side(drawn).save(folder / f"{name}.png")
        side_by_side(copies).save(folder / f"{name}-copy.png")
        print(f"{name}.png: {len(drawn)} pages")
    print(f"the sheets are in {folder}/")


if __name__ == "__main__":
    sys.exit(main())
