"""What a site shows before Python runs in the browser: the page's words, and each day's game as it begins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashi_solver.app.site import SitePlan
from hashi_solver.challenge import Challenge
from hashi_solver.languages import LANGUAGES, language
from hashi_solver.table.kept import KeptGame
from hashi_solver.table.session import new_session
from hashi_solver.web.interface import answer
from hashi_solver.web.shown import game_json

KEY = "first"  # of a game that is seen before it is opened


def first_views(plan: SitePlan, challenges: Sequence[Challenge], lang: str) -> dict[str, bytes]:
    """Return the answers for the page in every language, and for each day in the language of the site."""
    found: dict[str, Any] = {}
    for code in LANGUAGES:
        page = answer({"use": "page", "lang": code})
        spoken = language(code)
        boards = [{"id": board.id, "name": spoken.board(board.name)} for board in plan.boards]
        found[f"page.{code}"] = {**page, "boards": boards, "today": ""}
    spoken = language(lang or "en")
    for challenge in challenges:
        kept = KeptGame(Path(), f"Daily No. {challenge.number}", challenge.deal.layout.id, new_session(challenge.deal))
        view = game_json(KEY, kept, challenge.targets, spoken)
        found[f"{challenge.day}.{spoken.code}"] = view
    return {
        f"first/{name}.json": json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode()
        for name, each in found.items()
    }
