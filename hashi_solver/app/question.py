"""What is asked about: one parser for records, codes, seeds, days and typed options.

Every text comes as a `Source`, so that a front end may take it from a file, from standard input or from a page. What is
named twice, or contradicts itself, is refused here.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashi_solver import library
from hashi_solver.board import Layout
from hashi_solver.cards import STANDARD_BOX, Card, Deck, deck_of
from hashi_solver.challenge import Deal, Kind, decode
from hashi_solver.challenge.seeded import Starting, daily_deal, deal_of_seed
from hashi_solver.documents.records import parse_any_record
from hashi_solver.errors import IllegalError, InputError, UnreadableError, Violation
from hashi_solver.notation.codes import LENGTH, canonical_code
from hashi_solver.notation.decks import parse_card, parse_deck, read_deck_file
from hashi_solver.notation.files import MOST_BYTES, exists, is_plain, read_text, shown, shown_path
from hashi_solver.notation.files import decode as decode_text
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.notation.records import MOST_PLAYER, parse_start
from hashi_solver.record import Record
from hashi_solver.referee import played_so_far
from hashi_solver.rules import Game, State, Turn, Written, begin, empty, with_start
from hashi_solver.seeds import deck_from_seed

MOST_SEED = 100
FREE = "free"
STANDARD_INPUT = "standard input"


@dataclass(frozen=True, slots=True)
class Source:
    """A text that someone gave, its name in messages, and what to call its player where the text names none."""

    text: str
    name: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of someone's box, and the order of a deck file where it has one."""

    box: tuple[Card, ...] = STANDARD_BOX
    order: Deck | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A board, and all that was said of a game on it: its deal, its cards, its record.

    The record has the deck and the start that its code stands for. `named` is how the board was named, if it was.
    """

    layout: Layout
    named: str | None = None
    record: Record = field(default_factory=Record)
    deal: Deal | None = None
    box: tuple[Card, ...] = STANDARD_BOX
    source: Source = Source("", "")

    @property
    def game(self) -> Game:
        return Game(self.layout)

    @property
    def board(self) -> str:
        """Return the id or the path by which the board can be found again."""
        return self.named or self.layout.id

    @property
    def hidden(self) -> bool:
        """Return whether the cards to come were hidden: the record says it, or its challenge is one to flip."""
        if self.record.hidden is not None:
            return self.record.hidden
        return self.deal is not None and self.deal.kind == "flip"

    @property
    def start_given(self) -> bool:
        """Return whether a challenge fixed the start."""
        return self.deal is not None and self.deal.start is not None

    @property
    def player(self) -> str:
        return self.record.player or self.source.player

    @property
    def remarks(self) -> tuple[str, ...]:
        """Return what its author should know of how the record was read."""
        unlisted = self.record.unlisted
        if not unlisted:
            return ()
        several = len(unlisted) > 1
        return (
            f"Round{'s' if several else ''} {_spans(unlisted)} {'are' if several else 'is'} not listed: "
            "counted as passed.",
        )


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands, how it came there, and what is known of the cards.

    `deck` holds the cards in order, those to come only where they are known; `unseen` the others of the box.
    """

    question: Question
    state: State
    deck: tuple[Card, ...]
    played: tuple[tuple[Card, Turn], ...] = ()
    card: Card | None = None  # the one that is turned; None where nobody says
    unseen: tuple[Card, ...] = ()
    hidden: bool = False
    written: Written | None = None  # in mid-round, with all cards known

    @property
    def to_come(self) -> tuple[Card, ...]:
        return self.deck[self.state.round :]

    @property
    def first(self) -> State:
        """Return the position before the first card, or before the start where that was free."""
        return opening(self.question.deal) if self.question.deal else empty(self.question.game)


