"""The version and the address of the project: where they stand, whether all agree, and a release.

python -m tools.release check [TAG]     say what does not agree; with a tag, what a release of that tag lacks
python -m tools.release notes           print what the changelog says about this version
python -m tools.release next VERSION    begin a version
python -m tools.release address URL     say where the project's repository is
python -m tools.release publish         date this version, check, commit, tag, push: the forge does the rest
"""

from __future__ import annotations

import datetime
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "hashi_solver/__init__.py"
LIBRARY = "hashi_solver/library.py"
CHANGELOG, CITATION = "CHANGELOG.md", "CITATION.cff"
VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
CITED = re.compile(r"^version: (\S+)$", re.MULTILINE)
CITED_DAY = re.compile(r"^date-released: (\S+)\n", re.MULTILINE)
HEADING = re.compile(r"^## (\S+), (.+)$", re.MULTILINE)
PLAIN_VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
ADDRESS = re.compile(r"https://[\w.-]+(?:/[\w.~-]+)*")
OPEN = "not released yet"
NOBODYS = ".example"  # an address that ends so belongs to nobody


class ReleaseError(Exception):
    """A release cannot be made, and why."""


def project(root: Path = ROOT) -> dict[str, Any]:
    with (root / "pyproject.toml").open("rb") as file:
        table: dict[str, Any] = tomllib.load(file)["project"]
    return table


def version(root: Path = ROOT) -> str:
    return _only(VERSION, root / PACKAGE)


def address(root: Path = ROOT) -> str:
    found: str = project(root)["urls"]["Repository"]
    return found


def pythons(root: Path = ROOT) -> list[str]:
    """Return the versions of Python that the package says it is for, oldest first."""
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", one) for one in project(root)["classifiers"]]
    return [match[1] for match in found if match]


def notes(root: Path = ROOT) -> str:
    """Return the part of the changelog about the newest version, without its heading."""
    text = (root / CHANGELOG).read_text("utf-8")
    return re.split(r"^## .*\n", text, maxsplit=2, flags=re.MULTILINE)[1].strip() + "\n"


def disagreements(root: Path = ROOT, tag: str = "") -> list[str]:
    """Return what does not agree about the version; with a tag, also what a release of that tag lacks."""
    now, found = version(root), []
    heading = HEADING.search((root / CHANGELOG).read_text("utf-8"))
    citation = (root / CITATION).read_text("utf-8")
    cited, day = _only(CITED, root / CITATION), CITED_DAY.search(citation)
    title, state = heading.groups() if heading else ("", "")
    if not PLAIN_VERSION.fullmatch(now):
        found.append(f"{PACKAGE}: {now} is not a version such as 1.2.3 or 1.2.3rc1")
    if title != now:
        found.append(f"{CHANGELOG} begins with {title or 'no version'}, but {PACKAGE} says {now}")
    if cited != now:
        found.append(f"{CITATION} says {cited}, but {PACKAGE} says {now}")
    if (day[1] if day else OPEN) != state:
        found.append(f"{CHANGELOG} says {state!r}, but {CITATION} says {day[1] if day else OPEN!r}")
    if f'DISTRIBUTION = "{project(root)["name"]}"' not in (root / LIBRARY).read_text("utf-8"):
        found.append(f"{LIBRARY} gives the package another name than pyproject.toml")
    if f">={pythons(root)[0]}" != project(root)["requires-python"]:
        found.append(f"pyproject.toml: the oldest Python of the classifiers is {pythons(root)[0]}, another is required")
    if tag and tag != f"v{now}":
        found.append(f"the tag is {tag}, but the version is {now}")
    if tag and state == OPEN:
        found.append(f"{CHANGELOG} says that {now} is not released yet")
    if tag and NOBODYS in address(root):
        found.append(f"pyproject.toml: {address(root)} is nobody's address; write that of the repository there")
    return found


