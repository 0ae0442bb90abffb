"""The recipe for a new language in docs/translating.md, followed step by step in a copy of the project."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from hashi_solver.scoring import LADDER
from tests.command import ROOT
from tools.catalogues import messages_of_the_sources

COPIED = ("hashi_solver", "layouts", "templates", "tests", "tools")
RUN = {
    ".venv/bin/pybabel": ["-m", "babel.messages.frontend"],
    ".venv/bin/python": [],
    ".venv/bin/hashi": ["-m", "hashi_solver"],
}
CATALOGUE = Path("hashi_solver", "languages", "locale", "de", "LC_MESSAGES", "hashi.po")
DEUTSCH = {"Total": "Summe", "Ladder": "Leiter", **{rung.title: f"Titel {rung.lowest}" for rung in LADDER}}


def steps() -> list[list[str]]:
    """The commands of the recipe, as arguments of Python."""
    _, _, recipe = (ROOT / "docs" / "translating.md").read_text().partition("## Adding a language")
    blocks = re.findall(r"```sh\n(.*?)```", recipe, re.DOTALL)
    commands = [shlex.split(block.replace("\\\n", " ")) for block in blocks]
    return [[*RUN[program], *arguments] for program, *arguments in commands]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(project: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    apart = {"PYTHONPATH": str(project), "XDG_CACHE_HOME": str(project / "cache")}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=project, env=os.environ | apart, capture_output=True, text=True, timeout=120, check=False
    )


def translate(path: Path) -> None:
    """Fill every message: a few in German, the rest with their English."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    for message in catalogue:
        if message.id:
            told = DEUTSCH.get(str(message.id), message.id)
            message.string = f"{told}." if message.context == "number of a pile" else told
    with path.open("wb") as file:
        write_po(file, catalogue)


def test_the_recipe_for_a_new_language_leads_to_a_sheet(project: Path) -> None:
    begin, gather, show = steps()
    assert run(project, begin).returncode == 0
    lacking = run(project, gather)
    assert lacking.returncode == 1, "an empty catalogue is not finished"
    count = len(messages_of_the_sources())
    assert f"de: {count} messages, {count} to translate" in lacking.stdout
    translate(project / CATALOGUE)
    complete = run(project, gather)
    assert (complete.returncode, complete.stderr) == (0, "")
    printed = run(project, show)
    assert printed.returncode == 0, printed.stderr
    assert (project / "first.pdf").read_bytes().startswith(b"%PDF")
    assert run(project, [*show[:-1], "first.html"]).returncode == 0
    sheet = (project / "first.html").read_text()
    for wanted in ('lang="de"', "Leiter", "Titel 60", "Pile 2."):
        assert wanted in sheet
    tests = run(project, ["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_languages.py"])
    assert tests.returncode == 0, tests.stdout
