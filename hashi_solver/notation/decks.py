"""Cards and decks: `5/3 2/1 6/2 ...`, separated by blanks or commas, `#` starts a comment."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from hashi_solver.cards import CARDS_IN_A_BOX, MOST_BRIDGES, MOST_NUMBER, STANDARD_BOX, Card, Deck, deck_of
from hashi_solver.errors import InputError, Sentence
from hashi_solver.notation.files import read_text, shown, shown_path

_CARD = re.compile(r"([0-9]+)/([0-9]+)")
_WORD = re.compile(r"[^\s,;]+")
MOST_CARDS = 1000


def parse_card(text: str, *, line: int | None = None, column: int | None = None) -> Card:
    match = _CARD.fullmatch(text)
    if not match or len(text) > 20:
        message = Sentence("%(text)r is not a card; a card is number/bridges, for instance 5/3", text=shown(text, 20))
        raise InputError(message, line=line, column=column)
    card = Card(int(match[1]), int(match[2]))
    if not (1 <= card.number <= MOST_NUMBER and 1 <= card.bridges <= MOST_BRIDGES):
        message = Sentence(
            "there is no card %(card)s: numbers go from 1 to %(number)s, bridges from 1 to %(bridges)s (R1c)",
            card=card,
            number=MOST_NUMBER,
            bridges=MOST_BRIDGES,
        )
        raise InputError(message, line=line, column=column)
    return card


def parse_cards(text: str, *, line: int = 1, column: int = 1) -> tuple[Card, ...]:
    """Read cards in order; `line` and `column` say where the text begins.

    >>> parse_cards("5/3 2/1")
    (Card(number=5, bridges=3), Card(number=2, bridges=1))
    """
    cards = []
    for number, content in enumerate(text.split("\n"), start=line):
        offset = column if number == line else 1
        code = content.partition("#")[0]
        cards += [parse_card(word[0], line=number, column=word.start() + offset) for word in _WORD.finditer(code)]
        if len(cards) > MOST_CARDS:
            raise InputError(Sentence("too many cards for a deck (R1c)"), line=number)
    return tuple(cards)


def parse_deck(text: str, box: tuple[Card, ...] = STANDARD_BOX) -> Deck:
    """A full deck from the order in which its cards are turned.

    >>> parse_deck("1/1 5/1 4/3 6/3 2/3 6/2 3/3 4/1 3/2 2/1 1/3 3/1 5/3 1/2 2/2 4/2 5/2").away
    Card(number=6, bridges=1)
    """
    return deck_of(parse_cards(text), box)


def read_deck_file(path: Path) -> tuple[tuple[Card, ...], Deck | None]:
    """Read a deck file: 18 cards are the cards of a box, 17 are an order of the standard ones.

    Returns the cards of the box, and the order where the file gives one.
    """
    text = read_text(path)
    try:
        cards = parse_cards(text)
        if len(cards) == CARDS_IN_A_BOX:
            return tuple(sorted(cards)), None
        return STANDARD_BOX, deck_of(cards)
    except InputError as error:
        raise error.at(shown_path(path)) from None


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
