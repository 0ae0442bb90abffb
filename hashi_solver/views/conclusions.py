"""The figures in plain sentences, as one designer would tell another."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_solver.bonuses import BONUSES
from hashi_solver.difficulty import JUDGE
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import Estimate
from hashi_solver.lab.sample import FREE, RANDOM
from hashi_solver.notation.files import shown
from hashi_solver.scoring import LADDER

ONE_OF_SEVERAL = (
    "Best play is one of several with the same total. What it does with an island or a line is what the solver found; "
    "another best play may differ."
)
_TENTHS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SELDOM = 0.5  # an island that fewer best plays finish is told
_MOST_TOLD = 3
_DIVIDED = 0.15


def how_measured(found: Analysis) -> str:
    """Over which deals: `1,000 decks of seed 1, a start drawn for each; all proven.`"""
    decks = found.best.deals
    start = found.sample.told_start(found.game)
    words = {FREE: "the start left to the player", RANDOM: "a start drawn for each"}.get(start, f"all from {start}")
    part = "" if found.sample.shard.of == 1 else f" (part {found.sample.shard})"
    open_ = found.best.unproven
    proof = "all proven" if not open_ else f"{found.best.proven:,} proven, the rest counted both ways"
    return f"{decks:,} {'deck' if decks == 1 else 'decks'} of seed {shown(found.sample.seed)}{part}, {words}; {proof}"


def sentences(found: Analysis) -> list[str]:
    """What there is to say about a board, the most important first."""
    return [*_reach(found), *_people(found), *_bonuses(found), *_islands(found), *_lines(found), *_crossings(found)]


def comparison_sentences(found: Comparison) -> list[str]:
    """Each board but the first in one sentence about best play and one about the club player."""
    told = []
    first = found.first.game.layout.name
    for board in found.boards[1:]:
        name, best = board.game.layout.name, found.best(board)
        if best is not None:
            told.append(f"Best play scores {_more(best)} on {name} {_than(best)} on {first}.")
        lost = found.shortfall(board, JUDGE) if JUDGE in board.players else None
        if lost is not None:
            told.append(f"There, a good club player loses {_more(lost)} to best play.")
    return told


def percent(share: float) -> str:
    """Whole percents; never 0 or 100 for what is not quite so."""
    if 0 < share < 0.005:
        return "under 1 %"
    if 0.995 <= share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def decks_of(share: float) -> str:
    """Put a share of the decks in words: `three of ten decks`, `almost every deck`."""
    tenths = round(share * 10)
    if share == 0:
        return "no deck"
    if share == 1:
        return "every deck"
    if share < 0.05:
        return "almost no deck"
    if share >= 0.95:
        return "almost every deck"
    return f"{_TENTHS[tenths]} of ten decks"


def _reach(found: Analysis) -> Iterator[str]:
    top = LADDER[-1].lowest
    share = found.best.at_least(top).value
    sentence = f"{_capital(decks_of(share))} {'allow' if 'of ten' in decks_of(share) else 'allows'} {top} points"
    safe = next((rung.lowest for rung in reversed(LADDER) if found.best.at_least(rung.lowest).value >= 0.9), 0)
    if safe and safe < top:
        sentence += f", {decks_of(found.best.at_least(safe).value)} at least {safe}"
    yield f"{sentence}. Best play averages {found.best.mean.value:.1f}."


def _people(found: Analysis) -> Iterator[str]:
    difficulty, lost = found.difficulty, found.shortfall(JUDGE) if JUDGE in found.players else None
    if difficulty is not None and lost is not None:
        club = found.players[JUDGE].mean
        yield (
            f"A good club player averages {club.value:.1f}, {lost.value:.1f} points below best play: "
            f"difficulty {difficulty.value:.1f} of 5."
        )


def _bonuses(found: Analysis) -> Iterator[str]:
    if not found.best.proven:
        return
    early = {bonus: found.best.bonus(bonus).early.value for bonus in BONUSES}
    hardest = min(BONUSES, key=lambda bonus: early[bonus])
    missed = found.best.bonus(hardest).missed.value
    if early[hardest] > 0.95:
        yield "Best play scores all three bonuses early on almost every deck."
        return
    tail = f" and misses it in {percent(missed)}" if missed else ""
    often = f"in {percent(early[hardest])} of decks{tail}"
    yield f"The hardest bonus is the {hardest.words}: best play scores it early {often}."


def _islands(found: Analysis) -> Iterator[str]:
    best, islands = found.best, found.game.layout.islands
    shares = sorted((best.finished(one.index).value, one.index) for one in islands)
    dead = set(found.dead_islands)
    for share, index in shares[:_MOST_TOLD]:
        if index in dead:
            yield f"{islands[index].name} is dead: {percent(share)} of best plays finish it."
        elif share < _SELDOM:
            yield f"{islands[index].name} is finished in only {percent(share)} of best plays."


def _lines(found: Analysis) -> Iterator[str]:
    names = [found.game.layout.lines[line].name for line in found.dead_lines]
    if len(names) == 1:
        yield f"The line {names[0]} is dead: almost no best play has a bridge there."
    elif names:
        yield f"The lines {', '.join(names[:-1])} and {names[-1]} are dead: almost no best play has a bridge there."


def _crossings(found: Analysis) -> Iterator[str]:
    for crossing in found.crossings()[:1]:
        if crossing.contested >= _DIVIDED:
            one, other = (found.game.layout.lines[line].name for line in crossing.lines)
            first, second = (percent(share.value) for share in crossing.shares)
            yield (
                f"The most contested crossing is {one} with {other}: {first} of best plays use the first line, "
                f"{second} the second."
            )


def _more(difference: Estimate) -> str:
    if round(difference.value, 1) == 0:
        return "as many points"
    points = f"{abs(difference.value):.1f} points {'more' if difference.value > 0 else 'less'}"
    if difference.low <= 0 <= difference.high:
        return f"{points} (which may be chance)"
    return points


def _than(difference: Estimate) -> str:
    return "as" if round(difference.value, 1) == 0 else "than"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
