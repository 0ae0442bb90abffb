"""`hashi play` with lines from a script: files, and what can go wrong with them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hashi_solver.cards import Deck
from hashi_solver.challenge import decode, encode
from hashi_solver.challenge.seeded import daily_deal, daily_number, deal_of_seed
from hashi_solver.cli.screen import Lines
from hashi_solver.errors import Unproven
from hashi_solver.table import Session
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.session import new_session, next_card, pass_round
from tests.command import ROOT, Ran, hashi, refused, sentences
from tests.own_boards import POND
from tests.test_play_session import TUESDAY

pytestmark = pytest.mark.usefixtures("own_boards")

BOARD = POND
CODE = encode(deal_of_seed("tuesday", BOARD, "free", "flip"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for one test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "hashi" / "games"


@pytest.fixture
def nothing_to_compute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip what was possible: it takes two seconds, and only one test needs it."""

    def stopped(*arguments: object) -> None:
        raise Unproven

    monkeypatch.setattr("hashi_solver.app.playing.possible", stopped)


def play(*arguments: object, lines: Sequence[str] = ()) -> Ran:
    return hashi("play", *arguments, stdin="".join(f"{line}\n" for line in lines).encode())


def only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_a_whole_game(folder: Path) -> None:
    ran = play("--seed", "tuesday", lines=TUESDAY)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    assert "round 17 of 17: card 2/2" in ran.out
    assert "E1, G1 and A5 are finished: 6 points\n" in ran.out
    assert "total                 56  Ace architect" in ran.out
    assert "more than 56 was not possible: the best there was!" in ran.out
    assert "perfect 56" in ran.out
    checked = hashi("check", only(folder))
    assert (checked.code, checked.out.splitlines()[0]) == (0, "Old Pond, 17 rounds: legal")
    assert "total                 56" in checked.out


def test_mistakes_are_explained_and_undo_takes_back(folder: Path) -> None:
    lines = ["4@C1", "4@G1", "B6", "b2", "undo", "3@A1 -", "undo", "undo", "3@A1 -", "", "undo", "7@Z9", "what is this"]
    ran = play("--seed", "tuesday", lines=lines)
    assert ran.code == 0
    assert "C1 has a red flag; start on an island without one (R2a)" in ran.out
    assert "B6 has a blue flag but no bridge from an earlier round (R4a)" in ran.out
    assert "Nothing of this round is written yet, and a card that was turned stays turned" in ran.out
    assert "There is no island Z9 to write on (R4)" in ran.out
    assert "'what' is not a command: type ? for help" in ran.out
    assert ran.out.endswith("Saved after round 1. To resume: hashi play --resume\n")
    assert only(folder).read_text() == f"# hashi play: Seed tuesday\nChallenge: {CODE}\nStart: 4@G1\n1. 3@A1 -\n"


def test_what_is_taken_back_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashi_solver.cli.loop.GameLoop.leave", lambda self, code: code)  # as if it had been killed
    play(CODE, lines=[*TUESDAY[:3], "undo"])
    assert only(folder).read_text().endswith("1. 3@A1 -\n")


def test_a_refused_line_turns_no_card_of_an_open_game(folder: Path) -> None:
    ran = play(CODE, "--open", lines=[*TUESDAY[:3], "d1-e1", "undo", *TUESDAY[2:4]])
    assert "! No dotted line joins D1 and E1 (R5a)" in ran.out
    assert ran.out.count("round 3 of 17") == 1  # turned once, by the line that could be written
    assert only(folder).read_text().splitlines()[-3:] == [
        "1. 3@A1 -",
        "2. 6@D7 G1-G5 A7-D7 A7-D7".replace("A7-D7 A7-D7", "A7=D7"),
        "3. 3@G5 A1=C1 D4-D7",
    ]


