"""The page in a real browser: Debian's Chromium, driven by playwright."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, sync_playwright

from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.notation.layouts import load_layout
from tests.command import ROOT, hashi
from tools.chromium import CHROMIUM, launched, served

SKIPPED = "THE PAGE IS NOT TESTED: Chromium is not installed (apt-get install chromium)"

if CHROMIUM is None:
    print(SKIPPED, file=sys.__stderr__)
pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason=SKIPPED), pytest.mark.xdist_group("browser")]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
# Plays a game to its end by clicks on the page's own controls, at random among those that may be used.
AT_RANDOM = """async (seed) => {
  const game = document.getElementById("game");
  let changed = false;
  new MutationObserver((seen) => { changed ||= seen.some((each) => each.attributeName !== "tabindex"); })
    .observe(document.getElementById("board"), { subtree: true, childList: true, attributes: true });
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const one = (selector) => {
    const found = [...game.querySelectorAll(selector)];
    return found[Math.floor(random() * found.length)];
  };
  const open = { start: "[data-island][data-open=true]", number: "[data-island][data-open=true]",
    bridges: "[data-line][data-open=true]" };
  const end = performance.now() + 60_000;
  let taps = 0;
  const until = async (what) => {
    while (!what()) {
      if (performance.now() > end) throw new Error(`nothing came of tap ${taps}: ${game.innerText}`);
      await new Promise((go) => setTimeout(go, 2));
    }
  };
  while (game.dataset.phase !== "over") {
    const luck = random(), may = open[game.dataset.phase];
    const chosen = (luck < .8 && one(may)) || (luck > .93 && one("[data-action$=do]:enabled"))
      || one(":is([data-action=next], [data-action^=pass]:not([hidden])):enabled") || one(may);
    changed = false;
    chosen.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    taps += 1;
    await until(() => changed);
  }
  await until(() => document.querySelector("#score strong")?.textContent === game.dataset.total);
  return [Number(game.dataset.total), taps];
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with warnings.catch_warnings(), sync_playwright() as playwright:
        warnings.simplefilter("ignore")
        found = launched(playwright)
        yield found
        found.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("web")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder / "data"))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        with served() as url:
            yield url


class Player:
    """Somebody at the page, who plays by what it shows."""

    def __init__(self, browser: Browser, url: str, how: str = "mouse", **context: Any) -> None:
        self.how = how
        self.context = browser.new_context(**{**DESK, **context})
        self.page: Page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda told: self.wrong.append(told.text) if told.type == "error" else None)
        self.open(url)

    def open(self, url: str) -> None:
        self.page.goto(url)
        self.page.wait_for_selector("html[data-ready='true']")
        self.page.wait_for_selector("#game[data-phase], main:not(#game):not([hidden])")

    def state(self, name: str) -> str:
        return self.page.get_attribute("#game", f"data-{name}") or ""

    def said(self) -> str:
        return self.page.inner_text("[role=status]")

    def press(self, control: Locator) -> None:
        if self.how == "keyboard":
            control.focus()
            self.page.keyboard.press("Enter")
        elif self.how == "touch":
            control.tap()
        else:
            control.click()

    def action(self, name: str) -> None:
        """Use a control of the page, or its key."""
        keys = {"pass-number": "p", "pass-bridges": "p", "next": "n", "undo": "Backspace", "hint": "h"}
        if self.how == "keyboard" and name in keys:
            self.page.keyboard.press(keys[name])
        else:
            self.press(self.page.locator(f"[data-action={name}]"))

    def names(self, kind: str) -> list[str]:
        found = self.page.locator(f"[data-{kind}][data-open=true]")
        return [each.get_attribute(f"data-{kind}") or "" for each in found.all()]

    def round(self, rng: random.Random, passes: float = 0.1) -> None:
        """Write a whole round, at random among what is shown as open, and turn the next card."""
        number = self.state("round")
        islands = self.names("island")
        if islands and rng.random() > passes:
            self.press(self.page.locator(f"[data-island={rng.choice(islands)}]"))
        else:
            self.action("pass-number")
        self.page.wait_for_selector("#game:is([data-phase=bridges], [data-phase=written])")
        lines = self.names("line")
        if not lines or rng.random() < passes:
            self.action("pass-bridges")
            self.page.wait_for_selector("#game[data-phase=written]")
        while self.state("phase") == "bridges" and (lines := self.names("line")):
            line = self.page.locator(f"[data-line='{rng.choice(lines)}']")
            name, before = line.get_attribute("data-line"), line.get_attribute("data-bridges")
            self.press(line)
            self.page.wait_for_selector(f"[data-line='{name}']:not([data-bridges='{before}'])", state="attached")
        self.page.wait_for_selector("#game[data-phase=written]")
        self.action("next")
        self.page.wait_for_selector(f"#game:is([data-phase=over], [data-phase=number]:not([data-round='{number}']))")

    def play(self, seed: int) -> int:
        """Play to the end; return the total that the page shows."""
        rng = random.Random(seed)
        while self.state("phase") != "over":
            self.round(rng)
        self.page.wait_for_selector("#verdict:not(:empty)", timeout=60_000)
        assert self.page.inner_text("#score strong") == self.state("total")
        return int(self.state("total"))

    def close(self) -> None:
        assert not self.wrong
        self.context.close()


