"""Write the golden records of a board: `python -m tests.make_golden side-a`. Running it again changes nothing.

The records of the tests' own boards were written when those shipped, and never change.

For every rule there is a record that breaks only that rule, in its last round; and there are three complete legal
games: one with random turns, one by the club player, and the best of several by the club player. tests/test_golden.py
replays them against the verdicts that the referee gave when they were written.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.notation.records import format_record
from hashi_solver.players import Playing, play, player_named
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import Verdict, judge_record, record_of
from hashi_solver.rules import Game, Play, Start, Turn
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from tests.boards import mutated, random_game

GOLDEN = Path(__file__).with_name("golden")
RULES = ("R2a", "R4", "R4a", "R4b", "R5", "R5a", "R5b", "R5c", "R5d", "R6")
CLUB_GAMES = 20


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("which boards? python -m tests.make_golden ID|PATH...")
    for name in sys.argv[1:]:
        layout = load_playable_layout(name)
        for case, text in golden(layout):
            (GOLDEN / f"{layout.id}-{case}.txt").write_text(text, encoding="utf-8")


def golden(layout: Layout) -> Iterator[tuple[str, str]]:
    """The name and the text of each record."""
    game = Game(layout)
    yield "R2a", _illegal_start(game)
    for rule in RULES[1:]:
        yield rule, _illegal(game, rule)
    for number, record in enumerate(_legal(game), start=1):
        verdict = judge_record(game, record)
        points = verdict.breakdown
        scored = f"islands {points.islands} red {points.red} blue {points.blue} six {points.six}"
        yield f"legal-{number}", f"# expect: legal; {scored}; {verdict.title}\n{format_record(record)}"


def _illegal_start(game: Game) -> str:
    record = next(_random_records(game, "R2a"))
    assert record.start is not None
    broken = Record(record.layout, record.deck, WrittenStart(6, record.start.island))
    return _expecting(game, broken, judge_record(game, broken))


def _illegal(game: Game, rule: str) -> str:
    """Return the first random game with a turn that, changed in one place, breaks only this rule."""
    chance = random.Random(f"{game.layout.id} {rule}")
    for record in _random_records(game, rule):
        assert record.deck is not None
        rounds = chance.randint(4, 12)
        play = mutated(chance, record.plays[rounds - 1], record.deck[rounds - 1], game.layout)
        broken = Record(record.layout, record.deck, record.start, (*record.plays[: rounds - 1], play))
        if not _can_be_written(play):
            continue
        verdict = judge_record(game, broken)
        if [violation.rule for violation in verdict.violations] == [rule]:
            return _expecting(game, broken, verdict)
    raise AssertionError("random games never end")


def _can_be_written(play: Play) -> bool:
    """A record's line names a number only with its island, and only cells that it can name."""
    return all("Z99" not in pair for pair in play.bridges) and play.island != "Z99"


def _expecting(game: Game, record: Record, verdict: Verdict) -> str:
    (violation,) = verdict.violations
    house = judge_record(game, record, house=True).breakdown.total
    where = f"{violation.rule} in round {violation.round} at {' '.join(violation.islands)}"
    return f"# expect: {where}; score {verdict.breakdown.total}; house {house}\n{format_record(record)}"


def _random_records(game: Game, about: str) -> Iterator[Record]:
    number = 0
    while True:
        number += 1
        seed = f"golden {game.layout.id} {about} {number}"
        cards = deck_from_seed(seed).cards
        played = list(random_game(random.Random(seed), game, cards))
        yield _record(game, cards, played[0][0].start, [turn for _, _, turn, _ in played])


def _record(game: Game, cards: Sequence[Card], start: Start | None, turns: Sequence[Turn]) -> Record:
    assert start is not None
    return record_of(game, cards, WrittenStart.of(game.layout, start), turns)


def _legal(game: Game) -> Iterator[Record]:
    yield next(_random_records(game, "legal"))
    games = [_club(game, f"golden {game.layout.id} club {number}") for number in range(CLUB_GAMES)]
    yield games[0][0]
    yield max(games, key=lambda one: breakdown(one[1].final).total)[0]


def _club(game: Game, seed: str) -> tuple[Record, Playing]:
    cards = deck_from_seed(seed).cards
    playing = play(player_named("club"), game, cards, seed)
    return _record(game, cards, playing.start, playing.turns), playing


if __name__ == "__main__":
    main()
