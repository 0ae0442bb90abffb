"""A game that is being played, and where it is kept."""

from __future__ import annotations

from hashi_solver.app.question import Position, Question
from hashi_solver.errors import InputError
from hashi_solver.rules import Written
from hashi_solver.table import Session


def position_of(session: Session) -> Position:
    """Return what the player of a game knows: with hidden cards no more than those that were turned."""
    deal, state, card = session.deal, session.before, session.card
    written = Written(session.draft.number_on) if session.phase == "bridges" and not session.hidden else None
    if session.phase == "written":
        state = session.position
        if state.over:
            raise InputError("the last round is written: Enter ends the game, undo takes the last step back")
        card = None if session.hidden else deal.deck.cards[state.round]
    if session.hidden and state.start is None:
        raise InputError("while the cards are hidden, no start is better than another for sure")
    return Position(
        Question(deal.layout, deal=deal),
        state,
        deal.deck.cards,
        card=card,
        unseen=session.unseen,
        hidden=session.hidden,
        written=written,
    )