def refereed(folder: Path) -> int:
    """What `hashi check` says of the game that was written last."""
    kept = max((folder / "data/hashi/games").glob("*.txt"), key=lambda path: path.stat().st_mtime_ns)
    verdict = json.loads(hashi("check", "--json", kept).out)
    assert verdict["legal"]
    return int(verdict["score"])


def code_of(seed: str) -> str:
    """The code of an open game with a fixed start on the first board."""
    return encode(deal_of_seed(seed, load_layout("side-a"), "fixed", "open"))


def test_a_whole_game_by_mouse(browser: Browser, address: str, folder: Path) -> None:
    player = Player(browser, f"{address}#/day/2026-12-24", "mouse")
    page = player.page
    assert player.state("phase") == "number"
    assert page.get_attribute("html", "lang") == "en"
    assert page.locator("[data-island]").count() == 18
    lines = page.locator("[data-line]").all()
    for line in lines:  # the middle of each control is its own, though lines cross
        line.click(trial=True)
    page.wait_for_selector("#game:not([data-perfect=''])", timeout=60_000)
    before = player.state("total"), page.locator("[data-island]:not([data-number=''])").count()
    page.locator("[data-line]").first.click()
    page.wait_for_selector("[role=status].refused")
    assert "(R3)" in player.said()
    assert before == (player.state("total"), page.locator("[data-island]:not([data-number=''])").count())
    player.action("hint")
    page.wait_for_selector("[data-action=hint]:has-text('2')")
    assert "can still be reached" in player.said()
    total = player.play(1)
    assert total == refereed(folder)
    assert re.match(rf"Hashi No\. 358 · Side A: {total}", page.inner_text("#share-text"))
    page.click("#best")
    page.wait_for_selector("#steps:not([hidden])")
    page.click("#later")
    assert "Round 1 of 17" in player.said()
    page.click("#back")
    page.wait_for_selector("#end:not([hidden])")
    player.close()


def test_a_whole_game_by_touch_with_hidden_cards(browser: Browser, address: str, folder: Path) -> None:
    player = Player(browser, f"{address}#/seed/touch?cards=flip&start=free", "touch", **PHONE)
    page = player.page
    assert player.state("phase") == "start"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    name = page.locator("[data-island][data-open=true]").first.get_attribute("data-island")
    for number in ("3", "4"):
        page.locator(f"[data-island={name}]").tap()
        page.wait_for_selector(f"[data-island={name}][data-number='{number}']")
    page.locator("[data-action=next]").tap()
    page.wait_for_selector("#game[data-phase=number]")
    before = page.locator("#board").bounding_box()
    page.locator("[data-flag]").first.tap()
    page.wait_for_selector("[role=status].refused")
    assert page.locator("#board").bounding_box() == before  # a long sentence does not move it under the finger
    assert player.play(2) == refereed(folder)
    player.close()


