"""What can be asked of hashi: the parser of questions, and the answers that decide something."""

from __future__ import annotations

import datetime
import threading
from collections import Counter
from pathlib import Path

import pytest

from hashi_solver import app
from hashi_solver.app import playing, question, refereeing, reviewing, solving
from hashi_solver.app.question import Cards, Source
from hashi_solver.cards import STANDARD_BOX, Card
from hashi_solver.challenge import decode, encode
from hashi_solver.challenge.seeded import daily_deal, deal_of_seed
from hashi_solver.documents.base import json_text
from hashi_solver.documents.records import record_json
from hashi_solver.errors import IllegalError, InputError, Unproven
from hashi_solver.library import layout_ids, layouts_folder
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.files import read_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import parse_record
from hashi_solver.seeds import deck_from_seed
from hashi_solver.table.kept import KeptGame
from tests.own_boards import MILL, POND, RECORDS

pytestmark = pytest.mark.usefixtures("own_boards")

FIXED, FLIP = deal_of_seed("1", POND), deal_of_seed("1", POND, "free", "flip")
CODE = encode(FIXED)
DECK = deck_from_seed("1")
TEXT = f"Layout: old-pond\nDeck: {format_cards(DECK.cards)}\nStart: 4@A1\n"


def source(text: str) -> Source:
    return Source(text, "game.txt", "game")


# --- sources


def test_a_file_is_a_source_that_names_its_player(tmp_path: Path) -> None:
    path = tmp_path / "anna.txt"
    path.write_text(TEXT)
    found = question.file_source(path)
    assert (found.text, found.name, found.player) == (TEXT, str(path), "anna")
    assert question.recorded(found).player == "anna"
    assert question.recorded(Source(f"Player: Ben\n{TEXT}", "", "anna")).player == "Ben"


def test_bytes_are_a_source() -> None:
    found = question.bytes_source(b"\xef\xbb\xbfLayout: old-pond\r\n")
    assert (found.text, found.name) == ("Layout: old-pond\n", "standard input")
    with pytest.raises(InputError, match="not text in UTF-8") as caught:
        question.bytes_source(b"\xff")
    assert caught.value.source == "standard input"


def test_a_code_is_the_record_that_it_stands_for() -> None:
    asked = question.recorded(question.code_source(CODE.lower()))
    assert (asked.deal, asked.layout, asked.record.challenge, asked.record.plays) == (FIXED, POND, CODE, ())
    assert question.recorded(question.file_source(Path(CODE), or_code=True)) == asked
    with pytest.raises(InputError, match="a code is not a record"):
        question.file_source(Path(CODE))
    with pytest.raises(InputError, match="it is not a code: this code is mistyped"):
        question.file_source(Path(CODE[:-1] + ("0" if CODE[-1] != "0" else "1")), or_code=True)
    with pytest.raises(InputError, match="no such file"):
        question.file_source(Path("games/anna.txt"), or_code=True)


# --- records


def test_a_record_names_its_board_unless_the_call_does() -> None:
    asked = question.recorded(source(TEXT))
    assert (asked.layout, asked.board, asked.deal, asked.hidden, asked.start_given) == (
        POND,
        "old-pond",
        None,
        False,
        False,
    )
    assert question.recorded(source(TEXT), "old-mill").layout == MILL
    with pytest.raises(InputError, match="no Layout line") as caught:
        question.recorded(source("Start: 4@A1"))
    assert caught.value.source == "game.txt"


def test_a_record_in_json_asks_the_same() -> None:
    assert question.recorded(source(json_text(record_json(parse_record(TEXT))))).record == parse_record(TEXT)


def test_the_order_of_a_deck_file_is_for_records_without_one() -> None:
    other = deck_from_seed("2")
    cards = Cards(STANDARD_BOX, other)
    assert question.recorded(source("Layout: old-pond"), cards=cards).record.deck == other.cards
    assert question.recorded(source(TEXT), cards=cards).record.deck == DECK.cards


