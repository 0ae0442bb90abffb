"""What you can ask hashi: one parser for what you ask about, and one function for each thing that you can ask.

Questions and answers are typed values. Nothing here prints or exits; a callback gets the progress. Each module is
imported when it is first used, as in `app.reviewing.review_games(...)`: a front end that only lists its commands loads
neither the solver nor a player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hashi_solver.loading import on_demand

if TYPE_CHECKING:
    from hashi_solver.app import (
        boards,
        challenges,
        editing,
        exporting,
        hinting,
        history,
        measuring,
        paper,
        playing,
        question,
        refereeing,
        reviewing,
        site,
        solving,
        tapping,
    )

__all__ = [
    "boards",
    "challenges",
    "editing",
    "exporting",
    "hinting",
    "history",
    "measuring",
    "paper",
    "playing",
    "question",
    "refereeing",
    "reviewing",
    "site",
    "solving",
    "tapping",
]

__getattr__ = on_demand(__name__, *__all__)
