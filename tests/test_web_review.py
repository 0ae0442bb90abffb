"""Reviewing and solving on the page, without a browser: the same data as the commands, and nothing that was hidden."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.app.question import Source, recorded
from hashi_solver.app.reviewing import fair_view_of, games_to_review, review_games
from hashi_solver.app.solving import arranged, cards_of
from hashi_solver.cards import STANDARD_BOX
from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.errors import InputError
from hashi_solver.review.fair import Fair
from hashi_solver.web import review as web_review
from hashi_solver.web import solve as web_solve
from hashi_solver.web.games import Games
from hashi_solver.web.interface import answer
from hashi_solver.web.lately import MOST_KEPT, Lately
from tests.command import hashi
from tests.own_boards import POND, RECORDS
from tests.test_review_report import some_fair_view

pytestmark = pytest.mark.usefixtures("own_boards")

ANNA, BEN, CARLA = ((RECORDS / f"{name}.txt").read_text() for name in ("anna", "ben", "carla"))
HALF = (RECORDS / "anna-round-5.txt").read_text()
PASSES = {"no number": "-", "no bridges": "-"}
DORA = (RECORDS / "mistakes.txt").read_text()


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(web_review, "REVIEWS", Lately())
    monkeypatch.setattr(web_review, "FAIRS", Lately())
    monkeypatch.setattr(web_solve, "SOLVED", Lately())


def ask(use: str, **question: Any) -> dict[str, Any]:
    return answer({"use": use, **question}, games=Games())


def sentence(found: dict[str, Any]) -> str:
    return str(found["error"]["sentence"])


def reviewed(*records: str, **how: Any) -> dict[str, Any]:
    found = ask("review", records=list(records), **how)
    assert "error" not in found, found
    return found


def command(*records: str, solo: bool = False) -> list[dict[str, Any]]:
    names = [RECORDS / f"{name}.txt" for name in records]
    found = json.loads(hashi("review", "--json", "--no-fair", *(["--solo"] if solo else []), *names).out)
    return found if isinstance(found, list) else [found]


def column(game: dict[str, Any], place: int) -> list[str]:
    return [row[place] for row in game["tables"]["moves"]["rows"]]


def assert_as_the_command(game: dict[str, Any], document: dict[str, Any]) -> None:
    rounds = document["rounds"]
    assert column(game, 2) == [document["start"]["played"], *(each["play"] for each in rounds)]
    after = [document["start"]["ceiling_after"], *(each["after_bridges"] for each in rounds)]
    assert column(game, 4) == list(map(str, after))
    assert [row[1] for row in game["tables"]["figures"]["rows"][:3]] == [
        str(document[key]) if key in document else str(document["optimum"] - document["reachable"])
        for key in ("total", "optimum", "lost")
    ]
    for move, entry in zip(game["moves"], (document["start"], *rounds), strict=True):
        better = [each["choice"] for each in entry["better"]]
        told = [each["name"].partition(": ")[2].partition(" (")[0] for each in move["choices"][1:]]
        assert [PASSES.get(each, each) for each in told] == better


def test_a_review_is_that_of_the_command() -> None:
    found = reviewed(ANNA)
    assert_as_the_command(found["games"][0], command("anna")[0])
    assert found["tables"] == {}
    game = found["games"][0]
    assert game["name"] == "Old Pond · Anna"
    assert game["can_be_fair"]
    assert not game["fair_at_once"]
    assert game["curve"].count("data-move=") == len(game["moves"]) == 18


def test_a_better_turn_is_drawn_as_new_on_the_board_before_the_round() -> None:
    lossy = [move for move in reviewed(ANNA)["games"][0]["moves"] if move["choices"]]
    assert lossy
    for move in lossy:
        played, *better = move["choices"]
        assert played["svg"] == move["svg"]
        for each in better:
            assert each["svg"] != played["svg"]
            assert 'data-new="true"' in each["svg"] or 'stroke="var(--new)"' in each["svg"] or " - " in each["name"]
            assert 'role="button"' not in each["svg"]


def test_players_of_a_table_stand_side_by_side() -> None:
    found = reviewed(ANNA, BEN, CARLA)
    for game, document in zip(found["games"], command("anna", "ben", "carla"), strict=True):
        assert_as_the_command(game, document)
    assert found["tables"]["compared-table"]["head"] == ["Round", "Card", "Anna", "Ben", "Carla"]
    assert len(found["tables"]["compared-table"]["rows"]) == 19
    alone = reviewed(ANNA, BEN, CARLA, solo=True)
    for game, document in zip(alone["games"], command("anna", "ben", "carla", solo=True), strict=True):
        assert_as_the_command(game, document)


def test_players_without_a_name_are_numbered_in_the_language_of_the_page() -> None:
    nameless = HALF.replace("Player: Anna\n", "")
    found = reviewed(HALF, nameless, solo=True, lang="pl")
    assert [game["name"].rpartition(" · ")[2] for game in found["games"]] == ["Anna", "Gracz 2"]


def test_an_unfinished_game_shows_no_more_than_was_played() -> None:
    found = reviewed(HALF)
    assert_as_the_command(found["games"][0], command("anna-round-5")[0])
    assert len(found["games"][0]["moves"]) == 6
    assert not found["games"][0]["can_be_fair"]


def test_an_unfinished_hidden_game_is_not_reviewed() -> None:
    told = sentence(ask("review", records=[HALF.replace("Start:", "Played: hidden\nStart:")]))
    assert "the cards to come are hidden" in told.lower()


def test_a_mistake_ends_the_review_unless_it_stands() -> None:
    told = sentence(ask("review", records=[DORA]))
    assert told.startswith("Round 4: ")
    assert "(R5b" in told
    assert sentence(ask("review", records=[DORA], lang="pl")).startswith("Runda 4: ")
    game = reviewed(DORA, house=True)["games"][0]
    assert not game["can_be_fair"]
    assert "made a mistake" in sentence(ask("fair", records=[DORA], house=True, place=0))


def test_of_several_records_each_mistake_says_whose_it_is() -> None:
    nobody = DORA.replace("player: Dora\n", "")
    told = sentence(ask("review", records=[ANNA, DORA, nobody])).splitlines()
    assert [line.partition(":")[0] for line in told] == ["Dora", "Player 3"]
    told = sentence(ask("review", records=[nobody, ANNA], lang="es")).splitlines()
    assert len(told) == 1
    assert told[0].startswith("Jugador 1: Ronda 4: Ni G1 ni G5 tienen número todavía; el análisis acaba ahí")


def test_every_line_that_cannot_be_read_is_named() -> None:
    told = sentence(ask("review", records=[ANNA.replace("1. 2@B2", "1. 2@B2 x y"), "Layout: old-pond\nfoo"]))
    assert len(told.splitlines()) == 2
    assert told.startswith("Record 1, line 5: ")
    assert "\nRecord 2, line 2: " in told
    for wrong in ([], ["", "  "], [ANNA] * 13, "x", [3]):
        assert "error" in ask("review", records=wrong)


def test_a_pasted_record_names_no_file(tmp_path: Path) -> None:
    board = tmp_path / "secret.toml"
    board.write_text(Path(__file__).with_name("layouts").joinpath("old-pond.toml").read_text())
    text = ANNA.replace("old-pond", str(board))
    for found in (ask("review", records=[text]), ask("arrange", typed=text)):
        assert sentence(found) == "Record 1: there is no such board here."


def test_luck_and_skill_come_with_progress_and_what_is_known_when_it_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = games_to_review([recorded(Source(ANNA, "anna"))])
    known, asked = some_fair_view(review_games(games)[0].review), []

    def work(game: Any, *, on_progress: Any, stop: Any) -> Fair | None:
        asked.append(game.name)
        on_progress(0.5)
        return {1: None, 2: replace(known, orders=20)}.get(len(asked), known)

    monkeypatch.setattr("hashi_solver.app.reviewing.fair_view_of", work)
    shares: list[float] = []
    stop = threading.Event()
    request = {"use": "fair", "records": [ANNA], "place": 0}

    def fair() -> dict[str, Any]:
        return answer(request, games=Games(), on_progress=lambda share, seen=None: shares.append(share), stop=stop)

    assert fair()["error"]["kind"] == "stopped"
    assert reviewed(ANNA)["games"][0]["fair"] is None
    found = fair()
    assert shares == [0.5, 0.5]
    rows = found["tables"]["fair-parts"]["rows"]
    assert [row[0] for row in rows] == ["Start", "Luck", "Avoidable", "Foresight", "Total"]
    assert reviewed(ANNA)["games"][0]["fair"] == found
    assert reviewed(ANNA, lang="pl")["games"][0]["fair"]["tables"]["fair-parts"]["rows"][1][0] == "Szczęście"
    assert fair() != found  # after 20 of 50 orders there is more to be had
    assert fair() == fair()
    assert len(asked) == 3
    assert "error" in ask("fair", records=[ANNA], place=1)


def test_a_hidden_game_that_is_over_asks_for_luck_and_skill_at_once() -> None:
    assert reviewed(ANNA.replace("Start:", "Played: hidden\nStart:"))["games"][0]["fair_at_once"]


def test_an_unfinished_game_has_no_fair_view() -> None:
    with pytest.raises(InputError, match="5 of 17 rounds"):
        fair_view_of(games_to_review([recorded(Source(HALF, "anna"))])[0])


def test_a_review_that_is_stopped_is_begun_anew() -> None:
    stop = threading.Event()
    stop.set()
    request = {"use": "review", "records": [ANNA]}
    assert answer(request, games=Games(), stop=stop)["error"]["kind"] == "stopped"
    assert "games" in answer(request, games=Games())


def test_a_game_played_here_is_reviewed_by_its_key() -> None:
    games = Games()

    def put(use: str, **question: Any) -> dict[str, Any]:
        return answer({"use": use, **question}, games=games)

    opened = put("open", seed="tuesday", board="old-pond", start="fixed", cards="open")
    put("give-up", game=opened["game"])
    key = put("end", game=opened["game"])["kept"]
    text = put("record", kept=key)["record"]
    assert f"Challenge: {opened['code']}" in text
    assert len(reviewed(text)["games"][0]["moves"]) == 18
    assert put("history")["finished"][0]["review"] == f"#/review?kept={key}"
    assert "error" in put("record", kept="x")


# Solving


def test_typed_cards_are_an_order_a_code_or_a_word() -> None:
    order = " ".join(map(str, STANDARD_BOX[1:]))
    found = ask("arrange", typed=order, board="old-mill")
    assert found["problem"]["order"] == order
    assert found["cards"][-1] == {"card": "1/1", "label": "1/1, put away", "fixed": False}
    assert found["problem"]["start"] == "free"
    word = ask("arrange", typed="tuesday", board="old-pond")
    assert word["problem"]["order"] == str(deal_of_seed("tuesday", POND, "free", "flip").deck)
    deal = deal_of_seed("tuesday", POND, "fixed", "open")
    code = ask("arrange", typed=encode(deal), board="old-mill")
    assert code["problem"]["board"] == "old-pond"
    assert code["problem"]["start"] == str(deal.written_start)
    for wrong in ("1/1 2/2", "x/y", "", "AAAAA-AAAAA-AAAAA"):
        assert sentence(ask("arrange", typed=wrong, board="old-pond"))
    assert "no such board" in sentence(ask("arrange", typed="tuesday", board="../x"))


def test_a_tap_chooses_the_start_and_another_one_the_other_number() -> None:
    problem = ask("arrange", typed="tuesday", board="old-pond")["problem"]
    plain = next(island.name for island in POND.islands if not island.flag)
    flagged = next(island.name for island in POND.islands if island.flag)
    for number in (3, 4, 3):
        problem = ask("arrange", **problem, island=plain)["problem"]
        assert problem["start"] == f"{number}@{plain}"
    refused = ask("arrange", **problem, island=flagged)
    assert refused["error"]["rule"] == "R2a"
    assert ask("arrange", **{**problem, "start": "free"})["problem"]["start"] == "free"


def test_the_best_play_is_proven_and_shown_step_by_step() -> None:
    problem = ask("arrange", typed="tuesday", board="old-pond")["problem"]
    found = ask("solve", **problem)
    solved = json.loads(hashi("solve", "--layout", "old-pond", "--seed", "tuesday", "--json").out)
    assert found["total"] == solved["score"]
    assert found["proven"]
    assert f"{found['total']}, " in found["claim"]
    assert [step["where"] for step in found["steps"][:2]] == ["Start", "Round 1 of 17"]
    assert len(found["steps"]) == 18
    assert found["steps"][-1]["total"] == found["total"]
    assert json.loads(hashi("check", "--json", "-", stdin=found["record"].encode()).out)["score"] == found["total"]


def test_a_position_of_a_record_is_solved_with_the_cards_to_come_in_any_order() -> None:
    found = ask("arrange", typed=HALF)
    problem = found["problem"]
    assert problem["rounds"] == 5
    assert [card["fixed"] for card in found["cards"]] == [True] * 5 + [False] * 13
    assert 'role="button"' not in found["svg"]
    best = ask("solve", **problem)
    after = json.loads(hashi("solve", "--after", RECORDS / "anna-round-5.txt", "--json").out)
    assert best["total"] == after["score"]
    assert [step["where"] for step in best["steps"]][::12] == ["Round 5 of 17", "Round 17 of 17"]
    cards = problem["order"].split()
    other = {**problem, "order": " ".join((*cards[:5], *reversed(cards[5:])))}
    assert ask("solve", **other)["proven"]
    moved = {**problem, "order": " ".join((*reversed(cards[:5]), *cards[5:]))}
    assert "only those to come can be moved" in sentence(ask("arrange", **moved))
    assert ask("arrange", **{**problem, "rounds": 0})["problem"]["start"] == "4@D7"
    for rounds in (-1, 6, 99):
        assert "5 rounds" in sentence(ask("arrange", **{**problem, "rounds": rounds}))


def test_hidden_cards_stay_hidden_in_their_order() -> None:
    hidden = HALF.replace("Start:", "Played: hidden\nStart:")
    order = ask("arrange", typed=hidden)["problem"]["order"].split()
    known = ask("arrange", typed=HALF)["problem"]["order"].split()
    assert order[:5] == known[:5]
    assert order[5:] == sorted(order[5:])
    assert order != known
    games = Games()
    opened = answer({"use": "open", "seed": "tuesday", "board": "old-pond", "cards": "flip"}, games=games)
    found = answer({"use": "arrange", "game": opened["game"]}, games=games)
    assert found["problem"]["order"] == " ".join(map(str, STANDARD_BOX[:17]))


def test_a_card_that_was_moved_is_announced() -> None:
    problem = ask("arrange", typed="tuesday", board="old-pond")["problem"]
    found = ask("arrange", **problem, moved=3)
    assert found["said"] == f"{problem['order'].split()[3]}, card 4."
    assert "error" in ask("arrange", **problem, moved=18)


def test_a_search_that_is_stopped_shows_the_best_so_far() -> None:
    found = ask("arrange", typed="tuesday", board="old-pond")
    problem = found["problem"]
    assert found["solved"] is None
    stop = threading.Event()
    stop.set()
    answer({"use": "solve", **problem}, games=Games(), stop=stop)
    partly = ask("arrange", **problem)["solved"]
    assert not partly["proven"]
    assert "is ruled out" in partly["claim"]
    whole = ask("solve", **problem)
    assert whole["proven"]
    assert ask("arrange", **problem)["solved"] == whole


def test_cards_and_positions_of_a_question() -> None:
    asked = recorded(Source(HALF, "anna"))
    deck = cards_of(asked).cards
    assert arranged(asked, deck, 5).state.round == 5
    assert arranged(asked, deck, 0, "3@D7").state.start != arranged(asked, deck, 0).state.start
    with pytest.raises(InputError, match="no Start line"):
        arranged(recorded(Source(HALF.replace("Start: 4@D7\n", ""), "anna")), deck, 2)


def test_only_the_last_questions_are_kept() -> None:
    lately: Lately[int, str] = Lately()
    for number in range(MOST_KEPT + 1):
        with lately.about(number) as known:
            known.found = "x"
    found: Sequence[bool] = []
    for number in (0, MOST_KEPT):
        with lately.about(number) as known:
            found = [*found, known.found is None]
    assert found == [True, False]
