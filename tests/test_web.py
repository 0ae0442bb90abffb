"""The page without a browser: what it asks and is answered, and the server's safety."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.app.playing import games
from hashi_solver.app.tapping import allowed, tap_island, tap_line
from hashi_solver.board import Layout
from hashi_solver.cards import Card
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.errors import IllegalError, InputError, Sentence
from hashi_solver.languages import language
from hashi_solver.library import games_folder
from hashi_solver.rules import Game, Play, apply, begin, judge, legal_turns, start_violations
from hashi_solver.table import Session
from hashi_solver.table.kept import format_kept
from hashi_solver.table.session import new_session, next_card, undo
from hashi_solver.web.asking import Request
from hashi_solver.web.games import Games
from hashi_solver.web.interface import USES, answer
from hashi_solver.web.server import MOST_BYTES, Address, application, is_local, listen
from hashi_solver.web.words import game_name, refusal
from tests.command import ROOT, hashi, refused
from tests.own_boards import POND

pytestmark = pytest.mark.usefixtures("own_boards")

TOKEN = "T"
HOST = "127.0.0.1:8000"
SEED = {"use": "open", "seed": "tuesday", "board": "old-pond"}


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "data"


class Asker:
    """A page, as far as the interface knows."""

    def __init__(self, games: Games | None = None) -> None:
        self.games = games or Games()
        self.key = ""

    def __call__(self, use: str, **question: Any) -> dict[str, Any]:
        request = {"use": use, **({"game": self.key} if self.key else {}), **question}
        found = answer(request, games=self.games)
        self.key = found.get("game", self.key)
        return found


# Tapping


def session_of(seed: str = "tuesday", kind: str = "open", board: Layout = POND) -> Session:
    return new_session(deal_of_seed(seed, board, "free", "flip" if kind == "flip" else "open"))


def start_of(session: Session) -> int:
    assert session.draft.start is not None
    return session.draft.start.number


def test_a_tap_writes_the_start_and_another_one_the_other_number() -> None:
    session = session_of()
    plain = next(island.name for island in POND.islands if not island.flag)
    flagged = next(island.name for island in POND.islands if island.flag)
    first = tap_island(session, plain)
    second = tap_island(first, plain)
    assert [start_of(each) for each in (first, second, tap_island(second, plain))] == [3, 4, 3]
    assert undo(second).draft == first.draft
    other = next(island.name for island in POND.islands if not island.flag and island.name != plain)
    assert start_of(tap_island(second, other)) == 4
    with pytest.raises(IllegalError, match="R2a"):
        tap_island(session, flagged)
    with pytest.raises(IllegalError, match="R2a"):
        tap_line(session, POND.lines[0].name)


def test_taps_on_a_line_draw_one_bridge_then_two_then_none() -> None:
    session = next_card(tap_island(session_of(), "G1"))
    assert str(session.card) == "3/2"
    with pytest.raises(IllegalError, match="R3"):
        tap_line(session, "G1-G5")
    session = tap_island(session, "A1")
    one = tap_line(session, "G1-G5")
    two = tap_line(one, "G1-G5")
    none = tap_line(two, "G1-G5")
    assert [len(each.draft.lines) for each in (one, two, none)] == [1, 2, 0]
    assert none.phase == "bridges"
    full = tap_line(one, "E1-G1")
    assert full.phase == "written"
    with pytest.raises(IllegalError, match="R5"):
        tap_line(full, "C1-E1")
    assert tap_line(full, "E1-G1").phase == "bridges"
    with pytest.raises(IllegalError, match="R3"):
        tap_island(full, "A1")
    for name in ("Z9", "A1-Z9", "", "x" * 9999):
        with pytest.raises(InputError):
            tap_line(session, name)
        with pytest.raises(InputError):
            tap_island(session, name)


def test_controls_do_what_is_allowed() -> None:
    session = session_of(kind="flip")
    assert allowed(session).actions == frozenset()
    assert not allowed(session).hint
    started = tap_island(session, "G1")
    assert allowed(started).actions == {"next", "undo"}
    assert allowed(next_card(started)).actions == {"pass-number"}  # a card that was turned stays turned
    assert allowed(next_card(tap_island(session_of(), "G1"))).actions == {"pass-number", "undo"}


# The interface


def play_on(ask: Asker, found: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Play to the end by tapping what the page shows as open, as far as there is anything."""
    while found["phase"] != "over":
        kind = {"start": "island", "number": "island", "bridges": "line"}.get(found["phase"], "")
        names = re.findall(rf'data-{kind}="([^"]+)"[^>]* data-open="true"', found["svg"]) if kind else []
        if names:
            found = ask("tap", **{kind: rng.choice(names)})
        else:
            found = ask("act", action=next(each for each in found["actions"] if each not in ("undo", "redo")))
        assert "error" not in found
    return found


