"""A game in progress: the rounds that are settled, and the steps of the round being written.

A session is immutable: each command returns a new one or raises an error. A round is settled when the next card is
turned. Until then each of its steps can be undone; with open cards, so can earlier rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from hashi_solver.board import Layout, Pair
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.challenge import Deal
from hashi_solver.errors import HashiError, IllegalError, InputError, Sentence, Violation
from hashi_solver.notation.records import format_turn
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import (
    Play,
    Start,
    State,
    Turn,
    advance,
    empty,
    judge,
    legal_bridges,
    legal_numbers,
    play_of,
    start_violations,
    with_start,
)
from hashi_solver.scoring import Breakdown, breakdown

Phase = Literal["start", "number", "bridges", "written", "over"]


@dataclass(frozen=True, slots=True)
class Draft:
    """What is written in a round so far: the start before round 1, then action a and action b."""

    start: Start | None = None
    number_on: int | None = None
    lines: tuple[int, ...] = ()
    number_settled: bool = False
    bridges_settled: bool = False

    @property
    def turn(self) -> Turn:
        return Turn(self.number_on, self.lines)


@dataclass(frozen=True)
class Session:
    """A deal, the position before the current round, and the steps of that round, the latest last.

    `undone` is the session before the last undo, for redo, or None.
    """

    deal: Deal
    before: State
    turns: tuple[Turn, ...] = ()
    steps: tuple[Draft, ...] = (Draft(),)
    undone: Session | None = field(default=None, repr=False, compare=False)

    @property
    def layout(self) -> Layout:
        return self.deal.layout

    @property
    def hidden(self) -> bool:
        return self.deal.kind == "flip"

    @property
    def draft(self) -> Draft:
        return self.steps[-1]

    @property
    def round(self) -> int:
        """Return the round being written; 0 for the start."""
        return 0 if self.before.start is None else min(self.before.round + 1, self.rounds)

    @property
    def rounds(self) -> int:
        return self.before.game.rounds

    @property
    def phase(self) -> Phase:
        draft = self.draft
        if self.before.over:
            return "over"
        if self.before.start is None:
            return "start" if draft.start is None else "written"
        if not draft.number_settled:
            return "number"
        return "written" if draft.bridges_settled else "bridges"

    @property
    def card(self) -> Card | None:
        """Return the card that lies open; None before the first and after the last."""
        if self.before.start is None or self.before.over:
            return None
        return self.deal.deck.cards[self.before.round]

    @property
    def turned(self) -> tuple[Card, ...]:
        """Return the cards that have been turned, in order."""
        return self.deal.deck.cards[: len(self.turns) + (self.card is not None)]

    @property
    def unseen(self) -> tuple[Card, ...]:
        """Return the cards that are still face down, sorted, including the one put away."""
        left = Counter(self.box) - Counter(self.turned)
        return tuple(sorted(left.elements()))

    @property
    def box(self) -> tuple[Card, ...]:
        deck = self.deal.deck
        return STANDARD_BOX if deck.away is None else tuple(sorted((*deck.cards, deck.away)))

    @cached_property
    def position(self) -> State:
        """Return the position, with what is written of this round."""
        if self.before.start is None:
            return self.before if self.draft.start is None else with_start(self.before, self.draft.start)
        if self.card is None or self.draft == Draft():
            return self.before
        return advance(self.before, self.card, self.draft.turn)

    @property
    def points(self) -> Breakdown:
        return breakdown(self.position)

    @property
    def to_draw(self) -> int:
        """Return how many bridges of the card are not drawn yet."""
        return 0 if self.card is None else self.card.bridges - len(self.draft.lines)


def new_session(deal: Deal) -> Session:
    """Return the empty board; if the deal fixes the start, it is written and the first card is turned."""
    before = empty(deal.game)
    return Session(deal, before if deal.start is None else with_start(before, deal.start))


def resumed(deal: Deal, record: Record) -> Session:
    """Return the session that a record describes, with the next card turned."""
    session = new_session(deal)
    if session.before.start is None:
        if record.start is None:
            return session
        session = next_card(write_start(session, record.start))
    elif record.start not in (None, deal.written_start):
        raise InputError(
            Sentence(
                "the Start line says %(start)s, but the challenge starts with %(given)s",
                start=record.start,
                given=deal.written_start,
            )
        )
    if len(record.plays) > session.rounds:
        raise InputError(f"round {len(record.plays)} is listed, but the game has {session.rounds} rounds (R1d)")
    for play in record.plays:
        session = next_card(write_play(session, play))
    return session


def begun(session: Session) -> bool:
    """Return whether anything is written."""
    return bool(session.turns) or session.draft != Draft() or session.before.start != session.deal.start


def same_record(one: Session, other: Session) -> bool:
    """Return whether two sessions of a deal have the same record."""
    return written_start(one) == written_start(other) and written_plays(one) == written_plays(other)


def written_start(session: Session) -> WrittenStart | None:
    start = session.position.start
    return None if start is None else WrittenStart.of(session.layout, start)


def written_plays(session: Session) -> tuple[Play, ...]:
    """Return the rounds that are written in full, including one whose card still lies open."""
    turns = session.turns
    if session.phase == "written" and session.round:
        turns = (*turns, session.draft.turn)
    return tuple(
        play_of(session.layout, card, turn) for card, turn in zip(session.deal.deck.cards, turns, strict=False)
    )


def written_so_far(session: Session) -> str:
    """Return the record's line for this round, as far as it is written: `5@E1 C3-E3`."""
    draft, card = session.draft, session.card
    if session.before.start is None:
        return "" if draft.start is None else str(written_start(session))
    if card is None or not draft.number_settled:
        return ""
    text = format_turn(play_of(session.layout, card, draft.turn))
    return text if draft.bridges_settled or draft.lines else text.removesuffix(" -")


