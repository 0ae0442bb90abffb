"""`hashi hint`: what you can still reach, where to look, what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hashi_solver import app, documents
from hashi_solver.cli.advice import advice_lines, advice_on
from hashi_solver.cli.common import print_json, print_text, remark_on, source_of
from hashi_solver.cli.declare import FILE, Board, DeckFile, Json, Seed, argument, command, integer, option, text


@command("hashi hint my-game.txt", "hashi hint my-game.txt --level 3 --hidden --card 5/3")
def hint(
    record: Annotated[Path, argument("RECORD|CODE", type=FILE)],
    level: Annotated[int, integer("--level", 1, 3, "How much to reveal.", default=1)],
    board: Board,
    deck_file: DeckFile,
    hidden: Annotated[
        bool | None, option("--hidden/--open", default=None, help="Treat the cards to come as unknown, or as known.")
    ],
    card: Annotated[str | None, text("--card", "5/3", "The card that is turned, if the rest are hidden.")],
    orders: Annotated[int, integer("--orders", 5, 1000, "How many orders of the hidden cards to sample.", default=20)],
    seed: Seed,
    as_json: Json,
) -> None:
    """Give advice on the position that a record has reached.

    Level 1 says what you can still reach, level 2 also where to look, level 3 also a best turn.

    With --hidden, for records with the line "Played: hidden", and for flip challenges, the cards to come are unknown.
    The advice is then what holds over many possible orders of those cards, and says how sure it is. The Deck line may
    list only the cards that were turned.
    """
    asked = app.question.recorded(source_of(record, or_code=True), board, app.question.cards_of(deck_file))
    remark_on(asked)
    found = advice_on(app.question.reached(asked, hidden, card), level, orders, seed)
    if not as_json:
        print_text("\n".join(advice_lines(found)))
    elif isinstance(found, app.hinting.OpenAdvice):
        print_json(documents.hints.open_hint_json(found.position.state, found.hint, level, found.optimum))
    else:
        print_json(
            documents.hints.hidden_hint_json(found.position.state, found.position.card, found.hint, orders, level)
        )
