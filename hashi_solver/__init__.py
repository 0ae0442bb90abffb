"""hashi: the constraint-solver workshop around the board game HASHI.

The names listed here are the library; each is imported when it is first used, so that `import hashi_solver` costs
nothing and only those who solve pay for the solver.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hashi_solver.board import Layout
    from hashi_solver.cards import Card, Deck
    from hashi_solver.documents.layouts import findings_json, layout_json
    from hashi_solver.documents.records import read_record, record_json
    from hashi_solver.documents.solutions import solution_json
    from hashi_solver.documents.verdicts import table_json, verdict_json
    from hashi_solver.errors import (
        HashiError,
        IllegalError,
        InputError,
        InternalError,
        NotFoundError,
        Unproven,
        UnreadableError,
        Violation,
    )
    from hashi_solver.notation.decks import parse_cards, parse_deck
    from hashi_solver.notation.layouts import examine_layout, load_layout
    from hashi_solver.notation.records import format_record, parse_record
    from hashi_solver.record import Record
    from hashi_solver.referee import Verdict, judge_record, judge_table
    from hashi_solver.rules import Game, State, Turn, apply, begin, empty, legal_turns, turn_of, violations
    from hashi_solver.scoring import breakdown, title
    from hashi_solver.seeds import deck_from_seed
    from hashi_solver.solver import Problem, Solution, reaches, solve, solve_many

_HOMES = {
    "board": ["Layout"],
    "cards": ["Card", "Deck"],
    "documents.layouts": ["findings_json", "layout_json"],
    "documents.records": ["read_record", "record_json"],
    "documents.solutions": ["solution_json"],
    "documents.verdicts": ["table_json", "verdict_json"],
    "errors": [
        "HashiError",
        "IllegalError",
        "InputError",
        "InternalError",
        "NotFoundError",
        "UnreadableError",
        "Unproven",
        "Violation",
    ],
    "notation.decks": ["parse_cards", "parse_deck"],
    "notation.layouts": ["examine_layout", "load_layout"],
    "notation.records": ["format_record", "parse_record"],
    "record": ["Record"],
    "referee": ["Verdict", "judge_record", "judge_table"],
    "rules": ["Game", "State", "Turn", "apply", "begin", "empty", "legal_turns", "turn_of", "violations"],
    "scoring": ["breakdown", "title"],
    "seeds": ["deck_from_seed"],
    "solver": ["Problem", "Solution", "reaches", "solve", "solve_many"],
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Card",
    "Deck",
    "Game",
    "HashiError",
    "IllegalError",
    "InputError",
    "InternalError",
    "Layout",
    "NotFoundError",
    "Problem",
    "Record",
    "Solution",
    "State",
    "Turn",
    "Unproven",
    "UnreadableError",
    "Verdict",
    "Violation",
    "apply",
    "begin",
    "breakdown",
    "deck_from_seed",
    "empty",
    "examine_layout",
    "findings_json",
    "format_record",
    "judge_record",
    "judge_table",
    "layout_json",
    "legal_turns",
    "load_layout",
    "parse_cards",
    "parse_deck",
    "parse_record",
    "reaches",
    "read_record",
    "record_json",
    "solution_json",
    "solve",
    "solve_many",
    "table_json",
    "title",
    "turn_of",
    "verdict_json",
    "violations",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])