def write_start(session: Session, start: WrittenStart) -> Session:
    """Write the number that the game begins with (R2a)."""
    if session.phase != "start":
        raise InputError(Sentence("the start is written"))
    found = start_violations(session.before.game, start.number, start.island)
    if found:
        raise IllegalError(found)
    return _with_step(session, Draft(start=Start(start.number, session.layout.index_of[start.island])))


def write_play(session: Session, play: Play) -> Session:
    """Write a whole round; actions that are missing are passed."""
    return (
        write_bridges(write_number(session, play), play.bridges)
        if play.bridges
        else pass_round(write_number(session, play))
    )


def write_number(session: Session, play: Play) -> Session:
    """Write action a: the number of a play, or a pass."""
    card = _card_for(session, "number")
    turn, found = judge(session.before, card, Play(play.number, play.island))
    if found:
        raise IllegalError(found)
    return _with_step(session, Draft(number_on=turn.number_on, number_settled=True))


def write_bridges(session: Session, bridges: tuple[Pair, ...]) -> Session:
    """Write action b or a part of it; the rest of the card's bridges can follow in further steps."""
    card, draft = _card_for(session, "bridges"), session.draft
    number_on = None if draft.number_on is None else session.layout.islands[draft.number_on].name
    drawn = play_of(session.layout, card, draft.turn).bridges
    turn, found = judge(
        session.before, card, Play(None if number_on is None else card.number, number_on, drawn + bridges)
    )
    missing = card.bridges - len(turn.lines)
    if missing > 0:
        found = tuple(violation for violation in found if violation.rule != "R5")
    if found:
        raise IllegalError(found)
    lines = tuple(turn.lines)
    if missing > 0 and not any(
        _continues(lines, whole) for whole in legal_bridges(session.before, card, draft.number_on)
    ):
        names = tuple(dict.fromkeys(name for pair in bridges for name in pair))
        message = Sentence.with_count(
            "after this there is no room for another bridge, but the card %(card)s calls for exactly %(exact)s or none",
            "after this there is no room for another %(count)s bridges, but the card %(card)s calls for exactly "
            "%(exact)s or none",
            missing,
            card=card,
            exact=card.bridges,
        )
        raise IllegalError((Violation("R5", session.round, names, message),))
    return _with_step(session, replace(draft, lines=lines, bridges_settled=missing == 0))


def pass_round(session: Session) -> Session:
    """Pass what is left of the round: both actions, or the bridges."""
    if session.phase == "number":
        return _with_step(session, Draft(number_settled=True, bridges_settled=True))
    _card_for(session, "bridges")
    if session.draft.lines:
        raise InputError(
            Sentence(
                "%(drawn)s of %(all)s bridges are drawn, and a pass is always of the whole action (R3): draw the rest, "
                "or undo",
                drawn=len(session.draft.lines),
                all=len(session.draft.lines) + session.to_draw,
            )
        )
    return _with_step(session, replace(session.draft, bridges_settled=True))


