"""What a player sees: board, card, piles, deadlines and points, arranged to fit the terminal.

Everything comes out as rows of (text, style) pairs, so that this room knows no terminal library either.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from hashi_solver.bonuses import BLUE, RED, Bonus
from hashi_solver.drawing.terminal import ASCII, UNICODE, Row, Strokes, Style, draw, pitch_for, width_of
from hashi_solver.drawing.verdict import limits_words
from hashi_solver.scoring import LADDER, POINTS_FOR_AN_ISLAND, title
from hashi_solver.views.game import BonusView, CardView, Closing, GameView, News, Urgency
from hashi_solver.views.medals import MedalsView

PANEL = 33
NARROW = 40
SHEET = 30
GAP = 3
GOAL_STYLES: dict[Bonus, Style] = {RED: "red", BLUE: "blue"}
URGENCY_STYLES: dict[Urgency, Style] = {"done": "finished", "missed": "dim", "now": "urgent", "near": "near"}


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


def screen(game: GameView, heading: str, columns: int, lines: int, signs: Signs = FULL) -> list[Row]:
    """Return everything, at most `columns` wide and, if possible, `lines` high."""
    pitch = pitch_for(game.layout, columns)
    width = width_of(game.layout, pitch)
    wide = columns >= width + GAP + PANEL
    board = board_rows(game, width, signs)
    name = where(game)
    if not wide:
        top = _heading(f"{name}, {_counted(game.points.total, 'point')}", heading, columns, signs)
        blocks = _low_blocks(game, signs)
        if (
            game.phase != "over"
            and sum(len(rows) for priority, rows in blocks if priority < 3) > lines - len(board) - 2
        ):
            blocks = [(each[0], _short_goals(game, signs)) if each[0] == 1 else each for each in blocks]
        if len(board) + len(top) + 2 > lines:
            top = top[:1]  # deadlines are worth more than a blank row
        return [*top, *board, *_fitting(blocks, lines - len(board) - len(top))]
    widths = [width, PANEL]
    side = _fitting(_blocks(game, signs), max(len(board), lines - 2))
    rows = _beside(board, side, width + GAP)
    if columns >= sum(widths) + 2 * GAP + SHEET:
        rows = _beside(rows, _tail(sheet_rows(game), max(len(rows), lines - 2)), sum(widths) + 2 * GAP)
        widths.append(SHEET)
    return [*_heading(name, heading, min(columns, sum(widths) + GAP * (len(widths) - 1)), signs), *rows]


def board_rows(game: GameView, room: int = 80, signs: Signs = FULL) -> list[Row]:
    """Return the board, with what is new this round and where the number can go marked."""
    return draw(
        game.position,
        room=room,
        strokes=signs.strokes,
        before=game.before,
        may_get_number=[place for place, island in enumerate(game.islands) if island.may_get_number],
    )


def card_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """Return the card, and beside it what it asks for and what is done."""
    upper_left, upper_right, lower_left, lower_right, across, down = signs.card
    asked = asked_rows(game)
    card = game.card
    number = " " if card is None else str(card.number)
    bridges = "" if card is None else " ".join(signs.bridge * card.bridges)
    face: list[Row] = [
        [(f"{upper_left}{across * 7}{upper_right}", "dim")],
        [(f"{down} ", "dim"), (f"{number:<5}", "card"), (f" {down}", "dim")],
        [(f"{down} ", "dim"), (f"{bridges:<5}", "card"), (f" {down}", "dim")],
        [(f"{lower_left}{across * 7}{lower_right}", "dim")],
    ]
    return _beside(face, [[], *asked], 11)


def asked_rows(game: GameView) -> list[Row]:
    """Return what the card asks for, with what is done already."""
    card = game.card
    if card is None:
        if game.phase == "written":
            return [[(f"{game.written[0].text} is the start", "new")]]
        return [[("start with a 3 or a 4", "strong")], [("not on a flag", "dim")]]
    number: Row = [(f"write the {card.number}", "strong")]
    bridges: Row = [(f"draw {_bridges(card.bridges)}", "dim")]
    if game.number_settled:
        number = [(f"{card.number} on {game.number_on}" if game.number_on else "no number", "new")]
        bridges = [(f"draw {_bridges(card.bridges)}", "strong")]
    if game.drawn or game.bridges_settled:
        bridges = [(f"{_bridges(game.drawn)} drawn" if game.drawn else "no bridges", "new")]
        if game.to_draw and not game.bridges_settled:
            bridges.append((f", {game.to_draw} to go", "strong"))
    return [number, bridges]


def pile_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """Return the piles, a row each: cards turned, the open card, and those to come if they may be seen."""
    return [
        [(f"{pile.number}  ", "label"), *_spaced([_card(card, signs) for card in pile.cards])] for pile in game.piles
    ]


def _card(card: CardView, signs: Signs) -> tuple[str, Style]:
    if card.card is None:
        return signs.face_down, "dim"
    styles: dict[str, Style] = {"turned": "dim", "open": "new", "to come": ""}
    return str(card.card), styles[card.state]


def left_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """The cards that have not come yet, where their order is hidden: a bar to cross out, one card never comes."""
    bars: list[list[tuple[str, Style]]] = [
        [(str(card), "") if there else (signs.crossed, "dim") for card, there in cards] for cards in game.left
    ]
    return [[("still face down, one is put away", "label")], *([("   ", ""), *_spaced(bar)] for bar in bars)]


def _spaced(pieces: Sequence[tuple[str, Style]]) -> Row:
    return [each for piece in pieces for each in (piece, (" ", ""))][:-1]


def goal_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """The bonuses: how far they are, what they bring now, and how long."""
    return [_goal(goal, signs) for goal in game.goals]


def pressing_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """The bonuses whose deadline is near."""
    return [_goal(goal, signs) for goal in game.goals if goal.urgency in ("near", "now")]


def points_rows(game: GameView) -> list[Row]:
    """The points so far with their title, and the next step of the ladder."""
    total = game.points.total
    row: Row = [(_counted(total, "point"), "title"), (", ", "dim")]
    titled = total > LADDER[0].highest
    row.append((title(total), "strong") if titled else (f"{_counted(game.finished, 'island')} finished", ""))
    rows = [row]
    if game.next_title is not None:
        rows.append([(f"next  {title(game.next_title)} at {game.next_title}", "dim")])
    if game.medals is not None:
        rows.append([(_medals_words(game.medals), "dim")])
    return rows


def score_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """All there is to know of the points: by source, with the bonuses' progress, and what comes next."""
    points, rows = game.points, [[*_islands_row(game)], *goal_rows(game, signs)]
    rows += [[], [("total  ", "label"), (f"{points.total}, {title(points.total)}", "title")]]
    if game.next_title is not None:
        missing = _counted(game.next_title - points.total, "point")
        rows.append([("next   ", "label"), (f"{title(game.next_title)} at {game.next_title}, {missing} more", "")])
    if game.medals is not None:
        rows.append([("par    ", "label"), (str(game.medals.par), "")])
        rows.append([("medals ", "label"), (limits_words(game.medals), "")])
    if game.possible is not None:
        rows.append([("proven ", "label"), (f"{game.possible} is possible", "")])
    return rows


