"""Records with a Challenge line: the code stands for Layout and Deck, and for Start where it fixes one."""

from __future__ import annotations

from dataclasses import replace

from hashi_solver.board import Layout
from hashi_solver.challenge.codes import decode
from hashi_solver.errors import InputError
from hashi_solver.record import Record


def completed(record: Record, layout: Layout | None = None) -> Record:
    """The record with what its code stands for; one without a code as it is.

    `layout` is the board where the call or the record names one. Lines that contradict the code are told.
    """
    if record.challenge is None:
        return record
    deal = decode(record.challenge, layout)
    if record.deck not in (None, deal.deck.cards):
        raise InputError("the Deck line has other cards than the challenge: correct the code, or leave out one of both")
    start = deal.written_start
    if start is not None and record.start not in (None, start):
        raise InputError(f"the Start line says {record.start}, but the challenge starts with {start}")
    return replace(record, layout=deal.layout.id, deck=deal.deck.cards, start=start or record.start)
