"""A review in characters: a table of the rounds, what would have been better, and where the points went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hashi_solver.drawing.terminal import Block, Columns, Prose, Row
from hashi_solver.drawing.verdict import limits_words, rounds_words
from hashi_solver.scoring import title
from hashi_solver.views.review import MARKS, PASS, FairView, Loss, Move, ReviewView, fair_view, side_by_side

if TYPE_CHECKING:
    from hashi_solver.review.ceiling import Charge
    from hashi_solver.views.review import PartName

SPARKS = "▁▂▃▄▅▆▇█"
CHARGES: dict[Charge, str] = {
    "start": "the start",
    "number": "numbers",
    "bridges": "bridges",
    "pass": "passes",
    "mistake": "mistakes",
}
PARTS: dict[PartName, str] = {
    "start": "average best total over all orders, before the first card",
    "luck": "what the cards added or took as they were turned",
    "avoidable": "what other turns would have kept on average",
    "foresight": "what you could have kept only by seeing the cards to come",
    "lost": "by the turns; how much of it was avoidable is not known",
}
FAIRNESS = (
    "± is the error of the sample (95 %). The average best total is optimistic: it is what you could reach "
    "if you knew the order, and nobody does."
)


def review_blocks(games: Sequence[ReviewView]) -> Iterator[Block]:
    """Yield the games one by one, and if there are several, a comparison of who lost points where."""
    for place, game in enumerate(games):
        if place:
            yield ""
        yield from _game(game)
        if game.fair is not None:
            yield ""
            yield from _fair(fair_view(game.fair), game.rounds)
    compared = side_by_side(games) if len(games) > 1 else ()
    if compared:
        yield ""
        rows: list[list[str | Row]] = [[*_round(moves[0]), *map(_cell, moves)] for moves in compared]
        rows.append(["total", "", *(f"{game.total} of {game.optimum}" for game in games)])
        yield Columns(["round", "card", *(game.player or "" for game in games)], rows, ("round",))


def sparkline(ceilings: Sequence[int]) -> str:
    """Return a curve in one line, from a full block for the highest ceiling to the lowest one for the last."""
    low, high = min(ceilings), max(ceilings)
    steps = len(SPARKS) - 1
    return "".join(SPARKS[steps if high == low else round(steps * (each - low) / (high - low))] for each in ceilings)


def _game(game: ReviewView) -> Iterator[Block]:
    who = "" if game.player is None else f", {game.player}"
    yield f"{game.layout.name}{who}, {rounds_words(len(game.rounds), len(game.cards))}\n"
    heads = ("round", "card", "play", "numbers", "drawings", "ceiling", "lost")
    yield Columns(heads, [_row(move) for move in game.moves], ("round", "numbers", "drawings", "ceiling"))
    yield f"\nceiling {game.optimum} {sparkline(game.ceilings)} {game.reachable}"
    sentences = [_sentence(move, loss) for move in game.moves for loss in move.losses]
    if sentences:
        yield "\n" + "\n".join(sentences)
    yield ""
    if not game.complete:
        gone = "" if not game.lost else f" ({game.optimum} is gone)"
        yield f"points  {game.total} so far; {game.reachable} is the most you can still reach{gone}"
        if game.lost:
            yield _lost(game)
    elif game.lost:
        reached, best = title(game.total), title(game.optimum)
        missed = "" if best == reached else f"; {game.optimum} would be {best}"
        yield f"total   {game.total} of {game.optimum}: {reached}{missed}"
        yield _lost(game)
    else:
        yield f"total   {game.total} of {game.optimum}: {title(game.total)}, the best possible"
    if game.medals is not None:
        yield f"medals  {game.medals.reached or 'no medal'} (par {game.medals.par}, {limits_words(game.medals)})"


def _lost(game: ReviewView) -> str:
    return f"lost    {game.lost}: {', '.join(f'{points} on {CHARGES[to]}' for to, points in game.charged.items())}"


def _row(move: Move) -> list[str | Row]:
    kept = [str(ways) if ways.count else "" for ways in move.ways] if len(move.ways) > 1 else ["", ""]
    return [*_round(move), move.play, *kept, str(move.after), _losses(move)]


def _round(move: Move) -> tuple[str, str]:
    return str(move.round or "start"), str(move.card or "")


def _cell(move: Move) -> Row:
    return [(f"{move.after} ", ""), *_losses(move)]


def _losses(move: Move) -> Row:
    row: Row = []
    for loss in move.losses:
        row.append((f"{' ' if row else ''}{loss.points}{MARKS[loss.mark]} {loss.charge}", loss.mark))
    return row


def _sentence(move: Move, loss: Loss) -> str:
    """Return `round 2: 2@E1 instead of 2@F2 keeps 54 (one of 7)`."""
    place, ways = f"round {move.round}" if move.round else "start", loss.ways
    if loss.better is None:
        return f"{place}: the mistake {'costs' if loss.points > 0 else 'gains'} {abs(loss.points)}"
    passing = "no number" if ways.action == "number" else "no bridges"
    better, played = (passing if each == PASS else each for each in (loss.better, loss.played))
    instead = f" instead of {played}" if played else ""
    which = "the only one" if ways.which == "only" else f"one of {ways}"
    return f"{place}: {better}{instead} keeps {loss.keeps} ({which})"


def _fair(fair: FairView, moves: Sequence[Move]) -> Iterator[Block]:
    yield f"without foresight, over {fair.orders} orders of the cards that could still come:\n"
    rows = [[*_round(move), *map(_tenths, points)] for move, points in zip(moves, fair.rounds, strict=True)]
    yield Columns(("round", "card", *fair.names), rows, ("round", *fair.names))
    yield ""
    for part in fair.parts:
        points = f"{float(part.points):.1f}" if part.name == "start" else _tenths(part.points)
        yield f"{part.name:<9} {points:>5} ±{part.error:.1f}  {PARTS[part.name]}"
    yield f"total     {fair.total:5.1f}"
    yield ""
    yield Prose(FAIRNESS)


def _tenths(value: Fraction) -> str:
    return f"{float(value):+.1f}" if value else "0.0"
