"""Playing a game: ask for a line, do what it says, save what is written, and show at the end what it was worth."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hashi_solver import app
from hashi_solver.cli.advice import advice_lines, advice_on
from hashi_solver.cli.common import print_text, typed_path, working
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


class _Left(Exception):  # noqa: N818 - not an error: the player typed quit
    """The player leaves in the middle of the game."""


class GameLoop:
    """The loop: ask for a line, do what it says, save what is written."""

    def __init__(self, at: Sitting, kept: KeptGame) -> None:
        self.at = at
        self.kept = kept
        self.away = False  # something other than the board is on the screen
        self.unsaid: list[Note] = []  # to be shown with the next thing
        self.written = False  # we have written the file
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
        """Return what the player sees. Line by line, medals are shown only on request."""
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
        """Play until the player leaves or the game ends; an open game may be played again from any round."""
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
        """Do what a line says, or explain why it cannot be done."""
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
        """Enter alone: turn the next card if the round is written, or else show the board again."""
        if self.session.phase == "written" and not self.away:
            self.turn()
            if not self.kept.over:
                self.show("card")
        elif self.at.patient:
            self.show("told")

    def write(self, writing: Callable[[Session], Session]) -> None:
        """Write on the sheet, or explain why that is not allowed."""
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
        self.saved(app.tapping.with_session(self.kept, after))

    def keep(self) -> None:
        self.saved(keep(self.kept))

    def saved(self, kept: KeptGame) -> None:
        """Continue with the saved game; if its file was changed elsewhere, it was saved in another one."""
        before, self.kept = self.kept, kept
        self.written = self.written or kept.in_file != before.in_file
        if kept.path != before.path:
            there, here = shown_path(before.path), shown_path(kept.path)
            told = f"{there} was changed by something else, perhaps another terminal. This game continues in {here}."
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
        """Return points, bonuses and medals; Ctrl-C stops waiting for the medals."""
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
            raise InputError(f"there is no rule {shown(wanted, 20)} for a round; type rule to list them")
        return [[(words, "")]]

    def hint(self, argument: str) -> None:
        """Show advice and count it in the record; Ctrl-C stops waiting for it, but does not leave the game."""
        if argument not in ("", "1", "2", "3"):
            raise InputError("hint 1 says what you can still reach, hint 2 where to look, hint 3 a turn")
        try:
            lines = advice_lines(advice_on(app.playing.position_of(self.session), int(argument or 1)))
        except (Unproven, KeyboardInterrupt):
            self.show("told", [("Hint cancelled.", "")])
            return
        if self.session.hidden and self.session.phase == "bridges" and len(lines) > 1:
            lines.append("this counts for the whole round; undo takes back the number")
        self.kept = replace(self.kept, hints=self.kept.hints + 1)
        if table.begun(self.session):
            self.keep()
        self.show("told", [(_sentence(line), "hint") for line in lines])

    def save(self, name: str) -> str:
        self.keep()
        if not name:
            return f"Saved in {shown_path(self.kept.path)}, as after every round."
        try:
            path = Path(name).expanduser()
        except RuntimeError:  # ~nobody
            raise InputError(f"there is no such user: {shown_path(name)}") from None
        if exists(path):
            raise InputError(f"{shown_path(path)} already exists; choose another name")
        keep(replace(self.kept, path=path))
        return f"Saved a copy in {shown_path(path)}."

    def page(self, rows: list[Row]) -> None:
        self.away = self.at.page(rows)

    def show(self, event: Event, notes: list[Note] | None = None) -> None:
        self.away = False
        notes, self.unsaid = [*self.unsaid, *(notes or [])], []
        self.at.show(self.seen, self.heading, notes, event)

    def leave(self, code: int) -> int:
        """Save the game and say how to resume it; a game not begun leaves no trace."""
        if not table.begun(self.session) and not self.written:
            click.echo("\nNothing was written yet, so nothing is saved.")
            return code
        self.keep()
        for told, _ in self.unsaid:
            print_text(f"\n{told}")
        played = len(self.session.turns) + (self.session.phase == "written" and self.session.round > 0)
        print_text(f"\nSaved after round {played}. To resume: {self.command_to_resume}")
        return code

    @property
    def command_to_resume(self) -> str:
        with contextlib.suppress(InputError):  # without a home folder there is no folder of games
            if self.kept.path.parent == games_folder():
                return "hashi play --resume"
        return f"hashi play --resume --record {typed_path(self.kept.path)}"

    def close(self) -> None:
        """Show the end: points and title, medal, and what was possible."""
        self.show("end")
        if not self.at.patient:
            lines: list[Row] = [[(line, "")] for line in points_lines(self.session.points, self.session.position)]
            self.at.tell([[], *lines, []])
        try:
            self.at.tell(self.closing())
        except (Unproven, KeyboardInterrupt):
            self.at.tell([[], [("cancelled: what was possible", "dim")]])
        self.at.tell([[("saved   ", "dim"), (_file_words(self.kept), "")]] if self.at.patient else [])

    def closing(self) -> list[Row]:
        """Return what was possible, and what the player can share."""
        with working("finding what was possible") as (stop, _):
            found = app.playing.possible(self.session, self.aims, stop)
        aims = found.known.targets
        rows = drawing.closing_rows(closing_view(self.session, found.best, found.own.score, aims))
        share = share_view(app.history.result_in(self.kept.path), aims)
        first, second = share_lines(share, unicode=self.at.signs is drawing.FULL)
        return [*rows, [("share   ", "dim"), (first, "")], [("        ", ""), (second, "")]]

    def finished(self, answer: str) -> bool:
        """Do what is typed after the end, a review or another try; return whether that was all."""
        word, _, argument = answer.strip().lower().partition(" ")
        if not word:
            return True
        if word in ("r", "review"):
            self.review()
            return True
        try:
            if word not in ("again", "a", "undo", "u"):
                raise InputError("Enter leaves, r shows where the points went, again 5 plays again from round 5")
            number = argument.strip() or (str(self.session.rounds) if word[0] == "u" else "1")
            if not number.isdecimal() or len(number) > 2:
                raise InputError("type again and the number of a round: again 5")
            self.kept = app.playing.again(self.kept, int(number))
            self.written = False
        except InputError as error:
            self.at.tell([[(_sentence(error.message), "urgent")]])
        return not self.kept.over

    def review(self) -> None:
        """Show where the points went."""
        context = click.get_current_context()
        commands = context.find_root().command
        assert isinstance(commands, click.Group)
        review = commands.get_command(context, "review")
        assert review is not None
        click.echo()
        context.invoke(review, records=(self.kept.path,), fair=False)
        if self.session.hidden:
            print_text(f"\nHow much of it was luck: hashi review --fair {typed_path(self.kept.path)}")


def _best(session: Session) -> Solution:
    """Return the proven best play: a player who sees all cards aims at its total."""
    with working("finding what is possible") as (stop, _):
        return app.playing.best_of(session, app.challenges.kept_challenges(), stop)


def _file_words(kept: KeptGame) -> str:
    hints = "" if not kept.hints else f", with {kept.hints} hint{'' if kept.hints == 1 else 's'}"
    return f"{shown_path(kept.path)}{hints}"


def _reasons(error: HashiError) -> list[Note]:
    """Return why something was refused."""
    if isinstance(error, IllegalError):
        return [note for violation in error.violations for note in _explained(violation)]
    return [(_sentence(error.message if isinstance(error, InputError) else str(error)), "urgent")]


def _explained(violation: Violation) -> Iterator[Note]:
    """Return what is wrong, and the rule in a line."""
    yield f"{_sentence(violation.message)} ({violation.rule})", "urgent"
    words = rule_words(violation.rule)
    if words:
        yield words, "dim"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
