"""Solving on the page: any order of the cards on any board, from any start, or from a position of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from hashi_solver import app
from hashi_solver.app.tapping import tap_island
from hashi_solver.cards import Card, Deck, deck_of
from hashi_solver.challenge import Deal
from hashi_solver.documents.base import entry
from hashi_solver.errors import InputError
from hashi_solver.languages import Language
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.decks import format_cards, parse_cards
from hashi_solver.notation.records import format_record, parse_start
from hashi_solver.record import WrittenStart
from hashi_solver.table.kept import format_kept
from hashi_solver.table.session import new_session, write_start
from hashi_solver.views.game import game_view
from hashi_solver.web.asking import Answer, Request, Use, pasted
from hashi_solver.web.lately import Lately
from hashi_solver.web.shown import game_board, steps_json, still_board

if TYPE_CHECKING:
    from hashi_solver.app.question import Position, Question
    from hashi_solver.app.solving import Solved
    from hashi_solver.solution import Solution

FREE = "free"
HEAVY = frozenset({"solve"})


def page_words(language: Language) -> dict[str, str]:
    """What stands on the page where an order of cards is solved."""
    return {
        "solve": language.gettext("Solve"),
        "solve-about": language.gettext(
            "Any order of the cards, and the best that can be done with it, proven. Drag a card, or choose one and "
            "move it. The last one is put away."
        ),
        "typed-cards": language.gettext("Cards in order, a code, any word, or a record of play"),
        "take": language.gettext("Take over"),
        "card-earlier": language.gettext("Move the card back"),
        "card-later": language.gettext("Move the card on"),
        "free-start": language.gettext("Leave the start open"),
        "from-game": language.gettext("From the game in play"),
        "as-record": language.gettext("As a record of play"),
    }


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What is to be solved. `record` is the game whose first rounds are played already; None where none is."""

    board: str
    order: tuple[Card, ...]
    start: str
    rounds: int = 0
    record: str | None = None

    @classmethod
    def of(cls, request: Request) -> Arrangement:
        board, order = entry(request.values, "board", str), parse_cards(entry(request.values, "order", str))
        rounds = entry(request.values, "rounds", int) if "rounds" in request.values else 0
        return cls(_known(board), order, request.text("start") or FREE, rounds, request.text("record"))

    def asked(self, language: Language) -> Question:
        if self.record is None:
            return app.question.Question(app.question.board_named(self.board), self.board)
        return pasted(self.record, language.gettext("Record %(number)s") % {"number": 1}, language)

    def position(self, language: Language) -> Position:
        return app.solving.arranged(self.asked(language), self.order, self.rounds, self.start)


SOLVED: Lately[Arrangement, Solved] = Lately()


def _arrange(request: Request) -> Answer:
    """What is to be solved, as it is to be shown, after a change of it.

    The change is one of these: the cards are typed (in order, as a code, as a word that shuffles them, or as a record
    whose rounds are then played), an island is tapped for the start, a game that is open here is taken over.
    """
    board, language = _known(request.text("board") or app.question.board_named(None).id), request.language
    typed, record = request.text("typed"), request.text("record")
    if "game" in request.values:
        with request.game() as game:
            record = format_kept(game.kept)
    if typed is not None and ":" in typed:
        problem = _of_record(typed, language)
    elif typed is not None:
        problem = _typed(typed.strip(), board)
    elif record is not None and "order" not in request.values:
        problem = _of_record(record, language)
    else:
        problem = Arrangement.of(request)
    island = request.text("island")
    if island is not None:
        problem = replace(problem, start=_tapped(problem, island))
    found = _problem_json(problem, language)
    if "moved" in request.values:
        place = entry(request.values, "moved", int)
        if not 0 <= place < len(found["cards"]):
            raise InputError('"moved" must be the place of a card')
        found["said"] = f"{found['cards'][place]['label']}."
    return found


def _typed(text: str, board: str) -> Arrangement:
    """Return what someone means who types an order of cards, a code, or any word, but no record."""
    if "/" in text:
        return Arrangement(board, parse_cards(text), FREE)
    if app.question.looks_like_a_code(text):
        deal = app.question.coded(text).deal
    else:
        deal = app.question.seeded(text, board).deal
    assert deal is not None
    return Arrangement(deal.layout.id, deal.deck.cards, FREE if deal.start is None else str(deal.written_start))