def test_open_games_undo_and_redo_and_the_file_follows(folder: Path) -> None:
    ran = play(CODE, "--open", lines=[*TUESDAY[:4], "", "undo", "undo", "undo"])
    assert ran.code == 0
    assert only(folder).read_text().endswith("Start: 4@G1\n")
    ran = play("--resume", lines=["redo", *TUESDAY[1:3], "", "undo", "redo"])
    assert "! There is nothing to redo" in ran.out
    assert only(folder).read_text().endswith("2. 6@D7 G1-G5 A7=D7\n")
    ran = play("--resume", lines=["undo", "undo", "undo", "undo"])  # who undoes everything has begun all the same
    assert "! Nothing is written yet" in ran.out
    assert "Start" not in only(folder).read_text()
    assert play("--resume", lines=TUESDAY[:2]).code == 0


def test_score_says_what_there_is(folder: Path) -> None:
    ran = play(CODE, lines=[*TUESDAY[:8], "score"])
    assert re.search("islands [0-9] x 2  [0-9]+\nred   ", ran.out)
    assert re.search("par    [0-9]+\nmedals bronze [0-9]+, silver", ran.out)


def test_new_is_todays_challenge_again_and_random_is_asked_for(folder: Path) -> None:
    session = new_session(daily_deal(datetime.date.today(), BOARD))
    while session.phase != "over":
        session = next_card(pass_round(session))
    keep(KeptGame(folder / "today.txt", "Daily", "old-pond", session))
    for arguments in ((), ("--new",), ("--daily", "--new")):
        assert play(*arguments).out.startswith("Daily No. ")
    assert re.match("Seed [a-z0-9]{6}, Old Pond, cards hidden", play("--random").out)
    assert "cards open" in play("--random", "--open").out
    assert "--seed and --random name different deals" in play("--random", "--seed", "1").err


