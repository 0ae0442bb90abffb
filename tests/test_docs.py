"""What the documentation shows is what happens."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from hashi_solver import __version__
from hashi_solver.app.question import Source, recorded
from hashi_solver.documents.records import parse_record_json
from hashi_solver.drawing.svg import board_svg
from hashi_solver.library import layout_ids
from hashi_solver.notation.layouts import examine_layout_text, load_layout
from hashi_solver.notation.records import parse_record
from hashi_solver.referee import judge_record
from hashi_solver.rules import Game
from tests.command import ROOT, hashi
from tests.test_documents import mistakes_in
from tests.test_rooms import MAY_IMPORT
from tools.transcripts import HELP, PAGES, Block, blocks, made_again, ran, stray_codes, transcripts

RULE = re.compile(r"R(?:10|[1-9])[a-d]?")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
MOST_COLUMNS = 100
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
MARKDOWN = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(
        path
        for folder in ("docs", "layouts", "bench", ".github/ISSUE_TEMPLATE")
        for path in sorted((ROOT / folder).glob("*.md"))
    ),
]
STRANGERS = [page for page in MARKDOWN if page.name in ("CONTRIBUTING.md", "SECURITY.md") or ".github" in page.parts]
VARIES = {"solve", "analyse", "--fair"}  # they show plays, and other machines may find others
CLAIM = re.compile(r"total |proven|.* averages ")


def shown(*kinds: str) -> pytest.MarkDecorator:
    found = [block for kind in kinds for block in blocks(kind)]
    return pytest.mark.parametrize("block", found, ids=[f"{block.page}-{block.kind}" for block in found])


@shown("console", "screen", "text", "python")
def test_what_a_page_shows_is_what_there_is(block: Block) -> None:
    assert made_again(block) == block.text


@shown("output")
def test_what_is_left_of_an_output_with_gaps(block: Block) -> None:
    """Plays can differ between machines, and seconds do; claims must not."""
    ((line, output),) = transcripts(block)
    if VARIES.isdisjoint(line.split()):
        assert made_again(block) == block.text
        return
    claims = [told.partition(" (")[0] for told in output.splitlines() if CLAIM.match(told)]
    assert claims
    assert [told.partition(" (")[0] for told in ran(line).out.splitlines() if CLAIM.match(told)] == claims


@shown("toml")
def test_layouts_in_the_documentation_are_valid(block: Block) -> None:
    examined = examine_layout_text(block.text, block.page)
    assert examined.valid, examined.findings


@shown("text")
def test_records_in_the_documentation_are_read_and_legal(block: Block) -> None:
    text = block.text.replace("...\n", "")
    record = parse_record(text)
    assert record.plays
    if record.challenge is not None:
        asked = recorded(Source(text, block.page))
        assert judge_record(asked.game, asked.record).legal
        return
    drawn = [examine_layout_text(each.text, each.page).layout for each in blocks("toml")]
    own = {f"{layout.id}.toml": layout for layout in drawn if layout}
    layout = own.get(record.layout or "") or load_layout(record.layout or "")
    assert judge_record(Game(layout), record).legal


@shown("json")
def test_json_in_the_documentation_is_read(block: Block) -> None:
    assert parse_record_json(block.text).plays
    assert mistakes_in(json.loads(block.text)) == []


def test_every_code_in_the_pages_and_the_help_is_one_that_a_command_prints() -> None:
    texts = {path: path.read_text() for path in (*PAGES, *HELP)}
    assert stray_codes(texts) == set()
    assert stray_codes(texts | {PAGES[0]: "hashi play 5DAAF-G0NBM-49NJX"}) == {"5DAAF-G0NBM-49NJX"}


def anchors(page: Path) -> set[str]:
    """The fragments by which GitHub links to a page's headings, and those that the page sets itself."""
    text = FENCED.sub("", page.read_text())
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings} | set(
        re.findall(r'<a id="([^"]+)">', text)
    )


def broken_links(page: Path, text: str) -> list[str]:
    broken = []
    for target in (match[1] or match[2] for match in LINK.finditer(FENCED.sub("", text))):
        path, _, fragment = target.partition("#")
        file = page.parent / path if path else page
        if "://" not in target and not (file.exists() and (not fragment or fragment in anchors(file))):
            broken.append(target)
    return broken


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    assert broken_links(page, page.read_text()) == []


