"""Challenges, their cards and their solutions as plain text, for Braille displays and screen readers.

A line says one thing, a blank line comes before each heading, and nothing is said by its place alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.challenge import Challenge
from hashi_solver.languages import Language, language
from hashi_solver.scoring import LADDER
from hashi_solver.sheet import challenges as shown
from hashi_solver.sheet import words
from hashi_solver.sheet.pictures import MOST_STARS

MARK = "HASHI"  # the first line of every text, by which a file of ours is known again
Lines = Iterator[str]


def sheets(challenges: Sequence[Challenge], code: str) -> str:
    """Return the sheets of these challenges."""
    return _text(challenges, code, _sheet)


def cards(challenges: Sequence[Challenge], code: str) -> str:
    """Return the hidden cards, one a line in the order of play."""
    return _text(challenges, code, _cards)


def solutions(challenges: Sequence[Challenge], code: str) -> str:
    return _text(challenges, code, _solution)


def blank(layout: Layout, code: str) -> str:
    chosen = language(code)
    return "\n".join([MARK, "", words.board_name(layout, chosen), *_board(layout, chosen), *_rules(chosen), ""])


def _text(challenges: Sequence[Challenge], code: str, part: Callable[[Challenge, Language], Lines]) -> str:
    chosen = language(code)
    return "\n".join([MARK, *(line for each in challenges for line in part(each, chosen)), ""])


def _top(challenge: Challenge, chosen: Language) -> Lines:
    deal = challenge.deal
    yield from ("", words.heading(challenge, chosen))
    yield f"{words.board_name(deal.layout, chosen)}, {words.kind_name(deal.kind, chosen)}"
    yield _entry(chosen.gettext("Challenge"), challenge.code)


def _sheet(challenge: Challenge, chosen: Language) -> Lines:
    deal, aims, _ = challenge.deal, challenge.targets, chosen.gettext
    yield from _top(challenge, chosen)
    command = f"hashi play --plain {challenge.code}"
    yield _("Play it in a terminal: %(command)s") % {"command": command}
    stars = _("%(count)s of %(most)s stars") % {"count": aims.difficulty, "most": MOST_STARS}
    yield from ("", _entry(_("Difficulty"), stars))
    figures = ((_("Par"), aims.par), (_("Bronze"), aims.bronze), (_("Silver"), aims.silver), (_("Gold"), aims.gold))
    yield from (_entry(name, figure) for name, figure in (*figures, (_("Best possible"), aims.perfect)))
    yield from _board(deal.layout, chosen)
    if deal.start is None:
        yield from ("", _entry(_("Start"), _("a 3 or a 4, on an island without a flag")))
    else:
        yield from ("", words.start_words(deal.layout, deal.start, chosen))
    yield from ("", _("The cards"))
    if deal.kind == "open":
        yield from _rounds(challenge, chosen)
        yield _("Put away, never turned:") + " " + _card(deal.deck.away, chosen)
    else:
        yield _("They are in a file of their own, a line a round.")
    yield from _rules(chosen)
    yield from ("", _("How to write it down"))
    told = _("A line a round: its number, the island that gets the number of the card, the bridges. A dash is a pass.")
    yield told
    yield "1. E1 C3-E3 C3-E3"
    yield from ("", _("Ladder"))
    yield from (f"{rung.span} {chosen.title(rung.lowest)}" for rung in LADDER)


def _cards(challenge: Challenge, chosen: Language) -> Lines:
    yield from _top(challenge, chosen)
    yield from _rounds(challenge, chosen)


def _rounds(challenge: Challenge, chosen: Language) -> Lines:
    for pile in shown.piles(challenge.deal.game, challenge.deal.deck, chosen):
        yield chosen.pgettext("pile", "Pile %(number)s") % {"number": chosen.ordinal(pile.number)}
        yield from (f"{row.round}. {_card(row.card, chosen)}" for row in pile.rows)
        yield from (f"{strip.question} {strip.bonus.early}" for strip in pile.strips)


def _card(card: Card | None, chosen: Language) -> str:
    return "–" if card is None else f"{card.number}, {words.bridges_of_a_card(card.bridges, chosen)}"


def _board(layout: Layout, chosen: Language) -> Lines:
    yield from ("", words.board_words(layout, None, chosen, lines=False))
    yield from ("", chosen.gettext("Dotted lines from each island:"))
    for island in layout.islands:
        lines = [line for line in layout.lines if island.index in (line.a, line.b)]
        ends = [layout.islands[line.a + line.b - island.index].name for line in lines]
        yield f"{island.name}: {', '.join(ends) or '–'}"
    crossings = [
        f"{line.name}, {layout.lines[other].name}"
        for line in layout.lines
        for other in layout.crossed_by[line.index]
        if other > line.index
    ]
    if crossings:
        yield from ("", chosen.gettext("Dotted lines that cross, so that only one of the two can have bridges:"))
        yield from crossings


def _rules(chosen: Language) -> Lines:
    yield from ("", chosen.gettext("Don't forget"))
    yield from (" ".join(filter(None, rule)) for rule in words.reminders(chosen))


def _solution(challenge: Challenge, chosen: Language) -> Lines:
    view = shown.solution_view(challenge, chosen)
    yield from _top(challenge, chosen)
    yield from ("", chosen.gettext("One of the best plays"))
    yield f"{challenge.solution.score} {view.title}"
    yield _entry(chosen.gettext("Islands"), challenge.solution.breakdown.islands)
    for bonus, points, when in view.bonuses:
        yield f"{words.bonus_name(bonus, chosen)}: {points}, {when}"
    yield ""
    for number, move in (line for column in view.moves for line in column):
        yield f"{number}. {move}" if number else _entry(chosen.gettext("Start"), move)


def _entry(name: str, value: object) -> str:
    return f"{name}: {value}"
