"""Write the records in docs/examples again, played on the board that ships: `make examples`.

Anna, Ben and Carla share the cards of one evening. Carla plays like the club player, Anna errs a little and in one
round forgets her bridges, Ben errs much. Which evening is searched for: the first whose games tell what the pages tell
with them. Run again, it writes the same.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from hashi_solver.board import Layout
from hashi_solver.bonuses import BONUSES
from hashi_solver.cards import Card
from hashi_solver.challenge import challenge_of, encode
from hashi_solver.challenge.seeded import daily_deal, deal_of_seed
from hashi_solver.notation.decks import format_cards
from hashi_solver.notation.files import write_text
from hashi_solver.notation.layouts import load_layout
from hashi_solver.notation.records import format_record, format_turn
from hashi_solver.players import Player, Playing, play
from hashi_solver.players.base import central_start
from hashi_solver.players.club import Club
from hashi_solver.record import Record, WrittenStart
from hashi_solver.referee import judge_record, judge_table, record_of
from hashi_solver.review.ceiling import LARGE, review
from hashi_solver.rules import Game, Play, Start, State, Turn, legal_starts, play_of
from hashi_solver.scoring import breakdown
from hashi_solver.seeds import Stream, deck_from_seed
from hashi_solver.targets import LEAN
from tests.command import ROOT

EXAMPLES = ROOT / "docs" / "examples"
BOARD = "side-a"
DAY = date(2026, 11, 18)
ANNA_ERRS, BEN_ERRS = 0.7, 3.0  # points by which they misjudge what a turn is worth
MOST_LOST = 14
SLIPS = range(10, 16)  # rounds in which Anna may forget her bridges
DORAS = ("R5b", "R5", "R4a")  # her mistakes, in this order


@dataclass(frozen=True, slots=True)
class Tired:
    """The club player, who draws no bridges in one round."""

    club: Club
    slip: int
    name: str = "tired"

    def start(self, game: Game, unseen: tuple[Card, ...], source: Stream) -> Start:
        return self.club.start(game, unseen, source)

    def turn(self, state: State, card: Card, unseen: tuple[Card, ...], source: Stream) -> Turn:
        turn = self.club.turn(state, card, unseen, source)
        return Turn(turn.number_on) if state.round + 1 == self.slip else turn


def main() -> int:
    print("looking for an evening worth telling: a minute or two", file=sys.stderr)
    game = Game(load_layout(BOARD))
    for name, text in examples(game):
        write_text(EXAMPLES / f"{name}.txt", text)
        print(f"written: docs/examples/{name}.txt")
    return 0


def examples(game: Game) -> Iterator[tuple[str, str]]:
    anna, ben, carla, dora = table(game)
    for record in (anna, ben, carla):
        assert record.player is not None
        yield record.player.lower(), format_record(record)
    yield "anna-round-5", format_record(replace(anna, plays=anna.plays[:5]))
    yield "mistakes", dora
    yield "evening", evening(game)
    yield "daily", daily(game)


# A table of three, and the mistakes of a fourth.


def table(game: Game) -> tuple[Record, Record, Record, str]:
    """Return the first evening that Carla wins, with losses of Anna's worth a review and a fight for the bonuses."""
    for number in itertools.count(1):
        seed = f"club night {number}"
        cards = deck_from_seed(seed).cards
        carla = played(game, cards, Club(), "Carla", seed)
        ben = played(game, cards, Club(lean=BEN_ERRS), "Ben", seed, central_start(game, 3))
        for anna in annas(game, cards, seed):
            if is_a_race(game, (anna, ben, carla)) and is_instructive(game, anna) and (dora := doras(game, anna)):
                return anna, ben, carla, dora
    raise AssertionError("evenings never end")


def annas(game: Game, cards: tuple[Card, ...], seed: str) -> Iterator[Record]:
    start = Stream(f"{seed} start").choice(tuple(legal_starts(game)))
    for slip in SLIPS:
        yield played(game, cards, Tired(Club(lean=ANNA_ERRS), slip), "Anna", seed, start)


def played(
    game: Game, cards: tuple[Card, ...], player: Player, name: str, seed: str, start: Start | None = None
) -> Record:
    return replace(as_record(game, cards, play(player, game, cards, f"{seed} {name}", start=start)), player=name)


def as_record(game: Game, cards: tuple[Card, ...], playing: Playing) -> Record:
    start = WrittenStart.of(game.layout, playing.start)
    return record_of(game, cards, start, playing.turns)


def is_a_race(game: Game, records: tuple[Record, ...]) -> bool:
    """Return whether Carla wins alone, every bonus is scored by someone, and one by someone else before her."""
    verdicts = [judge_record(game, record) for record in records]
    found = judge_table(game, records, verdicts)
    anna, ben, carla = (seat.breakdown.total for seat in found.seats)
    last = verdicts[-1].scored.done
    return ben < anna < carla and any(when > early for when, early in zip(last, found.early_in, strict=True))


def is_instructive(game: Game, anna: Record) -> bool:
    """Return whether Anna has some bonuses early, and a review has things to say, soon and late."""
    verdict = judge_record(game, anna)
    points = verdict.breakdown
    early = [points.of(bonus) == bonus.early for bonus in BONUSES]
    if not any(early) or all(early):
        return False
    with ThreadPoolExecutor(1) as pool:
        found = review(verdict, free_start=True, with_targets=False, executor=pool)
    charged = found.charged()
    lost = [sum(step.lost for step in one.steps) for one in found.rounds]
    return (
        sum(lost[:5]) > 0
        and 3 <= sum(map(bool, lost)) <= 6
        and sum(lost) <= MOST_LOST
        and charged.get("pass", 0) >= LARGE
        and len(charged) >= 2
    )


