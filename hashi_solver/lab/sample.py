"""The deals that a board is judged by: deck and start of each follow from the seed and the number of the deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hashi_solver.cards import Card
from hashi_solver.challenge.seeded import start_of_seed
from hashi_solver.errors import InputError
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.records import parse_start
from hashi_solver.rules import Game, Start, State, begin, empty, legal_starts, with_start
from hashi_solver.seeds import deck_from_seed

FREE, FIXED, RANDOM = "free", "fixed", "random"
MOST_DECKS = 10_000_000


@dataclass(frozen=True, slots=True)
class SampleDeal:
    """One deal of a sample; if its start is None, the player chooses one."""

    number: int
    cards: tuple[Card, ...]
    start: Start | None

    def key(self, game: Game) -> tuple[str, str]:
        """Return its key in the store, which does not depend on the seed."""
        return format_cards(self.cards), format_start(game, self.start)


@dataclass(frozen=True, slots=True)
class Shard:
    """Part `part` of `of`: with three parts, every third deal."""

    part: int = 1
    of: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.part <= self.of:
            raise InputError(
                f"there is no part {self.part} of {self.of}; parts go from 1/{self.of} to {self.of}/{self.of}"
            )

    def __str__(self) -> str:
        return f"{self.part}/{self.of}"


@dataclass(frozen=True, slots=True)
class Sample:
    """The decks of a seed, and where their games start: free, fixed, random, or a start such as `4@C3`."""

    decks: int = 1000
    seed: str = "1"
    start: str = RANDOM
    shard: Shard = Shard()

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= MOST_DECKS:
            raise InputError(f"a board is judged by 1 to {MOST_DECKS} decks, not by {self.decks}")

    @property
    def numbers(self) -> range:
        return range(self.shard.part, self.decks + 1, self.shard.of)

    def deals(self, game: Game) -> Iterator[SampleDeal]:
        return (self.deal(game, number) for number in self.numbers)

    def deal(self, game: Game, number: int) -> SampleDeal:
        seed = f"{self.seed}-{number}"
        start = _drawn(game, seed) if self.start == RANDOM else self.common_start(game)
        return SampleDeal(number, deck_from_seed(seed).cards[: game.rounds], start)

    def common_start(self, game: Game) -> Start | None:
        """Return the start of all deals, given or drawn once from the seed; None if they differ."""
        if self.start in (FREE, RANDOM):
            return None
        if self.start == FIXED:
            return _drawn(game, self.seed)
        written = parse_start(self.start)
        return begin(game, written.number, written.island).start

    def told_start(self, game: Game) -> str:
        """Return `free`, `random`, or the start that all deals share."""
        common = self.common_start(game)
        return self.start if common is None else format_start(game, common)


def format_start(game: Game, start: Start | None) -> str:
    return FREE if start is None else f"{start.number}@{game.layout.islands[start.island].name}"


def opening(game: Game, start: Start | None) -> State:
    return empty(game) if start is None else with_start(empty(game), start)


def _drawn(game: Game, seed: str) -> Start:
    """As a challenge of that seed has it: deal 17 of seed x is the challenge of seed x-17.

    It is the same place in the list of starts for every board, so that boards of as many islands are compared alike.
    """
    if not any(legal_starts(game)):
        raise InputError("no island without a flag to start on (R2a)")
    return start_of_seed(seed, game.layout)
