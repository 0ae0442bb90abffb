"""A weaker model: in which order the islands get their numbers, and the bridges of the final picture, without rounds.

Every play is a play here, but not the other way round. So what this model refutes is refuted, several times quicker
than by the whole model on games where low cards come first; and what it finds need not be playable.

The rounds of the bridges are left out by one count. A bridge can be drawn as soon as an island at one end has its
number. So with B bridges drawn, the islands that have numbers by then lead to at least B of the final ones; and those
are the sum of their numbers at most, less the bridges with both ends among them, which would be counted twice. With low
cards first this leaves next to none of those in the first rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from hashi_solver.board import MOST_ON_AN_ISLAND
from hashi_solver.model.formula import Formula
from hashi_solver.model.game import COPIES, GameFormula, Mistakes, Model, levels
from hashi_solver.rules import START_NUMBERS, Game, State

KEPT = 4  # boards, each in one round, whose part of the model is kept
COUNTED = 10  # the highest count of bridges; it stands for all higher ones too


class OrderFormula(GameFormula):
    """The part of the model that all decks share. All moments of a bridge but the first are the end."""

    def __init__(self, game: Game, now: int, free_start: bool) -> None:
        # (condition, island, moment): if it holds, the island's bridges are all drawn by then
        self.due: list[tuple[int, int, int]] = []
        super().__init__(game, now, free_start, Mistakes())

    def _by_moments(self) -> list[int]:
        now, end = self.formula.row(2)
        return [now, *[end] * self.last]

    def _r4a_flags(self) -> None:
        """A flag with a number has a bridge to an island that got its number earlier."""
        add, lines = self.formula, self.layout.lines
        # first[l]: line l's first island gets its number before the other
        self.first = add.row(len(lines))
        # back[l][end][c]: line l has more than c bridges, and they lead back from this end to an earlier number
        self.back = [[add.row(len(COPIES)) for _ in range(2)] for _ in lines]
        for island in self.layout.islands:
            if island.flag:
                earlier = [copies[0] for copies in self._backward(island.index)]
                for t in self.moments:
                    add.implies_any(self.writes[island.index][t], earlier)

    def _r5a_lines(self) -> None:
        """Bridges stay, and each leads back to the island that got its number earlier."""
        add, lines = self.formula, self.layout.lines
        for line, a_first, (from_a, from_b) in zip(lines, self.first, self.back, strict=True):
            copies = self.bridge[line.index]
            add.any_of(~copies[1][self.last], copies[0][self.last])
            for copy in copies:
                add.any_of(~copy[0], copy[self.last])
            for t in self.moments:
                for holds, one, other in ((a_first, line.a, line.b), (~a_first, line.b, line.a)):
                    add.any_of(~holds, ~self.writes[other][t], self.has[one][t - 1])
                    add.any_of(holds, ~self.writes[other][t], ~self.has[one][t - 1])
            for back, holds in ((from_a, ~a_first), (from_b, a_first)):
                for variable, copy in zip(back, copies, strict=True):
                    add.any_of(~copy[self.last], ~holds, variable)
                    add.any_of(~variable, copy[self.last])
                    add.any_of(~variable, holds)
        self._back_by_cards()

    def _back_by_cards(self) -> None:
        """Count the bridges that lead back from the island with the number of card t: card_back[t], in unary."""
        add = self.formula
        self.card_back = [list[int](), *(add.row(MOST_ON_AN_ISLAND) for _ in self.moments)]
        for counter in self.card_back:
            rising(add, counter)
        for island, writes in enumerate(self.writes):
            backward = self._backward(island)
            counter = add.row(min(MOST_ON_AN_ISLAND, len(COPIES) * len(backward)))
            rising(add, counter)
            for count, variable in enumerate(counter, start=1):
                for choice in levels(len(backward), count):
                    add.any_of(
                        *(~copies[level - 1] for copies, level in zip(backward, choice, strict=True) if level), variable
                    )
                for t in self.moments:
                    add.any_of(~writes[t], ~variable, self.card_back[t][count - 1])

    def _backward(self, island: int) -> list[list[int]]:
        lines = self.layout.lines
        return [self.back[line][island == lines[line].b] for line in self.layout.lines_at[island]]

    def _r5b_numbered_end(self) -> None:
        """A line with bridges has a number at one end."""
        for line in self.layout.lines:
            used = self.bridge[line.index][0][self.last]
            self.formula.any_of(~used, self.has[line.a][self.last], self.has[line.b][self.last])

    def _finished_by(self, condition: int, island: int, t: int) -> None:
        if t < self.last:
            self.formula.any_of(~condition, self.has[island][t])
            self.due.append((condition, island, t))


@lru_cache(maxsize=KEPT)
def order_formula(game: Game, now: int, free_start: bool) -> OrderFormula:
    return OrderFormula(game, now, free_start)


class OrderModel(Model):
    """One position and the cards to come. It knows nothing of void islands."""

    base: OrderFormula

    def _base(self) -> OrderFormula:
        return order_formula(self.state.game, self.state.round, self.state.start is None)

    def _r5_bridges_of_cards(self) -> None:
        """The bridges are those of the cards that were not passed, and each can be drawn in time."""
        self._drawn_by_the_end()
        self._enough_to_draw()
        self._drawn_by_deadlines()

    def _drawn_by_the_end(self) -> None:
        base, before = self.base, sum(self.state.bridges)
        terms = [(copy[base.last], 1) for copies in base.bridge for copy in copies]
        terms += [(self.draws[t], -card.bridges) for t, card in self.numbered_cards]
        self.formula.between(before, terms, before)

    def _enough_to_draw(self) -> None:
        """By every moment: bridges that lead back + bridges drawn <= the numbers on islands."""
        add, base, state = self.formula, self.base, self.state
        inner = [
            copy[base.last]
            for line, copies in zip(base.layout.lines, base.bridge, strict=True)
            for copy in copies
            if state.numbers[line.a] and state.numbers[line.b]
        ]
        numbers = [(variable, -start.number) for start, variable in base.starts.items()]
        room = sum(state.numbers) - sum(state.bridges)
        most = room + (max(START_NUMBERS) if base.free_start else 0)  # the room if no card is passed
        drawn: list[tuple[int, int]] = []
        back: list[int] = []
        passed: list[int] = []
        for t, card in list(self.numbered_cards)[:-1]:
            written = add.new()
            add.implies_any(written, [writes[t] for writes in base.writes])
            for writes in base.writes:
                add.any_of(~writes[t], written)
            numbers.append((written, -card.number))
            drawn.append((self.draws[t], card.bridges))
            most += card.number - card.bridges
            back = self._sum(back, base.card_back[t])
            passed = self._bridges_passed(passed, self.draws[t], card.bridges)
            counted = [(variable, 1) for variable in (*inner, *back)]
            terms = [*counted, *drawn, *numbers]
            add.between(sum(min(0, weight) for _, weight in terms), terms, room)
            # implied, but for each count alone: whatever leads back beyond the room, as much was not drawn
            for count, variable in enumerate(back, start=1):
                if most < count <= most + COUNTED:
                    add.implies_any(variable, passed[count - most - 1 : count - most])
            if -COUNTED <= most < 0:
                add.any_of(*passed[-most - 1 : -most])

    def _sum(self, one: Sequence[int], other: Sequence[int]) -> list[int]:
        """Return a counter that is at least the sum of two."""
        add = self.formula
        total = add.row(min(len(one) + len(other), COUNTED))
        rising(add, total)
        for a in range(len(one) + 1):
            for b in range(len(other) + 1):
                if a + b:
                    reached = [~counter[value - 1] for counter, value in ((one, a), (other, b)) if value]
                    add.any_of(*reached, total[min(a + b, len(total)) - 1])
        return total

    def _bridges_passed(self, before: Sequence[int], drawn: int, bridges: int) -> list[int]:
        """Return the counter of the bridges that were not drawn, which had the value `before` without this card."""
        add = self.formula
        total = add.row(min(len(before) + bridges, COUNTED))
        rising(add, total)
        for value, variable in enumerate(total, start=1):
            same = before[value - 1 : value]
            add.any_of(~variable, *same, ~drawn)
            if value > bridges:
                add.any_of(~variable, *before[value - bridges - 1 : value - bridges])
        return total

    def _drawn_by_deadlines(self) -> None:
        """After each moment s there are enough bridges on the cards up to a deadline for all that are due by then."""
        add, base = self.formula, self.base
        for deadline in sorted({t for _, _, t in base.due}):
            conditions: dict[int, list[int]] = {}
            for condition, island, t in base.due:
                if t <= deadline:
                    conditions.setdefault(island, []).append(condition)
            for s in range(deadline):
                terms = [(self.draws[t], -card.bridges) for t, card in self.numbered_cards if s < t <= deadline]
                fewest = sum(weight for _, weight in terms)
                for line in base.layout.lines:
                    due = [each for end in (line.a, line.b) for each in conditions.get(end, ())]
                    for copy in base.bridge[line.index] if due else ():
                        late = add.new()
                        terms.append((late, 1))
                        # a bridge can come after s for sure only if no end has a number by s
                        begun = [base.has[end][s] for end in (line.a, line.b)] if s else [copy[0]]
                        for each in due:
                            add.any_of(~each, ~copy[base.last], *begun, late)
                add.between(fewest, terms, 0)


def rising(formula: Formula, counter: Iterable[int]) -> None:
    """Let each variable of a counter imply the one before."""
    for lower, higher in pairwise(counter):
        formula.any_of(~higher, lower)


def order_model(model: Model) -> OrderModel | None:
    """Return the weaker model of the same position, or None if there is none."""
    state: State = model.state
    return None if state.void else OrderModel(state, model.cards, model.written)
