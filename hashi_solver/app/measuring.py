"""What boards are worth, measured over a sample of deals. A store keeps the results."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hashi_solver.app.question import checked_seed
from hashi_solver.board import Layout
from hashi_solver.errors import HashiError, InputError
from hashi_solver.generate import glance as glancing
from hashi_solver.generate.glance import Glance
from hashi_solver.interrupts import Stop
from hashi_solver.lab.analysis import Analysis, AnalysisProgress, analyse_all
from hashi_solver.lab.cluster import dask_pool
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.jobs import Subject, rules_digest
from hashi_solver.lab.outcome import fault, fault_of_deal
from hashi_solver.lab.sample import FREE, Sample, Shard
from hashi_solver.lab.store import STORE_ADVICE, Conflict, Judge, Key, Refusal, Store, have_stores, open_default
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.decks import parse_cards
from hashi_solver.notation.files import shown, shown_path
from hashi_solver.notation.layouts import examine_layout, load_playable_layout, parse_playable_layout
from hashi_solver.notation.records import parse_start
from hashi_solver.players import PLAYERS
from hashi_solver.processes import Pool
from hashi_solver.rules import Game, begin

MOST_BOARDS = 16
PLAYER_NAMES = tuple(player.name for player in PLAYERS)
_SHARD = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Study:
    """How boards are measured: over which deals, by which players, where results are kept, and who computes them.

    `players` are names separated by commas. `shard` is `2/5` for the second of five parts. `dask` is the address of a
    cluster that computes instead of `workers` processes.
    """

    decks: int = 1000
    start: str = "random"
    seed: str = "1"
    players: str = "beginner,club"
    workers: int | None = None
    time_limit: float = 60.0
    store: Path | None = None
    shard: str = "1/1"
    dask: str | None = None

    @property
    def sample(self) -> Sample:
        match = _SHARD.fullmatch(self.shard)
        if match is None:
            message = f"{shown(self.shard, 20)!r} is not a part of a run; write 2/5 for the second of five parts"
            raise InputError(message)
        return Sample(self.decks, checked_seed(self.seed), self.start, Shard(int(match[1]), int(match[2])))

    @property
    def names(self) -> list[str]:
        names = [name.strip() for name in self.players.split(",") if name.strip()]
        for name in names:
            if name not in PLAYER_NAMES:
                raise InputError(f"there is no player {shown(name, 20)!r}; choose from {', '.join(PLAYER_NAMES)}")
        return names


@dataclass(frozen=True, slots=True)
class Merged:
    """What each store added, the results that contradict one another, and those that cannot be right."""

    taken: tuple[tuple[Path, int], ...]
    conflicts: tuple[Conflict, ...]
    refused: tuple[Refusal, ...]


def analyse(
    board: str,
    study: Study = Study(),
    on_progress: Callable[[AnalysisProgress], None] | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Measure a board. If it is stopped, the analysis is not complete; the same study resumes it."""
    return _analyses([load_playable_layout(board)], study, on_progress, stop)[0]


def analyse_drawing(
    text: str,
    study: Study = Study(),
    on_progress: Callable[[AnalysisProgress], None] | None = None,
    stop: Stop | None = None,
) -> Analysis:
    """Measure a board that is not in a file, given as text."""
    return _analyses([parse_playable_layout(text)], study, on_progress, stop)[0]


def glance(board: str, without: Sequence[str] = (), stop: Stop | None = None) -> Glance:
    """Predict for a few seconds how hard a board is, and how hard without each of these lines and flags."""
    return glancing.glance(load_playable_layout(board), tuple(without), stop)


def compare(
    boards: Sequence[str],
    study: Study = Study(),
    on_progress: Callable[[AnalysisProgress], None] | None = None,
    stop: Stop | None = None,
) -> Comparison:
    """Measure boards on the same deals and compare each with the first."""
    if len(boards) < 2:
        raise InputError("one board cannot be compared; name two or more, or use hashi layout analyse")
    if len(boards) > MOST_BOARDS:
        raise InputError(f"{len(boards)} boards are too many to compare; name at most {MOST_BOARDS}")
    layouts = [load_playable_layout(board) for board in boards]
    return Comparison(_analyses(layouts, study, on_progress, stop))


def merge(out: Path, stores: Sequence[Path]) -> Merged:
    """Copy the results of each store into `out`, which is created if it does not exist.

    Results of boards that have an id are replayed. A store does not say what others look like.
    """
    for path in stores:
        if not path.exists():
            raise InputError("there is no such store", source=shown_path(path))
    found: list[tuple[Path, int]] = []
    conflicts: list[Conflict] = []
    with ExitStack() as opened:
        known = [opened.enter_context(Store(path)) for path in stores]  # before OUT, so that OUT is not created in vain
        into = opened.enter_context(Store(out, "; name another OUT"))
        judge_for = partial(_judge, _games_with_an_id())
        for path, one in zip(stores, known, strict=True):
            taken, wrong = into.merge(one, judge_for)
            found.append((path, taken))
            conflicts += wrong
        refused = [refusal for one in (*known, into) for refusal in one.refusals]
    return Merged(tuple(found), tuple(conflicts), tuple(refused))


def _games_with_an_id() -> dict[str, Game]:
    boards = (examine_layout(name).playable for name in known_layout_ids())
    return {board.digest: Game(board) for board in boards if board is not None}


def _judge(games: Mapping[str, Game], subject: Subject, key: Key) -> Judge:
    """Return what finds the faults of an answer: by playing it again, where the board is known."""
    game = games.get(subject.board)
    if game is None or subject.rules != rules_digest(game):
        return fault
    deck, start = key
    try:
        cards = parse_cards(deck)
        given = None if start == FREE else parse_start(start)
        first = None if given is None else begin(game, given.number, given.island).start
    except HashiError:
        return lambda _: "its deal is not one of this board"
    return partial(fault_of_deal, game, cards, first)


def _analyses(
    boards: Sequence[Layout], study: Study, on_progress: Callable[[AnalysisProgress], None] | None, stop: Stop | None
) -> tuple[Analysis, ...]:
    games = [Game(board) for board in boards]
    sample, names = study.sample, study.names
    for game in games:
        sample.common_start(game)  # refuse a start that the board does not have before any work
    pool = Pool(study.workers, stop=stop) if study.dask is None else dask_pool(study.dask, stop)
    with ExitStack() as opened:
        store = None
        if study.store is not None or have_stores():
            store = open_default() if study.store is None else Store(study.store, STORE_ADVICE)
            opened.enter_context(store)
        return analyse_all(games, sample, names, store, pool, study.time_limit, on_progress)
