"""Where the command begins: `hashi`, or `python -m hashi_solver`."""

import sys


def main() -> None:
    """Even a Ctrl-C while Python is still importing ends in one word."""
    try:
        from hashi_solver.cli import run  # noqa: PLC0415

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("hashi: interrupted\n")
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
