"""`hashi layout`: list, show, validate, add, remove and print boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from hashi_solver import app, documents, drawing
from hashi_solver import sheet as sheets
from hashi_solver.cli.common import drawn, print_blocks, print_json, remark
from hashi_solver.cli.declare import FILE, LAYOUT, Json, OneBoard, argument, command, picture
from hashi_solver.cli.outputs import write_and_tell
from hashi_solver.cli.printing import PaperOptions, remark_on_islands, tell_document
from hashi_solver.drawing.svg import board_svg
from hashi_solver.errors import InputError
from hashi_solver.notation.files import shown_path
from hashi_solver.notation.layouts import examine_layout, load_layout, load_playable_layout


@command(name="list")
def list_layouts(as_json: Json) -> None:
    """List the boards that ship with hashi, and your own.

    Your own are the .toml files in hashi/boards in your data folder, or in the folder that HASHI_BOARDS names.
    """
    known = app.boards.known_boards()
    if as_json:
        print_json(documents.layouts.layouts_json(known.shipped, known.own))
    else:
        print_blocks([drawing.boards.layouts_table(known.shipped, known.own)])
    for name in known.broken:
        remark(f"{name}: not listed; see hashi layout validate {name}")


@command("hashi layout show side-b", "hashi layout show my-board.toml --svg my-board.svg")
def show(
    board: OneBoard,
    svg: Annotated[Path | None, picture("the board")],
    as_json: Json,
) -> None:
    """Draw a board with its coordinates, flags and dotted lines."""
    if svg is not None and svg.suffix.lower() not in ("", ".svg") and not svg.is_char_device():
        raise InputError(f"the picture is an SVG file: name it {svg.stem}.svg", source=shown_path(svg))
    chosen = load_layout(board)
    write_and_tell(svg, lambda: board_svg(chosen), f"the board {chosen.name}")
    if as_json:
        print_json(documents.layouts.layout_json(chosen))
    elif svg is None:
        print_blocks(drawing.boards.layout_blocks(chosen, drawn))


@command("hashi layout validate my-board.toml")
def validate(
    boards: Annotated[tuple[str, ...], argument("ID|PATH...", type=LAYOUT, nargs=-1, required=True)], as_json: Json
) -> int:
    """List what is wrong with a board: where, and by which rule.

    The exit code is 0 if there are no errors (warnings are allowed), 1 if there are, and 2 if a file cannot be read as
    a board at all.
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


@command("hashi layout add my-board.toml", "hashi daily --layout my-board")
def add(files: Annotated[tuple[Path, ...], argument("FILE...", type=FILE, nargs=-1, required=True)]) -> int:
    """Add boards to your own, so that their ids work everywhere.

    Copies each file to hashi/boards in your data folder, or to the folder that HASHI_BOARDS names. The exit code is 0
    if all were added, 1 if one is not valid, and 2 if one cannot be read or its id is taken.
    """
    codes = [0]
    for path in files:
        added = app.boards.add_board(path)
        if added.path is None or added.examined.findings:
            print_blocks(drawing.boards.findings_lines(added.examined))
        if added.path is None:
            codes.append(1 if added.examined.readable else 2)
            continue
        remark(f"{added.examined.id}: added as {shown_path(added.path)}")
        if added.codes_need_board:
            remark(f"codes of challenges on this board need --layout {added.examined.id}: another board has the same")
    return max(codes)


@command("hashi layout remove my-board")
def remove(board: Annotated[str, argument("ID", type=LAYOUT)]) -> None:
    """Remove a board of your own.

    Deletes its file from the folder of your boards.
    """
    remark(f"removed {shown_path(app.boards.remove_board(board))}")


@command("hashi layout sheet side-b --paper letter")
def sheet(board: OneBoard, paper: PaperOptions) -> None:
    """Print a board for a table of one to four players.

    The page has the board, the cards to cross out and room for the points.
    """
    layout = load_playable_layout(board)
    place = paper.destination(single=True)
    remark_on_islands([layout], paper.options)
    tell_document(sheets.writing.write_blank(layout, paper.options, place))
