"""Playing by tapping: what a tap on an island or a line means, and what the controls of a page do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from hashi_solver.errors import IllegalError, InputError, Sentence, Violation
from hashi_solver.record import WrittenStart
from hashi_solver.rules import Play, judge, play_of
from hashi_solver.solution import Solution
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.session import (
    Draft,
    Session,
    as_one_step,
    legal_lines,
    next_card,
    pass_round,
    redo,
    same_record,
    undo,
    write_bridges,
    write_number,
    write_start,
)

Action = Literal["pass-number", "pass-bridges", "next", "undo", "redo"]
STARTS = (3, 4)  # R2a


@dataclass(frozen=True, slots=True)
class Allowed:
    """What the controls of a game can do now."""

    actions: frozenset[Action]
    hint: bool
    give_up: bool


def tap_island(session: Session, name: str) -> Session:
    """Write the card's number on an island. Before the first card, write a 3; each further tap switches 3 and 4."""
    if name not in session.layout.index_of:
        raise InputError(Sentence("there is no island %(name)s on this board", name=name[:10]))
    if session.before.start is None:
        index, written = session.layout.index_of[name], session.draft.start
        number = STARTS[0] if written is None else written.number
        if written is not None and written.island == index:
            number = STARTS[STARTS.index(number) - 1]
        blank = replace(session, steps=(Draft(),))
        return as_one_step(session, write_start(blank, WrittenStart(number, name)))
    card = session.card
    if session.phase != "number" or card is None:
        raise _refused(session, (name,), Sentence("the number of this round is settled: draw its bridges, or undo"))
    return write_number(session, Play(card.number, name))


def tap_line(session: Session, name: str) -> Session:
    """Draw one more bridge on a line; if there is no room for another, take back those of this round."""
    line = next((line for line in session.layout.lines if line.name == name), None)
    if line is None:
        raise InputError(Sentence("there is no line %(name)s on this board", name=name[:10]))
    first, second = name.split("-")
    draft = session.draft
    if line.index in legal_lines(session) and session.phase == "bridges":
        return write_bridges(session, ((first, second),))
    if line.index in draft.lines:
        others = tuple(each for each in draft.lines if each != line.index)
        step = replace(draft, lines=others, bridges_settled=False)
        return replace(session, steps=(*session.steps, step), undone=None)
    if session.phase == "start":
        raise _refused(session, (first, second), Sentence("first write the start: tap an island without a flag"), "R2a")
    if session.phase == "number":
        raise _refused(session, (first, second), Sentence("the number comes before the bridges: write it, or pass it"))
    if session.phase == "written" and session.card is not None and draft.lines:
        play = play_of(session.layout, session.card, draft.turn)
        _, found = judge(session.before, session.card, replace(play, bridges=(*play.bridges, (first, second))))
        raise IllegalError(found)
    if session.phase != "bridges":
        raise _refused(session, (first, second), Sentence("this round is written: turn the next card, or undo"))
    return write_bridges(session, ((first, second),))


def act(session: Session, action: Action) -> Session:
    """Do what a control of the page stands for."""
    if action == "pass-number":
        if session.phase != "number":
            raise _refused(session, (), Sentence("there is no number to pass now"))
        return write_number(session, Play())
    if action == "pass-bridges":
        if session.phase != "bridges":
            raise _refused(session, (), Sentence("there are no bridges to pass now"))
        return pass_round(session)
    if action == "next":
        if session.phase != "written":
            raise _refused(session, (), Sentence("write the number and the bridges first, or pass them"))
        return next_card(session)
    if session.phase == "over":
        raise InputError(Sentence("the game is over"))
    return undo(session) if action == "undo" else redo(session)


def allowed(session: Session) -> Allowed:
    """Return what can be done, apart from tapping the board."""
    actions: set[Action] = set()
    if session.phase == "number":
        actions.add("pass-number")
    if session.phase == "bridges" and not session.draft.lines:
        actions.add("pass-bridges")
    if session.phase == "written":
        actions.add("next")
    if session.phase != "over":
        if _works(session, undo):
            actions.add("undo")
        if session.undone is not None:
            actions.add("redo")
    ended = session.phase == "written" and session.round == session.rounds
    blind = session.hidden and session.before.start is None
    return Allowed(frozenset(actions), session.phase != "over" and not ended and not blind, session.phase != "over")


def give_up(session: Session, best: Solution) -> Session:
    """Pass the rest of the game; a game that has not begun gets the best start."""
    if session.before.start is None:
        if session.phase == "start":
            session = write_start(session, WrittenStart.of(session.layout, best.start))
        session = next_card(session)
    while session.phase != "over":
        while session.phase == "bridges" and session.draft.lines:
            session = undo(session)
        if session.phase != "written":
            session = pass_round(session)
        session = next_card(session)
    return session


def with_session(kept: KeptGame, after: Session, *, sync: bool = True) -> KeptGame:
    """Return a game after a step; save it if a round was completed or taken back, see `keep`."""
    before = kept.session
    changed = replace(kept, session=after)
    if "written" in (before.phase, after.phase) or not same_record(before, after):
        return keep(changed, sync=sync)
    return changed


def _refused(session: Session, islands: tuple[str, ...], message: Sentence, rule: str = "R3") -> IllegalError:
    return IllegalError((Violation(rule, session.round, islands, message),))


def _works(session: Session, step: Callable[[Session], Session]) -> bool:
    try:
        step(session)
    except InputError:
        return False
    return True
