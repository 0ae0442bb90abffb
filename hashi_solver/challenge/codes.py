"""The code of a deal: board, order, start and kind in 15 characters (docs/formats.md says how it is computed).

A deal becomes two numbers, the order of its cards and the rest. Three rounds of hashing mix them, so that similar deals
have very different codes. `notation.codes` writes the result and adds a checksum.
"""

from __future__ import annotations

from hashlib import sha256
from math import factorial

from hashi_solver.board import STANDARD_COUNTS, Layout
from hashi_solver.cards import STANDARD_BOX, Card, Deck, deck_of
from hashi_solver.challenge.deals import Deal, Kind
from hashi_solver.errors import InputError, Sentence
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.codes import format_code, mistyped, parse_code
from hashi_solver.notation.layouts import examine_layout
from hashi_solver.rules import START_NUMBERS, Game, Start, legal_starts

TAGS = 511
KINDS: tuple[Kind, ...] = ("open", "flip")
ISLANDS, RED, BLUE = STANDARD_COUNTS
STARTS = 1 + len(START_NUMBERS) * (ISLANDS - RED - BLUE)  # free, or a 3 or a 4 on an island without a flag
ORDERS = factorial(len(STANDARD_BOX))
OTHERS = TAGS * len(KINDS) * STARTS


def encode(deal: Deal) -> str:
    """Return the code of a deal of the standard cards on a full board."""
    others = (tag(deal.layout) * len(KINDS) + KINDS.index(deal.kind)) * STARTS + _start_place(deal)
    order, others = _stirred(_order_place(deal.deck), others)
    return format_code(order * OTHERS + others)


def decode(code: str, layout: Layout | None = None) -> Deal:
    """The deal of a code. Its board is `layout` where that is given, else the known one with its tag."""
    order, others = divmod(parse_code(code), OTHERS)
    if order >= ORDERS:
        raise mistyped()
    order, others = _settled(order, others)
    others, start = divmod(others, STARTS)
    wanted, kind = divmod(others, len(KINDS))
    board = board_with(wanted) if layout is None else layout
    if board is None:
        raise InputError(
            Sentence(
                "this code belongs to a board that is not among those that ship or your own, or that has changed since "
                "it was made"
            ).with_option(": give the board with --layout")
        )
    if tag(board) != wanted:
        message = Sentence(
            "this code belongs to another board than %(board)s, or %(board)s has changed since it was made",
            board=board.name,
        )
        raise InputError(message)
    return Deal(board, _deck_at(order), _starts(board)[start], KINDS[kind])


def tag(layout: Layout) -> int:
    """What a code says of its board: too short to find a board by it, enough to notice that it is another one."""
    return int(layout.digest, 16) % TAGS


def board_with(wanted: int) -> Layout | None:
    """Return the board with this tag; boards that ship come before the user's own."""
    for name in known_layout_ids():
        layout = examine_layout(name).playable
        if layout is not None and tag(layout) == wanted:
            return layout
    return None


def _starts(layout: Layout) -> tuple[Start | None, ...]:
    counts = (len(layout.islands), len(layout.red), len(layout.blue))
    if counts != STANDARD_COUNTS:
        raise InputError(
            Sentence(
                "only a full board has codes: %(board)s has %(count)s islands, not %(full)s (R1a)",
                board=layout.name,
                count=counts[0],
                full=ISLANDS,
            )
        )
    return (None, *legal_starts(Game(layout)))


def _start_place(deal: Deal) -> int:
    starts = _starts(deal.layout)
    if deal.start not in starts:
        raise InputError("a code needs a start on an island without a flag, a 3 or a 4 (R2a)")
    return starts.index(deal.start)


def _order_place(deck: Deck) -> int:
    """Return the place of this order among all orders of the 18 cards, the one put away last: the Lehmer code."""
    try:
        cards = deck_of(deck.cards)
    except InputError as error:
        raise InputError(f"only a deal of the standard 18 cards has a code: {error}") from None
    assert cards.away is not None
    left, place = sorted(STANDARD_BOX), 0
    for card in (*cards.cards, cards.away):
        place = place * len(left) + left.index(card)
        left.remove(card)
    return place


def _deck_at(place: int) -> Deck:
    digits = []
    for size in range(1, len(STANDARD_BOX) + 1):
        place, digit = divmod(place, size)
        digits.append(digit)
    left = sorted(STANDARD_BOX)
    cards: list[Card] = [left.pop(digit) for digit in reversed(digits)]
    return Deck(tuple(cards[:-1]), cards[-1])


def _stirred(order: int, others: int) -> tuple[int, int]:
    others = (others + _hash(1, order)) % OTHERS
    order = (order + _hash(2, others)) % ORDERS
    others = (others + _hash(3, order)) % OTHERS
    return order, others


def _settled(order: int, others: int) -> tuple[int, int]:
    """Undo `_stirred`, step by step from the last."""
    others = (others - _hash(3, order)) % OTHERS
    order = (order - _hash(2, others)) % ORDERS
    others = (others - _hash(1, order)) % OTHERS
    return order, others


def _hash(step: int, value: int) -> int:
    return int.from_bytes(sha256(f"hashi code {step} {value}".encode()).digest(), "big")
