"""Whether play was legal, and what it was worth: one record, or a table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashi_solver import challenge
from hashi_solver.app.question import Question
from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.referee import Table, Verdict, judge_record, judge_table
from hashi_solver.rules import Game

if TYPE_CHECKING:
    from hashi_solver.challenge.challenges import KeptChallenges
    from hashi_solver.targets import Targets


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdicts on one or several records; those of several are a table. `asked` has the players that it names."""

    asked: tuple[Question, ...]
    verdicts: tuple[Verdict, ...]
    table: Table | None

    @property
    def legal(self) -> bool:
        return all(verdict.legal for verdict in self.verdicts)

    @property
    def has_medals(self) -> bool:
        """Return whether the total can be held against the medals of a challenge."""
        return self.table is None and self.asked[0].deal is not None and (self.verdicts[0].house or self.legal)


def check(asked: Sequence[Question], *, house: bool = False) -> Checked:
    """Referee one record, or the two to four of a table; with `house` mistakes count by rule R10."""
    game = Game(one_board(asked, "these records are of different boards; a table plays on one (R8b)"))
    if len(asked) > 1:
        asked = [replace(each, record=replace(each.record, player=each.player)) for each in asked]
    verdicts = []
    for each in asked:
        try:
            verdicts.append(judge_record(game, each.record, each.box, house=house))
        except InputError as error:
            raise error.at(each.source.name) from None
    table = judge_table(game, [each.record for each in asked], verdicts) if len(asked) > 1 else None
    return Checked(tuple(asked), tuple(verdicts), table)


def targets_of(found: Checked, kept: KeptChallenges | None = None, stop: Stop | None = None) -> tuple[str, Targets]:
    """Return the code of the challenge that was played, and what there was to aim at."""
    asked = found.asked[0]
    if asked.deal is None or asked.record.challenge is None:
        raise InputError("the record has no Challenge line", source=asked.source.name)
    return asked.record.challenge, challenge.challenge_of(asked.deal, kept=kept, stop=stop).targets


def one_board(asked: Sequence[Question], otherwise: str) -> Layout:
    """Return the board of all these records; InputError where they have several."""
    if any(each.layout != asked[0].layout for each in asked):
        raise InputError(otherwise)
    return asked[0].layout
