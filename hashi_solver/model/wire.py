"""CP-SAT's messages as bytes, without OR-Tools: the few fields of its protos that a program needs.

Protocol buffers: a field is its number and kind, then its value. Whole numbers are varints, negative ones in 64 bits;
a list of numbers is one block of varints. OR-Tools writes the same bytes for the same model.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from hashi_solver.model.formula import Formula, Sum
from hashi_solver.model.game import KEPT, GameFormula
from hashi_solver.model.program import Program

VARINT, FIXED_64, BLOCK = 0, 1, 2
SELECT_MAX_VALUE = 1
# The field of each parameter in SatParameters; those in FRACTIONS are doubles.
PARAMETERS = {
    "restart_period": 30,
    "random_seed": 31,
    "max_time_in_seconds": 36,
    "max_number_of_conflicts": 37,
    "use_pb_resolution": 43,
    "search_branching": 82,
    "cp_model_presolve": 86,
    "linearization_level": 90,
    "cp_model_probing_level": 110,
    "catch_sigint_signal": 135,
    "symmetry_level": 183,
    "num_workers": 206,
    "inprocessing_dtime_ratio": 273,
    "inprocessing_minimization_dtime": 275,
}
FRACTIONS = frozenset({"max_time_in_seconds", "inprocessing_dtime_ratio", "inprocessing_minimization_dtime"})


@lru_cache(maxsize=1 << 15)
def varint(number: int) -> bytes:
    number &= (1 << 64) - 1
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def encode_model(program: Program, *, name: str = "", names: Sequence[str] = ()) -> bytes:
    """Return the CpModelProto of a program, its fields in the order of their numbers.

    With the `names` of its variables it is a model to publish: it also says that the objective is to be maximised.
    """
    base = program.model.base
    parts = [_text(1, name), *_variables(program, names), _shared(base)]
    parts += _formula(program.model.formula, _counting(base))
    parts += [_sum(each) if isinstance(each, Sum) else _literals(3, each) for each in program.constraints]
    objective = program.objective
    if objective is not None:
        body = _numbers(1, objective.variables)
        if objective.offset:
            body += _tag(2, FIXED_64) + struct.pack("<d", objective.offset)
        if names:
            body += _tag(3, FIXED_64) + struct.pack("<d", -1.0)
        parts.append(_block(4, body + _numbers(4, objective.weights)))
    if program.first:
        chosen = b"".join(_block(5, _numbers(1, [variable]) + _numbers(2, [1])) for variable in program.first)
        parts.append(_block(5, _tag(3, VARINT) + varint(SELECT_MAX_VALUE) + chosen))
    return b"".join(parts)


def encode_parameters(settings: Mapping[str, int | float]) -> bytes:
    """Return the SatParameters of these settings."""
    parts = []
    for name in sorted(settings, key=PARAMETERS.__getitem__):
        value, field = settings[name], PARAMETERS[name]
        if name in FRACTIONS:
            parts.append(_tag(field, FIXED_64) + struct.pack("<d", value))
        else:
            parts.append(_tag(field, VARINT) + varint(int(value)))
    return b"".join(parts)


def read_fields(data: bytes) -> Iterator[tuple[int, int | float | bytes]]:
    """Yield the number and value of each field of a message: a whole number, a double, or a block."""
    at = 0
    while at < len(data):
        tag, at = _read(data, at)
        if tag & 7 == VARINT:
            value, at = _read(data, at)
            yield tag >> 3, value
        elif tag & 7 == FIXED_64:
            yield tag >> 3, struct.unpack_from("<d", data, at)[0]
            at += 8
        elif tag & 7 == BLOCK:
            size, at = _read(data, at)
            yield tag >> 3, data[at : at + size]
            at += size
        else:
            raise ValueError(f"field {tag >> 3} is of an unknown kind")


def varints(block: bytes) -> list[int]:
    """Return the numbers of a block."""
    found, at = [], 0
    while at < len(block):
        number, at = _read(block, at)
        found.append(number)
    return found


def _read(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return number - (1 << 64) if number >> 63 else number, at
        shift += 7


@lru_cache(maxsize=KEPT)
def _shared(base: GameFormula) -> bytes:
    """The constraints that all decks share."""
    return b"".join(_formula(base.formula))


@lru_cache(maxsize=KEPT)
def _counting(base: GameFormula) -> bytes:
    return b"".join(_literals(3, clause) for clause in base.counting)


def _variables(program: Program, names: Sequence[str]) -> list[bytes]:
    lows, highs = dict[int, int](), dict[int, int]()
    for formula in program.formulas:
        for variable, low, high in formula.counters:
            lows[variable], highs[variable] = low, high
        lows |= dict.fromkeys(formula.true, 1)
        highs |= dict.fromkeys(formula.false, 0)
    if names:
        return [_variable(lows.get(variable, 0), highs.get(variable, 1), name) for variable, name in enumerate(names)]
    found = [_variable(0, 1)] * program.variables
    for variable in lows.keys() | highs.keys():
        found[variable] = _variable(lows.get(variable, 0), highs.get(variable, 1))
    return found


@lru_cache(maxsize=256)
def _variable(low: int, high: int, name: str = "") -> bytes:
    return _block(2, _text(1, name) + _numbers(2, (low, high)))


def _formula(formula: Formula, shared: bytes = b"") -> Iterator[bytes]:
    """Yield the constraints of a formula; `shared` are its shared clauses."""
    for clause in formula.clauses[: formula.shared.start]:
        yield _literals(3, clause)
    yield shared
    for clause in formula.clauses[formula.shared.stop :]:
        yield _literals(3, clause)
    for literals in formula.at_most_ones:
        yield _literals(26, literals)
    for total in formula.sums:
        yield _sum(total)


def _literals(kind: int, literals: Iterable[int]) -> bytes:
    return _block(3, _block(kind, _numbers(1, literals)))


def _sum(total: Sum) -> bytes:
    body = _numbers(1, total.variables) + _numbers(2, total.weights) + _numbers(3, (total.low, total.high))
    return _block(3, _block(12, body))


def _numbers(field: int, numbers: Iterable[int]) -> bytes:
    """A list of numbers; an empty one is left out."""
    body = b"".join(map(varint, numbers))
    return _block(field, body) if body else b""


def _text(field: int, text: str) -> bytes:
    """A text; an empty one is left out."""
    return _block(field, text.encode()) if text else b""


def _block(field: int, body: bytes) -> bytes:
    return _tag(field, BLOCK) + varint(len(body)) + body


@lru_cache(maxsize=256)
def _tag(field: int, kind: int) -> bytes:
    return varint(field << 3 | kind)
