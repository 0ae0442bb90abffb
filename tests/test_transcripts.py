"""Outputs in the pages are updated, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from hashi_solver.challenge import encode
from hashi_solver.challenge.seeded import daily_deal
from hashi_solver.notation.layouts import load_layout
from tests.command import Ran
from tools import transcripts
from tools.examples import DAY
from tools.transcripts import Block, StaleError, excerpt, lines_of_record, made_again

OLD = "5DAAF-G0NBM-49NJX"
STALE = f"""# A page

Prose that names {OLD} and 17 islands.

```console
$ hashi daily --date {DAY} --no-sheet
daily       long ago
challenge   {OLD}, open
```

```sh
hashi play {OLD}
```

```output
$ hashi layout list
...
side-a     Side B
...
```

```python
print(1 + 1)  # 3
```
"""


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    page = tmp_path / "page.md"
    monkeypatch.setattr(transcripts, "ROOT", tmp_path)
    monkeypatch.setattr(transcripts, "PAGES", [page])
    monkeypatch.setattr(transcripts, "HELP", [])
    page.write_text(STALE)
    return page


def test_a_page_is_brought_up_to_date_and_then_left_alone(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert transcripts.main() == 0
    assert capsys.readouterr().out == "changed: page.md\n"
    text = page.read_text()
    code = encode(daily_deal(DAY, load_layout("side-a")))
    assert text.count(code) == 3
    assert OLD not in text
    assert f"Prose that names {code} and 17 islands." in text
    assert f"hashi play {code}" in text
    assert "daily       No. 322, 2026-11-18\nboard       Side A\n" in text
    assert "\n...\nside-a     Side A          18 " in text
    assert "Harbour" not in text
    assert "print(1 + 1)  # 2\n" in text
    assert transcripts.main() == 0
    assert (capsys.readouterr().out, page.read_text()) == ("", text)


@pytest.mark.parametrize(
    ("stale", "says"),
    [
        ("```console\n$ hashi layout show nowhere\nold\n```\n", "no board is called nowhere"),
        ("```console\n$ rm -rf x\n```\n", "only hashi is run"),
        ("```output\n$ hashi layout list\n...\nmedal  gold\n```\n", "no line begins like 'medal  gold'"),
        ("```python\nprint(undefined)  # 1\n```\n", "undefined"),
        ("```python\nprint('a\\nb')  # 1\n```\n", "2 lines are printed by 1"),
        ("```text nowhere.txt\n1. -\n```\n", "nowhere.txt"),
        (f"`hashi play {OLD}`\n", f"no command of a page prints the code {OLD}"),
    ],
)
def test_what_cannot_be_made_is_left_and_told(
    page: Path, capsys: pytest.CaptureFixture[str], stale: str, says: str
) -> None:
    page.write_text(stale)
    assert transcripts.main() == 1
    told = capsys.readouterr().out
    assert told.startswith("look at it yourself: ")
    assert says in told
    assert page.read_text() == stale


def test_of_another_output_the_same_pieces_are_shown() -> None:
    told = ["board  1", "round  card", "    1  2/3", "   10  1/3", "   11  4/1", "total 43", "proven (0.3 s)"]
    assert excerpt(["...", "   10  6/6", "...", "total 9", "more"], told) == ["...", told[3], "...", *told[5:]]
    assert excerpt(["board  7", "round  card", "..."], told) == [*told[:2], "..."]
    with pytest.raises(StaleError, match="no line begins like 'medal"):
        excerpt(["...", "medal  gold"], told)


def test_seconds_alone_do_not_change_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    block = Block("x.md", "output", "", "$ hashi x\n...\nproven: 5 (0.10 s)\n")
    for told, made in (("a\nproven: 5 (0.70 s)\n", block.text), ("a\nproven: 6 (0.70 s)\n", None)):
        monkeypatch.setattr(transcripts, "ran", lambda line, told=told: Ran(0, told, ""))
        assert made_again(block) == (made or "$ hashi x\n...\nproven: 6 (0.70 s)\n")


def test_the_lines_of_a_record_are_those_that_begin_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "ROOT", tmp_path)
    (tmp_path / "a.txt").write_text("Player: A\nStart: 4@B1\n1. 5@A1 -\n2. -\n")
    assert lines_of_record(Block("x", "text", "a.txt", "Start: 3@A1\n2. 4@B7\n...\n")) == "Start: 4@B1\n2. -\n...\n"
    with pytest.raises(StaleError, match=r"a\.txt has no line 3\."):
        lines_of_record(Block("x", "text", "a.txt", "3. -\n"))
