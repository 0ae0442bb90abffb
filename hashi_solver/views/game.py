"""What a player sees of a game in progress: board, cards, bonuses, points, and what can be done now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.rules import State, progress
from hashi_solver.scoring import LADDER, Breakdown
from hashi_solver.table.session import (
    Phase,
    Session,
    legal_islands,
    legal_lines,
    written_plays,
    written_so_far,
    written_start,
)
from hashi_solver.views.medals import MedalsView, medals_view

if TYPE_CHECKING:
    from hashi_solver.board import Flag, Layout
    from hashi_solver.cards import Card
    from hashi_solver.solver import Solution
    from hashi_solver.targets import OnlyBest, Targets

MOST_NEAR = 3  # rounds
# "now": early only in this round; "near": early in this round and one or two more.
Urgency = Literal["done", "missed", "late", "now", "near", "far"]


@dataclass(frozen=True, slots=True)
class IslandView:
    """An island; `number` is 0 if it has none, `wants` is how many bridges are still missing for its number."""

    name: str
    flag: Flag
    number: int
    bridges: int
    wants: int
    finished: bool
    void: bool
    may_get_number: bool


@dataclass(frozen=True, slots=True)
class LineView:
    """A line; `room` is how many of the card's bridges can be drawn on it without leaving the others no room."""

    name: str
    bridges: int
    room: int


@dataclass(frozen=True, slots=True)
class CardView:
    """A card of a pile; None if it lies face down."""

    round: int
    card: Card | None
    state: Literal["turned", "open", "to come"]


@dataclass(frozen=True, slots=True)
class PileView:
    """A pile, and the bonuses that are early until it runs out."""

    number: int
    cards: tuple[CardView, ...]
    deadlines: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True)
class BonusView:
    """A bonus: how many of its islands are finished, what it scored or would score now, and how long it is early.

    `rounds` counts the rounds in which it is still early, including this one; `done_in` is 0 until it is done.
    """

    bonus: Bonus
    has: int
    needs: int
    points: int
    early: bool
    deadline: int
    rounds: int
    done_in: int
    urgency: Urgency


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A line of the sheet: the start, as round 0, or a round as far as it is written. A `new` line can still change."""

    round: int
    card: Card | None
    text: str
    new: bool


@dataclass(frozen=True, slots=True)
class PaperView:
    """The paper around a round of a sheet, right or wrong: whatever is touched, nothing is marked as open."""

    layout: Layout
    before: State
    position: State
    islands: tuple[IslandView, ...]
    lines: tuple[LineView, ...]
    phase: Phase = "over"


@dataclass(frozen=True, slots=True)
class News:
    """What a step achieved: islands finished and bonuses done, with their points."""

    islands: tuple[str, ...]
    points: int
    bonuses: tuple[tuple[Bonus, int], ...]


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as its player sees it; cards that lie face down are not in it.

    `number_on` and `drawn` are what is written of the round's two actions, and `number_settled` and `bridges_settled`
    say whether they are over. If the order is hidden, `left` has the cards of the box by their bridges, and whether
    they can still come. `next_title` is the total needed for the next title. `possible` and `medals` are None if they
    should not be shown.
    """

    layout: Layout
    before: State
    position: State
    phase: Phase
    round: int
    rounds: int
    hidden: bool
    card: Card | None
    away: Card | None
    number_settled: bool
    number_on: str | None
    drawn: int
    to_draw: int
    bridges_settled: bool
    piles: tuple[PileView, ...]
    left: tuple[tuple[tuple[Card, bool], ...], ...]
    islands: tuple[IslandView, ...]
    lines: tuple[LineView, ...]
    goals: tuple[BonusView, ...]
    points: Breakdown
    finished: int
    next_title: int | None
    written: tuple[WrittenRound, ...]
    possible: int | None
    medals: MedalsView | None


def game_view(session: Session, possible: int | None = None, aims: Targets | OnlyBest | None = None) -> GameView:
    """Return what the player sees; `possible` is the proven best total, if it should be shown."""
    layout, state, draft, points = session.layout, session.position, session.draft, session.points
    open_islands, room = legal_islands(session), legal_lines(session)
    return GameView(
        layout=layout,
        before=session.before,
        position=state,
        phase=session.phase,
        round=session.round,
        rounds=session.rounds,
        hidden=session.hidden,
        card=session.card,
        away=session.deal.deck.away if session.phase == "over" else None,
        number_settled=draft.number_settled,
        number_on=None if draft.number_on is None else layout.islands[draft.number_on].name,
        drawn=len(draft.lines),
        to_draw=session.to_draw,
        bridges_settled=draft.bridges_settled,
        piles=_piles(session),
        left=_left(session) if session.hidden else (),
        islands=island_views(state, open_islands),
        lines=line_views(state, room),
        goals=tuple(_goal(session, bonus) for bonus in BONUSES),
        points=points,
        finished=state.finished_count,
        next_title=next((rung.lowest for rung in LADDER if rung.lowest > points.total), None),
        written=_written(session),
        possible=possible,
        medals=None if aims is None else medals_view(aims, points.total),
    )


