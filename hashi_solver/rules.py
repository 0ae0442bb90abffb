"""The rules of play, R2 to R6: positions, the turns that are legal in them, and what a turn does.

A `State` is immutable, so replaying a game keeps every round. A `Turn` holds the indices of islands and lines; a
`Play` is a turn as a person wrote it, with names that may be wrong. Both go through the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from hashi_solver.board import MOST_ON_A_LINE, MOST_ON_AN_ISLAND, Flag, Layout, Pair
from hashi_solver.bonuses import BONUSES, NONE_DONE, Bonus
from hashi_solver.cards import Card
from hashi_solver.errors import IllegalError, InputError, Sentence, Violation

STANDARD_PILES = (7, 5, 5)
STANDARD_GROUP = 6
START_NUMBERS = (3, 4)
_FLAG_NAMES: dict[Flag, Sentence] = {"red": Sentence("red flag"), "blue": Sentence("blue flag")}


@dataclass(frozen=True, slots=True)
class Game:
    """What stays the same throughout a game: the board, the piles of cards (R8a), the size of a group (R7c).

    `deadlines` holds the last early round of each bonus if the other players set it rather than the piles (R8b).
    """

    layout: Layout
    piles: tuple[int, ...] = STANDARD_PILES
    group: int = STANDARD_GROUP
    deadlines: tuple[int, ...] | None = None

    needs: tuple[int, ...] = field(init=False, repr=False, compare=False)  # for each bonus the islands it takes, or 0
    masks: tuple[int, ...] = field(init=False, repr=False, compare=False)  # for each bonus its islands as a bit mask

    def __post_init__(self) -> None:
        object.__setattr__(self, "needs", tuple(self._need(bonus) for bonus in BONUSES))
        masks = (sum(1 << island for island in bonus.islands(self.layout)) for bonus in BONUSES)
        object.__setattr__(self, "masks", tuple(masks))

    def _need(self, bonus: Bonus) -> int:
        match bonus.kind:
            case "islands":
                return len(bonus.islands(self.layout))
            case "group":
                return self.group
            case _:
                assert_never(bonus.kind)

    @property
    def rounds(self) -> int:
        return sum(self.piles)

    def deadline(self, bonus: Bonus) -> int:
        """Return the last round in which a bonus is early (R8a, R8b)."""
        return sum(self.piles[: bonus.piles]) if self.deadlines is None else self.deadlines[bonus.place]


class Start(NamedTuple):
    """The number written before the first card, and the island that it is on (R2a)."""

    number: int
    island: int


@dataclass(frozen=True, slots=True)
class State:
    """A position: everything on the paper after `round` rounds.

    `finished` and `void` are sets of islands as bit masks. `done` holds the round in which each bonus was scored, or 0:
    finished islands stay finished, so only the first time matters.
    """

    game: Game
    start: Start | None
    round: int
    numbers: tuple[int, ...]  # for each island, or 0
    bridges: tuple[int, ...]  # for each line
    degrees: tuple[int, ...]  # for each island, how many bridges it has
    finished: int = 0
    void: int = 0
    done: tuple[int, ...] = NONE_DONE

    def done_in(self, bonus: Bonus) -> int:
        """Return the round in which a bonus was scored, or 0."""
        return self.done[bonus.place]

    @property
    def over(self) -> bool:
        return self.round >= self.game.rounds

    @property
    def finished_count(self) -> int:
        return self.finished.bit_count()


@dataclass(frozen=True, slots=True)
class Turn:
    """Action a: the island for the card's number. Action b: the lines to draw on, once for each bridge."""

    number_on: int | None = None
    lines: tuple[int, ...] = ()


PASS = Turn()


class Written(NamedTuple):
    """A round halfway through: action a is done, action b is not. `island` has the new number; None is a pass (R3)."""

    island: int | None


@dataclass(frozen=True, slots=True)
class Play:
    """A turn as written on paper: any number, any names. An island without a number gets the card's number."""

    number: int | None = None
    island: str | None = None
    bridges: tuple[Pair, ...] = ()

    def resolved(self, card: Card) -> Play:
        """Return the play with the card's number if it leaves that out."""
        return self if self.island is None or self.number is not None else replace(self, number=card.number)


