"""`hashi site`: the page as a folder of files, for any web space."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from hashi_solver import app
from hashi_solver.cli.common import kept_challenges, working
from hashi_solver.cli.declare import Workers, choice, command, file, integer, text
from hashi_solver.library import language_codes
from hashi_solver.notation.files import expect_writable, shown_path
from hashi_solver.web.tab.parts import find_parts
from hashi_solver.web.tab.publish import expect_ours, publish

MOST_DAYS = 1100  # three years


@command("hashi site --out public", "hashi site --out public --days 366 --from 2026-12-01 --title 'Our club'")
def site(
    out: Annotated[
        Path, file("--out", "The folder to write; one that holds a site already is renewed.", required=True)
    ],
    days: Annotated[int, integer("--days", 0, MOST_DAYS, "How many days get par and medals.", default=366)],
    first: Annotated[str | None, text("--from", "2026-12-01", "The first of these days (default: today).")],
    boards: Annotated[str, text("--boards", "side-a,side-b", "The boards (default: all that ship).", default="")],
    title: Annotated[str, text("--title", "TEXT", "The name of the site.", default="HASHI")],
    lang: Annotated[str | None, choice("--lang", language_codes(), "The language (default: each browser's own).")],
    parts: Annotated[Path | None, file("--parts", "The node_modules with Python and CP-SAT for the browser.")],
    workers: Workers,
) -> None:
    """Write the page of hashi web for any web space, without a server.

    Python and the solver run in the visitor's browser, after the first visit without a network as
    well. Run the same command again to renew the site, or to resume after Ctrl-C; visitors keep
    their games.
    """
    found = find_parts(parts)
    expect_ours(out)
    expect_writable(out)
    plan = app.site.planned(days, first, [each.strip() for each in boards.split(",") if each.strip()])
    with working("solving") as (stop, tell):
        challenges = app.site.challenges_of(
            plan,
            workers=workers,
            kept=kept_challenges(resumable=True),
            on_progress=lambda done: tell(f"{done} of {len(plan.days)} days solved"),
            stop=stop,
        )
        tell("writing")
        written = publish(out, plan, challenges, found, title, lang or "")
    click.echo(
        f"{shown_path(out)}: {written.files} files, {written.size / 1e6:.1f} MB, {len(plan.days)} days, "
        f"{len(plan.boards)} boards; {written.new} files are new or changed"
    )
