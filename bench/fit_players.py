"""Fit the weights of the club player: `python -m bench.fit_players`.

Games are played on the boards of the benchmark set, which are not the boards that players are judged on; after each
round of games the chances of islands and bonuses are fitted to what became of them (logistic regression), and the next
games are played with the new weights, by a club player who does not think ahead. The first games are played by the
solver on one sampled order. Halfway it is tried what the bonuses should be felt as. Ten minutes on one core.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from bench.players import Deal
from bench.problems import BOARDS
from hashi_solver.bonuses import BLUE, BONUSES, RED
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.notation.files import write_text
from hashi_solver.players.base import Dealt, Player, without
from hashi_solver.players.chances import (
    FEATURE_COUNTS,
    HORIZONS,
    NUMBERED,
    UNNUMBERED,
    WEIGHTS,
    Outlook,
    Vector,
    Views,
    Weights,
    features,
    kinds,
    outlook,
    parse_weights,
)
from hashi_solver.players.club import Club, Decision
from hashi_solver.players.evaluation import HOPE_FEATURES, HOPES, Evaluation
from hashi_solver.players.expert import Expert
from hashi_solver.players.positions import Positions
from hashi_solver.players.simulation import half_interval
from hashi_solver.rules import Game, State, advance, empty, legal_starts, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream, deck_from_seed

STRAY = 16  # one turn in 16 is one of the other ideas, so that the weights also see other positions
RIDGE = {"islands": 3.0, "bonuses": 3.0}
Matrix = NDArray[np.float64]
Felt = dict[str, tuple[float, float]]
AS_SCORED: Felt = {bonus.name: (float(bonus.early), float(bonus.late)) for bonus in BONUSES}


@dataclass(frozen=True, slots=True)
class Seen:
    """A position right after a turn of a game whose end is known."""

    before: State
    after: State
    view: Outlook
    finished_in: tuple[int, ...]  # for each island the round that finished it, 0 where none did
    final: State


@click.command()
@click.option("--first", default=160, show_default=True, help="Games of the solver to begin with; 0: resume.")
@click.option("--games", default=320, show_default=True, help="Games in each round of fitting.")
@click.option("--rounds", default=6, show_default=True)
@click.option("--tuning", default=960, show_default=True, help="Games for each trial value of the bonuses.")
@click.option("--seed", default="fit", show_default=True)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), default=WEIGHTS, show_default="the package's")
def main(first: int, games: int, rounds: int, tuning: int, seed: str, out: Path) -> None:
    kept: list[list[Seen]] = []
    if first:
        kept.append(list(_games(Expert(ideas=0, proposals=1), first, f"{seed}-0")))
        weights = fit(kept[0])
    else:
        weights = parse_weights(out.read_text(encoding="ascii"))
    for number in range(1, rounds + 1):
        _write(out, weights)
        kept.append(list(_games(Club(thought=1, weights=weights), games, f"{seed}-{number}")))
        weights = fit([seen for batch in kept[-3:] for seen in batch], weights.felt)
        if tuning and number == (rounds + 1) // 2:
            weights = tuned(weights, tuning, f"{seed}-felt")
    _write(out, weights)


def tuned(weights: Weights, games: int, seed: str) -> Weights:
    """What the bonuses count for while they are aimed at: kept as scored unless more or less surely plays better.

    The chances are those of the games that were played: a bonus that was not aimed at looks out of reach, and stays so.
    """
    deals = [_deal(number, f"{seed}-{number}") for number in range(games)]
    best, most = weights, _totals(weights, deals)
    for bonus in ("red", "six", "blue"):
        for early, late in ((1.3, 1.0), (1.3, 1.3), (1.6, 1.0), (0.8, 0.8)):
            as_scored = AS_SCORED[bonus]
            pair = as_scored[0] * early, as_scored[1] * late
            other = replace(weights, felt={**best.felt, bonus: pair})
            totals = _totals(other, deals)
            gains = [new - old for new, old in zip(totals, most, strict=True)]
            gain, doubt = statistics.mean(gains), half_interval(gains)
            click.echo(f"{bonus} felt as {pair[0]:.1f} and {pair[1]:.1f}: {gain:+.2f} (±{doubt:.2f})")
            if gain > doubt:
                best, most = other, totals
    return best


def _totals(weights: Weights, deals: list[Deal]) -> list[int]:
    club = Club(weights=weights)
    return [
        breakdown(playing.final).total
        for layout in BOARDS
        for playing in club.play_together(Game(layout), [_dealt(deal) for deal in deals if deal.game.layout == layout])
    ]


def _dealt(deal: Deal) -> Dealt:
    return Dealt(deal.cards, "tuning", deal.start)


def _deal(number: int, name: str) -> Deal:
    game = Game(BOARDS[number % len(BOARDS)])
    start = Stream(f"hashi fit {name}").choice(tuple(legal_starts(game)))
    return Deal(game, deck_from_seed(name).cards, start)


def _write(out: Path, weights: Weights) -> None:
    def shorter(vector: Vector) -> list[float]:
        return [round(x, 4) for x in vector]

    islands = {horizon: [shorter(vector) for vector in pair] for horizon, pair in weights.islands.items()}
    bonuses = {bonus: shorter(vector) for bonus, vector in weights.bonuses.items()}
    felt = {bonus: shorter(pair) for bonus, pair in weights.felt.items()}
    write_text(out, json.dumps({"islands": islands, "bonuses": bonuses, "felt": felt}, indent=1) + "\n")


def _games(player: Player, count: int, seed: str) -> Iterator[Seen]:
    totals = []
    for number in range(count):
        name = f"{seed}-{number}"
        source = Stream(f"hashi fit turns {name}")
        deal = _deal(number, name)
        state = with_start(empty(deal.game), deal.start)
        unseen = tuple(sorted(STANDARD_BOX))
        states, lefts = [state], []
        for card in deal.cards:
            unseen = without(unseen, card)
            states.append(_move(player, states[-1], card, unseen, source))
            lefts.append(unseen)
        totals.append(breakdown(states[-1]).total)
        yield from _seen(states, lefts)
    click.echo(f"{seed}: {player.name} {statistics.mean(totals):.2f} in {count} games")


def _move(player: Player, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> State:
    if isinstance(player, Club):
        stray = source.below(STRAY) == 0
        if stray:
            turn = source.choice(player.first_sight([Decision(state, card, unseen)], 10)[0]).turn
        else:
            turn = player.turn(state, card, unseen, source)
    else:
        turn = player.turn(state, card, unseen, source)
    return advance(state, card, turn)


def _seen(states: list[State], lefts: list[tuple[Card, ...]]) -> Iterator[Seen]:
    final = states[-1]
    finished_in = tuple(
        next((state.round for state in states if state.finished >> island & 1), 0)
        for island in range(len(final.numbers))
    )
    for before, after, unseen in zip(states, states[1:-1], lefts, strict=False):
        view = outlook(after.game.rounds - after.round, unseen, before.numbers.count(0))
        yield Seen(before, after, view, finished_in, final)


def fit(seen: list[Seen], felt: Felt = AS_SCORED) -> Weights:
    flat = ((0.0,) * FEATURE_COUNTS[0], (0.0,) * FEATURE_COUNTS[1])
    none = Weights(dict.fromkeys(HORIZONS, flat), {}, felt)
    rows: dict[tuple[str, int], list[Matrix]] = {}
    labels: dict[tuple[str, int], list[Matrix]] = {}
    for each in seen:
        game = each.final.game
        evaluation = Evaluation([each.before], [each.view], none)
        keys, finished = evaluation.keys(Positions.of([each.after]))
        keys, finished = keys[:, 0], finished[:, 0]
        rounds = np.array(each.finished_in)
        for kind in (NUMBERED, UNNUMBERED):
            chosen = ~finished & (kinds(keys) == kind)
            if not chosen.any():
                continue
            at = np.zeros(int(chosen.sum()), dtype=np.int64)
            vectors, there = features(kind, keys[chosen], Views([each.view], evaluation.lefts), at)
            for number, (horizon, by) in enumerate(
                zip(HORIZONS, (game.rounds, game.deadline(RED), game.deadline(BLUE)), strict=True)
            ):
                in_time = (rounds[chosen] > 0) & (rounds[chosen] <= by)
                rows.setdefault((horizon, kind), []).append(vectors[:, number, there[number]].T)
                labels.setdefault((horizon, kind), []).append(in_time[there[number]].astype(np.float64))
    islands = {
        horizon: (
            _logistic(rows[horizon, NUMBERED], labels[horizon, NUMBERED], RIDGE["islands"]),
            _logistic(rows[horizon, UNNUMBERED], labels[horizon, UNNUMBERED], RIDGE["islands"]),
        )
        for horizon in HORIZONS
    }
    return Weights(islands, _fit_bonuses(seen, Weights(islands, {}, felt)), felt)


def _fit_bonuses(seen: list[Seen], weights: Weights) -> dict[str, Vector]:
    rows: dict[str, list[Matrix]] = {}
    labels: dict[str, list[Matrix]] = {}
    none = np.zeros(1, dtype=np.int64)
    for each in seen:
        evaluation = Evaluation([each.before], [each.view], weights)
        positions = Positions.of([each.after])
        hopes, there, still = evaluation.hopes(positions, evaluation.islands(positions, none), none)
        for place, name in enumerate(HOPES):
            bonus = BONUSES[place // 2]
            if not still[bonus.place, 0] or each.before.done_in(bonus) or not there[place, 0]:
                continue
            done = each.final.done_in(bonus)
            label = 0 < done <= each.final.game.deadline(bonus) if name.endswith("early") else done > 0
            rows.setdefault(name, []).append(hopes[: HOPE_FEATURES[bonus.kind], place].T)
            labels.setdefault(name, []).append(np.array([float(label)]))
    return {name: _logistic(rows[name], labels[name], RIDGE["bonuses"]) for name in HOPES}


def _logistic(rows: list[Matrix], labels: list[Matrix], ridge: float) -> Vector:
    """Newton's method; `ridge` pulls every weight but the constant towards 0, on features of like spread."""
    x: Matrix = np.concatenate(rows)
    y: Matrix = np.concatenate(labels)
    spread = np.where(x.std(axis=0) > 1e-9, x.std(axis=0), 1.0)
    x = x / spread
    pull = np.full(x.shape[1], ridge)
    pull[0] = 1e-3
    w: Matrix = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1.0 / (1.0 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (p - y) + pull * w
        curvature = (x.T * (p * (1 - p) + 1e-6)) @ x + np.diag(pull)
        step = np.linalg.solve(curvature, gradient)
        w = w - step
        if float(np.abs(step).max()) < 1e-6:
            break
    return tuple(float(each) for each in w / spread)


if __name__ == "__main__":
    main()
