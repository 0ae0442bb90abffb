"""Finished games in characters: a table of them, and two lines about one to show to others."""

from __future__ import annotations

from collections.abc import Iterator

from hashi_solver.drawing.terminal import Block, Columns
from hashi_solver.views.history import UNKNOWN, HistoryView, PlayedGame, ShareView

SQUARES = ("□", "■", "★")  # a round that brought nothing, points, a bonus
PLAIN_SQUARES = (".", "o", "*")


def history_blocks(history: HistoryView, *, streak: bool = True) -> Iterator[Block]:
    """Yield the games, the last one first, and what they come to."""
    if not history.games:
        yield "No finished games yet: hashi play begins one."
        return
    heads = ("played", "game", "board", "total", "title", "medal", "")
    yield Columns(heads, [_row(game) for game in history.games], ("total",))
    yield ""
    if history.average is not None:
        yield f"best {history.best}, average {history.average:.1f}"
    medals = [f"{count} {name}" for name, count in history.medals.items() if count and name != UNKNOWN]
    unknown = history.medals[UNKNOWN]
    if unknown:
        medals.append(f"{unknown} not worked out (--medals does)")
    if medals:
        yield f"medals: {', '.join(medals)}"
    if streak:
        yield f"daily challenges in a row: {history.streak}, at most {history.longest}"


def share_lines(share: ShareView, unicode: bool = True) -> Iterator[str]:
    """Yield what may be shown to anyone who has not played the deal yet."""
    name = share.code if share.number is None else f"No. {share.number}"
    hints = f", {share.hints} hint{'' if share.hints == 1 else 's'}" if share.hints else ""
    medal = f", {share.medal}" if share.medal else ""
    yield f"Hashi {name} {'·' if unicode else '-'} {share.board}: {share.total}{medal}{hints}"
    yield share_picture(share, unicode)


def share_picture(share: ShareView, unicode: bool = True) -> str:
    """Return a square for each round, pile by pile."""
    nothing, points, bonus = SQUARES if unicode else PLAIN_SQUARES
    return " ".join(
        "".join(bonus if done else points if gain else nothing for gain, done in pile) for pile in share.piles
    )


def _row(game: PlayedGame) -> tuple[str, ...]:
    result = game.result
    remarks = []
    if result.hints:
        remarks.append(f"{result.hints} hint{'' if result.hints == 1 else 's'}")
    if result.mistakes:
        remarks.append(f"{result.mistakes} mistake{'' if result.mistakes == 1 else 's'}")
    medal = (game.medal or "-") if game.medal_known else "?"
    when = f"{result.when:%Y-%m-%d}"
    return when, result.name, result.deal.layout.id, str(result.total), game.title, medal, ", ".join(remarks)
