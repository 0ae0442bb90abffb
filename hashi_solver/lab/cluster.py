"""The pool of an existing Dask cluster (extra `cluster`)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, TypeVar

from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.library import DISTRIBUTION
from hashi_solver.notation.files import shown
from hashi_solver.processes import AHEAD, Pool, PoolLostError

T = TypeVar("T")

SECONDS_TO_CONNECT = 10.0
SECONDS_WITHOUT_WORKERS = 10.0  # after which a cluster is given up
SECONDS_BETWEEN_LOOKS = 1.0


def dask_pool(address: str, stop: Stop | None = None) -> Pool:
    """Return a pool whose tasks go to the workers of this scheduler; they need the same version of hashi."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra that few install
    except ModuleNotFoundError:
        raise InputError(f"--dask wants the extra `cluster`: pip install '{DISTRIBUTION}[cluster]'") from None
    place = shown(address)
    try:
        client = _in_time(lambda: Client(address, timeout=SECONDS_TO_CONNECT))
    except TimeoutError:
        message = f"nothing at {place} answers as a Dask scheduler does (after {SECONDS_TO_CONNECT:.0f} seconds)"
        raise InputError(message) from None
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"no Dask scheduler can be reached at {place}: {shown(reason, 200)}") from None
    try:
        threads = sum(_in_time(client.nthreads).values())
        if not threads:
            raise InputError(f"the Dask cluster at {place} has no workers")
        _in_time(lambda: client.run(_expect_hashi))
    except BaseException as error:
        _close(client)
        if isinstance(error, InputError) or not isinstance(error, Exception):
            raise
        reason = shown(str(error).splitlines()[0], 200) if str(error) else type(error).__name__
        raise InputError(f"a worker of the Dask cluster at {place} cannot run hashi: {reason}") from None
    cluster = _Cluster(client, place)
    return Pool(
        executor=cluster, stop=stop, ahead=AHEAD * threads, close=cluster.close, expect_alive=cluster.expect_alive
    )


class _Cluster(Executor):
    """Hands tasks to Dask, and notices when no worker is left; Dask itself would wait for ever."""

    def __init__(self, client: Any, place: str) -> None:
        self._client, self._place = client, place
        self._executor = client.get_executor(retries=2)
        self._seen = time.monotonic()
        self._over = threading.Event()
        threading.Thread(target=self._look_for_workers, daemon=True).start()

    def submit(self, function: Callable[..., T], /, *arguments: Any, **options: Any) -> Future[T]:
        try:
            future: Future[T] = self._executor.submit(function, *arguments, **options)
        except Exception as error:
            raise self._lost() from error
        return future

    def expect_alive(self) -> None:
        """Raise PoolLostError if the scheduler is gone, or has had no workers for some time."""
        if self._client.status in ("closed", "closing"):
            raise self._lost()
        if time.monotonic() - self._seen > SECONDS_WITHOUT_WORKERS:
            raise PoolLostError(
                f"the Dask cluster at {self._place} has had no workers for {SECONDS_WITHOUT_WORKERS:.0f} seconds"
            )

    def close(self) -> None:
        self._over.set()
        _close(self._client)

    def _lost(self) -> PoolLostError:
        return PoolLostError(f"the Dask scheduler at {self._place} is gone")

    def _look_for_workers(self) -> None:
        while not self._over.wait(SECONDS_BETWEEN_LOOKS):
            with suppress(Exception):  # a scheduler that does not answer has no workers for us
                if self._client.nthreads():
                    self._seen = time.monotonic()


def _expect_hashi() -> None:
    """Do nothing, on a worker: it can only be called where hashi is installed."""


def _close(client: Any) -> None:
    with suppress(Exception):
        _in_time(client.close)


def _in_time(function: Callable[[], T]) -> T:
    """Return the result of a call that may never return; raises TimeoutError if it does not in time."""
    found: Future[T] = Future()

    def work() -> None:
        try:
            found.set_result(function())
        except BaseException as error:
            found.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return found.result(SECONDS_TO_CONNECT + 1)
