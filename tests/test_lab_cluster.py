"""The board lab on a Dask cluster: workers are killed on the way; nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.lab import cluster as lab_cluster
from hashi_solver.lab.jobs import BEST, subject
from hashi_solver.lab.store import Store
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game
from tests.command import ROOT, hashi

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


def test_a_port_that_answers_something_else_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_cluster, "SECONDS_TO_CONNECT", 1)
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        begun = time.monotonic()
        ran = hashi(*RUN, "--store", tmp_path / "lab.sqlite", "--dask", f"tcp://127.0.0.1:{server.server_port}")
        server.shutdown()
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "Dask scheduler" in ran.err
    assert time.monotonic() - begun < 10


def test_a_port_that_says_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_cluster, "SECONDS_TO_CONNECT", 1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        ran = hashi(*RUN, "--store", tmp_path / "lab.sqlite", "--dask", f"tcp://127.0.0.1:{silent.getsockname()[1]}")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "Dask scheduler" in ran.err


def test_the_only_worker_killed_is_told_and_a_lost_scheduler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process has both jobs, without a nanny; then the scheduler goes as well."""
    monkeypatch.setattr(lab_cluster, "SECONDS_WITHOUT_WORKERS", 2.0)
    for kill, says in (("worker", "has had no workers for 2 seconds"), ("scheduler", "Dask")):
        with process("scheduler", "--port", "0", "--no-dashboard") as scheduler:
            address = address_of(scheduler)
            with process("worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard") as worker:
                path, told = tmp_path / f"{kill}.sqlite", threading.Event()
                victim = worker if kill == "worker" else scheduler

                def kill_it(path: Path = path, victim: Any = victim, told: threading.Event = told) -> None:
                    while not told.is_set() and _kept(path) < 3:
                        time.sleep(0.02)
                    victim.kill()

                wait_for_worker(address)
                killer = threading.Thread(target=kill_it)
                killer.start()
                ran = hashi(*RUN, "--decks", 400, "--store", path, "--dask", address)
                told.set()
                killer.join()
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
        assert says in ran.err
        assert re.search(r"; [1-9]\d* decks are kept in the store; run the same command again to resume", ran.err)


def test_a_worker_without_hashi_is_told(tmp_path: Path) -> None:
    with process("scheduler", "--port", "0", "--no-dashboard") as scheduler:
        address = address_of(scheduler)
        with process("worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", elsewhere=tmp_path):
            wait_for_worker(address)
            ran = hashi(*RUN, "--store", tmp_path / "lab.sqlite", "--dask", address)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "a worker of the Dask cluster" in ran.err


@contextmanager
def process(role: str, *arguments: str, elsewhere: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """Start a scheduler or a worker in a separate process; one that is `elsewhere` cannot import hashi."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if elsewhere is not None:
        (elsewhere / "hashi_solver.py").write_text("raise ModuleNotFoundError('there is no hashi here')\n")
        environment["PYTHONPATH"] = str(elsewhere)
    command = [sys.executable, "-m", "distributed.cli.dask_" + role, *arguments]
    running = subprocess.Popen(
        command, env=environment, cwd=elsewhere or ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def address_of(scheduler: subprocess.Popen[str]) -> str:
    assert scheduler.stderr is not None
    for line in scheduler.stderr:
        found = re.search(r"Scheduler at: *(tcp://\S+)", line)
        if found:
            return found[1]
    raise AssertionError("the scheduler did not start")


def wait_for_worker(address: str) -> None:
    with distributed.Client(address, timeout=20) as client:
        client.wait_for_workers(1, timeout=20)


def _kept(path: Path) -> int:
    if not path.exists():
        return 0
    with Store(path) as store:
        return len(list(store.outcomes("optima", subject(GAME, BEST))))
