"""What a site shows before Python runs in the browser: the page's words, and each day's game as it begins.

The days of a language differ in little: one is written in full, the others as what is different. Those in the language
of the site stand in its page, those in the others in a file for each month.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from hashi_solver.app.site import SitePlan
from hashi_solver.challenge import Challenge
from hashi_solver.languages import LANGUAGES, Language, language
from hashi_solver.table.kept import KeptGame
from hashi_solver.table.session import new_session
from hashi_solver.web.interface import answer
from hashi_solver.web.shown import game_json

KEY = "first"  # of a game that is seen before it is opened
DRAWING = "svg"  # in lines, of which few differ

Patch = dict[str, Any] | list[Any]
"""What to change: parts by their keys or places, or a list with the new value alone."""


@dataclass(frozen=True, slots=True)
class FirstViews:
    """What stands in the page, and the files for other languages."""

    in_page: str
    files: Mapping[str, bytes]


def first_views(plan: SitePlan, challenges: Sequence[Challenge], lang: str) -> FirstViews:
    """Return the views of the page and of each day, in the language of the site and in the others."""
    in_page, files = "", dict[str, bytes]()
    for code in LANGUAGES:
        spoken = language(code)
        views = {str(challenge.day): _view(challenge, spoken) for challenge in challenges}
        game = next(iter(views.values()), None)
        days = {day: {} if view is game else changes(game, view) for day, view in views.items()}
        known = {"lang": code, "page": _page(plan, spoken), "game": game}
        if code == (lang or "en"):
            in_page = _compact({**known, "days": days}).replace("</", "<\\/")
            continue
        files[f"first/{code}.json"] = _compact(known).encode()
        for month in sorted({day[:7] for day in days}):
            shown = {day: patch for day, patch in days.items() if day.startswith(month)}
            files[f"first/{code}.{month}.json"] = _compact(shown).encode()
    return FirstViews(in_page, files)


def changes(old: Any, new: Any) -> Patch:
    """Return what is to be changed in one value to have the other."""
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {key: changes(old[key], new[key]) for key in old if old[key] != new[key]}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return {str(at): changes(old[at], new[at]) for at in range(len(old)) if old[at] != new[at]}
    return [new]


def _page(plan: SitePlan, spoken: Language) -> dict[str, Any]:
    boards = [{"id": board.id, "name": spoken.board(board.name)} for board in sorted(plan.boards, key=attrgetter("id"))]
    return {**answer({"use": "page", "lang": spoken.code}), "boards": boards, "today": ""}


def _view(challenge: Challenge, spoken: Language) -> dict[str, Any]:
    kept = KeptGame(Path(), f"Daily No. {challenge.number}", challenge.deal.layout.id, new_session(challenge.deal))
    view = game_json(KEY, kept, challenge.targets, spoken)
    return {**view, DRAWING: view[DRAWING].split("\n")}


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
