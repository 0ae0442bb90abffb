"""Every way to do one action of the next round that still leads to a total: found one by one, each then ruled out."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

from hashi_solver.model.cpsat import Interrupted, Session
from hashi_solver.model.game import Model


def start_plays(model: Model, totals: tuple[int, int], stop: threading.Event | None = None) -> Iterator[Sequence[int]]:
    """Plays with a total from low to high, as values of the variables, one for each start."""
    return _apart(model, totals, list(model.board.starts.values()), stop)


def number_plays(model: Model, totals: tuple[int, int], stop: threading.Event | None = None) -> Iterator[Sequence[int]]:
    """Plays with such a total, one for each place of the next number."""
    return _apart(model, totals, [writes[1] for writes in model.board.writes], stop)


def bridge_plays(model: Model, totals: tuple[int, int], stop: threading.Event | None = None) -> Iterator[Sequence[int]]:
    """Plays with such a total, one for each way to draw the bridges of the next card."""
    return _apart(model, totals, [bridge[1] for copies in model.board.bridge for bridge in copies], stop)


def common_lines(model: Model, totals: tuple[int, int], stop: threading.Event | None = None) -> tuple[int, ...]:
    """The lines that get a bridge in the next round in every play with such a total.

    What is common to the plays found so far shrinks with every play that leaves one of these lines out.
    """
    session = Session(model, stop=stop)
    session.between(*totals)
    drawn = model.state.bridges
    more = {line: copies[drawn[line]][1] for line, copies in enumerate(model.board.bridge) if drawn[line] < len(copies)}
    while more:
        answer = session.ask()
        if answer.values is None:
            if not answer.closed:
                raise Interrupted
            break
        more = {line: variable for line, variable in more.items() if answer.values[variable]}
        session.any_of(~variable for variable in more.values())
    return tuple(more)


def _apart(
    model: Model, totals: tuple[int, int], variables: list[int], stop: threading.Event | None
) -> Iterator[Sequence[int]]:
    """No two agree in all of these variables. Raises Interrupted where it ends before all are found."""
    session = Session(model, stop=stop)
    session.between(*totals)
    while True:
        answer = session.ask()
        if answer.values is None:
            break
        yield answer.values
        session.any_of(~variable if answer.values[variable] else variable for variable in variables)
    if not answer.closed:
        raise Interrupted
