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
    from hashi_solver.documents.records import read_record
    from hashi_solver.notation.decks import parse_cards, parse_deck
    from hashi_solver.notation.layouts import load_layout
    from hashi_solver.notation.records import parse_record
    from hashi_solver.referee import judge_record
    from hashi_solver.rules import Game, State, Turn, apply, begin, empty, legal_turns, turn_of, violations
    from hashi_solver.scoring import breakdown, title
    from hashi_solver.seeds import deck_from_seed
    from hashi_solver.solver import Problem, Solution, reaches, solve, solve_many

_HOMES = {
    "board": ["Layout"],
    "cards": ["Card", "Deck"],
    "documents.records": ["read_record"],
    "notation.decks": ["parse_cards", "parse_deck"],
    "notation.layouts": ["load_layout"],
    "notation.records": ["parse_record"],
    "referee": ["judge_record"],
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
    "Layout",
    "Problem",
    "Solution",
    "State",
    "Turn",
    "apply",
    "begin",
    "breakdown",
    "deck_from_seed",
    "empty",
    "judge_record",
    "legal_turns",
    "load_layout",
    "parse_cards",
    "parse_deck",
    "parse_record",
    "reaches",
    "read_record",
    "solve",
    "solve_many",
    "title",
    "turn_of",
    "violations",
]


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
