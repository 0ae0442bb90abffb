"""Cached answers from other code, other data or another library are never taken for today's."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from hashi_solver import provenance
from hashi_solver.challenge import encode
from hashi_solver.documents.kept import ChallengeFolder
from hashi_solver.errors import InputError
from hashi_solver.lab.analysis import analyse
from hashi_solver.lab.jobs import BEST, Answers, Job, answer_all, answerer
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.store import Store
from hashi_solver.library import package_folder, templates_folder
from hashi_solver.provenance import SOURCES, SUFFIXES, TEMPLATES, Kind, account
from hashi_solver.rules import Game
from hashi_solver.sheet import Options, volumes
from hashi_solver.sheet.volumes import Volume
from tests.own_boards import POND
from tests.sheets import a_challenge

KINDS: tuple[Kind, ...] = get_args(Kind)
PLAYERS = {"player", "expert", "targets", "page"}
SOLVERS = {"best play", "expert", "targets", "page"}

# Imported, but no answer depends on them: how work is run and stopped, how files are found and read.
WITHOUT_A_SAY = {"__init__.py", "errors.py", "interrupts.py", "library.py", "loading.py", "notation/files.py"}
WITHOUT_A_SAY |= {"processes.py", "provenance.py", "documents"}


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package and of its templates, for which accounts are made."""
    package, templates = tmp_path / "copy" / "hashi_solver", tmp_path / "copy" / TEMPLATES
    shutil.copytree(package_folder(), package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(templates_folder(), templates)
    follow(package, monkeypatch)
    return package


def follow(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance, "package_folder", lambda: package)
    monkeypatch.setattr(provenance, "templates_folder", lambda: package.parent / TEMPLATES)


def changed(package: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy in which one file differs, as a program sees it that starts after the change."""
    other = package.parent.parent / f"changed-{name.replace('/', '-')}" / "hashi_solver"
    shutil.copytree(package.parent, other.parent)
    path = other / name
    path.write_bytes(path.read_bytes() + b"\n")
    follow(other, monkeypatch)
    return other


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("players/weights.json", PLAYERS),
        ("players/club.py", PLAYERS),
        ("seeds.py", PLAYERS),
        ("rules.py", set(KINDS)),
        ("scoring.py", set(KINDS)),
        ("solver.py", SOLVERS),
        ("model/game.py", SOLVERS),
        ("fifths.json", {"targets", "page"}),
        ("targets.py", {"targets", "page"}),
        ("sheet/pages.py", {"page"}),
        ("languages/locale/pl/LC_MESSAGES/hashi.po", {"page"}),
        ("../templates/base.html.j2", {"page"}),
        ("cli/__init__.py", set()),
    ],
)
def test_a_change_makes_another_account_of_all_that_depends_on_it(
    copy: Path, monkeypatch: pytest.MonkeyPatch, name: str, kinds: set[Kind]
) -> None:
    before = {kind: account(kind) for kind in KINDS}
    changed(copy, name, monkeypatch)
    assert {kind for kind in KINDS if account(kind) != before[kind]} == kinds


def test_where_the_package_lies_does_not_count(copy: Path) -> None:
    told = {kind: account(kind) for kind in KINDS}
    assert len(set(told.values())) == len(KINDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(provenance, "package_folder", package_folder)
        patch.setattr(provenance, "templates_folder", templates_folder)
        assert {kind: account(kind) for kind in KINDS} == told


@pytest.mark.parametrize("name", ["players/weights.json", "players/club.py", "rules.py"])
def test_stale_answers_are_refused_everywhere(copy: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    folder = ChallengeFolder(copy.parent.parent / "kept")
    deal = a_challenge().deal
    aims = a_challenge().targets
    aims = replace(aims, shortfall=float(aims.perfect - aims.par))
    challenge = replace(a_challenge(day=None), code=encode(deal), targets=aims)
    folder.keep(challenge)
    assert folder.find(deal) is not None

    volume, options = Volume((challenge.code,), {"sheets": Path("one.pdf")}), Options(solutions="none")
    there = volumes.fingerprint(volume, options, "sheets")
    monkeypatch.setattr(volumes, "identifier_of", lambda _: there)
    assert volumes.is_there(volume, options)

    game, sample = Game(POND), Sample(2, "stale")
    with Store(copy.parent.parent / "lab.sqlite") as store:
        assert analyse(game, sample, ("club",), store=store, workers=1).computed == 2
        assert analyse(game, sample, ("club",), store=store, workers=1).computed == 0
        changed(copy, name, monkeypatch)
        assert folder.find(deal) is None
        assert not volumes.is_there(volume, options)
        assert analyse(game, sample, ("club",), store=store, workers=1).computed == 2


def test_a_worker_with_other_sources_is_refused(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = answerer("club")
    changed(copy, "players/club.py", monkeypatch)
    elsewhere = answerer("club")

    def elsewhere_answers(jobs: tuple[Job, ...]) -> list[Answers]:
        return [replace(answers, by=(answers.by[0], elsewhere)) for answers in answer_all(jobs)]

    follow(copy, monkeypatch)
    monkeypatch.setattr("hashi_solver.lab.analysis.answer_all", elsewhere_answers)
    assert (here, answerer(BEST)) == (answerer("club"), answerer(BEST))
    with pytest.raises(InputError, match="a worker has another version: Club"):
        analyse(Game(POND), Sample(1, "other"), ("club",), workers=1)


@pytest.mark.parametrize(
    ("kind", "modules"),
    [
        ("best play", ["solver.py"]),
        ("player", ["players/club.py", "players/simple.py", "players/__init__.py"]),
        ("expert", ["players/expert.py"]),
        ("targets", ["targets.py"]),
        ("page", ["sheet/__init__.py", "sheet/booklet.py"]),
    ],
)
def test_an_account_has_every_module_that_has_a_say(kind: Kind, modules: list[str]) -> None:
    solver_of_the_expert = {"contest.py", "known.py"}
    if kind == "player":
        solver_of_the_expert |= {"solution.py", "solver.py", "variations.py", "model"}
    for path in imported_by(*modules):
        name = path.as_posix()
        rooms = {name, name.partition("/")[0]}
        assert rooms & {*SOURCES[kind], *WITHOUT_A_SAY, *solver_of_the_expert}, f"{kind} depends on {name}"


def test_the_account_names_what_is_there() -> None:
    for sources in SOURCES.values():
        for name in sources:
            assert name == TEMPLATES or (package_folder() / name).exists(), name
    assert {path.suffix for path in (package_folder() / "players").iterdir() if path.is_file()} <= set(SUFFIXES)


def imported_by(*modules: str) -> set[Path]:
    """The modules that these import when they run, and those that these import, as paths in the package."""
    found: set[Path] = set()
    todo = [Path(module) for module in modules]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += _imports(path)
    return found


def _imports(path: Path) -> Iterator[Path]:
    tree = ast.parse((package_folder() / path).read_text(encoding="utf-8"))
    idle = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node not in idle and node.module is not None:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                library, _, rest = name.partition(".")
                if library != "hashi_solver" or not rest:
                    continue
                place = Path(*rest.split("."))
                for candidate in (place.with_suffix(".py"), place / "__init__.py"):
                    if (package_folder() / candidate).is_file():
                        yield candidate
