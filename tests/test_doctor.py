"""`hashi doctor` on machines that lack something."""

from __future__ import annotations

import importlib
import json
import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import weasyprint

from hashi_solver import machine
from tests.command import ROOT, hashi, inside, stranger


def verdicts(checks: list[machine.Check]) -> dict[str, bool]:
    return {check.name: check.ok for check in checks}


class Loader:
    """A system on which some libraries cannot be found."""

    def __init__(self, *hidden: str) -> None:
        self.hidden = hidden

    def FFI(self) -> Loader:  # noqa: N802 - as cffi calls it
        return self

    def dlopen(self, name: str) -> None:
        if any(name in machine.LIBRARIES[library] for library in self.hidden):
            raise OSError(name)


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch) -> Any:
    def hide(*libraries: str) -> None:
        monkeypatch.setitem(sys.modules, "cffi", Loader(*libraries))

    return hide


def on(monkeypatch: pytest.MonkeyPatch, system: str, **release: str) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: release)
    monkeypatch.setattr(machine, "_is_root", lambda: False)


def test_libraries_are_looked_for_under_the_names_that_weasyprint_uses() -> None:
    source = (Path(weasyprint.__file__).parent / "text" / "ffi.py").read_text()
    for names in machine.LIBRARIES.values():
        for name in names:
            assert f"'{name}'" in source


def test_a_machine_that_has_everything(tmp_path: Path) -> None:
    ran = stranger("doctor", "--json")
    told = json.loads(ran.stdout)
    assert told["format"] == "hashi-doctor/1"
    assert ran.returncode == (0 if told["ok"] else 1)
    assert told["ok"] is all(check["ok"] for check in told["checks"])
    assert bool(told["mend"]) is not told["ok"]
    assert ran.stderr == ""