def _islands_row(game: GameView) -> Row:
    return [(f"{'islands':<8}{game.finished} x {POINTS_FOR_AN_ISLAND}  {game.points.islands}", "")]


def _medals_words(medals: MedalsView) -> str:
    if medals.reached is None:
        return f"par {medals.par}, medals at {', '.join(str(limit) for _, limit in medals.limits)}"
    return medals.reached if medals.next is None else f"{medals.reached}, {medals.next[1]} short of {medals.next[0]}"


def wanting_rows(game: GameView, room: int) -> list[Row]:
    """The islands that still want bridges, with how many."""
    words = [f"{island.name}+{island.wants}" for island in game.islands if island.wants]
    label = "to draw  "
    lines = textwrap.wrap(" ".join(words), room - len(label)) or ["-"]
    return [[(label if not place else " " * len(label), "dim"), (line, "")] for place, line in enumerate(lines)]


def guidance(game: GameView) -> str:
    """What may be typed now, in one line."""
    island = next((each.name for each in game.islands if each.may_get_number), "")
    line = next((each.name for each in reversed(game.lines) if each.room), "")
    if game.phase == "start":
        return f"type 4@{island} to write a 4 on {island}; ? helps"
    if game.phase == "number" and game.card is not None:
        if not island:
            return "the number fits nowhere: - passes it; ? helps"
        number = game.card.number
        return f"number, then bridges: {number}@{island} or just {island.lower()}, - passes; ? helps"
    if game.phase == "bridges":
        if not line:
            return "no bridge can be drawn: - passes; undo takes the number back"
        return f"bridges: {line} one, {line.replace('-', '=')} two, - passes; undo; ? helps"
    return "Enter turns the next card, undo takes back the last step"


