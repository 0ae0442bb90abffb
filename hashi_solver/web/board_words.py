"""The words of the board editor in one language: controls, what a cell is called, what is wrong, what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hashi_solver.board import Finding
from hashi_solver.languages import Language
from hashi_solver.notation.layouts import MOST_NAME
from hashi_solver.views.editor import CellView, EditedLine, EditorView, places
from hashi_solver.web.words import flag_words

if TYPE_CHECKING:
    from hashi_solver.lab.analysis import Analysis
    from hashi_solver.lab.measures import Estimate

GRID = "grid"  # where a finding about the counts is


def page_words(language: Language) -> dict[str, str]:
    return {
        "boards": language.gettext("Boards"),
        "board-new": language.gettext("New board"),
        "board-open": language.gettext("Open"),
        "board-file": language.gettext("Open a file"),
        "board-paste": language.gettext("Paste a layout file"),
        "board-read": language.gettext("Open this"),
        "board-name": language.gettext("Name of the board"),
        "board-columns": language.gettext("Columns"),
        "board-rows": language.gettext("Rows"),
        "board-mirror": language.gettext("Mirror"),
        "board-turn": language.gettext("Turn by a quarter"),
        "board-save": language.gettext("Save as a file"),
        "board-keep": language.gettext("Keep among my boards"),
        "board-replace": language.gettext("Replace it"),
        "board-play": language.gettext("Play this board"),
        "board-print": language.gettext("Print it"),
        "board-worth": language.gettext("What is it worth?"),
        "board-go-on": language.gettext("Go on"),
        "board-findings": language.gettext("What is wrong with it"),
        "board-fine": language.gettext("Nothing. It can be played."),
        "board-counts": language.gettext("What is on it"),
        "board-help": language.gettext(
            "Tap a cell: island, red flag, blue flag, sea. Tap a line between two cells to take it away or put it "
            "back. Keys: arrows, Enter, Delete, O, R, B; Backspace undoes."
        ),
    }


def labels(view: EditorView, language: Language) -> dict[str, str]:
    """What each cell and each line is called, with its state and what is wrong with it."""
    return {cell.name: _cell_words(cell, language) for cell in view.cells} | {
        line.line.name: _line_words(line, language) for line in view.lines
    }


def _cell_words(cell: CellView, language: Language) -> str:
    kind = {None: language.gettext("sea"), "": language.gettext("island")}
    what = flag_words(cell.flag, language) if cell.flag else kind[cell.flag]
    return ", ".join((cell.name, what, *(finding_words(one, language) for one in cell.findings)))


def _line_words(line: EditedLine, language: Language) -> str:
    state = language.gettext("line taken away") if line.taken else language.gettext("dotted line")
    return ", ".join((line.line.name, state, *(finding_words(one, language) for one in line.findings)))


def count_rows(view: EditorView, language: Language) -> list[dict[str, Any]]:
    """What is on the board, and how many there should be where the rules say it (R1a)."""
    names = (language.gettext("Islands"), language.gettext("Red flags"), language.gettext("Blue flags"))
    of = language.gettext("%(count)s of %(wanted)s")
    rows: list[dict[str, Any]] = [
        {"name": name, "told": of % {"count": count, "wanted": wanted}, "right": count == wanted}
        for name, (count, wanted) in zip(names, view.counts, strict=True)
    ]
    rows.append({"name": language.gettext("Lines"), "told": str(view.joins)})
    rows.append({"name": language.gettext("Crossings"), "told": str(view.crossings)})
    return rows


def findings_json(findings: Sequence[Finding], language: Language) -> list[dict[str, Any]]:
    """Every finding once: in another language than English several may come to the same sentence."""
    told = [_finding_json(finding, language) for finding in findings]
    return [one for place, one in enumerate(told) if one not in told[:place]]


def _finding_json(finding: Finding, language: Language) -> dict[str, Any]:
    rule = f" ({finding.rule})" if finding.rule.startswith("R") else ""
    where = "" if finding.where == GRID or not finding.rule.startswith("R") else f"{finding.where}: "
    return {
        "level": finding.level,
        "rule": finding.rule,
        "at": next(iter(places(finding)), ""),
        "words": f"{where}{finding_words(finding, language)}{rule}",
    }


def finding_words(finding: Finding, language: Language) -> str:
    """The sentence of a finding: in English as `hashi layout validate` has it."""
    if language.code == "en":
        return finding.message
    on_a_line = "-" in finding.where
    found = {
        "R1a": language.gettext("a board has 18 islands, 4 with a red and 3 with a blue flag"),
        "R1b": language.gettext("neighbouring cells: there is little room to draw a bridge")
        if on_a_line
        else language.gettext("no dotted line leads here"),
        "R5a": language.gettext("only one line leads here: room for at most a 2"),
        "R7a": language.gettext("the red set can never be finished"),
        "R7b": language.gettext("the blue set can never be finished"),
        "R7c": language.gettext("no line joins this part of the board with the rest"),
    }
    if finding.where == "name":
        return language.gettext("the name must have 1 to %(most)s letters that can be printed") % {"most": MOST_NAME}
    return found.get(finding.rule, finding.message)


def verdict_words(findings: Sequence[Finding], language: Language) -> str:
    errors = sum(finding.level == "error" for finding in findings)
    warnings = len(findings) - errors
    told = []
    if errors:
        told.append(language.ngettext("%(count)s mistake", "%(count)s mistakes", errors) % {"count": errors})
    if warnings:
        told.append(language.ngettext("%(count)s warning", "%(count)s warnings", warnings) % {"count": warnings})
    if errors:
        return language.gettext("It cannot be played yet: %(what)s.") % {"what": language.listing(told)}
    return (
        language.gettext("It can be played: %(what)s.") % {"what": told[0]}
        if told
        else language.gettext("It can be played.")
    )


def worth_sentences(found: Analysis, language: Language) -> list[str]:
    """What is known of a board by now, with intervals (95 %)."""
    best, difficulty = found.best, found.difficulty
    values = {"decks": found.answered, "of": found.asked, "proven": best.proven}
    told = [language.gettext("%(decks)s of %(of)s decks played, %(proven)s proven.") % values]
    if best.deals:
        told.append(language.gettext("Best play averages %(figure)s.") % {"figure": _figure(best.mean, language)})
    if difficulty is not None:
        told.append(language.gettext("Difficulty: %(figure)s of 5.") % {"figure": _figure(difficulty, language)})
    return told


def _figure(estimate: Estimate, language: Language) -> str:
    """A figure with its interval, which is wider where decks are not proven."""
    low, high, value = (language.number(round(each, 1)) for each in (estimate.low, estimate.high, estimate.value))
    return language.gettext("%(value)s (%(low)s to %(high)s)") % {"value": value, "low": low, "high": high}
