"""Games in progress: begin or resume one, what its player knows, and what was possible at the end."""

from __future__ import annotations

import contextlib
import datetime
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from hashi_solver.app.question import (
    Position,
    Question,
    Source,
    coded,
    dated,
    of_record,
    seeded,
)
from hashi_solver.cards import deck_of
from hashi_solver.challenge import Deal, challenge_of, encode
from hashi_solver.challenge.challenges import KeptChallenges, best_play
from hashi_solver.challenge.seeded import Starting, daily_number, today_of_the_clock
from hashi_solver.errors import HashiError, InputError, Sentence, Unproven
from hashi_solver.interrupts import Stop
from hashi_solver.library import games_folder, known_layout_ids
from hashi_solver.notation.days import parse_day
from hashi_solver.notation.files import exists, read_text, shown_path
from hashi_solver.notation.records import lines_of_rounds, parse_record
from hashi_solver.rules import STANDARD_PILES, Written
from hashi_solver.scoring import title
from hashi_solver.solution import Solution
from hashi_solver.table import Session
from hashi_solver.table.kept import KeptGame, free_path, kept_in, make_room, named
from hashi_solver.table.session import at_round, new_session
from hashi_solver.targets import OnlyBest, Targets, measurable

MOST_READ = 500
MOMENT = 0.05  # seconds
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin: its name, its deal, and the board as it was named."""

    name: str
    board: str
    deal: Deal

    def begin(self, path: Path | None = None) -> KeptGame:
        """Return the game at its start; it will be kept in this file, or else in the folder of games."""
        path = path or free_path(games_folder(), datetime.datetime.now(), self.deal.layout.id)
        make_room(path)
        board = self.board if self.board in known_layout_ids() else str(Path(self.board).resolve())
        there = read_text(path) if exists(path) else None  # begun again: we may overwrite the file
        return KeptGame(path, self.name, board, new_session(self.deal), in_file=there)


@dataclass(frozen=True, slots=True)
class Other:
    """Something else to play than a kept game."""

    about: str
    game: NewGame | None  # None: a random deal, drawn when it is chosen


RANDOM = Other("a random deal, cards hidden", None)


@dataclass(frozen=True, slots=True)
class Offer:
    """A menu: kept games by their numbers, the last one first, and others by their letters."""

    unfinished: tuple[KeptGame, ...]
    others: Mapping[str, Other]
    usual: str  # what Enter means if no game is unfinished
    path: Path | None = None
    finished: tuple[KeptGame, ...] = ()

    @property
    def games(self) -> tuple[KeptGame, ...]:
        return (*self.unfinished, *self.finished)

    def begin(self, letter: str) -> KeptGame:
        return (self.others[letter].game or random_game()).begin(self.path)

    def without(self, game: KeptGame) -> Offer:
        """Return the menu without a deleted game."""
        unfinished, finished = (
            tuple(each for each in games if each.path != game.path) for games in (self.unfinished, self.finished)
        )
        return replace(self, unfinished=unfinished, finished=finished)


@dataclass(frozen=True, slots=True)
class Choice:
    """What an answer to the menu means; `game` is the one to play, to delete, or to play again from a round."""

    what: Literal["play", "again", "delete", "more", "leave", "explain"]
    game: KeptGame | None = None
    says: str = ""


def chosen(offer: Offer, answer: str) -> Choice:
    """Return what an answer means: a number, a letter, `x 3` to delete, `m` for more games, `q` to leave."""
    word, _, argument = answer.strip().lower().partition(" ")
    word = word or ("1" if offer.unfinished else offer.usual)
    if word == "x" or (word[0] == "x" and word[1:].isdecimal()):
        game = _numbered(offer, argument or word[1:])
        return (
            Choice("delete", game) if game else Choice("explain", says="to delete a game, type x and its number: x 2")
        )
    if word in ("q", "m"):
        return Choice("leave" if word == "q" else "more")
    if word in offer.others:
        return Choice("play", offer.begin(word))
    game = _numbered(offer, word)
    if game is None:
        numbers = f"a number from 1 to {len(offer.games)}, " if offer.games else ""
        return Choice("explain", says=f"type {numbers}{', '.join(offer.others)} or q")
    if not game.over:
        return Choice("play", game)
    if game.session.hidden:
        return Choice("explain", says="this game is finished, and you know its cards now: it cannot be played again")
    return Choice("again", game)


def _numbered(offer: Offer, text: str) -> KeptGame | None:
    number = int(text) if text.isdecimal() and len(text) < 5 else 0
    return offer.games[number - 1] if 1 <= number <= len(offer.games) else None


@dataclass(frozen=True, slots=True)
class Known:
    """What there is to aim at in a deal: the best play, and the targets as far as they can be measured here."""

    solution: Solution
    targets: Targets | OnlyBest


@dataclass(frozen=True, slots=True)
class Possible:
    """What the cards of a game allowed: the best play with its targets, and the best play from the player's start."""

    known: Known
    own: Solution

    @property
    def best(self) -> Solution:
        return self.known.solution


