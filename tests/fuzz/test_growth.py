"""Time and memory grow with the size of an input, not with its square.

Time is measured by `make fuzz` alone: on a busy machine a clock fails tests for no fault of the code.
"""

from __future__ import annotations

import contextlib
import os
import time
import tracemalloc
from collections.abc import Callable

import pytest

from hashi_solver.errors import HashiError
from tests.fuzz.targets import TARGETS

SIZE, FACTOR = 15_000, 4
LAYOUT = b'format="hashi-layout/1"\nid="a"\nname="b"\n'

LONG: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "blanks in the name of a player": ("record", lambda size: b"Player: x" + b" " * size + b"y"),
    "blanks in a path": ("record", lambda size: b"Layout: a" + b" " * size + b"y"),
    "blanks in the name of a header": ("record", lambda size: b"a" + b" " * size + b"b"),
    "words before a colon": ("record", lambda size: b"a " * (size // 2) + b":"),
    "cards on many lines": ("record", lambda size: b"Deck: 5/3\n" + b"5/3\n" * (size // 4)),
    "one round again and again": ("record", lambda size: b"1. - -\n" * (size // 7)),
    "lines that mean nothing": ("record", lambda size: b"zz\n" * (size // 3)),
    "a long number": ("record", lambda size: b"1. " + b"5" * size),
    "blanks within a turn": ("record", lambda size: b"1. 5" + b" " * size + b"x"),
    "many passes": ("record", lambda size: b"1. " + b"- " * (size // 2)),
    "cards": ("deck", lambda size: b"5/3 " * (size // 4)),
    "a long word of a deck": ("deck", lambda size: b"5" * size),
    "a long code": ("code", lambda size: b"3" * size),
    "unknown keys": ("layout", lambda size: b"".join(b"k%06d=1\n" % number for number in range(size // 10))),
    "a dotted key": ("layout", lambda size: b"a." * (size // 2) + b"a=1"),
    "a dotted table": ("layout", lambda size: b"[" + b"a." * (size // 2) + b"a]"),
    "quoted dotted keys": ("layout", lambda size: b"'a' . " * (size // 6) + b"a=1"),
    "a high grid": ("layout", lambda size: LAYOUT + b"grid=[\n" + b"'o',\n" * (size // 5) + b"]\n"),
    "a list that is not closed": ("layout", lambda size: b"grid=[\n" + b"'.',\n" * (size // 5)),
    "a comma that is missing": ("layout", lambda size: b"grid=[\n" + b"'.',\n" * (size // 5) + b"'.' '.']"),
    "pairs": ("layout", lambda size: LAYOUT + b"grid=['o.o']\nno_line=[" + b"['A1','C1']," * (size // 12) + b"]"),
    "lists in lists": ("layout", lambda size: b"a=" + b"[" * size),
    "tables in tables": ("layout", lambda size: b"a=" + b"{a=" * (size // 3)),
    "quotes": ("layout", lambda size: b"a=" + b"'''" * (size // 3)),
    "tables": ("layout", lambda size: b"[[a]]\n" * (size // 6)),
    "brackets": ("json", lambda size: b"[" * size),
    "objects": ("json", lambda size: b'{"a":' * (size // 5)),
    "a number of a JSON document": ("json", lambda size: b'{"shortfall":' + b"9" * size + b"}"),
    "rounds of a JSON record": (
        "json",
        lambda size: b'{"format":"hashi-record/1","rounds":[' + b'{"round":1},' * (size // 12) + b"{}]}",
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_time_and_memory_grow_with_size(name: str) -> None:
    target, make = LONG[name]

    def run(data: bytes) -> None:
        with contextlib.suppress(HashiError):
            TARGETS[target](data)

    def seconds(size: int) -> float:
        data, began = make(size), time.process_time()
        run(data)
        return time.process_time() - began

    def megabytes(size: int) -> float:
        data = make(size)
        tracemalloc.start()
        try:
            run(data)
            return tracemalloc.get_traced_memory()[1] / 1e6
        finally:
            tracemalloc.stop()

    run(make(1000))  # what is loaded once
    costs: list[tuple[Callable[[int], float], float]] = [(megabytes, 2)]
    if os.environ.get("HASHI_TESTS") == "fuzz":
        costs.append((seconds, 0.05))
    for cost, free in costs:
        small, large = cost(SIZE), cost(FACTOR * SIZE)
        assert large < free + 2 * FACTOR * small  # the square would be twice that
