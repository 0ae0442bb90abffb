"""The benchmark set: 200 positions on 8 boards, the same on every machine and with every Python.

`positions.txt` holds them as text, one a line, and is replayed through the rules when read; `generate.py` wrote it.
On each board there are 5 full games with a fixed start, 5 with a free start, and 5 positions each after rounds of
sensible, of random and of bad play (after 3, 6, 9 and 12 rounds, and one of them twice).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashi_solver.board import Layout
from hashi_solver.cards import Card, deck_of
from hashi_solver.errors import InputError
from hashi_solver.rules import Game, State, apply, begin, empty, turn_of

POSITIONS = Path(__file__).with_name("positions.txt")

# fmt: off
BOARDS: tuple[Layout, ...] = (
    Layout("b1", "20 lines, 5 crossings", (
        "....o.o..",
        "o.o....b.",
        "....o.o.r",
        ".........",
        "......o..",
        "..b.....r",
        ".......o.",
        "..r..b..o",
        "o..r...o.",
    )),
    Layout("b2", "21 lines, 8 crossings", (
        ".r.r.b.",
        "o.o.o.o",
        ".r...o.",
        "...o...",
        "b.r...o",
        ".o..b..",
        "o.o...o",
    ), (("C5", "G5"),)),
    Layout("b3", "22 lines, 4 crossings", (
        "b...o..",
        "o.r...o",
        ".o..o..",
        "o..o...",
        ".o..r.r",
        "o..b.r.",
        "b...o.o",
    )),
    Layout("b4", "22 lines, 10 crossings", (
        ".b....r",
        "b.r.oo.",
        "...o..b",
        ".o...o.",
        ".o..o.o",
        "..r..r.",
        "o..o..o",
    )),
    Layout("b5", "22 lines, 8 crossings", (
        ".r..o..o",
        "..o...o.",
        "r..b.r.o",
        "..b.o.r.",
        ".o...o..",
        "o.o.o..b",
    )),
    Layout("b6", "23 lines, 7 crossings", (
        "o.b..r.",
        ".......",
        ".oo...o",
        "r..o...",
        ".ro.o.r",
        "o..o.b.",
        ".o..o.b",
    )),
    Layout("b7", "24 lines, 4 crossings", (
        ".or..b",
        "oo.r.o",
        "b.r...",
        "ooo..o",
        "..b..o",
        "r..o.o",
    ), (("D2", "F2"),)),
    Layout("b8", "27 lines, no crossings", (
        "oooro",
        "boooo",
        "brror",
        "o..bo",
    )),
)
# fmt: on

KINDS = ("fixed", "free", "sensible", "random", "bad")
QUICK = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and the cards that are still to come in it. `deck` is all 17, those already played included."""

    name: str
    state: State
    deck: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deck[self.state.round :]

    @property
    def kind(self) -> str:
        return self.name.split("-")[1]


def problems(count: int | None = None) -> list[Problem]:
    """The whole set, or `count` of it: always the same ones, spread over boards and kinds alike."""
    everything = list(_read())
    if count is None:
        return everything
    return [everything[place] for place in sorted(_spread(len(everything))[:count])]


def quick() -> list[Problem]:
    """A fifth of the set: one problem of each kind on each board, no kind of position left out."""
    return problems(QUICK)


def problem(name: str) -> Problem:
    for found in _read():
        if found.name == name:
            return found
    raise InputError(f"the benchmark set has no problem {name}")


def _spread(total: int) -> list[int]:
    """An order of the set in which each stretch of 40 holds every board with every kind.

    The set lies board by board, kind by kind, 5 of each. Which of the 5 comes first shifts with board and kind,
    so that a stretch holds positions after 3, 6, 9 and 12 rounds as well.
    """
    each = total // (len(BOARDS) * len(KINDS))
    return [
        (board * len(KINDS) + kind) * each + (turn + 2 * board + 2 * kind) % each
        for turn in range(each)
        for kind in range(len(KINDS))
        for board in range(len(BOARDS))
    ]


def _read() -> Iterator[Problem]:
    games = {layout.id: Game(layout) for layout in BOARDS}
    for line in POSITIONS.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            yield _parse(games, line)


def _parse(games: dict[str, Game], line: str) -> Problem:
    """`name | deck | start | turns`: a turn is the island written on and the bridges drawn, as in a record."""
    name, deck_text, start, turns = (part.strip() for part in line.split("|"))
    game = games[name.split("-")[0]]
    deck = deck_of(tuple(_card(text) for text in deck_text.split())).cards
    if start == "free":
        return Problem(name, empty(game), deck)
    number, island = start.split("@")
    state = begin(game, int(number), island)
    for card, text in zip(deck, turns.split(";") if turns else (), strict=False):
        on, *bridges = text.split()
        pairs = [tuple(bridge.split("-")) for bridge in bridges]
        turn = turn_of(game.layout, None if on == "-" else on, [(one, other) for one, other in pairs])
        state = apply(state, card, turn)
    return Problem(name, state, deck)


@cache
def _card(text: str) -> Card:
    number, bridges = text.split("/")
    return Card(int(number), int(bridges))
