"""The ranking of an evening, and its result sheet."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pypdfium2
import pytest

from hashi_solver.board import Layout
from hashi_solver.errors import InputError
from hashi_solver.scoring import Breakdown
from hashi_solver.sheet import PAPERS, Options, pdf
from hashi_solver.sheet.options import Paper
from hashi_solver.sheet.results import results_of
from hashi_solver.views.ranking import PlayedAlone, Ranking, ranking_view
from tests.boards import STANDARD
from tests.command import ROOT, hashi
from tests.own_boards import POND
from tests.sheets import ON_PAPER, deaf_to_nothing, overflows

EXAMPLES = ROOT / "docs" / "examples"


def game(player: str, total: int, challenge: str = "ONE", *, counts: bool = True, layout: Layout = POND) -> PlayedAlone:
    return PlayedAlone(player, challenge, layout, Breakdown(total, 0, 0, 0), counts, "gold" if total > 45 else None)


def told(ranking: Ranking) -> list[tuple[int | None, str, int]]:
    return [(each.place, each.player, each.total) for each in ranking.standings]


def test_equal_totals_share_a_place_and_what_does_not_count_has_none() -> None:
    games = [game("Anna", 40), game("Ben", 50), game("Carla", 40), game("Dora", 60, counts=False), game("Eva", 38)]
    assert told(ranking_view(games)) == [
        (1, "Ben", 50),
        (2, "Anna", 40),
        (2, "Carla", 40),
        (4, "Eva", 38),
        (None, "Dora", 0),
    ]


def test_an_evening_of_several_challenges_is_summed_by_player() -> None:
    evening = [
        game("Anna", 40),
        game("Ben", 50),
        game("Ben", 30, "TWO"),
        game("Anna", 44, "TWO"),
        game("Eva", 48, "TWO"),
    ]
    ranking = ranking_view(evening)
    assert [code for code, _ in ranking.challenges] == ["ONE", "TWO"]
    assert told(ranking) == [(1, "Anna", 84), (2, "Ben", 80), (3, "Eva", 48)]
    assert ranking.standings[2].games[0] is None
    for order in itertools.permutations(evening):
        assert told(ranking_view(order)) == told(ranking)


def test_two_players_of_one_name_have_a_row_each() -> None:
    ranking = ranking_view([game("Anna", 40), game("Anna", 44)])
    assert told(ranking) == [(1, "Anna", 44), (2, "Anna", 40)]


@pytest.mark.parametrize("players", [3, 25, 60])
def test_the_result_sheet_has_every_player_in_order(players: int) -> None:
    ranking = ranking_view([game(f"Player {number}", 30 + number % 20) for number in range(players)])
    document = pypdfium2.PdfDocument(results_of(ranking).pdf())
    assert len(document) == -(-players // 25)
    words = " ".join(page.get_textpage().get_text_range() for page in document)
    assert re.findall(r"Player \d+", words) == [each.player for each in ranking.standings]


@pytest.mark.parametrize(("code", "paper"), ON_PAPER)
def test_nothing_leaves_its_box_on_a_result_sheet(code: str, paper: Paper) -> None:
    names = ["W" * 60, *(f"Player {number}" for number in range(29))]
    for most in (1, 7):
        games = [
            game(name, 40 + number % 8, f"7K3QX-9M2TB-4HV{column}N", counts=column != 2, layout=STANDARD)
            for column in range(most)
            for number, name in enumerate(names)
        ]
        printed = results_of(ranking_view(games), Options(code, paper))
        with deaf_to_nothing():
            assert not list(overflows(pdf.render(printed.draw("print"), "normal"), may_cut=True))


def test_more_challenges_than_columns_are_refused() -> None:
    with pytest.raises(InputError, match="room for 7 challenges; these records are of 8"):
        results_of(ranking_view([game("Anna", 40, str(number)) for number in range(8)]))


@pytest.mark.parametrize("paper", PAPERS)
def test_names_from_files_are_text(paper: Paper) -> None:
    assert "<script" not in results_of(ranking_view([game("<script>x</script>", 40)]), Options(paper=paper)).html()


def test_any_number_of_records_played_alone_is_a_ranking(tmp_path: Path) -> None:
    files = []
    for number in range(5):
        files.append(tmp_path / f"{number}.txt")
        files[-1].write_text((EXAMPLES / "anna.txt").read_text())
    report = tmp_path / "evening.html"
    assert "--solo ranks them as games played alone" in hashi("check", *files).err
    ran = hashi("check", *files, "--solo", "--report", report)
    assert ran.code == 0
    assert " by " not in ran.out
    assert ran.out.splitlines()[-1].startswith("1.")  # all are equal
    assert report.read_text().count('class="place">1.<') == 5
    assert " by " in hashi("check", *files[:4]).out
    refused = hashi("check", *files[:4], "--report", tmp_path / "table.html")
    assert refused.code == 2
    assert "add --solo" in refused.err
    assert not (tmp_path / "table.html").exists()
