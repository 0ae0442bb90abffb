"""What the page shows of a game, as JSON: the view of it, with words in the page's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashi_solver.app.tapping import allowed
from hashi_solver.challenge import encode
from hashi_solver.drawing.controls import game_svg, still_svg
from hashi_solver.drawing.history import share_lines
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
    points = view.points
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
        "goals": [_goal_json(goal, language) for goal in view.goals],
        "islands": {
            "name": language.gettext("Islands"),
            "count": view.finished,
            "points": points.islands,
        },
        "total": points.total,
        "title": language.title(points.total),
        "next_title": None
        if view.next_title is None
        else {"total": view.next_title, "title": language.title(view.next_title)},
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
        "reached_name": None if medals.reached is None else names[medals.reached],
    }


def said(before: Session, after: Session, language: Language) -> str:
    """What is announced after a step: what it made, and what comes next."""
    view = game_view(after)
    told = words.news_words(news(before, after), language)
    if after.card is not None and after.round != before.round:
        told.append(f"{words.card_words(after.card, language)}.")
    told.append(words.prompt_words(view, language))
    return " ".join(told)


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
        "share": "\n".join((*share_lines(share), encode(kept.session.deal))),
    }


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


def _goal_json(goal: BonusView, language: Language) -> dict[str, Any]:
    return {
        "bonus": goal.bonus.name,
        "name": words.bonus_name(goal.bonus, language),
        "has": goal.has,
        "needs": goal.needs,
        "urgency": goal.urgency,
        "words": words.goal_words(goal, language),
    }
