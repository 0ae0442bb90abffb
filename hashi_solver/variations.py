"""Variations of a known play that change the number or the bridges of its first round.

Two rounds swap what they do, or share it differently, so that the final board stays mostly the same. A variation may
be illegal or worth less: replaying it tells, in a hundredth of the time of a search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hashi_solver.cards import Card
from hashi_solver.rules import Turn

Turns = tuple[Turn, ...]


def other_numbers(turns: Turns, cards: Sequence[Card], islands: int) -> Iterator[Turns]:
    """Yield plays that write the first number elsewhere or nowhere; a later round may then write on its island."""
    here = turns[0].number_on
    writer = {turn.number_on: later for later, turn in enumerate(turns) if later and turn.number_on is not None}
    alike = [later for later, card in enumerate(cards) if later and card.number == cards[0].number]
    for place in (None, *range(islands)):
        if place == here:
            continue
        moved = {0: place}
        if place in writer:
            moved[writer[place]] = None
            yield _with_numbers(turns, moved | {writer[place]: here})
        yield _with_numbers(turns, moved)
        if here is not None:
            for later in alike:
                yield _with_numbers(turns, moved | {later: here})


def other_drawings(turns: Turns, cards: Sequence[Card], lines: int) -> Iterator[Turns]:
    """Yield plays that swap the first bridges with those of a later round, or one of them with any other bridge."""
    first = turns[0].lines
    for later, turn in enumerate(turns):
        if later and cards[later].bridges == cards[0].bridges:
            yield _with_lines(turns, {0: turn.lines, later: first})
    for one in dict.fromkeys(first):
        for later, turn in enumerate(turns):
            for other in dict.fromkeys(turn.lines) if later else ():
                yield _with_lines(turns, {0: _instead(first, one, other), later: _instead(turn.lines, other, one)})
        for other in range(lines):
            yield _with_lines(turns, {0: _instead(first, one, other)})


def _with_numbers(turns: Turns, places: dict[int, int | None]) -> Turns:
    return tuple(replace(turn, number_on=places.get(at, turn.number_on)) for at, turn in enumerate(turns))


def _with_lines(turns: Turns, lines: dict[int, tuple[int, ...]]) -> Turns:
    return tuple(replace(turn, lines=lines.get(at, turn.lines)) for at, turn in enumerate(turns))


def _instead(lines: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    left = list(lines)
    left[left.index(one)] = other
    return tuple(sorted(left))