def refereed_games(cards: str, numbers: range) -> None:
    """Play games at random, each of them refereed by `hashi check` with the total that the page showed."""
    for number in numbers:
        ask, rng = Asker(), random.Random(number)
        question = {"board": "old-pond", "cards": cards, "start": rng.choice(("free", "fixed"))}
        found = play_on(ask, ask("open", seed=f"random {number}", **question), rng)
        (kept,) = games(games_folder())
        checked = json.loads(hashi("check", "--json", kept.path).out)
        assert checked["legal"]
        assert checked["score"] == found["total"] == kept.session.points.total
        kept.path.unlink()


@pytest.mark.parametrize("cards", ["open", "flip"])
def test_random_games_are_kept_and_refereed_with_the_same_total(cards: str) -> None:
    refereed_games(cards, range(3))


@pytest.mark.slow
@pytest.mark.parametrize("cards", ["open", "flip"])
def test_two_hundred_random_games_are_refereed_with_the_same_total(cards: str) -> None:
    refereed_games(cards, range(100))


def test_what_the_page_shows_is_what_may_be_touched() -> None:
    ask = Asker()
    found = ask("open", seed="tuesday", board="old-pond", cards="flip")
    assert (found["phase"], found["round"], found["card"], found["medals"]) == ("start", 0, None, None)
    assert found["svg"].count("data-island=") == len(POND.islands)
    assert found["svg"].count('data-island="') + found["svg"].count('data-line="') == found["svg"].count(
        'role="button"'
    )
    assert found["svg"].count('data-open="true"') == 11  # all without a flag
    refusal = ask("tap", line=POND.lines[0].name)["error"]
    assert refusal["kind"] == "illegal"
    assert refusal["rule"] == "R2a"
    assert "(R2a)" in refusal["sentence"]
    assert ask("look")["phase"] == "start"
    assert all(card["card"] is None for pile in found["piles"] for card in pile["cards"])  # nobody sees what is hidden


def test_refusals_and_labels_speak_the_language_of_the_page() -> None:
    ask = Asker()
    found = ask("open", seed="tuesday", board="old-pond", lang="pl")
    assert "czerwona flaga" in found["svg"]
    assert "(R2a" in ask("tap", line=POND.lines[0].name, lang="pl")["error"]["sentence"]
    assert "wyspie bez flagi" in ask("tap", line=POND.lines[0].name, lang="pl")["error"]["sentence"]
    words = ask("page", lang="pt")
    assert words["lang"] == "pt-PT"
    assert words["words"]["undo"] == "Desfazer"
    assert ask("page", lang="klingon")["lang"] == "en"


def random_play(rng: random.Random, names: list[str]) -> Play:
    drawn = []
    for _ in range(rng.randrange(4)):
        line, two = rng.choice(POND.lines), rng.sample(range(len(POND.islands)), 2)
        a, b = rng.choice([(line.a, line.b), (two[0], two[1])])
        drawn += [(POND.islands[a].name, POND.islands[b].name)] * rng.choice((1, 1, 2, 3))
    return Play(rng.randint(1, 6), rng.choice(names), tuple(drawn))


def test_every_broken_rule_is_explained_in_full_in_every_language() -> None:
    rng = random.Random(1)
    found = list(
        start_violations(Game(POND), 5, "Z9")
        + start_violations(Game(POND), 3, next(each.name for each in POND.islands if each.flag))
    )
    for _ in range(60):
        state = begin(Game(POND), 3, "A1")
        while not state.over:
            card = Card(rng.randint(1, 6), rng.randint(1, 3))
            for _ in range(3):
                found += judge(state, card, random_play(rng, [island.name for island in POND.islands] + ["Z9"]))[1]
            state = apply(state, card, rng.choice(list(legal_turns(state, card))))
    templates = {each.message.template: each for each in found if isinstance(each.message, Sentence)}
    assert len(templates) >= 15
    assert {each.rule for each in found} >= {"R2a", "R4", "R4a", "R4b", "R5", "R5a", "R5b", "R5c", "R5d", "R6"}
    for each in templates.values():
        told = [refusal(IllegalError((each,)), language(code)) for code in ("en", "es", "it", "pl", "pt")]
        assert len(set(told)) == 5
        assert not [sentence for sentence in told if "%" in sentence]
        assert all(f"({each.rule}). " in sentence for sentence in told)


