"""The board lab on a Dask cluster: workers are killed in the middle, and nothing is lost, nothing done twice."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.lab import cluster as lab_cluster
from hashi_solver.lab.jobs import BEST, subject
from hashi_solver.lab.store import Store
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from tests.command import hashi

distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra `cluster`)")

pytestmark = pytest.mark.filterwarnings("default")  # Dask and what it stands on warn as they like

GAME = Game(load_layout("side-a"))
RUN = ("layout", "analyse", "side-a", "--decks", 40, "--seed", "cluster", "--players", "beginner,club", "--json")


@pytest.fixture
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found:
        yield found


def test_workers_killed_in_the_middle(cluster: Any, tmp_path: Path) -> None:
    path = tmp_path / "cluster.sqlite"
    killed: list[int] = []
    done = threading.Event()

    def kill_workers() -> None:
        for known in (3, 12, 22):
            while not done.is_set() and _kept(path) < known:
                time.sleep(0.02)
            while not done.is_set():
                alive = [nanny.pid for nanny in cluster.workers.values() if nanny.pid and nanny.pid not in killed]
                if alive:
                    os.kill(alive[0], signal.SIGKILL)
                    killed.append(alive[0])
                    break
                time.sleep(0.02)

    killer = threading.Thread(target=kill_workers)
    killer.start()
    ran = hashi(*RUN, "--store", path, "--dask", cluster.scheduler_address)
    done.set()
    killer.join()
    assert ran.code == 0, ran.err
    assert len(killed) == 3
    alone = hashi(*RUN, "--store", tmp_path / "alone.sqlite")
    assert json.loads(ran.out) == json.loads(alone.out)
    with Store(path) as store:
        assert len(list(store.outcomes("optima", subject(GAME, BEST)))) == 40
        assert len(list(store.outcomes("games", subject(GAME, "club")))) == 40


def test_a_cluster_without_workers_is_told(tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as empty:
        ran = hashi(*RUN, "--store", tmp_path / "lab.sqlite", "--dask", empty.scheduler_address)
    assert (ran.code, ran.out) == (2, "")
    assert "has no workers" in ran.err


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "127.0.0.1"])
def test_a_cluster_that_is_not_there_is_told(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_cluster, "SECONDS_TO_CONNECT", 1)
    ran = hashi(*RUN, "--store", tmp_path / "lab.sqlite", "--dask", address)
    assert (ran.code, ran.out) == (2, "")
    assert "no Dask scheduler can be reached" in ran.err


def _kept(path: Path) -> int:
    if not path.exists():
        return 0
    with Store(path) as store:
        return len(list(store.outcomes("optima", subject(GAME, BEST))))
