"""Other systems than Linux, as far as they can be had here. `make lint` has mypy look for what each of them lacks."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hashi_solver.cli.common import typed_path
from tests.command import ROOT, hashi

ONLY_SOME_HAVE = {
    *("crypt", "curses", "fcntl", "grp", "msvcrt", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource"),
    *("spwd", "syslog", "termios", "tty", "winreg", "winsound", "_posixshmem", "_posixsubprocess", "_winapi"),
}
IMPORTED = re.compile(r"^\s*(?:import|from)\s+(\w+)", re.MULTILINE)
# Neither Linux nor a copy of any process: as on a Mac and on Windows, each process starts anew.
NOT_LINUX = """
import multiprocessing, os, sys, sysconfig
sysconfig.get_config_vars()  # it would look for those of elsewhere
multiprocessing.set_start_method("spawn")
sys.platform = "elsewhere"
del os.fork, os.forkpty
"""


def test_nothing_is_imported_that_only_some_systems_have() -> None:
    files = list((ROOT / "hashi_solver").rglob("*.py"))
    assert len(files) > 100
    found = {path.name: IMPORTED.findall(path.read_text("utf-8")) for path in files}
    assert [name for name, modules in found.items() if ONLY_SOME_HAVE & set(modules)] == []


def test_work_is_shared_among_new_processes(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(NOT_LINUX)
    folder = tmp_path / "Blätter für uns"
    folder.mkdir()
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT))), "HOME": str(tmp_path)}
    env = {name: value for name, value in env.items() if not name.startswith("XDG_")}
    command = ["simulate", "--games", "40", "--player", "random", "--workers", "2", "--svg", "Inseln.svg"]
    ran = subprocess.run(
        [sys.executable, "-m", "hashi_solver", *command],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=100,
    )
    assert (ran.returncode, ran.stderr) == (0, "Inseln.svg: the distribution\n")
    assert ran.stdout == hashi(*command[:-2]).out
    assert (folder / "Inseln.svg").is_file()


def test_a_name_with_backslashes_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / r"C:\games\anna.txt").write_bytes((ROOT / "docs" / "examples" / "anna.txt").read_bytes())
    ran = hashi("check", r"C:\games\anna.txt")
    assert (ran.code, ran.err) == (0, "")
    assert "legal" in ran.out


def test_a_path_is_quoted_for_the_shell_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("my games") / "anna's.txt"
    for system, quoted in (("linux", """'my games/anna'"'"'s.txt'"""), ("win32", '"my games/anna\'s.txt"')):
        monkeypatch.setattr("sys.platform", system)
        assert typed_path(path) == quoted
