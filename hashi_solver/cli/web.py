"""`hashi web`: the page on this machine."""

from __future__ import annotations

import contextlib
import sys
import webbrowser
from typing import Annotated

import click

from hashi_solver import web as page
from hashi_solver.cli.common import remark
from hashi_solver.cli.declare import choice, command, flag, integer, text
from hashi_solver.library import language_codes


@command("hashi web", "hashi web --port 8765 --no-open")
def web(
    host: Annotated[str, text("--host", "ADDRESS", "Listen here; it must be this machine.", default="127.0.0.1")],
    port: Annotated[int, integer("--port", 0, 65535, "The port (default: 4274, or any free one).", default=0)],
    no_open: Annotated[bool, flag("--no-open", "Print the address, but open no browser.")],
    lang: Annotated[str | None, choice("--lang", language_codes(), "Language of the page (default: the browser's).")],
) -> int:
    """Play in the browser.

    Prints the address of the page and opens it. Only this machine can reach the page, and its address changes with
    every start. Games are kept in the same files as those of hashi play. Ctrl-C ends it.
    """
    address = page.server.listen(host, port)
    url = address.url if lang is None else f"{address.url}?lang={lang}"

    def ready() -> None:
        click.echo(url)
        sys.stdout.flush()
        if not no_open and not _opened(url):
            remark("No browser was found: open the address above yourself.")

    with contextlib.suppress(KeyboardInterrupt):  # this is how it ends
        page.server.serve(address, ready)
    return 0


def _opened(url: str) -> bool:
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False
