"""Everything that has to hold before a release, tried: a table of what was found, and the package in dist/.

The package is built twice, looked at, and installed for every Python of this machine, where every command is run. All
of it is tried, whatever fails; the exit code is 1 if anything did. More Pythons can be named as arguments.
"""

from __future__ import annotations

import contextlib
import email
import email.policy
import importlib
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from packaging.metadata import Metadata

from hashi_solver.cli.manual import shared_files
from tools import recipes, release, stranger
from tools.release import ROOT

DIST = ROOT / "dist"
LEFT_OUT = {"output/.gitkeep"}  # kept by git, of no use in an sdist
ADDED = {"PKG-INFO", ".gitignore"}  # by hatchling
SYSTEMS = (
    "x86_64-manylinux_2_28",
    "aarch64-manylinux_2_28",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
    "x86_64-pc-windows-msvc",
)
NO_COMPILER = {"CC": "no-compiler-here", "CXX": "no-compiler-here"}
SMALLEST_README = 5_000  # characters


class CheckError(Exception):
    """What a check found."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    ok: bool
    seconds: float
    found: str


@dataclass(frozen=True, slots=True)
class Built:
    wheel: Path
    sdist: Path


class Table:
    """Runs checks, and keeps what each of them found."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self._lock = threading.Lock()

    def check(self, what: str, function: Callable[[], str]) -> bool:
        """Run one check, which returns a remark or raises; return whether all is well."""
        begun = time.monotonic()
        try:
            ok, found = True, function()
        except CheckError as error:
            ok, found = False, str(error)
        except Exception as error:  # whatever it is, the others are still tried
            ok, found = False, f"{type(error).__name__}: {error}"
        row = Row(what, ok, time.monotonic() - begun, found)
        with self._lock:
            self.rows.append(row)
            print(_line(row), file=sys.stderr, flush=True)
        return ok


class Processes:
    """The processes that were started, so that none outlives this one."""

    def __init__(self) -> None:
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = threading.Lock()
        self._over = False

    def run(self, *words: str | Path, cwd: Path = ROOT, **env: str) -> str:
        """Run a command to its end; CheckError, with its last line, if it fails."""
        output = subprocess.PIPE
        with self._lock:
            if self._over:
                raise CheckError("interrupted")
            process = subprocess.Popen(
                words,
                cwd=cwd,
                env={**stranger.surroundings(Path.home()), "HOME": str(Path.home()), **env},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._running.add(process)
        said = process.communicate()[0].decode("utf-8", "replace").strip()
        with self._lock:
            self._running.discard(process)
        if process.returncode:
            lines = said.splitlines() or ["nothing was said"]
            reasons = [line for line in lines if line.startswith(stranger.WRONG)] or lines[-1:]
            raise CheckError(f"{Path(words[0]).name} ended with {process.returncode}: {'; '.join(reasons)}")
        return said

    def end(self) -> None:
        """End them all, each with those that it started."""
        with self._lock:
            self._over = True
            running = list(self._running)
            for process in running:
                with contextlib.suppress(ProcessLookupError):  # it has just ended
                    os.killpg(process.pid, signal.SIGTERM)
        for process in running:
            process.wait()


def build(processes: Processes, above: Path) -> Built:
    """Build what git keeps, and the sdist of that in another place once more; both have to be the same bytes."""
    first, again = above / "first", above / "zweite Übung"
    for name in _tracked():
        target = first / "hashi" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target, follow_symlinks=False)
    _build(processes, first / "hashi", first / "dist")
    with tarfile.open(_only(first / "dist", "*.tar.gz")) as sdist:
        sdist.extractall(again, filter="data")
    (project,) = again.iterdir()
    for path in project.rglob("*"):
        path.chmod(0o700 if path.is_dir() or path.stat().st_mode & stat.S_IXUSR else 0o600)
        os.utime(path, (1_700_000_000, 1_700_000_000))
    _build(processes, project, again / "dist", TZ="Asia/Tokyo", LC_ALL="C", PYTHONHASHSEED="7")
    for path in (first / "dist").iterdir():
        if path.read_bytes() != (again / "dist" / path.name).read_bytes():
            raise CheckError(f"{path.name} has other bytes when it is built elsewhere")
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(first / "dist", DIST)
    return Built(_only(DIST, "*.whl"), _only(DIST, "*.tar.gz"))