def test_two_mistakes_in_one_are_both_said_in_the_language_of_the_page() -> None:
    ask = Asker()
    text = ask("paper-open", seed="tuesday", board="old-pond", start="free")["text"] + "Start: 3@A1\n"
    card = ask("paper", text=text, round=1)["card"]
    wrong = 4 if card[0] == "5" else 5
    [found] = ask("paper", text=f"{text}1. {wrong}@A1 -\n", lang="es")["findings"]
    assert f"A1 tiene un {wrong}, pero la carta es {card}; A1 ya tiene el número 3 (R4)." in found["text"]


@pytest.mark.parametrize(
    "question",
    [
        {"use": "open", "code": "T4V02"},
        {"use": "open", "code": "T4V02-T30QV-JVM9U"},
        {"use": "open", "code": "00000-00000-00001"},
        {"use": "open", "code": "T4V02-T30QV-JVM9F", "start": "free"},
        {"use": "open", "code": "T4V02-T30QV-JVM9F", "board": "old-pond"},
        {"use": "open", "day": "2026-02-30"},
        {"use": "open", "day": "tomorow"},
        {"use": "open", "day": "1999-01-01"},
        {"use": "open", "day": "2026-02-03", "seed": "x"},
        {"use": "open", "seed": ""},
        {"use": "open", "seed": "x", "board": "/etc/passwd"},
        {"use": "open", "kept": "0123"},
        {"use": "import", "text": "no"},
        {"use": "paper-keep", "text": "1. x"},
        {"use": "paper", "text": "1. - -", "island": "A1"},
        {"use": "review", "records": ["Challenge: T4V02-T30QV-JVM9F\n1. x"]},
    ],
)
def test_what_cannot_be_understood_is_said_in_the_language_of_the_page(question: dict[str, Any]) -> None:
    games = Games()
    told = {lang: answer({**question, "lang": lang}, games=games)["error"]["sentence"] for lang in ("en", "es", "pl")}
    assert len(set(told.values())) == 3
    assert not [sentence for sentence in told.values() if "--" in sentence]


def test_a_sentence_keeps_its_values_and_an_option_is_for_the_command_line_alone() -> None:
    sentence = Sentence("100 %% of %(name)s", name="50 %").with_option(": see --help")
    assert sentence == "100 % of 50 %: see --help"
    again = pickle.loads(pickle.dumps(InputError(sentence).message))
    assert (again, again.template, again.values) == (sentence, sentence.template, sentence.values)
    assert refusal(InputError(again), language("en")) == "100 % of 50 %."


def test_a_game_is_named_in_the_language_of_the_page() -> None:
    names = ("Daily No. 324", "Seed rain", "Challenge T4V02-T30QV-JVM9F, again from round 12", "Seedling", "Sunday")
    assert [game_name(name, language("en")) for name in names] == list(names)
    assert [game_name(name, language("es")) for name in names] == [
        "Reto diario n.º 324",
        "Palabra rain",
        "Reto T4V02-T30QV-JVM9F, otra vez desde la ronda 12",
        "Seedling",
        "Sunday",
    ]


def test_a_game_goes_on_where_it_was_left_here_or_at_the_terminal() -> None:
    ask = Asker()
    ask(**SEED)
    ask("tap", island="G1")
    ask("act", action="next")
    ask("tap", island="A1")
    again = Asker(ask.games)(**SEED)  # a reload in the middle of a round
    assert (again["game"], again["phase"]) == (ask.key, "bridges")
    anew = Asker()(**SEED)  # another server: what was written in full is there
    assert (anew["phase"], anew["round"]) == ("number", 1)
    kept = games(games_folder())[0]
    assert kept.path.read_text() == format_kept(kept)
    typed = hashi("play", "--resume", "--plain", stdin=b"a1\n-\n")
    assert typed.code == 0, typed
    assert Asker(ask.games)(**SEED)["round"] == 2  # the file counts, not what this server remembers
    assert len(games(games_folder())) == 1
    assert Asker()("open", seed="tuesday", board="old-pond", new=True)["phase"] == "start"


