"""What people wait for, each as one measurement: `python -P bench/rows.py ROW PART` prints it as JSON.

`bench/table.py` starts this file with PYTHONPATH set to the tree to be measured, which may be an older one. So it uses
only what older trees have too. Imports and preparations are not measured; processes that are started are.
"""

from __future__ import annotations

import importlib.util
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.sample import FIXED, Sample
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import Playing, play, player_named
from hashi_solver.review.fair import Played, fair, shuffles
from hashi_solver.review.hint import hidden_hint
from hashi_solver.rules import Game, advance, empty, with_start
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import solve

TOP = Path(__file__).resolve().parent.parent
BOARD = "side-a"
DECKS = 100


@dataclass(slots=True)
class Measured:
    """Seconds on the wall and of CPU by figure, and what came out: two trees should agree on it."""

    figures: dict[str, tuple[float, float]] = field(default_factory=dict)
    answer: str = ""

    @contextmanager
    def timed(self, name: str = "") -> Iterator[None]:
        wall, cpu = time.perf_counter(), cpu_seconds()
        yield
        self.figures[name] = time.perf_counter() - wall, cpu_seconds() - cpu


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table. It has several parts where one measurement would be luck; their median counts."""

    measure: Callable[[int], Measured]
    about: str
    goals: dict[str, float]  # for each figure, seconds on the wall, or a rate
    parts: int = 1
    a_second: int = 0  # how many are done in the time measured, where the figure is a rate
    long: bool = False  # minutes: only if asked for


def cpu_seconds() -> float:
    """Of this process and of those that it has ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def fair_review(part: int) -> Measured:

    game, cards, playing = _played("club", f"fair {part}")
    played = Played(with_start(empty(game), playing.start), cards, playing.turns, STANDARD_BOX)
    orders = shuffles(len(STANDARD_BOX), 50, "bench")
    measured = Measured()
    with measured.timed():
        found = fair(played, orders)
    parts = [found.start, found.luck, found.loss, found.avoidable]
    measured.answer = " ".join(f"{float(each.value):.3f}" for each in parts if each is not None)
    return measured


def hint(part: int) -> Measured:

    game, cards, playing = _played("club", f"hint {part}")
    state = with_start(empty(game), playing.start)
    turned = 2 + 4 * part
    for card, turn in zip(cards[:turned], playing.turns, strict=False):
        state = advance(state, card, turn)
    gone = set(cards[: turned + 1])
    unseen = [card for card in STANDARD_BOX if card not in gone]
    measured = Measured()
    with measured.timed():
        found = hidden_hint(state, cards[turned], unseen, 3, orders=20, seed="bench")
    measured.answer = f"{found.mean:.2f} {sorted(found.places.items(), key=str)} {found.turn} {found.lead}"
    return measured


def search(part: int) -> Measured:
    return _command("challenge", "--seed", f"waiting {part}", "--difficulty", "5", "--layout", BOARD, "--no-sheet")


def checked_again(_: int) -> Measured:
    return _command("check", str(TOP / "docs" / "examples" / "daily.txt"), again=True)


def first_sheet(_: int) -> Measured:
    return _command("challenge", "--seed", "bench")


def month(_: int) -> Measured:
    return _command("daily", "--month", "2026-12")


def year(_: int) -> Measured:
    return _command("daily", "--year", "2027")


def new_board(part: int) -> Measured:
    seed, grade = (("one", "1"), ("two", "3"), ("three", "5"))[part]
    return _command("layout", "generate", "--seed", seed, "--difficulty", grade, "--count", "1")


def proven_decks(_: int) -> Measured:

    game = Game(load_layout(BOARD))
    measured = Measured()
    with measured.timed():
        found = analyse(game, Sample(DECKS, "bench", FIXED), ())
    measured.answer = repr(sorted(found.best.spans.items()))
    return measured


def expert_game(part: int) -> Measured:

    game, cards = _deal(f"expert {part}")
    measured = Measured()
    with measured.timed():
        playing = play(player_named("expert"), game, cards, f"bench {part}")
    measured.answer = f"{breakdown(playing.final).total} {playing.turns}"
    return measured


def all_problems(_: int) -> Measured:

    seconds, totals = [], []
    for problem in _own("problems").problems():
        begun = time.perf_counter(), time.process_time()
        totals.append(solve(problem.state, problem.cards).score)
        seconds.append((time.perf_counter() - begun[0], time.process_time() - begun[1]))
    figures = {}
    for name, of in (("median", statistics.median), ("p95", _p95), ("max", max), ("total", sum)):
        wall, cpu = (of(each) for each in zip(*seconds, strict=True))
        figures[name] = (float(wall), float(cpu))
    return Measured(figures, repr(totals))


ROWS = {
    "fair": Row(fair_review, "fair review of a game, 50 orders", {"": 8}),
    "hint": Row(hint, "hint of level 3, hidden, 20 orders", {"": 1.5}, parts=3),
    "search": Row(search, "challenge --difficulty 5", {"": 10}, parts=10),
    "check": Row(checked_again, "check with a Challenge line, again", {"": 0.4}, parts=5),
    "first": Row(first_sheet, "first sheet", {"": 1.2}, parts=3),
    "month": Row(month, "a month of sheets", {"": 15}, long=True),
    "year": Row(year, "a year of sheets", {"": 180}, long=True),
    "board": Row(new_board, "a board of an asked grade", {"": 60}, parts=3, long=True),
    "decks": Row(proven_decks, "proven decks a second, fixed start", {"": 60}, a_second=DECKS),
    "expert": Row(expert_game, "a game of expert, one core", {"": 2}, parts=3),
    "problems": Row(all_problems, "200 problems", {"median": 0.025, "p95": 0.12, "max": 0.3, "total": 8}),
}


def _p95(values: Sequence[float]) -> float:
    return sorted(values)[-(-len(values) * 95 // 100) - 1]


def _command(*call: str, again: bool = False) -> Measured:
    """Run a command as a person types it, in an empty folder, with nothing kept from before, or once more."""
    measured = Measured()
    with tempfile.TemporaryDirectory() as folder:
        apart = dict.fromkeys(("XDG_CACHE_HOME", "XDG_DATA_HOME"), str(Path(folder) / "own"))
        for _ in range(1 + again):
            with measured.timed():
                done = subprocess.run(
                    [sys.executable, "-P", "-m", "hashi_solver", *call],
                    cwd=folder,
                    env={**os.environ, **apart},
                    capture_output=True,
                    text=True,
                    check=True,
                )
    measured.answer = done.stdout
    return measured


def _own(name: str) -> Any:
    """Load a module of this folder, whatever tree is measured: its problems are those that count."""
    spec = importlib.util.spec_from_file_location(f"own_{name}", Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _deal(seed: str) -> tuple[Game, tuple[Card, ...]]:
    return Game(load_layout(BOARD)), deck_from_seed(seed).cards


def _played(player: str, seed: str) -> tuple[Game, tuple[Card, ...], Playing]:
    game, cards = _deal(seed)
    return game, cards, play(player_named(player), game, cards, seed)


if __name__ == "__main__":
    row, part = sys.argv[1:]
    result = ROWS[row].measure(int(part))
    digest = sha256(result.answer.encode()).hexdigest()[:12]
    print(json.dumps({"figures": result.figures, "answer": digest}))
