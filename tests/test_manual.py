"""Man pages and completions: made from the commands, and right for the programs that read them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hashi_solver.cli.manual import COMPLETIONS, OptionEntry, every_page, main, man_page, manual, shared_files
from tests.command import ROOT, has_terminals, hashi

ABOUT_SHOW = "Draw a board with its coordinates, flags and dotted lines."

pexpect = pytest.importorskip("pexpect")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"NOT TESTED: there is no {program} here")


in_a_terminal = pytest.mark.skipif(not has_terminals(), reason="this machine has no pseudo-terminals")


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    main(folder)
    return folder


def test_every_command_has_a_page_that_says_what_its_help_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "4000")
    pages = list(every_page(manual()))
    for page in pages:
        told = hashi(*page.words[1:], "--help").out
        assert told.startswith(f"Usage: {page.name} {page.usage}\n")
        section = told.partition("\nOptions:\n")[2].partition("\n\n")[0]
        options = re.findall(r"^  (-.+?)(?:  |$)", section, re.MULTILINE)
        assert [f"{each.names} {each.metavar}".strip() for each in page.options] == options
        said = "".join(told.split())
        for each in (page.about, *page.text, *page.examples, *(one.about.partition(" [")[0] for one in page.options)):
            assert "".join(each.split()) in said
    assert {"hashi", "hashi-daily", "hashi-layout-list", "hashi-lab-merge"} < {page.title for page in pages}
    assert len(pages) == len({page.title for page in pages})


@needs("groff")
def test_a_man_page_shows_what_is_written_whatever_the_signs() -> None:
    odd = r".PP 'quoted' \fBback\slash \n `tick` ~tilde ^hat \"double\" a--b Café"
    root = manual()
    page = replace(root, about=f"{odd}.", options=(OptionEntry("--odd", ".x|'y", odd),), examples=(".nf", "'a' --b"))
    ran = subprocess.run(
        ["groff", "-ww", "-man", "-Tutf8", "-P-c", "-rLL=400n"],
        input=man_page(page, root).encode(),
        capture_output=True,
        check=True,
    )
    told = re.sub(".\b", "", ran.stdout.decode())
    assert ran.stderr == b""
    assert " ".join(told.split()).count(odd) == 3  # name, description, option
    assert re.search(r"^ +--odd \.x\|'y$", told, re.MULTILINE)
    assert re.search(r"^ +\.nf\n +'a' --b$", told, re.MULTILINE)


@needs("groff")
def test_groff_has_nothing_to_say(share: Path) -> None:
    pages = sorted((share / "man" / "man1").iterdir())
    ran = subprocess.run(["groff", "-ww", "-man", "-z", "-Tutf8", *pages], capture_output=True, text=True, check=True)
    assert ran.stdout + ran.stderr == ""
    assert len(pages) > 20


@needs("mandoc")
def test_mandoc_has_nothing_to_say(share: Path) -> None:
    """But that there is no date: the version stands for it, so that the same version has the same bytes."""
    pages = sorted((share / "man" / "man1").iterdir())
    ran = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pages], capture_output=True, text=True, check=False)
    assert [line for line in ran.stdout.splitlines() if 'missing date, using ""' not in line] == []


def test_what_a_shell_is_told_is_what_the_wheel_has(share: Path) -> None:
    command = [sys.executable, "-m", "hashi_solver"]
    for shell, path in COMPLETIONS.items():
        surroundings = {**os.environ, "_HASHI_COMPLETE": f"{shell.name}_source"}
        ran = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == (share / path).read_text().strip()


class Shell:
    """A shell in a terminal, in a folder with one file, where `hashi` is the one that is tested."""

    def __init__(self, folder: Path, *called: str) -> None:
        folder.joinpath("round-one.txt").touch()
        program = folder / "bin" / "hashi"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hashi_solver "$@"\n')
        program.chmod(0o755)
        path = os.pathsep.join([str(program.parent), os.environ["PATH"]])
        self.env = {**os.environ, "PATH": path, "HOME": str(folder), "TERM": "dumb", "PYTHONPATH": str(ROOT)}
        self.called, self.folder = called, folder

    def completed(self, setup: str, *typed: tuple[str, str]) -> None:
        """Type lines, each up to a Tab, and expect what the shell makes of it."""
        child = pexpect.spawn(
            self.called[0], [*self.called[1:]], cwd=self.folder, env=self.env, encoding="utf-8", dimensions=(50, 300)
        )
        try:
            child.sendline(f"PS1='> '; {setup}; echo REA''DY")
            child.expect("READY\r\n")
            for line, wanted in typed:
                child.send(f"{line}\t")
                child.expect_exact(wanted)
                child.sendcontrol("u")
        finally:
            child.close(force=True)


@needs("bash")
@in_a_terminal
def test_bash_completes(share: Path, tmp_path: Path) -> None:
    Shell(tmp_path, "bash", "--norc", "-i").completed(
        f"source '{share}/bash-completion/completions/hashi'",
        ("hashi layout show open", "show open-sea "),
        ("hashi daily --pa", "daily --paper "),
        ("hashi check rou", "check round-one.txt "),
    )


@needs("zsh")
@in_a_terminal
def test_zsh_completes(share: Path, tmp_path: Path) -> None:
    Shell(tmp_path, "zsh", "-f", "-i").completed(
        f"fpath=('{share}/zsh/site-functions' $fpath); autoload -U compinit; compinit -u -D",
        ("hashi layout show open", "show open-sea "),
        ("hashi check rou", "check round-one.txt "),
        ("hashi layout sh", ABOUT_SHOW),
    )


@needs("fish")
@in_a_terminal
def test_fish_completes(share: Path, tmp_path: Path) -> None:
    shell = Shell(tmp_path, "fish")
    lines = ("hashi layout show open", "hashi check rou", "hashi layout sh")
    script = "; ".join(
        [f"source '{share}/fish/vendor_completions.d/hashi.fish'", *(f"complete -C '{line}'" for line in lines)]
    )
    ran = subprocess.run(
        ["fish", "--no-config", "-c", script], cwd=tmp_path, env=shell.env, capture_output=True, text=True, check=True
    )
    told = ran.stdout.splitlines()
    assert told[:2] == ["open-sea", "round-one.txt"]
    assert f"show\t{ABOUT_SHOW}" in told


def test_the_files_are_the_same_each_time() -> None:
    assert shared_files() == shared_files()
