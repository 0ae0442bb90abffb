"""The site in a real browser, from a server that knows nothing of it: no headers, no Python, and then no server."""

from __future__ import annotations

import datetime
import functools
import json
import random
import threading
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar, Literal
from urllib.request import urlopen

import pytest
import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from hashi_solver.app import reviewing
from hashi_solver.app import site as sites
from hashi_solver.app.challenges import kept_challenges
from hashi_solver.languages import LANGUAGES
from hashi_solver.model import backend, cpsat
from hashi_solver.model.cpsat import CpSat
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import Game, empty
from hashi_solver.seeds import deck_from_seed
from hashi_solver.solver import solve
from hashi_solver.web.interface import answer
from hashi_solver.web.tab.parts import find_parts
from hashi_solver.web.tab.publish import publish
from tests.command import ROOT, hashi
from tests.test_sheet import picture
from tests.test_site import NO_PARTS, has_parts
from tests.test_web_page import DESK, PHONE, SKIPPED, Player, browser
from tools.chromium import CHROMIUM

__all__ = ["browser"]

DAYS = ("2026-12-24", "2026-12-25")
PATIENCE = 120_000  # milliseconds: a busy machine starts Python slowly
DEALS, RECORDS = 50, 100
KEPT_MEMORY = """async () => {
  const store = await caches.open("hashi-python");
  const [key] = await store.keys();
  return key && (await (await store.match(key)).arrayBuffer()).byteLength > 1e7;
}"""
DAMAGED = """async () => {
  const store = await caches.open("hashi-python");
  const [key] = await store.keys();
  await store.put(key, new Response(new Uint8Array(1000)));
}"""
FIRST = "async (request) => await (await import('./engine/first.js')).first(request) ?? null"
ASK = "async (request) => (await import('./static/api.js')).ask(request)"


pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED),
    pytest.mark.skipif(not has_parts(), reason=NO_PARTS),
    pytest.mark.xdist_group("browser"),
]