def doras(game: Game, anna: Record) -> str:
    """Return Anna's game as a tired player might write it down, up to her third mistake; empty if there is none."""
    before = [one.before for one in judge_record(game, anna).rounds]
    found = [list(mistakes(game.layout, before, anna, rule)) for rule in DORAS]
    for chosen in itertools.product(*found):
        places = [mistake.place for mistake in chosen]
        if all(one + 1 < other for one, other in itertools.pairwise(places)):
            plays = list(anna.plays[: places[-1] + 1])
            for mistake in chosen:
                plays[mistake.place] = mistake.play
            broken = replace(anna, plays=tuple(plays))
            if [violation.rule for violation in judge_record(game, broken).violations] == list(DORAS):
                return carelessly(broken, {mistake.place: mistake.remark for mistake in chosen})
    return ""


class Mistake(NamedTuple):
    place: int
    play: Play
    remark: str


def mistakes(layout: Layout, before: Sequence[State], anna: Record, rule: str) -> Iterator[Mistake]:
    """Return her rounds with one mistake of this kind."""
    for place, (state, hers) in enumerate(zip(before, anna.plays, strict=True)):
        if rule == "R5" and len(hers.bridges) == 2:
            yield Mistake(place, replace(hers, bridges=hers.bridges[:1]), "the card wants two bridges")
        if rule == "R5b" and len(hers.bridges) == 3:
            for line in layout.lines:
                one, other = (layout.islands[end].name for end in (line.a, line.b))
                if not (state.numbers[line.a] or state.numbers[line.b] or hers.island in (one, other)):
                    bridges = (*hers.bridges[:2], (one, other))
                    yield Mistake(place, replace(hers, bridges=bridges), f"neither {one} nor {other} has a number")
        if rule == "R4a" and hers.island is not None:
            for island in layout.islands:
                if island.flag and not state.degrees[island.index]:
                    remark = f"no bridge leads to {island.name} yet"
                    yield Mistake(place, replace(hers, island=island.name), remark)


def carelessly(record: Record, said: dict[int, str]) -> str:
    assert record.deck is not None
    assert record.start is not None
    first, second = (format_cards(cards).replace(" ", ", ") for cards in (record.deck[:9], record.deck[9:]))
    lines = [
        "# Anna's game as a tired player might write it down: three mistakes.",
        "player: Dora",
        f"layout: {record.layout}",
        f"deck: {first}",
        f"      {second}",
        f"start: {record.start.number} {record.start.island}",
    ]
    for number, each in enumerate(record.plays, start=1):
        action, _, bridges = format_turn(each).partition(" ")
        typed = f"{number}. {action.replace('@', ' ')}  {bridges.replace(' ', ', ')}".removesuffix("  -")
        remark = said.get(number - 1)
        lines.append(f"{typed:<32}# {remark}" if remark else typed)
    return "".join(f"{line}\n" for line in lines)


# A game in the terminal, and a challenge that was played.


def evening(game: Game) -> str:
    """Return what a player types who tries a flag too soon, undoes a round, and misses a dotted line."""
    deal = deal_of_seed("evening", game.layout, "fixed", "flip")
    playing = play(Club(), game, deal.deck.cards, "evening", start=deal.start)
    islands = game.layout.islands
    flagged = next(island.name for island in islands if island.flag == "blue")
    asked = "hashi play --seed evening --start fixed < docs/examples/evening.txt"
    lines = [f'# What somebody typed who played the seed "evening": {asked}', flagged.lower()]
    stumbled = False
    for number, (card, turn) in enumerate(zip(deal.deck.cards, playing.turns, strict=True), start=1):
        written = format_turn(play_of(game.layout, card, turn))
        action, _, bridges = written.partition(" ")
        island = action.rpartition("@")[2].lower()
        if turn == Turn():
            lines.append("pass")
        elif number == 1 or stumbled or turn.number_on is None or len(turn.lines) != 1:
            lines.append(f"{island} {bridges.lower()}" if number == 1 else written)
        else:
            stumbled = True
            lines += [f"{island} {bridges.lower()}", "undo", island, no_line(game, turn.number_on), bridges.lower()]
    return "".join(f"{line}\n" for line in lines)


def no_line(game: Game, island: int) -> str:
    """Return this island and a cell beside it, with no dotted line between them."""
    at = game.layout.islands[island]
    beside = chr(ord(at.name[0]) + (1 if at.column + 1 < game.layout.columns else -1)) + at.name[1:]
    return f"{at.name}-{beside}".lower()


def daily(game: Game) -> str:
    """Return the first game by a player like the club player that earns a medal."""
    deal = daily_deal(DAY, game.layout)
    code, cards = encode(deal), deal.deck.cards
    aims = challenge_of(deal).targets
    for number in itertools.count(1):
        playing = play(Club(lean=LEAN), game, cards, f"daily {number}", start=deal.start)
        if aims.medal(breakdown(playing.final).total):
            return format_record(Record(challenge=code, plays=as_record(game, cards, playing).plays))
    raise AssertionError


if __name__ == "__main__":
    sys.exit(main())
