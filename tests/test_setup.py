"""The Pythons that hashi is set up with and tested on."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.command import ROOT


def python(path: Path, answer: str) -> None:
    """A fake Python that answers what tools/pythons.sh asks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{answer}\n")
    path.chmod(0o755)


def found(*folders: Path, pyenv: Path) -> list[str]:
    path = os.pathsep.join([*map(str, folders), str(Path(shutil.which("awk") or "awk").parent)])
    ran = subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "pythons.sh")],
        env={"PATH": path, "PYENV_ROOT": str(pyenv)},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()


def test_of_each_minor_version_one_python_is_found_oldest_first(tmp_path: Path) -> None:
    first, second, pyenv = tmp_path / "first", tmp_path / "second folder", tmp_path / "pyenv"
    python(first / "python3", "echo 3 97 4 /a/python3")
    python(first / "python3.98", "exit 127")  # a shim of a version that is not there
    python(second / "python3.98", "echo 3 98 1 /b c/python3.98")
    python(second / "python3.97", "echo 3 97 9 /b/python3.97")
    python(pyenv / "versions" / "3.98.2" / "bin" / "python3", "echo 3 98 2 /pyenv/3.98.2")
    python(pyenv / "versions" / "3.98.10" / "bin" / "python3", "echo 3 98 10 /pyenv folder/3.98.10")
    python(pyenv / "versions" / "3.100.0" / "bin" / "python3", "echo 3 100 0 /pyenv/3.100.0")
    lines = found(first, second, pyenv=pyenv)
    ours = [line for line in lines if int(line.split(".")[1]) > 90]
    assert ours == ["3.97.4 /a/python3", "3.98.10 /pyenv folder/3.98.10", "3.100.0 /pyenv/3.100.0"]
    shutil.rmtree(first)
    assert "3.98.10 /pyenv folder/3.98.10" in found(second, pyenv=pyenv)
    assert not [line for line in found(second, pyenv=tmp_path / "none") if "pyenv" in line]


def test_the_python_of_these_tests_is_found_behind_its_environment(tmp_path: Path) -> None:
    base = Path(getattr(sys, "_base_executable", sys.executable))
    (tmp_path / "python3").symlink_to(base)
    paths = dict(line.split(" ", 1) for line in found(tmp_path, pyenv=tmp_path / "none"))
    assert Path(paths[".".join(map(str, sys.version_info[:3]))]).resolve() == base.resolve()


def test_setting_up_refuses_a_python_that_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "environment"
    ran = subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "setup.sh"), str(folder), str(tmp_path / "python3.99")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "hashi needs Python 3.11 or newer" in ran.stderr
    assert not folder.exists()
