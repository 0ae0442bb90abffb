"""`hashi hint`: what can still be had, where to look, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver.cards import STANDARD_BOX, Card, deck_of
from hashi_solver.cli.common import (
    FILE,
    board_option,
    checked_seed,
    deck_file_option,
    examples,
    json_option,
    layout_of,
    live_status,
    print_json,
    read_game,
)
from hashi_solver.cli.review import deal_of, was_hidden
from hashi_solver.documents.hints import hidden_hint_json, open_hint_json
from hashi_solver.errors import InputError
from hashi_solver.interrupts import interrupts_wait
from hashi_solver.notation.decks import parse_card, read_deck_file
from hashi_solver.notation.files import shown_path
from hashi_solver.notation.records import format_turn
from hashi_solver.referee import played_so_far
from hashi_solver.rules import Game, State, Turn, Written, empty, play_of, with_start

if TYPE_CHECKING:
    from hashi_solver.review.hint import HiddenHint, Hint

ORDERS = 20


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands, and what is known of the cards."""

    state: State
    first: State  # before the first card, or before the start where that was free
    deck: tuple[Card, ...]
    card: Card | None  # the one that is turned; None where nobody says
    unseen: tuple[Card, ...]
    hidden: bool
    written: Written | None = None  # in mid-round, with all cards known


@click.command(epilog=examples("hashi hint my-game.txt", "hashi hint my-game.txt --level 3 --hidden --card 5/3"))
@click.argument("record", metavar="RECORD|CODE", type=FILE)
@click.option("--level", type=click.IntRange(1, 3), default=1, show_default=True, metavar="N", help="How much to tell.")
@board_option()
@deck_file_option()
@click.option("--hidden/--open", "hidden", default=None, help="Whether the cards to come are hidden.")
@click.option("--card", "card_text", metavar="5/3", help="The card that is turned, where they are hidden.")
@click.option(
    "--orders",
    type=click.IntRange(5, 1000),
    default=ORDERS,
    show_default=True,
    metavar="N",
    help="So many orders of the hidden cards are sampled.",
)
@click.option("--seed", default="1", show_default=True, metavar="TEXT", help="The same seed samples the same orders.")
@json_option
def hint(
    record: Path,
    level: int,
    board: str | None,
    deck_file: Path | None,
    hidden: bool | None,
    card_text: str | None,
    orders: int,
    seed: str,
    as_json: bool,
) -> None:
    """Advice from the position that a record has reached.

    Level 1 tells what can still be had, level 2 also where to look, level 3 also a best turn.

    With --hidden, for records with the line "Played: hidden" and for challenges to flip the cards to come count as
    unknown: the advice is what holds over sampled orders of them, with how sure that is. The Deck line may then list
    only the cards that were turned.
    """
    position = _position(record, board, deck_file, hidden, card_text)
    if position.state.over:
        raise InputError("this game is over; hashi review tells where its points went", source=shown_path(record))
    if not as_json:
        click.echo("\n".join(hint_lines(position, level, orders, checked_seed(seed))))
    elif position.hidden:
        sampled = _hidden_hint(position, level, orders, checked_seed(seed))
        print_json(hidden_hint_json(position.state, position.card, sampled, orders, level))
    else:
        found, optimum = _open_hint(position, level)
        print_json(open_hint_json(position.state, found, level, optimum))


def hint_lines(position: Position, level: int, orders: int = ORDERS, seed: str = "1") -> list[str]:
    """The advice for people, a line a sentence."""
    if position.hidden:
        return _hidden_lines(position, _hidden_hint(position, level, orders, seed), orders, level)
    found, optimum = _open_hint(position, level)
    return _open_lines(position, found, level, optimum)


def _open_hint(position: Position, level: int) -> tuple[Hint, int]:
    """The advice, and what was possible at the beginning."""
    with interrupts_wait():
        from hashi_solver.review import hint as advice  # noqa: PLC0415 - help must not pay for ortools
        from hashi_solver.review.work import proven  # noqa: PLC0415
        from hashi_solver.solver import solve  # noqa: PLC0415
    optimum = proven(solve(position.first, position.deck)).score
    cards = position.deck[position.state.round :]
    return advice.hint(position.state, cards, level, optimum=optimum, written=position.written), optimum


def _hidden_hint(position: Position, level: int, orders: int, seed: str) -> HiddenHint:
    if level > 1 and position.card is None:
        raise InputError("which card is turned? say it with --card, for instance --card 5/3")
    with interrupts_wait():
        from hashi_solver.review import hint as advice  # noqa: PLC0415 - help must not pay for ortools
    with live_status("weighing the orders") as tell:
        return advice.hidden_hint(
            position.state,
            position.card,
            position.unseen,
            level,
            orders=orders,
            seed=seed,
            on_progress=None if tell is None else lambda share: tell(f"weighing the orders: {share:.0%}"),
        )


