"""`hashi review`: where the points of a game went."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from hashi_solver import app, documents
from hashi_solver.cli.common import live_status, print_json, print_table, questions, remark
from hashi_solver.cli.declare import FILE, Board, DeckFile, Json, Records, Seed, choice, command, flag, integer, option
from hashi_solver.cli.sheets import check_report, write_report
from hashi_solver.notation.records import format_turn
from hashi_solver.scoring import LANGUAGES, MEDALS, title

if TYPE_CHECKING:
    from rich.text import Text

    from hashi_solver.app.reviewing import GameReview, Part
    from hashi_solver.app.reviewing import PlayedGame as _Game
    from hashi_solver.board import Layout
    from hashi_solver.cards import Card
    from hashi_solver.review.ceiling import Mark, Review, Step
    from hashi_solver.review.fair import Fair

SPARKS = "▁▂▃▄▅▆▇█"
COLOURS: dict[Mark, str] = {"": "", "small": "yellow", "large": "red", "game-losing": "bold red"}
CHARGES = {
    "start": "the start",
    "number": "numbers",
    "bridges": "bridges",
    "pass": "passing",
    "mistake": "mistakes",
}
PARTS = {
    "start": "possible on the mean of all orders, before the first card",
    "luck": "what the cards did to that as they were turned",
    "avoidable": "what other turns would have kept on the mean",
    "foresight": "what only somebody could have kept who sees the cards to come",
    "lost": "by the turns; how much of it could be avoided is not known",
}
FAIRNESS = (
    "± is the error of the sample (95 %). What is possible on the mean is optimistic: it is the mean of what could\n"
    "be reached if one knew the order, and nobody knows it."
)


@command("hashi review my-game.txt", "hashi review my-game.txt --fair --report review.pdf")
def review(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: Annotated[bool, flag("--house", "Go on after mistakes, by the rule for them (R10).")],
    start: Annotated[Literal["chosen", "given"] | None, choice("--start", ("chosen", "given"), "Whose the start was.")],
    solo: Annotated[bool, flag("--solo", "Several records: each played alone, not at one table.")],
    fair: Annotated[
        bool | None, option("--fair/--no-fair", default=None, help="Luck and skill, without foresight (slow).")
    ],
    orders: Annotated[
        int,
        integer(
            "--orders", 5, 10_000, "So many orders of the cards are sampled for --fair.", default=50, show_default=True
        ),
    ],
    seed: Seed,
    report: Annotated[
        Path | None, option("--report", type=FILE, metavar="FILE", help="Write a report to this file, .pdf or .html.")
    ],
    lang: Annotated[str, choice("--lang", LANGUAGES, "Of the report.", default="en", show_default=True)],
    as_json: Json,
) -> None:
    """Where did my points go, action by action?

    For each action the best total that was still possible. RECORD is a file, or - for standard input. The start, the
    numbers, the bridges and the passes are charged with what they cost somebody who knows the cards to come.

    Two to four records of one board and one deck are a table as for hashi check: early is then up to the first round in
    which another did it (R8b), and the start was the neighbour's. With --solo, or with Challenge lines, they are games
    that were played alone.

    --fair tells luck from skill: what the cards did to what was possible on the mean of all orders that could still
    come. It is the default for records with the line "Played: hidden" and for challenges to flip. Ctrl-C ends it with
    the orders that are done.
    """
    check_report(report)
    asked = questions(records, board, deck_file)
    games = app.reviewing.games_to_review(asked, house=house, start=start, solo=solo, fair_view=fair)
    with live_status("looking for what was possible") as tell:
        found = app.reviewing.review_games(
            games, orders=orders, seed=seed, on_progress=tell and partial(_progress, tell)
        )
    for each in found:
        if each.game.fair and each.fair is None:
            remark("stopped before anything was known of the fair view")
        elif each.fair is not None and each.fair.avoidable is None:
            remark(f"stopped: {each.fair.orders} of {orders} orders are done, and what could be avoided is not known")
    reviews, views = [each.review for each in found], [each.fair for each in found]
    if as_json:
        each_alone = [documents.reviews.review_json(each.review, each.fair, each.game.record.player) for each in found]
        print_json(each_alone[0] if len(each_alone) == 1 else each_alone)
    else:
        _print(games, reviews, views)
    if report is not None:  # last: what was found in two minutes is not lost with a disk that is full
        _write_report(report, found, lang)


def _progress(tell: Callable[[str], None], part: Part, share: float) -> None:
    ceiling = "looking for what was possible"
    tell(ceiling if part == "ceiling" else f"the fair view: {share:.0%} (Ctrl-C to stop)" if share else "the fair view")


def _write_report(path: Path, found: Sequence[GameReview], lang: str) -> None:
    from hashi_solver.sheet import Options  # noqa: PLC0415 - the rendering is loaded when it is needed
    from hashi_solver.sheet.review import Reviewed, review_html, review_pdf  # noqa: PLC0415

    several = len(found) > 1
    shown = [
        Reviewed(each.game.name if each.game.record.player or several else None, each.review, each.fair)
        for each in found
    ]
    options = Options(language=lang)
    write_report(path, partial(review_pdf, shown, options), partial(review_html, shown, options))


def _print(games: Sequence[_Game], reviews: Sequence[Review], views: Sequence[Fair | None]) -> None:
    for place, (game, found, view) in enumerate(zip(games, reviews, views, strict=True)):
        if place:
            click.echo()
        _print_review(game, found)
        if view is not None:
            click.echo()
            _print_fair(view, found.cards)
    if len(games) > 1:
        click.echo()
        _print_side_by_side(games, reviews)


def _print_review(game: _Game, found: Review) -> None:
    layout = found.best.game.layout
    who = f", {game.name}" if game.record.player or game.to_win is not None else ""
    click.echo(f"{layout.name}{who}, {len(found.rounds)} rounds\n")
    rows: list[tuple[str | Text, ...]] = []
    start = found.start
    rows.append(("start", "", str(found.verdict.start), "", "", str(start.after), _lost((start,))))
    for each in found.rounds:
        kept = [_count(step) for step in each.steps] if len(each.steps) > 1 else ["", ""]
        play = format_turn(each.round.play)
        rows.append((str(each.round.number), str(each.round.card), play, *kept, str(each.after), _lost(each.steps)))
    heads = ("round", "card", "play", "numbers", "drawings", "ceiling", "lost")
    print_table(heads, rows, right=("round", "numbers", "drawings", "ceiling"))
    click.echo(f"\nceiling {found.optimum} {sparkline(found.ceilings)} {found.total}")
    lines = [_sentence(place, step, layout) for place, step in _places(found) if step.lost]
    if lines:
        click.echo("\n" + "\n".join(lines))
    click.echo()
    for line in _closing(game, found):
        click.echo(line)


def sparkline(ceilings: Sequence[int]) -> str:
    """A curve in one line; a full block is the first ceiling, the lowest stroke the last."""
    low, high = min(ceilings), max(ceilings)
    steps = len(SPARKS) - 1
    return "".join(SPARKS[steps if high == low else round(steps * (each - low) / (high - low))] for each in ceilings)


def _count(step: Step) -> str:
    """How many choices keep the ceiling."""
    return f"{step.count}{'' if step.complete else '+'}" if step.count else ""


def _lost(steps: Sequence[Step]) -> Text:
    from rich.text import Text  # noqa: PLC0415

    from hashi_solver.review.words import MARKS  # noqa: PLC0415

    words = Text()
    for step in steps:
        if step.lost:
            words.append(f"{' ' if words else ''}{step.lost}{MARKS[step.mark]} {step.charge}", COLOURS[step.mark])
    return words


def _places(found: Review) -> list[tuple[str, Step]]:
    return [("start", found.start)] + [
        (f"round {each.round.number}", step) for each in found.rounds for step in each.steps
    ]


def _sentence(place: str, step: Step, layout: Layout) -> str:
    """`round 2: 2@E1 instead of 2@F2 keeps 54 (7 numbers do)`."""
    from hashi_solver.review.words import better_words, played_words  # noqa: PLC0415

    better = better_words(step, layout)
    if better is None:
        return f"{place}: the mistake {'costs' if step.lost > 0 else 'gains'} {abs(step.lost)}"
    which = "the only one" if step.complete and step.count == 1 else f"one of {_count(step)}"
    if step.action == "start":
        return f"{place}: {better} keeps {step.before} ({which})"
    passing = "no number" if step.action == "number" else "no bridges"
    words = [passing if each == "-" else each for each in (better, played_words(step, layout))]
    return f"{place}: {words[0]} instead of {words[1]} keeps {step.before} ({which})"


def _closing(game: _Game, found: Review) -> list[str]:
    charged = found.charged()
    lost = found.optimum - found.total
    if not lost:
        lines = [f"total   {found.total} of {found.optimum}: {found.verdict.title}, the best there was"]
    else:
        parts = [f"{points} with {CHARGES[charge]}" for charge, points in charged.items()]
        lines = [
            f"total   {found.total} of {found.optimum}: {found.verdict.title}, not {title(found.optimum)}",
            f"lost    {lost}: {', '.join(parts)}",
        ]
    aims = found.targets
    if aims is not None:
        told = ", ".join(f"{name} {getattr(aims, name)}" for name in reversed(MEDALS))
        lines.append(f"medals  {aims.medal(found.total) or 'no medal'} (par {aims.par}, {told})")
    return lines


def _print_fair(view: Fair, cards: Sequence[Card]) -> None:
    """All numbers in tenths, and their sums exact."""
    from hashi_solver.review.fair import rounded  # noqa: PLC0415

    shown = rounded(view, Fraction(1, 10))
    apart = shown.avoidable is not None
    losses = ("avoidable", "foresight") if apart else ("lost",)
    rows: list[tuple[str, ...]] = []
    for each, told, card in zip(view.rounds, shown.rounds, cards, strict=True):
        parts = [told.luck, *([-(told.avoidable or 0)] if apart else []), -told.foresight]
        rows.append((str(each.number), str(card), *map(_tenths, parts)))
    click.echo(f"without foresight, by {view.orders} orders of the cards that could still come:\n")
    print_table(("round", "card", "luck", *losses), rows, right=("round", "luck", *losses))
    click.echo()
    sums = [("start", shown.start, view.start), ("luck", shown.luck, view.luck)]
    if shown.avoidable is not None and view.avoidable is not None and view.foresight is not None:
        sums.append(("avoidable", -shown.avoidable, view.avoidable))
        sums.append(("foresight", -shown.foresight, view.foresight))
    else:
        sums.append(("lost", -shown.foresight, view.loss))
    for name, value, estimate in sums:
        points = f"{float(value):.1f}" if name == "start" else _tenths(value)
        click.echo(f"{name:<9} {points:>5} ±{estimate.error:.1f}  {PARTS[name]}")
    click.echo(f"total     {view.total:5.1f}")
    click.echo(f"\n{FAIRNESS}")


def _tenths(value: Fraction | int) -> str:
    return f"{float(value):+.1f}" if value else "0.0"


def _print_side_by_side(games: Sequence[_Game], reviews: Sequence[Review]) -> None:
    """Who lost where."""
    heads = ["round", "card", *(game.name for game in games)]
    rows: list[tuple[str | Text, ...]] = [("start", "", *(_cell((found.start,)) for found in reviews))]
    for number, card in enumerate(reviews[0].cards, start=1):
        rows.append((str(number), str(card), *(_cell(found.rounds[number - 1].steps) for found in reviews)))
    rows.append(("total", "", *(f"{found.total} of {found.optimum}" for found in reviews)))
    print_table(heads, rows, right=("round",))


def _cell(steps: Sequence[Step]) -> Text:
    from rich.text import Text  # noqa: PLC0415

    return Text(f"{steps[-1].after} ").append_text(_lost(steps))
