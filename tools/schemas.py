"""Generate the JSON Schemas of all formats from the types in `hashi_solver/documents/`: `python -m tools.schemas`.

They are written twice: into the package, so that a wheel has them, and into `docs/schemas/`, where readers of the
documentation find them. Both are files, not links, so that every system and every archive can hold them.
"""

from __future__ import annotations

import importlib
import pkgutil
import types
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import hashi_solver.documents
from hashi_solver.documents.base import json_text
from hashi_solver.library import schemas_folder
from hashi_solver.notation.files import make_folder, write_text

FOLDERS = (schemas_folder(), Path(__file__).parents[1] / "docs" / "schemas")
DIALECT = "https://json-schema.org/draft/2020-12/schema"

Schema = dict[str, Any]

_PLAIN: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}


def schemas() -> dict[str, Schema]:
    """Return the schema of each format, by its name."""
    forms: dict[str, list[Any]] = {}
    for module in pkgutil.iter_modules(hashi_solver.documents.__path__, "hashi_solver.documents."):
        for value in vars(importlib.import_module(module.name)).values():
            if is_typeddict(value) and value.__module__ == module.name and value.__name__.endswith("Document"):
                (name,) = get_args(get_type_hints(value)["format"])
                forms.setdefault(name, []).append(value)
    return {name: _document(name, forms[name]) for name in sorted(forms)}


def _document(name: str, forms: list[Any]) -> Schema:
    parts: dict[str, Schema] = {}
    body = _object(forms[0], parts) if len(forms) == 1 else {"anyOf": [_schema(form, parts) for form in forms]}
    schema = {"$schema": DIALECT, "title": name, **body}
    return {**schema, "$defs": dict(sorted(parts.items()))} if parts else schema


def _object(form: Any, parts: dict[str, Schema]) -> Schema:
    """Return the schema of a TypedDict; its docstring is the description."""
    hints = get_type_hints(form, include_extras=True)
    keys = sorted(hints, key=lambda key: key != "format")
    text = {"description": " ".join(form.__doc__.split())} if form.__doc__ else {}
    return {
        **text,
        "type": "object",
        "properties": {key: _schema(hints[key], parts) for key in keys},
        "required": [
            key for key in keys if key in form.__required_keys__ and get_origin(hints[key]) is not NotRequired
        ],
    }


def _schema(hint: Any, parts: dict[str, Schema]) -> Schema:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        schema = _schema(arguments[0], parts)
        for keywords in arguments[1:]:
            schema |= dict(keywords)
        return schema
    if origin is NotRequired:
        return _schema(arguments[0], parts)
    if origin is Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return _either([_schema(each, parts) for each in arguments])
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0], parts)}
    if origin is dict:
        return _mapping(arguments[0], arguments[1], parts)
    if is_typeddict(hint):
        if hint.__name__ not in parts:
            parts[hint.__name__] = {}
            parts[hint.__name__] = _object(hint, parts)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    return {"type": _PLAIN[hint]}


def _either(schemas: list[Schema]) -> Schema:
    """Return the schema of a union; one type or null has a short form."""
    null = {"type": "null"}
    rest = [schema for schema in schemas if schema != null]
    if len(rest) == 1 and isinstance(rest[0].get("type"), str):
        return rest[0] | {"type": [rest[0]["type"], "null"]}
    if len(rest) == 1 and "enum" in rest[0]:
        return {"enum": [*rest[0]["enum"], None]}
    return {"anyOf": schemas}


def _mapping(key: Any, value: Any, parts: dict[str, Schema]) -> Schema:
    """Return the schema of a dictionary: with known keys, or with any keys of one form."""
    names = _literals(key)
    if names:
        return {"type": "object", "properties": {name: _schema(value, parts) for name in names}, "required": names}
    schema = {"type": "object", "additionalProperties": _schema(value, parts)}
    return schema if key is str else schema | {"propertyNames": _schema(key, parts)}


def _literals(hint: Any) -> list[str]:
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    return [name for each in get_args(hint) if get_origin(each) is Literal for name in get_args(each)]


def files() -> dict[str, str]:
    """Return the files to write by name: `hashi-solution-1.schema.json` for `hashi-solution/1`."""
    return {f"{name.replace('/', '-')}.schema.json": f"{json_text(schema)}\n" for name, schema in schemas().items()}


def main() -> None:
    wanted = files()
    for folder in FOLDERS:
        make_folder(folder)
        for path in set(folder.iterdir()) - {folder / name for name in wanted}:
            path.unlink()
        for name, text in wanted.items():
            write_text(folder / name, text)


if __name__ == "__main__":
    main()
