"""Boards to test with: drawn by hand, drawn by hypothesis, or from a seed; and their mirrored and turned copies."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hypothesis import strategies as st

from hashi_solver.board import Layout, Pair
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.rules import (
    PASS,
    Game,
    Play,
    State,
    Turn,
    advance,
    apply,
    begin,
    legal_bridges,
    legal_numbers,
    play_of,
    turn_of,
)


def board(*grid: str, no_line: Iterable[Pair] = (), name: str = "test") -> Layout:
    return Layout("test", name, grid, tuple(no_line))


# Tiny boards. What each is for stands beside it.
ROW = board("o.o.o")  # three in a row
TRIO = board("o.o", "...", "o..")  # a corner
CROSS = board(".o.", "o.o", ".o.")  # two lines, which cross
PLUS = board("..o..", ".....", "o.o.o", ".....", "..o..")  # one island with four neighbours
BLOCK = board("o.o.o", ".....", "o.o.o")  # six islands, seven lines, nothing crosses
FLAGGED = board("o.r", "...", "b.o")  # each flag between two islands without
CLOSE = board("oo", "oo")  # no sea at all
LATTICE = board(".o.o.", "o...o", ".o.o.", name="Lattice")  # one line that crosses two
MIXED = board("o.r..", "..o.b", ".....", "o...o", no_line=[("A1", "C1")])  # flags, a crossing, a line taken away
TINY = (ROW, TRIO, CROSS, PLUS, BLOCK, FLAGGED, CLOSE, LATTICE, MIXED)

# Boards with all that R1a asks for. The second leaves row 2 empty and takes one line away.
STANDARD = board(
    "o...r.o",
    "..o..o.",
    "r..o..b",
    "..o.o..",
    "b..o..r",
    "..o..r.",
    ".o.b..o",
    name="Standard",
)
SPARSE = board(
    "o.r.o.o",
    ".......",
    "o.o.b.r",
    ".o...o.",
    "b.o.o.o",
    ".r.....",
    "o..b.r.",
    no_line=[("C1", "C3")],
    name="Sparse",
)


def pairs(text: str) -> tuple[Pair, ...]:
    """Read bridges as people write them: `A1-C1` is one, `A1=C1` two."""
    found: list[Pair] = []
    for word in text.split():
        one, other = word.replace("=", "-").split("-")
        found += [(one, other)] * (2 if "=" in word else 1)
    return tuple(found)


def turn(layout: Layout, number_on: str | None = None, bridges: str = "") -> Turn:
    return turn_of(layout, number_on, pairs(bridges))


def game_of(layout: Layout, rounds: int | None = None, group: int = 6) -> Game:
    return Game(layout, group=group) if rounds is None else Game(layout, (rounds, 0, 0), group)


Step = tuple[str, str | None, str]  # the card `n/k`, the island that gets the number, the bridges


def card(text: str) -> Card:
    number, bridges = text.split("/")
    return Card(int(number), int(bridges))


def played(game: Game, start: str, *steps: Step) -> State:
    """Return the position after a start such as `4@C3` and these legal rounds."""
    number, island = start.split("@")
    state = begin(game, int(number), island)
    for what, number_on, bridges in steps:
        state = apply(state, card(what), turn(game.layout, number_on, bridges))
    return state


def passed(state: State, until: int) -> State:
    """Return the same position after passes up to the end of round `until`."""
    while state.round < until:
        state = apply(state, Card(1, 1), PASS)
    return state


# The eight views of a board.


class View(NamedTuple):
    """Return a mirrored or turned copy of a layout, and the new name of each island."""

    layout: Layout
    names: dict[str, str]


Place = tuple[int, int]
Move = Callable[[int, int, int, int], Place]
MOVES: dict[str, Move] = {
    "as it is": lambda column, row, columns, rows: (column, row),
    "left to right": lambda column, row, columns, rows: (columns - 1 - column, row),
    "top to bottom": lambda column, row, columns, rows: (column, rows - 1 - row),
    "half a turn": lambda column, row, columns, rows: (columns - 1 - column, rows - 1 - row),
    "a quarter right": lambda column, row, columns, rows: (rows - 1 - row, column),
    "a quarter left": lambda column, row, columns, rows: (row, columns - 1 - column),
    "along the diagonal": lambda column, row, columns, rows: (row, column),
    "along the other": lambda column, row, columns, rows: (rows - 1 - row, columns - 1 - column),
}


def cell_name(place: Place) -> str:
    column, row = place
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column] + str(row + 1)


def view(layout: Layout, move: Move) -> View:
    rows, columns = len(layout.grid), len(layout.grid[0])
    cells: dict[Place, str] = {}
    names: dict[str, str] = {}
    for row, text in enumerate(layout.grid):
        for column, cell in enumerate(text):
            place = move(column, row, columns, rows)
            cells[place] = cell
            names[cell_name((column, row))] = cell_name(place)
    wide = max(column for column, _ in cells) + 1
    high = max(row for _, row in cells) + 1
    grid = tuple("".join(cells[column, row] for column in range(wide)) for row in range(high))
    no_line = tuple((names[one], names[other]) for one, other in layout.no_line)
    return View(Layout(layout.id, layout.name, grid, no_line), names)


def views(layout: Layout) -> Iterator[View]:
    for move in MOVES.values():
        yield view(layout, move)


def renamed(turn: Turn, layout: Layout, to: View) -> Turn:
    """The same turn on a mirrored or turned board."""
    play = play_of(layout, Card(1, 1), turn)
    on = None if play.island is None else to.names[play.island]
    return turn_of(to.layout, on, [(to.names[one], to.names[other]) for one, other in play.bridges])


# Boards from a seed, and from hypothesis.


def drawn(columns: int, rows: int, flags: dict[Place, str]) -> tuple[str, ...]:
    """A grid with these cells (`o`, `r` or `b`) in it."""
    return tuple("".join(flags.get((column, row), ".") for column in range(columns)) for row in range(rows))


def neighbours(grid: tuple[str, ...]) -> list[Pair]:
    """Islands with only sea between them, found by looking along every row and column."""
    found: list[Pair] = []
    turned = tuple("".join(text[column] for text in grid) for column in range(len(grid[0])))
    for texts, flip in ((grid, False), (turned, True)):
        for y, text in enumerate(texts):
            at = [x for x, cell in enumerate(text) if cell != "."]
            for one, other in itertools.pairwise(at):
                ends = ((y, one), (y, other)) if flip else ((one, y), (other, y))
                found.append((cell_name(ends[0]), cell_name(ends[1])))
    return found


def seeded_layout(
    seed: int, islands: int = 5, columns: int = 4, rows: int = 3, flags: int = 2, crossing: bool = False
) -> Layout:
    """Return a board of this size: at least one island without a flag, one line, and a crossing if wanted."""
    rng = random.Random(seed)
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    while True:
        places = rng.sample(cells, islands)
        marks = [rng.choice("rb") for _ in range(min(rng.randint(0, flags), islands - 1))]
        grid = drawn(columns, rows, dict(zip(places, [*marks, *"o" * (islands - len(marks))], strict=True)))
        lines = neighbours(grid)
        if lines:
            gone = [pair for pair in lines[1:] if rng.random() < 0.1]
            layout = Layout(f"seed-{seed}", f"Seed {seed}", grid, tuple(gone))
            if layout.crossings or not crossing:
                return layout


def seeded_cards(seed: int, count: int) -> tuple[Card, ...]:
    return tuple(random.Random(seed).sample(STANDARD_BOX, count))


@st.composite
def layouts(draw: st.DrawFn, most_islands: int = 6, widest: int = 5) -> Layout:
    """Any small board on which a game can begin: not only square ones, some with flags, some with lines gone."""
    columns, rows = draw(st.integers(1, widest)), draw(st.integers(1, widest))
    cells = [(column, row) for row in range(rows) for column in range(columns)]
    places = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=min(most_islands, len(cells)), unique=True))
    marks = ["o", *(draw(st.sampled_from("ooorb")) for _ in places[1:])]
    grid = drawn(columns, rows, dict(zip(places, marks, strict=True)))
    lines = neighbours(grid)
    gone = draw(st.lists(st.sampled_from(lines), max_size=2, unique=True)) if lines else []
    return Layout("drawn", "Drawn", grid, tuple(gone))


# Boards that hypothesis drew tend to be very small ones; those from a seed have lines enough to play on.
full_of_lines = st.builds(
    seeded_layout,
    seed=st.integers(0, 2**32),
    islands=st.integers(4, 7),
    columns=st.integers(3, 6),
    rows=st.integers(3, 5),
    flags=st.integers(0, 4),
    crossing=st.booleans(),
)
cards = st.sampled_from(STANDARD_BOX)
decks = st.lists(cards, min_size=2, max_size=8, unique=True).map(tuple)


def random_turn(rng: random.Random, state: State, card: Card) -> Turn:
    """Return a legal turn that writes and draws more often than it passes."""
    numbers = list(legal_numbers(state, card))
    on = rng.choice(numbers) if numbers and rng.random() < 0.8 else None
    ways = list(legal_bridges(state, card, on))
    return Turn(on, rng.choice(ways[1:]) if len(ways) > 1 and rng.random() < 0.85 else ())


def random_start(rng: random.Random, game: Game) -> State:
    plain = [island.name for island in game.layout.islands if not island.flag]
    return begin(game, rng.choice((3, 4)), rng.choice(plain))


def random_game(rng: random.Random, game: Game, deck: Iterable[Card]) -> Iterator[tuple[State, Card, Turn, State]]:
    """A legal game, round by round: before, card, turn, after."""
    state = random_start(rng, game)
    for card in deck:
        turn = random_turn(rng, state, card)
        after = advance(state, card, turn)
        yield state, card, turn, after
        state = after


def mutated(rng: random.Random, play: Play, card: Card, layout: Layout) -> Play:
    """Return the turn with one thing changed, legal or not."""
    names = [island.name for island in layout.islands]
    anywhere = [*names, "Z99"]
    lines = [(names[line.a], names[line.b]) for line in layout.lines]
    bridges = list(play.bridges)
    what = rng.randrange(8)
    if what == 0:
        return Play(card.number, rng.choice(anywhere), play.bridges)
    if what == 1:
        return Play(None, None, play.bridges)
    if what == 2 and play.island is not None:
        return Play(rng.randint(1, 9), play.island, play.bridges)
    if what == 3 and bridges:
        bridges.pop(rng.randrange(len(bridges)))
    elif what == 4:
        bridges.insert(rng.randint(0, len(bridges)), (rng.choice(anywhere), rng.choice(anywhere)))
    elif what == 5 and bridges:
        bridges.append(rng.choice(bridges))
    elif lines and bridges and what == 6:
        bridges[rng.randrange(len(bridges))] = rng.choice(lines)
    elif lines:
        bridges = [rng.choice(lines) for _ in range(card.bridges)]
    rng.shuffle(bridges)
    return Play(play.number, play.island, tuple(bridges))
