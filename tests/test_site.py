"""`hashi site`: the files that it writes, and the engine that its worker calls."""

from __future__ import annotations

import datetime
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hashi_solver import app
from hashi_solver.app import challenges as challenges_asked
from hashi_solver.app import playing
from hashi_solver.app.site import planned
from hashi_solver.challenge import challenge_of
from hashi_solver.challenge.seeded import daily_deal
from hashi_solver.documents.challenges import challenges_json
from hashi_solver.documents.published import Published
from hashi_solver.errors import InputError, Unproven
from hashi_solver.model import backend
from hashi_solver.notation.codes import canonical_code
from hashi_solver.notation.layouts import load_layout
from hashi_solver.targets import OnlyBest
from hashi_solver.web.tab.engine import DATA, Tab
from hashi_solver.web.tab.icons import icon
from hashi_solver.web.tab.package import archived, zipped
from hashi_solver.web.tab.parts import CP_SAT, PYODIDE, find_parts
from hashi_solver.web.tab.publish import expect_ours, publish
from hashi_solver.web.tab.python import is_left_out, module_of
from tests.command import ROOT, hashi
from tests.test_backends import in_bytes

DAY = "2026-12-24"
ELSEWHERE = ("hashi_solver/lab/store.py", "hashi_solver/sheet/beside.py")  # what a tab neither keeps nor prints
DATE = datetime.date.fromisoformat(DAY)
LIBRARY = (
    "os.py",
    "email/__init__.py",
    "email/message.py",
    "encodings/cp866.py",
    "encodings/utf_8.py",
    "xml/sax/expat.py",
)
NO_PARTS = "THE SITE IS NOT TESTED: Python and CP-SAT for the browser are not here (sh tools/site.sh)"


