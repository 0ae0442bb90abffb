"""The two backends, OR-Tools and a CP-SAT elsewhere that takes bytes, are given the same model."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from google.protobuf import text_format
from ortools.sat import cp_model_pb2, sat_parameters_pb2
from ortools.sat.python import cp_model_helper as cp

from hashi_solver.errors import InternalError
from hashi_solver.interrupts import Stop
from hashi_solver.model import Model, OtherPlays, backend, cpsat
from hashi_solver.model.cpsat import CpSat
from hashi_solver.model.native import Native
from hashi_solver.model.wire import PARAMETERS, encode_model, encode_parameters, varints
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import PASS, Game, State, apply, empty, legal_starts, with_start
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import choices, reaches, solve
from tests.command import ROOT

ASKED: list[tuple[bytes, bytes]] = []


def in_bytes(model: bytes, parameters: bytes, stop: Stop | None) -> bytes:
    """OR-Tools behind the interface of bytes, by way of its text format: its Python classes read no bytes."""
    ASKED.append((model, parameters))
    proto, wanted = cp.CpModelProto(), cp.SatParameters()
    assert proto.parse_text_format(str(cp_model_pb2.CpModelProto.FromString(model)))
    assert wanted.parse_text_format(str(sat_parameters_pb2.SatParameters.FromString(parameters)))
    solver: Any = cp.SolveWrapper()
    solver.set_parameters(wanted)
    if stop is not None and stop.is_set():
        solver.stop_search()
    response = solver.solve(proto)
    return bytes(parsed(cp_model_pb2.CpSolverResponse, response).SerializeToString())


def parsed(kind: Any, native: Any) -> Any:
    return text_format.Parse(str(native), kind())


@pytest.fixture
def elsewhere() -> Iterator[list[tuple[bytes, bytes]]]:
    ASKED.clear()
    backend.solve_elsewhere(in_bytes)
    yield ASKED
    backend.solve_elsewhere(None)


def positions(board: str, count: int) -> Iterator[tuple[State, tuple[Any, ...]]]:
    """Positions of a board: before the start, after it, and in the middle of a game."""
    game = Game(load_layout(board))
    for number in range(count):
        cards = deck_from_seed(f"{board} {number}").cards
        state = empty(game)
        if number % 3:
            state = with_start(state, next(islice(legal_starts(game), number, None)))
        for _ in range(5 * (number % 3 == 2)):
            state = apply(state, cards[0], PASS)
            cards = cards[1:]
        yield state, cards


@pytest.mark.parametrize("board", ["side-a", "maelstrom"])
def test_both_backends_write_the_same_bytes(board: str) -> None:
    for state, cards in positions(board, 6):
        asked = CpSat(Model(state, cards))
        native = Native(asked)
        assert same(asked, native)
        asked.between(20, 57)
        assert same(asked, native)
        asked.add_objective()
        asked.search_from_the_top([56, 54, 52])
        asked.any_of((3, ~70, ~5000))
        assert same(asked, native)


def same(asked: CpSat, native: Native) -> bool:
    theirs = parsed(cp_model_pb2.CpModelProto, native.proto)
    assert theirs.ByteSize() > 10_000
    return bool(theirs.SerializeToString(deterministic=True) == encode_model(asked))


def test_an_objective_with_points_earned_already_writes_the_same_bytes() -> None:
    state, cards = next(positions("side-b", 1))
    asked = CpSat(Model(state, cards))
    asked.model.earned = 12
    asked.add_objective()
    assert same(asked, Native(asked))


def test_parameters_are_written_as_their_proto_does() -> None:
    settings: dict[str, Any] = {**cpsat.ALWAYS, **cpsat.QUICK, **cpsat.FROM_THE_TOP}
    settings |= {"max_number_of_conflicts": 200, "max_time_in_seconds": 2.5}
    assert settings.keys() == PARAMETERS.keys()
    theirs = sat_parameters_pb2.SatParameters(**settings)
    assert encode_parameters(settings) == theirs.SerializeToString(deterministic=True)
    assert theirs.search_branching == sat_parameters_pb2.SatParameters.PARTIAL_FIXED_SEARCH


def test_statuses_have_the_numbers_of_cp_sat() -> None:
    names = {"INVALID": "MODEL_INVALID"}
    assert {names.get(each.name, each.name): each.value for each in backend.Status} == dict(
        cp_model_pb2.CpSolverStatus.items()
    )


@pytest.mark.parametrize("values", [[], [0, 1, 1], [127, 128, 300, -1, -(1 << 63), (1 << 63) - 1]])
def test_responses_are_read(values: list[int]) -> None:
    there = cp_model_pb2.CpSolverResponse(
        status=cp_model_pb2.OPTIMAL,
        solution=values,
        objective_value=-3,
        best_objective_bound=-56.0,
        num_conflicts=1 << 40,
    )
    found = backend.read_response(there.SerializeToString())
    assert (found.status, found.values, found.bound) == (backend.Status.OPTIMAL, values, -56.0)
    assert found.conflicts == 1 << 40


def test_numbers_of_a_block() -> None:
    assert varints(b"") == []


@pytest.mark.parametrize(
    "data", [b"", cp_model_pb2.CpSolverResponse(status=cp_model_pb2.MODEL_INVALID).SerializeToString()]
)
def test_no_response_and_a_rejected_model_are_bugs(data: bytes) -> None:
    state, cards = next(positions("side-a", 1))
    asked = CpSat(Model(state, cards))
    asked.backend = backend.InBytes(asked, lambda *_: data)
    with pytest.raises(InternalError, match="CP-SAT"):
        asked.ask()


def test_the_same_search_elsewhere(elsewhere: list[tuple[bytes, bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    conflicts: list[int] = []
    ask = CpSat.ask

    def counted(self: CpSat, *args: Any, **named: Any) -> cpsat.Answer:
        answer = ask(self, *args, **named)
        conflicts.append(answer.conflicts)
        return answer

    monkeypatch.setattr(CpSat, "ask", counted)
    for state, cards in positions("side-a", 3):
        found = solve(state, cards)
        assert elsewhere
        there = conflicts.copy()
        conflicts.clear()
        backend.solve_elsewhere(None)
        here = solve(state, cards)
        assert (found.score, found.bound, found.status, found.turns) == (here.score, here.bound, "optimal", here.turns)
        assert there == conflicts
        conflicts.clear()
        backend.solve_elsewhere(in_bytes)


def test_growing_programs_elsewhere(elsewhere: list[tuple[bytes, bytes]]) -> None:
    state, cards = list(positions("side-a", 3))[2]
    best = solve(state, cards).score
    assert reaches(state, cards, best)
    assert not reaches(state, cards, best + 1)
    many = choices(state, cards, best, limit=4)
    backend.solve_elsewhere(None)
    assert choices(state, cards, best, limit=4) == many
    assert len(elsewhere) > 4
    assert OtherPlays(Model(state, cards), "number", (best, best)).ask() is not None


def test_or_tools_is_not_loaded_where_it_solves_elsewhere() -> None:
    code = """
import sys
sys.modules["ortools"] = None
from hashi_solver import Game, deck_from_seed, empty, load_layout, solve
from hashi_solver.errors import InternalError
from hashi_solver.model.backend import solve_elsewhere
asked = []
solve_elsewhere(lambda model, parameters, stop: asked.append(len(model)) or b"")
try:
    solve(empty(Game(load_layout("side-a"))), deck_from_seed("a").cards)
except InternalError as error:
    print(error, asked[0] > 50_000)
"""
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout == "CP-SAT ended without a response True\n", ran.stderr
