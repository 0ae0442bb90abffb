"""Games that were played: the calendar, finished and unfinished ones, what they come to, to and from other machines."""

from __future__ import annotations

import calendar
import datetime
import re
from dataclasses import dataclass
from typing import Any

from hashi_solver import app
from hashi_solver.challenge.seeded import FIRST_DAY, daily_number
from hashi_solver.documents.base import entry, json_text
from hashi_solver.documents.history import games_of_history, history_json
from hashi_solver.errors import InputError, Sentence
from hashi_solver.languages import Language
from hashi_solver.library import DEFAULT_BOARD, known_layout_ids
from hashi_solver.notation.files import shown
from hashi_solver.table.kept import KeptGame
from hashi_solver.table.results import Result
from hashi_solver.views.history import (
    NO_MEDAL,
    UNKNOWN,
    DayView,
    HistoryView,
    PlayedGame,
    history_view,
    month_view,
)
from hashi_solver.web.asking import Answer, Request, Use
from hashi_solver.web.words import game_name, hints_words, medal_names, mistakes_words, round_words, time_words

HEAVY = frozenset({"medals"})
LAST_MONTH = datetime.date(2075, 12, 1)
SHOWN = 300  # finished games in the list; the sums count all


def page_words(language: Language) -> dict[str, str]:
    return {
        "history": language.gettext("Your games"),
        "earlier-month": language.gettext("The month before"),
        "later-month": language.gettext("The month after"),
        "unfinished": language.gettext("Unfinished"),
        "finished": language.gettext("Finished"),
        "none-yet": language.gettext("No games yet."),
        "delete": language.gettext("Delete"),
        "delete-sure": language.gettext("Delete for good"),
        "average": language.gettext("Average"),
        "best-total": language.gettext("Best"),
        "in-a-row": language.gettext("Days in a row"),
        "export": language.gettext("Export"),
        "import": language.gettext("Import"),
        "too-big": language.gettext("This file is too big (limit 1 MB)."),
    }


@dataclass(frozen=True, slots=True)
class _Games:
    """The games of the folder, and what there was to aim at in them."""

    results: list[Result]
    unfinished: list[KeptGame]
    view: HistoryView


def _games(request: Request, most: int = 0) -> _Games:
    results = app.history.results()
    aims = app.history.targets_of(results, app.challenges.kept_challenges(), most, stop=request.stop)
    view = history_view(results, aims, daily_number(datetime.date.today()))
    return _Games(results, app.history.unfinished(), view)


def _history(request: Request) -> Answer:
    return _shown(request, _games(request))


def _medals(request: Request) -> Answer:
    """Work out medals that nobody knows yet, for some games at a time."""
    return _shown(request, _games(request, app.history.MOST_WORKED_OUT))


def _delete(request: Request) -> Answer:
    request.games.forget(app.history.delete(request.key))
    return _shown(request, _games(request))


def _export(request: Request) -> Answer:
    found = _games(request)
    text = json_text(history_json(found.view, map(app.history.carried, found.unfinished)))
    return {"file": f"hashi-{datetime.date.today()}.json", "text": text + "\n"}


def _import(request: Request) -> Answer:
    """Take over games of another machine; a record may name no file, only a board that is known here."""
    text = entry(request.values, "text", str)
    try:
        exported = games_of_history(text, "")
    except InputError:
        raise InputError(Sentence("this file is none that an export has written")) from None
    taken = app.history.take_over(exported, known_layout_ids())
    told = [
        request.language.gettext("%(new)s new, %(known)s known already.") % {"new": taken.new, "known": taken.known}
    ]
    if taken.refused:
        told.append(
            request.language.gettext("Refused, because the referee cannot replay them: %(games)s.")
            % {"games": "; ".join(taken.refused)}
        )
    return {**_shown(request, _games(request)), "said": " ".join(told)}


def _shown(request: Request, found: _Games) -> Answer:
    language, view = request.language, found.view
    names = medal_names(language) | {NO_MEDAL: language.gettext("no medal")}
    counted = [(names[medal], count) for medal, count in view.medals.items() if count and medal != UNKNOWN]
    return {
        "finished": [_game(game, language) for game in view.games[:SHOWN]],
        "unfinished": [_unfinished(kept, language) for kept in found.unfinished],
        "count": len(view.games),
        "best": view.best,
        "average": None if view.average is None else language.number(round(view.average, 1)),
        "medals": [{"name": name, "count": count} for name, count in counted],
        "unknown": view.medals[UNKNOWN],
        "streak": language.gettext("%(now)s now, %(most)s at most") % {"now": view.streak, "most": view.longest},
        "month": _month(request, found),
    }


