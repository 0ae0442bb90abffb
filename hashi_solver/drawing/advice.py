"""Advice in sentences, a line each."""

from __future__ import annotations

from hashi_solver.cards import Card
from hashi_solver.notation.records import format_turn
from hashi_solver.review.hint import HiddenHint, Hint, regions
from hashi_solver.rules import State, Turn, Written, play_of


def open_lines(
    state: State, card: Card | None, found: Hint, optimum: int, level: int, written: Written | None = None
) -> list[str]:
    """Return the advice for one who sees all cards, `optimum` being what was possible at the beginning."""
    if state.start is None:
        lines = [f"{found.possible} can be had"]
    elif found.nothing_lost:
        lines = [f"{optimum} can still be had: nothing is lost so far"]
    else:
        lines = [f"{optimum} can no longer be had, {found.possible} can"]
    if level > 1:
        lines += _where(state, card, found, written)
    if found.start is not None:
        lines.append(f"a best start: {found.start.number}@{state.game.layout.islands[found.start.island].name}")
    if found.turn is not None and card is not None:
        lines.append(f"a best turn with {card}: {_turn(state, card, found.turn)}")
    return lines


def _where(state: State, card: Card | None, found: Hint, written: Written | None) -> list[str]:
    layout = state.game.layout
    islands = [place for place in found.places if place is not None]
    what = "the start" if state.start is None or card is None else f"the {card.number}"
    lines = []
    if written is not None:
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


def hidden_lines(state: State, card: Card | None, found: HiddenHint, orders: int, level: int) -> list[str]:
    """Return the advice for one who does not see the cards to come, over so many orders of them."""
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
