"""Update the outputs shown in the README and docs/*.md: `make transcripts`.

The first line of a block says what it shows:

    ```console               commands and all that they print
    ```output                a command of whose output lines are left out, each gap written as a line `...`
    ```text docs/...txt      lines of a record
    ```screen tuesday        the terminal in the middle of a game of that seed
    ```python                lines that print, with what they print as comments

tests/test_docs.py holds the pages against the same code. A code that a command prints is carried over to wherever it
stands in the pages and in the help of the commands. Run again, it changes nothing.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from hashi_solver.challenge.seeded import deal_of_seed
from hashi_solver.drawing import table
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.players import play, player_named
from hashi_solver.rules import play_of
from hashi_solver.table.entry import enter
from hashi_solver.table.session import new_session, next_card, write_play
from hashi_solver.views.game import game_view
from tests.command import ROOT, Ran, hashi, inside

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HELP = sorted((ROOT / "hashi_solver" / "cli").glob("*.py"))
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<source>\S+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"\b(?:[0-9A-HJKMNP-TV-Z]{5}-){2}[0-9A-HJKMNP-TV-Z]{5}\b")
GAP = "..."
SECONDS = re.compile(r"\(\d+\.\d+ s\)")


class Block(NamedTuple):
    page: str
    kind: str
    source: str
    text: str


class StaleError(Exception):
    """A block shows something that no longer exists: a person has to look at it."""


def block_of(page: Path, match: re.Match[str]) -> Block:
    return Block(page.name, match["kind"], match["source"] or "", match["text"])


def blocks_in(page: Path, text: str) -> list[Block]:
    return [block_of(page, match) for match in BLOCK.finditer(text)]


def blocks(kind: str) -> list[Block]:
    return [block for page in PAGES for block in blocks_in(page, page.read_text()) if block.kind == kind]


@cache
def ran(line: str) -> Ran:
    """Run a command of a page at the top of the project, with empty caches."""
    words, _, source = line.removeprefix("$ ").partition(" < ")
    called, *arguments = shlex.split(words)
    if called != "hashi":
        raise StaleError(f"{line}: only hashi is run")
    with tempfile.TemporaryDirectory() as folder, inside(ROOT):
        apart = dict.fromkeys(("XDG_DATA_HOME", "XDG_CACHE_HOME"), folder)
        with mock.patch.dict("os.environ", apart):
            return hashi(*arguments, stdin=Path(source).read_bytes() if source else b"")


def transcripts(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each command line of a block, and the output that the block shows for it."""
    for transcript in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE)[1:]:
        line, _, output = transcript.partition("\n")
        yield line, output


# What a block should hold.


def console(block: Block) -> str:
    for line, _ in transcripts(block):
        if ran(line).err:
            raise StaleError(ran(line).err.strip())
    return "".join(f"{line}\n{ran(line).out}" for line, _ in transcripts(block))


def output(block: Block) -> str:
    """Return the same pieces of today's output; different times in seconds do not count as a change."""
    ((line, shown),) = transcripts(block)
    told = excerpt(shown.splitlines(), ran(line).out.splitlines())
    made = "".join(f"{each}\n" for each in (line, *told))
    return block.text if SECONDS.sub("", made) == SECONDS.sub("", block.text) else made


def excerpt(shown: list[str], told: list[str]) -> list[str]:
    """Return the pieces of the output that a block shows; each is found by its first line and keeps its length."""
    pieces = [list(lines) for gap, lines in itertools.groupby(shown, GAP.__eq__) if not gap]
    left, found = told, [GAP] if shown[0] == GAP else []
    for number, piece in enumerate(pieces, start=1):
        begin = next((place for place, line in enumerate(left) if _alike(line) == _alike(piece[0])), None)
        if begin is None:
            raise StaleError(f"no line begins like {piece[0]!r}")
        last = number == len(pieces) and shown[-1] != GAP
        end = len(left) if last else begin + len(piece)
        found += left[begin:end] + ([] if last else [GAP])
        left = left[end:]
    return found


def _alike(line: str) -> list[str]:
    """Return two words of a line; only a number at its beginning is kept as it is."""
    first, *others = (line.split() or [""])[:2]
    return [first if first.isdigit() else re.sub(r"\d+", "#", first), *(re.sub(r"\d+", "#", each) for each in others)]


