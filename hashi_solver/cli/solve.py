"""`hashi solve`: the best play, proven."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card, Deck, deck_of
from hashi_solver.cli.common import (
    FILE,
    board_option,
    breakdown_lines,
    checked_seed,
    deck_file_option,
    examples,
    json_option,
    layout_of,
    live_status,
    print_board,
    print_json,
    print_rounds,
    read_game,
    read_named,
    remark,
)
from hashi_solver.cli.review import deal_of
from hashi_solver.documents.solutions import solution_json
from hashi_solver.drawing.svg import board_svg
from hashi_solver.errors import IllegalError, InputError, Violation
from hashi_solver.interrupts import interrupts_wait
from hashi_solver.library import layout_ids
from hashi_solver.notation.decks import parse_deck, read_deck_file
from hashi_solver.notation.files import shown_path, write_text
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.notation.records import format_record, parse_start
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import judge_record, played_so_far, record_of
from hashi_solver.rules import Game, State, Turn, begin, empty
from hashi_solver.seeds import deck_from_seed

if TYPE_CHECKING:
    from hashi_solver.solver import Progress, Solution

FREE = "free"


@dataclass(frozen=True, slots=True)
class _Question:
    """From which position on, with which cards, and how the position came about."""

    asked: Record
    deck: Deck
    state: State
    played: tuple[tuple[Card, Turn], ...] = ()

    @property
    def to_come(self) -> tuple[Card, ...]:
        return self.deck.cards[self.state.round :]


@click.command(epilog=examples("hashi solve my-game.txt", "hashi solve --layout side-b --seed tuesday --start free"))
@click.argument("record", metavar="[RECORD|CODE]", type=FILE, required=False)
@board_option()
@click.option("--deck", "order", metavar="CARDS", help='The 17 cards in their order: "5/3 2/1 ...".')
@deck_file_option()
@click.option("--seed", metavar="TEXT", help="Shuffle the cards by this seed, the same everywhere.")
@click.option("--start", "start_text", metavar="4@C3|free", help="The start number; free where nothing fixes it.")
@click.option("--after", type=FILE, help="A record: its rounds are played; what is the best from there?")
@click.option(
    "--target", type=click.IntRange(0, 999), metavar="TOTAL", help="Only find out whether this total can be reached."
)
@click.option("--time-limit", type=click.FloatRange(0), metavar="SECONDS", help="Answer then with what is known.")
@click.option(
    "--workers", type=click.IntRange(1, 64), metavar="N", default=1, show_default=True, help="Threads for one search."
)
@click.option("--svg", type=FILE, help="Write the final board to this file as a picture.")
@click.option("--record", "record_file", type=FILE, help="Write the play to this file as a record.")
@json_option
def solve(
    record: Path | None,
    board: str | None,
    order: str | None,
    deck_file: Path | None,
    seed: str | None,
    start_text: str | None,
    after: Path | None,
    target: int | None,
    time_limit: float | None,
    workers: int,
    svg: Path | None,
    record_file: Path | None,
    as_json: bool,
) -> int:
    """Prove the highest total that an order of cards allows.

    Shows a play that reaches it. The cards come from RECORD (a file, or - for standard input; its Layout, Deck and
    Start count, not its rounds; or the code of a challenge), or from --deck, --deck-file, --seed or --after.

    The same question gets the same play on one machine and version. Ctrl-C and --time-limit end the search with the
    best play so far and the total that could still be.
    """
    question = _question(record, board, order, deck_file, seed, start_text, after)
    with interrupts_wait():
        from hashi_solver.solver import solve as search  # noqa: PLC0415 - help must not pay for ortools

    with live_status("looking for a play") as tell:
        solution = search(
            question.state,
            question.to_come,
            time_limit=time_limit,
            workers=workers,
            target=target,
            played=question.played,
            on_progress=None if tell is None else lambda progress: tell(_so_far(progress)),
        )
    found = _record_of(solution)
    if svg is not None:
        write_text(svg, board_svg(solution.final, label=f"{solution.score} points on {solution.game.layout.name}"))
        remark(f"{shown_path(svg)}: the final board")
    if record_file is not None:
        write_text(record_file, format_record(_kept(found, question, solution)))
        remark(f"{shown_path(record_file)}: the play")
    if as_json:
        print_json(solution_json(solution, target))
    else:
        _print(question, solution, found, target)
    return 0


def _question(
    record: Path | None,
    board: str | None,
    order: str | None,
    deck_file: Path | None,
    seed: str | None,
    start_text: str | None,
    after: Path | None,
) -> _Question:
    path = record or after
    if record is not None and after is not None:
        raise InputError("give RECORD or --after, not both: --after plays the rounds of the record, RECORD does not")
    box, file_deck = read_deck_file(deck_file) if deck_file is not None else (STANDARD_BOX, None)
    written = _written(record, after, board)
    deck = _deck(box, file_deck, written, path, order, seed)
    if path is not None:
        layout = layout_of(written, path, board)
    elif board is not None:
        layout = load_playable_layout(board)
    else:
        raise InputError("which board? say it with --layout; hashi layout list tells their ids")
    if after is not None:
        if start_text is not None:
            raise InputError("--after plays the start of its record; --start cannot change it")
        return _after(layout, deck, written, after)
    return _Question(written, deck, _opening(layout, written, path, start_text))


def _written(record: Path | None, after: Path | None, board: str | None) -> Record:
    if record is not None:
        return read_game(record, board)
    return Record() if after is None else read_named(after, board)


def _deck(
    box: tuple[Card, ...],
    file_deck: Deck | None,
    record: Record,
    path: Path | None,
    order: str | None,
    seed: str | None,
) -> Deck:
    given = {
        "the record": record.deck,
        "--deck": order,
        "--deck-file": file_deck,
        "--seed": seed,
    }
    named = [name for name, value in given.items() if value is not None]
    if not named:
        if path is not None:
            raise InputError("the record has no Deck line; give --deck, --deck-file or --seed", source=shown_path(path))
        raise InputError("which cards? give a record, --deck, --deck-file, --seed or --after")
    if len(named) > 1:
        raise InputError(f"{' and '.join(named)} give two orders of cards; only one can be played")
    try:
        if record.deck is not None:
            return deck_of(record.deck, box)
        if order is not None:
            return parse_deck(order, box)
    except InputError as error:
        raise error.at("--deck" if order is not None else shown_path(path or "")) from None
    if seed is not None:
        return deck_from_seed(checked_seed(seed), box)
    assert file_deck is not None
    return file_deck


def _opening(layout: Layout, record: Record, path: Path | None, start_text: str | None) -> State:
    """The position before the first card: a start from the call, from the record, or free (R2a)."""
    game, start, source = Game(layout), record.start, shown_path(path or "")
    if start_text is not None:
        start, source = None, "--start"
        if start_text.strip().lower() != FREE:
            try:
                start = parse_start(start_text)
            except InputError as error:
                raise error.at(source) from None
    if start is None:
        return empty(game)
    try:
        return begin(game, start.number, start.island)
    except IllegalError as error:
        raise InputError(str(error), source=source) from None


def _after(layout: Layout, deck: Deck, record: Record, path: Path) -> _Question:
    """The position after the rounds of a record; IllegalError where they break a rule."""
    if record.start is None:
        raise InputError("the record has no Start line, so nobody knows how it began (R2a)", source=shown_path(path))
    try:
        return _Question(record, deck, *played_so_far(Game(layout), record, deck.cards))
    except InputError as error:
        raise error.at(shown_path(path)) from None
    except IllegalError as error:
        raise IllegalError(_with_source(error.violations, path)) from None


def _with_source(found: tuple[Violation, ...], path: Path) -> tuple[Violation, ...]:
    first = found[0]
    message = f"{first.message}, so there is no best play after {shown_path(path)}"
    return (Violation(first.rule, first.round, first.islands, message), *found[1:])


def _so_far(progress: Progress) -> str:
    return f"best so far {progress.best}, more than {progress.bound} is ruled out (Ctrl-C to stop)"


def _record_of(solution: Solution) -> Record:
    layout = solution.game.layout
    start = WrittenStart.of(layout, solution.start)
    return record_of(solution.game, solution.deck, start, solution.turns)


def _kept(found: Record, question: _Question, solution: Solution) -> Record:
    """The record for a file: a challenge keeps its code, so that the play can be held against those of others."""
    asked = question.asked
    deal = deal_of(asked, solution.game.layout)
    if deal is None or deal.start not in (None, solution.start):
        return found
    named = None if asked.layout in layout_ids() else asked.layout
    hidden = False if deal.kind == "flip" else None
    return replace(found, challenge=asked.challenge, layout=named, deck=None, hidden=hidden)


def _print(question: _Question, solution: Solution, found: Record, target: int | None) -> None:
    free = " (of your choice)" if question.state.start is None else ""
    after = f", after round {question.state.round}" if question.played else ""
    click.echo(f"{solution.game.layout.name}, start {found.start}{free}{after}\n")
    print_board(solution.final)
    click.echo()
    print_rounds(judge_record(solution.game, found, box=()))
    click.echo()
    for line in breakdown_lines(solution.breakdown, solution.final):
        click.echo(line)
    click.echo(f"total               {solution.score:>4}  {solution.title}")
    click.echo(f"\n{_claim(solution, target)} ({solution.seconds:.2f} s)")


def _claim(solution: Solution, target: int | None) -> str:
    """What is known, in one sentence."""
    if target is not None:
        reached = solution.reaches(target)
        if reached:
            return f"{target} can be reached: this play has {solution.score}"
        if reached is False:
            return f"proven: {target} cannot be reached, more than {solution.bound} is ruled out"
        return f"open: this play has {solution.score}, and {target} is not ruled out"
    if solution.status == "optimal":
        return f"proven: no play of these cards has more than {solution.score}"
    return f"at most {solution.bound}: this play has {solution.score}, and the search ended before more was proven"
