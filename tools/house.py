"""Measure the package: `make house`.

Counts lines of code in each room (without blank lines, comments and docstrings) and imports inside functions, and
lists class names that more than one module defines.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import hashi_solver

PACKAGE = Path(hashi_solver.__file__).parent
NOT_CODE = {
    tokenize.COMMENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
    tokenize.INDENT,
    tokenize.NEWLINE,
    tokenize.NL,
}
DEFINITIONS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(source: str) -> int:
    """Count the lines that hold code."""
    tree = ast.parse(source)
    docstrings: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
            first = node.body[0]
            docstrings.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NOT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    return len(lines - docstrings)


def function_imports(source: str) -> int:
    """Count the import statements inside functions."""
    tree = ast.parse(source)
    found = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
    return len(found)


def class_names(source: str) -> Iterator[str]:
    """Yield the classes that a module defines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            yield node.name


def names_with_several_homes() -> dict[str, list[str]]:
    """Return the class names that more than one module of the package defines, with those modules."""
    homes: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in class_names(path.read_text(encoding="utf-8")):
            homes[name].append(str(path.relative_to(PACKAGE)))
    return {name: places for name, places in sorted(homes.items()) if len(places) > 1}


def main() -> None:
    lines: Counter[str] = Counter()
    imports: Counter[str] = Counter()
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        room = place.parts[0].removesuffix(".py")
        source = path.read_text(encoding="utf-8")
        lines[room] += code_lines(source)
        imports[room] += function_imports(source)
    print(f"{'room':<14}{'lines':>7}{'imports in functions':>23}")
    for room, count in sorted(lines.items(), key=lambda item: (-item[1], item[0])):
        print(f"{room:<14}{count:>7,}{imports[room] or '':>23}")
    print(f"{'total':<14}{lines.total():>7,}{imports.total():>23}")
    several = names_with_several_homes()
    print(f"\nclass names with several homes: {len(several)}")
    for name, places in several.items():
        print(f"  {name:<14}{', '.join(places)}")


if __name__ == "__main__":
    main()
