"""The search for games that are slow to prove: `python -m bench.hard search --seed one --minutes 10`.

It climbs: a board, a deck and a start are changed a little, and the change is kept if the proof got longer. A proof
is as long as its conflicts, the same number on every machine; a search is given up after `--cap`. The worst are kept
in bench/hard.txt. `python -m bench.hard` solves those again and compares the totals.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import click

from hashi_solver.board import Layout, board_findings
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.errors import Unproven
from hashi_solver.model import Descent, Model
from hashi_solver.notation.decks import format_cards, parse_cards
from hashi_solver.rules import START_NUMBERS, Game, State, begin, empty
from hashi_solver.seeds import Stream
from hashi_solver.solver import solve

HARD = Path(__file__).with_name("hard.txt")
HEADER = """\
# Games that are slow to prove, found by bench/hard.py, the slowest first:
# rows of the board | start, or free | deck in its order | best total | conflicts of the search that found it
# `?` for a total, and `+` after the conflicts: not proven when that search was given up.
"""
KEPT, ALIKE = 100, 4  # games in the file, and of one board among them
SIZES = ((3, 6), (4, 5), (5, 4), (5, 5), (5, 6), (6, 6), (7, 7))  # columns and rows of the boards to begin with
LAST = 3  # games of one climb
PATIENCE = 30  # changes in a row that bring nothing


@dataclass(frozen=True, slots=True)
class Point:
    """A game. `start` is empty if it is free. The last of `cards` is put away."""

    grid: tuple[str, ...]
    start: str
    cards: tuple[Card, ...]

    @property
    def layout(self) -> Layout:
        return Layout("hard", "Hard", self.grid)

    @property
    def state(self) -> State:
        game = Game(self.layout)
        return begin(game, int(self.start[0]), self.start[2:]) if self.start else empty(game)

    @property
    def deck(self) -> tuple[Card, ...]:
        return self.cards[: Game(self.layout).rounds]


@dataclass(frozen=True, slots=True)
class Hard:
    """A line of the file. `total` is None where it was not proven."""

    grid: tuple[str, ...]
    start: str
    deck: tuple[Card, ...]
    total: int | None
    conflicts: int

    @property
    def state(self) -> State:
        return Point(self.grid, self.start, self.deck).state

    def __str__(self) -> str:
        total, more = ("?", "+") if self.total is None else (self.total, "")
        cells = (" ".join(self.grid), self.start or "free", format_cards(self.deck), total, f"{self.conflicts}{more}")
        return " | ".join(map(str, cells))


def hard_games(file: Path = HARD) -> list[Hard]:
    lines = file.read_text(encoding="ascii").splitlines() if file.exists() else []
    return [parsed(line) for line in lines if line and not line.startswith("#")]


def parsed(line: str) -> Hard:
    rows, start, deck, total, conflicts = (part.strip() for part in line.split("|"))
    return Hard(
        grid=tuple(rows.split()),
        start="" if start == "free" else start,
        deck=tuple(parse_cards(deck)),
        total=None if total == "?" else int(total),
        conflicts=int(conflicts.removesuffix("+")),
    )


def keep(found: Iterable[Hard], file: Path = HARD) -> None:
    """Put games into the file, and of all in it keep the worst, few of them on one board."""
    best: dict[tuple[tuple[str, ...], str, tuple[Card, ...]], Hard] = {}
    for game in (*hard_games(file), *found):
        best[game.grid, game.start, game.deck] = game
    worst: list[Hard] = []
    for game in sorted(best.values(), key=lambda each: (-each.conflicts, str(each))):
        if sum(other.grid == game.grid for other in worst) < ALIKE and len(worst) < KEPT:
            worst.append(game)
    file.write_text(HEADER + "".join(f"{game}\n" for game in worst), encoding="ascii")


def measured(point: Point, cap: int) -> Hard:
    """Solve a game; give up soon after this many conflicts."""
    descent = Descent(Model(point.state, point.deck), floor=0, budget=cap)
    total = None
    with suppress(Unproven):
        total = max((play.points for play in descent.plays()), default=0)
    return Hard(point.grid, point.start, point.deck, total, descent.conflicts)


def climb(seed: str, cap: int) -> Iterator[Hard]:
    """Yield every game that was harder than those before, until nothing gets harder or a search reaches the cap."""
    chance = Stream(f"hashi bench hard {seed}")
    here = _drawn(chance)
    worst = measured(here, cap)
    yield worst
    waited = 0
    while waited < PATIENCE and worst.total is not None:
        changed = _changed(here, chance)
        if changed is None:
            continue
        found = measured(changed, cap)
        waited += 1
        if found.conflicts >= worst.conflicts:
            waited = 0 if found.conflicts > worst.conflicts else waited
            here, worst = changed, found
            yield found


def _drawn(chance: Stream) -> Point:
    """Draw a board, and a deck with the low cards first."""
    while True:
        columns, rows = chance.choice(SIZES)
        kinds = [*"rrrrbbb", *"o" * 11, *"." * (columns * rows - 18)]
        cells = "".join(chance.shuffled(kinds))
        grid = tuple(cells[row * columns : (row + 1) * columns] for row in range(rows))
        cards = sorted(STANDARD_BOX)
        for _ in range(12):
            place = chance.below(len(cards) - 1)
            cards[place], cards[place + 1] = cards[place + 1], cards[place]
        point = _valid(Point(grid, "", tuple(cards)), chance)
        if point is not None:
            return point


def _changed(point: Point, chance: Stream) -> Point | None:
    """Return the game with one change, or None if the change breaks it."""
    what = chance.below(8)
    if what == 0:
        return _valid(replace(point, start=""), chance)
    if what < 4:  # two cells of the board change places
        cells = list("".join(point.grid))
        one, other = (chance.below(len(cells)) for _ in range(2))
        cells[one], cells[other] = cells[other], cells[one]
        columns = len(point.grid[0])
        grid = tuple("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))
        return None if grid == point.grid else _valid(replace(point, grid=grid), chance)
    cards = list(point.cards)
    one = chance.below(len(cards))
    other = min(one + 1 + chance.below(3), len(cards) - 1) if what < 6 else chance.below(len(cards))
    cards[one], cards[other] = cards[other], cards[one]
    return None if tuple(cards) == point.cards else replace(point, cards=tuple(cards))


def _valid(point: Point, chance: Stream) -> Point | None:
    """Return the game if its board is in one part and without dead ends, with a start that is still there."""
    layout = point.layout
    if any(finding.rule in {"R7c", "R5a"} or finding.level == "error" for finding in board_findings(layout)):
        return None
    plain = [island.name for island in layout.islands if not island.flag]
    if point.start[2:] in plain:
        return point
    return replace(point, start=f"{chance.choice(START_NUMBERS)}@{chance.choice(plain)}")


@click.group(invoke_without_command=True)
@click.pass_context
def main(context: click.Context) -> None:
    if context.invoked_subcommand is None:
        context.invoke(solve_again)


@main.command()
@click.option("--seed", default="one", show_default=True)
@click.option("--minutes", default=10.0, show_default=True, help="Of CPU; the climb that has begun is not broken off.")
@click.option("--cap", default=40_000, show_default=True, help="Conflicts of one search.")
@click.option("--least", default=5_000, show_default=True, help="Games with fewer conflicts are not kept.")
def search(seed: str, minutes: float, cap: int, least: int) -> None:
    """Look for slow games and keep the worst in bench/hard.txt."""
    number, end = 0, time.process_time() + 60 * minutes
    while time.process_time() < end:
        number += 1
        found: list[Hard] = []
        try:
            for game in climb(f"{seed} {number}", cap):
                found = [*found[1 - LAST :], game]
        finally:  # also where Ctrl-C ends it
            keep(game for game in found if game.conflicts >= least)
        click.echo(f"{seed} {number}: {found[-1]}")


@main.command("solve")
@click.option("--cap", default=60.0, show_default=True, help="Seconds for one game.")
@click.option("--first", default=KEPT, show_default=True, help="Solve only this many, the slowest first.")
def solve_again(cap: float = 60.0, first: int = KEPT) -> None:
    """Solve the kept games once more (the default)."""
    seconds: list[float] = []
    for game in hard_games()[:first]:
        begun = time.process_time()
        found = solve(game.state, game.deck, time_limit=cap)
        seconds.append(time.process_time() - begun)
        proven = found.status == "optimal"
        if (proven and game.total not in (None, found.score)) or (game.total is not None and found.bound < game.total):
            raise SystemExit(f"{game}: now {found.score}, at most {found.bound}")
        click.echo(f"{seconds[-1]:7.2f} s  {found.score}{'' if proven else f' to {found.bound}'}  {game}")
    if seconds:
        click.echo(f"{_summary(seconds)}, CPU seconds of {len(seconds)} games")


def _summary(seconds: Sequence[float]) -> str:
    return f"median {statistics.median(seconds):.2f}, max {max(seconds):.2f}, total {sum(seconds):.1f}"


if __name__ == "__main__":
    main()
