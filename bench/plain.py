"""The game as a plain time-indexed CP-SAT model, with CP-SAT's default settings: what `ours` is measured against.

Written as one would who knows the rules and the solver, and leaves it at that: variables for each number, each bridge
and the state of each island and line in each round, what is finished reified, a flow for the group of six, one
maximisation. It takes two steps that anyone would: numbers against bridges and crossings are stated for the end only
(nothing is ever taken away), and what is finished is looked at when it scores, at the ends of the piles.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from ortools.sat.python import cp_model

from bench.outcome import Outcome, cpu_cap
from hashi_solver.board import MOST_ON_A_LINE, MOST_ON_AN_ISLAND
from hashi_solver.bonuses import BLUE, BONUSES, RED, SIX, Bonus
from hashi_solver.cards import MOST_NUMBER, Card
from hashi_solver.rules import START_NUMBERS, Start, State, Turn
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND

Sum = cp_model.LinearExpr | int


def solve(state: State, cards: Sequence[Card], cap: float) -> Outcome:
    begun = time.process_time()
    model = PlainModel(state, cards)
    built = time.process_time()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    with cpu_cap(cap, solver.stop_search):
        status = solver.solve(model.model)
    build, search = built - begun, time.process_time() - built
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(False, None, build, search)
    score = round(solver.objective_value)
    return Outcome(status == cp_model.OPTIMAL, score, build, search, model.start_in(solver), model.turns_in(solver))


class PlainModel:
    """One method a rule or two. Rounds count from 1; `first` is the round of the first card that is still to come."""

    def __init__(self, state: State, cards: Sequence[Card]) -> None:
        self.model = cp_model.CpModel()
        self.state, self.game, self.layout = state, state.game, state.game.layout
        self.first, self.last = state.round + 1, state.round + len(cards)
        self.rounds = range(self.first, self.last + 1)
        self.card = dict(zip(self.rounds, cards, strict=True))
        self.blank = [island.index for island in self.layout.islands if not state.numbers[island.index]]
        self.start = self._start()
        self.writes = {(i, t): self.model.new_bool_var(f"write_{i}_{t}") for i in self.blank for t in self.rounds}
        self.draws = {
            (line.index, t): self.model.new_int_var(0, MOST_ON_A_LINE, f"draw_{line.index}_{t}")
            for line in self.layout.lines
            for t in self.rounds
        }
        self.numbered = {(i, t): self.model.new_bool_var(f"numbered_{i}_{t}") for i in self.blank for t in self.rounds}
        self.bridges = {
            (line.index, t): self.model.new_int_var(0, MOST_ON_A_LINE, f"bridges_{line.index}_{t}")
            for line in self.layout.lines
            for t in self.rounds
        }
        self._keep_count()
        self.used = [self.model.new_bool_var(f"used_{line.index}") for line in self.layout.lines]
        self.number = [self._number(island.index) for island in self.layout.islands]
        self.finished = {
            (island.index, t): self._finished(island.index, t)
            for t in {*(self.game.deadline(bonus) for bonus in BONUSES), self.last}
            if state.round <= t <= self.last
            for island in self.layout.islands
        }
        self._write_once()
        self._write_on_flags()
        self._draw_all_or_none()
        self._draw_from_numbers()
        self._never_cross()
        self._never_too_many()
        points: list[Sum] = [
            POINTS_FOR_AN_ISLAND * self.finished[island.index, self.last] for island in self.layout.islands
        ]
        points += self._bonus(RED, self.layout.red)
        points += self._bonus(BLUE, self.layout.blue)
        points += self._six()
        self.model.maximize(sum(points))

    def _start(self) -> dict[Start, cp_model.IntVar]:
        """R2a"""
        if self.state.start is not None:
            return {}
        starts = {
            Start(number, island.index): self.model.new_bool_var(f"start_{number}_{island.index}")
            for number in START_NUMBERS
            for island in self.layout.islands
            if not island.flag
        }
        self.model.add_exactly_one(starts.values())
        return starts

    def _keep_count(self) -> None:
        """What was there before a round and what the round adds is there after it."""
        for (island, t), numbered in self.numbered.items():
            self.model.add(numbered == self._written(island, t - 1) + self.writes[island, t])
        for (line, t), bridges in self.bridges.items():
            self.model.add(bridges == self._bridges(line, t - 1) + self.draws[line, t])

    def _written(self, island: int, by: int) -> Sum:
        """1 where the island has a number by the end of a round."""
        if self.state.numbers[island]:
            return 1
        if by >= self.first:
            return self.numbered[island, by]
        return sum(chosen for start, chosen in self.start.items() if start.island == island)

    def _number(self, island: int) -> cp_model.IntVar:
        """The number that the island has in the end, 0 for none."""
        number = self.model.new_int_var(0, MOST_NUMBER, f"number_{island}")
        if self.state.numbers[island]:
            self.model.add(number == self.state.numbers[island])
        else:
            started = sum(start.number * chosen for start, chosen in self.start.items() if start.island == island)
            self.model.add(number == started + sum(self.card[t].number * self.writes[island, t] for t in self.rounds))
        return number

    def _bridges(self, line: int, by: int) -> Sum:
        return self.bridges[line, by] if by >= self.first else self.state.bridges[line]

    def _degree(self, island: int, by: int) -> Sum:
        return sum(self._bridges(line, by) for line in self.layout.lines_at[island])

    def _finished(self, island: int, by: int) -> cp_model.IntVar:
        """R6. More bridges than the number there never are. With the number written later, those drawn by now may
        already make it, and the island is not finished yet: hence both conditions."""
        finished = self.model.new_bool_var(f"finished_{island}_{by}")
        if self.state.void >> island & 1:
            self.model.add(finished == 0)
        self.model.add(self._degree(island, by) >= self.number[island] - MOST_NUMBER * (1 - finished))
        self.model.add(finished <= self._written(island, by))
        return finished

    def _write_once(self) -> None:
        """R4: a card on one island at most, an island with one number at most."""
        for t in self.rounds:
            self.model.add_at_most_one(self.writes[island, t] for island in self.blank)
        for island in self.blank:
            self.model.add(self._written(island, self.last) <= 1)

    def _write_on_flags(self) -> None:
        """R4a"""
        for (island, t), write in self.writes.items():
            if self.layout.islands[island].flag:
                self.model.add(self._degree(island, t - 1) >= 1).only_enforce_if(write)

    def _draw_all_or_none(self) -> None:
        """R3, R5"""
        for t in self.rounds:
            draw = self.model.new_bool_var(f"draw_{t}")
            drawn = sum(self.draws[line.index, t] for line in self.layout.lines)
            self.model.add(drawn == self.card[t].bridges * draw)

    def _draw_from_numbers(self) -> None:
        """R5a, R5b"""
        for line in self.layout.lines:
            self.model.add(self._bridges(line.index, self.last) <= MOST_ON_A_LINE * self.used[line.index])
            for t in self.rounds:
                numbered = self._written(line.a, t) + self._written(line.b, t)
                self.model.add(self.draws[line.index, t] <= MOST_ON_A_LINE * numbered)

    def _never_cross(self) -> None:
        """R5c"""
        for line in self.layout.lines:
            for other in self.layout.crossed_by[line.index]:
                if line.index < other:
                    self.model.add_at_most_one(self.used[line.index], self.used[other])

    def _never_too_many(self) -> None:
        """R4b, R5d"""
        for island in self.layout.islands:
            blank = 1 - self._written(island.index, self.last)
            most = self.number[island.index] + MOST_ON_AN_ISLAND * blank
            self.model.add(self._degree(island.index, self.last) <= most)

    def _bonus(self, bonus: Bonus, flagged: Sequence[int]) -> list[Sum]:
        """R7a, R7b"""
        early_by = self.game.deadline(bonus)
        settled = self._settled(bonus, possible=bool(flagged))
        if settled is not None:
            return [settled]
        late = self.model.new_bool_var(f"{bonus.name}_late")
        for island in flagged:
            self.model.add_implication(late, self.finished[island, self.last])
        if self.state.round >= early_by:
            return [bonus.late * late]
        early = self.model.new_bool_var(f"{bonus.name}_early")
        for island in flagged:
            self.model.add_implication(early, self.finished[island, early_by])
        self.model.add_at_most_one(early, late)
        return [bonus.early * early, bonus.late * late]

    def _settled(self, bonus: Bonus, possible: bool) -> int | None:
        when = self.state.done_in(bonus)
        if when:
            return bonus.points(when, self.game.deadline(bonus))
        return None if possible else 0

    def _six(self) -> list[Sum]:
        """R7c: a flow from a root to each other member. A line between two islands that were finished by a round
        carries no later bridge, so the lines used in the end will do for the early group as well."""
        size = self.game.group
        settled = self._settled(SIX, possible=size <= len(self.layout.islands))
        if settled is not None:
            return [settled]
        six = self.model.new_bool_var("six")
        member = [self.model.new_bool_var(f"member_{island.index}") for island in self.layout.islands]
        root = [self.model.new_bool_var(f"root_{island.index}") for island in self.layout.islands]
        self.model.add(sum(member) == size * six)
        self.model.add(sum(root) == six)
        into: list[list[cp_model.IntVar]] = [[] for _ in member]
        out: list[list[cp_model.IntVar]] = [[] for _ in member]
        for line in self.layout.lines:
            self.model.add(self._bridges(line.index, self.last) >= self.used[line.index])
            for a, b in ((line.a, line.b), (line.b, line.a)):
                flow = self.model.new_int_var(0, size - 1, f"flow_{a}_{b}")
                self.model.add(flow <= (size - 1) * self.used[line.index])
                self.model.add(flow <= (size - 1) * member[b])
                out[a].append(flow)
                into[b].append(flow)
        for island in range(len(member)):
            self.model.add_implication(root[island], member[island])
            self.model.add_implication(member[island], self.finished[island, self.last])
            self.model.add(sum(into[island]) - sum(out[island]) == member[island] - size * root[island])
        if self.state.round >= self.game.deadline(SIX):
            return [SIX.late * six]
        early = self.model.new_bool_var("six_early")
        self.model.add_implication(early, six)
        for island, chosen in enumerate(member):
            self.model.add_bool_or(~early, ~chosen, self.finished[island, self.game.deadline(SIX)])
        return [SIX.late * six, (SIX.early - SIX.late) * early]

    def start_in(self, solver: cp_model.CpSolver) -> Start | None:
        return next((start for start, chosen in self.start.items() if solver.value(chosen)), self.state.start)

    def turns_in(self, solver: cp_model.CpSolver) -> tuple[Turn, ...]:
        turns = []
        for t in self.rounds:
            on = next((island for island in self.blank if solver.value(self.writes[island, t])), None)
            lines = [line.index for line in self.layout.lines for _ in range(solver.value(self.draws[line.index, t]))]
            turns.append(Turn(on, tuple(lines)))
        return tuple(turns)
