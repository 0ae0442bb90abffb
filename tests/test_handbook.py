"""The site of the documentation: its pages, its links, and the examples of its reference. `make docs` builds it."""

from __future__ import annotations

import doctest
import inspect
import io
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import hashi_solver
from hashi_solver.cli.manual import every_page, manual
from tests.command import ROOT, inside
from tools.handbook import generated, sources
from tools.handbook.links import broken_links, from_elsewhere
from tools.handbook.mend import mended
from tools.schemas import files

NAMES = {name: getattr(hashi_solver, name) for name in hashi_solver.__all__}
FUNCTIONS = sorted(name for name, value in NAMES.items() if inspect.isfunction(value))


@pytest.fixture(scope="module")
def gathered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    sources.gather(folder)
    return folder


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_of_the_library_has_an_example_that_runs(name: str) -> None:
    surroundings = {**NAMES, "Path": Path, "ThreadPoolExecutor": ThreadPoolExecutor}
    (test,) = doctest.DocTestFinder(recurse=False).find(NAMES[name], name, globs=surroundings)
    assert test.examples
    told = io.StringIO()
    with inside(ROOT):
        doctest.DocTestRunner(verbose=False).run(test, out=told.write)
    assert told.getvalue() == ""


def test_the_reference_has_every_name_once() -> None:
    shown = re.findall(r"^\.\. auto\w+:: hashi_solver\.(\w+)$", generated.library(), re.MULTILINE)
    assert sorted(shown) == sorted(NAMES)


def test_every_command_and_every_format_has_a_page(gathered: Path) -> None:
    pages = {page.title for page in every_page(manual())} - {"hashi"}
    assert {path.stem for path in (gathered / "commands").iterdir()} == pages | {"index"}
    schemas = {name.partition(".")[0] for name in files()}
    assert {path.stem for path in (gathered / "schemas").iterdir()} == schemas | {"index"}
    daily = (gathered / "commands" / "hashi-daily.md").read_text()
    assert "````{option} --layout, --board ID|PATH\nThe board (default: side-a).\n" in daily
    record = (gathered / "schemas" / "hashi-record-1.md").read_text()
    assert "| `rounds` | list of [PlayEntry](#hashi-record-1-playentry) |" in record


def test_every_page_is_in_the_sidebar_once(gathered: Path) -> None:
    trees = re.findall(r"^```{toctree}\n(?::.+\n)*\n((?:.+\n)*)```", (gathered / "index.md").read_text(), re.MULTILINE)
    listed = [each for tree in trees for each in tree.splitlines()]
    inside_folders = {"commands/index", "schemas/index"}
    pages = {path.stem for path in gathered.glob("*.md")} - {"index"}
    assert sorted(listed) == sorted(pages | inside_folders)
    assert {page for section in sources.TREE.values() for page in section} <= pages | inside_folders


def test_links_are_turned_to_what_the_site_has() -> None:
    blob = f"{sources.address()}/blob/main"
    for page, link, turned in (
        ("docs/index.md", "[a](rules.md#scoring)", "[a](rules.md#scoring)"),
        ("docs/index.md", "[a](../bench/README.md#sheets)", "[a](benchmarks.md#sheets)"),
        ("docs/index.md", "[a](schemas/) [b](#here)", "[a](schemas/index.md) [b](#here)"),
        ("docs/index.md", "[a](../hashi_solver/rules.py)", f"[a]({blob}/hashi_solver/rules.py)"),
        ("docs/index.md", "[a](https://example.org/x.md)", "[a](https://example.org/x.md)"),
        ("docs/index.md", "![a](pictures/page.png)", "![a](pictures/page.png)"),
        ("docs/index.md", "```\n[a](../LICENSE)\n```\n", "```\n[a](../LICENSE)\n```\n"),
        ("CONTRIBUTING.md", "[a](LICENSE) [b](docs/lab.md)", f"[a]({blob}/LICENSE) [b](lab.md)"),
        ("docs/index.md", "(see [rules.md](rules.md)) [a.md](b.md)", "(see [rules.md](rules.md)) [a.md](b.md)"),
        ("docs/index.md", "([rules.md](rules.md#scoring))", "([](rules.md#scoring))"),
        ("layouts/README.md", '<img src="../docs/pictures/a.svg">', '<img src="pictures/a.svg">'),
        ("layouts/README.md", '<a id="reef"></a>\nReef', "(reef)=\nReef"),
    ):
        assert sources.turned(page, link) == turned


def test_links_between_the_pages_lead_to_files(gathered: Path) -> None:
    """Sphinx looks at the anchors."""
    for page in gathered.rglob("*.md"):
        for part in sources.FENCED.split(page.read_text())[::2]:
            for link in sources.LINK.findall(part):
                path = link.partition("#")[0]
                assert "://" in link or not path or (page.parent / path).is_file(), f"{page.name}: {link}"


def test_broken_links_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "one.html").write_text(
        '<p id="here"></p><a href="#here">a</a><a href="#gone">b</a><a href="sub/two.html#there">c</a>'
        '<a href="sub/two.html#gone">d</a><a href="three.html">e</a><img src="p.png"><a href="https://example.org/">f</a>'
        '<a href="sub/">g</a>'
    )
    (tmp_path / "sub" / "two.html").write_text(
        '<h1 id="there"></h1><a href="../one.html">a</a><script src="https://cdn.example/x.js"></script>'
    )
    assert broken_links(tmp_path) == [
        f"one.html: {target}" for target in ("#gone", "sub/two.html#gone", "three.html", "p.png", "sub/")
    ]
    assert from_elsewhere(tmp_path) == ["sub/two.html: https://cdn.example/x.js"]


def test_what_keeps_keyboards_out_is_mended() -> None:
    short, long = "<pre><b>short</b>\n</pre>", f"<pre>short\n<b>{'long ' * 9}</b></pre>"
    assert mended(short) == short
    assert mended(long) == long.replace("<pre>", '<pre tabindex="0">')
    assert mended('<p class="caption" role="heading">A</p>') == '<p class="caption" role="heading" aria-level="2">A</p>'
