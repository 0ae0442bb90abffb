"""The games of an evening that were played alone: who reached how much in each challenge, and in all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.board import Layout
from hashi_solver.scoring import Breakdown


@dataclass(frozen=True, slots=True)
class PlayedAlone:
    """What one player reached in one game; it counts if it was legal and played to its end."""

    player: str
    challenge: str  # its code; empty if the record has none
    layout: Layout
    points: Breakdown
    counts: bool
    medal: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's games, one place for each challenge, and their sum. Without a game that counts there is no place."""

    place: int | None
    player: str
    games: tuple[PlayedAlone | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """The challenges of an evening in the order of the records, and the players, the best first."""

    challenges: tuple[tuple[str, Layout], ...]
    standings: tuple[Standing, ...]


def ranking_view(games: Sequence[PlayedAlone]) -> Ranking:
    """Return the ranking of these games; equal sums share a place.

    A second game of a player in the same challenge, or a second game without a challenge, is another player's of that
    name: it gets a row of its own.
    """
    challenges = tuple(dict.fromkeys((each.challenge, each.layout) for each in games))
    rows: list[tuple[str, list[PlayedAlone | None]]] = []
    for game in games:
        column = challenges.index((game.challenge, game.layout))
        row = next((row for name, row in rows if name == game.player and row[column] is None), None)
        if row is None:
            row = [None] * len(challenges)
            rows.append((game.player, row))
        row[column] = game
    sums = [sum(game.points.total for game in row if game and game.counts) for _, row in rows]
    ranked = [any(game and game.counts for game in row) for _, row in rows]
    standings = []
    for number in sorted(range(len(rows)), key=lambda number: (not ranked[number], -sums[number])):
        better = sum(ranked[other] and sums[other] > sums[number] for other in range(len(rows)))
        place = better + 1 if ranked[number] else None
        standings.append(Standing(place, rows[number][0], tuple(rows[number][1]), sums[number]))
    return Ranking(challenges, tuple(standings))
