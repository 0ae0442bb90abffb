"""A game being played: ask for a line, do what it says, keep what is written, and tell at the end what it was worth."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver import app
from hashi_solver.cli.advice import advice_lines, advice_on
from hashi_solver.cli.common import working
from hashi_solver.cli.groups import INTERRUPTED
from hashi_solver.drawing import table as drawing
from hashi_solver.drawing.verdict import points_lines
from hashi_solver.errors import IllegalError, InputError, Unproven, Violation
from hashi_solver.library import games_folder
from hashi_solver.notation.files import shown, shown_path
from hashi_solver.table import session as table
from hashi_solver.table.entry import COMMANDS, TYPED, Command, command_in, enter
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.words import RULES, rule_words
from hashi_solver.views.game import Closing, closing_view, game_view, news

if TYPE_CHECKING:
    from hashi_solver.cli.screen import Event, Note, Sitting
    from hashi_solver.drawing.terminal import Row
    from hashi_solver.solver import Solution
    from hashi_solver.table import Session


class _Left(Exception):  # noqa: N818 - no error: whoever plays has said quit
    """The game is left in the middle."""


class GameLoop:
    """The loop: ask for a line, do what it says, keep what is written."""

    def __init__(self, at: Sitting, kept: KeptGame) -> None:
        self.at = at
        self.kept = kept
        self.away = False  # something else than the board is on the screen
        self.unsaid: list[Note] = []  # to be told with the next thing that is shown
        self.best = None if kept.session.hidden else _best(kept.session)

    @property
    def session(self) -> Session:
        return self.kept.session

    @property
    def heading(self) -> str:
        cards = "cards hidden" if self.best is None else f"cards open, {self.best.score} possible"
        return f"{self.kept.name}, {self.session.layout.name}, {cards}"

    def play(self) -> int:
        try:
            self.show("begin")
            while not self.kept.over:
                self.line(self.at.ask(self.session))
        except EOFError:
            if not self.ready_to_finish:
                return self.leave(0)
            self.turn()
        except _Left:
            return self.leave(0)
        except KeyboardInterrupt:
            return self.leave(INTERRUPTED)
        return self.close()

    @property
    def ready_to_finish(self) -> bool:
        return self.session.phase == "written" and self.session.round == self.session.rounds

    def line(self, text: str) -> None:
        """Do what a line says; what cannot be done is explained and changes nothing."""
        try:
            command = command_in(text)
            if text.lstrip().startswith("#"):  # a comment in a script
                return
            if not text.strip():
                self.go_on()
            elif command is not None:
                self.command(command)
            else:
                self.write(text)
        except IllegalError as error:
            self.show("told", [note for violation in error.violations for note in _explained(violation)])
        except InputError as error:
            self.show("told", [(_sentence(error.message), "urgent")])

    def go_on(self) -> None:
        """Enter alone: turn the next card where the round is written, else look again."""
        if self.session.phase == "written" and not self.away:
            self.turn()
            if not self.kept.over:
                self.show("card")
        elif self.at.patient:
            self.show("told")

    def write(self, text: str) -> None:
        self.look_at_card()
        self.step(enter(self.session, text))

    def look_at_card(self) -> None:
        """Who goes on writing when the round is written wants the next card; only a hidden one is worth a question."""
        if self.session.phase != "written":
            return
        if self.at.patient and self.session.hidden:
            raise InputError("this round is written: Enter turns the next card, undo takes the last step back")
        self.turn()
        if self.kept.over:
            raise InputError("the game is over")
        self.show("card")

    def step(self, after: Session) -> None:
        told: list[Note] = [(_sentence(each), "finished") for each in drawing.news_lines(news(self.session, after))]
        self.change(after)
        self.show("step", told)

    def turn(self) -> None:
        self.change(table.next_card(self.session))

    def change(self, after: Session) -> None:
        """Keep what is written in full, and that it is taken back."""
        was = self.session.phase
        self.kept = replace(self.kept, session=after)
        if "written" in (was, after.phase):
            self.keep()

    def keep(self) -> None:
        """Where another terminal plays the same game, neither writes over the other."""
        before, self.kept = self.kept.path, keep(self.kept)
        if self.kept.path != before:
            there, here = shown_path(before), shown_path(self.kept.path)
            told = f"{there} was changed meanwhile, perhaps in another terminal. This game goes on in {here}."
            self.unsaid.append((told, "urgent"))

    def command(self, command: Command) -> None:
        if command.name == "pass":
            self.look_at_card()
            self.step(table.pass_round(self.session))
        elif command.name == "undo":
            self.change(table.undo(self.session))
            self.show("undo")
        elif command.name == "board":
            self.show("look")
        elif command.name == "cards":
            self.page(drawing.cards_rows(game_view(self.session), self.at.signs))
        elif command.name == "rounds":
            self.page(drawing.sheet_rows(game_view(self.session)))
        elif command.name == "rule":
            self.page(self.rules(command.argument))
        elif command.name == "help":
            self.page([*drawing.words_rows(TYPED, 18), [], *drawing.words_rows(COMMANDS, 8)])
        elif command.name == "hint":
            self.hint(command.argument)
        elif command.name == "save":
            self.show("told", [(self.save(command.argument), "")])
        elif command.name == "quit":
            raise _Left

    def rules(self, wanted: str) -> list[Row]:
        if not wanted:
            return drawing.words_rows(RULES, 4)
        words = rule_words(wanted)
        if words is None:
            raise InputError(f"there is no rule {shown(wanted, 20)} for a round; rule alone lists them")
        return [[(words, "")]]

    def hint(self, argument: str) -> None:
        """Advice, counted in the record; Ctrl-C gives up waiting for it and not the game."""
        if argument not in ("", "1", "2", "3"):
            raise InputError("there is hint 1, what can be had; hint 2, where to look; hint 3, a turn")
        try:
            lines = advice_lines(advice_on(app.playing.position_of(self.session), int(argument or 1)))
        except (Unproven, KeyboardInterrupt):
            self.show("told", [("The hint is left out.", "")])
            return
        if self.session.hidden and self.session.phase == "bridges" and len(lines) > 1:
            lines.append("this is said of the whole round; undo takes the number back")
        self.kept = replace(self.kept, hints=self.kept.hints + 1)
        if table.begun(self.session):
            self.keep()
        self.show("told", [(_sentence(line), "hint") for line in lines])

    def save(self, name: str) -> str:
        self.keep()
        if not name:
            return f"Kept in {shown_path(self.kept.path)}; it is written after every round."
        path = Path(name).expanduser()
        if path.exists():
            raise InputError(f"{shown_path(path)} is there already; choose another name")
        keep(replace(self.kept, path=path))
        return f"A copy is written to {shown_path(path)}."

    def page(self, rows: list[Row]) -> None:
        self.away = self.at.patient
        self.at.page(rows)

    def show(self, event: Event, notes: list[Note] | None = None) -> None:
        self.away = False
        notes, self.unsaid = [*self.unsaid, *(notes or [])], []
        self.at.show(self.session, self.heading, notes, event)

    def leave(self, code: int) -> int:
        """The game is kept; one that is not begun leaves no trace."""
        if not table.begun(self.session):
            click.echo("\nNothing is written yet, so nothing is kept.")
            return code
        self.keep()
        for told, _ in self.unsaid:
            click.echo(f"\n{told}")
        played = len(self.session.turns) + (self.session.phase == "written" and self.session.round > 0)
        click.echo(f"\nKept after round {played}. To go on: {self.command_to_go_on}")
        return code

    @property
    def command_to_go_on(self) -> str:
        if self.kept.path.parent == games_folder():
            return "hashi play --resume"
        return f"hashi play --resume --record {shlex.quote(str(self.kept.path))}"

    def close(self) -> int:
        """The end: points and title, medal, and what was possible."""
        self.show("end")
        if not self.at.patient:
            lines: list[Row] = [[(line, "")] for line in points_lines(self.session.points, self.session.position)]
            self.at.tell([[], *lines, []])
        try:
            self.at.tell(drawing.closing_rows(_closing(self.session, self.best)))
        except (Unproven, KeyboardInterrupt):
            self.at.tell([[], [("left out: what was possible", "dim")]])
        self.at.tell([[("kept    ", "dim"), (_file_words(self.kept), "")]] if self.at.patient else [])
        try:
            self.review(self.at.ask(self.session))
        except EOFError:
            pass
        except KeyboardInterrupt:
            return INTERRUPTED
        return 0

    def review(self, answer: str) -> None:
        """Where the points went, for whoever wants to know."""
        if answer.strip().lower() not in ("r", "review"):
            return
        context = click.get_current_context()
        commands = context.find_root().command
        assert isinstance(commands, click.Group)
        review = commands.get_command(context, "review")
        assert review is not None
        click.echo()
        context.invoke(review, records=(self.kept.path,), fair=False)
        if self.session.hidden:
            click.echo(f"\nHow much of it was luck: hashi review --fair {shlex.quote(str(self.kept.path))}")


def _best(session: Session) -> Solution:
    """The proven best play: who sees all cards aims at its total."""
    with working("looking at what is possible") as (stop, _):
        return app.playing.best_of(session, stop)


def _closing(session: Session, known: Solution | None) -> Closing:
    with working("looking at what was possible") as (stop, _):
        found = app.playing.possible(session, known, stop)
    return closing_view(session, found.best, found.own.score, found.challenge.targets)


def _file_words(kept: KeptGame) -> str:
    hints = "" if not kept.hints else f", with {kept.hints} hint{'' if kept.hints == 1 else 's'}"
    return f"{shown_path(kept.path)}{hints}"


def _explained(violation: Violation) -> Iterator[Note]:
    """What is wrong, and the rule in a line."""
    yield f"{_sentence(violation.message)} ({violation.rule})", "urgent"
    words = rule_words(violation.rule)
    if words:
        yield words, "dim"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