def test_a_challenge_to_flip_is_hidden_unless_the_record_says_otherwise() -> None:
    text = f"Challenge: {encode(FLIP)}\n"
    assert question.recorded(source(text)).hidden
    assert not question.recorded(source(f"{text}Played: open\n")).hidden
    assert question.recorded(source(f"{TEXT}Played: hidden\n")).hidden
    assert question.recorded(question.code_source(CODE)).start_given


# --- codes, seeds and days


def test_codes_seeds_and_days_are_deals() -> None:
    assert question.coded(CODE).deal == FIXED
    assert question.seeded("1", start="fixed", kind="open").deal == FIXED
    day = datetime.date(2026, 11, 18)
    assert question.dated(day, "old-mill").deal == daily_deal(day, MILL)
    with pytest.raises(InputError, match="another board than Old Mill"):
        question.coded(CODE, "old-mill")


@pytest.mark.parametrize(
    ("seed", "says"),
    [("", "1 to 100 characters"), ("x" * 101, "1 to 100"), ("\udcff", "UTF-8"), ("a\nb", "no line breaks")],
)
def test_a_seed_is_a_short_text(seed: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        question.checked_seed(seed)


# --- what is to be solved


def test_the_cards_come_from_one_place() -> None:
    position = question.to_solve(board="old-pond", seed="1")
    assert (position.deck, position.state.start, position.to_come) == (DECK.cards, None, DECK.cards)
    assert question.to_solve(board="old-pond", order=format_cards(DECK.cards)).deck == DECK.cards
    assert question.to_solve(board="old-pond", cards=Cards(order=DECK)).deck == DECK.cards
    assert question.to_solve(source(TEXT)).deck == DECK.cards
    assert question.to_solve(source(TEXT), order=format_cards(DECK.cards), seed="1").deck == DECK.cards
    for given, says in (
        ({"board": "old-pond"}, "which cards"),
        ({"board": "old-pond", "seed": "1", "order": "5/3"}, "--deck and --seed give different orders"),
        ({"board": "old-pond", "order": "5/3"}, "^--deck: "),
    ):
        with pytest.raises(InputError, match=says):
            question.to_solve(**given)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="the record and --seed give different orders"):
        question.to_solve(source(TEXT), seed="2")
    with pytest.raises(InputError, match="no Deck line"):
        question.to_solve(source("Layout: old-pond"))


def test_a_start_that_is_typed_counts_instead_of_that_of_the_record() -> None:
    def start(typed: str | None) -> object:
        found = question.to_solve(source(TEXT), start=typed).state.start
        return found and (found.number, POND.islands[found.island].name)

    assert (start(None), start("3@A1"), start("free")) == ((4, "A1"), (3, "A1"), None)
    with pytest.raises(InputError, match="--start: 'x' is not a start"):
        start("x")
    with pytest.raises(InputError, match=r"--start.*R2a"):
        start("5@A1")


def test_the_rounds_of_a_record_are_played() -> None:
    text = (RECORDS / "anna-round-5.txt").read_text()
    record = parse_record(text)
    position = question.to_solve(source(text), played=True)
    assert (position.state.round, len(position.played)) == (len(record.plays), len(record.plays))
    assert position.to_come == position.deck[len(record.plays) :]
    with pytest.raises(InputError, match="--start cannot change it"):
        question.to_solve(source(text), played=True, start="4@A1")
    with pytest.raises(IllegalError, match=r"no best play after game\.txt"):
        question.to_solve(source((RECORDS / "mistakes.txt").read_text()), played=True)


# --- a position that is reached


def test_a_position_with_all_cards_known() -> None:
    position = question.reached(question.recorded(source(TEXT)))
    assert (position.card, position.hidden, position.unseen) == (DECK.cards[0], False, ())
    with pytest.raises(InputError, match="add --hidden"):
        question.reached(question.recorded(source(TEXT)), card="5/3")


