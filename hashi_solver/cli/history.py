"""`hashi history` and `hashi share`: finished games."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import click

from hashi_solver import app, documents, drawing, views
from hashi_solver.challenge.seeded import number_of
from hashi_solver.cli.common import kept_challenges, print_blocks, print_json, remark, takes_unicode, working
from hashi_solver.cli.declare import FILE, Json, argument, command, file, flag
from hashi_solver.errors import InputError
from hashi_solver.notation.files import read_text, shown_path, write_text


@command("hashi history", "hashi history --json", "hashi history --export my-games.json")
def history(
    medals: Annotated[bool, flag("--medals", "Work out the medals of all games, however long it takes.")],
    no_streak: Annotated[bool, flag("--no-streak", "Leave out the streak of days.")],
    export: Annotated[Path | None, file("--export", "Write the games to this file, for another machine.")],
    take: Annotated[Path | None, file("--import", "Add the games of a file that --export wrote.")],
    as_json: Json,
) -> int:
    """List the games you finished: totals, medals, average, streak.

    Works out medals that are not known yet, for ten games at most; with --medals, for all of them. Games that you
    played again from some round are listed, but do not count.
    """
    if take is not None:
        games = documents.history.games_of_history(read_text(take), shown_path(take))
        taken = app.history.take_over(games)
        remark(f"{taken.new} added, {taken.known} already known")
        for sentence in taken.refused:
            remark(f"refused: {sentence}")
        if taken.refused:
            return 2
    results = app.history.results()
    most = None if medals else app.history.MOST_WORKED_OUT
    with working("looking for medals") as (stop, tell):
        aims = app.history.targets_of(
            results, kept_challenges(), most, lambda count: tell(f"finding the medals of game {count}"), stop
        )
    view = views.history.history_view(results, aims, number_of(datetime.date.today()))
    if export is not None:
        if export.exists():
            raise InputError("already exists; name another file", source=shown_path(export))
        going_on = map(app.history.carried, app.history.unfinished())
        write_text(export, documents.base.json_text(documents.history.history_json(view, going_on)) + "\n")
        remark(f"written to {shown_path(export)}")
    elif as_json:
        print_json(documents.history.history_json(view))
    else:
        print_blocks(drawing.history.history_blocks(view, streak=not no_streak))
    return 0


@command("hashi share", "hashi share my-game.txt")
def share(record: Annotated[Path | None, argument("[FILE]", required=False, type=FILE)]) -> None:
    """Sum up a game in two lines to show to others, without spoilers.

    The game is the one in FILE, or else the one that you finished last. Its squares are the rounds, pile by pile: a
    filled square brought points, and a star completed a bonus.
    """
    results = [app.history.result_in(record)] if record is not None else app.history.results()
    if not results:
        raise InputError("you have finished no game yet; hashi play begins one")
    with working("finding the medals") as (stop, _):
        aims = app.history.targets_of(results[:1], kept_challenges(), stop=stop)
    view = views.history.share_view(results[0], aims.get(results[0].code))
    click.echo("\n".join(drawing.history.share_lines(view, takes_unicode())))
