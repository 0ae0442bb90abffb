"""A game from paper: its record is typed, pasted or tapped, and the referee says at once what is wrong with it."""

from __future__ import annotations

from typing import Any

from hashi_solver import app
from hashi_solver.app.paper import Sheet
from hashi_solver.documents.base import entry, entry_or_null
from hashi_solver.drawing.controls import game_svg
from hashi_solver.errors import IllegalError, InputError, Sentence
from hashi_solver.languages import Language
from hashi_solver.languages.speech import capital
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.files import read_text, shown
from hashi_solver.notation.records import format_turn
from hashi_solver.views.game import PaperView, island_views, line_views
from hashi_solver.views.medals import medals_view
from hashi_solver.web import words
from hashi_solver.web.asking import Answer, Request, Use
from hashi_solver.web.play import game_asked

HEAVY = frozenset({"paper-medal"})
ACTS = ("next", "rest")


def page_words(language: Language) -> dict[str, str]:
    return {
        "paper": language.gettext("From paper"),
        "paper-about": language.gettext(
            "Tap what you wrote, round by round, or paste a typed record. Mistakes stay if they are on your paper."
        ),
        "paper-code": language.gettext("Open a sheet"),
        "paper-other": language.gettext("By day or word"),
        "paper-before": language.gettext("The round before"),
        "paper-next": language.gettext("Next round"),
        "paper-rest": language.gettext("The rest was passed"),
        "paper-record": language.gettext("Record"),
        "paper-keep": language.gettext("Keep among your games"),
        "paper-kept": language.gettext("Kept among your games."),
    }


def _open(request: Request) -> Answer:
    """The text of a sheet: blank, or one that was kept."""
    key = request.text("kept")
    if key is not None:
        return {"text": read_text(app.history.path_of_key(key))}
    return {"text": app.paper.blank(game_asked(request).deal)}


def _paper(request: Request) -> Answer:
    """The sheet after a change of its text, or after a tap. What is tapped stays, though a mistake is named."""
    sheet, number, act = _sheet(request), entry_or_null(request.values, "round", int), request.choice("act", *ACTS)
    island, line = request.text("island"), request.text("line")
    number = sheet.next_round if number is None else max(0, min(number, sheet.rounds))
    told = []
    if island is not None or line is not None or act is not None:
        if island is not None:
            text = app.paper.tap_island(sheet, number, island)
        elif line is not None:
            text = app.paper.tap_line(sheet, number, line)
        else:
            text = app.paper.passed(sheet, number, number if act == "next" else sheet.rounds)
        sheet = app.paper.read_sheet(text, known_layout_ids())
        if act is None:
            told = _mistakes(sheet, number, request.language)
        number = sheet.rounds if act == "rest" else number + 1 if act == "next" else number
    number = min(number, sheet.next_round)
    if sheet.asked is not None and sheet.asked.start_given:
        number = max(1, number)
    return {**_shown(sheet, number, request.language), "said": " ".join(told)}


def _medal(request: Request) -> Answer:
    """What there was to aim at, for a sheet that is complete and of a challenge."""
    sheet = _sheet(request)
    if not sheet.complete or sheet.asked is None or sheet.asked.deal is None or sheet.verdict is None:
        raise InputError(Sentence("only a finished game of a challenge has a medal"))
    found = app.refereeing.check([sheet.asked], house=True)
    aims = app.refereeing.targets_of(found, app.challenges.kept_challenges(), request.stop).get(0)
    assert aims is not None
    language, reached = request.language, medals_view(aims, sheet.verdict.breakdown.total).reached
    medal = language.gettext("no medal") if reached is None else words.medal_names(language)[reached]
    told = language.gettext("%(medal)s. %(best)s was possible: %(title)s.")
    return {
        "medal": medal,
        "best": aims.perfect,
        "said": told % {"medal": capital(medal), "best": aims.perfect, "title": language.title(aims.perfect)},
    }


def _keep(request: Request) -> Answer:
    return {"kept": app.paper.keep(_sheet(request))}


def _sheet(request: Request) -> Sheet:
    return app.paper.read_sheet(entry(request.values, "text", str), known_layout_ids())


