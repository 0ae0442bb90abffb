"""The command `hashi`: it declares options, calls `app`, prints, and sets the exit code.

Each command has a file of its own, which is imported when it is called (`groups`). `declare` says how commands are
declared; `common` holds what several of them print.
"""

from __future__ import annotations

import codecs
import errno
import os
import sys
import unicodedata
from typing import TYPE_CHECKING

import click

import hashi_solver
from hashi_solver.cli.declare import examples
from hashi_solver.cli.groups import INTERRUPTED, CommandList, Entry
from hashi_solver.errors import HashiError, InputError, InternalError
from hashi_solver.loading import Library, on_demand
from hashi_solver.notation.files import shown, shown_path

if TYPE_CHECKING:
    from hashi_solver import machine
    from hashi_solver.cli import loop, screen
else:
    machine = Library("hashi_solver.machine")  # only --version needs it here

__all__ = ["hashi", "loop", "run", "screen"]

OUTPUT_FAILED = 2
PLAINLY = "hashi-plainly"  # how what cannot be encoded is printed
PLAIN_SIGNS = dict(zip(map(ord, "▁▂▃▄▅▆▇█░★☆·–—−×›"), "_.:-=+*#:*..---x>", strict=True))
PLAIN_SIGNS |= {ord("…"): "...", ord("±"): "+-", ord("→"): "->", ord("≥"): ">=", ord("≤"): "<="}
MOST_MISTAKES_SHOWN = 20

LAYOUT = {
    "list": Entry("layout.list_layouts", "List the boards that ship with hashi, and your own."),
    "show": Entry("layout.show", "Draw a board with its coordinates, flags and dotted lines."),
    "validate": Entry("layout.validate", "List what is wrong with a board: where, and by which rule."),
    "add": Entry("layout.add", "Add boards to your own, so that their ids work everywhere."),
    "remove": Entry("layout.remove", "Remove a board of your own."),
    "sheet": Entry("layout.sheet", "Print a board for a table of one to four players."),
    "generate": Entry("generate.generate", "Make new boards of the kind you want, and measure them."),
    "improve": Entry("generate.improve", "Change a board a little to make it easier or harder."),
    "analyse": Entry("lab.analyse", "Measure what perfect play and people reach on a board."),
    "compare": Entry("lab.compare", "Compare boards on the same decks."),
}
LAB = {"merge": Entry("lab.merge", "Copy the results of each STORE into OUT.")}
COMMANDS = {
    "Play": {
        "daily": Entry("challenge.daily", "Print the day's challenge, the same for everyone."),
        "challenge": Entry("challenge.challenge", "Print a challenge with par, medals and the proven best total."),
        "web": Entry("web.web", "Play in the browser."),
        "site": Entry("site.site", "Write the page of hashi web for any web space, without a server."),
        "play": Entry("play.play", "Play a game in the terminal."),
        "history": Entry("history.history", "List the games you finished: totals, medals, average, streak."),
        "share": Entry("history.share", "Sum up a game in two lines to show to others, without spoilers."),
    },
    "Look at a game": {
        "record": Entry("record.record", "Type in a finished sheet; each line is checked at once."),
        "check": Entry("check.check", "Referee a record of play: is it legal, and what did it score?"),
        "hint": Entry("hint.hint", "Give advice on the position that a record has reached."),
        "review": Entry("review.review", "Show where your points went, action by action."),
        "solve": Entry("solve.solve", "Prove the highest total that an order of cards allows."),
        "export": Entry("export.export", "Write a game as a problem for other solvers."),
    },
    "Boards": {
        "layout": Entry("", "List, draw, check, print, measure and make boards."),
        "simulate": Entry("simulate.simulate", "Show what players reach who cannot see the coming cards."),
        "lab": Entry("", "Merge the results of layout analyse from several machines."),
    },
    "This machine": {"doctor": Entry("doctor.doctor", "Check whether this machine can print, and how to mend it.")},
}


@click.group(
    cls=CommandList,
    headings=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"""Boards are named by their id (hashi layout list) or by the path of a .toml file.

{
        examples(
            "hashi daily                 today's challenge, a sheet to print",
            "hashi play                  the same in the terminal",
            "hashi check my-game.txt     was that legal, and what was it worth?",
            "hashi review my-game.txt    where did the points go?",
            "hashi solve --help          all that a command can do",
        )
    }""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, wanted: _print_versions(ctx) if wanted else None,
    help="Show the versions of hashi and of what it uses, and exit.",
)
def hashi() -> None:
    """The workshop around the board game HASHI: prove the best play, referee games, judge boards."""


@click.group(cls=CommandList, headings={"Commands": LAYOUT})
def layout() -> None:
    """List, draw, check, print, measure and make boards."""


@click.group(cls=CommandList, headings={"Commands": LAB})
def lab() -> None:
    """Merge the results of layout analyse from several machines."""


hashi.add_command(layout)
hashi.add_command(lab)


def _print_versions(ctx: click.Context) -> None:
    if ctx.resilient_parsing:
        return
    for name, version in (("hashi", hashi_solver.__version__), *machine.versions()):
        click.echo(f"{name} {version}")
    ctx.exit()


__getattr__ = on_demand(__name__, "loop", "screen")


def run() -> int:
    """Run the command; whatever goes wrong becomes one sentence on standard error and an exit code."""
    codecs.register_error(PLAINLY, _plainly)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAINLY)
    try:
        code = hashi.main(prog_name="hashi", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _say(error.format_message(), error.exit_code)
    except InternalError as error:
        return _say(f"this is a bug in hashi, please report it: {error}", error.exit_code)
    except InputError as error:
        return _say_unreadable(error)
    except HashiError as error:
        return _say(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", INTERRUPTED)
    except SystemExit:  # how click and rich leave when whoever read the output has seen enough
        return 0
    except OSError as error:
        return _output_failed(error)
    return code if isinstance(code, int) else 0


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """What to print instead of characters that the terminal does not have."""
    assert isinstance(error, UnicodeEncodeError)
    foreign = error.object[error.start : error.end]
    bare = unicodedata.normalize("NFKD", foreign.translate(PLAIN_SIGNS))
    return "".join(char if char.isascii() else "?" for char in bare if not unicodedata.combining(char)), error.end


def _output_failed(error: OSError) -> int:
    """Files that users name are looked after where they are read and written; what is left is the output itself."""
    if error.filename is not None:
        return _say(f"{shown_path(error.filename)}: {error.strerror or error}", OUTPUT_FAILED)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more at exit
    if error.errno == errno.EPIPE:  # whoever read it has seen enough
        return 0
    return _say(f"cannot write the output: {error.strerror or error}", OUTPUT_FAILED)


def _say_unreadable(error: InputError) -> int:
    """Say everything that cannot be understood, each with its line and a caret where that is known."""
    for each in error.errors[:MOST_MISTAKES_SHOWN]:
        _say(str(each), error.exit_code)
        for line in each.quote:
            click.echo(f"    {line}", err=True)
    more = len(error.errors) - MOST_MISTAKES_SHOWN
    return _say(f"and {more} more", error.exit_code) if more > 0 else error.exit_code


def _say(message: str, code: int) -> int:
    click.echo(f"hashi: {shown(' '.join(message.split()), len(message))}", err=True)  # click quotes what was typed
    return code
