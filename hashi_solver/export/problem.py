"""The problem that is exported: a position, the cards to come, and the program that a solver is given for them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from hashi_solver.cards import Card
from hashi_solver.export.naming import GLOSSARY, names_of
from hashi_solver.model import Model
from hashi_solver.model.formula import Section
from hashi_solver.model.program import Program
from hashi_solver.rules import State

FIXED = "What is on the paper now, and what is left out from the beginning."
ASKED = "A total of at least %s."


class GameProblem:
    """Find the play with the most points; or with `at_least`, any play with that total.

    `instance` says the same as a document: every file carries it in its first lines.
    """

    def __init__(self, state: State, cards: Sequence[Card], instance: object, at_least: int | None = None) -> None:
        self.model = Model(state, cards)
        self.instance, self.at_least = instance, at_least
        self.program = Program(self.model)
        if at_least is None:
            self.program.add_objective()
        else:
            self.program.between(at_least, max(at_least, self._most()))
        self.names = names_of(self.model, self.program.variables)

    def _most(self) -> int:
        """Return what all islands and all bonuses together would score."""
        highs = {variable: high for variable, _, high in self.counters}
        return self.model.earned + sum(weight * highs.get(variable, 1) for variable, weight in self.model.points)

    @property
    def counters(self) -> list[tuple[int, int, int]]:
        """The variables that count: each with its lowest and highest value. All others are 0-1."""
        return [counter for formula in self.program.formulas for counter in formula.counters]

    @property
    def fixed(self) -> list[tuple[int, int]]:
        """The variables whose value is known, with their values."""
        return [
            (variable, value)
            for formula in self.program.formulas
            for value, variables in ((1, formula.true), (0, formula.false))
            for variable in variables
        ]

    def sections(self) -> Iterator[Section]:
        """Yield the constraints rule by rule."""
        for formula in self.program.formulas:
            yield from formula.sections()
        if self.at_least is not None:
            clauses = [each for each in self.program.constraints if isinstance(each, list)]
            sums = [each for each in self.program.constraints if not isinstance(each, list)]
            yield Section(ASKED % self.at_least, clauses, [], sums)

    def about(self, points: str) -> list[str]:
        """Return the lines that every file begins with; `points` says how its objective counts them."""
        asked = "the most points" if self.at_least is None else f"any play with at least {self.at_least} points"
        return [
            f"A game of HASHI as a problem for a solver, written by hashi export. Asked: {asked}.",
            json.dumps(self.instance, separators=(", ", ": ")),
            *([points] if self.at_least is None else []),
            "",
            "What the variables say. The play is in start, write and bridge; all others follow from it.",
            *(f"  {line}" for line in GLOSSARY),
        ]