def test_two_who_play_the_same_game_lose_nothing() -> None:
    one, other = Asker(), Asker()
    one(**SEED)
    one("tap", island="G1")
    other(**SEED)
    other("act", action="next")
    other("act", action="pass-number")
    other("act", action="pass-bridges")
    one("act", action="next")
    one("act", action="pass-number")
    told = one("act", action="pass-bridges")
    assert "changed elsewhere" in told["said"]
    assert len(games(games_folder())) == 2


def test_giving_up_ends_the_game_and_shows_the_best_play() -> None:
    ask = Asker()
    code = encode(deal_of_seed("tuesday", POND, "fixed", "open"))
    found = ask("open", code=code)
    assert (found["phase"], found["code"]) == ("number", code)
    assert "error" in ask("end")
    assert "error" in ask("best")
    aims = ask("aims")
    perfect = aims["medals"]["limits"][-1]["total"]
    hint = ask("hint", level=3)
    assert f"{perfect} can still be reached" in hint["said"]
    assert hint["hints"] == 1
    over = ask("give-up")
    assert over["phase"] == "over"
    end = ask("end")
    assert end["best"] == perfect
    assert end["share"].splitlines()[0].startswith(f"Hashi {code} · {POND.name}: ")
    assert ", 1 podpowiedź" in ask("end", lang="pl")["share"].splitlines()[0]
    steps = ask("best")["steps"]
    assert len(steps) == 18
    assert steps[-1]["total"] == perfect
    assert 'data-open="true"' not in "".join(step["svg"] for step in steps)
    again = ask("again", round=5)
    assert (again["phase"], again["round"]) == ("number", 5)


def test_long_work_can_be_stopped() -> None:
    ask, stop = Asker(), threading.Event()
    ask(**SEED)
    stop.set()
    found = answer({"use": "aims", "game": ask.key}, games=ask.games, stop=stop)
    assert found["error"]["kind"] == "stopped"


def test_nothing_that_is_asked_names_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text("secret")
    for name in (str(secret), "../layouts/old-pond", "old-pond.toml", "<script>", "\u202e", "x" * 10_000):
        for question in ({"seed": "x", "board": name}, {"code": name}, {"day": name}, {"game": name, "use": "look"}):
            told = json.dumps(answer({"use": "open", **question}, games=Games()))
            assert '"error"' in told
            assert "secret" not in told.replace(str(secret), "")


# Games that were played


def test_games_are_listed_opened_deleted_and_counted(data_folder: Path) -> None:
    ask = Asker()
    assert ask("history")["best"] is None
    over = play_on(ask, ask("open", day="2026-11-01", board="old-pond"), random.Random(1))
    going_on = Asker(ask.games)
    going_on(**SEED)
    going_on("tap", island="G1")
    going_on("act", action="next")
    found = ask("history", month="2026-11", board="old-pond")
    assert (found["best"], found["count"], found["unknown"]) == (over["total"], 1, 1)
    assert [each["words"] for each in found["unfinished"]] == ["Round 1 of 17"]
    days = {day["day"]: day for week in found["month"]["weeks"] for day in week if day}
    assert (days[1]["mark"], days[1]["state"], days[1]["address"]) == (
        f"{over['total']}",
        "finished",
        "#/day/2026-11-01?board=old-pond",
    )
    assert days[2]["mark"] == ""
    assert ask("medals", month="2026-11")["unknown"] == 0
    days = {
        day["day"]: day
        for week in ask("history", month="2026-11", board="old-pond")["month"]["weeks"]
        for day in week
        if day
    }
    assert days[1]["state"] in ("finished", "bronze", "silver", "gold", "perfect")
    assert ask("history", month="2026-11", lang="pl")["month"]["name"] == "listopad 2026"
    assert ask("history", month="2026-01")["month"]["before"] is None
    for address, phase in ((found["finished"][0]["address"], "over"), (found["unfinished"][0]["address"], "number")):
        assert ask("open", kept=address.removeprefix("#/game/"))["phase"] == phase
    left = ask("delete", game=found["unfinished"][0]["game"])
    assert (left["unfinished"], left["count"]) == ([], 1)
    assert "no longer exists" in ask("delete", game=found["unfinished"][0]["game"])["error"]["sentence"]
    assert going_on("look")["error"]["kind"] == "gone"
    assert len(list((data_folder / "hashi" / "games").iterdir())) == 1


