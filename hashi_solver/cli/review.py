"""`hashi review`: where the points of a game went."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

from hashi_solver import app, documents, drawing, sheet, views
from hashi_solver.cli.common import (
    TimeToGo,
    kept_challenges,
    print_blocks,
    print_json,
    questions,
    remark,
    remark_on,
    working,
)
from hashi_solver.cli.declare import (
    Board,
    DeckFile,
    House,
    Json,
    Lang,
    Records,
    Seed,
    Solo,
    choice,
    command,
    integer,
    option,
)
from hashi_solver.cli.printing import PaperSize, Report, ReportStyle, write_report

if TYPE_CHECKING:
    from hashi_solver.app.reviewing import Part


@command("hashi review my-game.txt", "hashi review my-game.txt --fair --report review.pdf")
def review(
    records: Records,
    board: Board,
    deck_file: DeckFile,
    house: House,
    start: Annotated[
        Literal["chosen", "given"] | None,
        choice("--start", ("chosen", "given"), "Whether the player chose the start."),
    ],
    solo: Solo,
    fair: Annotated[bool | None, option("--fair/--no-fair", default=None, help="Separate luck from skill (slow).")],
    orders: Annotated[int, integer("--orders", 5, 10_000, "How many orders of the cards --fair samples.", default=50)],
    seed: Seed,
    report: Report,
    lang: Lang,
    paper: PaperSize,
    style: ReportStyle,
    as_json: Json,
) -> None:
    """Show where your points went, action by action.

    For each action you see the best total that was still possible. Starts, numbers, bridges and passes are charged
    with what they cost a player who knows the cards to come. RECORD is a file, or - for standard input.

    Two to four records of one board and one deck are a table, as in hashi check: a bonus is early up to the first round
    in which another player completed it (R8b), and the start was the neighbour's. With --solo, or with Challenge lines,
    they are games played alone, any number of them.

    An unfinished game is reviewed up to its last round, unless its cards to come are hidden.

    --fair separates luck from skill: it averages what was possible over the orders that could still come, and shows
    what each card did to that average. It is the default for records with the line "Played: hidden" and for flip
    challenges. Ctrl-C ends it and shows the orders that are done.
    """
    sheet.writing.check_report(report)
    asked = questions(records, board, deck_file)
    games = app.reviewing.games_to_review(asked, house=house, start=start, solo=solo, fair_view=fair)
    for one in asked:
        remark_on(one)
    with working("looking for what was possible") as (stop, tell):
        found = app.reviewing.review_games(
            games, orders=orders, seed=seed, kept=kept_challenges(), on_progress=_progress(tell), stop=stop
        )
    for each in found:
        if each.game.fair and each.fair is None:
            remark("stopped before the fair view knew anything")
        elif each.fair is not None and each.fair.avoidable is None:
            remark(
                f"stopped: {each.fair.orders} of {orders} orders are done; what could have been avoided is not known"
            )
    names = [each.game.name if each.game.record.player or len(found) > 1 else None for each in found]
    shown = [views.review.review_view(each.review, each.fair, name) for each, name in zip(found, names, strict=True)]
    if as_json:
        print_json(documents.reviews.reviews_json(shown))
    else:
        print_blocks(drawing.review.review_blocks(shown))
    options = sheet.Options(lang, paper, style)
    write_report(report, lambda: sheet.review.review_report(shown, options))  # last, since the disk may be full


def _progress(tell: Callable[[str], None]) -> Callable[[Part, float], None]:
    to_go = TimeToGo()

    def on_progress(part: Part, share: float) -> None:
        nonlocal to_go
        if part == "ceiling":
            tell(f"looking for what was possible: {share:.0%}")
        elif share:
            tell(f"the fair view: {share:.0%}{to_go.after(share)} (Ctrl-C to stop)")
        else:
            to_go = TimeToGo()
            tell("the fair view")

    return on_progress