def test_a_clock_before_the_first_challenge_is_in_nobodys_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a small machine that has no battery, and no network yet."""

    class Early(datetime.date):
        @classmethod
        def today(cls) -> Early:
            return cls(1970, 1, 1)

    assert play(CODE, lines=TUESDAY[:3]).code == 0
    monkeypatch.setattr(datetime, "date", Early)
    assert "round 3 of 17" in play("--resume", lines=[""]).out
    assert f"{CODE} is unfinished" in play().err
    assert play("--resume", lines=TUESDAY[2:]).code == 0
    assert "56" in hashi("history").out
    assert hashi("share").code == 0
    for arguments in (("play",), ("play", "--new"), ("daily",), ("daily", "--days", 2), ("record",)):
        said = refused(*arguments)
        assert "the clock of this machine says 1970-01-01, but No. 1 was on 2026-01-01: set the clock" in said
    assert play("--date", "2026-01-02").out.startswith("Daily No. 2,")


def test_a_day_is_named(folder: Path) -> None:
    yesterday = datetime.date.today() - datetime.timedelta(1)
    assert play("--date", "2026-01-02").out.startswith("Daily No. 2,")
    assert play("--date", "yesterday").out.startswith(f"Daily No. {daily_number(yesterday)},")
    assert "is not a day" in play("--date", "2.1.2026").err


@pytest.mark.usefixtures("nothing_to_compute")
def test_a_finished_open_game_is_played_again_from_a_round(folder: Path) -> None:
    ran = play(CODE, "--open", lines=[*TUESDAY, "", "again 18", "what", "again 17", "- -"])
    assert "There is no round 18 to go back to" in ran.out
    assert "Enter leaves, r shows" in ran.out
    first, second = sorted(folder.iterdir(), key=lambda path: path.read_text().count("again"))
    assert first.read_text().endswith(f"17. {TUESDAY[17]}\n")
    assert second.read_text().startswith("# hashi play: Challenge ")
    assert second.read_text().splitlines()[0].endswith(", again from round 17")
    assert second.read_text().endswith(f"16. {TUESDAY[16]}\n17. - -\n")
    assert play(first, "--again", "2", lines=["- -"]).code == 0
    assert "cannot be played again" in play(CODE, lines=[*TUESDAY, "", "again 3"]).out


def test_a_file_goes_on(folder: Path, tmp_path: Path) -> None:
    play("--seed", "tuesday", lines=TUESDAY[:3])
    assert play(only(folder), lines=TUESDAY[3:4]).code == 0
    assert only(folder).read_text().endswith(f"3. {TUESDAY[3]}\n")
    mine = tmp_path / "my-game.txt"
    for heads in (f"Challenge: {CODE}", f"Layout: old-pond\nDeck: {' '.join(map(str, decode(CODE).deck.cards))}"):
        written = f"# my own\n{heads}\nStart: 4@G1\n1. 3@A1 -\n"
        mine.write_text(written)
        assert play(mine, lines=TUESDAY[2:3]).code == 0
        assert mine.read_text() == written  # a file that someone typed is left alone
    assert sum("my-game" in path.read_text() for path in folder.iterdir()) == 2
    assert "my-other-game.txt: cannot be read: no such file" in play("my-other-game.txt").err
    assert "leave out the options" in play(mine, "--new").err
    assert "--again needs the FILE" in play("--again", "3").err


def test_commands_answer_and_change_nothing(folder: Path) -> None:
    commands = ["?", "? r5c", "rule", "rule R99", "cards", "rounds", "board", "save", "undo"]
    ran = play(CODE, lines=[TUESDAY[0], "", *commands, "q", "3@A1 -"])
    assert ran.code == 0
    for said in ("take back the last step", "Bridges do not cross.", "no rule R99", "still face down", "Saved in "):
        assert said in ran.out
    assert ran.out.endswith("Saved after round 0. To resume: hashi play --resume\n")


def test_a_game_goes_on_where_it_was_left(folder: Path) -> None:
    assert play("--seed", "tuesday", lines=TUESDAY[:8]).code == 0
    ran = play("--resume", lines=TUESDAY[8:16])
    assert "Seed tuesday, Old Pond, cards hidden\n" in ran.out
    assert "round 8 of 17: card 5/2" in ran.out
    assert play("--seed", "tuesday", "--resume", lines=TUESDAY[16:17]).code == 0
    assert only(folder).read_text().endswith("15. 4@F4 B2-B4 F4-F6 D7-G7\n16. 1@F6 B4-B6\n")


def test_an_unfinished_game_is_neither_lost_nor_gone_on_with_unasked(folder: Path) -> None:
    play("--seed", "tuesday", lines=TUESDAY[:4])
    for arguments in ((), ("--seed", "tuesday")):
        ran = play(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "Seed tuesday is unfinished (round 4 of 17, 0 points" in ran.err
        assert "--resume" in ran.err
    assert play("--seed", "other", lines=["4@G1"]).code == 0
    assert play("--new", lines=["-"]).code == 0
    assert len(list(folder.iterdir())) == 3


def test_hints_of_an_open_game(folder: Path) -> None:
    """A wasteful start of the seed tuesday, where the solver knows what is still possible."""
    lines = ["4@G1", "3@A1 -", "hint", "- -", "hint 1", "hint 2", "undo", "6@D7", "hint 3", "hint 4", "hint me"]
    ran = play("--seed", "tuesday", "--open", lines=lines)
    assert (ran.code, ran.err) == (0, "")
    assert "You can still reach 56: nothing is lost so far" in ran.out
    assert re.search(r"[0-9]+ is the most you can still reach \(56 is gone\)", ran.out)
    assert "A best turn with 6/3: 6@D7 " in ran.out
    assert ran.out.count("! Hint 1 says what you can still reach") == 2
    assert only(folder).read_text().startswith("# hashi play: Seed tuesday; 4 hints\n")


def test_hints_of_a_hidden_game_know_no_more_than_whoever_plays(folder: Path) -> None:
    """Two deals with the same turned cards get the same advice."""
    deal = deal_of_seed("tuesday", BOARD, "free", "flip")
    order = deal.deck.cards
    other = replace(deal, deck=Deck((*order[:14], *reversed(order[14:])), deal.deck.away))
    said = []
    for each in (deal, other):
        ran = play(encode(each), lines=["hint", *TUESDAY[:14], "", "hint", "hint 3"])
        assert "! While the cards are hidden, no start is certain to be better" in ran.out
        said.append(
            [line for line in ran.out.splitlines() if "who saw the cards coming" in line or "good turn" in line]
        )
    assert len(said[0]) == 3
    assert said[0] == said[1]


@pytest.mark.usefixtures("nothing_to_compute")
def test_the_review_follows_on_request(folder: Path) -> None:
    ran = play(CODE, lines=(*TUESDAY, "", "review"))
    assert "the best possible" in ran.out
    assert "hashi review --fair " in ran.out
    assert "the best possible" not in play(CODE, "--new", lines=(*TUESDAY, "", "")).out


def test_the_daily_challenge_is_that_of_today(folder: Path) -> None:
    before = datetime.date.today()
    ran = play(lines=["- -"])
    assert ran.out.startswith("Daily No. ")
    assert "cards open" in ran.out
    code = only(folder).read_text().splitlines()[1].removeprefix("Challenge: ")
    assert decode(code) in [daily_deal(day, BOARD) for day in (before, datetime.date.today())]


def test_open_games_show_the_cards_and_hidden_ones_do_not() -> None:
    order = " ".join(map(str, deal_of_seed("tuesday", BOARD).deck.cards[:7]))
    assert order in play("--seed", "tuesday", "--open").out
    assert order not in play("--seed", "tuesday").out
    assert order in play(CODE, "--open").out
    assert order not in play(CODE, "--new").out


def test_any_text_is_a_seed_and_a_code_may_have_blanks(folder: Path) -> None:
    for arguments in (("--seed", "a;b \\n # ñ 🎲"), CODE.split("-")):
        assert play(*arguments, lines=["4@G1"]).code == 0
    for _ in folder.iterdir():
        ran = play("--resume", lines=["2@a1 -"])
        assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("seed", ["two\nlines", "red \x1b[31m", ""])
def test_a_seed_that_is_no_line_of_text_begins_no_game(seed: str, folder: Path) -> None:
    ran = play("--seed", seed)
    assert ran.code == 2
    assert ran.err.startswith("hashi: a seed ")
    assert ran.err.count("\n") == 1
    assert not folder.exists() or not list(folder.iterdir())


def test_a_fixed_start_is_drawn_and_another_board_is_used() -> None:
    ran = play("--seed", "1", "--start", "fixed", "--board", "old-mill")
    assert "Old Mill" in ran.out
    assert "round 1 of 17: card" in ran.out


@pytest.mark.usefixtures("nothing_to_compute")
def test_a_game_that_another_terminal_goes_on_with_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play("--seed", "tuesday", lines=TUESDAY[:4])
    path = only(folder)

    def ask(self: Lines, session: Session) -> str:
        """The second line is typed after another terminal has written a round."""
        text = ask_here(self, session)
        if session.round == 4:
            path.write_text(path.read_text().replace("3. ", "# somebody else was here\n3. "))
        return text

    ask_here = Lines.ask
    monkeypatch.setattr(Lines, "ask", ask)
    ran = play("--resume", lines=[*TUESDAY[4:7]])
    assert ran.code == 0
    assert ran.out.count("was changed by something else, perhaps another terminal. This game continues in") == 1
    assert "somebody else" in path.read_text()
    assert "4. " not in path.read_text()
    assert "6. " in path.with_name(f"{path.stem}-2.txt").read_text()


def test_a_record_file_of_ones_own(tmp_path: Path, folder: Path) -> None:
    record = tmp_path / "my game.txt"
    ran = play("--seed", "tuesday", "--record", record, lines=TUESDAY[:3])
    assert f"To resume: hashi play --resume --record '{record}'" in ran.out
    assert not folder.exists()
    assert "is unfinished" in play("--record", record).err
    assert "holds a game of another deal" in play("--record", record, "--seed", "1").err
    assert play("--record", record, "--resume", lines=TUESDAY[3:]).code == 0
    assert "holds a finished game" in play("--record", record, "--resume").err
    assert "56" in hashi("check", record).out


@pytest.mark.usefixtures("nothing_to_compute")
def test_the_last_round_is_finished_by_the_end_of_the_input_and_by_an_empty_line() -> None:
    for more in ((), ("",)):
        ran = play("--seed", "tuesday", "--new", lines=(*TUESDAY, *more))
        assert "total                 56" in ran.out


def test_a_copy_is_saved_where_nothing_is_yet(tmp_path: Path, folder: Path) -> None:
    copy = tmp_path / "copy.txt"
    ran = play(CODE, lines=[TUESDAY[0], f"save {copy}", f"save {copy}"])
    assert f"Saved a copy in {copy}." in ran.out
    assert f"{copy} already exists; choose another name" in ran.out
    assert copy.read_text() == only(folder).read_text()


def test_bytes_that_are_no_text_do_no_harm() -> None:
    ran = hashi("play", CODE, stdin=b"\xff\xfe\x00 4@G1\n\x1b[2J\n" + b"x" * 100_000 + b"\n")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert ran.out.endswith("\nNothing was written yet, so nothing is saved.\n")


def test_a_game_that_is_not_begun_leaves_no_trace(folder: Path) -> None:
    for arguments in (("--daily",), ("--seed", "1")):
        assert play(*arguments, lines=["quit"]).out.endswith("\nNothing was written yet, so nothing is saved.\n")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--daily", "--seed", "1"), "--daily and --seed name different deals"),
        ((CODE[:-1] + "Z",), "mistyped"),
        (("nonsense",), "a code has 15 characters"),
        ((CODE, "--start", "free"), "the code says how the game starts"),
        ((CODE, "--board", "old-mill"), "another board"),
        (("--seed", ""), "a seed is a text"),
        (("--seed", "1", "--board", "nowhere"), "no board is called nowhere"),
        (("--resume",), "there is no unfinished game to resume"),
        (("--resume", "--seed", "1"), "there is no unfinished game of this deal"),
        (("--resume", "--record", "missing.txt"), "there is no such file to resume"),
        (("--record", str(ROOT / "LICENSE")), "LICENSE:1: this is not a record of play"),
        (("--seed", "1", "--record", str(ROOT / "LICENSE" / "game.txt")), "LICENSE: cannot be created"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], says: str) -> None:
    ran = play(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert says in ran.err
    assert len(sentences(ran.err)) == 1


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "hashi").write_text("in the way")
    ran = play(CODE, lines=TUESDAY[:2])
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be created: " in ran.err


def test_a_copy_for_a_user_who_does_not_exist(folder: Path) -> None:
    ran = play("--seed", "tuesday", lines=["save ~nosuchuser/x", "quit"])
    assert "Traceback" not in ran.err
    assert "There is no such user: ~nosuchuser/x" in ran.out


def test_without_a_home_a_game_is_kept_in_a_file_of_its_own(tmp_path: Path, homeless: None) -> None:
    ran = play("--seed", "tuesday", lines=["quit"])
    assert (ran.code, ran.err) == (
        2,
        "hashi: your home folder is not known: set HOME, or set XDG_DATA_HOME to a folder\n",
    )
    ran = play("--seed", "tuesday", "--record", tmp_path / "game.txt", lines=[*TUESDAY[:6], "quit"])
    assert (ran.code, ran.err) == (0, "")
    assert "--record" in ran.out