def test_games_go_to_another_machine_and_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Asker()
    over = play_on(ask, ask("open", seed="away", board="old-pond", cards="open"), random.Random(2))
    ask("open", **{name: value for name, value in SEED.items() if name != "use"})
    ask("tap", island="G1")
    ask("act", action="next")
    text = ask("export")["text"]
    assert "0 new, 2 known already" in str(ask("import", text=text))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "other"))
    other = Asker()
    taken = other("import", text=text)
    assert "2 new, 0 known already" in taken["said"]
    assert (taken["best"], len(taken["unfinished"])) == (over["total"], 1)
    torn = json.loads(text)
    torn["games"][0]["file"] = "../../elsewhere.txt"
    torn["games"][0]["record"] = torn["games"][0]["record"].replace("\n17. ", "\n18. ")
    told = other("import", text=json.dumps(torn))["said"]
    assert "Refused" in told
    assert "round 18" in told
    secret = tmp_path / "secret.toml"
    secret.write_text("secret")
    torn["games"][0]["record"] = f"Layout: {secret}\nDeck: 5/3\nStart: 3@A1\n"
    told = other("import", text=json.dumps(torn))["said"]
    assert "no such board" in told
    assert "secret" not in told.replace(str(secret), "")
    for wrong in ("", "[]", '{"format": "hashi-history/1"}', '{"format": "hashi-history/1", "games": [1]}'):
        assert other("import", text=wrong)["error"]["kind"] == "input"
    assert len(list((tmp_path / "other" / "hashi" / "games").iterdir())) == 2


def test_the_time_is_kept_with_the_game() -> None:
    ask = Asker()
    ask(**SEED)
    ask("tap", island="G1", seconds=20)
    assert ask("tap", line=POND.lines[0].name, seconds=5)["error"]["rule"]  # what is refused does not count yet
    ask("clock", seconds=7)
    ask("act", action="next", seconds=3)
    kept = games(games_folder())[0]
    assert kept.seconds == 30
    assert kept.path.read_text().startswith("# hashi play: Seed tuesday; 30 s\n")
    assert Asker()(**SEED)["seconds"] == 30
    assert hashi("play", "--resume", "--plain", stdin=b"a1\n-\n").code == 0
    assert Asker()(**SEED)["seconds"] == 30  # the terminal counts none, and loses none
    for wrong in (-1, 10**9, "1", True):
        assert ask("clock", seconds=wrong)["error"]["kind"] == "input"


# Games from paper


def test_a_sheet_is_tapped_with_its_mistakes_and_its_record_says_the_same() -> None:
    code = encode(deal_of_seed("tuesday", POND, "free", "open"))
    ask, text, number = Asker(), "", 0

    def step(**question: Any) -> dict[str, Any]:
        nonlocal text, number
        found = ask("paper", text=text, round=number, **question)
        text, number = found["text"], found["round"]
        return found

    text = ask("paper-open", code=code)["text"]
    assert text == f"Challenge: {code}\n"
    assert "R2a" in ask("paper", text=text, line="G1-G5")["error"]["sentence"]
    for start in ("Start: 3@G1", "Start: 4@G1", "Start: 3@A1"):
        step(island="A1" if "A1" in start else "G1")
        assert text.splitlines()[-1] == start
    number = 1
    found = step(island="G1")
    assert (found["card"], text.splitlines()[-1], found["findings"]) == ("3/2", "1. 3@G1 -", [])
    found = step(island="A1")  # the start is there: a mistake, and it stays
    assert "(R4)" in found["said"]
    assert "It stays" in found["said"]
    assert found["wrong"] == ["A1"]
    assert found["marks"][-2:] == ["R4", ""]
    step(island="A1")
    assert text.splitlines()[-1] == "1. - -"
    step(island="G1")
    for bridges in ("G1-G5", "G1=G5", "-"):
        step(line="G1-G5")
        assert text.splitlines()[-1] == f"1. 3@G1 {bridges}"
    found = step(act="next")
    assert (found["round"], found["can_go_on"], found["complete"]) == (2, True, False)
    found = step(line="C1-E1")
    assert "(R5" in found["said"]
    found = step(act="rest")
    assert (found["round"], found["complete"]) == (17, True)
    told = ask("paper-medal", text=text)
    assert told["medal"] == "no medal"
    assert f"{told['best']} was possible" in told["said"]
    key = ask("paper-keep", text=text)["kept"]
    assert ask("paper-keep", text=text)["kept"] == key
    kept = next(iter(games_folder().iterdir()))
    checked = json.loads(hashi("check", "--json", "--house", kept).out)
    assert (checked["legal"], checked["score"]) == (False, found["total"])
    listed = ask("history")["finished"][0]
    assert listed["address"] == f"#/paper?kept={key}"
    assert ask("paper", text=ask("paper-open", kept=key)["text"])["total"] == found["total"]