def begin(root: Path, number: str) -> None:
    """Begin a version: in the package, the changelog and the citation."""
    if not PLAIN_VERSION.fullmatch(number):
        raise ReleaseError(f"{number} is not a version such as 1.2.3 or 1.2.3rc1")
    if HEADING.findall((root / CHANGELOG).read_text("utf-8"))[0][1] == OPEN:
        raise ReleaseError(f"{version(root)} is not released yet")
    _write(root / PACKAGE, VERSION, f'__version__ = "{number}"')
    _write(root / CITATION, CITED, f"version: {number}")
    _write(root / CITATION, CITED_DAY, "")
    path = root / CHANGELOG
    path.write_text(path.read_text("utf-8").replace("\n## ", f"\n## {number}, {OPEN}\n\n## ", 1), "utf-8", newline="\n")


def move(root: Path, url: str) -> None:
    """Change the address of the project, which stands in one table of one file."""
    if not ADDRESS.fullmatch(url):
        raise ReleaseError(f"{url} is not an address such as https://forge.org/owner/hashi")
    path = root / "pyproject.toml"
    path.write_text(path.read_text("utf-8").replace(address(root), url), "utf-8", newline="\n")


def publish(root: Path, day: datetime.date, check: Callable[[], bool]) -> str:
    """Date this version, check it, commit, tag and push; return the tag. Nothing is kept unless the check passes."""
    now, tag = version(root), f"v{version(root)}"
    if _git(root, "status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed")
    if _git(root, "tag", "--list", tag):
        raise ReleaseError(f"{tag} exists already; begin the next version with make version VERSION=...")
    branch = _git(root, "branch", "--show-current")
    dated = str(day)
    _write(root / CITATION, CITED, f"version: {now}\ndate-released: {dated}")
    _write(root / CHANGELOG, re.compile(rf"^## {re.escape(now)}, {OPEN}$", re.MULTILINE), f"## {now}, {dated}")
    try:
        wrong = disagreements(root, tag)
        if wrong:
            raise ReleaseError("; ".join(wrong))
        if not check():
            raise ReleaseError("the check failed")
        _git(root, "commit", "--quiet", "--all", "--message", f"{now}")
    except BaseException:  # also Ctrl-C
        _git(root, "checkout", "--quiet", "--", CITATION, CHANGELOG)
        raise
    _git(root, "tag", "--annotate", "--message", f"hashi {now}", tag)
    _git(root, "push", "--quiet", "--atomic", "origin", branch, tag)
    return tag


def _only(pattern: re.Pattern[str], path: Path) -> str:
    found = pattern.findall(path.read_text("utf-8"))
    if len(found) != 1:
        raise ReleaseError(f"{path.name}: the version should stand there once")
    only: str = found[0]
    return only


def _write(path: Path, pattern: re.Pattern[str], text: str) -> None:
    path.write_text(pattern.sub(text, path.read_text("utf-8"), count=1), "utf-8", newline="\n")


def _git(root: Path, *words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise ReleaseError(f"git {words[0]}: {(ran.stderr or ran.stdout).strip()}")
    return ran.stdout.strip()


def main(words: list[str]) -> int:
    try:
        match words:
            case ["check", *tag] if len(tag) <= 1:
                wrong = disagreements(ROOT, *tag)
                print("\n".join(wrong) or f"all agree on {version()}")
                return 1 if wrong else 0
            case ["notes"]:
                print(notes(), end="")
            case ["next", number]:
                begin(ROOT, number)
                print(f"this is {number} now; write into {CHANGELOG} what changes")
            case ["address", url]:
                move(ROOT, url)
                print(f"the repository is at {address()}")
            case ["publish"]:
                today = datetime.datetime.now(datetime.UTC).date()
                check = [sys.executable, "-m", "tools.release_check"]
                pushed = publish(ROOT, today, lambda: subprocess.run(check, cwd=ROOT, check=False).returncode == 0)
                print(f"{pushed} is pushed; the forge tests and publishes it")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
