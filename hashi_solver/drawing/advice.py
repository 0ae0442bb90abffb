"""Advice in sentences, a line each."""

from __future__ import annotations

from hashi_solver.cards import Card
from hashi_solver.notation.records import format_turn
from hashi_solver.review.hint import HiddenHint, Hint, regions
from hashi_solver.rules import State, Turn, Written, play_of


def open_lines(
    state: State, card: Card | None, found: Hint, optimum: int, level: int, written: Written | None = None
) -> list[str]:
    """Return the advice for a player who sees all cards. `optimum` was possible at the beginning."""
    if state.start is None:
        lines = [f"{found.possible} is the most you can reach"]
    elif found.nothing_lost:
        lines = [f"You can still reach {optimum}: nothing is lost so far"]
    else:
        lines = [f"{found.possible} is the most you can still reach ({optimum} is gone)"]
    if level > 1:
        lines += _where(state, card, found, written)
    if found.start is not None:
        lines.append(f"A best start: {found.start.number}@{state.game.layout.islands[found.start.island].name}")
    if found.turn is not None and card is not None:
        lines.append(f"A best turn with {card}: {_turn(state, card, found.turn)}")
    return lines


def _where(state: State, card: Card | None, found: Hint, written: Written | None) -> list[str]:
    layout = state.game.layout
    islands = [place for place in found.places if place is not None]
    what = "the start" if state.start is None or card is None else f"the {card.number}"
    lines = []
    if written is not None:
        pass  # the number is behind us
    elif not islands:
        lines.append(f"Better not to write {what} now")
    elif len(found.places) <= found.of // 2:
        keep = f"one place for {what} keeps" if len(islands) == 1 else f"{len(islands)} places for {what} keep"
        where = " and the ".join(regions(layout, islands))
        lines.append(f"Only {keep} {found.possible}; look in the {where}")
    else:
        lines.append(f"Many places for {what} keep {found.possible}: {len(found.places)} of {found.of} choices")
    if state.start is not None:
        ends = {end for line in found.lines for end in (layout.lines[line].a, layout.lines[line].b)}
        names = ", ".join(layout.islands[end].name for end in sorted(ends))
        lines.append(f"Every best turn draws at {names}" if names else "No bridge has to be drawn just now")
    return lines


def _turn(state: State, card: Card, turn: Turn) -> str:
    return format_turn(play_of(state.game.layout, card, turn))


def hidden_lines(state: State, card: Card | None, found: HiddenHint, orders: int, level: int) -> list[str]:
    """Return the advice for a player who cannot see the cards to come, over `orders` possible orders."""
    layout = state.game.layout
    low, high = min(found.totals), max(found.totals)
    lines = [
        f"Over {orders} possible orders, a player who saw the cards coming would average "
        f"{found.mean:.1f} ±{found.error:.1f} ({low} to {high})"
    ]
    if level > 1 and card is not None:
        place, count = next(iter(found.places.items()))
        if place is None:
            lines.append(f"Not writing the {card.number} keeps the best total in {count} of {orders} orders")
        else:
            where = regions(layout, [place])[0]
            lines.append(
                f"A place for the {card.number} in the {where} keeps the best total in {count} of {orders} orders"
            )
    if found.turn is not None and card is not None:
        lines.append(f"A good turn with {card}: {_turn(state, card, found.turn)}")
        lines.append(f"Over {orders} other orders it loses nothing in {found.kept}; {_lead(found)}")
    return lines


def _lead(found: HiddenHint) -> str:
    if found.lead is None:
        return "no other turn was best in any"
    if round(found.lead, 1) == 0:
        return "it is no better than the next best turn"
    than = "better" if found.lead > 0 else "worse"
    return f"it averages {abs(found.lead):.1f} ±{found.lead_error:.1f} {than} than the next best turn"
