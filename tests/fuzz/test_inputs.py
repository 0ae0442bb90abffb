"""Files of any kind, damaged in any way, are read or refused in a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.errors import HashiError, InternalError
from tests.fuzz.mutations import inputs, seeds
from tests.fuzz.targets import TARGETS


def check(target: str, data: bytes) -> None:
    try:
        TARGETS[target](data)
    except InternalError:
        raise  # a bug, by its own word
    except HashiError as error:
        told = str(error)
        assert told
        assert len(told) < 5000
        assert not any(char in told for char in "\0\x1b\u202e")


@pytest.mark.parametrize("target", TARGETS)
def test_the_corpus(target: str) -> None:
    assert seeds(target)
    for data in seeds(target):
        check(target, data)


@pytest.mark.parametrize("target", TARGETS)
@given(data=st.data())
def test_what_the_corpus_becomes_when_it_is_changed(target: str, data: st.DataObject) -> None:
    check(target, data.draw(inputs(target)))


@pytest.mark.parametrize("target", TARGETS)
@given(data=st.binary(max_size=300))
def test_any_bytes(target: str, data: bytes) -> None:
    check(target, data)
