"""A good player at a club: weighs what each island can still become, minds the deadlines, counts what is to come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hashi_solver.cards import Card
from hashi_solver.players.chances import Weights, fitted, outlook
from hashi_solver.players.evaluation import Evaluation
from hashi_solver.players.paper import Paper
from hashi_solver.rules import Game, Start, State, Turn, empty, legal_numbers, legal_starts, with_start
from hashi_solver.seeds import Stream

Idea = tuple[float, int, tuple[int, ...]]  # value, the island written on or NOWHERE, lines
NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Club:
    """Looks at the `numbers` best places for the number and follows the `beam` best drawings bridge by bridge."""

    numbers: int = 9
    beam: int = 16
    weights: Weights | None = field(default=None, repr=False)
    lean: float = 0.0  # points by which it errs in what a turn is worth, so that no two games are alike
    known: dict[State, list[Idea]] | None = field(default=None, repr=False, compare=False)  # for one deck played often
    name: str = "club"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        """The one after which the most is to be expected; of equals the first."""
        before = replace(empty(game), round=-1)  # the start counts as the turn of a round before the first
        starts = list(legal_starts(game))
        worth = {each: self._start_worth(before, each, unseen) for each in starts}
        return max(starts, key=lambda each: worth[each])

    def _start_worth(self, before: State, start: Start, unseen: tuple[Card, ...]) -> float:
        paper = Paper(with_start(before, start))
        view = outlook(before.game.rounds, unseen, len(paper.numbers))
        return Evaluation(before, paper, view, self.weights or fitted()).value()

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        ideas = self.ideas(state, card, unseen)
        if not self.lean:
            return as_turn(max(ideas))
        return as_turn(max((value + self.lean * _error(source), on, lines) for value, on, lines in ideas))

    def ideas(self, state: State, card: Card, unseen: tuple[Card, ...]) -> list[Idea]:
        """The turns that were looked at to the end, with what each is worth."""
        if self.known is None:
            return self._new_ideas(state, card, unseen)
        if state not in self.known:
            self.known[state] = self._new_ideas(state, card, unseen)
        return self.known[state]

    def _new_ideas(self, state: State, card: Card, unseen: tuple[Card, ...]) -> list[Idea]:
        paper = Paper(state)
        view = outlook(state.game.rounds - state.round - 1, unseen, paper.numbers.count(0))
        evaluation = Evaluation(state, paper, view, self.weights or fitted())
        places = (NOWHERE, *legal_numbers(state, card))
        done: list[Idea] = sorted([(_worth(paper, evaluation, card, on), on, ()) for on in places], reverse=True)
        kept = done[: self.numbers]
        for _ in range(card.bridges):
            kept = self._one_bridge_more(paper, evaluation, card, kept)
        return done + kept

    def _one_bridge_more(self, paper: Paper, evaluation: Evaluation, card: Card, kept: list[Idea]) -> list[Idea]:
        seen: set[tuple[int, tuple[int, ...]]] = set()
        found: list[Idea] = []
        for _, on, lines in kept:
            _set(paper, card, on, lines)
            for line in paper.drawable():
                more = tuple(sorted((*lines, line)))
                if (on, more) not in seen:
                    seen.add((on, more))
                    paper.draw(line)
                    found.append((evaluation.value(), on, more))
                    paper.rub_out(line)
            _unset(paper, on, lines)
        found.sort(reverse=True)
        return found[: self.beam]


def _error(source: Stream) -> float:
    """About normal around 0 with a deviation of 1: three dice, in whole numbers so that all machines agree."""
    return (sum(source.below(2001) for _ in range(3)) - 3000) / 1000


def as_turn(idea: Idea) -> Turn:
    _, on, lines = idea
    return Turn(None if on == NOWHERE else on, lines)


def _worth(paper: Paper, evaluation: Evaluation, card: Card, on: int) -> float:
    _set(paper, card, on, ())
    worth = evaluation.value()
    _unset(paper, on, ())
    return worth


def _set(paper: Paper, card: Card, on: int, lines: tuple[int, ...]) -> None:
    if on != NOWHERE:
        paper.write(on, card.number)
    for line in lines:
        paper.draw(line)


def _unset(paper: Paper, on: int, lines: tuple[int, ...]) -> None:
    for line in lines:
        paper.rub_out(line)
    if on != NOWHERE:
        paper.erase(on)
