"""`hashi export`: a game as a problem for other solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from hashi_solver import app
from hashi_solver.app.exporting import Form
from hashi_solver.cli.common import print_json, remark_on, source_of
from hashi_solver.cli.declare import (
    FILE,
    AnyStart,
    Board,
    CardOrder,
    DealSeed,
    DeckFile,
    Json,
    argument,
    choice,
    command,
    file,
    integer,
    output,
)
from hashi_solver.cli.outputs import is_exported, tell_of
from hashi_solver.errors import InputError
from hashi_solver.notation.files import write_bytes, write_text

BYTES = ".pb"


@command("hashi export my-game.txt --out my-game.opb", "hashi export --seed tuesday --format mzn --out tuesday.mzn")
def export(
    record: Annotated[Path | None, argument("[RECORD|CODE]", type=FILE, required=False)],
    form: Annotated[
        Form,
        choice("--format", ("opb", "dimacs", "mzn", "cpsat"), "The format.", default="opb"),
    ],
    out: Annotated[Path | None, output("--out", "Write the problem to this file.", is_exported)],
    at_least: Annotated[
        int | None,
        integer("--at-least", 0, 999, "Ask for any play with this total, not for the best.", metavar="TOTAL"),
    ],
    board: Board,
    order: CardOrder,
    deck_file: DeckFile,
    seed: DealSeed,
    start: AnyStart,
    after: Annotated[Path | None, file("--after", "Begin after the rounds of this record.")],
    as_json: Json,
) -> None:
    """Write a game as a problem for other solvers.

    opb is a pseudo-Boolean problem and mzn a MiniZinc model. dimacs is weighted MaxSAT, or with --at-least a plain CNF.
    cpsat is the model of OR-Tools: text, or bytes in a file whose name ends in .pb. All four are translations of the
    formula that hashi itself solves. Their first lines say what the variables mean.

    The game is named as for hashi solve: the rounds of RECORD do not count, those of --after do. --json prints the
    board, the cards and the position as data.
    """
    if record is not None and after is not None:
        raise InputError("give RECORD or --after, not both: --after plays the rounds of the record, RECORD does not")
    path = record or after
    position = app.question.to_solve(
        None if path is None else source_of(path, or_code=after is None),
        played=after is not None,
        board=board,
        order=order,
        cards=app.question.cards_of(deck_file),
        seed=seed,
        start=start,
    )
    if after is not None:
        remark_on(position.question)
    instance = app.exporting.instance(position)
    if out is not None or not as_json:
        problem = app.exporting.problem(position, at_least)
        if out is None:
            click.echo(app.exporting.text(problem, form), nl=False)
        elif form == "cpsat" and out.suffix.lower() == BYTES:
            write_bytes(out, app.exporting.data(problem))
        else:
            write_text(out, app.exporting.text(problem, form))
    if out is not None:
        tell_of(out, "the problem")
    if as_json:
        print_json(instance)
