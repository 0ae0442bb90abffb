"""Fills in the recipes for conda-forge, Homebrew and the AUR from the package and its sdist.

python -m tools.recipes SDIST FOLDER    nothing in a recipe is ever typed by hand
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from tools.release import ROOT, address, project, pythons, version

RECIPES = ROOT / "recipes"
CONDA_NAMES = {"ortools": "ortools-python"}  # where conda-forge calls a package otherwise
PLACE = re.compile(r"@([A-Z]+)@")
REQUIREMENT = re.compile(r"([A-Za-z0-9_-]+)(.*)")


def filled(sdist: Path) -> dict[str, str]:
    """Return each recipe, by its path, for this sdist."""
    values = _values(sdist)
    found = {}
    for path in sorted(RECIPES.rglob("*")):
        if path.is_file():
            name, text = (_fill(one, values) for one in (path.relative_to(RECIPES).as_posix(), path.read_text("utf-8")))
            found[name] = text
    return found


def write(sdist: Path, folder: Path) -> list[Path]:
    written = []
    for name, text in filled(sdist).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        written.append(path)
    return written


def _fill(text: str, values: Mapping[str, str]) -> str:
    return PLACE.sub(lambda place: values[place[1]], text)


def _values(sdist: Path) -> dict[str, str]:
    table = project()
    name: str = table["name"]
    summary = table["description"].removesuffix(".")
    short = re.split(r": ", summary)[0].removeprefix("The ")
    licences = table["license"].split(" AND ")
    with (ROOT / "pyproject.toml").open("rb") as file:
        build: list[str] = tomllib.load(file)["build-system"]["requires"]
    return {
        "NAME": name,
        "CLASS": name.title().replace("-", ""),
        "FILE": name.replace("-", "_"),
        "VERSION": version(),
        "ADDRESS": address(),
        "SHA": sha256(sdist.read_bytes()).hexdigest(),
        "SUMMARY": f'"{summary}"',
        "SHORT": short[0].upper() + short[1:],
        "LICENCE": table["license"],
        "OLDEST": pythons()[0],
        "NEWEST": pythons()[-1],
        "BUILD": _conda(build),
        "RUN": _conda(table["dependencies"]),
        "LICENCES": ", ".join(f'"{one}"' for one in licences),
        "QUOTED": " ".join(f"'{one}'" for one in licences),
        "LISTED": "\n".join(f"\tlicense = {one}" for one in licences),
        "MAINTAINER": table["authors"][0]["name"],
    }


def _conda(wanted: list[str]) -> str:
    """Return requirements as conda writes them: one on each line, a blank before the version."""
    lines = []
    for one in sorted(wanted):
        match = REQUIREMENT.fullmatch(one)
        assert match is not None
        lines.append(f"    - {CONDA_NAMES.get(match[1], match[1])} {match[2]}".rstrip())
    return "\n".join(lines)


def main(words: list[str]) -> int:
    if len(words) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    for path in write(Path(words[0]), Path(words[1])):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
