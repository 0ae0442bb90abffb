"""Challenges in characters: the deal and what to aim for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hashi_solver.challenge import Challenge
from hashi_solver.drawing.terminal import Block, Columns
from hashi_solver.notation.decks import format_cards
from hashi_solver.targets import GRADES


def challenge_lines(one: Challenge, stars: bool) -> Iterator[str]:
    """Yield the deal and its targets, but no best play, and no order of the cards in a flip challenge."""
    for name, told in _entries(one, stars):
        yield f"{name:<11} {told}"


def _entries(one: Challenge, stars: bool) -> Iterator[tuple[str, str]]:
    deal, aims = one.deal, one.targets
    if one.number is not None:
        yield "daily", f"No. {one.number}, {one.day}"
    yield "board", deal.layout.name
    yield "challenge", f"{one.code}, {deal.kind}"
    hidden = deal.kind == "flip"
    yield "cards", "turned one by one" if hidden else f"{format_cards(deal.deck.cards)}, {deal.deck.away} put away"
    yield "start", _start_of(one)
    yield "difficulty", f"{_stars(aims.difficulty, stars)} on this board, {aims.grade} of {GRADES} among all boards"
    yield "par", f"{aims.par}, what a good club player averages"
    yield "medals", f"bronze {aims.bronze}, silver {aims.silver}, gold {aims.gold}"
    bronze, silver, gold = (f"{won} of {games}" for won, games in aims.odds)
    yield "", f"a good club player gets them in {bronze}, {silver} and {gold} games"
    yield "perfect", f"{aims.perfect}, proven"


def challenges_blocks(found: Sequence[Challenge], stars: bool) -> Iterator[Block]:
    """Yield several challenges as a table."""
    names = ("par", "bronze", "silver", "gold", "perfect")
    days = found[0].number is not None
    boards = list(dict.fromkeys(one.deal.layout.name for one in found))
    rows = []
    for one in found:
        when = (str(one.number), str(one.day)) if days else ()
        board = (one.deal.layout.name,) if len(boards) > 1 else ()
        aims = (str(getattr(one.targets, name)) for name in names)
        rows.append((*when, *board, one.code, _start_of(one), _stars(one.targets.difficulty, stars), *aims))
    heads = (
        *(("No.", "day") if days else ()),
        *(("board",) if len(boards) > 1 else ()),
        "challenge",
        "start",
        "difficulty",
        *names,
    )
    yield f"{', '.join(boards)}, {found[0].deal.kind}\n"
    yield Columns(heads, rows, ("No.", *names), uncut=True)  # a code that is cut off is useless


def _start_of(one: Challenge) -> str:
    return "free" if one.deal.start is None else str(one.deal.written_start)


def _stars(difficulty: int, stars: bool) -> str:
    if not stars:
        return f"{difficulty} of {GRADES}"
    return "★" * difficulty + "☆" * (GRADES - difficulty)