def empty(game: Game) -> State:
    """Return the board as printed, before the start number is written.

    >>> empty(Game(load_layout("side-a"))).start is None
    True
    """
    islands, lines = len(game.layout.islands), len(game.layout.lines)
    return State(game, None, 0, (0,) * islands, (0,) * lines, (0,) * islands)


def start_violations(game: Game, number: int, island: str) -> tuple[Violation, ...]:
    """Return every way in which this start breaks R2a."""
    found = []
    if number not in START_NUMBERS:
        found.append(
            Violation("R2a", 0, (island,), Sentence("a game starts with a 3 or a 4, not a %(number)s", number=number))
        )
    index = game.layout.index_of.get(island)
    if index is None:
        found.append(
            Violation("R2a", 0, (island,), Sentence("there is no island %(island)s to start on", island=island))
        )
    elif game.layout.islands[index].flag:
        flag = _FLAG_NAMES[game.layout.islands[index].flag]
        message = Sentence("%(island)s has a %(flag)s; start on an island without one", island=island, flag=flag)
        found.append(Violation("R2a", 0, (island,), message))
    return tuple(found)


def begin(game: Game, number: int, island: str) -> State:
    """Return the position after a legal start; raise IllegalError for any other (R2a).

    >>> begin(Game(load_layout("side-a")), 4, "A6").round
    0
    """
    violations = start_violations(game, number, island)
    if violations:
        raise IllegalError(violations)
    return with_start(empty(game), Start(number, game.layout.index_of[island]))


def with_start(state: State, start: Start) -> State:
    numbers = list(state.numbers)
    numbers[start.island] = start.number
    return replace(state, start=start, numbers=tuple(numbers))


def legal_starts(game: Game) -> Iterator[Start]:
    for number in START_NUMBERS:
        for island in game.layout.islands:
            if not island.flag:
                yield Start(number, island.index)


def violations(state: State, card: Card, turn: Turn) -> tuple[Violation, ...]:
    """Return every rule that this turn breaks, in the order R4, R5, R6; nothing if it is legal.

    Raises InputError for a turn that names an island or a line which this board does not have.

    >>> state = begin(Game(load_layout("side-a")), 4, "A6")
    >>> print(violations(state, Card(2, 1), turn_of(state.game.layout, "A6", []))[0])
    round 1: A6 already has the number 4 (R4)
    """
    _expect_on_board(state, turn)
    number = card.number if turn.number_on is not None else None
    return tuple(_violations(state, card, number, turn.number_on, turn.lines))


def _expect_on_board(state: State, turn: Turn) -> None:
    on, lines = turn.number_on, turn.lines
    if on is not None and not 0 <= on < len(state.numbers):
        raise InputError(f"there is no island number {on} on this board (R4)")
    if lines and not (min(lines) >= 0 and max(lines) < len(state.bridges)):
        raise InputError("there is no such line on this board (R5a)")


def judge(state: State, card: Card, play: Play) -> tuple[Turn, tuple[Violation, ...]]:
    """Return the part of a written turn that can be drawn on this board, and every rule that it breaks."""
    layout, now, play = state.game.layout, state.round + 1, play.resolved(card)
    found: list[Violation] = []
    on: int | None = None
    if play.island is not None:
        on = layout.index_of.get(play.island)
        if on is None:
            message = Sentence("there is no island %(island)s to write on", island=play.island)
            found.append(Violation("R4", now, (play.island,), message))
        if play.number != card.number:
            values = {"island": play.island, "number": play.number, "card": card}
            message = Sentence("%(island)s has a %(number)s, but the card is %(card)s", **values)
            found.append(Violation("R4", now, (play.island,), message))
    lines: list[int] = []
    stray: list[Pair] = []
    for one, other in play.bridges:
        a, b = layout.index_of.get(one), layout.index_of.get(other)
        line = None if a is None or b is None else layout.line_between.get((a, b))
        if line is None:
            stray.append((one, other))
            message = Sentence("no dotted line joins %(one)s and %(other)s", one=one, other=other)
            found.append(Violation("R5a", now, (one, other), message))
        else:
            lines.append(line)
    found += _violations(state, card, play.number if on is not None else None, on, lines, play.bridges if stray else ())
    return Turn(on, tuple(lines)), tuple(found)


