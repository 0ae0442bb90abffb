"""Wheels contain every file that is read at run time."""

from __future__ import annotations

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from gettext import GNUTranslations
from pathlib import Path

import pytest

from hashi_solver import __version__
from hashi_solver.cli.manual import shared_files
from hashi_solver.library import fonts_folder, layout_ids, schemas_folder, templates_folder
from tests.command import ROOT
from tools.catalogues import TRANSLATED


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return folder


def build(project: Path, folder: Path, umask: int = -1, **env: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    surroundings = {**os.environ, **env}
    ran = subprocess.run(
        command, cwd=project, env=surroundings, umask=umask, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr


def test_the_wheel(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        for code in TRANSLATED:
            with wheel.open(f"hashi_solver/languages/locale/{code}/LC_MESSAGES/hashi.mo") as file:
                assert GNUTranslations(file).info()["plural-forms"]
    assert {f"hashi_solver/layouts/{one}.toml" for one in layout_ids()} <= names
    templates = [path for path in templates_folder().rglob("*") if path.is_file()]
    assert {f"hashi_solver/templates/{path.relative_to(templates_folder()).as_posix()}" for path in templates} <= names
    assert {path.suffix for path in fonts_folder().iterdir()} == {".woff", ".txt"}
    schemas = {path.name for path in schemas_folder().iterdir()}
    assert {f"hashi_solver/documents/schemas/{name}" for name in schemas} <= names
    shared = {name.partition(".data/data/share/")[2] for name in names if ".data/" in name}
    assert shared == set(shared_files())
    assert {"hashi_solver/py.typed", "hashi_solver/fifths.json", "hashi_solver/players/weights.json"} <= names
    assert not [name for name in names if name.endswith((".po", ".pot"))]


def test_the_metadata_names_address_and_licences_and_no_link_is_relative(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        folder = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")).rpartition("/")[0]
        metadata = email.message_from_bytes(wheel.read(f"{folder}/METADATA"))
        for file in metadata.get_all("License-File", []):
            assert b"SIL Open Font" in wheel.read(f"{folder}/licenses/{file}") or file == "LICENSE"
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert set(metadata.get_all("License-File", [])) == {"LICENSE", "templates/fonts/LICENSE.txt"}
    urls = dict(url.split(", ") for url in metadata.get_all("Project-URL", []))
    address = urls["Repository"]
    assert all(url.startswith(address) for url in urls.values())
    text = str(metadata.get_payload())
    assert "# hashi" in text.lower()
    assert f"]({address}/raw/v{__version__}/docs/pictures/sheet-open.png)" in text
    assert f"]({address}/blob/v{__version__}/docs/developing.md)" in text
    assert not re.findall(r"\]\((?!https?:|#)[^)]*\)", text)


def test_the_address_of_the_project_stands_in_one_place() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        address = tomllib.load(file)["project"]["urls"]["Repository"].encode()
    places = [path for folder in ("hashi_solver", "docs", "tools", "templates") for path in (ROOT / folder).rglob("*")]
    places += [path for path in ROOT.iterdir() if path.name != "pyproject.toml"]
    assert [path for path in places if path.is_file() and address in path.read_bytes()] == []


def test_the_sdist_can_build_the_wheel_again(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"hatch_build.py", "pyproject.toml", "layouts/side-a.toml", "templates/fonts/LICENSE.txt"} <= names
    assert {"CITATION.cff", "CONTRIBUTING.md", "SECURITY.md", ".github/ISSUE_TEMPLATE/problem.md"} <= names
    assert {f"hashi_solver/languages/locale/{code}/LC_MESSAGES/hashi.po" for code in TRANSLATED} <= names
    assert not [name for name in names if name.endswith(".mo")]


def test_the_same_files_give_the_same_bytes_elsewhere(built: Path, tmp_path: Path) -> None:
    """Built again from the sdist: another folder, other dates and permissions of files, other surroundings."""
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        sdist.extraction_filter = getattr(tarfile, "data_filter", None)  # Debian's Python 3.11.2 has none
        sdist.extractall(tmp_path / "élan vital")
    (project,) = (tmp_path / "élan vital").iterdir()
    for path in project.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
        path.chmod(0o700 if path.is_dir() or path.stat().st_mode & 0o100 else 0o600)
    build(project, tmp_path / "again", umask=0o077, PYTHONHASHSEED="7", TZ="Asia/Tokyo", PYTHONPATH="")
    first, again = ({path.name: path.read_bytes() for path in place.iterdir()} for place in (built, tmp_path / "again"))
    assert first.keys() == again.keys()
    assert [name for name, data in first.items() if again[name] != data] == []


def container_steps() -> list[str]:
    """Return the steps of the Containerfile, each as one line."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text())
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def packages_in(text: str) -> set[str]:
    found = re.findall(r"(?:tools/install\.sh|apt-get install) ((?:-[\w-]+ )*)([a-z0-9.+ -]+)", text)
    return {package for _, names in found for package in names.split()}


def test_a_container_has_the_packages_of_a_checkout() -> None:
    *_, last = stages = "\n".join(container_steps()).split("FROM ")
    setup = packages_in((ROOT / "tools" / "setup.sh").read_text())
    assert set().union(*map(packages_in, stages)) == setup
    assert packages_in(last) == setup - {"python3-venv"}


def test_a_container_copies_all_that_the_package_is_made_of(built: Path, tmp_path: Path) -> None:
    project = tmp_path / "source"
    for step in container_steps():
        if step.startswith("COPY ") and "--from" not in step:
            *sources, into = step.split()[1:]
            for source in sources:
                target = project / into
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, target, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    target.mkdir(exist_ok=True)
                    shutil.copy(ROOT / source, target)
    build(project, tmp_path / "again")
    (wheel,) = (tmp_path / "again").glob("*.whl")
    assert wheel.read_bytes() == (built / wheel.name).read_bytes()
    assert (project / "constraints.txt").is_file()


def test_a_container_runs_hashi_without_being_root() -> None:
    steps = container_steps()
    user = next(number for number, step in enumerate(steps) if step.startswith("USER "))
    assert "useradd" in steps[user - 3]
    assert steps[user] != "USER root"
    assert not [step for step in steps[user:] if step.startswith("RUN ")]
    assert 'ENTRYPOINT ["hashi"]' in steps[user:]
