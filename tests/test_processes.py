"""Processes that die at their work are replaced, and asked again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from hashi_solver.errors import InputError
from hashi_solver.processes import TRIES, Workers


def doubled(number: int, deadly: int, folder: Path, deaths: int) -> int:
    """Twice the number; but at the deadly one the process is killed, the first so many times."""
    if number == deadly:
        for death in range(deaths):
            try:
                (folder / str(death)).touch(exist_ok=False)
            except FileExistsError:
                continue
            os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def all_doubled(workers: int, folder: Path, deaths: int) -> list[int]:
    hands = Workers(workers)
    try:
        return list(hands.map(doubled, range(20), [7] * 20, [folder] * 20, [deaths] * 20))
    finally:
        hands.close()


@pytest.mark.parametrize("deaths", [0, 1, TRIES - 1])
def test_what_a_dead_process_left_is_done_by_others(tmp_path: Path, deaths: int) -> None:
    assert all_doubled(2, tmp_path, deaths) == [2 * number for number in range(20)]
    assert len(list(tmp_path.iterdir())) == deaths


def test_work_that_kills_again_and_again_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="killed 3 times at one piece of work"):
        all_doubled(2, tmp_path, 100)


def test_one_worker_is_this_process() -> None:
    hands = Workers(1)
    assert list(hands.map(lambda one: (one, os.getpid()), [3])) == [(3, os.getpid())]
    hands.close()