def _position(
    path: Path, board: str | None, deck_file: Path | None, hidden: bool | None, card_text: str | None
) -> Position:
    record = read_game(path, board)
    layout = layout_of(record, path, board)
    box, order = read_deck_file(deck_file) if deck_file else (STANDARD_BOX, None)
    deck = record.deck or (order.cards if order is not None else ())
    game = Game(layout)
    is_hidden = was_hidden(record, layout) if hidden is None else hidden
    try:
        if not is_hidden:
            if card_text is not None:
                raise InputError("--card is for games whose cards to come are hidden; add --hidden")
            if not deck:
                raise InputError("the record has no Deck line; with --hidden and --card it needs none (R1d)")
            deck = deck_of(deck, box).cards
        state, _ = played_so_far(game, record, deck)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    fixed = deal.start if (deal := deal_of(record, layout)) is not None else None
    first = empty(game) if fixed is None else with_start(empty(game), fixed)
    if not is_hidden:
        return Position(state, first, deck, deck[state.round] if not state.over else None, (), False)
    if state.start is None:
        raise InputError("the record has no Start line, and without foresight one start is much like another (R2a)")
    card = parse_card(card_text) if card_text is not None else deck[state.round] if len(deck) > state.round else None
    turned = (*deck[: state.round], *(() if card is None else (card,)))
    return Position(state, first, deck, card, _unseen(box, turned), True)


def _unseen(box: tuple[Card, ...], turned: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(box)
    for card in turned:
        if card not in left:
            raise InputError(f"the card {card} is turned, but it is not in the box, or not so often (R1c)")
        left.remove(card)
    return tuple(left)


def _open_lines(position: Position, found: Hint, level: int, optimum: int) -> list[str]:
    state = position.state
    if state.start is None:
        lines = [f"{found.possible} can be had"]
    elif found.nothing_lost:
        lines = [f"{optimum} can still be had: nothing is lost so far"]
    else:
        lines = [f"{optimum} can no longer be had, {found.possible} can"]
    if level > 1:
        lines += _where(position, found)
    if found.start is not None:
        lines.append(f"a best start: {found.start.number}@{state.game.layout.islands[found.start.island].name}")
    if found.turn is not None and position.card is not None:
        lines.append(f"a best turn with {position.card}: {_turn(state, position.card, found.turn)}")
    return lines


def _where(position: Position, found: Hint) -> list[str]:
    from hashi_solver.review.hint import regions  # noqa: PLC0415

    state, card, layout = position.state, position.card, position.state.game.layout
    islands = [place for place in found.places if place is not None]
    what = "the start" if state.start is None or card is None else f"the {card.number}"
    lines = []
    if position.written is not None:
        pass  # the number is behind us
    elif not islands:
        lines.append(f"{what} is better not written now")
    elif len(found.places) <= found.of // 2:
        places = "one place" if len(islands) == 1 else f"{len(islands)} places"
        lines.append(f"{what} matters, {places} will do: look at the {', the '.join(regions(layout, islands))}")
    else:
        lines.append(f"{what} can go to many places: {len(found.places)} of {found.of} choices will do")
    if state.start is not None:
        ends = {end for line in found.lines for end in (layout.lines[line].a, layout.lines[line].b)}
        names = ", ".join(layout.islands[end].name for end in sorted(ends))
        lines.append(f"every best turn draws at {names}" if names else "no bridge must be drawn just now")
    return lines


def _turn(state: State, card: Card, turn: Turn) -> str:
    return format_turn(play_of(state.game.layout, card, turn))


def _hidden_lines(position: Position, found: HiddenHint, orders: int, level: int) -> list[str]:
    from hashi_solver.review.hint import regions  # noqa: PLC0415

    state, card = position.state, position.card
    layout = state.game.layout
    low, high = min(found.totals), max(found.totals)
    lines = [
        f"{found.mean:.1f} ±{found.error:.1f} can be had on the mean of {orders} orders of the cards to come "
        f"({low} to {high}), by somebody who knew the order"
    ]
    if level > 1 and card is not None:
        place, count = next(iter(found.places.items()))
        if place is None:
            lines.append(f"not to write the {card.number} keeps what is possible in {count} of {orders} orders")
        else:
            where = regions(layout, [place])[0]
            lines.append(f"look at the {where}: a place for the {card.number} there does in {count} of {orders} orders")
    if found.turn is not None and card is not None:
        lines.append(f"a good turn with {card}: {_turn(state, card, found.turn)}")
        lead = "no other turn was best in any"
        if found.lead is not None:
            lead = f"against the next best turn it is {found.lead:+.1f} ±{found.lead_error:.1f}"
        lines.append(f"in {orders} other orders it loses nothing in {found.kept}; {lead}")
    return lines
