"""What hashi and its printing need, whether this machine has it, and the commands that mend it."""

from __future__ import annotations

import contextlib
import importlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from hashi_solver.errors import HashiError
from hashi_solver.library import DISTRIBUTION, fonts_folder, language_codes, layout_ids, output_folder
from hashi_solver.loading import is_installed

Kind = Literal["", "library", "package", "install", "folder"]
OLDEST_PYTHON = (3, 11)
# The names under which WeasyPrint looks for each library, on any system.
LIBRARIES: dict[str, tuple[str, ...]] = {
    name: tuple(names.split())
    for name, names in {
        "GObject": "libgobject-2.0-0 gobject-2.0-0 gobject-2.0 libgobject-2.0.so.0 libgobject-2.0.0.dylib"
        " libgobject-2.0-0.dll",
        "Pango": "libpango-1.0-0 pango-1.0-0 pango-1.0 libpango-1.0.so.0 libpango-1.0.dylib libpango-1.0-0.dll",
        "PangoFT2": "libpangoft2-1.0-0 pangoft2-1.0-0 pangoft2-1.0 libpangoft2-1.0.so.0 libpangoft2-1.0.dylib"
        " libpangoft2-1.0-0.dll",
        "Fontconfig": "libfontconfig-1 fontconfig-1 fontconfig libfontconfig.so.1 libfontconfig.1.dylib"
        " libfontconfig-1.dll",
        "HarfBuzz": "libharfbuzz-0 harfbuzz harfbuzz-0.0 libharfbuzz.so.0 libharfbuzz.0.dylib libharfbuzz-0.dll",
        "harfbuzz-subset": "libharfbuzz-subset-0 harfbuzz-subset harfbuzz-subset-0.0 libharfbuzz-subset.so.0"
        " libharfbuzz-subset.0.dylib libharfbuzz-subset-0.dll",
    }.items()
}
# Where it looks on Windows, unless WEASYPRINT_DLL_DIRECTORIES names other folders.
DLL_FOLDERS = r"C:\msys64\ucrt64\bin;C:\msys64\mingw64\bin;C:\Program Files\GTK3-Runtime Win64\bin"
# Where Homebrew puts them on Macs with an ARM processor; only its own Python looks there of its own accord.
HOMEBREW = Path("/opt/homebrew/lib")
WITHOUT_SUBSET = "not found; sheets take about five times as long, and their bytes differ"
FACES = ("Inter-Regular.woff", "Inter-SemiBold.woff", "Inter-Black.woff")
PACKAGES = {"OR-Tools": "ortools", "WeasyPrint": "weasyprint", "Jinja": "jinja2", "Babel": "babel", "segno": "segno"}
INSTALLERS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("debian", "ubuntu"), "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
    (("fedora", "rhel"), "dnf install pango harfbuzz"),
    (("arch",), "pacman -S pango harfbuzz"),
    (("suse",), "zypper install libpango-1_0-0 libharfbuzz-subset0"),
    (
        ("alpine",),
        "apk add so:libgobject-2.0.so.0 so:libpango-1.0.so.0 so:libpangoft2-1.0.so.0 so:libfontconfig.so.1"
        " so:libharfbuzz.so.0 so:libharfbuzz-subset.so.0",
    ),
)
# In a process of its own: a library of the wrong kind can take Python down with it.
TRIAL = """
import sys
import weasyprint
face = sys.argv[1]
page = "<style>@font-face {font-family: Trial; src: url(%s)} p {font-family: Trial}</style><p>18 ilhas" % face
print(weasyprint.HTML(string=page).write_pdf()[:5].decode())
"""
TRIAL_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is needed: what of it was found, and what kind of thing would mend it where it is missing."""

    name: str
    ok: bool
    found: str
    mended_by: Kind = ""


def examine() -> Iterator[Check]:
    """Return every check, in the order in which it is shown."""
    wanted = ".".join(map(str, OLDEST_PYTHON))
    enough = sys.version_info >= OLDEST_PYTHON
    yield Check("Python", enough, platform.python_version() + ("" if enough else f"; hashi needs {wanted} or newer"))
    packages = [_package(shown, name) for shown, name in PACKAGES.items()]
    yield from packages
    yield from _libraries()
    yield _fonts()
    if all(check.ok for check in packages) and can_print():
        yield _trial()
    yield _catalogues()
    yield Check("boards", bool(layout_ids()), ", ".join(layout_ids()) or "none are installed", "install")
    yield _output()


def versions() -> list[tuple[str, str]]:
    """Return what an answer or a sheet depends on besides hashi, with its version; nothing is imported for that."""
    found = [_package(shown, PACKAGES[shown]) for shown in ("OR-Tools", "WeasyPrint")]
    return [("Python", platform.python_version()), *((check.name, check.found) for check in found)]


def _package(shown: str, name: str) -> Check:
    try:
        return Check(shown, True, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Check(shown, False, "not installed", "package")


def _libraries() -> Iterator[Check]:
    try:
        cffi = importlib.import_module("cffi")
    except ImportError:
        yield Check("cffi", False, "not installed, so no library can be loaded", "package")
        return
    ffi = cffi.FFI()
    add_folder = getattr(os, "add_dll_directory", None)
    if add_folder is not None:
        for folder in os.environ.get("WEASYPRINT_DLL_DIRECTORIES", DLL_FOLDERS).split(";"):
            with contextlib.suppress(OSError):
                add_folder(folder)
    for name, names in LIBRARIES.items():
        with names_of_files_only():
            found = loadable(names, ffi.dlopen)
        missing = WITHOUT_SUBSET if name == "harfbuzz-subset" else "not found"
        yield Check(name, found is not None, found or missing, "library")


def can_print() -> bool:
    """Whether WeasyPrint and the libraries are there without which there is no PDF; a few milliseconds."""
    return is_installed("weasyprint") and all(check.ok or check.name == "harfbuzz-subset" for check in _libraries())


@contextlib.contextmanager
def names_of_files_only() -> Iterator[None]:
    """Load libraries on Linux under the names of their files alone, which WeasyPrint tries as well as others.

    For every other name ctypes runs ldconfig, a compiler and two linkers: a hundred processes for the first sheet.
    """
    if sys.platform != "linux":
        yield
        return
    names = vars(importlib.import_module("ctypes.util"))  # a browser has none
    find, names["find_library"] = names["find_library"], lambda _: None
    try:
        yield
    finally:
        names["find_library"] = find


def loadable(names: tuple[str, ...], load: Callable[[str], object]) -> str | None:
    """The first of the names of a library under which the system finds it."""
    for name in names:
        try:
            load(name)
        except OSError:
            continue
        return name
    return None


def _fonts() -> Check:
    lacking = [face for face in FACES if not (fonts_folder() / face).is_file()]
    if lacking:
        return Check("font", False, f"not installed: {', '.join(lacking)}", "install")
    return Check("font", True, f"Inter in {len(FACES)} weights, bundled")


def _trial() -> Check:
    """The proof of it: one line printed with the bundled font."""
    face = (fonts_folder() / FACES[0]).as_uri()
    try:
        ran = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", TRIAL, face],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Check("a page as PDF", False, f"not done after {TRIAL_SECONDS} s")
    if ran.returncode == 0 and ran.stdout.startswith("%PDF-"):
        return Check("a page as PDF", True, "printed")
    said = ran.stderr.strip().splitlines()[-1:] or [f"WeasyPrint crashed (exit {ran.returncode})"]
    return Check("a page as PDF", False, said[0], "library")


def _catalogues() -> Check:
    try:
        languages = importlib.import_module("hashi_solver.languages")
        names = [languages.language(code).name for code in language_codes()]
    except ImportError as error:
        return Check("languages", False, f"cannot be read: {error}", "package")
    except (OSError, HashiError) as error:
        return Check("languages", False, f"cannot be read: {error}", "install")
    return Check("languages", True, ", ".join(names))


def _output() -> Check:
    folder = output_folder()
    here = folder if folder.exists() else folder.parent
    if here.is_dir() and os.access(here, os.W_OK | os.X_OK):
        return Check("output folder", True, f"{folder}/" if folder.exists() else f"{folder}/ can be made")
    return Check(
        "output folder", False, f"{here} cannot be written to; go elsewhere, or name a file with --out", "folder"
    )


def mending(checks: list[Check]) -> list[str]:
    """The commands, as few as can be, that bring what is missing."""
    kinds = {check.mended_by for check in checks if not check.ok}
    commands = []
    if "library" in kinds:
        commands.append(library_command())
    if "package" in kinds:
        commands.append(f"{sys.executable} -m pip install " + " ".join(f'"{wanted}"' for wanted in _requirements()))
    if "install" in kinds:
        commands.append(f"{sys.executable} -m pip install --force-reinstall --no-deps {DISTRIBUTION}")
    return commands


def library_command() -> str:
    """How this system installs what WeasyPrint draws with."""
    system = platform.system()
    if system == "Darwin":
        there = (HOMEBREW / "libpango-1.0.dylib").exists()
        return f"export DYLD_FALLBACK_LIBRARY_PATH={HOMEBREW}" if there else "brew install pango"
    if system == "Windows":
        return "pacman -S mingw-w64-ucrt-x86_64-pango (in an MSYS2 shell; it comes from msys2.org)"
    ids = _distribution()
    for names, command in INSTALLERS:
        if ids & set(names):
            return command if _is_root() else f"sudo {command}"
    return f"install Pango, PangoFT2 and harfbuzz-subset; on Debian that is: sudo {INSTALLERS[0][1]}"


def install_libraries() -> str:
    """Install what WeasyPrint draws with by apt-get, if that needs no password; return why not, or nothing."""
    names, command = INSTALLERS[0]
    if platform.system() != "Linux" or not (_distribution() & set(names)) or shutil.which("apt-get") is None:
        return "only apt-get is run by hashi, and this system installs in another way"
    first: list[str] = []
    if not _is_root():
        first = ["sudo", "-n"]
        if shutil.which("sudo") is None or _run(*first, "true").returncode != 0:
            return "installing needs a password here"
    apt_get = (*first, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-y", "-q")
    install = (*apt_get, "install", "--no-install-recommends", *command.split()[2:])
    ran = _run(*install)
    if ran.returncode != 0 and _run(*apt_get, "update").returncode == 0:
        ran = _run(*install)
    said = (ran.stderr or ran.stdout).strip().splitlines()[-1:] or [f"exit {ran.returncode}"]
    return "" if ran.returncode == 0 else f"apt-get could not install them: {said[0]}"


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )


def _distribution() -> set[str]:
    try:
        told = platform.freedesktop_os_release()
    except OSError:
        return set()
    return {told.get("ID", ""), *told.get("ID_LIKE", "").split()}


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _requirements() -> list[str]:
    """What hashi says that it needs, without what only its developers do."""
    try:
        wanted = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return sorted(PACKAGES.values())
    return [one.replace(" ", "") for one in wanted if "extra ==" not in one]
