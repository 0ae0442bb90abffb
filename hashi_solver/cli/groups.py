"""Groups of commands. A command is imported when it is called, so that help and completion answer at once."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click
from click.shell_completion import CompletionItem, FishComplete, ZshComplete, add_completion_class

from hashi_solver.interrupts import interrupts_wait

INTERRUPTED = 130


@add_completion_class
class Zsh(ZshComplete):
    """zsh, when it loads the script as a function: click's own completes nothing at the second Tab."""

    source_template = ZshComplete.source_template.replace(
        "$zsh_eval_context[-1] == loadautofunc", "$funcstack[1] == _%(prog_name)s"
    )


@add_completion_class
class Fish(FishComplete):
    """Fish with whole descriptions: click cuts them at the first comma."""

    source_template = FishComplete.source_template.replace('string split ","', 'string split --max 1 ","')


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command is, `module.name` in this package, and what it does; a group has no home."""

    home: str
    about: str


class CommandList(click.Group):
    """A group that knows its commands by name, under headings, and imports the one that is called."""

    def __init__(self, *arguments: Any, headings: Mapping[str, Mapping[str, Entry]], **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.headings = headings
        self.entries = {name: entry for entries in headings.values() for name, entry in entries.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = self.entries.get(cmd_name)
        if entry is None or not entry.home:
            return super().get_command(ctx, cmd_name)
        module, _, name = entry.home.rpartition(".")
        with interrupts_wait():
            found: click.Command = getattr(importlib.import_module(f"{__package__}.{module}"), name)
        return found

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in self.entries if name.startswith(incomplete)]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=self.entries[name].about) for name in names), *options]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.entries))
        for heading, entries in self.headings.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", entry.about) for name, entry in entries.items()])