def test_without_pango_nothing_is_tried_and_apt_mends_it(hide: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hide("Pango", "PangoFT2")
    on(monkeypatch, "Linux", ID="ubuntu", ID_LIKE="debian")
    ran = hashi("doctor")
    assert ran.code == 1
    assert "missing  Pango            not found" in ran.out
    assert "a page as PDF" not in ran.out
    command = "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
    assert ran.out.endswith(f"\nThis mends it:\n  {command}\n")
    assert json.loads(hashi("doctor", "--json").out)["mend"] == [command]


def test_without_the_subset_library_sheets_are_still_printed(hide: Any) -> None:
    hide("harfbuzz-subset")
    told = verdicts(list(machine.examine()))
    assert not told["harfbuzz-subset"]
    assert told["a page as PDF"]


@pytest.mark.parametrize(
    ("system", "release", "command"),
    [
        ("Linux", {"ID": "debian"}, "sudo apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
        ("Linux", {"ID": "linuxmint", "ID_LIKE": "ubuntu debian"}, "sudo apt-get install "),
        ("Linux", {"ID": "fedora"}, "sudo dnf install pango harfbuzz"),
        ("Linux", {"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "sudo dnf install pango harfbuzz"),
        ("Linux", {"ID": "slackware"}, "install Pango, PangoFT2 and harfbuzz-subset; on Debian that is: sudo apt-get"),
        ("Darwin", {}, "brew install pango"),
        ("Windows", {}, "pacman -S mingw-w64-ucrt-x86_64-pango"),
    ],
)
def test_each_system_has_its_command(
    monkeypatch: pytest.MonkeyPatch, system: str, release: dict[str, str], command: str
) -> None:
    on(monkeypatch, system, **release)
    assert machine.library_command().startswith(command)


def test_a_mac_is_told_where_its_libraries_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    on(monkeypatch, "Darwin")
    monkeypatch.setattr(machine, "HOMEBREW", tmp_path)
    assert machine.library_command() == "brew install pango"
    (tmp_path / "libpango-1.0.dylib").touch()
    assert machine.library_command() == f"export DYLD_FALLBACK_LIBRARY_PATH={tmp_path}"


def test_root_needs_no_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, "Linux", ID="debian")
    monkeypatch.setattr(machine, "_is_root", lambda: True)
    assert machine.library_command().startswith("apt-get install ")


def test_without_weasyprint_and_babel(monkeypatch: pytest.MonkeyPatch) -> None:
    version, load = metadata.version, importlib.import_module

    def no_version(name: str) -> str:
        if name in ("weasyprint", "babel"):
            raise metadata.PackageNotFoundError(name)
        return version(name)

    def no_module(name: str) -> object:
        if name in ("cffi", "hashi_solver.languages"):
            raise ImportError(f"No module named '{name}'")
        return load(name)

    monkeypatch.setattr(metadata, "version", no_version)
    monkeypatch.setattr(importlib, "import_module", no_module)
    ran = hashi("doctor", "--json")
    told = json.loads(ran.out)
    assert ran.code == 1
    missing = {check["name"] for check in told["checks"] if not check["ok"]}
    assert missing == {"WeasyPrint", "Babel", "cffi", "languages"}
    assert len(told["mend"]) == 1
    assert " -m pip install " in told["mend"][0]
    assert "weasyprint" in told["mend"][0]


def test_a_library_that_takes_python_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "TRIAL", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)")
    trial = next(check for check in machine.examine() if check.name == "a page as PDF")
    assert (trial.ok, trial.found) == (False, "WeasyPrint crashed (exit -11)")


def test_without_its_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(machine, "fonts_folder", lambda: tmp_path)
    checks = list(machine.examine())
    assert not verdicts(checks)["font"]
    assert any("--force-reinstall" in command for command in machine.mending(checks))


def test_a_folder_that_cannot_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert not verdicts(list(machine.examine()))["output folder"]


def test_a_file_where_the_output_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("in the way")
    with inside(tmp_path):
        told = verdicts(list(machine.examine()))
    assert not told["output folder"]


class Apt:
    """Commands in a folder that come before the system's; what was called is in a log."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.log = folder, folder / "log"
        self.log.touch()
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def command(self, name: str, does: str) -> None:
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.log}"\n{does}\n')
        path.chmod(0o755)

    @property
    def called(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Apt:
    return Apt(tmp_path, monkeypatch)


class Mended(Loader):
    """A system that has Pango as soon as a file is there."""

    def __init__(self, file: Path) -> None:
        super().__init__("Pango")
        self.file = file

    def dlopen(self, name: str) -> None:
        if not self.file.exists():
            super().dlopen(name)


INSTALL = "-y -q install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
REFRESHED = '[ "$3" = update ] && touch "$0.fresh"; [ -e "$0.fresh" ] && touch "$0.done"'


@pytest.mark.parametrize("root", [True, False])
def test_fix_installs_where_no_password_is_needed(apt: Apt, monkeypatch: pytest.MonkeyPatch, root: bool) -> None:
    on(monkeypatch, "Linux", ID="debian")
    monkeypatch.setattr(machine, "_is_root", lambda: root)
    monkeypatch.setitem(sys.modules, "cffi", Mended(apt.folder / "apt-get.done"))
    apt.command("apt-get", REFRESHED)
    apt.command("sudo", 'shift; exec "$@"')
    assert hashi("doctor").code == 1
    assert apt.called == []
    ran = hashi("doctor", "--fix")
    assert (ran.code, ran.err) == (0, "")
    assert "ok       Pango " in ran.out
    assert "mends" not in ran.out
    steps = [f"apt-get {INSTALL}", "apt-get -y -q update", f"apt-get {INSTALL}"]
    assert [call for call in apt.called if not call.startswith("sudo")] == steps
    assert len(apt.called) == (3 if root else 7)
    assert hashi("doctor", "--fix").code == 0
    assert len(apt.called) == (3 if root else 7), "nothing is missing, so nothing is run"


@pytest.mark.parametrize(
    ("system", "sudo", "apt_get", "says"),
    [
        ("debian", "exit 1", "exit 0", "needs a password"),
        ("fedora", "exit 0", "exit 0", "in another way"),
        ("debian", 'shift; exec "$@"', "echo E: no network >&2; exit 100", "could not install them: E: no network"),
    ],
)
def test_fix_says_why_it_cannot(
    apt: Apt, hide: Any, monkeypatch: pytest.MonkeyPatch, system: str, sudo: str, apt_get: str, says: str
) -> None:
    on(monkeypatch, "Linux", ID=system)
    hide("Pango")
    apt.command("sudo", sudo)
    apt.command("apt-get", apt_get)
    ran = hashi("doctor", "--fix")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.startswith("nothing was installed: ")
    assert says in ran.err
    assert "This mends it:\n  sudo " in ran.out
    if "password" in says or "another" in says:
        assert not [call for call in apt.called if call.startswith("apt-get")]


def test_setup_installs_the_same_libraries() -> None:
    packages = machine.INSTALLERS[0][1].removeprefix("apt-get install ")
    assert f"tools/install.sh {packages} " in (ROOT / "tools" / "setup.sh").read_text()
