"""What the documentation shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from hashi_solver.challenge.recorded import completed
from hashi_solver.notation.layouts import examine_layout_text
from hashi_solver.notation.records import parse_record, parse_record_json
from tests.command import ROOT, hashi, inside
from tests.test_rooms import MAY_IMPORT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RULE = re.compile(r"R(?:10|[1-9])[a-d]?")


def blocks(kind: str) -> list[tuple[str, str]]:
    return [(page.name, match[2]) for page in PAGES for match in BLOCK.finditer(page.read_text()) if match[1] == kind]


@pytest.mark.parametrize(("page", "block"), blocks("console"))
def test_transcripts(page: str, block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for transcript in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        command, _, output = transcript.partition("\n")
        words, _, source = command[2:].partition(" < ")
        called, *arguments = shlex.split(words)
        assert called == "hashi"
        with inside(ROOT):
            ran = hashi(*arguments, stdin=(ROOT / source).read_bytes() if source else b"")
        assert ran.out == output
        assert ran.err == ""


@pytest.mark.parametrize(("page", "block"), blocks("output"))
def test_what_is_shown_of_the_solver(page: str, block: str) -> None:
    """Plays may differ between machines, and seconds do; what is claimed may not."""
    command, _, output = block.partition("\n")
    with inside(ROOT):
        ran = hashi(*shlex.split(command[2:])[1:])
    claims = [line.partition(" (")[0] for line in output.splitlines() if line.startswith(("total", "proven"))]
    assert len(claims) == 2
    assert [line.partition(" (")[0] for line in ran.out.splitlines() if line.startswith(("total", "proven"))] == claims


@pytest.mark.parametrize(("page", "block"), blocks("toml"))
def test_layouts_in_the_documentation_are_valid(page: str, block: str) -> None:
    examined = examine_layout_text(block, page)
    assert examined.valid, examined.findings


@pytest.mark.parametrize(("page", "block"), blocks("text"))
def test_records_in_the_documentation_are_read(page: str, block: str) -> None:
    record = completed(parse_record(block.replace("...\n", "")))
    assert record.layout == "side-a"
    assert record.plays


@pytest.mark.parametrize(("page", "block"), blocks("json"))
def test_json_in_the_documentation_is_read(page: str, block: str) -> None:
    assert parse_record_json(block).plays


@pytest.mark.parametrize(("page", "block"), blocks("python"))
def test_python_in_the_documentation_prints_what_its_comments_say(page: str, block: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, page, "exec"), {})
    said = [line.rpartition("# ")[2].strip() for line in block.splitlines() if line.startswith("print(")]
    assert printed.getvalue().splitlines() == said


def test_every_room_and_every_page_stands_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [room for room in MAY_IMPORT if not room.startswith("__") and f"`hashi_solver/{room}" not in readme] == []
    assert [page.name for page in PAGES[1:] if f"| [{page.name}](docs/{page.name}) |" not in readme] == []


def test_every_rule_that_a_message_can_name_is_on_the_page() -> None:
    page = (ROOT / "docs" / "rules.md").read_text()
    explained = set(re.findall(r"\*\*(R[0-9]+[a-d]?)\*\*", page))
    for path in sorted((ROOT / "hashi_solver").rglob("*.py")):
        for rule in RULE.findall(path.read_text()):
            family = {one for one in explained if one.rstrip("abcd") == rule}
            assert rule in explained or family, f"{path.name} names {rule}"


def test_the_picture_in_the_readme_is_the_one_that_hashi_draws(tmp_path: Path) -> None:
    picture = tmp_path / "side-a.svg"
    assert hashi("layout", "show", "side-a", "--svg", picture).code == 0
    assert picture.read_text() == (ROOT / "docs" / "pictures" / "side-a.svg").read_text()


def test_no_file_names_this_machine_or_a_registry() -> None:
    pattern = re.compile(r"index-url|registry\s*=|https?://\S*(?:pypi|npm)|/(?:root|home/\w+)/")
    for path in [*ROOT.glob("*"), *(ROOT / "hashi_solver").rglob("*.py"), *(ROOT / "docs").rglob("*")]:
        if path.is_file() and path.suffix in ("", ".py", ".toml", ".txt", ".md"):
            assert not pattern.search(path.read_text()), path
