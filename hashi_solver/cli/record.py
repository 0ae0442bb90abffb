"""`hashi record`: types in a finished sheet."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from hashi_solver import app, drawing, views
from hashi_solver.cli.common import drawn, kept_challenges, print_blocks, print_text, remark, typed_path, working
from hashi_solver.cli.declare import DealSeed, DefaultBoard, House, argument, command, file, text
from hashi_solver.cli.screen import line_editor
from hashi_solver.errors import InputError, Unproven
from hashi_solver.notation.files import shown_path
from hashi_solver.notation.records import format_turn, player_name
from hashi_solver.scoring import breakdown
from hashi_solver.table.transcript import Transcript, new_transcript

if TYPE_CHECKING:
    from hashi_solver.app.playing import NewGame
    from hashi_solver.drawing.terminal import Row

MOST_LINE = 2000
WORDS = {
    "5@E1 C3-E3 E1=E3": "a round as it stands on the sheet; D1 for the card's number, - for a pass",
    "3. D1 -": "round 3 again, if it was mistyped",
    "undo": "take back the last line",
    "board": "the board so far",
    "rounds": "what is typed so far",
    "end": "pass all rounds that are left",
    "quit": "leave; what is typed is kept",
}


@command("hashi record T4V02-T30QV-JVM9F", "hashi record --date yesterday --player Anna")
def record(
    code: Annotated[tuple[str, ...], argument("[CODE]", nargs=-1)],
    day: Annotated[str | None, text("--date", "2026-11-18", "The challenge of this day (default: today).")],
    seed: DealSeed,
    board: DefaultBoard,
    player: Annotated[str | None, text("--player", "NAME", "Whose sheet it is.")],
    path: Annotated[Path | None, file("--record", "Keep the record in this file.")],
    house: House,
) -> int:
    """Type in a finished sheet; each line is checked at once.

    If a line breaks a rule, hashi says why. You can type it again, or let it stand if that is what is on the paper. At
    the end come the verdict and the medal. Lines from a pipe are taken as they are.

    The exit code is 0 for legal play and 1 for illegal play.
    """
    wanted = app.playing.game_asked(" ".join(code) or None, day=day, seed=seed, board=board)
    wanted = wanted or app.playing.todays_game()
    name = None if player is None else player_name(player)
    sheet = _Sheet(wanted, app.history.sheet_path(wanted, path), name)
    with contextlib.suppress(EOFError):
        sheet.type_in()
    return sheet.close(house)


class _Sheet:
    """A sheet being typed in, and its file."""

    def __init__(self, wanted: NewGame, path: Path, player: str | None) -> None:
        self.wanted, self.path, self.player = wanted, path, player
        self.typed = new_transcript(wanted.deal)
        self.asks = sys.stdin.isatty()

    def type_in(self) -> None:
        layout = self.wanted.deal.layout
        start = f", start {self.typed.start}" if self.typed.start is not None else ""
        remark(f"{self.wanted.name}, {layout.name}{start}. Type one line per round; ? for help.")
        while not self.typed.over:
            try:
                self.line(self.ask(self.prompt))
            except InputError as error:
                print_text(f"! {error.message[:1].upper()}{error.message[1:]}")

    @property
    def prompt(self) -> str:
        card = self.typed.card
        return "start" if card is None else f"{self.typed.round}. {card}"

    def ask(self, prompt: str) -> str:
        """Return the next line; raise EOFError if there is none."""
        if self.asks:
            line_editor()
            try:
                return input(f"{prompt} > ")
            except EOFError:
                click.echo()
                raise
        line = sys.stdin.buffer.readline(MOST_LINE)
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace")

    def line(self, text: str) -> None:
        word = text.strip().lower()
        if not word or word.startswith("#"):
            return
        if word in ("undo", "u"):
            self.become(self.typed.undo())
        elif word in ("board", "b"):
            for row in drawn(self.typed.position):
                click.echo(_plain(row))
        elif word in ("rounds", "r"):
            self.rounds()
        elif word == "end":
            self.become(self.typed.ended())
        elif word in ("?", "h", "help"):
            for typed, means in WORDS.items():
                click.echo(f"{typed:<18}{means}")
        elif word in ("quit", "q", "exit"):
            raise EOFError
        else:
            self.write(text)

    def write(self, text: str) -> None:
        """Add a line. If it breaks a rule, ask whether the paper really says so."""
        after = self.typed.typed(text)
        state, found = after.judged()
        for violation in found:
            print_text(f"! {violation.message} ({violation.rule})")
        if found and self.asks:
            again = self.ask("Enter if the sheet says so, or type the line again")
            if again.strip():
                self.line(again)
                return
        self.become(after)
        played = format_turn(after.plays[-1]) if after.plays else str(after.start)
        number = f"{len(after.plays)}. " if after.plays else "start "
        click.echo(f"{number}{played}   {breakdown(state).total} points")

    def rounds(self) -> None:
        click.echo(f"start {self.typed.start}")
        for number, play in enumerate(self.typed.plays, start=1):
            click.echo(f"{number}. {format_turn(play)}")

    def become(self, after: Transcript) -> None:
        self.typed = after
        app.history.keep_sheet(self.path, self.wanted, after, self.player)

    def close(self, house: bool) -> int:
        """Show the verdict and the medal, or say where an unfinished sheet is kept."""
        typed, name = self.typed, typed_path(self.path)
        if not typed.plays:
            remark("Nothing was typed, so nothing is saved.")
            self.path.unlink(missing_ok=True)
            return 0
        if not typed.over:
            count, rounds = len(typed.plays), typed.deal.game.rounds
            remark(f"{count} of {rounds} rounds are saved in {shown_path(self.path)}. To continue: hashi play {name}")
            return 0
        verdict = app.history.verdict_on(typed, house=house)
        click.echo()
        print_blocks(drawing.verdict.verdict_blocks(verdict, False, drawn))
        if verdict.legal or house:
            self.medal(verdict.breakdown.total)
        remark(f"saved in {shown_path(self.path)}")
        return 0 if verdict.legal else 1

    def medal(self, total: int) -> None:
        result = app.history.result_in(self.path)
        with contextlib.suppress(Unproven), working("finding the medals of the challenge") as (stop, _):
            aims = app.history.targets_of([result], kept_challenges(), stop=stop).get(result.code)
            if aims is not None:
                print_blocks(drawing.verdict.medal_lines(result.code, views.medals.medals_view(aims, total)))


def _plain(row: Row) -> str:
    return "".join(text for text, _ in row).rstrip()