def news_lines(news: News) -> Iterator[str]:
    """What a step made, a line for the islands and one for each bonus."""
    if news.islands:
        *others, last = news.islands
        listed = f"{', '.join(others)} and {last} are" if others else f"{last} is"
        yield f"{listed} finished: {news.points} points"
    for bonus, points in news.bonuses:
        yield f"{_done_words(bonus)}: {points} points"


def _done_words(bonus: Bonus) -> str:
    match bonus.kind:
        case "islands":
            return f"all {bonus.words} are finished"
        case "group":
            return "six islands are joined"
        case _:
            assert_never(bonus.kind)


def sheet_rows(game: GameView) -> list[Row]:
    """What is written so far, a line a round."""
    return [
        [
            (f"{line.round:>2}  {line.card}  " if line.round else "start ", "label"),
            (line.text, "new" if line.new else ""),
        ]
        for line in game.written
    ]


def card_line(game: GameView) -> Row:
    """The card in one line, for low terminals and plain text."""
    if game.card is None:
        return [(" ".join("".join(text for text, _ in row) for row in asked_rows(game)), "strong")]
    row: Row = [("card ", "label"), (str(game.card), "card"), ("  ", "")]
    for part in asked_rows(game):
        row += [*part, (", ", "dim")]
    return row[:-1]


def cards_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """All there is to know of the cards: the piles, and which are still face down where the order is hidden."""
    return [*pile_rows(game, signs), *(left_rows(game, signs) if game.hidden else [])]


def where(game: GameView) -> str:
    if game.phase == "over":
        return "the end"
    return f"round {game.round} of {game.rounds}" if game.round else "start"


def prompt(game: GameView) -> str:
    """Return what stands before the player's next line."""
    if game.phase == "over":
        return "Enter, or r for the review" if game.hidden else "Enter, r for the review, again N"
    if game.phase == "written":
        return "finish" if game.round == game.rounds else "next card" if game.round else "first card"
    if game.phase == "start":
        return "start"
    return f"{game.round}. {game.written[-1].text}".rstrip()


def text_of(row: Row) -> str:
    return "".join(text for text, _ in row).rstrip()


def words_rows(words: Mapping[str, str], width: int) -> list[Row]:
    """What words mean, a row each."""
    return [[(f"{word:<{width}}", "strong"), (means, "")] for word, means in words.items()]


def _heading(right: str, heading: str, columns: int, signs: Signs) -> list[Row]:
    room = max(0, columns - len(right) - 3)
    name = heading if len(heading) <= room else heading[: max(0, room - len(signs.ellipsis))] + signs.ellipsis
    return [[(name, "title"), (" " * max(2, columns - 1 - len(name) - len(right)), ""), (right, "strong")], []]


def ending_rows(game: GameView, signs: Signs = FULL) -> list[Row]:
    """The total and its title, framed."""
    upper_left, upper_right, lower_left, lower_right, across, down = signs.card
    total = game.points.total
    text = f"  {total}  {title(total)}  "
    return [
        [(f"{upper_left}{across * len(text)}{upper_right}", "finished")],
        [(down, "finished"), (text, "title"), (down, "finished")],
        [(f"{lower_left}{across * len(text)}{lower_right}", "finished")],
    ]


