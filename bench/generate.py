"""Writes bench/positions.txt: `python -m bench.generate`. Run again, it writes the same.

Three players who do not know the coming cards make the positions. All of them look at some legal turns and weigh them
by what the paper is worth afterwards: the sensible one takes the best, the random one any, the bad one the worst
of a few, and passes often.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from bench.problems import BOARDS, POSITIONS
from hashi_solver.board import Layout
from hashi_solver.cards import MOST_NUMBER, STANDARD_BOX, Card
from hashi_solver.rules import Game, Start, State, Turn, advance, empty, legal_bridges, legal_numbers, with_start

HEADER = """\
# The benchmark set, written by bench/generate.py: name | deck | start | the turns played so far
"""
FULL_GAMES = 5
ROUNDS = (3, 6, 9, 12)
PLAYERS = ("sensible", "random", "bad")

T = TypeVar("T")


class Dice:
    """Chance from `Random.random()` alone, the one method whose values Python keeps across versions."""

    def __init__(self, seed: str) -> None:
        self._random = Random(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def pick(self, things: Sequence[T]) -> T:
        return things[int(self._random.random() * len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        left = list(things)
        return [left.pop(int(self._random.random() * len(left))) for _ in things]


def main() -> None:
    POSITIONS.write_text(HEADER + "".join(f"{line}\n" for line in _everything()), encoding="ascii")


def _everything() -> Iterator[str]:
    for place, layout in enumerate(BOARDS):
        game = Game(layout)
        for turn in range(1, FULL_GAMES + 1):
            yield _full(f"{layout.id}-fixed-{turn}", game)
        for turn in range(1, FULL_GAMES + 1):
            name = f"{layout.id}-free-{turn}"
            yield f"{name} | {_deck_text(_deck(Dice(name)))} | free |"
        for shift, player in enumerate(PLAYERS):
            for rounds in ROUNDS:
                yield _midgame(f"{layout.id}-{player}-{rounds:02}-1", game, player, rounds)
            again = ROUNDS[(place + shift) % len(ROUNDS)]
            yield _midgame(f"{layout.id}-{player}-{again:02}-2", game, player, again)


def _full(name: str, game: Game) -> str:
    dice = Dice(name)
    deck = _deck(dice)
    start = _start(game, "random", dice)
    return f"{name} | {_deck_text(deck)} | {_start_text(game.layout, start)} |"


def _midgame(name: str, game: Game, player: str, rounds: int) -> str:
    dice = Dice(name)
    deck = _deck(dice)
    start = _start(game, player, dice)
    state = with_start(empty(game), start)
    turns = []
    for card in deck[:rounds]:
        turn = _turn(state, card, player, dice)
        turns.append(_turn_text(game.layout, turn))
        state = advance(state, card, turn)
    return f"{name} | {_deck_text(deck)} | {_start_text(game.layout, start)} | {'; '.join(turns)}"


def _deck(dice: Dice) -> list[Card]:
    return dice.shuffled(STANDARD_BOX)[:-1]


def _start(game: Game, player: str, dice: Dice) -> Start:
    plain = [island.index for island in game.layout.islands if not island.flag]
    number = dice.pick((3, 4))
    if player == "random":
        return Start(number, dice.pick(plain))
    by_lines = sorted(plain, key=lambda island: len(game.layout.lines_at[island]))
    return Start(number, dice.pick(by_lines[-4:] if player == "sensible" else by_lines[:4]))


def _turn(state: State, card: Card, player: str, dice: Dice) -> Turn:
    if player == "random":
        return next(_some_turns(state, card, dice, 1, passing=0.1))
    if player == "sensible":
        return max(_some_turns(state, card, dice, 1500, passing=0.05), key=lambda turn: _worth(state, card, turn))
    return min(_some_turns(state, card, dice, 8, passing=0.3), key=lambda turn: _worth(state, card, turn))


def _some_turns(state: State, card: Card, dice: Dice, count: int, passing: float) -> Iterator[Turn]:
    """Return some legal turns, drawn with replacement: first the number, then the bridges."""
    places = list(legal_numbers(state, card))
    drawings: dict[int | None, list[tuple[int, ...]]] = {}
    for _ in range(count):
        on = None if not places or dice.chance(passing) else dice.pick(places)
        if on not in drawings:
            drawings[on] = list(legal_bridges(state, card, on))
        yield Turn(on, () if dice.chance(passing) else dice.pick(drawings[on]))


def _worth(state: State, card: Card, turn: Turn) -> float:
    """What is finished, what still can be, and flags within reach."""
    after = advance(state, card, turn)
    layout, room = after.game.layout, _room(after)
    flags = (*layout.red, *layout.blue)
    worth = 0.4 * after.finished_count + 2.0 * _still_possible(after, room)
    worth += sum(0.8 * bool(after.degrees[index]) + 1.0 * (after.finished >> index & 1) for index in flags)
    worth += sum(weight * bool(when) for weight, when in zip((3.0, 4.0, 3.0), after.done, strict=True))
    worth += 0.05 * sum(after.bridges) + 0.05 * sum(map(bool, after.numbers))
    return worth - sum(1.5 for index in flags if after.degrees[index] + room[index] < 1)


def _still_possible(state: State, room: Sequence[int]) -> int:
    """How many islands could be finished if any numbers came, 3 of each in all, and each island had its room alone."""
    used = Counter(state.numbers)
    begun, fits = 0, []
    for number, leading, more in zip(state.numbers, state.degrees, room, strict=True):
        if number:
            begun += number - leading <= more
        else:
            fits.append((max(leading, 1), min(leading + more, MOST_NUMBER)))
    coming = [number for number in range(1, MOST_NUMBER + 1) for _ in range(3 - used[number])]
    matched = 0
    for number in coming[: state.game.rounds - state.round]:
        takers = [fit for fit in fits if fit[0] <= number <= fit[1]]
        if takers:
            fits.remove(min(takers, key=lambda fit: fit[1]))
            matched += 1
    return begun + matched


def _room(state: State) -> list[int]:
    """How many bridges could still be drawn at each island, each neighbour taken by itself."""
    layout = state.game.layout
    closed = [bool(has) and has == leading for has, leading in zip(state.numbers, state.degrees, strict=True)]
    room = [0] * len(layout.islands)
    for line in layout.lines:
        if closed[line.a] or closed[line.b] or any(state.bridges[other] for other in layout.crossed_by[line.index]):
            continue
        left = 2 - state.bridges[line.index]
        for island, other in ((line.a, line.b), (line.b, line.a)):
            number = state.numbers[other]
            room[island] += min(left, (number or 6) - state.degrees[other])
    return room


def _deck_text(deck: Sequence[Card]) -> str:
    return " ".join(map(str, deck))


def _start_text(layout: Layout, start: Start) -> str:
    return f"{start.number}@{layout.islands[start.island].name}"


def _turn_text(layout: Layout, turn: Turn) -> str:
    on = "-" if turn.number_on is None else layout.islands[turn.number_on].name
    return " ".join((on, *(layout.lines[line].name for line in turn.lines)))


if __name__ == "__main__":
    main()
