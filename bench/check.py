"""Check ways of solving against exhaustive search on random tiny games: `python -m bench.check --games 500`."""

from __future__ import annotations

import sys

import click

from bench.exhaustive import best_total
from bench.generate import Dice
from bench.outcome import replay
from bench.ways import NAMES, way
from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.errors import HashiError
from hashi_solver.rules import Game, State, advance, empty, legal_starts, legal_turns, with_start


@click.command()
@click.option("--games", default=200, show_default=True, help="How many games.")
@click.option("--seed", default=1, show_default=True, help="The first game's seed; the others count up from it.")
@click.option("--ways", default="plain,clingo", show_default=True, help=f"Of {', '.join(NAMES)}.")
def main(games: int, seed: int, ways: str) -> None:
    chosen = {name: way(name) for name in ways.split(",")}
    wrong = 0
    for number in range(seed, seed + games):
        state, cards = tiny_game(number)
        wanted = best_total(state, cards)
        for name, solve in chosen.items():
            try:
                outcome = solve(state, cards, 60.0)
                replay(state, cards, outcome)
                said = f"{outcome.score}{'' if outcome.proven else ', unproven'}"
            except HashiError as error:
                said = str(error)
            if said != str(wanted):
                wrong += 1
                click.echo(f"game {number}: {name} says {said}, exhaustive search {wanted}\n  {state}\n  {cards}")
        if number % 20 == 0:
            click.echo(f"{number - seed + 1} of {games} games", err=True)
    click.echo(f"{games} games, {wrong} wrong answers of {', '.join(chosen)}")
    sys.exit(1 if wrong else 0)


def tiny_game(seed: int) -> tuple[State, tuple[Card, ...]]:
    """3 to 6 islands, 3 to 5 cards, a group of 2 or 3; flags, crossings, free starts, prefixes of random play."""
    dice = Dice(f"tiny {seed}")
    layout = _tiny_board(dice, seed)
    rounds = dice.pick((3, 4, 4, 5) if len(layout.islands) < 5 else (3, 3, 4))
    piles = dice.pick([(a, b, rounds - a - b) for a in range(1, rounds - 1) for b in range(1, rounds - a)])
    game = Game(layout, piles, dice.pick((2, 3, 3, 4)))
    cards = tuple(Card(dice.pick((1, 2, 2, 3, 3, 4, 5)), dice.pick((1, 1, 2, 2, 3))) for _ in range(rounds))
    state = empty(game)
    played = dice.pick((0, 0, 0, 1, 2))
    if played or rounds == 5 or dice.chance(0.7):
        state = with_start(state, dice.pick(list(legal_starts(game))))
    for card in cards[:played]:
        state = advance(state, card, dice.pick(list(legal_turns(state, card))))
    return state, cards[played:]


def _tiny_board(dice: Dice, seed: int) -> Layout:
    cells = [(column, row) for column in range(4) for row in range(4)]
    while True:
        count = dice.pick((3, 4, 5, 6))
        flags = dice.shuffled("rrbbooo")[: count - 1]
        kinds = dict(zip(dice.shuffled(cells)[:count], [*flags, "o"], strict=True))
        grid = tuple("".join(kinds.get((column, row), ".") for column in range(4)) for row in range(4))
        layout = Layout(f"tiny-{seed}", f"tiny {seed}", grid)
        if all(layout.lines_at) and (layout.crossings or dice.chance(0.5)):
            return layout


if __name__ == "__main__":
    main()