def test_broken_links_are_found() -> None:
    text = (
        "[a](docs/rules.md#scoring) [b](docs/rules.md#nowhere)\n```\n[c](no.md)\n```\n![d](no.png) [e](#two-commands)"
    )
    assert broken_links(ROOT / "README.md", text) == ["docs/rules.md#nowhere", "no.png"]


def long_lines(text: str) -> list[str]:
    """Return lines of prose that are too long for a diff; tables, fences and pictures can be longer."""
    prose = FENCED.sub("", text).splitlines()
    return [line for line in prose if len(line) > MOST_COLUMNS and not line.startswith(("|", "!", "<"))]


@pytest.mark.parametrize("page", MARKDOWN, ids=lambda page: str(page.relative_to(ROOT)))
def test_lines_of_prose_are_short(page: Path) -> None:
    assert long_lines(page.read_text()) == []


def test_long_lines_are_found() -> None:
    assert long_lines(f"{'short ' * 9}\n| {'cell ' * 30}|\n```\n{'code ' * 30}\n```\n{'long ' * 30}") == ["long " * 30]


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 200


def test_every_page_is_in_the_readme_and_every_room_in_the_architecture() -> None:
    readme, plan = ((ROOT / page).read_text() for page in ("README.md", "docs/architecture.md"))
    assert [page.name for page in PAGES[1:] if f"| [{page.name}](docs/{page.name}) |" not in readme] == []
    assert [room for room in MAY_IMPORT if not room.startswith("__") and f"`hashi_solver/{room}" not in plan] == []


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


@pytest.mark.parametrize("name", layout_ids())
def test_the_pictures_of_the_atlas_are_those_that_hashi_draws(name: str) -> None:
    assert (ROOT / "docs" / "pictures" / "boards" / f"{name}.svg").read_text() == board_svg(load_layout(name))


def unknown_commands(text: str) -> list[str]:
    """Return the commands in a text without examples that run: of hashi, its options, and of make."""
    targets = set(re.findall(r"^(\w[\w-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"make ([\w -]+)`|^make ([\w-]+) ", text, re.MULTILINE)
    unknown = [one for names in named for one in " ".join(names).split() if one not in targets]
    for line in re.findall(r"\bhashi ((?:[a-z]+ )*(?:--[a-z-]+|[a-z]+))`", text):
        words = line.split()
        option = words.pop() if words[-1].startswith("--") else ""
        told = hashi(*words, "--help")
        if told.code != 0 or option not in told.out:
            unknown.append(line)
    return unknown


@pytest.mark.parametrize("page", STRANGERS, ids=lambda page: page.name)
def test_what_strangers_are_asked_to_run_exists(page: Path) -> None:
    assert unknown_commands(page.read_text()) == []


def test_commands_that_do_not_exist_are_found() -> None:
    text = "`hashi chek`, `hashi daily --fix`, `hashi layout show`, `make golden atlas nothing`\nmake tests     # all\n"
    assert unknown_commands(text) == ["nothing", "tests", "chek", "daily --fix"]


def test_forms_for_issues_have_a_name_and_ask_for_one_thing() -> None:
    forms = [page for page in STRANGERS if page.parent.name == "ISSUE_TEMPLATE"]
    heads = [re.match(r"---\nname: (.+)\nabout: (.+)\nlabels: (\w+)\n---\n\n\*\*", page.read_text()) for page in forms]
    assert all(heads)
    assert len({head[1] for head in heads if head}) == len(forms) >= 1


def test_the_citation_is_of_this_version() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    text = (ROOT / "CITATION.cff").read_text()
    told = dict(re.findall(r"^([a-z-]+): (.+)$", text, re.MULTILINE))
    assert told["cff-version"] == "1.2.0"
    assert told["version"] == __version__
    assert told["license"] == project["license"].split()[0]
    assert re.findall(r"^  - (?!name:)(.+)$", text, re.MULTILINE) == project["keywords"]
    assert re.findall(r"^  - name: (.+)$", text, re.MULTILINE) == [one["name"] for one in project["authors"]]


def test_no_file_names_this_machine_or_a_registry() -> None:
    pattern = re.compile(r"index-url|registry\s*=|https?://\S*(?:pypi|npm)|/(?:root|home/\w+)/")
    for path in [*ROOT.glob("*"), *(ROOT / "hashi_solver").rglob("*.py"), *(ROOT / "docs").rglob("*")]:
        if path.is_file() and path.suffix in ("", ".py", ".toml", ".txt", ".md"):
            assert not pattern.search(path.read_text()), path
