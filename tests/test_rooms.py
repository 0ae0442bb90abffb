"""Import boundaries: which package may import which."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import click
import pytest

import hashi_solver
from hashi_solver.cli import hashi as hashi_command
from hashi_solver.cli.groups import CommandList
from hashi_solver.players import PLAYERS
from tools.house import function_imports, names_with_several_homes

PACKAGE = Path(hashi_solver.__file__).parent

# Each room with the rooms that it may import; `errors` is open to all.
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "board": set(),
    "bonuses": {"board"},
    "cards": set(),
    "interrupts": set(),
    "library": set(),
    "processes": {"interrupts"},
    "record": {"board", "cards", "rules"},
    "provenance": {"library"},
    "rules": {"board", "bonuses", "cards"},
    "scoring": {"bonuses", "rules"},
    "seeds": {"cards"},
    "languages": {"library", "scoring"},
    "difficulty": set(),
    "fifths": {"cards", "library", "notation", "players", "provenance", "rules", "scoring", "seeds", "solver"},
    "targets": {"bonuses", "cards", "difficulty", "fifths", "interrupts", "loading", "players", "rules", "scoring"},
    "challenge": {
        "board",
        "cards",
        "interrupts",
        "library",
        "loading",
        "notation",
        "processes",
        "record",
        "rules",
        "scoring",
        "seeds",
        "solver",
        "targets",
    },
    "generate": {
        "board",
        "cards",
        "difficulty",
        "interrupts",
        "lab",
        "notation",
        "players",
        "processes",
        "rules",
        "scoring",
        "seeds",
        "solver",
    },
    "lab": {
        "board",
        "bonuses",
        "cards",
        "challenge",
        "difficulty",
        "interrupts",
        "library",
        "loading",
        "notation",
        "players",
        "processes",
        "provenance",
        "rules",
        "scoring",
        "seeds",
        "solver",
    },
    "export": {"bonuses", "cards", "model", "rules"},
    "model": {"board", "bonuses", "cards", "interrupts", "rules", "scoring"},
    "solution": {"cards", "rules", "scoring"},
    "solver": {"cards", "interrupts", "model", "processes", "rules", "scoring", "solution", "variations"},
    "variations": {"cards", "rules"},
    "known": {"board", "bonuses", "cards", "rules", "scoring"},
    "contest": {"cards", "interrupts", "known", "rules", "scoring", "solver"},
    "players": {
        "board",
        "bonuses",
        "cards",
        "contest",
        "interrupts",
        "known",
        "loading",
        "processes",
        "rules",
        "scoring",
        "seeds",
        "solver",
    },
    "notation": {"board", "cards", "library", "record", "rules"},
    "referee": {"bonuses", "cards", "record", "rules", "scoring"},
    "review": {
        "board",
        "cards",
        "contest",
        "interrupts",
        "known",
        "notation",
        "players",
        "processes",
        "record",
        "referee",
        "rules",
        "scoring",
        "seeds",
        "solver",
        "targets",
    },
    "documents": {
        "board",
        "bonuses",
        "cards",
        "challenge",
        "difficulty",
        "generate",
        "lab",
        "loading",
        "notation",
        "players",
        "provenance",
        "record",
        "referee",
        "review",
        "rules",
        "scoring",
        "solution",
        "solver",
        "targets",
        "views",
    },
    "drawing": {
        "board",
        "bonuses",
        "cards",
        "challenge",
        "generate",
        "lab",
        "loading",
        "notation",
        "players",
        "referee",
        "review",
        "rules",
        "scoring",
        "solution",
        "solver",
        "targets",
        "views",
    },
    "views": {
        "board",
        "bonuses",
        "cards",
        "difficulty",
        "generate",
        "lab",
        "loading",
        "notation",
        "record",
        "review",
        "rules",
        "scoring",
        "solver",
        "table",
        "targets",
    },
    "sheet": {
        "board",
        "bonuses",
        "cards",
        "challenge",
        "difficulty",
        "documents",
        "drawing",
        "interrupts",
        "lab",
        "languages",
        "library",
        "loading",
        "machine",
        "notation",
        "processes",
        "provenance",
        "rules",
        "scoring",
        "views",
    },
    "table": {"board", "cards", "challenge", "library", "notation", "record", "rules", "scoring"},
    "loading": {"interrupts"},
    "machine": {"library", "loading"},
    "app": {
        "board",
        "cards",
        "challenge",
        "documents",
        "export",
        "generate",
        "interrupts",
        "lab",
        "library",
        "loading",
        "notation",
        "players",
        "processes",
        "record",
        "referee",
        "review",
        "rules",
        "scoring",
        "seeds",
        "solver",
        "solution",
        "table",
        "targets",
    },
    "cli": {
        "app",
        "board",
        "bonuses",
        "cards",
        "challenge",
        "documents",
        "drawing",
        "generate",
        "interrupts",
        "lab",
        "library",
        "loading",
        "machine",
        "notation",
        "players",
        "record",
        "referee",
        "review",
        "rules",
        "scoring",
        "seeds",
        "sheet",
        "solver",
        "table",
        "targets",
        "views",
        "web",
    },
    "web": {
        "app",
        "board",
        "bonuses",
        "cards",
        "challenge",
        "documents",
        "drawing",
        "interrupts",
        "lab",
        "languages",
        "library",
        "loading",
        "machine",
        "notation",
        "record",
        "review",
        "rules",
        "scoring",
        "sheet",
        "solution",
        "table",
        "targets",
        "views",
    },
    "__main__": {"cli", "interrupts"},
    "__init__": {
        "board",
        "cards",
        "documents",
        "notation",
        "record",
        "referee",
        "rules",
        "scoring",
        "seeds",
        "solver",
    },
}
# Libraries that only some rooms may know.
ONLY_IN: dict[str, set[str]] = {
    "anyio": {"web"},
    "babel": {"languages"},
    "cffi": set(),  # the doctor imports it by name, so that it can report that it is missing
    "clingo": set(),
    "click": {"cli"},
    "distributed": {"lab"},
    "ortools": {"model"},
    "jinja2": {"sheet"},
    "numpy": {"players"},
    "markupsafe": {"sheet"},
    "pydyf": {"sheet"},
    "rich": {"cli"},
    "segno": {"sheet"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "weasyprint": {"sheet"},
}


def _imports() -> list[tuple[str, str, str]]:
    """(room, library, room imported) for every import statement of the package."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            for name in names:
                library, _, rest = name.partition(".")
                found.append((room, library, rest.partition(".")[0]))
    return found


