"""The two ways to play: on a screen that is drawn anew after each line, and line by line."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import click

from hashi_solver.cli.common import print_row, print_text, takes_unicode
from hashi_solver.drawing import table
from hashi_solver.drawing.terminal import Row, Style
from hashi_solver.errors import InputError
from hashi_solver.table.entry import completions
from hashi_solver.table.session import Session
from hashi_solver.views.game import GameView, game_view

Note = tuple[str, Style]
Event = Literal["begin", "card", "step", "undo", "told", "look", "end"]

CLEAR = "\x1b[H\x1b[2J"
MOST_LINE = 2000
FEWEST_COLUMNS, FEWEST_LINES, MOST_LINES = 20, 8, 100


class Sitting(Protocol):
    """Shows the game and asks for the next line."""

    signs: table.Signs
    patient: bool  # turns a card only when the player asks for it

    def show(self, game: GameView, heading: str, notes: Sequence[Note], event: Event) -> None: ...

    def page(self, rows: Sequence[Row]) -> bool:
        """Show something instead of the board; return whether the board is hidden now."""

    def tell(self, rows: Sequence[Row]) -> None:
        """Show something below the rest."""

    def ask(self, session: Session) -> str:
        """Return the next line; raise EOFError if there are no more."""

    def choose(self, rows: Sequence[Row], question: str) -> str: ...


def sitting(plain: bool) -> Sitting:
    """Return a screen if input and output are a terminal; otherwise, or on request, plain lines."""
    signs = table.FULL if takes_unicode() else table.PLAIN
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not plain
    return Screen(signs) if at_terminal else Lines(signs)


@dataclass
class Lines:
    """Plain lines in and out: for scripts, pipes and screen readers."""

    signs: table.Signs
    patient: bool = False

    def show(self, game: GameView, heading: str, notes: Sequence[Note], event: Event) -> None:
        if event == "begin":
            click.echo(f"{heading}\n")
            self.board(game)
            self.page([[], *table.cards_rows(game, self.signs), []])
        if event == "step":
            click.echo(f"{game.round}. {game.written[-1].text}" if game.round else game.written[-1].text)
        for text, style in notes:
            print_text(f"{'! ' if style == 'urgent' else '  '}{text}")
        if event in ("look", "end"):
            click.echo()
            self.board(game)
        if event in ("begin", "card", "look", "undo") and game.phase != "over":
            print_text(f"{table.where(game)}: {table.text_of(table.card_line(game))}")
        if event == "card":
            for row in table.pressing_rows(game, self.signs):
                click.echo(f"  {table.text_of(row)}")

    def board(self, game: GameView) -> None:
        self.page(table.board_rows(game, shutil.get_terminal_size().columns, self.signs))

    def page(self, rows: Sequence[Row]) -> bool:
        self.tell(rows)
        return False

    def tell(self, rows: Sequence[Row]) -> None:
        for row in rows:
            click.echo(table.text_of(row))

    def ask(self, session: Session) -> str:
        sys.stdout.flush()
        line = sys.stdin.buffer.readline(MOST_LINE)
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace")

    def choose(self, rows: Sequence[Row], question: str) -> str:
        raise InputError(question)


@dataclass
class Screen:
    """A terminal: everything is drawn anew after each line, to fit the current size."""

    signs: table.Signs
    patient: bool = True
    _again: Callable[[], None] | None = field(default=None, repr=False)  # draws what is on the screen
    _board: Callable[[], None] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._redraws = os.environ.get("TERM", "dumb") != "dumb"

    def show(self, game: GameView, heading: str, notes: Sequence[Note], event: Event) -> None:
        told = notes or ([] if event == "end" else [(table.guidance(game), "dim")])
        self._again = self._board = lambda: self._draw(game, heading, told)
        self._again()

    def page(self, rows: Sequence[Row]) -> bool:
        """Show a page, in parts if it is too long for the terminal."""
        left = _wrapped(rows)
        while len(left) > (room := max(FEWEST_LINES, shutil.get_terminal_size().lines) - 4):
            self._page(left[:room], "Enter shows more, q goes back to the board")
            prompt, left = f"more {self.signs.prompt} ", left[room:]
            with self._resizing(prompt):
                leaves = bool(self._input(prompt).strip())
            if leaves and self._board is not None:
                self._again = self._board
                self._again()
                return False
        self._page(left, "Enter goes back to the board")
        return True

    def _page(self, rows: Sequence[Row], below: str) -> None:
        self._again = lambda: self._print([*rows, [], [(below, "dim")]])
        self._again()

    def ask(self, session: Session) -> str:
        prompt = f"{table.prompt(game_view(session))} {self.signs.prompt} "
        with self._completing(session), self._resizing(prompt):
            return self._input(prompt)

    def choose(self, rows: Sequence[Row], question: str) -> str:
        self._print(_wrapped(rows))
        return self._input(f"{question} {self.signs.prompt} ")

    def _input(self, prompt: str) -> str:
        line_editor()
        try:
            return input(prompt)
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"

    def _draw(self, game: GameView, heading: str, notes: Sequence[Note]) -> None:
        columns, lines = shutil.get_terminal_size()
        columns, lines = max(FEWEST_COLUMNS, columns), max(FEWEST_LINES, lines)
        below = _wrapped([[note] for note in notes])
        room = MOST_LINES if game.phase == "over" else lines - len(below) - 1  # the end may scroll
        rows = table.screen(game, heading, columns, room, self.signs)
        self._print([*rows, *([[]] if len(rows) + len(below) + 1 < lines else []), *below])

    def tell(self, rows: Sequence[Row]) -> None:
        above = self._again

        def again() -> None:
            if above is not None:
                above()
            self._print(_wrapped(rows), clear=False)

        self._print(_wrapped(rows), clear=False)
        self._again = again

    def _print(self, rows: Sequence[Row], *, clear: bool = True) -> None:
        if clear and self._redraws:
            sys.stdout.write(CLEAR)
        for row in rows:
            print_row(row)
        sys.stdout.flush()

    @contextlib.contextmanager
    def _resizing(self, prompt: str) -> Iterator[None]:
        """Draw again when the terminal is resized, with what is typed so far."""
        if not hasattr(signal, "SIGWINCH"):
            yield
            return

        def resized(_number: int, _frame: object) -> None:
            if self._again is not None and self._redraws:
                self._again()
                readline = line_editor()
                sys.stdout.write(f"{prompt}{readline.get_line_buffer() if readline else ''}")
                sys.stdout.flush()

        before = signal.signal(signal.SIGWINCH, resized)
        try:
            yield
        finally:
            signal.signal(signal.SIGWINCH, before)

    @contextlib.contextmanager
    def _completing(self, session: Session) -> Iterator[None]:
        readline = line_editor()
        if readline is None:
            yield
            return

        def complete(begun: str, place: int) -> str | None:
            words = completions(session, readline.get_line_buffer()[: readline.get_begidx()], begun)
            return f"{words[place]} " if place < len(words) else None

        readline.set_completer_delims(" \t,;")
        readline.set_completer(complete)
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        if not libedit:
            readline.parse_and_bind("set completion-ignore-case on")
        try:
            yield
        finally:
            readline.set_completer(None)


def line_editor() -> Any:
    """Return `readline`, which gives `input` editing and a history, or None where the system has none."""
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None


def _wrapped(rows: Sequence[Row]) -> list[Row]:
    """Wrap the last piece of each row to the width of the terminal, indented to where it began."""
    columns, found = shutil.get_terminal_size().columns, []
    for row in rows:
        indent = sum(len(text) for text, _ in row[:-1])
        pieces = textwrap.wrap(row[-1][0], max(10, columns - 1 - indent)) if row else []
        found.append([*row[:-1], (pieces[0], row[-1][1])] if pieces else row)
        found += [[(" " * indent, ""), (piece, row[-1][1])] for piece in pieces[1:]]
    return found
