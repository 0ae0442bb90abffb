"""Games without a terminal: steps, undo, what can be typed, what the player sees, files."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hashi_solver.app.playing import games, read_kept
from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.documents.records import read_record
from hashi_solver.drawing import table
from hashi_solver.drawing.terminal import Row
from hashi_solver.errors import IllegalError, InputError
from hashi_solver.library import games_folder
from hashi_solver.notation.layouts import load_layout
from hashi_solver.rules import legal_starts, legal_turns, play_of
from hashi_solver.table.entry import COMMANDS, Command, command_in, completions, enter
from hashi_solver.table.kept import KeptGame, format_kept, free_path, keep
from hashi_solver.table.session import (
    Session,
    at_round,
    attempt,
    legal_lines,
    new_session,
    next_card,
    redo,
    undo,
    write_play,
    written_so_far,
)
from hashi_solver.table.words import RULES, rule_words
from hashi_solver.targets import Targets
from hashi_solver.views.game import game_view, news
from tests.command import ROOT
from tests.own_boards import LAYOUTS, POND

pytestmark = pytest.mark.usefixtures("own_boards")

BOARD = POND
SCREEN = Path(__file__).with_name("records") / "screen.txt"  # of 80 columns
TUESDAY = (  # a best play of the seed tuesday
    "4@G1",
    "3@A1 -",
    "6@D7 G1-G5 A7=D7",
    "3@G5 A1=C1 D4-D7",
    "5@D4 B4-D4",
    "6@C1 D4-F4",
    "4@E3 C1-E1",
    "6@E1 C1-E1 D4-D7",
    "5@B4 C1=C3",
    "1@F2 E1=E3 G1-G5",
    "2@B2 A1-A5 C3=E3",
    "1@A5 E1=G1",
    "4@C3 B4-B6 G5-G7",
    "2@B6 F2-F4",
    "3@G7 D7-G7",
    "4@F4 B2-B4 F4-F6 D7-G7",
    "1@F6 B4-B6",
    "2@A7 B2-B4 D4-F4",
)


def tuesday(rounds: int = 0, *, hidden: bool = True) -> Session:
    """Return the game of seed tuesday after N rounds, with the next card turned."""
    session = new_session(deal_of_seed("tuesday", BOARD, "free", "flip" if hidden else "open"))
    for line in TUESDAY[: rounds + 1]:
        session = next_card(enter(session, line))
    return session


def kept(session: Session, path: Path, hints: int = 0) -> KeptGame:
    return KeptGame(path, "Seed tuesday", "old-pond", session, hints)


def text(rows: list[Row]) -> str:
    return "\n".join(map(table.text_of, rows))


def test_a_whole_game() -> None:
    session = tuesday(17)
    assert session.phase == "over"
    assert session.card is None
    assert session.points.total == 56
    with pytest.raises(InputError, match="the game is over"):
        enter(session, "-")


def test_the_phases_of_a_round() -> None:
    session = new_session(deal_of_seed("tuesday", BOARD, "free"))
    assert (session.phase, session.round, session.card) == ("start", 0, None)
    session = enter(session, "Start: 4@G1")
    assert (session.phase, session.round) == ("written", 0)
    session = next_card(session)
    assert (session.phase, session.round, str(session.card)) == ("number", 1, "3/2")
    session = enter(session, "d7")
    assert (session.phase, written_so_far(session)) == ("bridges", "3@D7")
    session = enter(session, "d7-g7")
    assert (session.phase, written_so_far(session), session.to_draw) == ("bridges", "3@D7 D7-G7", 1)
    session = enter(session, "A7D7")
    assert (session.phase, written_so_far(session)) == ("written", "3@D7 D7-G7 A7-D7")
    session = next_card(session)
    assert (session.phase, session.round, str(session.card)) == ("number", 2, "6/3")


def test_a_fixed_start_turns_the_first_card() -> None:
    session = new_session(deal_of_seed("tuesday", BOARD, "fixed"))
    assert (session.phase, session.round) == ("number", 1)
    with pytest.raises(InputError, match="nothing is written yet"):
        undo(session)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("2@B2 A1-A5 C3=E3", "2@B2 A1-A5 C3=E3"),
        ("2@b2, a1-a5, c3=e3", "2@B2 A1-A5 C3=E3"),
        ("10. 2 b2 a1–a5 C3 = E3  # as in a record", "2@B2 A1-A5 C3=E3"),
        ("b2 a1a5 c3=e3", "2@B2 A1-A5 C3=E3"),
        ("- A1-A5 C3=E3", "- A1-A5 C3=E3"),
        ("A1-A5 C3=E3", "- A1-A5 C3=E3"),
        ("b2 -", "2@B2 -"),
        ("- -", "- -"),
        ("2@B2", "2@B2"),
        ("b2", "2@B2"),
        ("-", "-"),
        ("b2 a1-a5", "2@B2 A1-A5"),
        ("b2 a1a5", "2@B2 A1-A5"),
        ("b2 pass", "2@B2 -"),
        ("pass a1a5 c3=e3", "- A1-A5 C3=E3"),
        ("10. b2 –", "2@B2 -"),
    ],
)
def test_how_a_round_may_be_typed(typed: str, written: str) -> None:
    assert written_so_far(enter(tuesday(9), typed)) == written


@pytest.mark.parametrize(
    ("typed", "rule", "says"),
    [
        ("3@B2", "R4", "the card is 2/3"),
        ("A1", "R4", "A1 already has the number 3"),
        ("B6", "R4a", "B6 has a blue flag but no bridge"),
        ("F4 F2-F4 F2-F4 F2-F4", "R5a", "a third bridge"),
        ("G7 G5-G7 A5-A7 D7-G7", "R5b", "neither A5 nor A7"),
        ("B2 B2-F2", "R5c", "crosses"),
        ("B2 G1=G5", "R6", "takes no more bridges"),
        ("B2 A1=A5", "R5d", "at A1, but its number is 3"),
        ("B2 B2-B4 B2-B4 F2-F4 A1-A5", "R5", "the card 2/3 calls for exactly 3"),
        ("B2 A1-C3", "R5a", "no dotted line joins A1 and C3"),
    ],
)
def test_what_is_not_allowed_is_explained_and_changes_nothing(typed: str, rule: str, says: str) -> None:
    session = tuesday(9)
    if rule == "R6":
        session = next_card(enter(session, "B2 A1-A5 C3=E3"))
        typed = "A5 A1-A5"
    with pytest.raises(IllegalError) as caught:
        enter(session, typed)
    assert rule in [violation.rule for violation in caught.value.violations]
    assert says in str(caught.value)
    assert rule_words(rule)
    assert session.phase == "number"


@pytest.mark.parametrize(
    ("first", "then", "says"),
    [
        ("", "4@C3 5@E1", "a second number"),
        ("", "B2 what", "cannot read 'what'"),
        ("", "11. B2", "this is round 10, not round 11"),
        ("B2", "D4", "the number of this round is written"),
        ("B2 A1-A5", "-", "1 of 3 bridges are drawn"),
        ("B2 -", "B2", "this round is written"),
    ],
)
def test_what_cannot_be_read(first: str, then: str, says: str) -> None:
    session = tuesday(9)
    if first:
        session = enter(session, first)
    with pytest.raises(InputError, match=says):
        enter(session, then)


def test_a_bridge_that_leaves_no_room_for_the_others_of_its_card_is_refused_at_once() -> None:
    session = next_card(enter(new_session(deal_of_seed("tuesday", BOARD, "free")), "3@B2"))
    session = next_card(enter(session, "- -"))  # the card 6/3: only B2 has a number
    session = enter(session, "-")
    session = enter(session, "B2=B4")
    with pytest.raises(IllegalError, match="at B2, but its number is 3"):
        enter(session, "B2-F2 B2-F2")
    session = undo(session)
    assert set(legal_lines(session)) == set(BOARD.lines_at[BOARD.index_of["B2"]])


def test_undo_takes_back_what_one_line_said_and_stops_at_the_card() -> None:
    session = tuesday(3)
    assert undo(enter(session, "5@D4 B4-D4")) == session
    number = enter(session, "d4")
    assert undo(enter(number, "B4-D4")) == number
    assert undo(number) == session
    with pytest.raises(InputError, match="a card that was turned stays turned"):
        undo(session)
    start = new_session(deal_of_seed("tuesday", BOARD, "free"))
    assert undo(enter(start, "4@G1")) == start


def test_open_games_undo_and_redo_across_rounds() -> None:
    played = [tuesday(rounds, hidden=False) for rounds in range(18)]
    session = played[-1]
    for earlier in reversed(played[:-1]):
        session = undo(session)
        assert session == earlier
        assert session.position == earlier.position
    session = undo(session)
    assert (session.phase, session.position) == ("start", new_session(played[0].deal).position)
    with pytest.raises(InputError, match="nothing is written yet"):
        undo(session)
    for later in played:
        session = redo(session)
        assert session == later
    with pytest.raises(InputError, match="nothing to redo"):
        redo(session)
    with pytest.raises(InputError, match="nothing to redo"):
        redo(enter(undo(undo(tuesday(9, hidden=False))), "- -"))
    half = enter(tuesday(3), "d4")
    assert redo(undo(half)) == half  # within a round hidden cards are no reason


def test_open_games_go_back_to_any_round_and_hidden_ones_to_none() -> None:
    for number in range(1, 18):
        assert at_round(tuesday(17, hidden=False), number) == tuesday(number - 1, hidden=False)
    assert at_round(tuesday(17, hidden=False), 0).phase == "start"
    for number in (18, 99):
        with pytest.raises(InputError, match="has reached round 17"):
            at_round(tuesday(17, hidden=False), number)
    with pytest.raises(InputError, match="has reached round 4"):
        at_round(tuesday(3, hidden=False), 5)
    with pytest.raises(InputError, match="cannot be played again"):
        at_round(tuesday(17), 3)


@pytest.mark.parametrize("typed", ["d1-e1", "7@Z9", "what", "6@C1 D4-F4 D4-F4", "18. -"])
@pytest.mark.parametrize(("hidden", "waits"), [(False, True), (False, False), (True, True), (True, False)])
def test_a_refused_line_changes_nothing(typed: str, hidden: bool, waits: bool) -> None:
    """Except that a hidden card stays turned once a line was judged by it."""
    session = enter(tuesday(4, hidden=hidden), TUESDAY[5])
    made = attempt(session, lambda now: enter(now, typed), waits=waits)
    assert made.refused is not None
    if hidden and not waits and isinstance(made.refused, IllegalError):
        assert made.session == made.turned == next_card(session)
    else:
        assert (made.session, made.turned) == (session, None)


def test_a_line_after_a_written_round_turns_the_card_where_it_may() -> None:
    for hidden, waits in ((False, True), (False, False), (True, False)):
        session = enter(tuesday(4, hidden=hidden), TUESDAY[5])
        made = attempt(session, lambda now: enter(now, TUESDAY[6]), waits=waits)
        assert (made.turned, made.refused) == (next_card(session), None)
        assert next_card(made.session) == tuesday(6, hidden=hidden)
    last = enter(tuesday(16), TUESDAY[17])
    made = attempt(last, lambda now: enter(now, "- -"), waits=False)
    assert (made.session, str(made.refused)[:25]) == (last, "the last round is written")


def test_a_card_is_turned_only_after_the_round_is_written() -> None:
    with pytest.raises(InputError, match="not written yet"):
        next_card(enter(tuesday(3), "d4"))


def test_what_is_seen_of_the_cards() -> None:
    hidden, shown = tuesday(3), tuesday(3, hidden=False)
    assert "1  3/2 6/3 3/3 5/1 ░░░ ░░░ ░░░" in text(table.pile_rows(game_view(hidden)))
    assert "1  3/2 6/3 3/3 5/1 6/1 4/1 6/2" in text(table.pile_rows(game_view(shown)))
    assert len(hidden.unseen) == 14
    coming = {str(card) for card in hidden.deal.deck.cards[4:]} | {str(hidden.deal.deck.away)}
    assert {word for word in text(table.left_rows(game_view(hidden))).split() if "/" in word} == coming
    order = " ".join(str(card) for card in hidden.deal.deck.cards[4:7])
    for rows in (
        table.screen(game_view(hidden), "x", 120, 40),
        table.screen(game_view(hidden), "x", 40, 60),
        table.sheet_rows(game_view(hidden)),
    ):
        assert order not in text(rows)


def test_deadlines_come_near() -> None:
    assert "blue  ○○○    7 by round 7" in text(table.goal_rows(game_view(tuesday(3))))
    assert "blue  ○○○    7 within 3 rounds" in text(table.goal_rows(game_view(tuesday(4))))
    assert "blue  ○○○    7 this round or next" in text(table.goal_rows(game_view(tuesday(5))))
    assert "blue  ○○○    7 only this round!" in text(table.goal_rows(game_view(tuesday(6))))
    assert "blue  ○○○    3, late" in text(table.goal_rows(game_view(tuesday(7))))
    assert text(table.pressing_rows(game_view(tuesday(6)))) == "blue  ○○○    7 only this round!"
    assert table.pressing_rows(game_view(tuesday(7))) == []
    done = text(table.goal_rows(game_view(tuesday(17))))
    assert "red   ●●●●   9 early, round 12" in done
    assert "blue  ●●●    3 late, round 17" in done
    assert "six   ●●●●●● 8 early, round 11" in done


def test_news() -> None:
    session = tuesday(10)
    assert list(table.news_lines(news(session, enter(session, TUESDAY[11])))) == [
        "E1, G1 and A5 are finished: 6 points",
        "six islands are joined: 8 points",
    ]


def test_the_next_title() -> None:
    assert text(table.points_rows(game_view(tuesday(8)))) == "2 points, 1 island finished\nnext  Dogsbody at 41"
    assert (
        text(table.points_rows(game_view(tuesday(17)))) == "56 points, Ace architect\nnext  Construction genius at 58"
    )


@pytest.mark.parametrize("hidden", [True, False])
@pytest.mark.parametrize(("columns", "lines"), [(40, 24), (40, 60), (80, 24), (100, 30), (120, 24), (200, 70)])
def test_the_screen_fits_every_terminal(columns: int, lines: int, hidden: bool) -> None:
    for rounds in range(18):
        session = tuesday(rounds, hidden=hidden)
        rows = table.screen(game_view(session), "Seed tuesday, Old Pond, cards hidden", columns, lines - 3)
        assert len(rows) <= lines - 3
        assert max(sum(len(part) for part, _ in row) for row in rows) <= columns
        assert f"round {session.round} of 17" in text(rows) or session.phase == "over"


def test_what_the_screen_shows() -> None:
    shown = text(table.screen(game_view(enter(tuesday(9), "b2")), "Seed tuesday, Old Pond, cards hidden", 80, 22))
    assert f"{shown}\n" == SCREEN.read_text()


@pytest.mark.parametrize(("columns", "lines"), [(40, 20), (40, 24), (60, 24)])
def test_bonuses_and_deadlines_stay_in_sight_on_small_terminals(columns: int, lines: int) -> None:
    for rounds, words in ((3, ("12", "7")), (7, ("12", " -")), (13, ("+9",))):
        for hidden in (True, False):
            session = tuesday(rounds, hidden=hidden)
            rows = table.screen(game_view(session), "Seed tuesday, Old Pond", columns, lines - 3)
            assert len(rows) <= lines - 3
            (goals,) = [text([row]) for row in rows if "red " in text([row]) and "six " in text([row])] or [text(rows)]
            assert all(name in goals for name in ("red", "blue", "six", *words))


def test_par_and_medals_are_in_sight() -> None:
    aims = Targets(49, 50, 52, 54, 56, 2, 6.5)
    begun, late = game_view(tuesday(3), None, aims), game_view(tuesday(16), None, replace(aims, bronze=20, silver=99))
    assert "par 49, medals at 50, 52, 54, 56" in text(table.screen(begun, "x", 80, 24))
    assert "bronze, " in text(table.screen(late, "x", 80, 24))
    score = text(table.score_rows(begun))
    assert "par    49\nmedals bronze 50, silver 52, gold 54, perfect 56" in score
    assert "blue  ○○○    7 by round 7" in score


def test_without_unicode_everything_is_ascii() -> None:
    rows = table.screen(game_view(tuesday(9)), "x" * 200, 80, 24, table.PLAIN)
    assert text(rows).isascii()


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("undo", Command("undo")),
        ("U", Command("undo")),
        ("?", Command("help")),
        ("? r5c", Command("rule", "r5c")),
        ("?R5c", Command("rule", "r5c")),
        ("hint 2", Command("hint", "2")),
        ("save my game.txt", Command("save", "my game.txt")),
        ("q", Command("quit")),
        ("ca", Command("cards")),
        ("", None),
        ("-", None),
        ("E1", None),
        ("5@E1 C3-E3", None),
    ],
)
def test_commands(line: str, command: Command | None) -> None:
    assert command_in(line) == command


@pytest.mark.parametrize(
    ("line", "says"),
    [("undp", "did you mean undo"), ("xyzzy", "is not a command"), ("r", "did you mean redo or rounds or rule")],
)
def test_unknown_commands(line: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        command_in(line)


def test_completion() -> None:
    session = tuesday(9)
    assert completions(session, "", "b") == ["B2", "board"]
    assert completions(session, "", "2@c") == ["2@C3"]
    assert completions(session, "2@b2 ", "c3") == ["C3-E3"]
    assert completions(session, "2@b2 ", "e3=") == ["E3=C3"]
    assert completions(session, "2@b2 a1-a5 ", "a1") == []  # A1 is full then
    assert completions(session, "2@b2 c3=e3 ", "e1=") == []  # only one bridge is left
    assert completions(session, "", "und") == ["undo"]
    assert completions(session, "nonsense ", "a") == []
    assert "3@G1" in completions(new_session(deal_of_seed("1", BOARD, "free")), "", "3")


def test_every_rule_that_the_game_explains_is_in_the_rules() -> None:
    page = (ROOT / "docs" / "rules.md").read_text()
    assert all(f"**{rule}**" in page or f"**{rule}a**" in page for rule in RULES)
    assert rule_words("r5C") == RULES["R5c"]
    assert rule_words("R77") is None


def test_help_has_a_line_for_every_command() -> None:
    assert all(COMMANDS.values())


@pytest.mark.parametrize("rounds", [0, 1, 9, 16, 17])
def test_a_game_that_are_kept_goes_on_where_it_was(rounds: int, tmp_path: Path) -> None:
    session = tuesday(rounds)
    game = kept(session, tmp_path / "deep" / "game.txt", hints=rounds)
    keep(game)
    assert read_kept(game.path) == game


def test_a_written_round_counts_and_a_half_one_does_not(tmp_path: Path) -> None:
    game = keep(kept(enter(tuesday(5), "4@E3 C1-E1"), tmp_path / "game.txt"))
    assert read_kept(game.path).session == tuesday(6)
    keep(replace(game, session=enter(tuesday(5), "4@E3")))
    assert read_kept(game.path).session == tuesday(5)


def test_two_terminals_do_not_write_over_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    keep(kept(tuesday(3), path))
    one, other = read_kept(path), read_kept(path)
    one = keep(replace(one, session=tuesday(4)))
    assert one.path == path
    assert keep(other).path == path  # has nothing to say
    assert read_kept(path).session == tuesday(4)
    moved = keep(replace(other, session=tuesday(5)))
    assert moved.path == tmp_path / "game-2.txt"
    assert keep(replace(moved, session=tuesday(6))).path == moved.path
    assert keep(replace(one, session=tuesday(7))).path == path
    assert (read_kept(path).session, read_kept(moved.path).session) == (tuesday(7), tuesday(6))
    path.unlink()
    assert keep(one).path == path


def test_a_kept_game_is_a_record_and_does_not_show_the_cards(tmp_path: Path) -> None:
    game = kept(tuesday(5), tmp_path / "game.txt")
    keep(game)
    record = read_record(game.path)
    assert record.challenge is not None
    assert record.deck is None
    assert len(record.plays) == 5
    assert not any(str(card) in format_kept(game).partition("Start")[0] for card in game.session.deal.deck.cards)


def test_a_record_that_was_typed_goes_on_as_it_was_played(tmp_path: Path) -> None:
    deck = " ".join(map(str, tuesday().deal.deck.cards))
    path = tmp_path / "a;b.txt"
    for played, hidden in (("", False), ("Played: hidden\n", True), ("Played: open\n", False)):
        path.write_text(f"Player: Anna\nLayout: old-pond\nDeck: {deck}\n{played}Start: 4@G1\n1. 3@A1 -\n")
        game = read_kept(path)
        assert (game.name, game.player, game.session.hidden, game.session.round) == ("a,b", "Anna", hidden, 2)
        keep(game)
        assert read_kept(path) == game


@pytest.mark.parametrize("folder", ["boards", "No. #1", "# boards", "old – new", "two\nlines", ' "mine" '])
def test_a_board_of_ones_own_is_found_again(folder: str, tmp_path: Path) -> None:
    board = tmp_path / folder / "own.toml"
    board.parent.mkdir()
    board.write_text((LAYOUTS / "old-mill.toml").read_text())
    deal = deal_of_seed("1", load_layout(str(board)))
    game = KeptGame(tmp_path / "game.txt", "Seed 1", str(board), new_session(deal))
    keep(game)
    assert read_kept(game.path) == game


def test_what_is_that_are_kept(tmp_path: Path) -> None:
    keep(kept(tuesday(17), tmp_path / "over.txt"))
    keep(kept(tuesday(3), tmp_path / "half.txt"))
    (tmp_path / "torn.txt").write_text("Challenge: 12345")
    (tmp_path / "notes.txt").write_text("buy milk")
    found = {game.path.name: game.over for game in games(tmp_path)}
    assert found == {"over.txt": True, "half.txt": False}
    assert games(tmp_path / "nowhere") == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1. 3@A1 -", "1. 4@A1 -", "this game cannot be resumed: round 1: A1 has a 4"),
        ("Challenge: ", "Challenge: 1", "a code has 15 characters"),
        ("Challenge: ", "# ", "needs a Challenge line"),
        ("1. 3@A1 -", "18. -", "round 18 is listed"),
        ("4@G1", "4@C1", "C1 has a red flag"),
    ],
)
def test_a_game_that_cannot_go_on_says_why(old: str, new: str, says: str, tmp_path: Path) -> None:
    game = kept(tuesday(1), tmp_path / "game.txt")
    game.path.write_text(format_kept(game).replace(old, new))
    with pytest.raises(InputError, match=says) as caught:
        read_kept(game.path)
    assert caught.value.source == str(game.path)


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", ".local/share/hashi/games"),
        ("darwin", "Library/Application Support/hashi/games"),
        ("win32", "AppData/Local/hashi/games"),
    ],
)
def test_where_games_are_kept(system: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    for relative in ("", "not/absolute"):
        monkeypatch.setenv("XDG_DATA_HOME", relative)
        assert games_folder() == tmp_path / folder
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert games_folder() == tmp_path / "data" / "hashi" / "games"


def test_file_names_do_not_collide(tmp_path: Path) -> None:
    now = datetime.datetime(2026, 11, 18, 21, 5)
    first = free_path(tmp_path, now, "old-pond")
    assert first.name == "2026-11-18-2105-old-pond.txt"
    first.write_text("")
    assert free_path(tmp_path, now, "old-pond").name == "2026-11-18-2105-old-pond-2.txt"


@given(st.data())
def test_any_legal_game_can_be_written_in_one_line_or_bridge_by_bridge_and_read_again(data: st.DataObject) -> None:
    deal = deal_of_seed("any", BOARD, "free", "flip")
    start = data.draw(st.sampled_from(list(legal_starts(deal.game))))
    whole = parts = next_card(enter(new_session(deal), f"{start.number}@{BOARD.islands[start.island].name}"))
    for _ in range(data.draw(st.integers(1, 5))):
        assert whole.card is not None
        turn = data.draw(st.sampled_from(list(legal_turns(whole.before, whole.card))))
        play = play_of(BOARD, whole.card, turn)
        whole = next_card(write_play(whole, play))
        parts = enter(parts, "-" if play.island is None else play.island)
        for one, other in play.bridges:
            parts = enter(parts, f"{one}-{other}")
        if not play.bridges:
            parts = enter(parts, "-")
        parts = next_card(parts)
    assert whole == parts
    assert whole.position == whole.before
