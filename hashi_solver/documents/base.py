"""JSON itself: documents to text and back, and functions that read one key and check its type."""

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
    """Return a document as `hashi` prints and writes it."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def parse_json(text: str, source: str) -> object:
    """Return a JSON document; report the line and column of anything that is not JSON."""
    depth = deepest = 0
    for char in text:
        if char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
    if deepest > MOST_DEPTH:
        raise InputError("brackets are nested too deeply for a hashi document", source=source)
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", source=source, line=error.lineno, column=error.colno) from None
    except InputError as error:
        raise error.at(source) from None
    except ValueError:  # a number with thousands of digits
        raise InputError("not JSON: a number is too large", source=source) from None


def _refuse_constant(name: str) -> object:
    raise InputError(f"not JSON: {name} is not a number")  # Python would accept NaN and Infinity


def object_in(document: object, what: str, *formats: str) -> dict[str, Any]:
    """Return the document as an object in one of these formats; `what` is what the error calls it."""
    if not isinstance(document, dict) or document.get("format") not in formats:
        raise InputError(f'{what} in JSON needs "format": "{formats[0]}"')
    return document


def entry(document: Mapping[str, Any], key: str, kind: type[Value]) -> Value:
    """Return the value of a key that must be present and of this kind."""
    if key not in document:
        raise InputError(f'"{key}" is missing')
    return _of_kind(document[key], key, kind, "")


def entry_or_null(document: Mapping[str, Any], key: str, kind: type[Value]) -> Value | None:
    """Return the value of a key, or None if it is missing or null."""
    return None if document.get(key) is None else _of_kind(document[key], key, kind, ", or null")


def texts(document: Mapping[str, Any], key: str) -> list[str]:
    """Return the list of texts under a key."""
    values = entry(document, key, list)
    if not all(isinstance(value, str) for value in values):
        raise InputError(f'"{key}" must be a list of texts')
    return values


def _of_kind(value: object, key: str, kind: type[Value], alternative: str) -> Value:
    allowed = (int, float) if kind is float else kind
    if isinstance(value, bool) or not isinstance(value, allowed):  # in Python a bool is an int
        raise InputError(f'"{key}" must be {_KINDS[kind]}{alternative}')
    if kind is float and not abs(value) <= MOST_NUMBER:  # JSON may have 1e999, or a whole number of 400 digits
        raise InputError(f'"{key}" must be {_KINDS[kind]} that is not too large')
    return value