def test_every_line_that_cannot_be_read_is_named_and_the_others_count() -> None:
    code = encode(deal_of_seed("tuesday", POND, "fixed", "open"))
    ask = Asker()
    text = f"Challenge: {code}\nStrat: 3@A1\n1. - -\n2. x\n3. - # comment\n4. A1-A1\n"
    found = ask("paper", text=text)
    assert [each["line"] for each in found["findings"]] == [1, 3, 5]
    assert found["marks"] == ["", "✗", "✓", "✗", "✓", "✗", ""]
    assert not found["can_be_kept"]
    assert "error" in ask("paper-keep", text=text)
    assert ask("paper", text=text, lang="pl")["findings"][0]["text"].startswith("Wiersz 2: ")
    mended = ask("paper", text=text.replace("Strat: 3@A1\n", "").replace("x", "-").replace("A1-A1", "-"))
    assert (mended["findings"], mended["round"], mended["can_be_kept"]) == ([], 5, True)
    kept = ask("paper", text=mended["text"], round=3, island="A1")["text"]
    assert re.search(r"^3\. [1-6]@A1 - # comment$", kept, re.MULTILINE)
    for text in ("", "\n", "nonsense", "Layout: /etc/passwd\n1. - -", "1. - -\n" * 3, "\u202e<script>", "x" * 30_000):
        found = ask("paper", text=text)
        assert "error" in found or found["total"] is None
        assert "root:" not in json.dumps(found)


# The server


