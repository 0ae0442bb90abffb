"""A hint in sentences of the page's language, and the islands and lines that it speaks of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hashi_solver import app
from hashi_solver.languages import Language
from hashi_solver.notation.records import format_turn
from hashi_solver.record import WrittenStart
from hashi_solver.rules import Turn, play_of

if TYPE_CHECKING:
    from hashi_solver.app.hinting import HiddenAdvice, OpenAdvice


def advice_json(found: OpenAdvice | HiddenAdvice, language: Language) -> dict[str, Any]:
    told, look_at = _open(found, language) if isinstance(found, app.hinting.OpenAdvice) else _hidden(found, language)
    return {"said": " ".join(told), "look_at": look_at}


def _open(found: OpenAdvice, language: Language) -> tuple[list[str], list[str]]:
    hint, layout = found.hint, found.position.state.game.layout
    told, look_at = [], []
    values = {"possible": hint.possible, "optimum": found.optimum}
    if hint.nothing_lost:
        told.append(language.gettext("%(possible)s can still be reached: nothing is lost so far.") % values)
    else:
        told.append(
            language.gettext("%(possible)s is the most that can still be reached (%(optimum)s is gone).") % values
        )
    if found.level > 1:
        islands = [place for place in hint.places if place is not None]
        if hint.places and not islands:
            told.append(language.gettext("The number is better passed."))
        elif hint.places and found.position.written is None:
            look_at += [layout.islands[place].name for place in islands]
            counts = {"count": len(hint.places), "of": hint.of}
            told.append(language.gettext("%(count)s of %(of)s choices for the number keep that.") % counts)
        lines = [layout.lines[line].name for line in hint.lines]
        look_at += lines
        if lines:
            told.append(language.gettext("Every best turn draws on %(lines)s.") % {"lines": language.listing(lines)})
    if hint.start is not None:
        told.append(language.gettext("A best start: %(start)s.") % {"start": WrittenStart.of(layout, hint.start)})
    if hint.turn is not None:
        told.append(language.gettext("A best turn: %(turn)s.") % {"turn": _turn(found, hint.turn)})
        told.append(language.gettext("(A dash is a pass, = two bridges.)"))
    return told, look_at


def _hidden(found: HiddenAdvice, language: Language) -> tuple[list[str], list[str]]:
    hint, layout = found.hint, found.position.state.game.layout
    values: dict[str, object] = {
        "orders": found.orders,
        "mean": language.number(round(hint.mean, 1)),
        "error": language.number(round(hint.error, 1)),
    }
    told = [
        language.gettext(
            "Over %(orders)s possible orders, a player who saw the cards coming would average %(mean)s ±%(error)s."
        )
        % values
    ]
    look_at = []
    if found.level > 1 and hint.places and found.position.card is not None:
        place, count = next(iter(hint.places.items()))
        values["count"] = count
        if place is None:
            told.append(
                language.gettext("Passing the number loses nothing in %(count)s of %(orders)s orders.") % values
            )
        else:
            look_at.append(layout.islands[place].name)
            values["island"] = layout.islands[place].name
            told.append(
                language.gettext("The number on %(island)s loses nothing in %(count)s of %(orders)s orders.") % values
            )
    if hint.turn is not None:
        told.append(language.gettext("A good turn: %(turn)s.") % {"turn": _turn(found, hint.turn)})
        told.append(language.gettext("(A dash is a pass, = two bridges.)"))
    return told, look_at


def _turn(found: OpenAdvice | HiddenAdvice, turn: Turn) -> str:
    position = found.position
    card = position.card
    assert card is not None
    return format_turn(play_of(position.state.game.layout, card, turn))
