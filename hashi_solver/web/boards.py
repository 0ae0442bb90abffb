"""Drawing a board on the page: each request carries the drawing, each answer the drawing as it is afterwards."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hashi_solver import app
from hashi_solver.app.editing import KINDS, DrawnBoard, Kind
from hashi_solver.documents.base import entry, texts
from hashi_solver.drawing.controls import LOOK
from hashi_solver.drawing.editor import editor_svg
from hashi_solver.drawing.histogram import histogram_svg
from hashi_solver.errors import InputError, Sentence
from hashi_solver.library import known_layout_ids
from hashi_solver.notation.files import shown
from hashi_solver.notation.layouts import Examined, load_layout
from hashi_solver.scoring import LADDER
from hashi_solver.views.editor import editor_view
from hashi_solver.web import board_words as words
from hashi_solver.web.asking import Answer, Request, Use
from hashi_solver.web.board_words import page_words

if TYPE_CHECKING:
    from hashi_solver.lab.analysis import Analysis, AnalysisProgress

__all__ = ["HEAVY", "USES", "page_words"]

HEAVY = frozenset({"board-worth"})
MOST_TEXT = 200  # letters of a name that are read; more than a name may have, so that it is said to be too long
BETWEEN_PICTURES = 0.4  # seconds
FIRST_TOTAL = 40  # of the picture, which keeps its width while it grows


def _new(request: Request) -> Answer:
    return _shown(request, app.editing.blank(request.language.gettext("New board")))


def _open(request: Request) -> Answer:
    """A board that ships or one of one's own, to change."""
    named = entry(request.values, "board", str)
    if named not in known_layout_ids():
        raise InputError(Sentence("there is no such board here"))
    return _shown(request, app.editing.drawn(load_layout(named)))


def _read(request: Request) -> Answer:
    """A layout file that was pasted or chosen; what keeps it from being drawn is all said at once."""
    found = app.editing.read(entry(request.values, "text", str))
    if isinstance(found, Examined):
        told = [f"{shown(one.where)}: {one.message}" for one in found.errors]
        return {"unreadable": [request.language.gettext("This cannot be drawn yet:"), *told]}
    return _shown(request, found)


def _look(request: Request) -> Answer:
    return _shown(request, drawing_in(request))


def _tap(request: Request) -> Answer:
    """Change a cell or a line: to what is asked for, or to the next there is."""
    wanted = request.choice("kind", *KINDS)
    kind: Kind | None = next((each for each in KINDS if each == wanted), None)
    return _shown(request, app.editing.tap(drawing_in(request), entry(request.values, "at", str), kind), "at")


def _size(request: Request) -> Answer:
    columns, rows = (entry(request.values, key, int) for key in ("columns", "rows"))
    return _shown(request, app.editing.resized(drawing_in(request), columns, rows))


def _mirror(request: Request) -> Answer:
    return _shown(request, app.editing.mirrored(drawing_in(request)))


def _turn(request: Request) -> Answer:
    return _shown(request, app.editing.turned(drawing_in(request)))


def _name(request: Request) -> Answer:
    name = shown(entry(request.values, "name", str), MOST_TEXT)
    return _shown(request, app.editing.renamed(drawing_in(request), name))


def _keep(request: Request) -> Answer:
    """Keep the board among one's own. Another one of the same id is replaced only if that was asked for."""
    board, language = drawing_in(request), request.language
    try:
        added = app.boards.keep_board(board.text, replacing=request.flag("replacing"))
    except app.boards.IdTakenError:
        told = language.gettext("You have another board called %(id)s. Replace it?") % {"id": board.id}
        return {**_shown(request, board), "taken": True, "said": told}
    if added.path is None:
        raise InputError(words.verdict_words(added.examined.findings, language).rstrip("."))
    told = language.gettext("%(name)s is now one of your boards.") % {"name": board.name}
    return {**_shown(request, board), "kept": board.id, "said": told}


def _worth(request: Request) -> Answer:
    """What the board is worth, deck by deck: the same figures as those of `hashi layout analyse`, in the same store."""
    last = 0.0

    def progress(found: AnalysisProgress) -> None:
        nonlocal last
        now = time.monotonic()
        if request.on_progress and now - last >= BETWEEN_PICTURES:
            last = now
            request.on_progress(found.done / max(1, found.of), _worth_json(found.so_far(), request))

    found = app.measuring.analyse_drawing(drawing_in(request).text, on_progress=progress, stop=request.stop)
    return _worth_json(found, request)


def _worth_json(found: Analysis, request: Request) -> Answer:
    totals, language = found.best.totals(), request.language
    whole = {total: totals.get(total, 0) for total in range(min([FIRST_TOTAL, *totals]), LADDER[-1].lowest + 1)}
    return {
        "decks": found.answered,
        "of": found.asked,
        "complete": found.complete,
        "svg": histogram_svg(whole, language.gettext("Best totals"), LOOK) if totals else "",
        "sentences": words.worth_sentences(found, language),
    }


def drawing_in(request: Request) -> DrawnBoard:
    """The drawing that a request carries. Of its names no letter is lost that can be shown."""
    drawing = entry(request.values, "drawing", dict)
    pairs = entry(drawing, "no_line", list)
    if not all(isinstance(pair, list) and list(map(type, pair)) == [str, str] for pair in pairs):
        raise InputError('"no_line" must be a list of pairs of islands')
    return DrawnBoard(
        shown(entry(drawing, "id", str), MOST_TEXT),
        shown(entry(drawing, "name", str), MOST_TEXT),
        tuple(texts(drawing, "grid")),
        tuple((one.upper(), other.upper()) for one, other in pairs),
    )


def _shown(request: Request, board: DrawnBoard, changed: str | None = None) -> Answer:
    """Everything there is to see of a drawing; `changed` is the key of the request that names what was tapped."""
    language, examined = request.language, board.examined()
    lines = board.lines()
    view = editor_view(board.grid, board.joined(), [line.taken for line in lines], board.layout(), examined.findings)
    labels = words.labels(view, language)
    verdict = words.verdict_words(examined.findings, language)
    pairs = [list(pair) for pair in board.no_line]
    touched = labels.get(str(request.values.get(changed)).upper()) if changed else None
    return {
        "drawing": {"id": board.id, "name": board.name, "grid": list(board.grid), "no_line": pairs},
        "columns": board.columns,
        "rows": board.rows,
        "svg": editor_svg(view, board.name, labels),
        "valid": examined.valid,
        "counts": words.count_rows(view, language),
        "findings": words.findings_json(examined.findings, language),
        "toml": board.text,
        "file": f"{board.id}.toml",
        "said": verdict if touched is None else f"{touched}. {verdict}",
    }


USES: dict[str, Use] = {
    "board-new": _new,
    "board-open": _open,
    "board-read": _read,
    "board-look": _look,
    "board-tap": _tap,
    "board-size": _size,
    "board-mirror": _mirror,
    "board-turn": _turn,
    "board-name": _name,
    "board-keep": _keep,
    "board-worth": _worth,
}