def has_parts() -> bool:
    try:
        return bool(find_parts(None))
    except InputError:
        print(NO_PARTS)
        return False


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stand-ins for the two packages: little of what they hold is looked at when a site is written."""
    folder = tmp_path_factory.mktemp("node_modules")
    for name in PYODIDE:
        (folder / "pyodide").mkdir(exist_ok=True)
        (folder / "pyodide" / name).write_text(name)
    (folder / "pyodide/pyodide-lock.json").write_text('{"info": {"python": "3.14"}, "packages": {"numpy": {}}}')
    (folder / "pyodide/python_stdlib.zip").write_bytes(archived((name, b"") for name in LIBRARY))
    wasm = folder / "or-tools-wasm/build/javascript/wasm"
    wasm.mkdir(parents=True)
    for name in CP_SAT:
        (wasm / name).write_text(name)
    return folder


def test_a_site_is_written_renewed_and_left_alone(tmp_path: Path, parts: Path) -> None:
    out = tmp_path / "public"
    call = ("site", "--out", out, "--parts", parts, "--from", DAY, "--boards", "reef")
    ran = hashi(*call, "--days", 1, "--title", "Club <1>", "--lang", "pl")
    assert ran.code == 0, ran.err
    account = json.loads((out / "site.json").read_text())
    files = account["files"]
    for name, digest in files.items():
        assert sha256((out / name).read_bytes()).hexdigest().startswith(digest), name
    written = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert written == {*files, "sw.js", "site.json"}
    page = (out / "index.html").read_text()
    assert "<title>Club &lt;1&gt;</title>" in page
    assert 'data-lang="pl"' in page
    assert json.loads((out / "manifest.webmanifest").read_text())["name"] == "Club <1>"
    assert f'"index.html": "{files["index.html"]}"' in (out / "sw.js").read_text()
    library = zipfile.ZipFile(out / "engine/pyodide/python_stdlib.zip")
    assert library.namelist() == ["email/__init__.py", "encodings/utf_8.py", "os.py"]
    assert json.loads((out / "engine/pyodide/pyodide-lock.json").read_text())["packages"] == {}
    published = json.loads((out / "published.json").read_text())["challenges"]
    assert [each["day"] for each in published] == [DAY]
    inside = zipfile.ZipFile(out / "engine/package.zip").namelist()
    assert [name for name in inside if name.endswith(".toml")] == [
        f"hashi_solver/layouts/{board}.toml" for board in ("reef", "side-a")
    ]
    again = hashi(*call, "--days", 1, "--title", "Club <1>", "--lang", "pl")
    assert again.out.endswith("; 0 files are new or changed\n")
    (out / "static/old.js").write_text("")
    account["files"]["static/old.js"] = "0"
    (out / "site.json").write_text(json.dumps(account))
    assert hashi(*call, "--days", 0).code == 0
    assert not (out / "static/old.js").exists()
    assert json.loads((out / "published.json").read_text())["challenges"] == []


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, parts: Path) -> None:
    (tmp_path / "diary.txt").write_text("mine")
    ran = hashi("site", "--out", tmp_path, "--parts", parts)
    assert ran.code == 2
    assert "holds other files" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]
    with pytest.raises(InputError, match="not a folder"):
        expect_ours(tmp_path / "diary.txt")


def test_what_is_missing_is_said_in_one_sentence(tmp_path: Path) -> None:
    ran = hashi("site", "--out", tmp_path / "public", "--parts", tmp_path)
    assert ran.code == 2
    assert "npm install pyodide@" in ran.err
    assert not (tmp_path / "public").exists()


def test_the_lock_file_names_no_address_and_the_versions_that_the_message_names() -> None:
    lock = json.loads((ROOT / "tools/site/package-lock.json").read_text())
    wanted = lock["packages"][""]["dependencies"]
    with pytest.raises(InputError) as told:
        find_parts(ROOT / "docs")
    for name, version in wanted.items():
        assert f"{name}@{version}" in str(told.value)
        assert lock["packages"][f"node_modules/{name}"]["version"] == version
    assert "resolved" not in json.dumps(lock)


@pytest.mark.parametrize("boards", [["side-a", "nowhere"], ["no/board.toml"]])
def test_boards_that_are_not_there(boards: list[str]) -> None:
    with pytest.raises(InputError):
        planned(0, boards=boards)


def test_two_boards_with_one_id(tmp_path: Path) -> None:
    text = (ROOT / "layouts/reef.toml").read_text().replace('id = "reef"', 'id = "side-a"')
    (tmp_path / "side-a.toml").write_text(text)
    with pytest.raises(InputError, match="two of the boards"):
        planned(0, boards=[str(tmp_path / "side-a.toml")])


def test_a_name_that_leads_out_of_the_site_is_never_deleted(tmp_path: Path, parts: Path) -> None:
    out, beside = tmp_path / "public", tmp_path / "beside.txt"
    beside.write_text("mine")
    out.mkdir()
    (out / "C:").mkdir()
    odd = [out / "C:" / "beside.txt", out / "..\\beside.txt"]  # harmless here, but not on Windows
    for path in odd:
        path.write_text("mine")
    files = {"../beside.txt": "0", str(beside): "0", "C:/beside.txt": "0", "..\\beside.txt": "0"}
    (out / "site.json").write_text(json.dumps({"format": "hashi-site/1", "files": files}))
    publish(out, planned(0, boards=["side-a"]), (), find_parts(parts), "HASHI", "")
    assert [path.read_text() for path in (beside, *odd)] == ["mine"] * 3


def test_the_icon_shows_islands_on_the_sea() -> None:
    data = icon(load_layout("side-a"), 48)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert len(data) > 300
    assert data != icon(load_layout("reef"), 48)


def test_the_package_runs_without_what_a_tab_lacks(tmp_path: Path) -> None:
    """From the zip alone, blocked from everything that Pyodide does not have."""
    zipfile.ZipFile(io.BytesIO(zipped([load_layout("side-a")]))).extractall(tmp_path / "package")
    code = """
import json, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in BLOCKED or name in BLOCKED:
            raise ModuleNotFoundError(f"no {name}", name=name)
