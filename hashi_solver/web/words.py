"""The words of the page in one language: those that always stand there, and those that depend on the game."""

from __future__ import annotations

import re

from hashi_solver.board import Flag
from hashi_solver.bonuses import BLUE, RED, SIX, Bonus
from hashi_solver.cards import Card
from hashi_solver.errors import IllegalError, InputError, Sentence, Violation
from hashi_solver.languages import Language
from hashi_solver.languages.speech import capital
from hashi_solver.table.words import rule_words
from hashi_solver.views.game import BonusView, GameView, IslandView, LineView, News, PileView
from hashi_solver.views.history import ShareView

# as games are named in their files
GAME = re.compile(r"(?P<kind>Daily No\.|Seed|Challenge) (?P<name>.+?)(?:, again from round (?P<round>[0-9]+))?")


def page_words(language: Language) -> dict[str, str]:
    """What stands on the page whichever view is open, by the names that the page has for it."""
    return {
        "menu": language.gettext("Menu"),
        "today": language.gettext("Today"),
        "other": language.gettext("Another game"),
        "keys": language.gettext("Keys"),
        "language": language.gettext("Language"),
        "theme": language.gettext("Light or dark"),
        "what": language.gettext("Which cards?"),
        "day": language.gettext("Day"),
        "seed": language.gettext("Any word"),
        "code": language.gettext("Code of a sheet"),
        "board": language.gettext("Board"),
        "cards": language.gettext("The cards"),
        "open": language.gettext("all in sight"),
        "flip": language.gettext("turned one by one"),
        "start": language.gettext("Start"),
        "fixed": language.gettext("already written"),
        "free": language.gettext("your choice"),
        "play": language.gettext("Play"),
        "close": language.gettext("Close"),
        "print-this": language.gettext("Print this challenge"),
        "undo": language.gettext("Undo"),
        "redo": language.gettext("Redo"),
        "wait": language.gettext("Working it out…"),
        "stop": language.gettext("Stop"),
        "offline": language.gettext("hashi web does not answer. Start it again and open its new address."),
        "key-arrows": language.gettext("go to the next island or line"),
        "key-enter": language.gettext("write the number, draw a bridge"),
        "key-back": language.gettext("undo"),
        "key-redo": language.gettext("redo"),
        "key-pass": language.gettext("pass"),
        "key-next": language.gettext("turn the next card"),
        "key-hint": language.gettext("hint"),
        "key-help": language.gettext("show the keys"),
    }


def play_words(language: Language) -> dict[str, str]:
    """What stands on the page where a game is played."""
    return {
        "pass-number": language.gettext("Pass the number"),
        "pass-bridges": language.gettext("Pass the bridges"),
        "hint": language.gettext("Hint"),
        "hint-1": language.gettext("What can still be reached"),
        "hint-2": language.gettext("Where to look"),
        "hint-3": language.gettext("A best turn"),
        "give-up": language.gettext("Give up"),
        "give-up-sure": language.gettext("This passes the rest of the game and shows the best play. Give up?"),
        "share": language.gettext("Share"),
        "link": language.gettext("The same challenge:"),
        "clock": language.gettext("Show the time"),
        "copied": language.gettext("Copied."),
        "again": language.gettext("Play again"),
        "again-from": language.gettext("Play again from round"),
        "best": language.gettext("The best play"),
        "back": language.gettext("Back to the game"),
        "earlier": language.gettext("One round back"),
        "later": language.gettext("One round on"),
        "points": language.gettext("Points"),
        "sheet": language.gettext("Your sheet"),
        "piles": language.gettext("Piles"),
        "left": language.gettext("Still face down, one was put away"),
    }


def game_name(name: str, language: Language) -> str:
    """What a game is called, in the page's language; other names are as their players chose them."""
    found = GAME.fullmatch(name)
    if found is None:
        return name
    named = {
        "Daily No.": language.gettext("Daily No. %(number)s"),
        "Seed": language.gettext("Seed %(number)s"),
        "Challenge": language.gettext("Challenge %(number)s"),
    }[found["kind"]] % {"number": found["name"]}
    if found["round"] is None:
        return named
    return language.gettext("%(game)s, again from round %(round)s") % {"game": named, "round": found["round"]}


def share_words(share: ShareView, board: str, language: Language) -> str:
    """What may be shown to anyone who has not played the cards yet."""
    name = share.code
    if share.number is not None:
        name = language.gettext("No. %(number)s") % {"number": share.number}
    parts = [str(share.total)]
    parts += [medal_names(language)[share.medal].lower()] if share.medal else []
    parts += [hints_words(share.hints, language)] if share.hints else []
    return f"Hashi {name} · {board}: {', '.join(parts)}"


def medal_names(language: Language) -> dict[str, str]:
    return {
        "bronze": language.gettext("Bronze"),
        "silver": language.gettext("Silver"),
        "gold": language.gettext("Gold"),
        "perfect": language.gettext("Perfect"),
    }


def hints_words(count: int, language: Language) -> str:
    return language.ngettext("%(count)s hint", "%(count)s hints", count) % {"count": count}


def mistakes_words(count: int, language: Language) -> str:
    return language.ngettext("%(count)s mistake", "%(count)s mistakes", count) % {"count": count}