def _shown(sheet: Sheet, number: int, language: Language) -> dict[str, Any]:
    card = sheet.card(number)
    return {
        "text": sheet.text,
        "round": number,
        "rounds": sheet.rounds,
        "where": words.round_words(number, sheet.rounds, language) if sheet.asked else language.gettext("From paper"),
        "card": None if card is None else str(card),
        "card_words": None if card is None else words.card_words(card, language),
        "written": format_turn(sheet.play(number)) if number in sheet.lines else "",
        "svg": None if sheet.asked is None else _svg(sheet, number, language),
        "wrong": sorted({name for each in sheet.violations(number) for name in each.islands}),
        "marks": _marks(sheet),
        "findings": _findings(sheet, language),
        "can_go_on": sheet.verdict is not None and number < sheet.rounds,
        "first": 1 if sheet.asked is not None and sheet.asked.start_given else 0,
        "complete": sheet.complete,
        "can_be_kept": sheet.verdict is not None and not sheet.unreadable,
        "legal": sheet.verdict is not None and sheet.verdict.legal,
        "has_medal": sheet.complete
        and not sheet.unreadable
        and sheet.asked is not None
        and sheet.asked.deal is not None,
        "total": None if sheet.verdict is None else sheet.verdict.breakdown.total,
        "verdict": _verdict(sheet, language),
    }


def _svg(sheet: Sheet, number: int, language: Language) -> str:
    before, after = sheet.around(number)
    view = PaperView(after.game.layout, before, after, island_views(after), line_views(after))
    labels = {island.name: words.island_words(island, language) for island in view.islands}
    labels |= {line.name: words.line_words(line, False, language) for line in view.lines}
    return game_svg(view, shown(language.board(after.game.layout.name)), labels)


def _marks(sheet: Sheet) -> list[str]:
    """What stands beside each line: a rule that its round breaks, a cross where it cannot be read."""
    marks = [""] * (sheet.text.count("\n") + 1)
    wrong = {} if sheet.verdict is None else {each.round: each.rule for each in reversed(sheet.verdict.violations)}
    for number, place in sheet.lines.items():
        marks[place] = wrong.get(number, "✓" if sheet.verdict else "")
    for error in sheet.unreadable:
        if error.line is not None and error.line <= len(marks):
            marks[error.line - 1] = "✗"
    return marks


def _findings(sheet: Sheet, language: Language) -> list[dict[str, Any]]:
    """Everything that cannot be read, else everything that breaks a rule, each with its line from 0."""
    found: list[dict[str, Any]] = [
        {
            "line": None if error.line is None else error.line - 1,
            "column": error.column,
            "text": _at_line(error, language),
        }
        for error in sheet.unreadable
    ]
    violations = () if sheet.verdict is None else sheet.verdict.violations
    for each in violations:
        where = words.round_words(each.round, sheet.rounds, language)
        told = f"{where}: {words.refusal(IllegalError((each,)), language)}"
        found.append({"line": sheet.lines.get(each.round), "column": None, "text": told})
    if sheet.record is not None and sheet.record.unlisted and not sheet.unreadable:
        rounds = language.listing(str(each) for each in sheet.record.unlisted)
        told = language.gettext("Not listed, so counted as passed: %(rounds)s.") % {"rounds": rounds}
        found.append({"line": None, "column": None, "text": told})
    if sheet.shifted_from is not None:
        told = language.gettext("The lines seem to be shifted by one from round %(round)s on.")
        found.append({"line": None, "column": None, "text": told % {"round": sheet.shifted_from}})
    return found


def _at_line(error: InputError, language: Language) -> str:
    sentence = words.refusal(error, language)
    if error.line is None:
        return sentence
    return language.gettext("Line %(line)s: %(sentence)s") % {"line": error.line, "sentence": sentence}


def _mistakes(sheet: Sheet, number: int, language: Language) -> list[str]:
    found = sheet.violations(number)
    if not found:
        return []
    return [words.refusal(IllegalError(found), language), language.gettext("It stays if it is on your paper.")]


def _verdict(sheet: Sheet, language: Language) -> str:
    """What the sheet scored: with mistakes by rule R10, and up to the first one."""
    if sheet.verdict is None or sheet.strict is None:
        return ""
    total = sheet.verdict.breakdown.total
    values = {
        "total": total,
        "title": language.title(total),
        "mistakes": words.mistakes_words(len(sheet.verdict.violations), language),
        "strict": sheet.strict.breakdown.total,
        "round": len(sheet.played),
        "rounds": sheet.rounds,
    }
    told = "" if sheet.complete else language.gettext("%(round)s of %(rounds)s rounds so far.") % values + " "
    if sheet.verdict.legal:
        return told + language.gettext("Everything is legal: %(total)s, %(title)s.") % values
    counted = language.gettext("%(mistakes)s; by rule R10 %(total)s, %(title)s. Before the first one %(strict)s.")
    return told + counted % values


USES: dict[str, Use] = {
    "paper-open": _open,
    "paper": _paper,
    "paper-medal": _medal,
    "paper-keep": _keep,
}