def scope_of(path: str, method: str, headers: dict[str, str]) -> dict[str, Any]:
    sent = {"host": HOST, "content-type": "application/json", **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": b"",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in sent.items()],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }


def call(
    body: bytes = b"",
    path: str = f"/{TOKEN}/answer",
    method: str = "POST",
    headers: dict[str, str] | None = None,
    games: Games | None = None,
) -> tuple[int, bytes, dict[str, str]]:
    """Ask the server's application directly."""
    app, _ = application(TOKEN, games or Games())
    scope = scope_of(path, method, headers or {})
    chunks = [body[at : at + 65536] for at in range(0, len(body), 65536)] or [b""]
    got: list[Any] = []

    async def run() -> None:
        waiting = [
            {"type": "http.request", "body": chunk, "more_body": at + 1 < len(chunks)}
            for at, chunk in enumerate(chunks)
        ]

        async def receive() -> Any:
            if waiting:
                return waiting.pop(0)
            await asyncio.sleep(60)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            got.append(message)

        await app(scope, receive, send)

    asyncio.run(run())
    told = {name.decode(): value.decode() for name, value in got[0]["headers"]}
    return got[0]["status"], b"".join(each.get("body", b"") for each in got[1:]), told


def test_the_page_is_served_with_a_strict_policy_and_below_its_token_only() -> None:
    status, body, headers = call(path=f"/{TOKEN}/", method="GET")
    assert status == 200
    assert b"<main" in body
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert not re.search(rb"<script>|\son\w+=|style=", body)  # nothing inline
    for path in ("/", "/answer", "/t/", f"//{TOKEN}/", "/static/main.js", f"/{TOKEN}x/", "/é/"):
        assert call(path=path, method="GET")[0] == 403
    assert call(path=f"/{TOKEN}/static/main.js", method="GET")[0] == 200
    for path in (f"/{TOKEN}/static/../server.py", f"/{TOKEN}/static/%2e%2e/server.py", f"/{TOKEN}/static//etc/passwd"):
        assert call(path=path, method="GET")[0] in (403, 404)
    assert call(method="GET")[0] == 405


def test_other_pages_and_other_names_are_refused() -> None:
    asked = json.dumps({"use": "page"}).encode()
    assert call(asked)[0] == 200
    assert call(asked, headers={"origin": f"http://{HOST}"})[0] == 200
    for headers in (
        {"host": "evil.example"},
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"https://{HOST}"},
        {"origin": "http://127.0.0.1:8001"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert call(asked, headers=headers)[0] == 403, headers
    assert call(asked, headers={"content-type": "text/plain"})[0] == 415


def test_heavy_work_is_limited_to_the_cores_and_stops_when_the_page_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most, stopped = 0, 0, 0

    def long_work(request: Request) -> dict[str, Any]:
        nonlocal running, most, stopped
        assert isinstance(request.stop, threading.Event)
        running += 1
        most = max(most, running)
        stopped += request.stop.wait(20)
        running -= 1
        return {}

    monkeypatch.setattr("os.cpu_count", lambda: 1)
    monkeypatch.setitem(USES, "aims", long_work)
    app, _ = application(TOKEN, Games())

    async def page() -> list[Any]:
        heard, got = [{"type": "http.request", "body": b'{"use": "aims"}', "more_body": False}], []

        async def receive() -> Any:
            if heard:
                return heard.pop()
            await asyncio.sleep(0.1)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            got.append(message)

        await app(scope_of(f"/{TOKEN}/answer", "POST", {}), receive, send)
        return got

    async def pages() -> list[list[Any]]:
        return list(await asyncio.gather(page(), page(), page()))

    begun = time.monotonic()
    found = asyncio.run(pages())
    assert time.monotonic() - begun < 10
    assert (most, stopped, running) == (1, 3, 0)
    assert [b"".join(each.get("body", b"") for each in got) for got in found] == [b"", b"", b""]


def test_a_body_over_a_megabyte_is_refused() -> None:
    status, body, _ = call(b'{"use": "page", "x": "' + b"x" * MOST_BYTES + b'"}')
    assert status == 413
    assert b"1 MB" in body


def test_a_thousand_broken_requests_are_answered() -> None:
    games, rng = Games(), random.Random(19)
    key = answer(SEED, games=games)["game"]
    good: list[dict[str, Any]] = [
        {"use": "page", "lang": "pl"},
        {**SEED, "new": True, "cards": "flip", "start": "free"},
        {"use": "open", "daily": True},
        {"use": "open", "day": "2026-12-24", "board": "old-mill"},
        {"use": "tap", "game": key, "island": "G1"},
        {"use": "tap", "game": key, "line": "G1-G5"},
        {"use": "act", "game": key, "action": "next"},
        {"use": "hint", "game": key, "level": 4},
        {"use": "again", "game": key, "round": 3},
        {"use": "look", "game": key},
        {"use": "clock", "game": key, "seconds": 3},
        {"use": "history", "month": "2026-11", "board": "old-pond"},
        {"use": "delete", "game": key},
        {"use": "paper", "text": "Challenge: T4V02-T30QV-JVM9F\n1. - -", "round": 1, "island": "A1"},
        {"use": "paper-keep", "text": "Challenge: T4V02-T30QV-JVM9F\n1. x"},
        {"use": "import", "text": '{"format": "hashi-history/1", "games": []}'},
        {"use": "record", "kept": "0" * 16},
        {"use": "review", "records": ["Layout: old-pond"], "house": True, "start": "given"},
        {"use": "fair", "records": ["Layout: old-pond"], "place": 0},
        {"use": "arrange", "typed": "tuesday", "board": "old-pond", "island": "G1"},
        {"use": "arrange", **answer({"use": "arrange", "typed": "x", "board": "old-pond"})["problem"], "moved": 3},
    ]
    strange: list[Any] = [
        None,
        True,
        -1,
        10**30,
        1e308,
        "",
        "\u202e<script>",
        "x" * 5000,
        [],
        {},
        [[1]],
        {"use": "page"},
    ]
    for number in range(1000):
        request = dict(rng.choice(good))
        for _ in range(rng.randrange(1, 3)):
            what = rng.randrange(3)
            name = rng.choice([*request, "lang", "x"])
            if what == 0:
                request[name] = rng.choice(strange)
            elif what == 1:
                request.pop(name, None)
            else:
                request[rng.choice(["code", "seed", "day", "island", "line", "level", "round"])] = rng.choice(strange)
        text = bytearray(json.dumps(request).encode())
        if number % 2:
            for _ in range(rng.randrange(1, 4)):
                text[rng.randrange(len(text))] = rng.randrange(256)
        status, body, _ = call(bytes(text), games=games)
        assert status in (200, 400), (bytes(text), body)
        assert isinstance(json.loads(body.splitlines()[-1]), dict)


@pytest.mark.parametrize("use", USES)
def test_a_use_without_its_question_is_refused_with_a_sentence(use: str) -> None:
    found = answer({"use": use}, games=Games())
    assert use in ("page", "history", "medals", "export", "board-new") or found["error"]["sentence"].endswith(".")


def test_only_this_machine() -> None:
    assert [name for name in ("127.0.0.1", "localhost", "[::1]", "127.9.9.9") if not is_local(name)] == []
    assert [name for name in ("0.0.0.0", "10.0.0.1", "", "::", "example.com", "localhost.evil") if is_local(name)] == []
    assert "this machine" in refused("web", "--host", "0.0.0.0", "--no-open")


def test_a_port_that_is_used_is_one_sentence() -> None:
    taken = listen("127.0.0.1", 0)
    try:
        port = taken.listener.getsockname()[1]
        told = refused("web", "--port", port, "--no-open")
        assert f"port {port} is in use" in told
    finally:
        taken.listener.close()


def test_the_usual_port_is_tried_first_and_any_other_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setattr("hashi_solver.web.server.USUAL_PORT", port)
    usual = listen("127.0.0.1", 0)
    other = listen("127.0.0.1", 0)
    try:
        assert usual.listener.getsockname()[1] == port
        assert other.listener.getsockname()[1] not in (0, port)
        assert usual.token != other.token
    finally:
        usual.listener.close()
        other.listener.close()


def test_small_answers_do_not_wait_for_an_acknowledgement() -> None:
    found = listen("127.0.0.1", 0)
    assert found.listener.proto == socket.IPPROTO_TCP  # which asyncio asks for before it turns Nagle's algorithm off
    found.listener.close()


def test_a_round_is_in_its_file_when_the_answer_comes_and_on_the_disk_soon_after(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr("hashi_solver.web.games.sync_file", lambda path: synced.append(path.read_text()))
    monkeypatch.setattr("os.fsync", lambda handle: pytest.fail("a tap waited for the disk"))
    ask = Asker()
    ask("open", seed="tuesday", board="old-pond", cards="open", start="fixed")
    ask("act", action="pass-number")
    ask("act", action="pass-bridges")
    [kept] = data_folder.rglob("*.txt")
    assert kept.read_text().endswith("1. - -\n")
    assert synced == []
    body = json.dumps({"use": "act", "game": ask.key, "action": "next"}).encode()
    status, _, _ = call(body, games=ask.games)
    assert status == 200
    assert synced == [kept.read_text()]


# The command


def test_help_loads_no_server() -> None:
    code = "import sys; sys.argv = ['hashi', '--help']\nfrom hashi_solver.cli import run\nrun()\n"
    code += "assert not {'starlette', 'uvicorn', 'anyio'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def test_the_interface_needs_no_server_and_no_solver_until_it_is_asked() -> None:
    code = "import sys\nfrom hashi_solver.web.interface import answer\nanswer({'use': 'page'})\n"
    code += (
        "assert not {'starlette', 'uvicorn', 'anyio', 'numpy', 'ortools', 'click', 'rich', 'jinja2'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_the_address_is_alone_on_the_first_line_and_ctrl_c_ends_it() -> None:
    command = [sys.executable, "-m", "hashi_solver", "web", "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        first = ran.stdout.readline()
        assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/[\w-]{20,}/\n", first)
        ran.send_signal(2)
        assert ran.wait(20) == 0
        assert ran.stdout.read() + ran.stderr.read() == ""


def test_where_there_is_no_browser_that_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda url: False)

    def serve(address: Address, ready: Callable[[], object]) -> None:
        ready()
        address.listener.close()

    monkeypatch.setattr("hashi_solver.web.server.serve", serve)
    ran = hashi("web", "--lang", "pl")
    assert ran.code == 0
    assert ran.out.endswith("/?lang=pl\n")
    assert ran.err == "No browser was found: open the address above yourself.\n"
