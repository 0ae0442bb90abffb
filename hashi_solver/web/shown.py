"""What the page shows of a game, as JSON: the view of it, with words in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashi_solver.app.tapping import allowed
from hashi_solver.challenge import encode
from hashi_solver.drawing.controls import game_svg, still_svg
from hashi_solver.drawing.history import share_picture
from hashi_solver.languages import Language
from hashi_solver.notation.files import shown
from hashi_solver.rules import State
from hashi_solver.solution import Solution
from hashi_solver.table import Session
from hashi_solver.table.kept import KeptGame
from hashi_solver.targets import OnlyBest, Targets
from hashi_solver.views.game import BonusView, Closing, GameView, PileView, game_view, island_views, line_views, news
from hashi_solver.views.history import ShareView
from hashi_solver.views.medals import MedalsView
from hashi_solver.views.solution import steps_of
from hashi_solver.web import words


def game_json(key: str, kept: KeptGame, aims: Targets | OnlyBest | None, language: Language) -> dict[str, Any]:
    """Everything that is in sight in the middle of a game, and what its controls can do."""
    session = kept.session
    may = allowed(session)
    view = game_view(session, None if aims is None or session.hidden else aims.perfect, aims)
    return {
        "game": key,
        "name": words.game_name(kept.name, language),
        "board": shown(language.board(session.layout.name)),
        "code": encode(session.deal),
        "phase": view.phase,
        "round": view.round,
        "rounds": view.rounds,
        "hidden": view.hidden,
        "where": words.where_words(view, language),
        "prompt": words.prompt_words(view, language),
        "card": None if view.card is None else str(view.card),
        "card_words": None if view.card is None else words.card_words(view.card, language),
        "to_draw": view.to_draw,
        "number_settled": view.number_settled,
        "bridges_settled": view.bridges_settled,
        "svg": game_board(view, language),
        "actions": sorted(may.actions),
        "hint": may.hint,
        "give_up": may.give_up,
        "next": words.next_words(view, language),
        "piles": [_pile_json(pile, language) for pile in view.piles],
        "left": [[{"card": str(card), "there": there} for card, there in row] for row in view.left],
        "points": _points_json(view, language),
        "total": view.points.total,
        "title": language.title(view.points.total),
        "perfect": "" if aims is None else aims.perfect,
        "medals": None if view.medals is None else medals_json(view.medals, language),
        "sheet": [
            {"round": each.round, "card": None if each.card is None else str(each.card), "text": each.text}
            for each in view.written
        ],
        "hints": kept.hints,
        "seconds": kept.seconds,
    }


def medals_json(medals: MedalsView, language: Language) -> dict[str, Any]:
    names = words.medal_names(language)
    return {
        "par": medals.par,
        "limits": [{"medal": name, "name": names[name], "total": total} for name, total in medals.limits],
        "reached": medals.reached,
    }


def said(before: Session, after: Session, language: Language) -> dict[str, str]:
    """What is announced after a step: what it made, and what comes next; a new card is only heard."""
    told = words.news_words(news(before, after), language)
    told.append(words.prompt_words(game_view(after), language))
    heard = ""
    if after.card is not None and after.round != before.round:
        heard = f"{words.card_words(after.card, language)}. "
    return {"said": " ".join(told), "heard": heard}


def closing_json(kept: KeptGame, closing: Closing, share: ShareView, language: Language) -> dict[str, Any]:
    """The end: what was reached, and what was possible."""
    names = words.medal_names(language)
    values = {
        "total": closing.total,
        "own": closing.own,
        "best": closing.best,
        "start": closing.best_start,
        "title": language.title(closing.best),
    }
    told = {
        "best there was": language.gettext("More than %(best)s was not possible: this is the best there was."),
        "possible": language.gettext("%(best)s was possible: %(title)s."),
        "possible from another start": language.gettext(
            "%(own)s was possible from your start, and %(best)s from %(start)s: %(title)s."
        ),
    }[closing.verdict]
    reached = closing.medals.reached
    return {
        "verdict": told % values,
        "best": closing.best,
        "medal": language.gettext("no medal") if reached is None else names[reached],
        "share": "\n".join(_share(share, shown(language.board(kept.session.layout.name)), language)),
    }


def _share(share: ShareView, board: str, language: Language) -> list[str]:
    code = [] if share.number is None else [share.code]
    return [words.share_words(share, board, language), share_picture(share), *code]


def steps_json(solution: Solution, language: Language, after: int = 0) -> list[dict[str, Any]]:
    """A play, step by step: the board after the start, or after so many rounds, and after each round that follows."""
    rounds = len(solution.deck)
    return [
        {
            "where": words.round_words(step.round, rounds, language),
            "text": step.play if step.card is None else f"{step.card}: {step.play}",
            "svg": still_board(step.before, step.position, language),
            "total": step.total,
        }
        for step in steps_of(solution)[after:]
    ]


def still_board(before: State, position: State, language: Language, rounds: Mapping[int, int] | None = None) -> str:
    """A board that is only looked at; what is new since the position before it has another colour."""
    labels = {island.name: words.island_words(island, language) for island in island_views(position)}
    labels |= {line.name: words.line_words(line, False, language) for line in line_views(position)}
    return still_svg(before, position, shown(language.board(position.game.layout.name)), labels, rounds)


def game_board(view: GameView, language: Language) -> str:
    """A board that is played on."""
    touched = view.phase == "bridges"
    labels = {island.name: words.island_words(island, language) for island in view.islands}
    labels |= {line.name: words.line_words(line, touched, language) for line in view.lines}
    return game_svg(view, shown(language.board(view.layout.name)), labels)


def _pile_json(pile: PileView, language: Language) -> dict[str, Any]:
    return {
        "name": language.gettext("Pile %(number)s") % {"number": language.ordinal(pile.number)},
        "cards": [
            {"round": card.round, "card": None if card.card is None else str(card.card), "state": card.state}
            for card in pile.cards
        ],
        "bonuses": language.listing(words.bonus_name(bonus, language) for bonus in pile.deadlines),
        "deadlines": words.deadline_words(pile, language),
    }


def _points_json(view: GameView, language: Language) -> list[dict[str, Any]]:
    """The rows of points: each its name, and its parts with what kind of text they are."""
    islands = _part(f"{view.finished} × 2 = {view.points.islands}")
    total = [_part(f"{view.points.total} {language.title(view.points.total)}", "total")]
    if view.next_title is not None and view.phase != "over":
        values = {"total": view.next_title, "title": language.title(view.next_title)}
        total.append(_part(language.gettext("Next title: %(total)s %(title)s") % values, "quiet"))
    medals = [_part(language.gettext("Working it out…"), "quiet")]
    if view.medals is not None:
        names, par = words.medal_names(language), view.medals.par
        medals = [] if par is None else [_part(language.gettext("Par %(total)s") % {"total": par}, "quiet")]
        for medal, limit in view.medals.limits:
            medals.append(_part(f"{names[medal]} {limit}", "reached" if limit <= view.points.total else ""))
    return [
        {"name": language.gettext("Islands"), "parts": [islands]},
        *({"name": words.bonus_name(goal.bonus, language), "parts": _goal(goal, language)} for goal in view.goals),
        {"name": language.gettext("Total"), "parts": total, "kind": "wide"},
        {"name": language.gettext("Medals"), "parts": medals, "kind": "wide"},
    ]


def _goal(goal: BonusView, language: Language) -> list[dict[str, str]]:
    circles = "●" * goal.has + "○" * (goal.needs - goal.has)
    progress = _part(circles, "progress") | {"label": f"{goal.has}/{goal.needs}"}
    return [progress, _part(words.goal_words(goal, language), goal.urgency)]


def _part(text: str, kind: str = "") -> dict[str, str]:
    return {"text": text, "kind": kind}
