"""Inputs to try: those of the corpus, as they are and changed in some places."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from hashi_solver.lab.jobs import Subject
from hashi_solver.lab.outcome import Outcome
from hashi_solver.lab.store import Store

CORPUS = Path(__file__).parent / "corpus"
TOKENS = [
    *(
        b"",
        b"\0",
        b"\n",
        b"\r",
        b" " * 50,
        b"\t",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xe2\x80\xae",
        b"\xed\xa0\x80",
        b"\x1b[31m",
    ),
    *(b"-", b"=", b"@", b"/", b":", b"#", b".", b",", b";", b"'", b'"', b"'''", b'"""', b"[", b"]", b"{", b"}", b"\\"),
    *(b"0", b"-1", b"9" * 30, b"9" * 401, b"1e999", b"NaN", b"null", b"true", b"[]", b"{}", b"\xc2\xb2", b"\xd9\xa3"),
    *(b"A1", b"Z99", b"a1d1", b"A1=A3", b"4@C3", b"pass", b"5/3", b"Player: ", b"Challenge: ", b"Deck: ", b"Start: "),
    *(b"\\ud800", b"\\u0000", b"a.b", b"[a]", b"[[a]]", b"format", b"no_line", b"a = 1\n", b"2026-02-30"),
]


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """What the corpus has for a target, in the order of the names."""
    if target == "store":
        return (_store(),)
    return tuple(path.read_bytes() for path in sorted((CORPUS / target).iterdir()))


def _store() -> bytes:
    """A store of the lab with a few answers."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lab.sqlite"
        with Store(path) as store:
            for score in range(40, 60):
                subject = Subject("board", "rules", f"by {score % 3}")
                found = Outcome(score, 60, (4, 3), "3:0 -", "10", "102", (12, 7, 0), 0.25, 1.0)
                store.save((f"5/3 {score}", "free"), {("optima", subject): found, ("games", subject): found})
        return path.read_bytes()


@st.composite
def inputs(draw: st.DrawFn, target: str) -> bytes:
    """An input of the corpus with up to eight changes: something cut, doubled, replaced or put in."""
    data = bytearray(draw(st.sampled_from(seeds(target))))
    for _ in range(draw(st.integers(0, 8))):
        begin = draw(st.integers(0, len(data)))
        end = min(len(data), begin + draw(st.integers(0, 40)))
        match draw(st.integers(0, 4)):
            case 0:
                del data[begin:end]
            case 1:
                data[begin:begin] = data[begin:end] * draw(st.integers(1, 3))
            case 2:
                data[begin:begin] = draw(st.sampled_from(TOKENS))
            case 3:
                data[begin:end] = draw(st.binary(max_size=8))
            case _:
                data[begin:end] = draw(st.sampled_from(TOKENS))
    return bytes(data)