def _of_record(record: str, language: Language) -> Arrangement:
    """Return the position that a record has reached, or, where it is finished, the one before its first card."""
    asked = pasted(record, language.gettext("Record %(number)s") % {"number": 1}, language)
    rounds = len(asked.record.plays)
    order = app.solving.cards_of(asked).cards
    start = FREE if asked.record.start is None else str(asked.record.start)
    return Arrangement(asked.board, order, start, 0 if rounds >= len(order) else rounds, record)


def _tapped(problem: Arrangement, island: str) -> str:
    """Return the start after a tap: a 3, with the next tap a 4."""
    layout = app.question.board_named(problem.board)
    session = new_session(Deal(layout, deck_of(problem.order), None))
    if problem.start != FREE:
        session = write_start(session, parse_start(problem.start))
    written = tap_island(session, island).draft.start
    assert written is not None
    return str(WrittenStart.of(layout, written))


def _problem_json(problem: Arrangement, language: Language) -> dict[str, Any]:
    position = problem.position(language)
    box = position.question.box
    away = deck_of(problem.order, box).away
    cards = (*problem.order, *(() if away is None else (away,)))
    return {
        "problem": {
            "board": problem.board,
            "order": format_cards(problem.order),
            "start": problem.start,
            "rounds": problem.rounds,
            "record": problem.record,
        },
        "cards": [
            {
                "card": str(card),
                "label": _card_words(card, place, place > len(problem.order), language),
                "fixed": place <= problem.rounds,
            }
            for place, card in enumerate(cards, start=1)
        ],
        "svg": _svg(position, language),
        "said": _said(position, language),
        "solved": _known_best(problem, language),
    }


def _card_words(card: Card, place: int, is_away: bool, language: Language) -> str:
    if is_away:
        return language.gettext("%(card)s, put away") % {"card": card}
    return language.gettext("%(card)s, card %(place)s") % {"card": card, "place": place}


def _svg(position: Position, language: Language) -> str:
    if position.played:
        return still_board(position.state, position.state, language)
    session = new_session(Deal(position.question.layout, Deck(position.deck), None))
    start = position.state.start
    if start is not None:
        session = write_start(session, WrittenStart.of(position.question.layout, start))
    return game_board(game_view(session), language)


def _said(position: Position, language: Language) -> str:
    if position.played:
        told = language.gettext("The best play is looked for from round %(round)s on.")
        return told % {"round": position.state.round + 1}
    if position.state.start is None:
        return language.gettext("The start is open: tap an island to write a 3, tap it again for a 4.")
    start = WrittenStart.of(position.question.layout, position.state.start)
    return language.gettext("The start is %(start)s.") % {"start": start}


def _solve(request: Request) -> Answer:
    """The best play. What was found when the search is stopped comes with the next look at the same arrangement."""
    problem = Arrangement.of(request)
    with SOLVED.about(problem) as known:
        found = known.found
        if found is None or found.solution.status != "optimal":
            known.found = found = app.solving.solve(problem.position(request.language), stop=request.stop)
    return _solved_json(found, problem, request.language)


def _known_best(problem: Arrangement, language: Language) -> dict[str, Any] | None:
    with SOLVED.about(problem) as known:
        return None if known.found is None else _solved_json(known.found, problem, language)


def _solved_json(found: Solved, problem: Arrangement, language: Language) -> dict[str, Any]:
    solution = found.solution
    return {
        "total": solution.score,
        "proven": solution.status == "optimal",
        "bound": solution.bound,
        "seconds": round(solution.seconds, 2),
        "claim": _claim(solution, language),
        "steps": steps_json(solution, language, problem.rounds),
        "record": format_record(found.record),
    }


def _claim(solution: Solution, language: Language) -> str:
    """What is proven, in one sentence."""
    values = {
        "total": solution.score,
        "title": language.title(solution.score),
        "bound": solution.bound,
        "seconds": language.number(round(solution.seconds, 2)),
    }
    if solution.status == "optimal":
        told = language.gettext("%(total)s, %(title)s: proven in %(seconds)s s, no play of these cards has more.")
    else:
        told = language.gettext("%(total)s, %(title)s: stopped after %(seconds)s s, more than %(bound)s is ruled out.")
    return told % values


def _known(board: str) -> str:
    if board not in known_layout_ids():
        raise InputError("there is no such board here")
    return board


USES: dict[str, Use] = {"arrange": _arrange, "solve": _solve}
