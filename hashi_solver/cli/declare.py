"""Declares commands: the type of each parameter of a function says how it is typed on the command line.

    @command("hashi greet Anna")
    def greet(name: Annotated[str, argument("NAME")], loud: Annotated[bool, flag("--loud", "Shout.")]) -> None: ...

A parameter whose type is a dataclass takes its fields the same way: options that several commands share.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin, get_type_hints

import click
from click.shell_completion import CompletionItem

from hashi_solver.cli.outputs import FORCE, IsOurs, is_picture, refuse_to_replace
from hashi_solver.library import DEFAULT_BOARD, known_layout_ids, language_codes
from hashi_solver.notation.files import shown

MOST_WORKERS = 512
PLAYER_NAMES = ("random", "beginner", "club", "expert")  # as players.PLAYERS has them, which help must not load


@dataclass(frozen=True, slots=True)
class Typed:
    """How a parameter is typed: as an option with these names, or as an argument where it has none.

    `is_ours` is there for a file that is written: it knows those that hashi wrote, which may be replaced. `beside` has
    the ends of the names of others that are written with it.
    """

    names: tuple[str, ...]
    settings: Mapping[str, Any]
    is_ours: IsOurs | None = None
    beside: tuple[str, ...] = ()

    def declare(self, function: Callable[..., Any], parameter: str) -> Callable[..., Any]:
        if not self.names:
            return click.argument(parameter, **self.settings)(function)
        shown = self.settings.get("default") is not None
        return click.option(*self.names, parameter, show_default=shown, **self.settings)(function)

    def refuse_to_replace(self, paths: Iterable[Path], read: Iterable[Path]) -> None:
        """Raise InputError if one of these files is there and must not be written over."""
        for path in paths:
            for written in (path, *(path.with_stem(path.stem + end) for end in self.beside if path.name)):
                if self.is_ours is not None:
                    refuse_to_replace(written, self.is_ours, read)


def option(*names: str, **settings: Any) -> Typed:
    return Typed(names, settings)


def text(name: str, metavar: str, about: str, **settings: Any) -> Typed:
    return Typed((name,), {"metavar": metavar, "help": about, **settings})


def file(name: str, about: str, **settings: Any) -> Typed:
    return Typed((name,), {"type": FILE, "help": about, **settings})


def output(name: str, about: str, is_ours: IsOurs, beside: tuple[str, ...] = (), **settings: Any) -> Typed:
    """Declare a file that is written; a command that has one has --force too."""
    return Typed((name,), {"type": FILE, "help": about, **settings}, is_ours, beside)


def picture(about: str) -> Typed:
    return output("--svg", f"Write a picture of {about} to this file.", is_picture)


def flag(name: str, about: str) -> Typed:
    return Typed((name,), {"is_flag": True, "help": about})


class WholeNumber(click.IntRange):
    """A whole number between two others; `what` says in words what is expected."""

    def __init__(self, low: int, high: int, what: str) -> None:
        super().__init__(low, high)
        self.what = f"{what} from {low} to {high}"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{self.what}, not {shown(str(value), 20)}", param, ctx)


def integer(
    name: str, low: int, high: int, about: str | None = None, *, what: str = "give a whole number", **settings: Any
) -> Typed:
    return Typed((name,), {"type": WholeNumber(low, high, what), "metavar": "N", "help": about, **settings})


def choice(name: str, choices: tuple[str, ...], about: str | None = None, **settings: Any) -> Typed:
    return Typed((name,), {"type": click.Choice(choices), "help": about, **settings})


def argument(metavar: str, **settings: Any) -> Typed:
    return Typed((), {"metavar": metavar, **settings})


def command(*calls: str, name: str | None = None) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a function a command; `calls` are the examples at the end of its help."""

    def declared(function: Callable[..., Any]) -> click.Command:
        hints = get_type_hints(function, include_extras=True)
        hints.pop("return", None)
        bundles: dict[str, Any] = {
            parameter: hint for parameter, hint in hints.items() if dataclasses.is_dataclass(hint)
        }

        @wraps(function)
        def called(**values: Any) -> Any:
            if outputs and not values.pop("force"):
                read = [path for each in typed.keys() - outputs.keys() for path in _paths(values[each])]
                for each, kind in outputs.items():
                    kind.refuse_to_replace(_paths(values[each]), read)
            for parameter, bundle in bundles.items():
                values[parameter] = bundle(**{each: values.pop(each) for each in _fields(bundle)})
            return function(**values)

        typed: dict[str, Typed] = {}
        for parameter, hint in hints.items():
            typed |= _fields(hint) if parameter in bundles else {parameter: _typed(hint)}
        outputs = {name: each for name, each in typed.items() if each.is_ours is not None}
        whole: Callable[..., Any] = called
        if outputs:
            whole = flag(FORCE, "Replace a file that hashi did not write.").declare(whole, "force")
        for parameter, each in reversed(typed.items()):
            whole = each.declare(whole, parameter)
        epilog = examples(*calls) if calls else None
        return click.command(name or function.__name__, epilog=epilog)(whole)

    return declared


