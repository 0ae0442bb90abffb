"""The command `hashi`: parses, calls the rooms behind it, prints, exits.

Each file holds one command or one group of them. What is slow to import (rich, and later ortools and weasyprint) is
imported where it is used, so that help and shell completion answer at once.
"""

from __future__ import annotations

import errno
import os
import sys

import click

import hashi_solver
from hashi_solver.cli import (
    challenge,
    check,
    doctor,
    generate,
    hint,
    lab,
    layout,
    play,
    review,
    sheets,
    simulate,
    solve,
)
from hashi_solver.cli.common import INTERRUPTED
from hashi_solver.cli.declare import examples
from hashi_solver.errors import HashiError, InternalError

OUTPUT_FAILED = 2


SHELVES: dict[str, tuple[click.Command, ...]] = {
    "Something to play": (challenge.daily, challenge.challenge, play.play),
    "A game, and what became of it": (check.check, hint.hint, review.review, solve.solve),
    "Boards": (layout.layout, simulate.simulate, lab.lab),
    "This machine": (doctor.doctor,),
}


class _Shelved(click.Group):
    """Lists its commands by what they are for."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))
        for heading, commands in SHELVES.items():
            with formatter.section(heading):
                room = formatter.width - 6 - width
                formatter.write_dl([(f"{one.name or '':<{width}}", one.get_short_help_str(room)) for one in commands])


@click.group(
    cls=_Shelved,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"""Boards are named by their id (hashi layout list) or by the path of a .toml file.

{
        examples(
            "hashi daily                 today's challenge, a sheet to print",
            "hashi play                  the same at the terminal",
            "hashi check my-game.txt     was that legal, and what was it worth?",
            "hashi review my-game.txt    where did the points go?",
            "hashi solve --help          all that a command can do",
        )
    }""",
)
@click.version_option(hashi_solver.__version__, message="hashi %(version)s")
def hashi() -> None:
    """The workshop around the board game HASHI: prove the best play, referee games, judge boards."""


for _command in (command for commands in SHELVES.values() for command in commands):
    hashi.add_command(_command)
for _command in (sheets.sheet, generate.generate, lab.analyse, lab.compare):
    layout.layout.add_command(_command)


def run() -> int:
    """Run the command; whatever goes wrong becomes one sentence on standard error and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
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
    except HashiError as error:
        return _say(str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", INTERRUPTED)
    except SystemExit:  # click's way out of a closed pipe
        return OUTPUT_FAILED
    except OSError as error:
        return _output_failed(error)
    return code if isinstance(code, int) else 0


def _output_failed(error: OSError) -> int:
    """Files that users name are looked after where they are read and written; what is left is the output itself."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains once more at exit
    if error.errno == errno.EPIPE:  # whoever read it has seen enough, and knows
        return OUTPUT_FAILED
    return _say(f"cannot write the output: {error.strerror or error}", OUTPUT_FAILED)


def _say(message: str, code: int) -> int:
    click.echo(f"hashi: {' '.join(message.split())}", err=True)
    return code