def test_rooms_lean_only_on_the_rooms_they_may() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    for room, library, imported in _imports():
        assert room in MAY_IMPORT, f"{room} is not in the plan of the house"
        if library == "hashi_solver" and imported in rooms and imported not in (room, "errors"):
            assert imported in MAY_IMPORT[room], f"{room} must not import {imported}"


def test_players_load_the_solver_only_to_think() -> None:
    for path in (PACKAGE / "players").glob("*.py"):
        imported = [node.module for node in ast.parse(path.read_text()).body if isinstance(node, ast.ImportFrom)]
        assert "hashi_solver.solver" not in imported, f"{path.name} loads the solver before it is needed"


def test_libraries_are_known_only_where_they_belong() -> None:
    for room, library, _ in _imports():
        assert room in ONLY_IN.get(library, {room}), f"{room} must not import {library}"


FRONT_ENDS = ("cli", "web")
STARTS = ("cli", "web")  # hashi web and hashi site
MOST_FUNCTION_IMPORTS = 25


def test_no_front_end_leans_on_another_and_nothing_on_a_front_end() -> None:
    for room, library, imported in _imports():
        if library == "hashi_solver" and imported in FRONT_ENDS:
            assert room in (imported, "__main__") or (room, imported) == STARTS, f"{room} must not import {imported}"


def test_two_commands_alone_know_the_page() -> None:
    for path in (PACKAGE / "cli").rglob("*.py"):
        assert path.name in ("site.py", "web.py") or "hashi_solver.web" not in path.read_text(), (
            f"{path.name} imports the page"
        )


def _homes(group: CommandList) -> dict[str, str]:
    """The module of each command, those of the groups within included."""
    found = {name: entry.home.rpartition(".")[0] for name, entry in group.entries.items() if entry.home}
    for each in group.commands.values():
        assert isinstance(each, CommandList)
        found |= _homes(each)
    return found


def test_no_command_leans_on_another() -> None:
    assert isinstance(hashi_command, CommandList)
    commands = {f"hashi_solver.cli.{home}" for home in _homes(hashi_command).values()}
    for path in (PACKAGE / "cli").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                named = {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
                assert not named & commands, f"cli/{path.name} imports a command"


def test_every_command_says_what_its_entry_says() -> None:
    def compare(group: CommandList, context: click.Context) -> None:
        for name, entry in group.entries.items():
            command = group.get_command(context, name)
            assert command is not None
            assert command.name == name
            assert (command.help or "").partition("\n")[0] == entry.about
            if isinstance(command, CommandList):
                compare(command, context)

    assert isinstance(hashi_command, CommandList)
    compare(hashi_command, click.Context(hashi_command))


def test_the_players_of_the_command_are_those_that_there_are() -> None:
    declare = importlib.import_module("hashi_solver.cli.declare")
    assert tuple(player.name for player in PLAYERS) == declare.PLAYER_NAMES


def test_a_class_name_means_one_thing() -> None:
    assert not names_with_several_homes(), "give one of the classes another name"


def test_imports_within_functions_stay_few() -> None:
    count = sum(function_imports(path.read_text()) for path in PACKAGE.rglob("*.py"))
    assert count <= MOST_FUNCTION_IMPORTS, "import on demand, with hashi_solver.loading"


def test_the_library_is_what_it_says() -> None:
    """Every exported name exists, has a type and stands once, and dir() shows nothing else."""
    public = [name for name in dir(hashi_solver) if not name.startswith("_")]
    assert public == sorted(hashi_solver.__all__)
    assert len(set(public)) == len(public)
    assert {"HashiError", "InputError", "IllegalError", "Unproven", "judge_table", "verdict_json"} <= set(public)
    for name in public:
        assert getattr(hashi_solver, name).__name__ == name
        assert getattr(hashi_solver, name).__module__.startswith("hashi_solver.")
    with pytest.raises(AttributeError, match="nothing"):
        _ = hashi_solver.nothing