def test_a_position_whose_cards_to_come_are_hidden() -> None:
    asked = question.recorded(source("Layout: old-pond\nStart: 4@A1\n"))
    position = question.reached(asked, hidden=True, card="5/3")
    assert (position.card, len(position.unseen)) == (Card(5, 3), 17)
    assert question.reached(asked, hidden=True).card is None
    with pytest.raises(InputError, match="no Deck line"):
        question.reached(asked)
    with pytest.raises(InputError, match="no Start line"):
        question.reached(question.recorded(source("Layout: old-pond\n")), hidden=True)
    with pytest.raises(InputError, match="not in the box"):
        question.reached(question.recorded(source("Layout: old-pond\nDeck: 5/3\nStart: 4@A1\n1. -\n")), True, "5/3")


def test_a_game_that_is_over_has_no_position_to_advise_on() -> None:
    with pytest.raises(InputError, match="this game is over"):
        question.reached(question.recorded(source((RECORDS / "anna.txt").read_text())))


# --- files are read once


def test_the_code_of_the_last_board_reads_no_file_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the boards that ship
    read: Counter[Path] = Counter()

    def counted(path: Path) -> str:
        read[path] += 1
        return read_text(path)

    monkeypatch.setattr("hashi_solver.notation.layouts.read_text", counted)
    windmill = load_layout("windmill")
    code = encode(deal_of_seed("1", windmill))
    read.clear()
    asked = question.to_solve(question.file_source(Path(code), or_code=True)).question
    assert asked.layout == windmill
    assert set(read) <= {layouts_folder() / f"{name}.toml" for name in layout_ids()}
    assert set(read.values()) == {1}


# --- answers


def test_one_record_is_checked_alone_and_several_are_a_table() -> None:
    anna, ben, mistakes = (
        question.recorded(question.file_source(RECORDS / f"{name}.txt")) for name in ("anna", "ben", "mistakes")
    )
    alone = refereeing.check([anna])
    assert (alone.table, alone.legal, alone.has_medals(0)) == (None, True, False)
    table = refereeing.check([anna, ben])
    assert table.table is not None
    assert [seat.player for seat in table.table.seats] == ["Anna", "Ben"]
    assert not refereeing.check([mistakes]).legal
    with pytest.raises(InputError, match="different boards"):
        refereeing.check([anna, question.recorded(source(TEXT), "old-mill")])


def test_a_record_of_a_challenge_has_medals_where_it_counts() -> None:
    asked = question.recorded(source(f"Challenge: {CODE}\n"))
    unfinished = refereeing.check([asked])
    assert (unfinished.has_medals(0), refereeing.targets_of(unfinished)) == (False, {})
    over = question.recorded(source(f"Challenge: {CODE}\n17. -\n"))
    found = refereeing.check([over, asked, over])
    assert found.table is None
    best = solving.solve(question.to_solve(asked.source)).solution.score
    assert {place: aims.perfect for place, aims in refereeing.targets_of(found).items()} == {0: best, 2: best}
    assert refereeing.targets_of(refereeing.check([question.recorded(source(TEXT))])) == {}


def test_a_mistake_of_one_bridge_is_one_mistake_and_a_shift_of_the_lines_is_guessed() -> None:
    anna = question.recorded(question.file_source(RECORDS / "anna.txt"))
    assert refereeing.check([anna]).remarks == ((),)
    lines = anna.source.text.splitlines()
    rounds = [line.partition(" ")[2] for line in lines[4:]]

    def remarks(plays: list[str]) -> tuple[str, ...]:
        text = "\n".join([*lines[:4], *(f"{number}. {play}" for number, play in enumerate(plays, start=1))])
        return refereeing.check([question.recorded(source(text))]).remarks[0]

    (left_out,) = remarks([*rounds[:3], *rounds[4:]])
    assert left_out.startswith("The lines seem to be shifted by one from round 4 on: the line of round 4 fits")
    assert left_out.endswith("the card of round 5; was round 4 left out?")
    (too_many,) = remarks([*rounds[:3], rounds[2], *rounds[3:16]])
    assert "fits the card of round 4; was round 4 written twice?" in too_many
    bare = [play.partition("@")[2] or play for play in rounds]
    assert remarks([*bare[:3], *bare[4:]]) == (left_out,)
    assert remarks([*rounds[:3], "6@A1 A1-A5", *rounds[4:]]) == ()


