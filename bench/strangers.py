"""Solve files of the benchmark with solvers that others wrote, and have every answer checked by verify.py.

    python -m bench.instances --out games t1          write the files
    python3 bench/strangers.py games                  solve them with what is on PATH

Needs Python and some of these: clasp (reads .opb and .wcnf), minizinc with Gecode or Chuffed (reads .mzn), the Python
package ortools (reads .txt). Debian has clasp and minizinc. With --npm FOLDER, where `npm install minizinc` was called,
its Chuffed runs in a browser, by the Python package playwright. Nothing of hashi is used.

Prints what each solver reached: `32` is proven, `32+` was found before the time ran out, `-` is nothing. Exit code 1 if
the checker refuses an answer, or if two solvers prove different totals.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

VERIFY = Path(__file__).with_name("verify.py")
PATIENCE = 20  # seconds beyond its limit before a program is ended
CHROMIUM = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
PAGE = b"<!doctype html><script src=minizinc.js></script>"
CP_SAT = """
import sys
from ortools.sat.python import cp_model
model, solver = cp_model.CpModel(), cp_model.CpSolver()
with open(sys.argv[1]) as file:
    assert model.proto.parse_text_format(file.read())
solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, float(sys.argv[2])
print(solver.status_name(solver.solve(model)))
print(solver.response_proto)
"""
ASK = """async ([text, solver, limit]) => {
  const model = new MiniZinc.Model();
  model.addFile('game.mzn', text);
  const solving = model.solve({options: {solver, 'time-limit': limit, 'free-search': true}});
  let last = '';
  solving.on('solution', found => { last = found.output.default; });
  try {
    return [(await solving).status, last];
  } catch (error) {
    return [error.message ?? 'ended', last];
  }
}"""


class Said(NamedTuple):
    """What a solver printed, and whether it says that nothing better exists."""

    text: str
    proven: bool


Solve = Callable[[Path, float], Said]


class Solver(NamedTuple):
    name: str
    ending: str  # of the files that it reads
    solve: Solve


def program(call: Callable[[Path, float], list[str]], proof: str) -> Solve:
    """Return a solver that is a program: how it is called, and what it prints when it has proven its last answer."""

    def solve(path: Path, seconds: float) -> Said:
        try:
            ran = subprocess.run(
                call(path, seconds),
                capture_output=True,
                text=True,
                timeout=seconds + PATIENCE,
                check=False,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return Said("", False)
        return Said(ran.stdout, proof in ran.stdout)

    return solve


def clasp(path: Path, seconds: float) -> list[str]:
    return ["clasp", f"--time-limit={round(seconds)}", str(path)]


def minizinc(name: str, path: Path, seconds: float) -> list[str]:
    return ["minizinc", "--solver", name, "--time-limit", str(round(1000 * seconds)), str(path)]


def cp_sat(path: Path, seconds: float) -> list[str]:
    return [sys.executable, "-c", CP_SAT, str(path), str(seconds)]


def on_this_machine() -> Iterator[Solver]:
    """Yield the solvers that are installed."""
    if shutil.which("clasp"):
        for ending in (".opb", ".wcnf"):
            yield Solver(f"clasp {ending}", ending, program(clasp, "s OPTIMUM FOUND"))
    if shutil.which("minizinc"):
        there = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=True).stdout.lower()
        for name in ("gecode", "chuffed"):
            if f"org.{name}.{name}" in there:
                yield Solver(f"{name} .mzn", ".mzn", program(functools.partial(minizinc, name), "=========="))
    if importlib.util.find_spec("ortools"):
        yield Solver("cp-sat .txt", ".txt", program(cp_sat, "OPTIMAL"))


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, and in front of it a page that loads MiniZinc."""

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""

    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)


@contextmanager
def in_a_browser(folder: Path) -> Iterator[Solve]:
    """Chuffed as the npm package of MiniZinc has it, compiled for browsers."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only for this

    serve = functools.partial(Files, directory=str(folder / "node_modules" / "minizinc" / "dist"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(CHROMIUM))
        page = browser.new_page()
        page.set_default_timeout(0)
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")

        def solve(path: Path, seconds: float) -> Said:
            status, text = page.evaluate(ASK, [path.read_text(encoding="utf-8"), "chuffed", round(1000 * seconds)])
            return Said(text, status == "OPTIMAL_SOLUTION")  # or another status, or why it ended

        yield solve
        browser.close()
        server.shutdown()


def checked(problem: Path, said: Said) -> tuple[int | None, str]:
    """Return the points of an answer, or None and why the checker takes none."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as answer:
        answer.write(said.text)
        answer.flush()
        ran = subprocess.run(
            [sys.executable, str(VERIFY), str(problem), answer.name], capture_output=True, text=True, check=False
        )
    points = ran.stdout.partition(" points: ")[0]
    return (int(points), "") if ran.returncode == 0 else (None, ran.stdout + ran.stderr)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="the files that bench.instances wrote")
    parser.add_argument("--games", default="", metavar="NAME", help="only games whose names begin so")
    parser.add_argument("--seconds", type=float, default=60, help="for each game and solver (default: 60)")
    parser.add_argument("--only", nargs="*", metavar="SOLVER", help="clasp, gecode, chuffed, cp-sat (default: all)")
    parser.add_argument("--npm", type=Path, metavar="FOLDER", help="where npm installed minizinc")
    options = parser.parse_args()
    wrong = 0
    with ExitStack() as stack:
        solvers = list(on_this_machine())
        if options.npm is not None:
            solvers.append(Solver("chuffed npm", ".mzn", stack.enter_context(in_a_browser(options.npm))))
        if options.only:
            solvers = [solver for solver in solvers if solver.name.split()[0] in options.only]
        games = sorted({path.stem for path in options.folder.iterdir() if path.stem.startswith(options.games)})
        if not solvers or not games:
            print("strangers: nothing to do: no solver is installed, or the folder has no such game", file=sys.stderr)
            return 2
        print(f"| game | {' | '.join(solver.name for solver in solvers)} |")
        print(f"| --- |{' --- |' * len(solvers)}", flush=True)
        for game in games:
            cells, proofs, best = [], set(), 0
            for solver in solvers:
                path = options.folder / f"{game}{solver.ending}"
                if not path.exists():
                    cells.append("")
                    continue
                began = time.monotonic()
                said = solver.solve(path, options.seconds)
                took = time.monotonic() - began
                points, refusal = checked(path, said)
                if points is None:
                    cells.append(f"- ({took:.1f} s)")
                    if said.proven or "not a solution" in refusal:
                        wrong += 1
                        print(f"{solver.name}, {game}: {refusal.strip()}", file=sys.stderr)
                    continue
                best = max(best, points)
                if said.proven:
                    proofs.add(points)
                cells.append(f"{points}{'' if said.proven else '+'} ({took:.1f} s)")
            if len(proofs) > 1 or (proofs and best > min(proofs)):
                wrong += 1
                print(f"{game}: the solvers contradict each other", file=sys.stderr)
            print(f"| {game} | {' | '.join(cells)} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
