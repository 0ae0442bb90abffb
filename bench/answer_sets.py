"""The game as an answer set program (game.lp) for clingo, with core-guided optimisation: the strongest other way known.

clingo is needed here and nowhere else.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import clingo

from bench.outcome import Outcome
from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cards import Card
from hashi_solver.errors import InputError
from hashi_solver.rules import START_NUMBERS, Start, State, Turn
from hashi_solver.scoring import POINTS_FOR_AN_ISLAND

PROGRAM = Path(__file__).with_name("game.lp")
ARGUMENTS = ("--opt-strategy=usc,oll", "--parallel-mode=1", "--warn=none")
CHECK_EVERY = 0.2


def solve(state: State, cards: Sequence[Card], cap: float, arguments: Sequence[str] = ARGUMENTS) -> Outcome:
    """Grounding counts as building."""
    if not 2 <= state.game.group <= 6:
        raise InputError("game.lp finds groups of 2 to 6 islands")
    begun = time.process_time()
    control = clingo.Control(list(arguments))
    control.load(str(PROGRAM))
    control.add("facts", [], "\n".join(_facts(state, cards)))
    control.ground([("base", []), ("facts", [])])
    built = time.process_time()
    best: tuple[int, Sequence[clingo.Symbol]] | None = None

    def keep(model: clingo.Model) -> None:
        nonlocal best
        best = sum(model.cost), model.symbols(shown=True)

    with control.solve(on_model=keep, async_=True) as handle:
        while not handle.wait(CHECK_EVERY):
            if time.process_time() - built > cap:
                handle.cancel()
                break
        proven = bool(handle.get().exhausted)
    build, search = built - begun, time.process_time() - built
    if best is None:
        return Outcome(False, None, build, search)
    missed, atoms = best
    start, turns = _play(state, len(cards), atoms)
    return Outcome(proven, _ceiling(state) - missed, build, search, start, turns)


def _ceiling(state: State) -> int:
    """Return the total with every island and every bonus still possible; the program minimises what is missed."""
    total = POINTS_FOR_AN_ISLAND * len(state.game.layout.islands)
    for bonus in BONUSES:
        when, early_by = state.done_in(bonus), state.game.deadline(bonus)
        if when:
            total += bonus.points(when, early_by)
        elif _possible(state, bonus):
            total += bonus.early if state.round < early_by else bonus.late
    return total


def _possible(state: State, bonus: Bonus) -> bool:
    return 0 < state.game.needs[bonus.place] <= len(state.game.layout.islands)


def _facts(state: State, cards: Sequence[Card]) -> Iterator[str]:
    layout, now = state.game.layout, state.round
    for island in layout.islands:
        i = island.index
        yield f"island({i})."
        if island.flag:
            yield f"flag({i}). {island.flag}({i})."
        if state.void >> i & 1:
            yield f"void({i})."
        yield f"number({i},{state.numbers[i]})." if state.numbers[i] else f"blank({i})."
    for line in layout.lines:
        yield f"line({line.index}). at({line.index},({line.a};{line.b}))."
        for other in layout.crossed_by[line.index]:
            if line.index < other:
                yield f"cross({line.index},{other})."
        for bridge in range(1, state.bridges[line.index] + 1):
            yield f"drawn({line.index},{bridge})."
    for t, card in enumerate(cards, start=now + 1):
        yield f"card({t},{card.number},{card.bridges}). before({t - 1},{t})."
    yield f"last({now + len(cards)}). group({state.game.group})."
    if state.start is None:
        yield "".join(f"start({number})." for number in START_NUMBERS)
    for bonus in BONUSES:
        early_by = state.game.deadline(bonus)
        if not state.done_in(bonus) and _possible(state, bonus):
            yield f"{bonus.name}_open(late,{now + len(cards)})."
            if now < early_by:
                yield f"{bonus.name}_open(early,{early_by}). moment({early_by})."
    yield from _parity(state, cards)


def _parity(state: State, cards: Sequence[Card]) -> Iterator[str]:
    blank = state.numbers.count(0)
    total = sum(state.numbers) + sum(card.number for card in cards)
    starts = START_NUMBERS if state.start is None else (0,)
    if blank == len(cards) + (state.start is None):
        for start in starts:
            if (total + start) % 2:
                yield f"odd_total({start})."


def _play(state: State, rounds: int, atoms: Sequence[clingo.Symbol]) -> tuple[Start | None, tuple[Turn, ...]]:
    start = state.start
    on: dict[int, int] = {}
    lines: dict[int, list[int]] = {}
    for atom in atoms:
        values = [argument.number for argument in atom.arguments]
        if atom.name == "begin":
            start = Start(values[1], values[0])
        elif atom.name == "write":
            on[values[1]] = values[0]
        else:
            lines.setdefault(values[2], []).append(values[0])
    rounds_left = range(state.round + 1, state.round + rounds + 1)
    return start, tuple(Turn(on.get(t), tuple(sorted(lines.get(t, ())))) for t in rounds_left)
