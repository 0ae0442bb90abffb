"""A game being played: ask for a line, do what it says, keep what is written, and tell at the end what it was worth."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver import app
from hashi_solver.cli.advice import advice_lines, advice_on
from hashi_solver.cli.common import working
from hashi_solver.cli.groups import INTERRUPTED
from hashi_solver.drawing import table as drawing
from hashi_solver.drawing.history import share_lines
from hashi_solver.drawing.verdict import points_lines
from hashi_solver.errors import HashiError, IllegalError, InputError, Unproven, Violation
from hashi_solver.library import games_folder
from hashi_solver.notation.files import exists, shown, shown_path
from hashi_solver.table import session as table
from hashi_solver.table.entry import COMMANDS, TYPED, Command, command_in, enter
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.words import RULES, rule_words
from hashi_solver.views.game import GameView, closing_view, game_view, news
from hashi_solver.views.history import share_view

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
        self.written = False  # the file is ours
        self.best = None if kept.session.hidden else _best(kept.session)
        self.aims = app.playing.Aims(kept.session.deal, self.best, app.challenges.kept_challenges())

    @property
    def session(self) -> Session:
        return self.kept.session

    @property
    def heading(self) -> str:
        cards = "cards hidden" if self.best is None else f"cards open, {self.best.score} possible"
        return f"{self.kept.name}, {self.session.layout.name}, {cards}"

    @property
    def seen(self) -> GameView:
        """What is seen of the game. Line by line the medals are told when they are asked for."""
        known = self.aims.known if self.at.patient else None
        best = None if self.best is None else self.best.score
        return game_view(self.session, best, None if known is None else known.targets)

    def play(self) -> int:
        if self.at.patient:
            self.aims.begin()
        try:
            return self.rounds()
        finally:
            self.aims.end()

    def rounds(self) -> int:
        """Play until the game is left or closed; an open one may be played again from any round."""
        while True:
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
            self.close()
            try:
                while not self.finished(self.at.ask(self.session)):
                    pass
            except EOFError:
                return 0
            except KeyboardInterrupt:
                return INTERRUPTED
            if self.kept.over:
                return 0

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
                self.write(lambda session: enter(session, text))
        except InputError as error:
            self.show("told", _reasons(error))

    def go_on(self) -> None:
        """Enter alone: turn the next card where the round is written, else look again."""
        if self.session.phase == "written" and not self.away:
            self.turn()
            if not self.kept.over:
                self.show("card")
        elif self.at.patient:
            self.show("told")

    def write(self, writing: Callable[[Session], Session]) -> None:
        """What cannot be written is explained and changes nothing."""
        before, made = self.session, table.attempt(self.session, writing, waits=self.at.patient)
        if made.turned is not None:
            self.change(made.turned)
            self.show("card")
            before = made.turned
        if made.refused is not None:
            self.show("told", _reasons(made.refused))
            return
        told: list[Note] = [(_sentence(each), "finished") for each in drawing.news_lines(news(before, made.session))]
        self.change(made.session)
        self.show("step", told)

    def turn(self) -> None:
        self.change(table.next_card(self.session))

    def change(self, after: Session) -> None:
        """Keep what is written in full, and that it is taken back."""
        before = self.session
        self.kept = replace(self.kept, session=after)
        if "written" in (before.phase, after.phase) or not table.same_record(before, after):
            self.keep()

    def keep(self) -> None:
        """Where another terminal plays the same game, neither writes over the other."""
        before, self.kept, self.written = self.kept.path, keep(self.kept), True
        if self.kept.path != before:
            there, here = shown_path(before), shown_path(self.kept.path)
            told = f"{there} was changed meanwhile, perhaps in another terminal. This game goes on in {here}."
            self.unsaid.append((told, "urgent"))

    def command(self, command: Command) -> None:
        if command.name == "pass":
            self.write(table.pass_round)
        elif command.name in ("undo", "redo"):
            self.change(table.undo(self.session) if command.name == "undo" else table.redo(self.session))
            self.show("undo")
        elif command.name == "score":
            self.page(self.score())
        elif command.name == "board":
            self.show("look")
        elif command.name == "cards":
            self.page(drawing.cards_rows(self.seen, self.at.signs))
        elif command.name == "rounds":
            self.page(drawing.sheet_rows(self.seen))
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

    def score(self) -> list[Row]:
        """Points, bonuses, and what there is to aim at; Ctrl-C gives up waiting for that."""
        try:
            with working("finding par and medals") as (stop, _):
                aims = self.aims.wait(stop).targets
        except (Unproven, KeyboardInterrupt):
            return drawing.score_rows(self.seen, self.at.signs)
        best = None if self.best is None else self.best.score
        return drawing.score_rows(game_view(self.session, best, aims), self.at.signs)

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
            raise InputError("hint 1 says what you can still reach, hint 2 where to look, hint 3 a turn")
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
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # ~nobody
            raise InputError(f"there is no such user: {shown_path(name)}") from None
        if exists(path):
            raise InputError(f"{shown_path(path)} is there already; choose another name")
        keep(replace(self.kept, path=path))
        return f"A copy is written to {shown_path(path)}."

    def page(self, rows: list[Row]) -> None:
        self.away = self.at.page(rows)

    def show(self, event: Event, notes: list[Note] | None = None) -> None:
        self.away = False
        notes, self.unsaid = [*self.unsaid, *(notes or [])], []
        self.at.show(self.seen, self.heading, notes, event)

    def leave(self, code: int) -> int:
        """The game is kept; one that is not begun leaves no trace."""
        if not table.begun(self.session) and not self.written:
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
        with contextlib.suppress(InputError):  # without a home there is no folder of games
            if self.kept.path.parent == games_folder():
                return "hashi play --resume"
        return f"hashi play --resume --record {shlex.quote(str(self.kept.path))}"

    def close(self) -> None:
        """The end: points and title, medal, and what was possible."""
        self.show("end")
        if not self.at.patient:
            lines: list[Row] = [[(line, "")] for line in points_lines(self.session.points, self.session.position)]
            self.at.tell([[], *lines, []])
        try:
            self.at.tell(self.closing())
        except (Unproven, KeyboardInterrupt):
            self.at.tell([[], [("left out: what was possible", "dim")]])
        self.at.tell([[("kept    ", "dim"), (_file_words(self.kept), "")]] if self.at.patient else [])

    def closing(self) -> list[Row]:
        """What was possible, and what may be shown to others."""
        with working("looking at what was possible") as (stop, _):
            found = app.playing.possible(self.session, self.aims, stop)
        aims = found.challenge.targets
        rows = drawing.closing_rows(closing_view(self.session, found.best, found.own.score, aims))
        share = share_view(app.history.result_in(self.kept.path), aims)
        first, second = share_lines(share, unicode=self.at.signs is drawing.FULL)
        return [*rows, [("share   ", "dim"), (first, "")], [("        ", ""), (second, "")]]

    def finished(self, answer: str) -> bool:
        """Whether that was all: after the end there are the review and another try."""
        word, _, argument = answer.strip().lower().partition(" ")
        if not word:
            return True
        if word in ("r", "review"):
            self.review()
            return True
        try:
            if word not in ("again", "a", "undo", "u"):
                raise InputError("Enter ends, r shows where the points went, again 5 plays from round 5 once more")
            number = argument.strip() or (str(self.session.rounds) if word[0] == "u" else "1")
            if not number.isdecimal() or len(number) > 2:
                raise InputError("again and the number of a round: again 5")
            self.kept = app.playing.again(self.kept, int(number))
            self.written = False
        except InputError as error:
            self.at.tell([[(_sentence(error.message), "urgent")]])
        return not self.kept.over

    def review(self) -> None:
        """Where the points went, for whoever wants to know."""
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
        return app.playing.best_of(session, app.challenges.kept_challenges(), stop)


def _file_words(kept: KeptGame) -> str:
    hints = "" if not kept.hints else f", with {kept.hints} hint{'' if kept.hints == 1 else 's'}"
    return f"{shown_path(kept.path)}{hints}"


def _reasons(error: HashiError) -> list[Note]:
    """Why something was refused."""
    if isinstance(error, IllegalError):
        return [note for violation in error.violations for note in _explained(violation)]
    return [(_sentence(error.message if isinstance(error, InputError) else str(error)), "urgent")]


def _explained(violation: Violation) -> Iterator[Note]:
    """What is wrong, and the rule in a line."""
    yield f"{_sentence(violation.message)} ({violation.rule})", "urgent"
    words = rule_words(violation.rule)
    if words:
        yield words, "dim"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