def lines_of_record(block: Block) -> str:
    """Return the lines of the record that begin like those of the block."""
    path = ROOT / block.source
    if not path.is_file():
        raise StaleError(f"there is no {block.source}")
    record = {line.split()[0]: line for line in path.read_text().splitlines() if line}
    heads = [line.split()[0] for line in block.text.splitlines()]
    for head in heads:
        if head not in record and head != GAP:
            raise StaleError(f"{block.source} has no line {head}")
    return "".join(f"{record.get(head, head)}\n" for head in heads)


def screen(block: Block) -> str:
    """Return a terminal of 80 columns late in a game, after a number is written and before bridges are drawn."""
    board = load_layout("side-a")
    session = new_session(deal_of_seed(block.source, board, "free", "flip"))
    cards = session.deal.deck.cards
    played = play(player_named("club"), session.deal.game, cards, block.source)
    session = next_card(enter(session, f"{played.start.number}@{board.islands[played.start.island].name}"))
    for card, turn in zip(cards, played.turns, strict=True):
        if session.round >= 10 and turn.number_on is not None and len(turn.lines) > 1:
            session = enter(session, board.islands[turn.number_on].name)
            break
        session = next_card(write_play(session, play_of(board, card, turn)))
    rows = table.screen(game_view(session), f"Seed {block.source}, {board.name}, cards hidden", 80, 22)
    return "".join(f"{table.text_of(row)}\n" for row in rows)


def python(block: Block) -> str:
    """Return the lines with their output."""
    lines, told = block.text.splitlines(), printed(block)
    places = [place for place, line in enumerate(lines) if line.startswith("print(")]
    if len(places) != len(told):
        raise StaleError(f"{len(told)} lines are printed by {len(places)}")
    for place, said in zip(places, told, strict=True):
        code, mark, _ = lines[place].rpartition("# ")
        lines[place] = f"{code}{mark}{said}"
    return "".join(f"{line}\n" for line in lines)


def printed(block: Block) -> list[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), inside(ROOT):
        exec(compile(block.text, block.page, "exec"), {})
    return out.getvalue().splitlines()


KINDS: dict[str, Callable[[Block], str]] = {
    "console": console,
    "output": output,
    "text": lines_of_record,
    "screen": screen,
    "python": python,
}
NAMED = ("text", "screen")  # those that do not say what they show are left alone


def is_made(block: Block) -> bool:
    return block.kind in KINDS and (bool(block.source) or block.kind not in NAMED)


def made_again(block: Block) -> str:
    return KINDS[block.kind](block) if is_made(block) else block.text


# The pages.


def stray_codes(texts: dict[Path, str]) -> set[str]:
    """Return codes that no block of a page prints, so that nothing checks whether they are still right."""
    made = "".join(block.text for path in PAGES for block in blocks_in(path, texts[path]) if is_made(block))
    return set(CODE.findall("".join(texts.values()))) - set(CODE.findall(made))


def rewritten(page: Path, codes: dict[str, str], stale: list[str]) -> str:
    """Return the page with new blocks; collect changed codes in `codes` and failures in `stale`."""

    def again(match: re.Match[str]) -> str:
        block = block_of(page, match)
        try:
            made = made_again(block)
        except Exception as trouble:  # whatever the Python of a page may raise
            stale.append(f"{page.name}, the {block.kind} block that begins {block.text.splitlines()[0]!r}: {trouble}")
            return match[0]
        if is_made(block):
            codes.update(zip(CODE.findall(block.text), CODE.findall(made), strict=False))
        return match[0].replace(f"\n{block.text}```", f"\n{made}```")

    return BLOCK.sub(again, page.read_text())


def main() -> int:
    codes: dict[str, str] = {}
    stale: list[str] = []
    texts = {path: rewritten(path, codes, stale) for path in PAGES} | {path: path.read_text() for path in HELP}
    for path, text in texts.items():
        texts[path] = CODE.sub(lambda match: codes.get(match[0], match[0]), text)
        if texts[path] != path.read_text():
            write_text(path, texts[path])
            print(f"changed: {path.relative_to(ROOT)}")
    stale += [f"no command of a page prints the code {code}" for code in sorted(stray_codes(texts))]
    for each in stale:
        print(f"look at it yourself: {each}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
