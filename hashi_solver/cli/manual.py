"""The manual of the command, made from the commands themselves: `python -m hashi_solver.cli.manual FOLDER`.

It writes what a system keeps in `share/`: man pages, and completions for bash, zsh and fish. A wheel brings the same
files. The documentation's pages on the commands are made from the same `CommandPage`s.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from click.shell_completion import BashComplete, ShellComplete

import hashi_solver
from hashi_solver.cli import hashi
from hashi_solver.cli.groups import CommandList, Fish, Zsh
from hashi_solver.notation.files import make_folder, write_text

COMPLETIONS: dict[type[ShellComplete], str] = {
    BashComplete: "bash-completion/completions/hashi",
    Zsh: "zsh/site-functions/_hashi",
    Fish: "fish/vendor_completions.d/hashi.fish",
}
EXIT_CODES = {
    "0": "Done.",
    "1": "What was examined is not valid (an illegal record, a bad board), or what was looked for was not found.",
    "2": "The call or its input cannot be understood, or the output cannot be written.",
    "130": "Interrupted by Ctrl-C.",
}
SURROUNDINGS = {
    "HASHI_BOARDS": "The folder of your own boards.",
    "HASHI_URL": "The site that the QR codes of sheets lead to, as with --url.",
    "XDG_DATA_HOME": "Where your games and boards are kept, in a folder hashi.",
    "XDG_CACHE_HOME": "Where results are kept that can be worked out again, in a folder hashi.",
}
RANGE = re.compile(r"(\S+)<=x<=(\S+)")  # as click writes it


@dataclass(frozen=True, slots=True)
class OptionEntry:
    """An option: how it is written, what it takes, what it does."""

    names: str
    metavar: str
    about: str


@dataclass(frozen=True, slots=True)
class CommandPage:
    """What there is to say about one command."""

    words: tuple[str, ...]
    about: str
    usage: str
    text: tuple[str, ...]
    options: tuple[OptionEntry, ...]
    commands: tuple[tuple[str, tuple[CommandPage, ...]], ...]
    examples: tuple[str, ...]

    @property
    def name(self) -> str:
        return " ".join(self.words)

    @property
    def title(self) -> str:
        return "-".join(self.words)


def manual() -> CommandPage:
    """Return the page of `hashi`, with those of all its commands."""
    return _page(click.Context(hashi, info_name="hashi", **hashi.context_settings), ())


def every_page(page: CommandPage) -> Iterator[CommandPage]:
    yield page
    for _, pages in page.commands:
        for each in pages:
            yield from every_page(each)


def _page(context: click.Context, before: tuple[str, ...]) -> CommandPage:
    command = context.command
    words = (*before, context.info_name or "")
    about, *text = _paragraphs(command.help)
    *more, examples = _paragraphs(command.epilog) if command.epilog else [""]
    options = (each for each in command.get_params(context) if isinstance(each, click.Option))
    commands = []
    if isinstance(command, CommandList):
        for heading, entries in command.headings.items():
            below = [(name, command.get_command(context, name)) for name in entries]
            made = (_page(click.Context(each, context, name), words) for name, each in below if each is not None)
            commands.append((heading, tuple(made)))
    return CommandPage(
        words,
        about,
        " ".join(command.collect_usage_pieces(context)),
        (*text, *(each for each in more if each != "Examples:")),
        tuple(_choice(each, context) for each in options if not each.hidden),
        tuple(commands),
        tuple(examples.split("\n")) if examples else (),
    )


def _paragraphs(text: str | None) -> list[str]:
    """Return paragraphs as one line each; the lines of those that begin with a backspace stay, as click does it."""
    paragraphs = inspect.cleandoc(text or "").split("\n\n")
    return [each[2:] if each.startswith("\b\n") else " ".join(each.split()) for each in paragraphs]


def _choice(option: click.Option, context: click.Context) -> OptionEntry:
    names = " / ".join(", ".join(each) for each in (option.opts, option.secondary_opts) if each)
    extra = option.get_help_extra(context)
    limits = RANGE.sub(r"\1 to \2", extra.get("range", ""))
    facts = [*(f"default: {each}" for each in (extra.get("default"),) if each), *(each for each in (limits,) if each)]
    facts += [extra["required"]] if "required" in extra else []
    about = " ".join([*(option.help or "").split(), *([f"[{'; '.join(facts)}]"] if facts else [])])
    return OptionEntry(names, "" if option.is_flag else option.make_metavar(context), about)


# Man pages, in the macros of man(7).


def man_page(page: CommandPage, root: CommandPage) -> str:
    title = _roff(page.title.upper())
    lines = [
        f'.TH "{title}" "1" "" "hashi {hashi_solver.__version__}" "User Commands"',
        *(".SH NAME", f"{_roff(page.title)} \\- {_filled(_uncapitalised(page.about))}"),
        *(".SH SYNOPSIS", f"\\fB{_roff(page.name)}\\fR {_italic(page.usage)}"),
        *_described(page),
        *(".SH OPTIONS" if page.options else "",),
        *(line for each in page.options for line in _item(each.names, each.about, each.metavar)),
    ]
    if page.commands:
        lines.append(".SH COMMANDS")
    for heading, pages in page.commands:
        if heading != "Commands":
            lines.append(f".SS {_roff(heading)}")
        lines += [line for each in pages for line in (".TP", f"\\fB{_roff(each.title)}\\fR(1)", _filled(each.about))]
    if page is root:
        lines += [".SH EXIT STATUS", *(line for code, text in EXIT_CODES.items() for line in _item(code, text))]
        lines += [".SH ENVIRONMENT", *(line for name, text in SURROUNDINGS.items() for line in _item(name, text))]
    if page.examples:
        lines += [".SH EXAMPLES", ".nf", *map(_line, page.examples), ".fi"]
    if page is not root:
        above = [each for each in every_page(root) if each.words in (root.words, page.words[:-1])]
        lines += [".SH SEE ALSO", ",\n".join(f"\\fB{_roff(each.title)}\\fR(1)" for each in above)]
    return "\n".join(line for line in lines if line) + "\n"


def _described(page: CommandPage) -> list[str]:
    more = (line for each in page.text for line in (".PP", _filled(each)))
    return [".SH DESCRIPTION", _filled(page.about), *more]


def _item(name: str, about: str, metavar: str = "") -> list[str]:
    return [".TP", f"\\fB{_roff(name)}\\fR {_italic(metavar)}".strip(), _filled(about)]


def _italic(text: str) -> str:
    """Return the words of a call with those in italics that stand for something else."""
    return re.sub(r"[^\[\]|. ]+", lambda word: f"\\fI{_roff(word[0])}\\fR", text)


SIGNS = {"\\": "\\(rs", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", '"': "\\(dq"}


def _roff(text: str) -> str:
    """Return text in which no character means anything to roff."""
    signs = (SIGNS.get(sign, sign if sign.isascii() else f"\\[u{ord(sign):04X}]") for sign in text)
    return "".join(signs)


def _line(text: str) -> str:
    """Return a line of its own, which no macro begins."""
    return f"\\&{_roff(text)}" if text.startswith(".") else _roff(text)


def _filled(text: str) -> str:
    """Return prose on lines as short as those that people write."""
    return "\n".join(map(_line, textwrap.wrap(text, 64, break_long_words=False, break_on_hyphens=False)))


def _uncapitalised(about: str) -> str:
    return (about[:1].lower() + about[1:]).removesuffix(".")


# What is written.


def shared_files() -> dict[str, str]:
    """Return the files of `share/` by their path there."""
    root = manual()
    files = {f"man/man1/{page.title}.1": man_page(page, root) for page in every_page(root)}
    for shell, path in COMPLETIONS.items():
        files[path] = ShellComplete.source(shell(hashi, {}, "hashi", "_HASHI_COMPLETE")).strip() + "\n"
    return files


def main(folder: Path) -> None:
    for name, text in shared_files().items():
        make_folder((folder / name).parent)
        write_text(folder / name, text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