def _spans(numbers: Sequence[int]) -> str:
    """Return `2, 4 to 6 and 9`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][-1] == number - 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    words = [
        " to ".join(map(str, (span[0], span[-1]))) if len(span) > 2 else " and ".join(map(str, span)) for span in spans
    ]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def opening(deal: Deal) -> State:
    """Return the position before the first card; the start is written where the deal fixes it."""
    return empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)


def file_source(path: Path, *, or_code: bool = False) -> Source:
    """Return the text of a file; with `or_code` a name that no file has may be the code of a challenge."""
    name = shown_path(path)
    if not exists(path) and looks_like_a_code(str(path)):
        if not or_code:
            message = "there is no such file; a code is no record of play, but may stand in one, as Challenge: CODE"
            raise InputError(message, source=name)
        try:
            return code_source(str(path))
        except InputError as error:
            message = f"there is no such file, and it is no code: {error.message}"
            raise InputError(message, source=name) from None
    return Source(read_text(path), name, shown(path.stem, MOST_PLAYER))


def code_source(code: str) -> Source:
    """Return the record without rounds that a code stands for."""
    code = canonical_code(code)
    return Source(f"Challenge: {code}", code)


def bytes_source(data: bytes, name: str = STANDARD_INPUT, player: str = "-") -> Source:
    """Return the text of what arrived on standard input, or from a page."""
    return Source(decode_text(data[: MOST_BYTES + 1], name), name, player)


def looks_like_a_code(text: str) -> bool:
    """Return whether someone who typed this meant a code: about 15 characters, no folders, no ending."""
    return re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z\s\u2010-\u2014\u2212-]*", text) is not None and (
        sum(char.isalnum() for char in text) in range(LENGTH - 2, LENGTH + 3)
    )


def cards_of(deck_file: Path | None) -> Cards:
    """Return what a deck file says; without one, the standard box in any order."""
    return Cards() if deck_file is None else Cards(*read_deck_file(deck_file))


def checked_seed(seed: str) -> str:
    """Return a seed that is a short text."""
    if not 0 < len(seed) <= MOST_SEED:
        raise InputError(f"a seed is a text of 1 to {MOST_SEED} letters")
    if any("\ud800" <= char <= "\udfff" for char in seed):  # bytes that are no UTF-8
        raise InputError("this seed is no text in UTF-8")
    if not all(map(is_plain, seed)):
        raise InputError("a seed has no line breaks and no control characters")
    return seed


def board_named(board: str | None) -> Layout:
    """Return the playable board of this id or path, or the one that is meant where none is named."""
    return load_playable_layout(board or library.DEFAULT_BOARD)


def recorded(source: Source, board: str | None = None, cards: Cards = Cards()) -> Question:
    """Return the question that a record poses.

    `board` counts instead of the board that the record names. An order of `cards` is that of a record without one.
    """
    return of_record(parse_any_record(source.text, source.name), source, board, cards)


def all_recorded(sources: Sequence[Source], board: str | None = None, cards: Cards = Cards()) -> list[Question]:
    """Return the questions that records pose; UnreadableError with all that cannot be read in any of them."""
    records: list[Record] = []
    unreadable: list[InputError] = []
    for source in sources:
        try:
            records.append(parse_any_record(source.text, source.name))
        except InputError as error:
            unreadable += error.errors
    if unreadable:
        raise UnreadableError(unreadable)
    return [of_record(record, source, board, cards) for record, source in zip(records, sources, strict=True)]


def of_record(record: Record, source: Source, board: str | None = None, cards: Cards = Cards()) -> Question:
    """Return the question that a record poses which has been read already."""
    named = board or record.layout
    layout = None if named is None else load_playable_layout(named)
    deal = None
    if record.challenge is not None:
        try:
            deal = decode(record.challenge, layout)
            record = _completed(record, deal)
        except InputError as error:
            raise error.at(source.name) from None
        layout = deal.layout
    if layout is None:
        lines = {"Layout": True, "Deck": record.deck is None, "Start": record.start is None}
        missing = ", ".join(f"no {name} line" for name, is_missing in lines.items() if is_missing)
        hint = "add Challenge: CODE, with the code from the sheet, or say which board with --layout"
        raise InputError(f"the record has {missing}: {hint}", source=source.name)
    if record.deck is None and cards.order is not None:
        record = replace(record, deck=cards.order.cards)
    return Question(layout, named, record.resolved(), deal, cards.box, source)


def _completed(record: Record, deal: Deal) -> Record:
    """Return the record with the deck and the start of its deal; lines that contradict the deal are refused."""
    if record.deck not in (None, deal.deck.cards):
        raise InputError("the Deck line has other cards than the challenge: correct the code, or leave out one of both")
    start = deal.written_start
    if start is not None and record.start not in (None, start):
        raise InputError(f"the Start line says {record.start}, but the challenge starts with {start}")
    return replace(record, deck=deal.deck.cards, start=start or record.start)


def coded(code: str, board: str | None = None) -> Question:
    """Return the question of a code as it is typed."""
    deal = decode(code, None if board is None else load_playable_layout(board))
    return Question(deal.layout, board, deal=deal)


def seeded(seed: str, board: str | None = None, start: Starting = "free", kind: Kind = "flip") -> Question:
    """Return the question of a seed: its deck, and its start where it is drawn."""
    layout = board_named(board)
    return Question(layout, board, deal=deal_of_seed(checked_seed(seed), layout, start, kind))


def dated(day: datetime.date, board: str | None = None, start: Starting = "fixed", kind: Kind = "open") -> Question:
    """Return the question of a day: the challenge that is the same for everyone."""
    layout = board_named(board)
    return Question(layout, board, deal=daily_deal(day, layout, start, kind))


def to_solve(
    source: Source | None = None,
    *,
    played: bool = False,
    board: str | None = None,
    order: str | None = None,
    cards: Cards = Cards(),
    seed: str | None = None,
    start: str | None = None,
) -> Position:
    """Return the position from which a best play is wanted.

    With `played` it is the one after the rounds of the record, else the one before its first card. The cards come from
    the record, from a typed `order`, from `cards` or from a `seed`; from one of them alone. `start` is typed, `4@C3` or
    `free`, and counts instead of that of the record.
    """
    if source is not None:
        asked = recorded(source, board, Cards(cards.box))
        deck = _one_order(asked, cards, order, seed)
    else:
        deck = _one_order(None, cards, order, seed)
        asked = Question(board_named(board), board, box=cards.box)
    if not played:
        return Position(asked, _start_of(asked, start), deck.cards)
    if start is not None:
        raise InputError("--after plays the start of its record; --start cannot change it")
    return _after(asked, deck)


def _one_order(asked: Question | None, cards: Cards, order: str | None, seed: str | None) -> Deck:
    """Return the order of cards that was given, once or several times."""
    box, recorded_deck = cards.box, None if asked is None else asked.record.deck
    given: dict[str, Callable[[], Deck]] = {}
    if asked is not None and recorded_deck is not None:
        given["the record"] = lambda: deck_of(recorded_deck, box)
    if order is not None:
        given["--deck"] = lambda: parse_deck(order, box)
    if (of_file := cards.order) is not None:
        given["--deck-file"] = lambda: of_file
    if seed is not None:
        given["--seed"] = lambda: deck_from_seed(checked_seed(seed), box)
    if not given:
        if asked is not None:
            message = "the record has no Deck line; give --deck, --deck-file or --seed"
            raise InputError(message, source=asked.source.name)
        raise InputError("which cards? give a record, --deck, --deck-file, --seed or --after")
    try:
        decks = [read() for read in given.values()]
    except InputError as error:
        if len(given) == 1:
            name = next(iter(given))
            raise error.at(asked.source.name if asked is not None and name == "the record" else name) from None
        decks = []
    if len({deck.cards for deck in decks}) != 1:
        raise InputError(f"{' and '.join(given)} give two orders of cards; only one can be played")
    return decks[0]


def _start_of(asked: Question, typed: str | None) -> State:
    """Return the position before the first card: a start as it is typed, from the record, or free (R2a)."""
    start, source = asked.record.start, asked.source.name
    if typed is not None:
        start, source = None, "--start"
        if typed.strip().lower() != FREE:
            try:
                start = parse_start(typed)
            except InputError as error:
                raise error.at(source) from None
    if start is None:
        return empty(asked.game)
    try:
        return begin(asked.game, start.number, start.island)
    except IllegalError as error:
        message = "; ".join(f"{violation.message} ({violation.rule})" for violation in error.violations)
        raise InputError(message, source=source) from None


def _after(asked: Question, deck: Deck) -> Position:
    """Return the position after the rounds of a record; IllegalError where they break a rule."""
    name = asked.source.name
    if asked.record.start is None:
        raise InputError("the record has no Start line, so nobody knows how it began (R2a)", source=name)
    try:
        state, played = played_so_far(asked.game, asked.record, deck.cards)
    except InputError as error:
        raise error.at(name) from None
    except IllegalError as error:
        first, *others = error.violations
        message = f"{first.message}, so there is no best play after {name}"
        raise IllegalError((Violation(first.rule, first.round, first.islands, message), *others)) from None
    return Position(asked, state, deck.cards, played)


def reached(asked: Question, hidden: bool | None = None, card: str | None = None) -> Position:
    """Return the position that a record has reached, with what its player knows of the cards.

    `hidden` counts instead of what the record says; `card` is the one that is turned, where the others are hidden.
    """
    name, record, game = asked.source.name, asked.record, asked.game
    deck, is_hidden = record.deck or (), asked.hidden if hidden is None else hidden
    try:
        if not is_hidden:
            if card is not None:
                raise InputError("--card is for games whose cards to come are hidden; add --hidden")
            if not deck:
                raise InputError("the record has no Deck line; with --hidden and --card it needs none (R1d)")
            deck = deck_of(deck, asked.box).cards
        state, played = played_so_far(game, record, deck)
    except InputError as error:
        raise error.at(name) from None
    if state.over:
        raise InputError("this game is over; hashi review tells where its points went", source=name)
    if not is_hidden:
        return Position(asked, state, deck, played, deck[state.round])
    if state.start is None:
        raise InputError("the record has no Start line, and without foresight one start is much like another (R2a)")
    turned = parse_card(card) if card is not None else deck[state.round] if len(deck) > state.round else None
    seen = (*deck[: state.round], *(() if turned is None else (turned,)))
    return Position(asked, state, deck, played, turned, _unseen(asked.box, seen), hidden=True)


def _unseen(box: tuple[Card, ...], turned: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(box)
    for card in turned:
        if card not in left:
            raise InputError(f"the card {card} is turned, but it is not in the box, or not so often (R1c)")
        left.remove(card)
    return tuple(left)
