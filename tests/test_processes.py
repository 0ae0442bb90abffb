"""The pool: results in order or as they come, few at a time, whatever dies, and stopped at any moment."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from hashi_solver.errors import InputError, Unproven
from hashi_solver.interrupts import Stop, ctrl_c_stops
from hashi_solver.processes import AHEAD, TRIES, Pool
from tests.command import ROOT


def doubled(number: int, deadly: int, folder: Path, deaths: int) -> int:
    """Return twice the number, but kill the process at the deadly one, the first N times."""
    if number == deadly:
        for death in range(deaths):
            try:
                (folder / str(death)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def all_doubled(numbers: Sequence[int], folder: Path, deaths: int) -> list[int]:
    return [doubled(number, 7, folder, deaths) for number in numbers]


def where(number: int) -> tuple[int, int]:
    return number, os.getpid()


def until_stopped(number: int, stop: Stop, began: Path) -> int:
    (began / str(number)).touch()
    while not stop.is_set():
        time.sleep(0.01)
    return number


def for_ever(number: int, began: Path) -> int:
    (began / str(number)).touch()
    time.sleep(600)
    return number


@pytest.mark.parametrize("deaths", [0, 1, TRIES - 1])
def test_what_a_dead_process_left_is_done_by_others(tmp_path: Path, deaths: int) -> None:
    in_order, as_they_come, submitted = (tmp_path / name for name in ("map", "as_completed", "submit"))
    for folder in (in_order, as_they_come, submitted):
        folder.mkdir()
    wanted = [2 * number for number in range(20)]
    with Pool(2) as pool:
        found = list(pool.map(doubled, range(20), [7] * 20, [in_order] * 20, [deaths] * 20))
        assert found == wanted
        work = partial(all_doubled, folder=as_they_come, deaths=deaths)
        pairs = pool.as_completed(work, in_threes(20), str)
        assert sorted(pairs) == list(enumerate(wanted))
        tasks = [pool.submit(doubled, number, 7, submitted, deaths) for number in range(10)]
        assert [task.result() for task in tasks] == wanted[:10]
    for folder in (in_order, as_they_come, submitted):
        assert len(list(folder.iterdir())) == deaths


def in_threes(count: int) -> Iterator[tuple[int, ...]]:
    return (tuple(range(first, min(count, first + 3))) for first in range(0, count, 3))


def test_work_that_kills_again_and_again_is_given_up(tmp_path: Path) -> None:
    with Pool(2) as pool, pytest.raises(InputError, match=f"given up after {TRIES} tries: its process was killed"):
        list(pool.map(doubled, range(20), [7] * 20, [tmp_path] * 20, [100] * 20))
    work = partial(all_doubled, folder=tmp_path, deaths=100)
    with Pool(2) as pool, pytest.raises(InputError, match=f"given up after {TRIES} tries: its process was killed"):
        list(pool.as_completed(work, in_threes(20), "number {}".format))


def test_one_worker_is_this_process() -> None:
    with Pool(1) as pool:
        assert list(pool.map(where, [3, 4])) == [(3, os.getpid()), (4, os.getpid())]
        assert pool.submit(where, 3).result() == (3, os.getpid())
        found = dict(pool.as_completed(lambda numbers: [where(number) for number in numbers], [(1, 2), (3,)], str))
    assert found == {number: (number, os.getpid()) for number in (1, 2, 3)}


def test_several_workers_are_other_processes_but_for_a_single_item() -> None:
    with Pool(2) as pool:
        assert os.getpid() not in {process for _, process in pool.map(where, range(4))}
        assert list(pool.map(where, [3])) == [(3, os.getpid())]


@pytest.mark.parametrize("workers", [1, 2])
def test_no_more_is_taken_than_needed(workers: int) -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in itertools.count():
            taken.append(number)
            yield number

    with Pool(workers) as pool:
        results = pool.map(abs, numbers())
        assert [next(results), next(results)] == [0, 1]
        assert len(taken) <= AHEAD * workers + 1
        taken.clear()
        pairs = pool.as_completed(all_doubled_plainly, ([number] for number in numbers()), str)
        assert len({number for number, _ in itertools.islice(pairs, 3)}) == 3
        assert len(taken) <= AHEAD * workers + 3


def all_doubled_plainly(numbers: Sequence[int]) -> list[int]:
    return [2 * number for number in numbers]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_pool_that_is_stopped_takes_nothing_more(workers: int) -> None:
    stop = threading.Event()
    with Pool(workers, stop=stop) as pool:
        results = pool.map(abs, itertools.count())
        assert next(results) == 0
        stop.set()
        with pytest.raises(Unproven):
            list(results)
        with pytest.raises(Unproven):
            list(pool.map(abs, [1, 2, 3]))
        with pytest.raises(Unproven):
            list(pool.as_completed(all_doubled_plainly, [[1]], str))


def waits_for(path: Path, count: int) -> None:
    until = time.monotonic() + 30
    while len(list(path.iterdir())) < count and time.monotonic() < until:
        time.sleep(0.01)


def test_the_signal_reaches_what_is_being_worked_on(tmp_path: Path) -> None:
    """From another thread, as a server would stop a search."""
    stop = threading.Event()

    def stop_when_begun() -> None:
        waits_for(tmp_path, 2)
        stop.set()

    stopper = threading.Thread(target=stop_when_begun)
    stopper.start()
    with Pool(2, stop=stop) as pool, pytest.raises(Unproven):
        list(pool.map(partial(until_stopped, stop=pool.signal, began=tmp_path), range(10)))
    stopper.join()
    assert len(list(tmp_path.iterdir())) == 2  # the others never began


def test_what_is_being_worked_on_when_it_is_stopped_still_comes(tmp_path: Path) -> None:
    stop = threading.Event()

    def slowly(numbers: Sequence[int]) -> list[int]:
        time.sleep(0.2)
        return [2 * number for number in numbers]

    with ThreadPoolExecutor(1) as threads, Pool(executor=threads, stop=stop, ahead=4) as pool:
        pairs = pool.as_completed(slowly, ([number] for number in range(9)), str)
        found = [next(pairs)]
        stop.set()
        with pytest.raises(Unproven):
            found.extend(pairs)
    assert (0, 0) in found
    assert len(found) <= 3


def test_leaving_a_pool_ends_its_work(tmp_path: Path) -> None:
    began = time.monotonic()
    with Pool(2) as pool:
        work = partial(until_stopped, stop=pool.signal, began=tmp_path)
        tasks = [pool.submit(work, number) for number in range(8)]
        waits_for(tmp_path, 2)
    assert time.monotonic() - began < 30
    assert len(tasks) == 8


def test_a_pool_that_is_abandoned_waits_for_nothing(tmp_path: Path) -> None:
    def abandoned() -> None:
        with Pool(2) as pool:
            for number in range(8):
                pool.submit(for_ever, number, tmp_path)
            waits_for(tmp_path, 2)
            raise KeyboardInterrupt

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        abandoned()
    assert time.monotonic() - began < 30


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at the processes of Linux")
def test_processes_end_when_their_parent_is_gone(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from hashi_solver.processes import Pool\n"
        "from tests.test_processes import for_ever\n"
        "pool = Pool(2); [pool.submit(for_ever, number, Path(sys.argv[1])) for number in range(4)]; input()"
    )
    run = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], cwd=ROOT, stdin=subprocess.PIPE)
    waits_for(tmp_path, 2)
    assert len(with_argument(tmp_path)) == 3
    run.kill()
    run.communicate()
    until = time.monotonic() + 20
    while with_argument(tmp_path) and time.monotonic() < until:
        time.sleep(0.05)
    assert with_argument(tmp_path) == []


def with_argument(path: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_text(errors="replace").split("\0")
        except OSError:  # it ended meanwhile
            continue
        if str(path) in words:
            found.append(process.name)
    return found


def test_an_executor_that_is_given_may_lose_workers_too() -> None:
    tries = 0

    def dies_at_first(number: int) -> int:
        nonlocal tries
        tries += 1
        if tries < TRIES:
            raise RuntimeError("the worker is gone")
        return number

    def dies(number: int) -> int:
        raise RuntimeError("the worker is gone")

    def finds_a_mistake(number: int) -> int:
        raise InputError("no such card")

    with ThreadPoolExecutor(1) as executor, Pool(executor=executor) as pool:
        assert pool.submit(dies_at_first, 5).result() == 5
        with pytest.raises(InputError, match=f"given up after {TRIES} tries: .*RuntimeError: the worker is gone"):
            pool.submit(dies, 5).result()
        with pytest.raises(InputError, match="no such card"):
            list(pool.map(finds_a_mistake, [1, 2]))
        assert executor.submit(abs, -1).result() == 1  # it is still theirs who gave it


def test_ctrl_c_stops_and_twice_abandons() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with ctrl_c_stops() as stop:
            assert not stop.is_set()
            signal.raise_signal(signal.SIGINT)
            assert stop.is_set()
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with ctrl_c_stops() as stop:
            signal.raise_signal(signal.SIGINT)
            assert not stop.is_set()  # what is deaf to Ctrl-C stays so
    finally:
        signal.signal(signal.SIGINT, before)


def test_another_thread_can_run_what_ctrl_c_stops() -> None:
    found: list[bool] = []

    def run() -> None:
        with ctrl_c_stops() as stop:
            found.append(stop.is_set())

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [False]
