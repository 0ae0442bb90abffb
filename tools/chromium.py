"""A real browser and a `hashi web` to visit, for tests, benches and pictures."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Playwright

TOP = Path(__file__).resolve().parent.parent
CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(playwright: Playwright) -> Browser:
    """Start Debian's Chromium."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


@contextmanager
def served(*options: str, folder: Path | None = None) -> Iterator[str]:
    """The address of a page; in a folder of its own it has nothing kept from before."""
    names = ("XDG_CACHE_HOME", "XDG_DATA_HOME", "HASHI_BOARDS") if folder else ()
    environment = {**os.environ, "PYTHONPATH": str(TOP), **dict.fromkeys(names, str(folder))}
    command = [sys.executable, "-m", "hashi_solver", "web", "--no-open", *options]
    with subprocess.Popen(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        try:
            yield ran.stdout.readline().strip()
        finally:
            ran.send_signal(2)
            ran.wait(20)
