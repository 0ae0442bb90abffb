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
from hashi_solver.errors import HashiError, InternalError

INTERRUPTED = 130
OUTPUT_FAILED = 2


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Boards are named by their id (hashi layout list) or by the path of a .toml file.",
)
@click.version_option(hashi_solver.__version__, message="hashi %(version)s")
def hashi() -> None:
    """The workshop around the board game HASHI: prove the best play, referee games, judge boards."""


hashi.add_command(challenge.challenge)
hashi.add_command(challenge.daily)
hashi.add_command(check.check)
hashi.add_command(doctor.doctor)
hashi.add_command(hint.hint)
hashi.add_command(lab.lab)
hashi.add_command(layout.layout)
layout.layout.add_command(lab.analyse)
layout.layout.add_command(lab.compare)
layout.layout.add_command(generate.generate)
layout.layout.add_command(sheets.sheet)
hashi.add_command(play.play)
hashi.add_command(review.review)
hashi.add_command(simulate.simulate)
hashi.add_command(solve.solve)


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