def island_views(state: State, may_get_number: Collection[int] = ()) -> tuple[IslandView, ...]:
    """Return the islands of a position; the number of the card may be written on those that are named."""
    return tuple(
        IslandView(
            name=island.name,
            flag=island.flag,
            number=number,
            bridges=degree,
            wants=max(0, number - degree),
            finished=bool(state.finished >> island.index & 1),
            void=bool(state.void >> island.index & 1),
            may_get_number=island.index in may_get_number,
        )
        for island, number, degree in zip(state.game.layout.islands, state.numbers, state.degrees, strict=True)
    )


def line_views(state: State, room: Mapping[int, int] = MappingProxyType({})) -> tuple[LineView, ...]:
    """Return the lines of a position; `room` says how many bridges may still be drawn on which."""
    lines = state.game.layout.lines
    return tuple(LineView(line.name, state.bridges[line.index], room.get(line.index, 0)) for line in lines)


def news(before: Session, after: Session) -> News:
    """Return what a step achieved."""
    new = after.position.finished & ~before.position.finished
    names = tuple(island.name for island in after.layout.islands if new >> island.index & 1)
    was, now = before.points, after.points
    bonuses = tuple((bonus, now.of(bonus)) for bonus in BONUSES if now.of(bonus) and not was.of(bonus))
    return News(names, now.islands - was.islands, bonuses)


@dataclass(frozen=True, slots=True)
class Closing:
    """What a game could have scored: `own` from its own start, `best` from the best start, `best_start`."""

    total: int
    own: int
    best: int
    best_start: str
    medals: MedalsView

    @property
    def verdict(self) -> Literal["best there was", "possible", "possible from another start"]:
        if self.total == self.best:
            return "best there was"
        return "possible" if self.own == self.best else "possible from another start"


def closing_view(session: Session, best: Solution, own: int, aims: Targets | OnlyBest) -> Closing:
    total = session.points.total
    start = str(WrittenStart.of(session.layout, best.start))
    return Closing(total, own, best.score, start, medals_view(aims, total))


def _piles(session: Session) -> tuple[PileView, ...]:
    game, found, first = session.before.game, [], 0
    for number, size in enumerate(game.piles, start=1):
        cards = tuple(_card(session, place) for place in range(first, first + size))
        first += size
        found.append(PileView(number, cards, tuple(bonus for bonus in BONUSES if game.deadline(bonus) == first)))
    return tuple(found)


def _card(session: Session, place: int) -> CardView:
    card, turned = session.deal.deck.cards[place], len(session.turns)
    if place < turned:
        return CardView(place + 1, card, "turned")
    if place == turned and session.card is not None:
        return CardView(place + 1, card, "open")
    return CardView(place + 1, None if session.hidden else card, "to come")


def _left(session: Session) -> tuple[tuple[tuple[Card, bool], ...], ...]:
    unseen, box = session.unseen, sorted(set(session.box), key=lambda card: (card.bridges, card.number))
    return tuple(
        tuple((card, card in unseen) for card in cards) for _, cards in groupby(box, key=lambda card: card.bridges)
    )


def _goal(session: Session, bonus: Bonus) -> BonusView:
    state = session.position
    has, needs = progress(state, bonus)
    done_in, deadline = state.done_in(bonus), state.game.deadline(bonus)
    rounds = deadline - max(1, session.round) + 1
    early = done_in <= deadline if done_in else rounds > 0
    urgency: Urgency = "far"
    if done_in:
        urgency = "done"
    elif session.phase == "over":
        urgency = "missed"
    elif rounds <= MOST_NEAR:
        urgency = "late" if rounds < 1 else "now" if rounds == 1 else "near"
    points = 0 if urgency == "missed" else bonus.early if early else bonus.late
    return BonusView(bonus, has, needs, points, early, deadline, rounds, done_in, urgency)


def _written(session: Session) -> tuple[WrittenRound, ...]:
    start, plays, found = written_start(session), written_plays(session), []
    if start is not None:
        found.append(WrittenRound(0, None, str(start), new=False))
    for number, (card, play) in enumerate(zip(session.deal.deck.cards, plays, strict=False), start=1):
        found.append(
            WrittenRound(number, card, format_turn(play), number == session.round and session.phase == "written")
        )
    if session.card is not None and session.phase != "written":
        found.append(WrittenRound(session.round, session.card, written_so_far(session), new=True))
    return tuple(found)
