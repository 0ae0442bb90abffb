"""The version stands in several places that agree; a release is one command; recipes and workflows are in order."""

from __future__ import annotations

import datetime
import re
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import click
import pytest

from hashi_solver import __version__
from hashi_solver.cli import hashi
from hashi_solver.library import DISTRIBUTION
from hashi_solver.machine import OLDEST_PYTHON
from tests.command import ROOT
from tests.test_elsewhere import ONLY_SOME_HAVE
from tools import recipes, release, release_check, stranger

FORMULA = f"{DISTRIBUTION}.rb"
DAY = datetime.date(2026, 12, 1)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FILES = (release.PACKAGE, release.LIBRARY, release.CHANGELOG, release.CITATION, "pyproject.toml")
CHANGED = "# Changelog\n\n## 1.2.3, not released yet\n\n- New.\n\n## 1.2.2, 2026-11-01\n\n- Old.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project at 1.2.3, not released yet, with an address, and the forge that it is pushed to."""
    if shutil.which("git") is None:
        pytest.skip("NOT TESTED: git is not installed")
    root, forge = tmp_path / "my project", tmp_path / "forge"
    for name in FILES:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        text = (ROOT / name).read_text("utf-8").replace(release.address(), "https://forge.test/hashi")
        (root / name).write_text(text.replace(f'"{__version__}"', '"1.2.3"').replace(f": {__version__}", ": 1.2.3"))
    (root / release.CHANGELOG).write_text(CHANGED)
    git(root, "init", "--quiet", "--initial-branch", "main")
    git(root, "config", "user.name", "Anna")
    git(root, "config", "user.email", "anna@forge.test")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "all")
    git(tmp_path, "init", "--quiet", "--bare", str(forge))
    git(root, "remote", "add", "origin", str(forge))
    return root


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def change(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


def test_version_changelog_and_citation_agree() -> None:
    assert release.disagreements() == []
    assert release.version() == __version__
    assert release.pythons()[0] == ".".join(map(str, OLDEST_PYTHON))


@pytest.mark.parametrize(
    ("file", "before", "after", "says"),
    [
        (release.PACKAGE, "1.2.3", "1.2.4", "CHANGELOG.md begins with 1.2.3, but hashi_solver/__init__.py says 1.2.4"),
        (release.PACKAGE, "1.2.3", "1.2", "1.2 is not a version"),
        (release.CITATION, "1.2.3", "1.2.2", "CITATION.cff says 1.2.2"),
        (release.CHANGELOG, "not released yet", "2026-12-01", "CITATION.cff says 'not released yet'"),
        ("pyproject.toml", 'name = "hashi-solver"', 'name = "hashi"', "another name"),
        ("pyproject.toml", ">=3.11", ">=3.12", "the oldest Python of the classifiers is 3.11"),
    ],
)
def test_what_does_not_agree_is_named(project: Path, file: str, before: str, after: str, says: str) -> None:
    assert release.disagreements(project) == []
    change(project / file, before, after)
    assert says in "; ".join(release.disagreements(project))


def test_a_tag_needs_its_version_a_date_and_an_address(project: Path) -> None:
    release.move(project, "https://hashi.example/hashi")
    assert "forge.test" not in (project / "pyproject.toml").read_text()
    with pytest.raises(release.ReleaseError, match="is not an address"):
        release.move(project, 'https://forge.test/"')
    found = "; ".join(release.disagreements(project, "v1.2.4"))
    for says in ("the tag is v1.2.4, but the version is 1.2.3", "not released yet", "is nobody's address"):
        assert says in found


def test_a_release_is_dated_tagged_and_pushed(project: Path, tmp_path: Path) -> None:
    tag = release.publish(project, DAY, lambda: release.notes(project) == "- New.\n")
    assert tag == "v1.2.3"
    assert (
        git(tmp_path / "forge", "rev-parse", "v1.2.3^{commit}", "main").split()
        == [git(project, "rev-parse", "HEAD")] * 2
    )
    assert "## 1.2.3, 2026-12-01\n" in git(project, "show", "v1.2.3:CHANGELOG.md")
    assert "date-released: 2026-12-01\n" in git(project, "show", "v1.2.3:CITATION.cff")
    assert release.disagreements(project, "v1.2.3") == []
    with pytest.raises(release.ReleaseError, match=r"v1\.2\.3 exists already"):
        release.publish(project, DAY, lambda: True)
    release.begin(project, "1.3.0")
    assert release.disagreements(project) == []
    assert release.version(project) == "1.3.0"
    with pytest.raises(release.ReleaseError, match=r"1\.3\.0 is not released yet"):
        release.begin(project, "1.4.0")


def test_nothing_is_kept_of_a_release_that_fails(project: Path, tmp_path: Path) -> None:
    def interrupted() -> bool:
        raise KeyboardInterrupt

    for check, error in ((lambda: False, release.ReleaseError), (interrupted, KeyboardInterrupt)):
        with pytest.raises(error):
            release.publish(project, DAY, check)
        assert git(project, "status", "--porcelain") == ""
        assert git(project, "tag") == git(tmp_path / "forge", "branch", "--list") == ""
    (project / "stray.txt").write_text("")
    with pytest.raises(release.ReleaseError, match="not committed"):
        release.publish(project, DAY, lambda: True)


def test_whatever_a_check_finds_the_others_are_tried(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> str:
        raise release_check.CheckError("2 files are missing")

    def crashing() -> str:
        raise ZeroDivisionError("by zero")

    table = release_check.Table()
    assert [table.check("one", one) for one in (broken, crashing, lambda: "fine")] == [False, False, True]
    found = [(row.ok, row.found) for row in table.rows]
    assert found == [(False, "2 files are missing"), (False, "ZeroDivisionError: by zero"), (True, "fine")]
    assert capsys.readouterr().err.count("FAILED") == 2


def test_files_that_are_missing_or_foreign_are_named() -> None:
    release_check.expect_equal({"a", "b"}, {"a", "b"})
    for names, says in (({"a", "b", "c"}, "1 files do not belong there: c"), ({"b"}, "1 files are missing: a")):
        with pytest.raises(release_check.CheckError, match=says):
            release_check.expect_equal(names, {"a", "b"})


def test_no_process_outlives_a_check_that_is_stopped(tmp_path: Path) -> None:
    processes = release_check.Processes()
    script = "sleep 300 & touch begun; wait"
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(processes.run, "sh", "-c", script, cwd=tmp_path)
        while not (tmp_path / "begun").exists():
            time.sleep(0.01)
        processes.end()
        with pytest.raises(release_check.CheckError, match="sh ended with -15"):
            running.result(timeout=60)  # it waits for the output to end, which the child holds open as well
    with pytest.raises(release_check.CheckError, match="interrupted"):
        processes.run("true")


def test_a_stranger_tries_every_command() -> None:
    tried = tuple(f"{words} " for words in (*(call.words for call in stranger.CALLS), stranger.SITE, stranger.WEB))

    def names(group: click.Group, before: str = "") -> list[str]:
        found: list[str] = []
        for name in group.list_commands(click.Context(group)):
            command = group.get_command(click.Context(group), name)
            named = f"{before}{name} "
            found += names(command, named) if isinstance(command, click.Group) else [named]
        return found

    assert len(names(hashi)) > 20
    assert [name for name in names(hashi) if not any(words.startswith(name) for words in tried)] == []


def test_recipes_are_filled_in_from_the_package(tmp_path: Path) -> None:
    sdist = tmp_path / "some.tar.gz"
    sdist.write_bytes(b"an sdist")
    written = {path.name: path.read_text("utf-8") for path in recipes.write(sdist, tmp_path / "recipes")}
    assert set(written) == {"recipe.yaml", FORMULA, "PKGBUILD", ".SRCINFO"}
    for name, text in written.items():
        assert not recipes.PLACE.search(text), name
        assert __version__ in text
        assert release.address() in text
        assert re.findall(r"\b[0-9a-f]{64}\b", text) == [sha256(b"an sdist").hexdigest()]
    conda = written["recipe.yaml"]
    for wanted in release.project()["dependencies"]:
        name = re.split(r"[^\w-]", wanted)[0]
        assert f"    - {recipes.CONDA_NAMES.get(name, name)} {wanted.removeprefix(name)}\n" in conda
    short = re.search(r'desc "(.*)"', written[FORMULA])
    assert short is not None
    assert len(short[1]) < 80


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_pins_its_actions_and_takes_no_right_that_it_does_not_name(path: Path) -> None:
    text = path.read_text("utf-8")
    used = re.findall(r"uses: (.*)", text)
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []
    assert "\npermissions: {}\n" in text
    jobs = re.split(r"\n  (?=\w+:\n)", text.partition("\njobs:")[2])[1:]
    for job in jobs:
        assert "timeout-minutes: " in job
        assert text.count("write # ") == text.count(": write")
        assert ("actions/checkout@" in job) == ("contents: " in job)
        assert job.count("actions/checkout@") == job.count("persist-credentials: false")
        assert re.search(r"run: [^|\n]*\$\{\{|run: \|\n(?: {10}.*\n)*? {10}.*\$\{\{", job) is None


def test_an_action_has_one_pin() -> None:
    pins = {line for path in WORKFLOWS for line in re.findall(r"uses: (.*)", path.read_text("utf-8"))}
    assert len(pins) == len({pin.partition("@")[0] for pin in pins})


def test_the_workflows_test_each_python_of_the_package() -> None:
    tests = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    (matrix,) = re.findall(r"python: (\[.*\])\n    steps", tests.partition("  elsewhere:")[0])
    assert re.findall(r'"([\d.]+)"', matrix) == release.pythons()
    listed = re.search(
        r"python-version: \|\n((?: +3\.\d+\n)+)", (ROOT / ".github/workflows/release.yml").read_text("utf-8")
    )
    assert listed is not None
    assert listed[1].split() == release.pythons()


def test_what_is_tested_elsewhere_imports_only_what_is_installed_there() -> None:
    tests = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    (installed,) = re.findall(r"constraints\.txt \. (.*)", tests)
    dev = {re.split(r"[^\w-]", one)[0] for one in release.project()["optional-dependencies"]["dev"]}
    absent = {one.replace("-", "_") for one in dev - set(installed.split())} | {"zxingcpp", "xdist"} | ONLY_SOME_HAVE
    waiting, seen = re.findall(r"tests/test_\w+\.py", tests), {"tests/conftest.py"}
    assert len(waiting) > 10
    waiting += seen
    while waiting:
        modules = re.findall(r"^\s*(?:import|from)\s+([\w.]+)", (ROOT / waiting.pop()).read_text("utf-8"), re.MULTILINE)
        assert not absent & {module.partition(".")[0] for module in modules}
        ours = {
            f"{module.replace('.', '/')}.py" for module in modules if module.startswith(("tests.", "tools."))
        } - seen
        waiting += ours
        seen |= ours
