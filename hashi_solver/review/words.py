"""Choices in the notation of records."""

from __future__ import annotations

from hashi_solver.board import Layout
from hashi_solver.notation.records import format_bridges, format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.review.ceiling import Mark, Step
from hashi_solver.rules import Start, Turn, play_of

MARKS: dict[Mark, str] = {"": "", "small": "?!", "large": "?", "game-losing": "??"}


def start_words(start: Start, layout: Layout) -> str:
    return str(WrittenStart.of(layout, start))


def played_words(step: Step, layout: Layout) -> str:
    """What was done: `5@E1`, `C3-E3 E1=E3`, or `-` for a pass."""
    return _words(step, step.played, layout)


def better_words(step: Step, layout: Layout) -> str | None:
    """A choice that would have kept the ceiling, where something was lost and one is known."""
    if step.better_start is not None:
        return start_words(step.better_start, layout)
    return None if step.better is None else _words(step, step.better, layout)


def _words(step: Step, turn: Turn, layout: Layout) -> str:
    assert step.card is not None
    play = play_of(layout, step.card, turn)
    if step.action == "number":
        return "-" if play.island is None else f"{play.number}@{play.island}"
    return format_bridges(play.bridges) if step.action == "bridges" else format_turn(play)