def _violations(
    state: State,
    card: Card,
    number: int | None,
    on: int | None,
    lines: Sequence[int],
    written: Sequence[Pair] = (),
) -> list[Violation]:
    layout, numbers, degrees, now = state.game.layout, state.numbers, state.degrees, state.round + 1
    islands = layout.islands
    found: list[Violation] = []

    def broken(rule: str, where: tuple[str, ...], message: Sentence) -> None:
        found.append(Violation(rule, now, where, message))

    if state.start is None:
        broken("R2a", (), Sentence("the start number is missing; it comes before the first card"))
    if state.over:
        broken("R1d", (), Sentence("the game has only %(rounds)s rounds", rounds=state.game.rounds))

    if on is not None and number is not None:
        island, leading = islands[on], degrees[on]
        name = island.name
        if numbers[on]:
            told = Sentence("%(island)s already has the number %(number)s", island=name, number=numbers[on])
            broken("R4", (name,), told)
        else:
            if island.flag and not leading:
                flag = _FLAG_NAMES[island.flag]
                told = Sentence("%(island)s has a %(flag)s but no bridge from an earlier round", island=name, flag=flag)
                broken("R4a", (name,), told)
            if leading > number:
                values = {"number": number, "island": name, "bridges": _count(leading)}
                told = Sentence("a %(number)s is too small for %(island)s, which already has %(bridges)s", **values)
                broken("R4b", (name,), told)

    count = len(written) or len(lines)
    if count and count != card.bridges:
        named = written or [(islands[layout.lines[line].a].name, islands[layout.lines[line].b].name) for line in lines]
        excess = named[card.bridges :] or named
        values = {"bridges": _count(count), "card": card, "exact": card.bridges}
        told = Sentence("%(bridges)s drawn, but the card %(card)s calls for exactly %(exact)s or none", **values)
        broken("R5", tuple(dict.fromkeys(name for pair in excess for name in pair)), told)

    added: dict[int, int] = {}
    drawn: dict[int, int] = {}
    for line in lines:
        a, b = layout.lines[line].a, layout.lines[line].b
        ends = (islands[a].name, islands[b].name)
        before = drawn.get(line, 0)
        drawn[line] = before + 1
        added[a] = added.get(a, 0) + 1
        added[b] = added.get(b, 0) + 1
        values = {"one": ends[0], "other": ends[1]}
        if state.bridges[line] + before == MOST_ON_A_LINE:
            told = Sentence("a third bridge between %(one)s and %(other)s; a line takes two at most", **values)
            broken("R5a", ends, told)
        if before:
            continue
        if not (numbers[a] or numbers[b] or on in (a, b)):
            broken("R5b", ends, Sentence("neither %(one)s nor %(other)s has a number yet", **values))
        crossed = [layout.lines[o].name for o in layout.crossed_by[line] if state.bridges[o] or o in drawn]
        values = {"line": f"{ends[0]}-{ends[1]}", "crossed": crossed}
        if len(crossed) == 1:
            broken("R5c", ends, Sentence("the bridge %(line)s crosses the bridge %(crossed)s", **values))
        elif crossed:
            broken("R5c", ends, Sentence("the bridge %(line)s crosses the bridges %(crossed)s", **values))
    for index, more in added.items():
        has = numbers[index] or (number if index == on and number else 0)
        leading, name = degrees[index], islands[index].name
        if leading + more <= (has or MOST_ON_AN_ISLAND):
            continue
        values = {"bridges": _count(leading + more), "island": name, "number": has, "most": MOST_ON_AN_ISLAND}
        if has and leading == has and not state.void >> index & 1:
            broken("R6", (name,), Sentence("%(island)s is already finished and takes no more bridges", island=name))
        elif has:
            broken("R5d", (name,), Sentence("%(bridges)s at %(island)s, but its number is %(number)s", **values))
        else:
            told = Sentence(
                "%(bridges)s at %(island)s, but an island without a number takes %(most)s at most", **values
            )
            broken("R5d", (name,), told)
    return found