def game_asked(
    code: str | None = None,
    *,
    daily: bool = False,
    day: str | None = None,
    seed: str | None = None,
    random: bool = False,
    hidden: bool | None = None,
    board: str | None = None,
    start: Starting | None = None,
) -> NewGame | None:
    """Return the game whose deal is named, or None if none is."""
    deals = {"CODE": code, "--daily": daily, "--date": day, "--seed": seed is not None, "--random": random}
    given = [name for name, there in deals.items() if there]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} name different deals; give only one of them")
    if code is not None:
        if start is not None:
            raise InputError("the code says how the game starts; leave out --start")
        asked = coded(code, board)
        deal = deal_in(asked, hidden)
        return NewGame(f"Challenge {encode(deal)}", asked.board, deal)
    if seed is not None:
        return _seeded(seed, hidden, board, start)
    if random:
        return random_game(hidden, board, start)
    if day is not None:
        return game_of_day(parse_day(day, datetime.date.today()), hidden, board, start)
    if daily or hidden is not None or board is not None or start is not None:
        return todays_game(hidden, board, start)
    return None


def todays_game(hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> NewGame:
    return game_of_day(today_of_the_clock(), hidden, board, start)


def game_of_day(
    day: datetime.date, hidden: bool | None = None, board: str | None = None, start: Starting | None = None
) -> NewGame:
    asked = dated(day, board, start or "fixed", "flip" if hidden else "open")
    return NewGame(f"Daily No. {daily_number(day)}", asked.board, deal_in(asked))


def random_game(hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> NewGame:
    """Return a game of a random seed."""
    return _seeded("".join(secrets.choice(LETTERS) for _ in range(6)), hidden, board, start)


def _seeded(seed: str, hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> NewGame:
    asked = seeded(seed, board, start or "free", "open" if hidden is False else "flip")
    return NewGame(f"Seed {named(seed)}", asked.board, deal_in(asked))


def to_play(
    wanted: NewGame | None, path: Path | None = None, *, resume: bool | None = None, can_ask: bool = False
) -> KeptGame | Offer:
    """Return the game to play, or a menu if there is someone to ask.

    `path` is the file for the game. `resume` says whether to resume an unfinished game; if it is False, the wanted
    game begins anew, or else today's challenge.
    """
    if resume is False and path is None:
        return (wanted or todays_game()).begin()
    offer = _offer(wanted, can_ask) if path is None else _offer_of_file(path, wanted)
    if resume:
        if not offer.unfinished:
            if path is not None:
                raise InputError("there is no such file to resume", source=shown_path(path))
            raise InputError(f"there is no unfinished game{' of this deal' if wanted else ''} to resume")
        return offer.unfinished[0]
    if resume is False or (not offer.unfinished and len(offer.others) == 1):
        return offer.begin(offer.usual)
    if can_ask:
        return offer
    game = offer.unfinished[0]
    raise InputError(
        f"{game.name} is unfinished ({state_of(game)}): add --resume to continue it, or --new to begin a new game"
    )


def _offer_of_file(path: Path, wanted: NewGame | None) -> Offer:
    """Return the menu for a file: its game can be resumed or begun again; without a file, a new one begins."""
    if not exists(path):
        return Offer((), {"n": Other("begin", wanted or todays_game())}, "n", path)
    kept = read_kept(path)
    if kept.over:
        raise InputError("holds a finished game; name another file", source=shown_path(path))
    if wanted is not None and kept.session.deal != wanted.deal:
        raise InputError("holds a game of another deal; name another file", source=shown_path(path))
    again = wanted or NewGame(kept.name, kept.board, kept.session.deal)
    return Offer((kept,), {"n": Other("begin again", again)}, "n", path)


def _offer(wanted: NewGame | None, can_ask: bool) -> Offer:
    """Return the menu of the kept games, and what can be begun."""
    kept = games(games_folder())
    unfinished = tuple(game for game in kept if not game.over and (wanted is None or game.session.deal == wanted.deal))
    if wanted is not None:
        return Offer(unfinished, {"n": Other("begin again", wanted)}, "n")
    finished = tuple(game for game in kept if game.over)
    try:
        daily = todays_game()
    except InputError:
        if not unfinished:
            raise
        return Offer(unfinished, {"r": RANDOM}, "r", finished=finished)
    played = [game for game in finished if game.session.deal == daily.deal]
    if not unfinished and (not played or not can_ask):
        return Offer((), {"d": Other("today's challenge", daily)}, "d")
    best = max((game.session.points.total for game in played), default=None)
    about = "today's challenge" + ("" if best is None else f", which you played: {best} points")
    others = {"d": Other(about, daily), "r": RANDOM}
    return Offer(unfinished, others, "r" if played else "d", finished=finished)


def again(kept: KeptGame, number: int) -> KeptGame:
    """Return a finished open game as it was before this round; it will be kept in a new file."""
    session = at_round(kept.session, number)
    folder = games_folder()
    path = free_path(folder, datetime.datetime.now(), session.layout.id)
    make_room(path)
    name = f"{kept.name.partition(', again')[0]}, again from round {number}"
    return replace(kept, path=path, name=name, session=session, in_file=None)


def state_of(game: KeptGame) -> str:
    """Return what tells a game from others of its deal: how far it got, its points, its cards, and when."""
    session = game.session
    when = datetime.datetime.fromtimestamp(_written(game.path))
    points = session.points.total
    where = f"round {session.round} of {session.rounds}" if session.round else "at the start"
    cards = "hidden" if session.hidden else "open"
    many = f"{points} point{'' if points == 1 else 's'}"
    if game.over:
        return f"{many}, {title(points)}, cards {cards}, {when:%Y-%m-%d at %H:%M}"
    return f"{where}, {many}, cards {cards}, left on {when:%Y-%m-%d at %H:%M}"


def file_to_play(path: Path) -> KeptGame:
    """Return the game in a file, to resume it.

    A record that someone typed is not overwritten: its game is kept in the folder of games.
    """
    kept = read_kept(path)
    if kept.over:
        more = "" if kept.session.hidden else "; hashi play --again N FILE plays it again from round N"
        raise InputError(f"this game is finished{more}", source=shown_path(path))
    if kept.by_hand:
        own = free_path(games_folder(), datetime.datetime.now(), kept.session.layout.id)
        make_room(own)
        return replace(kept, path=own, in_file=None)
    return kept


def read_kept(path: Path) -> KeptGame:
    """Return the game in a file; raise InputError if it cannot be resumed."""
    text = read_text(path)
    try:
        record = parse_record(text)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    if record.challenge is None and (record.layout is None or record.deck is None):
        message = "to resume a game, its file needs a Challenge line, or a Layout and a Deck line"
        raise InputError(message, source=shown_path(path))
    asked = of_record(record, Source(text, shown_path(path)))
    try:
        deal = deal_in(asked, record.hidden)
    except InputError as error:
        raise error.at(shown_path(path)) from None
    return kept_in(path, text, record, deal)


def games(folder: Path, *, finished: bool = True) -> list[KeptGame]:
    """Return the games of a folder, the last written first; skip all other files, and finished games if asked to."""
    found = []
    for path in sorted(folder.glob("*.txt"), key=_written, reverse=True)[:MOST_READ]:
        with contextlib.suppress(HashiError):
            if finished or sum(STANDARD_PILES) not in lines_of_rounds(read_text(path)):
                found.append(read_kept(path))
    return found if finished else [game for game in found if not game.over]


def game_of_deal(deal: Deal) -> KeptGame | None:
    """Return the last written game of a deal; an unfinished one comes before all finished ones."""
    code, finished = encode(deal), None
    for path in sorted(games_folder().glob("*.txt"), key=_written, reverse=True):
        with contextlib.suppress(HashiError):
            if code not in read_text(path):
                continue
            kept = read_kept(path)
            if kept.session.deal != deal or kept.by_hand:
                continue
            if not kept.over:
                return kept
            finished = finished or kept
    return finished


def best_of(session: Session, kept: KeptChallenges | None = None, stop: Stop | None = None) -> Solution:
    """Return the proven best play."""
    known = kept.find(session.deal) if kept else None
    return known.solution if known else best_play(session.deal, stop)


class Aims:
    """The targets of a deal, worked out in the background after `begin`, or else when somebody waits for them.

    `known` is None until then.
    """

    def __init__(self, deal: Deal, best: Solution | None = None, kept: KeptChallenges | None = None) -> None:
        self.deal = deal
        self.known: Known | None = None
        self._best, self._kept = best, kept
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._look_up()
        if self.known is not None:
            return
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def wait(self, stop: Stop | None = None) -> Known:
        """Wait for what there is to aim at and return it; raise Unproven if stopped before it is known."""
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(MOMENT)
            if stop is not None and stop.is_set():
                raise Unproven
        if self.known is None:
            self._find(stop)
        assert self.known is not None
        return self.known

    def end(self) -> None:
        """Stop a search that runs in the background; the club player's games may run until the program ends."""
        self._stop.set()
        while self._thread is not None and self._thread.is_alive() and self._best is None:
            self._thread.join(MOMENT)

    def _work(self) -> None:
        with contextlib.suppress(HashiError):  # whoever waits for it gets the error
            self._find(self._stop)

    def _find(self, stop: Stop | None) -> None:
        self._look_up()
        if self.known is not None:
            return
        self._best = self._best or best_play(self.deal, stop)
        if measurable():
            found = challenge_of(self.deal, best=self._best, kept=self._kept, stop=stop)
            self.known = Known(found.solution, found.targets)
        else:
            self.known = Known(self._best, OnlyBest(self._best.score))

    def _look_up(self) -> None:
        found = self._kept.find(self.deal) if self._kept else None
        if found is not None:
            self.known = Known(found.solution, found.targets)


def possible(session: Session, aims: Aims, stop: Stop | None = None) -> Possible:
    """Return what the cards of a game allowed, also from the player's own start."""
    deal, start, known = session.deal, session.before.start, aims.wait(stop)
    own = known.solution
    if start is not None and deal.start is None:
        own = best_play(replace(deal, start=start), stop)
    return Possible(known, own)


def position_of(session: Session) -> Position:
    """Return what the player knows: of hidden cards, only those that were turned."""
    deal, state, card = session.deal, session.before, session.card
    written = Written(session.draft.number_on) if session.phase == "bridges" and not session.hidden else None
    if session.phase == "written":
        state = session.position
        if state.over:
            raise InputError("the last round is written: Enter ends the game, undo takes back the last step")
        card = None if session.hidden else deal.deck.cards[state.round]
    if session.hidden and state.start is None:
        raise InputError(Sentence("while the cards are hidden, no start is certain to be better than another"))
    return Position(
        Question(deal.layout, deal=deal),
        state,
        deal.deck.cards,
        card=card,
        unseen=session.unseen,
        hidden=session.hidden,
        written=written,
    )


def deal_in(asked: Question, hidden: bool | None = None) -> Deal:
    """Return the deal of a question or of its record; `hidden` overrides what it says."""
    deal = asked.deal or Deal(asked.layout, deck_of(asked.record.deck or ()), None)
    return deal if hidden is None else replace(deal, kind="flip" if hidden else "open")


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
