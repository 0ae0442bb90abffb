"""The figures in plain sentences, as one designer would say them to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hashi_solver.bonuses import BONUSES
from hashi_solver.difficulty import JUDGE
from hashi_solver.generate.glance import GAMES, Glance
from hashi_solver.lab.analysis import Analysis
from hashi_solver.lab.compare import Comparison
from hashi_solver.lab.measures import OPEN_SHARE, Estimate
from hashi_solver.lab.sample import FREE, RANDOM
from hashi_solver.notation.files import shown
from hashi_solver.scoring import TOTALS

ONE_OF_SEVERAL = (
    "Best play is one of several with the same total. What it does with an island or a line is what the solver found; "
    "another best play may differ."
)
ALMOST_NEVER = "Almost never: 95 % certain to be in fewer than one best play in ten."
PLAYERS = {
    "random": "The random player makes any legal turn.",
    "beginner": "The beginner finishes what can be finished now and plans nothing.",
    "club": "The club player is a good human: weighs every island and bonus, and looks one card ahead.",
    "expert": "The expert also plays out possible orders of the cards to come.",
}
_PARTS = {
    "spread": "how the islands are spread over the sea",
    "room": "room: some corner or patch is crowded",
    "rows": "rows and columns: they should hold two to four islands each",
    "lines": "lines: some are very long, or left out",
    "flags_apart": "how far the flags are apart",
    "flags_inside": "flags: too many or too few are on the border",
    "flags_mixed": "how red and blue flags are mixed",
}
_SELDOM = 0.5  # mention islands that fewer best plays than this finish
_MOST_TOLD = 3  # islands
_DIVIDED = 0.15  # mention a crossing that is at least this contested


def how_measured(found: Analysis) -> str:
    """Return the sample: `1,000 decks of seed 1, a start drawn for each; all proven`."""
    decks = found.best.deals
    start = found.sample.told_start(found.game)
    words = {FREE: "the start left to the player", RANDOM: "a start drawn for each"}.get(start, f"all from {start}")
    part = "" if found.sample.shard.of == 1 else f" (part {found.sample.shard})"
    proven = found.best.proven
    proof = "; all proven" if proven == decks else f"; {proven:,} of {decks:,} proven"
    if not decks:
        proof = ""
    return f"{decks:,} {'deck' if decks == 1 else 'decks'} of seed {shown(found.sample.seed)}{part}, {words}{proof}"


def sentences(found: Analysis) -> list[str]:
    """Return what to say about a board, most important first."""
    if not found.best.deals:
        return [f"Part {found.sample.shard} of {_decks(found.sample.decks)} has no deck, so nothing was measured."]
    return [*_reach(found), *_people(found), *_bonuses(found), *_islands(found), *_lines(found), *_crossings(found)]


def comparison_sentences(found: Comparison) -> list[str]:
    """Return for each board but the first a sentence about best play and one about the club player."""
    told = []
    first = found.first.game.layout.name
    for board in found.boards[1:]:
        name, best = board.game.layout.name, found.best(board)
        if best is not None:
            told.append(_compared(f"Best play scores {{}} on {name}", f" on {first}", best))
        lost = found.shortfall(board, JUDGE) if JUDGE in board.players else None
        if lost is not None:
            told.append(_compared("There, a good club player loses {} to best play", "", lost))
    return told


def glance_sentences(found: Glance) -> list[str]:
    """Say what is seen of a board at once, and what would change without a line or a flag."""
    difficulty, beauty = found.difficulty, found.beauty
    weak = getattr(beauty, found.weakest)
    told = [
        f"{found.layout.name}: {len(found.layout.lines)} lines, {found.layout.crossings} crossings.",
        f"Difficulty about {points(difficulty)} of 5 ({difficulty.low:.1f} to {difficulty.high:.1f}), predicted from "
        f"{GAMES} quick games and {found.solved} optima.",
        f"Beauty {beauty.total:.2f} of 1; its weakest part is {_PARTS[found.weakest]} ({weak:.2f}).",
    ]
    told += [
        f"Without {each.without}: difficulty {points(each.difficulty)} "
        f"({each.difficulty.value - difficulty.value:+.1f}), beauty {each.beauty.total:.2f} "
        f"({each.beauty.total - beauty.total:+.2f}), {each.layout.crossings} crossings."
        for each in found.changed
    ]
    return told


def percent(share: float) -> str:
    """Return a whole percentage; 0 and 100 only if exact."""
    if 0 < share < 0.005:
        return "under 1 %"
    if 0.995 <= share < 1:
        return "over 99 %"
    return f"{share:.0%}".replace("%", " %")


def in_bounds(figure: Estimate, write: Callable[[float], str]) -> str:
    """Return a figure, or the range that unproven decks leave: `44 %`, `0 to 100 %`."""
    least, most = map(write, figure.bounds)
    unit = most[len(most.rstrip(" %")) :]
    return most if least == most else f"{least.removesuffix(unit)} to {most}"


def percents(share: Estimate) -> str:
    """Return a share in whole percents."""
    return in_bounds(share, percent)


def points(figure: Estimate, digits: int = 1) -> str:
    """Return points or a grade with one decimal."""
    return in_bounds(figure, lambda value: f"{value:.{digits}f}")


def _reach(found: Analysis) -> Iterator[str]:
    best, decks = found.best, found.best.deals
    share = best.at_least(TOTALS[0])
    least, most = (round(end * decks) for end in share.bounds)
    if least != most:
        tried = f"{least:,} to {most:,} of the {decks:,} decks tried allow"
    elif decks == 1:
        tried = f"The one deck tried {'allows' if most else 'does not allow'}"
    elif most == decks:
        tried = f"All {decks:,} decks tried allow"
    else:
        tried = f"{f'{most:,}' if most else 'None'} of the {decks:,} decks tried allow{'' if most > 1 else 's'}"
    proof = f" ({best.proven:,} of {decks:,} proven)" if best.unproven else ""
    yield f"{tried} {TOTALS[0]} points{proof}. Of all decks, {100 * share.low:.0f} to {100 * share.high:.0f} % may."
    safe = next((total for total in TOTALS if best.at_least(total).bounds[0] >= 0.9), TOTALS[0])
    often = best.at_least(safe).bounds[0]
    at_least = (
        ""
        if safe == TOTALS[0]
        else f", and at least {safe} in {'all' if often == 1 else percent(often)} of these decks"
    )
    yield f"Best play averages {points(best.mean)}{at_least}."


def _people(found: Analysis) -> Iterator[str]:
    difficulty, lost = found.difficulty, found.shortfall(JUDGE) if JUDGE in found.players else None
    if difficulty is not None and lost is not None:
        proof = "" if difficulty.open is None else f" (not known more closely: {_proven(found)})"
        yield (
            f"A good club player averages {points(found.players[JUDGE].mean)}, {points(lost)} points below best play: "
            f"difficulty {points(difficulty)} of 5{proof}."
        )


def _bonuses(found: Analysis) -> Iterator[str]:
    done = {bonus: found.best.bonus(bonus) for bonus in BONUSES}
    if any(each.early.known(OPEN_SHARE) is None for each in done.values()):
        yield f"How often best play scores each bonus is not known: {_proven(found)}."
        return
    hardest = min(BONUSES, key=lambda bonus: done[bonus].early.value)
    early, missed = done[hardest].early, done[hardest].missed
    if early.bounds[0] > 0.95:
        yield "Best play scores all three bonuses early on almost every deck."
        return
    tail = f" and misses it in {percents(missed)}" if missed.value else ""
    yield f"The hardest bonus is the {hardest.words}: best play scores it early in {percents(early)} of decks{tail}."


def _islands(found: Analysis) -> Iterator[str]:
    shares = {one.index: found.best.finished(one.index) for one in found.game.layout.islands}
    for index in sorted(shares, key=lambda index: shares[index].bounds[1])[:_MOST_TOLD]:
        name, often = found.game.layout.islands[index].name, percents(shares[index])
        if index in found.dead_islands:
            yield f"Best play almost never finishes {name} (in {often} of the decks)."
        elif shares[index].bounds[1] < _SELDOM:
            yield f"Best play finishes {name} in only {often} of the decks."


def _lines(found: Analysis) -> Iterator[str]:
    names = [found.game.layout.lines[line].name for line in found.dead_lines]
    if names:
        listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        yield f"Best play almost never has a bridge on the {'line' if len(names) == 1 else 'lines'} {listed}."


def _crossings(found: Analysis) -> Iterator[str]:
    for crossing in found.crossings()[:1]:
        if crossing.contested >= _DIVIDED:
            one, other = (found.game.layout.lines[line].name for line in crossing.lines)
            first, second = map(percents, crossing.shares)
            yield (
                f"The most contested crossing is {one} with {other}: {first} of best plays use {one}, "
                f"{second} use {other}."
            )


def _proven(found: Analysis) -> str:
    return f"{found.best.proven:,} of {_decks(found.best.deals)} proven"


def _decks(count: int) -> str:
    return f"{count:,} {'deck' if count == 1 else 'decks'}"


def _compared(sentence: str, other: str, difference: Estimate) -> str:
    """Return a sentence with the points and the board compared with filled in."""
    if difference.open is not None:
        least, most = difference.open
        return f"{sentence.format(f'{least:+.1f} to {most:+.1f} points')} against{other or ' the other board'}."
    if round(difference.value, 1) == 0:
        told, than = "as many points", " as"
    else:
        told, than = f"{abs(difference.value):.1f} points {'more' if difference.value > 0 else 'fewer'}", " than"
        if difference.low <= 0 <= difference.high:
            told += " (which may be chance)"
    return f"{sentence.format(told)}{than + other if other else ''}."
