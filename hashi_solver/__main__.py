"""Where the command begins: `hashi`, or `python -m hashi_solver`."""

import os
import signal
import sys

from hashi_solver.interrupts import Ended, endings_raise, interrupts_wait


def main() -> None:
    """Even a Ctrl-C while Python is still importing ends in one word."""
    try:
        _open_closed_streams()
        endings_raise()
        with interrupts_wait():
            from hashi_solver.cli import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("hashi: interrupted\n")
        code = 130
    except Ended as ended:
        code = 128 + ended.number  # as a shell has it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said: a Ctrl-C while Python shuts down changes nothing
    sys.exit(code)


def _open_closed_streams() -> None:
    """Open what `<&-`, `>&-` or `2>&-` closed, or the next file to be opened would take its place.

    The input is empty then, writing output fails as on a full disk, and error messages are lost.
    """
    for number, name, mode, access in (
        (0, "stdin", "r", os.O_RDONLY),
        (1, "stdout", "w", os.O_RDONLY),
        (2, "stderr", "w", os.O_WRONLY),
    ):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, access)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - for the whole run


if __name__ == "__main__":
    main()