def undo(session: Session) -> Session:
    """Take back the last step; at the beginning of a round, if cards are open, the round before."""
    if len(session.steps) > 1:
        return replace(session, steps=session.steps[:-1], undone=session)
    last = len(session.turns)
    chosen = session.round > 0 and session.deal.start is None
    if not last and not chosen:
        raise InputError(Sentence("nothing is written yet"))
    if session.hidden:
        raise InputError(Sentence("nothing of this round is written yet, and a card that was turned stays turned"))
    return replace(at_round(session, last), undone=session)


def redo(session: Session) -> Session:
    """Write the last undone step again."""
    if session.undone is None:
        raise InputError(Sentence("there is nothing to redo"))
    return session.undone


def at_round(session: Session, number: int) -> Session:
    """Return an open game as it was when the card of this round was turned; 0 is before the start."""
    if session.hidden:
        raise InputError(Sentence("the cards of this game were hidden; once they are known, it cannot be played again"))
    settled, first = session.before.start, new_session(session.deal)
    if number == 0 and session.deal.start is None:
        return first
    if settled is None or not 1 <= number <= min(len(session.turns) + 1, session.rounds):
        last = min(len(session.turns) + 1, session.rounds)
        raise InputError(
            Sentence(
                "there is no round %(round)s to go back to; this game has reached round %(last)s",
                round=number,
                last=last,
            )
        )
    state, turns = with_start(empty(session.deal.game), settled), session.turns[: number - 1]
    for card, turn in zip(session.deal.deck.cards, turns, strict=False):
        state = advance(state, card, turn)
    return Session(session.deal, state, turns)


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of a line: the session after it, and the one with the next card turned if the line turned it.

    `refused` says why nothing was written. The session is then the one before the line, unless the line turned a
    hidden card, which cannot be unseen.
    """

    session: Session
    turned: Session | None = None
    refused: HashiError | None = None


def attempt(session: Session, write: Callable[[Session], Session], *, waits: bool) -> Attempt:
    """Try to write, and return what came of it.

    If the round is already written, writing more turns the next card. With `waits`, only `next_card` turns hidden
    cards.
    """
    ready = session
    try:
        if session.phase == "written":
            if session.round == session.rounds:
                raise InputError("the last round is written: Enter ends the game, undo takes back the last step")
            if waits and session.hidden:
                raise InputError("this round is written: Enter turns the next card, undo takes back the last step")
            ready = next_card(session)
        return Attempt(write(ready), None if ready is session else ready)
    except IllegalError as error:
        seen = ready if session.hidden and ready is not session else None
        return Attempt(seen or session, seen, error)
    except InputError as error:
        return Attempt(session, None, error)


def next_card(session: Session) -> Session:
    """Settle the round and turn the next card."""
    if session.phase != "written":
        raise InputError("the round is not written yet")
    card, draft = session.card, session.draft
    if card is None:
        return Session(session.deal, session.position)
    return Session(session.deal, session.position, (*session.turns, draft.turn))


def as_one_step(before: Session, after: Session) -> Session:
    """Join steps that were typed in one line, so that one undo takes them back."""
    if after.before is not before.before:
        return after
    return replace(after, steps=(*before.steps, after.draft))


def legal_islands(session: Session) -> tuple[int, ...]:
    """Return the islands on which a number may be written now."""
    if session.phase == "start":
        return tuple(island.index for island in session.layout.islands if not island.flag)
    if session.phase == "number" and session.card is not None:
        return tuple(legal_numbers(session.before, session.card))
    return ()


def legal_lines(session: Session) -> dict[int, int]:
    """Return the lines for the next bridge that leave room for the card's others, and how many each can get."""
    if session.card is None or session.phase not in ("number", "bridges"):
        return {}
    drawn = Counter(session.draft.lines)
    most: Counter[int] = Counter()
    for whole in legal_bridges(session.before, session.card, session.draft.number_on):
        if _continues(session.draft.lines, whole):
            most |= Counter(whole) - drawn
    return dict(sorted(most.items()))


def _card_for(session: Session, phase: Phase) -> Card:
    if session.phase == phase and session.card is not None:
        return session.card
    if session.phase == "over":
        raise InputError(Sentence("the game is over"))
    if session.phase == "written":
        raise InputError("this round is written: turn the next card, or undo")
    if session.phase == "start":
        raise InputError("first comes the start: a 3 or a 4 on an island without a flag, for instance 4@C3 (R2a)")
    if phase == "number":
        raise InputError("the number of this round is written; now come the bridges, or undo (R3)")
    raise InputError("the number comes before the bridges (R3)")


def _with_step(session: Session, draft: Draft) -> Session:
    return replace(session, steps=(*session.steps, draft), undone=None)


def _continues(drawn: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    return not Counter(drawn) - Counter(whole)
