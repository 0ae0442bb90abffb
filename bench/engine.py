"""How fast the rules are: `python -m bench.engine`.

The aims: a full record checked in under 2 ms of CPU once loaded, 17 `apply` calls in under 0.5 ms.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable

from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import format_record, parse_record
from hashi_solver.record import WrittenStart
from hashi_solver.referee import judge_record, record_of
from hashi_solver.rules import Game, State, Turn, apply, begin, legal_turns

GAMES = 100


def main() -> None:
    source = random.Random(1)
    games = [_random_game(source) for _ in range(GAMES)]
    texts = []
    for start, cards, turns in games:
        assert start.start is not None
        written = WrittenStart.of(start.game.layout, start.start)
        texts.append((start.game, format_record(record_of(start.game, cards, written, turns))))

    def replay() -> None:
        for start, cards, turns in games:
            state = start
            for card, turn in zip(cards, turns, strict=True):
                state = apply(state, card, turn)

    def check() -> None:
        for game, text in texts:
            if not judge_record(game, parse_record(text)).legal:
                raise AssertionError(text)

    print(f"17 apply calls           {_best(replay) / GAMES * 1e3:8.3f} ms   (aim: 0.5)")
    print(f"a record read and judged {_best(check) / GAMES * 1e3:8.3f} ms   (aim: 2)")
    bare = _wall([sys.executable, "-c", "pass"])
    help_text = _wall([sys.executable, "-m", "hashi_solver", "--help"])
    print(f"hashi --help             {(help_text - bare) * 1e3:8.0f} ms   more than a bare python (aim: 150)")


def _random_game(source: random.Random) -> tuple[State, tuple[Card, ...], list[Turn]]:
    """Random legal play that passes as seldom as it can, so that much is drawn."""
    game = Game(load_layout(source.choice(layout_ids())))
    free = [island.name for island in game.layout.islands if not island.flag]
    first = state = begin(game, source.choice((3, 4)), source.choice(free))
    cards = tuple(source.sample(STANDARD_BOX, game.rounds))
    turns = []
    for card in cards:
        legal = list(legal_turns(state, card))
        full = [turn for turn in legal if turn.lines and turn.number_on is not None]
        turns.append(source.choice(full or legal))
        state = apply(state, card, turns[-1])
    return first, cards, turns


def _best(work: Callable[[], None], times: int = 7) -> float:
    measured = []
    for _ in range(times):
        begun = time.process_time()
        work()
        measured.append(time.process_time() - begun)
    return min(measured)


def _wall(command: list[str], times: int = 9) -> float:
    measured = []
    for _ in range(times):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        measured.append(time.perf_counter() - begun)
    return min(measured)


if __name__ == "__main__":
    main()