def time_words(seconds: int) -> str:
    """`4:05`, or from an hour on `1:04:05`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def flag_words(flag: Flag, language: Language) -> str:
    return {"": "", "red": language.gettext("red flag"), "blue": language.gettext("blue flag")}[flag]


def bridges_words(count: int, language: Language) -> str:
    return language.ngettext("%(count)s bridge", "%(count)s bridges", count) % {"count": count}


def island_words(island: IslandView, language: Language) -> str:
    """What an island is called: `C4, red flag, no number, 2 bridges`."""
    number = language.gettext("no number")
    if island.number:
        number = language.gettext("number %(number)s") % {"number": island.number}
    parts = [island.name, flag_words(island.flag, language), number, bridges_words(island.bridges, language)]
    if island.void:
        parts.append(language.gettext("out of the game"))
    if island.finished:
        parts.append(language.gettext("finished"))
    if island.may_get_number:
        parts.append(language.gettext("can be written on"))
    return ", ".join(filter(None, parts))


def line_words(line: LineView, touched: bool, language: Language) -> str:
    """What a line is called: `C4-F4, 1 bridge, can be drawn on`."""
    parts = [line.name, bridges_words(line.bridges, language)]
    if touched and line.room:
        parts.append(language.gettext("can be drawn on"))
    return ", ".join(parts)


def next_words(game: GameView, language: Language) -> str:
    """What the control that goes on is called."""
    if not game.round:
        return language.gettext("Turn the first card")
    return language.gettext("End the game") if game.round == game.rounds else language.gettext("Next card")


def where_words(game: GameView, language: Language) -> str:
    if game.phase == "over":
        return language.gettext("The end")
    return round_words(game.round, game.rounds, language)


def round_words(number: int, rounds: int, language: Language) -> str:
    if not number:
        return language.gettext("Start")
    return language.gettext("Round %(round)s of %(rounds)s") % {"round": number, "rounds": rounds}


def prompt_words(game: GameView, language: Language) -> str:
    """What is to be done now."""
    card = game.card
    if game.phase == "start":
        return language.gettext("Tap an island without a flag to write a 3; tap it again for a 4.")
    if game.phase == "number" and card is not None:
        return language.gettext("Tap an island to write the %(number)s, or pass.") % {"number": card.number}
    if game.phase == "bridges":
        told = language.ngettext(
            "Tap a line: %(count)s bridge to draw.", "Tap lines: %(count)s bridges to draw.", game.to_draw
        )
        return told % {"count": game.to_draw}
    if game.phase == "written":
        return language.gettext("%(next)s, or undo.") % {"next": next_words(game, language)}
    return language.gettext("The game is over.")


def card_words(card: Card, language: Language) -> str:
    told = language.ngettext(
        "Card %(card)s: the number %(number)s and %(count)s bridge",
        "Card %(card)s: the number %(number)s and %(count)s bridges",
        card.bridges,
    )
    return told % {"card": card, "number": card.number, "count": card.bridges}


def bonus_name(bonus: Bonus, language: Language) -> str:
    names = {
        RED: language.gettext("Red flags"),
        BLUE: language.gettext("Blue flags"),
        SIX: language.gettext("Six connected"),
    }
    return names[bonus]


def deadline_words(pile: PileView, language: Language) -> str:
    """Which bonuses are early until a pile is used up."""
    if not pile.deadlines:
        return ""
    listed = language.listing(bonus_name(bonus, language) for bonus in pile.deadlines)
    return language.gettext("early up to here: %(bonuses)s") % {"bonuses": listed}


def goal_words(goal: BonusView, language: Language) -> str:
    """How long a bonus is early, and what it brings."""
    values = {"points": goal.points, "round": goal.deadline, "done": goal.done_in}
    if goal.urgency == "done":
        return language.gettext("%(points)s, done in round %(done)s") % values
    if goal.urgency == "missed":
        return language.gettext("not done")
    if goal.urgency == "late":
        return language.gettext("%(points)s, late") % values
    if goal.urgency == "now":
        return language.gettext("%(points)s only this round!") % values
    return language.gettext("%(points)s by round %(round)s") % values


def news_words(news: News, language: Language) -> list[str]:
    """What a step made: islands finished, bonuses done."""
    told = []
    if news.islands:
        listed = language.listing(news.islands)
        told.append(language.gettext("Finished: %(islands)s.") % {"islands": listed})
    for bonus, points in news.bonuses:
        values = {"bonus": bonus_name(bonus, language), "points": points}
        told.append(language.gettext("%(bonus)s: %(points)s points.") % values)
    return told


def refusal(error: IllegalError | InputError, language: Language) -> str:
    """Why something was refused: the sentence and its rule."""
    if isinstance(error, InputError):
        return f"{capital(message_in(language, error))}."
    return " ".join(_broken(violation, language) for violation in error.violations[:2])


def message_in(language: Language, error: InputError) -> str:
    """The message of an error, in the language of the page where it is known there."""
    return str(_translated(error.message, language))


def _translated(value: object, language: Language) -> object:
    """A sentence, its values or a list of names in the language of the page; other things are as they are."""
    if isinstance(value, list):
        return language.listing(value)
    if not isinstance(value, Sentence):
        return value
    values = {name: _translated(each, language) for name, each in value.values.items()}
    if value.plural is None:
        return language.gettext(value.template) % values
    return language.ngettext(value.template, value.plural, int(str(value.values["count"]))) % values


def _broken(violation: Violation, language: Language) -> str:
    message, words = str(_translated(violation.message, language)), rule_words(violation.rule)
    told = f"{capital(message)} ({violation.rule})."
    return told if words is None else " ".join((told, language.pgettext("rule", words)))
