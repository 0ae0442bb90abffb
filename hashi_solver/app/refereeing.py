"""Whether play was legal, and what it scored: one record, or a table of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hashi_solver import challenge
from hashi_solver.app.question import Question
from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.referee import MOST_PLAYERS, Table, Verdict, judge_record, judge_table, shift_in

if TYPE_CHECKING:
    from hashi_solver.challenge.challenges import KeptChallenges
    from hashi_solver.targets import Targets


@dataclass(frozen=True, slots=True)
class Checked:
    """The verdicts on one or several records, played alone or at one table, and remarks on each record.

    At a table, the records in `asked` name their players.
    """

    asked: tuple[Question, ...]
    verdicts: tuple[Verdict, ...]
    table: Table | None
    remarks: tuple[tuple[str, ...], ...]

    @property
    def legal(self) -> bool:
        return all(verdict.legal for verdict in self.verdicts)

    def has_medals(self, place: int) -> bool:
        """Return whether the total of a record counts for a medal of its challenge."""
        verdict = self.verdicts[place]
        counts = verdict.complete and (verdict.house or verdict.legal)
        return self.table is None and self.asked[place].deal is not None and counts

    @property
    def ranking(self) -> tuple[int, ...]:
        """Return the records by total, the highest first; illegal and unfinished ones come last."""

        def key(place: int) -> tuple[bool, bool, int]:
            verdict = self.verdicts[place]
            return not (verdict.legal or verdict.house), not verdict.complete, -verdict.breakdown.total

        return tuple(sorted(range(len(self.verdicts)), key=key))


def check(asked: Sequence[Question], *, house: bool = False, solo: bool = False) -> Checked:
    """Referee records; with `house`, mistakes are treated by rule R10.

    Two to four records are a table, unless `solo` is set or one of them is of a challenge, which is played alone.
    """
    alone = are_solo(asked, solo=solo)
    if not alone:
        if len(asked) > MOST_PLAYERS:
            raise InputError(
                f"a table has 2 to {MOST_PLAYERS} players, but here are {len(asked)} records (R8b); "
                "--solo ranks them as games played alone"
            )
        one_board(asked)
        asked = [replace(each, record=replace(each.record, player=each.player)) for each in asked]
    verdicts = []
    for each in asked:
        try:
            verdicts.append(judge_record(each.game, each.record, each.box, house=house))
        except InputError as error:
            raise error.at(each.source.name) from None
    table = None if alone else judge_table(asked[0].game, [each.record for each in asked], verdicts)
    remarks = tuple((*each.remarks, *_guess(each, verdict)) for each, verdict in zip(asked, verdicts, strict=True))
    return Checked(tuple(asked), tuple(verdicts), table, remarks)


def are_solo(asked: Sequence[Question], *, solo: bool = False) -> bool:
    """Return whether these games were played alone; a challenge is never played at a table."""
    return len(asked) == 1 or solo or any(each.deal is not None for each in asked)


def targets_of(found: Checked, kept: KeptChallenges | None = None, stop: Stop | None = None) -> dict[int, Targets]:
    """Return the targets of each record that can win a medal, by its place."""
    known: dict[str, Targets] = {}
    aims: dict[int, Targets] = {}
    for place, asked in enumerate(found.asked):
        code = asked.record.challenge
        if asked.deal is None or code is None or not found.has_medals(place):
            continue
        if code not in known:
            known[code] = challenge.challenge_of(asked.deal, kept=kept, stop=stop).targets
        aims[place] = known[code]
    return aims


def one_board(asked: Sequence[Question]) -> Layout:
    """Return the one board of a table; raise InputError if the records have different boards."""
    if any(each.layout != asked[0].layout for each in asked):
        raise InputError(
            "these records have different boards, but a table plays on one (R8b); --solo treats them as separate games"
        )
    return asked[0].layout


def _guess(asked: Question, verdict: Verdict) -> tuple[str, ...]:
    """Return a remark on a slip that would explain nearly all mistakes."""
    shift = shift_in(asked.game, asked.record, verdict, asked.box)
    if shift is None:
        return ()
    slip = f"was round {shift.line} left out?" if shift.by > 0 else f"was round {shift.line - 1} written twice?"
    return (
        f"The lines seem to be shifted by one from round {shift.line} on: the line of round {shift.line} "
        f"fits the card of round {shift.line + shift.by}; {slip}",
    )
