"""Runs every command of an installed hashi as a stranger does: elsewhere, in a folder with blanks and accents.

python -m tools.stranger COMMAND...    such as `hashi`, or `python -m hashi_solver`; it needs nothing but Python
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs" / "examples" / "anna.txt"
PARTS = ROOT / "tools" / "site" / "node_modules"
FOLDER = "Übung à la żółw"
DAY = "2026-11-20"
WRONG = "WRONG"
SECONDS = 600  # for one command, on a machine that is busy


@dataclass(frozen=True, slots=True)
class Call:
    """One call: its words, what its output says, what it writes, what is typed, and how it may end."""

    words: str
    says: str
    writes: str = ""
    typed: str = ""
    exits: tuple[int, ...] = (0,)


# A later line uses what an earlier one wrote. Words in quotes are one word.
CALLS = (
    Call("--version", "OR-Tools"),
    Call("--help", "daily"),
    Call("doctor", "WeasyPrint", exits=(0, 1)),
    Call(f"daily --date {DAY}", "proven", "output/hashi-*-side-a.*"),
    Call(f"daily --date {DAY} --html --lang pl --out Łąka.html", "proven", "Łąka.html"),
    Call("challenge --seed Żółw --kind flip --style text --out żółw.txt", "proven", "żółw.txt"),
    Call("play --seed tuesday --record Spiel.txt", "Side A", typed="quit\n"),
    Call(f"record --date {DAY} --player Zoë", "17. -", typed="-\n" * 17),
    Call("history", "Daily"),
    Call("share", "Hashi No."),
    Call("check anna.txt --report Urteil.html", "legal", "Urteil.html"),
    Call("hint T4V02-T30QV-JVM9F", "56"),
    Call("review anna.txt", "round"),
    Call("solve anna.txt", "proven"),
    Call("export anna.txt --format mzn --out żółw.mzn", "problem", "żółw.mzn"),
    Call("layout list", "Side A"),
    Call("layout show reef", "A"),
    Call("layout sheet reef --html --out Insel.html", "Insel", "Insel.html"),
    Call("layout validate 'mein Brett.toml'", "valid"),
    Call("layout add 'mein Brett.toml'", "mine"),
    Call("layout analyse mine --decks 2 --store maß.sqlite", "2 decks", "maß.sqlite"),
    Call("layout compare side-a mine --decks 2", "2 decks"),
    Call("layout remove mine", "mine"),
    Call("layout generate --time-limit 1 --count 1", "boards", exits=(0, 1)),
    Call("layout improve side-a --difficulty 3 --time-limit 1", "boards", exits=(0, 1)),
    Call("lab merge alles.sqlite maß.sqlite", "results", "alles.sqlite"),
    Call("simulate --games 4 --player random --svg Kurve.svg", "4 games", "Kurve.svg"),
)
WEB = "web --no-open"
SITE = f"site --out Seite --days 1 --from {DAY} --boards side-a"


@dataclass(frozen=True, slots=True)
class Ran:
    """A call that was made: how long it took, and what was wrong, if anything was."""

    words: str
    seconds: float
    wrong: str


def every_command(hashi: Sequence[str], above: Path) -> Iterator[Ran]:
    """Run every command in a new folder below `above`."""
    folder = above / FOLDER
    folder.mkdir(parents=True)
    shutil.copy(RECORD, folder)
    board = (ROOT / "layouts" / "reef.toml").read_text("utf-8").replace('"reef"', '"mine"')
    (folder / "mein Brett.toml").write_text(board, "utf-8")
    if PARTS.is_dir():
        site = Call(f"{SITE} --parts PARTS", "files", "Seite/sw.js")
    else:
        site = Call(f"{SITE} --parts nowhere", "npm install", exits=(2,))
    for call in (*CALLS, site):
        begun = time.monotonic()
        wrong = _wrong(hashi, call, folder)
        yield Ran(call.words, time.monotonic() - begun, wrong)
    begun = time.monotonic()
    wrong = _wrong_with_server(hashi, folder)
    yield Ran(WEB, time.monotonic() - begun, wrong)


def surroundings(folder: Path) -> dict[str, str]:
    """Return the environment of somebody else: own files below `folder`, and nothing that leads Python elsewhere."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "HASHI_"))}
    home = str(folder / "home für mich")
    return {**kept, "HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "PYTHONNOUSERSITE": "1", "COLUMNS": "100"}


def _wrong(hashi: Sequence[str], call: Call, folder: Path) -> str:
    words = [str(PARTS) if word == "PARTS" else word for word in shlex.split(call.words)]
    try:
        ran = subprocess.run(
            [*hashi, *words],
            cwd=folder,
            env=surroundings(folder),
            input=call.typed.encode(),
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    said = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    last = (said.strip().splitlines() or ["nothing was said"])[-1]
    if "Traceback" in said or ran.returncode not in call.exits:
        return f"exit {ran.returncode}: {last}"
    if call.says not in said:
        return f"does not say {call.says!r}: {last}"
    if call.writes and not [path for path in folder.glob(call.writes) if path.stat().st_size]:
        return f"does not write {call.writes}"
    return ""


def _wrong_with_server(hashi: Sequence[str], folder: Path) -> str:
    errors = folder / "errors.txt"
    with errors.open("wb") as file:
        server = subprocess.Popen(
            [*hashi, *shlex.split(WEB)],
            cwd=folder,
            env=surroundings(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=file,
        )
    too_late = threading.Timer(SECONDS, server.kill)
    too_late.start()
    try:
        assert server.stdout is not None
        address = server.stdout.readline().decode().strip()
        if not address.startswith("http://127.0.0.1:"):
            return f"no address: {errors.read_text('utf-8', 'replace').strip()}"
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with direct.open(address, timeout=60) as answer:
            return "" if b"<title>" in answer.read() else "the page is none"
    except OSError as error:
        return str(error)
    finally:
        too_late.cancel()
        server.terminate()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def main(hashi: Sequence[str]) -> int:
    if not hashi:
        print(__doc__, file=sys.stderr)
        return 2
    bad = 0
    with tempfile.TemporaryDirectory(prefix="stranger-", ignore_cleanup_errors=True) as above:
        for ran in every_command(hashi, Path(above)):
            bad += bool(ran.wrong)
            says = f"{WRONG if ran.wrong else 'ok':<6}{ran.seconds:6.1f} s  hashi {ran.words}"
            print(f"{says}: {ran.wrong}" if ran.wrong else says, flush=True)
    print(f"{bad} commands went wrong" if bad else "every command does what it should")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
