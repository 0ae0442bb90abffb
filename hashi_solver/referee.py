"""The referee: replays records, says what was illegal, counts the points, and seats players at one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from hashi_solver.bonuses import BONUSES, Bonus
from hashi_solver.cards import STANDARD_BOX, Card, deck_of
from hashi_solver.errors import IllegalError, InputError, Sentence, Violation
from hashi_solver.record import Record, WrittenStart
from hashi_solver.rules import (
    Game,
    Play,
    State,
    Turn,
    advance,
    advance_mistaken,
    begin,
    begin_mistaken,
    empty,
    judge,
    play_of,
)
from hashi_solver.scoring import (
    Breakdown,
    breakdown,
    deadlines,
    table_breakdowns,
    title,
    winners,
)

MOST_PLAYERS = 4
NO_START = Sentence("the record has no Start line; add one, such as Start: 4@C3 (R2a)")
MOST_WEIGHED = 8  # bridges of a round of which every choice is tried out
FEWEST_EXPLAINED, MOST_UNEXPLAINED = 3, 0.3  # mistakes that a shift of the lines explains, and the share that it leaves


@dataclass(frozen=True, slots=True)
class Round:
    """One round as it was played: the card, what was written, what was wrong, and the positions around it."""

    card: Card
    play: Play
    violations: tuple[Violation, ...]
    before: State
    after: State

    @property
    def number(self) -> int:
        return self.after.round

    @property
    def finished(self) -> tuple[str, ...]:
        """Return the islands that this round finished."""
        new = self.after.finished & ~self.before.finished
        return tuple(island.name for island in self.after.game.layout.islands if new >> island.index & 1)

    @property
    def done(self) -> tuple[Bonus, ...]:
        """Return the bonuses that this round completed."""
        return tuple(bonus for bonus in BONUSES if self.after.done_in(bonus) == self.number)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's verdict on one record, with the rounds up to the last one listed.

    `scored` is the position that counts, and `breakdown` its points. `violations` has one for each wrong act.
    """

    start: WrittenStart
    cards: tuple[Card, ...]  # the whole deck, also cards that an unfinished game has not turned yet
    violations: tuple[Violation, ...]
    rounds: tuple[Round, ...]
    scored: State
    house: bool

    @property
    def legal(self) -> bool:
        return not self.violations

    @property
    def complete(self) -> bool:
        """Whether all rounds are played; the points of an unfinished game are those so far."""
        return len(self.rounds) == len(self.cards)

    @property
    def final(self) -> State:
        return self.rounds[-1].after if self.rounds else self.scored

    @property
    def breakdown(self) -> Breakdown:
        return breakdown(self.scored)

    @property
    def title(self) -> str:
        return title(self.breakdown.total)

    @property
    def void(self) -> tuple[str, ...]:
        """The islands that are out of the game by the mistake rule (R10)."""
        return tuple(i.name for i in self.final.game.layout.islands if self.final.void >> i.index & 1)