def _game(game: PlayedGame, language: Language) -> dict[str, Any]:
    result = game.result
    parts = [f"{result.total} {language.title(result.total)}"]
    parts += [medal_names(language)[game.medal]] if game.medal else []
    parts += [hints_words(result.hints, language)] if result.hints else []
    parts += [mistakes_words(result.mistakes, language)] if result.mistakes else []
    parts += [time_words(result.seconds)] if result.seconds else []
    key = app.history.key_of(result.path)
    return {
        "game": key,
        "name": f"{game_name(result.name, language)} · {shown(language.board(result.deal.layout.name))}",
        "when": language.date(result.when.date()),
        "words": " · ".join(parts),
        "address": f"#/paper?kept={key}" if result.mistakes else f"#/game/{key}",
        "review": f"#/review?kept={key}",
    }


def _unfinished(kept: KeptGame, language: Language) -> dict[str, Any]:
    key = app.history.key_of(kept.path)
    return {
        "game": key,
        "name": f"{game_name(kept.name, language)} · {shown(language.board(kept.session.layout.name))}",
        "words": round_words(kept.session.round, kept.session.rounds, language),
        "address": f"#/game/{key}",
    }


def _month(request: Request, found: _Games) -> dict[str, Any]:
    """Return a month of a calendar: that of today, or the one that is asked for."""
    language, today = request.language, datetime.date.today()
    first, board = _month_asked(request, today), request.text("board") or DEFAULT_BOARD
    if board not in (DEFAULT_BOARD, *known_layout_ids()):
        raise InputError(Sentence("there is no such board here"))
    weeks = calendar.Calendar(language.first_weekday).monthdatescalendar(first.year, first.month)
    games = [game for game in found.view.games if game.result.deal.layout.id == board]
    going_on = (app.history.number_of(kept) for kept in found.unfinished if kept.session.layout.id == board)
    unfinished = {number for number in going_on if number is not None}
    days = month_view(weeks, games, unfinished, lambda day: daily_number(day) if FIRST_DAY <= day <= today else None)
    before, after = first - datetime.timedelta(1), first + datetime.timedelta(31)
    return {
        "name": language.month(first.year, first.month),
        "before": f"{before:%Y-%m}" if before >= FIRST_DAY else None,
        "after": f"{after:%Y-%m}" if after.replace(day=1) <= today else None,
        "weekdays": language.weekdays(),
        "weeks": [
            [_day(each, board, language) if each.day.month == first.month else None for each in week] for week in days
        ],
    }


def _month_asked(request: Request, today: datetime.date) -> datetime.date:
    asked = request.text("month")
    if asked is None:
        return today.replace(day=1)
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})", asked)
    if match is None or not 1 <= int(match[2]) <= 12 or not FIRST_DAY.year <= int(match[1]) <= LAST_MONTH.year:
        raise InputError('"month" must be a month such as 2026-11')
    return datetime.date(int(match[1]), int(match[2]), 1)


def _day(day: DayView, board: str, language: Language) -> dict[str, Any]:
    """A day: what it is called, and a mark that says as much as its colour."""
    parts, mark, state = [language.date(day.day)], "", ""
    if day.total is not None:
        state, mark = day.medal or "finished", str(day.total)
        parts += [language.gettext("finished"), f"{day.total} {language.title(day.total)}"]
        parts += [medal_names(language)[day.medal]] if day.medal else []
    elif day.unfinished:
        state, mark = "unfinished", "…"
        parts.append(language.gettext("unfinished"))
    query = "" if board == DEFAULT_BOARD else f"?board={board}"
    return {
        "day": day.day.day,
        "today": day.day == datetime.date.today(),
        "label": ", ".join(parts),
        "state": state,
        "mark": mark,
        "address": None if day.number is None else f"#/day/{day.day}{query}",
    }


USES: dict[str, Use] = {
    "history": _history,
    "medals": _medals,
    "delete": _delete,
    "export": _export,
    "import": _import,
}