def test_rounds_that_are_not_listed_are_remarked_on() -> None:
    def remarks(*rounds: int) -> tuple[str, ...]:
        return question.recorded(source(TEXT + "".join(f"{number}. -\n" for number in rounds))).remarks

    assert remarks() == remarks(1, 2, 3) == ()
    assert remarks(1, 2, 4) == ("Round 3 is not listed: counted as passed.",)
    assert remarks(3, 5, 10) == ("Rounds 1 and 2, 4 and 6 to 9 are not listed: counted as passed.",)


def test_which_games_are_a_table_and_who_chose_the_start() -> None:
    anna, ben = (question.recorded(question.file_source(RECORDS / f"{name}.txt")) for name in ("anna", "ben"))
    (alone,) = reviewing.games_to_review([anna])
    assert (alone.to_win, alone.free_start, alone.fair) == (None, True, False)
    table = reviewing.games_to_review([anna, ben])
    assert [game.to_win is not None for game in table] == [True, True]
    assert not any(game.free_start for game in table)
    solo = reviewing.games_to_review([anna, ben], solo=True, start="given")
    assert [(game.to_win, game.free_start) for game in solo] == [(None, False)] * 2
    challenge = question.recorded(source(f"Challenge: {CODE}\n17. -\n"))
    (given,) = reviewing.games_to_review([challenge], fair_view=True)
    assert (given.free_start, given.fair) == (False, True)
    mistakes = question.recorded(question.file_source(RECORDS / "mistakes.txt"))
    with pytest.raises(IllegalError, match="unless mistakes stand"):
        reviewing.games_to_review([mistakes])
    with pytest.raises(InputError, match="no fair view"):
        reviewing.games_to_review([mistakes], house=True, fair_view=True)


def test_a_play_to_keep_has_the_code_of_its_challenge() -> None:
    found = solving.solve(question.to_solve(question.code_source(CODE)))
    record = found.record_to_keep
    assert (record.challenge, record.layout, record.deck) == (CODE, None, None)
    assert found.verdict.legal
    assert solving.solve(question.to_solve(source(TEXT))).record_to_keep.challenge is None


def test_what_is_stopped_before_its_answer_is_unproven() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Unproven):
        app.challenges.find(app.challenges.challenge_asked(CODE), stop=stop)


def test_which_game_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert playing.game_asked() is None
    with pytest.raises(InputError, match="--daily and --seed name different deals"):
        playing.game_asked(daily=True, seed="1")
    with pytest.raises(InputError, match="leave out --start"):
        playing.game_asked(CODE, start="free")
    wanted = playing.game_asked(CODE, hidden=True)
    assert wanted is not None
    assert (wanted.deal.kind, decode(CODE).kind) == ("flip", "open")
    begun = playing.to_play(wanted)
    assert isinstance(begun, KeptGame)
    assert begun.session.deal == wanted.deal
    with pytest.raises(InputError, match="no unfinished game of this deal"):
        playing.to_play(wanted, resume=True)
    with pytest.raises(InputError, match="no such file to resume"):
        playing.to_play(wanted, tmp_path / "none.txt", resume=True)


def test_unfinished_games_are_offered_to_someone_who_can_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = tmp_path / "game.txt"
    path.write_text(f"{TEXT}1. -\n")
    offer = playing.to_play(None, path, can_ask=True)
    assert isinstance(offer, playing.Offer)
    assert (len(offer.unfinished), list(offer.others), offer.usual) == (1, ["n"], "n")
    assert offer.begin("n").session.round == 0
    assert playing.to_play(None, path, resume=True) == offer.unfinished[0]
    with pytest.raises(InputError, match=r"is unfinished .*add --resume to continue it, or --new"):
        playing.to_play(None, path)
    other = playing.game_asked(seed="2")
    with pytest.raises(InputError, match="holds a game of another deal"):
        playing.to_play(other, path)
