"""`hashi review`: where the points of a game went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.cli.common import (
    FILE,
    board_option,
    deck_file_option,
    examples,
    json_option,
    layout_of,
    live_status,
    print_json,
    print_table,
    read_named,
    remark,
)
from hashi_solver.cli.sheets import check_report, write_report
from hashi_solver.errors import IllegalError, InputError, Violation
from hashi_solver.interrupts import interrupts_wait
from hashi_solver.notation.decks import read_deck_file
from hashi_solver.notation.files import shown_path
from hashi_solver.notation.records import format_turn
from hashi_solver.record import Record
from hashi_solver.referee import Verdict, against, judge_record, judge_table
from hashi_solver.rules import Game, judge
from hashi_solver.scoring import LANGUAGES, MEDALS, title

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from rich.text import Text

    from hashi_solver.board import Layout
    from hashi_solver.challenge import Deal
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


@dataclass(frozen=True, slots=True)
class _Game:
    """One record that is to be reviewed."""

    name: str
    record: Record
    verdict: Verdict
    box: tuple[Card, ...]
    free_start: bool
    to_win: int | None = None


@click.command(epilog=examples("hashi review my-game.txt", "hashi review my-game.txt --fair --report review.pdf"))
@click.argument("records", metavar="RECORD...", type=FILE, nargs=-1, required=True)
@board_option()
@deck_file_option()
@click.option("--house", is_flag=True, help="Go on after mistakes, by the rule for them (R10).")
@click.option("--start", "start_was", type=click.Choice(("chosen", "given")), help="Whose the start was.")
@click.option("--solo", is_flag=True, help="Several records: each played alone, not at one table.")
@click.option("--fair/--no-fair", "wants_fair", default=None, help="Luck and skill, without foresight (slow).")
@click.option(
    "--orders",
    type=click.IntRange(5, 10_000),
    default=50,
    show_default=True,
    metavar="N",
    help="So many orders of the cards are sampled for --fair.",
)
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed samples the same orders.")
@click.option("--report", type=FILE, metavar="FILE", help="Write a report to this file, .pdf or .html.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the report.")
@json_option
def review(
    records: tuple[Path, ...],
    board: str | None,
    deck_file: Path | None,
    house: bool,
    start_was: str | None,
    solo: bool,
    wants_fair: bool | None,
    orders: int,
    seed: str,
    report: Path | None,
    lang: str,
    as_json: bool,
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
    games = _games(records, board, deck_file, house, start_was, solo)
    check_report(report)
    fairly = [_is_fair(game, wants_fair) for game in games]
    with interrupts_wait():
        from hashi_solver.documents.reviews import review_json  # noqa: PLC0415
        from hashi_solver.review import work  # noqa: PLC0415 - help must not pay for ortools

    with work.at_work(None) as pool:
        with live_status("looking for what was possible"):
            reviews = [_review(game, pool) for game in games]
        views = [
            _fair_view(game, orders, seed, pool) if fair else None for game, fair in zip(games, fairly, strict=True)
        ]
    if as_json:
        documents = [
            review_json(found, view, game.record.player)
            for game, found, view in zip(games, reviews, views, strict=True)
        ]
        print_json(documents[0] if len(documents) == 1 else documents)
    else:
        _print(games, reviews, views)
    if report is not None:  # last: what was found in two minutes is not lost with a disk that is full
        _write_report(report, games, reviews, views, lang)


def _review(game: _Game, pool: Executor) -> Review:
    from hashi_solver.review import ceiling  # noqa: PLC0415

    return ceiling.review(
        game.verdict,
        free_start=game.free_start,
        to_win=game.to_win,
        with_targets=game.to_win is None,  # nobody counts medals at a table
        executor=pool,
    )


def _is_fair(game: _Game, wanted: bool | None) -> bool:
    if wanted is None:
        return was_hidden(game.record, game.verdict.final.game.layout) and game.verdict.legal
    if wanted and not game.verdict.legal:
        raise InputError(f"{game.name} made a mistake, and with mistakes there is no fair view (R10)")
    return wanted


def was_hidden(record: Record, layout: Layout) -> bool:
    """What the record says, or its challenge: one to flip is played card by card."""
    if record.hidden is not None:
        return record.hidden
    deal = deal_of(record, layout)
    return deal is not None and deal.kind == "flip"


def _write_report(
    path: Path, games: Sequence[_Game], reviews: Sequence[Review], views: Sequence[Fair | None], lang: str
) -> None:
    from hashi_solver.sheet import Options  # noqa: PLC0415 - the rendering is loaded when it is needed
    from hashi_solver.sheet.review import Reviewed, review_html, review_pdf  # noqa: PLC0415

    names = [game.name if game.record.player or len(games) > 1 else None for game in games]
    shown = [Reviewed(*each) for each in zip(names, reviews, views, strict=True)]
    options = Options(language=lang)
    write_report(path, partial(review_pdf, shown, options), partial(review_html, shown, options))


def _fair_view(game: _Game, orders: int, seed: str, pool: Executor) -> Fair | None:
    """None where Ctrl-C came before anything was known."""
    from hashi_solver.review import fair  # noqa: PLC0415

    rounds = game.verdict.rounds
    played = fair.Played(
        rounds[0].before,
        tuple(each.card for each in rounds),
        tuple(judge(each.before, each.card, each.play)[0] for each in rounds),
        game.box,
    )
    try:
        with live_status("the fair view") as tell:
            view = fair.fair(
                played,
                fair.shuffles(len(game.box), orders, seed),
                executor=pool,
                on_progress=None
                if tell is None
                else lambda share: tell(f"the fair view: {share:.0%} (Ctrl-C to stop)"),
            )
    except KeyboardInterrupt:
        remark("stopped before anything was known of the fair view")
        return None
    if view.avoidable is None:
        remark(f"stopped: {view.orders} of {orders} orders are done, and what could be avoided is not known")
    return view


def _games(
    paths: Sequence[Path],
    board: str | None,
    deck_file: Path | None,
    house: bool,
    start_was: str | None,
    solo: bool,
) -> list[_Game]:
    box, order = read_deck_file(deck_file) if deck_file else (STANDARD_BOX, None)
    read = [read_named(path, board) for path in paths]
    if order is not None:
        read = [replace(record, deck=order.cards) if record.deck is None else record for record in read]
    layouts = [layout_of(record, path, board) for record, path in zip(read, paths, strict=True)]
    if any(layout != layouts[0] for layout in layouts):
        raise InputError("these records are of different boards; only games on one board can be compared")
    names = [record.player or path.stem for record, path in zip(read, paths, strict=True)]
    games = [Game(layouts[0])] * len(read)
    verdicts = [_judged(*each, box, house) for each in zip(games, read, paths, strict=True)]
    if len(read) == 1 or solo or all(record.challenge is not None for record in read):
        if any(record.deck != read[0].deck for record in read):
            raise InputError("these records have different decks; only games of one order of cards can be compared")
        chosen = [not _given(record, layouts[0]) if start_was is None else start_was == "chosen" for record in read]
        return [_Game(*each) for each in zip(names, read, verdicts, [box] * len(read), chosen, strict=True)]
    table = judge_table(games[0], read, verdicts)
    found = []
    for place, seat in enumerate(table.seats):
        others = [other for other in range(len(table.seats)) if other != place]
        own = against(games[0], [verdicts[other].scored for other in others])
        verdict = _judged(own, read[place], paths[place], box, house)
        to_win = max(table.seats[other].breakdown.total for other in others)
        found.append(_Game(seat.player, read[place], verdict, box, start_was == "chosen", to_win))
    return found


def _given(record: Record, layout: Layout) -> bool:
    """Whether a challenge fixed the start."""
    deal = deal_of(record, layout)
    return deal is not None and deal.start is not None


def deal_of(record: Record, layout: Layout) -> Deal | None:
    from hashi_solver.challenge import decode  # noqa: PLC0415 - most records do without

    return None if record.challenge is None else decode(record.challenge, layout)


def _judged(game: Game, record: Record, path: Path, box: tuple[Card, ...], house: bool) -> Verdict:
    """IllegalError at the first mistake: nothing after it could have been played."""
    try:
        verdict = judge_record(game, record, box, house=house)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    if verdict.violations and not house:
        first = verdict.violations[0]
        message = f"{first.message}; a review ends there, --house goes on"
        raise IllegalError((Violation(first.rule, first.round, first.islands, message),))
    return verdict


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