@dataclass(frozen=True, slots=True)
class Seat:
    """One player of a table: the verdict, and the points by the deadlines of this table (R8b)."""

    player: str
    start: str
    start_by: int  # the seat of the player who wrote the start and handed the board on (R2b)
    verdict: Verdict
    breakdown: Breakdown
    winner: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A game of two to four players, in the order in which they sit: each hands the board to the next (R2b).

    `early_in` has for each bonus the first round in which anyone completed it, or 0.
    """

    seats: tuple[Seat, ...]
    early_in: tuple[int, ...]

    @property
    def legal(self) -> bool:
        return all(seat.verdict.legal for seat in self.seats)

    @property
    def complete(self) -> bool:
        return all(seat.verdict.complete for seat in self.seats)


def judge_record(game: Game, record: Record, box: Sequence[Card] = STANDARD_BOX, *, house: bool = False) -> Verdict:
    """Replay a record. With `house`, mistakes are treated by R10; without it, points end before the first mistake.

    After a mistake the replay continues with what is on the paper, so that it finds every later mistake too.

    >>> verdict = judge_record(Game(load_layout("side-a")), read_record(Path("docs/examples/anna.txt")))
    >>> verdict.legal, verdict.breakdown.total
    (True, 44)
    """
    if record.deck is None:
        raise InputError(Sentence("the record has no Deck line (R1d); add one, or a line Challenge: CODE"))
    if record.start is None:
        raise InputError(NO_START)
    deck = deck_of(record.deck, tuple(box)) if len(box) == game.rounds + 1 else None
    cards = record.deck if deck is None else deck.cards
    if len(cards) != game.rounds:
        raise InputError(
            Sentence(
                "the deck has %(cards)s cards, but the game %(rounds)s rounds (R1d)",
                cards=len(cards),
                rounds=game.rounds,
            )
        )
    if len(record.plays) > len(cards):
        raise InputError(
            Sentence(
                "round %(round)s is listed, but the game ends after round %(last)s (R1d)",
                round=len(record.plays),
                last=len(cards),
            )
        )
    state, found = begin_mistaken(game, record.start.number, record.start.island)
    violations, scored, rounds = list(found), state, []
    for card, written in zip(cards, record.plays, strict=False):
        before, play = state, written.resolved(card)
        state, found = advance_mistaken(before, card, play)
        found = one_for_each_act(before, card, play, found)
        violations += found
        rounds.append(Round(card, play, found, before, state))
        if house or not violations:
            scored = state
    return Verdict(record.start, cards, tuple(violations), tuple(rounds), scored, house)


def one_for_each_act(state: State, card: Card, play: Play, found: Sequence[Violation]) -> tuple[Violation, ...]:
    """The violations of a turn, one for each act that broke a rule: a number, a bridge, or how many are drawn.

    What would be right without that act is not a mistake of its own. So one bridge too many is one mistake, however
    many islands it leads to that are full.
    """
    if len(found) < 2 or len(play.bridges) > MOST_WEIGHED:
        return tuple(found)
    places, excess = range(len(play.bridges)), len(play.bridges) - card.bridges
    of_number = [each for each in found if each.rule.startswith("R4")]
    of_lines = [each for each in found if each.rule in ("R5a", "R5b", "R5c")]
    of_islands = [each for each in found if each.rule in ("R5d", "R6")]
    others = [each for each in found if each not in (*of_number, *of_lines, *of_islands)]

    def cured(wrong: Sequence[Violation], dropped: Sequence[int], number: Play = play) -> bool:
        """Whether none of these violations is left without these bridges."""
        left = tuple(pair for place, pair in enumerate(play.bridges) if place not in dropped)
        still = judge(state, card, replace(number, bridges=left))[1]
        return not {(each.rule, each.islands) for each in wrong} & {(each.rule, each.islands) for each in still}

    if excess > 0 and any(cured([*of_lines, *of_islands], dropped) for dropped in combinations(places, excess)):
        names = dict.fromkeys(name for each in (*others, *of_lines, *of_islands) for name in each.islands)
        others = [replace(each, islands=tuple(names)) if each.rule == "R5" else each for each in others]
        of_lines, of_islands = [], []
    broken = [place for place in places if any(set(play.bridges[place]) == set(each.islands) for each in of_lines)]
    if broken:
        of_islands = [each for each in of_islands if not cured([each], broken)]
    if of_number:
        of_islands = [each for each in of_islands if not cured([each], (), Play())]
    acts = [of_number, *([each] for each in others), *_by_bridge(of_lines, [play.bridges[place] for place in broken])]
    ways = (way for count in range(1, len(of_islands)) for way in combinations(places, count))
    fewest = next((way for way in ways if cured(of_islands, way)), None)
    if fewest is None:
        acts += [[each] for each in of_islands]
    else:
        acts += _by_bridge(of_islands, [play.bridges[place] for place in fewest])
    return tuple(sorted((_joined(act) for act in acts if act), key=lambda each: _place(each, found)))


def _by_bridge(found: Sequence[Violation], bridges: Sequence[tuple[str, str]]) -> list[list[Violation]]:
    """The violations of each of these bridges, or at its islands, none of them twice."""
    acts, left = [], list(found)
    for bridge in bridges:
        acts.append([each for each in left if set(each.islands) <= set(bridge)])
        left = [each for each in left if each not in acts[-1]]
    return acts


def _joined(of_one_act: Sequence[Violation]) -> Violation:
    """Everything that is wrong with one act, as one violation; the first gives it its rule."""
    first, *others = of_one_act
    if not others:
        return first
    islands = tuple(dict.fromkeys(name for each in of_one_act for name in each.islands))
    messages = {f"mistake{place}": each.message for place, each in enumerate(of_one_act)}
    template = "; ".join(f"%({name})s" for name in messages)
    return replace(first, islands=islands, message=Sentence(template, **messages))


def _place(act: Violation, found: Sequence[Violation]) -> int:
    return next(place for place, each in enumerate(found) if act.message.startswith(each.message))


@dataclass(frozen=True, slots=True)
class Shift:
    """A slip that explains mistakes: from `line` on, each line of the record fits the card of the round `by` later."""

    line: int
    by: int


def shift_in(game: Game, record: Record, verdict: Verdict, box: Sequence[Card] = STANDARD_BOX) -> Shift | None:
    """The round that was left out or written twice, where that explains nearly all mistakes of a record."""
    mistakes = len(verdict.violations)
    if mistakes < FEWEST_EXPLAINED:
        return None
    plays = [
        replace(play, number=None) if play.number == card.number else play
        for card, play in zip(verdict.cards, record.plays, strict=False)
    ]
    best: tuple[int, Shift] | None = None
    for place in range(len(plays)):
        left_out = (Shift(place + 1, 1), [*plays[:place], Play(), *plays[place:]])
        too_many = (Shift(place + 2, -1), [*plays[:place], *plays[place + 1 :]])
        for shift, moved in (left_out, too_many):
            if shift.line <= len(plays):
                moved_record = replace(record, plays=tuple(moved[: len(verdict.cards)]))
                count = len(judge_record(game, moved_record, box).violations)
                if best is None or count <= best[0]:  # of equals the last: fewest lines are moved
                    best = count, shift
    return best[1] if best is not None and best[0] <= mistakes * MOST_UNEXPLAINED else None


def played_so_far(game: Game, record: Record, cards: Sequence[Card]) -> tuple[State, tuple[tuple[Card, Turn], ...]]:
    """Return the position that a record has reached, and its rounds; raise IllegalError at the first mistake.

    A record without a start is one before its start.
    """
    if record.start is None:
        if record.plays:
            raise InputError(NO_START)
        return empty(game), ()
    if len(record.plays) > len(cards):
        raise InputError(f"round {len(record.plays)} is listed, but there are {len(cards)} cards (R1d)")
    state = begin(game, record.start.number, record.start.island)
    played = []
    for card, play in zip(cards, record.plays, strict=False):
        turn, found = judge(state, card, play)
        if found:
            raise IllegalError(one_for_each_act(state, card, play.resolved(card), found))
        played.append((card, turn))
        state = advance(state, card, turn)
    return state, tuple(played)


def judge_table(game: Game, records: Sequence[Record], verdicts: Sequence[Verdict]) -> Table:
    """Two to four records of one board and one deck, in the order of the seats.

    >>> game = Game(load_layout("side-a"))
    >>> records = [read_record(Path(f"docs/examples/{name}.txt")) for name in ("anna", "ben", "carla")]
    >>> table = judge_table(game, records, [judge_record(game, record) for record in records])
    >>> [seat.player for seat in table.seats if seat.winner]
    ['Carla']
    """
    if not 2 <= len(records) <= MOST_PLAYERS:
        raise InputError(f"a table has 2 to {MOST_PLAYERS} players, but here are {len(records)} records (R8b)")
    for seat, record in enumerate(records[1:], start=2):
        if record.deck != records[0].deck:
            raise InputError(f"record {seat} has another deck than record 1; a table plays one order of cards (R8b)")
    states = [verdict.scored for verdict in verdicts]
    breakdowns = table_breakdowns(states)
    best = winners([breakdown.total for breakdown in breakdowns])
    names = [record.player or f"Player {seat}" for seat, record in enumerate(records, start=1)]
    seats = tuple(
        Seat(name, str(verdict.start), (seat - 1) % len(records), verdict, points, seat in best)
        for seat, (name, verdict, points) in enumerate(zip(names, verdicts, breakdowns, strict=True))
    )
    return Table(seats, deadlines(states))


def against(game: Game, others: Sequence[State]) -> Game:
    """The game as one player at a table has it: early is up to the first round in which another did it (R8b)."""
    return replace(game, deadlines=tuple(first or game.rounds for first in deadlines(others)))


def record_of(game: Game, cards: Sequence[Card], start: WrittenStart, turns: Sequence[Turn]) -> Record:
    """Return the record of a game with these turns."""
    layout = game.layout
    plays = tuple(play_of(layout, card, turn) for card, turn in zip(cards, turns, strict=False))
    return Record(layout.id, tuple(cards), start, plays)
