"""Write the atlas of the boards that ship, layouts/README.md with a picture of each: `make atlas`.

Every board gets the same decks, each with a start drawn at random. Answers are kept in the lab's store: run it again to
resume, and after a change of one board only that one is measured.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hashi_solver.bonuses import BONUSES
from hashi_solver.difficulty import JUDGE
from hashi_solver.drawing.svg import board_svg
from hashi_solver.lab.analysis import Analysis, AnalysisProgress, analyse_all
from hashi_solver.lab.measures import Estimate
from hashi_solver.lab.sample import Sample
from hashi_solver.lab.store import Store, open_default
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import make_folder, write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.processes import Pool
from hashi_solver.rules import Game

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures" / "boards"
PAGE = ROOT / "layouts" / "README.md"
SEED = "atlas"
NEWS = 100  # decks between two lines of progress

CHARACTERS = {
    "harbour": "Mirrored, a quay above and open water below. The highest totals; 60 with about one order in four.",
    "lagoon": "Mirrored too, with red flags in all four corners. It looks calm, but blue is hard to finish in time.",
    "maelstrom": "Mirrored, with every flag behind crossing lines. Even perfect play stays far below sixty.",
    "open-sea": "Eight by eight: few lines, few crossings, a long way to every flag, and blue hardly ever in time.",
    "reef": "Dense in the middle, where everything crosses. Plan for one colour, and don't expect it early.",
    "side-a": "The first side, home of the daily challenge.",
    "side-b": "The second side, for players who know the first.",
    "windmill": "The same after half a turn: four sails around an empty hub, with flags at their tips.",
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--decks", default=1000, show_default=True, help="Decks per board.")
@click.option("--workers", type=int, help="Worker processes (default: one per core).")
@click.option("--store", type=click.Path(path_type=Path), help="File for the results (default: in your cache folder).")
def main(decks: int, workers: int | None, store: Path | None) -> None:
    games = [Game(load_layout(name)) for name in layout_ids()]
    with open_default() if store is None else Store(store) as kept:
        found = analyse_all(games, Sample(decks, SEED), (JUDGE,), kept, Pool(workers), on_progress=_tell)
    if not all(one.complete for one in found):
        sys.exit("stopped; run the same command again to resume")
    make_folder(PICTURES)
    for one in found:
        write_text(PICTURES / f"{one.game.layout.id}.svg", board_svg(one.game.layout))
    write_text(PAGE, page(found, decks))


def _tell(progress: AnalysisProgress) -> None:
    if progress.done % NEWS == 0:
        print(f"{progress.done} of {progress.of} decks", file=sys.stderr)


def page(found: Sequence[Analysis], decks: int) -> str:
    """Return the atlas as Markdown, the boards from the easiest to the hardest."""
    boards = sorted(found, key=_shortfall)
    return "\n".join([*_head(decks), *_table(boards), "", *_bonuses(boards), "", *_gallery(boards)]) + "\n"


def _head(decks: int) -> list[str]:
    return [
        "# The boards, from forgiving to cruel",
        "",
        f"Measured over {decks:,} orders of cards (seed `{SEED}`), the same for every board, each with a start",
        "drawn at random; 95 % intervals in brackets. The optimum is proven for every deal. The club player",
        "is a good human who cannot see the cards to come ([players.md](../docs/players.md)). The difficulty",
        "says how far it falls short, from 1.0 to 5.0 ([generate.md](../docs/generate.md#difficulty)).",
        "",
        "`make atlas` measures 1,000 orders and writes this page and its pictures again.",
        "",
    ]


def _table(boards: Sequence[Analysis]) -> list[str]:
    heads = ("board", "lines", "crossings", "average optimum", "average club", "reach 60", "reach 56", "difficulty")
    rows = []
    for one in boards:
        layout = one.game.layout
        rows.append(
            (
                f"[{layout.name}](#{layout.id})",
                str(len(layout.lines)),
                str(layout.crossings),
                _number(one.best.mean),
                _number(one.players[JUDGE].mean),
                _percent(one.best.at_least(60)),
                _percent(one.best.at_least(56)),
                _number(_difficulty(one)),
            )
        )
    return _markdown(heads, rows)


def _bonuses(boards: Sequence[Analysis]) -> list[str]:
    """Return how often each bonus is scored early, and late."""
    heads = ["board", *(f"{who}: {bonus.name}" for who in ("best play", JUDGE) for bonus in BONUSES)]
    rows = []
    for one in boards:
        cells = [one.game.layout.name]
        for tally in (one.best, one.players[JUDGE]):
            for bonus in BONUSES:
                when = tally.bonus(bonus)
                cells.append(f"{when.early.value:.0%} + {when.late.value:.0%}")
        rows.append(tuple(cells))
    return ["How often each bonus is scored, early + late:", "", *_markdown(heads, rows)]


def _gallery(boards: Sequence[Analysis]) -> list[str]:
    lines = []
    for one in boards:
        layout = one.game.layout
        picture = f"../{PICTURES.relative_to(ROOT).as_posix()}/{layout.id}.svg"
        lines += [f"## {layout.name}", "", f'<a id="{layout.id}"></a>', CHARACTERS.get(layout.id, ""), ""]
        lines += [f'<img src="{picture}" width="300" alt="The board {layout.name}">', ""]
    return lines[:-1]


def _markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    rules = ["---", *("---:" for _ in heads[1:])]
    return [f"| {' | '.join(row)} |" for row in (heads, rules, *rows)]


def _shortfall(one: Analysis) -> float:
    lost = one.shortfall(JUDGE)
    assert lost is not None
    return lost.value


def _difficulty(one: Analysis) -> Estimate:
    assert one.difficulty is not None
    return one.difficulty


def _number(figure: Estimate) -> str:
    return f"{figure.value:.1f} ({figure.low:.1f} to {figure.high:.1f})"


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


if __name__ == "__main__":
    main()
