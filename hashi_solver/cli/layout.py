"""`hashi layout`: list, show and validate boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hashi_solver import documents, drawing
from hashi_solver import sheet as sheets
from hashi_solver.cli.common import drawn, print_blocks, print_json, remark
from hashi_solver.cli.declare import LAYOUT, Json, argument, command, output
from hashi_solver.cli.outputs import is_picture
from hashi_solver.cli.printing import PaperOptions, tell_document
from hashi_solver.drawing.svg import board_svg
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import shown_path, write_text
from hashi_solver.notation.layouts import examine_layout, load_layout, load_playable_layout

OneBoard = Annotated[str, argument("ID|PATH", type=LAYOUT)]


@command(name="list")
def list_layouts(as_json: Json) -> None:
    """The boards that ship with hashi."""
    layouts = [load_layout(name) for name in layout_ids()]
    if as_json:
        print_json(documents.layouts.layouts_json(layouts))
        return
    print_blocks([drawing.boards.layouts_table(layouts)])


@command("hashi layout show side-b", "hashi layout show my-board.toml --svg my-board.svg")
def show(
    board: OneBoard,
    svg: Annotated[Path | None, output("--svg", "Write the board to this file as a picture.", is_picture)],
    as_json: Json,
) -> None:
    """Draw a board, with its coordinates, flags and dotted lines."""
    chosen = load_layout(board)
    if svg is not None:
        write_text(svg, board_svg(chosen))
        remark(f"{shown_path(svg)}: the board {chosen.name}")
    if as_json:
        print_json(documents.layouts.layout_json(chosen))
    elif svg is None:
        print_blocks(drawing.boards.layout_blocks(chosen, drawn))


@command("hashi layout validate my-board.toml")
def validate(
    boards: Annotated[tuple[str, ...], argument("ID|PATH...", type=LAYOUT, nargs=-1, required=True)], as_json: Json
) -> int:
    """All that is wrong with a board, with its place and its rule.

    Exit code 0 when there are no errors (warnings are allowed), 1 when there are, 2 when a file cannot be read as
    a layout at all.
    """
    examined = [examine_layout(board) for board in boards]
    if as_json:
        each_alone = [documents.layouts.findings_json(one) for one in examined]
        print_json(each_alone[0] if len(each_alone) == 1 else each_alone)
    else:
        for one in examined:
            print_blocks(drawing.boards.findings_lines(one))
    if not all(one.readable for one in examined):
        return 2
    return 0 if all(one.valid for one in examined) else 1


@command("hashi layout sheet side-b --paper letter")
def sheet(board: OneBoard, paper: PaperOptions) -> None:
    """Print a board for a table of one to four players.

    The page has the board, the cards to cross out and room for the points.
    """
    layout = load_playable_layout(board)
    place = paper.destination(single=True)
    tell_document(sheets.writing.write_blank(layout, paper.options, place))
