"""Draw the pictures in the docs, and every kind of sheet as a picture to look at: `make pictures`.

First docs/pictures: the boards that ship, two sheets, a report card, the page (`python -m tools.pictures docs` stops
there). Then the daily challenge of one day in 5 languages, 2 papers and 3 styles, its flip kind, its solution, a blank
board: page by page in output/pictures/, and side by side in contact-<style>.png.
"""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pypdfium2
from PIL import Image

from hashi_solver.challenge import Challenge
from hashi_solver.challenge.challenges import challenge_of, with_targets
from hashi_solver.challenge.seeded import daily_deal
from hashi_solver.drawing.svg import board_svg
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.sample import Sample
from hashi_solver.library import language_codes, layout_ids, output_folder
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from hashi_solver.sheet import PAPERS, STYLES, Options, blank_of, cards_of, sheet_of, solutions_of
from hashi_solver.sheet.reports import analysis_report
from tools.page_pictures import draw_page

DAY = date(2026, 11, 18)
DOTS_AN_INCH, SMALL = 100, 50
README_DOTS, REPORT_DOTS = 90, 108
REPORT_DECKS = 40  # as docs/lab.md says
PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def open_challenge() -> Challenge:
    deal = daily_deal(DAY, load_layout("side-a"))
    return challenge_of(deal, DAY)


def flipped(challenge: Challenge) -> Challenge:
    deal = replace(challenge.deal, kind="flip")
    return with_targets(deal, challenge.solution)


def pages(pdf: bytes, dots: int) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(pdf)
    return [page.render(scale=dots / 72).to_pil() for page in document]


def side_by_side(rows: list[list[Image.Image]]) -> Image.Image:
    width = max(sum(picture.width for picture in row) for row in rows)
    sheet = Image.new("RGB", (width, sum(max(picture.height for picture in row) for row in rows)), "white")
    top = 0
    for row in rows:
        left = 0
        for picture in row:
            sheet.paste(picture, (left, top))
            left += picture.width
        top += max(picture.height for picture in row)
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
    draw_boards()
    draw_for_the_readme(shown, hidden)
    draw_report()
    draw_page(shown, PICTURES / "page.png")
    print("docs/pictures is drawn")
    if sys.argv[1:] != ["docs"]:
        draw_sheets(shown, hidden)
    return 0


def draw_sheets(shown: Challenge, hidden: Challenge) -> None:
    folder = output_folder() / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    for style in STYLES:
        rows = []
        for language, paper in itertools.product(language_codes(), PAPERS):
            options = Options(language, paper, style)
            made = {
                "open": sheet_of(shown, options).pdf(),
                "flip": sheet_of(hidden, options).pdf(),
                "cards": cards_of(hidden, options).pdf(),
                "solution": solutions_of([shown], options).pdf(),
                "blank": blank_of(shown.deal.layout, options).pdf(),
            }
            row = []
            for kind, pdf in made.items():
                for number, page in enumerate(pages(pdf, DOTS_AN_INCH), start=1):
                    page.save(folder / f"{kind}-{language}-{paper}-{style}-{number}.png")
                    row.append(page.reduce(DOTS_AN_INCH // SMALL))
            rows.append(row)
            print(f"{language} {paper} {style}: {len(row)} pages")
        side_by_side(rows).save(folder / f"contact-{style}.png")
    print(f"the sheets are in {folder}/; begin with contact-normal.png")


if __name__ == "__main__":
    sys.exit(main())
