"""Opening a document with the program that the system uses for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hashi_solver.errors import InputError
from hashi_solver.notation.files import shown_path

SECONDS = 3  # after which a viewer that has not complained is running
OPENERS = {"darwin": "open", "win32": "explorer"}


def open_document(path: Path) -> None:
    """Show a document; InputError where no program can."""
    opener = shutil.which(OPENERS.get(sys.platform, "xdg-open"))
    if opener is None or not _shown_by(opener, path):
        raise InputError("no program on this machine could open it; open it yourself", source=shown_path(path))


def _shown_by(opener: str, path: Path) -> bool:
    quiet = subprocess.DEVNULL
    try:
        viewer = subprocess.Popen(  # it outlives this program
            [opener, os.path.abspath(path)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True
        )
        return viewer.wait(SECONDS) == 0 or sys.platform == "win32"  # explorer always returns 1
    except subprocess.TimeoutExpired:
        return True
    except OSError:
        return False
