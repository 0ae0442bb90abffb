"""What a question is about: one parser for records, codes, seeds, days and typed options.

Every text comes as a `Source`, so that a front end can read it from a file, from standard input or from a page. This
module refuses whatever is named twice or contradicts itself.
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
from hashi_solver.errors import IllegalError, InputError, Sentence, UnreadableError, Violation
from hashi_solver.notation.codes import LENGTH, canonical_code
from hashi_solver.notation.decks import parse_card, parse_deck, read_deck_file
from hashi_solver.notation.files import MOST_BYTES, exists, is_plain, read_text, shown, shown_path
from hashi_solver.notation.files import decode as decode_text
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.notation.records import MOST_PLAYER, parse_start
from hashi_solver.record import Record
from hashi_solver.referee import NO_START, played_so_far
from hashi_solver.rules import Game, State, Turn, Written, begin, empty, with_start
from hashi_solver.seeds import deck_from_seed

MOST_SEED = 100
FREE = "free"
STANDARD_INPUT = "standard input"


@dataclass(frozen=True, slots=True)
class Source:
    """A text, its name in messages, and what to call its player if the text names none."""

    text: str
    name: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a box, and the order of a deck file if it has one."""

    box: tuple[Card, ...] = STANDARD_BOX
    order: Deck | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A board, and what is known about a game on it: its deal, its cards, its record.

    The record includes the deck and the start of its code. `named` is how the board was named, if it was.
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
        """Return whether the cards to come were hidden: the record says so, or its challenge is a flip challenge."""
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
        """Return what the author should know about how the record was read."""
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
    """Where a game stands, how it got there, and what is known about the cards.

    `deck` holds the cards in order, those to come only if they are known; `unseen` holds the others of the box.
    """

    question: Question
    state: State
    deck: tuple[Card, ...]
    played: tuple[tuple[Card, Turn], ...] = ()
    card: Card | None = None  # the one that is turned, if known
    unseen: tuple[Card, ...] = ()
    hidden: bool = False
    written: Written | None = None  # in the middle of a round, if all cards are known

    @property
    def to_come(self) -> tuple[Card, ...]:
        return self.deck[self.state.round :]

    @property
    def first(self) -> State:
        """Return the position before the first card, or before the start if that was free."""
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
    """Return the position before the first card; the start is written if the deal fixes it."""
    return empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)


def file_source(path: Path, *, or_code: bool = False) -> Source:
    """Return the text of a file. With `or_code`, a name that no file has may be the code of a challenge."""
    name = shown_path(path)
    if not exists(path) and looks_like_a_code(str(path)):
        if not or_code:
            message = "there is no such file; a code is not a record, but a record can have a line Challenge: CODE"
            raise InputError(message, source=name)
        try:
            return code_source(str(path))
        except InputError as error:
            message = f"there is no such file, and it is not a code: {error.message}"
            raise InputError(message, source=name) from None
    return Source(read_text(path), name, shown(path.stem, MOST_PLAYER))


def code_source(code: str) -> Source:
    """Return the record, without rounds, that a code stands for."""
    code = canonical_code(code)
    return Source(f"Challenge: {code}", code)


def bytes_source(data: bytes, name: str = STANDARD_INPUT, player: str = "-") -> Source:
    """Return the text that came from standard input or from a page."""
    return Source(decode_text(data[: MOST_BYTES + 1], name), name, player)


def looks_like_a_code(text: str) -> bool:
    """Return whether this looks like a code: about 15 characters, no folders, no file ending."""
    return re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z\s\u2010-\u2014\u2212-]*", text) is not None and (
        sum(char.isalnum() for char in text) in range(LENGTH - 2, LENGTH + 3)
    )


def cards_of(deck_file: Path | None) -> Cards:
    """Return the cards of a deck file; without one, the standard box in no order."""
    return Cards() if deck_file is None else Cards(*read_deck_file(deck_file))


def checked_seed(seed: str) -> str:
    """Return the seed; raise InputError unless it is a short plain text."""
    if not 0 < len(seed) <= MOST_SEED:
        raise InputError(Sentence("a seed is a text of 1 to %(most)s characters", most=MOST_SEED))
    if any("\ud800" <= char <= "\udfff" for char in seed):  # bytes that are not UTF-8
        raise InputError("this seed is not UTF-8 text")
    if not all(map(is_plain, seed)):
        raise InputError(Sentence("a seed has no line breaks and no control characters"))
    return seed


def board_named(board: str | None) -> Layout:
    """Return the playable board with this id or path, or the default board."""
    return load_playable_layout(board or library.DEFAULT_BOARD)


def recorded(source: Source, board: str | None = None, cards: Cards = Cards()) -> Question:
    """Return the question in a record.

    `board` overrides the board that the record names. An order in `cards` is used if the record has no deck.
    """
    return of_record(parse_any_record(source.text, source.name), source, board, cards)