def test_a_whole_game_by_keyboard(browser: Browser, address: str, folder: Path) -> None:
    player = Player(browser, f"{address}#/seed/keys?cards=open&start=fixed", "keyboard", color_scheme="dark")
    page = player.page
    assert page.get_attribute("html", "data-theme") == "dark"
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    page.keyboard.press("Escape")
    page.locator("[data-island]").first.focus()
    seen = set()
    for key in ["ArrowRight"] * 4 + ["ArrowDown"] * 4 + ["ArrowLeft"] * 4 + ["ArrowUp"] * 4:
        page.keyboard.press(key)
        seen.add(page.locator(":focus").get_attribute("aria-label"))
    assert len(seen) > 6
    player.round(random.Random(3), passes=0)
    page.keyboard.press("Backspace")  # all cards are known: the round before is taken back
    page.wait_for_selector("#game[data-round='1'][data-phase=number]")
    page.keyboard.press("Shift+Backspace")
    page.wait_for_selector("#game[data-round='2'][data-phase=number]")
    page.keyboard.press("Backspace")
    page.wait_for_selector("#game[data-round='1'][data-phase=number]")
    assert player.play(3) == refereed(folder)
    player.close()


def test_a_flip_game_outlives_a_reload_and_a_server_that_is_killed(
    browser: Browser, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    game = "#/seed/reload?cards=flip&start=fixed"
    command = [sys.executable, "-m", "hashi_solver", "web", "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        player = Player(browser, ran.stdout.readline().strip() + game, "mouse")
        rng = random.Random(4)
        player.round(rng, passes=0)
        player.round(rng, passes=0)
        player.press(player.page.locator("[data-island][data-open=true]").first)
        player.page.wait_for_selector("#game[data-phase=bridges]")
        player.page.reload()
        player.page.wait_for_selector("html[data-ready='true']")
        assert (player.state("round"), player.state("phase")) == ("3", "bridges")
        card = player.state("card")
        ran.kill()
    player.action("pass-bridges")
    player.page.wait_for_selector("[role=status].refused")
    assert "does not answer" in player.said()
    with served() as other:
        player.open(other + game)
        # The browser says as well that nobody answered, some time after the page does.
        player.wrong[:] = [told for told in player.wrong if "ERR_CONNECTION_REFUSED" not in told]
        assert (player.state("round"), player.state("phase"), player.state("card")) == ("3", "number", card)
        assert player.play(4) == refereed(folder)
    player.close()


def test_the_clock_counts_while_the_page_is_in_sight_shown_or_not(browser: Browser, address: str) -> None:
    player = Player(browser, f"{address}#/seed/clock?cards=open&start=fixed", "mouse")
    page = player.page
    assert page.inner_text("#clock") == "◷"
    page.wait_for_timeout(2100)
    page.click("#clock")
    assert re.fullmatch("00:0[2-9]", page.inner_text("#clock"))
    player.round(random.Random(1), passes=0)
    page.reload()
    page.wait_for_selector("#game[data-round='2']")
    assert re.fullmatch("00:[0-9][2-9]|00:[1-5][0-9]", page.inner_text("#clock"))
    assert page.get_attribute("#clock", "aria-pressed") == "true"
    player.close()


def test_theme_and_language_are_remembered_and_an_address_that_names_a_language_counts_first(
    browser: Browser, address: str
) -> None:
    player = Player(browser, f"{address}?lang=es#/history", "mouse", color_scheme="light")
    page = player.page
    page.click("#theme")
    page.select_option("#language", "it")
    page.wait_for_selector("html[lang=it]")
    assert page.url == f"{address}#/history"
    player.open(f"{address}#/print")
    assert (page.get_attribute("html", "lang"), page.get_attribute("html", "data-theme")) == ("it", "dark")
    player.open(f"{address}?lang=pl#/print")
    assert page.get_attribute("html", "lang") == "pl"
    player.close()


def test_a_challenge_leads_to_its_sheet(browser: Browser, address: str) -> None:
    player = Player(browser, f"{address}#/seed/sheet?cards=open&start=fixed", "mouse")
    page = player.page
    page.click("#panels a:has-text('Print this challenge')")
    page.wait_for_selector("#print:not([hidden])")
    assert page.is_checked("#print-form [name=what][value=code]")
    assert page.input_value("#print-form [name=code]") == code_of("sheet")
    player.close()


@pytest.mark.parametrize("how", ["mouse", "keyboard"])
def test_a_sheet_is_opened_where_there_is_none(browser: Browser, address: str, how: str) -> None:
    player = Player(browser, f"{address}#/paper", how)
    page = player.page
    assert not page.is_visible("#paper-next")
    assert page.is_visible("#paper-text")
    page.fill("#paper-sheet", "T4V02")
    player.press(page.locator("#paper-begin button[type=submit]"))
    page.wait_for_selector("#paper .status.refused")
    page.fill("#paper-sheet", code_of("sheet").lower())
    page.press("#paper-sheet", "Enter")
    page.wait_for_selector("#paper-board [data-island]")
    assert page.is_visible("#paper-next")
    assert not page.is_visible("#paper-begin")
    player.close()


def test_giving_up_asks_once_more_and_shows_the_best_play(browser: Browser, address: str) -> None:
    player = Player(browser, f"{address}#/day/2026-11-03", "keyboard")
    page = player.page
    page.wait_for_selector("#game:not([data-perfect=''])", timeout=60_000)
    perfect = player.state("perfect")
    player.action("give-up")
    page.wait_for_selector("[data-action=give-up].sure")
    assert "Give up?" in player.said()
    assert player.state("phase") == "number"
    player.action("give-up")
    page.wait_for_selector("#steps:not([hidden])", timeout=60_000)
    for _ in range(17):
        player.press(page.locator("#later"))
    assert player.said().endswith(f"({perfect})")
    assert "Round 17 of 17" in player.said()
    player.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_play_view_is_accessible(browser: Browser, address: str, scheme: str) -> None:
    language = "pl" if scheme == "dark" else "en"
    player = Player(browser, f"{address}?lang={language}#/seed/axe?cards=flip&start=free", "mouse", color_scheme=scheme)
    page = player.page
    page.wait_for_selector("#game:not([data-perfect=''])", timeout=60_000)
    assert page.get_attribute("html", "lang") == language
    page.evaluate("document.querySelector('details').open = true")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.click("#other-button")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    player.context.close()


def test_games_are_found_again_by_the_calendar_and_the_list(browser: Browser, address: str, tmp_path: Path) -> None:
    player = Player(browser, f"{address}#/day/2026-11-02", "mouse")
    page = player.page
    player.play(5)
    assert page.get_attribute("#link", "href") == f"#/challenge/{page.inner_text('#link').rpartition('/')[2]}"
    page.goto(f"{address}#/seed/list?cards=flip&start=fixed")
    page.wait_for_selector("#game[data-phase=number]")
    player.round(random.Random(6))
    page.click("#views a[href='#/history']")
    page.wait_for_selector("#days a")
    for _ in range(24):  # back to November, whenever this is run
        if page.locator("#days a[href='#/day/2026-11-02']").count():
            break
        month = page.inner_text("#month")
        page.click("#earlier-month")
        page.wait_for_selector(f"#month:not(:text-is('{month}'))")
    day = page.locator("#days a[href='#/day/2026-11-02']")
    assert day.get_attribute("data-state") != ""
    assert "finished" in (day.get_attribute("aria-label") or "")
    day.focus()
    page.keyboard.press("ArrowLeft")
    assert page.locator(":focus").get_attribute("href") == "#/day/2026-11-01"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("#game[data-phase=over]")
    page.go_back()
    games = page.locator("#unfinished li")
    games.first.wait_for()
    count = games.count()
    with page.expect_download() as download:
        page.click("#export")
    exported = tmp_path / download.value.suggested_filename
    download.value.save_as(exported)
    games.first.locator("a").click()
    page.wait_for_selector("#game[data-phase=number][data-round='2']")
    page.go_back()
    games.first.locator("button").click()
    games.first.locator("button.sure").click()
    page.wait_for_selector(f"#unfinished:not(:has(li[data-game]:nth-child({count})))")
    page.set_input_files("#import-file", exported)
    page.wait_for_selector("#history .status:has-text('1 new')")
    assert page.locator("#unfinished li").count() == count
    player.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_views_on_a_phone_are_accessible_and_fit(browser: Browser, address: str, scheme: str) -> None:
    language = "es" if scheme == "dark" else "it"
    player = Player(browser, f"{address}?lang={language}#/history", "touch", color_scheme=scheme, **PHONE)
    page = player.page
    page.wait_for_selector("#days a")
    page.locator("#menu").tap()
    page.wait_for_selector("#views:popover-open a")
    for selector in ("#views:popover-open", "#history"):
        found = Axe().run(page)
        assert found.violations_count == 0, (selector, found.generate_report())
        page.keyboard.press("Escape")
    page.locator("#menu").tap()
    page.locator("#views a[href='#/today']").tap()
    page.wait_for_selector("#game[data-phase=number]:not([data-perfect=''])", timeout=60_000)
    assert not page.locator("#views:popover-open").count()
    for each in (*page.locator(".pile").all(), page.locator("#points")):  # in sight without scrolling
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["viewport"]["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    player.close()


@pytest.mark.parametrize("how", ["mouse", "touch", "keyboard"])
def test_a_game_from_paper_with_a_mistake(browser: Browser, address: str, folder: Path, how: str) -> None:
    player = Player(
        browser, f"{address}#/seed/paper {how}?cards=open&start=fixed", how, **(PHONE if how == "touch" else {})
    )
    page = player.page
    code = code_of(f"paper {how}")
    page.goto(f"{address}#/paper/{code}")
    board = page.locator("#paper-board")
    text = page.locator("#paper-text")
    board.locator("[data-island]").first.wait_for()
    start = board.locator("[data-island]:not([data-number=''])")
    name = start.get_attribute("data-island")
    number = (page.get_attribute("#paper-card", "aria-label") or "").split(":")[0].split()[-1].split("/")[0]
    player.press(start)
    page.wait_for_selector("#paper .status:has-text('(R4)')")
    assert "stays" in page.inner_text("#paper .status")
    assert page.locator(f"#paper-board [data-island={name}].wrong").count() == 1
    assert text.input_value().splitlines()[-1] == f"1. {number}@{name} -"
    player.press(page.locator("#paper-next"))
    page.wait_for_selector("#paper[data-round='2']")
    player.press(page.locator("#paper-before"))
    page.wait_for_selector("#paper[data-round='1']")
    text.fill(text.input_value() + "2. what\n")
    finding = page.locator("#paper-findings button")
    page.wait_for_selector("#paper-findings button:has-text('Line 3')")
    player.press(finding.first)
    assert page.evaluate("(e => e.value.slice(e.selectionStart, e.selectionEnd))(document.activeElement)") == "what"
    page.keyboard.type("-")
    page.wait_for_selector("#paper-findings:not(:has-text('Line 3'))")
    page.reload()
    page.wait_for_selector("#paper-findings:has-text('(R4)')")
    assert text.input_value().splitlines()[-1] == "2. -"
    player.press(page.locator("#paper-rest"))
    page.wait_for_selector("#paper[data-medal='no medal']", timeout=60_000)
    assert "1 mistake; by rule R10" in page.inner_text("#paper-verdict")
    player.press(page.locator("#paper-keep"))
    page.wait_for_selector("#paper .status:has-text('Kept')")
    kept = max((folder / "data/hashi/games").glob("*.txt"), key=lambda path: path.stat().st_mtime_ns)
    verdict = json.loads(hashi("check", "--json", "--house", kept).out)
    assert [each["rule"] for each in verdict["violations"]] == ["R4"]
    assert f"{verdict['score']}, Minion" in page.inner_text("#paper-verdict")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    player.press(page.locator("#paper-review"))
    page.wait_for_selector("#reviewed:not([hidden])", timeout=60_000)
    assert (
        page.locator("#review-form textarea").first.input_value().startswith(f"Challenge: {code}\n1. {number}@{name}")
    )
    assert page.is_checked("#review-form [name=house]")
    player.close()


def play_at_random(browser: Browser, address: str, folder: Path, number: int, games: int) -> int:
    """Play some games of the same cards in one page, each refereed with the total that was shown; count the taps."""
    cards, start = ("open", "flip")[number % 2], ("fixed", "free")[number // 2 % 2]
    board = ("side-a", "side-b")[number // 4 % 2]
    url = f"{address}#/seed/at random {number}?cards={cards}&start={start}&board={board}"
    player, taps = Player(browser, url), 0
    for each in range(games):
        if each:
            player.page.click("#new")
            player.page.wait_for_selector("#game:not([data-phase=over])")
        total, tapped = player.page.evaluate(AT_RANDOM, 1000 * number + each + 1)
        assert total == refereed(folder)
        taps += tapped
    player.close()
    return taps


def test_games_at_random_are_refereed_with_the_same_total(browser: Browser, address: str, folder: Path) -> None:
    assert play_at_random(browser, address, folder, 0, 3) > 3 * 17


@pytest.mark.slow
def test_two_hundred_games_at_random_are_refereed_with_the_same_total(
    browser: Browser, address: str, folder: Path
) -> None:
    taps = sum(play_at_random(browser, address, folder, number, 10) for number in range(20))
    assert taps > 200 * 17
    assert len(list((folder / "data/hashi/games").glob("*.txt"))) >= 200


@pytest.mark.slow
def test_random_games_on_the_page_are_refereed_with_the_same_total(
    browser: Browser, address: str, folder: Path
) -> None:
    for number in range(20):
        how, cards = ("mouse", "touch", "keyboard")[number % 3], ("open", "flip")[number % 2]
        url = f"{address}#/seed/random {number}?cards={cards}&start=fixed"
        player = Player(browser, url, how, **(PHONE if how == "touch" else {}))
        assert player.play(number) == refereed(folder)
        player.close()


@pytest.mark.parametrize("language", ["en", "es", "it", "pl", "pt"])
def test_every_view_is_accessible_in_every_language_light_and_dark(
    browser: Browser, address: str, language: str
) -> None:
    player = Player(browser, f"{address}?lang={language}#/seed/axe?cards=flip&start=free", "mouse")
    page = player.page
    views = [each.get_attribute("href") or "" for each in page.locator("#views a").all()]
    for view in ("#/seed/axe?cards=flip&start=free", *views, "#/paper?seed=axe&start=fixed"):
        page.goto("about:blank")
        page.goto(f"{address}?lang={language}{view}")
        page.wait_for_selector("html[data-ready='true']")
        page.wait_for_load_state("networkidle")
        assert (page.get_attribute("html", "lang") or "").partition("-")[0] == language
        for _ in range(2):
            page.click("#theme")
            found = Axe().run(page)
            assert found.violations_count == 0, (view, found.generate_report())
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view
    player.close()
