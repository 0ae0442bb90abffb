"""The pool of a Dask cluster that is there already (extra `cluster`)."""

from __future__ import annotations

from hashi_solver.errors import InputError
from hashi_solver.interrupts import Stop
from hashi_solver.notation.files import shown
from hashi_solver.processes import AHEAD, Pool

SECONDS_TO_CONNECT = 10


def dask_pool(address: str, stop: Stop | None = None) -> Pool:
    """A pool whose tasks go to the workers of this scheduler; they need the same version of hashi."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra that few install
    except ModuleNotFoundError:
        raise InputError("--dask wants the extra `cluster`: pip install 'hashi-solver[cluster]'") from None
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(f"no Dask scheduler can be reached at {shown(address)}: {shown(reason, 200)}") from None
    threads = sum(client.nthreads().values())
    if not threads:
        client.close()
        raise InputError(f"the Dask cluster at {shown(address)} has no workers")
    return Pool(executor=client.get_executor(retries=2), stop=stop, ahead=AHEAD * threads, close=client.close)
