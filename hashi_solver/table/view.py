"""What somebody who plays sees: board, card, piles, deadlines and points, arranged for the size of their terminal.

Everything comes out as rows of (text, style) pairs, so that this room knows no terminal library either.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashi_solver.bonuses import BLUE, BONUSES, RED, Bonus
from hashi_solver.drawing.terminal import ASCII, UNICODE, Row, Strokes, Style, draw, pitch_for, width_of
from hashi_solver.notation.records import format_turn
from hashi_solver.rules import progress
from hashi_solver.scoring import LADDER, POINTS_FOR_AN_ISLAND, title
from hashi_solver.table.session import (
    Session,
    legal_islands,
    legal_lines,
    still_to_draw,
    written_plays,
    written_so_far,
    written_start,
)

PANEL = 33
NARROW = 40
SHEET = 30
GAP = 3
MOST_NEAR = 3
GOAL_STYLES: dict[Bonus, Style] = {RED: "red", BLUE: "blue"}


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that a terminal can show."""

    strokes: Strokes
    card: tuple[str, str, str, str, str, str]  # corners in reading order, then across and down
    bridge: str
    full: str
    hollow: str
    face_down: str
    crossed: str
    ellipsis: str
    prompt: str


FULL = Signs(UNICODE, ("╭", "╮", "╰", "╯", "─", "│"), "━", "●", "○", "░░░", " · ", "…", "›")
PLAIN = Signs(ASCII, ("+", "+", "+", "+", "-", "|"), "=", "*", ".", "###", " . ", "...", ">")


def screen(session: Session, heading: str, columns: int, lines: int, signs: Signs = FULL) -> list[Row]:
    """All of the table, at most `columns` wide and, where that is possible at all, `lines` high."""
    pitch = pitch_for(session.layout, columns)
    width = width_of(session.layout, pitch)
    wide = columns >= width + GAP + PANEL
    board = board_rows(session, width, signs)
    name = where(session)
    if not wide:
        top = _heading(f"{name}, {_counted(session.points.total, 'point')}", heading, columns, signs)
        room = lines - len(board) - len(top)
        return [*top, *board, *_fitting(_low_blocks(session, signs), room)]
    widths = [width, PANEL]
    side = _fitting(_blocks(session, signs), max(len(board), lines - 2))
    rows = _beside(board, side, width + GAP)
    if columns >= sum(widths) + 2 * GAP + SHEET:
        rows = _beside(rows, _tail(sheet_rows(session), max(len(rows), lines - 2)), sum(widths) + 2 * GAP)
        widths.append(SHEET)
    return [*_heading(name, heading, min(columns, sum(widths) + GAP * (len(widths) - 1)), signs), *rows]


def board_rows(session: Session, room: int = 80, signs: Signs = FULL) -> list[Row]:
    """The board, what is new this round and where the number may go told apart."""
    return draw(
        session.position,
        room=room,
        strokes=signs.strokes,
        before=session.before,
        may_get_number=legal_islands(session),
    )


def card_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The card as it lies there, and beside it what it asks for and what is done of it."""
    upper_left, upper_right, lower_left, lower_right, across, down = signs.card
    asked = asked_rows(session)
    card = session.card
    number = " " if card is None else str(card.number)
    bridges = "" if card is None else " ".join(signs.bridge * card.bridges)
    face: list[Row] = [
        [(f"{upper_left}{across * 7}{upper_right}", "dim")],
        [(f"{down} ", "dim"), (f"{number:<5}", "card"), (f" {down}", "dim")],
        [(f"{down} ", "dim"), (f"{bridges:<5}", "card"), (f" {down}", "dim")],
        [(f"{lower_left}{across * 7}{lower_right}", "dim")],
    ]
    return _beside(face, [[], *asked], 11)


def asked_rows(session: Session) -> list[Row]:
    """What the card asks for, each action ticked off as soon as it is done."""
    card, draft = session.card, session.draft
    if card is None:
        if draft.start is not None:
            return [[(f"{written_start(session)} is the start", "new")]]
        return [[("start with a 3 or a 4", "strong")], [("not on a flag", "dim")]]
    number: Row = [(f"write the {card.number}", "strong")]
    bridges: Row = [(f"draw {_bridges(card.bridges)}", "dim")]
    if draft.number_settled:
        on = draft.number_on
        number = [(f"{card.number} on {session.layout.islands[on].name}" if on is not None else "no number", "new")]
        bridges = [(f"draw {_bridges(card.bridges)}", "strong")]
    if draft.lines or draft.bridges_settled:
        text = f"{_bridges(len(draft.lines))} drawn" if draft.lines else "no bridges"
        bridges = [(text, "new")]
        if session.to_draw and not draft.bridges_settled:
            bridges.append((f", {session.to_draw} to go", "strong"))
    return [number, bridges]


def pile_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The piles, a row each: cards turned, the one that lies open, and those to come as far as they may be seen."""
    rows: list[Row] = []
    first = 0
    for pile, size in enumerate(session.before.game.piles, start=1):
        row: Row = [(f"{pile}  ", "label")]
        for place in range(first, first + size):
            card = session.deal.deck.cards[place]
            if place < len(session.turns):
                row.append((str(card), "dim"))
            elif place == len(session.turns) and session.card is not None:
                row.append((str(card), "new"))
            else:
                row.append((signs.face_down, "dim") if session.hidden else (str(card), ""))
            row.append((" ", ""))
        rows.append(row[:-1])
        first += size
    return rows


