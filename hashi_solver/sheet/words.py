"""Sentences of a sheet that depend on the challenge, in its language. All others are in the templates."""

from __future__ import annotations

from typing import NamedTuple

from hashi_solver.board import Flag, Layout
from hashi_solver.bonuses import BLUE, RED, SIX, Bonus
from hashi_solver.challenge import Challenge, Kind
from hashi_solver.languages import Language
from hashi_solver.notation.files import shown
from hashi_solver.rules import Start, State
from hashi_solver.scoring import Breakdown
from hashi_solver.views.points import bonus_points

ENDLESS = 30  # letters of a word


def board_name(layout: Layout, language: Language) -> str:
    """Return the name of a board; one from a file without control characters and not too long."""
    return shown(language.board(layout.name))


def needs_two_lines(text: str, most: int) -> bool:
    """Return whether a text of more letters than this is to go on a second line: one endless word is cut instead."""
    return len(text) > most and max(map(len, text.split())) < ENDLESS


def heading(challenge: Challenge, language: Language) -> str:
    """Return the heading of a sheet: its number and day, or its place in a booklet, or its board."""
    if challenge.day is None:
        if challenge.place is None:
            return board_name(challenge.deal.layout, language)
        return language.gettext("Challenge %(number)s") % {"number": challenge.place}
    told = language.gettext("No. %(number)s · %(day)s")
    return told % {"number": challenge.number, "day": language.date(challenge.day)}


def kind_name(kind: Kind, language: Language) -> str:
    return language.gettext("Open challenge") if kind == "open" else language.gettext("Flip challenge")


def start_words(layout: Layout, start: Start, language: Language) -> str:
    told = language.gettext("Start: the %(number)s on %(island)s is already written.")
    return told % {"number": start.number, "island": layout.islands[start.island].name}


def board_words(layout: Layout, start: Start | None, language: Language, *, lines: bool = True) -> str:
    """Describe the empty board for someone who cannot see it."""

    def islands(flag: Flag) -> str:
        return language.listing(island.name for island in layout.islands if island.flag == flag) or "–"

    told = language.gettext(
        "The board %(name)s. Islands without a flag: %(plain)s. Red flags: %(red)s. Blue flags: %(blue)s."
    ) % {"name": board_name(layout, language), "plain": islands(""), "red": islands("red"), "blue": islands("blue")}
    if lines:
        told += " " + language.gettext("Dotted lines: %(lines)s.") % {
            "lines": language.listing(line.name for line in layout.lines) or "–"
        }
    return told if start is None else f"{told} {start_words(layout, start, language)}"


def bridges_of_a_card(count: int, language: Language) -> str:
    told = (language.gettext("one bridge"), language.gettext("two bridges"), language.gettext("three bridges"))
    return told[count - 1]


def reminders(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the rules that people forget, each with what matters most first."""
    return (
        (language.gettext("Number first, then bridges."), language.gettext("You may pass either: write a dash.")),
        (
            language.gettext("All bridges of the card, or none."),
            language.gettext("At most two on a line; bridges never cross."),
        ),
        ("", language.gettext("A bridge needs a number at one end.")),
        ("", language.gettext("An island closes at its number.")),
        ("", language.gettext("A flag island needs a bridge from an earlier round.")),
    )


def final_words(state: State, language: Language) -> str:
    """Describe a finished board for someone who cannot see it."""
    told = language.gettext("The board %(name)s at the end.") % {"name": board_name(state.game.layout, language)}
    return f"{told} {written_words(state, language)}"


def written_words(state: State, language: Language) -> str:
    """Return the numbers and bridges of a board in words."""
    layout = state.game.layout
    numbers = [
        language.gettext("%(number)s on %(island)s") % {"number": number, "island": island.name}
        for island, number in zip(layout.islands, state.numbers, strict=True)
        if number
    ]
    bridges = [
        f"{line.name.replace('-', '=')}" if state.bridges[line.index] == 2 else line.name
        for line in layout.lines
        if state.bridges[line.index]
    ]
    return language.gettext("Numbers: %(numbers)s. Bridges: %(bridges)s.") % {
        "numbers": language.listing(numbers) or "–",
        "bridges": language.listing(bridges) or "–",
    }


class BonusWords(NamedTuple):
    """What sheets say of a bonus."""

    name: str
    task: str
    question: str


def _red_words(count: int, language: Language) -> BonusWords:
    return BonusWords(
        language.gettext("Red flags"),
        language.ngettext("%(count)s red flag", "All %(count)s red flags", count),
        language.ngettext("%(count)s red-flag island finished?", "All %(count)s red-flag islands finished?", count),
    )


def _blue_words(count: int, language: Language) -> BonusWords:
    return BonusWords(
        language.gettext("Blue flags"),
        language.ngettext("%(count)s blue flag", "All %(count)s blue flags", count),
        language.ngettext("%(count)s blue-flag island finished?", "All %(count)s blue-flag islands finished?", count),
    )


def _six_words(count: int, language: Language) -> BonusWords:
    name = language.gettext("Six connected")
    return BonusWords(name, name, language.gettext("Six finished islands connected?"))


_BONUS_WORDS = {RED: _red_words, BLUE: _blue_words, SIX: _six_words}


def bonus_name(bonus: Bonus, language: Language) -> str:
    return _BONUS_WORDS[bonus](0, language).name


def bonus_words(bonus: Bonus, layout: Layout, language: Language) -> BonusWords:
    """Return the name of a bonus, its task, and the question at its deadline, with the number of islands filled in."""
    count = len(bonus.islands(layout))
    name, task, question = _BONUS_WORDS[bonus](count, language)
    return BonusWords(name, task % {"count": count}, question % {"count": count})


def deadlines_met(state: State, points: Breakdown, language: Language) -> list[tuple[Bonus, int, str]]:
    """Return each bonus with its points and when it was scored."""
    told = {
        "early": language.gettext("early, round %(round)s"),
        "late": language.gettext("late, round %(round)s"),
        "never": language.gettext("not done"),
    }
    return [
        (each.bonus, each.points, told[each.when] % {"round": each.done_in}) for each in bonus_points(points, state)
    ]