def _paths(value: object) -> list[Path]:
    """Return the files that a parameter names; a board is named by its id or its path."""
    values = value if isinstance(value, tuple) else (value,)
    return [Path(each) for each in values if isinstance(each, (str, Path))]


@cache
def _fields(bundle: Any) -> dict[str, Typed]:
    hints = get_type_hints(bundle, include_extras=True)
    return {field.name: _typed(hints[field.name]) for field in dataclasses.fields(bundle)}


def _typed(hint: Any) -> Typed:
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{hint} does not say how it is typed")
    found: Typed = hint.__metadata__[0]
    return found


def examples(*calls: str) -> str:
    """Return the end of a help: calls that one can type, a line each."""
    return "\n".join(["Examples:", "", "\b", *calls])


class LayoutParameter(click.ParamType[str]):
    """An id of a board or the path of its file; the shell completes both."""

    name = "id|path"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        ids = [CompletionItem(name) for name in known_layout_ids() if name.startswith(incomplete)]
        return ids or [CompletionItem(incomplete, type="file")]


class FileParameter(click.ParamType[Path]):
    """A file that is read or written; opening it is left to those who can say what is wrong with it."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        return Path(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


class NumberRange(click.FloatRange):
    """A range of numbers; click's own lets `nan` through, and `inf` where there is no upper end."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not math.isfinite(super().convert(value, param, ctx)):
            self.fail(f"{value!r} is not a number that can be used here.", param, ctx)
        return super().convert(value, param, ctx)


LAYOUT = LayoutParameter()
FILE = FileParameter()

OneBoard = Annotated[str, argument("ID|PATH", type=LAYOUT)]
Board = Annotated[
    str | None, option("--layout", "--board", type=LAYOUT, help="The board (default: the one that the record names).")
]
DefaultBoard = Annotated[
    str | None, option("--layout", "--board", type=LAYOUT, help=f"The board (default: {DEFAULT_BOARD}).")
]
DeckFile = Annotated[Path | None, file("--deck-file", "17 cards are the order, 18 the cards of your own copy.")]
Records = Annotated[tuple[Path, ...], argument("RECORD...", nargs=-1, required=True, type=FILE)]
House = Annotated[bool, flag("--house", "Continue after mistakes, and void them by rule R10.")]
Solo = Annotated[bool, flag("--solo", "Treat several records as separate games, not as a table.")]
CardOrder = Annotated[str | None, text("--deck", "CARDS", 'The 17 cards in order: "5/3 2/1 ...".')]
AnyStart = Annotated[str | None, text("--start", "4@C3|free", "The start (default: free, unless something fixes it).")]
DealSeed = Annotated[str | None, text("--seed", "TEXT", "Any text: it shuffles the cards the same way everywhere.")]
StartOption = Annotated[
    Literal["fixed", "free"] | None,
    choice("--start", ("fixed", "free"), "fixed: the start is given; free: you choose it."),
]
Seed = Annotated[str, text("--seed", "TEXT", "The same seed gives the same result.", default="1")]
Workers = Annotated[int | None, integer("--workers", 1, MOST_WORKERS, "Worker processes (default: one per core).")]
TimeLimit = Annotated[
    float | None,
    option("--time-limit", type=NumberRange(0), metavar="SECONDS", help="Stop then, and show what was found so far."),
]
Lang = Annotated[str, choice("--lang", language_codes(), "Language of the page.", default="en")]
Json = Annotated[bool, flag("--json", "Print one JSON document and nothing else.")]
