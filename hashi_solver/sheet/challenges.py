"""What the templates show of a challenge: its rounds in piles, the bar of cards, the score, the solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cards import MOST_BRIDGES, STANDARD_BOX, Card, Deck
from hashi_solver.challenge import Challenge
from hashi_solver.languages import Language
from hashi_solver.rules import Game, State, apply, empty, with_start
from hashi_solver.sheet import words
from hashi_solver.views.points import bonus_points
from hashi_solver.views.solution import rounds_of_numbers, written_moves


@dataclass(frozen=True, slots=True)
class PileRow:
    """A round; without its card if the order is hidden."""

    round: int
    card: Card | None

    @property
    def slots(self) -> int:
        return self.card.bridges if self.card else MOST_BRIDGES


@dataclass(frozen=True, slots=True)
class Strip:
    """The question at the end of a pile."""

    bonus: Bonus
    question: str


@dataclass(frozen=True, slots=True)
class Pile:
    number: int
    rows: tuple[PileRow, ...]
    strips: tuple[Strip, ...]


def piles(game: Game, deck: Deck | None, language: Language) -> tuple[Pile, ...]:
    """Return the piles with their rounds and the deadlines at their ends (R8a)."""
    found, first = [], 1
    for number, size in enumerate(game.piles, start=1):
        last = first + size - 1
        rows = tuple(PileRow(each, deck.cards[each - 1] if deck else None) for each in range(first, last + 1))
        strips = tuple(
            Strip(bonus, words.bonus_words(bonus, game.layout, language).question)
            for bonus in BONUSES
            if game.deadline(bonus) == last
        )
        found.append(Pile(number, rows, strips))
        first = last + 1
    return tuple(found)


def by_deadline(game: Game) -> tuple[Bonus, ...]:
    """Return the bonuses, earliest deadline first."""
    return tuple(sorted(BONUSES, key=game.deadline))


def box_of(deck: Deck | None) -> tuple[Card, ...]:
    """Return all cards in ascending order, including the one put away."""
    if deck is None or deck.away is None:
        return STANDARD_BOX
    return tuple(sorted((*deck.cards, deck.away)))


@dataclass(frozen=True, slots=True)
class SolutionView:
    """One best play, ready to print."""

    challenge: Challenge
    heading: str
    moves: tuple[tuple[tuple[int, str], ...], ...]  # in two columns: the round (0: the start) and the move
    rounds: dict[int, int]  # for each numbered island, the round of its number
    islands: int
    bonuses: tuple[tuple[Bonus, int, str], ...]
    title: str


def solution_view(challenge: Challenge, language: Language) -> SolutionView:
    solution = challenge.solution
    moves = tuple(enumerate(written_moves(solution)))
    half = (len(moves) + 1) // 2
    return SolutionView(
        challenge,
        words.heading(challenge, language),
        (moves[:half], moves[half:]),
        rounds_of_numbers(solution),
        solution.final.finished_count,
        tuple(words.deadlines_met(solution.final, solution.breakdown, language)),
        language.title(solution.score),
    )


@dataclass(frozen=True, slots=True)
class WorkedRound:
    """The board after a round of the best play (0: after the start), what was written, and what it brought."""

    round: int
    move: str
    state: State
    rounds: dict[int, int]
    finished: str
    bonuses: tuple[tuple[Bonus, int], ...]


def steps(challenge: Challenge, language: Language) -> tuple[WorkedRound, ...]:
    """Return the best play round by round."""
    solution = challenge.solution
    numbers = rounds_of_numbers(solution)
    states = [with_start(empty(solution.game), solution.start)]
    for card, turn in zip(solution.deck, solution.turns, strict=True):
        states.append(apply(states[-1], card, turn))
    islands, found = solution.game.layout.islands, []
    for number, (state, move) in enumerate(zip(states, written_moves(solution), strict=True)):
        new = state.finished & ~(states[number - 1].finished if number else 0)
        found.append(
            WorkedRound(
                number,
                move,
                state,
                {island: when for island, when in numbers.items() if when <= number},
                language.listing(island.name for island in islands if new >> island.index & 1),
                tuple(
                    (each.bonus, each.points)
                    for each in bonus_points(solution.breakdown, state)
                    if number and each.done_in == number
                ),
            )
        )
    return tuple(found)


def answer(challenge: Challenge) -> str:
    """Return the best play in a line, without its cards, which are on the sheet."""
    start, *moves = written_moves(challenge.solution)
    rounds = (f"{number}. {move.partition(' ')[2]}" for number, move in enumerate(moves, start=1))
    return " · ".join((start, *rounds))


def halves(challenges: Sequence[Challenge], names: Sequence[str]) -> list[list[tuple[Challenge, str]]]:
    """Return what is on each page of two sheets: each challenge for every name; one that is alone is there twice."""
    sheets = [(challenge, name) for challenge in challenges for name in names or [""]]
    whole = sheets * 2 if len(sheets) == 1 else sheets
    return [whole[first : first + 2] for first in range(0, len(whole), 2)]
