"""JSON itself: documents to text and back, and the readers of single keys, which refuse whatever has the wrong type."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from hashi_solver.errors import InputError

MOST_DEPTH = 40
MOST_NUMBER = 1e15

Value = TypeVar("Value", str, int, float, list[Any], dict[str, Any])

_KINDS: dict[type, str] = {str: "a text", int: "a whole number", float: "a number", list: "a list", dict: "an object"}


def json_text(document: object) -> str:
    """A document as `hashi` prints and writes it."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def parse_json(text: str, source: str) -> object:
    """One JSON document. What is not JSON is refused with its line and column."""
    depth = deepest = 0
    for char in text:
        if char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    if deepest > MOST_DEPTH:
        raise InputError("brackets are nested too deeply for any document of hashi", source=source)
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", source=source, line=error.lineno, column=error.colno) from None
    except InputError as error:
        raise error.at(source) from None
    except ValueError:  # a number of thousands of digits
        raise InputError("not JSON: a number is too large", source=source) from None


def _refuse_constant(name: str) -> object:
    raise InputError(f"not JSON: {name} is not a number")  # Python alone would take NaN and Infinity


def object_in(document: object, what: str, *formats: str) -> dict[str, Any]:
    """The document as an object of one of these formats; `what` names it where it is something else."""
    if not isinstance(document, dict) or document.get("format") not in formats:
        raise InputError(f'{what} in JSON has "format": "{formats[0]}"')
    return document


def entry(document: Mapping[str, Any], key: str, kind: type[Value]) -> Value:
    """The value of a key, which must be there and of this kind."""
    if key not in document:
        raise InputError(f'"{key}" is missing')
    return _of_kind(document[key], key, kind, "")


def entry_or_null(document: Mapping[str, Any], key: str, kind: type[Value]) -> Value | None:
    """The value of a key; None where the key is missing or null."""
    return None if document.get(key) is None else _of_kind(document[key], key, kind, ", or null")


def texts(document: Mapping[str, Any], key: str) -> list[str]:
    """A list of texts."""
    values = entry(document, key, list)
    if not all(isinstance(value, str) for value in values):
        raise InputError(f'"{key}" must be a list of texts')
    return values


def _of_kind(value: object, key: str, kind: type[Value], alternative: str) -> Value:
    allowed = (int, float) if kind is float else kind
    if isinstance(value, bool) or not isinstance(value, allowed):  # a bool is an int for Python
        raise InputError(f'"{key}" must be {_KINDS[kind]}{alternative}')
    if kind is float and not abs(value) <= MOST_NUMBER:  # JSON may have 1e999, or a whole number of 400 digits
        raise InputError(f'"{key}" must be {_KINDS[kind]} that is not too large')
    return value
