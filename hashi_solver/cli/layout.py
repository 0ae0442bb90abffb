"""`hashi layout`: list, show and validate boards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from hashi_solver import documents
from hashi_solver import sheet as sheets
from hashi_solver.board import Finding
from hashi_solver.cli.common import print_board, print_json, print_table, remark
from hashi_solver.cli.declare import FILE, LAYOUT, Json, argument, command, option
from hashi_solver.cli.printing import PaperOptions, tell_document
from hashi_solver.drawing import terminal
from hashi_solver.drawing.svg import board_svg
from hashi_solver.library import layout_ids
from hashi_solver.notation.files import shown_path, write_text
from hashi_solver.notation.layouts import Examined, examine_layout, load_layout, load_playable_layout

OneBoard = Annotated[str, argument("ID|PATH", type=LAYOUT)]


@command(name="list")
def list_layouts(as_json: Json) -> None:
    """The boards that ship with hashi."""
    layouts = [load_layout(name) for name in layout_ids()]
    if as_json:
        print_json(documents.layouts.layouts_json(layouts))
        return
    rows = [(one.id, one.name, str(len(one.islands)), str(len(one.lines)), str(one.crossings)) for one in layouts]
    heads = ("id", "name", "islands", "lines", "crossings")
    print_table(heads, rows, right=heads[2:])


@command("hashi layout show side-b", "hashi layout show my-board.toml --svg my-board.svg")
def show(
    board: OneBoard,
    svg: Annotated[Path | None, option("--svg", type=FILE, help="Write the board to this file as a picture.")],
    as_json: Json,
) -> None:
    """Draw a board, with its coordinates, flags and dotted lines."""
    chosen = load_layout(board)
    if svg is not None:
        write_text(svg, board_svg(chosen))
        remark(f"{shown_path(svg)}: the board {chosen.name}")
    if as_json:
        print_json(documents.layouts.layout_json(chosen))
        return
    if svg is not None:
        return
    counts = f"{len(chosen.islands)} islands, {len(chosen.lines)} lines, {chosen.crossings} crossings"
    click.echo(f"{chosen.name} ({chosen.id}): {counts}\n")
    print_board(chosen)
    click.echo(f"\n{terminal.legend(chosen)}")


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
            _print_findings(one)
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


def _print_findings(examined: Examined) -> None:
    for finding in examined.findings:
        click.echo(f"{_place(examined, finding)}: {finding.level} {finding.rule}: {finding.message}")
    errors = len(examined.errors)
    warnings = len(examined.findings) - errors
    counted = ((errors, "error"), (warnings, "warning"))
    counts = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counted if count)
    verdict = "valid" if examined.valid else "not valid" if examined.readable else "not readable"
    click.echo(f"{examined.source}: {verdict}{f' ({counts})' if counts else ''}")


def _place(examined: Examined, finding: Finding) -> str:
    line = "" if finding.line is None else f":{finding.line}"
    where = "" if finding.where in (f"line {finding.line}", "file") else f": {finding.where}"
    return f"{examined.source}{line}{where}"