def _count(bridges: int) -> Sentence:
    return Sentence.with_count("%(count)s bridge", "%(count)s bridges", bridges)


def apply(state: State, card: Card, turn: Turn) -> State:
    """Return the position after a legal turn; raise IllegalError with every violation otherwise.

    >>> state = begin(Game(load_layout("side-a")), 4, "A6")
    >>> turn = turn_of(state.game.layout, "B5", [("A6", "D6")])
    >>> apply(state, Card(1, 1), turn).round
    1
    """
    found = violations(state, card, turn)
    if found:
        raise IllegalError(found)
    return advance(state, card, turn)


def advance(state: State, card: Card, turn: Turn) -> State:
    """Return the position after a turn that is known to be legal, without checking it."""
    return _advance(state, turn.number_on, card.number, turn.lines, state.void)


def advance_mistaken(state: State, card: Card, play: Play) -> tuple[State, tuple[Violation, ...]]:
    """Return the position after a written turn, legal or not; islands named by a violation become void (R10).

    What an illegal turn drew stays on the paper if it can be drawn on this board at all.
    """
    play = play.resolved(card)
    turn, found = judge(state, card, play)
    if not found:
        return advance(state, card, turn), found
    void = state.void
    for violation in found:
        for name in violation.islands:
            index = state.game.layout.index_of.get(name)
            if index is not None:
                void |= 1 << index
    on = turn.number_on
    if on is not None and state.numbers[on]:
        on = None
    drawn: list[int] = []
    for line in turn.lines:
        if state.bridges[line] + drawn.count(line) < MOST_ON_A_LINE:
            drawn.append(line)
    return _advance(state, on, play.number or 0, tuple(drawn), void), found


def begin_mistaken(game: Game, number: int, island: str) -> tuple[State, tuple[Violation, ...]]:
    """Return the position after a written start; an illegal one leaves its island void (R10)."""
    found = start_violations(game, number, island)
    state, index = empty(game), game.layout.index_of.get(island)
    if index is None:
        return replace(state, start=Start(number, -1)), found
    state = with_start(state, Start(number, index))
    return (replace(state, void=1 << index) if found else state), found


def _advance(state: State, on: int | None, number: int, lines: tuple[int, ...], void: int) -> State:
    game = state.game
    layout, now = game.layout, state.round + 1
    numbers, bridges, degrees = state.numbers, state.bridges, state.degrees
    touched: list[int] = []
    if on is not None:
        numbers = (*numbers[:on], number, *numbers[on + 1 :])
        touched.append(on)
    if lines:
        more_bridges, more_degrees = list(bridges), list(degrees)
        for index in lines:
            line = layout.lines[index]
            more_bridges[index] += 1
            more_degrees[line.a] += 1
            more_degrees[line.b] += 1
            touched += (line.a, line.b)
        bridges, degrees = tuple(more_bridges), tuple(more_degrees)
    finished = state.finished
    for index in touched:
        if numbers[index] and numbers[index] == degrees[index]:
            finished |= 1 << index
    finished &= ~void
    done = state.done
    if lines or finished != state.finished:
        count = finished.bit_count()
        for bonus, needed in zip(BONUSES, game.needs, strict=True):
            place = bonus.place
            if not done[place] and 0 < needed <= count and _progress(game, bonus, bridges, finished) >= needed:
                done = (*done[:place], now, *done[place + 1 :])
    return State(game, state.start, now, numbers, bridges, degrees, finished, void, done)


def progress(state: State, bonus: Bonus) -> tuple[int, int]:
    """Return how many islands count towards a bonus so far, and how many it needs (R7a to R7c)."""
    needed = state.game.needs[bonus.place]
    return min(needed, _progress(state.game, bonus, state.bridges, state.finished)), needed


def _progress(game: Game, bonus: Bonus, bridges: Sequence[int], finished: int) -> int:
    match bonus.kind:
        case "islands":
            return (game.masks[bonus.place] & finished).bit_count()
        case "group":
            return largest_group(game.layout, bridges, finished)
        case _:
            assert_never(bonus.kind)


def groups(state: State) -> tuple[int, ...]:
    """Return the groups of finished islands joined by bridges, as bit masks, the largest first (R7c)."""
    found = sorted(_groups(state.game.layout, state.bridges, state.finished), key=lambda mask: -mask.bit_count())
    return tuple(found)