def all_recorded(sources: Sequence[Source], board: str | None = None, cards: Cards = Cards()) -> list[Question]:
    """Return the questions in several records; raise UnreadableError with everything that cannot be read."""
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
    """Return the question in a record that is already parsed."""
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
        missing = [name for name, is_missing in lines.items() if is_missing]
        message = Sentence("the record has no Layout line: add Challenge: CODE, with the code from the sheet")
        if len(missing) > 1:
            message = Sentence(
                "the record has no Layout line, and lacks %(lines)s too: add Challenge: CODE, with the code from the "
                "sheet",
                lines=", ".join(missing[1:]),
            )
        raise InputError(message.with_option(", or name the board with --layout"), source=source.name)
    if record.deck is None and cards.order is not None:
        record = replace(record, deck=cards.order.cards)
    return Question(layout, named, record.resolved(), deal, cards.box, source)


def _completed(record: Record, deal: Deal) -> Record:
    """Return the record with the deck and the start of its deal; refuse lines that contradict the deal."""
    if record.deck not in (None, deal.deck.cards):
        raise InputError(
            Sentence("the Deck line and the challenge have different cards: correct one of them, or leave one out")
        )
    start = deal.written_start
    if start is not None and record.start not in (None, start):
        raise InputError(
            Sentence(
                "the Start line says %(start)s, but the challenge starts with %(given)s",
                start=record.start,
                given=start,
            )
        )
    return replace(record, deck=deal.deck.cards, start=start or record.start)


def coded(code: str, board: str | None = None) -> Question:
    """Return the question of a typed code."""
    deal = decode(code, None if board is None else load_playable_layout(board))
    return Question(deal.layout, board, deal=deal)


def seeded(seed: str, board: str | None = None, start: Starting = "free", kind: Kind = "flip") -> Question:
    """Return the question of a seed: its deck, and its start if that is drawn."""
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
    """Return the position to solve.

    With `played` it is the position after the rounds of the record, otherwise before its first card. The cards come
    from only one of these: the record, a typed `order`, `cards`, or a `seed`. `start` is `4@C3` or `free`, and
    overrides that of the record.
    """
    if source is not None:
        asked = recorded(source, board, Cards(cards.box))
        deck = _one_order(asked, cards, order, seed)
    else:
        deck = _one_order(None, cards, order, seed)
        asked = Question(board_named(board), board, box=cards.box)
    if not played:
        return Position(asked, opening_of(asked, start), deck.cards)
    if start is not None:
        raise InputError("--after plays the start of its record; --start cannot change it")
    return _after(asked, deck)


def _one_order(asked: Question | None, cards: Cards, order: str | None, seed: str | None) -> Deck:
    """Return the order of cards; it may be given more than once if all agree."""
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
        raise InputError("which cards? Give a record, --deck, --deck-file, --seed or --after")
    try:
        decks = [read() for read in given.values()]
    except InputError as error:
        if len(given) == 1:
            name = next(iter(given))
            raise error.at(asked.source.name if asked is not None and name == "the record" else name) from None
        decks = []
    if len({deck.cards for deck in decks}) != 1:
        raise InputError(f"{' and '.join(given)} give different orders of cards; give only one of them")
    return decks[0]


def opening_of(asked: Question, typed: str | None) -> State:
    """Return the position before the first card: with a typed start, the start of the record, or none (R2a)."""
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
    """Return the position after the rounds of a record; raise IllegalError if they break a rule."""
    name = asked.source.name
    if asked.record.start is None:
        raise InputError(NO_START, source=name)
    try:
        state, played = played_so_far(asked.game, asked.record, deck.cards)
    except InputError as error:
        raise error.at(name) from None
    except IllegalError as error:
        first, *others = error.violations
        message = Sentence("%(mistake)s, so there is no best play after %(record)s", mistake=first.message, record=name)
        raise IllegalError((Violation(first.rule, first.round, first.islands, message), *others)) from None
    return Position(asked, state, deck.cards, played)


def reached(asked: Question, hidden: bool | None = None, card: str | None = None) -> Position:
    """Return the position that a record has reached, with what its player knows about the cards.

    `hidden` overrides what the record says; `card` is the card that is turned if the others are hidden.
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
        raise InputError("this game is over; hashi review shows where its points went", source=name)
    if not is_hidden:
        return Position(asked, state, deck, played, deck[state.round])
    if state.start is None:
        raise InputError("the record has no Start line, and there is no advice on a start with hidden cards (R2a)")
    turned = parse_card(card) if card is not None else deck[state.round] if len(deck) > state.round else None
    seen = (*deck[: state.round], *(() if turned is None else (turned,)))
    return Position(asked, state, deck, played, turned, _unseen(asked.box, seen), hidden=True)


def _unseen(box: tuple[Card, ...], turned: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(box)
    for card in turned:
        if card not in left:
            raise InputError(f"the card {card} was turned too often, or is not in the box (R1c)")
        left.remove(card)
    return tuple(left)
