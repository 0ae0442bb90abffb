"""`hashi play` in a real terminal, as a person uses it."""

from __future__ import annotations

import datetime
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hashi_solver.challenge import Kind, encode
from hashi_solver.challenge.seeded import daily_deal, deal_of_seed
from hashi_solver.table.kept import KeptGame, keep
from hashi_solver.table.session import new_session, next_card, pass_round
from tests.command import ROOT, has_terminals, hashi
from tests.own_boards import POND, RECORDS
from tests.test_play_session import TUESDAY

pexpect = pytest.importorskip("pexpect")

PATIENCE = 60  # seconds, for busy machines
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
CODE = encode(deal_of_seed("tuesday", POND, "free", "flip"))


def _listens_to_ctrl_c() -> None:
    """Listen to Ctrl-C even if the tests run in the background of a shell, which turns it off."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """A pseudo-terminal with `hashi play`, or another command, in it."""

    def __init__(
        self, data: Path, *arguments: str, command: str = "play", columns: int = 80, lines: int = 24, **env: str
    ) -> None:
        settings = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "XDG_DATA_HOME": str(data), "PYTHONUTF8": "1"}
        inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "tests.own_boards", command, *arguments],
            cwd=str(ROOT),
            env={**inherited, **settings, **env},
            encoding="utf-8",
            timeout=PATIENCE,
            dimensions=(lines, columns),
            echo=True,
            preexec_fn=_listens_to_ctrl_c,
        )
        self.child.delaybeforesend = None

    def until(self, text: str) -> str:
        """Return the output up to and including this text, without colours."""
        self.child.expect_exact(text)
        return self.seen

    @property
    def seen(self) -> str:
        return ESCAPES.sub("", self.child.before + (self.child.after if isinstance(self.child.after, str) else ""))

    def type(self, line: str) -> None:
        self.child.send(f"{line}\r")

    def ends(self) -> tuple[int | None, str]:
        self.child.expect(pexpect.EOF)
        rest = ESCAPES.sub("", self.child.before)
        self.child.close()
        return self.child.exitstatus, rest


pytestmark = [
    pytest.mark.skipif(not has_terminals(), reason="this machine has no pseudo-terminals"),
    pytest.mark.usefixtures("own_boards"),
]
Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    sat: list[Terminal] = []

    def at(*arguments: str, **more: Any) -> Terminal:
        sat.append(Terminal(tmp_path, *arguments, **more))
        return sat[-1]

    yield at
    for terminal in sat:
        terminal.child.close(force=True)


def kept(tmp_path: Path) -> str:
    (path,) = (tmp_path / "hashi" / "games").glob("*.txt")
    return path.read_text()


def test_a_whole_game_with_mistakes_undo_kill_and_resume(sit: Sit, tmp_path: Path) -> None:
    at = sit("--seed", "tuesday")
    at.until("start ›")
    at.type("4@c1")
    assert "C1 has a red flag" in at.until("start ›")
    at.type(TUESDAY[0])
    at.until("first card ›")
    at.type("")
    for number, line in enumerate(TUESDAY[1:7], start=1):
        at.until(f"{number}. ›")
        if number == 4:  # everything that can go wrong in a round
            at.type("b6")
            assert "but no bridge from an earlier round (R4a)" in at.until("4. ›")
            at.type("g7 d4-f4")
            assert "Neither D4 nor F4 has a number yet (R5b)" in at.until("4. ›")
            at.type("d4")
            at.until("4. 5@D4 ›")
            at.type("undo")
            at.until("4. ›")
        at.type(line)
        at.until("next card ›")
        if number == 5:
            at.type("5@E1")
            assert "Enter turns the next card" in at.until("next card ›")
        at.type("")
    at.until("7. ›")
    at.type("e1")  # half a round, which a killed terminal may lose
    at.until("7. 6@E1 ›")
    at.child.kill(signal.SIGKILL)
    at.child.wait()
    assert kept(tmp_path).endswith("6. 4@E3 C1-E1\n")

    at = sit()
    assert "resume: Seed tuesday, Old Pond" in at.until("which? [1] ›")
    at.type("")
    assert "round 7 of 17" in at.until("7. ›")
    for number, line in enumerate(TUESDAY[7:], start=7):
        at.type(line)
        at.until("finish ›" if number == 17 else "next card ›")
        at.type("")
        if number < 17:
            at.until(f"{number + 1}. ›")
    said = at.until("Enter, or r for the review ›")
    at.type("")
    assert at.ends()[0] == 0
    assert "56  Ace architect" in said
    assert "proven  more than 56 was not possible: the best there was!" in said
    checked = hashi("check", next((tmp_path / "hashi" / "games").glob("*.txt")))
    assert (checked.code, "total                 56" in checked.out) == (0, True)


def test_ctrl_c_keeps_the_game_and_says_how_to_go_on(sit: Sit, tmp_path: Path) -> None:
    at = sit(CODE)
    at.until("start ›")
    at.type(TUESDAY[0])
    at.until("first card ›")
    time.sleep(0.3)  # as slow as a person: readline misses what comes between its prompt and its wait
    at.child.sendintr()
    code, said = at.ends()
    assert code == 130
    assert "Saved after round 0. To resume: hashi play --resume" in said
    assert "Traceback" not in said
    assert kept(tmp_path).endswith("Start: 4@G1\n")


def test_ctrl_d_and_quit_keep_the_game(sit: Sit, tmp_path: Path) -> None:
    at = sit(CODE)
    at.until("start ›")
    at.type(TUESDAY[0])
    at.until("first card ›")
    at.child.sendeof()
    code, said = at.ends()
    assert (code, "To resume: hashi play --resume" in said) == (0, True)
    at = sit("--resume")
    at.until("1. ›")
    at.type("quit")
    assert at.ends()[0] == 0
    assert kept(tmp_path).endswith("Start: 4@G1\n")


def test_tab_completes_islands_and_lines(sit: Sit) -> None:
    pytest.importorskip("readline")
    at = sit("--seed", "tuesday", "--start", "fixed", "--open")
    at.until("1. ›")
    at.child.send("3@b2\tb2-b\tb2-b\t\r")
    assert "3 on B2" in at.until("next card ›")
    at.type("undo")
    at.until("1. ›")
    at.child.send("b2\tb2=b\t\r")
    assert "2 bridges drawn" in at.until("next card ›")


def test_pages_are_left_by_enter_without_turning_a_card(sit: Sit) -> None:
    at = sit(CODE)
    at.until("start ›")
    at.type(TUESDAY[0])
    at.until("first card ›")
    for page, said in (("?", "take back the last step"), ("cards", "still face down"), ("rule r5c", "do not cross")):
        at.type(page)
        assert said in at.until("Enter goes back to the board")
        at.until("first card ›")
        at.type("")
        assert "start" in at.until("first card ›")


@pytest.mark.parametrize(("columns", "lines"), [(40, 24), (80, 24), (120, 40)])
def test_a_resized_terminal_is_drawn_anew_with_what_is_typed(sit: Sit, columns: int, lines: int) -> None:
    at = sit(CODE, columns=100, lines=30)
    at.until("start ›")
    at.child.send("4@g")
    at.until("4@g")
    at.child.setwinsize(lines, columns)
    shown = at.until("start › 4@g")
    assert max(map(len, shown.split("\x1b")[-1].splitlines())) <= columns
    at.child.send("1\r")
    at.until("first card ›")


def test_colours_are_left_out_on_request(sit: Sit) -> None:
    for wanted, env in ((True, {}), (False, {"NO_COLOR": "1"})):
        at = sit(CODE, **env)
        at.child.expect_exact("start ›")
        assert bool(re.search(r"\x1b\[[0-9;]*3[1-7]m", at.child.before)) is wanted


def test_a_dumb_terminal_is_never_cleared(sit: Sit) -> None:
    at = sit(CODE, TERM="dumb")
    at.child.expect_exact("start ›")
    assert "\x1b" not in at.child.before


def test_a_terminal_that_is_far_too_small_is_survived(sit: Sit) -> None:
    at = sit(CODE, columns=10, lines=4)
    at.until("start ›")
    at.type("4@g1")
    at.until("first card ›")


def test_plain_lines_at_a_terminal(sit: Sit) -> None:
    at = sit(CODE, "--plain")
    at.child.expect_exact("start with a 3 or a 4")
    at.type("4@g1")
    at.type("")
    at.child.expect_exact("round 1 of 17: card 3/2")
    assert "\x1b" not in at.child.before


def test_who_played_todays_challenge_is_offered_another_game(sit: Sit, tmp_path: Path) -> None:
    session = new_session(daily_deal(datetime.date.today(), POND))
    while session.phase != "over":
        session = next_card(pass_round(session))
    keep(KeptGame(tmp_path / "hashi" / "games" / "today.txt", "Daily", "old-pond", session))
    at = sit()
    assert "today's challenge, which you played: 0 points" in at.until("which? [r] ›")
    at.type("y")
    assert "type a number from 1 to 1, d, r or q" in at.until("which? [r] ›")
    at.type("")
    assert re.search("Seed [a-z0-9]{6}, Old Pond, cards hidden", at.until("start ›"))


def test_the_menu_shows_all_games_and_deletes(sit: Sit, tmp_path: Path) -> None:
    folder = tmp_path / "hashi" / "games"
    kinds: tuple[Kind, ...] = ("open", "flip") * 7
    for number, kind in enumerate(kinds):
        session = next_card(pass_round(new_session(deal_of_seed("tuesday", POND, "fixed", kind))))
        for _ in range(16 if number == 6 else number):
            session = next_card(pass_round(session))
        keep(KeptGame(folder / f"{number}.txt", f"Game {number}", "old-pond", session))
        os.utime(folder / f"{number}.txt", (1e9 + number, 1e9 + number))
    at = sit(lines=20)
    page = at.until("which? [1] ›")
    assert "1  resume: Game 13, Old Pond" in page
    assert "round 15 of 17, 0 points, cards hidden, left on 2001-09-09" in page
    seen = page
    while "the first games again" not in page:
        at.type("m")
        page = at.until("which? [1] ›")
        seen += page
    assert all(f"Game {number}, Old Pond" in seen for number in range(14))
    assert "14 play again: Game 6, Old Pond" in seen
    at.type("x 99")
    assert "to delete a game, type x and its number" in at.until("which? [1] ›")
    for answer, left in (("n", 14), ("y", 13)):
        at.type("x 2")
        assert "delete Game 12, round 14 of 17, 0 points, cards open" in at.until("y or n ›")
        at.type(answer)
        at.until("which? [1] ›")
        assert len(list(folder.iterdir())) == left
    at.type("13")
    assert "Game 6: from which round, 1 to 17?" in at.until("17? ›")
    at.type("16")
    assert "Game 6, again from round 16" in at.until("16. ›")
    at.type("quit")
    at.ends()
    at = sit()
    at.until("which? [1] ›")
    at.child.sendeof()
    assert at.ends() == (0, " \r\n") or at.ends()[1].endswith("\r\n")


def test_pages_fit_the_terminal_and_bonuses_stay_in_sight(sit: Sit) -> None:
    at = sit("--seed", "tuesday", "--start", "fixed")
    at.until("1. ›")
    at.type("rule")
    page = at.until("more ›")
    assert page.count("\n") < 24
    assert "R2a " in page
    at.type("")
    assert "R10 " in at.until("Enter goes back to the board")
    at.until("1. ›")
    at.type("rule")
    at.until("more ›")
    at.type("q")
    assert "round 1 of 17" in at.until("1. ›")


def test_with_nothing_left_over_it_begins_todays_challenge(sit: Sit) -> None:
    at = sit()
    assert "Daily No. " in at.until("1. ›")


def test_sentences_break_between_words_on_a_narrow_terminal_and_nowhere_in_a_pipe(sit: Sit) -> None:
    half = str(RECORDS / "anna-round-5.txt")
    for command in ("review", "hint"):
        wide = hashi(command, half).out
        code, narrow = sit(half, command=command, columns=40).ends()
        assert code == 0
        assert " ".join(narrow.split()).endswith(" ".join(wide.split())[-100:])
        assert max(map(len, narrow.splitlines()[-4:])) <= 40
        assert max(map(len, wide.splitlines())) > 40