def closing_rows(closing: Closing) -> list[Row]:
    """What the cards allowed, and what it is worth to have reached so much of it."""
    best, medals = closing.best, closing.medals
    match closing.verdict:
        case "best there was":
            proven = f"more than {best} was not possible: the best there was!"
        case "possible":
            proven = f"{best} was possible: {title(best)}"
        case "possible from another start":
            start = closing.best_start
            proven = f"{closing.own} was possible from your start, {best} from {start}: {title(best)}"
        case _:
            assert_never(closing.verdict)
    return [
        [("medal   ", "dim"), (f"{medals.reached or 'none'} ({limits_words(medals)}; par {medals.par})", "")],
        [("proven  ", "dim"), (proven, "")],
    ]


def _final_blocks(game: GameView, signs: Signs) -> list[tuple[int, list[Row]]]:
    """What stands beside the board when the game is over."""
    piles = pile_rows(game, signs)
    if game.away is not None:
        piles.append([("put away  ", "label"), (str(game.away), "")])
    return [(0, ending_rows(game, signs)), (1, [_islands_row(game), *goal_rows(game, signs)]), (2, piles)]


def _blocks(game: GameView, signs: Signs) -> list[tuple[int, list[Row]]]:
    """What stands beside the board, each with how dearly it is kept where there is little room."""
    if game.phase == "over":
        return _final_blocks(game, signs)
    points = [*points_rows(game), *goal_rows(game, signs)]
    blocks = [(0, card_rows(game, signs)), (2, pile_rows(game, signs))]
    if game.hidden:
        blocks.append((4, left_rows(game, signs)))
    blocks += [(1, points), (5, wanting_rows(game, PANEL))]
    return blocks


def _low_blocks(game: GameView, signs: Signs) -> list[tuple[int, list[Row]]]:
    """The same under the board."""
    if game.phase == "over":
        return _final_blocks(game, signs)
    blocks = [(0, [card_line(game)]), (2, pile_rows(game, signs))]
    if game.hidden:
        blocks.append((3, left_rows(game, signs)))
    blocks += [(1, goal_rows(game, signs)), (5, points_rows(game)), (4, wanting_rows(game, NARROW))]
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


def _goal(goal: BonusView, signs: Signs) -> Row:
    circles = signs.full * goal.has + signs.hollow * (goal.needs - goal.has) + " " * (7 - goal.needs)
    return [
        (f"{goal.bonus.name:<6}", GOAL_STYLES.get(goal.bonus, "")),
        (circles, "finished" if goal.has == goal.needs else ""),
        (_goal_words(goal), URGENCY_STYLES.get(goal.urgency, "")),
    ]


def _short_goals(game: GameView, signs: Signs) -> list[Row]:
    """The bonuses in one row: done with their points, else with the round up to which they are early."""
    row: Row = []
    for goal in game.goals:
        row += [(f"{'  ' if row else ''}{goal.bonus.name} ", GOAL_STYLES.get(goal.bonus, ""))]
        if goal.urgency == "done":
            row.append((f"+{goal.points}", "finished"))
            continue
        circles = signs.full * goal.has + signs.hollow * (goal.needs - goal.has)
        row += [(circles, ""), (f" {goal.deadline}" if goal.early else " -", URGENCY_STYLES.get(goal.urgency, ""))]
    return [row]


def _goal_words(goal: BonusView) -> str:
    match goal.urgency:
        case "done":
            return f"{goal.points} {'early' if goal.early else 'late'}, round {goal.done_in}"
        case "missed":
            return "not done"
        case "late":
            return f"{goal.points}, late"
        case "now":
            return f"{goal.points} only this round!"
        case "near":
            return f"{goal.points} {'this round or next' if goal.rounds == 2 else f'within {goal.rounds} rounds'}"
        case "far":
            return f"{goal.points} by round {goal.deadline}"
        case _:
            assert_never(goal.urgency)


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
