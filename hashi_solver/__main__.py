"""Where the command begins: `hashi`, or `python -m hashi_solver`."""

import signal
import sys

from hashi_solver.interrupts import interrupts_wait


def main() -> None:
    """Even a Ctrl-C while Python is still importing ends in one word."""
    try:
        with interrupts_wait():
            from hashi_solver.cli import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("hashi: interrupted\n")
        code = 130
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is said: a Ctrl-C while Python shuts down changes nothing
    sys.exit(code)


if __name__ == "__main__":
    main()