class Quiet(SimpleHTTPRequestHandler):
    held: ClassVar[dict[str, threading.Event]] = {}
    """Files that are sent once their event is set, by how their address ends."""

    def do_GET(self) -> None:
        for name, event in self.held.items():
            if self.path.endswith(name):
                event.wait(PATIENCE / 1000)
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hosted(folder: Path, port: int = 0) -> Iterator[str]:
    """A plain static server, below a path as on many hosts."""
    server = ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_port}/club/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def write(folder: Path, title: str = "HASHI") -> None:
    plan = sites.planned(len(DAYS), DAYS[0], ["side-a", "reef"])
    challenges = sites.challenges_of(plan, workers=1, kept=kept_challenges())
    publish(folder / "club", plan, challenges, find_parts(None), title, "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    write(made)
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with hosted(folder) as url:
        yield url


class Visitor(Player):
    """Somebody who comes to the site, if nothing else is said on a phone."""

    def __init__(self, browser: Browser, url: str, how: str = "touch", **context: Any) -> None:
        super().__init__(browser, url, how, **(context or PHONE))

    def open(self, url: str) -> None:
        self.page.set_default_timeout(PATIENCE)
        super().open(url)

    def ask(self, **request: Any) -> Any:
        return self.page.evaluate(ASK, request)


@pytest.fixture(scope="module")
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    """Somebody whom several tests ask, so that Python starts once for them."""
    found = Visitor(browser, address)
    yield found
    found.close()


def test_a_whole_game_then_the_same_without_a_network(browser: Browser, folder: Path) -> None:
    with hosted(folder) as url:
        visitor = Visitor(browser, f"{url}#/day/{DAYS[0]}")
        page = visitor.page
        assert page.evaluate("crossOriginIsolated")
        page.wait_for_selector("#game:not([data-perfect=''])")
        published = json.loads((folder / "club/published.json").read_text())["challenges"][0]
        assert visitor.state("perfect") == str(published["targets"]["perfect"])
        assert str(published["targets"]["par"]) in page.inner_text("#points")
        total = visitor.play(1)
        (kept,) = games_of(page)
        page.wait_for_selector("html[data-offline=true]", state="attached")
    file = folder / "game.txt"
    file.write_text(kept)
    verdict = json.loads(hashi("check", "--json", file).out)
    assert (verdict["legal"], verdict["score"]) == (True, total)
    page.reload()  # the server is gone
    page.wait_for_selector("html[data-ready=true]")
    page.wait_for_selector("#game[data-phase=over]")
    assert visitor.state("total") == str(total)
    page.goto(f"{url}#/day/{DAYS[1]}")
    page.wait_for_selector("#game[data-phase=number]")
    visitor.action("hint")
    page.wait_for_selector("[data-action=hint]:has-text('2')")
    page.goto(f"{url}#/seed/offline?cards=open&board=reef&start=fixed")
    page.wait_for_selector("#game[data-phase=number]:not([data-perfect=''])")
    assert "Par" not in page.inner_text("#points").replace("Perfect", "")
    visitor.close()


def games_of(page: Page) -> list[str]:
    """The files that the browser keeps."""
    return list(
        page.evaluate(
            """async () => {
              const {read} = await import("./engine/files.js");
              return (await read()).map(([, text]) => text);
            }"""
        )
    )


def test_the_search_is_that_of_this_machine(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes, the same totals, the same number of conflicts: from the very worker that the site publishes."""
    visitor.page.evaluate(
        """() => {
          const worker = new Worker("engine/solver.js", {type: "module"});
          globalThis.solve = (asked) => new Promise((done) => {
            const shared = new SharedArrayBuffer(8 + (1 << 20));
            const [model, parameters] = asked.map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
            worker.postMessage({model, parameters, shared});
            const state = new Int32Array(shared, 0, 2);
            const look = () => state[0] ? done([...new Uint8Array(shared, 8, state[1])]) : setTimeout(look, 5);
            look();
          });
        }"""
    )

    def in_the_tab(model: bytes, parameters: bytes, _: object) -> bytes:
        asked = [b64encode(model).decode(), b64encode(parameters).decode()]
        return bytes(visitor.page.evaluate("(asked) => solve(asked)", asked))

    conflicts: list[int] = []
    ask = CpSat.ask

    def counted(self: CpSat, *args: Any, **named: Any) -> cpsat.Answer:
        found = ask(self, *args, **named)
        conflicts.append(found.conflicts)
        return found

    monkeypatch.setattr(CpSat, "ask", counted)
    seen = []
    for where in (in_the_tab, None):
        backend.solve_elsewhere(where)
        try:
            conflicts.clear()
            totals = []
            for number in range(DEALS):
                game = Game(load_layout(("side-a", "reef", "maelstrom", "side-b")[number % 4]))
                found = solve(empty(game), deck_from_seed(f"tab {number}").cards)
                assert found.status == "optimal"
                totals.append((found.score, found.turns))
            seen.append((totals, conflicts.copy()))
        finally:
            backend.solve_elsewhere(None)
    assert seen[0] == seen[1]


def test_records_are_judged_as_by_check(visitor: Visitor, tmp_path: Path) -> None:
    golden = [path for path in sorted((ROOT / "tests/golden").glob("*.txt")) if "side-a" in path.name]
    others = [path for path in sorted((ROOT / "tests/golden").glob("*.txt")) if "reef" in path.name]
    texts = [path.read_text() for path in (*golden, *others)]
    texts += [text.replace("=", "-", 3) for text in texts] + ["\n".join(text.splitlines()[:-3]) for text in texts]
    texts += [text.replace("Start: 3", "Start: 4") for text in texts]
    assert len(texts) >= RECORDS
    file, legal = tmp_path / "record.txt", 0
    for text in texts[:RECORDS]:
        there = visitor.ask(use="paper", text=text)
        assert there == answer({"use": "paper", "text": text}), text
        file.write_text(text)
        ran = hashi("check", "--json", "--house", file)
        verdict = json.loads(ran.out) if ran.code != 2 else {"legal": False, "score": None}  # 2: cannot be read
        assert (there["legal"], there["total"]) == (verdict["legal"], verdict["score"]), text
        legal += int(there["legal"])
    assert 0 < legal < RECORDS


def test_a_new_build_loses_no_game(browser: Browser, tmp_path: Path) -> None:
    write(tmp_path)
    with hosted(tmp_path) as url:
        visitor = Visitor(browser, f"{url}#/day/{DAYS[0]}")
        page = visitor.page
        page.wait_for_selector("html[data-offline=true]", state="attached")
        visitor.round(random.Random(3), 0.0)
        total, number = visitor.state("total"), visitor.state("round")
        assert number == "2"
        write(tmp_path, "The next build")
        page.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        page.wait_for_function("navigator.serviceWorker.ready.then((found) => Boolean(found.waiting))")
        assert page.title() == "HASHI"
        page.close()
        visitor.page = page = visitor.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(f"{url}#/day/{DAYS[0]}")
        page.wait_for_function("document.title === 'The next build'")  # it takes over, and the page is loaded anew
        page.wait_for_selector(f"html[data-ready=true] #game[data-round='{number}']")
        assert (visitor.state("total"), visitor.state("round")) == (total, number)
    visitor.close()


def test_the_first_view_and_what_is_tapped_on_it(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day is seen, and can be tapped, while Python is still on its way."""
    context = browser.new_context(locale="en-GB", **PHONE)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#/day/{DAYS[0]}")
    page.wait_for_selector("html[data-offline=true]", state="attached")
    slow = threading.Event()
    monkeypatch.setattr(Quiet, "held", {"pyodide.mjs": slow})
    page.evaluate("caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))")
    page.reload()
    island = page.locator("[data-island][data-open=true]").first
    name = island.get_attribute("data-island")
    assert page.get_attribute("html", "data-ready") is None
    assert page.get_attribute("#game", "data-perfect") not in ("", None)
    island.tap()
    assert page.get_attribute("#game", "data-phase") == "number"
    slow.set()
    page.wait_for_selector("#game[data-phase=bridges]")
    assert page.get_attribute(f"[data-island={name}]", "data-number") == page.inner_text("#card").strip()[0]
    page.wait_for_selector("html[data-ready=true]")
    page.locator("[data-action=pass-bridges]").tap()
    page.locator("[data-action=next]").tap()
    page.wait_for_selector("#game[data-round='2']")
    page.reload()  # a game that was begun is not shown as if it were new
    page.wait_for_selector("#game[data-round='2']")
    island = page.locator("[data-island][data-open=true]").first
    name = island.get_attribute("data-island")
    island.tap()
    page.wait_for_selector("#game[data-round='2'][data-phase=bridges]")
    page.reload()  # nor is what was tapped of a round forgotten
    page.wait_for_selector("#game[data-round='2'][data-phase=bridges]")
    assert page.get_attribute(f"[data-island={name}]", "data-number")
    context.close()


def test_the_board_of_the_day_stands_in_the_page(browser: Browser, address: str) -> None:
    """Without any other file the day is seen; the next visit of somebody who has played waits for the game."""
    with browser.new_context(locale="en-GB", service_workers="block", color_scheme="dark") as context:
        page = context.new_page()
        page.route(lambda url: "/static/" in url or "/engine/" in url, lambda route: route.abort())
        for day, number in zip(DAYS, (358, 359), strict=True):
            page.goto("about:blank")
            page.goto(f"{address}#/day/{day}")
            assert page.inner_text("#name") == f"Daily No. {number} · Side A"
            assert page.locator("#board [data-island]").count() == len(load_layout("side-a").islands)
            assert page.locator("#board [tabindex='0']").count() == 1
            assert page.get_attribute("html", "data-theme") == "dark"
        page.evaluate("localStorage.setItem('hashi-played', 'true')")
        page.reload()
        assert page.locator("#board [data-island]").count() == 0


def test_the_first_views_are_what_python_answers(visitor: Visitor) -> None:
    for lang in LANGUAGES:
        for day in DAYS:
            seen = visitor.page.evaluate(FIRST, {"use": "open", "day": day, "lang": lang})
            key = visitor.ask(use="open", day=day, lang=lang)["game"]
            opened = visitor.ask(use="aims", game=key, lang=lang)
            assert {**seen, "game": key} == opened
        assert visitor.page.evaluate(FIRST, {"use": "page", "lang": lang}) == visitor.ask(use="page", lang=lang)
    assert visitor.page.evaluate(FIRST, {"use": "open", "day": "2025-01-01", "lang": "en"}) is None


def test_without_threads_it_plays_and_says_what_is_missing(browser: Browser, address: str) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#/seed/alone?cards=open&board=reef&start=fixed")
    page.wait_for_selector("html[data-ready=true]")
    assert not page.evaluate("crossOriginIsolated")
    page.wait_for_selector(".status.refused")
    assert "threads" in page.inner_text(".status")
    page.locator("[data-island][data-open=true]").first.click()
    page.wait_for_selector("#game[data-phase=bridges]")
    record = (ROOT / "docs/examples/anna.txt").read_text()
    found = page.evaluate(ASK, {"use": "paper", "text": record})
    assert (found["legal"], found["total"]) == (True, answer({"use": "paper", "text": record})["total"])
    refused = page.evaluate(ASK, {"use": "review", "records": [record]})
    assert refused["error"]["kind"] == "missing"
    context.close()


def test_a_tab_says_what_only_hashi_web_can(visitor: Visitor) -> None:
    printed = visitor.ask(use="print", what="day", day=DAYS[0], html=True, lang="pl")
    assert printed["error"] == {"kind": "missing", "sentence": "Tylko hashi web potrafi drukować."}
    assert visitor.ask(use="page")["today"] == datetime.date.today().isoformat()


def test_the_editor_proves_best_totals_in_the_tab(visitor: Visitor) -> None:
    drawing = visitor.ask(use="board-open", board="reef")["drawing"]
    told = visitor.page.evaluate(
        """async (drawing) => {
          const {ask} = await import("./static/api.js");
          const stop = new AbortController();
          return new Promise((done, failed) => {
            const onProgress = (share, seen) => { if (seen) { stop.abort(); done(seen); } };
            ask({use: "board-worth", drawing}, {signal: stop.signal, onProgress}).then(done, () => undefined);
          });
        }""",
        drawing,
    )
    assert "error" not in told
    assert told


def test_a_review_is_that_of_this_machine_and_says_how_far_it_is(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"use": "review", "records": [(ROOT / "docs/examples/anna.txt").read_text()]}
    there, told = visitor.page.evaluate(
        """async (request) => {
          const {ask} = await import("./static/api.js");
          const told = [];
          return [await ask(request, {onProgress: (share) => told.push(share)}), told];
        }""",
        asked,
    )
    monkeypatch.setattr(reviewing, "measurable", lambda: False)  # no medals in a tab
    assert there == answer(asked)
    assert len(told) > 3
    assert told == sorted(told)


def test_the_code_on_a_printed_sheet_opens_its_challenge(visitor: Visitor, address: str, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    ran = hashi("daily", "--date", DAYS[1], "--url", address, "--out", sheet)
    assert ran.code == 0, ran.err
    (code,) = zxingcpp.read_barcodes(picture(sheet.read_bytes(), 150).convert("L"))
    visitor.page.goto(code.text)
    published = json.loads(urlopen(f"{address}published.json").read())["challenges"][1]
    assert code.text == f"{address}#/challenge/{published['code']}"
    visitor.page.wait_for_selector(f"#game[data-perfect='{published['targets']['perfect']}']")


@pytest.mark.parametrize(("lang", "scheme", "how"), [("en", "light", PHONE), ("pl", "dark", DESK)])
def test_every_view_is_there_and_can_be_heard(
    visitor: Visitor, address: str, lang: str, scheme: Literal["light", "dark"], how: dict[str, Any]
) -> None:
    """The views of `hashi web`, with its words, and nothing that an audit objects to."""
    visitor.page.emulate_media(color_scheme=scheme)
    visitor.page.set_viewport_size(how["viewport"])
    page, words = visitor.page, answer({"use": "page", "lang": lang})["words"]
    for name in ("seed/axe?cards=flip&start=free", "paper?seed=axe", "history", "review", "solve", "board", "print"):
        page.goto("about:blank")
        page.goto(f"{address}?lang={lang}#/{name}")
        page.wait_for_selector("html[data-ready=true]")
        page.wait_for_selector("main:not([hidden])")
        for each in page.locator("main:not([hidden]) [data-word]").all():
            assert each.text_content() == words[each.get_attribute("data-word") or ""]
        found = Axe().run(page)
        assert not found.violations_count, found.generate_report()


def test_kept_memory_is_used_and_one_that_is_damaged_thrown_away(visitor: Visitor) -> None:
    page = visitor.page
    page.wait_for_function(KEPT_MEMORY)
    for damage in (False, True):
        if damage:
            page.evaluate(DAMAGED)
        page.reload()
        page.wait_for_selector("html[data-ready=true]")
        page.wait_for_function(KEPT_MEMORY)
        assert visitor.ask(use="open", seed="memory", board="side-a", start="fixed")["round"] == 1