def largest_group(layout: Layout, bridges: Sequence[int], finished: int) -> int:
    return max((mask.bit_count() for mask in _groups(layout, bridges, finished)), default=0)


def _groups(layout: Layout, bridges: Sequence[int], finished: int) -> Iterator[int]:
    left = finished
    while left:
        group, edge = 0, [left.bit_length() - 1]
        while edge:
            island = edge.pop()
            if group >> island & 1:
                continue
            group |= 1 << island
            for line, other in layout.neighbours_at[island]:
                if bridges[line] and left >> other & 1:
                    edge.append(other)
        left &= ~group
        yield group


def legal_numbers(state: State, card: Card) -> Iterator[int]:
    """Yield the islands that can take the card's number (R4)."""
    number, flagged = card.number, state.game.layout.flagged_mask
    for index, (has, leading) in enumerate(zip(state.numbers, state.degrees, strict=True)):
        if not has and leading <= number and (leading or not flagged >> index & 1):
            yield index


def legal_bridges(state: State, card: Card, number_on: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield every way to draw after writing on `number_on`, once each, lines ascending, the pass first (R5, R6)."""
    layout = state.game.layout
    yield ()
    room = [(has or MOST_ON_AN_ISLAND) - leading for has, leading in zip(state.numbers, state.degrees, strict=True)]
    numbered = [bool(has) for has in state.numbers]
    if number_on is not None:
        room[number_on] = card.number - state.degrees[number_on]
        numbered[number_on] = True
    drawn = list(state.bridges)
    usable = [
        line
        for line in layout.lines
        if (numbered[line.a] or numbered[line.b]) and not any(drawn[other] for other in layout.crossed_by[line.index])
    ]
    chosen: list[int] = []

    def extend(first: int, left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield tuple(chosen)
            return
        for place in range(first, len(usable)):
            line = usable[place]
            index, a, b = line.index, line.a, line.b
            if drawn[index] == MOST_ON_A_LINE or room[a] <= 0 or room[b] <= 0:  # below 0 after a mistake
                continue
            if any(drawn[other] for other in layout.crossed_by[index]):
                continue
            drawn[index] += 1
            room[a] -= 1
            room[b] -= 1
            chosen.append(index)
            yield from extend(place, left - 1)
            chosen.pop()
            drawn[index] -= 1
            room[a] += 1
            room[b] += 1

    yield from extend(0, card.bridges)


def legal_turns(state: State, card: Card) -> Iterator[Turn]:
    """Yield every legal turn once, passing first (R3); nothing before the start or after the last card.

    >>> state = begin(Game(load_layout("side-a")), 4, "A6")
    >>> sum(1 for _ in legal_turns(state, Card(1, 1)))
    58
    """
    if state.start is None or state.over:
        return
    for number_on in (None, *legal_numbers(state, card)):
        for lines in legal_bridges(state, card, number_on):
            yield Turn(number_on, lines)


def turn_of(layout: Layout, number_on: str | None, bridges: Sequence[Pair]) -> Turn:
    """Return the turn with these names, as a solution has them; raise InputError for unknown ones.

    >>> turn_of(load_layout("side-a"), "B5", [("A6", "D6")])
    Turn(number_on=9, lines=(18,))
    """
    lines = []
    for one, other in bridges:
        line = layout.line_between.get((layout.index_of.get(one, -1), layout.index_of.get(other, -1)))
        if line is None:
            raise InputError(f"no dotted line joins {one} and {other} (R5a)")
        lines.append(line)
    if number_on is not None and number_on not in layout.index_of:
        raise InputError(f"there is no island {number_on} (R4)")
    return Turn(None if number_on is None else layout.index_of[number_on], tuple(lines))


def play_of(layout: Layout, card: Card, turn: Turn) -> Play:
    """Return a turn with the names that people read."""
    on = None if turn.number_on is None else layout.islands[turn.number_on].name
    names = layout.islands
    bridges = tuple((names[layout.lines[line].a].name, names[layout.lines[line].b].name) for line in turn.lines)
    return Play(None if on is None else card.number, on, bridges)