def left_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The cards that have not come yet, where their order is hidden: a bar to cross out, one card never comes."""
    left, box = list(session.unseen), sorted(set(session.box), key=lambda card: (card.bridges, card.number))
    rows: list[Row] = [[("still face down, one is put away", "label")]]
    for count in sorted({card.bridges for card in box}):
        row: Row = [("   ", "")]
        for card in box:
            if card.bridges == count:
                there = left.count(card)
                row += [(str(card) if there else signs.crossed, "" if there else "dim"), (" ", "")]
        rows.append(row[:-1])
    return rows


def goal_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The bonuses: how far they are, what they bring now, and how long."""
    return [[(f"{bonus.name:<6}", GOAL_STYLES.get(bonus, "")), *_goal(session, bonus, signs)] for bonus in BONUSES]


def pressing_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The bonuses whose deadline is near."""
    return [row for row in goal_rows(session, signs) if row[-1][1] in ("near", "urgent")]


def points_rows(session: Session) -> list[Row]:
    """The points so far with their title, and the next step of the ladder."""
    total = session.points.total
    count = session.position.finished_count
    row: Row = [(_counted(total, "point"), "title"), (", ", "dim")]
    row.append((title(total), "strong") if total > LADDER[0].highest else (f"{_counted(count, 'island')} finished", ""))
    following = next((rung for rung in LADDER if rung.lowest > total), None)
    if following is None:
        return [row]
    return [row, [(f"next  {following.titles['en']} at {following.lowest}", "dim")]]


def wanting_rows(session: Session, room: int) -> list[Row]:
    """The islands that still want bridges, with how many."""
    words = [f"{session.layout.islands[island].name}+{count}" for island, count in still_to_draw(session)]
    label = "to draw  "
    lines = textwrap.wrap(" ".join(words), room - len(label)) or ["-"]
    return [[(label if not place else " " * len(label), "dim"), (line, "")] for place, line in enumerate(lines)]


def guidance(session: Session) -> str:
    """What may be typed now, in one line."""
    islands, lines = legal_islands(session), list(legal_lines(session))
    island = session.layout.islands[islands[0]].name if islands else ""
    line = session.layout.lines[lines[-1]].name if lines else ""
    if session.phase == "start":
        return f"type 4@{island} to write a 4 on {island}; ? helps"
    if session.phase == "number" and session.card is not None:
        if not island:
            return "the number fits nowhere: - passes it; ? helps"
        number = session.card.number
        return f"number, then bridges: {number}@{island} or just {island.lower()}, - passes; ? helps"
    if session.phase == "bridges":
        if not line:
            return "no bridge can be drawn: - passes; undo takes the number back"
        return f"bridges: {line} one, {line.replace('-', '=')} two, - passes; undo; ? helps"
    return "Enter turns the next card, undo takes the last step back"


def sheet_rows(session: Session) -> list[Row]:
    """What is written so far, a line a round."""
    rows: list[Row] = []
    start = written_start(session)
    if start is not None:
        rows.append([("start ", "label"), (str(start), "")])
    plays = written_plays(session)
    cards = session.deal.deck.cards
    for number, (card, play) in enumerate(zip(cards, plays, strict=False), start=1):
        new = number == session.round and session.phase == "written"
        rows.append([(f"{number:>2}  {card}  ", "label"), (format_turn(play), "new" if new else "")])
    if session.card is not None and session.phase != "written":
        text = written_so_far(session)
        rows.append([(f"{session.round:>2}  {session.card}  ", "label"), (text, "new")])
    return rows


def card_line(session: Session) -> Row:
    """The card in one line, for low terminals and plain text."""
    if session.card is None:
        return [(" ".join("".join(text for text, _ in row) for row in asked_rows(session)), "strong")]
    row: Row = [("card ", "label"), (str(session.card), "card"), ("  ", "")]
    for part in asked_rows(session):
        row += [*part, (", ", "dim")]
    return row[:-1]


def cards_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """All there is to know of the cards: the piles, and which are still face down where the order is hidden."""
    return [*pile_rows(session, signs), *(left_rows(session, signs) if session.hidden else [])]


def where(session: Session) -> str:
    if session.phase == "over":
        return "the end"
    return f"round {session.round} of {session.rounds}" if session.round else "start"


def text_of(row: Row) -> str:
    return "".join(text for text, _ in row).rstrip()


def _heading(right: str, heading: str, columns: int, signs: Signs) -> list[Row]:
    room = max(0, columns - len(right) - 3)
    name = heading if len(heading) <= room else heading[: max(0, room - len(signs.ellipsis))] + signs.ellipsis
    return [[(name, "title"), (" " * max(2, columns - 1 - len(name) - len(right)), ""), (right, "strong")], []]


def ending_rows(session: Session, signs: Signs = FULL) -> list[Row]:
    """The total and its title, framed."""
    upper_left, upper_right, lower_left, lower_right, across, down = signs.card
    total = session.points.total
    text = f"  {total}  {title(total)}  "
    return [
        [(f"{upper_left}{across * len(text)}{upper_right}", "finished")],
        [(down, "finished"), (text, "title"), (down, "finished")],
        [(f"{lower_left}{across * len(text)}{lower_right}", "finished")],
    ]


def _final_blocks(session: Session, signs: Signs) -> list[tuple[int, list[Row]]]:
    """What stands beside the board when the game is over."""
    count = session.position.finished_count
    points: list[Row] = [[(f"{'islands':<8}{count} x {POINTS_FOR_AN_ISLAND}  {count * POINTS_FOR_AN_ISLAND}", "")]]
    piles = pile_rows(session, signs)
    if session.deal.deck.away is not None:
        piles.append([("put away  ", "label"), (str(session.deal.deck.away), "")])
    return [(0, ending_rows(session, signs)), (1, [*points, *goal_rows(session, signs)]), (2, piles)]


def _blocks(session: Session, signs: Signs) -> list[tuple[int, list[Row]]]:
    """What stands beside the board, each with how dearly it is kept where there is little room."""
    if session.phase == "over":
        return _final_blocks(session, signs)
    points = [*points_rows(session), *goal_rows(session, signs)]
    blocks = [(0, card_rows(session, signs)), (2, pile_rows(session, signs))]
    if session.hidden:
        blocks.append((4, left_rows(session, signs)))
    blocks += [(1, points), (5, wanting_rows(session, PANEL))]
    return blocks


def _low_blocks(session: Session, signs: Signs) -> list[tuple[int, list[Row]]]:
    """The same under the board."""
    if session.phase == "over":
        return _final_blocks(session, signs)
    blocks = [(0, [card_line(session)]), (2, pile_rows(session, signs))]
    if session.hidden:
        blocks.append((3, left_rows(session, signs)))
    blocks += [(1, goal_rows(session, signs)), (5, points_rows(session)), (4, wanting_rows(session, NARROW))]
    return blocks


def _fitting(blocks: Sequence[tuple[int, list[Row]]], room: int) -> list[Row]:
    """The blocks that fit, with blank rows between them where there is room for these as well."""
    kept = list(blocks)
    while len(kept) > 1 and sum(len(rows) for _, rows in kept) > room:
        kept.remove(max(kept, key=lambda block: block[0]))
    spare = room - sum(len(rows) for _, rows in kept)
    found: list[Row] = []
    for place, (_, rows) in enumerate(kept):
        if place and spare > 0:
            found.append([])
            spare -= 1
        found += rows
    return found


def _goal(session: Session, bonus: Bonus, signs: Signs) -> Iterator[tuple[str, Style]]:
    state = session.position
    has, size = progress(state, bonus)
    yield signs.full * has + signs.hollow * (size - has) + " " * (7 - size), "finished" if has == size else ""
    when, by = state.done_in(bonus), state.game.deadline(bonus)
    rounds = by - max(1, session.round) + 1
    if when:
        yield (f"{bonus.early} early" if when <= by else f"{bonus.late} late") + f", round {when}", "finished"
    elif session.phase == "over":
        yield "not done", "dim"
    elif rounds < 1:
        yield f"{bonus.late}, late", ""
    elif rounds == 1:
        yield f"{bonus.early} only this round!", "urgent"
    elif rounds == 2:
        yield f"{bonus.early} this round or next", "near"
    elif rounds <= MOST_NEAR:
        yield f"{bonus.early} within {rounds} rounds", "near"
    else:
        yield f"{bonus.early} by round {by}", ""


def _beside(left: list[Row], right: list[Row], start: int) -> list[Row]:
    rows: list[Row] = []
    for place in range(max(len(left), len(right))):
        row = list(left[place]) if place < len(left) else []
        if place < len(right) and right[place]:
            row.append((" " * max(0, start - sum(len(text) for text, _ in row)), ""))
            row += right[place]
        rows.append(row)
    return rows


def _tail(rows: list[Row], room: int) -> list[Row]:
    return rows[max(0, len(rows) - room) :]


def _counted(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"


def _bridges(count: int) -> str:
    return _counted(count, "bridge")
