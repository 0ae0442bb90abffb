"""What to show of a reviewed game: its moves and what they lost, luck and skill, and a best play."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from hashi_solver.notation.records import format_bridges, format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.rules import State, Turn, advance, empty, play_of, with_start
from hashi_solver.views.medals import MedalsView, medals_view
from hashi_solver.views.solution import rounds_of_numbers, written_moves

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.cards import Card
    from hashi_solver.review.ceiling import Action, Charge, Mark, Review, Step
    from hashi_solver.review.fair import Average, Fair
    from hashi_solver.targets import Targets

MARKS: dict[Mark, str] = {"": "", "small": "?!", "large": "?", "game-losing": "??"}
PASS = "-"
PartName = Literal["start", "luck", "avoidable", "foresight", "lost"]


@dataclass(frozen=True, slots=True)
class Ways:
    """How many choices of an action keep the ceiling; there may be more unless `complete`."""

    action: Action
    count: int
    complete: bool

    def __str__(self) -> str:
        return f"{self.count}{'' if self.complete else '+'}"

    @property
    def which(self) -> Literal["only", "one of", "one of more than"]:
        """Return how one choice relates to all of them."""
        if not self.complete:
            return "one of more than"
        return "one of" if self.count > 1 else "only"


@dataclass(frozen=True, slots=True)
class Loss:
    """What an action cost; negative if a mistake gained points.

    `played` and `better` are in the notation of records. `better` is one of the `ways` to keep the ceiling, and
    `kept` the position after a whole turn with it; both are None if none is known, as after a mistake.
    """

    points: int
    charge: Charge
    mark: Mark
    keeps: int
    played: str
    better: str | None
    kept: State | None
    ways: Ways


@dataclass(frozen=True, slots=True)
class Move:
    """The start, as round 0, or a round. `ways` are for the number and for the bridges, as far as counted.

    `after_number` is None if a mistake makes the round a single step. `opening` is the position before the move, and
    `position` the one after it.
    """

    round: int
    card: Card | None
    play: str
    before: int
    after_number: int | None
    after: int
    opening: State
    position: State
    ways: tuple[Ways, ...]
    losses: tuple[Loss, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the total in the fair view, signed so that the parts add up, and its sampling error."""

    name: PartName
    points: Fraction
    error: float


