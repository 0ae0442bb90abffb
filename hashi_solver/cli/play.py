"""`hashi play`: a game at the terminal, or line by line where there is none."""

from __future__ import annotations

import datetime
import secrets
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from hashi_solver.cli.challenge import DEFAULT_BOARD
from hashi_solver.cli.common import FILE, LAYOUT, breakdown_lines, checked_seed, interrupts_wait, live_status
from hashi_solver.errors import IllegalError, InputError
from hashi_solver.library import games_folder, layout_ids
from hashi_solver.notation.files import shown, shown_path
from hashi_solver.notation.layouts import load_playable_layout
from hashi_solver.scoring import title

if TYPE_CHECKING:
    from hashi_solver.challenge import Deal, Kind
    from hashi_solver.cli.hint import Position
    from hashi_solver.cli.table import Event, Note, Sitting
    from hashi_solver.drawing.terminal import Row
    from hashi_solver.rules import Violation
    from hashi_solver.table.entry import Command
    from hashi_solver.table.session import Session
    from hashi_solver.table.shelf import Kept

Starting = Literal["free", "fixed"]
INTERRUPTED = 130
MOST_NAME = 40
MOST_LISTED = 9


@click.command()
@click.argument("code", nargs=-1, metavar="[CODE]")
@click.option("--daily", is_flag=True, help="Today's challenge, the same for everyone.")
@click.option("--seed", metavar="TEXT", help="Shuffle the cards by this seed, the same everywhere.")
@click.option(
    "--hidden/--open", "hidden", default=None, help="Turn cards one by one, or see all of them from the start."
)
@click.option("--layout", "--board", "board", type=LAYOUT, help=f"The board; {DEFAULT_BOARD} unless you say another.")
@click.option("--start", type=click.Choice(["free", "fixed"]), help="Choose the start yourself, or have it drawn.")
@click.option("--record", "record_file", type=FILE, help="Keep the game in this file.")
@click.option("--resume/--new", "resume", default=None, help="Go on with an unfinished game, or begin a new one.")
def play(
    code: tuple[str, ...],
    daily: bool,
    seed: str | None,
    hidden: bool | None,
    board: str | None,
    start: Starting | None,
    record_file: Path | None,
    resume: bool | None,
) -> int:
    """Play a game at the terminal: the deal of CODE, today's challenge, or that of a seed.

    Without any of these: the game that was left unfinished, else today's challenge. Every round is kept as soon as it
    is written, so nothing is lost when the terminal closes. Where input or output is no terminal, plain lines are read
    and printed.
    """
    from hashi_solver.cli.table import sitting  # noqa: PLC0415 - help must not pay for it

    at = sitting()
    wanted = _wanted(" ".join(code) or None, daily, seed, hidden, board, start)
    kept = _from_file(at, record_file, wanted, resume) if record_file else _from_shelf(at, wanted, resume)
    return 0 if kept is None else _Game(at, kept).play()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the call asks for: a deal, how it is called, and the board as it was named."""

    name: str
    board: str
    deal: Deal


def _wanted(
    code: str | None, daily: bool, seed: str | None, hidden: bool | None, board: str | None, start: Starting | None
) -> _Wanted | None:
    """The deal that the call names; None where it leaves the choice to us."""
    given = [name for name, there in (("CODE", code), ("--daily", daily), ("--seed", seed is not None)) if there]
    if len(given) > 1:
        raise InputError(f"{' and '.join(given)} name two deals; only one can be played")
    if code is not None:
        return _coded(code, hidden, board, start)
    if seed is not None:
        return _seeded(seed, hidden, board, start)
    if daily or hidden is not None or board is not None or start is not None:
        return _daily(hidden, board, start)
    return None


def _coded(code: str, hidden: bool | None, board: str | None, start: Starting | None) -> _Wanted:
    from hashi_solver.challenge import decode, encode  # noqa: PLC0415

    if start is not None:
        raise InputError("the code says how the game starts; leave out --start")
    deal = decode(code, None if board is None else load_playable_layout(board))
    if hidden is not None:
        deal = replace(deal, kind="flip" if hidden else "open")
    return _Wanted(f"Challenge {encode(deal)}", board or deal.layout.id, deal)


def _daily(hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> _Wanted:
    from hashi_solver.challenge.seeded import daily_deal, daily_number  # noqa: PLC0415

    today, board = datetime.date.today(), board or DEFAULT_BOARD
    deal = daily_deal(today, load_playable_layout(board), start or "fixed", "flip" if hidden else "open")
    return _Wanted(f"Daily No. {daily_number(today)}", board, deal)


def _seeded(seed: str, hidden: bool | None = None, board: str | None = None, start: Starting | None = None) -> _Wanted:
    from hashi_solver.challenge.seeded import deal_of_seed  # noqa: PLC0415

    board = board or DEFAULT_BOARD
    kind: Kind = "open" if hidden is False else "flip"
    name = shown(seed, MOST_NAME).replace(";", ",")
    return _Wanted(
        f"Seed {name}", board, deal_of_seed(checked_seed(seed), load_playable_layout(board), start or "free", kind)
    )


def _random() -> _Wanted:
    return _seeded("".join(secrets.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(6)))


def _new(wanted: _Wanted, path: Path | None = None) -> Kept:
    from hashi_solver.table.session import new_session  # noqa: PLC0415
    from hashi_solver.table.shelf import Kept, free_path, make_room  # noqa: PLC0415

    layout = wanted.deal.layout
    path = path or free_path(games_folder(), datetime.datetime.now(), layout.id)
    make_room(path)
    board = wanted.board if wanted.board in layout_ids() else str(Path(wanted.board).resolve())
    return Kept(path, wanted.name, board, new_session(wanted.deal))


def _from_file(at: Sitting, path: Path, wanted: _Wanted | None, resume: bool | None) -> Kept | None:
    """The game of --record: gone on with where the file is there, begun where it is not."""
    from hashi_solver.table.shelf import read_kept  # noqa: PLC0415

    if not path.exists():
        if resume:
            raise InputError("there is no such file to go on with", source=shown_path(path))
        return _new(wanted or _daily(), path)
    kept = read_kept(path)
    if kept.over:
        raise InputError("holds a finished game; give another file", source=shown_path(path))
    if wanted is not None and kept.session.deal != wanted.deal:
        raise InputError("holds a game of another deal; give another file", source=shown_path(path))
    choice = _chosen(at, [kept], resume, {"n": "begin again"})
    if isinstance(choice, str):
        return _new(wanted or _Wanted(kept.name, kept.board, kept.session.deal), path)
    return choice


def _from_shelf(at: Sitting, wanted: _Wanted | None, resume: bool | None) -> Kept | None:
    """An unfinished game, or a new one."""
    from hashi_solver.table.shelf import games  # noqa: PLC0415

    kept = games(games_folder())
    open_games = [game for game in kept if not game.over and (wanted is None or game.session.deal == wanted.deal)]
    if resume and not open_games:
        raise InputError(f"there is no unfinished game{' of this deal' if wanted else ''} to go on with")
    if wanted is not None:
        choice = _chosen(at, open_games, resume, {"n": "begin again"}) if open_games else "n"
        return _new(wanted) if isinstance(choice, str) else choice
    daily = _daily()
    played = [game for game in kept if game.over and game.session.deal == daily.deal]
    best = max((game.session.points.total for game in played), default=None)
    others = {"d": "today's challenge" + ("" if best is None else f", which you played: {best} points")}
    others["r"] = "a random deal, cards hidden"
    if not open_games and (not played or not at.patient):
        return _new(daily)
    choice = _chosen(at, open_games, resume, others, "r" if played else "d")
    return _new(_random() if choice == "r" else daily) if isinstance(choice, str) else choice


def _chosen(
    at: Sitting, unfinished: list[Kept], resume: bool | None, others: dict[str, str], usual: str = "n"
) -> Kept | str | None:
    """One of the unfinished games, or one of the other choices by its letter; None for none of them."""
    if resume:
        return unfinished[0]
    if resume is False:
        return usual
    if not at.patient:
        game = unfinished[0]
        raise InputError(f"{game.name} is unfinished ({_state_of(game)}): say --resume to go on, or --new")
    rows: list[Row] = [[("HASHI", "title")], []]
    for number, game in enumerate(unfinished[:MOST_LISTED], start=1):
        rows.append([(f"{number}  ", "strong"), (f"go on: {game.name}, {game.session.layout.name}", "")])
        rows.append([(f"   {_state_of(game)}", "dim")])
    rows += [[(f"{letter}  ", "strong"), (what, "")] for letter, what in others.items()]
    rows += [[("q  ", "strong"), ("leave", "")], []]
    first = "1" if unfinished else usual
    while True:
        try:
            answer = at.choose(rows, f"which? [{first}]").strip().lower() or first
        except EOFError:
            answer = "q"
        if answer == "q":
            return None
        if answer in others:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= min(len(unfinished), MOST_LISTED):
            return unfinished[int(answer) - 1]


def _state_of(game: Kept) -> str:
    session = game.session
    when = datetime.datetime.fromtimestamp(game.path.stat().st_mtime)
    points = session.points.total
    where = f"round {session.round} of {session.rounds}" if session.round else "at the start"
    return f"{where}, {points} point{'' if points == 1 else 's'}, left on {when:%Y-%m-%d at %H:%M}"


class _Left(Exception):  # noqa: N818 - no error: whoever plays has said quit
    """The game is left in the middle."""


class _Game:
    """The loop: ask for a line, do what it says, keep what is written."""

    def __init__(self, at: Sitting, kept: Kept) -> None:
        self.at = at
        self.kept = kept
        self.away = False  # something else than the board is on the screen

    @property
    def session(self) -> Session:
        return self.kept.session

    @property
    def heading(self) -> str:
        cards = "cards hidden" if self.session.hidden else "cards open"
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
        from hashi_solver.table.entry import command_in  # noqa: PLC0415

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
        from hashi_solver.table.entry import enter  # noqa: PLC0415

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
        from hashi_solver.table.session import news  # noqa: PLC0415

        told: list[Note] = [(_sentence(each), "finished") for each in news(self.session, after)]
        self.change(after)
        self.show("step", told)

    def turn(self) -> None:
        from hashi_solver.table.session import next_card  # noqa: PLC0415

        self.change(next_card(self.session))

    def change(self, after: Session) -> None:
        from hashi_solver.table.shelf import keep  # noqa: PLC0415

        self.kept = replace(self.kept, session=after)
        if after.phase in ("written", "over"):
            keep(self.kept)

    def command(self, command: Command) -> None:
        from hashi_solver.table import session, view  # noqa: PLC0415

        if command.name == "pass":
            self.look_at_card()
            self.step(session.pass_round(self.session))
        elif command.name == "undo":
            self.change(session.undo(self.session))
            self.show("undo")
        elif command.name == "board":
            self.show("look")
        elif command.name == "cards":
            self.page(view.cards_rows(self.session, self.at.signs))
        elif command.name == "rounds":
            self.page(view.sheet_rows(self.session))
        elif command.name == "rule":
            self.page(_rule_rows(command.argument))
        elif command.name == "help":
            self.page(_help_rows())
        elif command.name == "hint":
            self.hint(command.argument)
        elif command.name == "save":
            self.show("told", [(self.save(command.argument), "")])
        elif command.name == "quit":
            raise _Left

    def hint(self, argument: str) -> None:
        """Advice, counted in the record; Ctrl-C gives up waiting for it and not the game."""
        from hashi_solver.cli.hint import hint_lines  # noqa: PLC0415
        from hashi_solver.table.session import begun  # noqa: PLC0415
        from hashi_solver.table.shelf import keep  # noqa: PLC0415

        if argument not in ("", "1", "2", "3"):
            raise InputError("there is hint 1, what can be had; hint 2, where to look; hint 3, a turn")
        try:
            lines = hint_lines(_position(self.session), int(argument or 1))
        except KeyboardInterrupt:
            self.show("told", [("The hint is left out.", "")])
            return
        if self.session.hidden and self.session.phase == "bridges" and len(lines) > 1:
            lines.append("this is said of the whole round; undo takes the number back")
        self.kept = replace(self.kept, hints=self.kept.hints + 1)
        if begun(self.session):
            keep(self.kept)
        self.show("told", [(_sentence(line), "hint") for line in lines])

    def save(self, name: str) -> str:
        from hashi_solver.table.shelf import keep  # noqa: PLC0415

        keep(self.kept)
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
        self.at.show(self.session, self.heading, notes or [], event)

    def leave(self, code: int) -> int:
        """The game goes back on the shelf; one that is not begun leaves no trace."""
        from hashi_solver.table.session import begun  # noqa: PLC0415
        from hashi_solver.table.shelf import keep  # noqa: PLC0415

        if not begun(self.session):
            click.echo("\nNothing is written yet, so nothing is kept.")
            return code
        keep(self.kept)
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
        points = self.session.points
        self.show("end")
        if not self.at.patient:
            lines = breakdown_lines(points, self.session.position)
            total = f"total               {points.total:>4}  {title(points.total)}"
            rows: list[Row] = [[(line, "")] for line in (*lines, total)]
            self.at.tell([[], *rows, []])
        try:
            self.at.tell(_possible(self.session))
        except KeyboardInterrupt:
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
        from hashi_solver.cli.review import review  # noqa: PLC0415

        click.echo()
        click.get_current_context().invoke(review, records=(self.kept.path,), wants_fair=False)
        if self.session.hidden:
            click.echo(f"\nHow much of it was luck: hashi review --fair {shlex.quote(str(self.kept.path))}")


def _possible(session: Session) -> list[Row]:
    """What the cards allowed, and what it is worth to have reached so much of it."""
    with interrupts_wait():
        from hashi_solver.challenge import challenge_of, encode  # noqa: PLC0415
        from hashi_solver.solver import solve  # noqa: PLC0415
    from hashi_solver.rules import empty, with_start  # noqa: PLC0415
    from hashi_solver.targets import MEDALS  # noqa: PLC0415

    deal, start, total = session.deal, session.before.start, session.points.total
    with live_status("looking at what was possible"):
        challenge = challenge_of(deal, encode(deal))
        own = best = challenge.solution
        if start is not None and deal.start is None:
            own = solve(with_start(empty(deal.game), start), deal.deck.cards)
    aims = challenge.targets
    medals = ", ".join(f"{name} {getattr(aims, name)}" for name in reversed(MEDALS))
    if total == best.score:
        proven = f"more than {best.score} was not possible: the best there was!"
    elif own.score == best.score:
        proven = f"{best.score} was possible: {title(best.score)}"
    else:
        where = f"{best.start.number}@{deal.layout.islands[best.start.island].name}"
        proven = f"{own.score} was possible from your start, {best.score} from {where}: {title(best.score)}"
    return [
        [("medal   ", "dim"), (f"{aims.medal(total) or 'none'} ({medals}; par {aims.par})", "")],
        [("proven  ", "dim"), (proven, "")],
    ]


def _position(session: Session) -> Position:
    """What somebody who plays knows: with hidden cards no more than those that were turned."""
    from hashi_solver.cli.hint import Position  # noqa: PLC0415
    from hashi_solver.rules import Written, empty, with_start  # noqa: PLC0415

    deal, state = session.deal, session.before
    first = empty(deal.game) if deal.start is None else with_start(empty(deal.game), deal.start)
    deck = deal.deck.cards
    if session.phase == "written":
        state, written = session.position, None
        if state.over:
            raise InputError("the last round is written: Enter ends the game, undo takes the last step back")
        card = None if session.hidden else deck[state.round]
    else:
        card = session.card
        written = Written(session.draft.number_on) if session.phase == "bridges" and not session.hidden else None
    if session.hidden and state.start is None:
        raise InputError("while the cards are hidden, no start is better than another for sure")
    return Position(state, first, deck, card, session.unseen, session.hidden, written)


def _file_words(kept: Kept) -> str:
    hints = "" if not kept.hints else f", with {kept.hints} hint{'' if kept.hints == 1 else 's'}"
    return f"{shown_path(kept.path)}{hints}"


def _explained(violation: Violation) -> Iterator[Note]:
    """What is wrong, and the rule in a line."""
    from hashi_solver.table.words import rule_words  # noqa: PLC0415

    yield f"{_sentence(violation.message)} ({violation.rule})", "urgent"
    words = rule_words(violation.rule)
    if words:
        yield words, "dim"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rule_rows(wanted: str) -> list[Row]:
    from hashi_solver.table.words import RULES, rule_words  # noqa: PLC0415

    words = rule_words(wanted) if wanted else None
    if wanted and words is None:
        raise InputError(f"there is no rule {shown(wanted, 20)} for a round; rule alone lists them")
    if words:
        return [[(words, "")]]
    return [[(f"{rule:<4}", "strong"), (words, "")] for rule, words in RULES.items()]


def _help_rows() -> list[Row]:
    from hashi_solver.table.entry import COMMANDS  # noqa: PLC0415

    rows: list[Row] = [
        [("5@E1 C3-E3 E1=E3", "strong"), ("  the 5 on E1, one bridge C3 to E3, two E1 to E3", "")],
        [
            ("e1", "strong"),
            ("                the card's number on E1; bridges may follow in lines of their own", ""),
        ],
        [("-", "strong"), ("                 pass the number, then the bridges", "")],
        [("Enter", "strong"), ("             when the round is written: turn the next card", "")],
        [],
    ]
    return rows + [[(f"{name:<6}", "strong"), (f"  {what}", "")] for name, what in COMMANDS.items()]
