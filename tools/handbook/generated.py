"""The pages that are made from the code: commands, formats, the library."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import hashi_solver
from hashi_solver.cli.manual import EXIT_CODES, SURROUNDINGS, CommandPage, every_page, manual
from tools.schemas import files

# Headings of the reference of the library, and the modules whose public names stand below each.
LIBRARY = {
    "Boards and cards": ("board", "cards", "notation.layouts", "notation.decks", "seeds"),
    "The rules": ("rules", "scoring"),
    "The solver": ("solver", "solution"),
    "Records and the referee": ("record", "notation.records", "referee"),
    "JSON": ("documents.layouts", "documents.records", "documents.solutions", "documents.verdicts"),
    "What can go wrong": ("errors",),
}


def pages() -> dict[str, str]:
    """Return every generated page by its place in the site."""
    root = manual()
    made = {f"commands/{page.title}.md": command(page, root) for page in every_page(root) if page is not root}
    made["commands/index.md"] = commands(root)
    schemas = {name: json.loads(text) for name, text in files().items()}
    made |= {f"schemas/{name.partition('.')[0]}.md": schema(name, schemas[name]) for name in schemas}
    made["schemas/index.md"] = schema_index(schemas)
    made["api.md"] = library()
    return made


# Commands.


def commands(root: CommandPage) -> str:
    lines = [
        "# Every command",
        "",
        f"{root.about} Each has a manual page of the same name ([installing](../install.md)).",
        "",
    ]
    for heading, listed in root.commands:
        lines += [f"## {heading}", ""]
        for page in listed:
            lines += [_entry(page), *(f"  {_entry(each)}" for _, below in page.commands for each in below)]
        lines.append("")
    lines += ["## Everywhere", "", *(line for each in root.text for line in (_plain(each), "")), *_examples(root)]
    lines += ["### Exit codes", "", *_definitions(EXIT_CODES), "### Environment", "", *_definitions(SURROUNDINGS)]
    return "\n".join([*lines, *_toctree(f"{page.title}" for _, listed in root.commands for page in listed)])


def command(page: CommandPage, root: CommandPage) -> str:
    lines = [f"# {page.name}", "", _plain(page.about), "", "```text", f"{page.name} {page.usage}", "```", ""]
    lines += [line for each in page.text for line in (_plain(each), "")]
    lines += _examples(page)
    for heading, listed in page.commands:
        lines += [f"## {heading}", "", *map(_entry, listed), "", *_toctree(each.title for each in listed)]
    lines += ["## Options", "", f"```{{program}} {page.name}", "```", ""]
    for option in page.options:
        signature = f"{option.names} {option.metavar}".strip()
        lines += [f"````{{option}} {signature}", _plain(option.about), "````", ""]
    return "\n".join(lines)


def _entry(page: CommandPage) -> str:
    return f"- [{page.name}]({page.title}.md): {_plain(_uncapitalised(page.about))}"


def _examples(page: CommandPage) -> list[str]:
    return (
        ["```sh", *(re.sub(r" {2,}(?=\S)", lambda gap: gap[0] + "# ", each) for each in page.examples), "```", ""]
        if page.examples
        else []
    )


def _definitions(terms: dict[str, str]) -> list[str]:
    return [line for term, about in terms.items() for line in (f"`{term}`", f": {_plain(about)}", "")]


def _toctree(names: Iterator[str]) -> list[str]:
    return ["```{toctree}", ":hidden:", "", *names, "```", ""]


def _plain(text: str) -> str:
    """Return text that means nothing to Markdown, but for code between backticks."""
    parts = re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"`\g<0>`", text).split("`")
    parts[::2] = [re.sub(r"([\\*_<>\[\]|$])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def _uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


# Formats.


def schema_index(schemas: dict[str, Any]) -> str:
    lines = [
        "# The schemas",
        "",
        "Every JSON document names its `format`. [The formats](../formats.md) are explained on one page;",
    ]
    lines += [
        "here is each with its entries, as a table and as a JSON Schema. A test holds real output against them.",
        "",
    ]
    for name, each in schemas.items():
        about = each.get("description", "").partition(". ")[0].rstrip(".")
        lines.append(
            f"- [`{each['title']}`]({name.partition('.')[0]}.md)"
            + (f": {_plain(_uncapitalised(about))}" if about else "")
        )
    return "\n".join([*lines, "", *_toctree(name.partition(".")[0] for name in schemas)])


def schema(name: str, whole: dict[str, Any]) -> str:
    lines = [f"# {whole['title']}", "", *([_plain(whole["description"]), ""] if "description" in whole else [])]
    for each in whole.get("anyOf", [whole]):
        if each is not whole:
            lines += [f"- {_kind(each)}", ""]
        if "properties" in each:
            lines += _table(each)
    for part, each in whole.get("$defs", {}).items():
        lines += [
            f"({_label(name, part)})=",
            f"## {part}",
            "",
            *([_plain(each["description"]), ""] if "description" in each else []),
        ]
        if "properties" in each:
            lines += _table(each)
    lines += ["## The schema", "", f"In an installed package it is `hashi_solver/documents/schemas/{name}`.", ""]
    lines += [
        "<details><summary>Show it</summary>",
        "",
        "```json",
        json.dumps(whole, indent=2, ensure_ascii=False),
        "```",
    ]
    lines += ["", "</details>", ""]
    return "\n".join(lines).replace("](#", f"](#{name.partition('.')[0]}-")


def _label(name: str, part: str) -> str:
    return f"{name.partition('.')[0]}-{part.lower()}"


def _table(each: dict[str, Any]) -> list[str]:
    rows = ["| entry | what it is |", "| --- | --- |"]
    for key, value in each["properties"].items():
        optional = "" if key in each.get("required", ()) else "optional"
        about = _plain(value.get("description", ""))
        rows.append(f"| `{key}` | {'; '.join(part for part in (_kind(value), about, optional) if part)} |")
    return [*rows, ""]


def _kind(value: dict[str, Any]) -> str:
    """Return in words what a value may be."""
    if "$ref" in value:
        part = value["$ref"].rpartition("/")[2]
        return f"[{part}](#{part.lower()})"
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return " or ".join(f"`{json.dumps(each)}`" for each in value["enum"])
    if "anyOf" in value:
        return " or ".join(_kind(each) for each in value["anyOf"])
    kinds = value.get("type", "anything")
    told = [_one_kind(kind, value) for kind in ([kinds] if isinstance(kinds, str) else kinds)]
    return " or ".join(told)


def _one_kind(kind: str, value: dict[str, Any]) -> str:
    if kind == "array" and "items" in value:
        return f"list of {_kind(value['items'])}"
    if kind == "object" and "additionalProperties" in value:
        return f"object, each {_kind(value['additionalProperties'])}"
    if kind == "object" and "properties" in value:
        return "object with " + ", ".join(f"`{key}` ({_kind(each)})" for key, each in value["properties"].items())
    return kind


# The library.


def library() -> str:
    lines = [
        "# API reference",
        "",
        "The names in `hashi_solver` itself: what [the library](library.md) promises to keep.",
    ]
    lines += ["The examples run in the tests, in the folder of a checkout, after `from hashi_solver import *` and"]
    lines += ["`from pathlib import Path`.", ""]
    homes = {home: [name for name in hashi_solver.__all__ if _home(name) == home] for home in sum(LIBRARY.values(), ())}
    for heading, below in LIBRARY.items():
        lines += [f"## {heading}", "", "```{eval-rst}"]
        for name in (name for home in below for name in homes[home]):
            members = _members(getattr(hashi_solver, name))
            lines += [f".. auto{_directive(name)}:: hashi_solver.{name}", *members, ""]
        lines += ["```", ""]
    return "\n".join(lines)


def _members(value: Any) -> list[str]:
    """Return the options that show what a class has, but for the fields of a tuple, which its call shows."""
    if not inspect.isclass(value) or issubclass(value, Exception):
        return []
    fields = getattr(value, "_fields", ())
    return ["   :members:", "   :undoc-members:", *([f"   :exclude-members: {', '.join(fields)}"] if fields else [])]


def _home(name: str) -> str:
    return str(getattr(hashi_solver, name).__module__).removeprefix("hashi_solver.")


def _directive(name: str) -> str:
    value = getattr(hashi_solver, name)
    if not inspect.isclass(value):
        return "function"
    return "exception" if issubclass(value, Exception) else "class"