BLOCKED = {"ortools", "numpy", "weasyprint", "starlette", "uvicorn", "anyio", "click", "rich", "jinja2", "segno"}
BLOCKED |= {"_multiprocessing", "multiprocessing.connection", "ctypes", "curses", "fcntl", "readline", "termios"}
sys.meta_path.insert(0, Blocked())
sys.path.insert(0, sys.argv[1])
from hashi_solver.web.tab.engine import Tab, warm
warm(sys.argv[2] + "-warm")
tab = Tab(sys.argv[2])
asked = lambda **request: json.loads(tab.answer(json.dumps(request), print, lambda: False))
print(len(asked(use="page", lang="pl")["words"]), asked(use="page")["boards"][0]["id"])
game = asked(use="open", day="2026-12-24")
island = game["svg"].split('data-open="true"')[0].rpartition("data-island=")[2][1:3]
game = asked(use="tap", game=game["game"], island=island)
print(game["phase"])
line = next(part for part in game["svg"].split("<g ") if "data-line" in part and 'data-open="false"' in part)
line = line.split('data-line="')[1].partition('"')[0]
print(asked(use="tap", game=game["game"], line=line)["error"]["kind"])
print(asked(use="aims", game=game["game"], lang="es")["error"]["kind"])
print(asked(use="page", lang="es")["languages"][1]["name"])
print(asked(use="print", what="day", day="2026-12-24", html=True)["error"]["sentence"])
"""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, tmp_path / "package", tmp_path / "home"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    words, *rest = ran.stdout.split()
    assert int(words) > 20
    assert rest == ["side-a", "bridges", "illegal", "missing", "Español", *["Only", "hashi", "web", "can", "print."]]


@pytest.mark.skipif(not has_parts(), reason=NO_PARTS)
def test_no_module_of_a_tab_needs_one_that_is_left_out() -> None:
    """Imports within functions are those of what a tab does not do: pickles read by hand, mail, archives."""
    python = zipfile.ZipFile(find_parts(None)["engine/pyodide/python_stdlib.zip"])
    known = {module_of(name) for name in python.namelist()}
    ours = zipfile.ZipFile(io.BytesIO(zipped([load_layout("side-a")])))
    kept = [name for name in python.namelist() if not is_left_out(module_of(name))]
    found = {name: python.read(name) for name in kept} | {name: ours.read(name) for name in ours.namelist()}
    line = re.compile(r"^(?:from ([\w.]+) import ([\w, ]+)|import ([\w., ]+))", re.MULTILINE)
    for name in (name for name in found if name.endswith(".py") and name not in ELSEWHERE):
        for home, names, modules in line.findall(found[name].decode()):
            parts = [part.split()[0] for part in (names or modules).split(",") if part.strip()]
            wanted = [home, *(f"{home}.{part}" for part in parts)] if home else parts
            assert not [module for module in wanted if module in known and is_left_out(module)], name


class FakeSolver:
    """A solver as JavaScript offers it: it ends after so many looks, or never."""

    def __init__(self, looks: int | None = 1) -> None:
        self.looks, self.abandoned = looks, 0
        self.found = b""

    def begin(self, model: bytes, parameters: bytes) -> None:
        self.found = in_bytes(model, parameters, None)

    def wait(self, milliseconds: int) -> bool:
        assert milliseconds > 0
        if self.looks is not None:
            self.looks -= 1
        return self.looks is not None and self.looks <= 0

    def response(self) -> FakeSolver:
        return self

    def to_bytes(self) -> bytes:
        return self.found

    def abandon(self) -> None:
        self.abandoned += 1


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(DATA, str(tmp_path / "before"))
    monkeypatch.setattr(challenges_asked, "_published", [])
    yield str(tmp_path / "home")
    backend.solve_elsewhere(None)


def asked(tab: Tab, **request: Any) -> dict[str, Any]:
    answered = json.loads(tab.answer(json.dumps(request), lambda _: None, lambda: False))
    assert isinstance(answered, dict)
    return answered


def test_files_are_handed_over_and_taken_back(home: str) -> None:
    tab = Tab(home)
    game = asked(tab, use="open", seed="kept", cards="open", start="fixed", board="side-a")
    assert json.loads(tab.changed()) == {}
    island = re.findall(r'data-island="(\w+)"[^>]*data-open="true"', game["svg"])[0]
    for step in ({"use": "tap", "island": island}, *({"use": "act", "action": a} for a in ("pass-bridges", "next"))):
        assert "error" not in asked(tab, game=game["game"], **step)
    ((name, text),) = json.loads(tab.changed()).items()
    assert name.startswith("hashi/games/")
    assert "1. " in text
    assert json.loads(tab.changed()) == {}
    other = Tab(f"{home}-2")
    other.put(name, text)
    assert asked(other, use="open", seed="kept", cards="open", start="fixed", board="side-a")["round"] == 2
    assert json.loads(other.changed()) == {}
    other.put(name, None)
    assert asked(other, use="open", seed="kept", cards="open", start="fixed", board="side-a", new=True)["round"] == 1
    Path(home, name).unlink()
    assert json.loads(tab.changed()) == {name: None}


@pytest.mark.parametrize("cards", ["open", "flip"])
def test_a_round_that_is_half_written_outlives_the_tab(home: str, cards: str) -> None:
    """Each step is followed by another tab, which has nothing but the files."""
    question = {"use": "open", "seed": "half", "cards": cards, "start": "fixed", "board": "side-a"}
    random, played = Random(7), 0
    while played < 4:
        tab = Tab(home)
        game = asked(tab, **question)
        if game["phase"] == "number":
            islands = re.findall(r'data-island="(\w+)"[^>]*data-open="true"', game["svg"])
            step = (
                {"use": "tap", "island": random.choice(islands)} if islands else {"use": "act", "action": "pass-number"}
            )
        else:
            lines = re.findall(r'data-line="([\w-]+)"[^>]*data-open="true"', game["svg"])
            step = {"use": "tap", "line": random.choice(lines)} if lines else {"use": "act", "action": "pass-bridges"}
        found = asked(tab, game=game["game"], seconds=2, **step)
        assert "error" not in found
        again = asked(Tab(home), **question)
        if found["phase"] == "written":  # its game is kept, with the next card turned
            assert (again["round"], again["phase"]) == (found["round"] + 1, "number")
            played += 1
            continue
        same = ("phase", "round", "total", "to_draw", "svg", "seconds", "piles")
        assert {key: again[key] for key in same} == {key: found[key] for key in same}, step
    assert not list(Path(home, "hashi/drafts").iterdir())  # the round is written, and its game kept
    tab = Tab(home)
    key = asked(tab, **question)["game"]
    assert asked(tab, use="act", action="pass-number", game=key)["phase"] == "bridges"
    (draft,) = Path(home, "hashi/drafts").iterdir()
    for text in ("", "# hashi play: x\n5. nonsense\n", draft.read_text().replace("5. -", "5. 9@Z9")):
        draft.write_text(text)
        assert asked(Tab(home), **question)["phase"] == "number"
    assert asked(Tab(home), **question, new=True)["round"] == 1


def test_a_search_in_another_worker(home: str) -> None:
    solver = FakeSolver(looks=3)
    tab = Tab(home, solver=solver)
    game = asked(tab, use="open", seed="searched", board="side-a")
    found = asked(tab, use="hint", level=1, game=game["game"])
    assert "error" in found or found["said"]
    assert asked(tab, use="best", game=game["game"])["error"]["kind"] == "input"


def test_a_stop_is_heard_while_a_search_runs(home: str) -> None:
    solver = FakeSolver(looks=None)
    tab = Tab(home, solver=solver)
    game = asked(tab, use="open", day=DAY)
    looks = iter([False, False, False])
    request = json.dumps({"use": "aims", "game": game["game"]})
    found = json.loads(tab.answer(request, lambda _: None, lambda: next(looks, True)))
    assert found["error"]["kind"] == "stopped"
    assert solver.abandoned == 1


def test_without_threads_a_search_is_refused_in_the_page_language(home: str) -> None:
    tab = Tab(home)
    game = asked(tab, use="open", day=DAY, lang="en")
    told = {lang: asked(tab, use="aims", game=game["game"], lang=lang)["error"] for lang in ("en", "it")}
    assert told["en"]["kind"] == "missing"
    assert "threads" in told["en"]["sentence"]
    assert told["it"]["sentence"] != told["en"]["sentence"]


def test_without_players_the_best_is_known_and_par_is_not(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "measurable", lambda: False)
    tab = Tab(home, published=json.dumps({"challenges": []}), solver=FakeSolver())
    game = asked(tab, use="open", day=DAY)
    medals = asked(tab, use="aims", game=game["game"])["medals"]
    assert medals["par"] is None
    assert [each["medal"] for each in medals["limits"]] == ["perfect"]
    assert OnlyBest(50).medal(49) is None
    assert OnlyBest(50).medal(50) == "perfect"


def test_published_challenges_are_found_open_or_hidden() -> None:
    layout = load_layout("side-a")
    deal = daily_deal(DATE, layout)
    made = challenge_of(deal)
    published = Published(json.dumps(challenges_json([made])))
    assert canonical_code(f"https://club.example/hashi/#/challenge/{made.code}") == made.code
    assert published.find(deal) == made
    hidden = daily_deal(DATE, layout, kind="flip")
    found = published.find(hidden)
    assert found is not None
    assert (found.deal, found.targets) == (hidden, made.targets)
    assert published.find(daily_deal(datetime.date(2026, 12, 25), layout)) is None
    assert published.find(daily_deal(DATE, load_layout("reef"))) is None
    wrong = challenges_json([made])
    wrong["challenges"][0]["targets"]["perfect"] += 2
    assert Published(json.dumps(wrong)).find(deal) is None


def test_a_search_that_was_stopped_publishes_nothing() -> None:
    class Stopped:
        def is_set(self) -> bool:
            return True

    with pytest.raises(Unproven):
        app.site.challenges_of(planned(2, DAY, ["side-a"]), workers=1, stop=Stopped())


@pytest.mark.skipif(shutil.which("node") is None, reason="THE SITE'S JAVASCRIPT IS NOT PARSED: there is no node")
def test_the_service_worker_parses(tmp_path: Path) -> None:
    copied = tmp_path / "sw.mjs"
    copied.write_text(f"const BUILD = '', FILES = {{}};\n{(ROOT / 'hashi_solver/web/tab/sw.js').read_text()}")
    ran = subprocess.run(["node", "--check", copied], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
