"""The benchmark for solvers: games in three tiers, as text, the same on every machine (docs/benchmark.md).

    python -m bench.instances                          write bench/instances.jsonl again, unchanged
    python -m bench.instances --out DIR [--format F]   write every game as a file for solvers, in four formats or in one

The first tier is for any solver, the second is the game as it is played, and the third is larger, or chosen because it
was slow.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from hashi_solver.board import Layout, board_findings
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.documents.instances import InstanceDocument, instance_json
from hashi_solver.errors import InputError
from hashi_solver.export import GameProblem, cp_sat_text, dimacs, minizinc, opb
from hashi_solver.notation.decks import parse_cards
from hashi_solver.notation.records import parse_start, parse_turn
from hashi_solver.record import Record
from hashi_solver.referee import played_so_far
from hashi_solver.rules import (
    Game,
    State,
    Turn,
    advance,
    begin,
    empty,
    legal_bridges,
    legal_numbers,
    legal_starts,
    with_start,
)
from hashi_solver.seeds import Stream

INSTANCES = Path(__file__).with_name("instances.jsonl")
HARD = Path(__file__).with_name("hard.txt")  # games that a search for slow ones found; they belong to the third tier
FORMATS = {".opb": opb, ".wcnf": dimacs, ".mzn": minizinc, ".txt": cp_sat_text}
CANDIDATES = 12


@dataclass(frozen=True)
class Instance:
    """A game of the benchmark, as its line says and as hashi understands it."""

    document: InstanceDocument

    @property
    def name(self) -> str:
        return self.document["name"]

    @property
    def tier(self) -> int:
        return int(self.name[1])

    @cached_property
    def deck(self) -> tuple[Card, ...]:
        return tuple(parse_cards(" ".join(self.document["cards"])))

    @cached_property
    def position(self) -> tuple[State, tuple[tuple[Card, Turn], ...]]:
        """The position, and the rounds that led to it."""
        said = self.document
        layout = Layout(said["name"], said["name"], tuple(said["grid"]), tuple((a, b) for a, b in said["no_line"]))
        game = Game(layout, tuple(said["piles"]), said["group"])
        if said["start"] is None:
            return empty(game), ()
        plays = tuple(parse_turn(text) for text in said["rounds"])
        record = Record(start=parse_start(said["start"]), plays=plays, deck=self.deck).resolved()
        return played_so_far(game, record, self.deck)

    @property
    def state(self) -> State:
        return self.position[0]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.deck[self.state.round :]

    def problem(self, at_least: int | None = None) -> GameProblem:
        return GameProblem(self.state, self.cards, self.document, at_least)


def instances(names: Sequence[str] = ()) -> list[Instance]:
    """Return the set with the games of bench/hard.txt, or those whose names begin with one of these."""
    lines = INSTANCES.read_text(encoding="ascii").splitlines()
    found = [*(Instance(json.loads(line)) for line in lines), *map(Instance, hard())]
    chosen = [each for each in found if not names or each.name.startswith(tuple(names))]
    if not chosen:
        raise InputError(f"no game of the benchmark has a name that begins with {' or '.join(names)}")
    return chosen


def hard() -> Iterator[InstanceDocument]:
    """Yield the games of bench/hard.txt: rows of the board | start or free | cards | what else is known."""
    if not HARD.exists():
        return
    for line in HARD.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            grid, start, cards = (cell.strip() for cell in line.split("|")[:3])
            name = f"t3-hard-{sha256(f'{grid}|{start}|{cards}'.encode()).hexdigest()[:6]}"
            game = Game(Layout(name, name, tuple(grid.split())))
            state = empty(game) if start == "free" else begin(game, int(start[0]), start[2:])
            yield instance_json(state, parse_cards(cards), name=name)


# How the set was made


def everything() -> Iterator[InstanceDocument]:
    yield from _first_tier()
    yield from _second_tier()
    yield from _third_tier()


def _first_tier() -> Iterator[InstanceDocument]:
    """Small games, and the last rounds of whole ones."""
    for number in range(1, 21):
        name = f"t1-small-{number:02}"
        islands = 6 + (number - 1) // 4
        layout = _board(name, islands, 5, 5, red=2, blue=1)
        game = Game(layout, _piles(islands - 1), group=3 if islands < 9 else 4)
        yield _opening(name, game, _deck(name, game.rounds), free=number % 2 == 0)
    for number in range(1, 11):
        name = f"t1-late-{number:02}"
        yield _late(name, Game(_board(name, 18, 7, 7)), rounds=10 + number % 3)


def _second_tier() -> Iterator[InstanceDocument]:
    """The game as it is played: 18 islands, 17 cards; two boards of three with as many crossings as come easily."""
    for number in range(1, 31):
        name = f"t2-{'free' if number % 2 == 0 else 'fixed'}-{number:02}"
        columns, rows = ((6, 6), (7, 7), (8, 6))[number % 3]
        layout = _tangle(name, 18, columns, rows) if number % 3 else _board(name, 18, columns, rows)
        yield _opening(name, Game(layout), _deck(name, 17), free=number % 2 == 0)


def _third_tier() -> Iterator[InstanceDocument]:
    """Larger boards, low cards first, with many crossings or none. To these come the games of bench/hard.txt."""
    for islands, columns, rows in ((24, 8, 8), (30, 9, 9), (36, 10, 10)):
        for number in range(1, 5):
            name = f"t3-tangle-{islands}-{number}"
            layout = _tangle(name, islands, columns, rows, **_flags(islands))
            yield _larger(name, layout, free=number % 2 == 0)
    for columns, rows in ((4, 6), (5, 5), (5, 6), (6, 6)):
        for number in range(1, 6):
            name = f"t3-lattice-{columns}x{rows}-{number}"
            yield _larger(name, _lattice(name, columns, rows), free=number % 2 == 0)


def _larger(name: str, layout: Layout, *, free: bool) -> InstanceDocument:
    """A board of more than 18 islands: a card fewer than islands, and a group that grows by one for every six."""
    islands = len(layout.islands)
    game = Game(layout, _piles(islands - 1), group=6 + (islands - 18) // 6)
    return _opening(name, game, _rising(name, islands - 1), free=free)


def _piles(rounds: int) -> tuple[int, ...]:
    """Three piles in the proportion of 7, 5 and 5."""
    first, second = round(rounds * 7 / 17), round(rounds * 5 / 17)
    return first, second, rounds - first - second


def _board(name: str, islands: int, columns: int, rows: int, *, red: int = 4, blue: int = 3) -> Layout:
    """Return the first board of a seed that is in one part, with two lines or more at each island."""
    chance = Stream(f"hashi benchmark board {name}")
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    while True:
        kinds = [*"r" * red, *"b" * blue, *"o" * (islands - red - blue)]
        kind_at = dict(zip(chance.shuffled(cells)[:islands], kinds, strict=True))
        grid = tuple("".join(kind_at.get((column, row), ".") for column in range(columns)) for row in range(rows))
        layout = Layout(name, name, grid)
        rules = {finding.rule for finding in board_findings(layout)} - {"R1a", "R1b"}
        if not rules and all(len(lines) >= 2 for lines in layout.lines_at):
            return layout


def _flags(islands: int) -> dict[str, int]:
    """Return as many red and blue flags for each island as the game has."""
    return {"red": 4 * islands // 18, "blue": 3 * islands // 18}


def _tangle(name: str, islands: int, columns: int, rows: int, *, red: int = 4, blue: int = 3) -> Layout:
    """Return of some boards the one with the most crossings and the fewest lines."""
    boards = [_board(f"{name}/{n}", islands, columns, rows, red=red, blue=blue) for n in range(CANDIDATES)]
    best = max(boards, key=lambda layout: layout.crossings - 2 * len(layout.lines))
    return Layout(name, name, best.grid)


def _lattice(name: str, columns: int, rows: int) -> Layout:
    """Return a board with an island in every cell, so that nothing crosses."""
    islands = columns * rows
    flags = _flags(islands)
    kinds = [*"r" * flags["red"], *"b" * flags["blue"]]
    cells = Stream(f"hashi benchmark board {name}").shuffled([*kinds, *"o" * (islands - len(kinds))])
    return Layout(name, name, tuple("".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)))


def _rising(name: str, count: int) -> tuple[Card, ...]:
    """Return the cards of a deck from the lowest up, with a few neighbours exchanged."""
    chance = Stream(f"hashi benchmark order {name}")
    cards = sorted(_deck(name, count))
    for _ in range(count):
        place = chance.below(count - 1)
        cards[place], cards[place + 1] = cards[place + 1], cards[place]
    return tuple(cards)


def _deck(name: str, count: int) -> tuple[Card, ...]:
    """Return this many cards, shuffled, from as many boxes as it takes."""
    chance = Stream(f"hashi benchmark cards {name}")
    cards: list[Card] = []
    while len(cards) < count:
        cards += chance.shuffled(STANDARD_BOX)
    return tuple(chance.shuffled(cards[:count]))


def _begun(name: str, game: Game) -> State:
    return with_start(empty(game), Stream(f"hashi benchmark start {name}").choice(list(legal_starts(game))))


def _opening(name: str, game: Game, deck: Sequence[Card], *, free: bool) -> InstanceDocument:
    return instance_json(empty(game) if free else _begun(name, game), deck, name=name)


def _late(name: str, game: Game, *, rounds: int) -> InstanceDocument:
    """Play some rounds at random, with a number and bridges wherever there is room."""
    chance = Stream(f"hashi benchmark play {name}")
    deck, state = _deck(name, game.rounds), _begun(name, game)
    played = []
    for card in deck[:rounds]:
        on = chance.choice([*legal_numbers(state, card)] or [None])
        drawings = [lines for lines in legal_bridges(state, card, on) if lines]
        turn = Turn(on, chance.choice(drawings) if drawings else ())
        played.append((card, turn))
        state = advance(state, card, turn)
    return instance_json(state, deck[rounds:], played, name)


def write() -> None:
    lines = [json.dumps(each, separators=(", ", ": ")) for each in everything()]
    INSTANCES.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="how the names begin: t1, t3-large-24 (default: all)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="write files for solvers into this folder")
    parser.add_argument("--format", choices=[ending[1:] for ending in FORMATS], help="only this format")
    options = parser.parse_args()
    if options.out is None:
        write()
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for instance in instances(options.names):
        for ending, writer in FORMATS.items():
            if options.format in (None, ending[1:]):
                (options.out / f"{instance.name}{ending}").write_text(writer(instance.problem()), encoding="utf-8")


if __name__ == "__main__":
    main()
