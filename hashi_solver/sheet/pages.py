"""Sheets as HTML: with a separate style sheet to make a PDF from, and in a single file for a browser."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from hashi_solver.board import Layout
from hashi_solver.bonuses import BONUSES
from hashi_solver.challenge import Challenge
from hashi_solver.drawing.svg import RING
from hashi_solver.languages import language
from hashi_solver.library import fonts_folder, templates_folder
from hashi_solver.notation.codes import IN_A_SITE, SCANNED
from hashi_solver.rules import empty, with_start
from hashi_solver.scoring import LADDER
from hashi_solver.sheet import challenges as shown
from hashi_solver.sheet import pictures, words
from hashi_solver.sheet.example import example
from hashi_solver.sheet.options import Options, Paper, Style

Target = Literal["print", "browser"]
FONT_SCHEME = "hashi-font"
FONTS = {400: "Inter-Regular.woff", 600: "Inter-SemiBold.woff", 900: "Inter-Black.woff"}
BOARD_HEIGHTS = {"a4": 132.0, "letter": 122.0, ("large", "a4"): 190.0, ("large", "letter"): 175.0}  # millimetres
BOARD_WIDTH, LEAST_ISLAND = 186.0, 15.0  # in large type, where there is room
HALF_BOARDS = {"a4": (98.0, 100.0), "letter": (98.0, 94.0)}  # width and height
EXAMPLES = {"a4": (84.0, 60.0), "letter": (84.0, 48.0), "large": (76.0, 62.0)}
SHORT_NAMES = 9  # rows, whose islands have names of two characters
CSS_FILES = (
    "page",
    "type",
    "sheet",
    "record",
    "blank",
    "strip",
    "solutions",
    "booklet",
    "results",
    "form",
    "worked",
    "half",
    "report",
    "review",
    "slim",
    "large",
    "ink",
    "screen",
)


def document(template: str, options: Options, target: Target, *, title: str, **values: Any) -> str:
    """Return a complete HTML document from one of the templates.

    For the printer the style sheet stays separate, so that it is parsed once for many documents; for a browser it is
    included, with the fonts.
    """
    chosen = language(options.language)
    style = Markup(style_sheet(options.style, "browser")) if target == "browser" else None
    page = _environment(options.language).get_template(template)
    return page.render(
        title=title,
        language=chosen,
        options=options,
        target=target,
        css=style,
        draw=_Drawing(options),
        shown=shown,
        LADDER=LADDER,
        words=words,
        BONUSES=BONUSES,
        BOARD_HEIGHTS=BOARD_HEIGHTS,
        HALF_BOARDS=HALF_BOARDS,
        example=example(),
        solutions_on_a_page=solutions_on_a_page,
        **values,
    )


def load(code: str) -> None:
    """Load the templates of a sheet and its solution, which the first of them would have to wait for."""
    for name in ("base", "macros", "booklet_macros", "sheet", "solutions"):
        _environment(code).get_template(f"{name}.html.j2")


def sheets(challenges: Sequence[Challenge], options: Options, target: Target, title: str | None = None) -> str:
    """Return the sheets of these challenges, followed by their solutions if the options ask for that."""
    told = title or f"Hashi · {words.heading(challenges[0], language(options.language))}"
    return document(
        "half.html.j2" if options.half else "sheet.html.j2", options, target, title=told, challenges=challenges
    )


def solutions(challenges: Sequence[Challenge], options: Options, target: Target, title: str | None = None) -> str:
    """Return the solutions of these challenges; each file has a title of its own, since several lie side by side."""
    chosen = language(options.language)
    what = chosen.gettext("Solutions")
    told = title or f"Hashi · {words.heading(challenges[0], chosen)} · {what}"
    template = "worked.html.j2" if options.solutions == "worked" else "solutions.html.j2"
    return document(template, options, target, title=told, challenges=challenges)


def solutions_on_a_page(challenges: Sequence[Challenge], options: Options) -> int:
    """Return how many solutions share a page: one in large type, or if the names of islands are long."""
    long = any(challenge.deal.layout.rows > SHORT_NAMES for challenge in challenges)
    return 1 if options.style == "large" or long else 4


def cards(challenges: Sequence[Challenge], options: Options, target: Target, title: str | None = None) -> str:
    """Return the hidden cards of these challenges, each on a strip."""
    chosen = language(options.language)
    heading = title or words.heading(challenges[0], chosen)
    what = chosen.gettext("The cards")
    return document("cards.html.j2", options, target, title=f"Hashi · {heading} · {what}", challenges=challenges)


def blank(layout: Layout, options: Options, target: Target) -> str:
    name = words.board_name(layout, language(options.language))
    return document("blank.html.j2", options, target, title=f"Hashi · {name}", layout=layout)


def island_in_large_type(layout: Layout, paper: Paper) -> float:
    """Return how wide an island of this board is inside in large type, in millimetres."""
    look, scale = pictures.fitted(layout, "large", BOARD_WIDTH, BOARD_HEIGHTS["large", paper])
    return (2 * look.radius - RING) * scale


@cache
def style_sheet(style: Style, target: Target) -> str:
    """Return all of the CSS; fonts are referred to by name for the printer and included for a browser."""
    faces = "".join(
        f"@font-face{{font-family:Inter;font-weight:{weight};src:url({_font_address(name, target)})}}\n"
        for weight, name in FONTS.items()
    )
    signs = "".join(f".sign-{name}{{background-image:url({url})}}\n" for name, url in pictures.signs(style).items())
    folder = templates_folder() / "css"
    names = [name for name in CSS_FILES if name != "large" or style == "large"]
    if target == "browser":
        names += ["browser", "phone"]  # what WeasyPrint does not know
    return "\n".join([faces, *((folder / f"{name}.css").read_text("utf-8") for name in names), signs])


def _font_address(name: str, target: Target) -> str:
    if target == "print":
        return f"{FONT_SCHEME}:{name}"
    return f"data:font/woff;base64,{b64encode((fonts_folder() / name).read_bytes()).decode()}"


@cache
def _environment(code: str) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    chosen = language(code)
    environment.install_gettext_callables(  # type: ignore[attr-defined] # the extension adds it
        chosen.gettext, chosen.ngettext, newstyle=True, pgettext=chosen.pgettext, npgettext=chosen.npgettext
    )
    return environment


class _Drawing:
    """Draws the pictures of one document for its templates."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._language = language(options.language)

    def challenge(self, challenge: Challenge, width: float, height: float) -> Markup:
        """Draw the board before the first card."""
        deal = challenge.deal
        state, rounds = empty(deal.game), {}
        if deal.start is not None:
            state, rounds = with_start(state, deal.start), {deal.start.island: 0}
        told = words.board_words(deal.layout, deal.start, self._language)
        return pictures.board(state, self._options.style, told, width, height, rounds)

    def layout(self, layout: Layout, width: float, height: float) -> Markup:
        return pictures.board(
            layout, self._options.style, words.board_words(layout, None, self._language), width, height
        )

    def final(self, challenge: Challenge, rounds: Mapping[int, int], width: float, height: float) -> Markup:
        """Draw the board after the best play, with the round of each number."""
        final = challenge.solution.final
        told = words.final_words(final, self._language)
        return pictures.board(final, self._options.style, told, width, height, rounds)

    def step(self, step: shown.WorkedRound, width: float, height: float) -> Markup:
        """Draw the board after a round of the best play."""
        chosen = self._language
        after = chosen.gettext("The board after the start")
        if step.round:
            after = chosen.gettext("The board after round %(round)s") % {"round": step.round}
        told = f"{after}. {words.written_words(step.state, chosen)}"
        return pictures.board(step.state, self._options.style, told, width, height, step.rounds)

    def example(self) -> Markup:
        """Draw the example of how to play."""
        chosen, found = self._language, example()
        told = chosen.gettext("The example after three rounds.") + " " + words.written_words(found.final, chosen)
        size = EXAMPLES["large" if self._options.style == "large" else self._options.paper]
        return pictures.board(found.final, self._options.style, told, *size, found.rounds)

    def bars(self, count: int) -> Markup:
        """Draw the bridges of a card as strokes, and say how many there are."""
        told = words.bridges_of_a_card(count, self._language)
        return pictures.bars(count, told, self._options.style)

    def stars(self, count: int) -> Markup:
        told = self._language.gettext("%(count)s of %(most)s stars") % {"count": count, "most": pictures.MOST_STARS}
        return pictures.stars(count, told, self._options.style)

    def qr(self, code: str, side: float) -> Markup:
        told = self._language.gettext("QR code of the challenge %(code)s") % {"code": code}
        return pictures.qr(f"{self._options.url}{IN_A_SITE}{code}" if self._options.url else SCANNED + code, told, side)