def look_into_wheel(wheel: Path) -> str:
    """Check that a wheel has all that git keeps for it, what is generated, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = f"{release.project()['name'].replace('-', '_')}-{release.version()}"
    wanted = set()
    for name in _tracked():
        if name.startswith(("layouts/", "templates/")):
            wanted.add(f"hashi_solver/{name}")
        elif name.startswith("hashi_solver/") and not name.endswith(".pot"):
            wanted.add(f"{name[:-3]}.mo" if name.endswith(".po") else name)
    wanted |= {f"{info}.data/data/share/{name}" for name in shared_files()}
    licences = release.project()["license-files"]
    wanted |= {f"{info}.dist-info/licenses/{name}" for name in licences}
    wanted |= {f"{info}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")}
    expect_equal(names, wanted)
    return f"{len(names)} files, {wheel.stat().st_size / 1e6:.1f} MB"


def look_into_sdist(sdist: Path) -> str:
    """Check that an sdist has all that git keeps, and nothing else."""
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    expect_equal(names - ADDED, set(_tracked()) - LEFT_OUT - ADDED)
    return f"{len(names)} files, {sdist.stat().st_size / 1e6:.1f} MB"


def look_at_readme(built: Built) -> str:
    """Check the metadata as a package index does, render the README, and follow its links into the sdist."""
    data = _metadata(built.wheel)
    metadata = Metadata.from_email(data, validate=True)
    text = str(email.message_from_bytes(data, policy=email.policy.default).get_content())
    page = importlib.import_module("readme_renderer.markdown").render(text)  # only a release needs it
    if page is None or len(page) < SMALLEST_README:
        raise CheckError("the README does not render as Markdown")
    targets = set(re.findall(r'(?:href|src)="([^"#]+)', page))
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    address, tag = re.escape(release.address()), re.escape(f"v{metadata.version}")
    inside = re.compile(rf"{address}/(?:blob|raw)/{tag}/(.+)")
    dead = [one for one in targets if not ((link := inside.fullmatch(one)) and link[1] in names)]
    if dead:
        raise CheckError(f"the README links to {', '.join(sorted(dead))}")
    pictures = len(re.findall("<img ", page))
    if not pictures:
        raise CheckError("the README shows no picture")
    return f"{len(targets)} links, {pictures} pictures"


def wheels_everywhere(processes: Processes, version: str) -> str:
    """Check that all that hashi needs can be had for a Python without a compiler: the newest, and what is pinned."""
    uv = Path(sys.executable).with_name("uv")
    for system in SYSTEMS:
        for pins in ((), ("--constraints", "constraints.txt")):
            options = ("--quiet", "--only-binary", ":all:", "--python-version", version, "--python-platform", system)
            processes.run(uv, "pip", "compile", *options, *pins, "--extra", "cluster", "pyproject.toml")
    return f"for {len(SYSTEMS)} systems, with extras"


def install_and_run(processes: Processes, python: str, package: Path, above: Path) -> str:
    """Install a package into a bare environment, as a stranger does, and run every command."""
    processes.run(python, "-m", "venv", above / "environment")
    inside = above / "environment" / "bin"
    processes.run(inside / "python", "-m", "pip", "install", "--quiet", package, cwd=above, **NO_COMPILER)
    processes.run(inside / "python", "-m", "pip", "check", cwd=above)
    said = processes.run(
        inside / "python", "-P", "-W", "error", "-c", "import hashi_solver as h; print(h.__file__)", cwd=above
    )
    if not said.startswith(str(above)):
        raise CheckError(f"the library is taken from {said}")
    processes.run(inside / release.project()["name"], "--version", cwd=above)
    said = processes.run(sys.executable, "-m", "tools.stranger", inside / "hashi", TMPDIR=str(above))
    return f"{said.count('ok ')} commands"


def write_bill(processes: Processes, wheel: Path, above: Path) -> str:
    """Write what a wheel brings with it, in the versions it is tested with, as CycloneDX."""
    python, target = above / "bin" / "python", DIST / "hashi.cdx.json"
    processes.run(sys.executable, "-m", "venv", "--without-pip", above)
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--constraint", "constraints.txt")
    processes.run(*pip, wheel)
    options = ("--output-reproducible", "--mc-type", "application", "--pyproject", ROOT / "pyproject.toml")
    processes.run(sys.executable, "-m", "cyclonedx_py", "environment", *options, "--output-file", target, python)
    bill = json.loads(target.read_text("utf-8"))
    bill["metadata"]["component"]["version"] = release.version()  # pyproject.toml leaves it to the package
    target.write_text(json.dumps(bill, indent=2) + "\n", "utf-8")
    parts = {part["name"].lower(): part for part in bill["components"]}
    lacking = {re.split(r"[^\w-]", one)[0] for one in release.project()["dependencies"]} - parts.keys()
    if lacking:
        raise CheckError(f"the bill does not name {', '.join(sorted(lacking))}")
    if str(above) in target.read_text("utf-8"):
        raise CheckError(f"the bill names {above}")
    return f"{len(parts)} parts in {target.name}"


def write_recipes(processes: Processes, built: Built) -> str:
    """Fill in the recipes, and have what there is here read them: bash, ruby and makepkg."""
    written = {path.name: path for path in recipes.write(built.sdist, DIST / "recipes")}
    shutil.make_archive(str(DIST / "recipes"), "zip", DIST / "recipes")
    unfilled = [name for name, path in written.items() if recipes.PLACE.search(path.read_text("utf-8"))]
    if unfilled:
        raise CheckError(f"not filled in: {', '.join(unfilled)}")
    read = ["bash"]
    processes.run("bash", "-n", written["PKGBUILD"])
    if shutil.which("ruby"):
        processes.run("ruby", "-c", *(path for name, path in written.items() if name.endswith(".rb")))
        read.append("ruby")
    if shutil.which("makepkg") and os.geteuid():  # it refuses to be root
        said = processes.run("makepkg", "--printsrcinfo", cwd=written["PKGBUILD"].parent)
        if said != written[".SRCINFO"].read_text("utf-8").strip():
            raise CheckError(".SRCINFO is not that of the PKGBUILD")
        read.append("makepkg")
    return f"{len(written)} files, read by {', '.join(read)}"


def look_at_workflows(processes: Processes) -> str:
    zizmor = Path(sys.executable).with_name("zizmor")
    processes.run(zizmor, "--offline", "--quiet", "--strict-collection", "--persona", "pedantic", ".github")
    return "zizmor finds nothing"


def agreement() -> str:
    wrong = release.disagreements()
    if wrong:
        raise CheckError("; ".join(wrong))
    return f"{release.version()} at {release.address()}"


def _tracked() -> list[str]:
    ran = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise CheckError("this is no checkout: git does not say which files belong to hashi")
    return [name for name in ran.stdout.split("\0") if name]


def _build(processes: Processes, project: Path, folder: Path, **env: str) -> None:
    words = ("-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder))
    processes.run(sys.executable, *words, cwd=project, **env)


def _only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def _metadata(wheel: Path) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return archive.read(name)


def expect_equal(names: set[str], wanted: set[str]) -> None:
    """Refuse files that do not belong there, or are missing."""
    if foreign := names - wanted:
        raise CheckError(f"{len(foreign)} files do not belong there: {', '.join(sorted(foreign)[:5])}")
    if lacking := wanted - names:
        raise CheckError(f"{len(lacking)} files are missing: {', '.join(sorted(lacking)[:5])}")


def _pythons(processes: Processes, others: list[str]) -> list[tuple[str, str]]:
    """Return the version and the path of each Python to install for, oldest first."""
    lines = processes.run("sh", "tools/pythons.sh").splitlines()
    found = [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]
    ask = "import platform; print(platform.python_version())"
    return found + [(processes.run(path, "-c", ask), path) for path in others]


def _line(row: Row) -> str:
    return f"{'ok' if row.ok else 'FAILED':<8}{row.what:<36}{row.seconds:6.0f} s  {row.found}"


def try_all(table: Table, processes: Processes, above: Path, others: list[str]) -> None:
    built: list[Built] = []

    def build_it() -> str:
        built.append(build(processes, above))
        changed = processes.run("git", "status", "--porcelain", "--untracked-files=no")
        return "the same bytes twice" + (", WITH CHANGES THAT ARE NOT COMMITTED" if changed else "")

    table.check("version, changelog, citation agree", agreement)
    table.check("workflows", lambda: look_at_workflows(processes))
    if not table.check("wheel and sdist", build_it):
        return
    package = built[0]
    table.check("what is in the wheel", lambda: look_into_wheel(package.wheel))
    table.check("what is in the sdist", lambda: look_into_sdist(package.sdist))
    table.check("README on a package index", lambda: look_at_readme(package))
    table.check("recipes", lambda: write_recipes(processes, package))
    pythons: list[tuple[str, str]] = []

    def look_for_pythons() -> str:
        pythons.extend(_pythons(processes, others))
        here = ", ".join(version for version, _ in pythons)
        tried = {version.rpartition(".")[0] for version, _ in pythons}
        missing = ", ".join(version for version in release.pythons() if version not in tried)
        return f"{here}; NOT HERE, SO NOT TRIED: {missing}" if missing else here

    table.check("Pythons", look_for_pythons)
    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        running: list[Future[bool]] = []
        for version, python in pythons:
            for kind, path in (("wheel", package.wheel), ("sdist", package.sdist)):
                place = above / f"{kind} für {version}"
                place.mkdir()
                run = partial(install_and_run, processes, python, path, place)
                running.append(pool.submit(table.check, f"{kind} on Python {version}", run))
        for version in release.pythons():
            run = partial(wheels_everywhere, processes, version)
            running.append(pool.submit(table.check, f"no compiler on Python {version}", run))
        running.append(pool.submit(table.check, "SBOM", lambda: write_bill(processes, package.wheel, above / "bill")))
        try:
            wait(running)
        except KeyboardInterrupt:
            processes.end()
            pool.shutdown(cancel_futures=True)
            raise


def main(others: list[str]) -> int:
    table, processes = Table(), Processes()
    begun = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="hashi release é ", ignore_cleanup_errors=True) as above:
        try:
            try_all(table, processes, Path(above), others)
        except KeyboardInterrupt:
            processes.end()
            print("release-check: interrupted", file=sys.stderr)
            return 130
        print()
        for row in table.rows:
            print(_line(row))
        failed = sum(not row.ok for row in table.rows)
        seconds = time.monotonic() - begun
        print(f"\n{len(table.rows) - failed} of {len(table.rows)} are well; {seconds:.0f} s", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
