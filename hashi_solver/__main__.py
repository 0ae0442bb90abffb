"""`python -m hashi_solver` is `hashi`."""

from hashi_solver.cli import main

if __name__ == "__main__":
    main()