@dataclass(frozen=True, slots=True)
class FairView:
    """The parts of a total, rounded so that their sum is exact, and the same by round (without the start)."""

    orders: int
    total: int
    parts: tuple[Part, ...]
    rounds: tuple[tuple[Fraction, ...], ...]

    @property
    def names(self) -> tuple[PartName, ...]:
        """Return the names of the parts of a round."""
        return tuple(part.name for part in self.parts[1:])


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One game, up to the last round played. `player` is None if no name should be shown."""

    layout: Layout
    player: str | None
    moves: tuple[Move, ...]
    charged: dict[Charge, int]
    total: int
    cards: tuple[Card, ...]  # the whole deck
    targets: Targets | None
    fair: Fair | None
    best: State
    best_moves: tuple[str, ...]  # the start, then one for each round
    best_rounds: dict[int, int]  # for each island with a number, the round in which it was written, 0 for the start

    @property
    def rounds(self) -> tuple[Move, ...]:
        return self.moves[1:]

    @property
    def optimum(self) -> int:
        return self.moves[0].before

    @property
    def complete(self) -> bool:
        return len(self.rounds) == len(self.cards)

    @property
    def reachable(self) -> int:
        """Return what is still possible: the total, where the game is complete."""
        return self.moves[-1].after

    @property
    def lost(self) -> int:
        return self.optimum - self.reachable

    @property
    def medals(self) -> MedalsView | None:
        return medals_view(self.targets, self.total) if self.targets is not None and self.complete else None

    @property
    def ceilings(self) -> tuple[int, ...]:
        """Return the best total possible before the start, after it, and after each round."""
        return (self.optimum, *(move.after for move in self.moves))


def review_view(found: Review, fair: Fair | None = None, player: str | None = None) -> ReviewView:
    """Return what to show of a game; `player` tells it apart from other games."""
    layout, best = found.best.game.layout, found.best
    before = found.rounds[0].round.before if found.rounds else found.verdict.scored
    return ReviewView(
        layout=layout,
        player=player,
        moves=(
            _move(0, None, str(found.verdict.start), (found.start,), (empty(before.game), before)),
            *(
                _move(each.number, each.card, format_turn(each.play), steps, (each.before, each.after))
                for each, steps in ((reviewed.round, reviewed.steps) for reviewed in found.rounds)
            ),
        ),
        charged=found.charged(),
        total=found.total,
        cards=found.cards,
        targets=found.targets,
        fair=fair,
        best=best.final,
        best_moves=written_moves(best),
        best_rounds=rounds_of_numbers(best),
    )


def side_by_side(games: Sequence[ReviewView]) -> tuple[tuple[Move, ...], ...]:
    """Return the moves of all games, round by round as far as all of them went.

    Only games with the same cards on the same board can be compared; for others there is nothing to return.
    """
    if any((game.layout, game.cards) != (games[0].layout, games[0].cards) for game in games):
        return ()
    return tuple(zip(*(game.moves for game in games), strict=False))


def fair_view(fair: Fair, unit: Fraction = Fraction(1, 10)) -> FairView:
    """Return the parts in whole units. All losses are one part if it is not known which were avoidable."""
    start, rounds = rounded(fair, unit)
    averages: dict[PartName, Average] = {"luck": fair.luck, "lost": fair.loss}
    if fair.avoidable is not None and fair.foresight is not None:
        averages = {"luck": fair.luck, "avoidable": fair.avoidable, "foresight": fair.foresight}
    return FairView(
        orders=fair.orders,
        total=fair.total,
        parts=(
            Part("start", start, fair.start.error),
            *(
                Part(name, sum((points[place] for points in rounds), Fraction(0)), average.error)
                for place, (name, average) in enumerate(averages.items())
            ),
        ),
        rounds=tuple(rounds),
    )


def rounded(found: Fair, unit: Fraction) -> tuple[Fraction, list[tuple[Fraction, ...]]]:
    """Return the start and the parts of each round in whole units that still add up to the total exactly.

    The parts of a round are its luck, then the avoidable loss and the loss that only foresight could have kept, or
    just the loss if these are not known separately. All are rounded down; then those that lost the most get a unit
    back until the sum is right.
    """
    parts = [found.start.value]
    for each in found.rounds:
        kept = () if found.avoidable is None or each.avoidable is None else (-each.avoidable,)
        parts += [each.luck, *kept, -each.loss - sum(kept)]
    units = [math.floor(part / unit) for part in parts]
    order = sorted(range(len(parts)), key=lambda place: units[place] - parts[place] / unit)
    for place in order[: round(found.total / unit) - sum(units)]:
        units[place] += 1
    start, *values = (each * unit for each in units)
    width = 2 if found.avoidable is None else 3
    return start, [tuple(values[at : at + width]) for at in range(0, len(values), width)]


def _move(number: int, card: Card | None, play: str, steps: Sequence[Step], states: tuple[State, State]) -> Move:
    opening, position = states
    return Move(
        round=number,
        card=card,
        play=play,
        before=steps[0].before,
        after_number=steps[0].after if len(steps) > 1 else None,
        after=steps[-1].after,
        opening=opening,
        position=position,
        ways=tuple(Ways(step.action, step.count, step.complete) for step in steps),
        losses=tuple(_loss(step, opening) for step in steps if step.lost),
    )


def _loss(step: Step, opening: State) -> Loss:
    layout = opening.game.layout
    better, kept = None, None
    if step.better_start is not None:
        better, kept = str(WrittenStart.of(layout, step.better_start)), with_start(opening, step.better_start)
    elif step.better is not None and step.card is not None:
        better, kept = _choice(step, step.better, layout), advance(opening, step.card, step.better)
    ways = Ways(step.action, step.count, step.complete)
    played = "" if step.action == "start" else _choice(step, step.played, layout)
    return Loss(step.lost, step.charge, step.mark, step.before, played, better, kept, ways)


def _choice(step: Step, turn: Turn, layout: Layout) -> str:
    """Return the part of a turn that belongs to this action: `5@E1`, `C3-E3 E1=E3`, or a pass."""
    assert step.card is not None
    play = play_of(layout, step.card, turn)
    if step.action == "number":
        return PASS if play.island is None else f"{play.number}@{play.island}"
    return format_bridges(play.bridges) if step.action == "bridges" else format_turn(play)
