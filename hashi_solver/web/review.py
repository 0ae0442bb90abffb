"""Reviewing on the page: records that are pasted, or of games played here; luck and skill when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from hashi_solver import app
from hashi_solver.documents.base import entry, texts
from hashi_solver.drawing.curve import Point, curve_controls_svg
from hashi_solver.errors import IllegalError, InputError, Unproven
from hashi_solver.languages import Language
from hashi_solver.notation.files import read_text
from hashi_solver.sheet.review_words import ReviewWords
from hashi_solver.views.review import MARKS, FairView, Loss, Move, ReviewView, fair_view, review_view, side_by_side
from hashi_solver.web import words
from hashi_solver.web.asking import Answer, Request, Use, pasted
from hashi_solver.web.lately import Lately
from hashi_solver.web.shown import still_board

if TYPE_CHECKING:
    from hashi_solver.app.question import Question
    from hashi_solver.app.reviewing import GameReview, GameToReview
    from hashi_solver.review.fair import Fair

MOST_RECORDS = 12
HEAVY = frozenset({"review", "fair"})


def page_words(language: Language) -> dict[str, str]:
    """What stands on the page where a game is reviewed."""
    return {
        "review": language.gettext("Review"),
        "review-about": language.gettext(
            "Where did your points go? Paste a record of play, or the records of several players."
        ),
        "review-kept": language.gettext("Or choose one of your games."),
        "record": language.gettext("Record of play"),
        "more-records": language.gettext("Records of other players"),
        "house": language.gettext("Mistakes stand, by rule R10"),
        "solo": language.gettext("Each played alone"),
        "start-counts": language.gettext("The start"),
        "start-auto": language.gettext("your choice, unless a challenge fixed it"),
        "start-chosen": language.gettext("your choice"),
        "start-given": language.gettext("given"),
        "possible": language.gettext("What was still possible"),
        "player": language.gettext("Player"),
        "options": language.gettext("Options"),
        "kept-about": language.gettext(
            "Ways: how many choices for the number, and how many for the bridges, keep what was possible. Lost: what "
            "an action cost a player who knows the cards to come. ?! up to 2 points, ? up to 5, ?? more, or the win."
        ),
        "best-play": language.gettext("One of the best plays"),
        "fair": language.gettext("Luck and skill"),
        "fair-begin": language.gettext("Work it out"),
        "by-round": language.gettext("Round by round"),
        "fair-about": language.gettext(
            "What could a player know who did not see the cards to come? This takes a minute or more."
        ),
        "side-by-side": language.gettext("Side by side"),
    }


@dataclass(frozen=True, slots=True)
class AskedReview:
    """What is to be reviewed, and how."""

    records: tuple[str, ...]
    house: bool
    solo: bool
    start: Literal["chosen", "given"] | None

    @classmethod
    def of(cls, request: Request) -> AskedReview:
        records = tuple(text for text in texts(request.values, "records") if text.strip())
        if not records:
            raise InputError(request.language.gettext("Paste a record of play first"))
        if len(records) > MOST_RECORDS:
            raise InputError(f"at most {MOST_RECORDS} records at a time")
        start = request.choice("start", "chosen", "given")
        chosen: Literal["chosen", "given"] | None = (
            "chosen" if start == "chosen" else "given" if start == "given" else None
        )
        return cls(records, request.flag("house"), request.flag("solo"), chosen)

    def games(self, language: Language) -> tuple[list[GameToReview], list[str]]:
        """Return the games of the records, and what is to be remarked on."""
        several = len(self.records) > 1
        asked: list[Question] = []
        wrong = []
        for place, text in enumerate(self.records, start=1):
            name = language.gettext("Record %(number)s") % {"number": place}
            player = language.gettext("Player %(number)s") % {"number": place} if several else ""
            try:
                question = pasted(text, name, language, player)
            except InputError as error:
                wrong.append(error.message)
                continue
            try:
                app.reviewing.judged(question.game, question, self.house)
            except (IllegalError, InputError) as error:
                whose = f"{question.player or name}: " if several else ""
                wrong.append(f"{whose}{_mistake(error, language)}".removesuffix("."))
            asked.append(question)
        if wrong:
            raise InputError("\n".join(wrong))
        games = app.reviewing.games_to_review(asked, house=self.house, solo=self.solo, start=self.start)
        return games, [remark for each in asked for remark in each.remarks]


def _mistake(error: IllegalError | InputError, language: Language) -> str:
    """What keeps a record from being reviewed, with the round in which it is."""
    sentence = words.refusal(error, language)
    if isinstance(error, InputError):
        return sentence
    values = {"round": error.violations[0].round, "sentence": sentence}
    return language.gettext("Round %(round)s: %(sentence)s") % values


REVIEWS: Lately[AskedReview, list[GameReview]] = Lately()
FAIRS: Lately[tuple[AskedReview, int], Fair] = Lately()


def _record(request: Request) -> Answer:
    """The record of a game that is kept here."""
    return {"record": read_text(app.history.path_of_key(entry(request.values, "kept", str)))}


def _review(request: Request) -> Answer:
    wanted, language = AskedReview.of(request), request.language
    games, remarks = wanted.games(language)
    with REVIEWS.about(wanted) as known:
        if known.found is None:
            ceilings = [replace(game, fair=False) for game in games]
            kept = app.challenges.kept_challenges()
            known.found = app.reviewing.review_games(
                ceilings, kept=kept, on_progress=lambda _, share: request.tell(share), stop=request.stop
            )
        found = known.found
    named = [each.game.name if each.game.record.player or len(found) > 1 else None for each in found]
    views = [review_view(each.review, None, name) for each, name in zip(found, named, strict=True)]
    compared = side_by_side(views) if len(views) > 1 else ()
    fairs = [_known_fair(wanted, place) for place in range(len(found))]
    return {
        "games": [
            {
                **_game_json(view, language),
                "place": place,
                "can_be_fair": game.verdict.legal and game.verdict.complete,
                "fair": None if known is None else _fair_json(fair_view(known), game, language),
                "fair_at_once": game.fair and known is None,
            }
            for place, (view, game, known) in enumerate(zip(views, games, fairs, strict=True))
        ],
        "tables": {"compared-table": _compared_json(compared, views, language)} if compared else {},
        "said": " ".join((*remarks, language.gettext("The review is ready."))),
    }


def _fair(request: Request) -> Answer:
    """Luck and skill of one game. What was found when the work is stopped comes with the next review of it."""
    wanted, place = AskedReview.of(request), entry(request.values, "place", int)
    games, _ = wanted.games(request.language)
    if not 0 <= place < len(games):
        raise InputError(f'"place" must be a number from 0 to {len(games) - 1}')
    with FAIRS.about((wanted, place)) as known:
        found = known.found
        if found is None or found.orders < found.wanted or found.avoidable is None:
            told = app.reviewing.fair_view_of(games[place], on_progress=request.on_progress, stop=request.stop)
            known.found = found = told or found
    if found is None:
        raise Unproven
    return _fair_json(fair_view(found), games[place], request.language)


def _known_fair(wanted: AskedReview, place: int) -> Fair | None:
    with FAIRS.about((wanted, place)) as known:
        return known.found


def _game_json(game: ReviewView, language: Language) -> dict[str, Any]:
    said = ReviewWords(language)
    told = language.gettext("One of the best plays: %(total)s, %(title)s. The small number is the round.")
    return {
        "name": said.heading(game),
        "curve": curve_controls_svg(
            game.optimum,
            [Point(move.after, _label(move, game, said), _marks(move)) for move in game.moves],
            language.gettext("What was still possible"),
        ),
        "moves": [_move_json(move, game, said) for move in game.moves],
        "tables": {
            "figures": {"head": [], "rows": [list(figure) for figure in said.figures(game)]},
            "moves": _table_json(game, said),
            "best-moves": {
                "head": [],
                "rows": [[_round(number, language), move] for number, move in enumerate(game.best_moves)],
            },
        },
        "best": {
            "text": told % {"total": game.optimum, "title": language.title(game.optimum)},
            "svg": still_board(game.best, game.best, language, game.best_rounds),
        },
    }


def _move_json(move: Move, game: ReviewView, said: ReviewWords) -> dict[str, Any]:
    language = said.language
    return {
        "label": _label(move, game, said),
        "svg": still_board(move.opening, move.position, language),
        "choices": _choices_json(move, game, said),
    }


def _table_json(game: ReviewView, said: ReviewWords) -> dict[str, Any]:
    language = said.language
    columns = ("Round", "Card", "Turn", "Ways", "Possible", "Lost")
    rows = [
        [
            _round(move.round, language),
            str(move.card or ""),
            move.play,
            " · ".join(str(ways) for ways in move.ways if ways.count),
            str(move.after),
            ", ".join(_loss(loss, said) for loss in move.losses),
        ]
        for move in game.moves
    ]
    return {"head": [_heads(language)[column] for column in columns], "rows": rows}


def _heads(language: Language) -> dict[str, str]:
    return {
        "Round": language.gettext("Round"),
        "Card": language.gettext("Card"),
        "Turn": language.gettext("Turn"),
        "Ways": language.gettext("Ways"),
        "Possible": language.gettext("Possible"),
        "Lost": language.gettext("Lost"),
    }


def _round(number: int, language: Language) -> str:
    return str(number) if number else language.gettext("Start")


def _choices_json(move: Move, game: ReviewView, said: ReviewWords) -> list[dict[str, Any]]:
    """What was played, and better turns where there were some, each to be looked at on the board."""
    language = said.language
    better = [
        {
            "name": language.gettext("Better: %(turn)s") % {"turn": said.better(loss)},
            "svg": still_board(move.opening, loss.kept, language),
            "said": language.gettext("Better: %(turn)s. That keeps %(total)s.")
            % {"turn": said.better(loss), "total": loss.keeps},
        }
        for loss in move.losses
        if loss.kept is not None
    ]
    if not better:
        return []
    played = language.gettext("Played: %(turn)s") % {"turn": move.play}
    return [
        {"name": played, "svg": still_board(move.opening, move.position, language), "said": _label(move, game, said)},
        *better,
    ]


def _loss(loss: Loss, said: ReviewWords) -> str:
    return f"{loss.points}{MARKS[loss.mark]} {said.charge(loss.charge)}"


def _marks(move: Move) -> str:
    worst = max((list(MARKS).index(loss.mark) for loss in move.losses), default=0)
    return list(MARKS.values())[worst]


def _label(move: Move, game: ReviewView, said: ReviewWords) -> str:
    """What a move is called: `Round 2 of 17: 5@E5 A4-A6. 52 possible, lost: 4? number.`"""
    language = said.language
    where = words.round_words(move.round, len(game.cards), language)
    told = language.gettext("%(where)s: %(play)s. Still possible: %(total)s.")
    label = told % {"where": where, "play": move.play, "total": move.after}
    if not move.losses:
        return label
    lost = language.gettext("Lost: %(losses)s.")
    return f"{label} {lost % {'losses': language.listing(_loss(loss, said) for loss in move.losses)}}"


def _compared_json(
    compared: Sequence[Sequence[Move]], games: Sequence[ReviewView], language: Language
) -> dict[str, Any]:
    said, heads = ReviewWords(language), _heads(language)
    rows = []
    for moves in compared:
        cells = [" ".join((str(move.after), *(_loss(loss, said) for loss in move.losses))) for move in moves]
        rows.append([_round(moves[0].round, language), str(moves[0].card or ""), *cells])
    rows.append([language.gettext("Total"), "", *(f"{game.total} / {game.optimum}" for game in games)])
    return {"head": [heads["Round"], heads["Card"], *(game.player or "" for game in games)], "rows": rows}


def _fair_json(fair: FairView, game: GameToReview, language: Language) -> dict[str, Any]:
    said = ReviewWords(language)
    parts = []
    for each in fair.parts:
        name, about = said.part(each.name)
        points = said.tenths(each.points, signed=each.name != "start")
        parts.append([name, points, f"±{said.tenths(each.error)}", about])
    cards = [each.card for each in game.verdict.rounds]
    rounds = [
        [str(number), str(card), *(said.tenths(each, signed=True) for each in points)]
        for number, (card, points) in enumerate(zip(cards, fair.rounds, strict=True), start=1)
    ]
    told = language.gettext(
        "From a sample of %(count)s orders of the unseen cards; ± is the error of the sample (95 %%). The average best "
        "total is optimistic: it is what you could reach if you knew the order, and nobody does."
    )
    heads = _heads(language)
    names = [heads["Round"], heads["Card"], *(said.part(name)[0] for name in fair.names)]
    return {
        "tables": {
            "fair-parts": {"head": [], "rows": [*parts, [language.gettext("Total"), str(fair.total), "", ""]]},
            "fair-rounds": {"head": names, "rows": rounds},
        },
        "about": told % {"count": fair.orders},
    }


USES: dict[str, Use] = {"record": _record, "review": _review, "fair": _fair}
